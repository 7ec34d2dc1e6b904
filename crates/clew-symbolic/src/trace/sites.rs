//! Where forks are: positions of the program model, and the calls under way there.

use super::calls::{CallTable, CallsId};
use clew_ir::{FunctionId, Id, Position};
use clew_vm::code::Code;
use clew_vm::run::Frame;
use rustc_hash::FxHashMap;

/// The places of the operations that have made forks.
#[derive(Debug)]
pub(crate) struct Sites {
    /// By position in the code, which stays the same while the machine lives: the position in the
    /// program model, and which operation of the statement it is.
    known: FxHashMap<u32, (Position, u32)>,
    stacks: CallTable,
    /// The calls under way at the last site asked for.
    pub(super) calls: CallsId,
}

impl Sites {
    /// No places yet.
    pub(super) fn new() -> Self {
        Self { known: FxHashMap::default(), stacks: CallTable::default(), calls: CallsId::NONE }
    }

    /// Starts a new run.
    pub(super) fn start(&mut self) {
        self.calls = CallsId::NONE;
    }

    /// Notes which calls are under way at the next fork.
    pub(super) fn note_calls(&mut self, code: &Code, frames: &[Frame]) {
        self.calls = self.stacks.intern(code, frames);
    }

    /// Where an operation is in the program model, and which of its statement's it is.
    pub(super) fn place(&mut self, code: &Code, position: u32) -> (Position, u32) {
        *self.known.entry(position).or_insert_with(|| {
            let nowhere = (Position::entry(FunctionId::from_index(0)), position);
            code.place_of(position).unwrap_or(nowhere)
        })
    }

    /// The call statements that an id stands for, outermost first.
    pub(crate) fn calls(&self, calls: CallsId) -> Option<Vec<Position>> {
        self.stacks.get(calls)
    }
}
