//! Suites, whoever wrote them, as tests that the machine can run.
//!
//! [`SuiteFile::open`] finds out what a path is; [`SuiteFile::entries`] says what it tests;
//! [`SuiteFile::suite`] makes the tests of one entry. Each [`SuiteTest`] has the bounds that its
//! inputs need, and runs on a machine made with them. [`Record`] is the form that Clew itself writes.
//!
//! - `record`: what `clew gen` writes;
//! - `test_comp`: Test-Comp XML; `xml` and `archive`: how that is read;
//! - `ktest`: what KLEE writes;
//! - `csv`, `json`: inputs by name; `values`: how they become inputs of the machine.
//!
//! **Architecture invariant:** nothing here says what a test covers. A test is inputs and a run.

mod archive;
mod csv;
mod error;
mod json;
mod ktest;
mod record;
mod test_comp;
mod values;
mod xml;

pub use archive::ArchiveError;
pub use error::{QuotePlace, SuiteError, TextError, ValueError, Wanted};
pub use ktest::KtestError;
pub use record::{Record, RecordedBounds, RecordedTest};
pub use xml::XmlError;

use clew_explore::Assignment;
use clew_ir::{FunctionId, Program};
use clew_symbolic::{Bounds, Entry, GivenInputs, SymbolicMachine, Trace};
use std::path::{Path, PathBuf};

/// Where tests are kept, read as far as that needs no program.
pub struct SuiteFile(Form);

/// The forms that tests are kept in.
enum Form {
    /// A folder that `clew gen` wrote.
    Recorded(PathBuf),
    /// Test-Comp XML.
    TestComp(test_comp::Tests),
    /// KLEE's tests.
    Ktest(ktest::Tests),
    /// A table: one test a row.
    Csv(csv::Table),
    /// Objects of inputs.
    Json(json::Document),
}

/// The tests of one entry.
pub struct Suite {
    /// What the tests run.
    pub entry: Entry,
    /// The tests, in order; those with the same bounds stand together.
    pub tests: Vec<SuiteTest>,
}

/// One test.
pub struct SuiteTest {
    /// What it is called where it comes from.
    pub name: String,
    /// The bounds that the machine needs to take its inputs.
    pub bounds: Bounds,
    inputs: Inputs,
}

/// What is known of a test's inputs.
enum Inputs {
    /// Each by the name that the machine gives it.
    Recorded(Assignment),
    /// By what the user calls them.
    Given(GivenInputs),
}

impl Suite {
    /// Tests that all need the same bounds.
    fn alike(entry: Entry, bounds: Bounds, tests: Vec<(String, GivenInputs)>) -> Self {
        let tests = tests.into_iter().map(|(name, inputs)| SuiteTest {
            name,
            bounds,
            inputs: Inputs::Given(inputs),
        });
        Suite { entry, tests: tests.collect() }
    }
}

impl SuiteTest {
    /// Runs the test. Afterwards [`SymbolicMachine::assignment`] has its inputs as the machine
    /// names them: all of them, whatever the suite says.
    pub fn run(&self, machine: &mut SymbolicMachine<'_>) -> Trace {
        match &self.inputs {
            Inputs::Recorded(assignment) => {
                let model = assignment.to_model(machine.pool_mut());
                machine.run(&model, usize::MAX)
            }
            Inputs::Given(given) => machine.run_given(given),
        }
    }
}

impl SuiteFile {
    /// Whether a path among those the user names is a suite rather than C.
    pub fn is_suite(path: &Path) -> bool {
        path.is_dir() || extension(path).is_some_and(|it| EXTENSIONS.contains(&it.as_str()))
    }

    /// Reads what is there.
    pub fn open(path: &Path) -> Result<Self, SuiteError> {
        Form::open(path).map(SuiteFile)
    }

    /// What the suite tests, among these functions.
    pub fn entries(
        &self,
        program: &Program,
        functions: &[FunctionId],
    ) -> Result<Vec<Entry>, SuiteError> {
        let name = |id: &FunctionId| program.functions[*id].name.as_str();
        let units = |is_tested: &dyn Fn(&str) -> bool| {
            let tested = functions.iter().filter(|id| is_tested(name(id)));
            let entry = |id: &FunctionId| match name(id) {
                "main" => Entry::Harness(*id),
                _ => Entry::Unit(*id),
            };
            tested.map(entry).collect()
        };
        let found: Vec<Entry> = match &self.0 {
            Form::Recorded(folder) => units(&|it| Record::exists(folder, it)),
            Form::TestComp(tests) => harness(program, &tests.entry),
            Form::Ktest(_) => harness(program, "main"),
            Form::Csv(_) => units(&|_| true),
            Form::Json(document) => units(&|it| document.has(it)),
        };
        let is_ambiguous = found.len() > 1 && !self.names_functions();
        match found.as_slice() {
            [] => Err(SuiteError::NothingTested),
            _ if is_ambiguous => Err(SuiteError::WhichFunction),
            _ => Ok(found),
        }
    }

    /// Whether the suite says what each test runs.
    fn names_functions(&self) -> bool {
        match &self.0 {
            Form::Recorded(_) | Form::TestComp(_) | Form::Ktest(_) => true,
            Form::Csv(_) => false,
            Form::Json(document) => document.names_functions(),
        }
    }

    /// Whether its tests say what the program learns of the world besides its inputs.
    pub fn decides_world(&self) -> bool {
        match &self.0 {
            Form::TestComp(_) | Form::Ktest(_) => false,
            Form::Recorded(_) | Form::Csv(_) | Form::Json(_) => true,
        }
    }

    /// The tests of an entry.
    pub fn suite(&self, program: &Program, entry: Entry) -> Result<Suite, SuiteError> {
        let function = &program.functions[entry.function()].name;
        match &self.0 {
            Form::Recorded(folder) => recorded(folder, function, entry),
            Form::TestComp(tests) => Ok(tests.suite(entry)),
            Form::Ktest(tests) => tests.suite(entry),
            Form::Csv(table) => table.suite(program, entry),
            Form::Json(document) => document.suite(program, entry),
        }
    }
}

impl Form {
    fn open(path: &Path) -> Result<Self, SuiteError> {
        if path.is_dir() {
            if let Some(tests) = ktest::Tests::in_folder(path)? {
                return Ok(Form::Ktest(tests));
            }
            return match test_comp::Tests::in_folder(path)? {
                Some(tests) => Ok(Form::TestComp(tests)),
                None => Ok(Form::Recorded(path.to_owned())),
            };
        }
        let text = || match std::fs::read_to_string(path) {
            // Some programs mark their files as Unicode.
            Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
            Err(error) => Err(SuiteError::read(path, error)),
        };
        match extension(path).as_deref() {
            Some("csv") => csv::Table::parse(path, &text()?).map(Form::Csv),
            Some("json") => json::Document::parse(path, &text()?).map(Form::Json),
            Some("xml") => test_comp::Tests::single(path, &text()?).map(Form::TestComp),
            Some("ktest") => ktest::Tests::single(path).map(Form::Ktest),
            Some("zip") => test_comp::Tests::in_archive(path).map(Form::TestComp),
            _ => Err(SuiteError::UnknownForm { path: path.to_owned() }),
        }
    }
}

/// The forms that are told by their names.
const EXTENSIONS: [&str; 5] = ["csv", "json", "ktest", "xml", "zip"];

/// The files in a folder whose names end so, ordered by name.
fn files_in(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, SuiteError> {
    let entries = std::fs::read_dir(folder).map_err(|error| SuiteError::read(folder, error))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|it| it == ending));
    files.sort();
    Ok(files)
}

/// What a test that is a file is called.
fn name_of(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |it| it.to_string_lossy().into())
}

/// A harness by its name, where the program has it.
fn harness(program: &Program, name: &str) -> Vec<Entry> {
    program.function(name).into_iter().map(Entry::Harness).collect()
}

fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// The tests that `clew gen` wrote for a function.
fn recorded(folder: &Path, function: &str, entry: Entry) -> Result<Suite, SuiteError> {
    let record = Record::read(folder, function)?;
    let entry = match record.is_harness {
        true => Entry::Harness(entry.function()),
        false => entry,
    };
    let tests = record.tests.into_iter().map(|test| SuiteTest {
        name: format!("test {}", test.id),
        bounds: test.bounds.into(),
        inputs: Inputs::Recorded(test.inputs),
    });
    Ok(Suite { entry, tests: tests.collect() })
}
