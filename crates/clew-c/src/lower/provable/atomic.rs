//! Atomic operations.

use super::{Context, Finding, Rule};
use crate::ast::{Kind, Node};
use crate::type_text::{BuiltinType, TypeText, TypeTextKind};
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Atomic,
    allowed: "atomic operations on integers and pointers; other threads may write before and after each",
    refused: "those on floating-point numbers and records: bytes are compared there, padding and the sign of zero \
              among them",
    check: Some(check),
};

fn check(_: &Context<'_, '_, '_>, node: &Node) -> Option<Finding> {
    if !node.is(Kind::AtomicExpr) {
        return None;
    }
    let pointer = node.child(0).and_then(|it| it.ty.as_ref());
    let text = pointer.and_then(|ty| TypeText::parse(ty.text()).ok());
    let is_plain = text.is_some_and(|it| match it.kind {
        TypeTextKind::Pointer(object) => is_number(&object),
        _ => false,
    });
    (!is_plain).then(Finding::plain).flatten()
}

fn is_number(ty: &TypeText) -> bool {
    match &ty.kind {
        TypeTextKind::Atomic(inner) => is_number(inner),
        TypeTextKind::Builtin(BuiltinType::Int(_) | BuiltinType::Bool)
        | TypeTextKind::Pointer(_) => true,
        // Names of the system's are those of `stdatomic.h` and `stdint.h`.
        TypeTextKind::Named(name) => {
            let is_of_system = name.starts_with("atomic_") || name.ends_with("_t");
            is_of_system && !name.contains("float")
        }
        _ => false,
    }
}
