//! What all C suites share: the files under test, stubs and test bodies.

use super::build_files::word;
use crate::c::{self, PROGRAM_MAIN, Stubs, is_nameable};
use crate::sources::{Assembly, IN_PLACE, Isolation, Layout};
use crate::suite::{Framework, Group, Suite, SuiteTest};
use clew_ir::{Function, GlobalId, Linkage, UnitId};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// What every suite needs of the C library. Headers that declare functions are left out: what
/// they declare may have another meaning in the file under test.
const LIBRARY: &str = include_str!("../../runtime/library.c");
/// Tests in processes of their own.
pub(super) const FORKED: &str = include_str!("../../runtime/forked.c");
/// Tests that leave the program, for frameworks that would go with it.
const EXITS_WITH: &str = include_str!("../../runtime/exits_with.c");

/// Words of the suites' files beside those of the parts above.
const PLAIN_WORDS: [&str; 4] = ["struct", "clew_test", "name", "may_return"];

/// A suite, ready to be written for any framework.
pub(crate) struct Model<'a> {
    pub(crate) suite: &'a Suite<'a>,
    layout: &'a Layout,
    stubs: Stubs,
    /// The tests, crash reproducers last.
    pub(super) tests: Vec<ModelTest<'a>>,
}

/// A test, ready to be written for any framework.
pub(super) struct ModelTest<'a> {
    pub(super) test: &'a SuiteTest,
    body: Vec<String>,
}

/// How a test ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The function returns.
    Returns,
    /// The program is left with a status; `main` may return as well.
    Exits { status: i32, may_return: bool },
    /// It reproduces a fault.
    Crash(String),
}

impl<'a> Model<'a> {
    pub(crate) fn new(
        suite: &'a Suite<'a>,
        layout: &'a Layout,
        apart: &[(GlobalId, String)],
    ) -> Self {
        let is_included = |unit: UnitId| layout.included_units.contains(&unit);
        let tests = suite.ordered().into_iter();
        let logs = c::logs(suite);
        let told = (&logs, c::keeps_printed(suite));
        let tests = tests.map(|test| ModelTest { test, body: c::body(suite.program, test, told) });
        let tests = tests.collect();
        let stubs = c::stubs(suite, &logs, apart, &is_included);
        Self { suite, layout, stubs, tests }
    }

    /// The header that brings in the files under test. Their warnings are not ours.
    pub(crate) fn sources_header(&self) -> String {
        let mut text = format!(
            "/* The files under test, included so that static functions can be tested too. */\n\
             #pragma GCC system_header\n\
             #ifndef CLEW_SOURCES_OF_{0}\n#define CLEW_SOURCES_OF_{0}\n\n\
             /* Signed arithmetic wraps, as in the runs that these tests come from, and what is\n \
             * allocated is asked for. */\n\
             #if defined __clang__\n\
             #pragma clang optimize off\n\
             #elif defined __GNUC__\n\
             #pragma GCC optimize(\"wrapv\")\n\
             #endif\n\n",
            self.suite.function_name()
        );
        if self.layout.calls_assembly {
            text.push_str("/* Assembly is replaced by calls: tests say what it gives. */\n\n");
        }
        if self.layout.assembly == Assembly::LeftOut {
            text.push_str("/* Assembly is left out: the compiler does not take it. */\n\n");
        }
        text.push_str(&c::redirections(self.suite));
        text.push_str(&c::weak_redirections(self.suite));
        text.push_str(&c::own_redirections(self.suite));
        for directive in &self.layout.directives {
            writeln!(text, "{directive}").expect("a string");
        }
        let functions = &self.suite.program.functions;
        let defines_main = functions.iter().any(|f| f.name == "main" && f.body.is_ok());
        if defines_main {
            writeln!(text, "#define main {PROGRAM_MAIN}").expect("a string");
        }
        for (at, renamed) in self.layout.renamed.iter().enumerate() {
            for (name, other) in renamed {
                writeln!(text, "#define {name} {other}").expect("a string");
            }
            text.push_str(&self.include(at));
            text.push_str(self.layout.behind.get(at).map_or("", String::as_str));
            for (name, _) in renamed {
                writeln!(text, "#undef {name}").expect("a string");
            }
        }
        if defines_main {
            text.push_str("#undef main\n");
        }
        text.push_str(&c::weak_restored(self.suite));
        text.push_str(&c::own_restored(self.suite));
        text.push_str(&self.inline_definitions());
        text.push_str(&self.undefined_macros());
        text.push_str("\n#ifdef __clang__\n#pragma clang optimize on\n#endif\n");
        text.push_str("\n#endif\n");
        text
    }

    /// Includes a file under test: where the compiler is not told the search path, its copy.
    fn include(&self, at: usize) -> String {
        let line = |file: &Path| format!("#include \"{}\"\n", file.display());
        let own = self.layout.included.get(at).map_or_else(String::new, |file| line(file));
        match self.layout.stand_ins.get(at) {
            Some(copy) => format!(
                "#ifdef {IN_PLACE}\n{own}#else /* no search path is given: a copy as it was */\n{}#endif\n",
                line(copy)
            ),
            None => own,
        }
    }

    /// Makes what is `inline` alone a definition that the linker sees, too.
    fn inline_definitions(&self) -> String {
        let is_inline = |function: &&Function| {
            let is_included = self.layout.included_units.contains(&function.unit);
            function.linkage == Linkage::Weak && function.body.is_ok() && is_included
        };
        let functions = self.suite.program.functions.iter().filter(is_inline);
        let lines = functions.filter(|it| !it.is_system).map(|it| {
            let name = &it.name;
            format!("extern __typeof__({name}) {name} __attribute__((weak));\n")
        });
        let lines: String = lines.collect();
        match lines.is_empty() {
            true => lines,
            false => format!("\n/* What is only inline can be linked, too. */\n{lines}"),
        }
    }

    /// Takes back the user's macros that would change what the tests say.
    fn undefined_macros(&self) -> String {
        let runtime = [LIBRARY, FORKED, EXITS_WITH, super::plain::CHECKS, super::plain::MAIN];
        let bodies = self.tests.iter().flat_map(|test| &test.body).map(String::as_str);
        let texts = runtime.into_iter().chain([self.stubs.text.as_str()]).chain(bodies);
        let is_no_word = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        let words: BTreeSet<&str> = texts.flat_map(|text| text.split(is_no_word)).collect();
        let own = PLAIN_WORDS.iter().copied();
        let words: BTreeSet<&str> = words.into_iter().chain(own).collect();
        let names: BTreeSet<&str> =
            self.layout.macros().filter(|name| words.contains(name)).collect();
        let lines: String = names.iter().map(|name| format!("#undef {name}\n")).collect();
        match lines.is_empty() {
            true => lines,
            false => format!("\n/* The tests mean something else by these. */\n{lines}"),
        }
    }

    /// The top of a suite's file, up to the framework's own part.
    pub(super) fn preamble(&self, framework: Framework, libraries: &str, headers: &str) -> String {
        let function = self.suite.function_name();
        let stem = framework.stem(function);
        let file = self.layout.included.last().map_or(Path::new("?"), |file| file.as_path());
        let separate: String =
            self.layout.separate.iter().map(|file| format!(" {}", word(&file.display()))).collect();
        let flags: String = self.layout.flags.iter().map(|it| format!(" {}", word(it))).collect();
        format!(
            "/* Tests of {function} in {file}, written by Clew.\n *\n \
             * Build and run: cc{flags} {stem}.c{separate} -o {stem}{libraries} -lm && ./{stem}\n */\n\
             #include \"{header}\"\n\n\
             #include <limits.h>\n{headers}\n{LIBRARY}",
            file = file.display(),
            header = header_name(function),
        )
    }

    /// What runs tests that end their process.
    pub(super) fn special_runner(&self) -> String {
        let any =
            |wanted: fn(&Kind) -> bool| self.tests.iter().any(|test| wanted(&self.kind(test)));
        let mut text = String::new();
        if any(|kind| *kind != Kind::Returns) {
            text.push('\n');
            text.push_str(FORKED);
        }
        if any(|kind| matches!(kind, Kind::Exits { .. })) {
            text.push('\n');
            text.push_str(EXITS_WITH);
        }
        text
    }

    /// Where the tests run.
    pub(super) fn isolation(&self) -> Isolation {
        self.layout.isolation
    }

    /// The stubs, if there are any.
    pub(super) fn stubs(&self) -> &str {
        &self.stubs.text
    }

    pub(super) fn kind(&self, test: &ModelTest<'_>) -> Kind {
        if test.test.group == Group::Crash {
            let sources = &self.suite.program.sources;
            return Kind::Crash(test.test.fault().map_or_else(String::new, |fault| {
                let place = sources.position(fault.span).map(|(file, at)| {
                    let name = file.path.file_name().unwrap_or_default().to_string_lossy();
                    format!(" at {name}:{}", at.line)
                });
                format!("{}{}", fault.kind, place.unwrap_or_default())
            }));
        }
        match test.test.exit_status() {
            Some(status) => {
                Kind::Exits { status, may_return: self.suite.function_name() == "main" }
            }
            None => Kind::Returns,
        }
    }

    /// A test as a function with this head; `first` are statements before its own.
    pub(super) fn function(&self, test: &ModelTest<'_>, head: &str, first: &[&str]) -> String {
        let mut text = String::from("\n");
        let covers: Vec<String> = test.test.covers.iter().map(ToString::to_string).collect();
        if !covers.is_empty() {
            let covers = covers.join("\n * ").replace("*/", "* /").replace("/*", "/ *");
            writeln!(text, "/* {covers} */").expect("a string");
        }
        writeln!(text, "{head} {{").expect("a string");
        for line in first.iter().copied().chain(test.body.iter().map(String::as_str)) {
            writeln!(text, "    {line}").expect("a string");
        }
        text.push_str("}\n");
        text
    }

    /// A function that brings globals and stubs back to their first state, for frameworks that
    /// run all tests in one process.
    pub(super) fn reset_function(&self) -> String {
        let program = self.suite.program;
        let states = self.suite.tests.iter().flat_map(|test| &test.case.globals);
        let mut globals: Vec<GlobalId> = states.map(|state| state.global).collect();
        globals.sort();
        globals.dedup();
        globals.retain(|id| is_nameable(&program.globals[*id]) && !program.globals[*id].is_const);
        let mut text = String::from(
            "\n/* Before each test: globals and stubs as they are at the start. */\n\
             static void clew_reset(void) {\n",
        );
        let mut statements: Vec<String> = self.stubs.reset.clone();
        if !globals.is_empty() {
            text.push_str("    static int is_known;\n");
        }
        for id in &globals {
            let name = &program.globals[*id].name;
            writeln!(text, "    static unsigned char initial_{name}[sizeof {name}];")
                .expect("a string");
            statements.push(format!(
                "COPY(is_known ? (void *)&{name} : initial_{name}, \
                 is_known ? initial_{name} : (void *)&{name}, sizeof {name});"
            ));
        }
        if !globals.is_empty() {
            statements.push("is_known = 1;".to_owned());
        }
        for statement in statements {
            writeln!(text, "    {statement}").expect("a string");
        }
        text.push_str("}\n");
        text
    }
}

/// The name of the header that brings in the files under test.
pub(crate) fn header_name(function: &str) -> String {
    format!("test_{function}_sources.h")
}
