//! What a machine knows of its entry before it runs.

use super::Entry;
use crate::environment::{
    GlobalInputs, KnownOutside, ParameterUse, error_number, known_outside, parameter_uses,
};
use crate::soundness::{Cause, caveats, changed_globals};
use clew_ir::{FunctionId, GlobalId, Program, Span, TypeId};

/// What the entry takes from its caller, and what a claim about it leaves out from the start.
#[derive(Debug)]
pub(super) struct Interface {
    /// What the user says of its callers: `clew_pre_NAME`, attributes, `clew.toml`.
    pub(super) precondition: Option<FunctionId>,
    pub(super) uses: Vec<ParameterUse>,
    pub(super) globals: GlobalInputs,
    /// The types of the variables that the function sees, and whether it writes them.
    pub(super) named: Vec<(TypeId, bool)>,
    pub(super) caveats: Vec<(Cause, Span)>,
    /// Whether the function under test is variadic.
    pub(super) takes_arguments: bool,
    /// The object of `errno`, where the user's code may look at it.
    pub(super) error_number: Option<GlobalId>,
    /// The variables that code outside the program may know.
    pub(super) known_outside: Vec<KnownOutside>,
}

impl Interface {
    pub(super) fn new(program: &Program, entry: Entry) -> Self {
        let function = entry.function();
        let globals = match entry {
            Entry::Unit(_) => GlobalInputs::new(program, function),
            Entry::Harness(_) => GlobalInputs::default(),
        };
        let error_number = match entry {
            Entry::Unit(_) => error_number(program, function),
            // A program begins with 0 there.
            Entry::Harness(_) => None,
        };
        let mut known_outside = known_outside(program, &globals);
        known_outside.extend(error_number.map(KnownOutside::unshared));
        let changed = changed_globals(program, entry);
        let named = |id: &GlobalId| (program.globals[*id].ty, changed.contains(id));
        let is_variadic = program.function_type(function).is_variadic;
        Self {
            precondition: precondition(program, entry),
            uses: parameter_uses(program, function),
            error_number,
            known_outside,
            named: globals.visible.iter().map(named).collect(),
            globals,
            caveats: caveats(program, entry),
            takes_arguments: matches!(entry, Entry::Unit(_)) && is_variadic,
        }
    }
}

/// The precondition of the function under test.
fn precondition(program: &Program, entry: Entry) -> Option<FunctionId> {
    match entry {
        Entry::Unit(function) => program.precondition(function),
        Entry::Harness(_) => None,
    }
}
