//! Proofs, explanations, automata and the frontier.
//!
//! One program for all files of this folder: that is built sooner than one for each.

mod automata;
mod common;
mod exam;
mod exhausted;
mod frontier;
mod frontier_random;
mod joins;
mod lemmas;
mod paths;
mod paths_of_runs;
mod proofs;
