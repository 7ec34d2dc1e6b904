//! Why a run ends.

use clew_ir::{FunctionId, Span};

/// Why a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// The entry function returned; the bits of its scalar value, if it has one.
    Return(Option<u128>),
    /// The program called `exit` (or returned from `main`).
    Exit(i32),
    /// The program did something C forbids.
    Fault(Box<Fault>),
    /// The run was interrupted from outside.
    Interrupted,
    /// The program needs something the machine does not have.
    Unsupported(Box<UnsupportedAt>),
}

/// Something the machine cannot run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnsupportedAt {
    /// What: `inline assembly`, `call to function without a body: foo`.
    pub feature: String,
    /// Where the construct stands (or the call of it).
    pub span: Span,
}

/// A fault, as a compiler's user wants to read it.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// What exactly: `read of 4 bytes at offset 40 of a, which has 40 bytes`.
    pub message: String,
    /// The faulting expression in the user's code. Inside a libc model this is the user's call.
    pub span: Span,
    /// The object concerned, with where it was made and freed.
    pub object: Option<ObjectStory>,
    /// The calls that led there, innermost first: function and where in it.
    pub stack: Vec<(FunctionId, Span)>,
    /// The signal that ends a compiled program there, where it is not that of the kind: the program
    /// raised it.
    pub signal: Option<i32>,
}

/// Where an object came from and went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectStory {
    /// What people call it: `a`, `string literal "abc"`, `heap object of 40 bytes`.
    pub name: String,
    /// Where it was declared or allocated.
    pub made: Span,
    /// Where it was freed, or went out of scope.
    pub freed: Option<Span>,
}

/// The kinds of fault. The names are part of the outside contract.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum FaultKind {
    NullDereference,
    OutOfBounds,
    UseAfterFree,
    DoubleFree,
    InvalidFree,
    DivisionByZero,
    AssertionFailure,
    Abort,
    UninitialisedRead,
    SignedOverflow,
    BadShift,
    InvalidPointer,
    StackOverflow,
    StepLimit,
    Unreachable,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [FaultKind; 15] = [
        FaultKind::NullDereference,
        FaultKind::OutOfBounds,
        FaultKind::UseAfterFree,
        FaultKind::DoubleFree,
        FaultKind::InvalidFree,
        FaultKind::DivisionByZero,
        FaultKind::AssertionFailure,
        FaultKind::Abort,
        FaultKind::UninitialisedRead,
        FaultKind::SignedOverflow,
        FaultKind::BadShift,
        FaultKind::InvalidPointer,
        FaultKind::StackOverflow,
        FaultKind::StepLimit,
        FaultKind::Unreachable,
    ];

    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::NullDereference => "null-dereference",
            FaultKind::OutOfBounds => "out-of-bounds",
            FaultKind::UseAfterFree => "use-after-free",
            FaultKind::DoubleFree => "double-free",
            FaultKind::InvalidFree => "invalid-free",
            FaultKind::DivisionByZero => "division-by-zero",
            FaultKind::AssertionFailure => "assertion-failure",
            FaultKind::Abort => "abort",
            FaultKind::UninitialisedRead => "uninitialised-read",
            FaultKind::SignedOverflow => "signed-overflow",
            FaultKind::BadShift => "bad-shift",
            FaultKind::InvalidPointer => "invalid-pointer",
            FaultKind::StackOverflow => "stack-overflow",
            FaultKind::StepLimit => "step-limit",
            FaultKind::Unreachable => "unreachable",
        }
    }
}

impl std::fmt::Display for FaultKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
