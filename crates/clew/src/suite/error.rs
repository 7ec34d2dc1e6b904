//! What can be wrong with a suite.

use std::path::{Path, PathBuf};

/// Why a suite cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SuiteError {
    /// A file cannot be read.
    #[error("cannot read {}: {message}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        message: String,
    },
    /// A file is not what its name says.
    #[error("{}:{line}: {message}", path.display())]
    Text {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A test gives an input that there is not, or one of another type.
    #[error("{}: {test}: {message}", path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// Which test.
        test: String,
        /// What is wrong.
        message: String,
    },
    /// The path is no suite.
    #[error(
        "{} is no suite; suites are folders that `clew gen` wrote, folders and .zip files of \
         Test-Comp XML, folders of KLEE's .ktest files, and .csv and .json files of inputs", path.display()
    )]
    UnknownForm {
        /// The path.
        path: PathBuf,
    },
    /// Nothing in the program is tested.
    #[error("the suite has no tests of functions in the files")]
    NothingTested,
    /// A table of inputs does not say whose they are.
    #[error("the suite does not say which function it tests; name it with -f")]
    WhichFunction,
}

impl SuiteError {
    /// A file that cannot be read.
    pub(crate) fn read(path: &Path, error: &dyn std::fmt::Display) -> Self {
        SuiteError::Read { path: path.to_owned(), message: error.to_string() }
    }

    /// A mistake in a line of a file.
    pub(super) fn text(path: &Path, line: usize, message: impl Into<String>) -> Self {
        SuiteError::Text { path: path.to_owned(), line, message: message.into() }
    }
}
