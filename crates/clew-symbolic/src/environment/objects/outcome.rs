//! Objects that are inputs as a test case tells them: before the run, and after it.

use super::Pointee;
use crate::environment::CallNames;
use crate::shadow::Symbolic;
use crate::trace::{InputObject, Target, TestCase, Value};
use clew_ir::{ArrayLength, Program, RecordKind, Type, TypeId};
use clew_vm::memory::Memory;
use std::collections::BTreeMap;

impl Symbolic<'_> {
    /// The objects that pointer inputs of the run lead to.
    pub(crate) fn input_objects(&self, memory: &Memory) -> Vec<InputObject> {
        let names = self.environment.call_names();
        let pointees = self.environment.objects.pointees.iter();
        pointees.map(|pointee| self.input_object(pointee, &names, memory)).collect()
    }

    /// Gives objects as many elements as pointers of the test lead to: none points behind its end.
    pub(crate) fn widen_objects(&self, memory: &Memory, case: &mut TestCase) {
        let mut furthest: BTreeMap<usize, i64> = BTreeMap::new();
        let mut visit = |target: Target| {
            if let Target::Object(number, offset) = target {
                let most = furthest.entry(number).or_default();
                *most = offset.max(*most);
            }
        };
        let arguments = case.arguments.iter().map(|argument| &argument.value);
        let globals = case.globals.iter().filter_map(|state| state.before.as_ref());
        let objects = case.objects.iter().flat_map(|object| &object.before);
        let calls = case
            .stubs
            .iter()
            .flat_map(|call| call.result.iter().chain(call.written.iter().map(|(_, value)| value)));
        let given = arguments.chain(globals).chain(objects).chain(calls);
        given.for_each(|value| value.for_each_target(&mut visit));
        for (number, offset) in furthest {
            let pointees = &self.environment.objects.pointees;
            let (Some(object), Some(pointee)) =
                (case.objects.get_mut(number), pointees.get(number))
            else {
                continue;
            };
            let size = self.program.types.size(pointee.element).unwrap_or(0).max(1);
            let needed = (offset as u64).div_ceil(size).min(pointee.count) as usize;
            let is_gone = object.after.is_empty() && !object.before.is_empty();
            for at in object.before.len()..needed {
                let value = pointee.before.get(at).cloned();
                let value = value.unwrap_or_else(|| zero(self.program, pointee.element));
                let after = match pointee.before.is_empty() {
                    true => value.clone(),
                    false => {
                        self.read_value(memory, pointee.element, pointee.number, at as u64 * size)
                    }
                };
                object.before.push(value);
                if !is_gone {
                    object.after.push(after);
                }
            }
        }
    }

    fn input_object(&self, pointee: &Pointee, names: &CallNames, memory: &Memory) -> InputObject {
        let size = self.program.types.size(pointee.element).unwrap_or(0);
        let is_used = !pointee.before.is_empty();
        let count = pointee.shown(size);
        let before = match is_used {
            true => pointee.before[..count as usize].to_vec(),
            false => vec![zero(self.program, pointee.element); count as usize],
        };
        let is_gone = memory.story(pointee.number).freed.is_some();
        let after = match (is_gone, is_used) {
            (true, _) => Vec::new(),
            (false, false) => before.clone(),
            (false, true) => {
                let value =
                    |k| self.outcome_value(memory, pointee.element, pointee.number, k * size);
                (0..count).map(value).collect()
            }
        };
        let (name, element) = (names.told(&pointee.name).into_owned(), pointee.element);
        let is_on_heap = pointee.is_on_heap;
        InputObject { name, element, before, after, is_on_heap }
    }
}

/// The value whose bytes are all zero.
fn zero(program: &Program, ty: TypeId) -> Value {
    let types = &program.types;
    match types.get(ty) {
        Type::Pointer(_) => Value::Pointer(Target::Null),
        Type::Array { element, length: ArrayLength::Fixed(count) } => {
            Value::Array(vec![zero(program, *element); *count as usize])
        }
        Type::Array { .. } => Value::Array(Vec::new()),
        Type::Record(id) => {
            let record = &types.records[*id];
            match record.kind {
                RecordKind::Union => Value::Bytes(vec![0; record.size as usize]),
                RecordKind::Struct | RecordKind::Complex | RecordKind::Vector => {
                    Value::Record(record.fields.iter().map(|it| zero(program, it.ty)).collect())
                }
            }
        }
        _ => Value::Scalar(0),
    }
}
