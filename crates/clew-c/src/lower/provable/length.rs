//! The lengths of arrays that are not constant.

use super::{Context, Finding, Rule, any};
use crate::ast::{Kind, Node};
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Length,
    allowed: "lengths of arrays without effects, or with effects in one order",
    refused: "lengths whose effects are in no order to the rest of an expression or to each other, or that cannot \
              be read: C says when they are evaluated (C11 6.7.6.2p5), nothing says in which order",
    check: Some(check),
};

fn check(_: &Context<'_, '_, '_>, node: &Node) -> Option<Finding> {
    is_unordered(node).then(Finding::plain).flatten()
}

/// Whether the lengths of arrays in a node have effects that are in no order to the rest of an expression, or to
/// each other.
fn is_unordered(it: &Node) -> bool {
    match it.kind {
        Kind::UnaryExprOrTypeTraitExpr => match (&it.arg_type, it.child(0)) {
            (Some(ty), _) => active_lengths(&ty.qual_type) > 0,
            // An operand is evaluated where its type has such a length.
            (None, Some(operand)) => {
                variable_lengths(operand.type_text()) > 0 && any(operand, &acts)
            }
            (None, None) => false,
        },
        Kind::CStyleCastExpr | Kind::CompoundLiteralExpr | Kind::VAArgExpr => {
            active_lengths(it.type_text()) > 0
        }
        Kind::VarDecl | Kind::ParmVarDecl | Kind::TypedefDecl => {
            active_lengths(it.type_text()) > 0 && variable_lengths(it.type_text()) > 1
        }
        Kind::StmtExpr => any(it, &|inner| {
            matches!(inner.kind, Kind::VarDecl | Kind::TypedefDecl)
                && active_lengths(inner.type_text()) > 0
        }),
        _ => false,
    }
}

/// Whether evaluating a node does something.
fn acts(node: &Node) -> bool {
    match node.kind {
        Kind::CallExpr | Kind::CompoundAssignOperator => true,
        Kind::BinaryOperator => node.opcode() == "=",
        Kind::UnaryOperator => matches!(node.opcode(), "++" | "--"),
        _ => false,
    }
}

fn lengths(ty: &str) -> impl Iterator<Item = &str> {
    ty.split('[').skip(1).map(|rest| rest.split(']').next().unwrap_or_default())
}

/// How many of the lengths in a type are no numbers.
pub(in crate::lower) fn variable_lengths(ty: &str) -> usize {
    lengths(ty).filter(|it| it.contains(|digit: char| !digit.is_ascii_digit())).count()
}

/// How many of the lengths in a type call a function or assign something.
fn active_lengths(ty: &str) -> usize {
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    let calls = |length: &str| {
        length.match_indices('(').any(|(at, _)| {
            let name = length[..at].rsplit(|it| !is_word(it)).next().unwrap_or_default();
            !name.is_empty() && !matches!(name, "sizeof" | "_Alignof" | "alignof" | "__alignof")
        })
    };
    let assigns = |length: &str| ["++", "--", "="].iter().any(|token| length.contains(token));
    lengths(ty).filter(|length| calls(length) || assigns(length)).count()
}
