//! What llvm-cov says: which places were executed, which way conditions went, and which conditions
//! were shown to have an effect.

use super::counts::array;
use super::process;
use super::suite::{Build, Parts};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

/// A line and a column.
pub(super) type Place = (u32, u32);

/// What was measured of one file.
#[derive(Debug, Default)]
pub(super) struct Regions {
    pub(super) files: BTreeMap<String, File>,
}

/// What was measured of one file.
#[derive(Debug, Default)]
pub(super) struct File {
    /// From where on something holds: whether it was executed, if that is known.
    segments: BTreeMap<Place, Option<bool>>,
    /// The conditions that start at a place: whether each was true, and false.
    pub(super) branches: BTreeMap<Place, Vec<[bool; 2]>>,
    /// The decisions of several conditions.
    pub(super) decisions: Vec<Decision>,
}

/// A decision.
#[derive(Debug)]
pub(super) struct Decision {
    pub(super) start: Place,
    pub(super) end: Place,
    /// Whether each condition was shown to have an effect, in the order of the source.
    pub(super) shown: Vec<bool>,
}

impl File {
    /// Whether a place was executed, if that is known.
    pub(super) fn is_executed(&self, place: Place) -> Option<bool> {
        self.segments.range(..=place).next_back().and_then(|(_, count)| *count)
    }

    /// Whether a region starts at a place and was executed.
    pub(super) fn starts_executed(&self, place: Place) -> bool {
        self.segments.get(&place) == Some(&Some(true))
    }

    /// The smallest decision around a place.
    pub(super) fn decision(&self, place: Place) -> Option<&Decision> {
        let around = self.decisions.iter().filter(|it| it.start <= place && place < it.end);
        around.max_by_key(|it| (it.start, std::cmp::Reverse(it.end)))
    }
}

impl Regions {
    /// Builds a suite by clang and runs these tests.
    pub(super) fn measure(parts: &Parts, tests: &[usize], limit: Duration) -> Result<Self, String> {
        let build = build(parts)?;
        let file = |name: &str| build.folder.path().join(name);
        let mut merge = Command::new("llvm-profdata-19");
        merge.args(["merge", "-sparse", "-o"]).arg(file("all"));
        for test in tests {
            let raw = file(&format!("{test}.raw"));
            let mut command = build.test(*test);
            command.env("LLVM_PROFILE_FILE", &raw);
            process::run(&mut command, &file("says"), limit).map_err(|error| error.to_string())?;
            if raw.exists() {
                merge.arg(raw);
            }
        }
        process::succeed(&mut merge)?;
        let mut export = Command::new("llvm-cov-19");
        export.arg("export").arg(&build.program).arg("-instr-profile").arg(file("all"));
        let text = process::succeed(&mut export)?;
        let report: Value = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
        let mut regions = Self::default();
        for file in array(&report["data"][0]["files"]) {
            let name = file["filename"].as_str().unwrap_or_default().to_owned();
            regions.files.insert(name, File::read(file));
        }
        Ok(regions)
    }
}

fn build(parts: &Parts) -> Result<Build, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let program = folder.path().join("suite");
    let mut clang = Command::new("clang-19");
    clang.current_dir(&parts.folder).args(&parts.flags).args(["-O0", "-w"]);
    clang.args(["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"]);
    // Suites include the files under test as clang includes those of the system.
    clang.args(["-mllvm", "-system-headers-coverage=true"]);
    process::succeed(clang.args(&parts.sources).arg("-o").arg(&program).arg("-lm"))?;
    Ok(Build { folder, program })
}

impl File {
    fn read(file: &Value) -> Self {
        let mut read = Self::default();
        for segment in array(&file["segments"]) {
            if let [line, column, count, has_count, ..] = array(segment) {
                let is_executed = count.as_u64() > Some(0);
                let is_known = has_count.as_bool() == Some(true);
                read.segments.insert(place(line, column), is_known.then_some(is_executed));
            }
        }
        for branch in array(&file["branches"]) {
            if let [line, column, _, _, on_true, on_false, ..] = array(branch) {
                let ways = [on_true, on_false].map(|count| count.as_u64() > Some(0));
                read.branches.entry(place(line, column)).or_default().push(ways);
            }
        }
        for record in array(&file["mcdc_records"]) {
            let items = array(record);
            if let [line, column, end_line, end_column, ..] = items {
                let conditions = items.iter().find_map(Value::as_array);
                let shown = conditions.map_or(&[] as &[Value], Vec::as_slice).iter();
                read.decisions.push(Decision {
                    start: place(line, column),
                    end: place(end_line, end_column),
                    shown: shown.map(|it| it.as_bool() == Some(true)).collect(),
                });
            }
        }
        read
    }
}

fn place(line: &Value, column: &Value) -> Place {
    let number = |value: &Value| value.as_u64().and_then(|it| u32::try_from(it).ok()).unwrap_or(0);
    (number(line), number(column))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn file() -> File {
        File::read(&json!({
            "segments": [[2, 1, 3, true, true, false], [4, 5, 0, true, true, false],
                         [6, 2, 0, false, false, false]],
            "branches": [[3, 7, 3, 9, 0, 2, 0, 0, 4]],
            "mcdc_records": [[3, 7, 3, 30, 0, 5, [true, false, true]], [3, 12, 3, 20, 0, 5, [true]]],
        }))
    }

    #[test]
    fn a_place_has_the_count_of_the_segment_around_it() {
        let file = file();
        let places = [(1, 1), (2, 1), (4, 4), (4, 5), (5, 1), (6, 2)];
        let found = places.map(|place| file.is_executed(place));
        assert_eq!(found, [None, Some(true), Some(true), Some(false), Some(false), None]);
        assert_eq!(file.branches[&(3, 7)], [[false, true]]);
    }

    #[test]
    fn the_smallest_decision_is_found() {
        let file = file();
        let conditions = |place| file.decision(place).map(|it| it.shown.len());
        assert_eq!(conditions((3, 7)), Some(3));
        assert_eq!(conditions((3, 13)), Some(1));
        assert_eq!(conditions((3, 30)), None);
    }
}
