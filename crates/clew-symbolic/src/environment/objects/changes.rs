//! What a run changed of its inputs, as terms.

use crate::cut::{Bytes, value_at};
use crate::shadow::Symbolic;
use clew_ir::{ArrayLength, Type, TypeId};
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
        let types = &self.program.types;
        if let Type::Array { element, length: ArrayLength::Fixed(count) } = types.get(ty)
            && types.scalar(*element).is_some()
        {
            let size = types.size(*element).unwrap_or(0);
            for k in 0..*count {
                let place = (number, k * size, size);
                self.find_change(place, &format!("{name}[{k}]"), memory, changes);
            }
        } else if types.scalar(ty).is_some() {
            let size = types.size(ty).unwrap_or(0);
            self.find_change((number, 0, size), name, memory, changes);
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
            let types = &self.program.types;
            let Some(size) = types.scalar(element).and(types.size(element)) else { continue };
            for k in 0..count {
                let name = self.element_name(&name, element, k, count);
                self.find_change((number, k * size, size), &name, memory, changes);
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
        if self.pool.find_input(name).is_some_and(|it| self.pool.input_of(now) != Some(it)) {
            changes.push((name.to_owned(), now));
        }
    }
}
