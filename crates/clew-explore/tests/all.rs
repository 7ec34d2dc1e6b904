//! Whole searches.
//!
//! One program for all files of this folder: that is built sooner than one for each.

mod choosing;
mod common;
mod filtering;
mod labels;
mod long_paths;
mod merging;
mod paper;
mod refuted;
mod value_calls;
