//! Certificates of unsatisfiability, read again.

use clew_logic::smtlib::Reader;
use clew_logic::{TermId, TermPool};

use crate::budget::Budget;
use crate::config::StackConfig;
use crate::query::Query;
use crate::stack::Solver;
use crate::verdict::Verdict;

/// Whether the answer to every query of an SMT-LIB script is `unsat`, found within a budget each.
/// A script that cannot be read is not refuted.
pub fn is_refuted(script: &str, budget: Budget) -> bool {
    let mut pool = TermPool::new();
    let Ok(script) = Reader::new().read(&mut pool, script) else { return false };
    let mut queries: Vec<Vec<TermId>> = Vec::new();
    script.for_each_query(|constraints, _| queries.push(constraints.to_vec()));
    let mut solver = Solver::new(StackConfig::default());
    let mut is_unsat = |constraints: &Vec<TermId>| {
        let query = Query::new(constraints).with_budget(budget);
        matches!(solver.check(&mut pool, &query), Verdict::Unsat(_))
    };
    !queries.is_empty() && queries.iter().all(&mut is_unsat)
}
