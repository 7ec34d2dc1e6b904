//! The arguments of native functions, as the C types they have.
//!
//! A program may declare a library function wrongly; an argument it does not pass reads as 0.

use crate::guest::Guest;

/// The bits of an argument.
pub(super) fn bits(arguments: &[u128], index: usize) -> u128 {
    arguments.get(index).copied().unwrap_or(0)
}

/// A pointer, `size_t` or other unsigned 64-bit argument.
pub(super) fn unsigned(arguments: &[u128], index: usize) -> u64 {
    bits(arguments, index) as u64
}

/// A `long` argument.
pub(super) fn long(guest: &dyn Guest, arguments: &[u128], index: usize) -> i64 {
    clew_ir::ops::sign_extend(bits(arguments, index), guest.data_model().pointer_bits()) as i64
}

/// A `long long` argument.
pub(super) fn long_long(arguments: &[u128], index: usize) -> i64 {
    bits(arguments, index) as u64 as i64
}

/// An `int` argument.
pub(super) fn int(arguments: &[u128], index: usize) -> i32 {
    bits(arguments, index) as u32 as i32
}

/// A `double` argument.
pub(super) fn double(arguments: &[u128], index: usize) -> f64 {
    f64::from_bits(bits(arguments, index) as u64)
}

/// A `float` argument.
pub(super) fn float(arguments: &[u128], index: usize) -> f32 {
    f32::from_bits(bits(arguments, index) as u32)
}

/// An `int` result.
pub(super) fn from_int(value: i32) -> u128 {
    u128::from(value as u32)
}

/// A `long` result.
pub(super) fn from_long(value: i64) -> u128 {
    u128::from(value as u64)
}
