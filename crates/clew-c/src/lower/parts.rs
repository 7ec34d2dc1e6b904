//! Numbers of several parts, `_Complex` numbers and GNU vectors, as records.
//!
//! Their values travel as those of records do: as loads of a place. An operator takes its operands
//! apart, computes each part of the result, and puts the result together in a temporary.

use super::Lowered;
use super::decl::Unit;
use super::function::FunctionLowering;
use clew_ir::{
    BinaryOp, Expr, ExprKind, Field, Parts, Place, Projection, RecordKind, Scalar, Span, Type,
    TypeId, TypeTable, Unsupported,
};

impl Unit<'_> {
    /// The record of a `_Complex` number or a vector: the same in all units.
    pub(crate) fn parts_type(&mut self, kind: RecordKind, element: TypeId, count: u64) -> TypeId {
        if let Some(&ty) = self.linker.parts.get(&(kind, element, count)) {
            return ty;
        }
        let ty = self.new_record("", kind, Span::NONE);
        let types = &mut self.linker.program.types;
        let size = types.size(element).unwrap_or(0);
        let field =
            |name: &str, ty, offset| Field { name: name.to_owned(), ty, offset, bits: None };
        let (fields, size, align) = match kind {
            RecordKind::Vector => {
                let array = types.array_of(element, count);
                let size = (size * count).next_power_of_two();
                (vec![field("elements", array, 0)], size, size)
            }
            RecordKind::Complex | RecordKind::Struct | RecordKind::Union => {
                let fields = vec![field("real", element, 0), field("imag", element, size)];
                (fields, 2 * size, types.align(element))
            }
        };
        if let Type::Record(id) = *types.get(ty) {
            let record = &mut types.records[id];
            record.fields = fields;
            (record.size, record.align, record.is_complete) = (size, align, true);
        }
        self.linker.parts.insert((kind, element, count), ty);
        ty
    }
}

impl FunctionLowering<'_, '_> {
    /// What a type is made of, if it is a number of several parts.
    pub(crate) fn parts(&self, ty: TypeId) -> Option<Parts> {
        self.types().parts(ty)
    }

    /// The place of one part of a number.
    pub(crate) fn part_place(&self, place: &Place, parts: Parts, at: u64) -> Place {
        let mut part = place.clone();
        match parts.kind {
            RecordKind::Vector => {
                let index = self.int(i128::from(at), self.types().size_type(), Span::NONE);
                part.path.extend([Projection::Field(0), Projection::Index(index)]);
            }
            RecordKind::Complex | RecordKind::Struct | RecordKind::Union => {
                part.path.push(Projection::Field(at as u32));
            }
        }
        part.ty = parts.element;
        part
    }

    /// The parts of a value.
    pub(crate) fn parts_of(&mut self, value: Expr) -> Lowered<Vec<Expr>> {
        let span = value.span;
        let Some(parts) = self.parts(value.ty) else {
            return Err(Unsupported { feature: "part of this number".into(), span });
        };
        let is_volatile = matches!(&value.kind, ExprKind::Load(place) if place.is_volatile);
        let value = if is_volatile { self.keep(value) } else { value };
        let place = self.value_place(value);
        let place = self.stabilise(place);
        let part = |at| Expr::load(self.part_place(&place, parts, at), span);
        Ok((0..parts.count).map(part).collect())
    }

    /// The number with these parts.
    pub(crate) fn joined_parts(
        &mut self,
        ty: TypeId,
        values: Vec<Expr>,
        span: Span,
    ) -> Lowered<Expr> {
        let Some(parts) = self.parts(ty) else {
            return Err(Unsupported { feature: "number of this type".into(), span });
        };
        let local = self.new_temporary(ty, span);
        let whole = Place::local(local, ty);
        for (at, value) in (0..).zip(values) {
            let value = self.cast(value, parts.element, true, span)?;
            self.assign(self.part_place(&whole, parts, at), value, span);
        }
        Ok(Expr::load(whole, span))
    }

    /// An operator where an operand has several parts.
    pub(crate) fn parts_arithmetic(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Lowered<Expr> {
        let is_vector = |ty| self.parts(ty).is_some_and(|parts| parts.kind == RecordKind::Vector);
        if is_vector(left.ty) || is_vector(right.ty) {
            self.vector_arithmetic(op, left, right, span)
        } else {
            self.complex_arithmetic(op, left, right, span)
        }
    }

    /// A unary operator, by its name, on a number of several parts.
    pub(crate) fn parts_unary(&mut self, op: &str, operand: Expr, span: Span) -> Lowered<Expr> {
        let ty = operand.ty;
        let Some(parts) = self.parts(ty) else {
            return Err(Unsupported { feature: format!("operator {op} here"), span });
        };
        match (op, parts.kind) {
            ("!", RecordKind::Complex) => {
                let truth = self.complex_truth(operand)?;
                let kind = ExprKind::Unary(clew_ir::UnaryOp::LogicalNot, Box::new(truth));
                Ok(Expr { kind, ty: TypeTable::INT, span })
            }
            ("~", RecordKind::Complex) => {
                let mut values = self.parts_of(operand)?;
                let imaginary = values.pop();
                let negated = imaginary.map(|it| self.part_unary("-", it, span)).transpose()?;
                values.extend(negated);
                self.joined_parts(ty, values, span)
            }
            ("-", _) | ("~", RecordKind::Vector) => {
                let values = self.parts_of(operand)?;
                let values = values.into_iter().map(|it| self.part_unary(op, it, span));
                let values = values.collect::<Lowered<Vec<_>>>()?;
                self.joined_parts(ty, values, span)
            }
            _ => Err(Unsupported { feature: format!("operator {op} here"), span }),
        }
    }

    /// `-x` or `~x` on a part. Integers wrap.
    fn part_unary(&mut self, op: &str, value: Expr, span: Span) -> Lowered<Expr> {
        let element = value.ty;
        let (op, compute) = match (op, self.scalar(element, span)?) {
            ("~", Scalar::Int { .. }) => (clew_ir::UnaryOp::BitNot, element),
            (_, Scalar::Int { bits, .. }) => (clew_ir::UnaryOp::Neg, unsigned(self.types(), bits)),
            (_, Scalar::Float(_)) => (clew_ir::UnaryOp::Neg, element),
        };
        let value = self.cast(value, compute, true, span)?;
        let kind = ExprKind::Unary(op, Box::new(value));
        self.cast(Expr { kind, ty: compute, span }, element, true, span)
    }

    /// An operator on two parts, in the type of the left one. Integers wrap: no promotion shows, and
    /// nothing overflows.
    pub(crate) fn part_arithmetic(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Lowered<Expr> {
        let element = left.ty;
        let wraps = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl);
        let compute = match self.scalar(element, span)? {
            Scalar::Int { bits, .. } if wraps => unsigned(self.types(), bits),
            Scalar::Int { bits, .. } if bits < 32 => TypeTable::INT,
            Scalar::Int { .. } | Scalar::Float(_) => element,
        };
        let left = self.cast(left, compute, true, span)?;
        let right = self.cast(right, compute, true, span)?;
        let value = self.arithmetic(op, left, right, span)?;
        if op.is_comparison() { Ok(value) } else { self.cast(value, element, true, span) }
    }

    /// Conversions from and to numbers of several parts.
    pub(crate) fn parts_cast(&mut self, value: Expr, to: TypeId, span: Span) -> Lowered<Expr> {
        let complex = RecordKind::Complex;
        match (self.parts(value.ty), self.parts(to)) {
            (Some(from), Some(into)) if from.kind == complex && into.kind == complex => {
                let values = self.parts_of(value)?;
                self.joined_parts(to, values, span)
            }
            (None, Some(into)) if into.kind == complex => {
                let zero = Expr::constant(0, into.element, span);
                self.joined_parts(to, vec![value, zero], span)
            }
            (Some(from), None) if from.kind == complex => {
                if to == TypeTable::BOOL {
                    let truth = self.complex_truth(value)?;
                    return self.cast(truth, to, true, span);
                }
                let real = self.parts_of(value)?.swap_remove(0);
                self.cast(real, to, true, span)
            }
            _ => self.reinterpret(value, to, span),
        }
    }

    /// The same bytes as a value of another type.
    fn reinterpret(&mut self, value: Expr, to: TypeId, span: Span) -> Lowered<Expr> {
        if self.types().size(value.ty) != self.types().size(to) {
            return Err(Unsupported { feature: "conversion of a vector".into(), span });
        }
        let from = value.ty;
        let place = self.value_place(value);
        let pointer = self.types_mut().pointer_to(from);
        let wanted = self.types_mut().pointer_to(to);
        let address = self.address_of(place, pointer, span);
        let address = self.cast(address, wanted, true, span)?;
        Ok(Expr::load(Place::deref(address, to), span))
    }
}

/// The unsigned integer type that wraps as one of this width does.
fn unsigned(types: &TypeTable, bits: u32) -> TypeId {
    match bits {
        128 => TypeTable::UNSIGNED_INT128,
        64 => types.int64(false),
        _ => TypeTable::UNSIGNED_INT,
    }
}
