//! Values that clang knows and its tree leaves out.
//!
//! The operands of `__builtin_offsetof` and `__builtin_types_compatible_p` are not in the tree, and neither
//! are their values. Where there are such nodes, clang parses the unit once more, with macros that make the
//! values sizes of types, which are in the tree. Of this second tree nothing else is looked at. It answers
//! only if it has these nodes in the same places: a text that asks for the macros gets no answer.

use crate::ast::{Kind, Node, Token};
use clang_ast::Id as ClangId;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The values of nodes, by clang's id.
pub(crate) type HiddenValues = FxHashMap<ClangId, HiddenValue>;

/// A value that the tree leaves out.
#[derive(Clone, Debug)]
pub(crate) enum HiddenValue {
    /// A constant.
    Constant(u64),
    /// One less than the size of this type, which only the run knows: an offset with a variable index.
    BelowSizeOf(Box<str>),
}

/// The macros of the second parse. (A macro does not expand within itself.) The type is one that nobody
/// writes.
pub(crate) const DEFINES: [&str; 2] = [
    "-D__builtin_offsetof(...)=(sizeof(volatile _Bool[__builtin_offsetof(__VA_ARGS__)+1])-1)",
    "-D__builtin_types_compatible_p(...)=\
     ((int)(sizeof(volatile _Bool[__builtin_types_compatible_p(__VA_ARGS__)+1])-1))",
];

/// A tree, and the names of its files.
pub(crate) type Tree = (Node, Vec<Arc<str>>);

/// The values that the tree of a unit leaves out. `ask` has clang parse the unit with [`DEFINES`]; it is
/// called only if need be.
pub(crate) fn values(
    root: &Node,
    names: &[Arc<str>],
    ask: impl FnOnce() -> Option<Tree>,
) -> HiddenValues {
    let mut hidden = Vec::new();
    collect(
        root,
        &|node| matches!(node.kind, Kind::OffsetOfExpr | Kind::TypeTraitExpr),
        &mut hidden,
    );
    if hidden.is_empty() {
        return HiddenValues::default();
    }
    let Some((answer, answer_names)) = ask() else { return HiddenValues::default() };
    let mut sizes = Vec::new();
    collect(&answer, &is_answer, &mut sizes);
    let places = |nodes: &[&Node], names: &[Arc<str>]| -> Vec<Option<(Arc<str>, u32)>> {
        nodes.iter().map(|node| place(node.range.begin.expansion?, names)).collect()
    };
    let values = match places(&hidden, names) == places(&sizes, &answer_names) {
        true => {
            hidden.iter().zip(&sizes).filter_map(|(node, size)| node.id.zip(value(size))).collect()
        }
        false => HiddenValues::default(),
    };
    // The tree is deep; taking it apart costs more than the process's end.
    std::mem::forget(answer);
    values
}

/// The nodes of some kind, in order. What is in them is not in the other tree.
fn collect<'n>(node: &'n Node, is_wanted: &dyn Fn(&Node) -> bool, found: &mut Vec<&'n Node>) {
    if is_wanted(node) {
        found.push(node);
        return;
    }
    node.inner.iter().chain(&node.array_filler).for_each(|child| collect(child, is_wanted, found));
}

fn place(token: Token, names: &[Arc<str>]) -> Option<(Arc<str>, u32)> {
    Some((names.get(token.file as usize)?.clone(), token.offset))
}

/// The number of elements in the size of the macros' type.
fn length(node: &Node) -> Option<&str> {
    let ty = node.arg_type.as_ref()?.qual_type.strip_prefix("volatile _Bool")?;
    ty.trim_start().strip_prefix('[')?.strip_suffix(']')
}

fn is_answer(node: &Node) -> bool {
    node.is(Kind::UnaryExprOrTypeTraitExpr) && length(node).is_some()
}

fn value(node: &Node) -> Option<HiddenValue> {
    match length(node)?.parse::<u64>() {
        Ok(length) => Some(HiddenValue::Constant(length.checked_sub(1)?)),
        Err(_) => Some(HiddenValue::BelowSizeOf(node.arg_type.as_ref()?.qual_type.clone())),
    }
}
