//! Weak functions that no file defines. The linker decides whether they are there, once for all tests;
//! so the files under test get a pointer in their place, which each test sets or leaves null.

use super::body::Body;
use crate::sources::references;
use crate::suite::Suite;
use clew_ir::{FunctionId, Program};
use std::fmt::Write;

/// The pointer that stands for a function.
pub(super) fn pointer(function: &str) -> String {
    format!("clew_weak_{function}")
}

/// The functions that are replaced: none where no test has them.
pub(super) fn replaced(suite: &Suite<'_>) -> Vec<FunctionId> {
    match suite.tests.iter().any(|test| test.case.has_weak_functions) {
        true => asked_for(suite.program, suite.function),
        false => Vec::new(),
    }
}

/// The functions that can be replaced in the file of a function: those that it uses it declares.
fn asked_for(program: &Program, tested: FunctionId) -> Vec<FunctionId> {
    let own = program.functions[tested].unit;
    let used = references(program, &|unit| unit == own).functions;
    program.replaceable_functions().filter(|id| used.contains(id)).collect()
}

/// The macros that put the pointers in place before the files under test are read: a declaration of
/// the function becomes one of the pointer.
pub(crate) fn redirections(suite: &Suite<'_>) -> String {
    let mut text = String::new();
    for name in names(suite) {
        writeln!(text, "#define {name} (*{})", pointer(name)).expect("a string");
    }
    match text.is_empty() {
        true => text,
        false => format!("/* Each test says whether these are there. */\n{text}\n"),
    }
}

/// The end of these macros.
pub(crate) fn restored(suite: &Suite<'_>) -> String {
    names(suite).map(|name| format!("#undef {name}\n")).collect()
}

/// The pointers.
pub(super) fn definitions(suite: &Suite<'_>) -> String {
    let mut text = String::new();
    for name in names(suite) {
        let pointer = pointer(name);
        writeln!(
            text,
            "\n/* Where {name} is, if it is there. */\n__typeof__({pointer}) {pointer};"
        )
        .expect("a string");
    }
    text
}

/// The statements that take the functions away again.
pub(super) fn reset(suite: &Suite<'_>) -> Vec<String> {
    names(suite).map(|name| format!("{} = NULL;", pointer(name))).collect()
}

fn names<'a>(suite: &Suite<'a>) -> impl Iterator<Item = &'a str> {
    let program = suite.program;
    replaced(suite).into_iter().map(move |id| program.functions[id].name.as_str())
}

impl Body<'_> {
    /// Whether a pointer stands for a function here.
    pub(super) fn is_weak_pointer(&self, id: FunctionId) -> bool {
        let (program, case) = (self.program, self.case);
        let may_be = case.has_weak_functions && program.functions[id].is_optional();
        may_be && asked_for(program, case.function).contains(&id)
    }

    /// Says that the weak functions are there in this test.
    pub(super) fn script_weak_functions(&mut self) {
        if !self.case.has_weak_functions {
            return;
        }
        let program = self.program;
        for id in asked_for(program, self.case.function) {
            let name = &program.functions[id].name;
            self.line(format!("{} = (void *)clew_stub_{name};", pointer(name)));
        }
    }
}
