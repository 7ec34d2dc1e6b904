//! Rounding to an integral value in the same format.

use super::format::{Format, Rounding};
use super::pack::{normalise, round, rounds_up, shift_right_sticky, signed_zero, unpack};
use crate::pool::{TermId, TermPool};

/// The integral value next to `a` in the given direction: C's `rint` in that mode; `floor` is
/// `Down`, `ceil` is `Up`, `trunc` is `Zero`, `round` is `NearestAway`.
pub fn round_to_integral(pool: &mut TermPool, format: Format, mode: Rounding, a: TermId) -> TermId {
    let x = unpack(pool, format, a);
    let precision = format.significand;
    let exponent_width = format.exponent_width();
    // Two bits below the integer part: the guard and the sticky bit.
    let last = pool.bv_signed(exponent_width, i128::from(precision) - 1);
    let distance = pool.sub(last, x.exponent);
    let zero = pool.bv(exponent_width, 0);
    let integral = pool.sle(distance, zero);
    let distance = pool.ite(integral, zero, distance);
    let two = pool.bv(2, 0);
    let longer = pool.concat(x.significand, two);
    let shifted = shift_right_sticky(pool, longer, distance);
    let integer = pool.extract(precision + 1, 2, shifted);
    let odd = pool.bit(integer, 0);
    let (guard, sticky) = (pool.bit(shifted, 1), pool.bit(shifted, 0));
    let up = rounds_up(pool, mode, x.sign, odd, guard, sticky);
    let integer = pool.zero_extend(integer, precision + 1);
    let increment = pool.bool_to_bv(up, precision + 1);
    let integer = pool.add(integer, increment);

    let nothing = pool.is_zero(integer);
    let padded = pool.concat(integer, two);
    let exponent = pool.bv_signed(exponent_width, i128::from(precision));
    let (significand, exponent) = normalise(pool, padded, exponent);
    let exact = round(pool, format, Rounding::Zero, x.sign, exponent, significand);
    let signed_zero = signed_zero(pool, format, x.sign);
    let rounded = pool.ite(nothing, signed_zero, exact);
    let keeps = pool.or(integral, x.infinite);
    let keeps = pool.or(keeps, x.zero);
    let result = pool.ite(keeps, a, rounded);
    let nan = format.nan(pool);
    pool.ite(x.nan, nan, result)
}
