//! Rewrites of `Neg`, `Add` and `Mul`.

use super::{Rule, rule_list};
use crate::bits;
use crate::op::Op;
use crate::pool::{Node, TermId, TermPool};

pub(super) const NEG: &[Rule] =
    rule_list![neg_constant, neg_neg, neg_add_constant, neg_mul_constant, neg_constant_ite];
pub(super) const ADD: &[Rule] = rule_list![
    add_constants,
    add_zero,
    add_negation,
    add_complement,
    add_not_one,
    add_nested_constant,
    add_hoist_constant,
    add_cancel,
    add_same,
    add_multiples,
    add_constant_ite,
    add_choices,
    add_nested_choices,
    add_above_zeros,
];
pub(super) const MUL: &[Rule] = rule_list![
    mul_constants,
    mul_zero,
    mul_one,
    mul_minus_one,
    mul_power_of_two,
    mul_nested_constant,
    mul_distribute_constant,
    mul_negations,
    mul_constant_ite,
];

fn width(node: &Node) -> u32 {
    u32::from(node.width)
}

fn fold(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (a, b) = (pool.value(node.args[0])?, pool.value(node.args[1])?);
    Some(pool.bv(width(node), bits::apply(node.op, width(node), a, b)))
}

/// match: `-c`  result: its value
fn neg_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let value = pool.value(node.args[0])?;
    Some(pool.bv(width(node), value.wrapping_neg()))
}

/// match: `--x`  result: `x`
fn neg_neg(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    pool.unary(Op::Neg, node.args[0])
}

/// match: `-(x + c)`  result: `-x + -c`
fn neg_add_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (x, c) = pool.with_constant(Op::Add, node.args[0])?;
    let x = pool.neg(x);
    let c = pool.bv(width(node), c.wrapping_neg());
    Some(pool.add(x, c))
}

/// match: `-(x * c)`  result: `x * -c`
fn neg_mul_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (x, c) = pool.with_constant(Op::Mul, node.args[0])?;
    let c = pool.bv(width(node), c.wrapping_neg());
    Some(pool.mul(x, c))
}

/// match: `-(ite b c d)`  result: `ite b -c -d`
fn neg_constant_ite(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (condition, c, d) = pool.constant_ite(node.args[0])?;
    let c = pool.bv(width(node), c.wrapping_neg());
    let d = pool.bv(width(node), d.wrapping_neg());
    Some(pool.ite(condition, c, d))
}

/// match: `c + d`  result: its value
fn add_constants(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    fold(pool, node)
}

/// match: `x + 0`  result: `x`
fn add_zero(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == 0).then_some(node.args[0])
}

/// match: `x + -x`  result: `0`
fn add_negation(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let [a, b, _] = node.args;
    (pool.unary(Op::Neg, a) == Some(b) || pool.unary(Op::Neg, b) == Some(a))
        .then(|| pool.bv(width(node), 0))
}

/// match: `x + ~x`  result: `-1`
fn add_complement(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    pool.are_complements(node.args[0], node.args[1]).then(|| pool.bv(width(node), u128::MAX))
}

/// match: `~x + c`  result: `-x + (c - 1)`
fn add_not_one(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let c = pool.value(node.args[1])?;
    let x = pool.unary(Op::Not, node.args[0])?;
    let x = pool.neg(x);
    let c = pool.bv(width(node), c.wrapping_sub(1));
    Some(pool.add(x, c))
}

/// match: `(x + c) + d`  result: `x + (c + d)`
fn add_nested_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let d = pool.value(node.args[1])?;
    let (x, c) = pool.with_constant(Op::Add, node.args[0])?;
    let sum = pool.bv(width(node), c.wrapping_add(d));
    Some(pool.add(x, sum))
}

/// match: `(x + c) + y`  result: `(x + y) + c`
fn add_hoist_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let hoist = |pool: &mut TermPool, a, y| {
        let (x, c) = pool.with_constant(Op::Add, a)?;
        let sum = pool.add(x, y);
        let c = pool.bv(width(node), c);
        Some(pool.add(sum, c))
    };
    hoist(pool, node.args[0], node.args[1]).or_else(|| hoist(pool, node.args[1], node.args[0]))
}

/// match: `(x + y) + -x`, `(-x + y) + x`  result: `y`
fn add_cancel(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let cancel = |pool: &TermPool, sum, other| {
        let (p, q) = pool.binary(Op::Add, sum)?;
        let opposite =
            |a| pool.unary(Op::Neg, a) == Some(other) || pool.unary(Op::Neg, other) == Some(a);
        if opposite(p) { Some(q) } else { opposite(q).then_some(p) }
    };
    cancel(pool, node.args[0], node.args[1]).or_else(|| cancel(pool, node.args[1], node.args[0]))
}

/// match: `x + x`  result: `x * 2`
fn add_same(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    if node.args[0] != node.args[1] {
        return None;
    }
    let two = pool.bv(width(node), 2);
    Some(pool.mul(node.args[0], two))
}

/// match: `x * c + x`, `x * c + x * d`, `x * c + -x`  result: `x * (c + 1)`, …
fn add_multiples(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let multiple = |pool: &TermPool, term| {
        if let Some(x) = pool.unary(Op::Neg, term) {
            (x, u128::MAX)
        } else {
            pool.with_constant(Op::Mul, term).unwrap_or((term, 1))
        }
    };
    let (x, c) = multiple(pool, node.args[0]);
    let (y, d) = multiple(pool, node.args[1]);
    if x != y || (c, d) == (1, 1) {
        return None;
    }
    let factor = pool.bv(width(node), c.wrapping_add(d));
    Some(pool.mul(x, factor))
}

/// match: `(ite b c d) + e`  result: `ite b (c + e) (d + e)`
fn add_constant_ite(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let e = pool.value(node.args[1])?;
    let (condition, c, d) = pool.constant_ite(node.args[0])?;
    let c = pool.bv(width(node), c.wrapping_add(e));
    let d = pool.bv(width(node), d.wrapping_add(e));
    Some(pool.ite(condition, c, d))
}

/// match: `(ite b c d) + (ite b e f)`, with more conditions inside too  result: `ite b (c + e) (d + f)`
///
/// A pointer that may be null is such a choice, and so is its negation: their sum, which a difference
/// of pointers is made of, comes to the same number either way.
fn add_choices(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    sum_of_choices(pool, node.args[0], node.args[1], CHOICES)
}

/// match: `(x + (ite b c d)) + (ite b e f)`  result: `x + (ite b (c + e) (d + f))`
fn add_nested_choices(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let nested = |pool: &mut TermPool, sum, choice| {
        let (p, q) = pool.binary(Op::Add, sum)?;
        if let Some(inner) = sum_of_choices(pool, q, choice, CHOICES) {
            return Some(pool.add(p, inner));
        }
        let inner = sum_of_choices(pool, p, choice, CHOICES)?;
        Some(pool.add(q, inner))
    };
    nested(pool, node.args[0], node.args[1]).or_else(|| nested(pool, node.args[1], node.args[0]))
}

/// How deep choices are nested at most for their sum to be built.
const CHOICES: u32 = 4;

/// The sum of two terms that choose between constants by the same conditions.
fn sum_of_choices(pool: &mut TermPool, a: TermId, b: TermId, depth: u32) -> Option<TermId> {
    let (left, right) = (*pool.node(a), *pool.node(b));
    if let (Some(c), Some(d)) = (pool.value(a), pool.value(b)) {
        return Some(pool.bv(width(&left), c.wrapping_add(d)));
    }
    let is_alike = left.op == Op::Ite && right.op == Op::Ite && left.args[0] == right.args[0];
    if depth == 0 || !is_alike {
        return None;
    }
    let then = sum_of_choices(pool, left.args[1], right.args[1], depth - 1)?;
    let otherwise = sum_of_choices(pool, left.args[2], right.args[2], depth - 1)?;
    Some(pool.ite(left.args[0], then, otherwise))
}

/// match: `(x . 0) + y` where the high part of `y` is zero too and fits  result: `x . y'`
/// That is, `(x . 0) + (0 . y)` with `y` no longer than the zeros: `x . y` padded with zeros.
fn add_above_zeros(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let disjoint = |pool: &TermPool, a, b| {
        let (_, low) = pool.binary(Op::Concat, a)?;
        let y = pool.zero_extended(b)?;
        let zeros = trailing_zeros(pool, low)?;
        (pool.width(y) <= zeros).then_some(())
    };
    let fits = disjoint(pool, node.args[0], node.args[1])
        .or_else(|| disjoint(pool, node.args[1], node.args[0]));
    fits.map(|()| pool.or(node.args[0], node.args[1]))
}

/// The number of zeros that end a term made by concatenation.
fn trailing_zeros(pool: &TermPool, term: TermId) -> Option<u32> {
    let last = match pool.binary(Op::Concat, term) {
        Some((_, low)) => low,
        None => term,
    };
    (pool.value(last)? == 0).then(|| pool.width(last))
}

/// match: `c * d`  result: its value
fn mul_constants(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    fold(pool, node)
}

/// match: `x * 0`  result: `0`
fn mul_zero(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == 0).then_some(node.args[1])
}

/// match: `x * 1`  result: `x`
fn mul_one(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == 1).then_some(node.args[0])
}

/// match: `x * -1`  result: `-x`
fn mul_minus_one(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == bits::ones(width(node))).then(|| pool.neg(node.args[0]))
}

/// match: `x * 2^n`  result: `x[w-1-n:0] . 0`
fn mul_power_of_two(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let c = pool.value(node.args[1])?;
    if !c.is_power_of_two() || c == 1 {
        return None;
    }
    let zeros = c.trailing_zeros();
    let kept = pool.extract(width(node) - 1 - zeros, 0, node.args[0]);
    let zeros = pool.bv(zeros, 0);
    Some(pool.concat(kept, zeros))
}

/// match: `(x * c) * d`  result: `x * (c * d)`
fn mul_nested_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let d = pool.value(node.args[1])?;
    let (x, c) = pool.with_constant(Op::Mul, node.args[0])?;
    let product = pool.bv(width(node), c.wrapping_mul(d));
    Some(pool.mul(x, product))
}

/// match: `(x + c) * d`  result: `x * d + c * d`
fn mul_distribute_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let d = pool.value(node.args[1])?;
    let (x, c) = pool.with_constant(Op::Add, node.args[0])?;
    let product = pool.mul(x, node.args[1]);
    let constant = pool.bv(width(node), c.wrapping_mul(d));
    Some(pool.add(product, constant))
}

/// match: `-x * -y`  result: `x * y`; match: `-x * c`  result: `x * -c`
fn mul_negations(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let x = pool.unary(Op::Neg, node.args[0])?;
    if let Some(y) = pool.unary(Op::Neg, node.args[1]) {
        return Some(pool.mul(x, y));
    }
    let c = pool.value(node.args[1])?;
    let c = pool.bv(width(node), c.wrapping_neg());
    Some(pool.mul(x, c))
}

/// match: `(ite b c d) * e`  result: `ite b (c * e) (d * e)`
fn mul_constant_ite(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let e = pool.value(node.args[1])?;
    let (condition, c, d) = pool.constant_ite(node.args[0])?;
    let c = pool.bv(width(node), c.wrapping_mul(e));
    let d = pool.bv(width(node), d.wrapping_mul(e));
    Some(pool.ite(condition, c, d))
}
