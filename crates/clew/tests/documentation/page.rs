//! Pages of Markdown, as far as the tests look into them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// A page; lines are numbered from 0 here.
pub(super) struct Page {
    /// Its path from the root of the repository.
    pub(super) path: PathBuf,
    pub(super) lines: Vec<String>,
}

/// A block of code.
pub(super) struct Fence<'p> {
    /// The line of the opening fence.
    pub(super) line: usize,
    pub(super) language: &'p str,
    /// What follows the language, such as `file=days.c`.
    pub(super) marker: &'p str,
    pub(super) content: &'p [String],
}

impl Page {
    pub(super) fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(root().join(path));
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { path: path.to_owned(), lines: text.lines().map(str::to_owned).collect() }
    }

    /// Writes the page with its lines as they are now.
    pub(super) fn write(&self) {
        let text = self.lines.join("\n") + "\n";
        std::fs::write(root().join(&self.path), text).expect("a written page");
    }

    /// The blocks of code, from top to bottom.
    pub(super) fn fences(&self) -> Vec<Fence<'_>> {
        let mut fences = Vec::new();
        let mut open: Option<usize> = None;
        for (number, line) in self.lines.iter().enumerate() {
            let Some(info) = line.trim_start().strip_prefix("```") else { continue };
            let Some(start) = open.take() else {
                open = Some(number);
                continue;
            };
            assert!(info.is_empty(), "{}: a fence in a block", self.place(number));
            let info = self.lines[start].trim_start().trim_start_matches('`');
            let (language, marker) = info.split_once(' ').unwrap_or((info, ""));
            let content = &self.lines[start + 1..number];
            fences.push(Fence { line: start, language, marker, content });
        }
        assert!(open.is_none(), "{}: a block without an end", self.path.display());
        fences
    }

    /// The text without blocks of code, and without code within lines.
    pub(super) fn prose(&self) -> Vec<String> {
        let mut lines = self.lines.clone();
        for fence in self.fences() {
            lines[fence.line..=fence.line + fence.content.len() + 1].fill(String::new());
        }
        lines.iter().map(|line| without_code(line)).collect()
    }

    /// The anchors of the headings, as GitHub and mdBook make them.
    pub(super) fn anchors(&self) -> Vec<String> {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut in_code = false;
        let mut anchors = Vec::new();
        for line in &self.lines {
            in_code ^= line.trim_start().starts_with("```");
            let title = line.trim_start_matches('#');
            if in_code || title.len() == line.len() || !title.starts_with(' ') {
                continue;
            }
            let anchor = anchor(title.trim());
            let times = seen.entry(anchor.clone()).or_default();
            anchors.push(if *times == 0 { anchor } else { format!("{anchor}-{times}") });
            *times += 1;
        }
        anchors
    }

    /// A line for messages.
    pub(super) fn place(&self, line: usize) -> String {
        format!("{}:{}", self.path.display(), line + 1)
    }
}

/// The anchor of a title.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// A line with its code between backticks left out.
fn without_code(line: &str) -> String {
    let parts = line.split('`').enumerate();
    parts.filter(|(number, _)| number % 2 == 0).map(|(_, text)| text).collect()
}

/// All pages below a folder, sorted; or the one file.
pub(super) fn pages(path: &str) -> Vec<Page> {
    let mut waiting = vec![PathBuf::from(path)];
    let mut found = Vec::new();
    while let Some(path) = waiting.pop() {
        if !root().join(&path).is_dir() {
            found.extend(path.extension().is_some_and(|it| it == "md").then_some(path));
            continue;
        }
        let entries = std::fs::read_dir(root().join(&path)).expect("a folder");
        waiting.extend(entries.map(|entry| path.join(entry.expect("an entry").file_name())));
    }
    found.sort();
    found.iter().map(|path| Page::read(path)).collect()
}

#[test]
fn titles_become_anchors() {
    assert_eq!(anchor("`clew gen`: what to test"), "clew-gen-what-to-test");
    assert_eq!(anchor("Clew's objectives, in C_99"), "clews-objectives-in-c_99");
    assert_eq!(without_code("see `a](b)` and [c](d)"), "see  and [c](d)");
}
