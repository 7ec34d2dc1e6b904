//! Runs with inputs, for their words.

use super::graph::{Letters, objection};
use clew_ir::{FunctionId, ProbePlan, Program};
use clew_logic::Model;
use clew_symbolic::{Bounds, Entry, Fresh, LabelMode, Setup, SymbolicMachine};
use clew_vm::Config;
use std::sync::Arc;

/// Steps of one run.
const STEPS: u64 = 50_000;

/// A machine whose runs have words.
pub(crate) fn machine(program: &Program, entry: Entry) -> SymbolicMachine<'_> {
    let config = Config {
        probes: Some(Arc::new(ProbePlan::default())),
        stubs: matches!(entry, Entry::Unit(_)),
        max_steps: STEPS,
        ..Config::under_test()
    };
    let (labels, bounds) = (LabelMode::Observe, Bounds::default());
    SymbolicMachine::new(program, Setup { entry, config, labels, bounds })
}

/// Runs from an entry, on inputs of several kinds: each word is a path of the graph and tells the
/// forks of its run.
pub(crate) fn check_words(
    program: &Program,
    entry: Entry,
    kinds: &[Fresh],
) -> Result<Letters, String> {
    let mut letters = Letters::default();
    let mut machine = machine(program, entry);
    for &fresh in kinds {
        machine.set_fresh(fresh);
        let named = |why: String| {
            let name = &program.functions[entry.function()].name;
            format!("{name}, {fresh:?}: {why}")
        };
        let (trace, word) = match machine.run_for_word(&Model::new()) {
            Ok(told) => told,
            Err(stray) => return Err(named(stray.to_string())),
        };
        if let Some(why) = objection(program, &word, &trace) {
            return Err(named(why));
        }
        letters.add(&word);
    }
    Ok(letters)
}

/// The functions of the user's that have a body.
pub(crate) fn own_functions(program: &Program) -> Vec<FunctionId> {
    let functions = program.functions.iter_enumerated();
    functions.filter(|(_, it)| it.body.is_ok() && !it.is_system).map(|(id, _)| id).collect()
}
