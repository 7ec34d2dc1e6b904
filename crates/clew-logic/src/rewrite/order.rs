//! Rewrites of `Ult` and `Slt`.

use super::{Rule, rule_list};
use crate::bits;
use crate::op::Op;
use crate::pool::{Node, TermId, TermPool};

pub(super) const ULT: &[Rule] = rule_list![
    ult_constants,
    ult_same,
    ult_lowest,
    ult_highest,
    ult_zero_extended,
    ult_sign_extended,
    ult_zero_extended_constant,
    ult_constant_zero_extended,
    ult_same_prefix,
    ult_constant_ite,
    ult_sign_threshold,
];
pub(super) const SLT: &[Rule] = rule_list![
    slt_constants,
    slt_same,
    slt_lowest,
    slt_highest,
    slt_known_signs,
    slt_sign_extended,
    slt_sign_extended_constant,
    slt_constant_sign_extended,
    slt_constant_ite,
];

fn operand_width(pool: &TermPool, node: &Node) -> u32 {
    pool.width(node.args[0])
}

/// match: `c <u d`  result: its value
fn ult_constants(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (a, b) = (pool.value(node.args[0])?, pool.value(node.args[1])?);
    Some(pool.bool(a < b))
}

/// match: `x <u x`  result: `false`
fn ult_same(_: &mut TermPool, node: &Node) -> Option<TermId> {
    (node.args[0] == node.args[1]).then_some(TermPool::FALSE)
}

/// match: `x <u 0`, `x <u 1`, `0 <u x`  result: `false`, `x = 0`, `x != 0`
fn ult_lowest(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let [a, b, _] = node.args;
    if pool.value(a) == Some(0) {
        return Some(pool.is_nonzero(b));
    }
    match pool.value(b)? {
        0 => Some(TermPool::FALSE),
        1 => Some(pool.is_zero(a)),
        _ => None,
    }
}

/// match: `1…1 <u x`, `1…10 <u x`, `x <u 1…1`  result: `false`, `x = 1…1`, `x != 1…1`
fn ult_highest(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let [a, b, _] = node.args;
    let highest = bits::ones(operand_width(pool, node));
    if pool.value(b) == Some(highest) {
        return Some(pool.ne(a, b));
    }
    let c = pool.value(a)?;
    if c == highest {
        return Some(TermPool::FALSE);
    }
    if c == highest - 1 {
        let highest = pool.bv(operand_width(pool, node), highest);
        return Some(pool.eq(b, highest));
    }
    None
}

/// match: `0 . x <u 0 . y`  result: `x <u y`, the shorter one extended
fn ult_zero_extended(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let x = pool.zero_extended(node.args[0])?;
    let y = pool.zero_extended(node.args[1])?;
    let width = pool.width(x).max(pool.width(y));
    let (x, y) = (pool.zero_extend(x, width), pool.zero_extend(y, width));
    Some(pool.ult(x, y))
}

/// match: `sext(x) <u sext(y)`  result: `x <u y`, the shorter one extended
fn ult_sign_extended(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let x = pool.unary(Op::SignExtend, node.args[0])?;
    let y = pool.unary(Op::SignExtend, node.args[1])?;
    let width = pool.width(x).max(pool.width(y));
    let (x, y) = (pool.sign_extend(x, width), pool.sign_extend(y, width));
    Some(pool.ult(x, y))
}

/// match: `0 . x <u c`  result: `x <u c'`, or `true` where `c` is out of reach
fn ult_zero_extended_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let c = pool.value(node.args[1])?;
    let x = pool.zero_extended(node.args[0])?;
    let width = pool.width(x);
    if c > bits::ones(width) {
        return Some(TermPool::TRUE);
    }
    let c = pool.bv(width, c);
    Some(pool.ult(x, c))
}

/// match: `c <u 0 . x`  result: `c' <u x`, or `false` where `c` is out of reach
fn ult_constant_zero_extended(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let c = pool.value(node.args[0])?;
    let x = pool.zero_extended(node.args[1])?;
    let width = pool.width(x);
    if c > bits::ones(width) {
        return Some(TermPool::FALSE);
    }
    let c = pool.bv(width, c);
    Some(pool.ult(c, x))
}

/// match: `x . y <u x . z`  result: `y <u z`
fn ult_same_prefix(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (p, y) = pool.binary(Op::Concat, node.args[0])?;
    let (q, z) = pool.binary(Op::Concat, node.args[1])?;
    (p == q).then(|| pool.ult(y, z))
}

/// match: `(ite b c d) <u e`, `e <u (ite b c d)`  result: `ite b (c <u e) (d <u e)`, …
fn ult_constant_ite(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    constant_ite(pool, node)
}

/// match: `x <u 10…0`, `01…1 <u x`  result: `x[w-1] = 0`, `x[w-1] = 1`
fn ult_sign_threshold(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let [a, b, _] = node.args;
    let width = operand_width(pool, node);
    let threshold = bits::sign_bit(width);
    if pool.value(b) == Some(threshold) {
        let sign = pool.bit(a, width - 1);
        return Some(pool.not(sign));
    }
    (pool.value(a)? == threshold - 1).then(|| pool.bit(b, width - 1))
}

/// match: `c <s d`  result: its value
fn slt_constants(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (a, b) = (pool.value(node.args[0])?, pool.value(node.args[1])?);
    let width = operand_width(pool, node);
    Some(pool.bool(bits::to_signed(width, a) < bits::to_signed(width, b)))
}

/// match: `x <s x`  result: `false`
fn slt_same(_: &mut TermPool, node: &Node) -> Option<TermId> {
    (node.args[0] == node.args[1]).then_some(TermPool::FALSE)
}

/// match: `x <s MIN`, `x <s MIN + 1`, `MIN <s x`  result: `false`, `x = MIN`, `x != MIN`
fn slt_lowest(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let [a, b, _] = node.args;
    let width = operand_width(pool, node);
    let lowest = bits::sign_bit(width);
    if pool.value(a) == Some(lowest) {
        return Some(pool.ne(a, b));
    }
    let c = pool.value(b)?;
    if c == lowest {
        return Some(TermPool::FALSE);
    }
    if width > 1 && c == lowest + 1 {
        let lowest = pool.bv(width, lowest);
        return Some(pool.eq(a, lowest));
    }
    None
}

/// match: `MAX <s x`, `MAX - 1 <s x`, `x <s MAX`  result: `false`, `x = MAX`, `x != MAX`
fn slt_highest(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let [a, b, _] = node.args;
    let width = operand_width(pool, node);
    let highest = bits::sign_bit(width) - 1;
    if pool.value(b) == Some(highest) {
        return Some(pool.ne(a, b));
    }
    let c = pool.value(a)?;
    if c == highest {
        return Some(TermPool::FALSE);
    }
    if width > 1 && c == highest - 1 {
        let highest = pool.bv(width, highest);
        return Some(pool.eq(b, highest));
    }
    None
}

/// match: `x <s y` with both signs known  result: `x <u y`, or the answer where signs differ
fn slt_known_signs(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let [x, y, _] = node.args;
    let (negative_x, negative_y) = (pool.known_sign(x)?, pool.known_sign(y)?);
    if negative_x != negative_y {
        return Some(pool.bool(negative_x));
    }
    Some(pool.ult(x, y))
}

/// match: `sext(x) <s sext(y)`  result: `x <s y`, the shorter one extended
fn slt_sign_extended(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let x = pool.unary(Op::SignExtend, node.args[0])?;
    let y = pool.unary(Op::SignExtend, node.args[1])?;
    let width = pool.width(x).max(pool.width(y));
    let (x, y) = (pool.sign_extend(x, width), pool.sign_extend(y, width));
    Some(pool.slt(x, y))
}

/// match: `sext(x) <s c`  result: `x <s c'`, or the answer where `c` is out of reach
fn slt_sign_extended_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let c = pool.value(node.args[1])?;
    let x = pool.unary(Op::SignExtend, node.args[0])?;
    let (from, to) = (pool.width(x), operand_width(pool, node));
    if bits::sign_extend(from, to, bits::truncate(from, c)) != c {
        return Some(pool.bool(!bits::is_negative(to, c)));
    }
    let c = pool.bv(from, c);
    Some(pool.slt(x, c))
}

/// match: `c <s sext(x)`  result: `c' <s x`, or the answer where `c` is out of reach
fn slt_constant_sign_extended(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let c = pool.value(node.args[0])?;
    let x = pool.unary(Op::SignExtend, node.args[1])?;
    let (from, to) = (pool.width(x), operand_width(pool, node));
    if bits::sign_extend(from, to, bits::truncate(from, c)) != c {
        return Some(pool.bool(bits::is_negative(to, c)));
    }
    let c = pool.bv(from, c);
    Some(pool.slt(c, x))
}

/// match: `(ite b c d) <s e`, `e <s (ite b c d)`  result: `ite b (c <s e) (d <s e)`, …
fn slt_constant_ite(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    constant_ite(pool, node)
}

fn constant_ite(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let [a, b, _] = node.args;
    let width = operand_width(pool, node);
    let holds = |left, right| bits::apply(node.op, width, left, right) == 1;
    let (condition, yes, no) = if let Some(e) = pool.value(b) {
        let (condition, c, d) = pool.constant_ite(a)?;
        (condition, holds(c, e), holds(d, e))
    } else {
        let e = pool.value(a)?;
        let (condition, c, d) = pool.constant_ite(b)?;
        (condition, holds(e, c), holds(e, d))
    };
    let (yes, no) = (pool.bool(yes), pool.bool(no));
    Some(pool.ite(condition, yes, no))
}
