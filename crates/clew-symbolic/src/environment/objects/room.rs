//! How many elements there are at a place of an object, by the object's type.

use crate::shadow::Symbolic;
use clew_ir::{ArrayLength, RecordKind, Type, TypeId, TypeTable};
use clew_vm::memory::{Memory, ObjectKind};

impl Symbolic<'_> {
    /// The elements of a type from a place of an object to the end of the array they are in: what
    /// is behind a member belongs to others. `None` where types do not tell.
    pub(in crate::environment) fn room_for(
        &self,
        target: TypeId,
        number: u32,
        offset: u64,
        memory: &Memory,
    ) -> Option<u64> {
        let types = &self.program.types;
        if let Some(at) = self.environment.pointee_index(number) {
            let pointee = &self.environment.objects.pointees[at];
            let size = types.size(pointee.element).filter(|size| *size > 0)?;
            let count = pointee.count.checked_sub(offset / size)?;
            let is_start = offset.is_multiple_of(size) && pointee.element == target;
            return match is_start {
                true => Some(count),
                false => scalars_in(types, (pointee.element, pointee.count), offset, target)
                    .or_else(|| room_in(types, pointee.element, offset % size, target)),
            };
        }
        room_in(types, self.type_of_object(memory, number)?, offset, target)
    }

    /// The type of a variable's object.
    pub(in crate::environment) fn type_of_object(
        &self,
        memory: &Memory,
        number: u32,
    ) -> Option<TypeId> {
        match memory.story(number).kind {
            ObjectKind::Global(id) => Some(self.program.globals[id].ty),
            ObjectKind::Local(function, local) => {
                Some(self.program.functions[function].locals[local].ty)
            }
            _ => None,
        }
    }
}

/// The same in an object of one type.
fn room_in(types: &TypeTable, ty: TypeId, offset: u64, target: TypeId) -> Option<u64> {
    if ty == target && offset == 0 {
        return Some(1);
    }
    match types.get(ty) {
        Type::Array { element, length: ArrayLength::Fixed(count) } => {
            let size = types.size(*element).filter(|size| *size > 0)?;
            if *element == target && offset.is_multiple_of(size) {
                return count.checked_sub(offset / size);
            }
            scalars_in(types, (*element, *count), offset, target)
                .or_else(|| room_in(types, *element, offset % size, target))
        }
        Type::Record(id) => {
            let record = &types.records[*id];
            if record.kind == RecordKind::Union {
                return None;
            }
            let holds = |start: u64, ty| {
                types.size(ty).is_some_and(|size| (start..start + size).contains(&offset))
            };
            let field = record.fields.iter().find(|it| holds(it.offset, it.ty))?;
            room_in(types, field.ty, offset - field.offset, target)
        }
        _ => scalars_in(types, (ty, 1), offset, target),
    }
}

/// How many scalars of one type there are in an array of others: a pointer is written as `void *`, a
/// number as its bytes.
fn scalars_in(
    types: &TypeTable,
    (element, count): (TypeId, u64),
    offset: u64,
    target: TypeId,
) -> Option<u64> {
    let (held, wanted) = (types.scalar(element)?, types.scalar(target)?);
    let rest = count.checked_mul(held.size())?.checked_sub(offset)?;
    Some(rest / wanted.size()).filter(|count| *count > 0)
}
