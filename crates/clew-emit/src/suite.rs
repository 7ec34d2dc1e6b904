//! What a suite is.

use clew_ir::{FunctionId, Program};
use clew_symbolic::{Ending, TestCase};
use clew_vm::stop::{Fault, Stop};
use std::collections::BTreeSet;
use std::fmt;

/// The tests of one function, or of one harness.
#[derive(Clone, Debug)]
pub struct Suite<'a> {
    /// The program.
    pub program: &'a Program,
    /// The function under test, or the harness's entry.
    pub function: FunctionId,
    /// The tests, those of [`Group::Crash`] in any place.
    pub tests: Vec<SuiteTest>,
}

impl<'a> Suite<'a> {
    /// The name of the function under test.
    pub fn function_name(&self) -> &'a str {
        &self.program.functions[self.function].name
    }

    /// The name of the plain suite's file.
    pub fn plain_file(&self) -> String {
        format!("{}.c", Framework::Plain.stem(self.function_name()))
    }

    /// The tests in the order of their numbers in the suite: crash reproducers last.
    pub fn ordered(&self) -> Vec<&SuiteTest> {
        let of = |group| self.tests.iter().filter(move |test| test.group == group);
        of(Group::Regular).chain(of(Group::Crash)).collect()
    }
}

/// One test of a suite.
#[derive(Clone, PartialEq, Debug)]
pub struct SuiteTest {
    /// Its number in reports.
    pub id: usize,
    /// A C identifier; see [`crate::name_tests`].
    pub name: String,
    /// The inputs and what came of them.
    pub case: TestCase,
    /// What it covers.
    pub covers: Vec<Covered>,
    /// Which group it belongs to.
    pub group: Group,
    /// What is not to be checked, as the checks name it: `result`, `list.length`.
    pub unchecked: BTreeSet<String>,
}

impl SuiteTest {
    /// The fault that the run ended in.
    pub fn fault(&self) -> Option<&Fault> {
        match &self.case.ending {
            Ending::Stop(Stop::Fault(fault)) => Some(fault),
            _ => None,
        }
    }

    /// The status that the run left the program with.
    pub fn exit_status(&self) -> Option<i32> {
        match self.case.ending {
            Ending::Stop(Stop::Exit(status)) => Some(status & 0xff),
            _ => None,
        }
    }

    /// Whether the function came back to its caller, so that there is something to check.
    pub fn returns(&self) -> bool {
        matches!(self.case.ending, Ending::Stop(Stop::Return(_)))
    }
}

/// What a test covers, for people.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Covered {
    /// The line of the objective.
    pub line: u32,
    /// Its text: `n >= MAXLEN is true`.
    pub text: String,
}

impl fmt::Display for Covered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

/// What a test is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// It passes, and shows when the function changes.
    Regular,
    /// It reproduces a fault. What compiled code does then is not defined, so it never fails.
    Crash,
}

/// What runs the tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Framework {
    /// Nothing but the C library: a `main` that prints TAP.
    Plain,
    /// Unity.
    Unity,
    /// `CMocka`.
    CMocka,
    /// Check.
    Check,
}

impl Framework {
    /// All of them.
    pub const ALL: [Framework; 4] =
        [Framework::Plain, Framework::Unity, Framework::CMocka, Framework::Check];

    /// The name of the suite's file, without `.c`.
    pub fn stem(self, function: &str) -> String {
        match self {
            Framework::Plain => format!("test_{function}"),
            Framework::Unity => format!("test_{function}_unity"),
            Framework::CMocka => format!("test_{function}_cmocka"),
            Framework::Check => format!("test_{function}_check"),
        }
    }
}

/// What a Test-Comp suite says of itself beside its tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestComp {
    /// The specification, as the competition writes it: `COVER(...)`.
    pub specification: String,
    /// When it was made, as ISO 8601 text.
    pub creation_time: String,
}
