//! Floating operators, to the last bit as x86-64 computes them: `float` and `double` in SSE
//! registers, `long double` on the x87, all rounding to nearest even.
//!
//! NaNs are made by hand: Rust leaves their bits open, the processor does not, and a program can
//! look at them.

use crate::expr::BinaryOp;
use crate::types::FloatKind;
use rustc_apfloat::ieee::X87DoubleExtended;
use rustc_apfloat::{Float, Round};
use std::cmp::Ordering;

/// The 80-bit format.
pub(super) type X87 = X87DoubleExtended;

/// The parts of a format.
#[derive(Clone, Copy)]
pub(super) struct Format {
    /// Width of the encoding.
    pub(super) width: u32,
    /// Bits of the stored significand (the x87 stores the integer bit too).
    pub(super) significand: u32,
    /// The bit that makes a NaN quiet.
    pub(super) quiet: u128,
}

impl Format {
    pub(super) const fn of(kind: FloatKind) -> Format {
        match kind {
            FloatKind::F32 => Format { width: 32, significand: 23, quiet: 1 << 22 },
            FloatKind::F64 => Format { width: 64, significand: 52, quiet: 1 << 51 },
            FloatKind::X87 => Format { width: 80, significand: 64, quiet: 1 << 62 },
        }
    }

    pub(super) const fn sign(self) -> u128 {
        1 << (self.width - 1)
    }

    pub(super) const fn significand_mask(self) -> u128 {
        (1 << self.significand) - 1
    }

    /// The exponent field, in place.
    pub(super) const fn exponent_mask(self) -> u128 {
        (self.sign() - 1) & !self.significand_mask()
    }

    /// The x87's explicit integer bit.
    const fn integer_bit(self) -> u128 {
        if self.width == 80 { 1 << 63 } else { 0 }
    }
}

pub(super) fn f32_of(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

pub(super) fn f64_of(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}

pub(super) fn x87_of(bits: u128) -> X87 {
    X87::from_bits(bits)
}

pub(super) fn is_nan(kind: FloatKind, bits: u128) -> bool {
    let format = Format::of(kind);
    bits & format.exponent_mask() == format.exponent_mask()
        && bits & format.significand_mask() & !format.integer_bit() != 0
}

pub(super) fn is_infinite(kind: FloatKind, bits: u128) -> bool {
    let format = Format::of(kind);
    bits & !format.sign() == format.exponent_mask() | format.integer_bit()
}

pub(super) fn is_finite(kind: FloatKind, bits: u128) -> bool {
    let exponent = Format::of(kind).exponent_mask();
    bits & exponent != exponent
}

pub(super) fn is_normal(kind: FloatKind, bits: u128) -> bool {
    is_finite(kind, bits) && bits & Format::of(kind).exponent_mask() != 0
}

pub(super) fn is_zero(kind: FloatKind, bits: u128) -> bool {
    bits & !Format::of(kind).sign() == 0
}

pub(super) fn is_negative(kind: FloatKind, bits: u128) -> bool {
    bits & Format::of(kind).sign() != 0
}

/// The NaN that an invalid operation makes: quiet, negative, no payload.
pub(super) fn indefinite(kind: FloatKind) -> u128 {
    let format = Format::of(kind);
    format.sign() | format.exponent_mask() | format.integer_bit() | format.quiet
}

/// The NaN that comes out when an operand is one: with SSE the first, quieted; on the x87 the
/// quiet one, or the one with the larger significand.
pub(super) fn propagated_nan(kind: FloatKind, operands: &[u128]) -> Option<u128> {
    let format = Format::of(kind);
    let mut nans = operands.iter().copied().filter(|&bits| is_nan(kind, bits));
    let first = nans.next()?;
    let chosen = match kind {
        FloatKind::F32 | FloatKind::F64 => first,
        FloatKind::X87 => {
            let rank = |bits: u128| {
                let is_quiet = bits & format.quiet != 0;
                (is_quiet, bits & format.significand_mask(), bits & format.sign() == 0)
            };
            nans.fold(first, |best, next| if rank(next) > rank(best) { next } else { best })
        }
    };
    Some(chosen | format.quiet)
}

/// The result of an operation, or the NaN that comes out of its operands, or the one that it
/// makes itself.
fn with_nans(kind: FloatKind, operands: &[u128], compute: impl FnOnce() -> u128) -> u128 {
    propagated_nan(kind, operands).unwrap_or_else(|| {
        let bits = compute();
        if is_nan(kind, bits) { indefinite(kind) } else { bits }
    })
}

/// A binary operator on two floats of one type.
pub(super) fn binary(op: BinaryOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    if op.is_comparison() {
        return u128::from(match compare(kind, a, b) {
            Some(order) => super::ordered(op, order),
            None => op == BinaryOp::Ne,
        });
    }
    with_nans(kind, &[a, b], || match kind {
        FloatKind::F32 => {
            let (a, b) = (f32_of(a), f32_of(b));
            arithmetic(op, || a + b, || a - b, || a * b, || a / b).to_bits().into()
        }
        FloatKind::F64 => {
            let (a, b) = (f64_of(a), f64_of(b));
            arithmetic(op, || a + b, || a - b, || a * b, || a / b).to_bits().into()
        }
        FloatKind::X87 => {
            let (a, b) = (x87_of(a), x87_of(b));
            let round = Round::NearestTiesToEven;
            arithmetic(
                op,
                || a.add_r(b, round).value,
                || a.sub_r(b, round).value,
                || a.mul_r(b, round).value,
                || a.div_r(b, round).value,
            )
            .to_bits()
        }
    })
}

fn arithmetic<T>(
    op: BinaryOp,
    add: impl FnOnce() -> T,
    sub: impl FnOnce() -> T,
    mul: impl FnOnce() -> T,
    div: impl FnOnce() -> T,
) -> T {
    match op {
        BinaryOp::Add => add(),
        BinaryOp::Sub => sub(),
        BinaryOp::Mul => mul(),
        BinaryOp::Div => div(),
        _ => unreachable!("C has no `{}` on floating operands", op.c_symbol()),
    }
}

/// The order of two floats; `None` when either is NaN.
pub(super) fn compare(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    match kind {
        FloatKind::F32 => f32_of(a).partial_cmp(&f32_of(b)),
        FloatKind::F64 => f64_of(a).partial_cmp(&f64_of(b)),
        FloatKind::X87 => x87_of(a).partial_cmp(&x87_of(b)),
    }
}

/// The square root, correctly rounded.
pub(super) fn sqrt(kind: FloatKind, a: u128) -> u128 {
    with_nans(kind, &[a], || match kind {
        FloatKind::F32 => f32_of(a).sqrt().to_bits().into(),
        FloatKind::F64 => f64_of(a).sqrt().to_bits().into(),
        FloatKind::X87 => sqrt_x87(a),
    })
}

/// The x87's square root, by an integer root of the significand with enough bits to round.
fn sqrt_x87(bits: u128) -> u128 {
    let kind = FloatKind::X87;
    if is_zero(kind, bits) {
        return bits;
    }
    if is_negative(kind, bits) {
        return indefinite(kind);
    }
    if !is_finite(kind, bits) {
        return bits;
    }
    const BIAS: i32 = 16383;
    let field = ((bits >> 64) & 0x7fff) as i32;
    let stored = bits as u64;
    // value = significand * 2^exponent, significand with its top bit set.
    let shift = stored.leading_zeros();
    let significand = stored << shift;
    let exponent = field.max(1) - BIAS - 63 - shift as i32;
    // Scaled by an even power of two so that the root has exactly 64 bits: the scaled
    // significand lies in [2^126, 2^128).
    let scale = if exponent & 1 == 0 { 64 } else { 63 };
    let scaled = u128::from(significand) << scale;
    let root = scaled.isqrt();
    // The root is never halfway between two numbers of 64 bits: it rounds up when the rest is
    // more than root + 1/4.
    let rounds_up = scaled - root * root > root;
    let rounded = root + u128::from(rounds_up);
    let exponent = (exponent - scale) / 2;
    let (rounded, exponent) =
        if rounded >> 64 != 0 { (rounded >> 1, exponent + 1) } else { (rounded, exponent) };
    (((exponent + 63 + BIAS) as u128) << 64) | rounded
}

/// `a * b + c`, rounded once.
pub(super) fn fused_multiply_add(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    with_nans(kind, &[a, b, c], || match kind {
        FloatKind::F32 => f32_of(a).mul_add(f32_of(b), f32_of(c)).to_bits().into(),
        FloatKind::F64 => f64_of(a).mul_add(f64_of(b), f64_of(c)).to_bits().into(),
        FloatKind::X87 => {
            x87_of(a).mul_add_r(x87_of(b), x87_of(c), Round::NearestTiesToEven).value.to_bits()
        }
    })
}
