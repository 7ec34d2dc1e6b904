//! Integer operators on terms of one width, each computed in as few bits as hold its operands.

use super::extent::{low, signed_bits, unsigned_bits};
use clew_logic::{TermId, TermPool};

/// An operator of the pool on two terms of one width.
pub(super) type Operator = fn(&mut TermPool, TermId, TermId) -> TermId;

/// Which bit operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bitwise {
    And,
    Or,
    Xor,
}

/// Which part of a division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Quotient,
    Remainder,
}

/// `a == b`.
pub(super) fn equal(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let (a, b) = shortened(pool, a, b);
    pool.eq(a, b)
}

/// `a != b`.
pub(super) fn different(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let equal = equal(pool, a, b);
    pool.not(equal)
}

/// Unsigned `a < b`.
pub(super) fn below(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let (a, b) = shortened(pool, a, b);
    pool.ult(a, b)
}

/// Unsigned `a <= b`.
pub(super) fn not_above(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let above = below(pool, b, a);
    pool.not(above)
}

/// Unsigned `a >= b`.
pub(super) fn not_below(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    not_above(pool, b, a)
}

/// Signed `a < b`.
pub(super) fn less(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let bits = signed_bits(pool, a).max(signed_bits(pool, b));
    let (a, b) = (low(pool, a, bits), low(pool, b, bits));
    pool.slt(a, b)
}

/// Signed `a <= b`.
pub(super) fn at_most(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let greater = less(pool, b, a);
    pool.not(greater)
}

/// Signed `a >= b`.
pub(super) fn at_least(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    at_most(pool, b, a)
}

/// Both terms in the fewest bits that keep equality and unsigned order. Sign extension keeps the
/// unsigned order too: what is negative moves to the top, in its order.
fn shortened(pool: &mut TermPool, a: TermId, b: TermId) -> (TermId, TermId) {
    let signed = signed_bits(pool, a).max(signed_bits(pool, b));
    let unsigned = unsigned_bits(pool, a).max(unsigned_bits(pool, b));
    let bits = signed.min(unsigned);
    (low(pool, a, bits), low(pool, b, bits))
}

/// `a & b`, `a | b` or `a ^ b`.
pub(super) fn bitwise(pool: &mut TermPool, op: Bitwise, a: TermId, b: TermId) -> TermId {
    let width = pool.width(a);
    let signed = signed_bits(pool, a).max(signed_bits(pool, b));
    let of_each = (unsigned_bits(pool, a), unsigned_bits(pool, b));
    let unsigned = match op {
        Bitwise::And => of_each.0.min(of_each.1),
        Bitwise::Or | Bitwise::Xor => of_each.0.max(of_each.1),
    };
    let bits = signed.min(unsigned);
    let (a, b) = (low(pool, a, bits), low(pool, b, bits));
    let value = match op {
        Bitwise::And => pool.and(a, b),
        Bitwise::Or => pool.or(a, b),
        Bitwise::Xor => pool.xor(a, b),
    };
    pool.resize(value, width, signed < unsigned)
}

/// `~a`.
pub(super) fn complement(pool: &mut TermPool, a: TermId) -> TermId {
    let width = pool.width(a);
    let bits = signed_bits(pool, a);
    let a = low(pool, a, bits);
    let value = pool.not(a);
    pool.sign_extend(value, width)
}

/// The quotient or remainder, rounding towards zero; of no meaning where [`division_fault`] holds.
pub(super) fn divide(
    pool: &mut TermPool,
    part: Part,
    signed: bool,
    a: TermId,
    b: TermId,
) -> TermId {
    let width = pool.width(a);
    let bits = if signed {
        // The quotient of the smallest value and -1 takes one bit more than its operands.
        let room = u32::from(part == Part::Quotient);
        signed_bits(pool, a).max(signed_bits(pool, b)) + room
    } else {
        unsigned_bits(pool, a).max(unsigned_bits(pool, b))
    };
    let bits = bits.min(width);
    let (a, b) = (low(pool, a, bits), low(pool, b, bits));
    let value = match (part, signed) {
        (Part::Quotient, true) => pool.sdiv(a, b),
        (Part::Quotient, false) => pool.udiv(a, b),
        (Part::Remainder, true) => pool.srem(a, b),
        (Part::Remainder, false) => pool.urem(a, b),
    };
    pool.resize(value, width, signed)
}

/// Whether a division faults: by zero, or the quotient does not fit.
pub(super) fn division_fault(pool: &mut TermPool, signed: bool, a: TermId, b: TermId) -> TermId {
    let zero = pool.bv(pool.width(b), 0);
    let by_zero = equal(pool, b, zero);
    if !signed {
        return by_zero;
    }
    let overflows = division_overflows(pool, a, b);
    pool.or(by_zero, overflows)
}

/// Whether this is the smallest value divided by -1.
pub(super) fn division_overflows(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let width = pool.width(a);
    let (smallest, minus_one) = (pool.min_signed(width), pool.bv(width, u128::MAX));
    let is_smallest = equal(pool, a, smallest);
    let by_minus_one = equal(pool, b, minus_one);
    pool.and(is_smallest, by_minus_one)
}

/// A shift in the width of `a`, 32, 64 or 128 bits, by as many low bits of the count (of any
/// width) as the processor looks at.
pub(super) fn shift(pool: &mut TermPool, op: Operator, a: TermId, count: TermId) -> TermId {
    let width = pool.width(a);
    let looked_at = width.trailing_zeros().min(pool.width(count));
    let count = low(pool, count, looked_at);
    let count = pool.zero_extend(count, width);
    op(pool, a, count)
}
