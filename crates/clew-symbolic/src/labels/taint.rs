//! A predicate that is only observed, evaluated on values with taint for terms.
//!
//! A label that is covered, or aimed at by nobody, needs no terms; but its predicate may follow a
//! pointer, and where that depends on inputs it decides something, which is a fork of the path
//! whoever looks. So the predicate is evaluated on values, with no more than a mark where a term
//! would be. Where an address would have one, taint is not enough: the predicate is evaluated
//! again from its beginning, as others are.

use crate::environment::Extent;
use crate::memory::{Action, Base, Place};
use crate::shadow::{Symbolic, may_move_pointers};
use clew_logic::{TermId, TermPool};
use clew_vm::code::{Op, Reg};
use clew_vm::shadow::{Veto, View};

/// Stands for a term that is not built.
const MARK: Option<TermId> = Some(TermPool::TRUE);

impl Symbolic<'_> {
    /// Gives taint up: the predicate is to be evaluated with terms.
    #[cold]
    pub(crate) fn look_closely<T>(&mut self) -> Result<T, Veto> {
        self.probes.labels.looks_closely = true;
        Err(Veto::End)
    }

    /// An operation on registers of which one has a term or a mark.
    pub(crate) fn taint_result(
        &mut self,
        op: &Op,
        d: Reg,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        if may_move_pointers(op) {
            return self.look_closely();
        }
        self.set(view, d, MARK);
        Ok(())
    }

    /// An order of two registers of which one has a term or a mark. Where they may be addresses, the path
    /// has to tell in which regions they are; null may be one that could have been another.
    pub(crate) fn taint_regions(
        &mut self,
        a: Reg,
        b: Reg,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        let may_be_address = |value: u64| value == 0 || view.memory.is_like_address(value);
        match may_be_address(view.registers[a]) || may_be_address(view.registers[b]) {
            true => self.look_closely(),
            false => Ok(()),
        }
    }

    /// The address of an element.
    pub(crate) fn taint_address(
        &mut self,
        (d, p, i): (Reg, Reg, Reg),
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        if self.term(view, p).is_some() {
            return self.look_closely();
        }
        let mark = self.term(view, i).and(MARK);
        self.set(view, d, mark);
        Ok(())
    }

    /// A load; predicates do not store.
    pub(crate) fn taint_memory(
        &mut self,
        place: &Place,
        action: Action,
        view: &mut View<'_, '_>,
    ) -> Result<(), Veto> {
        let Action::Load { d, .. } = action else { return self.look_closely() };
        let (pointer, pointer_term) = match place.base {
            Base::Register(p) => (view.registers[p], self.term(view, p)),
            Base::Object(number) => (view.memory.address(number), None),
        };
        let (index, index_term) = match place.index {
            Some((i, scale)) => (view.registers[i].wrapping_mul(scale as u64), self.term(view, i)),
            None => (0, None),
        };
        if pointer_term.is_some() || index_term.is_some() {
            return self.look_closely();
        }
        // Without an object the machine faults by itself.
        let mut mark = None;
        if view.memory.number(pointer).is_some() {
            let number = view.memory.number_of(pointer);
            let start = pointer.wrapping_sub(view.memory.address(number));
            let offset = start.wrapping_add(index).wrapping_add(place.offset as u64);
            self.fill_in(number, view.memory);
            if self.environment.is_input(number)
                && !self.is_well_inside(number, offset, place.len, view)
            {
                return self.look_closely();
            }
            let is_symbolic = offset.checked_add(place.len).is_some()
                && self.cells.is_symbolic(view.memory, number, offset, place.len);
            mark = is_symbolic.then_some(TermPool::TRUE);
        }
        self.set(view, d, mark);
        Ok(())
    }

    /// Whether nothing is to be said of the bounds of an input's object.
    fn is_well_inside(&self, number: u32, offset: u64, len: u64, view: &View<'_, '_>) -> bool {
        let story = view.memory.story(number);
        let is_inside = |size: u64| len <= size && offset <= size - len;
        story.freed.is_none()
            && match self.environment.extent(number) {
                None | Some(Extent::Declared | Extent::Open) => is_inside(story.size),
                // The last place is that of the longest string's terminator.
                Some(Extent::String) => is_inside(story.size.saturating_sub(1)),
                Some(Extent::Sized(_, size)) => is_inside(size.min(story.size)),
            }
    }
}
