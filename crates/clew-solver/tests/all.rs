//! The solver against brute force and other solvers.
//!
//! One program for all files of this folder: that is built sooner than one for each.

mod brute_force;
mod certificates;
mod differential;
mod explain;
mod floats_z3;
mod limits;
mod models;
mod replay;
