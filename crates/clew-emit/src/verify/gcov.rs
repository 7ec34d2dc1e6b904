//! gcov's counts, from its JSON.

use super::{VerifyError, process};
use crate::sources::Layout;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What one run executed of the user's files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// By file and line; lines without code are not there.
    pub lines: BTreeMap<(PathBuf, u32), LineCount>,
}

/// What gcov counted on a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineCount {
    /// How often it was executed.
    pub count: u64,
    /// For each branch, in gcov's order, whether it was taken.
    pub branches: Vec<bool>,
}

impl LineCount {
    /// The number of branches taken.
    pub fn taken(&self) -> usize {
        self.branches.iter().filter(|taken| **taken).count()
    }
}

/// Reads the counters that a run left in its folder; the notes are in the build's.
pub(super) fn coverage(
    gcov: &str,
    build: &Path,
    counters: &Path,
    layout: &Layout,
) -> Result<Coverage, VerifyError> {
    let mut coverage = Coverage::default();
    for entry in std::fs::read_dir(counters)? {
        let data = entry?.path();
        let Some(name) = data.file_name().filter(|_| data.extension().is_some_and(|e| e == "gcda"))
        else {
            continue;
        };
        let notes = Path::new(name).with_extension("gcno");
        std::fs::copy(build.join(&notes), counters.join(&notes))?;
        let mut command = Command::new(gcov);
        command.args(["--json-format", "--stdout", "--branch-probabilities"]);
        let output = process::apart(command.arg(&data).current_dir(counters)).output()?;
        if !output.status.success() {
            let reason = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
            return Err(VerifyError::Gcov { reason });
        }
        for document in output.stdout.split(|byte| *byte == b'\n').filter(|text| !text.is_empty()) {
            let document: Value = serde_json::from_slice(document)
                .map_err(|error| VerifyError::Gcov { reason: error.to_string() })?;
            add_document(&mut coverage, &document, layout);
        }
    }
    Ok(coverage)
}

/// Adds the lines of the user's files. A line that several functions share is listed for each.
fn add_document(coverage: &mut Coverage, document: &Value, layout: &Layout) {
    for file in array(document, "files") {
        let copy = file["file"].as_str().unwrap_or_default();
        let Some(original) = layout.original(Path::new(copy)) else { continue };
        for line in array(file, "lines") {
            let number = line["line_number"].as_u64().and_then(|line| u32::try_from(line).ok());
            let Some(number) = number else { continue };
            let entry = coverage.lines.entry((original.to_owned(), number)).or_default();
            entry.count += line["count"].as_u64().unwrap_or(0);
            let taken = |branch: &Value| branch["count"].as_u64().is_some_and(|count| count > 0);
            entry.branches.extend(array(line, "branches").iter().map(taken));
        }
    }
}

fn array<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}
