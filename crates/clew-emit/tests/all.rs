//! Suites as C, compiled and run.
//!
//! One program for all files of this folder: that is built sooner than one for each.

mod any_type;
mod common;
mod missing;
mod values;
mod verification;
