//! Certificates of unsatisfiability, read again.

use clew_logic::smtlib::Reader;
use clew_logic::{TermId, TermPool};

use crate::budget::Budget;
use crate::config::StackConfig;
use crate::query::Query;
use crate::stack::Solver;
use crate::verdict::Verdict;

/// Answers SMT-LIB scripts, one after the other. A name means the same in all of them, so that what
/// they have in common is worked out once.
pub struct Scripts {
    pool: TermPool,
    solver: Solver,
    budget: Budget,
}

impl Scripts {
    /// A solver of scripts that has this for each query.
    pub fn new(budget: Budget) -> Self {
        Self { pool: TermPool::new(), solver: Solver::new(StackConfig::default()), budget }
    }

    /// Whether the answer to every query of a script is `unsat`. A script that cannot be read is not
    /// refuted.
    pub fn is_refuted(&mut self, script: &str) -> bool {
        let Ok(script) = Reader::new().read(&mut self.pool, script) else { return false };
        let mut queries: Vec<Vec<TermId>> = Vec::new();
        script.for_each_query(|constraints, _| queries.push(constraints.to_vec()));
        let mut is_unsat = |constraints: &Vec<TermId>| {
            let query = Query::new(constraints).with_budget(self.budget);
            matches!(self.solver.check(&mut self.pool, &query), Verdict::Unsat(_))
        };
        !queries.is_empty() && queries.iter().all(&mut is_unsat)
    }
}
