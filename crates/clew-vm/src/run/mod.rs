//! Running a program.
//!
//! [`Core`] owns everything of a run. Its loop ([`execute`]) does what is simple and frequent;
//! what leaves the loop is done here and in the files beside, one per theme.

mod arguments;
mod compute;
mod core;
mod entry;
mod execute;
mod exit;
mod fault;
mod guest;
mod jump;
mod machine;
mod registers;
mod scalar;
mod slow;
mod stack;
#[cfg(test)]
mod tests;

pub use core::{Core, is_missing, is_open_ended, stand_in_size};
pub use machine::{Machine, RunReport};
pub use registers::{Frame, Window};
