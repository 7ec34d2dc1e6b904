//! Pointer inputs that lead to the same object, or might.
//!
//! Without writes and comparisons of addresses, two objects and one that two pointers lead to
//! cannot be told apart: the two may hold the same. So most runs need not try it.

use super::super::bounds::Aliasing;
use super::super::cause::Cause;
use super::super::shadow::Symbolic;
use clew_ir::{Span, TypeId};
use clew_vm::memory::Memory;

impl Symbolic<'_> {
    /// The objects of this type that a further pointer may lead to.
    pub(super) fn aliases(&self, target: TypeId, memory: &Memory) -> Vec<u64> {
        let same = self.inputs.pointees.iter().filter(|it| it.element == target);
        same.map(|it| memory.address(it.number)).collect()
    }

    /// Addresses of different objects are compared: were they inputs that lead to the same object,
    /// they would be equal.
    pub(in super::super) fn note_comparison(&mut self, first: u32, second: u32) {
        if self.bounds.aliasing != Aliasing::Untried {
            return;
        }
        let element =
            |number| self.inputs.pointee_index(number).map(|at| self.inputs.pointees[at].element);
        if let (Some(first), Some(second)) = (element(first), element(second))
            && first == second
        {
            self.path.give_up(Cause::NoAliases, Span::NONE);
        }
    }

    /// At the end of a run: whether what it wrote might have been another object, too.
    pub(in super::super) fn note_writes(&mut self) {
        if self.bounds.aliasing == Aliasing::Never {
            return;
        }
        let pointees = &self.inputs.pointees;
        let shared = |at: usize| {
            let written = &pointees[at];
            let mut others = pointees.iter().enumerate();
            others.any(|(k, it)| k != at && it.is_filled && it.element == written.element)
        };
        let written = || (0..pointees.len()).filter(|at| pointees[*at].is_written);
        if self.bounds.aliasing == Aliasing::Untried {
            if written().any(shared) {
                self.path.give_up(Cause::NoAliases, Span::NONE);
            }
        } else if written().any(|at| pointees[at].count > 1 && shared(at)) {
            self.path.give_up(Cause::NoOverlap, Span::NONE);
        }
    }
}
