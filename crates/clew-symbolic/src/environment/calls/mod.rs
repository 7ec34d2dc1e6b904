//! Functions without a body: what they return and write.
//!
//! - `stubs`: any of them; `buffers`: those that fill a buffer; `allocation`: those that allocate.
//! - `harness`: those by which a harness asks for inputs.
//! - `decided`: library functions whose results tests decide.
//! - `names`: what calls are named, by their places and by their order.

mod allocation;
mod buffers;
mod decided;
mod harness;
mod names;
mod stubs;

use crate::trace::{ExternalInput, StubCall};
use clew_ir::{Position, Program};
use rustc_hash::FxHashMap;

pub(super) use allocation::Allocation;
pub use harness::{harness_input_name, is_harness_function};
pub use names::CallNames;
pub(super) use names::numbered;
pub(crate) use names::without_places;

/// The calls of functions without a body, and what they were answered.
#[derive(Debug)]
pub(super) struct Calls {
    pub(super) external: Vec<ExternalInput>,
    pub(super) stubs: Vec<StubCall>,
    /// How many of them are of library functions whose results a test decides.
    decided: usize,
    /// How often each name was asked for by a harness or a stub.
    names: FxHashMap<String, u32>,
    /// By function: how many bits of its result a test decides, where it does.
    decided_bits: Vec<Option<u32>>,
    /// The names of the calls that are stubs, as inputs have them.
    called: Vec<String>,
}

impl Calls {
    pub(super) fn new(program: &Program) -> Self {
        let bits = program.functions.iter_enumerated();
        Self {
            external: Vec::new(),
            stubs: Vec::new(),
            decided: 0,
            names: FxHashMap::default(),
            decided_bits: bits.map(|(id, _)| clew_vm::libc::asked_bits(program, id)).collect(),
            called: Vec::new(),
        }
    }

    /// Starts a new run.
    pub(super) fn start(&mut self) {
        self.external.clear();
        self.stubs.clear();
        self.called.clear();
        self.decided = 0;
        self.names.clear();
    }

    /// Notes what a stub gave under its name; which of the run's calls it is.
    fn note(&mut self, name: String, call: StubCall) -> usize {
        self.called.push(name);
        self.stubs.push(call);
        self.stubs.len() - 1
    }

    /// The name of one of the run's calls.
    pub(super) fn name_of(&self, call: usize) -> &str {
        self.called.get(call).map_or("", String::as_str)
    }

    /// A name for what the next call of a function at a place gives, with these calls under way.
    pub(super) fn called(&mut self, function: &str, at: Position, calls: &[Position]) -> String {
        self.numbered(&names::by_place(function, at, calls))
    }

    /// The names of the run's calls by their order.
    pub(super) fn names(&self) -> CallNames {
        CallNames::of(self.called.iter().map(String::as_str))
    }

    /// A name for the next input that is asked for under this name.
    pub(super) fn numbered(&mut self, name: &str) -> String {
        let count = self.names.entry(name.to_owned()).or_insert(0);
        *count += 1;
        names::numbered(name, *count)
    }
}
