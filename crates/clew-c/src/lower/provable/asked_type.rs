//! Types that code asks for: `typeof`, `__auto_type` and `_Generic`.

use super::{Context, Finding, Rule, any, bit_field};
use crate::ast::{Kind, Node};
use crate::type_text::{BuiltinType, TypeText, TypeTextKind, TypeofOperand};
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::AskedType,
    allowed: "`typeof` of types, variables and expressions that name no bit-field; `_Generic` on expressions of an \
              unqualified arithmetic or pointer type without a bit-field",
    refused: "other operands of `_Generic`, `typeof` of what may be a bit-field, and both of atomic types: for gcc \
              a bit-field has a type of its own and an atomic type loses its qualifiers, and compilers differ in \
              what they strip of an operand",
    check: Some(check),
};

fn check(context: &Context<'_, '_, '_>, node: &Node) -> Option<Finding> {
    if node.is(Kind::GenericSelectionExpr) {
        let of = node.child(0)?;
        let has_bit_field = any(of, &|it| bit_field::is_one(context.unit, it));
        return (has_bit_field || !is_plain(of)).then(Finding::plain).flatten();
    }
    let asks = |ty: &crate::ast::TypeRef| {
        let parsed = TypeText::parse(&ty.qual_type).ok();
        let is_auto = ty.qual_type.contains("__auto_type");
        let is_asked = is_auto || parsed.is_some_and(|it| !is_allowed(context, &it));
        let is_atomic =
            ty.text().contains("_Atomic") || context.unit.doubts.mentions_shared(ty.text());
        let has_typeof = ty.qual_type.contains("typeof");
        (is_asked && !is_auto) || ((is_auto || has_typeof) && is_atomic)
    };
    let own = node.ty.iter().chain(&node.arg_type);
    own.into_iter().any(|ty| asks(ty)).then(Finding::plain).flatten()
}

/// Whether the expression that `_Generic` chooses by has a type that all compilers give it.
fn is_plain(of: &Node) -> bool {
    let Some(ty) = &of.ty else { return false };
    let Ok(parsed) = TypeText::parse(ty.text()) else { return false };
    let is_qualified = parsed.is_const || parsed.is_volatile || parsed.is_restrict;
    let is_plain = matches!(
        parsed.kind,
        TypeTextKind::Builtin(BuiltinType::Bool | BuiltinType::Int(_) | BuiltinType::Float(_))
            | TypeTextKind::Pointer(_)
    );
    is_plain && !is_qualified
}

/// Whether what is asked in a type has one answer.
fn is_allowed(context: &Context<'_, '_, '_>, ty: &TypeText) -> bool {
    match &ty.kind {
        TypeTextKind::Typeof { operand: TypeofOperand::Expr(text), .. } => {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let mut words = text.split(|c| !is_word(c));
            let is_simple = !text.contains([',', '?', '{', '=', '"', '\'']);
            is_simple && words.all(|word| !context.unit.doubts.bit_fields.contains(word))
        }
        TypeTextKind::Typeof { operand: TypeofOperand::Type(inner), .. }
        | TypeTextKind::Pointer(inner)
        | TypeTextKind::Array { element: inner, .. }
        | TypeTextKind::Atomic(inner) => is_allowed(context, inner),
        TypeTextKind::Function { result, params, .. } => {
            is_allowed(context, result) && params.iter().all(|it| is_allowed(context, it))
        }
        TypeTextKind::Builtin(_)
        | TypeTextKind::Named(_)
        | TypeTextKind::Tag { .. }
        | TypeTextKind::UnnamedTag { .. }
        | TypeTextKind::Vector { .. }
        | TypeTextKind::Complex(_)
        | TypeTextKind::Other(_) => true,
    }
}
