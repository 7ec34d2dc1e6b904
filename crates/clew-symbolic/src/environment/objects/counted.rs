//! Arrays whose length a member of the same record tells (`counted_by`).

use super::Extent;
use super::fill::Spot;
use super::pointer::Length;
use crate::shadow::Symbolic;
use clew_ir::{ArrayLength, Counted, RecordId, RecordKind, Scalar, Type};
use clew_vm::memory::Memory;

impl Symbolic<'_> {
    /// The member that a declaration says counts the elements of another, where that is believed.
    pub(super) fn count_of(&self, record: RecordId, array: usize) -> Option<usize> {
        let types = &self.program.types;
        let record = &types.records[record];
        let is_believed = self.bounds.told_lengths && record.kind == RecordKind::Struct;
        let is_number = |it: &&Counted| {
            let field = &record.fields[it.count];
            let scalar = types.scalar(field.ty).filter(|_| field.bits.is_none());
            matches!(scalar, Some(Scalar::Int { bits: ..=64, .. }))
        };
        let mut counted = record.counted.iter().filter(|it| is_believed && is_number(it));
        counted.find(|it| it.array == array).map(|it| it.count)
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
        let Some(count) = self.count_of(id, array) else { return };
        let length = self.told_by_member(Spot::new(number, 0), &record.fields[count], memory);
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
