//! Arrays whose length a member of the same record tells (`counted_by`).

use super::Extent;
use super::fill::{Spot, peek};
use super::pointer::Length;
use crate::shadow::Symbolic;
use clew_ir::{ArrayLength, Counted, RecordId, RecordKind, Scalar, Type};
use clew_vm::memory::Memory;

impl Symbolic<'_> {
    /// The member that says how many elements another leads to, where that is believed.
    pub(super) fn count_of(&self, record: RecordId, array: usize) -> Option<usize> {
        let record = &self.program.types.records[record];
        let is_believed = self.bounds.told_lengths && record.kind == RecordKind::Struct;
        let mut counted = record.counted.iter().filter(|_| is_believed);
        counted.find(|it| it.array == array).map(|it| it.count)
    }

    /// The number of elements of a member's array: what the member that counts them holds already.
    pub(super) fn counted_length(
        &mut self,
        spot: Spot,
        record: RecordId,
        array: usize,
        memory: &Memory,
    ) -> Option<Length> {
        let program = self.program;
        let count = self.count_of(record, array)?;
        let field = &program.types.records[record].fields[count];
        let scalar @ Scalar::Int { bits, .. } = program.types.scalar(field.ty)? else {
            return None;
        };
        if field.bits.is_some() || bits > 64 {
            return None;
        }
        let (at, len) = (spot.offset + field.offset, scalar.size());
        let value = peek(memory, Spot { offset: at, ..spot }, len);
        let term = match self.cells.load(&mut self.pool, memory, spot.number, at, len) {
            Some(term) => term,
            None => self.pool.bv(8 * len as u32, value),
        };
        Some(self.count_term(term, value, scalar))
    }

    /// Gives an object that ends in a flexible array the size that its own count says.
    pub(super) fn size_by_count(&mut self, pointee: usize, memory: &Memory) {
        let program = self.program;
        let it = &self.environment.objects.pointees[pointee];
        let (number, element) = (it.number, it.element);
        let Some((id, record)) = program.types.record(element) else { return };
        let Some(&Counted { array, .. }) = record.counted.last() else { return };
        let last = &record.fields[array];
        let Type::Array { element, length: ArrayLength::Unknown } = program.types.get(last.ty)
        else {
            return;
        };
        let Some(size) = program.types.size(*element).filter(|_| array + 1 == record.fields.len())
        else {
            return;
        };
        let length = self.counted_length(Spot::new(number, 0), id, array, memory);
        let Some(Length::Term(count, value)) = length else { return };
        let (elements, room) = self.bytes_of(count, value, size);
        let start = self.pool.bv(64, last.offset.into());
        // What no object has room for stays so.
        let bytes = self.pool.add(elements, start);
        let wraps = self.pool.ult(bytes, start);
        let bytes = self.pool.ite(wraps, elements, bytes);
        let value = room.saturating_add(last.offset);
        self.environment.objects.pointees[pointee].extent = Extent::Sized(bytes, value);
    }
}
