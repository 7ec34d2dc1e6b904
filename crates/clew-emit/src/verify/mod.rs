//! Verification: the user's compiler and gcov have the last word.
//!
//! The plain suite is compiled with coverage, each test runs in a process of its own with
//! counters of its own, and what gcov counts is compared with what is claimed. Nothing here
//! shares code with the machine that made the claims.

mod compare;
mod compiler;
mod gcov;
mod mutants;
mod parallel;
mod process;
mod sanitize;

pub use compare::{Comparison, Disagreement, LineClaim, compare};
pub use gcov::{Coverage, LineCount};
pub use mutants::{MutantError, MutantSource, MutantSuite};
pub use process::ProcessEnd;
pub use sanitize::{Sanitized, sanitize};

use crate::sources::Layout;
use crate::suite::{Framework, Group, Suite, SuiteTest};
use compiler::{Built, Compiler};
use parallel::in_parallel;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How a suite is verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyOptions {
    /// The compiler, with flags if it needs some; else `$CC`, else `cc`.
    pub compiler: Option<String>,
    /// How long a test may run.
    pub timeout: Duration,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        Self { compiler: None, timeout: Duration::from_secs(10) }
    }
}

/// Why a suite cannot be verified.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// There is no compiler.
    #[error("cannot run the C compiler `{name}`: {source}")]
    NoCompiler {
        /// What was tried.
        name: String,
        /// Why it does not run.
        source: io::Error,
    },
    /// The suite does not compile.
    #[error("{compiler} does not compile the tests:\n{message}")]
    DoesNotCompile {
        /// The compiler.
        compiler: String,
        /// What it says.
        message: String,
    },
    /// gcov fails, or says what cannot be read.
    #[error("gcov gives no coverage: {reason}")]
    Gcov {
        /// Why.
        reason: String,
    },
    /// A file or process cannot be made.
    #[error("cannot verify the tests: {0}")]
    Io(#[from] io::Error),
}

/// What the compiler and gcov say of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verification {
    /// The compiler: `gcc 12.2.0`.
    pub compiler: String,
    /// The tests, in the suite's order: crash reproducers last.
    pub tests: Vec<TestOutcome>,
}

/// How one test went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestOutcome {
    /// The test's number in reports.
    pub id: usize,
    /// Its group.
    pub group: Group,
    /// Whether it passed; a crash reproducer always does.
    pub passed: bool,
    /// How its process ended.
    pub end: ProcessEnd,
    /// What its checks said.
    pub message: String,
    /// What it executed; `None` without gcov, and where the process died with its counters.
    pub coverage: Option<Coverage>,
}

/// Compiles and runs the plain suite that [`crate::emit()`] wrote into a folder.
pub fn verify(
    folder: &Path,
    suite: &Suite<'_>,
    layout: &Layout,
    options: &VerifyOptions,
) -> Result<Verification, VerifyError> {
    let compiler = Compiler::find(options.compiler.as_deref())?;
    let stem = Framework::Plain.stem(suite.function_name());
    let build = tempfile::tempdir()?;
    let built = compiler.build(folder, &stem, layout, build.path())?;
    let tests = suite.ordered();
    let runner = Runner { suite, layout, built: &built, timeout: options.timeout };
    Ok(Verification { compiler: compiler.version.clone(), tests: runner.run_all(&tests)? })
}

/// Whether the compiler parses the plain suite that [`crate::emit()`] wrote into a folder, and if not, why
/// not: it makes no program of it.
pub fn parses(
    folder: &Path,
    suite: &Suite<'_>,
    layout: &Layout,
    options: &VerifyOptions,
) -> Result<(), VerifyError> {
    let compiler = Compiler::find(options.compiler.as_deref())?;
    compiler.parse(folder, &Framework::Plain.stem(suite.function_name()), layout)
}

/// Whether the plain suite that [`crate::emit()`] wrote into a folder compiles, and if not, why.
pub fn compiles(
    folder: &Path,
    suite: &Suite<'_>,
    layout: &Layout,
    options: &VerifyOptions,
) -> Result<(), VerifyError> {
    let compiler = Compiler::find(options.compiler.as_deref())?;
    let stem = Framework::Plain.stem(suite.function_name());
    let build = tempfile::tempdir()?;
    compiler.build(folder, &stem, layout, build.path()).map(|_| ())
}

/// A reproducer that does not crash may run for ever, and nothing depends on its end.
const CRASH_TIMEOUT: Duration = Duration::from_secs(1);

struct Runner<'a> {
    suite: &'a Suite<'a>,
    layout: &'a Layout,
    built: &'a Built,
    timeout: Duration,
}

impl Runner<'_> {
    /// Runs the tests, as many at once as there are processors.
    fn run_all(&self, tests: &[&SuiteTest]) -> Result<Vec<TestOutcome>, VerifyError> {
        let outcomes = in_parallel(tests, |at, test| self.run(at + 1, test));
        outcomes.into_iter().collect()
    }

    fn run(&self, number: usize, test: &SuiteTest) -> Result<TestOutcome, VerifyError> {
        let counters: PathBuf = self.built.folder.join(format!("run-{number}"));
        std::fs::create_dir(&counters)?;
        let mut command = std::process::Command::new(&self.built.program);
        command.args(["--run", &number.to_string()]).current_dir(&counters);
        // The world of the tests is empty.
        command.env_clear().env("GCOV_PREFIX", &counters);
        let depth = self.built.folder.components().count() - 1;
        command.env("GCOV_PREFIX_STRIP", depth.to_string());
        let timeout = match test.group {
            Group::Regular => self.timeout,
            Group::Crash => self.timeout.min(CRASH_TIMEOUT),
        };
        let (end, message) = process::run(&mut command, &counters, timeout)?;
        let may_return = self.suite.function_name() == "main";
        let expected = test.exit_status().unwrap_or(0);
        let passed = test.group == Group::Crash
            || end == ProcessEnd::Exit(expected)
            || (may_return && end == ProcessEnd::Exit(0));
        let coverage = match (&self.built.gcov, end) {
            (Some(gcov), ProcessEnd::Exit(_)) => {
                Some(gcov::coverage(gcov, &self.built.folder, &counters, self.layout)?)
            }
            _ => None,
        };
        Ok(TestOutcome { id: test.id, group: test.group, passed, end, message, coverage })
    }
}
