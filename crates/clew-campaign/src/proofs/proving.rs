//! When proofs are looked for, and what they may cost.

use super::{Effort, Prover, Unproved};
use crate::clock::Clock;
use crate::plan::Plan;
use crate::verdicts::Evidence;
use clew_criteria::{ObjectiveId, Objectives};
use clew_explore::technique::PROOFS;
use clew_prove::{Failure, Limits};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The share of a campaign's time that proofs may take.
const SHARE: u32 = 4;
/// The share that one pass may take while most of the time is still to come and the search goes on: what is soon
/// proved is not searched for, and the rest has its time later.
const PASSING: u32 = 16;
/// The time for proofs where a campaign has no limit.
const UNLIMITED: Duration = Duration::from_secs(60);

/// What comes behind a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Behind {
    /// The search goes on, or another one.
    Searching,
    /// Nothing: all that is left may be spent.
    Nothing,
}

/// The proofs of a campaign, under way.
pub(crate) struct Proving<'p> {
    plan: &'p Plan<'p>,
    prover: &'p OnceLock<Prover<'p>>,
    objectives: &'p Objectives,
    left: Duration,
    clock: Clock,
    /// What was tried in all its ways.
    tried: BTreeSet<ObjectiveId>,
    /// Passes by each effort, with the time that each objective had.
    passes: [(Effort, Passes); 2],
    unproved: BTreeMap<ObjectiveId, Unproved>,
}

/// The passes by one effort.
#[derive(Clone, PartialEq, Debug, Default)]
struct Passes {
    count: u32,
    given: BTreeMap<ObjectiveId, Duration>,
}

/// What is left of it.
pub(crate) struct Proved {
    /// The program, as certificates speak of it.
    pub(crate) model: Arc<str>,
    /// Why objectives are not proved infeasible.
    pub(crate) unproved: BTreeMap<ObjectiveId, Unproved>,
}

impl<'p> Proving<'p> {
    pub(crate) fn new(
        plan: &'p Plan<'p>,
        objectives: &'p Objectives,
        prover: &'p OnceLock<Prover<'p>>,
        clock: Clock,
    ) -> Self {
        let left = plan.settings.limits.time.map_or(UNLIMITED, |budget| budget / SHARE);
        let (tried, unproved) = (BTreeSet::new(), BTreeMap::new());
        let passes = [Effort::Global, Effort::Traces].map(|effort| (effort, Passes::default()));
        Self { plan, prover, objectives, left, clock, tried, passes, unproved }
    }

    /// Proofs of what is false by the ranges of its operands.
    pub(crate) fn by_ranges(&mut self) -> Vec<(ObjectiveId, Evidence)> {
        let ids: Vec<ObjectiveId> =
            self.objectives.iter().filter(|it| it.refuted.is_some()).map(|it| it.id).collect();
        self.try_all(&ids, Effort::Local)
    }

    /// Proofs of what a search left open that has seen every path: loops and recursion come to an end.
    pub(crate) fn of_exhausted(&mut self, open: &[ObjectiveId]) -> Vec<(ObjectiveId, Evidence)> {
        match self.has_all_ways() {
            true => self.try_all(open, Effort::Exhausted),
            false => Vec::new(),
        }
    }

    /// Proofs of what is open. What was tried before is tried again only where time ran out: it would
    /// come to the same.
    pub(crate) fn pass(
        &mut self,
        open: &[ObjectiveId],
        behind: Behind,
    ) -> Vec<(ObjectiveId, Evidence)> {
        let most = self.most_for(behind);
        let held_back = self.left.saturating_sub(most);
        self.left -= held_back;
        let found = self.pass_within(open, held_back.is_zero());
        self.left += held_back;
        found
    }

    /// What a pass may take.
    fn most_for(&self, behind: Behind) -> Duration {
        match (behind, self.plan.settings.limits.time) {
            (Behind::Searching, Some(budget)) if self.clock.elapsed() < budget / 2 => {
                budget / PASSING
            }
            _ => self.left,
        }
    }

    fn pass_within(
        &mut self,
        open: &[ObjectiveId],
        is_whole: bool,
    ) -> Vec<(ObjectiveId, Evidence)> {
        let spent = Unproved::NotFound(Failure::Time);
        let is_new = |id: &ObjectiveId| match self.tried.contains(id) {
            true => self.unproved.get(id) == Some(&spent),
            false => true,
        };
        let ids: Vec<ObjectiveId> = open.iter().copied().filter(is_new).collect();
        let Some((effort, ids)) = self.next_effort(&ids) else { return Vec::new() };
        let mut efforts = vec![effort];
        if effort == Effort::Global && ids.iter().any(|id| !self.tried.contains(id)) {
            efforts = vec![Effort::Cheap, Effort::Function, Effort::Global];
        }
        let mut found: Vec<(ObjectiveId, Evidence)> = Vec::new();
        for effort in efforts {
            let is_left = |id: &ObjectiveId| !found.iter().any(|(it, _)| it == id);
            let left: Vec<ObjectiveId> = ids.iter().copied().filter(is_left).collect();
            found.extend(self.try_all(&left, effort));
        }
        // With more time the cheap ways may come to something, too.
        let is_tried = |id: &&ObjectiveId| is_whole || self.unproved.get(id) != Some(&spent);
        self.tried.extend(ids.iter().filter(is_tried));
        found
    }

    /// What to try next, and for which of these: all ways, and trace refinement alone, which spends the time of all
    /// on one way, take turns. Nothing is tried again with less time than before.
    fn next_effort(&mut self, ids: &[ObjectiveId]) -> Option<(Effort, Vec<ObjectiveId>)> {
        let share = self.left / u32::try_from(ids.len().max(1)).unwrap_or(u32::MAX);
        let has_proofs = self.has_all_ways();
        let is_allowed = |effort: Effort| has_proofs || effort == Effort::Traces;
        self.passes.sort_by_key(|(_, passes)| passes.count);
        for (effort, passes) in self.passes.iter_mut().filter(|(effort, _)| is_allowed(*effort)) {
            let is_due = |id: &ObjectiveId| passes.given.get(id).is_none_or(|it| share >= *it);
            let due: Vec<ObjectiveId> = ids.iter().copied().filter(is_due).collect();
            if !due.is_empty() {
                passes.count += 1;
                passes.given.extend(due.iter().map(|id| (*id, share)));
                return Some((*effort, due));
            }
        }
        None
    }

    /// Whether there are other ways than trace refinement.
    fn has_all_ways(&self) -> bool {
        self.plan.settings.search.techniques.has(PROOFS)
    }

    fn try_all(&mut self, ids: &[ObjectiveId], effort: Effort) -> Vec<(ObjectiveId, Evidence)> {
        // What is false by the ranges of its operands is soon proved.
        let is_over = self.clock.at_most_for_proofs(self.left).is_zero();
        if ids.is_empty() {
            return Vec::new();
        }
        if let Some(why) = self.why_unprovable() {
            self.unproved.extend(ids.iter().map(|id| (*id, why.clone())));
            return Vec::new();
        }
        if effort != Effort::Local && is_over {
            let spent = Unproved::NotFound(Failure::Time);
            for id in ids {
                self.unproved.entry(*id).or_insert_with(|| spent.clone());
            }
            return Vec::new();
        }
        let start = Instant::now();
        let limits = Limits { stop: self.plan.settings.signals.cancel, ..Limits::default() };
        let time = match effort {
            // One proof for all that lemmas exclude, which takes longer to be accepted than to be found.
            Effort::Cheap => self.left / 2,
            Effort::Local
            | Effort::Function
            | Effort::Global
            | Effort::Traces
            | Effort::Exhausted => limits.time.min(self.left / 2),
        };
        // To find proofs and to have them accepted.
        let time = match effort {
            Effort::Local => time,
            Effort::Cheap
            | Effort::Function
            | Effort::Global
            | Effort::Traces
            | Effort::Exhausted => self.clock.at_most_for_proofs(time * 2) / 2,
        };
        let limits = Limits { time, ..limits };
        let mut found = Vec::new();
        let objectives = self.objectives;
        for (id, verdict) in self.prover().refute(objectives, ids, effort, limits) {
            match verdict {
                Ok(evidence) => {
                    self.unproved.remove(&id);
                    found.push((id, evidence));
                }
                // Another effort says more.
                Err(_)
                    if matches!(effort, Effort::Cheap | Effort::Function | Effort::Exhausted) => {}
                Err(_)
                    if effort == Effort::Traces
                        && self.has_all_ways()
                        && self.unproved.contains_key(&id) => {}
                Err(unproved) => {
                    self.unproved.insert(id, unproved);
                }
            }
        }
        self.left = self.left.saturating_sub(start.elapsed());
        found
    }

    /// Why proofs cannot speak of the entry, whatever would be proved.
    fn why_unprovable(&self) -> Option<Unproved> {
        if !self.plan.is_meaning_known() {
            return Some(Unproved::DataModel);
        }
        self.plan.why_unprovable().cloned().map(Unproved::Unprovable)
    }

    /// The prover, made when it is first needed.
    fn prover(&self) -> &'p Prover<'p> {
        self.prover.get_or_init(|| Prover::new(self.plan))
    }

    /// It was found elsewhere that an objective is infeasible.
    pub(crate) fn note_proved(&mut self, id: ObjectiveId) {
        self.unproved.remove(&id);
    }

    pub(crate) fn finish(self) -> Proved {
        let model = self.prover.get().map_or_else(|| "".into(), Prover::text);
        Proved { model, unproved: self.unproved }
    }
}
