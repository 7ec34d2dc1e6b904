//! Rewrites of `Shl`, `LShr` and `AShr`.

use super::{Rule, rule_list};
use crate::bits;
use crate::pool::{Node, TermId, TermPool};

pub(super) const SHL: &[Rule] = rule_list![shl_of_constant, shl_by_constant];
pub(super) const LSHR: &[Rule] = rule_list![lshr_of_constant, lshr_by_constant];
pub(super) const ASHR: &[Rule] = rule_list![ashr_of_constant, ashr_by_constant, ashr_nonnegative];

fn width(node: &Node) -> u32 {
    u32::from(node.width)
}

/// `0 shift y`, or both constant.
fn fold(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let a = pool.value(node.args[0])?;
    if a == 0 {
        return Some(node.args[0]);
    }
    let b = pool.value(node.args[1])?;
    Some(pool.bv(width(node), bits::apply(node.op, width(node), a, b)))
}

/// match: `0 << y`, `c << d`  result: `0`, its value
fn shl_of_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    fold(pool, node)
}

/// match: `x << n`  result: `x[w-1-n:0] . 0`, or `0` for `n >= w`
fn shl_by_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let by = pool.value(node.args[1])?;
    if by == 0 {
        return Some(node.args[0]);
    }
    if by >= u128::from(width(node)) {
        return Some(pool.bv(width(node), 0));
    }
    let kept = pool.extract(width(node) - 1 - by as u32, 0, node.args[0]);
    let zeros = pool.bv(by as u32, 0);
    Some(pool.concat(kept, zeros))
}

/// match: `0 >>u y`, `c >>u d`  result: `0`, its value
fn lshr_of_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    fold(pool, node)
}

/// match: `x >>u n`  result: `0 . x[w-1:n]`, or `0` for `n >= w`
fn lshr_by_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let by = pool.value(node.args[1])?;
    if by >= u128::from(width(node)) {
        return Some(pool.bv(width(node), 0));
    }
    let kept = pool.extract(width(node) - 1, by as u32, node.args[0]);
    Some(pool.zero_extend(kept, width(node)))
}

/// match: `0 >>s y`, `c >>s d`  result: `0`, its value
fn ashr_of_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    fold(pool, node)
}

/// match: `x >>s n`  result: the sign extension of `x[w-1:n]`, with `n` at most `w-1`
fn ashr_by_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let by = pool.value(node.args[1])?.min(u128::from(width(node) - 1)) as u32;
    let kept = pool.extract(width(node) - 1, by, node.args[0]);
    Some(pool.sign_extend(kept, width(node)))
}

/// match: `x >>s y`, `x` known not to be negative  result: `x >>u y`
fn ashr_nonnegative(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (!pool.known_sign(node.args[0])?).then(|| pool.lshr(node.args[0], node.args[1]))
}
