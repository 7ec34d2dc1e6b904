//! Memory at addresses that depend on inputs.
//!
//! An access forks twice, where it can: over the object that its pointer leads to, and over
//! whether it stays inside. Inside, a load becomes a choice over the elements it can reach, and
//! a store changes each of them under the condition that it is the one. Where that would be too
//! much, the offset is made concrete.
//!
//! A pointer whose term is a constant plus something belongs to the constant's object, wherever
//! it goes: leaving the object is out of bounds, as C has it.

use super::cause::{Cause, Origin};
use super::caveats::fixed_addresses;
use super::decode::{Base, Place};
use super::inputs::HUGE;
use super::path::Kind;
use super::shadow::Symbolic;
use super::trace::Ending;
use clew_ir::Span;
use clew_logic::{Op as TermOp, TermId, TermPool};
use clew_vm::memory::{Access, Trouble, number_of};
use clew_vm::shadow::{Veto, View};
use clew_vm::stop::{FaultKind, Stop};
use std::collections::BTreeSet;

/// How much of an input's object there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent {
    /// As many elements as were made; a real caller may have more.
    Open,
    /// As many elements as were made, by the declaration.
    Declared,
    /// A string: nothing is behind its terminator, but a real one may be longer.
    String,
    /// So many bytes, a term of 64 bits and its value; as many as the bounds admit are there.
    Sized(TermId, u64),
}

/// Where an access goes, once it has forked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Resolved {
    /// The machine will fault.
    Fault,
    /// To a fixed place in an object.
    Fixed(u32, u64),
    /// To one of several places.
    Choice(Choice),
}

/// The places `first + step * k`, for `k` below `count`, in an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) number: u32,
    pub(super) first: u64,
    pub(super) step: u64,
    pub(super) count: u64,
    /// `k`.
    pub(super) index: TermId,
}

/// An address: concrete values, and terms where they depend on inputs.
#[derive(Clone, Copy, Debug)]
struct Address {
    pointer: u64,
    pointer_term: Option<TermId>,
    index_term: Option<TermId>,
    scale: i64,
    offset: i64,
    displacement: u64,
}

/// A place inside an object.
#[derive(Clone, Copy, Debug)]
struct Inside {
    number: u32,
    offset: u64,
    term: TermId,
}

impl Symbolic<'_> {
    /// Resolves an access: forks over objects and bounds, and fills inputs in on demand.
    #[inline]
    pub(super) fn resolve(
        &mut self,
        place: &Place,
        write: bool,
        view: &mut View<'_, '_>,
    ) -> Result<Resolved, Veto> {
        let address = self.address(place, view);
        if address.pointer_term.is_none() && address.index_term.is_none() {
            let number = number_of(address.pointer);
            if view.memory.number(address.pointer).is_none() {
                return Ok(Resolved::Fault);
            }
            let start = address.pointer.wrapping_sub(view.memory.address(number));
            let offset = start.wrapping_add(address.displacement);
            if self.inputs.is_input(number) {
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
            if number_of(address.pointer) != number {
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
    pub(super) fn object_at(
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
        let region = self.pool.extract(63, 32, term);
        let site = self.path.site(view.code, view.position, view.frames, Kind::Object);
        self.path.pin(&mut self.pool, site, region, (pointer >> 32).into(), None)?;
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

    /// Forks over whether an access stays inside its object; whether it does.
    fn stay_inside(
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
        match self.inputs.touch(place.number, access.write) {
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
                    let name = self.inputs.object_name(place.number);
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
        let pool = &mut self.pool;
        let starts = pool.ult(place.term, size);
        let negated = pool.neg(place.term);
        let rest = pool.add(size, negated);
        let len_term = pool.bv(64, len.into());
        let ends = pool.ule(len_term, rest);
        let is_inside = pool.and(starts, ends);
        // So long an array cannot be made, and offsets in it may wrap around.
        let huge = pool.bv(64, HUGE.into());
        let is_huge = pool.eq(size, huge);
        let is_fine = pool.or(is_huge, is_inside);
        let is_inside = place.offset < value && len <= value - place.offset;
        let holds = value == HUGE || is_inside;
        let site = self.path.site(view.code, view.position, view.frames, Kind::Check);
        self.path.check_for(Origin::Guess, &mut self.pool, site, (is_fine, holds))?;
        if !holds {
            // The length is a guess: with a longer array the run would go on. The machine has
            // room for more than the length, so that only this side sees the fault.
            let array = self.inputs.object_name(place.number).to_owned();
            self.path.give_up(Cause::LengthOfParameter(array), Span::NONE);
            let (number, offset) = (place.number, place.offset as i64);
            let size = value;
            return Err(Veto::Fault(Trouble::BehindLength { number, offset, size, access }));
        }
        // What the object has no room for is beyond the bounds, not out of bounds.
        let last = view.memory.story(place.number).size.checked_sub(len);
        let has_room = last.is_some_and(|last| place.offset <= last);
        if self.check_range(Origin::Bound, place, last, has_room, view)? {
            return Ok(true);
        }
        Err(self.beyond(place.number))
    }

    /// Some faults are no fault of the program's, or not for certain: those behind the end of an
    /// input's object that is only as long as the bounds made it, those at addresses that the
    /// program's text fixes, and those of a variadic function without its arguments.
    pub(super) fn excuse(&mut self, stop: &Stop, trouble: Option<Trouble>) {
        let Stop::Fault(fault) = stop else { return };
        if self.path.ending.is_some() {
            return;
        }
        if fault.kind == FaultKind::UninitialisedRead {
            self.path.give_up(Cause::Indeterminate, fault.span);
        }
        if let Some(Trouble::OutOfBounds { number, .. }) = trouble
            && self.inputs.is_input(number)
        {
            // Another caller's array may be longer, and begin before the place that is passed.
            let name = self.inputs.object_name(number).to_owned();
            self.path.give_up(Cause::ArrayEnds(name), fault.span);
        }
        match trouble {
            Some(Trouble::OutOfBounds { number, offset, access })
                if fault.kind == FaultKind::OutOfBounds && offset >= 0 =>
            {
                match self.inputs.extent(number) {
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
            Some(Trouble::NoArguments) if self.takes_arguments => {
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
    pub(super) fn fixed_addresses(&mut self) -> &BTreeSet<u64> {
        let program = self.program;
        self.fixed_addresses.get_or_insert_with(|| fixed_addresses(program))
    }

    /// The run leaves what the bounds on inputs admit.
    fn beyond(&mut self, number: u32) -> Veto {
        let name = self.inputs.object_name(number);
        if !self.inputs.is_input(number) {
            let cause = Cause::MissingLength(name.to_owned());
            return self.path.stop(cause, Span::NONE);
        }
        let (array, most) = (name.to_owned(), self.bounds.elements);
        self.path.bound(Cause::Elements { array, most })
    }

    /// The places that an access inside an object can go to.
    fn choice(
        &mut self,
        address: &Address,
        place: Inside,
        size: u64,
        len: u64,
        view: &View<'_, '_>,
    ) -> Choice {
        let pool = &mut self.pool;
        let number = place.number;
        if let (None, Some(index)) = (address.pointer_term, address.index_term)
            && address.scale > 0
        {
            let step = address.scale as u64;
            let first = place.offset % step;
            let start = address.pointer.wrapping_sub(view.memory.address(number));
            let start = start.wrapping_add(address.offset as u64);
            // start + step * index = first + step * k
            let shift = (start.wrapping_sub(first) as i64) / step as i64;
            let shift = pool.bv(64, (shift as u64).into());
            let index = pool.add(index, shift);
            return Choice { number, first, step, count: (size - len - first) / step + 1, index };
        }
        let fixed = fixed_low_bits(pool, place.term, 16).min(63);
        let step = 1u64 << fixed;
        let first = place.offset % step;
        let index = pool.extract(63, fixed, place.term);
        Choice { number, first, step, count: (size - len - first) / step + 1, index }
    }

    /// The bytes at one of several places, as a choice over them.
    pub(super) fn load_choice(&mut self, choice: &Choice, len: u64, view: &View<'_, '_>) -> TermId {
        let values: Vec<TermId> =
            (0..choice.count).map(|k| self.bytes_at(choice, k, len, view)).collect();
        let bits = bits_for(choice.count);
        let conditions: Vec<TermId> =
            (0..bits).map(|bit| self.pool.bit(choice.index, bit)).collect();
        let chosen = choose(&mut self.pool, &conditions, &values);
        if values.iter().any(|value| self.pool.value(*value).is_none()) {
            self.chains.note_read(&self.pool, chosen, choice.index);
        }
        chosen
    }

    /// Notes a store to one of several places.
    pub(super) fn store_choice(
        &mut self,
        choice: &Choice,
        len: u64,
        value: TermId,
        view: &View<'_, '_>,
    ) {
        let bits = bits_for(choice.count);
        let low = self.pool.extract(bits - 1, 0, choice.index);
        for k in 0..choice.count {
            let old = self.bytes_at(choice, k, len, view);
            let here = self.pool.bv(bits, k.into());
            let is_here = self.pool.eq(low, here);
            let new = self.pool.ite(is_here, value, old);
            let at = choice.first + choice.step * k;
            self.cells.store(view.memory, choice.number, at, len, Some(new));
        }
    }

    fn bytes_at(&mut self, choice: &Choice, k: u64, len: u64, view: &View<'_, '_>) -> TermId {
        let at = choice.first + choice.step * k;
        if let Some(term) = self.cells.load(&mut self.pool, view.memory, choice.number, at, len) {
            return term;
        }
        let bytes = &view.memory.object(choice.number).bytes[at as usize..(at + len) as usize];
        let value = bytes.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
        self.pool.bv(8 * len as u32, value)
    }
}

/// How many bits tell so many places apart: at least one.
fn bits_for(count: u64) -> u32 {
    (64 - (count - 1).leading_zeros()).max(1)
}

/// The value whose number the conditions spell, the lowest bit first. Numbers that no value has
/// do not occur; equal values meet, so that tables with few different entries stay small.
fn choose(pool: &mut TermPool, bits: &[TermId], values: &[TermId]) -> TermId {
    let Some((&bit, rest)) = bits.split_last() else { return values[0] };
    let half = 1usize << rest.len();
    let low = choose(pool, rest, &values[..half.min(values.len())]);
    if values.len() <= half {
        return low;
    }
    let high = choose(pool, rest, &values[half..]);
    pool.ite(bit, high, low)
}

/// The constant in a sum.
fn constant_part(pool: &TermPool, term: TermId) -> Option<u64> {
    if pool.op(term) != TermOp::Add {
        return None;
    }
    pool.args(term).iter().find_map(|arg| pool.value(*arg)).map(|value| value as u64)
}

/// How many of the lowest bits of a term are the same for all inputs.
fn fixed_low_bits(pool: &TermPool, term: TermId, depth: u32) -> u32 {
    let width = pool.width(term);
    if pool.value(term).is_some() {
        return width;
    }
    if depth == 0 {
        return 0;
    }
    let args = pool.args(term);
    let of = |arg: TermId| fixed_low_bits(pool, arg, depth - 1);
    let zeros = |arg: TermId| pool.value(arg).map(|value| value.trailing_zeros().min(width));
    match pool.op(term) {
        TermOp::Add | TermOp::And | TermOp::Or | TermOp::Xor => of(args[0]).min(of(args[1])),
        TermOp::Mul => zeros(args[0]).or(zeros(args[1])).unwrap_or(0),
        TermOp::Shl => pool.value(args[1]).map_or(0, |by| (by as u32).min(width)),
        TermOp::Neg | TermOp::Not | TermOp::SignExtend => of(args[0]),
        TermOp::Concat => {
            let low = of(args[1]);
            if low == pool.width(args[1]) { low + of(args[0]) } else { low }
        }
        TermOp::Extract => match pool.extract_bounds(term) {
            Some((_, 0)) => of(args[0]).min(width),
            _ => 0,
        },
        _ => 0,
    }
}
