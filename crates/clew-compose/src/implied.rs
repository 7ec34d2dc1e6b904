//! What conditions imply, asked of a solver: a summary for people says nothing that follows from what it says.

use crate::paths::EntryPath;
use crate::simplify::constant_of;
use clew_logic::{Model, Op, Substitution, TermId, TermPool};
use clew_solver::{Budget, Query, Solver, StackConfig, Verdict};
use std::collections::BTreeSet;

/// So many questions are asked for a function; what is left is told as it is.
const MOST_QUESTIONS: u32 = 4_000;
/// The conflicts of a question.
const CONFLICTS: u32 = 1_000;
/// So many parts of what a path leaves are looked at.
const MOST_PARTS: usize = 256;
/// Parts that are joined are looked at so often.
const ROUNDS: usize = 4;

/// A solver, and how many questions are left.
pub(crate) struct Implications {
    solver: Solver,
    left: u32,
}

impl Implications {
    pub(crate) fn new() -> Self {
        Implications { solver: Solver::new(StackConfig::default()), left: MOST_QUESTIONS }
    }

    /// Whether a condition is known to hold where all of these do.
    fn implies(&mut self, pool: &mut TermPool, conditions: &[TermId], condition: TermId) -> bool {
        if self.left == 0 || pool.value(condition).is_some() {
            return pool.value(condition) == Some(1);
        }
        self.left -= 1;
        let mut constraints = conditions.to_vec();
        constraints.push(pool.not(condition));
        let budget = Budget { time: None, conflicts: Some(CONFLICTS) };
        let near = Model::new();
        let query = Query { constraints: &constraints, previous: Some(&near), budget };
        matches!(self.solver.check(pool, &query), Verdict::Unsat(_))
    }

    /// The path with the choices made that its conditions make, in what it returns and changes.
    pub(crate) fn settle(&mut self, pool: &mut TermPool, path: &mut EntryPath) {
        let roots = |path: &EntryPath| -> Vec<TermId> {
            path.returned.into_iter().chain(path.changes.iter().map(|it| it.1)).collect()
        };
        // An outer choice that is made leaves fewer inner ones.
        let mut known = Substitution::new();
        for condition in choices(pool, &roots(path)) {
            let negated = pool.not(condition);
            if self.implies(pool, &path.conditions, condition) {
                known.replace(pool, condition, TermPool::TRUE);
            } else if self.implies(pool, &path.conditions, negated) {
                known.replace(pool, condition, TermPool::FALSE);
            }
        }
        substitute(pool, &mut known, path);
        let mut known = Substitution::new();
        for Narrow { whole, bits, term, by } in narrows(pool, &roots(path)) {
            let width = pool.width(whole);
            let upper = pool.extract(width - 1, bits, whole);
            let zero = pool.bv(width - bits, 0);
            let is_zero = pool.eq(upper, zero);
            if self.implies(pool, &path.conditions, is_zero) {
                known.replace(pool, term, by);
            }
        }
        substitute(pool, &mut known, path);
        // What is joined may be a part of another.
        for _ in 0..ROUNDS {
            let joints = joints(pool, &roots(path));
            if joints.is_empty() {
                break;
            }
            let mut known = Substitution::new();
            joints.into_iter().for_each(|(term, by)| known.replace(pool, term, by));
            substitute(pool, &mut known, path);
        }
    }

    /// The conjunction without conditions that follow from the others, those that take more words first.
    pub(crate) fn shorten(&mut self, pool: &mut TermPool, conjunction: &mut BTreeSet<TermId>) {
        let mut order: Vec<(usize, TermId)> =
            conjunction.iter().map(|it| (pool.post_order(&[*it]).len(), *it)).collect();
        order.sort_unstable_by(|a, b| b.cmp(a));
        for (_, condition) in order {
            let others: Vec<TermId> =
                conjunction.iter().copied().filter(|it| *it != condition).collect();
            if self.implies(pool, &others, condition) {
                conjunction.remove(&condition);
            }
        }
    }
}

/// The conditions of choices in terms and the comparisons in them, outermost first.
fn choices(pool: &TermPool, roots: &[TermId]) -> Vec<TermId> {
    let mut conditions: Vec<TermId> = Vec::new();
    for &part in pool.post_order(roots).iter().rev() {
        let condition = match pool.op(part) {
            Op::Ite => pool.args(part)[0],
            Op::Eq | Op::Ult | Op::Slt => part,
            _ => continue,
        };
        if !conditions.contains(&condition) && conditions.len() < MOST_PARTS {
            conditions.push(condition);
        }
    }
    conditions
}

/// What of a term's upper bits being zero makes simpler.
struct Narrow {
    /// The term of which the low bits are looked at, and how many.
    whole: TermId,
    bits: u32,
    /// What stands there, and what may stand there instead.
    term: TermId,
    by: TermId,
}

/// Comparisons of low bits with constants, and low bits below zeros: `x & 7`.
fn narrows(pool: &mut TermPool, roots: &[TermId]) -> Vec<Narrow> {
    let mut found = Vec::new();
    for term in pool.post_order(roots) {
        let low = match pool.op(term) {
            Op::Eq => constant_of(pool, term).map(|(it, _)| it),
            Op::Concat if pool.value(pool.args(term)[0]) == Some(0) => Some(pool.args(term)[1]),
            _ => None,
        };
        let Some(low) = low.filter(|it| pool.op(*it) == Op::Extract) else { continue };
        let (whole, Some((high, 0))) = (pool.args(low)[0], pool.extract_bounds(low)) else {
            continue;
        };
        let by = match constant_of(pool, term).filter(|_| pool.op(term) == Op::Eq) {
            Some((_, value)) => {
                let value = pool.bv(pool.width(whole), value);
                pool.eq(whole, value)
            }
            None if pool.sort(term) == pool.sort(whole) => whole,
            None => continue,
        };
        found.push(Narrow { whole, bits: high + 1, term, by });
        if found.len() == MOST_PARTS {
            break;
        }
    }
    found
}

/// Upper bits of a term above what its lower bits are, however these are said: the term.
fn joints(pool: &mut TermPool, roots: &[TermId]) -> Vec<(TermId, TermId)> {
    let parts = pool.post_order(roots);
    let concats: Vec<TermId> =
        parts.into_iter().filter(|it| pool.op(*it) == Op::Concat).take(MOST_PARTS).collect();
    let mut found = Vec::new();
    for term in concats {
        let (upper, lower) = (pool.args(term)[0], pool.args(term)[1]);
        let Some((high, low)) = pool.extract_bounds(upper) else { continue };
        let whole = pool.args(upper)[0];
        if low == pool.width(lower) && pool.extract(low - 1, 0, whole) == lower {
            let by =
                if high + 1 == pool.width(whole) { whole } else { pool.extract(high, 0, whole) };
            if by != term {
                found.push((term, by));
            }
        }
    }
    found
}

fn substitute(pool: &mut TermPool, known: &mut Substitution, path: &mut EntryPath) {
    path.returned = path.returned.map(|term| known.apply(pool, term));
    for (_, value) in &mut path.changes {
        *value = known.apply(pool, *value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::Sort;
    use clew_symbolic::Ending;
    use clew_vm::stop::Stop;

    #[test]
    fn what_conditions_decide_is_settled() {
        let mut pool = TermPool::new();
        let [i, v, old] = ["i", "v", "old"].map(|name| pool.input(name, Sort::BitVec(8)));
        let (three, seven, nine) = (pool.bv(8, 3), pool.bv(8, 7), pool.bv(8, 9));
        let masked = pool.and(i, seven);
        let (at, beyond) = (pool.eq(masked, three), pool.eq(i, nine));
        let inner = pool.ite(beyond, v, old);
        let changed = pool.ite(at, v, inner);
        let below = pool.ult(i, seven);
        let mut path = EntryPath {
            conditions: vec![below],
            end: Ending::Stop(Stop::Return(None)),
            returned: None,
            changes: vec![("a[3]".to_owned(), changed)],
        };
        Implications::new().settle(&mut pool, &mut path);
        let at = pool.eq(i, three);
        assert_eq!(path.changes[0].1, pool.ite(at, v, old));
    }

    #[test]
    fn bytes_of_a_sum_are_the_sum() {
        let mut pool = TermPool::new();
        let n = pool.input("n", Sort::BitVec(32));
        let one = pool.bv(32, 1);
        let sum = pool.add(n, one);
        let bytes: Vec<TermId> = (0..4).map(|at| pool.extract(8 * at + 7, 8 * at, sum)).collect();
        let low = pool.concat(bytes[1], bytes[0]);
        let upper = pool.concat(bytes[3], bytes[2]);
        let joined = pool.concat(upper, low);
        let mut path = EntryPath {
            conditions: Vec::new(),
            end: Ending::Stop(Stop::Return(None)),
            returned: Some(joined),
            changes: Vec::new(),
        };
        Implications::new().settle(&mut pool, &mut path);
        assert_eq!(path.returned, Some(sum));
    }

    #[test]
    fn what_follows_is_left_out() {
        let mut pool = TermPool::new();
        let i = pool.input("i", Sort::BitVec(8));
        let (five, one) = (pool.bv(8, 5), pool.bv(8, 1));
        let below = pool.ult(i, five);
        let shifted = pool.lshr(i, one);
        let follows = pool.ult(shifted, five);
        let mut conjunction = BTreeSet::from([below, follows]);
        Implications::new().shorten(&mut pool, &mut conjunction);
        assert_eq!(conjunction, BTreeSet::from([below]));
    }
}
