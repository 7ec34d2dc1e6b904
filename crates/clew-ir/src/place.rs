//! Which objects and members the places of a function are.

use crate::expr::{Place, PlaceBase, Projection};
use crate::ids::{IdVec, LocalId, RecordId, TypeId};
use crate::program::{Local, Program};
use crate::types::TypeTable;

impl Program {
    /// The type of what a place starts from, in a function with these locals; `None` where it
    /// follows what is no pointer.
    pub fn base_type(&self, locals: &IdVec<LocalId, Local>, place: &Place) -> Option<TypeId> {
        match &place.base {
            PlaceBase::Local(local) => locals.get(*local).map(|local| local.ty),
            PlaceBase::Global(global) => self.globals.get(*global).map(|global| global.ty),
            PlaceBase::Deref(pointer) => self.types.pointee(pointer.ty),
        }
    }

    /// The member of a record that a place is, by its position; `None` for other places.
    pub fn member(
        &self,
        locals: &IdVec<LocalId, Local>,
        place: &Place,
    ) -> Option<(RecordId, usize)> {
        let (Projection::Field(last), way) = place.path.split_last()? else { return None };
        let base = self.base_type(locals, place)?;
        let ty = way.iter().try_fold(base, |ty, step| self.types.step(ty, step))?;
        Some((self.types.record(ty)?.0, *last as usize))
    }

    /// Whether a place is a bit-field, which has no address.
    pub fn is_bit_field(&self, locals: &IdVec<LocalId, Local>, place: &Place) -> bool {
        let member = self.member(locals, place);
        let field = member.and_then(|(id, at)| self.types.records[id].fields.get(at));
        field.is_some_and(|field| field.bits.is_some())
    }
}

impl TypeTable {
    /// The type that a step from an object of this type leads to.
    pub fn step(&self, ty: TypeId, step: &Projection) -> Option<TypeId> {
        match step {
            Projection::Field(at) => {
                let (_, record) = self.record(ty)?;
                record.fields.get(*at as usize).map(|field| field.ty)
            }
            Projection::Index(_) => self.element(ty),
        }
    }
}
