//! What gcov counts, line by line.

use super::process;
use super::suite::Build;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What was counted on a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Line {
    /// How often it was executed.
    pub(super) count: u64,
    /// Whether each of its branches was taken.
    pub(super) branches: Vec<bool>,
}

/// The lines with code, by file (from the suite's folder) and number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    pub(super) files: BTreeMap<String, BTreeMap<u32, Line>>,
}

/// Where the counters of a test go.
pub(super) fn folder(build: &Build, test: usize) -> PathBuf {
    build.folder.path().join(format!("test-{test}"))
}

/// Has a test write its counters to its own folder.
pub(super) fn into(command: &mut Command, build: &Build, counters: &Path) {
    let depth = build.program.parent().map_or(0, |it| it.components().count().saturating_sub(1));
    command.env("GCOV_PREFIX", counters).env("GCOV_PREFIX_STRIP", depth.to_string());
}

/// What gcov says of each test; none where it fails.
pub(super) fn read<'t>(
    gcov: &str,
    build: &Build,
    tests: impl Iterator<Item = &'t usize>,
) -> Option<BTreeMap<usize, Counts>> {
    let mut all = BTreeMap::new();
    for &test in tests {
        let counters = folder(build, test);
        let mut data: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(&counters).ok()? {
            let path = entry.ok()?.path();
            if path.extension().is_some_and(|extension| extension == "gcda") {
                let notes = path.with_extension("gcno");
                std::fs::copy(build.folder.path().join(notes.file_name()?), &notes).ok()?;
                data.push(path);
            }
        }
        let mut counts = Counts::default();
        if !data.is_empty() {
            let mut command = Command::new(gcov);
            command.args(["--json-format", "--stdout", "--branch-probabilities"]);
            let text = process::succeed(command.args(&data).current_dir(&counters)).ok()?;
            for document in text.split(|byte| *byte == b'\n').filter(|it| !it.is_empty()) {
                counts.add_document(&serde_json::from_slice(document).ok()?);
            }
        }
        all.insert(test, counts);
    }
    Some(all)
}

impl Counts {
    /// Adds what gcov says of one object file. A line that several functions share is there once for
    /// each.
    fn add_document(&mut self, document: &Value) {
        for file in array(&document["files"]) {
            let name = file["file"].as_str().unwrap_or_default().trim_start_matches("./");
            let lines = self.files.entry(name.to_owned()).or_default();
            for line in array(&file["lines"]) {
                let number = line["line_number"].as_u64().and_then(|it| u32::try_from(it).ok());
                let Some(number) = number else { continue };
                let known = lines.entry(number).or_default();
                known.count += line["count"].as_u64().unwrap_or(0);
                let branches = array(&line["branches"]).iter();
                known.branches.extend(branches.map(|it| it["count"].as_u64() > Some(0)));
            }
        }
    }

    /// Adds the counts of another run of the same program.
    pub(super) fn add(&mut self, other: &Counts) {
        for (file, lines) in &other.files {
            let own = self.files.entry(file.clone()).or_default();
            for (number, line) in lines {
                let known = own.entry(*number).or_default();
                known.count += line.count;
                known.branches.resize(known.branches.len().max(line.branches.len()), false);
                let branches = known.branches.iter_mut().zip(&line.branches);
                branches.for_each(|(known, taken)| *known |= taken);
            }
        }
    }
}

/// The items of an array; none where there is none.
pub(super) fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
