//! IEEE 754 arithmetic as bit-vector circuits.
//!
//! A float is the bit-vector of its representation. Every function builds a term that computes
//! the operation, for any [`Format`] and all five rounding modes; on constants the circuit folds
//! to a constant. Formats are generic so that tests can run tiny ones on all operands.
//!
//! **NaN.** An operation with a NaN result gives the one canonical quiet NaN (sign 0, only the
//! highest fraction bit set). C leaves sign and payload open, and machines differ.
//!
//! **Exceptions** (flags, traps) are not modelled.

mod add;
mod classify;
mod compare;
mod convert;
mod divide;
mod format;
mod fused;
mod integral;
mod multiply;
mod pack;
mod remainder;
mod square_root;

pub use add::{add, sub};
pub use classify::{
    abs, copy_sign, is_infinite, is_nan, is_negative, is_normal, is_subnormal, is_zero, neg,
};
pub use compare::{eq, le, lt, max, min};
pub use convert::{OutOfRange, from_int, to_format, to_int};
pub use divide::div;
pub use format::{Format, Rounding};
pub use fused::fma;
pub use integral::round_to_integral;
pub use multiply::mul;
pub use remainder::{fmod, remainder};
pub use square_root::sqrt;
