//! What a statement does, as data.

use clew_ir::{BitRange, BlockId, FunctionId, GlobalId, LocalId, Scalar, Span};
use clew_logic::TermId;

/// What a statement does to the store.
///
/// All terms speak of the state before it. The order: lifetimes, havocs, writes (in their order),
/// and then what control does.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Effect {
    /// The objects that begin and end.
    pub lifetimes: Vec<Lifetime>,
    /// What holds anything at all afterwards.
    pub havocs: Vec<Havoc>,
    /// What is written.
    pub writes: Vec<Write>,
    /// The conditions under which evaluation has defined behaviour.
    pub defined: Vec<Obligation>,
    /// Why values are arbitrary that have no term.
    pub arbitrary: Vec<Arbitrary>,
    /// What control does.
    pub next: Next,
}

/// What control does after a statement.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Next {
    /// It goes on.
    #[default]
    Continue,
    /// A function is called; what its result does is [`super::Meaning::returned`]'s to say, in the
    /// state that the function leaves.
    Call(Call),
    /// It goes to where a `setjmp` was, of this function or another.
    Jump,
    /// It ends here: `__builtin_trap`.
    Never,
}

/// The beginning or the end of a local's object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lifetime {
    /// The local has a fresh object, whose bytes are arbitrary.
    Begins(LocalId),
    /// The local's object is gone.
    Ends(LocalId),
}

/// Something that may change in a way that is not told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Havoc {
    /// A variable of the current frame.
    Variable(LocalId),
    /// Bytes of memory.
    Range {
        /// From here.
        address: TermId,
        /// So many.
        len: u64,
    },
    /// All memory whose address other functions can know: everything but the objects of locals
    /// whose address has been stored nowhere and passed to nobody.
    Escaped,
    /// All variables of the current frame, and all memory.
    Everything,
}

/// A value that goes somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    /// Where to.
    pub target: Target,
    /// What.
    pub value: Stored,
}

/// Where a value goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A variable of the current frame.
    Variable(LocalId),
    /// A part of memory.
    Memory(Location),
}

/// What is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// A scalar; the term has the width of its type. Of a bit-field the low bits are stored, of a
    /// `_Bool` a whole byte.
    Scalar(TermId),
    /// A copy of as many bytes as the target has, from this address.
    Copy(TermId),
    /// Zeros.
    Zero,
}

/// What an address starts from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// The object of a local.
    Local(LocalId),
    /// A global.
    Global(GlobalId),
    /// What a pointer points to.
    Pointer,
}

/// A part of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// The object it belongs to.
    pub base: Base,
    /// The address of its first byte, 64 bits.
    pub address: TermId,
    /// Its bytes; for a bit-field those that hold some of it.
    pub size: u64,
    /// The bits of a bit-field, counted from the address: the offset is below 8.
    pub bits: Option<BitRange>,
}

/// A condition that must hold for the program to mean anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// What happens where it does not hold.
    pub danger: Danger,
    /// The Boolean.
    pub holds: TermId,
    /// Where in the source.
    pub span: Span,
}

/// What C leaves undefined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Danger {
    /// A null pointer is followed.
    NullDereference,
    /// An index is outside its declared array.
    IndexOutOfBounds,
    /// An integer is divided by zero.
    DivisionByZero,
    /// The quotient of the smallest value and -1.
    DivisionOverflow,
    /// A computed `goto` to what is no label of the function.
    NoLabel,
    /// Signed arithmetic overflows.
    SignedOverflow,
    /// A shift count is out of range, or a negative or too large value is shifted to the left.
    BadShift,
    /// A `_Bool` holds neither 0 nor 1.
    TrapRepresentation,
}

impl Danger {
    /// Whether a run ends where this happens. After the others it goes on, with the values that the
    /// meaning tells: what gcc's code without optimisation computes.
    pub const fn ends_run(self) -> bool {
        match self {
            Danger::NullDereference
            | Danger::IndexOutOfBounds
            | Danger::DivisionByZero
            | Danger::DivisionOverflow
            | Danger::NoLabel => true,
            Danger::SignedOverflow | Danger::BadShift | Danger::TrapRepresentation => false,
        }
    }
}

/// Why a value is arbitrary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arbitrary {
    /// An operation that has no term: `long double` above all.
    NoTerm,
    /// A volatile read.
    Volatile,
    /// What a function without a known body returns.
    UnknownResult,
    /// What a function returns that leaves without a value, or with one of another type.
    NoResult,
    /// An argument that is not passed, or of another kind than the parameter.
    NoArgument,
    /// The address of what `alloca` makes.
    Allocation,
    /// A variadic argument.
    VariadicArgument,
    /// What `setjmp` returns.
    SetJmp,
    /// A mark of the stack.
    StackMark,
    /// The last bytes of a `long double`, which hold nothing.
    Padding,
    /// A size that no type tells.
    UnknownSize,
    /// What a store says of a value that it knows nothing of: an uninitialised variable, the
    /// contents of memory after a havoc.
    Unknown,
}

/// A call under way.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// What is called.
    pub callee: Called,
    /// The arguments, in order, those behind `...` too.
    pub arguments: Vec<Passed>,
    /// The scalar that the caller takes the result for.
    pub result: Option<Scalar>,
    /// Where a returned record goes: found before the call.
    pub record: Option<Location>,
}

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Called {
    /// A function with a body.
    Defined(FunctionId),
    /// A function without one: it may change all memory that it can know of, and may not return.
    Undefined(FunctionId),
    /// The function with this address.
    Computed(TermId),
}

/// An argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passed {
    /// A scalar.
    Scalar(Scalar, TermId),
    /// A record, by the address of what is copied.
    Record {
        /// The address.
        from: TermId,
        /// Its size.
        len: u64,
    },
}

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returned {
    /// Nothing.
    Nothing,
    /// A scalar of the function's result type.
    Scalar(Scalar, TermId),
    /// A record, which is copied before the function's objects end.
    Record {
        /// The address of what is copied.
        from: TermId,
        /// Its size.
        len: u64,
    },
    /// Nobody knows what.
    Unknown,
}

/// A condition over a state: what a label asks.
#[derive(Clone, PartialEq, Debug)]
pub struct Predicate {
    /// The Boolean, of meaning where evaluation is defined.
    pub holds: TermId,
    /// The conditions under which evaluation has defined behaviour.
    pub defined: Vec<Obligation>,
    /// Why values are arbitrary that have no term.
    pub arbitrary: Vec<Arbitrary>,
}

/// How a block is left.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaving {
    /// Where to.
    pub departure: Departure,
    /// The conditions under which evaluation has defined behaviour.
    pub defined: Vec<Obligation>,
    /// Why values are arbitrary that have no term.
    pub arbitrary: Vec<Arbitrary>,
}

/// Where control goes at the end of a block.
#[derive(Clone, PartialEq, Debug)]
pub enum Departure {
    /// To a successor: exactly one guard holds where all obligations do.
    Edges(Vec<Edge>),
    /// Back to the caller.
    Return(Returned),
    /// Nowhere: the program says that control does not come here.
    Unreachable,
}

/// One way out of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Its position among the successors.
    pub index: u32,
    /// The successor.
    pub target: BlockId,
    /// The Boolean under which it is taken.
    pub guard: TermId,
}
