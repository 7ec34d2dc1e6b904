//! Terms for the bytes of memory.
//!
//! A byte that depends on inputs has a cell: a term of one or more bytes, and which of its bytes
//! this is. A value that is stored and loaded whole is therefore found again as it was, without
//! being taken apart. Objects without such bytes have no cells at all.
//!
//! Invariant: a cell without a term stands for the concrete byte in [`Memory`].

use crate::cut::Bytes;
use clew_logic::{Substitution, TermId, TermPool};
use clew_vm::memory::Memory;

/// One byte of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Cell {
    term: Option<TermId>,
    /// Which byte of the term, the lowest first.
    byte: u8,
}

/// The cells of one object.
#[derive(Clone, Debug)]
struct ObjectCells {
    /// The object's serial number: another object with the same number has no cells yet.
    serial: u64,
    cells: Vec<Cell>,
}

/// The cells of all objects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    objects: Vec<Option<ObjectCells>>,
}

impl Cells {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.objects.clear();
    }

    fn of(&self, memory: &Memory, number: u32) -> Option<&[Cell]> {
        let object = self.objects.get(number as usize)?.as_ref()?;
        (number < memory.count() && object.serial == memory.story(number).serial)
            .then_some(&object.cells)
    }

    /// Whether some byte of an object may depend on inputs.
    pub(crate) fn has_terms(&self, memory: &Memory, number: u32) -> bool {
        self.of(memory, number).is_some()
    }

    /// Whether a byte of the range depends on inputs.
    pub(crate) fn is_symbolic(&self, memory: &Memory, number: u32, start: u64, len: u64) -> bool {
        let range = start as usize..(start + len) as usize;
        self.of(memory, number)
            .and_then(|cells| cells.get(range))
            .is_some_and(|cells| cells.iter().any(|cell| cell.term.is_some()))
    }

    /// The term of `len` bytes inside an object, low byte first; `None` when they are concrete.
    #[inline]
    pub(crate) fn load(
        &self,
        pool: &mut TermPool,
        memory: &Memory,
        number: u32,
        start: u64,
        len: u64,
    ) -> Option<TermId> {
        let cells = self.of(memory, number)?;
        let cells = cells.get(start as usize..(start + len) as usize)?;
        let first = cells[0];
        if let Some(term) = first.term
            && first.byte == 0
            && u64::from(pool.width(term)) == 8 * len
            && cells.iter().zip(0..).all(|(cell, at)| *cell == Cell { term: first.term, byte: at })
        {
            return Some(term);
        }
        if cells.iter().all(|cell| cell.term.is_none()) {
            return None;
        }
        let bytes = &memory.object(number).bytes[start as usize..];
        let mut whole: Option<TermId> = None;
        for (cell, byte) in cells.iter().zip(bytes) {
            let part = match cell.term {
                Some(term) => {
                    let low = 8 * u32::from(cell.byte);
                    pool.extract(low + 7, low, term)
                }
                None => pool.bv(8, (*byte).into()),
            };
            whole = Some(match whole {
                Some(low) => pool.concat(part, low),
                None => part,
            });
        }
        whole
    }

    /// The term whose low `len` bytes these are, where it has more.
    pub(crate) fn cut_term(
        &self,
        pool: &TermPool,
        memory: &Memory,
        number: u32,
        start: u64,
        len: u64,
    ) -> Option<TermId> {
        let cells = self.of(memory, number)?.get(start as usize..(start + len) as usize)?;
        let term = cells.first()?.term.filter(|term| u64::from(pool.width(*term)) > 8 * len)?;
        let is_all = cells.iter().zip(0..).all(|(it, byte)| *it == Cell { term: Some(term), byte });
        is_all.then_some(term)
    }

    /// Notes what a store inside an object wrote: a term of `len` bytes, or concrete bytes.
    #[inline]
    pub(crate) fn store(
        &mut self,
        memory: &Memory,
        number: u32,
        start: u64,
        len: u64,
        term: Option<TermId>,
    ) {
        let range = start as usize..(start + len) as usize;
        let Some(cells) = self.of_mut(memory, number, term.is_some()) else { return };
        let Some(cells) = cells.get_mut(range) else { return };
        for (cell, byte) in cells.iter_mut().zip(0..) {
            *cell = Cell { term, byte };
        }
    }

    /// Notes that bytes were copied.
    pub(crate) fn copy(&mut self, memory: &Memory, to: u64, from: u64, len: u64) {
        let at = |address: u64| {
            let number = memory.number_of(address);
            (number, address.wrapping_sub(memory.address(number)))
        };
        let ((target, target_start), (source, source_start)) = (at(to), at(from));
        let source = self
            .of(memory, source)
            .and_then(|cells| cells.get(source_start as usize..(source_start + len) as usize))
            .filter(|cells| cells.iter().any(|cell| cell.term.is_some()))
            .map(<[Cell]>::to_vec);
        let Some(cells) = source else {
            return self.store(memory, target, target_start, len, None);
        };
        let range = target_start as usize..(target_start + len) as usize;
        if let Some(target) = self.of_mut(memory, target, true)
            && let Some(target) = target.get_mut(range)
        {
            target.copy_from_slice(&cells);
        }
    }

    /// Puts other terms in the place of those there are, where `name` gives one for some bytes.
    pub(crate) fn rename(
        &mut self,
        pool: &mut TermPool,
        memory: &Memory,
        mut name: impl FnMut(&mut TermPool, Bytes, TermId) -> Option<TermId>,
    ) {
        for (slot, object) in self.objects.iter_mut().zip(0..) {
            let is_there = |it: &ObjectCells| {
                object < memory.count()
                    && memory.story(object).serial == it.serial
                    && memory.story(object).freed.is_none()
            };
            let Some(cells) = slot.as_mut().filter(|it| is_there(it)).map(|it| &mut it.cells)
            else {
                continue;
            };
            let mut start = 0;
            while start < cells.len() {
                let end = run_end(cells, start);
                if let Some(term) = part(pool, &cells[start..end]) {
                    let (offset, len) = (start as u64, (end - start) as u64);
                    if let Some(new) = name(pool, Bytes { object, offset, len }, term) {
                        for (cell, byte) in cells[start..end].iter_mut().zip(0..) {
                            *cell = Cell { term: Some(new), byte };
                        }
                    }
                }
                start = end;
            }
        }
    }

    /// Replaces inside all terms.
    pub(crate) fn replace_terms(&mut self, pool: &mut TermPool, by: &mut Substitution) {
        for cell in self.objects.iter_mut().flatten().flat_map(|it| &mut it.cells) {
            if let Some(term) = &mut cell.term {
                *term = by.apply(pool, *term);
            }
        }
    }

    /// The object's value is lost.
    pub(crate) fn forget(&mut self, number: u32) {
        if let Some(object) = self.objects.get_mut(number as usize) {
            *object = None;
        }
    }

    fn of_mut(&mut self, memory: &Memory, number: u32, make: bool) -> Option<&mut [Cell]> {
        let story = memory.story(number);
        let at = number as usize;
        if at >= self.objects.len() {
            if !make {
                return None;
            }
            self.objects.resize_with(at + 1, || None);
        }
        let slot = &mut self.objects[at];
        if slot.as_ref().is_none_or(|object| object.serial != story.serial) {
            *slot = make.then(|| ObjectCells {
                serial: story.serial,
                cells: vec![Cell::default(); story.size as usize],
            });
        }
        slot.as_mut().map(|object| &mut object.cells[..])
    }
}

/// The end of the bytes of one term that begin at a cell.
fn run_end(cells: &[Cell], start: usize) -> usize {
    let Cell { term: Some(term), byte } = cells[start] else { return start + 1 };
    let follows = |(cell, at): &(&Cell, u8)| **cell == Cell { term: Some(term), byte: *at };
    start + cells[start..].iter().zip(byte..=u8::MAX).take_while(follows).count()
}

/// The term of cells that follow each other in one.
fn part(pool: &mut TermPool, cells: &[Cell]) -> Option<TermId> {
    let first = cells.first()?;
    let term = first.term?;
    let low = 8 * u32::from(first.byte);
    let high = low + 8 * cells.len() as u32 - 1;
    Some(if low == 0 && high + 1 == pool.width(term) {
        term
    } else {
        pool.extract(high, low, term)
    })
}
