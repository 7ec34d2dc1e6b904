//! The meaning of statements and the words of runs.
//!
//! One program for all files of this folder: that is built sooner than one for each.

mod audit_random;
mod common;
mod meaning_backward;
mod meaning_paths;
mod names;
mod points_to;
mod words;
