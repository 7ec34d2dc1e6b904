//! Unions of which less than the whole is set.

use super::{Context, Finding, Rule};
use crate::ast::{Kind, Node};
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::UnionRest,
    allowed: "initialisers and casts that set the largest member of a union",
    refused: "a list that sets a member smaller than the union, and a cast of a smaller value to a union: what is \
              behind the member is whatever the compiler leaves there (C11 6.2.6.1p7). What such a list gives an \
              object outside of functions is not known",
    check: Some(check),
};

fn check(context: &Context<'_, '_, '_>, node: &Node) -> Option<Finding> {
    sets_less(context.unit, node).then(Finding::plain).flatten()
}

/// Whether a node sets a member of a union that is smaller than the union.
pub(super) fn sets_less(unit: &super::Unit<'_>, node: &Node) -> bool {
    let types = &unit.linker.program.types;
    match (node.kind, &node.field) {
        (Kind::InitListExpr, Some(field)) => match unit.fields.get(&field.id) {
            Some(&(record, index)) => {
                let record = &types.records[record];
                types.size(record.fields[index as usize].ty) < Some(record.size)
            }
            None => true,
        },
        (Kind::CStyleCastExpr, _) if node.cast_kind.as_deref() == Some("ToUnion") => true,
        _ => false,
    }
}
