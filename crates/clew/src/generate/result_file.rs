//! `result.json` while the functions are worked on: what is done is in it, and `--resume` takes it over.

use super::json;
use crate::diagnostic::UserError;
use clew_campaign::Journals;
use clew_files::OutputFolder;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// No more than one part in so many of the time is for writing the file.
const SAVE_SHARE: u32 = 20;

/// The name of the file.
pub(crate) const NAME: &str = "result.json";

/// The key of what a result was made from.
const FINGERPRINT: &str = "fingerprint";

/// The results so far, in the order of the functions, and where they go.
pub(crate) struct ResultFile {
    seed: u64,
    units: BTreeMap<usize, Json>,
    /// Those of an earlier run.
    earlier: Vec<Json>,
    next_save: Instant,
    /// The journals of functions that are done with, until their results are on disk.
    journals: Vec<Journals>,
}

impl ResultFile {
    /// No results; `--resume` may take those over that are in the file.
    pub(crate) fn new(folder: &Path, seed: u64, resumes: bool) -> Self {
        let read = || {
            let text = std::fs::read(folder.join(NAME)).ok()?;
            let report: Json = serde_json::from_slice(&text).ok()?;
            report["units"].as_array().cloned()
        };
        let earlier = if resumes { read().unwrap_or_default() } else { Vec::new() };
        let (units, journals) = (BTreeMap::new(), Vec::new());
        let next_save = Instant::now();
        Self { seed, units, earlier, next_save, journals }
    }

    /// Takes over the result of a function that an earlier run has done with; whether there is one.
    pub(crate) fn take_over(&mut self, place: usize, fingerprint: &str) -> bool {
        let is_done = |unit: &&Json| {
            unit[FINGERPRINT] == fingerprint && unit["stats"]["stopped"] != "interrupted"
        };
        let unit = self.earlier.iter().find(is_done).cloned();
        let is_there = unit.is_some();
        self.units.extend(unit.map(|unit| (place, unit)));
        is_there
    }

    /// Adds a result. The journals are removed when it is on disk, where nothing is left to go on with.
    pub(crate) fn add(
        &mut self,
        place: usize,
        mut unit: Json,
        fingerprint: &str,
        journals: Option<Journals>,
        out: &OutputFolder,
    ) -> Result<(), UserError> {
        unit[FINGERPRINT] = json!(fingerprint);
        self.units.insert(place, unit);
        self.journals.extend(journals);
        if Instant::now() >= self.next_save {
            let start = Instant::now();
            self.save(out)?;
            self.next_save = Instant::now() + start.elapsed() * SAVE_SHARE;
        }
        Ok(())
    }

    /// The results, in order.
    pub(crate) fn units(&self) -> impl Iterator<Item = &Json> {
        self.units.values()
    }

    /// Writes the file; the report in it.
    pub(crate) fn save(&mut self, out: &OutputFolder) -> Result<Json, UserError> {
        let report = json::report(self.seed, self.units.values().cloned().collect());
        out.write_file(Path::new(NAME), format!("{report:#}\n").as_bytes())?;
        for journals in self.journals.drain(..) {
            journals.remove().map_err(|error| {
                let folder = journals.folder.display();
                UserError::Other(format!("cannot remove files in {folder}: {error}"))
            })?;
        }
        Ok(report)
    }
}
