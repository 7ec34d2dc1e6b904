//! Taking representations apart, and rounding results back into them.

use super::format::{Format, Rounding};
use crate::pool::{TermId, TermPool};

/// A float taken apart.
pub(super) struct Unpacked {
    /// The sign, a Boolean.
    pub(super) sign: TermId,
    pub(super) nan: TermId,
    pub(super) infinite: TermId,
    pub(super) zero: TermId,
    /// The exponent without bias, signed, of the format's exponent width.
    pub(super) exponent: TermId,
    /// The significand, its highest bit set unless the value is zero.
    pub(super) significand: TermId,
}

/// Takes a representation apart; subnormal numbers are normalised.
pub(super) fn unpack(pool: &mut TermPool, format: Format, a: TermId) -> Unpacked {
    assert_eq!(pool.width(a), format.width(), "the operand should have the width of its format");
    let (fraction_width, width) = (format.fraction(), format.exponent_width());
    let sign = pool.bit(a, format.width() - 1);
    let field = pool.extract(format.width() - 2, fraction_width, a);
    let fraction = pool.extract(fraction_width - 1, 0, a);
    let ones = pool.bv(format.exponent, u128::MAX);
    let (special, low) = (pool.eq(field, ones), pool.is_zero(field));
    let no_fraction = pool.is_zero(fraction);
    let some_fraction = pool.not(no_fraction);
    let nan = pool.and(special, some_fraction);
    let infinite = pool.and(special, no_fraction);
    let zero = pool.and(low, no_fraction);
    let not_low = pool.not(low);
    let hidden = pool.bool_to_bv(not_low, 1);
    let significand = pool.concat(hidden, fraction);
    let bias = pool.bv_signed(width, -i128::from(format.bias()));
    let extended = pool.zero_extend(field, width);
    let normal = pool.add(extended, bias);
    let lowest = pool.bv_signed(width, i128::from(format.min_exponent()));
    let exponent = pool.ite(low, lowest, normal);
    let (significand, exponent) = normalise(pool, significand, exponent);
    Unpacked { sign, nan, infinite, zero, exponent, significand }
}

/// Shifts left until the highest bit is set, at most all the way, and lowers the exponent as much.
pub(super) fn normalise(
    pool: &mut TermPool,
    significand: TermId,
    exponent: TermId,
) -> (TermId, TermId) {
    let width = pool.width(significand);
    let exponent_width = pool.width(exponent);
    let (mut significand, mut exponent) = (significand, exponent);
    let stages = if width == 1 { 0 } else { 32 - (width - 1).leading_zeros() };
    for stage in (0..stages).rev() {
        let distance = 1u32 << stage;
        let top = pool.extract(width - 1, width - distance.min(width), significand);
        let empty = pool.is_zero(top);
        let shifted = if distance >= width {
            pool.bv(width, 0)
        } else {
            let kept = pool.extract(width - 1 - distance, 0, significand);
            let zeros = pool.bv(distance, 0);
            pool.concat(kept, zeros)
        };
        significand = pool.ite(empty, shifted, significand);
        let minus = pool.bv_signed(exponent_width, -i128::from(distance));
        let lowered = pool.add(exponent, minus);
        exponent = pool.ite(empty, lowered, exponent);
    }
    (significand, exponent)
}

/// Shifts right by an unsigned amount; the lowest bit also tells whether ones were shifted out.
pub(super) fn shift_right_sticky(pool: &mut TermPool, a: TermId, amount: TermId) -> TermId {
    let width = pool.width(a);
    let amount_width = pool.width(amount);
    let stages = (32 - width.leading_zeros()).min(amount_width);
    let mut word = a;
    let mut sticky = TermPool::FALSE;
    for stage in 0..stages {
        let bit = pool.bit(amount, stage);
        let distance = (1u32 << stage).min(width);
        let lost = pool.extract(distance - 1, 0, word);
        let lost = pool.is_nonzero(lost);
        let shifted = if distance == width {
            pool.bv(width, 0)
        } else {
            let kept = pool.extract(width - 1, distance, word);
            pool.zero_extend(kept, width)
        };
        word = pool.ite(bit, shifted, word);
        let lost = pool.and(bit, lost);
        sticky = pool.or(sticky, lost);
    }
    if stages < amount_width {
        let beyond = pool.extract(amount_width - 1, stages, amount);
        let far = pool.is_nonzero(beyond);
        let zero = pool.bv(width, 0);
        let lost = pool.is_nonzero(word);
        word = pool.ite(far, zero, word);
        let lost = pool.and(far, lost);
        sticky = pool.or(sticky, lost);
    }
    let sticky = pool.bool_to_bv(sticky, width);
    pool.or(word, sticky)
}

/// Whether the magnitude grows when the bits below `lowest` are rounded away.
pub(super) fn rounds_up(
    pool: &mut TermPool,
    mode: Rounding,
    sign: TermId,
    lowest: TermId,
    guard: TermId,
    sticky: TermId,
) -> TermId {
    let inexact = pool.or(guard, sticky);
    match mode {
        Rounding::NearestEven => {
            let above = pool.or(sticky, lowest);
            pool.and(guard, above)
        }
        Rounding::NearestAway => guard,
        Rounding::Up => {
            let positive = pool.not(sign);
            pool.and(positive, inexact)
        }
        Rounding::Down => pool.and(sign, inexact),
        Rounding::Zero => TermPool::FALSE,
    }
}

/// Rounds a nonzero result. The significand is normalised and has at least two bits more than
/// the format, the lowest of them sticky; its highest bit has the weight 2^exponent.
pub(super) fn round(
    pool: &mut TermPool,
    format: Format,
    mode: Rounding,
    sign: TermId,
    exponent: TermId,
    significand: TermId,
) -> TermId {
    let width = pool.width(significand);
    let exponent_width = pool.width(exponent);
    debug_assert!(width >= format.significand + 2);
    let lowest = pool.bv_signed(exponent_width, i128::from(format.min_exponent()));
    let below = pool.slt(exponent, lowest);
    let distance = pool.sub(lowest, exponent);
    let zero = pool.bv(exponent_width, 0);
    let distance = pool.ite(below, distance, zero);
    let shifted = shift_right_sticky(pool, significand, distance);

    let kept = pool.extract(width - 1, width - format.significand, shifted);
    let guard = pool.bit(shifted, width - format.significand - 1);
    let rest = pool.extract(width - format.significand - 2, 0, shifted);
    let sticky = pool.is_nonzero(rest);
    let odd = pool.bit(kept, 0);
    let up = rounds_up(pool, mode, sign, odd, guard, sticky);

    // The increment carries from the fraction into the exponent, and from the largest finite
    // number to infinity, as it should.
    let bias = pool.bv_signed(exponent_width, i128::from(format.bias()));
    let biased = pool.add(exponent, bias);
    let biased = pool.extract(format.exponent - 1, 0, biased);
    let no_exponent = pool.bv(format.exponent, 0);
    let field = pool.ite(below, no_exponent, biased);
    let fraction = pool.extract(format.significand - 2, 0, kept);
    let magnitude = pool.concat(field, fraction);
    let increment = pool.bool_to_bv(up, format.width() - 1);
    let rounded = pool.add(magnitude, increment);

    let highest = pool.bv_signed(exponent_width, i128::from(format.bias()));
    let too_large = pool.sgt(exponent, highest);
    let overflow = overflow(pool, format, mode, sign);
    let magnitude = pool.ite(too_large, overflow, rounded);
    with_sign(pool, sign, magnitude)
}

/// The magnitude of a result beyond the largest finite number.
fn overflow(pool: &mut TermPool, format: Format, mode: Rounding, sign: TermId) -> TermId {
    let width = format.width() - 1;
    let infinity = ((1u128 << format.exponent) - 1) << format.fraction();
    let (infinity, largest) = (pool.bv(width, infinity), pool.bv(width, infinity - 1));
    match mode {
        Rounding::NearestEven | Rounding::NearestAway => infinity,
        Rounding::Zero => largest,
        Rounding::Up => pool.ite(sign, largest, infinity),
        Rounding::Down => pool.ite(sign, infinity, largest),
    }
}

/// A sign above a magnitude.
pub(super) fn with_sign(pool: &mut TermPool, sign: TermId, magnitude: TermId) -> TermId {
    let sign = pool.bool_to_bv(sign, 1);
    pool.concat(sign, magnitude)
}

/// Zero or infinity of a sign.
pub(super) fn signed_zero(pool: &mut TermPool, format: Format, sign: TermId) -> TermId {
    let zero = pool.bv(format.width() - 1, 0);
    with_sign(pool, sign, zero)
}

pub(super) fn signed_infinity(pool: &mut TermPool, format: Format, sign: TermId) -> TermId {
    let infinity = format.infinity(pool);
    let magnitude = pool.extract(format.width() - 2, 0, infinity);
    with_sign(pool, sign, magnitude)
}
