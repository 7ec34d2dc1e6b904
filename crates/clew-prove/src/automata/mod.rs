//! Infeasible paths generalised to families of them.
//!
//! (Delahaye, Botella, Gotlieb: *Infeasible path generalization in dynamic symbolic execution*,
//! 3.2 to 3.5, 5.5.)
//!
//! - [`generalise`]: path condition, explanation and chain of an infeasible path (3.4).
//! - [`Chain`]: the statements of an explanation in order, and what nothing may write between them
//!   (3.2.1).
//! - [`Effects`]: what control-flow edges, calls and returns execute and may write, by regions.
//! - [`Union`]: all automata together, determinised as words are read, cut to shortest words (4, 5.5).
//! - [`Paths`]: the words of the interprocedural control-flow graph, letter by letter.
//! - [`Graph`]: an automaton spelled out over the control-flow graph, as in the paper's figures
//!   (`buildAutomaton` and `defClearPaths`, Figures 5 and 6), minimised; its words can be counted.
//!
//! The letters are control-flow edges, calls and returns. A word that is read is always a path of the
//! program, so an automaton need not know the control-flow graph to read one: it counts how much of the
//! chain has been met, and gives up where something is written that the rest of the chain needs. What
//! the paper builds by cutting and joining copies of the graph is the product of the two, which
//! [`Graph`] makes where it is to be seen.
//!
//! **Invariants.** No term is kept here, so that automata can be shared. What a union accepts has no
//! execution: the word, or a prefix of it, meets all statements of a chain with the same values as the
//! path that was explained.

mod breadth;
mod chain;
mod effects;
mod generalise;
mod graph;
mod paths;
mod union;

pub use breadth::{Breadth, OfAnyPool, Shortest, is_feasible, shortest_infeasible};
pub use chain::{Access, Anchor, Chain, Element, NoChain, Protected, Span};
pub use effects::{Act, Effects, Event};
pub(crate) use generalise::explain_recent;
pub use generalise::{Explaining, Generalised, Ungeneralised, generalise};
pub use graph::Graph;
pub use paths::{Paths, Point};
pub use union::{Context, Contexts, Union, UnionState};
