//! Whether an access stays inside its object, as far as it is known how long that is.

use crate::environment::{Extent, HUGE};
use crate::shadow::Symbolic;
use crate::soundness::{Cause, Origin};
use crate::trace::Kind;
use clew_ir::Span;
use clew_logic::TermId;
use clew_vm::memory::{Access, Trouble};
use clew_vm::shadow::{Veto, View};

/// A place inside an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inside {
    pub(super) number: u32,
    pub(super) offset: u64,
    pub(super) term: TermId,
}

impl Symbolic<'_> {
    /// Forks over whether an access stays inside its object; whether it does.
    pub(super) fn stay_inside(
        &mut self,
        place: Inside,
        access: Access,
        view: &mut View<'_, '_>,
    ) -> Result<bool, Veto> {
        let story = *view.memory.story(place.number);
        if story.freed.is_some() {
            return Ok(false);
        }
        let last = story.size.checked_sub(access.len);
        let holds = last.is_some_and(|last| place.offset <= last);
        match self.environment.touch(place.number, access.write) {
            None => self.check_range(Origin::Program, place, last, holds, view),
            Some(Extent::Declared) => self.check_range(Origin::Guess, place, last, holds, view),
            Some(Extent::Sized(size, value)) => {
                self.check_sized(place, access, (size, value), view)
            }
            Some(Extent::String) if !access.write => {
                if holds && place.offset + access.len == story.size {
                    self.path.give_up(Cause::Strings(self.bounds.string), Span::NONE);
                }
                let is_inside = self.check_range(Origin::Bound, place, last, holds, view)?;
                if !is_inside {
                    let name = self.environment.object_name(place.number);
                    self.path.give_up(Cause::TakenForString(name.to_owned()), Span::NONE);
                }
                Ok(is_inside)
            }
            Some(Extent::Open | Extent::String) => {
                let zero = self.pool.bv(64, 0);
                let is_fine = self.pool.sge(place.term, zero);
                let is_behind = place.offset as i64 >= 0;
                let site = self.path.site(view.code, view.position, view.frames, Kind::Check);
                self.path.check(&mut self.pool, site, is_fine, is_behind)?;
                if !is_behind {
                    return Ok(false);
                }
                if self.check_range(Origin::Bound, place, last, holds, view)? {
                    return Ok(true);
                }
                Err(self.beyond(place.number))
            }
        }
    }

    fn check_range(
        &mut self,
        origin: Origin,
        place: Inside,
        last: Option<u64>,
        holds: bool,
        view: &View<'_, '_>,
    ) -> Result<bool, Veto> {
        if self.pool.value(place.term).is_none()
            && !self.path.is_full()
            && let Some(last) = last
        {
            let last = self.pool.bv(64, last.into());
            let is_fine = self.pool.ule(place.term, last);
            let site = self.path.site(view.code, view.position, view.frames, Kind::Check);
            self.path.check_for(origin, &mut self.pool, site, (is_fine, holds))?;
        }
        Ok(holds)
    }

    /// The same where the size is a term.
    fn check_sized(
        &mut self,
        place: Inside,
        access: Access,
        (size, value): (TermId, u64),
        view: &View<'_, '_>,
    ) -> Result<bool, Veto> {
        let len = access.len;
        let known = (place.number, place.term, size, len);
        if self.path.is_inside(known) {
            return Ok(true);
        }
        let is_inside = place.offset < value && len <= value - place.offset;
        let holds = value == HUGE || is_inside;
        if !self.path.is_full() {
            let is_fine = self.is_within(place.term, len, size);
            let site = self.path.site(view.code, view.position, view.frames, Kind::Check);
            self.path.check_for(Origin::Guess, &mut self.pool, site, (is_fine, holds))?;
        }
        if !holds {
            // The length is a guess: with a longer array the run would go on. The machine has
            // room for more than the length, so that only this side sees the fault.
            let array = self.environment.object_name(place.number).to_owned();
            self.path.give_up(Cause::ToldLength(array), Span::NONE);
            let (number, offset) = (place.number, place.offset as i64);
            let size = value;
            return Err(Veto::Fault(Trouble::BehindLength { number, offset, size, access }));
        }
        // What the object has no room for is beyond the bounds, not out of bounds.
        let last = view.memory.story(place.number).size.checked_sub(len);
        let has_room = last.is_some_and(|last| place.offset <= last);
        if self.check_range(Origin::Bound, place, last, has_room, view)? {
            self.path.note_inside(known);
            return Ok(true);
        }
        self.path.wanted_elements =
            self.environment.elements_in(&self.program.types, place.number, value);
        Err(self.beyond(place.number))
    }

    /// That so many bytes from an offset on are inside an object of a size.
    fn is_within(&mut self, offset: TermId, len: u64, size: TermId) -> TermId {
        let pool = &mut self.pool;
        let starts = pool.ult(offset, size);
        let negated = pool.neg(offset);
        let rest = pool.add(size, negated);
        let len = pool.bv(64, len.into());
        let ends = pool.ule(len, rest);
        let is_inside = pool.and(starts, ends);
        // So long an array cannot be made, and offsets in it may wrap around.
        let huge = pool.bv(64, HUGE.into());
        let is_huge = pool.eq(size, huge);
        pool.or(is_huge, is_inside)
    }

    /// The run leaves what the bounds on inputs admit.
    pub(crate) fn beyond(&mut self, number: u32) -> Veto {
        let name = self.environment.object_name(number);
        if !self.environment.is_input(number) {
            let cause = Cause::MissingLength(name.to_owned());
            return self.path.stop(cause, Span::NONE);
        }
        let array = name.to_owned();
        self.path.bound(match self.environment.counted_apart(number) {
            Some(most) => Cause::Records { array, most },
            None => Cause::Elements { array, most: self.bounds.elements },
        })
    }
}
