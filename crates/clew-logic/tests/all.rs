//! Terms against definitions, all inputs and the hardware.
//!
//! One program for all files of this folder: that is built sooner than one for each.

mod floats_hardware;
mod floats_tiny;
mod operators;
mod rewrites;
mod smtlib;
mod smtlib_floats;
mod tape;
