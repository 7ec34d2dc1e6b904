//! Floats, in hexadecimal.

use super::Layout;
use super::float::FloatValue;

/// The digits and exponent of `%a`, behind the sign and `0x`.
///
/// As glibc does: a `double` has one bit before the point (none when it is subnormal), a
/// `long double` four.
pub(super) fn convert(
    value: &FloatValue,
    mantissa: u64,
    exponent: i32,
    layout: &Layout,
    is_upper: bool,
    body: &mut Vec<u8>,
) {
    let bits = value.fraction_bits;
    let digits = (bits / 4) as usize;
    let mut binary_exponent = if mantissa == 0 { 0 } else { exponent + bits as i32 };
    // The leading digit and the fraction, in one number.
    let mut number = u128::from(mantissa);
    let shown = match layout.precision {
        Some(precision) if precision < digits => {
            number = round(number, 4 * (digits - precision) as u32);
            precision
        }
        Some(precision) => precision,
        None => {
            let fraction = (number & ((1 << bits) - 1)) as u64;
            let zeros = (fraction.trailing_zeros().min(bits) / 4) as usize;
            digits - zeros
        }
    };
    let mut leading = number >> bits;
    let mut fraction = number & ((1 << bits) - 1);
    if leading > 15 {
        // A carry out of the leading digit.
        leading = 1;
        fraction = 0;
        binary_exponent += 4;
    }
    let digit = |value: u128| {
        let text = if is_upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
        text[(value & 15) as usize]
    };
    body.push(digit(leading));
    if shown > 0 || layout.alternate {
        body.push(b'.');
    }
    for place in 1..=shown {
        body.push(if place <= digits {
            digit(fraction >> (bits as usize - 4 * place))
        } else {
            b'0'
        });
    }
    body.push(if is_upper { b'P' } else { b'p' });
    body.extend_from_slice(format!("{binary_exponent:+}").as_bytes());
}

/// Rounds the lowest `bits` bits away, ties to even; they become zero.
fn round(number: u128, bits: u32) -> u128 {
    let kept = number >> bits;
    let rest = number & ((1 << bits) - 1);
    let half = 1 << (bits - 1);
    let goes_up = rest > half || (rest == half && kept & 1 == 1);
    (kept + u128::from(goes_up)) << bits
}
