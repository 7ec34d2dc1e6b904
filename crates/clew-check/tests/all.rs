//! The checker, on certificates that hold and on those that must not.
//!
//! One program for all files of this folder: that is built sooner than one for each.

mod certificates;
mod command_line;
mod common;
mod corpus;
mod mutations;
mod native;
mod traps;
