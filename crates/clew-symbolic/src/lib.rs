//! The symbolic side of the machine: terms beside values.
//!
//! [`SymbolicMachine`] runs one function again and again. A run takes its inputs from a model and
//! leaves a [`Trace`]: the forks it passed, with the constraint of each arm taken, and the arms
//! it did not take. [`TestCase`] tells a run's inputs and outcome as typed values.
//!
//! - `machine`: how others run it; `bounds`: how large inputs get.
//! - `shadow`: every operation of the machine on terms; `ops`: what the operators mean.
//! - `memory`: terms of bytes, and addresses that depend on inputs.
//! - `branching`: forks at jumps and switches; `labels`: probes and predicates beside the path.
//! - `cut`: calls with paths of their own, for those who compose paths; `library`: native functions.
//! - `environment`: where inputs come from, what functions without a body do, and all that is guessed
//!   about both. It has one way in.
//! - `trace`: what a run leaves; `soundness`: what it gave up, and what claims rest on.
//! - [`meaning`]: what statements mean on terms, for those who reason without running them.
//!
//! **Invariant:** what cannot be expressed as a term is made concrete by a fork over its values,
//! so that a path condition never says more or less than the run did; what is given up is in
//! [`Trace::incomplete`].

mod bounds;
mod branching;
mod cut;
mod environment;
mod labels;
mod library;
mod machine;
pub mod meaning;
mod memory;
mod ops;
mod shadow;
mod soundness;
mod trace;

pub use bounds::{Aliasing, Bounds, Failures, Liberties, WeakFunctions};
pub use cut::{
    ArgumentExtent, ArgumentObject, ArgumentValue, Bytes, Call, CutPlan, Footprint, Found, Inexact,
    Left, Occasion, PointerWord, Spot, TouchedBytes, admit, formal_name,
};
pub use environment::{
    CallNames, Chance, Fresh, GivenInputs, GivenTarget, GlobalNames, NULL_PLACE, Number,
    harness_input_name, is_error_number, is_harness_function, member_choice, place_name,
    stream_byte, union_input, union_members,
};
pub use machine::{Entry, Setup, SymbolicMachine};
pub use soundness::{Cause, Origin, Remedy};
pub use trace::{
    Argument, Arm, CallsId, Change, Ending, ExternalInput, Fork, ForkKind, ForkSite, GlobalState,
    Incomplete, InputObject, InputStream, LabelMode, Letter, MadeObject, Novelty, Others, Passed,
    PathId, Printed, Refusal, Side, Stray, StreamKind, StubCall, Target, TestCase, Trace, Value,
    Ways, Word, mix,
};
