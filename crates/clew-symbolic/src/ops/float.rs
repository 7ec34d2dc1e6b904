//! Floating operators on terms, to the last bit as [`clew_ir::ops`] says: the circuits of
//! [`clew_logic::float`], and around them the NaNs that x86-64 makes.

use super::extent::{low, signed_bits, unsigned_bits};
use clew_ir::FloatKind;
use clew_logic::float::{self, Format, OutOfRange, Rounding};
use clew_logic::{TermId, TermPool};

/// C's rounding direction, which no program here can change.
const ROUNDING: Rounding = Rounding::NearestEven;

/// A circuit for an arithmetic operator.
pub(super) type Circuit = fn(&mut TermPool, Format, Rounding, TermId, TermId) -> TermId;

/// A circuit for a comparison.
pub(super) type Test = fn(&mut TermPool, Format, TermId, TermId) -> TermId;

/// The format of a floating type that has terms: not the 80 bits of `long double`.
pub(super) fn format(kind: FloatKind) -> Option<Format> {
    match kind {
        FloatKind::F32 => Some(Format::F32),
        FloatKind::F64 => Some(Format::F64),
        FloatKind::X87 => None,
    }
}

/// An arithmetic operator.
pub(super) fn arithmetic(
    pool: &mut TermPool,
    format: Format,
    circuit: Circuit,
    a: TermId,
    b: TermId,
) -> TermId {
    let value = circuit(pool, format, ROUNDING, a, b);
    with_nans(pool, format, &[a, b], value)
}

/// The square root.
pub(super) fn sqrt(pool: &mut TermPool, format: Format, a: TermId) -> TermId {
    let value = float::sqrt(pool, format, ROUNDING, a);
    with_nans(pool, format, &[a], value)
}

/// `a * b + c`, rounded once.
pub(super) fn fused_multiply_add(
    pool: &mut TermPool,
    format: Format,
    [a, b, c]: [TermId; 3],
) -> TermId {
    let value = float::fma(pool, format, ROUNDING, a, b, c);
    with_nans(pool, format, &[a, b, c], value)
}

/// `a != b`: also where one is a NaN.
pub(super) fn different(pool: &mut TermPool, format: Format, a: TermId, b: TermId) -> TermId {
    let equal = float::eq(pool, format, a, b);
    pool.not(equal)
}

/// Whether either is a NaN.
pub(super) fn unordered(pool: &mut TermPool, format: Format, a: TermId, b: TermId) -> TermId {
    let (nan_a, nan_b) = (float::is_nan(pool, format, a), float::is_nan(pool, format, b));
    pool.or(nan_a, nan_b)
}

/// The bit that makes a NaN quiet.
fn quiet_bit(format: Format) -> u128 {
    1 << (format.fraction() - 1)
}

/// The value that a circuit computed, but with the processor's NaNs: the first operand that is
/// one, quieted, or the *indefinite* (quiet, negative, no payload) that an operation makes itself.
fn with_nans(pool: &mut TermPool, format: Format, operands: &[TermId], value: TermId) -> TermId {
    let width = format.width();
    let made = format.nan(pool);
    let is_made = pool.eq(value, made);
    let sign = pool.min_signed(width);
    let indefinite = pool.or(made, sign);
    let value = pool.ite(is_made, indefinite, value);
    let quiet_bit = pool.bv(width, quiet_bit(format));
    operands.iter().rev().fold(value, |value, &operand| {
        let is_nan = float::is_nan(pool, format, operand);
        let quieted = pool.or(operand, quiet_bit);
        pool.ite(is_nan, quieted, value)
    })
}

/// A float in another format. A NaN keeps its sign and the upper bits of its payload.
pub(super) fn convert(pool: &mut TermPool, from: Format, to: Format, a: TermId) -> TermId {
    if from == to {
        return a;
    }
    let value = float::to_format(pool, from, to, ROUNDING, a);
    let is_nan = float::is_nan(pool, from, a);
    let nan = nan_from_nan(pool, from, to, a);
    pool.ite(is_nan, nan, value)
}

fn nan_from_nan(pool: &mut TermPool, from: Format, to: Format, a: TermId) -> TermId {
    let sign = pool.extract(from.width() - 1, from.width() - 1, a);
    let kept = from.fraction().min(to.fraction());
    let mut payload = pool.extract(from.fraction() - 1, from.fraction() - kept, a);
    if kept < to.fraction() {
        let zeros = pool.bv(to.fraction() - kept, 0);
        payload = pool.concat(payload, zeros);
    }
    let quiet = pool.bv(to.fraction(), quiet_bit(to));
    let payload = pool.or(payload, quiet);
    let exponent = pool.bv(to.exponent, u128::MAX);
    let magnitude = pool.concat(exponent, payload);
    pool.concat(sign, magnitude)
}

/// An integer as a float; in as few bits as hold it, for the circuit grows with them.
pub(super) fn from_integer(pool: &mut TermPool, format: Format, a: TermId, signed: bool) -> TermId {
    let width = pool.width(a);
    let (unsigned, as_signed) = (unsigned_bits(pool, a), signed_bits(pool, a));
    if unsigned < width {
        let a = low(pool, a, unsigned);
        return float::from_int(pool, format, ROUNDING, a, false);
    }
    let a = if signed { low(pool, a, as_signed) } else { a };
    float::from_int(pool, format, ROUNDING, a, signed)
}

/// A float cut to an integer of `width` bits, 8 to 128, as gcc's code does it: there are
/// instructions for signed 32 and 64 bits only, and narrower types go through them.
pub(super) fn to_integer(
    pool: &mut TermPool,
    format: Format,
    a: TermId,
    width: u32,
    signed: bool,
) -> TermId {
    match (width, signed) {
        (..=16, _) | (32, true) => {
            let value = to_signed(pool, format, a, 32);
            low(pool, value, width)
        }
        (32, false) | (64, true) => {
            let value = to_signed(pool, format, a, 64);
            low(pool, value, width)
        }
        (64, false) => to_unsigned64(pool, format, a),
        _ => to_wide(pool, format, a),
    }
}

/// As `cvttsd2si`: what does not fit becomes the smallest value.
pub(super) fn to_signed(pool: &mut TermPool, format: Format, a: TermId, width: u32) -> TermId {
    let (value, _) =
        float::to_int(pool, format, Rounding::Zero, a, (width, true), OutOfRange::Indefinite);
    value
}

/// The sequence for `unsigned long`: from 2^63 on, 2^63 is subtracted before the conversion and
/// added after it, so that what is too large becomes 0, and all else that does not fit 2^63.
fn to_unsigned64(pool: &mut TermPool, format: Format, a: TermId) -> TermId {
    let (value, fits) =
        float::to_int(pool, format, Rounding::Zero, a, (65, true), OutOfRange::Indefinite);
    let smallest = pool.bv_signed(65, i64::MIN.into());
    let reached = pool.sge(value, smallest);
    let is_value = pool.and(fits, reached);
    let value = low(pool, value, 64);
    let is_nan = float::is_nan(pool, format, a);
    let is_negative = float::is_negative(pool, format, a);
    let is_indefinite = pool.or(is_nan, is_negative);
    let (indefinite, zero) = (pool.min_signed(64), pool.bv(64, 0));
    let other = pool.ite(is_indefinite, indefinite, zero);
    pool.ite(is_value, value, other)
}

/// The 128-bit integers of libgcc: modulo 2^128 below 2^128 in magnitude, 0 beyond.
fn to_wide(pool: &mut TermPool, format: Format, a: TermId) -> TermId {
    let fraction_bits = format.fraction();
    let fraction = low(pool, a, fraction_bits);
    let hidden = pool.bv(1, 1);
    let significand = pool.concat(hidden, fraction);
    let significand = pool.zero_extend(significand, 128);
    let field = pool.extract(format.width() - 2, fraction_bits, a);
    let field = pool.zero_extend(field, 128);

    // The field at which the lowest bit of the significand has the weight 1.
    let bias = i128::from(format.bias());
    let even = pool.bv_signed(128, bias + i128::from(fraction_bits));
    let up = pool.sub(field, even);
    let larger = pool.shl(significand, up);
    let down = pool.sub(even, field);
    let smaller = pool.lshr(significand, down);
    let is_larger = pool.uge(field, even);
    let magnitude = pool.ite(is_larger, larger, smaller);

    let (first, end) = (pool.bv_signed(128, bias), pool.bv_signed(128, bias + 128));
    let has_integer_part = pool.uge(field, first);
    let is_in_reach = pool.ult(field, end);
    let ones = pool.bv(128, (1 << format.exponent) - 1);
    let is_finite = pool.ne(field, ones);
    let counts = pool.and_all([has_integer_part, is_in_reach, is_finite]);
    let negated = pool.neg(magnitude);
    let is_negative = float::is_negative(pool, format, a);
    let value = pool.ite(is_negative, negated, magnitude);
    let zero = pool.bv(128, 0);
    pool.ite(counts, value, zero)
}
