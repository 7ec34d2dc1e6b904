//! `#include` directives: where they lead, and how they are rewritten.

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
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let found =
            directive(line).and_then(|(name, quoted)| resolve(folder, name, quoted, search));
        match found {
            Some(found) if found.needs_search => {
                let way = relative_path(folder, &found.path);
                text.extend(format!("#include \"{}\"\n", way.display()).bytes());
                included.push(found.path);
            }
            Some(found) => {
                text.extend(line);
                included.push(found.path);
            }
            None => text.extend(line),
        }
    }
    (text, included)
}

/// The name in an `#include` line, and whether it is in quotes.
fn directive(line: &[u8]) -> Option<(&str, bool)> {
    let line = std::str::from_utf8(line).ok()?.trim();
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("include")?.trim_start();
    let (close, quoted) = match rest.bytes().next()? {
        b'"' => ('"', true),
        b'<' => ('>', false),
        _ => return None,
    };
    let (name, _) = rest[1..].split_once(close)?;
    Some((name, quoted))
}

struct Resolved {
    path: PathBuf,
    needs_search: bool,
}

/// The file that a name leads to, unless it is a system's or is named from the root.
fn resolve(folder: &Path, name: &str, quoted: bool, search: &SearchPath) -> Option<Resolved> {
    if Path::new(name).is_absolute() {
        return None;
    }
    let own = folder.join(name);
    if quoted && own.is_file() {
        return Some(Resolved { path: normalised(&own), needs_search: false });
    }
    let quoted_only: &[PathBuf] = if quoted { &search.quoted } else { &[] };
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
