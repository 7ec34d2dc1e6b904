//! Expressions.

use super::access::{Purpose, Value, Where};
use super::{Moment, Semantics, State};
use crate::program::{Base, Binary, Expr, ExprKind, LONG, POINTER, Scalar, Step, Type};
use crate::term::{BitsOp, Sort, Term};

/// What a pointer was made from, as far as C lets it be followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// A global, or a local that has no address.
    Named,
    /// A local object.
    Local(usize),
    /// Something that existed at a moment.
    Since(Moment),
    /// Not known.
    Anywhere,
}

impl Semantics<'_> {
    /// The value of a scalar expression.
    pub(super) fn value(&mut self, state: &mut State, frame: usize, expr: &Expr) -> Term {
        let width = expr.ty.scalar().map_or(1, Scalar::bits);
        match &expr.kind {
            ExprKind::Const(bits) => self.terms.bits(*bits, width),
            ExprKind::Load(place) => match self.read_place(state, frame, place) {
                Value::Scalar(value) => value,
                Value::Bytes(_) | Value::Unknown => self.terms.fresh(Sort::Bits(width)),
            },
            ExprKind::AddressOf(_) => self.pointer_value(state, frame, expr),
            ExprKind::FunctionAddress(number) => self.function_address(*number),
            ExprKind::LabelAddress(block) => {
                let function = state.frames[frame].function;
                self.label_address(function, *block)
            }
            ExprKind::Unary(op, operand) => {
                let scalar = operand.ty.scalar().unwrap_or(POINTER);
                let operand = self.value(state, frame, operand);
                self.unary_value(*op, scalar, operand)
            }
            ExprKind::Binary(op, left, right) => {
                self.binary_expr(state, frame, expr, *op, left, right)
            }
            ExprKind::Cast(operand) => {
                if operand.ty.is_pointer() && expr.ty.is_pointer() {
                    return self.pointer_value(state, frame, expr);
                }
                let from = operand.ty.scalar().unwrap_or(POINTER);
                let to = expr.ty.scalar().unwrap_or(POINTER);
                let operand = self.value(state, frame, operand);
                let value = self.convert(from, to, operand);
                match expr.ty.is_pointer() {
                    true => self.made_from_number(value),
                    false => value,
                }
            }
            ExprKind::Intrinsic(op, operands) => {
                let scalars: Vec<(Scalar, Term)> = operands
                    .iter()
                    .map(|operand| {
                        let scalar = operand.ty.scalar().unwrap_or(POINTER);
                        (scalar, self.value(state, frame, operand))
                    })
                    .collect();
                if op.may_set_errno() && !state.is_aside {
                    self.change_errno(state);
                }
                self.intrinsic_value(*op, &scalars, width)
            }
        }
    }

    /// A pointer that is made from a number now: whatever has that address by now it may lead to, also
    /// where the number came from an older pointer.
    fn made_from_number(&mut self, number: Term) -> Term {
        if self.existed_at(number).is_none() {
            return number;
        }
        let sort = self.terms.sort(number);
        let pointer = self.terms.fresh(sort);
        let is_number = self.terms.equal(pointer, number);
        self.terms.define(pointer, is_number);
        pointer
    }

    /// A value that is moved as a whole.
    pub(super) fn moved_value(&mut self, state: &mut State, frame: usize, expr: &Expr) -> Value {
        match (&expr.kind, expr.ty.scalar()) {
            (_, Some(_)) => Value::Scalar(self.value(state, frame, expr)),
            (ExprKind::Load(place), None) => self.read_place(state, frame, place),
            (_, None) => Value::Unknown,
        }
    }

    fn binary_expr(
        &mut self,
        state: &mut State,
        frame: usize,
        expr: &Expr,
        op: Binary,
        left: &Expr,
        right: &Expr,
    ) -> Term {
        match op {
            Binary::PtrAdd | Binary::PtrSub => self.pointer_value(state, frame, expr),
            Binary::PtrDiff => self.pointer_difference(state, frame, left, right),
            _ => {
                let (a, b) = (left.ty.scalar(), right.ty.scalar());
                let (a, b) = (a.unwrap_or(LONG), b.unwrap_or(LONG));
                // What may set `errno` comes first: what is read beside it may be the new one.
                let is_turned = sets_errno(right);
                let (first, second) = if is_turned { (right, left) } else { (left, right) };
                let first = self.value(state, frame, first);
                let second = self.value(state, frame, second);
                let (x, y) = if is_turned { (second, first) } else { (first, second) };
                self.binary_value(state, op, (a, x), (b, y))
            }
        }
    }

    /// A pointer that becomes a value: the object it is made from is known from now on.
    fn pointer_value(&mut self, state: &mut State, frame: usize, expr: &Expr) -> Term {
        let (value, origin) = self.pointer(state, frame, expr);
        match origin {
            Origin::Local(object) => self.escape(state, object),
            Origin::Since(moment) => self.pointer_existed(value, moment),
            Origin::Named | Origin::Anywhere => {}
        }
        value
    }

    /// A pointer and what it was made from.
    pub(super) fn pointer(
        &mut self,
        state: &mut State,
        frame: usize,
        expr: &Expr,
    ) -> (Term, Origin) {
        match &expr.kind {
            ExprKind::AddressOf(place) => {
                let resolved = self.resolve(state, frame, place, Purpose::Address);
                match resolved.storage {
                    Where::Memory { address } => (address, resolved.origin),
                    Where::Register { .. } | Where::Private { .. } => {
                        (self.terms.fresh(Sort::Bits(64)), Origin::Anywhere)
                    }
                }
            }
            ExprKind::Binary(op @ (Binary::PtrAdd | Binary::PtrSub), left, right) => {
                let (base, origin) = self.pointer(state, frame, left);
                let distance = self.distance(state, frame, &left.ty, right);
                let op = if *op == Binary::PtrAdd { BitsOp::Add } else { BitsOp::Sub };
                (self.terms.binary(op, base, distance), origin)
            }
            ExprKind::Cast(operand) if operand.ty.is_pointer() => {
                self.pointer(state, frame, operand)
            }
            _ => {
                let value = self.value(state, frame, expr);
                let origin = self.existed_at(value).map_or(Origin::Anywhere, Origin::Since);
                (value, origin)
            }
        }
    }

    /// A number of elements as bytes.
    fn distance(&mut self, state: &mut State, frame: usize, ty: &Type, count: &Expr) -> Term {
        let signed = count.ty.scalar().is_some_and(Scalar::is_signed);
        let count = self.value(state, frame, count);
        let count = self.terms.resize(count, 64, signed);
        let size = match ty {
            Type::Pointer(target) => self.size(state, frame, target),
            _ => self.terms.address(1),
        };
        self.terms.binary(BitsOp::Mul, count, size)
    }

    /// A difference in elements; arbitrary where it is no whole number of them.
    fn pointer_difference(
        &mut self,
        state: &mut State,
        frame: usize,
        left: &Expr,
        right: &Expr,
    ) -> Term {
        let size = match &left.ty {
            Type::Pointer(target) => self.size(state, frame, target),
            _ => self.terms.address(1),
        };
        let (a, b) = (self.value(state, frame, left), self.value(state, frame, right));
        let bytes = self.terms.binary(BitsOp::Sub, a, b);
        if self.terms.as_const(size) == Some(1) {
            return bytes;
        }
        let quotient = self.terms.binary(BitsOp::SignedDiv, bytes, size);
        let rest = self.terms.binary(BitsOp::SignedRem, bytes, size);
        let is_whole = self.terms.is_zero(rest);
        let is_sized = self.terms.is_zero(size);
        let is_sized = self.terms.not(is_sized);
        let holds = self.terms.and(is_whole, is_sized);
        let other = self.terms.fresh(Sort::Bits(64));
        self.terms.ite(holds, quotient, other)
    }

    /// Whether a scalar compares unequal to zero.
    pub(super) fn truth(&mut self, scalar: Scalar, value: Term) -> Term {
        let is_zero = self.is_zero_value(scalar, value);
        self.terms.not(is_zero)
    }
}

/// Whether evaluation may change `errno`.
fn sets_errno(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Intrinsic(op, operands) => op.may_set_errno() || operands.iter().any(sets_errno),
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => sets_errno(operand),
        ExprKind::Binary(_, left, right) => sets_errno(left) || sets_errno(right),
        ExprKind::Load(place) | ExprKind::AddressOf(place) => {
            let is_set_by = |step: &Step| match step {
                Step::Index { index, .. } => sets_errno(index),
                Step::Field { .. } => false,
            };
            matches!(&place.base, Base::Deref(pointer) if sets_errno(pointer))
                || place.path.iter().any(is_set_by)
        }
        ExprKind::Const(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(_) => false,
    }
}
