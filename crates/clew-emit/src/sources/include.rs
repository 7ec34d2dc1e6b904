//! `#include` directives: where they lead, and how they are rewritten.

use clew_c::{IncludeForm, includes};
use std::path::{Component, Path, PathBuf};

/// Where files that are included by name are looked for.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchPath {
    /// For `"file"` only (`-iquote`).
    pub(super) quoted: Vec<PathBuf>,
    /// For `"file"` and `<file>` (`-I`, `-isystem`).
    pub(super) all: Vec<PathBuf>,
}

/// The text with each `#include` that needs the search path rewritten, and the files included
/// that are to be copied.
pub(super) fn rewritten(path: &Path, bytes: &[u8], search: &SearchPath) -> (Vec<u8>, Vec<PathBuf>) {
    let folder = path.parent().unwrap_or(path);
    let mut text = Vec::with_capacity(bytes.len());
    let mut included = Vec::new();
    let mut copied = 0;
    for include in includes(bytes) {
        let Some(found) = resolve(folder, include.name, include.form, search) else { continue };
        if found.needs_search {
            let way = relative_path(folder, &found.path);
            text.extend(&bytes[copied..include.range.start]);
            text.extend(format!("#include \"{}\"", way.display()).bytes());
            copied = include.range.end;
        }
        included.push(found.path);
    }
    text.extend(&bytes[copied..]);
    (text, included)
}

struct Resolved {
    path: PathBuf,
    needs_search: bool,
}

/// The file that a name leads to, unless it is a system's or is named from the root.
fn resolve(folder: &Path, name: &str, form: IncludeForm, search: &SearchPath) -> Option<Resolved> {
    if Path::new(name).is_absolute() {
        return None;
    }
    let own = folder.join(name);
    if form == IncludeForm::Quoted && own.is_file() {
        return Some(Resolved { path: normalised(&own), needs_search: false });
    }
    let quoted_only: &[PathBuf] = match form {
        IncludeForm::Quoted => &search.quoted,
        IncludeForm::Angled => &[],
    };
    let folders = quoted_only.iter().chain(&search.all);
    let path = folders.map(|folder| folder.join(name)).find(|path| path.is_file())?;
    (!is_system(&path)).then(|| Resolved { path: normalised(&path), needs_search: true })
}

/// Whether a path belongs to the system, so that nothing there is copied.
pub(super) fn is_system(path: &Path) -> bool {
    ["/usr", "/opt"].iter().any(|prefix| path.starts_with(prefix))
}

/// A path without `.` and, as far as it can be told from the text, `..`.
pub(super) fn normalised(path: &Path) -> PathBuf {
    let mut kept = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if kept.file_name().is_some() => {
                kept.pop();
            }
            other => kept.push(other),
        }
    }
    kept
}

/// The way from a folder to a file, both named from the same place.
pub(super) fn relative_path(folder: &Path, file: &Path) -> PathBuf {
    let shared = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}
