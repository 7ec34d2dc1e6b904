//! `errno`: an object of four bytes that is none of the program's own, and that library functions
//! write which change nothing else.
//!
//! Pointers of `int` and character types may lead to it. What is larger, or a member of something
//! larger, is not in it.

use super::access::{Resolved, Where};
use super::expr::Origin;
use super::{Semantics, State};
use crate::facts::apart;
use crate::program::{Place, Step};
use crate::term::{Compare, Sort, Term};

/// The bytes of an `int`.
const SIZE: u64 = 4;

impl Semantics<'_> {
    /// The base of `errno`.
    fn errno(&mut self) -> Term {
        if let Some(base) = self.errno {
            return base;
        }
        let others = self.bases_beside_errno();
        let size = self.terms.address(SIZE);
        let base = self.new_base(size, SIZE, false);
        self.terms.set_object_size(base, SIZE);
        for other in others {
            self.terms.set_disjoint(base, other);
        }
        self.errno = Some(base);
        base
    }

    /// A library function has set `errno`, or has not.
    pub(super) fn change_errno(&mut self, state: &mut State) {
        let base = self.errno();
        let value = self.terms.fresh(Sort::Bits(8 * SIZE as u32));
        state.memory = self.terms.write(state.memory, base, value);
    }

    /// A new object, of at least one byte where nothing is known of its size, is not `errno`.
    pub(super) fn assume_not_errno(&mut self, state: &mut State, object: Term, size: Option<Term>) {
        let base = self.errno();
        let size = size.filter(|size| self.terms.width(*size) == 64);
        let size = size.unwrap_or_else(|| self.terms.address(1));
        let end = self.terms.add(object, size);
        let errno_end = self.terms.add_const(base, SIZE);
        let fits = self.terms.compare(Compare::UnsignedLessEqual, object, end);
        let before = self.terms.compare(Compare::UnsignedLessEqual, end, base);
        let before = self.terms.and(fits, before);
        let behind = self.terms.compare(Compare::UnsignedLessEqual, errno_end, object);
        let is_apart = self.terms.or(before, behind);
        let is_null = self.terms.is_zero(object);
        let holds = self.terms.or(is_null, is_apart);
        state.assume(holds);
    }

    /// An access of what cannot be `errno`.
    pub(super) fn note_not_errno(
        &mut self,
        state: &mut State,
        place: &Place,
        resolved: &Resolved,
        size: u64,
    ) {
        let (Some(base), false) = (self.errno, state.is_aside) else { return };
        let (Where::Memory { address }, Origin::Since(_) | Origin::Anywhere) =
            (resolved.storage, resolved.origin)
        else {
            return;
        };
        let is_larger = |step: &Step| match step {
            Step::Field { record, .. } => {
                self.program.records[record].size.is_some_and(|size| size > SIZE)
            }
            Step::Index { .. } => false,
        };
        if !matches!(size, 1 | SIZE) || place.path.iter().any(is_larger) {
            let extent = self.terms.address(SIZE);
            let holds = apart(self, (address, size), base, extent);
            state.assume(holds);
        }
    }
}
