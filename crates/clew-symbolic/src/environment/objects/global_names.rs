//! The names of variables as inputs.
//!
//! A variable has its own name, unless a parameter of the function under test or a variable of another
//! file has it too: then it has its file's name before it, as debuggers write it (`tcp_in.c::flags`).

use clew_ir::{FunctionId, Global, GlobalId, GlobalKind, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The names of variables as inputs of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GlobalNames {
    /// Those that are not the variables' own.
    qualified: BTreeMap<GlobalId, String>,
}

impl GlobalNames {
    /// The names where this function is under test.
    pub fn new(program: &Program, function: FunctionId) -> Self {
        let function = &program.functions[function];
        let parameters = function.params.iter().map(|id| function.locals[*id].name.as_str());
        let parameters: BTreeSet<&str> = parameters.collect();
        let mut by_name: BTreeMap<&str, Vec<GlobalId>> = BTreeMap::new();
        for (id, global) in program.globals.iter_enumerated().filter(|(_, it)| is_variable(it)) {
            by_name.entry(&global.name).or_default().push(id);
        }
        let mut qualified = BTreeMap::new();
        for (name, globals) in by_name {
            if globals.len() > 1 || parameters.contains(name) {
                qualified.extend(with_files(program, globals));
            }
        }
        Self { qualified }
    }

    /// The name of a variable.
    pub fn name<'n>(&'n self, program: &'n Program, global: GlobalId) -> &'n str {
        self.qualified.get(&global).map_or(&program.globals[global].name, String::as_str)
    }

    /// The variable with a name.
    pub fn find(&self, program: &Program, name: &str) -> Option<GlobalId> {
        let mut globals = program.globals.iter_enumerated().filter(|(_, it)| is_variable(it));
        globals.find(|(id, _)| self.name(program, *id) == name).map(|(id, _)| id)
    }
}

/// Whether a global is a variable at file scope.
fn is_variable(global: &Global) -> bool {
    global.kind == GlobalKind::Variable && global.function.is_none()
}

/// The names of variables with those of their files, as long as they have to be to differ.
fn with_files(program: &Program, globals: Vec<GlobalId>) -> Vec<(GlobalId, String)> {
    let file_name = |global: &Global| {
        let path = path(program, global)?;
        Some(format!("{}::{}", path.file_name()?.to_string_lossy(), global.name))
    };
    let whole_path =
        |global: &Global| Some(format!("{}::{}", path(program, global)?.display(), global.name));
    let named = |form: &dyn Fn(&Global) -> Option<String>| {
        let names = globals.iter().map(|id| Some((*id, form(&program.globals[*id])?)));
        names.collect::<Option<Vec<_>>>()
    };
    for named in [named(&file_name), named(&whole_path)].into_iter().flatten() {
        if named.iter().map(|(_, name)| name).collect::<BTreeSet<_>>().len() == named.len() {
            return named;
        }
    }
    // A header that several files include.
    let by_unit = |global: &Global| format!("{}::{}", global.unit, global.name);
    globals.into_iter().map(|id| (id, by_unit(&program.globals[id]))).collect()
}

/// The file that declares a variable.
fn path<'p>(program: &'p Program, global: &Global) -> Option<&'p std::path::Path> {
    program.sources.position(global.span).map(|(file, _)| file.path.as_path())
}
