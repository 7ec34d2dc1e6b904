//! What is known of the contents of regions, and what expressions mean there.
//!
//! The same evaluation serves the solver and its clients: a solution is a state that no statement
//! changes any more.

use super::contents::Contents;
use super::pointer::{Pointer, PointerSet};
use crate::expr::{BinaryOp, Expr, ExprKind, Intrinsic, Place, PlaceBase, Projection, UnaryOp};
use crate::ids::{FunctionId, Id, IdVec, RegionId, TypeId};
use crate::program::Program;
use crate::regions::{Region, Regions};
use crate::types::{ArrayLength, RecordKind, Scalar, Type, TypeTable};
use std::cell::RefCell;

/// The addresses that an object may have in the world: beyond the page that nothing is in, and in
/// the half of the address space that programs have. Other numbers are marks, not addresses.
const OBJECT_ADDRESSES: std::ops::Range<u128> = 0x1000..1 << 47;

/// What all regions may hold. Beside the regions of the program there is one for the results of
/// each function.
#[derive(Clone, Debug)]
pub(super) struct State<'p> {
    pub(super) program: &'p Program,
    pub(super) regions: Regions,
    pub(super) contents: IdVec<RegionId, Contents>,
    /// Whether the world outside may read and write the region (call the function).
    pub(super) is_escaped: IdVec<RegionId, bool>,
    /// What was read since the last look, if anybody wants to know.
    pub(super) reads: RefCell<Option<Vec<RegionId>>>,
}

impl<'p> State<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let regions = Regions::new(program);
        let count = regions.len() + program.functions.len();
        let mut is_escaped = IdVec::from_elem(false, count);
        is_escaped[Regions::EXTERNAL] = true;
        is_escaped[Regions::LIBRARY] = true;
        let contents = IdVec::from_elem(Contents::default(), count);
        Self { program, regions, contents, is_escaped, reads: RefCell::new(None) }
    }

    /// Where the results of a function are.
    pub(super) fn results(&self, function: FunctionId) -> RegionId {
        RegionId::from_index(self.regions.len() + function.index())
    }

    /// What a region is; `None` for results.
    pub(super) fn kind(&self, region: RegionId) -> Option<Region> {
        (region.index() < self.regions.len()).then(|| self.regions.get(region))
    }

    /// Whether nothing can write a region: constant objects, and code.
    pub(super) fn is_constant(&self, region: RegionId) -> bool {
        match self.kind(region) {
            Some(Region::Global(global)) => {
                let global = &self.program.globals[global];
                global.is_const && global.init.is_some()
            }
            Some(Region::Function(_)) => true,
            Some(
                Region::External
                | Region::Library
                | Region::Local(..)
                | Region::Arguments(_)
                | Region::Allocation(..),
            )
            | None => false,
        }
    }

    /// Bytes of a pointer, as sizes are told here.
    pub(super) fn pointer_size(&self) -> Option<u64> {
        Some(self.program.types.data_model().pointer_size())
    }

    /// Whether the world may have put anything into a region.
    pub(super) fn is_shared(&self, region: RegionId) -> bool {
        self.is_escaped[region] && self.kind(region).is_some() && !self.is_constant(region)
    }

    fn note_read(&self, region: RegionId) {
        if let Some(reads) = self.reads.borrow_mut().as_mut() {
            reads.push(region);
        }
    }

    /// What `size` bytes at a pointer hold.
    pub(super) fn read(&self, pointer: Pointer, size: Option<u64>) -> PointerSet {
        self.note_read(pointer.region);
        match self.is_shared(pointer.region) {
            true => outside(),
            false => self.contents[pointer.region].read(pointer, size),
        }
    }

    /// The same, with the distances between what is stored there.
    pub(super) fn read_part(&self, pointer: Pointer, size: Option<u64>) -> Contents {
        self.note_read(pointer.region);
        match self.is_shared(pointer.region) {
            true => Contents::scalar(outside(), None),
            false => self.contents[pointer.region].part(pointer, size),
        }
    }

    /// What an expression of any type holds.
    pub(super) fn value(&self, function: FunctionId, expr: &Expr) -> Contents {
        let types = &self.program.types;
        match (&expr.kind, types.scalar(expr.ty)) {
            (ExprKind::Load(place), None) => {
                let mut found = Contents::default();
                for pointer in self.address(function, place).iter() {
                    let part = self.read_part(pointer, types.size(place.ty));
                    found.write(Pointer::start(pointer.region), &part);
                }
                found
            }
            _ => Contents::scalar(self.pointers(function, expr), types.size(expr.ty)),
        }
    }

    /// Where the value of an expression may point to.
    pub(super) fn pointers(&self, function: FunctionId, expr: &Expr) -> PointerSet {
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::LabelAddress(_) => PointerSet::default(),
            ExprKind::Load(place) => self.loaded(function, place),
            ExprKind::AddressOf(place) => self.address(function, place),
            ExprKind::FunctionAddress(target) => {
                PointerSet::one(Pointer::start(self.regions.function(*target)))
            }
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot, operand) => {
                self.computed(function, expr.ty, &[operand])
            }
            ExprKind::Unary(UnaryOp::LogicalNot, _) => PointerSet::default(),
            ExprKind::Binary(op, left, right) => self.binary(function, expr.ty, *op, left, right),
            ExprKind::Cast { operand, .. } => self.cast(function, expr.ty, operand),
            ExprKind::Intrinsic(Intrinsic::ByteSwap | Intrinsic::BitReverse, operands) => {
                self.computed(function, expr.ty, &operands.iter().collect::<Vec<_>>())
            }
            // Counts, truth values and floating numbers.
            ExprKind::Intrinsic(..) => PointerSet::default(),
        }
    }

    fn loaded(&self, function: FunctionId, place: &Place) -> PointerSet {
        let size = self.program.types.size(place.ty);
        let mut found = PointerSet::default();
        for pointer in self.address(function, place).iter() {
            found.union_with(&self.read(pointer, size));
        }
        // Volatile objects change while nobody looks.
        if place.is_volatile && !matches!(place.base, PlaceBase::Local(_)) {
            found.union_with(&outside());
        }
        found
    }

    /// The addresses of a place.
    pub(super) fn address(&self, function: FunctionId, place: &Place) -> PointerSet {
        let base = match &place.base {
            PlaceBase::Local(local) => {
                PointerSet::one(Pointer::start(self.regions.local(function, *local)))
            }
            PlaceBase::Global(global) => {
                PointerSet::one(Pointer::start(self.regions.global(*global)))
            }
            PlaceBase::Deref(pointer) => self.pointers(function, pointer),
        };
        if place.path.is_empty() || base.is_empty() {
            return base;
        }
        let locals = &self.program.functions[function].locals;
        let way = self.program.base_type(locals, place);
        match way.and_then(|ty| distance(&self.program.types, ty, &place.path)) {
            Some((least, most)) => base.map(|pointer| pointer.widened(least, most)),
            None => base.anywhere(),
        }
    }

    fn binary(
        &self,
        function: FunctionId,
        ty: TypeId,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
    ) -> PointerSet {
        match op {
            BinaryOp::PtrAdd | BinaryOp::PtrSub => self.moved(function, op, left, right),
            // The distance of two objects is no address; that from null is.
            BinaryOp::PtrDiff => match constant(right) {
                Some(_) => self.pointers(function, left).anywhere(),
                None => PointerSet::default(),
            },
            BinaryOp::Sub
                if constant(right).is_some() && is_address_wide(&self.program.types, ty) =>
            {
                let bytes = constant(right).and_then(|bytes| i64::try_from(bytes).ok());
                self.pointers(function, left).map(|it| moved_down(it, bytes))
            }
            BinaryOp::Shl | BinaryOp::Shr => self.computed(function, ty, &[left]),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor => self.computed(function, ty, &[left, right]),
            // What is left of an address tells nothing of it.
            BinaryOp::Rem => PointerSet::default(),
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => PointerSet::default(),
        }
    }

    /// Arithmetic on integers as wide as addresses keeps them; on narrower ones it does not.
    fn computed(&self, function: FunctionId, ty: TypeId, operands: &[&Expr]) -> PointerSet {
        let mut found = PointerSet::default();
        if is_address_wide(&self.program.types, ty) {
            for operand in operands {
                found.union_with(&self.pointers(function, operand).anywhere());
            }
        }
        found
    }

    fn cast(&self, function: FunctionId, ty: TypeId, operand: &Expr) -> PointerSet {
        let types = &self.program.types;
        let is_integer =
            |ty| matches!(types.scalar(ty), Some(Scalar::Int { bits, .. }) if bits > 1);
        if !is_integer(ty) || !is_integer(operand.ty) {
            return PointerSet::default();
        }
        match constant(operand) {
            Some(bits) if types.is_pointer(ty) && OBJECT_ADDRESSES.contains(&bits) => outside(),
            _ => self.pointers(function, operand),
        }
    }

    /// Arithmetic on pointers stays in the object, as C demands, and in an array in the array.
    fn moved(&self, function: FunctionId, op: BinaryOp, pointer: &Expr, by: &Expr) -> PointerSet {
        if constant(pointer).is_some() {
            return self.pointers(function, by).anywhere();
        }
        let types = &self.program.types;
        let from = self.pointers(function, pointer);
        let step = types.pointee(pointer.ty).and_then(|ty| types.size(ty)).unwrap_or(1);
        match constant(by) {
            Some(0) => from,
            Some(bytes) if step == 1 && op == BinaryOp::PtrSub => {
                from.map(|it| moved_down(it, i64::try_from(bytes).ok()))
            }
            Some(bits) if step == 1 && is_negative(types, by.ty, bits) => {
                from.map(|it| moved_down(it, magnitude(types, by.ty, bits)))
            }
            _ => from.map(|it| self.moved_in_array(it, step)),
        }
    }

    /// Any place in the array that a pointer to elements of `step` bytes points into, as far as the
    /// region's type tells.
    fn moved_in_array(&self, pointer: Pointer, step: u64) -> Pointer {
        let array = self
            .region_type(pointer.region)
            .filter(|_| !pointer.is_anywhere())
            .and_then(|ty| array_around(&self.program.types, ty, pointer.low, pointer.high));
        let Some((start, size)) = array else { return Pointer::anywhere(pointer.region) };
        let begin = Pointer::start(pointer.region).shifted(i64::from(start));
        let last = i64::try_from(size.saturating_sub(step)).unwrap_or(i64::MAX);
        begin.widened(0, last)
    }

    fn region_type(&self, region: RegionId) -> Option<TypeId> {
        match self.kind(region)? {
            Region::Global(global) => Some(self.program.globals[global].ty),
            Region::Local(function, local) => {
                Some(self.program.functions[function].locals[local].ty)
            }
            Region::External
            | Region::Library
            | Region::Function(_)
            | Region::Arguments(_)
            | Region::Allocation(..) => None,
        }
    }
}

/// Where a pointer of the world's may point to.
pub(super) fn outside() -> PointerSet {
    PointerSet::one(Pointer::anywhere(Regions::EXTERNAL))
}

/// The value of a constant, whatever it was converted to.
pub(super) fn constant(expr: &Expr) -> Option<u128> {
    match &expr.kind {
        ExprKind::Const(bits) => Some(*bits),
        ExprKind::Cast { operand, .. } => constant(operand),
        _ => None,
    }
}

/// A pointer so many bytes back. How far those go that are not exact, nobody knows.
fn moved_down(pointer: Pointer, bytes: Option<i64>) -> Pointer {
    match bytes {
        Some(bytes) if pointer.low == pointer.high => pointer.shifted(-bytes),
        _ => Pointer::anywhere(pointer.region),
    }
}

fn is_address_wide(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.scalar(ty), Some(Scalar::Int { bits, .. }) if bits >= 64)
}

fn is_negative(types: &TypeTable, ty: TypeId, value: u128) -> bool {
    magnitude(types, ty, value).is_some()
}

/// How far below zero a constant of a signed type is.
fn magnitude(types: &TypeTable, ty: TypeId, value: u128) -> Option<i64> {
    let Some(Scalar::Int { bits, signed: true }) = types.scalar(ty) else { return None };
    let span = 1u128.checked_shl(bits)?;
    let is_negative = value >= span >> 1 && value < span;
    is_negative.then(|| i64::try_from(span - value).ok())?
}

/// How far a path leads from the start of an object of this type: at least and at most. `None`
/// when that is not known.
fn distance(types: &TypeTable, base: TypeId, path: &[Projection]) -> Option<(i64, i64)> {
    let (mut least, mut most) = (0i64, 0i64);
    let mut ty = base;
    for (at, step) in path.iter().enumerate() {
        match step {
            Projection::Field(number) => {
                let (_, record) = types.record(ty)?;
                let offset = record.fields.get(*number as usize)?.offset;
                least = least.checked_add(i64::try_from(offset).ok()?)?;
                most = most.checked_add(i64::try_from(offset).ok()?)?;
            }
            Projection::Index(index) => {
                let Type::Array { element, length: ArrayLength::Fixed(length) } = types.get(ty)
                else {
                    return None;
                };
                // Room that ends with the object may be larger than its type says.
                if *length < 2 {
                    return None;
                }
                let size = i64::try_from(types.size(*element)?).ok()?;
                let is_index =
                    |step: Option<&Projection>| matches!(step, Some(Projection::Index(_)));
                let is_nested = is_index(path.get(at + 1))
                    || at.checked_sub(1).is_some_and(|before| is_index(path.get(before)));
                match constant(index) {
                    // Rows of a matrix are walked through as one array.
                    Some(value) if !is_nested => {
                        let value = i64::try_from(value).ok().filter(|it| *it < *length as i64)?;
                        least = least.checked_add(value.checked_mul(size)?)?;
                        most = most.checked_add(value.checked_mul(size)?)?;
                    }
                    _ => {
                        let last = i64::try_from(*length - 1).ok()?;
                        most = most.checked_add(last.checked_mul(size)?)?;
                    }
                }
            }
        }
        ty = types.step(ty, step)?;
    }
    Some((least, most))
}

/// The outermost array that the bytes from `low` to `high` of an object are in: its first byte and
/// its size.
fn array_around(types: &TypeTable, ty: TypeId, low: u32, high: u32) -> Option<(u32, u64)> {
    match types.get(ty) {
        Type::Array { length: ArrayLength::Fixed(length), .. } if *length > 1 => {
            Some((0, types.size(ty)?))
        }
        Type::Record(id) if types.records[*id].kind != RecordKind::Union => {
            // The first byte of a record is that of the whole, too, which may be walked through.
            if high == 0 {
                return None;
            }
            let record = &types.records[*id];
            let field = record.fields.iter().find(|field| {
                let end = types.size(field.ty).map_or(0, |size| field.offset + size);
                field.offset <= low.into() && u64::from(high) < end
            })?;
            let offset = u32::try_from(field.offset).ok()?;
            let (start, size) =
                array_around(types, field.ty, low.checked_sub(offset)?, high.checked_sub(offset)?)?;
            Some((offset.checked_add(start)?, size))
        }
        Type::Void
        | Type::Bool
        | Type::Int(_)
        | Type::Float(_)
        | Type::Pointer(_)
        | Type::Array { .. }
        | Type::Record(_)
        | Type::Enum(_)
        | Type::Function(_)
        | Type::Opaque { .. } => None,
    }
}
