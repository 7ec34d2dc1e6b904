//! One function from objectives to verdicts.
//!
//! - [`Plan`] says what a campaign is for; [`Campaign::run`] does it.
//! - `deepen`: the search over searches (larger inputs, other lengths, aliases); `seek_faults`: behind it.
//! - `gains`: what searches added that try what callers and the world seldom do.
//! - [`verdicts`]: the ledger of verdicts; `covering`: what the search sees of it; [`why`]: why
//!   something is open.
//! - `runs`, `steady`: which runs are tests: those that a compiled program can be expected to repeat.
//! - [`suite`]: the tests, written and verified; [`heal`]: without those that compilers contradict.
//! - [`explain`]: why an objective has its status: what a user wants to be told of it.
//! - [`findings`]: the faults, by how much they say of the program; `sanitize`: what sanitizers say of them.
//! - [`proofs`]: the certificates of what is infeasible.
//! - `automata`: infeasible paths generalised while the search runs; [`ipeg`]: experiments with that.
//! - `frontier`: runs and preconditions on one graph, as a technique of the search.
//! - [`targets`]: what is to be tested, where that is not everything.
//!
//! **Architecture invariant:** nobody else decides what an objective's status is, and nothing is
//! printed here.

mod at_fault;
mod automata;
mod campaign;
mod clock;
mod covering;
mod deepen;
mod drivers;
pub mod explain;
pub mod findings;
mod frontier;
mod gains;
pub mod heal;
pub mod ipeg;
pub mod joint;
mod journals;
mod plan;
pub mod proofs;
mod relay;
mod runs;
mod sanitize;
mod seek_faults;
mod steady;
pub mod suite;
pub mod targets;
pub mod verdicts;
pub mod why;

pub use campaign::Campaign;
pub use journals::Journals;
pub use plan::{Faults, Plan};
pub use relay::{Standing, Watcher};
pub use runs::{Known, Unusable};
pub use verdicts::{Argument, Contradiction, Evidence, Verdicts};
