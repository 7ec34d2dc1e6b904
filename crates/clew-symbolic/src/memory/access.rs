//! Memory at addresses that depend on inputs.
//!
//! An access forks twice, where it can: over the object that its pointer leads to, and over
//! whether it stays inside. Inside, a load becomes a choice over the elements it can reach, and
//! a store changes each of them under the condition that it is the one. Where that would be too
//! much, the offset is made concrete.
//!
//! A pointer whose term is a constant plus something belongs to the constant's object, wherever
//! it goes: leaving the object is out of bounds, as C has it.

use super::choice::Choice;
use super::decode::{Base, Place};
use super::inside::Inside;
use crate::shadow::Symbolic;
use crate::trace::Kind;
use clew_logic::{Op as TermOp, TermId, TermPool};
use clew_vm::memory::{Access, Trouble};
use clew_vm::shadow::{Veto, View};

/// Where an access goes, once it has forked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Resolved {
    /// The machine will fault.
    Fault,
    /// To a fixed place in an object.
    Fixed(u32, u64),
    /// To one of several places.
    Choice(Choice),
}

/// An address: concrete values, and terms where they depend on inputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    pub(super) pointer: u64,
    pub(super) pointer_term: Option<TermId>,
    pub(super) index_term: Option<TermId>,
    pub(super) scale: i64,
    pub(super) offset: i64,
    pub(super) displacement: u64,
}

impl Symbolic<'_> {
    /// Resolves an access: forks over objects and bounds, and fills inputs in on demand.
    #[inline]
    pub(crate) fn resolve(
        &mut self,
        place: &Place,
        write: bool,
        view: &mut View<'_, '_>,
    ) -> Result<Resolved, Veto> {
        let resolved = self.resolve_place(place, write, view)?;
        if self.cuts.are_open() {
            self.note_access(&resolved, place.len, write, view.memory);
        }
        Ok(resolved)
    }

    #[inline]
    fn resolve_place(
        &mut self,
        place: &Place,
        write: bool,
        view: &mut View<'_, '_>,
    ) -> Result<Resolved, Veto> {
        let address = self.address(place, view);
        if address.pointer_term.is_none() && address.index_term.is_none() {
            let number = view.memory.number_of(address.pointer);
            if view.memory.number(address.pointer).is_none() {
                return Ok(Resolved::Fault);
            }
            let start = address.pointer.wrapping_sub(view.memory.address(number));
            let offset = start.wrapping_add(address.displacement);
            if self.environment.is_stale(number) {
                self.refresh(number, offset, Access { write, len: place.len }, view.memory);
            }
            if self.environment.is_input(number) {
                return self.resolve_input(number, offset, place.len, write, view);
            }
            let fits = offset.checked_add(place.len);
            let fits = fits.is_some_and(|end| end <= view.memory.story(number).size);
            return Ok(if fits { Resolved::Fixed(number, offset) } else { Resolved::Fault });
        }
        if let (Some(bound), Some(index), Some((i, _))) =
            (place.bound, address.index_term, place.index)
        {
            let limit = self.pool.bv(64, bound.into());
            let is_fine = self.pool.ult(index, limit);
            let holds = view.registers[i] < bound;
            let site = self.path.site(view.code, view.position, view.frames, Kind::Check);
            self.path.check(&mut self.pool, site, is_fine, holds)?;
            if !holds {
                return Ok(Resolved::Fault);
            }
        }
        self.resolve_symbolic(address, place.len, write, view)
    }

    fn address(&self, place: &Place, view: &View<'_, '_>) -> Address {
        let (pointer, pointer_term) = match place.base {
            Base::Register(p) => (view.registers[p], self.term(view, p)),
            Base::Object(number) => (view.memory.address(number), None),
        };
        let (index, scale, index_term) = match place.index {
            Some((i, scale)) => (view.registers[i], scale, self.term(view, i)),
            None => (0, 0, None),
        };
        let displacement = index.wrapping_mul(scale as u64).wrapping_add(place.offset as u64);
        let offset = place.offset;
        Address { pointer, pointer_term, index_term, scale, offset, displacement }
    }

    /// A concrete place in an input's object.
    fn resolve_input(
        &mut self,
        number: u32,
        offset: u64,
        len: u64,
        write: bool,
        view: &mut View<'_, '_>,
    ) -> Result<Resolved, Veto> {
        self.fill_in(number, view.memory);
        let term = self.pool.bv(64, offset.into());
        let place = Inside { number, offset, term };
        let is_inside = self.stay_inside(place, Access { write, len }, view)?;
        Ok(if is_inside { Resolved::Fixed(number, offset) } else { Resolved::Fault })
    }

    fn resolve_symbolic(
        &mut self,
        mut address: Address,
        len: u64,
        write: bool,
        view: &mut View<'_, '_>,
    ) -> Result<Resolved, Veto> {
        let Some(number) = self.object_of(&mut address, view)? else { return Ok(Resolved::Fault) };
        self.fill_in(number, view.memory);
        let base = view.memory.address(number);
        let offset = address.pointer.wrapping_add(address.displacement).wrapping_sub(base);
        let term = self.offset_term(&address, base);
        let place = Inside { number, offset, term };
        let access = Access { write, len };
        if !self.stay_inside(place, access, view)? {
            if view.memory.number_of(address.pointer) != number {
                let offset = offset as i64;
                return Err(Veto::Fault(Trouble::OutOfBounds { number, offset, access }));
            }
            return Ok(Resolved::Fault);
        }
        if self.pool.value(term).is_some() {
            return Ok(Resolved::Fixed(number, offset));
        }
        let size = view.memory.story(number).size;
        let choice = self.choice(&address, place, size, len, view);
        let is_too_much = choice.count > self.bounds.select
            || (write && choice.step < len)
            || view.memory.object(number).first_indeterminate(0, size as usize).is_some();
        if is_too_much {
            self.pin_term(term, offset.into(), view, None)?;
            return Ok(Resolved::Fixed(number, offset));
        }
        if choice.count == 1 {
            return Ok(Resolved::Fixed(number, offset));
        }
        if self.is_long_chain(choice.index) {
            let others = u32::try_from(choice.count).ok();
            self.pin_term(term, offset.into(), view, others)?;
            return Ok(Resolved::Fixed(number, offset));
        }
        Ok(Resolved::Choice(choice))
    }

    /// The object that an address leads into, after a fork over objects where there is a choice.
    fn object_of(
        &mut self,
        address: &mut Address,
        view: &View<'_, '_>,
    ) -> Result<Option<u32>, Veto> {
        if let Some(term) = address.pointer_term {
            address.pointer_term = self.settle_member(term, view)?;
        }
        let Some(term) = address.pointer_term else {
            return Ok(view.memory.number(address.pointer));
        };
        if self.pool.op(term) == TermOp::Ite {
            self.pin_term(term, address.pointer.into(), view, Some(u32::MAX))?;
            address.pointer_term = None;
            return Ok(view.memory.number(address.pointer));
        }
        self.object_at(address.pointer, term, view)
    }

    /// The object that a pointer leads into, after a fork over objects where its term has no base.
    pub(crate) fn object_at(
        &mut self,
        pointer: u64,
        term: TermId,
        view: &View<'_, '_>,
    ) -> Result<Option<u32>, Veto> {
        if let Some(base) = constant_part(&self.pool, term)
            && let Some(number) = view.memory.number(base)
        {
            return Ok(Some(number));
        }
        let low = view.memory.region_bits();
        let region = self.pool.extract(63, low, term);
        let site = self.path.site(view.code, view.position, view.frames, Kind::Object);
        self.path.pin(&mut self.pool, site, region, (pointer >> low).into(), None)?;
        Ok(view.memory.number(pointer))
    }

    /// The offset of an address from the start of an object.
    fn offset_term(&mut self, address: &Address, base: u64) -> TermId {
        let pool = &mut self.pool;
        let constant = address.offset as u64;
        let mut term = match address.pointer_term {
            Some(pointer) => {
                let constant = pool.bv(64, constant.wrapping_sub(base).into());
                pool.add(pointer, constant)
            }
            None => pool.bv(64, address.pointer.wrapping_add(constant).wrapping_sub(base).into()),
        };
        if let Some(index) = address.index_term {
            let scale = pool.bv(64, (address.scale as u64).into());
            let scaled = pool.mul(index, scale);
            term = pool.add(term, scaled);
        } else {
            let scaled = address.displacement.wrapping_sub(constant);
            let scaled = pool.bv(64, scaled.into());
            term = pool.add(term, scaled);
        }
        term
    }
}

/// The constant in a sum.
fn constant_part(pool: &TermPool, term: TermId) -> Option<u64> {
    if pool.op(term) != TermOp::Add {
        return None;
    }
    pool.args(term).iter().find_map(|arg| pool.value(*arg)).map(|value| value as u64)
}
