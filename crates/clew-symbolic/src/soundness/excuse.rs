//! Faults that are no fault of the program's, or not for certain.

use super::cause::Cause;
use super::caveats::fixed_addresses;
use crate::environment::Extent;
use crate::shadow::Symbolic;
use crate::trace::Ending;
use clew_ir::Span;
use clew_vm::memory::Trouble;
use clew_vm::stop::{FaultKind, Stop};
use std::collections::BTreeSet;

/// What is known of the program that excuses faults.
#[derive(Debug, Default)]
pub(crate) struct Excuses {
    /// Addresses that the program names by number; found when first asked for.
    fixed_addresses: Option<BTreeSet<u64>>,
    /// Whether the function under test is variadic.
    pub(crate) takes_arguments: bool,
}

impl Symbolic<'_> {
    /// Some faults are no fault of the program's, or not for certain: those behind the end of an
    /// input's object that is only as long as the bounds made it, those at addresses that the
    /// program's text fixes, and those of a variadic function without its arguments.
    pub(crate) fn excuse(&mut self, stop: &Stop, trouble: Option<Trouble>) {
        let Stop::Fault(fault) = stop else { return };
        if self.path.ending.is_some() {
            return;
        }
        if fault.kind == FaultKind::UninitialisedRead {
            self.path.give_up(Cause::Indeterminate, fault.span);
        }
        if let Some(Trouble::OutOfBounds { number, offset, .. }) = trouble
            && self.environment.is_input(number)
        {
            // Another caller's array may be longer, and begin before the place that is passed.
            let name = self.environment.object_name(number).to_owned();
            let cause = if offset < 0 { Cause::ArrayStart(name) } else { Cause::ArrayEnd(name) };
            self.path.give_up(cause, fault.span);
        }
        if let Some(number) = trouble.and_then(|it| it.object())
            && self.environment.is_lent(number)
            && is_of_sharing(fault.kind)
        {
            // The caller who passed that would be to blame.
            return self.path.ending = Some(Ending::Bound);
        }
        match trouble {
            Some(Trouble::OutOfBounds { number, offset, access })
                if fault.kind == FaultKind::OutOfBounds && offset >= 0 =>
            {
                match self.environment.extent(number) {
                    Some(Extent::Open) => _ = self.beyond(number),
                    Some(Extent::String) if access.write => _ = self.beyond(number),
                    _ => {}
                }
            }
            // Where the program runs for real, there may be a device.
            Some(Trouble::Wild { address, .. }) => self.no_memory_at(address, fault.span),
            Some(Trouble::Null { address, .. }) if self.is_fixed_address(address) => {
                self.no_memory_at(address, fault.span);
            }
            Some(Trouble::NoArguments) if self.excuses.takes_arguments => {
                self.path.give_up(Cause::NoVariadicArguments, fault.span);
                self.path.ending = Some(Ending::Bound);
            }
            _ => {}
        }
    }

    fn no_memory_at(&mut self, address: u64, span: Span) {
        self.path.give_up(Cause::NoMemoryAt(address), span);
    }

    /// Whether an address near 0 is one that the program's text names, or close behind it.
    fn is_fixed_address(&mut self, address: u64) -> bool {
        /// The registers of a device are together.
        const REACH: u64 = 256;
        let fixed = self.fixed_addresses();
        fixed.iter().any(|&fixed| fixed <= address && address - fixed < REACH)
    }

    /// The addresses that the user's code names by number.
    pub(crate) fn fixed_addresses(&mut self) -> &BTreeSet<u64> {
        let program = self.program;
        self.excuses.fixed_addresses.get_or_insert_with(|| fixed_addresses(program))
    }
}

/// Whether a fault may come of nothing but what a pointer shares with others: an object that is smaller
/// than it takes it to be, or that is no object of the heap.
fn is_of_sharing(kind: FaultKind) -> bool {
    match kind {
        FaultKind::OutOfBounds
        | FaultKind::InvalidFree
        | FaultKind::DoubleFree
        | FaultKind::UseAfterFree => true,
        FaultKind::NullDereference
        | FaultKind::DivisionByZero
        | FaultKind::AssertionFailure
        | FaultKind::Abort
        | FaultKind::UninitialisedRead
        | FaultKind::SignedOverflow
        | FaultKind::BadShift
        | FaultKind::InvalidPointer
        | FaultKind::StackOverflow
        | FaultKind::StepLimit
        | FaultKind::Unreachable => false,
    }
}
