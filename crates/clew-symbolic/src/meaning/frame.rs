//! The frames of a symbolic store, and where its objects are.
//!
//! Each object has a region of 4 GiB of its own, as in the machine: addresses are constants, so
//! that accesses to different objects are told apart without a solver. The regions of locals come
//! last: nothing that was there before a frame points into it.

use clew_ir::{BlockId, FunctionId, GlobalId, Id, IdVec, LocalId, Program};
use clew_logic::TermId;
use rustc_hash::FxHashMap;

/// The regions of functions, of labels, of globals and of locals begin here.
const FUNCTIONS: u64 = 0x1000;
const LABELS: u64 = 0x1001;
const GLOBALS: u64 = 0x2000;
const LOCALS: u64 = 0x0100_0000;
/// The first byte of an object in its region, and how far functions and labels are apart.
const START: u64 = 0x1000;
const STEP: u64 = 16;

/// A frame of a function.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) function: FunctionId,
    /// The variables that have a value.
    pub(super) values: IdVec<LocalId, Option<TermId>>,
    /// The addresses of the locals that have an object, or are about to.
    pub(super) objects: IdVec<LocalId, Option<u64>>,
    /// Whether the object has begun.
    pub(super) has_begun: IdVec<LocalId, bool>,
}

impl Frame {
    pub(super) fn new(program: &Program, function: FunctionId) -> Self {
        let count = program.functions[function].locals.len();
        Self {
            function,
            values: IdVec::from_elem(None, count),
            objects: IdVec::from_elem(None, count),
            has_begun: IdVec::from_elem(false, count),
        }
    }
}

/// Where things are.
#[derive(Clone, Debug, Default)]
pub(super) struct Addresses {
    locals: u64,
    labels: FxHashMap<(FunctionId, BlockId), u64>,
}

impl Addresses {
    /// No address outside the locals' is as large as this.
    pub(super) const FIRST_LOCAL: u64 = LOCALS << 32;

    pub(super) fn global(program: &Program, global: GlobalId) -> u64 {
        let align = program.globals[global].align.max(1);
        ((GLOBALS + global.index() as u64) << 32) | START.next_multiple_of(align)
    }

    pub(super) fn function(function: FunctionId) -> u64 {
        (FUNCTIONS << 32) | (START + STEP * function.index() as u64)
    }

    pub(super) fn label(&mut self, function: FunctionId, block: BlockId) -> u64 {
        let next = self.labels.len() as u64;
        let number = *self.labels.entry((function, block)).or_insert(next);
        (LABELS << 32) | (START + STEP * number)
    }

    /// Whether labels have the same addresses.
    pub(super) fn has_labels_of(&self, other: &Self) -> bool {
        self.labels == other.labels
    }

    /// Gives out no address that another has given out.
    pub(super) fn skip(&mut self, other: &Self) {
        self.locals = self.locals.max(other.locals);
    }

    /// The address of a new local's object.
    pub(super) fn fresh(&mut self, align: u64) -> u64 {
        let region = LOCALS + self.locals;
        self.locals += 1;
        (region << 32) | START.next_multiple_of(align.max(1))
    }
}
