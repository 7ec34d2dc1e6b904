//! Places: where they are, and loading and storing there.

use super::emit::{Compiler, is_wide};
use crate::code::Home;
use crate::code::{BitUnit, Compute, Op, Reg, Slow};
use clew_ir::{
    ArrayLength, BinaryOp, BitRange, DataModel, Expr, ExprKind, FloatKind, GlobalId, Id, Linkage,
    LocalId, Place, PlaceBase, Projection, RecordKind, Scalar, Type, TypeId,
};

/// What an address starts from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Base {
    /// A pointer in a register.
    Pointer(Reg),
    /// A global's object.
    Global(GlobalId, u32),
}

/// A dynamic part of an address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Index {
    register: Reg,
    scale: i64,
    /// The index must be below this.
    len: Option<u64>,
}

/// An address: base + index × scale + offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    base: Base,
    index: Option<Index>,
    offset: i64,
}

/// A size in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Size {
    Constant(u64),
    /// Of a variable-length array.
    Register(Reg),
}

impl Address {
    fn pointer(register: Reg) -> Self {
        Self { base: Base::Pointer(register), index: None, offset: 0 }
    }
}

impl Compiler<'_> {
    /// The address of a place, and its bits when it is a bit-field (their offset then counts
    /// from the address). `is_access` tells that the place is read or written, not only named:
    /// array indices are checked then.
    pub(super) fn address(
        &mut self,
        place: &Place,
        is_access: bool,
    ) -> (Address, Option<BitRange>) {
        let types = &self.context.program.types;
        let (mut address, mut ty) = match &place.base {
            PlaceBase::Local(local) => {
                (self.local_address(*local), self.function.locals[*local].ty)
            }
            PlaceBase::Global(global) => {
                (self.global_address(*global), self.context.program.globals[*global].ty)
            }
            PlaceBase::Deref(pointer) => {
                let ty = types.pointee(pointer.ty).unwrap_or(place.ty);
                (self.pointer_address(pointer), ty)
            }
        };
        if place.path.is_empty() {
            ty = place.ty;
        }
        let mut bits = None;
        let mut is_whole_object = !matches!(place.base, PlaceBase::Deref(_));
        let mut is_trailing = false;
        for step in &place.path {
            match step {
                Projection::Field(position) => {
                    let (_, record) = types.record(ty).expect("a member should be of a record");
                    let field = &record.fields[*position as usize];
                    is_trailing = *position as usize + 1 == record.fields.len()
                        || record.kind == RecordKind::Union;
                    match field.bits {
                        Some(range) => bits = Some(range),
                        None => address.offset = address.offset.wrapping_add(field.offset as i64),
                    }
                    ty = field.ty;
                }
                Projection::Index(index) => {
                    let Type::Array { element, length } = *types.get(ty) else {
                        unreachable!("the verifier should admit an index into an array only");
                    };
                    let len = match length {
                        // Without elements it marks a place: what follows is reached through it.
                        ArrayLength::Fixed(len @ 1..)
                            if is_access && !is_whole_object && !is_trailing =>
                        {
                            Some(len)
                        }
                        _ => None,
                    };
                    let size = self.size_of(element);
                    self.add_index(&mut address, index, size, len);
                    is_trailing = false;
                    ty = element;
                }
            }
            is_whole_object = false;
        }
        (address, bits)
    }

    /// The address that a pointer expression holds, its arithmetic left to the access.
    pub(super) fn pointer_address(&mut self, pointer: &Expr) -> Address {
        let types = &self.context.program.types;
        match &pointer.kind {
            ExprKind::Cast { operand, .. }
                if matches!(types.scalar(operand.ty), Some(Scalar::Int { bits, .. })
                    if bits == types.data_model().pointer_bits()) =>
            {
                self.pointer_address(operand)
            }
            ExprKind::AddressOf(place) => self.address(place, false).0,
            ExprKind::Binary(op @ (BinaryOp::PtrAdd | BinaryOp::PtrSub), base, index) => {
                let mut address = self.pointer_address(base);
                let pointee = types.pointee(base.ty).unwrap_or(pointer.ty);
                let size = self.size_of(pointee);
                if *op == BinaryOp::PtrAdd {
                    self.add_index(&mut address, index, size, None);
                } else {
                    self.subtract_index(&mut address, index, size);
                }
                address
            }
            _ => Address::pointer(self.value(pointer)),
        }
    }

    /// The size of a type.
    pub(super) fn size_of(&mut self, ty: TypeId) -> Size {
        let types = &self.context.program.types;
        if let Some(size) = types.size(ty) {
            return Size::Constant(size);
        }
        let Type::Array { element, length: ArrayLength::Variable(local) } = *types.get(ty) else {
            return Size::Constant(0);
        };
        let local_ty = self.function.locals[local].ty;
        let count = Expr::load(Place::local(local, local_ty), self.span);
        let count = self.value(&count);
        let d = self.temporary(1);
        match self.size_of(element) {
            Size::Constant(size) => self.emit(Op::MulI64 { d, a: count, value: size as i64 }),
            Size::Register(size) => self.emit(Op::Mul64 { d, a: count, b: size }),
        };
        Size::Register(d)
    }

    /// The pointer in one register.
    pub(super) fn pointer(&mut self, address: Address, want: Option<Reg>) -> Reg {
        let computes = address.index.is_some() || address.offset != 0;
        let d = self.computed_pointer(address, want);
        let is_constant = matches!(address.base, Base::Global(..)) && address.index.is_none();
        if self.is_narrow() && computes && !is_constant {
            self.emit(Op::ZeroExtend32 { d, a: d });
        }
        d
    }

    fn computed_pointer(&mut self, address: Address, want: Option<Reg>) -> Reg {
        let base = match address.base {
            Base::Pointer(register) => register,
            Base::Global(global, _) => {
                let start = self.context.global_addresses[global];
                if address.index.is_none() {
                    let value = start.wrapping_add(address.offset as u64);
                    let value = if self.is_narrow() { value & 0xffff_ffff } else { value };
                    return match want {
                        Some(d) => {
                            self.emit(Op::Const { d, value });
                            d
                        }
                        None => self.constant(value),
                    };
                }
                self.constant(start)
            }
        };
        let Some(index) = address.index else {
            if address.offset == 0 && want.is_none() {
                return base;
            }
            let d = want.unwrap_or_else(|| self.temporary(1));
            if address.offset == 0 {
                self.emit(Op::Move { d, a: base });
            } else {
                self.emit(Op::AddI64 { d, a: base, value: address.offset });
            }
            return d;
        };
        let d = want.unwrap_or_else(|| self.temporary(1));
        let checked = index.len.and_then(|len| {
            let scale = u16::try_from(index.scale).ok()?;
            let offset = u16::try_from(address.offset).ok()?;
            Some((scale, offset, u32::try_from(len).ok()?))
        });
        if let Some((scale, offset, len)) = checked {
            self.emit(Op::LeaC { d, p: base, i: index.register, scale, offset, len });
            return d;
        }
        self.check_index(&index);
        let short = i32::try_from(index.scale).ok().zip(i32::try_from(address.offset).ok());
        if let Some((scale, offset)) = short {
            self.emit(Op::Lea { d, p: base, i: index.register, scale, offset });
        } else {
            let scaled = self.temporary(1);
            self.emit(Op::MulI64 { d: scaled, a: index.register, value: index.scale });
            let sum = self.temporary(1);
            self.emit(Op::Add64 { d: sum, a: base, b: scaled });
            self.emit(Op::AddI64 { d, a: sum, value: address.offset });
        }
        d
    }

    /// Loads a scalar from memory.
    pub(super) fn load(
        &mut self,
        (address, bits): (Address, Option<BitRange>),
        scalar: Scalar,
        d: Reg,
    ) {
        if let Some(range) = bits {
            let p = self.pointer(address, None);
            let bits = bit_unit(range, scalar);
            return self.emit_compute(Compute::LoadBits { d, p, bits });
        }
        if is_wide(scalar) {
            let p = self.pointer(address, None);
            return self.emit_compute(Compute::LoadWide { scalar, d, p });
        }
        let form = self.form(address);
        self.emit(load_op(scalar, d, form));
    }

    /// Stores a scalar to memory.
    pub(super) fn store(
        &mut self,
        (address, bits): (Address, Option<BitRange>),
        scalar: Scalar,
        a: Reg,
    ) {
        if let Some(range) = bits {
            let p = self.pointer(address, None);
            let bits = bit_unit(range, scalar);
            return self.emit_compute(Compute::StoreBits { a, p, bits });
        }
        if is_wide(scalar) {
            let p = self.pointer(address, None);
            return self.emit_compute(Compute::StoreWide { scalar, a, p });
        }
        let form = self.form(address);
        self.emit(store_op(scalar, a, form));
    }

    /// A pointer register and a short offset.
    pub(super) fn pointer_and_offset(&mut self, address: Address) -> (Reg, i32) {
        if let Address { base: Base::Pointer(p), index: None, offset } = address
            && let Ok(offset) = i32::try_from(offset)
        {
            return (p, offset);
        }
        (self.pointer(address, None), 0)
    }

    fn local_address(&mut self, local: LocalId) -> Address {
        match self.homes[local.index()] {
            Home::Object { register, .. } => Address::pointer(register),
            Home::Register(_) => unreachable!("a local whose address is taken has an object"),
        }
    }

    fn global_address(&mut self, global: GlobalId) -> Address {
        if let Some(number) = self.context.globals[global] {
            return Address { base: Base::Global(global, number), index: None, offset: 0 };
        }
        let declared = &self.context.program.globals[global];
        if let Some(address) = declared.address {
            return Address::pointer(self.constant(address));
        }
        if declared.linkage != Linkage::Weak {
            let feature = format!("use of `{}`, which no file defines", declared.name);
            self.emit_slow(Slow::Unsupported { feature, at: None });
        }
        Address::pointer(self.constant(0))
    }

    fn add_index(&mut self, address: &mut Address, index: &Expr, size: Size, len: Option<u64>) {
        let size = match size {
            Size::Constant(size) => size as i64,
            Size::Register(size) => {
                let a = self.index_value(index);
                let d = self.temporary(1);
                self.emit(Op::Mul64 { d, a, b: size });
                return self.add_dynamic(address, Index { register: d, scale: 1, len: None });
            }
        };
        if let Some(constant) = self.immediate(index) {
            if len.is_some_and(|len| constant as u64 >= len) {
                let i = self.constant(constant as u64);
                let len = len.unwrap_or(0);
                self.emit(Op::CheckIndex { i, len });
            }
            let constant = self.distance(constant);
            address.offset = address.offset.wrapping_add(constant.wrapping_mul(size));
            return;
        }
        let register = self.index_value(index);
        self.add_dynamic(address, Index { register, scale: size, len });
    }

    fn subtract_index(&mut self, address: &mut Address, index: &Expr, size: Size) {
        let size = match size {
            Size::Constant(size) => size as i64,
            Size::Register(size) => {
                let a = self.index_value(index);
                let d = self.temporary(1);
                self.emit(Op::Mul64 { d, a, b: size });
                return self.add_dynamic(address, Index { register: d, scale: -1, len: None });
            }
        };
        if let Some(constant) = self.immediate(index) {
            let constant = self.distance(constant);
            address.offset = address.offset.wrapping_sub(constant.wrapping_mul(size));
            return;
        }
        let register = self.index_value(index);
        self.add_dynamic(address, Index { register, scale: size.wrapping_neg(), len: None });
    }

    /// Whether pointers have 32 bits.
    pub(super) fn is_narrow(&self) -> bool {
        self.context.program.types.data_model() == DataModel::Ilp32
    }

    /// A constant index as the distance that it is.
    fn distance(&self, index: i64) -> i64 {
        if self.is_narrow() { i64::from(index as i32) } else { index }
    }

    /// An index as the distance that it is: where pointers have 32 bits, `(unsigned)-1` is one back.
    fn index_value(&mut self, index: &Expr) -> Reg {
        let a = self.value(index);
        match self.scalar_of(index) {
            Scalar::Int { bits: 33.., .. } | Scalar::Int { bits: 32, signed: false }
                if self.is_narrow() =>
            {
                let d = self.temporary(1);
                self.emit(Op::SignExtend32 { d, a });
                d
            }
            Scalar::Int { .. } | Scalar::Float(_) => a,
        }
    }

    fn add_dynamic(&mut self, address: &mut Address, index: Index) {
        if address.index.is_some() {
            *address = Address::pointer(self.pointer(*address, None));
        }
        address.index = Some(index);
    }

    fn check_index(&mut self, index: &Index) {
        if let Some(len) = index.len {
            self.emit(Op::CheckIndex { i: index.register, len });
        }
    }

    /// An address in one of the forms that loads and stores have.
    fn form(&mut self, address: Address) -> Form {
        match address {
            Address { base: Base::Global(_, object), index: None, offset } => {
                if let Ok(offset) = u32::try_from(offset) {
                    return Form::Global { object, offset };
                }
            }
            Address {
                base: Base::Global(_, object),
                index: Some(Index { register, scale, len: None }),
                offset,
            } => {
                if let (Ok(scale), Ok(offset)) = (u16::try_from(scale), u32::try_from(offset)) {
                    return Form::GlobalIndexed { i: register, scale, object, offset };
                }
            }
            Address {
                base: Base::Pointer(p),
                index: Some(Index { register, scale, len }),
                offset,
            } => {
                if let Some(len) = len
                    && let Ok(len) = u32::try_from(len)
                    && let (Ok(scale), Ok(offset)) = (u16::try_from(scale), u16::try_from(offset))
                {
                    return Form::Checked { p, i: register, scale, offset, len };
                }
                if let (Ok(scale), Ok(offset)) = (i32::try_from(scale), i32::try_from(offset)) {
                    self.check_index(&Index { register, scale: 0, len });
                    return Form::Indexed { p, i: register, scale, offset };
                }
            }
            Address {
                base: Base::Global(global, _),
                index: Some(Index { len: Some(_), .. }),
                ..
            } => {
                let p = self.constant(self.context.global_addresses[global]);
                return self.form(Address { base: Base::Pointer(p), ..address });
            }
            Address { base: Base::Pointer(_), index: None, .. } => {}
        }
        let (p, offset) = self.pointer_and_offset(address);
        Form::Plain { p, offset }
    }
}

/// The forms of addresses that operations have.
#[derive(Clone, Copy)]
enum Form {
    Plain { p: Reg, offset: i32 },
    Indexed { p: Reg, i: Reg, scale: i32, offset: i32 },
    Checked { p: Reg, i: Reg, scale: u16, offset: u16, len: u32 },
    Global { object: u32, offset: u32 },
    GlobalIndexed { i: Reg, scale: u16, object: u32, offset: u32 },
}

/// The operation in the address's form.
macro_rules! in_form {
    ($form:expr, $register:ident, $plain:ident $indexed:ident $checked:ident $global:ident
     $global_indexed:ident) => {
        match $form {
            Form::Plain { p, offset } => Op::$plain { $register, p, offset },
            Form::Indexed { p, i, scale, offset } => {
                Op::$indexed { $register, p, i, scale, offset }
            }
            Form::Checked { p, i, scale, offset, len } => {
                Op::$checked { $register, p, i, scale, offset, len }
            }
            Form::Global { object, offset } => Op::$global { $register, object, offset },
            Form::GlobalIndexed { i, scale, object, offset } => {
                Op::$global_indexed { $register, i, scale, object, offset }
            }
        }
    };
}

fn load_op(scalar: Scalar, d: Reg, form: Form) -> Op {
    match (scalar.size(), is_signed(scalar)) {
        (1, true) => in_form!(form, d, LoadI8 LoadI8X LoadI8C LoadI8G LoadI8GX),
        (1, false) => in_form!(form, d, LoadU8 LoadU8X LoadU8C LoadU8G LoadU8GX),
        (2, true) => in_form!(form, d, LoadI16 LoadI16X LoadI16C LoadI16G LoadI16GX),
        (2, false) => in_form!(form, d, LoadU16 LoadU16X LoadU16C LoadU16G LoadU16GX),
        (4, true) => in_form!(form, d, LoadI32 LoadI32X LoadI32C LoadI32G LoadI32GX),
        (4, false) => in_form!(form, d, LoadU32 LoadU32X LoadU32C LoadU32G LoadU32GX),
        _ => in_form!(form, d, Load64 Load64X Load64C Load64G Load64GX),
    }
}

fn store_op(scalar: Scalar, a: Reg, form: Form) -> Op {
    match scalar.size() {
        1 => in_form!(form, a, Store8 Store8X Store8C Store8G Store8GX),
        2 => in_form!(form, a, Store16 Store16X Store16C Store16G Store16GX),
        4 => in_form!(form, a, Store32 Store32X Store32C Store32G Store32GX),
        _ => in_form!(form, a, Store64 Store64X Store64C Store64G Store64GX),
    }
}

fn is_signed(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int { signed: true, .. })
}

/// The bytes that hold a bit-field.
fn bit_unit(range: BitRange, scalar: Scalar) -> BitUnit {
    let shift = (range.offset % 8) as u32;
    BitUnit {
        offset: (range.offset / 8) as i64,
        len: (shift + range.width).div_ceil(8),
        shift,
        width: range.width,
        scalar,
    }
}

/// Bytes of a scalar that hold its value: an x87 number leaves the last six alone.
pub fn value_bytes(scalar: Scalar) -> u64 {
    match scalar {
        Scalar::Float(FloatKind::X87) => 10,
        Scalar::Int { .. } | Scalar::Float(_) => scalar.size(),
    }
}
