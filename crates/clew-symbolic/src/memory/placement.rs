//! Comparisons that depend on where a compiler puts objects.

use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::{Arm, Ending, Kind};
use clew_logic::{Op as TermOp, TermId};
use clew_vm::code::Reg;
use clew_vm::config::Surroundings;
use clew_vm::memory::Memory;
use clew_vm::shadow::{Veto, View};

/// A pointer that has left the region of its object is tried in so many other regions.
const OTHER_REGIONS: u32 = 2;

impl Symbolic<'_> {
    /// The order of pointers into different objects is not the same in compiled code: no test can
    /// come of such a run.
    #[inline(always)]
    pub(crate) fn check_same_object(
        &mut self,
        a: Reg,
        b: Reg,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        if self.term(view, a).is_some() || self.term(view, b).is_some() {
            match self.probes.labels.is_taint {
                true => self.taint_regions(a, b, view)?,
                false => self.fork_on_regions(a, b, view)?,
            }
        }
        let (a, b) = (view.registers[a], view.registers[b]);
        if view.memory.is_same_region(a, b)
            || view.memory.number(a).is_none()
            || view.memory.number(b).is_none()
        {
            return Ok(());
        }
        self.path.give_up(Cause::PointerOrder, view.code.span(view.position));
        self.path.ending = Some(Ending::Bound);
        Err(Veto::End)
    }

    /// A fork on whether two pointers are in the region of the same object, where inputs decide. What
    /// is in another region decides whether the run ends, so that the path has to tell which it is.
    fn fork_on_regions(&mut self, a: Reg, b: Reg, view: &View<'_, '_>) -> Result<(), Veto> {
        if !self.is_address(a, view) && !self.is_address(b, view) {
            return Ok(());
        }
        let (wide, other) = (self.operand(view, a), self.operand(view, b));
        let low = view.memory.region_bits();
        let regions = [self.pool.extract(63, low, wide), self.pool.extract(63, low, other)];
        let values = [view.registers[a] >> low, view.registers[b] >> low];
        let is_same = self.pool.eq(regions[0], regions[1]);
        let holds = values[0] == values[1];
        let site = self.path.site(view.code, view.position, view.frames, Kind::Object);
        self.path.branch(&mut self.pool, site, is_same, holds, (Arm(1), Arm(0)))?;
        if holds {
            return Ok(());
        }
        for (region, value) in regions.into_iter().zip(values) {
            self.pin_term(region, value.into(), view, Some(OTHER_REGIONS))?;
        }
        Ok(())
    }

    /// Whether a register holds an address by the look of its term: numbers are compared, too, and
    /// whether one of them is like an address must not decide where the path forks.
    fn is_address(&self, register: Reg, view: &View<'_, '_>) -> bool {
        match self.term(view, register) {
            Some(term) => self.has_address(term, view.memory),
            None => view.memory.number(view.registers[register]).is_some(),
        }
    }

    pub(super) fn has_address(&self, term: TermId, memory: &Memory) -> bool {
        if let Some(value) = self.pool.value(term) {
            return memory.number(value as u64).is_some();
        }
        let args = self.pool.args(term);
        match self.pool.op(term) {
            TermOp::Add => args.iter().any(|it| self.has_address(*it, memory)),
            TermOp::Ite => args[1..].iter().any(|it| self.has_address(*it, memory)),
            _ => false,
        }
    }

    /// A pointer to the end of an object, or beyond it, may be equal to one into another object.
    #[inline(always)]
    pub(crate) fn check_distinct(
        &mut self,
        a: Reg,
        b: Reg,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        let (a, b) = (view.registers[a], view.registers[b]);
        // Here, the regions of two objects never meet: numbers and pointers into the same object
        // are told by this alone.
        if view.memory.is_same_region(a, b) { Ok(()) } else { self.check_both_inside(a, b, view) }
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
            let memory = &*view.memory;
            self.note_comparison(first, second, memory);
            return Ok(());
        }
        // A loop may run far beyond the end.
        if !self.path.incomplete.iter().any(|it| it.cause == Cause::Adjacency) {
            self.path.give_up(Cause::Adjacency, view.code.span(view.position));
        }
        if memory.surroundings() == Surroundings::Usual {
            return Ok(());
        }
        self.path.ending = Some(Ending::Bound);
        Err(Veto::End)
    }

    /// The distance of pointers that are not into the same object depends on where objects are.
    pub(crate) fn note_distance(&mut self, a: Reg, b: Reg, view: &View<'_, '_>) {
        let (a, b) = (view.registers[a], view.registers[b]);
        let is_object = |address| view.memory.number(address).is_some();
        if !view.memory.is_same_region(a, b) && (is_object(a) || is_object(b)) {
            self.path.give_up(Cause::PointerDistance, view.code.span(view.position));
        }
    }
}
