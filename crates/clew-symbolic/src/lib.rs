//! The symbolic side of the machine: terms beside values.
//!
//! [`SymbolicMachine`] runs one function again and again. A run takes its inputs from a model and
//! leaves a [`Trace`]: the forks it passed, with the constraint of each arm taken, and the arms
//! it did not take. [`TestCase`] tells a run's inputs and outcome as typed values.
//!
//! - `shadow`: every operation on terms; `ops`: what the operations mean; `rare`, `natives`,
//!   `stubs`: those that are less frequent.
//! - `chains`: indices that depend on indices, for too long.
//! - `merge`: branches that only choose what is computed, which are no forks.
//! - `progress`: what runs show besides what they hit, for those that look for it by chance.
//! - [`meaning`]: what statements mean on terms, for those who reason without running them.
//! - `cells`: terms of bytes; `access`: addresses that depend on inputs; `copies`: of
//!   whole ranges.
//! - `label`: labels, whose predicates are evaluated beside the path; `path`: the forks; `inputs`: where inputs come from;
//!   `given`: inputs as other suites give them.
//!
//! **Invariant:** what cannot be expressed as a term is made concrete by a fork over its values,
//! so that a path condition never says more or less than the run did; what is given up is in
//! [`Trace::incomplete`].

mod access;
mod allocation;
mod arguments;
mod bounds;
mod branches;
mod buffers;
mod calls;
mod case;
mod cause;
mod caveats;
mod cells;
mod chains;
mod common;
mod compare;
mod concrete;
mod copies;
mod decided;
mod decode;
mod descriptors;
mod exact;
mod given;
mod inputs;
mod label;
mod machine;
pub mod meaning;
mod merge;
mod natives;
mod ops;
mod path;
mod path_id;
mod placement;
mod progress;
mod puns;
mod rare;
mod room;
mod shadow;
mod standard_input;
mod stubs;
mod switch;
mod taint;
mod trace;
mod word;
mod world;

pub use bounds::{Aliasing, Bounds};
pub use calls::CallsId;
pub use case::{
    Argument, ExternalInput, GlobalState, InputObject, InputStream, StreamKind, StubCall, Target,
    TestCase, Value,
};
pub use cause::{Cause, Origin, Remedy};
pub use given::{GivenInputs, GivenTarget, Number};
pub use inputs::{
    Chance, Fresh, NULL_PLACE, member_choice, place_name, stream_byte, union_input, union_members,
};
pub use machine::{Entry, Setup, SymbolicMachine};
pub use path_id::{PathId, mix};
pub use stubs::{harness_input_name, is_harness_function};
pub use trace::{
    Arm, Ending, Fork, ForkKind, ForkSite, Incomplete, LabelMode, Novelty, Others, Side, Trace,
};
pub use word::{Letter, Stray, Word};
