//! What claims rest on, and what keeps them from being made.
//!
//! - `cause`: why a run does not stand for all that could happen, as data.
//! - `caveats`: what is known of the program before any run; `exact`: calls that are not modelled
//!   exactly; `puns`: pointers taken for bytes.
//! - `unset`: what depends on values that were never set.
//! - `excuse`: faults that are not, or not for certain, the program's own.

mod cause;
mod caveats;
mod exact;
mod excuse;
mod puns;
mod unset;

pub use cause::{Cause, Origin, Remedy};
pub(crate) use caveats::{caveats, changed_globals};
pub(crate) use excuse::Excuses;
pub(crate) use unset::Unset;
