//! Why the loop that runs register code is left.

use crate::code::Reg;
use crate::memory::Trouble;
use crate::shadow::Veto;

/// Why the loop was left. Unless said otherwise, the position is that of the operation after the
/// one concerned.
#[derive(Debug)]
pub(super) enum Exit {
    /// The entry function has returned.
    Halt,
    /// An operation that needs the whole machine.
    Slow(u32),
    /// The steps given are used up; the position is where to go on.
    OutOfFuel,
    /// A function has no code yet; the position is that of the call itself.
    NotCompiled(u32),
    /// The registers' stack is too short; the position is that of the call itself.
    ShortStack,
    /// Too many calls within calls.
    StackOverflow,
    /// A call through a pointer whose type is not the function's; the position is behind it.
    OtherSignature {
        d: Reg,
        args: Reg,
        function: u32,
        signature: u32,
    },
    /// A call through an address that is no function's.
    NoFunction(u64),
    /// A jump to an address that is no label's of the function.
    NoLabel(u64),
    /// A memory fault.
    Memory(Trouble),
    /// An index that is not below the length of its array.
    Index {
        index: i64,
        len: u64,
    },
    /// A local without a value.
    Uninitialised(u32),
    DivisionByZero,
    /// Signed overflow.
    Overflow,
    /// A bad shift.
    Shift(clew_ir::ops::ShiftFault),
    /// The shadow does not let the operation happen.
    Vetoed(Veto),
}

impl Exit {
    /// Whether the program has done something that ends a run.
    pub(super) fn is_fault(&self) -> bool {
        !matches!(
            self,
            Exit::Halt
                | Exit::Slow(_)
                | Exit::OutOfFuel
                | Exit::NotCompiled(_)
                | Exit::ShortStack
                | Exit::OtherSignature { .. }
        )
    }
}
