//! Multiplication.

use super::format::{Format, Rounding};
use super::pack::{Unpacked, normalise, round, signed_infinity, signed_zero, unpack};
use crate::pool::{TermId, TermPool};

/// The exact product of two normalised significands, with the exponent of its highest bit, which
/// may be unset.
pub(super) fn product(
    pool: &mut TermPool,
    format: Format,
    x: &Unpacked,
    y: &Unpacked,
) -> (TermId, TermId) {
    let width = 2 * format.significand;
    let x_significand = pool.zero_extend(x.significand, width);
    let y_significand = pool.zero_extend(y.significand, width);
    let product = pool.mul(x_significand, y_significand);
    let sum = pool.add(x.exponent, y.exponent);
    let one = pool.bv(format.exponent_width(), 1);
    (product, pool.add(sum, one))
}

/// `a * b`.
pub fn mul(pool: &mut TermPool, format: Format, mode: Rounding, a: TermId, b: TermId) -> TermId {
    let x = unpack(pool, format, a);
    let y = unpack(pool, format, b);
    let sign = pool.xor(x.sign, y.sign);
    let (mut significand, exponent) = product(pool, format, &x, &y);
    if pool.width(significand) < format.significand + 2 {
        let zeros = pool.bv(2, 0);
        significand = pool.concat(significand, zeros);
    }
    let (significand, exponent) = normalise(pool, significand, exponent);
    let rounded = round(pool, format, mode, sign, exponent, significand);

    let any_zero = pool.or(x.zero, y.zero);
    let any_infinite = pool.or(x.infinite, y.infinite);
    let zero = signed_zero(pool, format, sign);
    let infinity = signed_infinity(pool, format, sign);
    let finite = pool.ite(any_zero, zero, rounded);
    let result = pool.ite(any_infinite, infinity, finite);
    let any_nan = pool.or(x.nan, y.nan);
    let zero_times_infinity = pool.and(any_zero, any_infinite);
    let invalid = pool.or(any_nan, zero_times_infinity);
    let nan = format.nan(pool);
    pool.ite(invalid, nan, result)
}
