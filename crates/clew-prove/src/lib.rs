//! Proofs that something cannot happen, over the one meaning of the program model.
//!
//! - [`Target`]: what is to be proved unreachable, from a [`Start`].
//! - [`prove`], [`prove_locally`]: by exhaustion (every way there unfolded and refuted) or by invariants of loops.
//! - [`automata`]: infeasible paths generalised to families of them; `hoare`: until none is left.
//! - [`Certificate`]: a proof as text, which a checker that shares no code with us verifies.
//! - `relevance`: from where the target can be reached at all; `unfolding`: the ways there, one by
//!   one or joined (`ways`); `cuts`, `candidates`: what may hold at the heads of loops.
//!
//! - [`frontier`]: runs and preconditions on one graph (bidirectional analysis).
//!
//! **Architecture invariant.** What a prover says holds for every caller and every world that the meaning
//! admits, whatever runs have shown. Whatever it cannot follow is arbitrary.

mod aims;
pub mod automata;
mod candidates;
mod certificate;
mod clause;
mod cuts;
mod effort;
mod failure;
pub mod frontier;
mod hoare;
mod models;
mod needed;
pub mod path;
mod place;
mod prove;
mod refinement;
mod relevance;
mod target;
mod unfolding;
mod ways;

pub use certificate::{Certificate, Fate, Method, Node, target_text};
pub use clause::Clause;
pub use effort::Limits;
pub use failure::Failure;
pub use prove::{
    Proven, Task, prove, prove_at_length, prove_by_joining, prove_by_traces, prove_cheaply,
    prove_exhausted, prove_in_own_functions, prove_locally,
};
pub use target::{Start, Target};
