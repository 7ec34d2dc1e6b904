//! Pointer inputs: null, a fresh object, one that exists already, or a function.

use super::Pointee;
use crate::bounds::Aliasing;
use crate::environment::Extent;
use crate::environment::calls::Allocation;
use crate::environment::guesses::is_opaque;
use crate::environment::values::GivenTarget;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use clew_ir::{ArrayLength, Id, RecordKind, Scalar, Span, Type, TypeId, TypeTable};
use clew_logic::TermId;
use clew_vm::memory::{CodeRegion, Memory};

/// So many elements are more than any object has.
const MOST_ELEMENTS: u64 = 1 << 32;

/// The most records that a pointer leads to at first which says nothing of their number.
const MOST_RECORDS: u64 = 16;

/// The most pointers, or rows, that a pointer leads to at first.
const MOST_POINTERS: u64 = 4;

/// What an allocator gives holds inputs up to so many bytes.
const MOST_ALLOCATED: u64 = 1024;

/// The alignment of what an allocator gives.
const HEAP_ALIGN: u64 = 16;

/// The size in bytes of what has more elements than that: no offset is behind it.
pub(crate) const HUGE: u64 = u64::MAX;

/// The place in an array that stands for a null pointer.
pub const NULL_PLACE: u8 = 255;

/// The name of the input that says where in the array of another pointer one points to.
pub fn place_name(pointer: &str) -> String {
    format!("place of {pointer}")
}

/// What is known of the array behind a pointer.
#[derive(Clone, Copy, Debug)]
pub(in crate::environment) enum Length {
    /// Only the first element is used.
    One,
    /// More than one record is used.
    Several,
    /// The declaration says how many elements there are.
    Declared(u64),
    /// The code uses so many elements, if not more.
    AtLeast(u64),
    /// As many elements as this 64-bit term says, and its value.
    Term(TermId, u64),
    /// As many bytes as an allocator is asked for.
    Allocated(Allocation),
}

impl Symbolic<'_> {
    /// A pointer input to this type; its bits, and its term where there is a choice.
    pub(in crate::environment) fn pointer_input(
        &mut self,
        name: &str,
        target: TypeId,
        depth: u32,
        initial: u64,
        length: Option<Length>,
        memory: &mut Memory,
    ) -> (u64, Option<TermId>) {
        let target = self.environment.conversions.of_type(&self.program.types, target);
        let (mut targets, mut lent) = (Vec::new(), Vec::new());
        if initial != 0 {
            targets.push(initial);
        }
        if matches!(self.program.types.get(target), Type::Function(_)) {
            targets.extend(self.compatible_functions(target));
            self.path.give_up(Cause::KnownFunctions(name.to_owned()), Span::NONE);
        } else if let Some(streams) = self.streams_for(name, target, depth, memory) {
            targets.extend(streams);
        } else if let Some(what) = library_object(&self.program.types, target) {
            let (name, what) = (name.to_owned(), what.to_string());
            self.path.give_up(Cause::LibraryObject { name, what }, Span::NONE);
        } else if depth <= self.bounds.depth {
            if self.bounds.aliasing == Aliasing::Tried {
                targets.extend(self.aliases(target, memory));
            }
            lent = self.lent_places(target, memory);
            let fresh = self.reserve(name, target, depth, length, memory);
            targets.insert(usize::from(initial != 0), fresh);
            if self.bounds.liberties.array_middles {
                lent.extend(self.middle(fresh, memory));
            }
            lent.retain(|place| !targets.contains(place));
            targets.extend(&lent);
        } else {
            self.path.give_up(Cause::Depth(self.bounds.depth), Span::NONE);
        }
        if self.bounds.null || targets.is_empty() {
            targets.push(0);
        }
        if let Some(&fixed) = self.fixed_addresses().first() {
            // Such as `(void *)-1`, by which some tell a failure.
            self.path.give_up(Cause::NumberAsPointer(fixed), Span::NONE);
        }
        targets.dedup();
        let (bits, term) = self.choose_target(name, &targets, initial);
        if lent.contains(&bits)
            && let Some(number) = memory.number(bits)
        {
            self.environment.objects.lent.insert(number);
        }
        (bits, term)
    }

    /// The places of others that a pointer is tried at.
    fn lent_places(&self, target: TypeId, memory: &Memory) -> Vec<u64> {
        match (self.bounds.liberties.shared_objects, self.bounds.aliasing) {
            (true, Aliasing::Untried | Aliasing::Tried) => self.shared_places(target, memory),
            (true, Aliasing::Never) | (false, _) => Vec::new(),
        }
    }

    /// The name of the array that a pointer behind a pointer input leads to, made if it is not there.
    pub(in crate::environment) fn array_behind(
        &mut self,
        pointer: &str,
        memory: &mut Memory,
    ) -> String {
        let pointee = self.environment.objects.pointees.iter().find(|it| it.name == pointer);
        if let Some(number) = pointee.map(|it| it.number) {
            self.fill_in(number, memory);
        }
        format!("*{pointer}")
    }

    /// A pointer input into the array that another points to: somewhere from its start to its end,
    /// or null.
    pub(in crate::environment) fn place_in_array(
        &mut self,
        name: &str,
        other: &str,
        may_be_null: bool,
        memory: &Memory,
    ) -> Option<(u64, Option<TermId>)> {
        let pointee = self.environment.objects.pointees.iter().find(|it| it.name == other)?;
        let start = memory.address(pointee.number);
        let size = self.program.types.size(pointee.element).filter(|size| *size > 0)?;
        // Behind the terminator of a string is nothing.
        let most = pointee.count - u64::from(pointee.extent == Extent::String);
        let array = self.environment.object_name(memory.number(start)?);
        let (pointer, array) = (name.to_owned(), array.to_owned());
        self.path.give_up(Cause::PointsInto { pointer, array }, Span::NONE);
        let may_be_null = may_be_null && self.bounds.null;
        let name = place_name(name);
        let (value, term) = self.environment.value(&mut self.pool, &name, 8, most.into());
        // What is more than the length is the end.
        let pool = &mut self.pool;
        let limit = pool.bv(8, most.min(255).into());
        let is_small = pool.ult(term, limit);
        let place = pool.ite(is_small, term, limit);
        let wide = pool.zero_extend(place, 64);
        let scale = pool.bv(64, size.into());
        let base = pool.bv(64, start.into());
        let distance = pool.mul(wide, scale);
        let mut address = pool.add(base, distance);
        let mut bits = start + (value as u64).min(most.min(255)) * size;
        if may_be_null {
            let (nowhere, null) = (pool.bv(8, NULL_PLACE.into()), pool.bv(64, 0));
            let is_null = pool.eq(term, nowhere);
            address = pool.ite(is_null, null, address);
            bits = if value == NULL_PLACE.into() { 0 } else { bits };
            self.environment.objects.choices.insert(address);
        }
        if value as u64 >= most {
            let array = other.to_owned();
            self.path.give_up(Cause::Elements { array, most }, Span::NONE);
        }
        Some((bits, self.unless_constant(address)))
    }

    /// One of several addresses: the first for every value of the choice that no other has.
    fn choose_target(
        &mut self,
        name: &str,
        targets: &[u64],
        initial: u64,
    ) -> (u64, Option<TermId>) {
        let Some((&first, rest)) = targets.split_first() else { return (0, None) };
        if rest.is_empty() {
            return (first, None);
        }
        let pointer = name.trim_end_matches("->");
        let name = format!("target of {pointer}");
        let addresses = self.program.types.data_model();
        let wanted = self.environment.values.named.target(pointer).map(|target| match target {
            GivenTarget::Null => 0,
            GivenTarget::Initial => initial,
            GivenTarget::Function(id) => CodeRegion::Functions.address(addresses, id.index()),
            GivenTarget::Object(_) => targets[usize::from(initial != 0)],
            GivenTarget::Stream(kind) => {
                let at = usize::from(initial != 0) + *kind as usize;
                targets.get(at).copied().unwrap_or(0)
            }
        });
        let wanted = wanted.and_then(|wanted| targets.iter().position(|it| *it == wanted));
        if let Some(wanted) = wanted {
            self.environment.values.named.set_value(name.clone(), wanted as u128);
        }
        let (value, choice) = self.environment.value(&mut self.pool, &name, 8, 0);
        let mut term = self.pool.bv(64, first.into());
        for (k, &target) in rest.iter().enumerate() {
            let number = self.pool.bv(8, k as u128 + 1);
            let is_it = self.pool.eq(choice, number);
            let address = self.pool.bv(64, target.into());
            term = self.pool.ite(is_it, address, term);
        }
        self.environment.objects.choices.insert(term);
        let chosen = usize::try_from(value).ok().and_then(|k| targets.get(k)).copied();
        (chosen.unwrap_or(first), self.unless_constant(term))
    }

    fn compatible_functions(&self, ty: TypeId) -> Vec<u64> {
        let functions = self.program.functions.iter_enumerated();
        functions
            .filter(|(_, function)| {
                let can_be_target = function.body.is_ok() || function.is_callback();
                function.ty == ty && can_be_target && !function.is_system
            })
            .map(|(id, _)| {
                CodeRegion::Functions.address(self.program.types.data_model(), id.index())
            })
            .collect()
    }

    /// An object for a pointer to lead to; it gets its contents when it is first used.
    fn reserve(
        &mut self,
        name: &str,
        target: TypeId,
        depth: u32,
        length: Option<Length>,
        memory: &mut Memory,
    ) -> u64 {
        let program = self.program;
        let types = &program.types;
        let size = types.size(target).filter(|size| {
            let has_room = match length {
                Some(Length::Allocated(it)) => it.is_array_of(&self.pool, *size),
                _ => true,
            };
            has_room && !is_opaque(types, target)
        });
        let element = if size.is_some() { target } else { TypeTable::UNSIGNED_CHAR };
        let size = size.unwrap_or(1).max(1);
        let (mut most, mut longest) = (self.bounds.elements, self.bounds.string);
        if let Some(Length::AtLeast(least)) = length {
            (most, longest) = (most.max(least), longest.max(least));
        }
        let is_record = types.record(element).is_some();
        let is_plain = types.scalar(element).is_some() && !types.is_pointer(element);
        let mut is_counted_apart = false;
        let mut apart = |at_first: u64| {
            is_counted_apart = true;
            let least = if let Some(Length::AtLeast(least)) = length { least } else { 1 };
            (at_first.saturating_mul(self.bounds.records).max(least), Extent::Open)
        };
        let (count, extent) = match length {
            Some(Length::Declared(count)) => (count, Extent::Declared),
            Some(Length::Term(term, value)) => {
                let (scaled, bytes) = self.bytes_of(term, value, size);
                // As many as there can be, so that no term depends on how many there are.
                (most, Extent::Sized(scaled, bytes))
            }
            Some(Length::Allocated(it)) => {
                let count = if it.is_fixed(&self.pool) { (it.bytes / size).max(1) } else { most };
                let bytes = if it.bytes < MOST_ELEMENTS { it.bytes } else { HUGE };
                (count, Extent::Sized(self.size_term(it.term, 1), bytes))
            }
            Some(Length::One) => apart(1),
            Some(Length::Several) => apart(most.min(MOST_RECORDS)),
            _ if types.is_character(element) && size == 1 && element == target => {
                (longest + 1, Extent::String)
            }
            _ if is_record => apart(1),
            _ if is_plain => (most, Extent::Open),
            _ => apart(most.min(MOST_POINTERS)),
        };
        let name = name.trim_end_matches("->").to_owned();
        let allocation = match length {
            Some(Length::Allocated(allocation)) => Some(allocation),
            _ => None,
        };
        let is_zero = allocation.is_some_and(|it| self.is_taken_for_zero(&name, it));
        let count = count.max(self.environment.values.named.elements(&name));
        let align = match allocation {
            Some(_) => HEAP_ALIGN,
            None => memory.input_alignment(types.align(element)),
        };
        let flexible = flexible_room(types, element, self.bounds.elements);
        let bytes = (count * size).max(flexible.unwrap_or(0));
        let kept = self.environment.objects.kept.number(&name);
        let address = memory.allocate_kept(kept, bytes, align).unwrap_or(0);
        let Some(number) = memory.number(address) else { return 0 };
        self.environment.objects.by_number.insert(number, self.environment.objects.pointees.len());
        self.environment.objects.pointees.push(Pointee {
            number,
            name,
            element,
            count,
            depth,
            extent,
            is_filled: false,
            is_written: false,
            is_counted_apart,
            is_on_heap: allocation.is_some(),
            is_zero,
            before: Vec::new(),
        });
        address
    }

    /// Whether what an allocator gives is taken to be zero: its name says so, or it is much.
    fn is_taken_for_zero(&mut self, name: &str, allocation: Allocation) -> bool {
        let is_large = allocation.is_fixed(&self.pool) && allocation.bytes > MOST_ALLOCATED;
        let is_taken = allocation.is_zero || is_large;
        if is_taken {
            self.path.give_up(Cause::ZeroedAllocation(name.to_owned()), Span::NONE);
        }
        is_taken
    }

    /// So many elements in bytes, as a term and as its value.
    pub(super) fn bytes_of(&mut self, count: TermId, value: u64, size: u64) -> (TermId, u64) {
        let bytes = if value < MOST_ELEMENTS { value * size } else { HUGE };
        (self.size_term(count, size), bytes)
    }

    /// So many elements in bytes; what no object has room for is more than any.
    fn size_term(&mut self, count: TermId, size: u64) -> TermId {
        let pool = &mut self.pool;
        let limit = pool.bv(64, MOST_ELEMENTS.into());
        let is_small = pool.ult(count, limit);
        let size_constant = pool.bv(64, size.into());
        let scaled = pool.mul(count, size_constant);
        let huge = pool.bv(64, HUGE.into());
        pool.ite(is_small, scaled, huge)
    }

    /// So many rows of so many columns.
    pub(in crate::environment) fn product(&mut self, rows: Length, columns: Length) -> Length {
        let (Length::Term(rows, some_rows), Length::Term(columns, some_columns)) = (rows, columns)
        else {
            return rows;
        };
        // The product does not overflow.
        const MOST: u64 = MOST_ELEMENTS / 2;
        let pool = &mut self.pool;
        let most = pool.bv(64, MOST.into());
        let mut bounded = |count| {
            let is_small = pool.ult(count, most);
            pool.ite(is_small, count, most)
        };
        let (rows, columns) = (bounded(rows), bounded(columns));
        let count = self.pool.mul(rows, columns);
        Length::Term(count, some_rows.min(MOST) * some_columns.min(MOST))
    }

    /// The number of elements that a parameter tells: none when it is negative.
    pub(in crate::environment) fn count_term(
        &mut self,
        term: TermId,
        value: u128,
        scalar: Scalar,
    ) -> Length {
        let Scalar::Int { bits, signed } = scalar else { return Length::One };
        let pool = &mut self.pool;
        let wide = pool.resize(term, 64, signed);
        if !signed {
            return Length::Term(wide, value as u64);
        }
        let zero = pool.bv(64, 0);
        let is_negative = pool.slt(wide, zero);
        let count = pool.ite(is_negative, zero, wide);
        let value = clew_ir::ops::sign_extend(value, bits).max(0);
        Length::Term(count, value as u64)
    }
}

/// The size of a struct whose flexible array at its end has so many elements; `None` for a type
/// without one.
fn flexible_room(types: &TypeTable, ty: TypeId, elements: u64) -> Option<u64> {
    let (_, record) = types.record(ty)?;
    let last = record.fields.last().filter(|_| record.kind == RecordKind::Struct)?;
    match types.get(last.ty) {
        Type::Array { element, length: ArrayLength::Unknown } => {
            Some(last.offset + elements * types.size(*element)?)
        }
        _ => Some(last.offset + flexible_room(types, last.ty, elements)?),
    }
}

/// The name of a type whose objects only the library makes: their contents mean something to it.
fn library_object(types: &TypeTable, ty: TypeId) -> Option<&'static str> {
    let (_, record) = types.record(ty)?;
    Some(match record.name.as_str() {
        "__va_list_tag" => "va_list",
        "_IO_FILE" => "FILE",
        "__dirstream" => "DIR",
        "__locale_struct" => "locale_t",
        _ => return None,
    })
}
