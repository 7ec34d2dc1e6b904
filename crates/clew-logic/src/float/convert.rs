//! Conversions between floats and integers and between formats.

use super::format::{Format, Rounding};
use super::pack::{
    normalise, round, rounds_up, shift_right_sticky, signed_infinity, signed_zero, unpack,
};
use crate::bits;
use crate::pool::{TermId, TermPool};

/// What a conversion to an integer gives for a NaN and for values that do not fit, where C leaves
/// the behaviour undefined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutOfRange {
    /// Only the highest bit set, as x86 instructions do.
    Indefinite,
    /// The nearest integer, and zero for a NaN, as Arm instructions and WebAssembly's saturating
    /// conversions do.
    Saturate,
}

/// A float as an integer of `width` bits, at most 120. C's conversion is [`Rounding::Zero`];
/// `lrint` uses the current mode. The second result tells whether the value was in range, that
/// is, whether C defines the conversion.
pub fn to_int(
    pool: &mut TermPool,
    format: Format,
    mode: Rounding,
    a: TermId,
    (width, signed): (u32, bool),
    out_of_range: OutOfRange,
) -> (TermId, TermId) {
    assert!(width <= 120, "conversion to an integer of {width} bits");
    let x = unpack(pool, format, a);
    let exponent_width = format.exponent_width().max(9);
    let exponent = pool.sign_extend(x.exponent, exponent_width);
    // The significand at the top of a word whose two lowest bits are the guard and the sticky
    // bit, and which has room for one bit more than the integer.
    let word = (width + 1).max(format.significand) + 2;
    let padding = word - format.significand;
    let zeros = pool.bv(padding, 0);
    let longer = pool.concat(x.significand, zeros);
    let top = pool.bv_signed(exponent_width, i128::from(word) - 3);
    let distance = pool.sub(top, exponent);
    let zero = pool.bv(exponent_width, 0);
    let too_large = pool.slt(distance, zero);
    let distance = pool.ite(too_large, zero, distance);
    let shifted = shift_right_sticky(pool, longer, distance);
    let integer = pool.extract(word - 1, 2, shifted);
    let odd = pool.bit(integer, 0);
    let (guard, sticky) = (pool.bit(shifted, 1), pool.bit(shifted, 0));
    let up = rounds_up(pool, mode, x.sign, odd, guard, sticky);
    let integer = pool.zero_extend(integer, word - 1);
    let increment = pool.bool_to_bv(up, word - 1);
    let magnitude = pool.add(integer, increment);

    // The largest magnitudes that fit.
    let (positive, negative) = if signed {
        (bits::sign_bit(width) - 1, bits::sign_bit(width))
    } else {
        (bits::ones(width), 0)
    };
    let (positive, negative) = (pool.bv(word - 1, positive), pool.bv(word - 1, negative));
    let limit = pool.ite(x.sign, negative, positive);
    let fits = pool.ule(magnitude, limit);
    let special = pool.or(x.nan, x.infinite);
    let beyond = pool.or(special, too_large);
    let inside = pool.not(beyond);
    let in_range = pool.and(inside, fits);
    let low = pool.extract(width - 1, 0, magnitude);
    let negated = pool.neg(low);
    let value = pool.ite(x.sign, negated, low);
    let other = match out_of_range {
        OutOfRange::Indefinite => pool.min_signed(width),
        OutOfRange::Saturate => {
            let limit = pool.extract(width - 1, 0, limit);
            let zero = pool.bv(width, 0);
            pool.ite(x.nan, zero, limit)
        }
    };
    (pool.ite(in_range, value, other), in_range)
}

/// An integer as a float.
pub fn from_int(
    pool: &mut TermPool,
    format: Format,
    mode: Rounding,
    a: TermId,
    signed: bool,
) -> TermId {
    let width = pool.width(a);
    let sign = if signed { pool.bit(a, width - 1) } else { TermPool::FALSE };
    let negated = pool.neg(a);
    let mut magnitude = pool.ite(sign, negated, a);
    let needed = format.significand + 2;
    if width < needed {
        let zeros = pool.bv(needed - width, 0);
        magnitude = pool.concat(magnitude, zeros);
    }
    let exponent_width = format.exponent_width().max(10);
    let exponent = pool.bv_signed(exponent_width, i128::from(width) - 1);
    let nothing = pool.is_zero(a);
    let (significand, exponent) = normalise(pool, magnitude, exponent);
    let rounded = round(pool, format, mode, sign, exponent, significand);
    let zero = signed_zero(pool, format, TermPool::FALSE);
    pool.ite(nothing, zero, rounded)
}

/// A float of one format in another.
pub fn to_format(
    pool: &mut TermPool,
    from: Format,
    to: Format,
    mode: Rounding,
    a: TermId,
) -> TermId {
    let x = unpack(pool, from, a);
    let mut significand = x.significand;
    let needed = to.significand + 2;
    if from.significand < needed {
        let zeros = pool.bv(needed - from.significand, 0);
        significand = pool.concat(significand, zeros);
    }
    let exponent_width = from.exponent_width().max(to.exponent_width());
    let exponent = pool.sign_extend(x.exponent, exponent_width);
    let rounded = round(pool, to, mode, x.sign, exponent, significand);
    let zero = signed_zero(pool, to, x.sign);
    let infinity = signed_infinity(pool, to, x.sign);
    let result = pool.ite(x.zero, zero, rounded);
    let result = pool.ite(x.infinite, infinity, result);
    let nan = to.nan(pool);
    pool.ite(x.nan, nan, result)
}
