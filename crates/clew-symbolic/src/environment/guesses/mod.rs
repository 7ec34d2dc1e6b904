//! What the program's text lets guess about its inputs: which parameters are arrays and how long,
//! and what pointers lead to that do not say so.

mod conversions;
mod cursor;
mod usage;

pub(in crate::environment) use conversions::{Conversions, is_opaque};
pub(in crate::environment) use cursor::Members;
pub(in crate::environment) use usage::says_length;
pub(crate) use usage::{ParameterUse, parameter_uses};
