//! Plain C with a `main` that prints TAP.

use super::model::{FORKED, Kind, Model};
use crate::sources::Isolation;
use crate::suite::Framework;
use std::fmt::Write;
use std::ops::Range;

pub(super) const CHECKS: &str = include_str!("../../runtime/plain_checks.c");
pub(super) const MAIN: &str = include_str!("../../runtime/plain_main.c");

/// The lines of a file that a test has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TestLines {
    /// The test's id.
    pub(crate) test: usize,
    /// Its lines, from 1.
    pub(crate) lines: Range<usize>,
}

/// The text of the file, and where its tests are.
pub(crate) fn file(model: &Model<'_>) -> (String, Vec<TestLines>) {
    let mut text = model.preamble(Framework::Plain, "", "");
    if model.isolation() == Isolation::None {
        text.push_str("\n/* All tests run in one process. */\n#define CLEW_NO_FORK 1\n");
    }
    write!(text, "\n{CHECKS}\n{FORKED}").expect("a string");
    text.push_str(model.stubs());
    let mut tests = Vec::new();
    let mut line = 1 + newlines(&text);
    for test in &model.tests {
        let head = format!("static void {}(void)", test.test.name);
        let function = model.function(test, &head, &[]);
        let end = line + newlines(&function);
        tests.push(TestLines { test: test.test.id, lines: line..end });
        text.push_str(&function);
        line = end;
    }
    text.push_str(
        "\n/* A test; a crash reproducer says what it reproduces, others may exit with a status. */\n\
         struct clew_test {\n    const char *name;\n    void (*run)(void);\n    const char *crash;\n    \
         int status;\n    int may_return;\n};\n\nstatic const struct clew_test clew_tests[] = {\n",
    );
    for test in &model.tests {
        let name = &test.test.name;
        let (crash, status, may_return) = match model.kind(test) {
            Kind::Returns => ("NULL".to_owned(), -1, false),
            Kind::Exits { status, may_return } => ("NULL".to_owned(), status, may_return),
            Kind::Crash(what) => (format!("{what:?}"), -1, false),
        };
        let may_return = u8::from(may_return);
        writeln!(text, "    {{\"{name}\", {name}, {crash}, {status}, {may_return}}},")
            .expect("a string");
    }
    write!(text, "}};\n\n{MAIN}").expect("a string");
    (text, tests)
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}
