//! The program from outside, as a user calls it.
//!
//! One program for all files of this folder: that is built sooner than one for each.

mod architecture;
mod assumptions;
mod bad_input;
mod check;
mod common;
mod compose;
mod documentation;
mod explain;
mod findings;
mod flags;
mod frontier;
mod further;
mod guard;
mod heal;
mod ilp32;
mod instrument;
mod interrupt;
mod joint;
mod labels;
mod mcdc_llvm_cov;
mod mutants;
mod output;
mod partitions;
mod preprocessors;
mod reader;
mod reports;
mod sequences;
mod solve;
mod suites;
mod targets;
mod witnesses;
