//! What of predicates held in runs: which S-states satisfy them (Inv3).

use super::analysis::Analysis;
use super::forward::Label;
use super::model::RId;
use super::predicate::{Literal, Predicate, truth};
use super::runs::Visit;
use super::space::LocationId;
use clew_symbolic::LabelMode;
use std::collections::BTreeSet;

impl Analysis<'_> {
    /// A precondition that no run has satisfied (Inv3), or as little of it as no run has satisfied; nothing
    /// where runs satisfy all of it.
    pub(super) fn unseen(
        &self,
        at: LocationId,
        before: Predicate,
        weakens: bool,
    ) -> Option<Predicate> {
        let seen = self.seen(at, &before);
        let is_unseen = |kept: &[bool]| {
            !seen.iter().any(|state| state.iter().zip(kept).all(|(holds, kept)| *holds || !kept))
        };
        let mut kept = vec![true; before.literals.len()];
        if !is_unseen(&kept) {
            return None;
        }
        if weakens {
            for literal in 0..kept.len() {
                kept[literal] = false;
                kept[literal] = !is_unseen(&kept);
            }
        }
        let mut kept = kept.into_iter();
        let mut literals = before.literals;
        literals.retain(|_| kept.next().unwrap_or(true));
        Some(Predicate { literals })
    }

    /// For each S-state of a location: which literals held there. What cannot be seen did not.
    fn seen(&self, at: LocationId, predicate: &Predicate) -> Vec<Vec<bool>> {
        let labels = self.labels(at, predicate);
        let mut watch = self.forward.watch(&self.space, &labels, LabelMode::Observe);
        let mut states = Vec::new();
        for run in 0..self.forward.runs.len() {
            let visits: Vec<&Visit> =
                self.forward.runs[run].visits.iter().filter(|it| it.location == at).collect();
            if visits.is_empty() {
                continue;
            }
            let shown = watch.show(&self.forward, run);
            for visit in visits {
                let occurrence = |depth: usize| visit.outer.get(depth).copied();
                let holds = predicate.literals.iter().zip(&shown).map(|(literal, shown)| {
                    let at = occurrence(literal.depth).unwrap_or(visit.arrival);
                    shown.holds.get(at as usize).copied().unwrap_or(false)
                });
                states.push(holds.collect());
            }
        }
        states
    }

    /// Those of some R-states that a run has been in a state of.
    pub(super) fn satisfied_by(&self, run: usize, ids: &[RId]) -> Vec<RId> {
        let visits = &self.forward.runs[run].visits;
        let visited: BTreeSet<LocationId> = visits.iter().map(|it| it.location).collect();
        let is_met = |id: &&RId| visited.contains(&self.graph.get(**id).location);
        let ids: Vec<RId> = ids.iter().filter(is_met).copied().collect();
        let labels: Vec<Vec<Label>> = ids.iter().map(|id| self.labels_of(*id)).collect();
        let shown = self.forward.show(&self.space, run, &labels.concat());
        let mut from = 0;
        let mut found = Vec::new();
        for (id, labels) in ids.into_iter().zip(&labels) {
            let shown = &shown[from..from + labels.len()];
            from += labels.len();
            let state = self.graph.get(id);
            let holds = |visit: &Visit| {
                state.predicate.literals.iter().zip(shown).all(|(literal, shown)| {
                    let at = visit.outer.get(literal.depth).copied().unwrap_or(visit.arrival);
                    shown.holds.get(at as usize).copied().unwrap_or(false)
                })
            };
            if visits.iter().any(|it| it.location == state.location && holds(it)) {
                found.push(id);
            }
        }
        found
    }

    fn labels_of(&self, id: RId) -> Vec<Label> {
        let state = self.graph.get(id);
        self.labels(state.location, &state.predicate)
    }

    /// The literals of a predicate, each where its frame stands.
    fn labels(&self, at: LocationId, predicate: &Predicate) -> Vec<Label> {
        let location = self.space.get(at);
        let label = |it: &Literal| {
            let position = location.calls.get(it.depth).copied().unwrap_or(location.at);
            (position, truth(&it.expr))
        };
        predicate.literals.iter().map(label).collect()
    }
}
