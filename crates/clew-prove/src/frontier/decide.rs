//! Questions about predicates: can one hold at all, does one imply another.
//!
//! They are asked of any state of a location: nothing is known of variables and memory. So *cannot hold*
//! is a fact about the expressions alone.

use super::predicate::Predicate;
use super::space::{LocationId, Space};
use crate::clause::Clause;
use crate::target::Start;
use clew_logic::{TermId, TermPool};
use clew_solver::{Budget, Query, Solver, StackConfig, Verdict};
use clew_symbolic::meaning::{Rules, Style, SymbolicStore, Walk};
use std::time::Duration;

/// What one question may cost.
const BUDGET: Budget = Budget { time: Some(Duration::from_secs(2)), conflicts: Some(20_000) };

/// Who answers.
pub(super) struct Judge {
    solver: Solver,
    /// How many questions were asked.
    pub(super) asked: u64,
}

impl Judge {
    pub(super) fn new() -> Self {
        Self { solver: Solver::new(StackConfig::default()), asked: 0 }
    }

    fn is_refuted(&mut self, pool: &mut TermPool, constraints: &[TermId]) -> bool {
        if constraints.contains(&TermPool::FALSE) {
            return true;
        }
        if constraints.iter().all(|it| *it == TermPool::TRUE) {
            return false;
        }
        self.asked += 1;
        let query = Query::new(constraints).with_budget(BUDGET);
        matches!(self.solver.check(pool, &query), Verdict::Unsat(_))
    }

    /// Whether a predicate cannot hold at a location where some facts hold; literals that always hold
    /// are taken out of it.
    pub(super) fn is_contradiction(
        &mut self,
        space: &Space<'_>,
        at: LocationId,
        predicate: &mut Predicate,
        facts: &[Clause],
    ) -> bool {
        let mut pool = TermPool::new();
        let mut constraints = Vec::new();
        let mut store = store(space, &mut pool, at);
        predicate.literals.retain(|literal| {
            let term = store.holds_in(&mut pool, literal.depth, &literal.expr);
            constraints.push(term);
            term != TermPool::TRUE
        });
        for clause in facts {
            constraints.push(claimed(&mut pool, &mut store, clause));
        }
        self.solver = Solver::new(StackConfig::default());
        self.is_refuted(&mut pool, &constraints)
    }

    /// Whether one predicate holds wherever another does.
    pub(super) fn implies(
        &mut self,
        space: &Space<'_>,
        at: LocationId,
        from: &Predicate,
        to: &Predicate,
    ) -> bool {
        if to.literals.iter().all(|it| from.literals.contains(it)) {
            return true;
        }
        let mut pool = TermPool::new();
        let mut store = store(space, &mut pool, at);
        let mut all = |pool: &mut TermPool, predicate: &Predicate| {
            let terms = predicate.literals.iter();
            let terms: Vec<TermId> =
                terms.map(|it| store.holds_in(pool, it.depth, &it.expr)).collect();
            pool.and_all(terms)
        };
        let (holds, implied) = (all(&mut pool, from), all(&mut pool, to));
        let fails = pool.not(implied);
        self.solver = Solver::new(StackConfig::default());
        self.is_refuted(&mut pool, &[holds, fails])
    }

    /// Whether a predicate cannot hold where executions start.
    pub(super) fn is_excluded_at_start(
        &mut self,
        space: &Space<'_>,
        predicate: &Predicate,
    ) -> bool {
        let task = space.task;
        let mut pool = TermPool::new();
        let entry = task.start.function();
        let mut walk =
            Walk::new(&mut pool, task.program, entry, Style::Substituted, Rules::Machine);
        if let Start::Program(_) = task.start {
            walk.initialise(&mut pool, task.initial());
        }
        for (_, assumed) in task.assumes {
            walk.assume(&mut pool, assumed);
        }
        let mut constraints = Vec::new();
        for literal in &predicate.literals {
            constraints.push(walk.holds_in(&mut pool, literal.depth, &literal.expr));
        }
        constraints.extend(walk.store().constraints().iter().map(|it| it.term));
        self.solver = Solver::new(StackConfig::default());
        self.is_refuted(&mut pool, &constraints)
    }
}

/// That a clause holds in a state; those that lemmas do not have say nothing.
fn claimed(pool: &mut TermPool, store: &mut SymbolicStore<'_>, clause: &Clause) -> TermId {
    match clause {
        Clause::Outer(depth, expr) => store.holds_in(pool, *depth, expr),
        Clause::Not(literals) => {
            let literals = literals.iter();
            let terms: Vec<TermId> =
                literals.map(|(depth, expr)| store.holds_in(pool, *depth, expr)).collect();
            let all = pool.and_all(terms);
            pool.not(all)
        }
        Clause::Here(_) | Clause::Across { .. } => TermPool::TRUE,
    }
}

/// Any state of a location.
fn store<'p>(space: &Space<'p>, pool: &mut TermPool, at: LocationId) -> SymbolicStore<'p> {
    let frames = space.frames(at);
    let program = space.task.program;
    let mut store =
        SymbolicStore::new(pool, program, frames[0], Style::Substituted, Rules::Machine);
    for frame in &frames[1..] {
        store.push_frame(*frame);
    }
    store
}
