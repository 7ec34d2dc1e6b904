//! C to program model.
//!
//! One program for all files of this folder: that is built sooner than one for each.

mod decisions;
mod facts;
mod linking;
mod points_to;
mod preprocessed;
mod provable;
