//! The names in a test function.

use clew_ir::Program;
use clew_symbolic::{Target, TestCase, Value};
use rustc_hash::FxHashSet;

const KEYWORDS: [&str; 45] = [
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "asm",
    "typeof",
    "bool",
    "true",
    "false",
    "nullptr",
    "result",
    "expected",
    "inputs",
    "arguments",
    "main",
];

/// The names taken so far.
pub(super) struct Scope {
    taken: FxHashSet<String>,
}

impl Scope {
    /// A scope in which the names that a test needs from outside are taken.
    pub(super) fn new(program: &Program, case: &TestCase) -> Self {
        let mut taken: FxHashSet<String> = KEYWORDS.into_iter().map(String::from).collect();
        taken.insert(program.functions[case.function].name.clone());
        taken.extend(case.globals.iter().map(|state| program.globals[state.global].name.clone()));
        let enumerators = program.types.enums.iter().flat_map(|e| &e.constants);
        taken.extend(enumerators.map(|(name, _)| name.clone()));
        let mut add = |target: Target| {
            match target {
                Target::Global(id, _) => taken.insert(program.globals[id].name.clone()),
                Target::Function(id) => taken.insert(program.functions[id].name.clone()),
                Target::Null
                | Target::Object(..)
                | Target::Stream(_)
                | Target::Made(..)
                | Target::Unknown => false,
            };
        };
        for value in all_values(case) {
            value.for_each_target(&mut add);
        }
        Self { taken }
    }

    /// A new name like the one wanted, which may be any text.
    pub(super) fn name(&mut self, wanted: &str, otherwise: &str) -> String {
        let words = wanted.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let mut stem = words.join("_");
        if stem.is_empty() || stem.starts_with(|c: char| c.is_ascii_digit()) {
            stem = format!("{otherwise}{stem}");
        }
        let mut name = stem.clone();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{stem}_{number}");
            number += 1;
        }
        name
    }
}

/// All values that a test writes down.
pub(crate) fn all_values(case: &TestCase) -> impl Iterator<Item = &Value> {
    let globals = case.globals.iter().flat_map(|state| state.before.iter().chain([&state.after]));
    let objects = case.objects.iter().flat_map(|object| object.before.iter().chain(&object.after));
    let arguments = case.arguments.iter().map(|argument| &argument.value);
    arguments.chain(globals).chain(objects).chain(stub_values(case)).chain(&case.returned)
}

/// The values that a test gives, but for those of objects.
pub(super) fn given_values(case: &TestCase) -> impl Iterator<Item = &Value> {
    let arguments = case.arguments.iter().map(|argument| &argument.value);
    let globals = case.globals.iter().filter_map(|state| state.before.as_ref());
    arguments.chain(globals).chain(stub_values(case))
}

/// The values that functions without a body give.
fn stub_values(case: &TestCase) -> impl Iterator<Item = &Value> {
    case.stubs.iter().flat_map(|call| {
        let written = call.written.iter().map(|(_, value)| value);
        let changed = call.changes.iter().map(|change| &change.value);
        call.result.iter().chain(written).chain(changed)
    })
}
