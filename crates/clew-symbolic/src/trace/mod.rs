//! What a run leaves.
//!
//! - `run`: the trace itself, its forks and how it ended; `path`: the forks while it goes on.
//! - `path_id`: the identity of a path; `sites`: where forks are; `calls`: the calls under way there.
//! - `word`: every control-flow edge, call and return, where they are asked for.
//! - `case`: inputs and outcome as typed values; `common`: what two runs on the same inputs share.

mod calls;
mod case;
mod common;
mod path;
mod path_id;
mod run;
mod sites;
mod word;

pub use calls::CallsId;
pub use case::{
    Argument, Change, ExternalInput, GlobalState, InputObject, InputStream, MadeObject, Passed,
    Printed, Refusal, StreamKind, StubCall, Target, TestCase, Value,
};
pub use path::Ways;
pub(crate) use path::{Kind, OuterPath, Path, QuietCheck};
pub(crate) use path_id::number_of;
pub use path_id::{PathId, mix};
pub use run::{
    Arm, Ending, Fork, ForkKind, ForkSite, Incomplete, LabelMode, Novelty, Others, Side, Trace,
};
pub use word::{Letter, Stray, Word};
pub(crate) use word::{Recorder, spell};
