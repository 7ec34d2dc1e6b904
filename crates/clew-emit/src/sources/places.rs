//! Where the files under test are, seen from a suite's folder.

use super::flags::Flags;
use super::include::relative_path;
use super::{Assembly, FoundFile, UserSources, absolute};
use std::path::{Component, Path, PathBuf};

/// The folder of the copies, inside the suite's.
pub(crate) const FOLDER: &str = "clew-src";
/// The folder of Clew's own headers, inside the suite's.
const HEADERS: &str = "clew-include";
/// Both.
pub(crate) const FOLDERS: [&str; 2] = [FOLDER, HEADERS];
/// What is defined where the compiler is told the search path.
pub(crate) const IN_PLACE: &str = "CLEW_IN_PLACE";

/// Which files the tests include.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Placing {
    /// The user's own, where they are.
    #[default]
    InPlace,
    /// Copies in the suite's folder, which can be moved then.
    Copies,
}

/// Where the files of a suite are.
pub(super) struct Places<'s> {
    placing: Placing,
    /// Whether the user's own files need a search path that is told by flags.
    needs_search: bool,
    /// The folder that holds all files.
    base: PathBuf,
    /// The suite's folder.
    folder: PathBuf,
    /// Clew's own headers.
    headers: Option<&'s Path>,
    /// Whether some file includes one of them.
    uses_headers: bool,
}

impl<'s> Places<'s> {
    pub(super) fn new(files: &[FoundFile], sources: &'s UserSources, folder: &Path) -> Self {
        // Nothing but a copy can be without its assembly.
        let is_replaced = files.iter().any(|file| file.is_replaced);
        let placing = match sources.assembly {
            Assembly::Kept if !is_replaced => sources.placing,
            Assembly::Kept | Assembly::LeftOut => Placing::Copies,
        };
        Self {
            placing,
            needs_search: files.iter().any(|file| file.needs_search),
            base: common_folder(files.iter().map(|file| file.path.as_path())),
            folder: real(folder),
            headers: sources.headers.as_deref(),
            uses_headers: files.iter().any(|file| {
                sources.headers.as_ref().is_some_and(|headers| file.path.starts_with(headers))
            }),
        }
    }

    /// A file as the tests include it: a path from the suite's folder.
    pub(super) fn of(&self, file: &Path) -> PathBuf {
        match self.placing {
            Placing::InPlace => from_folder(&self.folder, &real(file)),
            Placing::Copies => self.copy(file),
        }
    }

    /// The copy that takes the place of a file where the compiler is not told the search path.
    pub(super) fn stand_in(&self, file: &Path) -> Option<PathBuf> {
        self.has_stand_ins().then(|| self.copy(file))
    }

    fn has_stand_ins(&self) -> bool {
        self.placing == Placing::InPlace && self.needs_search
    }

    /// Where the copy of a file is.
    fn copy(&self, file: &Path) -> PathBuf {
        let file = absolute(file);
        Path::new(FOLDER).join(file.strip_prefix(&self.base).unwrap_or(&file))
    }

    /// The copies that are to be written: each original, and the copy's path from the suite's folder.
    pub(super) fn copies(&self, files: &[FoundFile]) -> Vec<(PathBuf, PathBuf)> {
        let is_copied = self.placing == Placing::Copies || self.has_stand_ins();
        let copied = files.iter().filter(|_| is_copied);
        let mut copies: Vec<(PathBuf, PathBuf)> =
            copied.map(|file| (file.path.clone(), self.copy(&file.path))).collect();
        if self.has_stand_ins() {
            let headers = files.iter().filter_map(|file| {
                let name = file.path.strip_prefix(self.headers?).ok()?;
                Some((file.path.clone(), Path::new(HEADERS).join(name)))
            });
            copies.extend(headers);
        }
        copies
    }

    /// The flags that tell the search path. Suites that share a folder share them: the user's own are
    /// there also where this suite could do without.
    pub(super) fn flags(&self, flags: &Flags) -> Vec<String> {
        let is_own = |folder: &PathBuf| self.headers == Some(folder.as_path());
        let has_users = !flags.search.quoted.is_empty() || !flags.search.all.iter().all(is_own);
        if !(self.has_stand_ins() || (self.placing == Placing::InPlace && has_users)) {
            return Vec::new();
        }
        let path = |folder: &PathBuf| match self.headers == Some(folder.as_path()) {
            true => HEADERS.to_owned(),
            false => from_folder(&self.folder, &real(folder)).display().to_string(),
        };
        let quoted = flags.search.quoted.iter().map(|folder| format!("-iquote{}", path(folder)));
        let wanted = flags.search.all.iter().filter(|it| !is_own(it) || self.uses_headers);
        let all = wanted.map(|folder| format!("-I{}", path(folder)));
        [format!("-D{IN_PLACE}")].into_iter().chain(quoted).chain(all).collect()
    }
}

/// The way from a folder to a file: relative where they have more in common than the root, so that
/// both can move together.
fn from_folder(folder: &Path, file: &Path) -> PathBuf {
    let (one, other) = (first_name(folder), first_name(file));
    if one.is_some() && one == other { relative_path(folder, file) } else { file.to_owned() }
}

/// The folder below the root that a path leads through.
fn first_name(path: &Path) -> Option<Component<'_>> {
    path.components().find(|it| matches!(it, Component::Normal(_)))
}

/// The way from a folder to a file, as it is written into a suite's folder.
pub fn way(folder: &Path, file: &Path) -> PathBuf {
    from_folder(&real(folder), &real(file))
}

/// A path without links, so that `..` means what it says.
pub(crate) fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| absolute(path))
}

/// The deepest folder that holds all the files.
pub(super) fn common_folder<'a>(files: impl Iterator<Item = &'a Path>) -> PathBuf {
    let folders = files.map(|file| file.parent().unwrap_or(file).to_owned());
    let common = folders.reduce(|common, folder| {
        let shared = common.components().zip(folder.components()).take_while(|(a, b)| a == b);
        shared.map(|(component, _)| component).collect()
    });
    common.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_is_relative_within_one_tree() {
        let way = |folder, file| from_folder(Path::new(folder), Path::new(file));
        assert_eq!(way("/home/me/p/out", "/home/me/p/src/a.c"), Path::new("../src/a.c"));
        assert_eq!(way("/home/me/p", "/home/me/p/a.c"), Path::new("a.c"));
        assert_eq!(way("/tmp/out", "/home/me/p/a.c"), Path::new("/home/me/p/a.c"));
    }
}
