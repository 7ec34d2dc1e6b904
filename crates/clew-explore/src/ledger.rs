//! What all workers have found together.

use clew_ir::{ProbeId, Span};
use clew_symbolic::{Arm, Ending, ForkSite, Incomplete, Remedy, TestCase, Trace};
use clew_vm::stop::{FaultKind, Stop};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

use crate::assignment::Assignment;
use crate::candidate::CandidateInfo;
use crate::goal::Goal;
use crate::report::{Divergence, Found, Gap, Milestone, OpenCandidate, Place, Reason, Statistics};
use crate::settings::LabelDeletion;

/// Divergences that are told one by one.
const MAX_DIVERGENCES: usize = 100;

/// The results so far.
pub(crate) struct Ledger<'g> {
    pub(crate) goal: &'g mut dyn Goal,
    /// The counts that are kept here; the others are filled in at the end.
    pub(crate) statistics: Statistics,
    pub(crate) found: Vec<Found>,
    pub(crate) reasons: Vec<Reason>,
    pub(crate) divergences: Vec<Divergence>,
    pub(crate) open: Vec<OpenCandidate>,
    /// Objectives covered; changes whenever coverage does.
    pub(crate) covered: usize,
    /// How much was covered when, whenever it was more.
    pub(crate) progress: Vec<Milestone>,
    paths: FxHashSet<u64>,
    faults: FxHashSet<(FaultKind, Span)>,
    /// The probes of kept runs that did not end in a fault.
    calm: FxHashSet<ProbeId>,
    /// The probes of kept runs that did, as far as no other has them.
    only_by_fault: FxHashSet<ProbeId>,
    given_up: FxHashSet<Incomplete>,
    known_reasons: FxHashSet<Reason>,
    open_places: FxHashMap<(ForkSite, Option<Arm>, String), usize>,
    dry_restarts: u32,
    /// How many of the reasons no other inputs make up for: runs that do not end, what the world
    /// may do.
    lasting: usize,
    has_inputs: bool,
    /// The labels that inputs have been solved for.
    solved: FxHashSet<ProbeId>,
    /// The same in the order in which they came.
    solved_order: Vec<ProbeId>,
    /// What a further search may try, to show more.
    pub(crate) remedies: BTreeSet<Remedy>,
    /// Whether memory was allocated, which never fails.
    pub(crate) allocates: bool,
}

impl<'g> Ledger<'g> {
    pub(crate) fn new(goal: &'g mut dyn Goal) -> Self {
        Ledger {
            goal,
            statistics: Statistics::default(),
            found: Vec::new(),
            reasons: Vec::new(),
            divergences: Vec::new(),
            open: Vec::new(),
            covered: 0,
            progress: Vec::new(),
            paths: FxHashSet::default(),
            faults: FxHashSet::default(),
            calm: FxHashSet::default(),
            only_by_fault: FxHashSet::default(),
            given_up: FxHashSet::default(),
            known_reasons: FxHashSet::default(),
            open_places: FxHashMap::default(),
            dry_restarts: 0,
            lasting: 0,
            has_inputs: false,
            solved: FxHashSet::default(),
            solved_order: Vec::new(),
            remedies: BTreeSet::new(),
            allocates: false,
        }
    }

    /// The number of different faults.
    pub(crate) fn fault_count(&self) -> usize {
        self.faults.len()
    }

    /// Whether a run counts for what it has met: not where its inputs are excluded, where no test
    /// can give them, or where the machine cannot finish it.
    pub(crate) fn counts(trace: &Trace) -> bool {
        match &trace.stop {
            Ending::Assumption | Ending::Bound => false,
            Ending::Stop(stop) => !matches!(stop, Stop::Unsupported(_) | Stop::Interrupted),
        }
    }

    /// Enters a run; `keep` makes a test of it, where it is worth keeping.
    pub(crate) fn enter(
        &mut self,
        trace: Trace,
        keep: impl FnOnce(&Trace) -> (TestCase, Assignment),
    ) {
        self.allocates |= trace.allocates;
        for incomplete in &trace.incomplete {
            self.remedies.extend(incomplete.cause.remedy());
            if self.given_up.insert(incomplete.clone()) {
                let place = Place::Source(incomplete.span);
                let before = self.reasons.len();
                self.note(Reason { gap: Gap::Run(incomplete.cause.clone()), place });
                if !incomplete.cause.is_of_inputs() {
                    self.lasting += self.reasons.len() - before;
                }
            }
        }
        let is_new = self.paths.insert(trace.identity);
        let is_new_fault;
        match &trace.stop {
            // Inputs that are excluded, or that no test can give, show nothing.
            Ending::Assumption => return,
            Ending::Bound => {
                self.statistics.cut_runs += 1;
                return;
            }
            Ending::Stop(stop) => {
                is_new_fault = self.enter_stop(stop);
                if matches!(stop, Stop::Unsupported(_) | Stop::Interrupted) {
                    // No test comes of a run that the machine cannot finish.
                    self.statistics.cut_runs += 1;
                    return;
                }
                self.statistics.paths += u64::from(is_new);
            }
        }
        let newly_covered = self.goal.observe(&trace);
        if newly_covered > 0 {
            self.covered += newly_covered;
            self.dry_restarts = 0;
        }
        let is_fault = matches!(trace.stop, Ending::Stop(Stop::Fault(_)));
        let spares_fault = !is_fault && self.spares_fault(&trace.hits);
        let is_part = newly_covered > 0 || self.goal.is_partial();
        if is_part || is_new_fault || spares_fault || self.found.is_empty() {
            self.note_kept(&trace.hits, is_fault);
            let (case, assignment) = keep(&trace);
            let Trace { hits, sequence, .. } = trace;
            self.found.push(Found { case, assignment, newly_covered, hits, sequence });
        }
    }

    /// Remembers how much is covered after so many runs and queries.
    pub(crate) fn note_progress(&mut self, runs: u64, queries: u64) {
        self.progress.push(Milestone { runs, queries, covered: self.covered });
    }

    /// Whether a run that ends well hits something that only faulting runs have hit: a test that
    /// goes on to its end is worth more.
    fn spares_fault(&self, hits: &[ProbeId]) -> bool {
        !self.only_by_fault.is_empty() && hits.iter().any(|hit| self.only_by_fault.contains(hit))
    }

    /// Whether something is covered by faulting runs only.
    pub(crate) fn covers_only_by_fault(&self) -> bool {
        !self.only_by_fault.is_empty()
    }

    fn note_kept(&mut self, hits: &[ProbeId], is_fault: bool) {
        for &hit in hits {
            if !is_fault {
                self.calm.insert(hit);
                self.only_by_fault.remove(&hit);
            } else if !self.calm.contains(&hit) {
                self.only_by_fault.insert(hit);
            }
        }
    }

    /// Whether the run ended in a fault for the first time.
    fn enter_stop(&mut self, stop: &Stop) -> bool {
        match stop {
            Stop::Return(_) | Stop::Exit(_) | Stop::Interrupted => false,
            Stop::Unsupported(at) => {
                let gap = Gap::Unsupported(at.feature.clone());
                self.note(Reason { gap, place: Place::Source(at.span) });
                false
            }
            Stop::Fault(fault) => {
                if fault.kind == FaultKind::StepLimit {
                    let before = self.reasons.len();
                    self.note(Reason { gap: Gap::StepLimit, place: Place::Source(fault.span) });
                    self.lasting += self.reasons.len() - before;
                }
                self.faults.insert((fault.kind, fault.span))
            }
        }
    }

    /// Remembers that the program has inputs: another start may then lead elsewhere.
    pub(crate) fn note_inputs(&mut self) {
        self.has_inputs = true;
    }

    /// Remembers that inputs for a label have been found by solving for it.
    pub(crate) fn note_solved(&mut self, label: ProbeId) {
        if self.solved.insert(label) {
            self.solved_order.push(label);
        }
    }

    /// The labels that are aimed at no more, in the order in which they came to that.
    pub(crate) fn deleted(&self, deletion: LabelDeletion) -> &[ProbeId] {
        match deletion {
            LabelDeletion::Never => &[],
            LabelDeletion::Solved => &self.solved_order,
            LabelDeletion::Decided => self.goal.settled(),
        }
    }

    /// Whether a label is aimed at no more.
    pub(crate) fn is_deleted(&self, label: ProbeId, deletion: LabelDeletion) -> bool {
        match deletion {
            LabelDeletion::Never => false,
            LabelDeletion::Solved => self.solved.contains(&label),
            LabelDeletion::Decided => self.goal.is_covered(label),
        }
    }

    /// Remembers why the search is not complete.
    pub(crate) fn note(&mut self, reason: Reason) {
        if self.known_reasons.insert(reason.clone()) {
            self.reasons.push(reason);
        }
    }

    /// Remembers a candidate that was given up.
    pub(crate) fn leave_open(&mut self, candidate: &CandidateInfo, reason: String) {
        let key = (candidate.site, candidate.arm, reason);
        if let Some(&place) = self.open_places.get(&key) {
            self.open[place].paths += 1;
            return;
        }
        let (site, arm, reason) = key.clone();
        self.open_places.insert(key, self.open.len());
        self.open.push(OpenCandidate { site, arm, reason, paths: 1 });
    }

    /// Remembers a run that went elsewhere.
    pub(crate) fn diverged(&mut self, divergence: Divergence) {
        self.statistics.divergences += 1;
        if self.divergences.len() < MAX_DIVERGENCES {
            self.divergences.push(divergence);
        }
    }

    /// Whether something was given up that a restart may make up for: no restart helps a run
    /// that does not end.
    fn is_incomplete(&self) -> bool {
        self.reasons.len() > self.lasting
            || !self.open.is_empty()
            || self.statistics.divergences > 0
    }

    /// The number of the next random restart, while one may help.
    pub(crate) fn next_restart(&mut self, limit: u32) -> Option<u64> {
        let may_help = self.is_incomplete() && self.has_inputs && !self.goal.is_done();
        if !may_help || self.dry_restarts >= limit {
            return None;
        }
        self.dry_restarts += 1;
        self.statistics.restarts += 1;
        Some(self.statistics.restarts)
    }

    /// Continues the numbers of restarts that an earlier process made.
    pub(crate) fn repeat_restart(&mut self, number: u64) {
        self.dry_restarts += 1;
        self.statistics.restarts = self.statistics.restarts.max(number);
    }
}
