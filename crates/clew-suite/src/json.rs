//! Inputs as JSON: an array of objects, each with the inputs of a test by name; or a report of
//! `clew gen --format json`.

use crate::Suite;
use crate::error::{SuiteError, TextError};
use crate::values::Giver;
use clew_ir::Program;
use clew_symbolic::Entry;
use serde_json::{Map, Value as Json};
use std::path::{Path, PathBuf};

/// A document as it was read.
pub(crate) struct Document {
    path: PathBuf,
    units: Vec<Unit>,
}

/// The tests of one function, or of whichever the user names.
struct Unit {
    function: Option<String>,
    tests: Vec<Test>,
}

struct Test {
    name: String,
    inputs: Map<String, Json>,
}

impl Document {
    /// Reads a document.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Self, SuiteError> {
        let json: Json = serde_json::from_str(text)
            .map_err(|error| SuiteError::text(path, error.line(), TextError::Json(error)))?;
        let units = match &json {
            Json::Array(tests) => vec![Unit { function: None, tests: read_tests(path, tests)? }],
            Json::Object(object) => match (object.get("units"), object.get("tests")) {
                (Some(Json::Array(units)), _) => {
                    units.iter().map(|unit| read_unit(path, unit)).collect::<Result<_, _>>()?
                }
                (_, Some(Json::Array(_))) => vec![read_unit(path, &json)?],
                _ => return Err(wrong(path)),
            },
            _ => return Err(wrong(path)),
        };
        Ok(Self { path: path.to_owned(), units })
    }

    /// Whether it may have tests of a function.
    pub(crate) fn has(&self, function: &str) -> bool {
        self.units.iter().any(|unit| unit.function.as_deref().is_none_or(|it| it == function))
    }

    /// Whether it says what each test runs.
    pub(crate) fn names_functions(&self) -> bool {
        self.units.iter().all(|unit| unit.function.is_some())
    }

    /// The tests, as inputs of an entry.
    pub(crate) fn suite(&self, program: &Program, entry: Entry) -> Result<Suite, SuiteError> {
        let function = &program.functions[entry.function()].name;
        let units = self.units.iter();
        let own = units.filter(|unit| unit.function.as_ref().is_none_or(|it| it == function));
        let mut giver = Giver::new(program, entry);
        let mut tests = Vec::new();
        for test in own.flat_map(|unit| &unit.tests) {
            for (name, value) in &test.inputs {
                giver
                    .input(name, value)
                    .map_err(|error| SuiteError::value(&self.path, &test.name, error))?;
            }
            tests.push((test.name.clone(), giver.finish_test()));
        }
        Ok(Suite::alike(entry, giver.bounds(), tests))
    }
}

fn read_unit(path: &Path, unit: &Json) -> Result<Unit, SuiteError> {
    let function = unit.get("function").and_then(Json::as_str).map(str::to_owned);
    let tests = unit.get("tests").and_then(Json::as_array).ok_or_else(|| wrong(path))?;
    Ok(Unit { function, tests: read_tests(path, tests)? })
}

fn read_tests(path: &Path, tests: &[Json]) -> Result<Vec<Test>, SuiteError> {
    let test = |(at, test): (usize, &Json)| {
        let number = test.get("id").and_then(Json::as_u64).unwrap_or(at as u64 + 1);
        let inputs = match test.get("inputs") {
            Some(Json::Object(inputs)) => Some(inputs),
            _ => test.as_object(),
        };
        let inputs = inputs.cloned().ok_or_else(|| wrong(path))?;
        Ok(Test { name: format!("test {number}"), inputs })
    };
    tests.iter().enumerate().map(test).collect()
}

fn wrong(path: &Path) -> SuiteError {
    SuiteError::text(path, 1, TextError::NotInputs)
}
