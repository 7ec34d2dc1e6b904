//! What the program's text lets guess about its inputs: which parameters are arrays and how long,
//! and what pointers lead to that do not say so.
//!
//! - `usage`: how a function uses its pointer parameters; `reach`: how far by constants.
//! - `cursor`: members that point to arrays. `arguments`: how many a program looks for.
//! - `conversions`: what a `void *` or an opaque pointer is converted to.
//!
//! A wrong guess costs precision, never the soundness of a test.

mod arguments;
mod conversions;
mod cursor;
mod reach;
mod usage;

pub(super) use arguments::argument_bits;
pub(super) use conversions::{Conversions, is_opaque};
pub(super) use cursor::Members;
pub(super) use usage::says_length;
pub(crate) use usage::{ParameterUse, parameter_uses};
