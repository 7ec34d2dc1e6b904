//! Addition and subtraction.

use super::classify::neg;
use super::format::{Format, Rounding};
use super::pack::{normalise, round, shift_right_sticky, signed_zero, unpack};
use crate::pool::{TermId, TermPool};

/// `a - b`.
pub fn sub(pool: &mut TermPool, format: Format, mode: Rounding, a: TermId, b: TermId) -> TermId {
    let minus_b = neg(pool, format, b);
    add(pool, format, mode, a, minus_b)
}

/// `a + b`.
pub fn add(pool: &mut TermPool, format: Format, mode: Rounding, a: TermId, b: TermId) -> TermId {
    // The operand of larger magnitude comes first; magnitudes are ordered as their bits are.
    let top = format.width() - 2;
    let (low_a, low_b) = (pool.extract(top, 0, a), pool.extract(top, 0, b));
    let swap = pool.ult(low_a, low_b);
    let (large, small) = (pool.ite(swap, b, a), pool.ite(swap, a, b));
    let x = unpack(pool, format, large);
    let y = unpack(pool, format, small);

    // Three more bits below keep rounding exact, one above takes the carry.
    let width = format.significand + 4;
    let three = pool.bv(3, 0);
    let extend = |pool: &mut TermPool, significand| {
        let longer = pool.concat(significand, three);
        pool.zero_extend(longer, width)
    };
    let x_significand = extend(pool, x.significand);
    let y_significand = extend(pool, y.significand);
    let distance = pool.sub(x.exponent, y.exponent);
    let shifted = shift_right_sticky(pool, y_significand, distance);
    let differ = pool.xor(x.sign, y.sign);
    let sum = pool.add(x_significand, shifted);
    let difference = pool.sub(x_significand, shifted);
    let result = pool.ite(differ, difference, sum);

    let one = pool.bv(format.exponent_width(), 1);
    let exponent = pool.add(x.exponent, one);
    let (normal, exponent) = normalise(pool, result, exponent);
    let rounded = round(pool, format, mode, x.sign, exponent, normal);

    let nothing = pool.is_zero(result);
    let minus_zero = pool.bool(mode == Rounding::Down);
    let sign = pool.ite(differ, minus_zero, x.sign);
    let zero = signed_zero(pool, format, sign);
    let finite = pool.ite(nothing, zero, rounded);
    // Infinity is the larger one, and stays; but not infinity minus infinity.
    let with_infinity = pool.ite(x.infinite, large, finite);
    let opposite = pool.and(y.infinite, differ);
    let any_nan = pool.or(x.nan, y.nan);
    let invalid = pool.or(any_nan, opposite);
    let nan = format.nan(pool);
    pool.ite(invalid, nan, with_infinity)
}
