//! Expressions.

use super::effect::{Arbitrary, Danger, Obligation, Predicate};
use super::store::{Named, scalar_width};
use super::{ADDRESS, Meaning};
use crate::ops;
use clew_ir::{BinaryOp, Expr, ExprKind, FloatKind, Intrinsic, Scalar, UnaryOp};
use clew_logic::{TermId, TermPool};

/// The width of truth values.
const INT_BITS: u32 = 32;

impl Meaning<'_> {
    /// The value of a scalar expression, a term of its type's width.
    pub(super) fn value(&mut self, expr: &Expr) -> TermId {
        self.at(expr.span, |meaning| meaning.value_here(expr))
    }

    /// Whether a scalar expression does not compare equal to zero in the current state.
    pub fn predicate(&mut self, expr: &Expr) -> Predicate {
        let holds = self.at(expr.span, |meaning| meaning.truth(expr));
        let found = self.finish();
        Predicate { holds, defined: found.defined, arbitrary: found.arbitrary }
    }

    /// The value of a scalar expression in the current state, and what it takes to have one.
    pub(super) fn value_aside(&mut self, expr: &Expr) -> (TermId, Vec<Obligation>) {
        let value = self.value(expr);
        (value, self.finish().defined)
    }

    fn value_here(&mut self, expr: &Expr) -> TermId {
        let scalar = self.scalar_of(expr);
        match &expr.kind {
            ExprKind::Const(bits) => self.pool.bv(scalar_width(scalar), *bits),
            ExprKind::Load(place) => self.read_place(place, scalar),
            ExprKind::AddressOf(place) => self.place_address(place),
            ExprKind::FunctionAddress(function) => {
                self.store.address(self.pool, Named::Function(*function))
            }
            ExprKind::LabelAddress(block) => {
                self.store.address(self.pool, Named::Label(self.id, *block))
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand, scalar),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, scalar),
            ExprKind::Cast { operand, .. } => {
                let from = self.scalar_of(operand);
                let a = self.value(operand);
                self.cast(from, scalar, a)
            }
            ExprKind::Intrinsic(op, operands) => self.intrinsic(*op, operands, scalar),
        }
    }

    /// The scalar type of an expression that must have one.
    pub(super) fn scalar_of(&self, expr: &Expr) -> Scalar {
        self.scalar(expr.ty).expect("the verifier should admit scalar operands only")
    }

    /// Whether a scalar expression does not compare equal to zero.
    pub(super) fn truth(&mut self, expr: &Expr) -> TermId {
        let scalar = self.scalar_of(expr);
        let value = self.value(expr);
        let truth = self.cast(scalar, Scalar::Int { bits: 1, signed: false }, value);
        self.pool.is_nonzero(truth)
    }

    /// The term, or an arbitrary one where the operation has none.
    fn or_arbitrary(&mut self, term: Option<TermId>, scalar: Scalar) -> TermId {
        match term {
            Some(term) => term,
            None => self.arbitrary(scalar_width(scalar), Arbitrary::NoTerm),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, result: Scalar) -> TermId {
        let scalar = self.scalar_of(operand);
        let a = self.value(operand);
        if let (UnaryOp::Neg, Scalar::Int { bits, signed: true }) = (op, scalar) {
            let zero = self.pool.bv(bits, 0);
            let overflows = ops::check(self.pool, BinaryOp::Sub, scalar, zero, scalar, a);
            self.forbid(Danger::SignedOverflow, overflows);
        }
        if scalar == Scalar::Float(FloatKind::X87) {
            return self.unary_x87(op, a);
        }
        let term = ops::unary(self.pool, op, scalar, a);
        self.or_arbitrary(term, result)
    }

    /// What needs no circuit: the sign is the highest bit.
    fn unary_x87(&mut self, op: UnaryOp, a: TermId) -> TermId {
        let width = self.pool.width(a);
        match op {
            UnaryOp::Neg => {
                let sign = self.pool.min_signed(width);
                self.pool.xor(a, sign)
            }
            UnaryOp::LogicalNot => {
                let is_zero = self.is_zero_x87(a);
                self.pool.bool_to_bv(is_zero, INT_BITS)
            }
            UnaryOp::BitNot => unreachable!("C has no `~` on floating operands"),
        }
    }

    /// Whether there is no bit but the sign.
    fn is_zero_x87(&mut self, a: TermId) -> TermId {
        let magnitude = self.pool.extract(self.pool.width(a) - 2, 0, a);
        self.pool.is_zero(magnitude)
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, result: Scalar) -> TermId {
        match op {
            BinaryOp::PtrAdd => self.moved_pointer(left, right, TermPool::add),
            BinaryOp::PtrSub => self.moved_pointer(left, right, TermPool::sub),
            BinaryOp::PtrDiff => self.pointer_difference(left, right),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => {
                let (left_scalar, right_scalar) = (self.scalar_of(left), self.scalar_of(right));
                let (a, b) = (self.value(left), self.value(right));
                self.check(op, (left_scalar, a), (right_scalar, b));
                let term = ops::binary(self.pool, op, left_scalar, a, right_scalar, b);
                self.or_arbitrary(term, result)
            }
        }
    }

    /// What C asks of `a op b`.
    fn check(&mut self, op: BinaryOp, (left, a): (Scalar, TermId), (right, b): (Scalar, TermId)) {
        let Scalar::Int { bits, .. } = left else { return };
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            let zero = self.pool.bv(bits, 0);
            let by_zero = self.pool.eq(b, zero);
            self.forbid(Danger::DivisionByZero, Some(by_zero));
            let overflows = ops::check(self.pool, op, left, a, right, b);
            return self.forbid(Danger::DivisionOverflow, overflows);
        }
        let danger = if op.is_shift() { Danger::BadShift } else { Danger::SignedOverflow };
        let fault = ops::check(self.pool, op, left, a, right, b);
        self.forbid(danger, fault);
    }

    /// Notes that this must not hold.
    fn forbid(&mut self, danger: Danger, condition: Option<TermId>) {
        if let Some(condition) = condition {
            let holds = self.pool.not(condition);
            self.must_hold(danger, holds);
        }
    }

    /// A pointer moved by a number of elements.
    fn moved_pointer(
        &mut self,
        pointer: &Expr,
        count: &Expr,
        combine: fn(&mut TermPool, TermId, TermId) -> TermId,
    ) -> TermId {
        let base = self.value(pointer);
        let element = self.program.types.pointee(pointer.ty).unwrap_or(pointer.ty);
        let (count, size) = (self.count(count), self.size_of(element));
        let distance = self.pool.mul(count, size);
        combine(self.pool, base, distance)
    }

    /// A number of elements, 64 bits.
    pub(super) fn count(&mut self, count: &Expr) -> TermId {
        let Scalar::Int { signed, .. } = self.scalar_of(count) else {
            return self.arbitrary(ADDRESS, Arbitrary::NoTerm);
        };
        let count = self.value(count);
        self.pool.resize(count, ADDRESS, signed)
    }

    /// As the machine does it: by a shift where the size is a power of two.
    fn pointer_difference(&mut self, left: &Expr, right: &Expr) -> TermId {
        let (a, b) = (self.value(left), self.value(right));
        let bytes = self.pool.sub(a, b);
        let element = self.program.types.pointee(left.ty).unwrap_or(left.ty);
        let size = self.size_of(element);
        match self.pool.value(size) {
            Some(0) => self.address_constant(0),
            Some(known) if known.is_power_of_two() => {
                let count = self.address_constant(known.trailing_zeros().into());
                self.pool.ashr(bytes, count)
            }
            Some(_) => self.pool.sdiv(bytes, size),
            None => {
                let zero = self.address_constant(0);
                let by_zero = self.pool.eq(size, zero);
                self.forbid(Danger::DivisionByZero, Some(by_zero));
                self.pool.sdiv(bytes, size)
            }
        }
    }

    /// A conversion between scalar types.
    pub(super) fn cast(&mut self, from: Scalar, to: Scalar, a: TermId) -> TermId {
        if from == to {
            return a;
        }
        if let (Scalar::Float(FloatKind::X87), Scalar::Int { bits: 1, .. }) = (from, to) {
            let is_zero = self.is_zero_x87(a);
            let is_set = self.pool.not(is_zero);
            return self.pool.bool_to_bv(is_set, 1);
        }
        let term = ops::cast(self.pool, from, to, a);
        self.or_arbitrary(term, to)
    }

    fn intrinsic(&mut self, op: Intrinsic, operands: &[Expr], result: Scalar) -> TermId {
        let operands: Vec<(Scalar, TermId)> =
            operands.iter().map(|operand| (self.scalar_of(operand), self.value(operand))).collect();
        let term = ops::intrinsic(self.pool, &self.program.types, op, &operands, result);
        self.or_arbitrary(term, result)
    }
}
