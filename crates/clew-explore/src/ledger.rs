//! What all workers have found together.

mod faults;
mod gaps;
mod solved;

use clew_ir::ProbeId;
use clew_symbolic::{Ending, PathId, TestCase, Trace};
use clew_vm::stop::{FaultKind, Stop};
use rustc_hash::FxHashSet;
use std::time::Duration;

use crate::assignment::Assignment;
use crate::goal::Goal;
use crate::report::{Divergence, Found, Gap, Milestone, Place, Reason, Statistics};
use crate::settings::LabelDeletion;
use faults::FaultsSeen;
use gaps::Gaps;
use solved::SolvedLabels;

/// The results so far.
pub(crate) struct Ledger<'g> {
    pub(crate) goal: &'g mut dyn Goal,
    /// The counts that are kept here; the others are filled in at the end.
    pub(crate) statistics: Statistics,
    pub(crate) found: Vec<Found>,
    /// Objectives covered; changes whenever coverage does.
    pub(crate) covered: usize,
    /// How much was covered when, whenever it was more.
    pub(crate) progress: Vec<Milestone>,
    /// The paths through the program that runs have gone.
    paths: FxHashSet<PathId>,
    pub(crate) faults: FaultsSeen,
    pub(crate) gaps: Gaps,
    pub(crate) solved: SolvedLabels,
    restarts: Restarts,
}

impl<'g> Ledger<'g> {
    pub(crate) fn new(goal: &'g mut dyn Goal) -> Self {
        Ledger {
            goal,
            statistics: Statistics::default(),
            found: Vec::new(),
            covered: 0,
            progress: Vec::new(),
            paths: FxHashSet::default(),
            faults: FaultsSeen::default(),
            gaps: Gaps::default(),
            solved: SolvedLabels::default(),
            restarts: Restarts::default(),
        }
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
        self.gaps.note_run(&trace);
        let is_new = self.paths.insert(trace.path);
        let is_new_fault;
        match &trace.stop {
            // Inputs that are excluded, or that no test can give, show nothing.
            Ending::Assumption => return,
            Ending::Bound => {
                self.statistics.cut_runs += 1;
                if trace.hits.iter().any(|hit| !self.faults.is_met_calmly(*hit)) {
                    self.gaps.wanted_elements.extend(trace.wanted_elements);
                }
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
            self.restarts.dry = 0;
        }
        let is_fault = matches!(trace.stop, Ending::Stop(Stop::Fault(_)));
        let spares_fault = !is_fault && self.faults.is_spared(&trace.hits);
        let is_part = newly_covered > 0 || self.goal.is_partial();
        // A function without objectives has a test, too, also where its first runs fault.
        let is_first_test = !is_fault && self.found.iter().all(|it| it.fault().is_some());
        if is_part || is_new_fault || spares_fault || is_first_test || self.found.is_empty() {
            self.faults.note_kept(&trace.hits, is_fault);
            let (case, assignment) = keep(&trace);
            let Trace { hits, sequence, .. } = trace;
            self.found.push(Found { case, assignment, newly_covered, hits, sequence });
        }
    }

    /// Remembers how much is covered after so many runs and queries.
    pub(crate) fn note_progress(&mut self, elapsed: Duration, runs: u64, queries: u64) {
        self.progress.push(Milestone { elapsed, runs, queries, covered: self.covered });
    }

    /// Whether the run ended in a fault for the first time.
    fn enter_stop(&mut self, stop: &Stop) -> bool {
        match stop {
            Stop::Return(_) | Stop::Exit(_) | Stop::Interrupted => false,
            Stop::Unsupported(at) => {
                let gap = Gap::Unsupported(at.feature.clone());
                self.gaps.note(Reason { gap, place: Place::Source(at.span) });
                false
            }
            Stop::Fault(fault) => {
                if fault.kind == FaultKind::StepLimit {
                    let place = Place::Source(fault.span);
                    self.gaps.note_lasting(Reason { gap: Gap::StepLimit, place });
                }
                self.faults.enter(fault.kind, fault.span)
            }
        }
    }

    /// Remembers that the program has inputs: another start may then lead elsewhere.
    pub(crate) fn note_inputs(&mut self) {
        self.restarts.has_inputs = true;
    }

    /// The labels that are aimed at no more, in the order in which they came to that.
    pub(crate) fn deleted(&self, deletion: LabelDeletion) -> &[ProbeId] {
        match deletion {
            LabelDeletion::Never => &[],
            LabelDeletion::Solved => self.solved.in_order(),
            LabelDeletion::Decided => self.goal.settled(),
        }
    }

    /// Whether a label is aimed at no more.
    pub(crate) fn is_deleted(&self, label: ProbeId, deletion: LabelDeletion) -> bool {
        match deletion {
            LabelDeletion::Never => false,
            LabelDeletion::Solved => self.solved.contains(label),
            LabelDeletion::Decided => self.goal.is_covered(label),
        }
    }

    /// Remembers a run that went elsewhere.
    pub(crate) fn diverged(&mut self, divergence: Divergence) {
        self.statistics.divergences += 1;
        self.gaps.diverged(divergence);
    }

    /// The number of the next random restart, while one may help.
    pub(crate) fn next_restart(&mut self, limit: u32) -> Option<u64> {
        let is_incomplete = self.gaps.may_close() || self.statistics.divergences > 0;
        let may_help = is_incomplete && self.restarts.has_inputs && !self.goal.is_done();
        if !may_help || self.restarts.dry >= limit {
            return None;
        }
        self.restarts.dry += 1;
        self.statistics.restarts += 1;
        Some(self.statistics.restarts)
    }

    /// Continues the numbers of restarts that an earlier process made.
    pub(crate) fn repeat_restart(&mut self, number: u64) {
        self.restarts.dry += 1;
        self.statistics.restarts = self.statistics.restarts.max(number);
    }
}

/// Whether another restart may show more.
#[derive(Debug, Default)]
struct Restarts {
    /// How many in a row covered nothing.
    dry: u32,
    /// Whether the program has inputs: another start may then lead elsewhere.
    has_inputs: bool,
}
