//! What the solver is asked, and what is remembered of its answers.

use clew_explore::technique::Host;
use clew_logic::{Model, TermId, TermPool};
use clew_solver::{Query, Solver, StackConfig, Verdict};
use clew_symbolic::mix;
use rustc_hash::FxHashMap;

/// Which conditions were found to hold on which paths, or not to: by the condition and the path.
pub(crate) type Implied = FxHashMap<(TermId, u64), bool>;

/// A solver, and which conditions were found to hold on which paths.
pub(crate) struct Questions {
    pub(crate) solver: Solver,
    implied: Implied,
    /// The effort since that was looked at, in steps.
    effort: u64,
}

/// What a question counts for, and one that is too hard.
const QUESTION: u64 = 50_000;
const HARD_QUESTION: u64 = 1_000_000;

impl Questions {
    pub(crate) fn new(config: StackConfig, implied: Implied, ground: &mut dyn Host) -> Self {
        let solver = Solver::new(config);
        ground.register(solver.interrupter());
        Questions { solver, implied, effort: 0 }
    }

    /// What was found out, for the next turn.
    pub(crate) fn into_implied(self) -> Implied {
        self.implied
    }

    /// The effort of the questions since this was asked.
    pub(crate) fn take_effort(&mut self) -> u64 {
        std::mem::take(&mut self.effort)
    }

    /// Inputs that satisfy constraints, near those of a run.
    pub(crate) fn inputs(
        &mut self,
        pool: &mut TermPool,
        ground: &mut dyn Host,
        constraints: &[TermId],
        near: &Model,
    ) -> Verdict {
        let budget = ground.begin_question();
        let query = Query { constraints, previous: Some(near), budget };
        let verdict = self.solver.check(pool, &query);
        self.effort += match verdict {
            Verdict::Sat(_) | Verdict::Unsat(_) => QUESTION,
            Verdict::Unknown(_) => HARD_QUESTION,
        };
        verdict
    }

    /// Whether a condition is known to hold for all inputs that satisfy these constraints.
    pub(crate) fn implies(
        &mut self,
        pool: &mut TermPool,
        ground: &mut dyn Host,
        path: &[TermId],
        condition: TermId,
    ) -> bool {
        if let Some(value) = pool.value(condition) {
            return value == 1;
        }
        // What holds without any path needs to be asked once only.
        self.is_implied(pool, ground, &[], condition)
            || (!path.is_empty() && self.is_implied(pool, ground, path, condition))
    }

    fn is_implied(
        &mut self,
        pool: &mut TermPool,
        ground: &mut dyn Host,
        path: &[TermId],
        condition: TermId,
    ) -> bool {
        let key = (condition, signature(path));
        if let Some(known) = self.implied.get(&key) {
            return *known;
        }
        let mut constraints = path.to_vec();
        constraints.push(pool.not(condition));
        let verdict = self.inputs(pool, ground, &constraints, &Model::new());
        let is_implied = matches!(verdict, Verdict::Unsat(_));
        self.implied.insert(key, is_implied);
        is_implied
    }
}

/// A hash of a path's constraints in one pool.
pub(crate) fn signature(path: &[TermId]) -> u64 {
    path.iter().fold(0, |hash, term| mix(hash, term.index() as u64 + 1))
}
