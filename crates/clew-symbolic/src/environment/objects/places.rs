//! Places that a pointer input may lead to beside an object of its own: variables of the program, parts
//! of objects that other pointers lead to, the middle of its array.

use super::fill::has_pointer;
use crate::environment::guesses::is_opaque;
use crate::shadow::Symbolic;
use clew_ir::{ArrayLength, Type, TypeId, TypeTable};
use clew_vm::memory::Memory;

/// The most places that one pointer is tried at.
const MOST_PLACES: usize = 16;

/// The elements of an array that a pointer is tried at: the first ones stand for all.
const MOST_ELEMENTS: u64 = 2;

impl Symbolic<'_> {
    /// What objects that a pointer to this type leads to are arrays of.
    pub(super) fn element_behind(&self, target: TypeId) -> TypeId {
        let types = &self.program.types;
        let is_usable = types.size(target).is_some() && !is_opaque(types, target);
        if is_usable { target } else { TypeTable::UNSIGNED_CHAR }
    }

    /// The places of variables and of objects of other pointers where C lets something of this type be.
    pub(super) fn shared_places(&self, target: TypeId, memory: &Memory) -> Vec<u64> {
        let types = &self.program.types;
        let target = self.element_behind(target);
        let objects = &self.environment.objects;
        let variables = objects.given_out.iter().filter(|it| !it.is_volatile);
        let variables = variables.map(|it| (it.number, it.ty, 1));
        let others = objects.pointees.iter().map(|it| (it.number, it.element, it.count));
        let mut found = Vec::new();
        for (number, element, count) in others.chain(variables) {
            let start = memory.address(number);
            let size = types.size(element).unwrap_or(0);
            if types.is_character(target) && !has_pointer(types, element) {
                found.push(start);
            }
            for k in 0..count.min(MOST_ELEMENTS) {
                places(types, element, target, start + k * size, &mut found);
            }
        }
        let mut seen = Vec::new();
        found.retain(|place| {
            !seen.contains(place) && {
                seen.push(*place);
                true
            }
        });
        found.truncate(MOST_PLACES);
        found
    }

    /// The middle of an array that a pointer leads to.
    pub(super) fn middle(&self, start: u64, memory: &Memory) -> Option<u64> {
        let at = self.environment.pointee_index(memory.number(start)?)?;
        let pointee = &self.environment.objects.pointees[at];
        let size = self.program.types.size(pointee.element)?;
        let is_open = matches!(pointee.extent, super::Extent::Open | super::Extent::String);
        (is_open && pointee.count > 1).then(|| start + pointee.count / 2 * size)
    }
}

/// The addresses in an object of one type where one of another is.
fn places(types: &TypeTable, whole: TypeId, part: TypeId, start: u64, found: &mut Vec<u64>) {
    if found.len() >= MOST_PLACES {
        return;
    }
    if is_same(types, whole, part) {
        return found.push(start);
    }
    match types.get(whole) {
        Type::Array { element, length: ArrayLength::Fixed(count) } => {
            let size = types.size(*element).unwrap_or(0);
            for k in 0..(*count).min(MOST_ELEMENTS) {
                places(types, *element, part, start + k * size, found);
            }
        }
        Type::Record(id) => {
            let fields = types.records[*id].fields.iter().filter(|field| field.bits.is_none());
            for field in fields {
                places(types, field.ty, part, start + field.offset, found);
            }
        }
        _ => {}
    }
}

/// Whether C lets one object be reached as both types: numbers may have a sign or not.
fn is_same(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    let is_number = |ty| matches!(types.get(ty), Type::Int(_) | Type::Enum(_));
    let bits = |ty| types.size(ty);
    a == b || (is_number(a) && is_number(b) && bits(a) == bits(b) && !types.is_character(a))
}
