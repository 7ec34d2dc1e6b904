//! What a machine knows of its entry before it runs.

use super::Entry;
use crate::environment::{GlobalInputs, ParameterUse, parameter_uses};
use crate::soundness::{Cause, caveats, changed_globals};
use clew_ir::{FunctionId, GlobalId, GlobalKind, Program, Span, TypeId};

/// What the entry takes from its caller, and what a claim about it leaves out from the start.
#[derive(Debug)]
pub(super) struct Interface {
    /// `clew_pre_NAME`, which the user wrote for it.
    pub(super) precondition: Option<FunctionId>,
    pub(super) uses: Vec<ParameterUse>,
    pub(super) globals: GlobalInputs,
    /// The types of the variables that the function sees, and whether it writes them.
    pub(super) named: Vec<(TypeId, bool)>,
    pub(super) caveats: Vec<(Cause, Span)>,
    /// Whether the function under test is variadic.
    pub(super) takes_arguments: bool,
    /// Whether there are variables that a function without a body could change.
    pub(super) sees_variables: bool,
}

impl Interface {
    pub(super) fn new(program: &Program, entry: Entry) -> Self {
        let function = entry.function();
        let (globals, sees_variables) = match entry {
            Entry::Unit(_) => {
                let globals = GlobalInputs::new(program, function);
                let sees_any = !globals.visible.is_empty() || !globals.left_out.is_empty();
                (globals, sees_any)
            }
            Entry::Harness(_) => (GlobalInputs::default(), has_variables(program)),
        };
        let changed = changed_globals(program, entry);
        let named = |id: &GlobalId| (program.globals[*id].ty, changed.contains(id));
        let is_variadic = program.function_type(function).is_variadic;
        Self {
            precondition: precondition(program, entry),
            uses: parameter_uses(program, function),
            named: globals.visible.iter().map(named).collect(),
            globals,
            caveats: caveats(program, entry),
            takes_arguments: matches!(entry, Entry::Unit(_)) && is_variadic,
            sees_variables,
        }
    }
}

/// Whether a program has variables of its own.
fn has_variables(program: &Program) -> bool {
    program
        .globals
        .iter()
        .any(|global| !global.is_const && !global.is_system && global.kind == GlobalKind::Variable)
}

/// The precondition of the function under test: it has the same parameters.
fn precondition(program: &Program, entry: Entry) -> Option<FunctionId> {
    let Entry::Unit(function) = entry else { return None };
    let function = &program.functions[function];
    program.function(&format!("clew_pre_{}", function.name)).filter(|id| {
        let pre = &program.functions[*id];
        pre.body.is_ok() && pre.params.len() == function.params.len()
    })
}
