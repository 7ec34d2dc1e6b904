//! Objectives and the coverage structure.
//!
//! One program for all files of this folder: that is built sooner than one for each.

mod common;
mod coverage;
mod labels;
mod mcdc;
mod objectives;
mod reach;
mod walk;
