//! `result.json`: what is claimed.

use super::FolderError;
use crate::semantics::EntryKind;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The file with the claims.
const FILE: &str = "result.json";

/// All claims of a folder.
#[derive(Deserialize, Debug)]
pub(super) struct Claims {
    pub(super) units: Vec<Unit>,
}

/// What is claimed of one function.
#[derive(Deserialize, Debug)]
pub(super) struct Unit {
    pub(super) file: String,
    pub(super) function: String,
    /// Where the executions start that the objectives are about.
    pub(super) entry: Entry,
    pub(super) objectives: Vec<Objective>,
    pub(super) tests: Vec<Test>,
}

/// How a function is entered.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Entry {
    Unit,
    Program,
}

impl From<Entry> for EntryKind {
    fn from(entry: Entry) -> Self {
        match entry {
            Entry::Unit => EntryKind::Unit,
            Entry::Program => EntryKind::Program,
        }
    }
}

/// What is claimed of an objective.
#[derive(Deserialize, Debug)]
pub(super) struct Objective {
    pub(super) id: String,
    pub(super) criterion: String,
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) text: String,
    pub(super) status: Status,
    /// The test that covers it.
    pub(super) test: Option<usize>,
    /// The file with its certificates, from the folder.
    pub(super) certificate: Option<String>,
    /// The digest of the certificates, without the comments above them; none where nobody has sealed
    /// them.
    pub(super) certificate_sha256: Option<String>,
    /// The digest of the program that they are about; none where nobody has sealed it.
    pub(super) model_sha256: Option<String>,
    /// What the certificates must be about, as they write it.
    #[serde(default)]
    pub(super) targets: Vec<String>,
    #[serde(default)]
    pub(super) assumes: Vec<String>,
}

impl Objective {
    /// Of a branch or a condition: whether it is that the condition holds. None for the arms of a
    /// `switch`.
    pub(super) fn outcome(&self) -> Option<bool> {
        match matches!(self.criterion.as_str(), "branch" | "condition") {
            true if self.text.ends_with(" is true") => Some(true),
            true if self.text.ends_with(" is false") => Some(false),
            _ => None,
        }
    }

    /// Whether it is a fault to be met, which nothing but a reproducer can.
    pub(super) fn is_fault(&self) -> bool {
        self.criterion == "rte"
    }
}

/// What an objective is said to be.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    Covered,
    Infeasible,
    Open,
}

/// What is claimed of a test.
#[derive(Deserialize, Debug)]
pub(super) struct Test {
    pub(super) id: usize,
    pub(super) name: String,
    pub(super) covers: BTreeSet<String>,
    pub(super) outcome: String,
    /// The status that the process ends with, where the function does not return.
    pub(super) exits: Option<i32>,
}

impl Test {
    /// Whether it reproduces a fault: then nothing is claimed of compiled code.
    pub(super) fn is_reproducer(&self) -> bool {
        self.outcome.starts_with("fault:")
    }
}

/// Reads the claims of a folder.
pub(super) fn read(folder: &Path) -> Result<Claims, FolderError> {
    let path = folder.join(FILE);
    let bad = |reason: String| FolderError { path: path.clone(), reason };
    let text = std::fs::read(&path).map_err(|error| bad(error.to_string()))?;
    serde_json::from_slice(&text).map_err(|error| bad(format!("no result of `clew gen`: {error}")))
}

impl Claims {
    /// The folders of the suites: that of a function whose name was there before is its file's.
    pub(super) fn suite_folders(&self, folder: &Path) -> Vec<PathBuf> {
        let mut names = BTreeSet::new();
        let folder_of = |unit: &Unit| match names.insert(unit.function.clone()) {
            true => folder.to_owned(),
            false => folder.join(Path::new(&unit.file).file_stem().unwrap_or_default()),
        };
        self.units.iter().map(folder_of).collect()
    }
}
