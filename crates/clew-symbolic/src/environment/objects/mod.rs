//! The objects that inputs lead to: made when a run first reads them, as large as is guessed.
//!
//! - `pointer`: what a pointer may be; `aliases`: whether two lead to the same object;
//!   `places`: where else one may lead.
//! - `fill`: inputs at a place, by its type; `unions`, `padding`: where the type does not decide.
//! - `globals`: variables that are inputs.
//! - `room`: how many elements there are at a place.
//! - `stale`: what functions without a body may have written since.
//! - `error_number`: `errno`, which is a variable, too.
//! - `snapshot`: what memory holds, as values; `outcome`: objects before and after a run.

mod aliases;
mod changes;
mod counted;
mod error_number;
mod fill;
mod global_names;
mod globals;
mod made;
mod outcome;
mod padding;
mod places;
mod pointer;
mod room;
mod snapshot;
mod stale;
mod unions;

use crate::trace::Value;
use clew_ir::{RecordId, TypeId};
use clew_logic::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use stale::{GivenOut, Stale};
use unions::UnionWord;

pub(crate) use error_number::error_number;
pub use error_number::is_error_number;
pub(crate) use fill::has_pointer;
pub use fill::union_input;
pub(super) use fill::{Spot, scalar_bits};
pub use global_names::GlobalNames;
pub(crate) use globals::GlobalInputs;
pub(super) use globals::{MOST_SCALARS, scalars};
pub(crate) use pointer::HUGE;
pub(super) use pointer::Length;
pub use pointer::{NULL_PLACE, place_name};
pub(crate) use stale::{KnownOutside, known_outside};
pub use unions::{member_choice, union_members};

/// How much of an input's object there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// As many elements as were made; a real caller may have more.
    Open,
    /// As many elements as were made, by the declaration.
    Declared,
    /// A string: nothing is behind its terminator, but a real one may be longer.
    String,
    /// So many bytes, a term of 64 bits and its value; as many as the bounds admit are there.
    Sized(TermId, u64),
}

/// An object that a pointer input points to.
#[derive(Debug)]
pub(super) struct Pointee {
    number: u32,
    name: String,
    pub(super) element: TypeId,
    count: u64,
    depth: u32,
    extent: Extent,
    is_filled: bool,
    is_written: bool,
    /// Whether the bound on records says how many elements there are.
    is_counted_apart: bool,
    /// Whether it is given to `realloc`, or an allocator gives it.
    is_on_heap: bool,
    /// Whether it holds nothing but zeros.
    is_zero: bool,
    before: Vec<Value>,
}

impl Pointee {
    /// How many elements of an object a test has: at least one.
    pub(super) fn shown(&self, size: u64) -> u64 {
        match self.extent {
            Extent::Sized(_, bytes) => (bytes / size.max(1)).clamp(1, self.count),
            Extent::Declared => self.count,
            Extent::Open | Extent::String if self.before.is_empty() => 1,
            Extent::Open | Extent::String => self.count,
        }
    }
}

/// The objects of a run that are inputs, and what pointers to them may be.
#[derive(Debug, Default)]
pub(super) struct Objects {
    pub(super) pointees: Vec<Pointee>,
    by_number: FxHashMap<u32, usize>,
    /// The globals that a real program may have more elements of, by number, with their names.
    open_ended: FxHashMap<u32, String>,
    /// Terms of pointer inputs: a choice among addresses.
    choices: FxHashSet<TermId>,
    /// Words of unions whose member is an input.
    union_words: FxHashMap<TermId, UnionWord>,
    /// The member with pointers that a union at some place was given: its number among the members.
    union_members: FxHashMap<(u32, u64, RecordId), usize>,
    /// The variables that code outside the program may know.
    given_out: Vec<GivenOut>,
    /// The objects that a pointer input leads into which has no object of its own.
    lent: FxHashSet<u32>,
    stale: Stale,
    /// What `errno` was at the entry, where the run has read it.
    error_number: Option<i32>,
    pub(super) kept: Kept,
}

/// Which number an object has in every run, by its name: two paths on which a pointer leads to the same
/// object say the same of its address.
#[derive(Debug, Default)]
pub(super) struct Kept {
    by_name: FxHashMap<String, u32>,
}

impl Kept {
    /// The number of the object with this name among those that have one in every run.
    pub(super) fn number(&mut self, name: &str) -> u32 {
        let next = self.by_name.len() as u32;
        match self.by_name.get(name) {
            Some(&number) => number,
            None => *self.by_name.entry(name.to_owned()).or_insert(next),
        }
    }
}

impl Objects {
    /// Starts a new run.
    pub(super) fn start(&mut self) {
        self.pointees.clear();
        self.by_number.clear();
        self.open_ended.clear();
        self.choices.clear();
        self.union_words.clear();
        self.union_members.clear();
        self.given_out.clear();
        self.lent.clear();
        self.stale.start();
        self.error_number = None;
    }

    /// Whether no object is an input, or becomes one when it is read.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.by_number.is_empty() && self.stale.is_empty()
    }

    /// Whether somebody else may have written an object since the program last used it.
    #[inline(always)]
    pub(super) fn is_stale(&self, number: u32) -> bool {
        self.stale.contains(number)
    }

    /// An object was written whole.
    pub(super) fn settle(&mut self, number: u32) {
        self.stale.settle(number);
    }

    /// Whether there are such objects.
    pub(super) fn has_stale(&self) -> bool {
        !self.stale.is_empty()
    }

    /// Whether an object is an input.
    #[inline(always)]
    pub(super) fn is_input(&self, number: u32) -> bool {
        !self.by_number.is_empty() && self.by_number.contains_key(&number)
    }

    /// Whether reading inside an object asks for nothing.
    pub(super) fn is_at_hand(&self, number: u32) -> bool {
        let is_known = |pointee: &Pointee| {
            pointee.is_filled && matches!(pointee.extent, Extent::Declared | Extent::Open)
        };
        !self.is_stale(number)
            && self.by_number.get(&number).is_none_or(|at| is_known(&self.pointees[*at]))
    }

    /// How much of an input's object there is; `None` for objects that are no input.
    pub(super) fn extent(&self, number: u32) -> Option<Extent> {
        match self.by_number.get(&number) {
            Some(at) => Some(self.pointees[*at].extent),
            None => self.open_ended.contains_key(&number).then_some(Extent::Open),
        }
    }

    /// The same for an access to the object, which is remembered.
    pub(super) fn touch(&mut self, number: u32, write: bool) -> Option<Extent> {
        let Some(at) = self.by_number.get(&number) else { return self.extent(number) };
        let pointee = &mut self.pointees[*at];
        pointee.is_written |= write;
        Some(pointee.extent)
    }

    /// How many elements an object has, where the bound on records says so.
    pub(super) fn counted_apart(&self, number: u32) -> Option<u64> {
        let pointee = &self.pointees[*self.by_number.get(&number)?];
        pointee.is_counted_apart.then_some(pointee.count)
    }

    /// Whether a pointer input leads into an object that is not its own.
    pub(super) fn is_lent(&self, number: u32) -> bool {
        self.lent.contains(&number)
    }

    /// The name of an input's object.
    pub(super) fn object_name(&self, number: u32) -> &str {
        match self.by_number.get(&number) {
            Some(at) => &self.pointees[*at].name,
            None => self.open_ended.get(&number).map_or("", String::as_str),
        }
    }

    /// Whether a term is a pointer input with more than one target.
    pub(super) fn is_pointer_choice(&self, term: TermId) -> bool {
        self.choices.contains(&term)
    }

    /// Whether a term is a word of a union whose member is an input.
    pub(super) fn is_union_word(&self, term: TermId) -> bool {
        self.union_words.contains_key(&term)
    }

    /// Notes that an object, if it is an input, has to come from the heap.
    pub(super) fn put_on_heap(&mut self, number: u32) {
        if let Some(at) = self.by_number.get(&number) {
            self.pointees[*at].is_on_heap = true;
        }
    }

    /// The index of the object with this number among the pointees.
    pub(super) fn pointee_index(&self, number: u32) -> Option<usize> {
        self.by_number.get(&number).copied()
    }
}
