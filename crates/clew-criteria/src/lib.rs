//! Objectives: what coverage criteria ask of a program.
//!
//! A criterion reads the program model and names its objectives ([`Objectives`]); each is met
//! when a run passes its probe. [`Coverage`] keeps what runs have met, at a cost in proportion to
//! the runs, and [`Reach`] tells a search where something is left to be met.
//!
//! Each criterion is one file with one function, from a function of the program to what it asks
//! there. Nothing behind that function knows which criterion it serves.
//!
//! **Architecture invariant:** runs, paths and terms are unknown here. What is observed comes in
//! as the numbers of probes.

mod branch;
mod coverage;
mod criterion;
mod function;
mod objective;
mod reach;
mod statement;
mod unit;

pub use coverage::{Counts, Coverage, Status};
pub use criterion::{Criterion, CriterionError};
pub use objective::{Objective, ObjectiveId, Objectives};
pub use reach::{Candidate, Reach, Relevance, ReturnSite};
pub use unit::Unit;
