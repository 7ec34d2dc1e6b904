//! Which tests come out the same behind an assignment as before it, though it writes what they read:
//! `flags & 2` does not care for `flags |= 4`. The solver is asked once for each.

use super::super::predicate::Predicate;
use super::super::write::{Stored, before_write};
use clew_ir::{Expr, FunctionId, Place, Program};
use clew_logic::TermPool;
use clew_solver::{Budget, Query, Solver, StackConfig, Verdict};
use clew_symbolic::meaning::{Rules, Style, SymbolicStore};
use std::time::Duration;

/// What one question may cost.
const BUDGET: Budget = Budget { time: Some(Duration::from_millis(200)), conflicts: Some(2_000) };

/// Whether a condition over variables holds behind an assignment exactly where it holds before.
pub(super) fn is_kept(
    program: &Program,
    function: FunctionId,
    condition: &Expr,
    (place, value): (&Place, &Expr),
) -> bool {
    let mut behind = Predicate::always();
    behind.require(0, condition.clone());
    let frames = [&program.functions[function]];
    let before = before_write(program, &frames, &behind, place, Stored::Value(value));
    let [Predicate { literals }] = &before[..] else { return false };
    let [literal] = &literals[..] else { return false };
    let mut pool = TermPool::new();
    let mut store =
        SymbolicStore::new(&mut pool, program, function, Style::Substituted, Rules::Machine);
    let was = store.holds_in(&mut pool, 0, condition);
    let is = store.holds_in(&mut pool, 0, &literal.expr);
    let same = pool.eq(was, is);
    let differs = pool.not(same);
    if differs == TermPool::FALSE {
        return true;
    }
    let constraints = [differs];
    let query = Query::new(&constraints).with_budget(BUDGET);
    let mut solver = Solver::new(StackConfig::default());
    matches!(solver.check(&mut pool, &query), Verdict::Unsat(_))
}
