//! Copies of whole ranges: records, and what `memcpy` and its like are asked for.

use super::access::Resolved;
use super::choice::Choice;
use super::decode::Place;
use crate::shadow::Symbolic;
use clew_logic::TermId;
use clew_vm::code::{NativeCall, Reg};
use clew_vm::memory::Memory;
use clew_vm::shadow::{Veto, View};

/// The most bytes, at all places that a copy may be from, that make choices.
const MOST_BYTES: u64 = 4096;

/// Where a copy is from.
enum Source {
    /// Nowhere: the machine will fault.
    Fault,
    /// A place that is known.
    Place,
    /// One of several places: the bytes, as choices over them.
    Bytes(Vec<TermId>),
}

impl Symbolic<'_> {
    /// A load or store of a whole range through a pointer that has to be concrete.
    pub(crate) fn settle_range(
        &mut self,
        p: Reg,
        offset: i64,
        len: u64,
        write: bool,
        view: &mut View<'_, '_>,
    ) -> Result<Option<(u32, u64)>, Veto> {
        match self.resolve(&Place::plain(p, offset, len), write, view)? {
            Resolved::Fault => Ok(None),
            Resolved::Fixed(number, offset) => Ok(Some((number, offset))),
            Resolved::Choice(choice) => {
                self.pin(p, view)?;
                let address = view.registers[p].wrapping_add(offset as u64);
                Ok(Some((choice.number, address - view.memory.address(choice.number))))
            }
        }
    }

    /// Where to copy so many bytes from. The pointer has to be concrete only where there are too
    /// many places.
    fn settle_source(
        &mut self,
        from: Reg,
        len: u64,
        view: &mut View<'_, '_>,
    ) -> Result<Source, Veto> {
        match self.resolve(&Place::plain(from, 0, len), false, view)? {
            Resolved::Fault => Ok(Source::Fault),
            Resolved::Fixed(..) => Ok(Source::Place),
            Resolved::Choice(choice) if choice.count.saturating_mul(len) > MOST_BYTES => {
                self.pin(from, view)?;
                Ok(Source::Place)
            }
            Resolved::Choice(choice) => {
                let byte = |k| Choice { first: choice.first + k, ..choice };
                let bytes = (0..len).map(|k| self.load_choice(&byte(k), 1, view));
                Ok(Source::Bytes(bytes.collect()))
            }
        }
    }

    /// A copy of a record.
    pub(crate) fn copy(
        &mut self,
        to: Reg,
        from: Reg,
        size: u64,
        view: &mut View<'_, '_>,
    ) -> Result<(), Veto> {
        if size == 0 {
            return Ok(());
        }
        let source = self.settle_source(from, size, view)?;
        let Some(_) = self.settle_range(to, 0, size, true, view)? else { return Ok(()) };
        let (to, from) = (view.registers[to], view.registers[from]);
        match source {
            Source::Fault => {}
            Source::Place => self.cells.copy(view.memory, to, from, size),
            Source::Bytes(bytes) => self.store_bytes(to, &bytes, view.memory),
        }
        Ok(())
    }

    /// A native function that copies from one of several places: whether the bytes are noted that
    /// arrive. Otherwise the pointer has to be concrete.
    pub(crate) fn copies_choices(
        &mut self,
        name: &str,
        call: &NativeCall,
        view: &mut View<'_, '_>,
    ) -> Result<bool, Veto> {
        let ("memcpy" | "memmove" | "mempcpy", &[(_, to), (_, from), (_, len)]) =
            (name, &call.args[..])
        else {
            return Ok(false);
        };
        let Some(term) = self.term(view, from) else { return Ok(false) };
        if self.environment.is_pointer_choice(term) {
            return Ok(false);
        }
        self.pin(to, view)?;
        self.pin(len, view)?;
        let len = view.registers[len];
        if len == 0 {
            return Ok(false);
        }
        let Source::Bytes(bytes) = self.settle_source(from, len, view)? else { return Ok(false) };
        let is_there = self.settle_range(to, 0, len, true, view)?.is_some();
        self.library.note_copy(is_there.then(|| (view.registers[to], bytes)));
        Ok(true)
    }

    /// Notes the terms of bytes that were copied.
    pub(crate) fn store_bytes(&mut self, to: u64, bytes: &[TermId], memory: &Memory) {
        let Some(number) = memory.number(to) else { return };
        let start = to.wrapping_sub(memory.address(number));
        for (at, &byte) in (start..).zip(bytes) {
            let term = self.unless_constant(byte);
            self.cells.store(memory, number, at, 1, term);
        }
    }
}
