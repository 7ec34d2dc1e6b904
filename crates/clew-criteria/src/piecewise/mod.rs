//! A predicate over one operand, as the exact set of the operand's values for which it holds.
//!
//! Negation, sums and products with constants, conversions and comparisons of one integer make
//! functions that are linear on a few intervals of its values. So it is decided here, without a
//! search, that `-x != 0` is `x != 0`, that `u <= 0` is `u == 0` for an unsigned `u`, and that
//! `x <= 6` is `x < 7`. What is no such function is an operand itself; a predicate over two
//! operands is one whose only value that holds is 1.
//!
//! The operand is whatever is evaluated: a variable, an element, a sum of variables. That it is the
//! same wherever it is written holds for what may be evaluated again without anybody noticing.

mod linear;
#[cfg(test)]
mod tests;

use crate::{predicate, range};
use clew_ir::{BinaryOp, Expr, ExprKind, Intrinsic, Scalar, Span, TypeTable, UnaryOp, ops};
use linear::{Linear, Pieces};

/// When a predicate holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Holds {
    /// What it is about; `None` for constants.
    operand: Option<Expr>,
    /// The values of the operand, as intervals with both ends, in order and apart.
    values: Vec<(i128, i128)>,
}

impl Holds {
    /// A text that two predicates share only where they hold in the same states.
    pub(crate) fn key(&self) -> String {
        format!("{:?} in {:?}", self.operand, self.values)
    }
}

/// Whether a predicate cannot hold, whatever values its operands have in their types.
pub(crate) fn is_never(types: &TypeTable, predicate: &Expr) -> bool {
    range::decide(types, predicate) == Some(false)
        || holds(types, predicate).is_some_and(|holds| holds.values.is_empty())
}

/// When a predicate holds; `None` where it is about more than integers of at most 64 bits, or about
/// what changes by itself.
pub(crate) fn holds(types: &TypeTable, predicate: &Expr) -> Option<Holds> {
    if !predicate::is_repeatable(predicate) {
        return None;
    }
    let value = value(types, predicate)?;
    let truth = value.pieces.zip(&Pieces::constant(0), &|a, b| linear::compare(BinaryOp::Ne, a, b));
    Some(Holds { operand: value.operand, values: truth?.where_one() })
}

/// Whether two indices of an array can name two of its elements in one state, as far as is known.
pub(crate) fn may_name_two(types: &TypeTable, length: u64, one: &Expr, other: &Expr) -> bool {
    let may_name_two = || {
        let (one, other) = (value(types, one)?, value(types, other)?);
        let operand = common(&one, &other)?;
        let differ = |a, b| linear::compare(BinaryOp::Ne, a, b);
        let is_inside = |a: Linear, _| linear::is_between(a, 0, i128::from(length) - 1);
        let nothing = Pieces::constant(0);
        let first = one.pieces.zip(&nothing, &is_inside)?;
        let second = other.pieces.zip(&nothing, &is_inside)?;
        let both = first.zip(&second, &linear::both)?;
        let all = both.zip(&one.pieces.zip(&other.pieces, &differ)?, &linear::both)?;
        Some(operand.is_none() || !all.where_one().is_empty())
    };
    may_name_two().unwrap_or(true)
}

/// What an integer expression is, in terms of its operand.
struct Value {
    /// Without places in the source; `None` for constants.
    operand: Option<Expr>,
    pieces: Pieces,
}

impl Value {
    fn constant(value: i128) -> Self {
        Self { operand: None, pieces: Pieces::constant(value) }
    }
}

/// The operand of both of two expressions; `None` where they have different ones.
fn common(one: &Value, other: &Value) -> Option<Option<Expr>> {
    match (&one.operand, &other.operand) {
        (Some(one), Some(other)) => (one == other).then(|| Some(one.clone())),
        (one, other) => Some(one.as_ref().or(other.as_ref()).cloned()),
    }
}

/// `None` for what is no integer of at most 64 bits.
fn value(types: &TypeTable, expr: &Expr) -> Option<Value> {
    let Scalar::Int { bits: bits @ 1..=64, signed } = types.scalar(expr.ty)? else { return None };
    if let ExprKind::Const(value) = expr.kind {
        return Some(Value::constant(ops::int_value(value, bits, signed)));
    }
    let computed = computed(types, expr).and_then(|value| {
        let pieces = value.pieces.wrap(bits, signed)?;
        Some(Value { pieces, ..value })
    });
    computed.or_else(|| {
        let (low, high) = range::limits(types, expr)?;
        let operand = Some(clew_ir::rebuild::rebuilt(expr, &|part| settled(types, part)));
        Some(Value { operand, pieces: Pieces::operand(low, high) })
    })
}

/// What an expression is before it is fit to its type; `None` where it is an operand itself.
fn computed(types: &TypeTable, expr: &Expr) -> Option<Value> {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => {
            let value = value(types, operand)?;
            match types.scalar(expr.ty)? {
                // A number becomes a truth value by its not being zero.
                Scalar::Int { bits: 1, .. } => with_zero(value, BinaryOp::Ne),
                _ => Some(value),
            }
        }
        ExprKind::Unary(UnaryOp::LogicalNot, operand) if is_float(types, operand) => {
            float_is_zero(operand)
        }
        ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right)
            if is_float(types, left) && is_zero(types, right) =>
        {
            let is_zero = float_is_zero(left)?;
            if *op == BinaryOp::Eq { Some(is_zero) } else { with_zero(is_zero, BinaryOp::Eq) }
        }
        ExprKind::Unary(op, operand) => {
            let value = value(types, operand)?;
            match op {
                UnaryOp::LogicalNot => with_zero(value, BinaryOp::Eq),
                UnaryOp::Neg => combine(Value::constant(0), value, BinaryOp::Sub),
                UnaryOp::BitNot => combine(Value::constant(-1), value, BinaryOp::Sub),
            }
        }
        ExprKind::Binary(BinaryOp::Shr, left, right) => sign(types, left, right),
        ExprKind::Binary(op, left, right) => {
            combine(value(types, left)?, value(types, right)?, *op)
        }
        _ => None,
    }
}

fn with_zero(value: Value, op: BinaryOp) -> Option<Value> {
    combine(value, Value::constant(0), op)
}

fn combine(left: Value, right: Value, op: BinaryOp) -> Option<Value> {
    let operand = common(&left, &right)?;
    let pieces = left.pieces.zip(&right.pieces, &|a, b| linear::binary(op, a, b))?;
    Some(Value { operand, pieces })
}

/// What an integer operation with constants is without them: `x * 1` is `x`, `8 / 1` is 8. So two
/// operands that can only be equal are one.
fn settled(types: &TypeTable, expr: Expr) -> Expr {
    let ExprKind::Binary(op, left, right) = &expr.kind else { return expr };
    let (Some(a), Some(b)) = (types.scalar(left.ty), types.scalar(right.ty)) else { return expr };
    let Some(Scalar::Int { .. }) = types.scalar(expr.ty) else { return expr };
    match (op, left.as_const(), right.as_const()) {
        (BinaryOp::Add | BinaryOp::Sub, None, Some(0))
        | (BinaryOp::Mul | BinaryOp::Div, None, Some(1)) => (**left).clone(),
        (_, Some(one), Some(other)) => match ops::binary(*op, a, one, b, other) {
            Ok(bits) => Expr::constant(bits, expr.ty, Span::NONE),
            Err(_) => expr,
        },
        _ => expr,
    }
}

/// A shift by all bits but the sign.
fn sign(types: &TypeTable, left: &Expr, right: &Expr) -> Option<Value> {
    let Scalar::Int { bits, signed: true } = types.scalar(left.ty)? else { return None };
    if right.as_const() != Some(u128::from(bits) - 1) {
        return None;
    }
    let is_negative = with_zero(value(types, left)?, BinaryOp::Lt)?;
    combine(Value::constant(0), is_negative, BinaryOp::Sub)
}

fn is_float(types: &TypeTable, expr: &Expr) -> bool {
    matches!(types.scalar(expr.ty), Some(Scalar::Float(_)))
}

fn is_zero(types: &TypeTable, expr: &Expr) -> bool {
    let is_zero = |bits| types.scalar(expr.ty).is_some_and(|scalar| ops::is_zero(scalar, bits));
    expr.as_const().is_some_and(is_zero)
}

/// Whether a float is zero: so is whatever has another sign.
fn float_is_zero(float: &Expr) -> Option<Value> {
    let mut float = float;
    loop {
        float = match &float.kind {
            ExprKind::Unary(UnaryOp::Neg, operand) => operand,
            ExprKind::Intrinsic(Intrinsic::FloatAbs, operands) => operands.first()?,
            _ => break,
        };
    }
    let kind =
        ExprKind::Unary(UnaryOp::LogicalNot, Box::new(clew_ir::rebuild::without_spans(float)));
    let operand = Some(Expr { kind, ty: TypeTable::INT, span: Span::NONE });
    Some(Value { operand, pieces: Pieces::operand(0, 1) })
}
