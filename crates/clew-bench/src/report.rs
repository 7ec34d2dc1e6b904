//! Writes the tables into `docs/benchmarks.md`, each between its markers.

use crate::error::Error;
use crate::process;
use crate::table::Section;
use crate::tools::{Compiler, Tools, root};
use std::process::Command;
use std::time::Duration;

pub(crate) fn write(tools: &Tools, sections: &[Section]) -> Result<(), Error> {
    let surroundings = [("surroundings", surroundings(tools)?)];
    write_blocks(surroundings.into_iter().chain(blocks(sections)))
}

/// Writes some tables and leaves the rest of the page as it is.
pub(crate) fn write_sections(sections: &[Section]) -> Result<(), Error> {
    write_blocks(blocks(sections))
}

fn blocks(sections: &[Section]) -> impl Iterator<Item = (&'static str, String)> {
    sections.iter().map(|section| (section.name, section.table.to_string()))
}

fn write_blocks(blocks: impl Iterator<Item = (&'static str, String)>) -> Result<(), Error> {
    let path = root().join("docs/benchmarks.md");
    let mut text = std::fs::read_to_string(&path).map_err(Error::file(&path))?;
    for (name, block) in blocks {
        let (begin, end) = markers(name);
        text = replace_between(&text, &begin, &end, &block).ok_or_else(|| Error::NoMarkers {
            path: path.clone(),
            begin,
            end,
        })?;
    }
    std::fs::write(&path, text).map_err(Error::file(&path))
}

fn markers(name: &str) -> (String, String) {
    (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->\n"))
}

/// The text with another block between two markers.
fn replace_between(text: &str, begin: &str, end: &str, block: &str) -> Option<String> {
    let (before, rest) = text.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}{block}{end}{after}"))
}

/// When and with what the numbers were taken.
fn surroundings(tools: &Tools) -> Result<String, Error> {
    let date = process::output_of(Command::new("date").arg("+%F"), Duration::from_secs(10))?;
    let versions = [tools.clew_version()?, Compiler::Gcc.version()?, Compiler::Clang.version()?];
    let date = String::from_utf8_lossy(&date);
    Ok(format!("Taken on {} with {}.\n", date.trim(), versions.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::{markers, replace_between};
    use crate::tools::root;

    /// The table at the top is written by hand, outside of all markers: its figures are those of the
    /// sections.
    #[test]
    fn the_page_begins_with_figures_of_its_sections() {
        let page = std::fs::read_to_string(root().join("docs/benchmarks.md")).expect("the page");
        let (summary, sections) = page.split_once("    make bench\n").expect("a summary");
        assert!(!summary.contains("<!--"), "the summary should be outside of all markers");
        let rows: Vec<&str> = summary.lines().filter(|line| line.starts_with("| ")).collect();
        assert_eq!(rows.len(), 13, "a head and eleven rows");
        for row in &rows[2..] {
            let figures: Vec<&str> = row.split("**").skip(1).step_by(2).collect();
            assert!(!figures.is_empty(), "{row}");
            for figure in figures {
                assert!(sections.contains(figure), "{figure} should stand further down: {row}");
            }
        }
    }

    #[test]
    fn only_what_is_between_the_markers_changes() {
        let (begin, end) = markers("kernels");
        let text = format!("before\n{begin}old\nlines\n{end}after\n");
        let new = replace_between(&text, &begin, &end, "new\n");
        assert_eq!(new, Some(format!("before\n{begin}new\n{end}after\n")));
        assert_eq!(replace_between("nothing here", &begin, &end, "new\n"), None);
    }
}
