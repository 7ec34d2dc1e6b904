//! `aor`: an arithmetic operator becomes each of the others: `+ - * / %` on integers, `+ - * /` on
//! floats.
//!
//! `x + 0` and `x - 0`, `x * 1` and `x / 1` are the same and do not become each other; nothing
//! becomes a division by the constant zero, which no run survives.

use super::Mutant;
use crate::predicate::Builder;
use clew_ir::{BinaryOp, Expr, ExprKind, Scalar};

const OPERATORS: [BinaryOp; 5] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem];

pub(super) fn is_arithmetic(op: BinaryOp) -> bool {
    OPERATORS.contains(&op)
}

fn is_division(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Div | BinaryOp::Rem)
}

pub(super) fn mutants(build: &Builder<'_>, part: &Expr) -> Vec<Mutant> {
    let ExprKind::Binary(op, left, right) = &part.kind else { return Vec::new() };
    let is_float = matches!(build.types.scalar(part.ty), Some(Scalar::Float(_)));
    if !is_arithmetic(*op) {
        return Vec::new();
    }
    let applies = |other: &BinaryOp| {
        *other != *op
            && !(is_float && *other == BinaryOp::Rem)
            && !are_same(build, *op, *other, right)
            && !(is_division(*other) && !is_float && right.as_const() == Some(0))
    };
    let others = OPERATORS.into_iter().filter(applies);
    others.map(|other| build.binary(other, (**left).clone(), (**right).clone()).into()).collect()
}

/// Whether two operators give the same for every left operand.
fn are_same(build: &Builder<'_>, one: BinaryOp, other: BinaryOp, right: &Expr) -> bool {
    let is_pair = |a, b| (one, other) == (a, b) || (other, one) == (a, b);
    let is = |value| right.as_const() == build.int(value, right.ty).as_const();
    match build.types.scalar(right.ty) {
        Some(Scalar::Int { .. }) => {
            is_pair(BinaryOp::Add, BinaryOp::Sub) && is(0)
                || is_pair(BinaryOp::Mul, BinaryOp::Div) && is(1)
        }
        Some(Scalar::Float(_)) | None => false,
    }
}
