//! The layers before the SAT solver, each in its file. A layer looks at a [`Slice`] and answers
//! it or passes it on.

pub(crate) mod bounds;
pub(crate) mod cores;
pub(crate) mod intervals;
mod invert;
pub(crate) mod models;
pub(crate) mod nudge;
pub(crate) mod order;
pub(crate) mod polish;
pub(crate) mod simplify;
pub(crate) mod slice;
pub(crate) mod small;

use clew_logic::{InputSet, TermId};

/// Constraints that hang together by their inputs, and nothing else that does.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    /// The conjuncts, in the order of the query.
    pub(crate) parts: Vec<TermId>,
    /// The inputs of all of them.
    pub(crate) inputs: InputSet,
}
