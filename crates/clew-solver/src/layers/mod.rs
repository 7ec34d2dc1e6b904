//! The layers before the SAT solver, each in its file. A layer looks at a [`Slice`] and answers
//! it or passes it on.

pub(crate) mod bounds;
pub(crate) mod bytes;
pub(crate) mod cores;
pub(crate) mod intervals;
mod invert;
pub(crate) mod models;
mod narrow;
pub(crate) mod nudge;
pub(crate) mod order;
pub(crate) mod polish;
pub(crate) mod residues;
pub(crate) mod simplify;
pub(crate) mod slice;
pub(crate) mod small;

use clew_logic::{InputSet, Model, TermId};

/// Constraints that hang together by their inputs, and nothing else that does.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    /// The conjuncts, in the order of the query.
    pub(crate) parts: Vec<TermId>,
    /// The inputs of all of them.
    pub(crate) inputs: InputSet,
}

/// The answer of a layer that can give both.
#[derive(Debug)]
pub(crate) enum Found {
    /// Values for the inputs of the slice.
    Model(Model),
    /// Parts that contradict each other.
    Core(Vec<TermId>),
}
