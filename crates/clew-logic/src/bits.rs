//! The meaning of the operators on concrete bits.
//!
//! A value of width `w` is a `u128` below `2^w`; a Boolean is a value of width 1.

use crate::op::Op;

/// The value with all `width` bits set.
#[inline]
pub fn ones(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1u128 << width) - 1 }
}

/// The lowest `width` bits of `value`.
#[inline]
pub fn truncate(width: u32, value: u128) -> u128 {
    value & ones(width)
}

/// The value read as two's complement.
#[inline]
pub fn to_signed(width: u32, value: u128) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

/// The value whose only bit is the sign.
#[inline]
pub fn sign_bit(width: u32) -> u128 {
    1u128 << (width - 1)
}

/// Whether the sign is set.
#[inline]
pub fn is_negative(width: u32, value: u128) -> bool {
    value >> (width - 1) & 1 == 1
}

/// Two's complement negation.
#[inline]
pub fn neg(width: u32, value: u128) -> u128 {
    truncate(width, value.wrapping_neg())
}

/// Sign extension from one width to a larger one.
#[inline]
pub fn sign_extend(from: u32, to: u32, value: u128) -> u128 {
    truncate(to, to_signed(from, value) as u128)
}

/// Bits `high` down to `low`.
#[inline]
pub fn extract(high: u32, low: u32, value: u128) -> u128 {
    truncate(high - low + 1, value >> low)
}

/// `high` above `low`, whose width is given.
#[inline]
pub fn concat(low_width: u32, high: u128, low: u128) -> u128 {
    high << low_width | low
}

/// Unsigned division; by zero all ones.
#[inline]
pub fn udiv(width: u32, a: u128, b: u128) -> u128 {
    if b == 0 {
        ones(width)
    } else if (a | b) >> 64 == 0 {
        u128::from(a as u64 / b as u64)
    } else {
        a / b
    }
}

/// Unsigned remainder; by zero the dividend.
#[inline]
pub fn urem(a: u128, b: u128) -> u128 {
    if b == 0 {
        a
    } else if (a | b) >> 64 == 0 {
        u128::from(a as u64 % b as u64)
    } else {
        a % b
    }
}

/// Signed division towards zero; by zero it is 1 for a negative dividend and -1 otherwise.
#[inline]
pub fn sdiv(width: u32, a: u128, b: u128) -> u128 {
    let (negative_a, negative_b) = (is_negative(width, a), is_negative(width, b));
    let quotient = udiv(width, magnitude(width, a), magnitude(width, b));
    if negative_a == negative_b { quotient } else { neg(width, quotient) }
}

/// Signed remainder with the sign of the dividend; by zero the dividend.
#[inline]
pub fn srem(width: u32, a: u128, b: u128) -> u128 {
    let remainder = urem(magnitude(width, a), magnitude(width, b));
    if is_negative(width, a) { neg(width, remainder) } else { remainder }
}

/// The absolute value, read without sign.
#[inline]
pub fn magnitude(width: u32, value: u128) -> u128 {
    if is_negative(width, value) { neg(width, value) } else { value }
}

/// Shift left.
#[inline]
pub fn shl(width: u32, a: u128, b: u128) -> u128 {
    if b >= u128::from(width) { 0 } else { truncate(width, a << b as u32) }
}

/// Logical shift right.
#[inline]
pub fn lshr(width: u32, a: u128, b: u128) -> u128 {
    if b >= u128::from(width) { 0 } else { a >> b as u32 }
}

/// Arithmetic shift right.
#[inline]
pub fn ashr(width: u32, a: u128, b: u128) -> u128 {
    let by = b.min(u128::from(width - 1)) as u32;
    truncate(width, (to_signed(width, a) >> by) as u128)
}

/// A unary or binary operator on values of one width, with a result of that width or a Boolean.
///
/// # Panics
/// When `op` is not such an operator.
#[inline]
pub fn apply(op: Op, width: u32, a: u128, b: u128) -> u128 {
    match op {
        Op::Not => a ^ ones(width),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Eq => u128::from(a == b),
        Op::Ult => u128::from(a < b),
        Op::Slt => u128::from(to_signed(width, a) < to_signed(width, b)),
        Op::Neg => neg(width, a),
        Op::Add => truncate(width, a.wrapping_add(b)),
        Op::Mul => truncate(width, a.wrapping_mul(b)),
        Op::UDiv => udiv(width, a, b),
        Op::URem => urem(a, b),
        Op::SDiv => sdiv(width, a, b),
        Op::SRem => srem(width, a, b),
        Op::Shl => shl(width, a, b),
        Op::LShr => lshr(width, a, b),
        Op::AShr => ashr(width, a, b),
        Op::Const
        | Op::Input
        | Op::Ite
        | Op::Concat
        | Op::Extract
        | Op::SignExtend
        | Op::Select
        | Op::Store
        | Op::ConstArray => panic!("{op:?} is not an operator on values of one width"),
    }
}
