//! `clew.toml`: bounds on inputs, what callers of functions promise, and findings not to be shown.

use crate::diagnostic::UserError;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// The file that is looked for beside the first source, and in the folders above it.
const FILE: &str = "clew.toml";

/// What a settings file says.
#[derive(Debug, Default)]
pub(crate) struct Config {
    path: PathBuf,
    text: String,
    pub(crate) tables: Tables,
}

/// The tables of a settings file.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tables {
    #[serde(default)]
    pub(crate) inputs: Inputs,
    /// By the name of the function.
    #[serde(default)]
    pub(crate) function: BTreeMap<String, FunctionTable>,
    #[serde(default)]
    pub(crate) suppress: Vec<Suppression>,
}

/// The table `[inputs]`.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Inputs {
    pub(crate) max_elements: Option<u64>,
    pub(crate) max_string: Option<u64>,
    pub(crate) max_pointers: Option<u32>,
    pub(crate) null: Option<bool>,
    pub(crate) alias: Option<bool>,
}

/// A name, and where it stands.
pub(crate) type Name = Spanned<String>;

/// A table `[function.NAME]`: what its callers promise.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct FunctionTable {
    /// Pointers that are not null.
    #[serde(default)]
    pub(crate) nonnull: Vec<Name>,
    /// Arrays, and the parameters that tell how many elements they have.
    #[serde(default)]
    pub(crate) length: BTreeMap<Name, Name>,
    /// Strings that have their terminator.
    #[serde(default)]
    pub(crate) null_terminated: Vec<Name>,
    /// Integers, with the least and the largest that they are.
    #[serde(default)]
    pub(crate) range: BTreeMap<Name, [i64; 2]>,
}

/// A finding that is not to be shown: what is not said may be anything.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Suppression {
    pub(crate) file: Option<PathBuf>,
    pub(crate) kind: Option<String>,
    pub(crate) line: Option<u32>,
    pub(crate) reason: String,
}

impl Suppression {
    fn covers(&self, file: &str, kind: &str, line: u32) -> bool {
        self.file.as_ref().is_none_or(|path| Path::new(file).ends_with(path))
            && self.kind.as_ref().is_none_or(|it| it == kind)
            && self.line.is_none_or(|it| it == line)
    }
}

impl Config {
    /// The settings of a command: those it names, or those that are found.
    pub(crate) fn find(named: Option<&Path>, files: &[PathBuf]) -> Result<Self, UserError> {
        match config_file(named, files) {
            Some(path) => Self::read(&path),
            None => Ok(Self::default()),
        }
    }

    fn read(path: &Path) -> Result<Self, UserError> {
        let wrong = |reason: String| UserError::Other(format!("{}: {reason}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let tables: Tables = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        for suppression in &tables.suppress {
            if suppression.file.is_none() && suppression.kind.is_none() {
                let message = "a suppression names a file or a kind of finding, or both";
                return Err(wrong(message.to_owned()));
            }
            if suppression.reason.trim().is_empty() {
                return Err(wrong("a suppression needs a reason".to_owned()));
            }
        }
        Ok(Self { path: path.to_owned(), text, tables })
    }

    /// Why a finding is not to be shown, where the user says so.
    pub(crate) fn suppression(&self, file: &str, kind: &str, line: u32) -> Option<&str> {
        let mut all = self.tables.suppress.iter();
        all.find(|it| it.covers(file, kind, line)).map(|it| it.reason.as_str())
    }

    /// A mistake at a name of the file.
    pub(crate) fn error(&self, name: &Name, message: &str) -> UserError {
        let before = self.text.get(..name.span().start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        UserError::Other(format!("{}:{line}: {message}", self.path.display()))
    }
}

fn config_file(named: Option<&Path>, files: &[PathBuf]) -> Option<PathBuf> {
    if let Some(path) = named {
        return Some(path.to_owned());
    }
    let first = files.first()?;
    let beside = first.with_file_name(FILE);
    if beside.is_file() {
        return Some(beside);
    }
    let absolute = first.canonicalize().ok()?;
    absolute.ancestors().skip(2).map(|folder| folder.join(FILE)).find(|path| path.is_file())
}
