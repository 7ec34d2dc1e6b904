//! What can go wrong in memory, in numbers.

use crate::stop::FaultKind;

/// An access as a fault tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Whether it writes.
    pub write: bool,
    /// How many bytes.
    pub len: u64,
}

/// What went wrong: with the object of this number, at this offset from its first byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are named by what they are")]
pub enum Trouble {
    /// An access near address 0.
    Null { address: u64, access: Access },
    /// An access to an address where no object ever was.
    Wild { address: u64, access: Access },
    /// An access outside the object's bytes.
    OutOfBounds { number: u32, offset: i64, access: Access },
    /// An access behind the end that the length of an input tells, whatever its object has.
    BehindLength { number: u32, offset: i64, size: u64, access: Access },
    /// An access to a dead object.
    Dead { number: u32, access: Access },
    /// A write to a constant.
    ReadOnly { number: u32, offset: i64 },
    /// A read of an indeterminate byte.
    Indeterminate { number: u32, offset: i64 },
    /// `free` of what is no object's address.
    FreeOfNoObject { address: u64 },
    /// `free` of an object that is not from the heap.
    FreeOfOther { number: u32 },
    /// `free` of an address inside a heap object.
    FreeInside { number: u32, offset: i64 },
    /// `free` of a heap object that is freed already.
    DoubleFree { number: u32 },
    /// `va_arg` where no arguments were passed for `...`.
    NoArguments,
}

impl Trouble {
    /// The kind of fault.
    pub fn kind(&self) -> FaultKind {
        match self {
            Trouble::Null { .. } => FaultKind::NullDereference,
            Trouble::Wild { .. } | Trouble::ReadOnly { .. } => FaultKind::InvalidPointer,
            Trouble::OutOfBounds { .. } | Trouble::BehindLength { .. } | Trouble::NoArguments => {
                FaultKind::OutOfBounds
            }
            Trouble::Dead { .. } => FaultKind::UseAfterFree,
            Trouble::Indeterminate { .. } => FaultKind::UninitialisedRead,
            Trouble::FreeOfNoObject { .. }
            | Trouble::FreeOfOther { .. }
            | Trouble::FreeInside { .. } => FaultKind::InvalidFree,
            Trouble::DoubleFree { .. } => FaultKind::DoubleFree,
        }
    }

    /// The object concerned.
    pub fn object(&self) -> Option<u32> {
        match *self {
            Trouble::Null { .. }
            | Trouble::Wild { .. }
            | Trouble::FreeOfNoObject { .. }
            | Trouble::NoArguments => None,
            Trouble::OutOfBounds { number, .. }
            | Trouble::BehindLength { number, .. }
            | Trouble::Dead { number, .. }
            | Trouble::ReadOnly { number, .. }
            | Trouble::Indeterminate { number, .. }
            | Trouble::FreeOfOther { number }
            | Trouble::FreeInside { number, .. }
            | Trouble::DoubleFree { number } => Some(number),
        }
    }
}
