//! What is to be tested: functions and harnesses, and what is said where there is nothing.

use super::drivers::MAKER;
use crate::args::GenArguments;
use crate::diagnostic::{self, UserError};
use crate::load::{select_functions, unsupported_functions};
use clew_emit::DRIVER;
use clew_ir::{FunctionId, NoBody, Program};
use clew_symbolic::Entry;
use std::path::PathBuf;

/// What is to be tested.
pub(crate) fn entries(
    program: &Program,
    arguments: &GenArguments,
) -> Result<Vec<Entry>, UserError> {
    let files = &arguments.sources.files;
    if let Some(name) = &arguments.entry {
        let functions = select_functions(program, files, std::slice::from_ref(name))?;
        return functions.into_iter().map(|id| defined(program, id).map(Entry::Harness)).collect();
    }
    let is_named = !arguments.functions.is_empty();
    let functions = select_functions(program, files, &arguments.functions)?;
    if functions.is_empty() {
        return Err(UserError::Other("the files define no function to test".to_owned()));
    }
    if !is_named {
        note_unsupported(program, files);
    }
    functions
        .into_iter()
        .filter(|id| is_named || !is_own(&program.functions[*id].name))
        .map(|id| {
            let id = defined(program, id)?;
            let is_main = program.functions[id].name == "main";
            Ok(if is_main { Entry::Harness(id) } else { Entry::Unit(id) })
        })
        .collect()
}

/// Whether a function is there for Clew alone.
fn is_own(name: &str) -> bool {
    name.starts_with("clew_pre_") || name.starts_with(MAKER) || name.starts_with(DRIVER)
}

/// Names the functions that are left out because they cannot be run.
fn note_unsupported(program: &Program, files: &[PathBuf]) {
    for function in unsupported_functions(program, files) {
        if let Err(NoBody::Unsupported(unsupported)) = &function.body {
            let place = program.sources.describe(unsupported.span);
            let (name, feature) = (&function.name, &unsupported.feature);
            diagnostic::note(&format!("`{name}` is left out: unsupported: {feature}, at {place}"));
        }
    }
}

/// The function, if it can be run.
pub(crate) fn defined(program: &Program, id: FunctionId) -> Result<FunctionId, UserError> {
    let function = &program.functions[id];
    match &function.body {
        Ok(_) => Ok(id),
        Err(NoBody::Declared) => {
            let remedy = "add the file that defines it";
            Err(UserError::Other(format!("`{}` has no body: {remedy}", function.name)))
        }
        Err(NoBody::Unsupported(unsupported)) => {
            let place = program.sources.describe(unsupported.span);
            let feature = &unsupported.feature;
            let name = &function.name;
            Err(UserError::Other(format!("unsupported: {feature} in `{name}`, at {place}")))
        }
    }
}

/// Says why there is nothing to test: a change that touches nothing is no mistake.
pub(crate) fn nothing_to_test(arguments: &GenArguments) -> Result<(), UserError> {
    if let Some(revision) = &arguments.diff
        && arguments.only.is_empty()
    {
        diagnostic::note(&format!(
            "nothing to test: no function of the files has changed since `{revision}`"
        ));
        return Ok(());
    }
    let only = arguments.only.join(",");
    let functions = match arguments.functions.as_slice() {
        [] => "the functions of the files".to_owned(),
        names => names.join(", "),
    };
    Err(UserError::Other(format!(
        "nothing to test: `--only {only}` and {functions} have no objective in common"
    )))
}
