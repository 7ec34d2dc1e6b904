//! Objects made by the program: a driver has the program's own constructor make the object that a function
//! is passed, and up to two of its other functions change it. What holds of such objects and of no raw
//! memory (a list that is a list, a table with its sizes) holds then.

use super::{can_be_called, parameter_names};
use clew_emit::{DRIVER, Driver, declaration};
use clew_ir::call_graph::CallGraph;
use clew_ir::{Function, FunctionId, Program, RecordId, Type, TypeId, TypeTable};
use std::fmt::Write as _;

/// So many changes are made to an object.
const CHANGES: usize = 2;
/// So many functions may make each of them.
const MOST_CHANGERS: usize = 3;
/// The most parameters of a driver.
const MOST_PARAMETERS: usize = 24;
/// What the user's own makers of objects are called, before the type's name.
pub(in crate::generate) const MAKER: &str = "clew_make_";

/// The functions that an object goes through on its way to the one under test.
struct Way {
    /// The parameter of the function under test that is passed it.
    place: usize,
    maker: FunctionId,
    /// Each with the parameter that is passed it.
    changers: Vec<(FunctionId, usize)>,
}

/// A driver for a function that is passed an object which the program can make.
pub(super) fn driver(program: &Program, graph: &CallGraph, id: FunctionId) -> Option<Driver> {
    let function = &program.functions[id];
    // What is said of its callers is said of objects that are there.
    let is_guarded = program.function(&format!("clew_pre_{}", function.name)).is_some();
    if is_guarded || !can_be_called(program, id) {
        return None;
    }
    let way = way(program, graph, id)?;
    let (file, _) = program.sources.position(function.span)?;
    let name = format!("{DRIVER}made_{}", function.name);
    let text = text(program, id, &way, &name)?;
    Some(Driver { name, file: file.path.clone(), text })
}

/// The record that a pointer leads to.
fn record(program: &Program, ty: TypeId) -> Option<RecordId> {
    match program.types.get(program.types.pointee(ty)?) {
        Type::Record(id) => Some(*id),
        _ => None,
    }
}

fn way(program: &Program, graph: &CallGraph, id: FunctionId) -> Option<Way> {
    let params = &program.function_type(id).params;
    let frees =
        |it: FunctionId| graph.reachable(it).iter().any(|it| program.functions[*it].name == "free");
    params.iter().enumerate().find_map(|(place, ty)| {
        let wanted = record(program, *ty)?;
        let unit = program.functions[id].unit;
        let is_own = |(other, it): &(FunctionId, &Function)| {
            let is_own = it.unit == unit && it.body.is_ok() && !it.is_system;
            is_own && *other != id && it.name != "main" && can_be_called(program, *other)
        };
        let own = || program.functions.iter_enumerated().filter(is_own);
        let leads = |ty: &TypeId| record(program, *ty) == Some(wanted);
        let mut makers: Vec<FunctionId> = own()
            .filter(|(other, _)| {
                let ty = program.function_type(*other);
                leads(&ty.result) && !ty.params.iter().any(leads)
            })
            .map(|(other, _)| other)
            .collect();
        makers.sort_by_key(|it| {
            let name = &program.functions[*it].name;
            (!name.starts_with(MAKER), program.functions[*it].params.len())
        });
        let maker = *makers.first()?;
        let changers = own().filter_map(|(other, it)| {
            let at = program.function_type(other).params.iter().position(leads)?;
            let is_small = it.params.len() <= 3 && !it.name.starts_with("clew_");
            (is_small && !frees(other)).then_some((other, at))
        });
        Some(Way { place, maker, changers: changers.take(MOST_CHANGERS).collect() })
    })
}

/// The parameters of a driver, as they come together.
struct Parameters<'p> {
    program: &'p Program,
    declared: Vec<String>,
}

impl Parameters<'_> {
    /// The arguments of a call, each a parameter of the driver but the one that is the object.
    fn arguments(&mut self, id: FunctionId, prefix: &str, object: Option<usize>) -> String {
        let names = parameter_names(&self.program.functions[id]);
        let types = self.program.function_type(id).params.clone();
        let each = types.iter().zip(names).enumerate().map(|(at, (ty, name))| {
            if object == Some(at) {
                return "object".to_owned();
            }
            let name = format!("{prefix}{name}");
            self.declared.push(declaration(self.program, *ty, &name));
            name
        });
        each.collect::<Vec<String>>().join(", ")
    }
}

fn text(program: &Program, id: FunctionId, way: &Way, name: &str) -> Option<String> {
    let functions = &program.functions;
    let mut all = Parameters { program, declared: Vec::new() };
    let maker = &functions[way.maker].name;
    let mut body = String::new();
    let made = all.arguments(way.maker, "make_", None);
    let object = declaration(program, program.function_type(way.maker).result, "object");
    let _ = writeln!(body, "    {object} = {maker}({made});");
    for change in 1..=CHANGES {
        if way.changers.is_empty() {
            break;
        }
        all.declared.push(format!("int change_{change}"));
        let _ = writeln!(body, "    switch (change_{change}) {{");
        for (at, (changer, place)) in way.changers.iter().enumerate() {
            let prefix = format!("{}_{change}_", functions[*changer].name);
            let arguments = all.arguments(*changer, &prefix, Some(*place));
            let called = &functions[*changer].name;
            let _ = writeln!(body, "    case {}: (void){called}({arguments}); break;", at + 1);
        }
        body.push_str("    default: break;\n    }\n");
    }
    let ty = program.function_type(id);
    let own = &functions[id].name;
    let arguments = all.arguments(id, "", Some(way.place));
    let returns = if ty.result == TypeTable::VOID { "" } else { "return " };
    let _ = writeln!(body, "    {returns}{own}({arguments});");
    if all.declared.len() > MOST_PARAMETERS {
        return None;
    }
    let parameters =
        if all.declared.is_empty() { "void".to_owned() } else { all.declared.join(", ") };
    let head = declaration(program, ty.result, &format!("{name}({parameters})"));
    let comment = format!("Calls {own} with an object that {maker} makes.");
    Some(format!("\n/* {comment} */\nstatic {head} {{\n{body}}}\n"))
}
