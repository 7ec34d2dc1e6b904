//! `abs`: a number becomes its absolute value, or the negative of that.
//!
//! Applies to reads of variables and to results of arithmetic. What cannot be negative has no
//! absolute value of its own.

use super::{Mutant, is_number, is_read};
use crate::predicate::Builder;
use crate::range;
use clew_ir::{BinaryOp, Expr, ExprKind, Intrinsic, Scalar, TypeTable, UnaryOp};

pub(super) fn mutants(build: &Builder<'_>, part: &Expr) -> Vec<Mutant> {
    let is_result = match &part.kind {
        ExprKind::Binary(op, ..) => super::arithmetic::is_arithmetic(*op),
        _ => false,
    };
    if !is_number(build, part) || !(is_result || is_read(build, part)) {
        return Vec::new();
    }
    let positive = match build.types.scalar(part.ty) {
        Some(Scalar::Int { bits, signed: true }) if range::may_be_negative(build.types, part) => {
            absolute(build, part, bits)
        }
        Some(Scalar::Float(_)) => build.intrinsic(Intrinsic::FloatAbs, vec![part.clone()], part.ty),
        Some(Scalar::Int { .. }) | None => return Vec::new(),
    };
    let negative = build.unary(UnaryOp::Neg, positive.clone());
    vec![
        Mutant { expr: positive, frame: Some(("abs(", ")")) },
        Mutant { expr: negative, frame: Some(("-abs(", ")")) },
    ]
}

/// The absolute value of an integer: `s = x >> 31; (x ^ s) - s`. That of the least is itself.
fn absolute(build: &Builder<'_>, part: &Expr, bits: u32) -> Expr {
    let count = build.int(i128::from(bits) - 1, TypeTable::INT);
    let sign = build.binary(BinaryOp::Shr, part.clone(), count);
    let flipped = build.binary(BinaryOp::BitXor, part.clone(), sign.clone());
    build.binary(BinaryOp::Sub, flipped, sign)
}
