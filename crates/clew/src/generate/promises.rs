//! What callers of a function promise: what its declaration says in C, and what `clew.toml` adds.
//!
//! It becomes a function of the program that checks it, so that the search excludes other calls, and
//! proofs that rest on it say so.

use super::config::{Config, FunctionTable, Name};
use crate::args::{Assumed, BoundArguments};
use crate::diagnostic::UserError;
use clew_ir::{DeclaredLength, Dimension, Function, FunctionId, ParameterFacts, Program, Promise};

/// Puts what callers of these functions keep to into the program, as far as the user assumes it.
pub(crate) fn add_all(
    program: &mut Program,
    functions: &[FunctionId],
    config: &Config,
    flags: &BoundArguments,
) -> Result<(), UserError> {
    if !flags.assumes(Assumed::Preconditions, true) {
        program.set_preconditions_aside();
    }
    functions.iter().try_for_each(|&function| add(program, function, config, flags))
}

/// Puts what callers of a function promise into the program.
fn add(
    program: &mut Program,
    id: FunctionId,
    config: &Config,
    flags: &BoundArguments,
) -> Result<(), UserError> {
    let nothing = FunctionTable::default();
    let table = config.tables.function.get(&program.functions[id].name).unwrap_or(&nothing);
    note_shapes(program, id, table, config)?;
    let mut promises = Vec::new();
    let mut words = Vec::new();
    let function = &program.functions[id];
    let mut nonnull = declared_nonnull(function);
    for name in &table.nonnull {
        let at = pointer(program, function, name, config)?;
        if !nonnull.contains(&at) {
            nonnull.push(at);
        }
    }
    nonnull.retain(|at| is_pointer(program, function, *at));
    for at in nonnull {
        promises.push(Promise::NonNull(at));
        words.push(format!("{} is not null", parameter_name(function, at)));
    }
    for (name, [least, most]) in &table.range {
        let at = parameter(function, name, config)?;
        let (smallest, largest) = program.parameter_values(id, at).ok_or_else(|| {
            config.error(name, &format!("`{}` is no integer of at most 64 bits", name.get_ref()))
        })?;
        let (least, most) = (i128::from(*least), i128::from(*most));
        if least > most || least > largest || most < smallest {
            let message = format!("no value of `{}` is in this range", name.get_ref());
            return Err(config.error(name, &message));
        }
        if least > smallest {
            promises.push(Promise::AtLeast(at, least));
            words.push(format!("{} is at least {least}", name.get_ref()));
        }
        if most < largest {
            promises.push(Promise::AtMost(at, most));
            words.push(format!("{} is at most {most}", name.get_ref()));
        }
    }
    if !promises.is_empty() && flags.assumes(Assumed::Declarations, true) {
        program.add_promises(id, &promises);
        program.functions[id].facts.promised = words;
    }
    Ok(())
}

/// The parameters that C itself says are not null: by an attribute, or as `v[static 4]`.
fn declared_nonnull(function: &Function) -> Vec<usize> {
    let is_nonnull = |it: &ParameterFacts| {
        let promises_room = match it.length {
            Some(DeclaredLength::AtLeast(Dimension::Constant(count))) => count > 0,
            Some(
                DeclaredLength::AtLeast(Dimension::Parameter(_)) | DeclaredLength::AsWritten(_),
            )
            | None => false,
        };
        it.is_nonnull || promises_room
    };
    let params = function.facts.params.iter().enumerate();
    params
        .filter(|(at, it)| *at < function.params.len() && is_nonnull(it))
        .map(|(at, _)| at)
        .collect()
}

/// Lengths and strings are what inputs are made by.
fn note_shapes(
    program: &mut Program,
    id: FunctionId,
    table: &FunctionTable,
    config: &Config,
) -> Result<(), UserError> {
    let function = &program.functions[id];
    let mut lengths = Vec::new();
    for (array, count) in &table.length {
        let array = pointer(program, function, array, config)?;
        let told = parameter(function, count, config)?;
        if program.parameter_values(id, told).is_none() {
            let message = format!("`{}` is no integer that could be a length", count.get_ref());
            return Err(config.error(count, &message));
        }
        lengths.push((array, told));
    }
    let mut strings = Vec::new();
    for name in &table.null_terminated {
        strings.push(pointer(program, function, name, config)?);
    }
    let count = function.params.len();
    let facts = &mut program.functions[id].facts.params;
    if facts.len() < count {
        facts.resize_with(count, ParameterFacts::default);
    }
    for (array, told) in lengths {
        facts[array].length = Some(DeclaredLength::AsWritten(Dimension::Parameter(told)));
    }
    for string in strings {
        facts[string].is_string = true;
    }
    Ok(())
}

fn parameter_name(function: &Function, at: usize) -> String {
    let name = &function.locals[function.params[at]].name;
    if name.is_empty() { format!("parameter {}", at + 1) } else { name.clone() }
}

/// The position of a parameter that the settings name.
fn parameter(function: &Function, name: &Name, config: &Config) -> Result<usize, UserError> {
    let at =
        (0..function.params.len()).find(|at| parameter_name(function, *at) == **name.get_ref());
    at.ok_or_else(|| {
        let message = format!("`{}` has no parameter `{}`", function.name, name.get_ref());
        config.error(name, &message)
    })
}

fn is_pointer(program: &Program, function: &Function, at: usize) -> bool {
    program.types.is_pointer(function.locals[function.params[at]].ty)
}

/// The same for a pointer.
fn pointer(
    program: &Program,
    function: &Function,
    name: &Name,
    config: &Config,
) -> Result<usize, UserError> {
    let at = parameter(function, name, config)?;
    match is_pointer(program, function, at) {
        true => Ok(at),
        false => Err(config.error(name, &format!("`{}` is no pointer", name.get_ref()))),
    }
}
