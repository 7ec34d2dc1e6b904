//! Floats, in decimal.

use super::Layout;
use super::decimal::Decimal;
use super::hex_float;
use super::spec::FloatStyle;

/// What a float is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Magnitude {
    /// `mantissa × 2^exponent`.
    Finite {
        /// The significand as an integer.
        mantissa: u64,
        /// The exponent of its lowest bit.
        exponent: i32,
    },
    /// Infinity.
    Infinite,
    /// Not a number.
    Nan,
}

/// A float taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FloatValue {
    pub(super) is_negative: bool,
    pub(super) magnitude: Magnitude,
    /// How `%a` writes it: bits behind the leading hexadecimal digit.
    pub(super) fraction_bits: u32,
}

impl FloatValue {
    /// Takes a `double` apart.
    pub(super) fn from_double(value: f64) -> Self {
        let bits = value.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let biased = (bits >> 52 & 0x7ff) as i32;
        let magnitude = match (biased, fraction) {
            (0x7ff, 0) => Magnitude::Infinite,
            (0x7ff, _) => Magnitude::Nan,
            (0, _) => Magnitude::Finite { mantissa: fraction, exponent: -1074 },
            _ => Magnitude::Finite { mantissa: fraction | 1 << 52, exponent: biased - 1075 },
        };
        Self { is_negative: bits >> 63 != 0, magnitude, fraction_bits: 52 }
    }

    /// Takes the 80 bits of a `long double` apart.
    pub(super) fn from_x87(bits: u128) -> Self {
        let mantissa = bits as u64;
        let biased = (bits >> 64 & 0x7fff) as i32;
        let magnitude = match (biased, mantissa << 1) {
            (0x7fff, 0) => Magnitude::Infinite,
            (0x7fff, _) => Magnitude::Nan,
            // Subnormals have the exponent of the smallest normal number.
            _ => Magnitude::Finite { mantissa, exponent: biased.max(1) - 16446 },
        };
        Self { is_negative: bits >> 79 & 1 != 0, magnitude, fraction_bits: 60 }
    }
}

/// `%f`, `%e`, `%g`, `%a` and their capitals.
pub(super) fn convert(
    value: &FloatValue,
    style: FloatStyle,
    is_upper: bool,
    layout: &Layout,
    output: &mut Vec<u8>,
) {
    let sign = layout.sign(value.is_negative);
    let (mantissa, exponent) = match value.magnitude {
        Magnitude::Finite { mantissa, exponent } => (mantissa, exponent),
        Magnitude::Infinite => {
            let text = if is_upper { b"INF" } else { b"inf" };
            return layout.pad(sign, text, false, output);
        }
        Magnitude::Nan => {
            let text = if is_upper { b"NAN" } else { b"nan" };
            return layout.pad(sign, text, false, output);
        }
    };
    let precision = layout.precision.unwrap_or(6);
    let mut body = Vec::new();
    match style {
        FloatStyle::Fixed => {
            let number = Decimal::new(mantissa, exponent);
            fixed(number, precision, layout.alternate, &mut body);
        }
        FloatStyle::Exponent => {
            let number = Decimal::new(mantissa, exponent);
            exponential(number, precision, layout.alternate, is_upper, &mut body);
        }
        FloatStyle::General => {
            let number = Decimal::new(mantissa, exponent);
            general(number, precision.max(1), layout.alternate, is_upper, &mut body);
        }
        FloatStyle::Hexadecimal => {
            let prefix = format!("{sign}{}", if is_upper { "0X" } else { "0x" });
            hex_float::convert(value, mantissa, exponent, layout, is_upper, &mut body);
            return layout.pad(&prefix, &body, layout.zero, output);
        }
    }
    layout.pad(sign, &body, layout.zero, output);
}

/// Digits from a place on.
fn push_digits(number: &Decimal, start: i64, count: usize, body: &mut Vec<u8>) {
    body.extend((start..start + count as i64).map(|place| b'0' + number.digit(place)));
}

/// `123.456`, with `precision` digits behind the point.
fn fixed(mut number: Decimal, precision: usize, keeps_point: bool, body: &mut Vec<u8>) {
    number.round(number.point + precision as i64);
    if number.digits.is_empty() {
        number.point = 0;
    }
    match usize::try_from(number.point) {
        Ok(count) if count > 0 => push_digits(&number, 0, count, body),
        _ => body.push(b'0'),
    }
    if precision > 0 || keeps_point {
        body.push(b'.');
    }
    push_digits(&number, number.point, precision, body);
}

/// `1.23456e+02`, with `precision` digits behind the point.
fn exponential(
    mut number: Decimal,
    precision: usize,
    keeps_point: bool,
    is_upper: bool,
    body: &mut Vec<u8>,
) {
    number.round(precision as i64 + 1);
    let exponent = if number.digits.is_empty() { 0 } else { number.point - 1 };
    push_digits(&number, 0, 1, body);
    if precision > 0 || keeps_point {
        body.push(b'.');
    }
    push_digits(&number, 1, precision, body);
    body.push(if is_upper { b'E' } else { b'e' });
    body.push(if exponent < 0 { b'-' } else { b'+' });
    body.extend_from_slice(format!("{:02}", exponent.abs()).as_bytes());
}

/// The shorter of the two, with `precision` significant digits; without `#`, no trailing zeros.
fn general(
    mut number: Decimal,
    precision: usize,
    keeps_zeros: bool,
    is_upper: bool,
    body: &mut Vec<u8>,
) {
    let unrounded_point = number.point;
    number.round(precision as i64);
    let exponent = if number.digits.is_empty() { 0 } else { number.point - 1 };
    let shown = number.digits.len().max(1);
    if exponent < -4 || exponent >= precision as i64 {
        // Where only rounding made the number too large for the other form, glibc drops the
        // zeros even with `#`: `1.e+03`.
        let is_rounded_over = unrounded_point == precision as i64;
        let digits = if keeps_zeros && !is_rounded_over { precision } else { shown };
        exponential(number, digits - 1, keeps_zeros, is_upper, body);
    } else {
        let digits = if keeps_zeros { precision } else { shown } as i64;
        // Not negative: with trailing zeros cut, at least the digits before the point stay.
        let behind_point = (digits - 1 - exponent).max(0);
        fixed(number, behind_point as usize, keeps_zeros, body);
    }
}
