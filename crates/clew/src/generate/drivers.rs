//! State that only calls reach. A *driver* is a function that calls the one under test; it stands behind the
//! user's file, for Clew and in the tests that need it. One calls the function several times: what it keeps
//! in static variables of its own no test can set. Another has the program make the object that it is
//! passed (`made`).

mod made;

pub(in crate::generate) use made::MAKER;

use super::config::Config;
use clew_emit::{DRIVER, Driver, can_be_named, declaration};
use clew_ir::call_graph::CallGraph;
use clew_ir::{
    DeclaredLength, Dimension, Function, FunctionId, GlobalKind, ParameterFacts, Program, TypeTable,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The calls of a driver, where the user does not say.
pub(crate) const CALLS: u32 = 4;
/// The most parameters of a driver: each call has its own.
const MOST_PARAMETERS: usize = 24;

/// Drivers of so many calls for those of these functions that keep something in static variables.
pub(crate) fn drivers(
    program: &Program,
    functions: impl Iterator<Item = FunctionId>,
    calls: u32,
    config: &Config,
) -> Vec<Driver> {
    if calls < 2 {
        return Vec::new();
    }
    let graph = CallGraph::new(program);
    let is_wanted = |id: &FunctionId| {
        let name = &program.functions[*id].name;
        name != "main" && !config.tables.function.contains_key(name)
    };
    let of_function = |id: FunctionId| {
        let count = program.functions[id].params.len() * calls as usize;
        let repeats = count <= MOST_PARAMETERS
            && keeps_state(program, &graph, id)
            && can_be_called(program, id);
        let repeated = repeats.then(|| driver(program, id, calls)).flatten();
        repeated.into_iter().chain(made::driver(program, &graph, id))
    };
    functions.filter(is_wanted).flat_map(of_function).collect()
}

/// Whether code that a function leads to has static variables of its own.
fn keeps_state(program: &Program, graph: &CallGraph, id: FunctionId) -> bool {
    let reached = graph.reachable(id);
    program.globals.iter().any(|global| {
        let is_kept = global.kind == GlobalKind::Variable && !global.is_const && !global.is_system;
        is_kept && global.function.is_some_and(|owner| reached.contains(&owner))
    })
}

/// Whether C can say the types of a call.
fn can_be_called(program: &Program, id: FunctionId) -> bool {
    let ty = program.function_type(id);
    let types = ty.params.iter().chain([&ty.result]);
    ty.has_prototype && !ty.is_variadic && types.copied().all(|ty| can_be_named(program, ty))
}

fn driver(program: &Program, id: FunctionId, calls: u32) -> Option<Driver> {
    let function = &program.functions[id];
    let (file, _) = program.sources.position(function.span)?;
    let ty = program.function_type(id);
    let own = &function.name;
    let name = format!("{DRIVER}{own}");
    let names = parameter_names(function);
    let numbered = |call: u32| names.iter().map(move |name| format!("{name}_{call}"));
    let all = (1..=calls).flat_map(|call| ty.params.iter().zip(numbered(call)));
    let parameters: Vec<String> = all.map(|(ty, name)| declaration(program, *ty, &name)).collect();
    let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    let arguments = |call: u32| numbered(call).collect::<Vec<String>>().join(", ");
    let head = declaration(program, ty.result, &format!("{name}({parameters})"));
    let mut text = format!(
        "\n/* Calls {own} {calls} times: what one call leaves behind is there in the next. */\n\
         static {head} {{\n"
    );
    for call in 1..calls {
        let _ = writeln!(text, "    (void){own}({});", arguments(call));
    }
    let returns = if ty.result == TypeTable::VOID { "" } else { "return " };
    let _ = writeln!(text, "    {returns}{own}({});\n}}", arguments(calls));
    Some(Driver { name, file: file.path.clone(), text })
}

/// The names of parameters; those without one get one.
fn parameter_names(function: &Function) -> Vec<String> {
    let name = |(at, local): (usize, &clew_ir::LocalId)| match &*function.locals[*local].name {
        "" => format!("p{}", at + 1),
        name => name.to_owned(),
    };
    function.params.iter().enumerate().map(name).collect()
}

/// What is parsed behind each file: the drivers, and that their calls keep to what the user says of those
/// of the function.
pub(crate) fn behind_files(program: &Program, drivers: &[Driver]) -> BTreeMap<PathBuf, String> {
    let mut behind: BTreeMap<PathBuf, String> = BTreeMap::new();
    for driver in drivers {
        let text = behind.entry(driver.file.clone()).or_default();
        text.push_str(&driver.text);
        let own = driver.name.trim_start_matches(DRIVER);
        if program.function(&format!("clew_pre_{own}")).is_some() {
            text.push_str(&precondition(driver, own));
        }
    }
    behind
}

/// The precondition of a driver: that of the function, for each of its calls.
fn precondition(driver: &Driver, own: &str) -> String {
    let lines = driver.text.lines();
    let head = lines.clone().find(|line| line.starts_with("static "));
    let parameters = head.and_then(|head| head.split_once(&driver.name)).map_or("", |it| it.1);
    let call = format!("{own}(");
    let calls = lines.filter(|line| line.starts_with("    "));
    let calls = calls.filter_map(|line| Some(line.split_once(&call)?.1.trim_end_matches(';')));
    let each: Vec<String> = calls.map(|rest| format!("clew_pre_{call}{rest}")).collect();
    let each = each.join(" && ");
    format!("static int clew_pre_{}{parameters}\n    return {each};\n}}\n", driver.name)
}

/// The drivers of a function.
pub(crate) fn drivers_of(program: &Program, id: FunctionId) -> Vec<FunctionId> {
    let name = &program.functions[id].name;
    let all = [format!("{DRIVER}{name}"), format!("{DRIVER}made_{name}")];
    all.iter().filter_map(|name| beside(program, id, name)).collect()
}

/// The function of this name in the file of another one.
fn beside(program: &Program, id: FunctionId, name: &str) -> Option<FunctionId> {
    let unit = program.functions[id].unit;
    let mut functions = program.functions.iter_enumerated();
    functions.find(|(_, it)| it.name == name && it.unit == unit).map(|(id, _)| id)
}

/// Says of the parameters of drivers that repeat a call what declarations say of those of the function.
pub(crate) fn tell_facts(program: &mut Program, functions: impl Iterator<Item = FunctionId>) {
    for id in functions {
        let name = format!("{DRIVER}{}", program.functions[id].name);
        let Some(driver) = beside(program, id, &name) else { continue };
        let own = program.functions[id].facts.params.clone();
        let count = program.functions[id].params.len();
        let all = program.functions[driver].params.len();
        let told = |at: usize| {
            let (call, param) = (at / count, at % count);
            let shifted = |dimension| match dimension {
                Dimension::Parameter(index) => Dimension::Parameter(index + call * count),
                Dimension::Constant(_) => dimension,
            };
            let facts = own.get(param).cloned().unwrap_or_default();
            let length = facts.length.map(|length| match length {
                DeclaredLength::AsWritten(it) => DeclaredLength::AsWritten(shifted(it)),
                DeclaredLength::AtLeast(it) => DeclaredLength::AtLeast(shifted(it)),
            });
            let name = format!("{}_{}", facts.name, call + 1);
            ParameterFacts { name, length, ..facts }
        };
        let params: Vec<ParameterFacts> =
            if count == 0 { Vec::new() } else { (0..all).map(told).collect() };
        program.functions[driver].facts.params = params;
    }
}
