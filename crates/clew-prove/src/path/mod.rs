//! Paths explained: why no execution goes a way of the control-flow graph.
//!
//! - [`PathCondition`]: a word replayed through the one meaning, without substitution: one constraint
//!   or several for each occurrence of a statement, an instance for each variable and memory cell.
//! - [`explain`]: the few constraints that contradict each other.
//! - [`reasons`]: why a target is never reached, by a proof of it; [`automaton`]: the same to be looked at.
//! - `replay` goes along the word, `instances` is the store that it leaves constraints in, `cells` the
//!   history of memory, `objects` where things are, `places` tells which objects accesses stay in.
//!
//! (Delahaye, Botella, Gotlieb: Infeasible path generalization in dynamic symbolic execution, 3.1.)

mod cells;
mod condition;
mod explain;
mod forced;
mod instances;
mod objects;
mod onward;
mod picture;
mod places;
mod reasons;
mod replay;
mod ways;

pub use condition::{
    Cause, Cell, End, Head, Kind, Object, Occurrence, Path, PathCondition, Step, Tagged, Use,
    Variable,
};
pub(crate) use explain::explain_terms;
pub use explain::{Explained, explain};
pub use forced::Forced;
pub use picture::{Arrow, Automaton, State, automaton};
pub use reasons::{Fact, Invariant, Reason, Reasons, reasons};
