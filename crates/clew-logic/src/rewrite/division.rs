//! Rewrites of `UDiv`, `URem`, `SDiv` and `SRem`.

use super::{Rule, rule_list};
use crate::bits;
use crate::pool::{Node, TermId, TermPool};

pub(super) const UDIV: &[Rule] =
    rule_list![udiv_constants, udiv_by_zero, udiv_power_of_two, udiv_zero_extended];
pub(super) const UREM: &[Rule] =
    rule_list![urem_constants, urem_by_zero, urem_same, urem_power_of_two, urem_zero_extended];
pub(super) const SDIV: &[Rule] =
    rule_list![sdiv_constants, sdiv_by_one, sdiv_by_minus_one, sdiv_nonnegative];
pub(super) const SREM: &[Rule] = rule_list![
    srem_constants,
    srem_by_zero,
    srem_by_one,
    srem_by_minus_one,
    srem_same,
    srem_nonnegative
];

fn width(node: &Node) -> u32 {
    u32::from(node.width)
}

fn fold(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (a, b) = (pool.value(node.args[0])?, pool.value(node.args[1])?);
    Some(pool.bv(width(node), bits::apply(node.op, width(node), a, b)))
}

/// match: `c /u d`  result: its value
fn udiv_constants(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    fold(pool, node)
}

/// match: `x /u 0`  result: `1…1`
fn udiv_by_zero(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == 0).then(|| pool.bv(width(node), u128::MAX))
}

/// match: `x /u 2^n`  result: `0 . x[w-1:n]`
fn udiv_power_of_two(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let divisor = pool.value(node.args[1])?;
    if !divisor.is_power_of_two() {
        return None;
    }
    let quotient = pool.extract(width(node) - 1, divisor.trailing_zeros(), node.args[0]);
    Some(pool.zero_extend(quotient, width(node)))
}

/// match: `(0 . x) /u (0 . y)`, `(0 . x) /u c`, both fitting a smaller width, `y` not zero there
/// result: `0 . (x /u c)`. Division by zero depends on the width, so the divisor is a constant.
fn udiv_zero_extended(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (x, c) = narrow_by_constant(pool, node)?;
    let quotient = pool.udiv(x, c);
    Some(pool.zero_extend(quotient, width(node)))
}

/// `(0 . x) op c` with `c` not zero: the pair in the smaller width that holds both.
fn narrow_by_constant(pool: &mut TermPool, node: &Node) -> Option<(TermId, TermId)> {
    let divisor = pool.value(node.args[1])?;
    let x = pool.zero_extended(node.args[0])?;
    let needed = (128 - divisor.leading_zeros()).max(pool.width(x));
    if divisor == 0 || needed >= width(node) {
        return None;
    }
    let x = pool.zero_extend(x, needed);
    let c = pool.bv(needed, divisor);
    Some((x, c))
}

/// match: `c %u d`  result: its value
fn urem_constants(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    fold(pool, node)
}

/// match: `x %u 0`  result: `x`
fn urem_by_zero(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == 0).then_some(node.args[0])
}

/// match: `x %u x`  result: `0`
fn urem_same(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (node.args[0] == node.args[1]).then(|| pool.bv(width(node), 0))
}

/// match: `x %u 2^n`  result: `0 . x[n-1:0]`, or `0` for `n = 0`
fn urem_power_of_two(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let divisor = pool.value(node.args[1])?;
    if !divisor.is_power_of_two() {
        return None;
    }
    if divisor == 1 {
        return Some(pool.bv(width(node), 0));
    }
    let remainder = pool.extract(divisor.trailing_zeros() - 1, 0, node.args[0]);
    Some(pool.zero_extend(remainder, width(node)))
}

/// match: `(0 . x) %u c`, both fitting a smaller width  result: `0 . (x %u c)`
fn urem_zero_extended(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (x, c) = narrow_by_constant(pool, node)?;
    let remainder = pool.urem(x, c);
    Some(pool.zero_extend(remainder, width(node)))
}

/// match: `c /s d`  result: its value
fn sdiv_constants(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    fold(pool, node)
}

/// match: `x /s 1`  result: `x`
fn sdiv_by_one(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == 1 && width(node) > 1).then_some(node.args[0])
}

/// match: `x /s -1`  result: `-x`
fn sdiv_by_minus_one(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == bits::ones(width(node))).then(|| pool.neg(node.args[0]))
}

/// match: `x /s y`, both known not to be negative  result: `x /u y`
fn sdiv_nonnegative(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let [x, y, _] = node.args;
    (!pool.known_sign(x)? && !pool.known_sign(y)?).then(|| pool.udiv(x, y))
}

/// match: `c %s d`  result: its value
fn srem_constants(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    fold(pool, node)
}

/// match: `x %s 0`  result: `x`
fn srem_by_zero(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == 0).then_some(node.args[0])
}

/// match: `x %s 1`  result: `0`
fn srem_by_one(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == 1).then(|| pool.bv(width(node), 0))
}

/// match: `x %s -1`  result: `0`
fn srem_by_minus_one(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.value(node.args[1])? == bits::ones(width(node))).then(|| pool.bv(width(node), 0))
}

/// match: `x %s x`  result: `0`
fn srem_same(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (node.args[0] == node.args[1]).then(|| pool.bv(width(node), 0))
}

/// match: `x %s y`, both known not to be negative  result: `x %u y`
fn srem_nonnegative(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let [x, y, _] = node.args;
    (!pool.known_sign(x)? && !pool.known_sign(y)?).then(|| pool.urem(x, y))
}
