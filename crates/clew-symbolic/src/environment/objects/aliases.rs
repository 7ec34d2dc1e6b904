//! Pointer inputs that lead to the same object, or might.
//!
//! Without writes and comparisons of addresses, two objects and one that two pointers lead to
//! cannot be told apart: the two may hold the same. So most runs need not try it.

use crate::bounds::Aliasing;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use clew_ir::{ArrayLength, Scalar, Span, Type, TypeId, TypeTable};
use clew_vm::memory::{Memory, ObjectKind};

impl Symbolic<'_> {
    /// The objects of this type that a further pointer may lead to.
    pub(super) fn aliases(&self, target: TypeId, memory: &Memory) -> Vec<u64> {
        let element = self.element_behind(target);
        let same = self.environment.objects.pointees.iter().filter(|it| it.element == element);
        same.map(|it| memory.address(it.number)).collect()
    }

    /// Addresses of different objects are compared: were they inputs that lead to the same object,
    /// they would be equal.
    pub(crate) fn note_comparison(&mut self, first: u32, second: u32, memory: &Memory) {
        if self.bounds.aliasing == Aliasing::Never {
            return;
        }
        let element = |number| {
            self.environment
                .pointee_index(number)
                .map(|at| self.environment.objects.pointees[at].element)
        };
        let is_named = |number| matches!(memory.story(number).kind, ObjectKind::Global(_));
        match (element(first), element(second)) {
            (Some(a), Some(b)) if a == b => {
                if self.bounds.aliasing == Aliasing::Untried {
                    self.path.give_up(Cause::NoAliases, Span::NONE);
                }
            }
            (Some(_), Some(_)) => self.path.give_up(Cause::NamedObjects, Span::NONE),
            (Some(_), None) if is_named(second) => {
                self.path.give_up(Cause::NamedObjects, Span::NONE);
            }
            (None, Some(_)) if is_named(first) => {
                self.path.give_up(Cause::NamedObjects, Span::NONE);
            }
            (Some(_), None) | (None, Some(_)) | (None, None) => {}
        }
    }

    /// At the end of a run: notes where another caller could have let pointers share objects with each
    /// other or with what the program names, and the run would have gone another way. `named` are the
    /// types of the variables that the function sees, and whether it writes them.
    pub(crate) fn note_sharing(&mut self, named: &[(TypeId, bool)]) {
        self.note_writes();
        self.note_overlaps(named);
    }

    /// At the end of a run: whether an object that a pointer leads to might have been one that the
    /// program names, or a part of another, and that made a difference: one of the two is written.
    fn note_overlaps(&mut self, named: &[(TypeId, bool)]) {
        if self.bounds.aliasing == Aliasing::Never {
            return;
        }
        let types = &self.program.types;
        let pointees = &self.environment.objects.pointees;
        let with_named = pointees.iter().filter(|it| it.is_filled).any(|it| {
            named.iter().any(|(ty, is_written)| {
                (it.is_written || *is_written) && may_overlap(types, it.element, *ty)
            })
        });
        let with_other = pointees.iter().filter(|it| it.is_written).any(|it| {
            let others = pointees.iter().filter(|other| other.is_filled);
            let mut others = others.filter(|other| other.element != it.element);
            others.any(|other| may_overlap(types, it.element, other.element))
        });
        if with_named || with_other {
            self.path.give_up(Cause::NamedObjects, Span::NONE);
        }
    }

    /// At the end of a run: whether what it wrote might have been another object, too.
    fn note_writes(&mut self) {
        if self.bounds.aliasing == Aliasing::Never {
            return;
        }
        let pointees = &self.environment.objects.pointees;
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

/// Whether C lets one object be reached as both types: as the same, as characters, or as a member
/// or element of the other.
fn may_overlap(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    types.is_character(a)
        || types.is_character(b)
        || *types.get(a) == Type::Void
        || *types.get(b) == Type::Void
        || contains(types, a, b)
        || contains(types, b, a)
}

/// Whether an object of a type is or has one of another.
fn contains(types: &TypeTable, whole: TypeId, part: TypeId) -> bool {
    let is_same = whole == part
        || match (types.scalar(whole), types.scalar(part)) {
            (Some(Scalar::Int { bits: a, .. }), Some(Scalar::Int { bits: b, .. })) => a == b,
            (a, b) => a.is_some() && a == b,
        };
    is_same
        || match types.get(whole) {
            Type::Array { element, length: ArrayLength::Fixed(_) | ArrayLength::Unknown } => {
                contains(types, *element, part)
            }
            Type::Record(id) => {
                types.records[*id].fields.iter().any(|field| contains(types, field.ty, part))
            }
            _ => false,
        }
}
