//! Which types have one meaning.

use super::{Context, Finding, Rule};
use crate::ast::{Kind, Node};
use crate::type_text::{BuiltinType, TypeText, TypeTextKind, TypeofOperand};
use clew_ir::Cause;
use rustc_hash::FxHashSet;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Type,
    allowed: "`void`, `_Bool`, the integers up to `__int128`, `float`, `double`, `long double`, pointers, arrays, \
              functions, records and enumerations of these, `_Atomic`",
    refused: "`_Complex`, vectors, `_Float16`, `__bf16`, `__float128`, `_BitInt`, decimal floats, \
              address spaces and segments, `__ptr32`, calling conventions and every other attribute in a type: \
              their arithmetic, their layout or the way they are passed differ, or one compiler lacks them",
    check: Some(check),
};

fn check(context: &Context<'_, '_, '_>, node: &Node) -> Option<Finding> {
    if is_type(node.kind) {
        return None;
    }
    let own = node.ty.iter().chain(&node.arg_type).chain(&node.compute_lhs_type);
    own.into_iter().find_map(|ty| judge(ty.text(), &context.unit.doubts.types))
}

const fn is_type(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::ElaboratedType
            | Kind::RecordType
            | Kind::EnumType
            | Kind::TypedefType
            | Kind::TypeOfExprType
            | Kind::QualType
            | Kind::AttributedType
            | Kind::ParenType
            | Kind::DecayedType
            | Kind::ConstantArrayType
            | Kind::VariableArrayType
            | Kind::PlainType
    )
}

/// Whether the text of a type is refused; `names` are those of refused typedefs and tags.
pub(super) fn judge(text: &str, names: &FxHashSet<Box<str>>) -> Option<Finding> {
    // The type of a builtin's name; the rule of builtins judges that.
    if text == "<builtin fn type>" {
        return None;
    }
    let Ok((parsed, extras)) = TypeText::parse_with_extras(text) else {
        return Finding::named(text);
    };
    if let Some(extra) = extras.iter().find(|it| !is_harmless(it)) {
        return Finding::named(extra);
    }
    refused(&parsed, names).and_then(|it| Finding::named(&it))
}

/// What a type says besides, where it changes nothing.
fn is_harmless(extra: &str) -> bool {
    matches!(
        extra.trim_matches(['(', ')', ' ']),
        "noreturn" | "__noreturn__" | "_Nullable" | "_Null_unspecified" | "_Nullable_result"
    )
}

fn refused(ty: &TypeText, names: &FxHashSet<Box<str>>) -> Option<String> {
    match &ty.kind {
        TypeTextKind::Builtin(BuiltinType::Other(name)) => Some(name.clone()),
        TypeTextKind::Builtin(_) => None,
        TypeTextKind::Named(name) if name == "nullptr_t" => Some(name.clone()),
        TypeTextKind::Named(name) | TypeTextKind::Tag { name, .. } => {
            names.contains(name.as_str()).then(|| name.clone())
        }
        TypeTextKind::UnnamedTag { .. } => None,
        TypeTextKind::Pointer(inner)
        | TypeTextKind::Array { element: inner, .. }
        | TypeTextKind::Atomic(inner)
        | TypeTextKind::Typeof { operand: TypeofOperand::Type(inner), .. } => refused(inner, names),
        TypeTextKind::Function { result, params, .. } => {
            std::iter::once(&**result).chain(params).find_map(|it| refused(it, names))
        }
        // What it is of, the rule of asked types judges.
        TypeTextKind::Typeof { operand: TypeofOperand::Expr(_), .. } => None,
        TypeTextKind::Vector { .. } => Some("vector".to_owned()),
        TypeTextKind::Complex(_) => Some("_Complex".to_owned()),
        TypeTextKind::Other(text) => {
            (text != "__auto_type" && text != "auto").then(|| text.clone())
        }
    }
}

/// Whether a type is one of floating-point numbers, or made of them.
pub(super) fn has_floats(text: &str) -> bool {
    ["float", "double", "Float"].iter().any(|name| text.contains(name))
}
