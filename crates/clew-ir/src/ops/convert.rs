//! Conversions between scalar types.

use super::float::{self, Format, X87, f32_of, f64_of, x87_of};
use super::{int_value, truncate};
use crate::types::{FloatKind, Scalar};
use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// Converts `bits` from one scalar type to another; see [`super::cast`].
pub(super) fn cast(from: Scalar, to: Scalar, bits: u128) -> u128 {
    match (from, to) {
        (_, Scalar::Int { bits: 1, .. }) => u128::from(!super::is_zero(from, bits)),
        (Scalar::Int { bits: width, signed }, Scalar::Int { bits: to_width, .. }) => {
            truncate(int_value(bits, width, signed) as u128, to_width)
        }
        (Scalar::Int { bits: width, signed }, Scalar::Float(kind)) => {
            if signed {
                float_from_signed(kind, int_value(bits, width, true))
            } else {
                float_from_unsigned(kind, truncate(bits, width))
            }
        }
        (Scalar::Float(kind), Scalar::Int { bits: width, signed }) => {
            truncate(int_from_float(kind, bits, width, signed), width)
        }
        (Scalar::Float(from), Scalar::Float(to)) => float_from_float(from, to, bits),
    }
}

/// Rust's own conversions round to nearest even and overflow to infinity, as the processor's.
fn float_from_signed(kind: FloatKind, value: i128) -> u128 {
    match kind {
        FloatKind::F32 => (value as f32).to_bits().into(),
        FloatKind::F64 => (value as f64).to_bits().into(),
        FloatKind::X87 => X87::from_i128_r(value, Round::NearestTiesToEven).value.to_bits(),
    }
}

fn float_from_unsigned(kind: FloatKind, value: u128) -> u128 {
    match kind {
        FloatKind::F32 => (value as f32).to_bits().into(),
        FloatKind::F64 => (value as f64).to_bits().into(),
        FloatKind::X87 => X87::from_u128_r(value, Round::NearestTiesToEven).value.to_bits(),
    }
}

fn float_from_float(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    if from == to {
        return bits;
    }
    if float::is_nan(from, bits) {
        return nan_from_nan(from, to, bits);
    }
    let round = Round::NearestTiesToEven;
    let mut loses_info = false;
    match (from, to) {
        (FloatKind::F32, FloatKind::F64) => f64::from(f32_of(bits)).to_bits().into(),
        (FloatKind::F64, FloatKind::F32) => (f64_of(bits) as f32).to_bits().into(),
        (FloatKind::F32, FloatKind::X87) => {
            let wide: X87 = Single::from_bits(bits).convert_r(round, &mut loses_info).value;
            wide.to_bits()
        }
        (FloatKind::F64, FloatKind::X87) => {
            let wide: X87 = Double::from_bits(bits).convert_r(round, &mut loses_info).value;
            wide.to_bits()
        }
        (FloatKind::X87, FloatKind::F32) => {
            let narrow: Single = x87_of(bits).convert_r(round, &mut loses_info).value;
            narrow.to_bits()
        }
        (FloatKind::X87, FloatKind::F64) => {
            let narrow: Double = x87_of(bits).convert_r(round, &mut loses_info).value;
            narrow.to_bits()
        }
        (FloatKind::F32, FloatKind::F32)
        | (FloatKind::F64, FloatKind::F64)
        | (FloatKind::X87, FloatKind::X87) => bits,
    }
}

/// A converted NaN keeps its sign and the upper bits of its payload, and is quiet.
fn nan_from_nan(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    let fraction_bits = |kind| Format::of(kind).significand - u32::from(kind == FloatKind::X87);
    let (source, target) = (Format::of(from), Format::of(to));
    let fraction = bits & ((1 << fraction_bits(from)) - 1);
    let moved = (fraction << (128 - fraction_bits(from))) >> (128 - fraction_bits(to));
    let sign = if bits & source.sign() != 0 { target.sign() } else { 0 };
    let quiet_nan = float::indefinite(to) & !target.sign();
    sign | quiet_nan | moved
}

/// A float cut to an integer, before it is fitted into a type.
#[derive(Clone, Copy)]
enum Truncated {
    Nan,
    /// The magnitude is below 2^128.
    Value {
        is_negative: bool,
        magnitude: u128,
    },
    Huge,
}

fn truncate_float(kind: FloatKind, bits: u128) -> Truncated {
    const LIMIT: f64 = 340_282_366_920_938_463_463_374_607_431_768_211_456.0;
    if float::is_nan(kind, bits) {
        return Truncated::Nan;
    }
    let is_negative = float::is_negative(kind, bits);
    let magnitude = match kind {
        FloatKind::F32 | FloatKind::F64 => {
            let value = if kind == FloatKind::F32 { f64::from(f32_of(bits)) } else { f64_of(bits) };
            if value.abs() >= LIMIT {
                return Truncated::Huge;
            }
            value.abs() as u128
        }
        FloatKind::X87 => {
            let exponent = (bits >> 64 & 0x7fff) as i32 - 16383;
            let significand = u128::from(bits as u64);
            match exponent {
                128.. => return Truncated::Huge,
                63.. => significand << (exponent - 63),
                0.. => significand >> (63 - exponent),
                _ => 0,
            }
        }
    };
    Truncated::Value { is_negative, magnitude }
}

impl Truncated {
    /// What `cvttsd2si` and `fistp` of this width give: the value, or the *integer indefinite*
    /// when it does not fit.
    fn to_signed(self, width: u32) -> u128 {
        let indefinite = 1 << (width - 1);
        match self {
            Truncated::Value { is_negative: false, magnitude } if magnitude < indefinite => {
                magnitude
            }
            Truncated::Value { is_negative: true, magnitude } if magnitude <= indefinite => {
                magnitude.wrapping_neg()
            }
            Truncated::Nan | Truncated::Value { .. } | Truncated::Huge => indefinite,
        }
    }
}

/// What gcc's code gives for a conversion to an integer type. There is an instruction for signed
/// 32 and 64 bits (and 16 on the x87) only: narrower types go through a wider one.
fn int_from_float(kind: FloatKind, bits: u128, width: u32, signed: bool) -> u128 {
    let value = truncate_float(kind, bits);
    match (width, signed) {
        (..=8, _) | (16, true) if kind == FloatKind::X87 => value.to_signed(16),
        (..=16, _) | (32, true) => value.to_signed(32),
        (32, false) | (64, true) => value.to_signed(64),
        (64, false) => match value {
            // Values from 2^63 on: 2^63 is subtracted before the conversion, added after it.
            Truncated::Value { is_negative: false, magnitude } if magnitude >> 63 != 0 => {
                if magnitude >> 64 == 0 {
                    magnitude
                } else {
                    0
                }
            }
            Truncated::Huge if !float::is_negative(kind, bits) => 0,
            _ => value.to_signed(64),
        },
        // Calls into libgcc; what they give outside the range is nobody's promise.
        _ => match value {
            Truncated::Value { is_negative, magnitude } if !is_negative || signed => {
                if is_negative { magnitude.wrapping_neg() } else { magnitude }
            }
            Truncated::Value { magnitude, .. } => magnitude.wrapping_neg(),
            Truncated::Nan | Truncated::Huge => 0,
        },
    }
}
