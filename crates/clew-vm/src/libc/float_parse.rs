//! The values of numbers in text, correctly rounded.

use super::arguments::{int, unsigned};
use crate::guest::Guest;
use crate::native::NativeFunction;
use crate::stop::Stop;
use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round, Status};

/// The functions of this module.
pub(super) fn native(name: &str) -> Option<NativeFunction> {
    (name == "__clew_parse_float").then_some(parse_float as NativeFunction)
}

/// `int __clew_parse_float(const char *text, size_t length, int kind, void *to)`: stores the value
/// of a number's text as `float` (0), `double` (1) or `long double` (2); 1 when it is out of the
/// type's range, or too small for its full precision.
fn parse_float(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let text = guest.read(unsigned(arguments, 0), unsigned(arguments, 1))?;
    let kind = int(arguments, 2);
    let (bits, bytes, is_out_of_range) = match kind {
        0 => {
            let (bits, out) = parse::<Single>(&text, 22);
            (bits, 4, out)
        }
        1 => {
            let (bits, out) = parse::<Double>(&text, 51);
            (bits, 8, out)
        }
        _ => {
            let (bits, out) = parse::<X87DoubleExtended>(&text, 62);
            (bits, 16, out)
        }
    };
    guest.write(unsigned(arguments, 3), &bits.to_le_bytes()[..bytes])?;
    Ok(u128::from(is_out_of_range))
}

/// The bits of a number's value, and whether it is out of range. A NaN has room for a payload of
/// `payload_bits`.
fn parse<F: Float>(text: &[u8], payload_bits: u32) -> (u128, bool) {
    let (is_negative, magnitude) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let (value, is_out_of_range) = match magnitude.first() {
        Some(b'i' | b'I') => (F::INFINITY.to_bits(), false),
        Some(b'n' | b'N') => {
            let mask = (1u128 << payload_bits) - 1;
            (F::NAN.to_bits() | u128::from(nan_payload(magnitude)) & mask, false)
        }
        _ => parse_finite::<F>(magnitude),
    };
    let sign = if is_negative { (-F::ZERO).to_bits() } else { 0 };
    (value | sign, is_out_of_range)
}

fn parse_finite<F: Float>(magnitude: &[u8]) -> (u128, bool) {
    let mut text = String::from_utf8_lossy(magnitude).into_owned();
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    // The library wants an exponent behind hexadecimal digits.
    if is_hexadecimal && !text.contains(['p', 'P']) {
        text.push_str("p0");
    }
    if is_zero(&text) {
        return (F::ZERO.to_bits(), false);
    }
    let text = clamp_exponent(&text, is_hexadecimal);
    match F::from_str_r(&text, Round::NearestTiesToEven) {
        Ok(parsed) => {
            let is_out_of_range = parsed.status.intersects(Status::OVERFLOW | Status::UNDERFLOW);
            (parsed.value.to_bits(), is_out_of_range)
        }
        Err(_) => (F::ZERO.to_bits(), false),
    }
}

/// Whether all digits before the exponent are zero.
fn is_zero(text: &str) -> bool {
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let (body, marks) = if is_hexadecimal { (&text[2..], ['p', 'P']) } else { (text, ['e', 'E']) };
    let digits = body.split(marks).next().unwrap_or("");
    digits.bytes().all(|byte| byte == b'0' || byte == b'.')
}

/// The same number with an exponent that fits an `int`: what is cut off was out of any range.
fn clamp_exponent(text: &str, is_hexadecimal: bool) -> String {
    /// Beyond what text of sensible length can make up for.
    const LIMIT: i64 = 10_000_000;
    let marks = if is_hexadecimal { ['p', 'P'] } else { ['e', 'E'] };
    let Some(position) = text.find(marks) else { return text.to_string() };
    let (digits, exponent) = (&text[..position], &text[position + 1..]);
    let value = exponent
        .parse::<i64>()
        .unwrap_or_else(|_| if exponent.starts_with('-') { i64::MIN } else { i64::MAX });
    format!("{digits}{}{}", &text[position..=position], value.clamp(-LIMIT, LIMIT))
}

/// The number in `nan(123)`, in C's notation; 0 when there is none.
fn nan_payload(text: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(text);
    let inner = text.get(4..text.len().saturating_sub(1)).unwrap_or("");
    let parsed = if let Some(digits) = inner.strip_prefix("0x").or(inner.strip_prefix("0X")) {
        u64::from_str_radix(digits, 16)
    } else if inner.len() > 1 && inner.starts_with('0') {
        u64::from_str_radix(inner, 8)
    } else {
        inner.parse()
    };
    parsed.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(text: &str) -> f64 {
        f64::from_bits(parse::<Double>(text.as_bytes(), 51).0 as u64)
    }

    #[test]
    fn values_are_those_of_rust() {
        for text in [
            "0",
            "1",
            "-1.5",
            "3.14159265358979",
            "1e308",
            "1e-320",
            "123456789012345678901234567890",
            "0.1",
            "2.2250738585072011e-308",
            "5e-324",
            "2.4703282292062327e-324",
            ".5",
            "5.",
            "1E+10",
            "9007199254740993",
            "1.7976931348623158e308",
        ] {
            let expected: f64 = text.parse().expect("a number");
            assert_eq!(double(text).to_bits(), expected.to_bits(), "{text}");
        }
        assert_eq!(double("0x1.8p3"), 12.0);
        assert_eq!(double("-0x.1"), -0.0625);
        assert_eq!(double("-inf"), f64::NEG_INFINITY);
        assert!(double("nan").is_nan());
        assert_eq!(double("-0").to_bits(), (-0.0f64).to_bits());
        assert_eq!(double("0e99999999999999999999"), 0.0);
    }

    #[test]
    fn range_errors_are_seen() {
        let is_out = |text: &str| parse::<Double>(text.as_bytes(), 51).1;
        assert!(is_out("1e309") && is_out("1e-400") && is_out("1e-320"));
        assert!(is_out("1e99999999999999999999") && is_out("-1e-99999999999999999999"));
        assert!(!is_out("1e308") && !is_out("0") && !is_out("inf") && !is_out("0x1p-1074"));
    }
}
