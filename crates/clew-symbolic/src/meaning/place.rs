//! Places: where they are, and what they hold.

use super::effect::{Arbitrary, Base, Danger, Location, Target};
use super::store::{Named, scalar_width};
use super::{ADDRESS, Meaning};
use clew_ir::{
    ArrayLength, BitRange, Expr, FloatKind, Place, PlaceBase, Projection, RecordKind, Scalar, Type,
    TypeId,
};
use clew_logic::TermId;

/// Whether a place is read or written, or only its address is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Access,
    Address,
}

/// A place on the way along its path.
struct Walked {
    address: TermId,
    ty: TypeId,
    bits: Option<BitRange>,
    /// Whether the last step was to the last member of its record: arrays there may be longer than
    /// they are declared.
    is_trailing: bool,
}

impl Meaning<'_> {
    /// Where a place is: a variable, or a part of memory.
    pub(super) fn target(&mut self, place: &Place) -> Target {
        match place.as_local().filter(|local| self.variable(*local).is_some()) {
            Some(local) => Target::Variable(local),
            None => Target::Memory(self.location(place)),
        }
    }

    /// The part of memory that a place is; it is accessed there.
    pub(super) fn location(&mut self, place: &Place) -> Location {
        let walked = self.walk(place, Use::Access);
        let base = base_of(place);
        match walked.bits {
            Some(bits) => {
                let first = self.address_constant(bits.offset / 8);
                let address = self.pool.add(walked.address, first);
                let bits = BitRange { offset: bits.offset % 8, width: bits.width };
                let size = (bits.offset + u64::from(bits.width)).div_ceil(8);
                Location { base, address, size, bits: Some(bits) }
            }
            None => {
                let size = self.program.types.size(place.ty).unwrap_or(0);
                Location { base, address: walked.address, size, bits: None }
            }
        }
    }

    /// The address of a place that is only named.
    pub(super) fn place_address(&mut self, place: &Place) -> TermId {
        self.walk(place, Use::Address).address
    }

    fn walk(&mut self, place: &Place, wanted: Use) -> Walked {
        let types = &self.program.types;
        let (address, ty) = match &place.base {
            PlaceBase::Local(local) => {
                let address = self.store.address(self.pool, Named::Local(*local));
                (address, self.function.locals[*local].ty)
            }
            PlaceBase::Global(global) => {
                let address = self.store.address(self.pool, Named::Global(*global));
                (address, self.program.globals[*global].ty)
            }
            PlaceBase::Deref(pointer) => {
                let ty = types.pointee(pointer.ty).unwrap_or(place.ty);
                (self.pointer(pointer, wanted), ty)
            }
        };
        let mut walked = Walked { address, ty, bits: None, is_trailing: false };
        for step in &place.path {
            match step {
                Projection::Field(position) => self.step_to_field(&mut walked, *position),
                Projection::Index(index) => self.step_to_element(&mut walked, index, wanted),
            }
        }
        walked
    }

    /// The pointer that a place goes through.
    fn pointer(&mut self, pointer: &Expr, wanted: Use) -> TermId {
        let address = self.value(pointer);
        if wanted == Use::Access {
            let holds = self.pool.is_nonzero(address);
            self.must_hold(Danger::NullDereference, holds);
        }
        address
    }

    fn step_to_field(&mut self, walked: &mut Walked, position: u32) {
        let (_, record) =
            self.program.types.record(walked.ty).expect("a member should be of a record");
        let field = &record.fields[position as usize];
        walked.is_trailing =
            position as usize + 1 == record.fields.len() || record.kind == RecordKind::Union;
        match field.bits {
            Some(bits) => walked.bits = Some(bits),
            None => {
                let offset = self.address_constant(field.offset);
                walked.address = self.pool.add(walked.address, offset);
            }
        }
        walked.ty = field.ty;
    }

    fn step_to_element(&mut self, walked: &mut Walked, index: &Expr, wanted: Use) {
        let Type::Array { element, length } = *self.program.types.get(walked.ty) else {
            unreachable!("the verifier should admit an index into an array only");
        };
        let index = self.count(index);
        // An array without elements marks a place: what follows is reached through it.
        if let ArrayLength::Fixed(len @ 1..) = length
            && wanted == Use::Access
            && !walked.is_trailing
        {
            let len = self.address_constant(len);
            let holds = self.pool.ult(index, len);
            self.must_hold(Danger::IndexOutOfBounds, holds);
        }
        let size = self.size_of(element);
        let distance = self.pool.mul(index, size);
        walked.address = self.pool.add(walked.address, distance);
        walked.is_trailing = false;
        walked.ty = element;
    }

    /// The size of a type, 64 bits.
    pub(super) fn size_of(&mut self, ty: TypeId) -> TermId {
        if let Some(size) = self.program.types.size(ty) {
            return self.address_constant(size);
        }
        match *self.program.types.get(ty) {
            Type::Array { element, length: ArrayLength::Variable(local) } => {
                let local_ty = self.function.locals[local].ty;
                let count = self.count(&Expr::load(Place::local(local, local_ty), self.span));
                let size = self.size_of(element);
                self.pool.mul(count, size)
            }
            // As the machine: nothing can be behind the first element.
            Type::Array { .. } | Type::Record(_) => self.address_constant(0),
            Type::Void
            | Type::Bool
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Enum(_)
            | Type::Function(_)
            | Type::Opaque { .. } => self.arbitrary(ADDRESS, Arbitrary::UnknownSize),
        }
    }

    /// What a place of scalar type holds.
    pub(super) fn read_place(&mut self, place: &Place, scalar: Scalar) -> TermId {
        let target = self.target(place);
        if place.is_volatile {
            return self.arbitrary(scalar_width(scalar), Arbitrary::Volatile);
        }
        match target {
            Target::Variable(local) => self.store.variable(self.pool, local, scalar),
            Target::Memory(location) => self.read(location, scalar),
        }
    }

    fn read(&mut self, location: Location, scalar: Scalar) -> TermId {
        if let Some(bits) = location.bits {
            return self.read_bits(location, bits, scalar);
        }
        match scalar {
            Scalar::Int { bits: 1, .. } => {
                let byte = self.store.load(self.pool, location.address, 1);
                let one = self.pool.bv(8, 1);
                let holds = self.pool.ule(byte, one);
                self.must_hold(Danger::TrapRepresentation, holds);
                let is_set = self.pool.is_nonzero(byte);
                self.pool.bool_to_bv(is_set, 1)
            }
            Scalar::Float(FloatKind::X87) => self.store.load(self.pool, location.address, 10),
            Scalar::Int { .. } | Scalar::Float(_) => {
                self.store.load(self.pool, location.address, scalar.size())
            }
        }
    }

    /// A bit-field in its declared type, byte by byte: all of it may be wider than a term.
    fn read_bits(&mut self, location: Location, bits: BitRange, scalar: Scalar) -> TermId {
        let end = bits.offset as u32 + bits.width;
        let mut value: Option<TermId> = None;
        for at in 0..location.size as u32 {
            let byte = self.byte_at(location.address, at.into());
            let low = (bits.offset as u32).saturating_sub(8 * at);
            let high = (end - 8 * at).min(8) - 1;
            let part = self.pool.extract(high, low, byte);
            value = Some(value.map_or(part, |below| self.pool.concat(part, below)));
        }
        let signed = matches!(scalar, Scalar::Int { signed: true, .. });
        let value = value.expect("a bit-field should have a bit");
        self.pool.resize(value, scalar_width(scalar), signed)
    }

    /// The byte at a distance from an address.
    pub(super) fn byte_at(&mut self, address: TermId, at: u64) -> TermId {
        let distance = self.address_constant(at);
        let address = self.pool.add(address, distance);
        self.store.load(self.pool, address, 1)
    }
}

fn base_of(place: &Place) -> Base {
    match place.base {
        PlaceBase::Local(local) => Base::Local(local),
        PlaceBase::Global(global) => Base::Global(global),
        PlaceBase::Deref(_) => Base::Pointer,
    }
}
