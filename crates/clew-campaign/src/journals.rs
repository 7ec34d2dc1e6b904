//! The journals of a campaign: each of its searches keeps what it has done in a file of its own, so that
//! a campaign that was killed goes on, whichever search was under way.

use clew_explore::{JournalMode, JournalSettings, may_be_written};
use clew_symbolic::Bounds;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;

/// Where the searches of a campaign keep what they have done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journals {
    /// The folder.
    pub folder: PathBuf,
    /// The function: files are named after it.
    pub function: String,
    /// What must be the same to go on: program, function and settings.
    pub fingerprint: String,
    /// What becomes of journals that are there.
    pub mode: JournalMode,
}

/// A search of a campaign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchName {
    /// One of the searches for what is open, from 1.
    Main(usize),
    /// An attempt to find faults with larger inputs, from 1.
    Faults(usize),
    /// From a function that calls the one under test, from 1.
    Driver(usize),
}

impl Journals {
    /// The journal of a search within these bounds.
    pub(crate) fn of(&self, search: SearchName, bounds: &Bounds) -> JournalSettings {
        let name = match search {
            SearchName::Main(number) => number.to_string(),
            SearchName::Faults(number) => format!("faults-{number}"),
            SearchName::Driver(number) => format!("driver-{number}"),
        };
        JournalSettings {
            path: self.folder.join(format!("{}-{name}", self.function)),
            fingerprint: format!("{} {search:?} {bounds:?}", self.fingerprint),
            mode: self.mode,
        }
    }

    /// Removes the journals: the campaign is over, and nothing is left to go on with.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn remove(&self) -> io::Result<()> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Ok(()) };
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            if self.is_named(&entry.file_name()) && may_be_written(&path) {
                std::fs::remove_file(path)?;
            }
        }
        // Others may be in the folder.
        let _ = std::fs::remove_dir(&self.folder);
        Ok(())
    }

    /// The files with names of these journals that are none.
    pub fn in_the_way(&self) -> Vec<PathBuf> {
        match std::fs::symlink_metadata(&self.folder) {
            Ok(data) if !data.is_dir() => return vec![self.folder.clone()],
            Ok(_) | Err(_) => {}
        }
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let named = entries.filter(|entry| self.is_named(&entry.file_name()));
        named.map(|entry| entry.path()).filter(|path| !may_be_written(path)).collect()
    }

    /// Whether a file has the name of one of these journals.
    fn is_named(&self, name: &OsStr) -> bool {
        // No name in C has a dash.
        let function = name.to_str().and_then(|name| name.split_once('-'));
        function.is_some_and(|(function, _)| function == self.function)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_removes_its_own_journals_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let journals = |function: &str| Journals {
            folder: folder.path().join("journal"),
            function: function.to_owned(),
            fingerprint: String::new(),
            mode: JournalMode::Anew,
        };
        let bounds = Bounds::default();
        let searches = [SearchName::Main(1), SearchName::Main(2), SearchName::Faults(1)];
        std::fs::create_dir(folder.path().join("journal")).expect("a folder");
        for function in ["f", "f_2"] {
            for search in searches {
                let path = journals(function).of(search, &bounds).path;
                assert!(!path.exists(), "{}", path.display());
                std::fs::write(path, "").expect("a file");
            }
        }
        let notes = folder.path().join("journal/f-notes");
        std::fs::write(&notes, "mine").expect("a file");
        assert_eq!(journals("f").in_the_way(), [notes.as_path()]);
        journals("f").remove().expect("removed");
        std::fs::remove_file(&notes).expect("a file that stayed");
        assert!(!journals("f").of(SearchName::Main(2), &bounds).path.exists());
        assert!(journals("f_2").of(SearchName::Faults(1), &bounds).path.exists());
        journals("f_2").remove().expect("removed");
        assert!(!folder.path().join("journal").exists());
    }
}
