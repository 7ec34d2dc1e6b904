//! Memory on terms.
//!
//! - `cells`: terms of bytes.
//! - `decode`: which operation loads or stores what; `operation`: loads and stores.
//! - `access`: addresses that depend on inputs; `inside`: whether they stay in their objects;
//!   `choice`: one of several places; `chains`: indices that depend on indices, for too long.
//! - `copies`: of whole ranges.
//! - `placement`: comparisons that depend on where a compiler puts objects; `pointers`: those that are
//!   narrower than a register.

mod access;
mod cells;
mod chains;
mod choice;
mod copies;
mod decode;
mod inside;
mod operation;
mod placement;
mod pointers;

pub(crate) use access::Resolved;
pub(crate) use cells::Cells;
pub(crate) use chains::Chains;
pub(crate) use choice::{Choice, choose};
pub(crate) use decode::{Action, Base, Place, memory_operation};
