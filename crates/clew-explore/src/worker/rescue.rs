//! Runs that met something open and came to nothing: an assumption did not hold, or the inputs
//! were too small. They cover nothing, so another way on from where they met it is wanted, though
//! nothing open may lie ahead of it.

use std::collections::VecDeque;

use clew_ir::ProbeId;
use clew_vm::stop::Stop;
use clew_vm::symbolic::{Ending, Trace};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::candidate::CandidateId;
use crate::goal::Goal;
use crate::tree::Tree;

/// The most candidates that wait to be tried out of turn.
const MAX_WAITING: usize = 64;

/// The candidates beside such runs.
#[derive(Debug, Default)]
pub(super) struct Rescue {
    /// What each run met.
    met: Vec<Vec<ProbeId>>,
    /// By candidate: its run.
    run_of: FxHashMap<CandidateId, usize>,
    /// The first candidate of each place of such a run.
    waiting: VecDeque<CandidateId>,
    is_turn: bool,
}

impl Rescue {
    /// Takes note of a run and the candidates beside it, if it is such a run.
    pub(super) fn note(
        &mut self,
        trace: &Trace,
        candidates: &[CandidateId],
        tree: &Tree,
        goal: &dyn Goal,
    ) {
        let comes_to_nothing = matches!(
            trace.stop,
            Ending::Assumption | Ending::Bound | Ending::Stop(Stop::Unsupported(_))
        );
        if !comes_to_nothing {
            return;
        }
        let open: Vec<ProbeId> =
            trace.hits.iter().copied().filter(|probe| !goal.is_covered(*probe)).collect();
        if open.is_empty() {
            return;
        }
        let mut places = FxHashSet::default();
        for &candidate in candidates {
            self.run_of.insert(candidate, self.met.len());
            let info = tree.info(candidate);
            if places.insert((info.site, info.arm)) && self.waiting.len() < MAX_WAITING {
                self.waiting.push_back(candidate);
            }
        }
        self.met.push(open);
    }

    /// Whether a candidate may lead to a run that covers what another only met.
    pub(super) fn is_wanted(&self, candidate: CandidateId, goal: &dyn Goal) -> bool {
        let run = self.run_of.get(&candidate);
        run.is_some_and(|run| self.met[*run].iter().any(|probe| !goal.is_covered(*probe)))
    }

    /// A candidate to be tried out of turn, every other time: by its place alone, a strategy
    /// expects nothing of it.
    pub(super) fn next(&mut self, tree: &Tree, goal: &dyn Goal) -> Option<CandidateId> {
        self.is_turn = !self.is_turn;
        if !self.is_turn {
            return None;
        }
        while let Some(candidate) = self.waiting.pop_front() {
            if tree.is_pending(candidate) && self.is_wanted(candidate, goal) {
                return Some(candidate);
            }
        }
        None
    }

    /// Forgets every candidate.
    pub(super) fn clear(&mut self) {
        self.met.clear();
        self.run_of.clear();
        self.waiting.clear();
    }
}
