//! Builtins with one meaning.

use super::{Context, Finding, Rule, without_casts};
use crate::ast::{Kind, Node};
use crate::lower::builtin::is_library_builtin;
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Builtin,
    allowed: "builtins that compute with bits and numbers (`clz`, `bswap`, `add_overflow`, `isnan` and their kin), \
              those of the library's functions, `expect`, `unreachable`, `trap`, `prefetch`, `alloca`, `va_start` \
              and its kin, `__sync_*`, fences; `__builtin_constant_p` of a plain literal",
    refused: "every other one. What `__builtin_object_size`, `__builtin_types_compatible_p`, \
              `__builtin_classify_type` and `__builtin_constant_p` of an expression say is decided by what the \
              compiler finds out; of builtins that are new or for one processor nobody has compared the meaning",
    check: Some(check),
};

/// Builtins that compute, or only tell the compiler something.
const PLAIN: &str = "
    expect expect_with_probability unreachable trap prefetch alloca alloca_with_align
    va_start va_end va_copy stdarg_start
    clz clzl clzll ctz ctzl ctzll ffs ffsl ffsll popcount popcountl popcountll parity parityl parityll
    clrsb clrsbl clrsbll bswap16 bswap32 bswap64
    add_overflow sub_overflow mul_overflow
    sadd_overflow saddl_overflow saddll_overflow uadd_overflow uaddl_overflow uaddll_overflow
    ssub_overflow ssubl_overflow ssubll_overflow usub_overflow usubl_overflow usubll_overflow
    smul_overflow smull_overflow smulll_overflow umul_overflow umull_overflow umulll_overflow
    isgreater isgreaterequal isless islessequal islessgreater isunordered isnan isinf isinf_sign isfinite isnormal
    signbit signbitf signbitl fpclassify fabs fabsf fabsl copysign copysignf copysignl sqrt sqrtf sqrtl
    fma fmaf huge_val huge_valf huge_vall inf inff infl offsetof";

/// What `__sync_` builtins do, before the size.
const SYNC: &str = "
    fetch_and_add fetch_and_sub fetch_and_or fetch_and_and fetch_and_xor fetch_and_nand
    add_and_fetch sub_and_fetch or_and_fetch and_and_fetch xor_and_fetch nand_and_fetch
    bool_compare_and_swap val_compare_and_swap lock_test_and_set lock_release synchronize";

/// Atomic builtins that are calls in clang's tree.
const FENCES: [&str; 4] = [
    "__atomic_thread_fence",
    "__atomic_signal_fence",
    "__c11_atomic_thread_fence",
    "__c11_atomic_signal_fence",
];

fn stands(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|it| it == name)
}

/// Whether a builtin has one meaning whatever its arguments are.
pub(super) fn is_plain(name: &str) -> bool {
    if let Some(name) = name.strip_prefix("__sync_") {
        let sized = name.trim_end_matches(|c: char| c.is_ascii_digit());
        return stands(SYNC, name) || stands(SYNC, sized.trim_end_matches('_'));
    }
    if FENCES.contains(&name) {
        return true;
    }
    let Some(bare) = name.strip_prefix("__builtin_") else { return false };
    stands(PLAIN, bare) || (!bare.starts_with("__") && is_library_builtin(bare))
}

fn check(context: &Context<'_, '_, '_>, node: &Node) -> Option<Finding> {
    if !node.is(Kind::DeclRefExpr) {
        return None;
    }
    let decl = node.referenced_decl.as_ref()?;
    let name = decl.name.as_deref().unwrap_or_default();
    // clang says of what it checks itself that it is a builtin.
    let is_said = context.parents.last().and_then(|it| it.cast_kind.as_deref());
    let is_one = is_builtin(name) || is_said == Some("BuiltinFnToFnPtr");
    if !is_one || decl.kind != Kind::FunctionDecl || is_plain(name) {
        return None;
    }
    let call = context
        .parents
        .iter()
        .rev()
        .find(|it| !it.is(Kind::ImplicitCastExpr) && !it.is(Kind::ParenExpr));
    let argument =
        call.filter(|it| it.is(Kind::CallExpr)).and_then(|it| it.child(1)).map(without_casts);
    let is_known = argument.is_some_and(|argument| match name {
        "__builtin_constant_p" => matches!(
            argument.kind,
            Kind::IntegerLiteral | Kind::CharacterLiteral | Kind::FloatingLiteral
        ),
        "__builtin_nan" | "__builtin_nanf" | "__builtin_nanl" => {
            argument.is(Kind::StringLiteral) && argument.value_text() == Some("\"\"")
        }
        _ => false,
    });
    (!is_known).then(|| Finding::named(name)).flatten()
}

/// Whether compilers have a function of this name themselves, and no library does.
fn is_builtin(name: &str) -> bool {
    let families = ["__builtin_", "__sync_", "__atomic_", "__c11_", "__scoped_", "__opencl_"];
    families.iter().any(|it| name.starts_with(it))
}

/// Builtins whose calls are not in the tree: a word of the text refuses.
pub(super) fn is_refused_word(name: &str) -> bool {
    name == "__builtin_types_compatible_p"
}
