//! Attributes.
//!
//! clang's tree has the attributes that clang knows; those that only gcc knows are in the text alone. So each is
//! judged twice: as a node, and by its name where it is written.

use super::{Context, Finding, Rule, any, types};
use crate::ast::{Kind, Node};
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Attribute,
    allowed: "attributes about warnings, inlining, placement, visibility and instrumentation, and those that the \
              program model follows (`aligned`, `packed`, `weak`, `alias`, `cleanup`, `constructor`, `noreturn`, \
              `returns_twice`, …); `nonnull` is taken for kept by every call in the program",
    refused: "every other one, known or new. Calls of functions of the program that are declared `pure`, `const`, \
              `malloc`, `returns_nonnull`, `alloc_align` or `assume_aligned` run code that nobody knows: compilers \
              drop or reorder them, or believe what is said of the result. `target` on functions with \
              floating-point numbers. An attribute on no list outside of functions concerns all of its file",
    check: Some(check),
};

fn check(context: &Context<'_, '_, '_>, node: &Node) -> Option<Finding> {
    match node.kind {
        Kind::PromisingAttr | Kind::ReturnsNonNullAttr if !context.is_system => {
            Finding::of_calls("")
        }
        Kind::SystemAttr if !context.is_system => Finding::plain(),
        Kind::TargetAttr => {
            let is_float =
                |it: &Node| it.ty.as_ref().is_some_and(|ty| types::has_floats(ty.text()));
            any(context.declaration, &is_float).then(|| Finding::named("target")).flatten()
        }
        _ => None,
    }
}

/// Names of attributes that are harmless, or that the tree has: what they do is judged there.
const KNOWN: &str = "
    access alias aligned alloc_align alloc_size always_inline annotate artificial assume_aligned availability
    cf_check cleanup cold common const constructor counted_by deprecated designated_init destructor error
    expected_throw externally_visible ext_vector_type fallthrough fd_arg fd_arg_read fd_arg_write flatten
    force_align_arg_pointer format format_arg gcc_struct gnu_inline hot leaf malloc maybe_unused may_alias mode
    ms_struct musttail no_address_safety_analysis no_icf no_instrument_function
    no_profile_instrument_function no_reorder no_sanitize no_sanitize_address no_sanitize_memory
    no_sanitize_thread no_sanitize_undefined no_split_stack no_stack_protector noclone nocf_check nocommon nodebug
    nodiscard noinline nonnull nonstring noplt noreturn nothrow null_terminated_string_arg optnone overloadable
    packed pure retain returns_nonnull returns_twice section sentinel stack_protect tainted_args target tls_model
    transparent_union unavailable uninitialized unused used vector_size visibility
    warn_unused_result warning weak weakref zero_call_used_regs _Noreturn";

/// Whether an attribute that is written with a name, and perhaps with arguments, is on no list.
pub(super) fn is_refused(name: &str, has_arguments: bool) -> bool {
    let name = name.rsplit("::").next().unwrap_or(name);
    let name = name.strip_prefix("__").and_then(|it| it.strip_suffix("__")).unwrap_or(name);
    // With a function that frees, only gcc knows it.
    let is_of_gcc = name == "malloc" && has_arguments;
    is_of_gcc || !KNOWN.split_whitespace().any(|it| it == name)
}

#[cfg(test)]
mod tests {
    use super::is_refused;

    #[test]
    fn names_of_attributes() {
        for name in ["noinline", "__noinline__", "gnu::unused", "format", "target", "_Noreturn"] {
            assert!(!is_refused(name, false), "{name}");
        }
        for name in ["optimize", "scalar_storage_order", "simd", "ms_abi", "noipa", "new", "X"] {
            assert!(is_refused(name, false), "{name}");
        }
        assert!(is_refused("malloc", true) && !is_refused("malloc", false));
    }
}
