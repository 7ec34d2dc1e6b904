//! Places: where they are, reading and writing them.

use super::expr::Origin;
use super::padding::Enclosing;
use super::unset::Having;
use super::{Known, Register, Semantics, Slot, State};
use crate::program::{Base, Format, Place, Position, Scalar, Step, Type};
use crate::term::{Compare, Sort, Term};

/// More bytes than this are not moved one by one: they become arbitrary.
const LONGEST_COPY: u64 = 1024;

/// More bytes of padding than this are not followed one by one: then everything may have changed.
const MOST_PADDING: usize = 64;

/// What a place is resolved for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// Its value is read or written.
    Access,
    /// Its address is computed: one behind the end is fine, and so is null.
    Address,
}

/// Where a place is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resolved {
    pub(super) storage: Where,
    /// Position and width, for a bit-field: from the low bit of its first byte.
    bits: Option<(u32, u32)>,
    /// What the place was reached through.
    pub(super) origin: Origin,
}

/// What holds the bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Where {
    /// A register of a frame.
    Register { frame: usize, local: usize },
    /// An offset in the bytes of a local.
    Private { frame: usize, local: usize, offset: Term },
    /// An address.
    Memory { address: Term },
}

/// A value that is moved.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Scalar(Term),
    /// The bytes of an aggregate.
    Bytes(Vec<Term>),
    /// An aggregate with bytes that nobody knows.
    Unknown,
}

impl Resolved {
    /// An address that was made from something.
    pub(super) fn at(address: Term, origin: Origin) -> Self {
        Self { storage: Where::Memory { address }, bits: None, origin }
    }
}

impl Semantics<'_> {
    /// Where a place is.
    pub(super) fn resolve(
        &mut self,
        state: &mut State,
        frame: usize,
        place: &Place,
        purpose: Purpose,
    ) -> Resolved {
        self.resolve_within(state, frame, place, purpose, &mut Vec::new())
    }

    /// Where a place is, and the records that it is inside of.
    fn resolve_within(
        &mut self,
        state: &mut State,
        frame: usize,
        place: &Place,
        purpose: Purpose,
        enclosing: &mut Vec<Enclosing>,
    ) -> Resolved {
        let (mut storage, origin) = self.resolve_base(state, frame, place, purpose);
        let mut bits = None;
        for step in &place.path {
            let offset = match step {
                Step::Field { record, field } => {
                    enclosing.push(Enclosing { storage, record: *record });
                    match self.program.records[record].fields[*field].position {
                        Position::Byte(offset) => self.terms.address(offset),
                        Position::Bits { offset, width } => {
                            bits = Some(((offset % 8) as u32, width));
                            self.terms.address(offset / 8)
                        }
                    }
                }
                Step::Index { index, element, limit } => {
                    let index = self.index(state, frame, index, *limit, purpose);
                    let size = self.size(state, frame, element);
                    self.terms.binary(crate::term::BitsOp::Mul, index, size)
                }
            };
            storage = self.moved(storage, offset);
        }
        Resolved { storage, bits, origin }
    }

    fn resolve_base(
        &mut self,
        state: &mut State,
        frame: usize,
        place: &Place,
        purpose: Purpose,
    ) -> (Where, Origin) {
        match &place.base {
            Base::Local(local) => match state.frames[frame].slots[*local] {
                Slot::Register(_) => (Where::Register { frame, local: *local }, Origin::Named),
                Slot::Private(_) => {
                    let offset = self.terms.address(0);
                    (Where::Private { frame, local: *local, offset }, Origin::Named)
                }
                Slot::Object(object) => {
                    let address = state.objects[object].base;
                    (Where::Memory { address }, Origin::Local(object))
                }
            },
            Base::Global(number) => {
                let address = self.global(*number);
                (Where::Memory { address }, Origin::Named)
            }
            Base::Deref(pointer) => {
                let (address, origin) = self.pointer(state, frame, pointer);
                if purpose == Purpose::Access {
                    let is_null = self.terms.is_zero(address);
                    let not_null = self.terms.not(is_null);
                    state.assume(not_null);
                }
                (Where::Memory { address }, origin)
            }
        }
    }

    fn moved(&mut self, storage: Where, by: Term) -> Where {
        match storage {
            Where::Register { .. } => storage,
            Where::Private { frame, local, offset } => {
                Where::Private { frame, local, offset: self.terms.add(offset, by) }
            }
            Where::Memory { address } => Where::Memory { address: self.terms.add(address, by) },
        }
    }

    /// A subscript as a number of elements, within the bounds that C sets.
    fn index(
        &mut self,
        state: &mut State,
        frame: usize,
        index: &crate::program::Expr,
        limit: Option<u64>,
        purpose: Purpose,
    ) -> Term {
        let signed = index.ty.scalar().is_some_and(Scalar::is_signed);
        let index = self.value(state, frame, index);
        let index = self.terms.resize(index, 64, signed);
        if let Some(limit) = limit {
            let limit = self.terms.address(limit);
            let op = match purpose {
                Purpose::Access => Compare::UnsignedLess,
                Purpose::Address => Compare::UnsignedLessEqual,
            };
            let holds = self.terms.compare(op, index, limit);
            state.assume(holds);
        }
        index
    }

    /// The size of a type, which may depend on a local.
    pub(super) fn size(&mut self, state: &mut State, frame: usize, ty: &Type) -> Term {
        match ty {
            Type::Variable(element, local) => {
                let ty = self.function(state.frames[frame].function).locals[*local].ty.clone();
                let signed = ty.scalar().is_some_and(Scalar::is_signed);
                let place =
                    Place { base: Base::Local(*local), path: Vec::new(), ty, is_volatile: false };
                let count = match self.read_place(state, frame, &place) {
                    Value::Scalar(count) => self.terms.resize(count, 64, signed),
                    Value::Bytes(_) | Value::Unknown => self.terms.fresh(Sort::Bits(64)),
                };
                let element = self.size(state, frame, element);
                self.terms.binary(crate::term::BitsOp::Mul, count, element)
            }
            Type::Array(element, Some(length)) => {
                let (element, length) =
                    (self.size(state, frame, element), self.terms.address(*length));
                self.terms.binary(crate::term::BitsOp::Mul, element, length)
            }
            _ => match self.program.size(ty) {
                Some(size) => self.terms.address(size),
                None => self.terms.fresh(Sort::Bits(64)),
            },
        }
    }

    /// What an access through a pointer tells of it.
    fn note_access(&mut self, state: &mut State, resolved: &Resolved, size: u64) {
        let (Where::Memory { address }, false) = (resolved.storage, state.is_aside) else { return };
        let moment = match resolved.origin {
            Origin::Named | Origin::Local(_) => return,
            Origin::Since(moment) => moment,
            Origin::Anywhere => self.tick(),
        };
        state.known.push(Known { address, size, moment });
    }

    /// Reads a place.
    pub(super) fn read_place(&mut self, state: &mut State, frame: usize, place: &Place) -> Value {
        let resolved = self.resolve(state, frame, place, Purpose::Access);
        let Some(scalar) = place.ty.scalar() else {
            return self.read_aggregate(state, place, &resolved);
        };
        if resolved.bits.is_none() {
            self.note_access(state, &resolved, scalar.size());
            self.note_not_errno(state, place, &resolved, scalar.size());
        }
        if place.is_volatile {
            return Value::Scalar(self.unknown_value(scalar, place.ty.is_pointer()));
        }
        if let Some((low, width)) = resolved.bits {
            return Value::Scalar(self.read_bits(state, &resolved, scalar, low, width));
        }
        if let Where::Register { frame, local } = resolved.storage {
            return Value::Scalar(self.read_register(state, frame, local, scalar.bits()));
        }
        let value = self.read_set_bytes(state, &resolved, stored_bytes(scalar));
        if let (true, Where::Memory { address }) = (place.ty.is_pointer(), resolved.storage) {
            self.note_loaded_pointer(state, address, resolved.origin);
        }
        Value::Scalar(self.stored_value(scalar, value))
    }

    /// What a register holds. Where an expression of a certificate asks, it must hold something.
    fn read_register(&mut self, state: &mut State, frame: usize, local: usize, bits: u32) -> Term {
        let Slot::Register(register) = state.frames[frame].slots[local] else {
            return self.unset_value(bits);
        };
        match register {
            Register::Value(value) => self.as_read(value),
            Register::Perhaps(value, condition) if state.is_aside => {
                state.assume(condition);
                value
            }
            Register::Perhaps(value, condition) => {
                let other = self.unset_value(bits);
                self.terms.ite(condition, value, other)
            }
            Register::Unset => self.unset_value(bits),
        }
    }

    /// The bytes of a place, as far as they have a value.
    pub(super) fn read_set_bytes(
        &mut self,
        state: &State,
        resolved: &Resolved,
        count: u64,
    ) -> Term {
        let having = self.having(state, resolved, count);
        if let Having::None = having {
            return self.unset_value(count as u32 * 8);
        }
        let value = self.read_bytes(state, resolved, count);
        let value = self.as_read(value);
        match having {
            Having::If(condition) => {
                let other = self.unset_value(count as u32 * 8);
                self.terms.ite(condition, value, other)
            }
            Having::All | Having::None => value,
        }
    }

    /// A pointer in memory that no write of this path put there has been there from the start of
    /// that memory; unless it is in an object that is younger, and indeterminate.
    fn note_loaded_pointer(&mut self, state: &State, address: Term, origin: Origin) {
        let root = self.terms.root(state.memory);
        let (Some(&moment), false) = (self.roots.get(&root), state.is_aside) else { return };
        let is_as_old = match origin {
            Origin::Named => true,
            Origin::Local(object) => state.objects[object].born <= moment,
            Origin::Since(since) => since <= moment,
            Origin::Anywhere => false,
        };
        if is_as_old {
            let original = self.terms.read(root, address, 8);
            self.pointer_existed(original, moment);
        }
    }

    fn read_bytes(&mut self, state: &State, resolved: &Resolved, count: u64) -> Term {
        match resolved.storage {
            Where::Memory { address } => self.terms.read(state.memory, address, count),
            Where::Private { frame, local, offset } => match state.frames[frame].slots[local] {
                Slot::Private(bytes) => self.terms.read(bytes, offset, count),
                Slot::Register(_) | Slot::Object(_) => {
                    self.terms.fresh(Sort::Bits(count as u32 * 8))
                }
            },
            Where::Register { .. } => self.terms.fresh(Sort::Bits(count as u32 * 8)),
        }
    }

    /// The value of stored bytes. A `_Bool` that is neither 0 nor 1 is arbitrary.
    fn stored_value(&mut self, scalar: Scalar, bytes: Term) -> Term {
        if scalar.bits() != 1 {
            return bytes;
        }
        let one = self.terms.bits(1, 8);
        let (is_zero, is_one) = (self.terms.is_zero(bytes), self.terms.equal(bytes, one));
        let other = self.terms.fresh(Sort::Bits(1));
        let (zero, one) = (self.terms.bits(0, 1), self.terms.bits(1, 1));
        let nonzero = self.terms.ite(is_one, one, other);
        self.terms.ite(is_zero, zero, nonzero)
    }

    fn read_bits(
        &mut self,
        state: &State,
        resolved: &Resolved,
        scalar: Scalar,
        low: u32,
        width: u32,
    ) -> Term {
        let count = u64::from((low + width).div_ceil(8));
        let bytes = self.read_set_bytes(state, resolved, count);
        let field = self.terms.extract(bytes, low + width - 1, low);
        self.terms.resize(field, scalar.bits(), scalar.is_signed())
    }

    fn read_aggregate(&mut self, state: &mut State, place: &Place, resolved: &Resolved) -> Value {
        let Some(size) = self.program.size(&place.ty).filter(|size| *size <= LONGEST_COPY) else {
            return Value::Unknown;
        };
        self.note_access(state, resolved, size.max(1));
        let bytes = (0..size).map(|at| {
            if place.is_volatile {
                return self.terms.fresh(Sort::Bits(8));
            }
            let at = self.terms.address(at);
            let storage = self.moved(resolved.storage, at);
            let byte = Resolved { storage, ..*resolved };
            self.read_set_bytes(state, &byte, 1)
        });
        Value::Bytes(bytes.collect())
    }

    /// Writes a place.
    pub(super) fn write_place(
        &mut self,
        state: &mut State,
        frame: usize,
        place: &Place,
        value: &Value,
    ) {
        let mut enclosing = Vec::new();
        let resolved = self.resolve_within(state, frame, place, Purpose::Access, &mut enclosing);
        for record in enclosing {
            self.disturb(state, resolved.origin, record);
        }
        match &self.stored(&place.ty, value) {
            Value::Scalar(value) => self.write_scalar(state, place, &resolved, *value),
            Value::Bytes(bytes) => {
                let Some(whole) =
                    bytes.iter().copied().reduce(|low, high| self.terms.concat(high, low))
                else {
                    return;
                };
                self.note_access(state, &resolved, bytes.len() as u64);
                self.write_bytes(state, &resolved, whole);
            }
            Value::Unknown => self.write_unknown(state, &resolved),
        }
        let size = resolved.bits.map(|(low, width)| u64::from((low + width).div_ceil(8)));
        let size = size.or_else(|| self.program.size(&place.ty));
        self.note_set(state, resolved.storage, size);
    }

    /// A store into a member: what else of the record it may change.
    fn disturb(&mut self, state: &mut State, origin: Origin, within: Enclosing) {
        let padding = self.padding_in(within.record);
        if padding.len() > MOST_PADDING {
            let whole = Resolved { storage: within.storage, bits: None, origin };
            return self.write_unknown(state, &whole);
        }
        for &(at, bits) in padding.iter() {
            let at = self.terms.address(at);
            let storage = self.moved(within.storage, at);
            let byte = Resolved { storage, bits: None, origin };
            let old = self.read_bytes(state, &byte, 1);
            let new = self.blurred(old, bits);
            self.write_bytes(state, &byte, new);
        }
    }

    fn write_scalar(&mut self, state: &mut State, place: &Place, resolved: &Resolved, value: Term) {
        let Some(scalar) = place.ty.scalar() else { return };
        if let Some((low, width)) = resolved.bits {
            let count = u64::from((low + width).div_ceil(8));
            let old = self.read_set_bytes(state, resolved, count);
            let new = self.insert_bits(old, value, low, width);
            return self.write_bytes(state, resolved, new);
        }
        self.note_access(state, resolved, scalar.size());
        if let Where::Register { frame, local } = resolved.storage {
            state.frames[frame].slots[local] = Slot::Register(Register::Value(value));
            return;
        }
        let value = match scalar {
            Scalar::Int { bits: 1, .. } => self.terms.resize(value, 8, false),
            Scalar::Float(Format::X87) => {
                let padding = self.terms.fresh(Sort::Bits(48));
                self.terms.concat(padding, value)
            }
            Scalar::Int { .. } | Scalar::Float(Format::F32 | Format::F64) => value,
        };
        self.write_bytes(state, resolved, value);
    }

    /// The old bytes with a field of them replaced.
    fn insert_bits(&mut self, old: Term, value: Term, low: u32, width: u32) -> Term {
        let total = self.terms.width(old);
        let mut new = self.terms.resize(value, width, false);
        if low > 0 {
            let below = self.terms.extract(old, low - 1, 0);
            new = self.terms.concat(new, below);
        }
        if low + width < total {
            let above = self.terms.extract(old, total - 1, low + width);
            new = self.terms.concat(above, new);
        }
        new
    }

    fn write_bytes(&mut self, state: &mut State, resolved: &Resolved, value: Term) {
        match resolved.storage {
            Where::Memory { address } => {
                if matches!(resolved.origin, Origin::Since(_) | Origin::Anywhere) {
                    state.written.push((address, u64::from(self.terms.width(value) / 8)));
                }
                state.memory = self.terms.write(state.memory, address, value);
            }
            Where::Private { frame, local, offset } => {
                if let Slot::Private(bytes) = state.frames[frame].slots[local] {
                    let bytes = self.terms.write(bytes, offset, value);
                    state.frames[frame].slots[local] = Slot::Private(bytes);
                }
            }
            Where::Register { frame, local } => {
                state.frames[frame].slots[local] = Slot::Register(Register::Unset);
            }
        }
    }

    /// Writes bytes that nobody knows, and nobody knows how many.
    fn write_unknown(&mut self, state: &mut State, resolved: &Resolved) {
        match resolved.storage {
            Where::Memory { .. } => state.memory = self.new_memory(),
            Where::Private { frame, local, .. } => {
                state.frames[frame].slots[local] = Slot::Private(self.terms.fresh(Sort::Memory));
            }
            Where::Register { frame, local } => {
                state.frames[frame].slots[local] = Slot::Register(Register::Unset);
            }
        }
    }

    /// Zeroes of a place's size.
    pub(super) fn zeroes(&mut self, ty: &Type) -> Value {
        match (ty.scalar(), self.program.size(ty)) {
            (Some(scalar), _) => Value::Scalar(self.terms.bits(0, scalar.bits())),
            (None, Some(size @ ..=LONGEST_COPY)) => {
                Value::Bytes(vec![self.terms.bits(0, 8); size as usize])
            }
            (None, Some(_) | None) => Value::Unknown,
        }
    }
}

/// The bytes of a scalar that have a meaning.
const fn stored_bytes(scalar: Scalar) -> u64 {
    match scalar {
        Scalar::Float(Format::X87) => 10,
        Scalar::Int { .. } | Scalar::Float(Format::F32 | Format::F64) => scalar.size(),
    }
}
