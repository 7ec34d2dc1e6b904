//! `long double` functions whose results are exact or correctly rounded; the others are the
//! host's ([`super::host_long_double`]).

use super::arguments::{bits, from_long, int, long, unsigned};
use crate::guest::Guest;
use crate::native::NativeFunction;
use crate::stop::Stop;
use rustc_apfloat::ieee::X87DoubleExtended;
use rustc_apfloat::{Float, Round};

/// The functions of this module.
pub(super) fn native(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "fabsl" => |_, a| Ok(bits(a, 0) & !SIGN),
        "copysignl" => |_, a| Ok(bits(a, 0) & !SIGN | bits(a, 1) & SIGN),
        "floorl" => |_, a| Ok(integral(a, Round::TowardNegative)),
        "ceill" => |_, a| Ok(integral(a, Round::TowardPositive)),
        "truncl" => |_, a| Ok(integral(a, Round::TowardZero)),
        "roundl" => |_, a| Ok(integral(a, Round::NearestTiesToAway)),
        "rintl" | "nearbyintl" | "roundevenl" => |_, a| Ok(integral(a, Round::NearestTiesToEven)),
        "lrintl" | "llrintl" => |_, a| Ok(to_long(a, Round::NearestTiesToEven)),
        "lroundl" | "llroundl" => |_, a| Ok(to_long(a, Round::NearestTiesToAway)),
        "fmaxl" => |_, a| Ok(maximum(argument(a, 0), argument(a, 1)).to_bits()),
        "fminl" => |_, a| Ok(minimum(argument(a, 0), argument(a, 1)).to_bits()),
        "fdiml" => |_, a| Ok(positive_difference(argument(a, 0), argument(a, 1)).to_bits()),
        "fmodl" => |_, a| Ok(argument(a, 0).c_fmod(argument(a, 1)).value.to_bits()),
        "remainderl" | "dreml" => {
            |_, a| Ok(argument(a, 0).ieee_rem(argument(a, 1)).value.to_bits())
        }
        "fmal" => |_, a| Ok(argument(a, 0).mul_add(argument(a, 1), argument(a, 2)).value.to_bits()),
        "ldexpl" | "scalbnl" => |_, a| Ok(scaled(a, int(a, 1))),
        "scalblnl" => {
            |guest, a| Ok(scaled(a, long(guest, a, 1).clamp(-SCALE_LIMIT, SCALE_LIMIT) as i32))
        }
        "sqrtl" => |_, a| Ok(square_root(bits(a, 0))),
        "frexpl" => frexpl,
        "modfl" => modfl,
        "nanl" => |_, _| Ok(X87DoubleExtended::NAN.to_bits()),
        _ => return None,
    })
}

/// The sign bit.
const SIGN: u128 = 1 << 79;
/// Beyond any exponent.
const SCALE_LIMIT: i64 = 100_000;

fn argument(arguments: &[u128], index: usize) -> X87DoubleExtended {
    X87DoubleExtended::from_bits(bits(arguments, index) & ((1 << 80) - 1))
}

/// `fmaxl`: a NaN loses, and of equals the second wins.
fn maximum(x: X87DoubleExtended, y: X87DoubleExtended) -> X87DoubleExtended {
    if y.is_nan() || x > y { x } else { y }
}

/// `fminl`: a NaN loses, and of equals the first wins.
fn minimum(x: X87DoubleExtended, y: X87DoubleExtended) -> X87DoubleExtended {
    if x.is_nan() || y < x { y } else { x }
}

fn integral(arguments: &[u128], round: Round) -> u128 {
    argument(arguments, 0).round_to_integral(round).value.to_bits()
}

fn to_long(arguments: &[u128], round: Round) -> u128 {
    let mut is_exact = false;
    let converted = argument(arguments, 0).to_i128_r(64, round, &mut is_exact);
    // What does not fit is the smallest value, as the hardware has it.
    let fits = i64::try_from(converted.value).is_ok()
        && !converted.status.contains(rustc_apfloat::Status::INVALID_OP);
    from_long(if fits { converted.value as i64 } else { i64::MIN })
}

fn positive_difference(x: X87DoubleExtended, y: X87DoubleExtended) -> X87DoubleExtended {
    if x.is_nan() || y.is_nan() {
        return X87DoubleExtended::NAN;
    }
    if x > y { (x - y).value } else { X87DoubleExtended::ZERO }
}

fn scaled(arguments: &[u128], exponent: i32) -> u128 {
    let limit = SCALE_LIMIT as i32;
    argument(arguments, 0).scalbn(exponent.clamp(-limit, limit)).to_bits()
}

fn frexpl(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let value = argument(arguments, 0);
    let mut exponent = 0;
    let result = if value.is_finite_non_zero() { value.frexp(&mut exponent) } else { value };
    guest.write(unsigned(arguments, 1), &exponent.to_le_bytes())?;
    Ok(result.to_bits())
}

fn modfl(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let value = argument(arguments, 0);
    let whole = value.round_to_integral(Round::TowardZero).value;
    let fraction =
        if value.is_infinite() { X87DoubleExtended::ZERO } else { (value - whole).value };
    guest.write(unsigned(arguments, 1), &whole.to_bits().to_le_bytes())?;
    Ok(fraction.to_bits() & !SIGN | value.to_bits() & SIGN)
}

/// The square root, correctly rounded.
fn square_root(bits: u128) -> u128 {
    let value = X87DoubleExtended::from_bits(bits & ((1 << 80) - 1));
    if value.is_zero() || value.is_nan() || (value.is_infinite() && !value.is_negative()) {
        return value.to_bits();
    }
    if value.is_negative() {
        // The hardware's default NaN is negative.
        return X87DoubleExtended::NAN.to_bits() | SIGN;
    }
    // value = mantissa × 2^exponent with the mantissa's top bit (of 64) set.
    let biased = (bits >> 64 & 0x7fff) as i32;
    let zeros = (bits as u64).leading_zeros();
    let mantissa = (bits as u64) << zeros;
    let mut exponent = biased.max(1) - 16446 - zeros as i32;
    // 127 or 128 bits under the root make one of 64, and the exponent even.
    let mut wide = u128::from(mantissa) << 63;
    exponent -= 63;
    if exponent % 2 != 0 {
        wide <<= 1;
        exponent -= 1;
    }
    let mut root = wide.isqrt();
    let rest = wide - root * root;
    // More than half of the last place is left exactly when rest > root; a tie cannot be.
    if rest > root {
        root += 1;
    }
    let mut half = exponent / 2;
    if root >> 64 != 0 {
        root >>= 1;
        half += 1;
    }
    ((half + 16446) as u128) << 64 | root
}
