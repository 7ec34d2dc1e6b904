//! `uoi`: a unary operator is put before what is read from a variable: `-` (that alone is `aoiu`),
//! and `~` on integers.
//!
//! `!` before a condition is killed by every run that comes to it: it is no mutant here.

use super::{Mutant, is_number, is_read};
use crate::predicate::Builder;
use clew_ir::{Expr, Scalar, UnaryOp};

/// `-x`.
pub(super) fn mutants(build: &Builder<'_>, part: &Expr) -> Vec<Mutant> {
    if !is_read(build, part) || !is_number(build, part) {
        return Vec::new();
    }
    vec![build.unary(UnaryOp::Neg, part.clone()).into()]
}

/// `~x`.
pub(super) fn complements(build: &Builder<'_>, part: &Expr) -> Vec<Mutant> {
    let is_integer = matches!(build.types.scalar(part.ty), Some(Scalar::Int { .. }));
    if !is_read(build, part) || !is_number(build, part) || !is_integer {
        return Vec::new();
    }
    vec![build.unary(UnaryOp::BitNot, part.clone()).into()]
}
