//! Predicates of labels, built from expressions of the program.
//!
//! A predicate has type `int` and is 0 or 1. Both sides of `and` and `or` are evaluated: where
//! one of them faults, the label does not hold.

use clew_ir::{BinaryOp, Expr, ExprKind, Intrinsic, Scalar, Span, TypeId, TypeTable, UnaryOp, ops};

/// A predicate that is built from parts of one place of the source.
#[derive(Clone, Copy)]
pub(crate) struct Builder<'t> {
    pub(crate) types: &'t TypeTable,
    pub(crate) span: Span,
}

impl Builder<'_> {
    fn make(&self, kind: ExprKind, ty: TypeId) -> Expr {
        Expr { kind, ty, span: self.span }
    }

    /// An integer constant of an integer or pointer type.
    pub(crate) fn int(&self, value: i128, ty: TypeId) -> Expr {
        let bits = match self.types.scalar(ty) {
            Some(Scalar::Int { bits, .. }) => ops::truncate(value as u128, bits),
            Some(Scalar::Float(_)) | None => 0,
        };
        self.make(ExprKind::Const(bits), ty)
    }

    /// A constant of a floating type that is this integer, rounded.
    pub(crate) fn float(&self, value: i128, ty: TypeId) -> Expr {
        let from = Scalar::Int { bits: 128, signed: true };
        let bits = self.types.scalar(ty).map_or(0, |to| ops::cast(from, to, value as u128));
        self.make(ExprKind::Const(bits), ty)
    }

    /// A unary operator whose result has the operand's type.
    pub(crate) fn unary(&self, op: UnaryOp, operand: Expr) -> Expr {
        let ty = operand.ty;
        self.make(ExprKind::Unary(op, Box::new(operand)), ty)
    }

    /// A binary operator whose result has the left operand's type; `int` for comparisons.
    pub(crate) fn binary(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let ty = if op.is_comparison() { TypeTable::INT } else { left.ty };
        self.make(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty)
    }

    /// A pure builtin.
    pub(crate) fn intrinsic(&self, op: Intrinsic, operands: Vec<Expr>, ty: TypeId) -> Expr {
        self.make(ExprKind::Intrinsic(op, operands), ty)
    }

    /// An explicit conversion.
    pub(crate) fn cast(&self, operand: Expr, ty: TypeId) -> Expr {
        self.make(ExprKind::Cast { operand: Box::new(operand), implicit: false }, ty)
    }

    /// `a op c` for an integer constant.
    pub(crate) fn compare_with(&self, op: BinaryOp, operand: &Expr, constant: i128) -> Expr {
        let constant = self.int(constant, operand.ty);
        self.binary(op, operand.clone(), constant)
    }

    /// Whether a scalar is not zero.
    pub(crate) fn truth(&self, operand: &Expr) -> Expr {
        match &operand.kind {
            ExprKind::Unary(UnaryOp::LogicalNot, _) => operand.clone(),
            ExprKind::Binary(op, ..) if op.is_comparison() => operand.clone(),
            ExprKind::Const(bits) => {
                let is_zero =
                    self.types.scalar(operand.ty).is_none_or(|it| ops::is_zero(it, *bits));
                self.int(i128::from(!is_zero), TypeTable::INT)
            }
            _ => self.not(&self.not(operand)),
        }
    }

    /// Whether a scalar is zero.
    pub(crate) fn not(&self, operand: &Expr) -> Expr {
        if let ExprKind::Unary(UnaryOp::LogicalNot, inner) = &operand.kind
            && is_truth(inner)
        {
            return (**inner).clone();
        }
        let operand = Box::new(operand.clone());
        self.make(ExprKind::Unary(UnaryOp::LogicalNot, operand), TypeTable::INT)
    }

    /// Whether both predicates hold.
    pub(crate) fn and(&self, left: Expr, right: Expr) -> Expr {
        self.binary(BinaryOp::BitAnd, left, right)
    }

    /// Whether one of two predicates holds.
    pub(crate) fn or(&self, left: Expr, right: Expr) -> Expr {
        self.binary(BinaryOp::BitOr, left, right)
    }

    /// Whether two predicates differ.
    pub(crate) fn xor(&self, left: Expr, right: Expr) -> Expr {
        self.binary(BinaryOp::Ne, left, right)
    }

    /// Whether two values of one scalar type differ. What is no number is like what is none.
    pub(crate) fn differ(&self, left: &Expr, right: &Expr) -> Expr {
        let differ = self.binary(BinaryOp::Ne, left.clone(), right.clone());
        if !matches!(self.types.scalar(left.ty), Some(Scalar::Float(_))) {
            return differ;
        }
        let is_nan =
            |expr: &Expr| self.intrinsic(Intrinsic::IsNan, vec![expr.clone()], TypeTable::INT);
        let both = self.and(self.truth(&is_nan(left)), self.truth(&is_nan(right)));
        self.and(differ, self.not(&both))
    }
}

fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::LogicalNot, _) => true,
        ExprKind::Binary(op, ..) => op.is_comparison(),
        _ => false,
    }
}

/// Whether an expression may be evaluated again without anybody noticing.
pub(crate) fn is_repeatable(expr: &Expr) -> bool {
    let mut is_repeatable = true;
    expr.walk(&mut |expr| {
        if let ExprKind::Load(place) | ExprKind::AddressOf(place) = &expr.kind {
            is_repeatable &= !place.is_volatile;
        }
    });
    is_repeatable
}
