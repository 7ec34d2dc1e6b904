//! Test-Comp suites: `metadata.xml` about the suite, and one XML file for each test with what the
//! `__VERIFIER_nondet_*` functions return, in order.

use crate::error::{SuiteError, TextError};
use crate::values::roomy;
use crate::{Suite, archive, files_in, name_of, xml};
use clew_symbolic::{Entry, GivenInputs, Number};
use std::path::Path;

/// The tests of a suite as they were read.
pub(crate) struct Tests {
    /// The function that the tests run.
    pub(crate) entry: String,
    tests: Vec<(String, Vec<Number>)>,
}

impl Tests {
    fn new() -> Self {
        Self { entry: "main".to_owned(), tests: Vec::new() }
    }

    /// The tests in a folder, ordered by name; `None` where there is no Test-Comp suite.
    pub(crate) fn in_folder(folder: &Path) -> Result<Option<Self>, SuiteError> {
        let files = files_in(folder, "xml")?;
        if files.is_empty() {
            return Ok(None);
        }
        let mut tests = Self::new();
        for path in files {
            let text =
                std::fs::read_to_string(&path).map_err(|error| SuiteError::read(&path, error))?;
            tests.add(&path, &text)?;
        }
        Ok(Some(tests))
    }

    /// The tests in a ZIP archive, ordered by name.
    pub(crate) fn in_archive(path: &Path) -> Result<Self, SuiteError> {
        let bytes = std::fs::read(path).map_err(|error| SuiteError::read(path, error))?;
        let mut files = archive::files(&bytes)
            .map_err(|error| SuiteError::Archive { path: path.to_owned(), error })?;
        files.retain(|(name, _)| name.ends_with(".xml"));
        files.sort();
        let mut tests = Self::new();
        for (name, bytes) in files {
            let inside = path.join(name);
            tests.add(&inside, &String::from_utf8_lossy(&bytes))?;
        }
        Ok(tests)
    }

    /// One test that is a file of its own.
    pub(crate) fn single(path: &Path, text: &str) -> Result<Self, SuiteError> {
        let mut tests = Self::new();
        tests.add(path, text)?;
        Ok(tests)
    }

    /// Adds a file of the suite: a test, or what is said about all.
    fn add(&mut self, path: &Path, text: &str) -> Result<(), SuiteError> {
        let elements = xml::elements(text)
            .map_err(|(line, error)| SuiteError::text(path, line, TextError::Xml(error)))?;
        match elements.first().map(|root| root.name.as_str()) {
            Some("test-metadata") => {
                if let Some(entry) = elements.iter().find(|it| it.name == "entryfunction") {
                    self.entry = entry.text.trim().to_owned();
                }
                Ok(())
            }
            Some("testcase") => {
                let mut inputs = Vec::new();
                for input in elements.iter().filter(|it| it.name == "input") {
                    inputs.push(Number::parse(&input.text).ok_or_else(|| {
                        let error = TextError::NoNumber(input.text.trim().to_owned());
                        SuiteError::text(path, line_of(text, &input.text), error)
                    })?);
                }
                self.tests.push((name_of(path), inputs));
                Ok(())
            }
            _ => Err(SuiteError::text(path, 1, TextError::NotTestComp)),
        }
    }

    /// The tests, as inputs of an entry.
    pub(crate) fn suite(&self, entry: Entry) -> Suite {
        let tests = self.tests.iter();
        let given =
            tests.map(|(name, inputs)| (name.clone(), GivenInputs::in_order(inputs.clone())));
        Suite::alike(entry, roomy(), given.collect())
    }
}

/// The line that a text stands on.
fn line_of(document: &str, text: &str) -> usize {
    let before = document.find(text).unwrap_or(0);
    1 + document[..before].matches('\n').count()
}
