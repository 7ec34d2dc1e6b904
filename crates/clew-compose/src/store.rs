//! Summaries that outlive a search: kept for other searches and workers, and in files for later runs.
//!
//! What is kept of a function is found by all that decides what it does: its text in the program model with all it
//! names, the bounds and options of the search, and the version of Clew. A file holds this key in full and is of no use
//! where it differs, so that an edited callee or header finds nothing. Nothing in a file is believed: paths that come
//! from one are unconfirmed until a run of the search shows them ([`crate::summary::Summary::unconfirmed`]).

use std::collections::BTreeMap;
use std::hash::{Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The first line of a file.
const HEADER: &str = "clew summaries 1";
/// The ending of a file's name.
const ENDING: &str = "summaries";
/// Calls of a function that look different are kept up to this number.
const MOST_SHAPES: usize = 64;

/// Summaries kept for others.
#[derive(Debug, Default)]
pub struct SummaryStore {
    folder: Option<PathBuf>,
    functions: Mutex<BTreeMap<String, Shapes>>,
}

/// What is kept of a function, by what its arguments look like.
type Shapes = BTreeMap<String, Kept>;

/// A summary as text.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) text: Arc<str>,
    /// How many paths it has.
    pub(crate) paths: usize,
    /// Whether runs of this process have shown all of them.
    pub(crate) is_shown: bool,
}

impl SummaryStore {
    /// One that lasts as long as it is used.
    pub fn new() -> Self {
        Self::default()
    }

    /// One whose summaries are kept in the files of a folder, which is made.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn in_folder(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self { folder: Some(folder.to_owned()), ..Self::default() })
    }

    /// The summary of a function for calls that look like this.
    pub(crate) fn get(&self, (function, key): (&str, &str), shape: &str) -> Option<Kept> {
        let mut functions = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        let shapes = functions.entry(key.to_owned()).or_insert_with(|| self.load(function, key));
        shapes.get(shape).cloned()
    }

    /// Keeps a summary, where it has more paths than what is kept already, or runs have shown it.
    pub(crate) fn put(&self, (function, key): (&str, &str), shape: &str, kept: Kept) {
        let mut functions = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        let shapes = functions.entry(key.to_owned()).or_insert_with(|| self.load(function, key));
        let is_better = |known: &Kept| {
            (kept.is_shown && !known.is_shown && kept.paths >= known.paths)
                || kept.paths > known.paths
        };
        let is_new = shapes.get(shape).is_none_or(is_better);
        if is_new && (shapes.len() < MOST_SHAPES || shapes.contains_key(shape)) {
            shapes.insert(shape.to_owned(), kept);
            self.save(function, key, shapes);
        }
    }

    fn path(&self, function: &str, key: &str) -> Option<PathBuf> {
        let mut hasher = rustc_hash::FxHasher::default();
        key.hash(&mut hasher);
        let name = format!("{}-{:016x}.{ENDING}", crate::names::word(function), hasher.finish());
        Some(self.folder.as_ref()?.join(name))
    }

    /// What a file has to say of a function. One that is damaged says nothing, or less.
    fn load(&self, function: &str, key: &str) -> Shapes {
        let text = self.path(function, key).and_then(|path| std::fs::read_to_string(path).ok());
        text.and_then(|text| parse(&text, key)).unwrap_or_default()
    }

    /// Writes the file anew. That it cannot be written costs no more than time.
    fn save(&self, function: &str, key: &str, shapes: &Shapes) {
        let Some(path) = self.path(function, key) else { return };
        let mut text = format!("{HEADER}\nkey {}\n{key}", key.lines().count());
        for (shape, Kept { text: summary, paths, .. }) in shapes {
            text.push_str(&format!("shape {} {paths}{shape}\n{summary}", summary.lines().count()));
        }
        let unfinished = path.with_extension(format!("{}.unfinished", std::process::id()));
        let is_written = std::fs::write(&unfinished, text).is_ok();
        if !is_written || std::fs::rename(&unfinished, &path).is_err() {
            // What is left of it says nothing.
            let _ = std::fs::remove_file(&unfinished);
        }
    }
}

/// The summaries of a file, where it has this key.
fn parse(text: &str, key: &str) -> Option<Shapes> {
    let rest = text.strip_prefix(HEADER)?.strip_prefix("\nkey ")?;
    let (_, rest) = rest.split_once('\n')?;
    let mut rest = rest.strip_prefix(key)?;
    let mut shapes = Shapes::new();
    while let Some(line) = rest.strip_prefix("shape ") {
        let (line, behind) = line.split_once('\n')?;
        let mut words = line.splitn(3, ' ');
        let count: usize = words.next()?.parse().ok()?;
        let paths = words.next()?.parse().ok()?;
        let shape = words.next().map_or_else(String::new, |shape| format!(" {shape}"));
        let ends = behind.match_indices('\n').map(|(at, _)| at + 1);
        let end = ends.take(count).last().unwrap_or(0);
        shapes.insert(shape, Kept { text: behind[..end].into(), paths, is_shown: false });
        rest = &behind[end..];
    }
    Some(shapes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str, paths: usize, is_shown: bool) -> Kept {
        Kept { text: text.into(), paths, is_shown }
    }

    #[test]
    fn files_are_found_by_all_that_decides() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = || SummaryStore::in_folder(folder.path()).expect("a store");
        let key = ("f", "version 1\nf(x)\n");
        store().put(key, " s", kept("one\ntwo\n", 2, true));
        store().put(key, "", kept("three\n", 1, true));
        let again = store();
        let found = again.get(key, " s").expect("a summary");
        assert_eq!((&*found.text, found.paths, found.is_shown), ("one\ntwo\n", 2, false));
        assert_eq!(&*again.get(key, "").expect("a summary").text, "three\n");
        assert!(again.get(key, " c:5").is_none());
        assert!(again.get(("f", "version 1\nf(y)\n"), " s").is_none());
        // A file of another key under the same name.
        let path = store().path("f", "other\n").expect("a path");
        std::fs::copy(again.path("f", key.1).expect("a path"), path).expect("copied");
        assert!(store().get(("f", "other\n"), " s").is_none());
    }

    #[test]
    fn damaged_files_say_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = || SummaryStore::in_folder(folder.path()).expect("a store");
        let key = ("f", "key\n");
        store().put(key, " s", kept("one\ntwo\n", 2, true));
        let path = store().path("f", "key\n").expect("a path");
        let whole = std::fs::read(&path).expect("a file");
        for end in 0..whole.len() {
            std::fs::write(&path, &whole[..end]).expect("a file");
            let found = store().get(key, " s");
            assert!(found.is_none_or(|it| "one\ntwo\n".starts_with(&*it.text)), "{end}");
        }
        std::fs::write(&path, [0xff, 0xfe]).expect("a file");
        assert!(store().get(key, " s").is_none());
    }

    #[test]
    fn more_paths_are_kept() {
        let store = SummaryStore::new();
        let key = ("f", "key\n");
        store.put(key, "", kept("two\n", 2, true));
        store.put(key, "", kept("one\n", 1, true));
        assert_eq!(store.get(key, "").expect("a summary").paths, 2);
        store.put(key, "", kept("three\n", 3, true));
        assert_eq!(store.get(key, "").expect("a summary").paths, 3);
    }
}
