//! Text that compilers write themselves.

use super::{Context, Finding, Rule, without_casts};
use crate::ast::{Kind, Node};
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::CompilerText,
    allowed: "`__func__` and `__FUNCTION__`; `__PRETTY_FUNCTION__` where a function of the system that does not \
              return is passed it, as `assert` does",
    refused: "other uses of `__PRETTY_FUNCTION__`, and `__builtin_LINE` and its kin: gcc and clang write different \
              text, or mean another line of a call on several",
    check: Some(check),
};

fn check(context: &Context<'_, '_, '_>, node: &Node) -> Option<Finding> {
    match (node.kind, node.name()) {
        (Kind::SourceLocExpr, "__builtin_FUNCTION" | "__builtin_FILE") => None,
        (Kind::SourceLocExpr, name) => Finding::named(name),
        (Kind::PredefinedExpr, "__func__" | "__FUNCTION__") => None,
        (Kind::PredefinedExpr, name) => {
            (!is_reported(context)).then(|| Finding::named(name)).flatten()
        }
        _ => None,
    }
}

/// Whether the node is an argument of a function of the system that ends the program with it.
fn is_reported(context: &Context<'_, '_, '_>) -> bool {
    let is_wrapper = |it: &Node| {
        matches!(it.kind, Kind::ImplicitCastExpr | Kind::ParenExpr)
            || (it.is(Kind::UnaryOperator) && it.opcode() == "__extension__")
    };
    let Some(call) = context.parents.iter().rev().find(|it| !is_wrapper(it)) else { return false };
    if !call.is(Kind::CallExpr) {
        return false;
    }
    let callee = call.child(0).map(without_casts).and_then(|it| it.referenced_decl.as_ref());
    callee.is_some_and(|decl| context.unit.is_ending_function(decl))
}
