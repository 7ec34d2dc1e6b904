//! Reading memory as typed values.

use crate::environment::Extent;
use crate::shadow::Symbolic;
use crate::trace::{Target, Value};
use clew_ir::{ArrayLength, FunctionId, Id, RecordId, RecordKind, Type, TypeId};
use clew_vm::memory::{CodeRegion, Memory, ObjectKind};

impl Symbolic<'_> {
    /// The value at a place in an object.
    pub(crate) fn read_value(
        &self,
        memory: &Memory,
        ty: TypeId,
        number: u32,
        offset: u64,
    ) -> Value {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Pointer(_) => {
                let bits = self.read_bits(memory, number, offset, self.pointer_size());
                Value::Pointer(self.target(memory, bits as u64))
            }
            Type::Array { element, length: ArrayLength::Fixed(count) } => {
                let size = types.size(*element).unwrap_or(0);
                let element = |k| self.read_value(memory, *element, number, offset + k * size);
                Value::Array((0..*count).map(element).collect())
            }
            Type::Array { element, length: ArrayLength::Unknown } => {
                let elements = self.flexible(*element, number, offset, memory);
                let value = |(_, offset)| self.read_value(memory, *element, number, offset);
                Value::Array(elements.into_iter().map(value).collect())
            }
            Type::Array { .. } => Value::Array(Vec::new()),
            Type::Record(id) => self.read_record(memory, *id, number, offset),
            _ => match types.scalar(ty) {
                Some(scalar) => {
                    Value::Scalar(self.read_bits(memory, number, offset, scalar.size()))
                }
                None => Value::Bytes(Vec::new()),
            },
        }
    }

    /// The same as a run has left it: what is a part of an address, or one that is taken for a number, is another
    /// in every process, and unknown.
    pub(crate) fn outcome_value(
        &self,
        memory: &Memory,
        ty: TypeId,
        number: u32,
        offset: u64,
    ) -> Value {
        let mut value = self.read_value(memory, ty, number, offset);
        self.forget_parts_of_addresses(memory, ty, (number, offset), &mut value);
        value
    }

    /// The same for the bits of a scalar that is not in memory.
    pub(crate) fn outcome_bits(&self, memory: &Memory, ty: TypeId, bits: u128) -> Value {
        match self.bits_value(memory, ty, bits) {
            Value::Scalar(_) if self.names_place(memory, bits as u64) => Value::Unknown,
            value => value,
        }
    }

    fn forget_parts_of_addresses(
        &self,
        memory: &Memory,
        ty: TypeId,
        (number, offset): (u32, u64),
        value: &mut Value,
    ) {
        let types = &self.program.types;
        match (types.get(ty), value) {
            (Type::Array { element, .. }, Value::Array(values)) => {
                let size = types.size(*element).unwrap_or(0);
                for (value, k) in values.iter_mut().zip(0..) {
                    let place = (number, offset + k * size);
                    self.forget_parts_of_addresses(memory, *element, place, value);
                }
            }
            (Type::Record(id), Value::Record(values)) => {
                for (field, value) in types.records[*id].fields.iter().zip(values) {
                    let at = field.bits.map_or(field.offset, |range| range.offset / 8);
                    let place = (number, offset + at);
                    self.forget_parts_of_addresses(memory, field.ty, place, value);
                }
            }
            (_, value @ Value::Scalar(_)) if self.is_in_address(memory, number, offset) => {
                *value = Value::Unknown;
            }
            _ => {}
        }
    }

    /// Whether the word around a place is such an address.
    fn is_in_address(&self, memory: &Memory, number: u32, offset: u64) -> bool {
        let size = self.pointer_size();
        let word = self.read_bits(memory, number, offset - offset % size, size);
        self.names_place(memory, word as u64)
    }

    /// Whether a word is the address of an object or of code.
    fn names_place(&self, memory: &Memory, word: u64) -> bool {
        let model = memory.data_model();
        let regions = [CodeRegion::Functions, CodeRegion::Labels];
        regions.iter().any(|it| it.holds(model, word))
            || memory
                .number(word)
                .is_some_and(|it| word.wrapping_sub(memory.address(it)) <= memory.story(it).size)
    }

    /// The elements of an array without a length at this place of an object that is an input, each
    /// with its offset: as many as there is room for.
    pub(super) fn flexible(
        &self,
        element: TypeId,
        number: u32,
        offset: u64,
        memory: &Memory,
    ) -> Vec<(u64, u64)> {
        let size = self.program.types.size(element).unwrap_or(0);
        let is_made = memory.story(number).kind == ObjectKind::Heap;
        if size == 0 || !(is_made || self.environment.extent(number).is_some()) {
            return Vec::new();
        }
        let size_of_object = match self.environment.extent(number) {
            Some(Extent::Sized(_, bytes)) => bytes.min(memory.story(number).size),
            _ => memory.story(number).size,
        };
        let room = size_of_object.saturating_sub(offset);
        (0..room / size).map(|k| (k, offset + k * size)).collect()
    }

    fn read_record(&self, memory: &Memory, id: RecordId, number: u32, offset: u64) -> Value {
        let record = &self.program.types.records[id];
        if let Some(&at) = self.environment.objects.union_members.get(&(number, offset, id)) {
            let value = self.read_value(memory, record.fields[at].ty, number, offset);
            return Value::Member(at, Box::new(value));
        }
        if record.kind == RecordKind::Union {
            let bytes = &memory.object(number).bytes;
            let range = offset as usize..(offset + record.size) as usize;
            return Value::Bytes(bytes.get(range).map_or_else(Vec::new, <[u8]>::to_vec));
        }
        let field = |field: &clew_ir::Field| match field.bits {
            Some(range) => {
                let (first, shift) = (offset + range.offset / 8, (range.offset % 8) as u32);
                let len = u64::from(shift + range.width).div_ceil(8);
                let unit = self.read_bits(memory, number, first, len) >> shift;
                Value::Scalar(clew_ir::ops::truncate(unit, range.width))
            }
            None => self.read_value(memory, field.ty, number, offset + field.offset),
        };
        Value::Record(record.fields.iter().map(field).collect())
    }

    fn read_bits(&self, memory: &Memory, number: u32, offset: u64, len: u64) -> u128 {
        let bytes = &memory.object(number).bytes;
        let bytes = bytes.get(offset as usize..(offset + len) as usize).unwrap_or(&[]);
        bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte))
    }

    /// What a pointer points to, as a test can name it.
    pub(in crate::environment) fn target(&self, memory: &Memory, bits: u64) -> Target {
        if bits == 0 {
            return Target::Null;
        }
        if let Some(index) = CodeRegion::Functions.index(memory.data_model(), bits)
            && index < self.program.functions.len()
        {
            return Target::Function(FunctionId::from_index(index));
        }
        let Some(number) = memory.number(bits) else { return Target::Unknown };
        if let Some(stream) = self.environment.streams.at(number) {
            return Target::Stream(stream);
        }
        let offset = bits.wrapping_sub(memory.address(number)) as i64;
        if let Some(index) = self.environment.pointee_index(number) {
            return Target::Object(index, offset);
        }
        match memory.story(number).kind {
            ObjectKind::Global(id) => Target::Global(id, offset),
            ObjectKind::Heap => Target::Made(number as usize, offset),
            _ => Target::Unknown,
        }
    }
}
