//! Classification, and operations on the sign alone.

use super::format::Format;
use crate::pool::{TermId, TermPool};

fn parts(pool: &mut TermPool, format: Format, a: TermId) -> (TermId, TermId) {
    let field = pool.extract(format.width() - 2, format.fraction(), a);
    let fraction = pool.extract(format.fraction() - 1, 0, a);
    (field, fraction)
}

/// Whether `a` is a NaN.
pub fn is_nan(pool: &mut TermPool, format: Format, a: TermId) -> TermId {
    let (field, fraction) = parts(pool, format, a);
    let ones = pool.bv(format.exponent, u128::MAX);
    let special = pool.eq(field, ones);
    let some = pool.is_nonzero(fraction);
    pool.and(special, some)
}

/// Whether `a` is an infinity.
pub fn is_infinite(pool: &mut TermPool, format: Format, a: TermId) -> TermId {
    let (field, fraction) = parts(pool, format, a);
    let ones = pool.bv(format.exponent, u128::MAX);
    let special = pool.eq(field, ones);
    let none = pool.is_zero(fraction);
    pool.and(special, none)
}

/// Whether `a` is zero, of either sign.
pub fn is_zero(pool: &mut TermPool, format: Format, a: TermId) -> TermId {
    let magnitude = pool.extract(format.width() - 2, 0, a);
    pool.is_zero(magnitude)
}

/// Whether `a` is subnormal.
pub fn is_subnormal(pool: &mut TermPool, format: Format, a: TermId) -> TermId {
    let (field, fraction) = parts(pool, format, a);
    let low = pool.is_zero(field);
    let some = pool.is_nonzero(fraction);
    pool.and(low, some)
}

/// Whether `a` is normal: not zero, subnormal, infinite or NaN.
pub fn is_normal(pool: &mut TermPool, format: Format, a: TermId) -> TermId {
    let (field, _) = parts(pool, format, a);
    let ones = pool.bv(format.exponent, u128::MAX);
    let special = pool.eq(field, ones);
    let low = pool.is_zero(field);
    let either = pool.or(special, low);
    pool.not(either)
}

/// Whether the sign of `a` is set: C's `signbit`.
pub fn is_negative(pool: &mut TermPool, format: Format, a: TermId) -> TermId {
    pool.bit(a, format.width() - 1)
}

/// `-a`: the sign flipped, also of a NaN.
pub fn neg(pool: &mut TermPool, format: Format, a: TermId) -> TermId {
    let sign = pool.extract(format.width() - 1, format.width() - 1, a);
    let flipped = pool.not(sign);
    let magnitude = pool.extract(format.width() - 2, 0, a);
    pool.concat(flipped, magnitude)
}

/// The absolute value: the sign cleared, also of a NaN.
pub fn abs(pool: &mut TermPool, format: Format, a: TermId) -> TermId {
    let magnitude = pool.extract(format.width() - 2, 0, a);
    pool.zero_extend(magnitude, format.width())
}

/// The magnitude of `a` with the sign of `b`.
pub fn copy_sign(pool: &mut TermPool, format: Format, a: TermId, b: TermId) -> TermId {
    let magnitude = pool.extract(format.width() - 2, 0, a);
    let sign = pool.extract(format.width() - 1, format.width() - 1, b);
    pool.concat(sign, magnitude)
}
