//! Assignments, compound assignments, increments.

use super::Lowered;
use super::complex::real_operand;
use super::expr::{binary_op, has_side_effects};
use super::function::FunctionLowering;
use crate::ast::{Kind, Node};
use clew_ir::{BinaryOp, Expr, FloatKind, Place, Scalar, Span, TypeId, TypeTable};

impl FunctionLowering<'_, '_> {
    /// `a = b`. As compilers do, the right side is evaluated first; but gcc leaves a call to the end.
    pub(crate) fn assignment(&mut self, node: &Node, wanted: bool) -> Lowered<Expr> {
        let [left, right] = &node.inner[..] else {
            return self.unsupported("assignment of this form", node);
        };
        let span = self.span(node);
        if has_side_effects(left) && right.without_parens().is(Kind::CallExpr) {
            let place = self.place(left)?;
            let place = self.stabilise(place);
            let value = self.rvalue(right)?;
            let value = self.cast(value, place.ty, true, span)?;
            return self.store(place, value, wanted, span);
        }
        let mut value = self.kept_value(right)?;
        if has_side_effects(left) {
            value = self.keep(value);
        }
        let place = self.place(left)?;
        let value = self.cast(value, place.ty, true, span)?;
        self.store(place, value, wanted, span)
    }

    /// Stores a value; the result is the value that the place has then.
    fn store(&mut self, place: Place, value: Expr, wanted: bool, span: Span) -> Lowered<Expr> {
        if !wanted {
            self.assign(place, value.clone(), span);
            return Ok(value);
        }
        // A bit-field cuts the value, and an aggregate is not kept twice.
        if self.is_bit_field(&place) || self.types().scalar(place.ty).is_none() {
            let place = self.stabilise(place);
            self.assign(place.clone(), value, span);
            return Ok(Expr::load(place, span));
        }
        let value = self.keep(value);
        self.assign(place, value.clone(), span);
        Ok(value)
    }

    /// Whether a place is a bit-field.
    pub(crate) fn is_bit_field(&self, place: &Place) -> bool {
        self.program().is_bit_field(&self.locals, place)
    }

    /// `a op= b`: computed in the type that the usual conversions give, then converted back.
    pub(crate) fn compound_assignment(&mut self, node: &Node, wanted: bool) -> Lowered<Expr> {
        let [left, right] = &node.inner[..] else {
            return self.unsupported("assignment of this form", node);
        };
        let Some(op) = binary_op(node.opcode().trim_end_matches('=')) else {
            return self.unsupported(format!("operator {}", node.opcode()), node);
        };
        let span = self.span(node);
        let mut amount = self.rvalue(real_operand(right))?;
        if has_side_effects(left) {
            amount = self.keep(amount);
        }
        let place = self.place(left)?;
        let place = if wanted { self.stabilise(place) } else { place };
        let old = Expr::load(place.clone(), span);
        let value = if self.types().is_pointer(place.ty) {
            self.arithmetic(op, old, amount, span)?
        } else {
            let compute = match &node.compute_lhs_type {
                Some(ty) => super::types::ref_type(self, ty, node)?,
                None => place.ty,
            };
            let old = self.cast(old, compute, true, span)?;
            self.arithmetic(op, old, amount, span)?
        };
        let value = self.cast(value, place.ty, true, span)?;
        self.store(place, value, wanted, span)
    }

    /// `++a`, `a++`, `--a`, `a--`.
    pub(crate) fn increment(&mut self, node: &Node, wanted: bool) -> Lowered<Expr> {
        let Some(operand) = node.child(0) else {
            return self.unsupported("operator of this form", node);
        };
        let span = self.span(node);
        let op = if node.opcode() == "++" { BinaryOp::Add } else { BinaryOp::Sub };
        let place = self.place(operand)?;
        let place = if wanted { self.stabilise(place) } else { place };
        let mut old = Expr::load(place.clone(), span);
        if wanted && node.is_postfix {
            let local = self.new_temporary(old.ty, span);
            self.assign(Place::local(local, old.ty), old, span);
            old = self.load_local(local, span);
        }
        let value = self.incremented(op, old.clone(), place.ty, span)?;
        if wanted && node.is_postfix {
            self.assign(place, value, span);
            return Ok(old);
        }
        self.store(place, value, wanted, span)
    }

    fn incremented(&mut self, op: BinaryOp, old: Expr, ty: TypeId, span: Span) -> Lowered<Expr> {
        if self.types().is_pointer(ty) {
            let one = self.int(1, TypeTable::INT, span);
            return self.arithmetic(op, old, one, span);
        }
        if self.parts(ty).is_some() {
            let one = self.int(1, TypeTable::INT, span);
            return self.arithmetic(op, old, one, span);
        }
        let scalar = self.scalar(ty, span)?;
        let (compute, one) = match scalar {
            // Narrow integers are promoted.
            Scalar::Int { bits, .. } if bits < 32 => {
                (TypeTable::INT, self.int(1, TypeTable::INT, span))
            }
            Scalar::Int { .. } => (ty, self.int(1, ty, span)),
            Scalar::Float(kind) => {
                let one = match kind {
                    FloatKind::F32 => u128::from(1.0_f32.to_bits()),
                    FloatKind::F64 => u128::from(1.0_f64.to_bits()),
                    FloatKind::X87 => 0x3fff_8000_0000_0000_0000,
                };
                (ty, Expr::constant(one, ty, span))
            }
        };
        let old = self.cast(old, compute, true, span)?;
        let value = self.arithmetic(op, old, one, span)?;
        self.cast(value, ty, true, span)
    }
}
