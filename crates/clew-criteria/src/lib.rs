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
mod condition;
mod coverage;
mod criterion;
mod dcc;
mod decision;
mod function;
mod mcc;
pub mod mcdc;
mod mutation;
mod objective;
mod partition;
mod piecewise;
mod placer;
mod predicate;
mod range;
mod reach;
mod rte;
mod scope;
mod statement;
mod unit;
mod user;

pub use coverage::{Counts, Coverage, Observation, Part, Status};
pub use criterion::{Criterion, CriterionError, MutationOperator, MutationOperators};
pub use mutation::{Change, Edit, Piece};
pub use objective::{Goal, Objective, ObjectiveId, Objectives, Omission, Refuted};
pub use partition::{PartitionError, partition_terms};
pub use reach::{Candidate, Reach, Relevance, ReturnSite};
pub use scope::AssignedLocals;
pub use unit::Unit;
