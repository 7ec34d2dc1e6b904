//! Rewrites of `Not`, `And`, `Or` and `Xor`, on Booleans and bit-vectors alike.

use super::{Rule, rule_list};
use crate::bits;
use crate::op::Op;
use crate::pool::{Node, TermId, TermPool};
use crate::sort::Sort;

pub(super) const NOT: &[Rule] =
    rule_list![not_constant, not_not, not_concat_constant, not_constant_ite];
pub(super) const AND: &[Rule] = rule_list![
    and_constants,
    and_zero,
    and_ones,
    and_same,
    and_complement,
    and_nested_constant,
    and_contains,
    and_absorbs,
    and_mask_of_run,
    and_slices,
];
pub(super) const OR: &[Rule] = rule_list![
    or_constants,
    or_zero,
    or_ones,
    or_same,
    or_complement,
    or_nested_constant,
    or_contains,
    or_absorbs,
    or_slices,
];
pub(super) const XOR: &[Rule] = rule_list![
    xor_constants,
    xor_zero,
    xor_ones,
    xor_same,
    xor_complement,
    xor_nested_constant,
    xor_nots,
    xor_cancel,
    xor_slices,
];

fn width(node: &Node) -> u32 {
    u32::from(node.width).max(1)
}

fn fold(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (a, b) = (pool.value(node.args[0])?, pool.value(node.args[1])?);
    Some(pool.constant(node.sort(), bits::apply(node.op, width(node), a, b)))
}

/// match: `~c`  result: its value
fn not_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let value = pool.value(node.args[0])?;
    Some(pool.constant(node.sort(), !value))
}

/// match: `~~x`  result: `x`
fn not_not(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    pool.unary(Op::Not, node.args[0])
}

/// match: `~(c . x)`  result: `~c . ~x`
fn not_concat_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (high, low) = pool.binary(Op::Concat, node.args[0])?;
    pool.value(high)?;
    let high = pool.not(high);
    let low = pool.not(low);
    Some(pool.concat(high, low))
}

/// match: `~(ite b c d)`  result: `ite b ~c ~d`
fn not_constant_ite(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (condition, c, d) = pool.constant_ite(node.args[0])?;
    let sort = node.sort();
    let (c, d) = (pool.constant(sort, !c), pool.constant(sort, !d));
    Some(pool.ite(condition, c, d))
}

/// match: `c & d`  result: its value
fn and_constants(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    fold(pool, node)
}

/// match: `x & 0`  result: `0`
fn and_zero(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == 0).then_some(node.args[1])
}

/// match: `x & 1…1`  result: `x`
fn and_ones(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == bits::ones(width(node))).then_some(node.args[0])
}

/// match: `x & x`  result: `x`
fn and_same(_: &mut TermPool, node: &Node) -> Option<TermId> {
    (node.args[0] == node.args[1]).then_some(node.args[0])
}

/// match: `x & ~x`  result: `0`
fn and_complement(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    pool.are_complements(node.args[0], node.args[1]).then(|| pool.constant(node.sort(), 0))
}

/// match: `(x & c) & d`  result: `x & (c & d)`
fn and_nested_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let d = pool.value(node.args[1])?;
    let (x, c) = pool.with_constant(Op::And, node.args[0])?;
    let mask = pool.constant(node.sort(), c & d);
    Some(pool.and(x, mask))
}

/// match: `x & (x & y)`  result: `x & y`; match: `x & (~x & y)`  result: `0`
fn and_contains(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    both_orders(node, |x, other| {
        let (p, q) = pool.binary(Op::And, other)?;
        if x == p || x == q {
            return Some(other);
        }
        (pool.are_complements(x, p) || pool.are_complements(x, q))
            .then(|| pool.constant(node.sort(), 0))
    })
}

/// match: `x & (x | y)`  result: `x`; match: `x & (~x | y)`  result: `x & y`
fn and_absorbs(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    both_orders(node, |x, other| {
        let (p, q) = pool.binary(Op::Or, other)?;
        if x == p || x == q {
            return Some(x);
        }
        if pool.are_complements(x, p) {
            return Some(pool.and(x, q));
        }
        pool.are_complements(x, q).then(|| pool.and(x, p))
    })
}

/// match: `x & c` with one run of ones in `c`  result: `0 . x[h:l] . 0`
fn and_mask_of_run(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let mask = pool.value(node.args[1])?;
    if node.sort() == Sort::Bool || mask == 0 {
        return None;
    }
    let low = mask.trailing_zeros();
    let run = mask >> low;
    if run & run.wrapping_add(1) != 0 || run == u128::MAX {
        return None;
    }
    let high = low + run.trailing_ones() - 1;
    let mut result = pool.extract(high, low, node.args[0]);
    if low > 0 {
        let zeros = pool.bv(low, 0);
        result = pool.concat(result, zeros);
    }
    Some(pool.zero_extend(result, width(node)))
}

/// match: `(x . y) & (z . u)` split alike, a part of them constant
/// result: `(x & z) . (y & u)`
fn and_slices(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    slices(pool, node)
}

/// match: `c | d`  result: its value
fn or_constants(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    fold(pool, node)
}

/// match: `x | 0`  result: `x`
fn or_zero(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == 0).then_some(node.args[0])
}

/// match: `x | 1…1`  result: `1…1`
fn or_ones(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == bits::ones(width(node))).then_some(node.args[1])
}

/// match: `x | x`  result: `x`
fn or_same(_: &mut TermPool, node: &Node) -> Option<TermId> {
    (node.args[0] == node.args[1]).then_some(node.args[0])
}

/// match: `x | ~x`  result: `1…1`
fn or_complement(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    pool.are_complements(node.args[0], node.args[1]).then(|| pool.constant(node.sort(), u128::MAX))
}

/// match: `(x | c) | d`  result: `x | (c | d)`
fn or_nested_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let d = pool.value(node.args[1])?;
    let (x, c) = pool.with_constant(Op::Or, node.args[0])?;
    let mask = pool.constant(node.sort(), c | d);
    Some(pool.or(x, mask))
}

/// match: `x | (x | y)`  result: `x | y`; match: `x | (~x | y)`  result: `1…1`
fn or_contains(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    both_orders(node, |x, other| {
        let (p, q) = pool.binary(Op::Or, other)?;
        if x == p || x == q {
            return Some(other);
        }
        (pool.are_complements(x, p) || pool.are_complements(x, q))
            .then(|| pool.constant(node.sort(), u128::MAX))
    })
}

/// match: `x | (x & y)`  result: `x`; match: `x | (~x & y)`  result: `x | y`
fn or_absorbs(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    both_orders(node, |x, other| {
        let (p, q) = pool.binary(Op::And, other)?;
        if x == p || x == q {
            return Some(x);
        }
        if pool.are_complements(x, p) {
            return Some(pool.or(x, q));
        }
        pool.are_complements(x, q).then(|| pool.or(x, p))
    })
}

/// match: `(x . y) | (z . u)` split alike, a part of them constant
/// result: `(x | z) . (y | u)`
fn or_slices(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    slices(pool, node)
}

/// match: `c ^ d`  result: its value
fn xor_constants(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    fold(pool, node)
}

/// match: `x ^ 0`  result: `x`
fn xor_zero(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == 0).then_some(node.args[0])
}

/// match: `x ^ 1…1`  result: `~x`
fn xor_ones(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == bits::ones(width(node))).then(|| pool.not(node.args[0]))
}

/// match: `x ^ x`  result: `0`
fn xor_same(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (node.args[0] == node.args[1]).then(|| pool.constant(node.sort(), 0))
}

/// match: `x ^ ~x`  result: `1…1`
fn xor_complement(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    pool.are_complements(node.args[0], node.args[1]).then(|| pool.constant(node.sort(), u128::MAX))
}

/// match: `(x ^ c) ^ d`  result: `x ^ (c ^ d)`
fn xor_nested_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let d = pool.value(node.args[1])?;
    let (x, c) = pool.with_constant(Op::Xor, node.args[0])?;
    let mask = pool.constant(node.sort(), c ^ d);
    Some(pool.xor(x, mask))
}

/// match: `~x ^ y`  result: `~(x ^ y)`
fn xor_nots(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    both_orders(node, |a, y| {
        let x = pool.unary(Op::Not, a)?;
        let inner = pool.xor(x, y);
        Some(pool.not(inner))
    })
}

/// match: `x ^ (x ^ y)`  result: `y`
fn xor_cancel(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    both_orders(node, |x, other| {
        let (p, q) = pool.binary(Op::Xor, other)?;
        if x == p { Some(q) } else { (x == q).then_some(p) }
    })
}

/// match: `(x . y) ^ (z . u)` split alike, a part of them constant
/// result: `(x ^ z) . (y ^ u)`
fn xor_slices(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    slices(pool, node)
}

/// Tries both assignments of the operands.
fn both_orders(
    node: &Node,
    mut attempt: impl FnMut(TermId, TermId) -> Option<TermId>,
) -> Option<TermId> {
    attempt(node.args[0], node.args[1]).or_else(|| attempt(node.args[1], node.args[0]))
}

/// Splits a bitwise operator where one operand is a concatenation and the other is a constant,
/// or both are concatenations one of which has a constant part.
fn slices(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (a, b) = (node.args[0], node.args[1]);
    let split = match (pool.binary(Op::Concat, a), pool.binary(Op::Concat, b)) {
        (Some((_, low)), None) if pool.op(b) == Op::Const => pool.width(low),
        (Some((high_a, low_a)), Some((high_b, low_b))) => {
            let constant = |term| pool.op(term) == Op::Const;
            let (of_a, of_b) = (pool.width(low_a), pool.width(low_b));
            if of_a >= of_b && constant(high_a) {
                of_a
            } else if of_b >= of_a && constant(high_b) {
                of_b
            } else if of_a == of_b && (constant(low_a) || constant(low_b)) {
                of_a
            } else if constant(high_a) || constant(high_b) {
                of_a.max(of_b)
            } else {
                return None;
            }
        }
        _ => return None,
    };
    let top = width(node) - 1;
    let (high_a, low_a) = (pool.extract(top, split, a), pool.extract(split - 1, 0, a));
    let (high_b, low_b) = (pool.extract(top, split, b), pool.extract(split - 1, 0, b));
    let high = pool.make2(node.op, pool.sort(high_a), high_a, high_b);
    let low = pool.make2(node.op, pool.sort(low_a), low_a, low_b);
    Some(pool.concat(high, low))
}
