//! `ror`: a comparison becomes each of the others, and always true, and always false.
//!
//! Pointers are compared for equality alone where the program does so.

use super::Mutant;
use crate::predicate::Builder;
use clew_ir::{BinaryOp, Expr, ExprKind, TypeTable};

const OPERATORS: [BinaryOp; 6] =
    [BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];

pub(super) fn mutants(build: &Builder<'_>, part: &Expr) -> Vec<Mutant> {
    let ExprKind::Binary(op, left, right) = &part.kind else { return Vec::new() };
    if !op.is_comparison() {
        return Vec::new();
    }
    let is_equality = |op: BinaryOp| matches!(op, BinaryOp::Eq | BinaryOp::Ne);
    let is_restricted = build.types.is_pointer(left.ty) && is_equality(*op);
    let others = OPERATORS
        .into_iter()
        .filter(|other| other != op && (!is_restricted || is_equality(*other)));
    let others = others.map(|other| build.binary(other, (**left).clone(), (**right).clone()));
    let constants = [1, 0].map(|value| build.int(value, TypeTable::INT));
    others.chain(constants).map(Mutant::from).collect()
}
