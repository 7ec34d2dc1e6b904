//! Copies of records whose parts change by themselves.

use super::{Context, Finding, Rule};
use crate::ast::{Kind, Node, ValueCategory};
use crate::type_text::{TagKind, TypeText, TypeTextKind};
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::VolatileCopy,
    allowed: "reads and writes of volatile and atomic objects and members of scalar types",
    refused: "values of records that have volatile or atomic parts, or are volatile (assignments, arguments, \
              results, `va_arg`): each copy may find other values, in any order, once or more often",
    check: Some(check),
};

fn check(context: &Context<'_, '_, '_>, node: &Node) -> Option<Finding> {
    let is_value = match node.kind {
        Kind::ImplicitCastExpr => matches!(
            node.cast_kind.as_deref(),
            Some("LValueToRValue" | "AtomicToNonAtomic" | "NonAtomicToAtomic")
        ),
        Kind::CallExpr | Kind::VAArgExpr | Kind::StmtExpr | Kind::ConditionalOperator => true,
        Kind::BinaryOperator => matches!(node.opcode(), "=" | ","),
        Kind::AtomicExpr | Kind::ParmVarDecl => true,
        _ => false,
    };
    let is_prvalue = node.is(Kind::ParmVarDecl) || node.value_category == ValueCategory::Prvalue;
    if !is_value || !is_prvalue {
        return None;
    }
    let from = node.child(0).filter(|_| node.is(Kind::ImplicitCastExpr));
    let types = [Some(node), from].into_iter().flatten().filter_map(|it| it.ty.as_ref());
    types.into_iter().any(|ty| is_shared_record(context, ty.text())).then(Finding::plain).flatten()
}

/// Whether a type is a record of which some part may change by itself.
fn is_shared_record(context: &Context<'_, '_, '_>, text: &str) -> bool {
    let Ok(parsed) = TypeText::parse(text) else { return true };
    let is_volatile = parsed.is_volatile;
    let (is_atomic, kind) = match parsed.kind {
        TypeTextKind::Atomic(inner) => (true, inner.kind),
        kind => (false, kind),
    };
    match kind {
        TypeTextKind::Tag { kind: TagKind::Enum, .. } => false,
        TypeTextKind::Tag { name, .. } => {
            is_volatile || is_atomic || context.unit.doubts.shared.contains(name.as_str())
        }
        TypeTextKind::Named(name) => context.unit.doubts.shared.contains(name.as_str()),
        TypeTextKind::UnnamedTag { kind: TagKind::Enum, .. } => false,
        TypeTextKind::UnnamedTag { .. } => {
            is_volatile || is_atomic || context.unit.doubts.has_unnamed_shared
        }
        // What it is of, only clang knows.
        TypeTextKind::Typeof { .. } => true,
        _ => false,
    }
}
