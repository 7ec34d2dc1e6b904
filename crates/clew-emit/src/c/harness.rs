//! Harness functions: what programs written for test generators and verifiers call for inputs.

use super::stubs::{definition, unused_parameters};
use super::types::declaration;
use clew_ir::{FunctionId, Program, TypeTable};
use rustc_hash::FxHashSet;

/// What a harness function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Harness {
    /// Gives the next input as its result.
    Value,
    /// Writes the next input to where its first parameter points; its size is the second.
    Block,
    /// Writes the next input to where its first parameter points; its size is the type's.
    Pointee,
    /// Ends the run quietly unless its first parameter holds.
    Assume,
    /// Ends the run as a failure.
    Error,
    /// Leaves the program with the status that is its first parameter.
    Leave,
    /// Does nothing.
    Ignore,
}

impl Harness {
    /// Whether it takes an input from the tape.
    pub(super) fn takes_input(self) -> bool {
        matches!(self, Harness::Value | Harness::Block | Harness::Pointee)
    }
}

/// The inputs of a test, and the function that takes the next one; `behind` is what it does
/// behind the last.
pub(super) fn tape(behind: &str) -> String {
    TAPE.replace("BEHIND", behind)
}

const TAPE: &str = "
/* What the harness functions give, in order; zeros after the last, if the test goes on then. */
static struct clew_block *clew_inputs;
static clew_size clew_input_count, clew_next_input;

static void clew_take_input(void *into, clew_size size) {
    __builtin_memset(into, 0, size);
    if (clew_next_input < clew_input_count) {
        struct clew_block *input = &clew_inputs[clew_next_input++];
        COPY(into, input->bytes, input->size < size ? input->size : size);
    }BEHIND
}
";

/// What a function without a body does in a harness; `None` for an ordinary one. `asked` are the
/// functions that gave some test an input.
pub(super) fn role(program: &Program, id: FunctionId, asked: &FxHashSet<&str>) -> Option<Harness> {
    let name = program.functions[id].name.as_str();
    let ty = program.function_type(id);
    match name {
        "klee_assume" | "__VERIFIER_assume" | "__CPROVER_assume" | "clew_assume"
        | "__CrestAssume" => {
            return (!ty.params.is_empty()).then_some(Harness::Assume);
        }
        "__VERIFIER_error" | "__VERIFIER_fail" | "reach_error" | "klee_abort"
        | "klee_report_error" => return Some(Harness::Error),
        "klee_silent_exit" => return (!ty.params.is_empty()).then_some(Harness::Leave),
        "clew_label" => return Some(Harness::Ignore),
        _ => {}
    }
    const PREFIXES: [&str; 5] = ["__VERIFIER_nondet_", "nondet_", "CREST_", "__Crest", "klee_"];
    let is_known = PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    if !is_known && !asked.contains(name) {
        return None;
    }
    let first_is_pointer = ty.params.first().is_some_and(|ty| program.types.is_pointer(*ty));
    let is_block = first_is_pointer && ty.params.len() >= 2;
    if ty.result != TypeTable::VOID && (!name.starts_with("klee_") || is_klee_input(name)) {
        Some(Harness::Value)
    } else if is_block && (name == "klee_make_symbolic" || !name.starts_with("klee_")) {
        Some(Harness::Block)
    } else if first_is_pointer && !name.starts_with("klee_") {
        Some(Harness::Pointee)
    } else {
        None
    }
}

/// The functions of KLEE's interface that make an input.
fn is_klee_input(name: &str) -> bool {
    matches!(name, "klee_int" | "klee_char" | "klee_long" | "klee_range")
}

/// The definition of a harness function.
pub(super) fn definition_of(program: &Program, id: FunctionId, role: Harness) -> String {
    let ty = program.function_type(id);
    let (used, body): (&[usize], String) = match role {
        Harness::Value => {
            let result = declaration(program, ty.result, "result");
            let body = format!(
                "    {result};\n    clew_take_input(&result, sizeof result);\n    return result;\n"
            );
            (&[], body)
        }
        Harness::Block => (&[0, 1], "    clew_take_input(p0, p1);\n".to_owned()),
        Harness::Pointee => (&[0], "    clew_take_input(p0, sizeof *p0);\n".to_owned()),
        Harness::Assume => (&[0], "    if (!p0)\n        clew_exit(0);\n".to_owned()),
        Harness::Error => (&[], "    clew_abort();\n".to_owned()),
        Harness::Leave => (&[0], "    clew_exit(p0);\n".to_owned()),
        Harness::Ignore => (&[], String::new()),
    };
    let ends = matches!(role, Harness::Error | Harness::Leave);
    let falls_off = ty.result != TypeTable::VOID && role != Harness::Value && !ends;
    let result = if falls_off { "    return 0;\n" } else { "" };
    let unused = unused_parameters(ty.params.len(), used);
    format!("\n{}", definition(program, id, &format!("{unused}{body}{result}")))
}
