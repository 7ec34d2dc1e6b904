//! Comparisons that depend on where a compiler puts objects.

use super::shadow::Symbolic;
use super::trace::Ending;
use crate::code::Reg;
use crate::config::Surroundings;
use crate::shadow::{Veto, View};

impl Symbolic<'_> {
    /// The order of pointers into different objects is not the same in compiled code: no test can
    /// come of such a run.
    #[inline(always)]
    pub(super) fn check_same_object(
        &mut self,
        a: Reg,
        b: Reg,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        let (a, b) = (view.registers[a], view.registers[b]);
        if a >> 32 == b >> 32 || view.memory.number(a).is_none() || view.memory.number(b).is_none()
        {
            return Ok(());
        }
        let reason = "the order of pointers into different objects is not defined";
        self.path.give_up(reason.to_owned(), view.code.span(view.position));
        self.path.ending = Some(Ending::Bound);
        Err(Veto::End)
    }

    /// A pointer to the end of an object, or beyond it, may be equal to one into another object.
    #[inline(always)]
    pub(super) fn check_distinct(
        &mut self,
        a: Reg,
        b: Reg,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        let (a, b) = (view.registers[a], view.registers[b]);
        // Here, the regions of two objects never meet: numbers and pointers into the same object
        // are told by this alone.
        if a >> 32 == b >> 32 { Ok(()) } else { self.check_both_inside(a, b, view) }
    }

    /// Ends the run where its path must not depend on this; elsewhere the search goes on.
    #[cold]
    fn check_both_inside(&mut self, a: u64, b: u64, view: &View<'_, '_>) -> Result<(), Veto> {
        let memory = &view.memory;
        let (Some(first), Some(second)) = (memory.number(a), memory.number(b)) else {
            return Ok(());
        };
        let is_inside = |address: u64, number| {
            let story = memory.story(number);
            story.freed.is_none() && address.wrapping_sub(memory.address(number)) < story.size
        };
        if first == second {
            return Ok(());
        }
        if is_inside(a, first) && is_inside(b, second) {
            self.note_comparison(first, second);
            return Ok(());
        }
        let reason = "whether the end of one object is the start of another is not defined";
        // A loop may run far beyond the end.
        if !self.path.incomplete.iter().any(|it| it.reason == reason) {
            self.path.give_up(reason.to_owned(), view.code.span(view.position));
        }
        if memory.surroundings() == Surroundings::Usual {
            return Ok(());
        }
        self.path.ending = Some(Ending::Bound);
        Err(Veto::End)
    }

    /// The distance of pointers that are not into the same object depends on where objects are.
    pub(super) fn note_distance(&mut self, a: Reg, b: Reg, view: &View<'_, '_>) {
        let (a, b) = (view.registers[a], view.registers[b]);
        let is_object = |address| view.memory.number(address).is_some();
        if a >> 32 != b >> 32 && (is_object(a) || is_object(b)) {
            let reason = "the distance of pointers into different objects is not defined";
            self.path.give_up(reason.to_owned(), view.code.span(view.position));
        }
    }
}
