//! What a worker asks its solver, and what it remembers of the answers.

use clew_logic::TermId;
use clew_solver::{CoreCache, QueryLog, Solver, StackConfig, Statistics};

/// The contradictions that are remembered.
const CONTRADICTIONS: usize = 1 << 16;

/// A solver with what was asked of it and refuted.
pub(crate) struct Questions {
    pub(super) solver: Solver,
    /// The constraints of the question that is being asked.
    pub(super) constraints: Vec<TermId>,
    /// How many questions were asked.
    pub(super) asked: u64,
    /// Constraints of paths that the solver found to contradict each other.
    pub(super) refuted: CoreCache,
}

impl Questions {
    pub(super) fn new(config: StackConfig, log: Option<QueryLog>) -> Self {
        let mut solver = Solver::new(config);
        if let Some(log) = log {
            solver.record_to(log);
        }
        Questions {
            solver,
            constraints: Vec::new(),
            asked: 0,
            refuted: CoreCache::new(CONTRADICTIONS),
        }
    }

    /// Why the constraints contradict each other, where that is known already.
    pub(super) fn known_contradiction(&mut self) -> Option<Vec<TermId>> {
        self.refuted.find(&self.constraints)
    }

    /// What ends a question that is being asked.
    pub(super) fn interrupter(&self) -> clew_solver::Interrupter {
        self.solver.interrupter()
    }

    /// What was asked so far, and what that took.
    pub(super) fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
}
