//! Whether the exact result of an operator fits a type.

use super::extent::{low, signed_bits};
use super::integer::{division_overflows, less};
use clew_ir::{BinaryOp, OverflowOp, Scalar};
use clew_logic::{MAX_WIDTH, TermId, TermPool, bits};

/// Whether `a op b` overflows in signed arithmetic of the operands' width: what
/// [`clew_ir::ops::signed_overflow`] says.
pub(super) fn signed_overflow(pool: &mut TermPool, op: BinaryOp, a: TermId, b: TermId) -> TermId {
    match op {
        BinaryOp::Add => sum_overflows(pool, a, b),
        BinaryOp::Sub => difference_overflows(pool, a, b),
        BinaryOp::Mul => product_overflows(pool, a, b),
        BinaryOp::Div | BinaryOp::Rem => division_overflows(pool, a, b),
        BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::PtrAdd
        | BinaryOp::PtrSub
        | BinaryOp::PtrDiff => TermPool::FALSE,
    }
}

/// The smallest and the largest signed value of a width.
fn limits(width: u32) -> (i128, i128) {
    let smallest = bits::to_signed(width, bits::sign_bit(width));
    (smallest, !smallest)
}

fn signed_value(pool: &TermPool, term: TermId) -> Option<i128> {
    pool.value(term).map(|value| bits::to_signed(pool.width(term), value))
}

fn is_below(pool: &mut TermPool, a: TermId, limit: i128) -> TermId {
    let limit = pool.bv_signed(pool.width(a), limit);
    less(pool, a, limit)
}

fn is_above(pool: &mut TermPool, a: TermId, limit: i128) -> TermId {
    let limit = pool.bv_signed(pool.width(a), limit);
    less(pool, limit, a)
}

/// Whether every sum and difference of the two fits their width, as the tops of the terms show.
fn have_room(pool: &TermPool, a: TermId, b: TermId) -> bool {
    signed_bits(pool, a).max(signed_bits(pool, b)) < pool.width(a)
}

fn sum_overflows(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    if have_room(pool, a, b) {
        return TermPool::FALSE;
    }
    let (a, b) = if pool.value(a).is_some() { (b, a) } else { (a, b) };
    let width = pool.width(a);
    let (smallest, largest) = limits(width);
    if let Some(value) = signed_value(pool, b) {
        return if value < 0 {
            is_below(pool, a, smallest - value)
        } else {
            is_above(pool, a, largest - value)
        };
    }
    let sum = pool.add(a, b);
    let (sign_a, sign_b) = (pool.bit(a, width - 1), pool.bit(b, width - 1));
    let sign = pool.bit(sum, width - 1);
    let alike = pool.eq(sign_a, sign_b);
    let turned = pool.xor(sign, sign_a);
    pool.and(alike, turned)
}

fn difference_overflows(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    if have_room(pool, a, b) {
        return TermPool::FALSE;
    }
    let width = pool.width(a);
    let (smallest, largest) = limits(width);
    match (signed_value(pool, a), signed_value(pool, b)) {
        (_, Some(value)) if value < 0 => return is_above(pool, a, largest + value),
        (_, Some(value)) => return is_below(pool, a, smallest + value),
        (Some(value), None) if value < 0 => return is_above(pool, b, value - smallest),
        (Some(value), None) => return is_below(pool, b, value - largest),
        (None, None) => {}
    }
    let difference = pool.sub(a, b);
    let (sign_a, sign_b) = (pool.bit(a, width - 1), pool.bit(b, width - 1));
    let sign = pool.bit(difference, width - 1);
    let differ = pool.xor(sign_a, sign_b);
    let turned = pool.xor(sign, sign_a);
    pool.and(differ, turned)
}

fn product_overflows(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let (a, b) = if pool.value(a).is_some() { (b, a) } else { (a, b) };
    let width = pool.width(a);
    if let Some(factor) = signed_value(pool, b) {
        return multiple_overflows(pool, a, factor);
    }
    let (bits_a, bits_b) = (signed_bits(pool, a), signed_bits(pool, b));
    let exact = bits_a + bits_b;
    if exact <= width {
        return TermPool::FALSE;
    }
    if exact <= MAX_WIDTH {
        let (a, b) = (low(pool, a, bits_a), low(pool, b, bits_b));
        let (a, b) = (pool.sign_extend(a, exact), pool.sign_extend(b, exact));
        let product = pool.mul(a, b);
        return is_outside(pool, product, width, true);
    }
    let product = pool.mul(a, b);
    let quotient = pool.sdiv(product, a);
    let lost = pool.ne(quotient, b);
    let some = pool.is_nonzero(a);
    let inexact = pool.and(some, lost);
    // The one product whose quotient overflows in turn, and so comes back unharmed.
    let turned = division_overflows(pool, b, a);
    pool.or(inexact, turned)
}

/// Whether `a * factor` overflows.
fn multiple_overflows(pool: &mut TermPool, a: TermId, factor: i128) -> TermId {
    let (smallest, largest) = limits(pool.width(a));
    let (lowest, highest) = match factor {
        0 => return TermPool::FALSE,
        -1 => return is_below(pool, a, -largest),
        1.. => (smallest / factor, largest / factor),
        _ => (largest / factor, smallest / factor),
    };
    let below = is_below(pool, a, lowest);
    let above = is_above(pool, a, highest);
    pool.or(below, above)
}

/// Whether a signed value does not fit an integer type.
fn is_outside(pool: &mut TermPool, value: TermId, width: u32, signed: bool) -> TermId {
    let bits = pool.width(value);
    if signed {
        if width >= bits {
            return TermPool::FALSE;
        }
        let kept = low(pool, value, width);
        let fitted = pool.sign_extend(kept, bits);
        return pool.ne(value, fitted);
    }
    if width + 1 >= bits {
        return pool.bit(value, bits - 1);
    }
    let above = pool.extract(bits - 1, width, value);
    pool.is_nonzero(above)
}

/// Whether `a op b`, computed exactly, does not fit the type `target`: what
/// `__builtin_add_overflow` and its kin tell. `None` where 128 bits do not hold the exact result
/// and the types give no other way.
pub(super) fn overflows(
    pool: &mut TermPool,
    op: OverflowOp,
    left: (Scalar, TermId),
    right: (Scalar, TermId),
    target: Scalar,
) -> Option<TermId> {
    let Scalar::Int { bits: width, signed } = target else { return None };
    let (bits_a, bits_b) = (exact_bits(left.0)?, exact_bits(right.0)?);
    let exact = match op {
        OverflowOp::Add | OverflowOp::Sub => bits_a.max(bits_b) + 1,
        OverflowOp::Mul => bits_a + bits_b,
    };
    if exact <= MAX_WIDTH {
        let a = pool.resize(left.1, exact, is_signed(left.0));
        let b = pool.resize(right.1, exact, is_signed(right.0));
        let value = match op {
            OverflowOp::Add => pool.add(a, b),
            OverflowOp::Sub => pool.sub(a, b),
            OverflowOp::Mul => pool.mul(a, b),
        };
        return Some(is_outside(pool, value, width, signed));
    }
    if op == OverflowOp::Mul && pool.width(left.1) + pool.width(right.1) <= MAX_WIDTH {
        return Some(product_is_outside(pool, left, right, width, signed));
    }
    if left.0 != right.0 || left.0 != target {
        return None;
    }
    let (a, b) = (left.1, right.1);
    Some(if signed {
        let op = match op {
            OverflowOp::Add => BinaryOp::Add,
            OverflowOp::Sub => BinaryOp::Sub,
            OverflowOp::Mul => BinaryOp::Mul,
        };
        signed_overflow(pool, op, a, b)
    } else {
        unsigned_overflow(pool, op, a, b)
    })
}

fn is_signed(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int { signed: true, .. })
}

/// The bits of a signed type that holds every value of an integer type.
fn exact_bits(scalar: Scalar) -> Option<u32> {
    match scalar {
        Scalar::Int { bits, signed } => Some(bits + u32::from(!signed)),
        Scalar::Float(_) => None,
    }
}

/// The same by sign and magnitude, which saves the bit that makes unsigned operands signed.
fn product_is_outside(
    pool: &mut TermPool,
    left: (Scalar, TermId),
    right: (Scalar, TermId),
    width: u32,
    signed: bool,
) -> TermId {
    let exact = pool.width(left.1) + pool.width(right.1);
    let (negative_a, magnitude_a) = sign_and_magnitude(pool, left);
    let (negative_b, magnitude_b) = sign_and_magnitude(pool, right);
    let (a, b) = (pool.zero_extend(magnitude_a, exact), pool.zero_extend(magnitude_b, exact));
    let product = pool.mul(a, b);
    let negative = pool.xor(negative_a, negative_b);
    let (lowest, highest) = if signed {
        (bits::sign_bit(width), bits::sign_bit(width) - 1)
    } else {
        (0, bits::ones(width))
    };
    let (lowest, highest) = (pool.bv(exact, lowest), pool.bv(exact, highest));
    let limit = pool.ite(negative, lowest, highest);
    pool.ugt(product, limit)
}

fn sign_and_magnitude(pool: &mut TermPool, (scalar, a): (Scalar, TermId)) -> (TermId, TermId) {
    if !is_signed(scalar) {
        return (TermPool::FALSE, a);
    }
    let negative = pool.bit(a, pool.width(a) - 1);
    let negated = pool.neg(a);
    (negative, pool.ite(negative, negated, a))
}

/// Whether unsigned arithmetic wraps.
fn unsigned_overflow(pool: &mut TermPool, op: OverflowOp, a: TermId, b: TermId) -> TermId {
    match op {
        OverflowOp::Add => {
            let sum = pool.add(a, b);
            pool.ult(sum, a)
        }
        OverflowOp::Sub => pool.ult(a, b),
        OverflowOp::Mul => {
            let product = pool.mul(a, b);
            let quotient = pool.udiv(product, a);
            let lost = pool.ne(quotient, b);
            let some = pool.is_nonzero(a);
            pool.and(some, lost)
        }
    }
}
