//! The list of the files in a folder that Clew wrote, as it is on disk.
//!
//! ```json
//! { "writer": "Clew", "files": { "test_f.c": { "sha256": "…", "functions": { "f": "../f.c" } } } }
//! ```
//!
//! The list is written before the files: where the process ends in between, a file has the digest that it
//! had before, and `before` keeps that.

use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The name of the list.
pub const MANIFEST: &str = "clew-manifest.json";

/// Whom a file is for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Owner {
    /// The function.
    pub function: String,
    /// The path from the folder to the file that defines it.
    pub file: PathBuf,
}

/// The files of a folder that Clew wrote.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Manifest {
    pub(crate) files: BTreeMap<PathBuf, Entry>,
}

/// A file that Clew wrote.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Entry {
    /// What was written.
    digest: String,
    /// What was there before, where the file may not have been written yet.
    before: Option<String>,
    /// The functions that it is for, each with the path to its file. Some files serve all suites of a folder.
    pub(crate) functions: BTreeMap<String, PathBuf>,
}

impl Manifest {
    /// The list in a text; `None` where it is none.
    pub(crate) fn parse(text: &[u8]) -> Option<Self> {
        let value: Value = serde_json::from_slice(text).ok()?;
        let listed = value["files"].as_object()?;
        let files = listed.iter().map(|(name, entry)| {
            let functions = entry["functions"].as_object().into_iter().flatten();
            let functions = functions
                .filter_map(|(name, file)| Some((name.clone(), PathBuf::from(file.as_str()?))));
            let entry = Entry {
                digest: entry["sha256"].as_str()?.to_owned(),
                before: entry["before"].as_str().map(str::to_owned),
                functions: functions.collect(),
            };
            Some((PathBuf::from(name), entry))
        });
        Some(Self { files: files.collect::<Option<_>>()? })
    }

    /// The list as it is written.
    pub(crate) fn text(&self) -> String {
        let files: Map<String, Value> = self
            .files
            .iter()
            .map(|(name, entry)| (name.display().to_string(), entry.json()))
            .collect();
        format!("{:#}\n", json!({ "writer": "Clew", "files": files }))
    }

    /// Notes that a file is about to be written.
    pub(crate) fn announce(&mut self, name: &Path, bytes: &[u8], owner: Option<&Owner>) {
        let entry = self.files.entry(name.to_owned()).or_default();
        let digest = digest(bytes);
        if entry.digest != digest {
            let before = std::mem::replace(&mut entry.digest, digest);
            entry.before = (!before.is_empty()).then_some(before);
        }
        if let Some(Owner { function, file }) = owner {
            entry.functions.insert(function.clone(), file.clone());
        }
    }

    /// Notes that what was announced is written.
    pub(crate) fn confirm(&mut self, name: &Path) {
        if let Some(entry) = self.files.get_mut(name) {
            entry.before = None;
        }
    }

    /// Whether these bytes are what Clew wrote under a name.
    pub(crate) fn lists(&self, name: &Path, bytes: &[u8]) -> bool {
        let Some(entry) = self.files.get(name) else { return false };
        let digest = digest(bytes);
        entry.digest == digest || entry.before.as_ref() == Some(&digest)
    }
}

impl Entry {
    fn json(&self) -> Value {
        let functions: Map<String, Value> = self
            .functions
            .iter()
            .map(|(name, file)| (name.clone(), json!(file.display().to_string())))
            .collect();
        let mut value = json!({ "sha256": self.digest, "functions": functions });
        if let Some(before) = &self.before {
            value["before"] = json!(before);
        }
        value
    }
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let mut manifest = Manifest::default();
        let owner = Owner { function: "f".to_owned(), file: "../f.c".into() };
        manifest.announce(Path::new("test_f.c"), b"one", Some(&owner));
        manifest.confirm(Path::new("test_f.c"));
        manifest.announce(Path::new("test_f.c"), b"two", Some(&owner));
        let read = Manifest::parse(manifest.text().as_bytes()).expect("a list");
        assert_eq!(read, manifest);
        // The process may have ended before the file was written.
        let lists = |text: &[u8]| read.lists(Path::new("test_f.c"), text);
        assert!(lists(b"one") && lists(b"two") && !lists(b"three"));
    }

    #[test]
    fn what_is_no_list_is_none() {
        for text in ["", "{}", "[1]", r#"{"files": {"a": {}}}"#, r#"{"files": 3}"#] {
            assert_eq!(Manifest::parse(text.as_bytes()), None, "{text}");
        }
    }
}
