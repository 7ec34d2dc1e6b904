//! A suite's inputs on disk, as the machine takes them: what `clew score` runs again.

use crate::error::SuiteError;
use clew_explore::Assignment;
use clew_symbolic::{Aliasing, Bounds, Failures, Liberties, WeakFunctions};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The tests of one function.
#[derive(Serialize, Deserialize, Debug)]
pub struct Record {
    /// The function's name.
    pub function: String,
    /// Whether the function asks for its inputs itself.
    pub is_harness: bool,
    /// The tests, in the order of their numbers.
    pub tests: Vec<RecordedTest>,
}

/// The bounds that say which inputs there are.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(default)]
pub struct RecordedBounds {
    elements: u64,
    records: u64,
    string: u64,
    argument_bits: u32,
    standard_input: u64,
    depth: u32,
    null: bool,
    alias: bool,
    failures: bool,
    weak_functions: bool,
    told_lengths: bool,
    shared_objects: bool,
    array_middles: bool,
    stub_writes: bool,
    unset_reads: bool,
}

/// One test.
#[derive(Serialize, Deserialize, Debug)]
pub struct RecordedTest {
    /// Its number, as files and reports name it.
    pub id: usize,
    /// The bounds that the machine needs to take its inputs.
    pub bounds: RecordedBounds,
    /// Its inputs, as the machine names them.
    pub inputs: Assignment,
}

impl Default for RecordedBounds {
    /// For what an older record does not say.
    fn default() -> Self {
        Bounds::default().into()
    }
}

impl From<Bounds> for RecordedBounds {
    fn from(bounds: Bounds) -> Self {
        Self {
            elements: bounds.elements,
            records: bounds.records,
            string: bounds.string,
            argument_bits: bounds.argument_bits,
            standard_input: bounds.standard_input,
            depth: bounds.depth,
            null: bounds.null,
            alias: bounds.aliasing == Aliasing::Tried,
            failures: bounds.failures == Failures::Tried,
            weak_functions: bounds.weak_functions == WeakFunctions::Present,
            told_lengths: bounds.told_lengths,
            shared_objects: bounds.liberties.shared_objects,
            array_middles: bounds.liberties.array_middles,
            stub_writes: bounds.liberties.stub_writes,
            unset_reads: bounds.liberties.unset_reads,
        }
    }
}

impl From<RecordedBounds> for Bounds {
    fn from(recorded: RecordedBounds) -> Self {
        Self {
            elements: recorded.elements,
            records: recorded.records,
            string: recorded.string,
            argument_bits: recorded.argument_bits,
            standard_input: recorded.standard_input,
            depth: recorded.depth,
            null: recorded.null,
            aliasing: if recorded.alias { Aliasing::Tried } else { Aliasing::Untried },
            failures: if recorded.failures { Failures::Tried } else { Failures::Untried },
            weak_functions: match recorded.weak_functions {
                true => WeakFunctions::Present,
                false => WeakFunctions::Untried,
            },
            told_lengths: recorded.told_lengths,
            liberties: Liberties {
                shared_objects: recorded.shared_objects,
                array_middles: recorded.array_middles,
                stub_writes: recorded.stub_writes,
                unset_reads: recorded.unset_reads,
            },
            ..Bounds::default()
        }
    }
}

impl Record {
    /// The file with the tests, as it is in a suite's folder.
    pub fn text(&self) -> Result<String, SuiteError> {
        let path = || PathBuf::from(self.file_name());
        serde_json::to_string(self).map_err(|error| SuiteError::Record { path: path(), error })
    }

    /// The name of the file with the tests.
    pub fn file_name(&self) -> String {
        Self::file_name_of(&self.function)
    }

    /// The name of the file with the tests of a function.
    pub fn file_name_of(function: &str) -> String {
        format!("tests-{function}.json")
    }

    /// Reads the tests of a function from a suite's folder.
    pub fn read(folder: &Path, function: &str) -> Result<Self, SuiteError> {
        let path = path(folder, function);
        let text =
            std::fs::read_to_string(&path).map_err(|error| SuiteError::read(&path, error))?;
        serde_json::from_str(&text).map_err(|error| SuiteError::Record { path, error })
    }

    /// Whether a folder has tests of a function.
    pub fn exists(folder: &Path, function: &str) -> bool {
        path(folder, function).is_file()
    }
}

fn path(folder: &Path, function: &str) -> PathBuf {
    folder.join(Record::file_name_of(function))
}
