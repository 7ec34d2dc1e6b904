//! Objects that the run made on the heap and left to others: what its outcome leads to.

use crate::shadow::Symbolic;
use crate::trace::{MadeObject, Target, TestCase, Value};
use clew_ir::{ArrayLength, Field, RecordKind, Type, TypeId, TypeTable};
use clew_vm::memory::{Memory, ObjectKind};
use rustc_hash::FxHashMap;

/// No more objects than these are told.
const MOST_OBJECTS: usize = 16;
/// Nor more elements of one than these.
const MOST_ELEMENTS: u64 = 64;

impl Symbolic<'_> {
    /// Tells the objects that the outcome of a run leads to and the run made: those that are alive.
    /// Until then a target of theirs is the machine's number, and an offset from the object's start.
    pub(crate) fn tell_made(&self, memory: &Memory, case: &mut TestCase) {
        let mut made =
            Made { symbolic: self, memory, numbers: FxHashMap::default(), objects: Vec::new() };
        let result = self.program.function_type(case.function).result;
        if let Some(returned) = &mut case.returned {
            made.settle(returned, result);
        }
        for state in &mut case.globals {
            made.settle(&mut state.after, self.program.globals[state.global].ty);
            state.before.iter_mut().for_each(forget);
        }
        for object in &mut case.objects {
            object.after.iter_mut().for_each(|value| made.settle(value, object.element));
            object.before.iter_mut().for_each(forget);
        }
        for call in &mut case.stubs {
            call.result.iter_mut().for_each(forget);
            call.written.iter_mut().for_each(|(_, value)| forget(value));
            for passed in &mut call.arguments {
                forget(&mut passed.value);
                passed.pointee.iter_mut().for_each(forget);
            }
        }
        case.arguments.iter_mut().for_each(|argument| forget(&mut argument.value));
        // Those that are found last are looked through, too.
        let mut at = 0;
        while at < made.objects.len() {
            let mut values = std::mem::take(&mut made.objects[at].after);
            let element = made.objects[at].element;
            values.iter_mut().for_each(|value| made.settle(value, element));
            made.objects[at].after = values;
            at += 1;
        }
        case.made = made.objects;
    }

    /// What is at a place; unknown where it was never set.
    pub(crate) fn known_value(
        &self,
        memory: &Memory,
        ty: TypeId,
        number: u32,
        offset: u64,
    ) -> Value {
        let types = &self.program.types;
        let size = types.size(ty).unwrap_or(0);
        let object = memory.object(number);
        if (offset + size) as usize > object.bytes.len() {
            return Value::Unknown;
        }
        let is_set = object.first_indeterminate(offset as usize, size as usize).is_none();
        match types.get(ty) {
            _ if is_set => self.outcome_value(memory, ty, number, offset),
            Type::Array { element, length: ArrayLength::Fixed(count) } => {
                let size = types.size(*element).unwrap_or(0);
                let value = |k| self.known_value(memory, *element, number, offset + k * size);
                Value::Array((0..*count).map(value).collect())
            }
            Type::Record(id) if types.records[*id].kind != RecordKind::Union => {
                let value = |field: &Field| match field.bits {
                    Some(_) => Value::Unknown,
                    None => self.known_value(memory, field.ty, number, offset + field.offset),
                };
                Value::Record(types.records[*id].fields.iter().map(value).collect())
            }
            _ => Value::Unknown,
        }
    }
}

/// So many bytes of a header are looked at.
const MOST_HEADER: u64 = 64;

/// The objects found so far.
struct Made<'a, 'p> {
    symbolic: &'a Symbolic<'p>,
    memory: &'a Memory,
    /// By the machine's number: which it is, and where its first pointer leads.
    numbers: FxHashMap<u32, (usize, i64)>,
    objects: Vec<MadeObject>,
}

impl Made<'_, '_> {
    /// Gives the objects in a value of a type their numbers.
    fn settle(&mut self, value: &mut Value, ty: TypeId) {
        let types = &self.symbolic.program.types;
        match (value, types.get(ty)) {
            (Value::Pointer(target @ Target::Made(..)), _) => {
                let pointee = types.pointee(ty);
                *target = pointee.map_or(Target::Unknown, |pointee| self.target(*target, pointee));
            }
            (Value::Array(elements), Type::Array { element, .. }) => {
                elements.iter_mut().for_each(|value| self.settle(value, *element));
            }
            (Value::Record(members), Type::Record(id)) => {
                let fields = &types.records[*id].fields;
                members.iter_mut().zip(fields).for_each(|(it, field)| self.settle(it, field.ty));
            }
            (Value::Member(at, value), Type::Record(id)) => {
                match types.records[*id].fields.get(*at) {
                    Some(field) => self.settle(value, field.ty),
                    None => forget(value),
                }
            }
            (value, _) => forget(value),
        }
    }

    fn target(&mut self, target: Target, pointee: TypeId) -> Target {
        let Target::Made(number, offset) = target else { return target };
        let number = number as u32;
        if let Some((index, start)) = self.numbers.get(&number) {
            return Target::Made(*index, offset - start);
        }
        match self.object(number, offset, pointee) {
            Some(object) if self.objects.len() < MOST_OBJECTS => {
                let index = self.objects.len();
                self.numbers.insert(number, (index, offset));
                self.objects.push(object);
                Target::Made(index, 0)
            }
            _ => Target::Unknown,
        }
    }

    /// An object as a pointer into it sees it.
    fn object(&self, number: u32, offset: i64, pointee: TypeId) -> Option<MadeObject> {
        let (types, story) = (&self.symbolic.program.types, self.memory.story(number));
        let start = u64::try_from(offset).ok().filter(|start| *start <= story.size)?;
        if story.freed.is_some() || story.kind != ObjectKind::Heap {
            return None;
        }
        let is_sized = !matches!(types.get(pointee), Type::Void | Type::Function(_));
        let size = types.size(pointee).filter(|size| is_sized && *size > 0);
        let (element, size) = match size {
            Some(size) => (pointee, size),
            None => (TypeTable::UNSIGNED_CHAR, 1),
        };
        let count = ((story.size - start) / size).min(MOST_ELEMENTS);
        let value = |k| self.symbolic.known_value(self.memory, element, number, start + k * size);
        let after: Vec<Value> = (0..count).map(value).collect();
        let header = self.header(number, start);
        Some(MadeObject { element, after, header })
    }

    /// The bytes of an object before an offset. Those of addresses are others in every process.
    fn header(&self, number: u32, end: u64) -> Vec<Value> {
        if end > MOST_HEADER {
            return Vec::new();
        }
        let byte =
            |at| self.symbolic.known_value(self.memory, TypeTable::UNSIGNED_CHAR, number, at);
        (0..end).map(byte).collect()
    }
}

/// Forgets the objects in a value that no test can name.
fn forget(value: &mut Value) {
    match value {
        Value::Pointer(target @ Target::Made(..)) => *target = Target::Unknown,
        Value::Array(parts) | Value::Record(parts) => parts.iter_mut().for_each(forget),
        Value::Member(_, value) => forget(value),
        Value::Pointer(_) | Value::Scalar(_) | Value::Bytes(_) | Value::Unknown => {}
    }
}
