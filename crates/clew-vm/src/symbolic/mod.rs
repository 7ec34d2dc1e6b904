//! The symbolic side of the machine: terms beside values.

mod bounds;
mod case;
mod trace;

pub use bounds::Bounds;
pub use case::{
    Argument, ExternalInput, GlobalState, InputObject, StubCall, Target, TestCase, Value,
};
pub use trace::{Arm, Ending, Fork, ForkKind, ForkSite, Incomplete, Others, Trace};
