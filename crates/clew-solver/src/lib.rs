//! Satisfiability of sets of constraints over the terms of `clew-logic`.
//!
//! A [`Solver`] is a stack of layers, assembled in `stack.rs`: simplification, independent
//! slices, the previous input, known cores, bounds, order, recent models, small domains, nudging,
//! intervals, bit-blasting on CaDiCaL, and an external SMT solver. Each layer answers or passes
//! on. `docs/solver.md` tells how they work together.
//!
//! **Invariants.** No model leaves a solver that was not evaluated on the constraints as they
//! were given. *Unknown* always has a reason. Nothing here knows of programs or paths.

mod blast;
mod budget;
mod certificate;
mod config;
mod explain;
mod external;
mod layers;
mod log;
mod query;
mod replay;
mod sat;
mod stack;
mod statistics;
mod verdict;

pub use budget::{Budget, Interrupter};
pub use certificate::Scripts;
pub use config::StackConfig;
pub use explain::{Decide, Explanation, Method, NoExplanation, explain};
pub use external::ExternalCommand;
pub use layers::cores::CoreCache;
pub use log::QueryLog;
pub use query::Query;
pub use replay::{ReplayError, ReplayReport, replay};
pub use sat::SatConfig;
pub use stack::Solver;
pub use statistics::{Layer, LayerStatistics, Statistics};
pub use verdict::{Core, Reason, Verdict};
