//! Rewrites of `Eq` on bit-vectors. (Equality of Booleans is built from `Xor`.)

use super::polynomial::eq_polynomials;
use super::{Rule, rule_list};
use crate::bits;
use crate::op::Op;
use crate::pool::{Node, TermId, TermPool};

pub(super) const EQ: &[Rule] = rule_list![
    eq_constants,
    eq_same,
    eq_complement,
    eq_bit_zero,
    eq_bit_and,
    eq_bit_or,
    eq_add_constant,
    eq_neg_constant,
    eq_not_constant,
    eq_xor_constant,
    eq_mul_odd_constant,
    eq_concat_constant,
    eq_sign_extended_constant,
    eq_ite_constant,
    eq_sum_with_operand,
    eq_common_operand,
    eq_negations,
    eq_sign_extended,
    eq_zero_extended,
    eq_difference_zero,
    eq_polynomials,
];

fn operand_width(pool: &TermPool, node: &Node) -> u32 {
    pool.width(node.args[0])
}

/// match: `c = d`  result: its value
fn eq_constants(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (a, b) = (pool.value(node.args[0])?, pool.value(node.args[1])?);
    Some(pool.bool(a == b))
}

/// match: `x = x`  result: `true`
fn eq_same(_: &mut TermPool, node: &Node) -> Option<TermId> {
    (node.args[0] == node.args[1]).then_some(TermPool::TRUE)
}

/// match: `x = ~x`  result: `false`
fn eq_complement(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    pool.are_complements(node.args[0], node.args[1]).then_some(TermPool::FALSE)
}

/// match: `x = 0` with `w` one  result: `!(x = 1)`
fn eq_bit_zero(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    if operand_width(pool, node) != 1 || pool.value(node.args[1])? != 0 {
        return None;
    }
    let set = is_set(pool, node.args[0]);
    Some(pool.not(set))
}

/// match: `x & y = 1` with `w` one  result: `x = 1 && y = 1`
fn eq_bit_and(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    if operand_width(pool, node) != 1 || pool.value(node.args[1])? != 1 {
        return None;
    }
    let (x, y) = pool.binary(Op::And, node.args[0])?;
    let (x, y) = (is_set(pool, x), is_set(pool, y));
    Some(pool.and(x, y))
}

/// match: `x | y = 1` with `w` one  result: `x = 1 || y = 1`
fn eq_bit_or(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    if operand_width(pool, node) != 1 || pool.value(node.args[1])? != 1 {
        return None;
    }
    let (x, y) = pool.binary(Op::Or, node.args[0])?;
    let (x, y) = (is_set(pool, x), is_set(pool, y));
    Some(pool.or(x, y))
}

fn is_set(pool: &mut TermPool, bit: TermId) -> TermId {
    let one = pool.bv(1, 1);
    pool.eq(bit, one)
}

/// match: `x + c = d`  result: `x = d - c`
fn eq_add_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let d = pool.value(node.args[1])?;
    let (x, c) = pool.with_constant(Op::Add, node.args[0])?;
    let value = pool.bv(operand_width(pool, node), d.wrapping_sub(c));
    Some(pool.eq(x, value))
}

/// match: `-x = c`  result: `x = -c`
fn eq_neg_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let c = pool.value(node.args[1])?;
    let x = pool.unary(Op::Neg, node.args[0])?;
    let value = pool.bv(operand_width(pool, node), c.wrapping_neg());
    Some(pool.eq(x, value))
}

/// match: `~x = c`  result: `x = ~c`
fn eq_not_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let c = pool.value(node.args[1])?;
    let x = pool.unary(Op::Not, node.args[0])?;
    let value = pool.bv(operand_width(pool, node), !c);
    Some(pool.eq(x, value))
}

/// match: `x ^ c = d`  result: `x = c ^ d`
fn eq_xor_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let d = pool.value(node.args[1])?;
    let (x, c) = pool.with_constant(Op::Xor, node.args[0])?;
    let value = pool.bv(operand_width(pool, node), c ^ d);
    Some(pool.eq(x, value))
}

/// match: `x * c = d` with `c` odd  result: `x = d / c` modulo 2^w
fn eq_mul_odd_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let d = pool.value(node.args[1])?;
    let (x, c) = pool.with_constant(Op::Mul, node.args[0])?;
    if c & 1 == 0 {
        return None;
    }
    // Newton's iteration doubles the number of right bits; c itself is right in three.
    let inverse = (0..6)
        .fold(c, |inverse, _| inverse.wrapping_mul(2u128.wrapping_sub(c.wrapping_mul(inverse))));
    let value = pool.bv(operand_width(pool, node), d.wrapping_mul(inverse));
    Some(pool.eq(x, value))
}

/// match: `x . y = c`  result: `x = c' && y = c''`
fn eq_concat_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let c = pool.value(node.args[1])?;
    let (x, y) = pool.binary(Op::Concat, node.args[0])?;
    let (high, low) = (pool.width(x), pool.width(y));
    let high = pool.bv(high, c >> low);
    let low = pool.bv(low, c);
    let high = pool.eq(x, high);
    if high == TermPool::FALSE {
        return Some(high);
    }
    let low = pool.eq(y, low);
    Some(pool.and(high, low))
}

/// match: `sext(x) = c`  result: `x = c'`, or `false` where no `x` extends to `c`
fn eq_sign_extended_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let c = pool.value(node.args[1])?;
    let x = pool.unary(Op::SignExtend, node.args[0])?;
    let (from, to) = (pool.width(x), operand_width(pool, node));
    let low = bits::truncate(from, c);
    if bits::sign_extend(from, to, low) != c {
        return Some(TermPool::FALSE);
    }
    let value = pool.bv(from, low);
    Some(pool.eq(x, value))
}

/// match: `(ite b c x) = d`, `(ite b x c) = d`
/// result: `b || x = d`, `!b && x = d`, …: the branch that is a constant is decided
fn eq_ite_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let d = pool.value(node.args[1])?;
    let inner = *pool.node(node.args[0]);
    if inner.op != Op::Ite {
        return None;
    }
    let [condition, yes, no] = inner.args;
    let (guard, decided, rest) = if let Some(c) = pool.value(yes) {
        (condition, c == d, no)
    } else if let Some(c) = pool.value(no) {
        (pool.not(condition), c == d, yes)
    } else {
        return None;
    };
    let rest = pool.eq(rest, node.args[1]);
    if decided {
        return Some(pool.or(guard, rest));
    }
    let otherwise = pool.not(guard);
    Some(pool.and(otherwise, rest))
}

/// match: `x + y = x`  result: `y = 0`
fn eq_sum_with_operand(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let rest = |pool: &TermPool, sum, x| {
        let (p, q) = pool.binary(Op::Add, sum)?;
        if p == x { Some(q) } else { (q == x).then_some(p) }
    };
    let y = rest(pool, node.args[0], node.args[1])
        .or_else(|| rest(pool, node.args[1], node.args[0]))?;
    Some(pool.is_zero(y))
}

/// match: `x + y = x + z`  result: `y = z`
fn eq_common_operand(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (p, q) = pool.binary(Op::Add, node.args[0])?;
    let (r, s) = pool.binary(Op::Add, node.args[1])?;
    let (y, z) = if p == r {
        (q, s)
    } else if p == s {
        (q, r)
    } else if q == r {
        (p, s)
    } else if q == s {
        (p, r)
    } else {
        return None;
    };
    Some(pool.eq(y, z))
}

/// match: `-x = -y`, `~x = ~y`  result: `x = y`
fn eq_negations(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let op = pool.op(node.args[0]);
    if !matches!(op, Op::Neg | Op::Not) || pool.op(node.args[1]) != op {
        return None;
    }
    let (x, y) = (pool.args(node.args[0])[0], pool.args(node.args[1])[0]);
    Some(pool.eq(x, y))
}

/// match: `sext(x) = sext(y)`  result: `x = y`, the shorter one extended
fn eq_sign_extended(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let x = pool.unary(Op::SignExtend, node.args[0])?;
    let y = pool.unary(Op::SignExtend, node.args[1])?;
    let width = pool.width(x).max(pool.width(y));
    let (x, y) = (pool.sign_extend(x, width), pool.sign_extend(y, width));
    Some(pool.eq(x, y))
}

/// match: `0 . x = 0 . y`  result: `x = y`, the shorter one extended
fn eq_zero_extended(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let x = pool.zero_extended(node.args[0])?;
    let y = pool.zero_extended(node.args[1])?;
    let width = pool.width(x).max(pool.width(y));
    let (x, y) = (pool.zero_extend(x, width), pool.zero_extend(y, width));
    Some(pool.eq(x, y))
}

/// match: `x + -y = 0`, `x ^ y = 0`  result: `x = y`
fn eq_difference_zero(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    if pool.value(node.args[1])? != 0 {
        return None;
    }
    if let Some((x, y)) = pool.binary(Op::Xor, node.args[0]) {
        return Some(pool.eq(x, y));
    }
    let (p, q) = pool.binary(Op::Add, node.args[0])?;
    if let Some(y) = pool.unary(Op::Neg, q) {
        return Some(pool.eq(p, y));
    }
    let y = pool.unary(Op::Neg, p)?;
    Some(pool.eq(q, y))
}
