//! Filling memory with inputs, by type.

use super::pointer::Length;
use crate::environment::Extent;
use crate::environment::guesses::Members;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use clew_ir::{
    ArrayLength, BitRange, Field, FloatKind, Record, RecordId, RecordKind, Scalar, Span, Type,
    TypeId, TypeTable,
};
use clew_vm::memory::{Access, Memory};

/// A place in memory to be filled.
#[derive(Clone, Copy, Debug)]
pub(in crate::environment) struct Spot {
    pub(in crate::environment) number: u32,
    pub(in crate::environment) offset: u64,
    /// How deep in pointers: 1 is what a parameter points to.
    pub(in crate::environment) depth: u32,
    /// Whether what is there counts as the value of fresh inputs.
    pub(in crate::environment) keeps_initial: bool,
    /// Whether pointers are plain numbers: what a harness asks for is bytes.
    pub(in crate::environment) raw_pointers: bool,
    /// Whether it is a member of a union, one of several that are filled at the same place.
    pub(in crate::environment) is_in_union: bool,
}

impl Spot {
    /// The start of the value at this place, which is no part of anything else.
    pub(in crate::environment) fn new(number: u32, offset: u64) -> Spot {
        let (keeps_initial, raw_pointers, is_in_union) = (false, false, false);
        Spot { number, offset, depth: 0, keeps_initial, raw_pointers, is_in_union }
    }
}

impl Symbolic<'_> {
    /// Gives the object of a pointer input its contents, unless it has them.
    pub(crate) fn fill_in(&mut self, number: u32, memory: &mut Memory) {
        if self.environment.is_stale(number) {
            self.refresh(number, 0, Access { write: false, len: 0 }, memory);
        }
        let Some(at) = self.environment.objects.by_number.get(&number).copied() else { return };
        let pointee = &mut self.environment.objects.pointees[at];
        if pointee.is_filled {
            return;
        }
        pointee.is_filled = true;
        let (name, element, count) = (pointee.name.clone(), pointee.element, pointee.count);
        let filled = match pointee.extent {
            _ if pointee.is_zero => 0,
            Extent::String => count - 1,
            _ => count,
        };
        let depth = pointee.depth;
        let size = self.program.types.size(element).unwrap_or(0);
        let total = memory.story(number).size as usize;
        let object = memory.object_mut(number);
        object.bytes.fill(0);
        object.mark_known(0, total);
        for k in 0..filled {
            let offset = k * size;
            let spot = Spot { depth, ..Spot::new(number, offset) };
            let name = self.element_name(&name, element, k, count);
            self.fill(spot, element, &name, memory);
        }
        if count == 1 {
            self.size_by_count(at, memory);
        }
        let before =
            (0..count).map(|k| self.read_value(memory, element, number, k * size)).collect();
        self.environment.objects.pointees[at].before = before;
    }

    /// `p->x` comes from `*p`, `p[2].x` from an array of several.
    pub(super) fn element_name(&self, name: &str, element: TypeId, k: u64, count: u64) -> String {
        if count > 1 {
            format!("{name}[{k}]")
        } else if self.program.types.record(element).is_some() {
            format!("{name}->")
        } else {
            format!("*{name}")
        }
    }

    /// Fills one value.
    pub(in crate::environment) fn fill(
        &mut self,
        spot: Spot,
        ty: TypeId,
        name: &str,
        memory: &mut Memory,
    ) {
        let program = self.program;
        let types = &program.types;
        match types.get(ty) {
            Type::Pointer(target) if !spot.raw_pointers => {
                self.fill_pointer(spot, *target, name, None, memory);
            }
            Type::Array { element, length: ArrayLength::Fixed(count) } => {
                let size = types.size(*element).unwrap_or(0);
                for k in 0..*count {
                    let spot = Spot { offset: spot.offset + k * size, ..spot };
                    self.fill(spot, *element, &format!("{name}[{k}]"), memory);
                }
            }
            Type::Array { element, length: ArrayLength::Unknown } => {
                if self.environment.extent(spot.number).is_none() {
                    let cause = Cause::InitialElements(name.to_owned());
                    self.path.give_up(cause, Span::NONE);
                }
                for (k, offset) in self.flexible(*element, spot.number, spot.offset, memory) {
                    let spot = Spot { offset, ..spot };
                    self.fill(spot, *element, &format!("{name}[{k}]"), memory);
                }
            }
            Type::Record(id) => self.fill_record(spot, *id, name, memory),
            _ => {
                if let Some(scalar) = types.scalar(ty) {
                    self.fill_scalar(spot, scalar, name, memory);
                }
            }
        }
    }

    fn fill_pointer(
        &mut self,
        spot: Spot,
        target: TypeId,
        name: &str,
        length: Option<Length>,
        memory: &mut Memory,
    ) {
        let size = self.pointer_size();
        let initial = if spot.keeps_initial { peek(memory, spot, size) as u64 } else { 0 };
        let (bits, term) =
            self.pointer_input(name, target, spot.depth + 1, initial, length, memory);
        self.poke(memory, spot, size, bits.into());
        self.cells.store(memory, spot.number, spot.offset, size, term);
    }

    fn fill_record(&mut self, spot: Spot, id: RecordId, name: &str, memory: &mut Memory) {
        let program = self.program;
        let record = &program.types.records[id];
        let member = |field: &str| member_name(name, field);
        let types = &self.program.types;
        if record.kind == RecordKind::Union {
            if record.fields.iter().any(|field| has_pointer(types, field.ty)) {
                let is_choice = self.has_member_choice(spot, record, memory);
                let name = name.trim_end_matches("->").to_owned();
                let cause = match is_choice {
                    true => Cause::UnionMember(name),
                    false => Cause::UnionPointers(name),
                };
                self.path.give_up(cause, Span::NONE);
                if is_choice {
                    return self.fill_union(spot, id, member, memory);
                }
            }
            if let Some(field) = union_input(types, record) {
                self.fill(spot, field.ty, &member(&field.name), memory);
            }
            return;
        }
        // A member whose length another tells comes behind that, one that points into the array of another
        // behind both.
        let (mut counted, mut later) = (Vec::new(), Vec::new());
        for (at, field) in record.fields.iter().enumerate() {
            let name = member(&field.name);
            if let Some(first) = self.cursor(id, at) {
                later.push((field, name, member(&record.fields[first].name)));
            } else if let Some(length) = self.counted_by(id, at) {
                counted.push((at, name, length));
            } else {
                self.fill_member(spot, id, at, &name, memory);
            }
        }
        for (at, name, length) in counted {
            let length = self.told_by_member(spot, &record.fields[length], memory);
            self.fill_member_of(spot, (id, at), &name, length, memory);
        }
        for (field, name, first) in later {
            let spot = Spot { offset: spot.offset + field.offset, ..spot };
            self.fill_cursor(spot, field.ty, &name, &first, memory);
        }
    }

    /// The member that tells how many elements another points to, where that is believed.
    fn counted_by(&mut self, record: RecordId, at: usize) -> Option<usize> {
        if let Some(count) = self.count_of(record, at) {
            return Some(count);
        }
        let field = &self.program.types.records[record].fields[at];
        let is_pointer = self.program.types.is_pointer(field.ty) && field.bits.is_none();
        if !is_pointer || !self.bounds.told_lengths {
            return None;
        }
        self.members().lengths.get(&(record, at)).copied()
    }

    /// The number of elements that a member tells, which is filled already.
    pub(super) fn told_by_member(
        &mut self,
        spot: Spot,
        field: &Field,
        memory: &Memory,
    ) -> Option<Length> {
        let scalar = self.program.types.scalar(field.ty)?;
        let spot = Spot { offset: spot.offset + field.offset, ..spot };
        let (offset, len) = (spot.offset, scalar.size());
        let term = self.cells.load(&mut self.pool, memory, spot.number, offset, len)?;
        Some(self.count_term(term, peek(memory, spot, len), scalar))
    }

    /// Fills one member of a record.
    pub(super) fn fill_member(
        &mut self,
        spot: Spot,
        id: RecordId,
        at: usize,
        name: &str,
        memory: &mut Memory,
    ) {
        self.fill_member_of(spot, (id, at), name, None, memory);
    }

    /// The same, where it may be known how many elements it points to.
    fn fill_member_of(
        &mut self,
        spot: Spot,
        (id, at): (RecordId, usize),
        name: &str,
        told: Option<Length>,
        memory: &mut Memory,
    ) {
        let program = self.program;
        let field = &program.types.records[id].fields[at];
        let inner = Spot { offset: spot.offset + field.offset, ..spot };
        let target = self.environment.conversions.of_member(id, at);
        let target = target.or_else(|| program.types.pointee(field.ty));
        match (field.bits, target) {
            (Some(range), _) => self.fill_bits(spot, range, name, memory),
            (None, Some(target)) if !spot.raw_pointers => {
                let length = told.or_else(|| self.length_of_member(id, at, target));
                self.fill_pointer(inner, target, name, length, memory);
            }
            (None, _) => self.fill(inner, field.ty, name, memory),
        }
    }

    /// Whether it is an input which member of a union with pointers is given. Elsewhere a test gives
    /// the union its bytes, which cannot say where a pointer leads.
    fn has_member_choice(&self, spot: Spot, record: &Record, memory: &Memory) -> bool {
        let is_set = |at| peek(memory, Spot { offset: spot.offset + at, ..spot }, 1) != 0;
        let has_initial = spot.keeps_initial && (0..record.size).any(is_set);
        let is_whole = record.size.is_multiple_of(self.pointer_size());
        is_whole && !(spot.raw_pointers || spot.is_in_union || has_initial)
    }

    /// The member to whose array a member of a record belongs.
    fn cursor(&mut self, record: RecordId, at: usize) -> Option<usize> {
        let types = &self.program.types;
        let fields = &types.records[record].fields;
        let is_pointer = types.is_pointer(fields[at].ty);
        if !is_pointer || fields.iter().filter(|it| it.ty == fields[at].ty).count() < 2 {
            return None;
        }
        self.members().cursors.get(&(record, at)).copied()
    }

    /// What is known of the records that a member of a record leads to.
    fn length_of_member(&mut self, record: RecordId, at: usize, target: TypeId) -> Option<Length> {
        self.program.types.record(target)?;
        self.members().arrays.contains(&(record, at)).then_some(Length::Several)
    }

    fn members(&mut self) -> &Members {
        self.environment.members.get_or_insert_with(|| Members::of(self.program))
    }

    /// Fills a pointer that belongs to the array of another, unless it is set already.
    fn fill_cursor(
        &mut self,
        spot: Spot,
        ty: TypeId,
        name: &str,
        first: &str,
        memory: &mut Memory,
    ) {
        let size = self.pointer_size();
        let is_set = spot.keeps_initial && peek(memory, spot, size) != 0;
        let place = match is_set || spot.raw_pointers {
            true => None,
            false => self.place_in_array(name, first, false, memory),
        };
        match place {
            Some((bits, term)) => {
                self.poke(memory, spot, size, bits.into());
                self.cells.store(memory, spot.number, spot.offset, size, term);
            }
            None => self.fill(spot, ty, name, memory),
        }
    }

    fn fill_scalar(&mut self, spot: Spot, scalar: Scalar, name: &str, memory: &mut Memory) {
        if scalar == Scalar::Float(FloatKind::X87) {
            return self.path.give_up(Cause::LongDouble(name.to_owned()), Span::NONE);
        }
        let (bits, len) = (scalar_bits(scalar), scalar.size());
        let initial = if spot.keeps_initial { peek(memory, spot, len) } else { 0 };
        let (value, term) = self.environment.value(&mut self.pool, name, bits, initial);
        // The characters of strings are many, and most of them are behind the end.
        if !spot.keeps_initial && len > 1 {
            self.environment.note_number(term, scalar);
        }
        self.poke(memory, spot, len, value);
        let term = self.pool.zero_extend(term, 8 * len as u32);
        let term = self.unless_constant(term);
        self.cells.store(memory, spot.number, spot.offset, len, term);
    }

    fn fill_bits(&mut self, spot: Spot, range: BitRange, name: &str, memory: &mut Memory) {
        let (first, shift) = (spot.offset + range.offset / 8, (range.offset % 8) as u32);
        let len = u64::from(shift + range.width).div_ceil(8);
        let spot = Spot { offset: first, ..spot };
        let old = peek(memory, spot, len);
        let initial = if spot.keeps_initial { old >> shift } else { 0 };
        let (value, term) = self.environment.value(&mut self.pool, name, range.width, initial);
        let old_term = match self.cells.load(&mut self.pool, memory, spot.number, first, len) {
            Some(term) => term,
            None => self.pool.bv(8 * len as u32, old),
        };
        let mask = clew_ir::ops::truncate(u128::MAX, range.width) << shift;
        self.poke(memory, spot, len, (old & !mask) | (value << shift));
        let unit = crate::shadow::insert_bits(&mut self.pool, old_term, term, shift);
        let unit = self.unless_constant(unit);
        self.cells.store(memory, spot.number, first, len, unit);
    }

    /// Writes concrete bytes behind the machine's back: inputs may be in constant objects too.
    pub(super) fn poke(&self, memory: &mut Memory, spot: Spot, len: u64, bits: u128) {
        let at = spot.offset as usize;
        let object = memory.object_mut(spot.number);
        if let Some(bytes) = object.bytes.get_mut(at..at + len as usize) {
            bytes.copy_from_slice(&bits.to_le_bytes()[..len as usize]);
            object.mark_known(at, len as usize);
        }
    }
}

/// The member of a union that is an input: the largest without pointers.
pub fn union_input<'r>(types: &TypeTable, record: &'r Record) -> Option<&'r Field> {
    let plain = record.fields.iter().filter(|field| !has_pointer(types, field.ty));
    plain.max_by_key(|field| types.size(field.ty).unwrap_or(0))
}

/// Whether a value of the type holds a pointer.
pub(crate) fn has_pointer(types: &TypeTable, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Pointer(_) => true,
        Type::Array { element, .. } => has_pointer(types, *element),
        Type::Record(id) => {
            types.records[*id].fields.iter().any(|field| has_pointer(types, field.ty))
        }
        _ => false,
    }
}

/// Concrete bytes of an object.
pub(super) fn peek(memory: &Memory, spot: Spot, len: u64) -> u128 {
    let at = spot.offset as usize;
    let bytes = memory.object(spot.number).bytes.get(at..at + len as usize).unwrap_or(&[]);
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte))
}

/// The width of an input of this type.
pub(in crate::environment) fn scalar_bits(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Int { bits, .. } => bits,
        Scalar::Float(kind) => match kind {
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
            FloatKind::X87 => 80,
        },
    }
}

/// The name of a member: `p->x` of `p->`, `p[2].x` of `p[2]`.
pub(super) fn member_name(name: &str, field: &str) -> String {
    match (name.strip_suffix("->"), field) {
        (_, "") => name.to_owned(),
        (Some(_), field) => format!("{name}{field}"),
        (None, field) => format!("{name}.{field}"),
    }
}
