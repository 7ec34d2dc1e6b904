//! Paths told in fewer words: what a condition says needs not be said again by another, nor in what comes of the path.

use crate::paths::EntryPath;
use clew_logic::{Op, Substitution, TermId, TermPool};

/// Conditions are looked at so often: each time, others may have become simpler.
const ROUNDS: usize = 4;

/// A path with the same meaning: what its conditions decide is put in the place of what depends on it.
pub(crate) fn simplified(pool: &mut TermPool, path: &EntryPath) -> EntryPath {
    let mut conditions = Vec::new();
    for &condition in &path.conditions {
        split(pool, condition, &mut conditions);
    }
    for _ in 0..ROUNDS {
        let before = conditions.clone();
        for at in 0..conditions.len() {
            use_condition(pool, &mut conditions, at);
        }
        let mut parts = Vec::new();
        for &condition in &conditions {
            let condition = without_weaker(pool, condition);
            split(pool, condition, &mut parts);
        }
        conditions = strongest(pool, &parts);
        if conditions == before {
            break;
        }
    }
    let (mut returned, mut changes) = (path.returned, path.changes.clone());
    for &condition in &conditions {
        let mut known = consequences(pool, condition);
        returned = returned.map(|term| known.apply(pool, term));
        for (_, value) in &mut changes {
            *value = known.apply(pool, *value);
        }
    }
    EntryPath { conditions, end: path.end.clone(), returned, changes }
}

/// Adds the parts of a conjunction, each once.
fn split(pool: &mut TermPool, condition: TermId, parts: &mut Vec<TermId>) {
    let mut agenda = vec![condition];
    while let Some(term) = agenda.pop() {
        let args = pool.args(term).to_vec();
        let is_or = |pool: &TermPool| pool.op(args[0]) == Op::Or;
        match pool.op(term) {
            Op::And => agenda.extend(args.iter().rev()),
            Op::Not if is_or(pool) => {
                for part in pool.args(args[0]).to_vec().into_iter().rev() {
                    agenda.push(pool.not(part));
                }
            }
            _ if pool.value(term) == Some(1) || parts.contains(&term) => {}
            _ => parts.push(term),
        }
    }
}

/// Puts what a condition says in the place of what others say of the same.
fn use_condition(pool: &mut TermPool, conditions: &mut [TermId], at: usize) {
    if pool.value(conditions[at]).is_some() {
        return;
    }
    let mut known = consequences(pool, conditions[at]);
    for other in (0..conditions.len()).filter(|other| *other != at) {
        let simpler = known.apply(pool, conditions[other]);
        // Conditions of a path do not contradict each other.
        if pool.value(simpler) != Some(0) {
            conditions[other] = simpler;
        }
    }
}

/// What may stand for what, where a condition holds: it is true, and what is equal to a constant is that.
fn consequences(pool: &mut TermPool, condition: TermId) -> Substitution {
    let mut known = Substitution::new();
    let args = pool.args(condition).to_vec();
    match pool.op(condition) {
        Op::Not => known.replace(pool, args[0], TermPool::FALSE),
        Op::Eq if pool.value(args[0]).is_some() => known.replace(pool, args[1], args[0]),
        Op::Eq if pool.value(args[1]).is_some() => known.replace(pool, args[0], args[1]),
        _ => known.replace(pool, condition, TermPool::TRUE),
    }
    known
}

/// match: `x == a || x != b` for different constants; result: `x != b`.
fn without_weaker(pool: &mut TermPool, condition: TermId) -> TermId {
    if pool.op(condition) != Op::Or {
        return condition;
    }
    let args = pool.args(condition).to_vec();
    for (one, other) in [(args[0], args[1]), (args[1], args[0])] {
        let negated = pool.not(other);
        let is_weaker = pool.op(one) == Op::Eq
            && pool.op(negated) == Op::Eq
            && constant_of(pool, one)
                .zip(constant_of(pool, negated))
                .is_some_and(|((x, a), (y, b))| x == y && a != b);
        if is_weaker {
            return other;
        }
    }
    condition
}

/// The term and the constant of an equality.
pub(crate) fn constant_of(pool: &TermPool, equality: TermId) -> Option<(TermId, u128)> {
    let args = pool.args(equality);
    let (a, b) = (args[0], args[1]);
    match (pool.value(a), pool.value(b)) {
        (Some(value), None) => Some((b, value)),
        (None, Some(value)) => Some((a, value)),
        _ => None,
    }
}

/// A bound on a term.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bound {
    term: TermId,
    is_signed: bool,
    is_upper: bool,
    /// The largest value there may be, or the smallest.
    value: i128,
}

/// The bound that a condition is.
fn bound(pool: &mut TermPool, condition: TermId) -> Option<Bound> {
    let (inner, holds) = match pool.op(condition) {
        Op::Not => (pool.args(condition)[0], false),
        _ => (condition, true),
    };
    let is_signed = match pool.op(inner) {
        Op::Slt => true,
        Op::Ult => false,
        _ => return None,
    };
    let (left, right) = (pool.args(inner)[0], pool.args(inner)[1]);
    let width = pool.width(left);
    let number = |value: u128| match is_signed && width < 128 && value >> (width - 1) == 1 {
        true => value as i128 - (1 << width),
        false => value as i128,
    };
    // x < c, c < x, c <= x, x <= c.
    Some(match (pool.value(left), pool.value(right), holds) {
        (None, Some(c), true) => {
            Bound { term: left, is_signed, is_upper: true, value: number(c) - 1 }
        }
        (Some(c), None, true) => {
            Bound { term: right, is_signed, is_upper: false, value: number(c) + 1 }
        }
        (None, Some(c), false) => {
            Bound { term: left, is_signed, is_upper: false, value: number(c) }
        }
        (Some(c), None, false) => {
            Bound { term: right, is_signed, is_upper: true, value: number(c) }
        }
        _ => return None,
    })
}

/// Conditions without bounds that others are stronger than.
fn strongest(pool: &mut TermPool, conditions: &[TermId]) -> Vec<TermId> {
    let bounds: Vec<Option<Bound>> = conditions.iter().map(|it| bound(pool, *it)).collect();
    let is_weaker = |(at, one): (usize, &Option<Bound>)| {
        let Some(one) = one else { return false };
        bounds.iter().enumerate().any(|(other_at, other)| {
            let Some(other) = other else { return false };
            let is_same = Bound { value: one.value, ..*other } == *one && other_at != at;
            let is_stronger = match one.is_upper {
                true => other.value < one.value,
                false => other.value > one.value,
            };
            is_same && (is_stronger || (other.value == one.value && other_at < at))
        })
    };
    let kept = bounds.iter().enumerate().map(|(at, bound)| !is_weaker((at, bound)));
    conditions.iter().zip(kept).filter(|(_, kept)| *kept).map(|(it, _)| *it).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::{Evaluator, Model, Sort};
    use clew_symbolic::Ending;
    use clew_vm::stop::Stop;

    /// Every path means the same as before, for all values of two small inputs.
    #[test]
    fn paths_mean_the_same_in_fewer_words() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.input(name, Sort::BitVec(3)));
        let constants: Vec<TermId> = (0..8).map(|value| pool.bv(3, value)).collect();
        let mut atoms = Vec::new();
        for &c in &constants {
            for term in [x, y] {
                atoms.extend([pool.eq(term, c), pool.ult(term, c), pool.slt(c, term)]);
            }
        }
        let mut random = 17u64;
        let mut draw = |end: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as usize % end
        };
        let mut shorter = 0;
        for _ in 0..600 {
            let mut conditions = Vec::new();
            for _ in 0..1 + draw(4) {
                let (a, b) = (atoms[draw(atoms.len())], atoms[draw(atoms.len())]);
                let b = if draw(2) == 0 { b } else { pool.not(b) };
                conditions.push(match draw(4) {
                    0 => pool.or(a, b),
                    1 => pool.and(a, b),
                    2 => pool.not(a),
                    _ => a,
                });
            }
            let sum = pool.add(x, y);
            let returned = pool.ite(atoms[draw(atoms.len())], sum, x);
            let end = Ending::Stop(Stop::Return(Some(0)));
            let path = EntryPath { conditions, end, returned: Some(returned), changes: Vec::new() };
            let simple = simplified(&mut pool, &path);
            let both = [&path, &simple].map(|it| pool.and_all(it.conditions.iter().copied()));
            for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
                let mut model = Model::new();
                for (term, value) in [(x, a), (y, b)] {
                    model.set_bits(pool.input_of(term).expect("an input"), value);
                }
                let eval = |term| Evaluator::new().eval(&pool, &model, term);
                let holds = eval(both[0]);
                // What never holds may be told in any way: no run takes such a path.
                if holds == 1 {
                    assert_eq!(eval(both[1]), 1);
                    assert_eq!(eval(returned), eval(simple.returned.expect("a value")));
                } else if (0..8)
                    .any(|a| (0..8).any(|b| holds_for(&pool, both[0], [(x, a), (y, b)])))
                {
                    assert_eq!(eval(both[1]), 0, "{:?}", path.conditions);
                }
            }
            shorter += usize::from(simple.conditions.len() < path.conditions.len());
        }
        assert!(shorter > 50, "{shorter}");
    }

    fn holds_for(pool: &TermPool, term: TermId, values: [(TermId, u128); 2]) -> bool {
        let mut model = Model::new();
        for (input, value) in values {
            model.set_bits(pool.input_of(input).expect("an input"), value);
        }
        Evaluator::new().eval(pool, &model, term) == 1
    }
}
