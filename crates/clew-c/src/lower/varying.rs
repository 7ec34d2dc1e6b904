//! Code that compilers give different meanings, seen in clang's tree.

use super::decl::Unit;
use crate::ast::{Kind, Node};
use clang_ast::Id as ClangId;
use rustc_hash::FxHashMap;

/// The width of `int`: bit-fields that are wider have a type of their own, for some compilers.
const INT_BITS: u32 = 32;

/// Whether what a function does depends on the compiler.
pub(super) fn varies(unit: &Unit<'_>, function: &Node) -> bool {
    unit.dialect.layout_varies
        || unit.dialect.code_varies
        || has_segments(function)
        || (unit.dialect.floats_vary && has_floats(function))
        || computes_with_wide_fields(unit, function)
        || enters_past_declarations(function)
        || has_unordered_lengths(function)
}

fn any(node: &Node, holds: &dyn Fn(&Node) -> bool) -> bool {
    holds(node) || node.inner.iter().chain(&node.array_filler).any(|child| any(child, holds))
}

fn has_floats(node: &Node) -> bool {
    any(node, &|it| {
        let Some(ty) = &it.ty else { return false };
        let text = ty.desugared_qual_type.as_ref().unwrap_or(&ty.qual_type);
        ["float", "double", "Float", "_Complex"].iter().any(|name| text.contains(name))
    })
}

/// Whether objects are in a segment of the processor's: where that is, it says itself.
fn has_segments(node: &Node) -> bool {
    any(node, &|it| {
        let Some(ty) = &it.ty else { return false };
        let text = ty.desugared_qual_type.as_ref().unwrap_or(&ty.qual_type);
        ["address_space(", "__seg_"].iter().any(|name| text.contains(name))
    })
}

/// Whether a bit-field wider than `int` is an operand of arithmetic: gcc computes in its width, clang in
/// that of its declared type (C11 6.7.2.1p5), and either converts the other operand to that.
fn computes_with_wide_fields(unit: &Unit<'_>, node: &Node) -> bool {
    let is_wide = |operand: &Node| is_wide_value(unit, operand);
    any(node, &|it| match (it.kind, it.opcode()) {
        (Kind::BinaryOperator, "+" | "-" | "*" | "/" | "%" | "<<" | ">>" | "&" | "|" | "^") => {
            it.inner.iter().any(is_wide)
        }
        // Numbers that are not negative stay what they are.
        (Kind::BinaryOperator, "==" | "!=" | "<" | ">" | "<=" | ">=") => {
            it.inner.iter().any(is_wide) && !it.inner.iter().any(is_plain_number)
        }
        // The sum of what is assigned to the field is the same in both.
        (Kind::CompoundAssignOperator, "/=" | "%=") => it.inner.iter().any(is_wide),
        (Kind::CompoundAssignOperator, _) => it.inner.iter().skip(1).any(is_wide),
        (Kind::UnaryOperator, "-" | "~" | "+") => it.inner.iter().any(is_wide),
        // Of a conditional's arms, one decides the type of the other.
        (Kind::ConditionalOperator, _) => it.inner.iter().skip(1).any(is_wide),
        // For gcc, a bit-field that is asked for its type has one of its own, whatever its width.
        (Kind::GenericSelectionExpr, _) => {
            let of = it.child(0).map(without_casts);
            of.is_some_and(|of| bit_field(unit, of).is_some())
        }
        (Kind::BinaryConditionalOperator | Kind::SwitchStmt, _) => it.inner.iter().any(is_wide),
        _ => false,
    })
}

/// Whether an operand has the value of such a field, as assignments to it have.
fn is_wide_value(unit: &Unit<'_>, operand: &Node) -> bool {
    let node = without_casts(operand);
    match (node.kind, node.opcode()) {
        (Kind::UnaryOperator, "++" | "--")
        | (Kind::BinaryOperator, "=")
        | (Kind::CompoundAssignOperator, _) => {
            node.child(0).is_some_and(|it| is_wide_value(unit, it))
        }
        (Kind::BinaryOperator, ",") => node.child(1).is_some_and(|it| is_wide_value(unit, it)),
        _ => is_wide_field(unit, node),
    }
}

fn is_plain_number(operand: &Node) -> bool {
    matches!(without_casts(operand).kind, Kind::IntegerLiteral | Kind::CharacterLiteral)
}

/// The node without parentheses and the conversions that nobody wrote.
fn without_casts(node: &Node) -> &Node {
    let mut node = node;
    while matches!(node.kind, Kind::ImplicitCastExpr | Kind::ParenExpr)
        && let Some(inner) = node.child(0)
    {
        node = inner;
    }
    node
}

fn is_wide_field(unit: &Unit<'_>, node: &Node) -> bool {
    let field = bit_field(unit, node);
    field.is_some_and(|(width, declared)| width > INT_BITS && width < declared)
}

/// The width of the bit-field that a node names, if it does, and that of its declared type.
fn bit_field(unit: &Unit<'_>, node: &Node) -> Option<(u32, u32)> {
    let (record, index) = unit.fields.get(&node.referenced_member_decl?)?;
    let types = &unit.linker.program.types;
    let field = &types.records[*record].fields[*index as usize];
    let bits = field.bits?;
    Some((bits.width, types.size(field.ty).map_or(u32::MAX, |bytes| bytes as u32 * 8)))
}

/// Whether lengths of arrays have effects that are in no order to the rest of an expression, or to each
/// other: C says when they are evaluated (C11 6.7.6.2p5), nothing says in which order.
fn has_unordered_lengths(function: &Node) -> bool {
    any(function, &|it| match it.kind {
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
    })
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
pub(super) fn variable_lengths(ty: &str) -> usize {
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
