//! Jumps into blocks.

use super::{Context, Finding, Rule, any};
use crate::ast::{Kind, Node};
use clang_ast::Id as ClangId;
use clew_ir::Cause;
use rustc_hash::FxHashMap;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Jump,
    allowed: "jumps, also into blocks and loops, and `switch` of any form",
    refused: "functions where a jump may enter a block past a declaration and go on to where its object is used: \
              the object does not have the value that it had when the block was left (C11 6.2.4p6)",
    check: Some(check),
};

fn check(context: &Context<'_, '_, '_>, node: &Node) -> Option<Finding> {
    let is_function = context.parents.is_empty() && node.is(Kind::FunctionDecl);
    (is_function && enters_past_declarations(node)).then(Finding::plain).flatten()
}

/// Whether a jump may enter a block past a declaration and go on to where its object is used: its value is
/// not the one it had when the block was left (C11 6.2.4p6).
fn enters_past_declarations(function: &Node) -> bool {
    let mut jumps = FxHashMap::default();
    count_jumps(function, &mut jumps);
    let is_computed = any(function, &|it| it.is(Kind::IndirectGotoStmt));
    let Some(body) = function.children(Kind::CompoundStmt).next() else { return false };
    // The body itself is entered at its start.
    let blocks = |it: &Node| {
        !std::ptr::eq(it, body)
            && matches!(it.kind, Kind::CompoundStmt | Kind::ForStmt)
            && uses_what_is_passed(it, &jumps, is_computed)
    };
    any(body, &blocks)
}

fn count_jumps(node: &Node, jumps: &mut FxHashMap<ClangId, usize>) {
    if let (Kind::GotoStmt, Some(label)) = (node.kind, node.target_label_decl_id) {
        *jumps.entry(label).or_default() += 1;
    }
    node.inner.iter().for_each(|child| count_jumps(child, jumps));
}

fn uses_what_is_passed(block: &Node, jumps: &FxHashMap<ClangId, usize>, is_computed: bool) -> bool {
    let mut inside = FxHashMap::default();
    let mut declared: Vec<ClangId> = Vec::new();
    for (at, statement) in block.inner.iter().enumerate() {
        if !declared.is_empty() && inside.is_empty() {
            count_jumps(block, &mut inside);
        }
        let is_outer = |label: ClangId| jumps.get(&label) > inside.get(&label);
        if !declared.is_empty()
            && is_entered(statement, &is_outer, is_computed, false)
            && block.inner[at..].iter().any(|rest| mentions(rest, &declared))
        {
            return true;
        }
        if statement.is(Kind::DeclStmt) {
            let objects = statement.children(Kind::VarDecl);
            let automatic = objects.filter(|it| it.storage_class.is_none());
            declared.extend(automatic.filter_map(|it| it.id));
        }
    }
    false
}

/// Whether a jump from outside the block may land in a statement.
fn is_entered(
    node: &Node,
    is_outer: &dyn Fn(ClangId) -> bool,
    is_computed: bool,
    in_switch: bool,
) -> bool {
    let is_target = match node.kind {
        Kind::CaseStmt | Kind::DefaultStmt => !in_switch,
        Kind::LabelStmt => is_computed || node.decl_id.is_some_and(is_outer),
        _ => false,
    };
    let in_switch = in_switch || node.is(Kind::SwitchStmt);
    is_target || node.inner.iter().any(|it| is_entered(it, is_outer, is_computed, in_switch))
}

fn mentions(node: &Node, objects: &[ClangId]) -> bool {
    any(node, &|it| it.referenced_decl.as_ref().is_some_and(|decl| objects.contains(&decl.id)))
}
