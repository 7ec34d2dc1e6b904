//! What can go wrong outside the programs that are measured.

use std::path::{Path, PathBuf};

/// A failure of the harness or of its surroundings, not of a program under measurement.
#[derive(thiserror::Error, Debug)]
pub(crate) enum Error {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    #[error("cannot start `{program}`: {source} (`make setup` installs what is missing)")]
    Start { program: String, source: std::io::Error },
    #[error("no Clew at {}: build it with `cargo build --release`, or name one by --clew", .0.display())]
    NoClew(PathBuf),
    #[error("`{command}` failed:\n{message}")]
    Failed { command: String, message: String },
    #[error("{}: no lines `{begin}` and `{end}` to write between", path.display())]
    NoMarkers { path: PathBuf, begin: String, end: String },
    #[error("cannot read what `cargo metadata` says: {0}")]
    Metadata(#[from] serde_json::Error),
    #[error("cannot read what `clew solve` says: {0}")]
    Report(serde_json::Error),
    #[error("cannot read what `clew gen` says: {0}")]
    Generated(serde_json::Error),
    #[error("cannot read what `llvm-cov` says: {0}")]
    Coverage(serde_json::Error),
    #[error("package `{0}` is not among those fetched")]
    NoPackage(String),
}

impl Error {
    /// For `map_err` on operations with a file.
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Error {
        |source| Error::File { path: path.to_owned(), source }
    }
}
