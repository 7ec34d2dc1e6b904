//! Which candidate a worker tries next, and which it leaves alone.

use std::time::Instant;

use clew_criteria::Relevance;
use clew_ir::ProbeId;
use clew_symbolic::{Arm, CallsId, ForkKind, Trace};

use super::Worker;
use super::fault_search::Tries;
use crate::candidate::{CandidateId, PlaceId, UnmetId};
use crate::goal::CoverageStructure as _;
use crate::ledger::Ledger;
use crate::nearness::Ruler;
use crate::report::Stopped;
use crate::settings::LabelDeletion;
use crate::subject::Subject;
use crate::tree::Tree;

/// How often a fault is looked for at a site when every objective is decided.
const CHECK_TRIES: u32 = 3;
/// The same, when no candidate is left that can meet anything.
const LAST_CHECK_TRIES: u32 = 50;

impl<S: Subject> Worker<'_, '_, S> {
    pub(super) fn next_candidate(&mut self) -> Option<CandidateId> {
        self.aim.joint_targets.clear();
        if self.shared.is_finishing() {
            return self.next_to_finish();
        }
        let started = Instant::now();
        let next = self.next_of_strategy();
        self.shared.ledger().statistics.choosing_time += started.elapsed();
        if next.is_some() || !self.shared.settings.faults.seek {
            return next;
        }
        self.fault_search.next(&mut self.tree, LAST_CHECK_TRIES).or_else(|| self.next_irrelevant())
    }

    /// Some of the candidates that can meet nothing, when no other is left: they may show faults.
    fn next_irrelevant(&mut self) -> Option<CandidateId> {
        let tries = Tries::Few(self.shared.settings.faults.tries);
        self.fault_search.try_another(tries).then(|| self.waiting.call_back(&mut self.tree))?
    }

    /// When every objective is decided: arms that fault, a few times at each site; then, where
    /// only runs that fault cover something, some more candidates for one that does not.
    fn next_to_finish(&mut self) -> Option<CandidateId> {
        if let Some(candidate) = self.fault_search.next(&mut self.tree, CHECK_TRIES) {
            return Some(candidate);
        }
        let tries = match self.shared.ledger().faults.cover_alone() {
            true => Tries::All,
            false => Tries::Few(self.shared.settings.faults.tries),
        };
        if self.fault_search.try_another(tries) {
            let next = self.next_of_strategy();
            let next = next.or_else(|| self.waiting.call_back(&mut self.tree));
            if next.is_some() {
                return next;
            }
        }
        self.shared.control.stop(Stopped::Covered);
        None
    }

    /// The strategy's choice among the candidates that can meet something open.
    fn next_of_strategy(&mut self) -> Option<CandidateId> {
        let is_filtered = self.is_filtering();
        self.settle_labels();
        let shared = self.shared;
        let mut ledger = shared.ledger();
        loop {
            let covered = ledger.covered;
            let candidate = self
                .guidance
                .strategy
                .next(&mut self.guidance.places.structure(&*ledger.goal, covered))?;
            if !is_wanted(&mut self.tree, candidate, &ledger, self.shared.settings.search.labels) {
                continue;
            }
            let place = self.place(candidate);
            let mut structure = self.guidance.places.structure(&*ledger.goal, covered);
            if !is_filtered || structure.relevance(place) != Relevance::Irrelevant {
                self.guidance.places.note_try(place);
                if self.shared.settings.search.joint_targets {
                    self.aim.joint_targets = self.guidance.strategy.joint_targets(candidate);
                }
                return Some(candidate);
            }
            ledger.statistics.filtered += 1;
            self.waiting.set_aside(&mut self.tree, candidate);
        }
    }

    /// Whether candidates that can meet nothing are left out.
    fn is_filtering(&self) -> bool {
        let settings = self.shared.settings;
        settings.search.filter && !settings.search.exhaustive && !self.shared.is_finishing()
    }

    /// Whether a candidate is left out because it can meet nothing open.
    pub(super) fn is_irrelevant(&mut self, candidate: CandidateId) -> bool {
        let (place, is_filtered) = (self.place(candidate), self.is_filtering());
        let ledger = self.shared.ledger();
        is_filtered && self.guidance.relevance(&ledger, place) == Relevance::Irrelevant
    }

    pub(super) fn place(&mut self, candidate: CandidateId) -> PlaceId {
        let info = self.tree.info(candidate);
        let calls = self.tree.calls_of(candidate);
        let way = (calls, self.tree.unmet_of(candidate));
        self.guidance.places.place(&info.site, info.arm, way, |calls| self.subject.calls(calls))
    }

    /// Remembers, of a run that is not counted, what each candidate beside it would meet on the way.
    /// `from` is the first of them among those that are new.
    pub(super) fn note_unmet(&mut self, trace: &Trace, from: usize) {
        if Ledger::counts(trace) {
            return;
        }
        let ledger = self.shared.ledger();
        let hits = trace.hits.iter().zip(&trace.forks_before);
        let open: Vec<(ProbeId, u32)> = hits
            .filter(|(probe, _)| !ledger.goal.is_covered(**probe))
            .map(|(probe, forks)| (*probe, *forks))
            .collect();
        let probes: Vec<ProbeId> = open.iter().map(|(probe, _)| *probe).collect();
        for &candidate in &self.waiting.new[from..] {
            let depth = self.tree.info(candidate).depth;
            let before = open.iter().take_while(|(_, forks)| *forks <= depth).count();
            self.tree.set_unmet(candidate, self.guidance.places.unmet_id(&probes[..before]));
        }
    }

    /// How near the last run came to sides of branches that meet something open.
    pub(super) fn near(&mut self, trace: &Trace) -> Vec<(PlaceId, u64)> {
        let mut near: Vec<(PlaceId, u64)> = Vec::new();
        if !self.guidance.strategy.wants_nearness() {
            return near;
        }
        let started = Instant::now();
        let mut ledger = self.shared.ledger();
        self.guidance.evaluator.forget();
        let (pool, model) = (self.subject.pool(), self.subject.assignment());
        let mut ruler = Ruler { pool, model, evaluator: &mut self.guidance.evaluator };
        for fork in trace.forks.iter().filter(|fork| fork.site.kind == ForkKind::Branch) {
            let other = Some(Arm(1 - fork.arm.0.min(1)));
            let way = (CallsId::NONE, UnmetId::NONE);
            let place = self.guidance.places.place(&fork.site, other, way, |_| Some(Vec::new()));
            if self.guidance.places.structure(&*ledger.goal, ledger.covered).relevance(place)
                != Relevance::Must
            {
                continue;
            }
            let distance = ruler.distance(fork.constraint, false);
            match near.iter_mut().find(|(known, _)| *known == place) {
                Some((_, least)) => *least = distance.min(*least),
                None => near.push((place, distance)),
            }
        }
        ledger.statistics.choosing_time += started.elapsed();
        near
    }

    /// Gives the new candidates to the strategy, but for those that can meet nothing.
    pub(crate) fn hand_over(&mut self) {
        let started = Instant::now();
        if let Some(news) = self.aim.take_news() {
            self.guidance.strategy.ran(&news);
        }
        let is_filtered = self.is_filtering();
        let shared = self.shared;
        let leaves_faults = !shared.settings.faults.seek && !shared.settings.search.exhaustive;
        let mut ledger = shared.ledger();
        for candidate in std::mem::take(&mut self.waiting.new) {
            if !self.tree.is_pending(candidate) {
                continue;
            }
            let (info, place) = (self.tree.info(candidate), self.place(candidate));
            let is_fault = matches!(info.site.kind, ForkKind::Check(_)) && info.arm == Some(Arm(0));
            let is_irrelevant = self.guidance.relevance(&ledger, place) == Relevance::Irrelevant;
            if is_fault && leaves_faults && is_irrelevant {
                self.tree.close(candidate);
                continue;
            }
            if is_fault {
                self.fault_search.push(candidate);
            }
            if is_filtered && is_irrelevant {
                ledger.statistics.filtered += 1;
                self.waiting.set_aside(&mut self.tree, candidate);
            } else {
                self.guidance.strategy.add(candidate, place, &info);
            }
        }
        ledger.statistics.choosing_time += started.elapsed();
    }
}

/// Whether a candidate is still to be tried. One for a label that is deleted is closed.
pub(super) fn is_wanted(
    tree: &mut Tree,
    candidate: CandidateId,
    ledger: &Ledger<'_>,
    deletion: LabelDeletion,
) -> bool {
    if !tree.is_pending(candidate) {
        return false;
    }
    let is_deleted = tree.label_of(candidate).is_some_and(|it| ledger.is_deleted(it, deletion));
    if is_deleted {
        tree.close(candidate);
    }
    !is_deleted
}
