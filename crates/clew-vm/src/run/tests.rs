//! Hand-built programs: every operator and width on the fast paths against `clew_ir::ops`, and
//! what C source cannot easily reach.

mod build;
mod faults;
mod operators;
mod probes;
mod seam;
