//! Rewrites of `Concat`, `Extract` and `SignExtend`.

use super::{Rule, rule_list};
use crate::bits;
use crate::op::Op;
use crate::pool::{Node, TermId, TermPool};

pub(super) const CONCAT: &[Rule] = rule_list![
    concat_constants,
    concat_to_the_right,
    concat_constant_prefix,
    concat_neighbours,
    concat_neighbour_prefix,
    concat_constant_ite,
];
pub(super) const EXTRACT: &[Rule] = rule_list![
    extract_whole,
    extract_constant,
    extract_extract,
    extract_concat,
    extract_sign_extended,
    extract_bitwise,
    extract_low_of_arithmetic,
    extract_constant_ite,
];
pub(super) const SIGN_EXTEND: &[Rule] = rule_list![
    sign_extend_constant,
    sign_extend_sign_extended,
    sign_extend_nonnegative,
    sign_extend_constant_ite,
];

fn width(node: &Node) -> u32 {
    u32::from(node.width)
}

/// match: `c . d`  result: its value
fn concat_constants(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (high, low) = (pool.value(node.args[0])?, pool.value(node.args[1])?);
    Some(pool.bv(width(node), bits::concat(pool.width(node.args[1]), high, low)))
}

/// match: `(x . y) . z`  result: `x . (y . z)`
fn concat_to_the_right(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (x, y) = pool.binary(Op::Concat, node.args[0])?;
    let low = pool.concat(y, node.args[1]);
    Some(pool.concat(x, low))
}

/// match: `c . (d . x)`  result: `(c . d) . x`
fn concat_constant_prefix(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (d, x) = pool.binary(Op::Concat, node.args[1])?;
    if pool.op(node.args[0]) != Op::Const || pool.op(d) != Op::Const {
        return None;
    }
    let prefix = pool.concat(node.args[0], d);
    Some(pool.concat(prefix, x))
}

/// `x[h:m+1] . x[m:l]` as one extraction.
fn joined(pool: &mut TermPool, high: TermId, low: TermId) -> Option<TermId> {
    let (top, middle) = pool.extract_bounds(high)?;
    let (below, bottom) = pool.extract_bounds(low)?;
    let (x, y) = (pool.args(high)[0], pool.args(low)[0]);
    (x == y && middle == below + 1).then(|| pool.extract(top, bottom, x))
}

/// match: `x[h:m+1] . x[m:l]`  result: `x[h:l]`
fn concat_neighbours(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    joined(pool, node.args[0], node.args[1])
}

/// match: `x[h:m+1] . (x[m:l] . y)`  result: `x[h:l] . y`
fn concat_neighbour_prefix(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (low, y) = pool.binary(Op::Concat, node.args[1])?;
    let prefix = joined(pool, node.args[0], low)?;
    Some(pool.concat(prefix, y))
}

/// match: `c . (ite b d e)`  result: `ite b (c . d) (c . e)`
fn concat_constant_ite(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let high = pool.value(node.args[0])?;
    let (condition, d, e) = pool.constant_ite(node.args[1])?;
    let below = pool.width(node.args[1]);
    let d = pool.bv(width(node), bits::concat(below, high, d));
    let e = pool.bv(width(node), bits::concat(below, high, e));
    Some(pool.ite(condition, d, e))
}

fn bounds(node: &Node) -> (u32, u32) {
    (node.args[1].0, node.args[2].0)
}

/// match: `x[w-1:0]`  result: `x`
fn extract_whole(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (width(node) == pool.width(node.args[0])).then_some(node.args[0])
}

/// match: `c[h:l]`  result: its value
fn extract_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let value = pool.value(node.args[0])?;
    let (high, low) = bounds(node);
    Some(pool.bv(width(node), bits::extract(high, low, value)))
}

/// match: `x[h:l][i:j]`  result: `x[l+i:l+j]`
fn extract_extract(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (_, offset) = pool.extract_bounds(node.args[0])?;
    let x = pool.args(node.args[0])[0];
    let (high, low) = bounds(node);
    Some(pool.extract(high + offset, low + offset, x))
}

/// match: `(x . y)[h:l]`  result: the extraction of `x`, of `y`, or of both joined
fn extract_concat(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (x, y) = pool.binary(Op::Concat, node.args[0])?;
    let (high, low) = bounds(node);
    let split = pool.width(y);
    if low >= split {
        return Some(pool.extract(high - split, low - split, x));
    }
    if high < split {
        return Some(pool.extract(high, low, y));
    }
    let upper = pool.extract(high - split, 0, x);
    let lower = pool.extract(split - 1, low, y);
    Some(pool.concat(upper, lower))
}

/// match: `sext(x)[h:l]`  result: `x[h:l]` inside `x`, otherwise the sign extension of `x[top:l]`
fn extract_sign_extended(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let x = pool.unary(Op::SignExtend, node.args[0])?;
    let (high, low) = bounds(node);
    let top = pool.width(x) - 1;
    if high <= top {
        return Some(pool.extract(high, low, x));
    }
    let kept = pool.extract(top, low.min(top), x);
    Some(pool.sign_extend(kept, width(node)))
}

/// match: `(x op y)[h:l]` for a bitwise `op` with a constant or a slice in it
/// result: `x[h:l] op y[h:l]`
fn extract_bitwise(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let inner = *pool.node(node.args[0]);
    let (high, low) = bounds(node);
    let sliced = |pool: &TermPool, term| {
        matches!(pool.op(term), Op::Const | Op::Concat | Op::SignExtend | Op::Extract)
    };
    match inner.op {
        Op::Not => {
            let x = pool.extract(high, low, inner.args[0]);
            Some(pool.not(x))
        }
        Op::And | Op::Or | Op::Xor
            if sliced(pool, inner.args[0]) || sliced(pool, inner.args[1]) =>
        {
            memoised(pool, node, |pool| {
                let x = pool.extract(high, low, inner.args[0]);
                let y = pool.extract(high, low, inner.args[1]);
                pool.make2(inner.op, node.sort(), x, y)
            })
        }
        _ => None,
    }
}

/// match: `(x op y)[h:0]` for `+`, `*` and `-`  result: `x[h:0] op y[h:0]`
fn extract_low_of_arithmetic(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let inner = *pool.node(node.args[0]);
    let (high, low) = bounds(node);
    if low != 0 || !matches!(inner.op, Op::Add | Op::Mul | Op::Neg) {
        return None;
    }
    memoised(pool, node, |pool| {
        let x = pool.extract(high, 0, inner.args[0]);
        if inner.op == Op::Neg {
            return pool.neg(x);
        }
        let y = pool.extract(high, 0, inner.args[1]);
        pool.make2(inner.op, node.sort(), x, y)
    })
}

/// match: `(ite b c d)[h:l]`  result: `ite b c[h:l] d[h:l]`
fn extract_constant_ite(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (condition, c, d) = pool.constant_ite(node.args[0])?;
    let (high, low) = bounds(node);
    let c = pool.bv(width(node), bits::extract(high, low, c));
    let d = pool.bv(width(node), bits::extract(high, low, d));
    Some(pool.ite(condition, c, d))
}

/// Extractions that go into both operands are remembered, so that shared terms are entered once.
fn memoised(
    pool: &mut TermPool,
    node: &Node,
    build: impl FnOnce(&mut TermPool) -> TermId,
) -> Option<TermId> {
    let (high, low) = bounds(node);
    let key = (node.args[0], high, low);
    if let Some(&term) = pool.extract_memo.get(&key) {
        return Some(term);
    }
    let term = build(pool);
    pool.extract_memo.insert(key, term);
    Some(term)
}

/// match: `sext(c)`  result: its value
fn sign_extend_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let value = pool.value(node.args[0])?;
    let from = pool.width(node.args[0]);
    Some(pool.bv(width(node), bits::sign_extend(from, width(node), value)))
}

/// match: `sext(sext(x))`  result: `sext(x)`
fn sign_extend_sign_extended(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let x = pool.unary(Op::SignExtend, node.args[0])?;
    Some(pool.sign_extend(x, width(node)))
}

/// match: `sext(x)` with a known sign  result: `0 . x` or `1…1 . x`
fn sign_extend_nonnegative(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let negative = pool.known_sign(node.args[0])?;
    let added = width(node) - pool.width(node.args[0]);
    let prefix = pool.bv(added, if negative { u128::MAX } else { 0 });
    Some(pool.concat(prefix, node.args[0]))
}

/// match: `sext(ite b c d)`  result: `ite b sext(c) sext(d)`
fn sign_extend_constant_ite(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (condition, c, d) = pool.constant_ite(node.args[0])?;
    let from = pool.width(node.args[0]);
    let c = pool.bv(width(node), bits::sign_extend(from, width(node), c));
    let d = pool.bv(width(node), bits::sign_extend(from, width(node), d));
    Some(pool.ite(condition, c, d))
}
