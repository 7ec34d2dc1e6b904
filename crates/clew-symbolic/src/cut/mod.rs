//! Calls cut out of their callers' paths.
//!
//! A run has a [`CutPlan`]: the functions whose calls are cut. When such a function is called, what it
//! finds (arguments and bytes that depend on inputs) is replaced by *formals*, symbols of its own, and its
//! forks go to a path of its own. When it returns, what it leaves (its result, and the bytes it wrote that
//! outlive it) becomes symbols of the caller, and the caller's path goes on. What the callee did is told as a
//! [`Call`]: its path over formals, what the formals stood for, and what it left as terms over formals.
//! Those who know other paths of the callee can put them in its place (`clew-compose`).
//!
//! A callee that has neither fork nor cut call on its way does the same for all inputs that come to it: it
//! is not cut at all.
//!
//! **Invariant:** terms of a call mention its own formals, the symbols of the calls it made, and inputs of
//! the program that are the same wherever they are met; never what its caller knows.

mod close;
mod open;
mod touched;

use crate::memory::Cells;
use crate::trace::{Fork, OuterPath, Side};
use clew_ir::{FunctionId, GlobalId, Id as _, Position};
use clew_logic::TermId;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use touched::Touched;

pub(crate) use open::value_at;

/// Some bytes of an object that was there before a call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bytes {
    /// The object's number in the machine's memory.
    pub object: u32,
    /// Where in it.
    pub offset: u64,
    /// How many.
    pub len: u64,
}

/// Where a callee finds or leaves a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot {
    /// A parameter, by its index.
    Argument(u32),
    /// The result.
    Result,
    /// Memory.
    Memory(Bytes),
}

/// What a value is called inside a function.
pub fn formal_name(function: FunctionId, spot: Spot) -> String {
    format!("f{}#{spot}", function.index())
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Argument(at) => write!(f, "a{at}"),
            Spot::Result => f.write_str("result"),
            Spot::Memory(Bytes { object, offset, len }) => write!(f, "m{object}.{offset}.{len}"),
        }
    }
}

/// What is known of a function whose calls are cut: calls tell of these bytes, too.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// What other paths of it touch, by the arguments of the calls that they were in.
    pub touched: Vec<(Vec<ArgumentValue>, TouchedBytes)>,
    /// Pointers that it reads: where they lead is decided before the call.
    pub settles: BTreeSet<Bytes>,
}

/// Bytes that paths of a function read and write.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TouchedBytes {
    /// Bytes that they read.
    pub reads: BTreeSet<Bytes>,
    /// Bytes that they write.
    pub writes: BTreeSet<Bytes>,
}

impl Footprint {
    /// What paths touch that a call with these arguments may take.
    fn of_call(&self, arguments: &[ArgumentValue]) -> TouchedBytes {
        let mut all = TouchedBytes::default();
        for (_, touched) in self.touched.iter().filter(|(its, _)| admit(its, arguments)) {
            all.reads.extend(&touched.reads);
            all.writes.extend(&touched.writes);
        }
        all
    }
}

/// Whether what is known of calls with some arguments is known of one with others.
pub fn admit(known: &[ArgumentValue], given: &[ArgumentValue]) -> bool {
    known.iter().zip(given).all(|(known, given)| match (known, given) {
        (ArgumentValue::Symbolic, _) => true,
        (ArgumentValue::Concrete(known), ArgumentValue::Concrete(given)) => known == given,
        (ArgumentValue::Concrete(_), ArgumentValue::Symbolic) => false,
    })
}

/// The functions whose calls are cut.
pub type CutPlan = BTreeMap<FunctionId, Footprint>;

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ArgumentValue {
    /// The same for all inputs on the path.
    Concrete(u64),
    /// It depends on inputs.
    Symbolic,
}

/// The object that an argument, or a pointer in memory, points into. Two objects that are alike in all this and hold the same are the same to a
/// callee that does not look at addresses as numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArgumentObject {
    /// The object's number in the machine's memory.
    pub number: u32,
    /// Where in it.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// What it is, where that is a variable of the program with static storage.
    pub global: Option<GlobalId>,
    /// Whether it may be written.
    pub is_read_only: bool,
    /// Whether it may be freed.
    pub is_on_heap: bool,
    /// How much of it there is, where it is an input and no size that the program tells.
    pub extent: ArgumentExtent,
}

/// A pointer that a callee read and that depends on no input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PointerWord {
    /// The object that it is in, and where.
    pub at: (u32, u64),
    /// Its value.
    pub address: u64,
    /// Where it leads.
    pub object: ArgumentObject,
}

/// How much there is of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ArgumentExtent {
    /// As much as its size says.
    Whole,
    /// An input of which there may be more.
    Open,
    /// An input that is a string.
    String,
    /// An input whose size is one.
    Sized,
}

/// A value that a callee found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Where.
    pub spot: Spot,
    /// What it is called inside the callee; `None` where it was no symbol there.
    pub formal: Option<TermId>,
    /// What it is for the caller: a constant where it is concrete.
    pub actual: TermId,
}

/// A value that a callee left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Left {
    /// Where.
    pub spot: Spot,
    /// What it is called from here on in the caller.
    pub symbol: TermId,
    /// What was there before, for the caller; `None` for a result, and for what had no value.
    pub before: Option<TermId>,
    /// What it is, over formals; `None` where it has no value.
    pub value: Option<TermId>,
    /// Whether this path may have written it. Otherwise others do, and it is what it was before, whatever that is.
    pub is_written: bool,
    /// The value in this run.
    pub bits: u128,
}

/// Why other paths of a callee cannot be put in the place of the one it took.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Inexact {
    /// It asks for inputs that nobody has asked for before.
    MakesInputs,
    /// It allocates memory.
    Allocates,
    /// Something became concrete that inputs decide, with no fork to say so.
    MadeConcrete,
    /// It leaves a pointer to an object of its own.
    LeavesOwnObject,
    /// It reads a pointer that is one of several inputs.
    PointerInput,
    /// It writes more than is worth telling.
    WritesMuch,
}

/// Which of its caller's calls a call is: the same on every path that makes it, also where others are made
/// before that are not cut there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Occasion {
    /// The call, or the first of those that are alternatives to it ([`Ways::alternatives`](crate::Ways)).
    pub site: Position,
    /// How often one of these was made before.
    pub count: u32,
}

/// A cut call of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// The function.
    pub function: FunctionId,
    /// The call.
    pub site: Position,
    /// Which of its caller's calls it is, whatever path the caller takes.
    pub occasion: Occasion,
    /// The forks of the caller's path before it.
    pub forks_before: usize,
    /// The arguments.
    pub arguments: Vec<ArgumentValue>,
    /// The objects that arguments point into.
    pub objects: Vec<Option<ArgumentObject>>,
    /// What it found: arguments, bytes that depend on inputs, and the bytes of the plan's footprint.
    pub found: Vec<Found>,
    /// The bytes it read before it wrote them that depend on no input, with their values.
    pub constants: BTreeMap<(u32, u64), u8>,
    /// The pointers among these.
    pub pointers: Vec<PointerWord>,
    /// Pointers it read that may lead to one of several objects, or to none.
    pub choices: BTreeSet<Bytes>,
    /// Its path.
    pub forks: Vec<Fork>,
    /// The calls it made itself.
    pub calls: Vec<Call>,
    /// The labels that could have held in it.
    pub sides: Vec<Side>,
    /// What it left; `None` where the run ended in it.
    pub left: Option<Vec<Left>>,
    /// Why it stands for nothing but itself.
    pub inexact: Vec<Inexact>,
}

/// The calls under way that are cut.
#[derive(Debug, Default)]
pub(crate) struct Cuts {
    pub(crate) plan: CutPlan,
    stack: Vec<Cut>,
    /// The calls of the path under way.
    pub(crate) calls: Vec<Call>,
    /// How often it made each call, cut or not.
    made: FxHashMap<Position, u32>,
}

/// A cut call that is under way.
#[derive(Debug)]
struct Cut {
    call: Call,
    /// The frames below it.
    depth: usize,
    /// The caller's terms of bytes, path and calls.
    cells: Cells,
    path: OuterPath,
    calls: Vec<Call>,
    made_calls: FxHashMap<Position, u32>,
    touched: Touched,
    /// The input values, objects and allocations that there were.
    inputs: usize,
    objects: u32,
    made: u64,
    allocates: bool,
}

impl Cuts {
    /// Starts a new run.
    pub(crate) fn start(&mut self) {
        self.stack.clear();
        self.calls.clear();
        self.made.clear();
    }

    /// Counts a call of the path under way.
    fn next_occasion(&mut self, site: Position) -> Occasion {
        let count = self.made.entry(site).or_default();
        *count += 1;
        Occasion { site, count: *count - 1 }
    }

    /// Whether a cut call is under way.
    #[inline(always)]
    pub(crate) fn are_open(&self) -> bool {
        !self.stack.is_empty()
    }

    /// Whether there is anything to cut.
    #[inline(always)]
    pub(crate) fn has_plan(&self) -> bool {
        !self.plan.is_empty()
    }
}
