//! Links: each leads to a file and a heading that are there, and the book has every page.

use super::page::{Page, pages, root};
use std::path::{Component, Path, PathBuf};

/// What people read outside the book.
const OUTSIDE: &[&str] =
    &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "tests/README.md"];

fn all_pages() -> Vec<Page> {
    let outside = OUTSIDE.iter().map(|path| Page::read(Path::new(path)));
    outside.chain(pages("docs")).collect()
}

/// The targets of links and images, each with its line.
fn targets(page: &Page) -> Vec<(usize, String)> {
    let prose = page.prose();
    let mut found = Vec::new();
    for (number, line) in prose.iter().enumerate() {
        for (at, _) in line.match_indices("](") {
            let target: String = line[at + 2..].chars().take_while(|c| *c != ')').collect();
            found.push((number, target));
        }
    }
    found
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                assert!(plain.pop(), "{} leaves the repository", path.display())
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// Why a link leads nowhere, if so.
fn fault(page: &Page, target: &str) -> Option<String> {
    if target.contains("://") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let folder = page.path.parent().unwrap_or(Path::new(""));
    let path =
        if path.is_empty() { page.path.clone() } else { plain(&folder.join(Path::new(path))) };
    if !root().join(&path).exists() {
        return Some(format!("there is no {}", path.display()));
    }
    if page.path.starts_with("docs") && !path.starts_with("docs") {
        return Some(format!("{} is not in the book", path.display()));
    }
    if !anchor.is_empty() && !Page::read(&path).anchors().iter().any(|it| it == anchor) {
        return Some(format!("{} has no heading for #{anchor}", path.display()));
    }
    None
}

#[test]
fn every_link_leads_somewhere() {
    let mut faults = Vec::new();
    let mut seen = 0;
    for page in all_pages() {
        for (line, target) in targets(&page) {
            seen += 1;
            let fault = fault(&page, &target);
            faults.extend(fault.map(|it| format!("{}: {target}: {it}", page.place(line))));
        }
    }
    assert!(seen > 100, "{seen} links");
    assert!(faults.is_empty(), "dead links:\n{}", faults.join("\n"));
}

#[test]
fn the_book_has_every_page_once() {
    let summary = Page::read(Path::new("docs/SUMMARY.md"));
    let mut named: Vec<PathBuf> =
        targets(&summary).into_iter().map(|(_, target)| Path::new("docs").join(target)).collect();
    named.sort();
    let there = pages("docs").into_iter().map(|page| page.path);
    let there: Vec<PathBuf> = there.filter(|path| !path.ends_with("SUMMARY.md")).collect();
    assert_eq!(named, there, "docs/SUMMARY.md and the files in docs/");
}

#[test]
fn dead_links_are_seen() {
    let page = Page { path: "docs/how-to/none.md".into(), lines: vec![String::new()] };
    let fault = |target: &str| fault(&page, target).is_some();
    assert!(!fault("https://example.org/none") && !fault("../introduction.md"));
    assert!(fault("none-such.md") && fault("ci.md#none-such") && fault("../../README.md"));
}
