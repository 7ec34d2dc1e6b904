//! Functions of the system that the tests themselves need.
//!
//! Where the program calls such a function and a test says what it gives, the files under test call
//! it by another name for the linker: the test's own calls go to the system as before.

use crate::suite::Suite;
use clew_ir::Function;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What tests call, by name and prototype.
const NEEDED: [(&str, &str); 6] = [
    ("alarm", "unsigned alarm(unsigned)"),
    ("dup2", "int dup2(int, int)"),
    ("fork", "int fork(void)"),
    ("open", "int open(const char *, int, ...)"),
    ("pipe", "int pipe(int[2])"),
    ("waitpid", "int waitpid(int, int *, int)"),
];

/// The name for the linker by which the files under test call a function that tests need, too.
pub(super) fn symbol(function: &Function) -> Option<String> {
    let is_needed = NEEDED.iter().any(|(name, _)| *name == function.name);
    (function.is_system && is_needed).then(|| format!("clew_stubbed_{}", function.name))
}

/// What tests need and some test has a stub for: name, prototype and the name for the linker.
fn stubbed<'s>(
    suite: &'s Suite<'_>,
) -> impl Iterator<Item = (&'static str, &'static str, String)> + 's {
    let calls = suite.tests.iter().flat_map(|test| &test.case.stubs);
    let functions: BTreeSet<_> = calls.map(|call| call.function).collect();
    functions.into_iter().filter_map(|id| {
        let function = &suite.program.functions[id];
        let (name, prototype) = NEEDED.iter().find(|(name, _)| *name == function.name)?;
        Some((*name, *prototype, symbol(function)?))
    })
}

/// Whether compilers that count what is executed call something else in its place, whatever its name is
/// for the linker.
fn is_replaced(name: &str) -> bool {
    name == "fork"
}

/// Declarations before the files under test: what they call by which name for the linker.
pub(crate) fn redirections(suite: &Suite<'_>) -> String {
    let mut text = String::new();
    for (name, prototype, symbol) in stubbed(suite) {
        match is_replaced(name) {
            true => writeln!(text, "#define {name} {symbol}"),
            false => writeln!(text, "extern {prototype} __asm__(\"{symbol}\");"),
        }
        .expect("a string");
    }
    match text.is_empty() {
        true => text,
        false => format!("/* The tests need these themselves. */\n{text}\n"),
    }
}

/// The end of what was defined for that.
pub(crate) fn restored(suite: &Suite<'_>) -> String {
    let replaced = stubbed(suite).filter(|(name, ..)| is_replaced(name));
    replaced.map(|(name, ..)| format!("#undef {name}\n")).collect()
}
