//! Where bit-fields may stand.
//!
//! C says that a bit-field of at most the width of `int` is promoted to `int`, and leaves the type of a wider one
//! open (C11 6.3.1.1p2, 6.7.2.1p5). For gcc each has a type of its own, as wide as it is; for clang it has the
//! declared type, and promotion is a matter of where the member is written. So the value of a bit-field is the
//! same in both only where it is converted at once, and a bit-field is assigned the same only where nobody asks
//! for the value of the assignment.

use super::{Context, Finding, Rule};
use crate::ast::{Kind, Node};
use crate::lower::decl::Unit;
use crate::type_text::{TypeText, TypeTextKind};
use clew_ir::{Cause, Scalar};

pub(super) const RULE: Rule = Rule {
    cause: Cause::BitField,
    allowed: "bit-fields that are read and at once promoted to `int`, converted, assigned, passed to a prototype, \
              returned or tested; those wider than `int` also in comparisons with numbers that are not negative; \
              assignments, `++` and `--` to bit-fields whose value nobody uses",
    refused: "every other use (`s.b-- - 1`, `(0, s.b)`, `({ s.b; })`, `__extension__ s.b`, arithmetic on one wider \
              than `int`): gcc gives it a type as wide as it is, clang the declared type",
    check: Some(check),
};

/// The width of `int`.
const INT_BITS: u32 = 32;

/// A bit-field.
#[derive(Clone, Copy)]
struct BitField {
    width: u32,
    /// That of its declared type.
    declared: u32,
    is_signed: bool,
}

impl BitField {
    fn of(unit: &Unit<'_>, node: &Node) -> Option<Self> {
        let (record, index) = unit.fields.get(&node.referenced_member_decl?)?;
        let types = &unit.linker.program.types;
        let field = &types.records[*record].fields[*index as usize];
        let width = field.bits?.width;
        let declared = types.size(field.ty).map_or(u32::MAX, |bytes| bytes as u32 * 8);
        let is_signed =
            types.scalar(field.ty).is_some_and(|it| matches!(it, Scalar::Int { signed: true, .. }));
        Some(Self { width, declared, is_signed })
    }

    /// Whether it is wider than `int` and narrower than its type.
    const fn is_wide(self) -> bool {
        self.width > INT_BITS && self.width < self.declared
    }

    /// The type that it is promoted to.
    const fn promoted(self) -> &'static str {
        match self.width < INT_BITS || (self.width == INT_BITS && self.is_signed) {
            true => "int",
            false => "unsigned int",
        }
    }
}

/// Whether a node names a bit-field, or a member that is not known.
pub(super) fn is_one(unit: &Unit<'_>, node: &Node) -> bool {
    node.is(Kind::MemberExpr)
        && (BitField::of(unit, node).is_some()
            || node.referenced_member_decl.is_none_or(|it| !unit.fields.contains_key(&it)))
}

fn check(context: &Context<'_, '_, '_>, node: &Node) -> Option<Finding> {
    if !node.is(Kind::MemberExpr) {
        return None;
    }
    let field = BitField::of(context.unit, node)?;
    let (parent, child, depth) = context.around(node)?;
    let is_allowed = match (parent.kind, parent.opcode()) {
        (Kind::ImplicitCastExpr, _) if parent.cast_kind.as_deref() == Some("LValueToRValue") => {
            is_read_well(&context.at(depth), parent, field)
        }
        (Kind::BinaryOperator, "=") => {
            is_at(parent, child, 0)
                && (is_discarded(&context.at(depth), parent)
                    || is_assigned_on(&context.at(depth), parent))
        }
        (Kind::UnaryOperator, "++" | "--") => is_discarded(&context.at(depth), parent),
        (Kind::CompoundAssignOperator, operator) => {
            let is_known = match operator {
                "+=" | "-=" | "*=" | "&=" | "|=" | "^=" => true,
                _ => {
                    let computed = parent.compute_lhs_type.as_ref().map(|ty| ty.text());
                    field.width <= INT_BITS && computed == Some(field.promoted())
                }
            };
            is_known && is_at(parent, child, 0) && is_discarded(&context.at(depth), parent)
        }
        _ => false,
    };
    (!is_allowed).then(Finding::plain).flatten()
}

/// Whether a node is the child of another at a position.
fn is_at(parent: &Node, child: &Node, position: usize) -> bool {
    parent.inner.get(position).is_some_and(|it| std::ptr::eq(it, child))
}

/// Whether the value that is read has the same use for all compilers.
fn is_read_well(context: &Context<'_, '_, '_>, read: &Node, field: BitField) -> bool {
    let Some((parent, child, depth)) = context.around(read) else { return false };
    let is_test = |position| is_at(parent, child, position);
    match (parent.kind, parent.opcode()) {
        (Kind::ImplicitCastExpr, _) => {
            let to = parent.ty.as_ref().map_or("", |ty| ty.text());
            match parent.cast_kind.as_deref() {
                Some("IntegralCast") if !field.is_wide() && to == field.promoted() => {
                    !is_arm(&context.at(depth), parent)
                }
                Some("IntegralCast") => is_converted(&context.at(depth), parent),
                Some("IntegralToFloating" | "IntegralToBoolean") => true,
                _ => false,
            }
        }
        (Kind::CStyleCastExpr, _) => matches!(
            parent.cast_kind.as_deref(),
            Some("IntegralCast" | "NoOp" | "IntegralToFloating" | "IntegralToBoolean" | "ToVoid")
        ),
        (Kind::BinaryOperator, "&&" | "||") | (Kind::UnaryOperator, "!") => true,
        (Kind::IfStmt | Kind::WhileStmt | Kind::ConditionalOperator, _) if is_test(0) => true,
        (Kind::DoStmt, _) if is_test(1) => true,
        (Kind::ForStmt, _) if is_test(2) => true,
        (Kind::BinaryOperator, "==" | "!=" | "<" | ">" | "<=" | ">=") => {
            is_plain_int(field, read) || parent.inner.iter().any(is_plain_number)
        }
        (Kind::BinaryOperator, "+" | "-" | "*" | "/" | "%" | "<<" | ">>" | "&" | "|" | "^")
        | (Kind::UnaryOperator, "-" | "~" | "+")
        | (Kind::SwitchStmt | Kind::ArraySubscriptExpr, _) => is_plain_int(field, read),
        _ => is_converted(context, read),
    }
}

/// Whether a field has the type that it is promoted to.
fn is_plain_int(field: BitField, read: &Node) -> bool {
    let ty = read.ty.as_ref().map_or("", |ty| ty.text());
    let is_whole = field.width == field.declared;
    is_whole || (!field.is_wide() && ty == field.promoted())
}

fn is_plain_number(operand: &Node) -> bool {
    matches!(super::without_casts(operand).kind, Kind::IntegerLiteral | Kind::CharacterLiteral)
}

/// Whether a value becomes that of an object, a parameter or a function as a whole.
fn is_converted(context: &Context<'_, '_, '_>, value: &Node) -> bool {
    let Some((parent, child, _)) = context.around(value) else { return false };
    match (parent.kind, parent.opcode()) {
        (Kind::BinaryOperator, "=") => is_at(parent, child, 1),
        (Kind::ReturnStmt | Kind::InitListExpr, _) => true,
        (Kind::VarDecl, _) => !parent.type_text().contains("auto"),
        (Kind::CallExpr, _) => {
            let at = parent.inner.iter().position(|it| std::ptr::eq(it, child));
            at.is_some_and(|at| at > 0 && is_declared_parameter(&parent.inner[0], at - 1))
        }
        _ => false,
    }
}

/// Whether the function that is called declares the type of a parameter.
fn is_declared_parameter(callee: &Node, at: usize) -> bool {
    let text = callee.ty.as_ref().and_then(|ty| TypeText::parse(ty.text()).ok());
    let function = text.and_then(|it| match it.kind {
        TypeTextKind::Pointer(function) => Some(*function),
        _ => None,
    });
    matches!(
        function.map(|it| it.kind),
        Some(TypeTextKind::Function { params, has_prototype: true, .. }) if at < params.len()
    )
}

/// Whether a value is an arm of a conditional, whose type both arms decide.
fn is_arm(context: &Context<'_, '_, '_>, value: &Node) -> bool {
    context.around(value).is_some_and(|(parent, child, _)| match parent.kind {
        Kind::ConditionalOperator => !is_at(parent, child, 0),
        Kind::BinaryConditionalOperator | Kind::OpaqueValueExpr => true,
        _ => false,
    })
}

/// Whether an assignment is what a further one assigns: it has the value that was stored.
fn is_assigned_on(context: &Context<'_, '_, '_>, assignment: &Node) -> bool {
    let Some((mut parent, mut child, mut depth)) = context.around(assignment) else { return false };
    while parent.is(Kind::ImplicitCastExpr) && parent.cast_kind.as_deref() == Some("IntegralCast") {
        let context = context.at(depth);
        let Some((next, _, at)) = context.around(parent) else { return false };
        (child, parent, depth) = (parent, next, at);
    }
    (parent.kind, parent.opcode()) == (Kind::BinaryOperator, "=")
        && is_at(parent, child, 1)
        && (is_discarded(&context.at(depth), parent) || is_assigned_on(&context.at(depth), parent))
}

/// Whether nobody uses the value of an expression.
fn is_discarded(context: &Context<'_, '_, '_>, value: &Node) -> bool {
    let Some((parent, child, depth)) = context.around(value) else { return false };
    match (parent.kind, parent.opcode()) {
        (Kind::CompoundStmt, _) => {
            // The last expression is the value of a statement expression.
            let is_last = parent.inner.last().is_some_and(|it| std::ptr::eq(it, child));
            let outer = context.at(depth);
            let is_value = outer.parents.last().is_some_and(|it| it.is(Kind::StmtExpr));
            !(is_last && is_value)
        }
        (Kind::IfStmt | Kind::WhileStmt | Kind::SwitchStmt, _) => !is_at(parent, child, 0),
        (Kind::DoStmt, _) => is_at(parent, child, 0),
        (Kind::ForStmt, _) => !is_at(parent, child, 2),
        (Kind::LabelStmt | Kind::CaseStmt | Kind::DefaultStmt | Kind::AttributedStmt, _) => {
            // Labels may stand before the last expression, too.
            is_discarded(&context.at(depth), parent)
        }
        (Kind::BinaryOperator, ",") => {
            is_at(parent, child, 0) || is_discarded(&context.at(depth), parent)
        }
        (Kind::CStyleCastExpr | Kind::ImplicitCastExpr, _) => {
            parent.cast_kind.as_deref() == Some("ToVoid")
        }
        _ => false,
    }
}
