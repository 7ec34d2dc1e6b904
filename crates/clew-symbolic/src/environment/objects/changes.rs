//! What a run changed of its inputs, as terms.

use super::fill::member_name;
use crate::cut::{Bytes, value_at};
use crate::shadow::Symbolic;
use clew_ir::{ArrayLength, RecordKind, Type, TypeId};
use clew_logic::TermId;
use clew_vm::memory::Memory;

impl Symbolic<'_> {
    /// Adds the scalars of an object that no longer hold the input of their name.
    pub(crate) fn find_changes(
        &mut self,
        number: u32,
        ty: TypeId,
        name: &str,
        memory: &Memory,
        changes: &mut Vec<(String, TermId)>,
    ) {
        self.find_changes_at((number, 0), ty, name, memory, changes);
    }

    fn find_changes_at(
        &mut self,
        (number, offset): (u32, u64),
        ty: TypeId,
        name: &str,
        memory: &Memory,
        changes: &mut Vec<(String, TermId)>,
    ) {
        let program = self.program;
        let types = &program.types;
        match types.get(ty) {
            Type::Array { element, length: ArrayLength::Fixed(count) } => {
                let size = types.size(*element).unwrap_or(0);
                for k in 0..*count {
                    let place = (number, offset + k * size);
                    self.find_changes_at(place, *element, &format!("{name}[{k}]"), memory, changes);
                }
            }
            Type::Record(id) if types.records[*id].kind == RecordKind::Struct => {
                // Members that are bits of a word have no bytes of their own.
                let fields = types.records[*id].fields.iter().filter(|it| it.bits.is_none());
                for field in fields {
                    let name = member_name(name, &field.name);
                    let place = (number, offset + field.offset);
                    self.find_changes_at(place, field.ty, &name, memory, changes);
                }
            }
            _ => {
                if let Some(size) = types.scalar(ty).and(types.size(ty)) {
                    self.find_change((number, offset, size), name, memory, changes);
                }
            }
        }
    }

    /// The same for all objects that pointer inputs lead to.
    pub(crate) fn find_changed_pointees(
        &mut self,
        memory: &Memory,
        changes: &mut Vec<(String, TermId)>,
    ) {
        let pointees = &self.environment.objects.pointees;
        let filled = pointees.iter().filter(|it| it.is_filled);
        let filled: Vec<(u32, String, TypeId, u64)> =
            filled.map(|it| (it.number, it.name.clone(), it.element, it.count)).collect();
        for (number, name, element, count) in filled {
            let size = self.program.types.size(element).unwrap_or(0);
            for k in 0..count {
                let name = self.element_name(&name, element, k, count);
                self.find_changes_at((number, k * size), element, &name, memory, changes);
            }
        }
    }

    fn find_change(
        &mut self,
        (object, offset, len): (u32, u64, u64),
        name: &str,
        memory: &Memory,
        changes: &mut Vec<(String, TermId)>,
    ) {
        let bytes = Bytes { object, offset, len };
        let Some(now) = value_at(&self.cells, &mut self.pool, bytes, memory) else { return };
        // What no input filled is not one that was changed.
        let input = self.pool.find_input_of(name, self.pool.sort(now));
        if input.is_some_and(|it| self.pool.input_of(now) != Some(it)) {
            changes.push((name.to_owned(), now));
        }
    }
}
