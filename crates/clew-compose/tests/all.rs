//! Composed paths: exact counts, shapes, Theorem 2.
//!
//! One program for all files of this folder: that is built sooner than one for each.

mod common;
mod counts;
mod kept;
mod shapes;
mod theorem;
mod ways;
