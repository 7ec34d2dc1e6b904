//! The files of a folder that Clew wrote.
//!
//! Each is listed with the function that it is for, that function's file, and a hash of what was
//! written. So the suite of a function that is gone is known to be stale, and a file that somebody
//! has edited since is known, too: it is never written over and never removed.

use crate::sources::{absolute, real, way};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The manifest's own name.
const NAME: &str = "clew-manifest.json";
/// What a file is called behind its name when it makes room for a new one.
const EDITED: &str = "edited";

/// The files of a folder that Clew wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    folder: PathBuf,
    files: BTreeMap<String, Entry>,
}

/// A file that Clew wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    /// What was written.
    hash: String,
    /// The functions that it is for, each with the way to its file. Some files serve all suites of a folder.
    functions: BTreeMap<String, String>,
}

/// What became of stale files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stale {
    /// Those that are gone.
    pub removed: Vec<String>,
    /// Those that are still there because somebody has edited them.
    pub kept: Vec<String>,
}

impl Manifest {
    /// Reads the manifest of a folder; one that is not there, or is no manifest, is empty.
    pub fn read(folder: &Path) -> Self {
        let text = std::fs::read_to_string(folder.join(NAME)).unwrap_or_default();
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        let listed = value["files"].as_object();
        let files = listed.into_iter().flatten().map(|(name, entry)| {
            let functions = entry["functions"].as_object().into_iter().flatten();
            let functions = functions
                .filter_map(|(name, file)| Some((name.clone(), file.as_str()?.to_owned())));
            let hash = entry["sha256"].as_str().unwrap_or_default().to_owned();
            (name.clone(), Entry { hash, functions: functions.collect() })
        });
        Self { folder: folder.to_owned(), files: files.collect() }
    }

    /// Writes the manifest into its folder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self) -> io::Result<()> {
        let files: serde_json::Map<String, Value> = self
            .files
            .iter()
            .map(|(name, it)| {
                (name.clone(), json!({ "sha256": it.hash, "functions": it.functions }))
            })
            .collect();
        let text = format!("{:#}\n", json!({ "writer": "Clew", "files": files }));
        std::fs::write(self.folder.join(NAME), text)
    }

    /// Writes files for a function that this file defines.
    pub(crate) fn writing(&mut self, function: &str, file: Option<&Path>) -> Writing<'_> {
        let file =
            file.map_or_else(String::new, |file| way(&self.folder, file).display().to_string());
        let owner = (function.to_owned(), file);
        Writing { manifest: self, owner, files: Vec::new(), set_aside: Vec::new() }
    }

    /// Notes a file for a function that was written without the manifest's help.
    pub fn note(&mut self, name: &str, function: &str, file: &Path) {
        if let Ok(bytes) = std::fs::read(self.folder.join(name)) {
            let entry = self.files.entry(name.to_owned()).or_insert_with(Entry::new);
            entry.hash = hash(&bytes);
            let file = way(&self.folder, file).display().to_string();
            entry.functions.insert(function.to_owned(), file);
        }
    }

    /// Removes the files that are only for functions of which `is_gone` says that their file, named
    /// from the root, does not define them any more.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn remove_stale(&mut self, is_gone: impl Fn(&str, &Path) -> bool) -> io::Result<Stale> {
        let mut stale = Stale::default();
        let mut names = Vec::new();
        let folder = real(&self.folder);
        for (name, entry) in &mut self.files {
            let had_owner = !entry.functions.is_empty();
            entry
                .functions
                .retain(|function, file| !is_gone(function, &absolute(&folder.join(file))));
            if had_owner && entry.functions.is_empty() {
                names.push(name.clone());
            }
        }
        for name in names {
            let path = self.folder.join(&name);
            match self.state(&name) {
                State::Missing => {}
                State::Edited => stale.kept.push(name.clone()),
                State::AsWritten => {
                    std::fs::remove_file(&path)?;
                    stale.removed.push(name.clone());
                }
            }
            self.files.remove(&name);
        }
        Ok(stale)
    }

    fn state(&self, name: &str) -> State {
        match (std::fs::read(self.folder.join(name)), self.files.get(name)) {
            (Ok(bytes), Some(entry)) if hash(&bytes) != entry.hash => State::Edited,
            (Ok(_), _) => State::AsWritten,
            (Err(_), _) => State::Missing,
        }
    }
}

impl Entry {
    fn new() -> Self {
        Self { hash: String::new(), functions: BTreeMap::new() }
    }
}

/// What a listed file is now.
enum State {
    Missing,
    AsWritten,
    Edited,
}

/// Files being written for a function.
pub(crate) struct Writing<'m> {
    manifest: &'m mut Manifest,
    owner: (String, String),
    files: Vec<PathBuf>,
    set_aside: Vec<PathBuf>,
}

impl Writing<'_> {
    /// Writes a file. One that somebody has edited is moved aside first.
    pub(crate) fn write(&mut self, name: &Path, bytes: &[u8]) -> io::Result<()> {
        let path = self.manifest.folder.join(name);
        let key = name.display().to_string();
        if let State::Edited = self.manifest.state(&key) {
            self.set_aside.push(set_aside(&path)?);
        }
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&path, bytes)?;
        let entry = self.manifest.files.entry(key).or_insert_with(Entry::new);
        entry.hash = hash(bytes);
        let (function, file) = self.owner.clone();
        entry.functions.insert(function, file);
        self.files.push(name.to_owned());
        Ok(())
    }

    /// The files written, and those that made room for them.
    pub(crate) fn finish(self) -> (Vec<PathBuf>, Vec<PathBuf>) {
        (self.files, self.set_aside)
    }
}

/// Gives a file a name that nothing else has.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 { format!(".{EDITED}") } else { format!(".{EDITED}-{number}") });
        let other = PathBuf::from(name);
        if !other.exists() {
            std::fs::rename(path, &other)?;
            return Ok(other);
        }
        number += 1;
    }
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, function: &str, name: &str, text: &str) -> Vec<PathBuf> {
        let mut manifest = Manifest::read(folder);
        let mut writing = manifest.writing(function, Some(Path::new("a.c")));
        writing.write(Path::new(name), text.as_bytes()).expect("a file");
        let (_, set_aside) = writing.finish();
        manifest.save().expect("a manifest");
        set_aside
    }

    #[test]
    fn stale_files_go_and_edited_ones_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        for (function, name) in [("f", "test_f.c"), ("g", "test_g.c"), ("f", "Makefile")] {
            assert!(write(folder, function, name, "text").is_empty());
        }
        write(folder, "g", "Makefile", "text");
        write(folder, "h", "test_h.c", "text");
        std::fs::write(folder.join("test_h.c"), "mine").expect("a file");
        let mut manifest = Manifest::read(folder);
        let stale = manifest.remove_stale(|function, _| function != "g").expect("removed");
        assert_eq!(stale.removed, ["test_f.c"]);
        assert_eq!(stale.kept, ["test_h.c"]);
        assert!(folder.join("test_g.c").exists() && folder.join("Makefile").exists());
        let again = manifest.remove_stale(|function, _| function != "g").expect("removed");
        assert_eq!(again, Stale::default());
    }

    #[test]
    fn what_was_edited_is_not_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        write(folder, "f", "test_f.c", "one");
        assert!(write(folder, "f", "test_f.c", "two").is_empty());
        std::fs::write(folder.join("test_f.c"), "mine").expect("a file");
        let aside = write(folder, "f", "test_f.c", "three");
        assert_eq!(aside, [folder.join("test_f.c.edited")]);
        assert_eq!(std::fs::read_to_string(&aside[0]).expect("a file"), "mine");
        assert_eq!(std::fs::read_to_string(folder.join("test_f.c")).expect("a file"), "three");
    }
}
