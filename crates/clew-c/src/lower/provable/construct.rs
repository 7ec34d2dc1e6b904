//! Which nodes, operators and conversions of clang's tree have one meaning.

use super::{Context, Finding, Rule};
use crate::ast::{Kind, Node};
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Construct,
    allowed: "the declarations, statements, operators and conversions of C11, with GNU's statement expressions, \
              `?:` without its middle, case ranges, labels as values, designated ranges and casts to unions",
    refused: "every other node of clang's tree, known or new (`__builtin_choose_expr`, blocks, matrices, `__real`, \
              OpenMP, statements of other dialects): nobody has compared what compilers make of it. `break` and \
              `continue` in the condition of a loop: gcc and clang leave different loops",
    check: Some(check),
};

/// Conversions, by clang's names.
const CONVERSIONS: [&str; 19] = [
    "ArrayToPointerDecay",
    "AtomicToNonAtomic",
    "BitCast",
    "BuiltinFnToFnPtr",
    "FloatingCast",
    "FloatingToBoolean",
    "FloatingToIntegral",
    "FunctionToPointerDecay",
    "IntegralCast",
    "IntegralToBoolean",
    "IntegralToFloating",
    "IntegralToPointer",
    "LValueToRValue",
    "NoOp",
    "NonAtomicToAtomic",
    "NullToPointer",
    "PointerToBoolean",
    "PointerToIntegral",
    "ToVoid",
];

fn check(context: &Context<'_, '_, '_>, node: &Node) -> Option<Finding> {
    if !is_allowed(node.kind) {
        return Finding::plain();
    }
    match node.kind {
        Kind::BreakStmt | Kind::ContinueStmt => {
            (!leaves_from_body(context, node)).then(Finding::plain).flatten()
        }
        Kind::ImplicitCastExpr | Kind::CStyleCastExpr => {
            let name = node.cast_kind.as_deref().unwrap_or_default();
            let is_known = CONVERSIONS.contains(&name) || name == "ToUnion";
            (!is_known).then(|| Finding::named(name)).flatten()
        }
        Kind::UnaryOperator => {
            let known = ["++", "--", "&", "*", "+", "-", "~", "!", "__extension__"];
            (!known.contains(&node.opcode())).then(|| Finding::named(node.opcode())).flatten()
        }
        Kind::UnaryExprOrTypeTraitExpr => measure(node),
        _ => None,
    }
}

/// Whether a jump stands in the body of the loop or switch that it is about. In a condition, it may be about that
/// loop or about the one around it: gcc and clang disagree.
fn leaves_from_body(context: &Context<'_, '_, '_>, jump: &Node) -> bool {
    let mut child = jump;
    for parent in context.parents.iter().rev() {
        let body = match parent.kind {
            Kind::DoStmt => parent.inner.first(),
            Kind::ForStmt | Kind::WhileStmt | Kind::SwitchStmt => parent.inner.last(),
            _ => {
                child = parent;
                continue;
            }
        };
        let is_in_body = body.is_some_and(|body| std::ptr::eq(body, child));
        if !is_in_body || parent.kind != Kind::SwitchStmt || jump.is(Kind::BreakStmt) {
            return is_in_body;
        }
        child = parent;
    }
    false
}

/// `sizeof` and `_Alignof`. How an object is aligned that is no variable, each compiler says by its own rules,
/// and code is aligned as compilers like it.
fn measure(node: &Node) -> Option<Finding> {
    match (node.name(), node.child(0)) {
        ("sizeof", _) | ("_Alignof" | "alignof" | "__alignof" | "__alignof__", None) => None,
        (_, Some(operand)) => {
            let operand = operand.without_parens();
            let is_variable =
                operand.referenced_decl.as_ref().is_some_and(|it| it.kind != Kind::FunctionDecl);
            match operand.is(Kind::DeclRefExpr) && is_variable {
                true => None,
                false => Finding::named(node.name()),
            }
        }
        (name, None) => Finding::named(name),
    }
}

/// Whether a kind of node may stand in what is proved. Kinds that other rules judge are allowed here.
pub(super) const fn is_allowed(kind: Kind) -> bool {
    match kind {
        Kind::TranslationUnitDecl
        | Kind::FunctionDecl
        | Kind::VarDecl
        | Kind::ParmVarDecl
        | Kind::RecordDecl
        | Kind::FieldDecl
        | Kind::IndirectFieldDecl
        | Kind::EnumDecl
        | Kind::EnumConstantDecl
        | Kind::TypedefDecl
        | Kind::StaticAssertDecl
        | Kind::EmptyDecl
        | Kind::CompoundStmt
        | Kind::DeclStmt
        | Kind::NullStmt
        | Kind::IfStmt
        | Kind::WhileStmt
        | Kind::DoStmt
        | Kind::ForStmt
        | Kind::SwitchStmt
        | Kind::CaseStmt
        | Kind::DefaultStmt
        | Kind::BreakStmt
        | Kind::ContinueStmt
        | Kind::ReturnStmt
        | Kind::GotoStmt
        | Kind::IndirectGotoStmt
        | Kind::LabelStmt
        | Kind::AttributedStmt
        | Kind::GCCAsmStmt
        | Kind::FileScopeAsmDecl
        | Kind::IntegerLiteral
        | Kind::CharacterLiteral
        | Kind::CXXBoolLiteralExpr
        | Kind::FloatingLiteral
        | Kind::StringLiteral
        | Kind::PredefinedExpr
        | Kind::DeclRefExpr
        | Kind::MemberExpr
        | Kind::ArraySubscriptExpr
        | Kind::UnaryOperator
        | Kind::BinaryOperator
        | Kind::CompoundAssignOperator
        | Kind::ConditionalOperator
        | Kind::BinaryConditionalOperator
        | Kind::OpaqueValueExpr
        | Kind::ImplicitCastExpr
        | Kind::CStyleCastExpr
        | Kind::ParenExpr
        | Kind::ConstantExpr
        | Kind::CallExpr
        | Kind::UnaryExprOrTypeTraitExpr
        | Kind::OffsetOfExpr
        | Kind::InitListExpr
        | Kind::NoInitExpr
        | Kind::ImplicitValueInitExpr
        | Kind::CompoundLiteralExpr
        | Kind::VAArgExpr
        | Kind::StmtExpr
        | Kind::AddrLabelExpr
        | Kind::GenericSelectionExpr
        | Kind::AtomicExpr
        | Kind::SourceLocExpr
        | Kind::ElaboratedType
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
        | Kind::Comment
        | Kind::Null => true,
        Kind::ImaginaryLiteral
        | Kind::TypeTraitExpr
        | Kind::DesignatedInitUpdateExpr
        | Kind::ChooseExpr
        | Kind::ShuffleVectorExpr
        | Kind::ConvertVectorExpr
        | Kind::RecoveryExpr => false,
        // Attributes have a rule of their own.
        Kind::PackedAttr
        | Kind::AlignedAttr
        | Kind::MaxFieldAlignmentAttr
        | Kind::MSStructAttr
        | Kind::WeakAttr
        | Kind::AliasAttr
        | Kind::WeakRefAttr
        | Kind::ReturnsTwiceAttr
        | Kind::SectionAttr
        | Kind::UsedAttr
        | Kind::AsmLabelAttr
        | Kind::ConstructorAttr
        | Kind::DestructorAttr
        | Kind::CleanupAttr
        | Kind::NoReturnAttr
        | Kind::NonNullAttr
        | Kind::ReturnsNonNullAttr
        | Kind::C11NoReturnAttr
        | Kind::TransparentUnionAttr
        | Kind::HarmlessAttr
        | Kind::PromisingAttr
        | Kind::TargetAttr
        | Kind::SystemAttr => true,
        Kind::Other => false,
    }
}
