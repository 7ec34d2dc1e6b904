//! A result, as `result.json` tells it. What is not named here is not needed for reports.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A whole result.
#[derive(Deserialize, Clone, Debug, Default)]
pub struct Report {
    /// The version that made it.
    #[serde(default)]
    pub clew: String,
    /// One for each function.
    pub units: Vec<Unit>,
}

/// A function: what was asked of it, and what came of that.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(default)]
pub struct Unit {
    /// The user's file.
    pub file: String,
    /// The function's name.
    pub function: String,
    /// The line on which it begins.
    pub line: u32,
    /// The line on which it ends.
    pub end_line: u32,
    /// Counts for each criterion.
    pub criteria: Vec<Criterion>,
    /// What was asked for.
    pub objectives: Vec<Objective>,
    /// The tests.
    pub tests: Vec<Test>,
    /// The faults.
    pub findings: Vec<Finding>,
    /// What the search did.
    pub stats: Statistics,
    /// What the compiler said.
    pub verified: Option<Verified>,
}

/// Counts of one criterion.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(default)]
pub struct Criterion {
    /// Its name.
    pub name: String,
    /// All objectives.
    pub total: usize,
    /// Those that tests cover.
    pub covered: usize,
    /// Those that are proved infeasible.
    pub infeasible: usize,
    /// Those that are left.
    pub open: usize,
}

/// What is said of an objective.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A test covers it.
    Covered,
    /// It is proved that nothing does.
    Infeasible,
    /// Neither.
    #[default]
    Open,
}

impl Status {
    /// The name in results.
    pub fn name(self) -> &'static str {
        match self {
            Status::Covered => "covered",
            Status::Infeasible => "infeasible",
            Status::Open => "open",
        }
    }
}

/// Something to be covered.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(default)]
pub struct Objective {
    /// Its name: `branch:12`.
    pub id: String,
    /// The criterion that asks for it.
    pub criterion: String,
    /// The user's file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
    /// What it is: `n > 0 is true`.
    pub text: String,
    /// The line and column of the decision that it belongs to, where it belongs to one.
    pub decision: Option<[u32; 2]>,
    /// What is said of it.
    pub status: Status,
    /// The first test that covers it.
    pub test: Option<usize>,
    /// How it was proved infeasible.
    pub argument: Option<String>,
    /// What the proof assumes.
    pub assumes: Vec<String>,
    /// The file with the proof.
    pub certificate: Option<String>,
    /// Why it is open.
    pub why_open: Option<String>,
    /// The test that reaches it and ends in a fault.
    pub reproducer: Option<String>,
}

/// A test of the suite.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(default)]
pub struct Test {
    /// Its number.
    pub id: usize,
    /// Its name in the suite.
    pub name: String,
    /// Its inputs by name.
    pub inputs: serde_json::Value,
    /// The objectives it has a part in.
    pub covers: Vec<String>,
    /// `return`, `exit` or `fault:KIND`.
    pub outcome: String,
    /// What the function returned.
    pub returns: serde_json::Value,
}

impl Test {
    /// Whether it reproduces a fault.
    pub fn is_reproducer(&self) -> bool {
        self.outcome.starts_with("fault:")
    }
}

/// How much a finding says of the program.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    /// Any caller can cause it.
    #[default]
    Certain,
    /// A caller in the program causes it.
    Confirmed,
    /// It depends on what callers or the world may never do.
    Depends,
}

impl Rank {
    /// The name in results.
    pub fn name(self) -> &'static str {
        match self {
            Rank::Certain => "certain",
            Rank::Confirmed => "confirmed",
            Rank::Depends => "depends",
        }
    }
}

/// A fault.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(default)]
pub struct Finding {
    /// Its kind: `null-dereference`.
    pub kind: String,
    /// The user's file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
    /// What exactly.
    pub message: String,
    /// The test that reproduces it.
    pub test: usize,
    /// How much it says of the program.
    pub rank: Rank,
    /// What it depends on.
    pub depends: Vec<String>,
    /// The caller in the program that causes it.
    pub confirmed_by: Option<String>,
    /// What the sanitizers say of it.
    pub sanitizer: Option<String>,
    /// Why it is not to be shown, where the user says so.
    pub suppressed: Option<String>,
}

impl Finding {
    /// Whether it is worth a person's time: it does not depend on what may never occur, and nobody said
    /// that it is not to be shown.
    pub fn is_shown(&self) -> bool {
        self.rank != Rank::Depends && self.suppressed.is_none()
    }
}

/// What the search did.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(default)]
pub struct Statistics {
    /// Runs of the function.
    pub runs: u64,
    /// The time in all.
    pub wall_ms: u64,
    /// Why it ended.
    pub stopped: String,
    /// How much was covered when.
    pub progress: Vec<Milestone>,
}

/// How much was covered at some time.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(default)]
pub struct Milestone {
    /// The time since the search began.
    pub ms: u64,
    /// The runs so far.
    pub runs: u64,
    /// The objectives covered.
    pub covered: usize,
}

/// What the compiler said.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(default)]
pub struct Verified {
    /// The compiler: `gcc 12.2.0`.
    pub compiler: Option<String>,
    /// The tests that ran.
    pub tests: usize,
    /// Those that did what was claimed.
    pub agree: usize,
    /// Why none ran.
    pub error: Option<String>,
    /// How often each line of a file was executed by all tests together, as gcov counts.
    pub lines: BTreeMap<String, BTreeMap<u32, u64>>,
}

impl Unit {
    /// A test by its number.
    pub fn test(&self, id: usize) -> Option<&Test> {
        self.tests.iter().find(|test| test.id == id)
    }

    /// How many tests that are no reproducers cover an objective.
    pub fn times_covered(&self, objective: &Objective) -> usize {
        let covers = |test: &&Test| !test.is_reproducer() && test.covers.contains(&objective.id);
        self.tests.iter().filter(covers).count()
    }

    /// Whether any test runs the function to an end.
    pub fn is_called(&self) -> bool {
        self.tests.iter().any(|test| !test.is_reproducer())
    }
}
