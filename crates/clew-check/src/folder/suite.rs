//! Suites: compiled as their Makefile does, and run test by test.

use super::counts::{self, Counts};
use super::names;
use super::process::{self, End};
use super::regions::Regions;
use super::report::{Finding, Kind, Standing};
use super::result::{Status, Test, Unit};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// How long a test may run.
const LIMIT: Duration = Duration::from_secs(10);
/// How long something that should crash may.
const REPRODUCER_LIMIT: Duration = Duration::from_secs(1);

/// The tests of a unit, run.
pub(super) struct Run {
    /// The suite's folder, and what it is built from.
    pub(super) parts: Parts,
    /// How each test ended, by its number.
    tests: BTreeMap<usize, Standing>,
    /// What gcov counts for each test; none where it cannot be asked.
    pub(super) counts: Option<BTreeMap<usize, Counts>>,
    regions: OnceCell<Result<Regions, String>>,
}

/// What a suite is built from.
pub(super) struct Parts {
    pub(super) folder: PathBuf,
    /// The C files, from the folder.
    pub(super) sources: Vec<PathBuf>,
    pub(super) flags: Vec<String>,
}

/// A suite that has been built with counters.
pub(super) struct Build {
    pub(super) folder: TempDir,
    pub(super) program: PathBuf,
}

/// A compiler.
struct Compiler {
    words: Vec<String>,
    /// The gcov that belongs to it; none for clang.
    gcov: Option<String>,
}

/// What compiles and runs suites.
pub(super) struct Suites {
    compiler: Result<Compiler, String>,
}

impl Suites {
    /// Finds the compiler; what is not there is told.
    pub(super) fn new(missing: &mut Vec<String>) -> Self {
        let compiler = Compiler::find();
        match &compiler {
            Err(reason) => missing.push(reason.clone()),
            Ok(compiler) if compiler.gcov.is_none() => missing
                .push("gcov is not there, which counts need: install the package gcc".to_owned()),
            Ok(_) => {}
        }
        Self { compiler }
    }

    /// Compiles and runs the suite of a unit.
    pub(super) fn run(&self, unit: &Unit, folder: &Path) -> Run {
        let parts = Parts::read(folder, &unit.function);
        let mut run = Run { parts, tests: BTreeMap::new(), counts: None, regions: OnceCell::new() };
        if wanted(unit).next().is_none() {
            return run;
        }
        let built = self.compiler.as_ref().map(|it| (it, it.build(&run.parts)));
        match built {
            Err(_) => run.all_tests(unit, &Standing::Unknown("there is no compiler".to_owned())),
            Ok((_, Err(reason))) => {
                let reason = format!("it does not compile: {reason}");
                run.all_tests(unit, &Standing::Refuted(reason));
            }
            Ok((compiler, Ok(build))) => {
                run.run_tests(unit, &build);
                let gcov = compiler.gcov.as_ref();
                run.counts = gcov.and_then(|gcov| counts::read(gcov, &build, run.tests.keys()));
            }
        }
        run
    }
}

impl Compiler {
    /// `$CC` or `cc`; where that has no gcov, gcc if it is there.
    fn find() -> Result<Self, String> {
        let asked = std::env::var("CC").ok().filter(|name| !name.trim().is_empty());
        let own = Self::new(asked.as_deref().unwrap_or("cc"))?;
        Ok(match own.gcov {
            None => Self::new("gcc").ok().filter(|gcc| gcc.gcov.is_some()).unwrap_or(own),
            Some(_) => own,
        })
    }

    fn new(command: &str) -> Result<Self, String> {
        let words = names::words(command);
        let ask = |flag: &str| {
            let (program, own) = words.split_first()?;
            let output = process::succeed(Command::new(program).args(own).arg(flag)).ok()?;
            Some(String::from_utf8_lossy(&output).trim().to_owned())
        };
        let missing =
            || format!("{command} is not there, which tests need: install the package gcc");
        let version = ask("--version").ok_or_else(missing)?;
        let gcov = ask("-print-prog-name=gcov").filter(|gcov| {
            let answers = process::succeed(Command::new(gcov).arg("--version")).is_ok();
            answers && !version.contains("clang")
        });
        Ok(Self { words, gcov })
    }

    fn command(&self, folder: &Path) -> Command {
        let (program, own) = self.words.split_first().expect("a compiler has a name");
        let mut command = Command::new(program);
        command.args(own).current_dir(folder);
        command
    }

    /// Compiles a suite, each file on its own.
    fn build(&self, parts: &Parts) -> Result<Build, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        // The names of counters are made from it, and a link in it would not be stripped.
        let into = folder.path().canonicalize().map_err(|error| error.to_string())?;
        let coverage = self.gcov.as_ref().map(|_| "--coverage");
        let mut objects = Vec::new();
        for (number, source) in parts.sources.iter().enumerate() {
            let object = into.join(format!("{number}.o"));
            let mut command = self.command(&parts.folder);
            command.args(&parts.flags).args(coverage).args(["-O0", "-g", "-w", "-c"]);
            process::succeed(command.arg(source).arg("-o").arg(&object))?;
            objects.push(object);
        }
        let program = into.join("suite");
        let mut command = self.command(&parts.folder);
        // What the code is for, the linker has to know, too.
        command.args(parts.flags.iter().filter(|flag| flag.starts_with("-m")));
        command.args(coverage).args(&objects).arg("-o").arg(&program).arg("-lm");
        process::succeed(&mut command)?;
        Ok(Build { folder, program })
    }
}

impl Parts {
    /// What the rules of make say of a function's suite.
    fn read(folder: &Path, function: &str) -> Self {
        let line = |file: String, key: &str| {
            let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
            let found = text.lines().find_map(|line| line.split_once(key));
            found.map_or_else(Vec::new, |(_, value)| names::words(value))
        };
        let more = line(format!("test_{function}.mk"), "SOURCES = ");
        let own = PathBuf::from(format!("test_{function}.c"));
        Self {
            folder: folder.to_owned(),
            sources: [own].into_iter().chain(more.into_iter().map(PathBuf::from)).collect(),
            flags: line("clew-tests.mk".to_owned(), "USER_FLAGS := "),
        }
    }
}

impl Build {
    /// One test, to be run in a process of its own: its world is empty.
    pub(super) fn test(&self, id: usize) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["--run", &id.to_string()]).env_clear().current_dir(self.folder.path());
        command
    }
}

/// The tests that something is claimed of.
fn wanted(unit: &Unit) -> impl Iterator<Item = &Test> {
    let covered = unit.objectives.iter().filter(|it| it.is_fault() && it.status == Status::Covered);
    let faults: BTreeSet<usize> = covered.filter_map(|it| it.test).collect();
    unit.tests.iter().filter(move |test| !test.is_reproducer() || faults.contains(&test.id))
}

/// The names of a suite's tests.
fn listed(build: &Build) -> BTreeMap<usize, String> {
    let output = process::succeed(Command::new(&build.program).arg("--list")).unwrap_or_default();
    let text = String::from_utf8_lossy(&output).into_owned();
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.filter_map(|(id, name)| Some((id.parse().ok()?, name.to_owned()))).collect()
}

fn run_test(unit: &Unit, test: &Test, build: &Build) -> Standing {
    let counters = counts::folder(build, test.id);
    let says = counters.join("says");
    let mut command = build.test(test.id);
    counts::into(&mut command, build, &counters);
    let limit = if test.is_reproducer() { REPRODUCER_LIMIT } else { LIMIT };
    let end =
        std::fs::create_dir(&counters).and_then(|()| process::run(&mut command, &says, limit));
    let end = match end {
        Ok(end) => end,
        Err(error) => return Standing::Unknown(format!("it cannot be run: {error}")),
    };
    if test.is_reproducer() {
        return match end {
            End::Signal(_) => Standing::Checked,
            End::Exit(_) | End::Late => {
                Standing::Unknown("compiled code does not suffer from the fault".to_owned())
            }
        };
    }
    let expected = test.exits.unwrap_or(0);
    // A run that leaves the program from main() is not told from one that returns.
    let may_return = unit.function == "main";
    match end {
        End::Exit(status) if status == expected || (may_return && status == 0) => Standing::Checked,
        End::Exit(status) => {
            let said = std::fs::read(&says).unwrap_or_default();
            let said = String::from_utf8_lossy(&said).into_owned();
            let line = said.lines().next().unwrap_or_default();
            Standing::Refuted(format!("it fails with status {status}: {line}"))
        }
        End::Signal(signal) => Standing::Refuted(format!("it is ended by signal {signal}")),
        End::Late => Standing::Refuted(format!("it runs for more than {} s", LIMIT.as_secs())),
    }
}

impl Run {
    fn all_tests(&mut self, unit: &Unit, standing: &Standing) {
        let tests = wanted(unit);
        self.tests = tests.map(|test| (test.id, standing.clone())).collect();
    }

    fn run_tests(&mut self, unit: &Unit, build: &Build) {
        let listed = listed(build);
        for test in wanted(unit) {
            let standing = match listed.get(&test.id) {
                Some(name) if *name == test.name => run_test(unit, test, build),
                Some(_) | None => Standing::Refuted("the suite has no such test".to_owned()),
            };
            self.tests.insert(test.id, standing);
        }
    }

    /// How a test ended.
    pub(super) fn test(&self, id: usize) -> Option<&Standing> {
        self.tests.get(&id)
    }

    /// What llvm-cov says of the suite; it is asked when it is needed for the first time.
    pub(super) fn regions(&self) -> Result<&Regions, &String> {
        let passing = self.tests.iter().filter(|(_, it)| **it == Standing::Checked);
        let ids: Vec<usize> = passing.map(|(id, _)| *id).collect();
        self.regions.get_or_init(|| Regions::measure(&self.parts, &ids, LIMIT)).as_ref()
    }

    /// What became of the tests.
    pub(super) fn findings(&self, unit: &Unit) -> Vec<Finding> {
        // What undefined behaviour comes to is no claim.
        let tests = unit.tests.iter().filter(|test| !test.is_reproducer());
        let tests = tests.filter_map(|test| Some((test, self.tests.get(&test.id)?)));
        let finding = |(test, standing): (&Test, &Standing)| Finding {
            kind: Kind::Test,
            name: names::test(test),
            standing: standing.clone(),
        };
        tests.map(finding).collect()
    }
}
