//! The meaning of operations on canonical values, one small function each.

use super::exit::Exit;

#[inline(always)]
pub(super) fn low(value: u64) -> u32 {
    value as u32
}

/// An `int` in canonical form.
#[inline(always)]
pub(super) fn signed32(value: u32) -> u64 {
    value as i32 as i64 as u64
}

/// An `unsigned int` in canonical form.
#[inline(always)]
pub(super) fn unsigned32(value: u32) -> u64 {
    value.into()
}

#[inline(always)]
pub(super) fn f64(bits: u64) -> f64 {
    f64::from_bits(bits)
}

#[inline(always)]
pub(super) fn f32(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// Whether one `double` is less than another; never when one is no number.
#[inline(always)]
pub(super) fn is_less(a: u64, b: u64) -> bool {
    f64(a) < f64(b)
}

/// Whether one `double` is less than another or equal; never when one is no number.
#[inline(always)]
pub(super) fn is_at_most(a: u64, b: u64) -> bool {
    f64(a) <= f64(b)
}

/// A short signed constant as 64 bits.
#[inline(always)]
pub(super) fn extend(value: i32) -> u64 {
    value as i64 as u64
}

/// `index * scale + offset`.
#[inline(always)]
pub(super) fn scaled(index: u64, scale: i32, offset: i32) -> u64 {
    index.wrapping_mul(extend(scale)).wrapping_add(extend(offset))
}

/// A quotient that exists, or why it does not.
#[inline(always)]
fn quotient<T>(value: Option<T>, divisor_is_zero: bool) -> Result<T, Exit> {
    match value {
        Some(value) => Ok(value),
        None if divisor_is_zero => Err(Exit::DivisionByZero),
        None => Err(Exit::Overflow),
    }
}

macro_rules! divisions {
    ($($name:ident: $type:ty as $wide:ty, $operation:ident;)*) => {$(
        #[inline(always)]
        pub(super) fn $name(a: u64, b: u64) -> Result<u64, Exit> {
            let value = (a as $type).$operation(b as $type);
            quotient(value, b as $type == 0).map(|value| value as $wide as u64)
        }
    )*};
}

divisions! {
    divide_s32: i32 as i64, checked_div;
    divide_s64: i64 as i64, checked_div;
    divide_u32: u32 as u64, checked_div;
    divide_u64: u64 as u64, checked_div;
    remainder_s32: i32 as i64, checked_rem;
    remainder_s64: i64 as i64, checked_rem;
    remainder_u32: u32 as u64, checked_rem;
    remainder_u64: u64 as u64, checked_rem;
}

/// An exact result that must fit an `int`.
#[inline(always)]
pub(super) fn fits32(value: i64) -> Result<u64, Exit> {
    if value == i64::from(value as i32) { Ok(value as u64) } else { Err(Exit::Overflow) }
}

/// An exact result that must fit a `long`.
#[inline(always)]
pub(super) fn fits64(value: Option<i64>) -> Result<u64, Exit> {
    value.map(|value| value as u64).ok_or(Exit::Overflow)
}

/// As `cvttsd2si` to 32 bits: what does not fit becomes the smallest value.
#[inline(always)]
pub(super) fn f64_to_i32(bits: u64) -> u64 {
    let value = f64(bits);
    let fits = value > -2_147_483_649.0 && value < 2_147_483_648.0;
    (if fits { value as i32 } else { i32::MIN }) as i64 as u64
}

/// As `cvttsd2si` to 64 bits.
#[inline(always)]
pub(super) fn f64_to_i64(bits: u64) -> u64 {
    let value = f64(bits);
    let fits = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value);
    (if fits { value as i64 } else { i64::MIN }) as u64
}

/// The distance of two pointers in elements of a size above 0.
#[inline(always)]
pub(super) fn pointer_difference(a: u64, b: u64, size: u64) -> u64 {
    let bytes = a.wrapping_sub(b) as i64;
    if size.is_power_of_two() {
        (bytes >> size.trailing_zeros()) as u64
    } else {
        bytes.wrapping_div(size as i64) as u64
    }
}
