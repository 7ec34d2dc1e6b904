//! What kind of number a float is: the functions behind the macros of `math.h`.

use super::arguments::{bits, from_int};
use crate::native::NativeFunction;

/// The functions of this module.
pub(super) fn native(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "__fpclassify" => |_, a| Ok(from_int(classify(&double(a)))),
        "__fpclassifyf" => |_, a| Ok(from_int(classify(&float(a)))),
        "__fpclassifyl" => |_, a| Ok(from_int(classify(&long_double(a)))),
        "__isnan" | "isnan" => |_, a| Ok(from_int(is_nan(&double(a)))),
        "__isnanf" | "isnanf" => |_, a| Ok(from_int(is_nan(&float(a)))),
        "__isnanl" | "isnanl" => |_, a| Ok(from_int(is_nan(&long_double(a)))),
        "__isinf" | "isinf" => |_, a| Ok(from_int(is_infinite(&double(a)))),
        "__isinff" | "isinff" => |_, a| Ok(from_int(is_infinite(&float(a)))),
        "__isinfl" | "isinfl" => |_, a| Ok(from_int(is_infinite(&long_double(a)))),
        "__finite" | "finite" => |_, a| Ok(from_int(is_finite(&double(a)))),
        "__finitef" | "finitef" => |_, a| Ok(from_int(is_finite(&float(a)))),
        "__finitel" | "finitel" => |_, a| Ok(from_int(is_finite(&long_double(a)))),
        "__signbit" => |_, a| Ok(from_int(double(a).is_negative.into())),
        "__signbitf" => |_, a| Ok(from_int(float(a).is_negative.into())),
        "__signbitl" => |_, a| Ok(from_int(long_double(a).is_negative.into())),
        _ => return None,
    })
}

/// The parts of a float that tell its class.
struct Parts {
    is_negative: bool,
    is_exponent_zero: bool,
    is_exponent_full: bool,
    /// Without an explicit leading bit.
    fraction: u64,
}

fn double(arguments: &[u128]) -> Parts {
    let bits = bits(arguments, 0) as u64;
    let exponent = bits >> 52 & 0x7ff;
    Parts {
        is_negative: bits >> 63 != 0,
        is_exponent_zero: exponent == 0,
        is_exponent_full: exponent == 0x7ff,
        fraction: bits & ((1 << 52) - 1),
    }
}

fn float(arguments: &[u128]) -> Parts {
    let bits = bits(arguments, 0) as u32;
    let exponent = bits >> 23 & 0xff;
    Parts {
        is_negative: bits >> 31 != 0,
        is_exponent_zero: exponent == 0,
        is_exponent_full: exponent == 0xff,
        fraction: u64::from(bits & ((1 << 23) - 1)),
    }
}

fn long_double(arguments: &[u128]) -> Parts {
    let bits = bits(arguments, 0);
    let exponent = bits >> 64 & 0x7fff;
    Parts {
        is_negative: bits >> 79 & 1 != 0,
        is_exponent_zero: exponent == 0,
        is_exponent_full: exponent == 0x7fff,
        fraction: bits as u64 & (u64::MAX >> 1),
    }
}

/// `FP_NAN` and its kin.
fn classify(parts: &Parts) -> i32 {
    match (parts.is_exponent_full, parts.is_exponent_zero, parts.fraction == 0) {
        (true, _, false) => 0,
        (true, _, true) => 1,
        (false, true, true) => 2,
        (false, true, false) => 3,
        (false, false, _) => 4,
    }
}

fn is_nan(parts: &Parts) -> i32 {
    i32::from(parts.is_exponent_full && parts.fraction != 0)
}

fn is_infinite(parts: &Parts) -> i32 {
    match (parts.is_exponent_full && parts.fraction == 0, parts.is_negative) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => -1,
    }
}

fn is_finite(parts: &Parts) -> i32 {
    i32::from(!parts.is_exponent_full)
}
