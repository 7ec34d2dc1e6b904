//! What a campaign leaves behind besides its results.

use std::path::PathBuf;

/// Where a campaign keeps what it has done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalSettings {
    /// The file.
    pub path: PathBuf,
    /// What must be the same to go on from it: program, function, bounds and settings.
    pub fingerprint: String,
    /// What becomes of one that is there.
    pub mode: JournalMode,
}

/// What becomes of a journal that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JournalMode {
    /// It is forgotten.
    Anew,
    /// The search goes on from it, if it is its own.
    Continue,
}

/// What a campaign leaves behind besides its results.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// Where to keep what was done.
    pub journal: Option<JournalSettings>,
    /// A file for every query. With several workers each has its own, numbered before the
    /// extension.
    pub query_log: Option<PathBuf>,
    /// A folder for pictures of the frontier between runs and what they do not reach.
    pub frontier: Option<PathBuf>,
}
