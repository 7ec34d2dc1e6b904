//! Both ways: bidirectional symbolic analysis (paper 3).
//!
//! Runs go forward, preconditions backward, and both meet on one graph, whose frontier says where either
//! should go next: branches are reached because the frontier knows what is missing, and others are proved
//! infeasible because nothing leads to them any more.
//!
//! - [`Space`]: locations with their call strings; [`Gcfg`]: the graph (Definition 3.1);
//!   `invariants`: its checker.
//! - `predicate`, `write`, `precondition`: what R-states say, and preconditions by substitution with
//!   cases of aliasing (WP_α).
//! - `values`, `lemmas`: what variables may be at locations, by abstract interpretation.
//! - `runs`, `forward`, `seen`: S-states, and questions beside runs; `decide`: questions about predicates.
//! - [`Analysis`]: the loop. `proof`: what it excludes, as a certificate; `picture`: the graph to look at.
//!
//! **Invariant.** What the graph excludes is no verdict: [`Analysis::prove`] makes a certificate of it,
//! which a checker that shares no code with us has to accept.

mod analysis;
mod decide;
mod forward;
mod invariants;
mod lemmas;
mod model;
mod picture;
pub(crate) mod precondition;
pub(crate) mod predicate;
mod proof;
mod runs;
mod seen;
mod space;
#[cfg(test)]
mod tests;
mod values;
pub(crate) mod write;

pub use analysis::{Analysis, Effort, Outcome, Step};
pub use forward::Machinery;
pub use invariants::Broken;
pub use model::{FrontierEdge, Gcfg, RId, RState, SState, Standing};
pub use picture::page;
pub use predicate::{Literal, Predicate};
pub(crate) use proof::unfold_by_lemmas;
pub use runs::{Run, Visit};
pub use space::{Kind, Location, LocationId, Space, Way};
