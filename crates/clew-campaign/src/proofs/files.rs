//! Certificates as files, beside the tests of their unit.
//!
//! `proofs/FUNCTION/program.model` is the program as the checker reads it, and
//! `proofs/FUNCTION/OBJECTIVE.proof` has the certificates of an objective, one after the other.

use crate::Campaign;
use crate::verdicts::Evidence;
use clew_criteria::{Objective, ObjectiveId};
use clew_ir::Program;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of the certificates, in that of the tests.
const FOLDER: &str = "proofs";
/// The program, as the checker reads it.
const MODEL: &str = "program.model";

/// Why an objective is infeasible, and where it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The certificate, in the folder of the report.
    pub file: PathBuf,
    /// The evidence.
    pub evidence: Evidence,
}

/// The certificates of a unit.
#[derive(Debug, Default)]
pub struct Proofs(BTreeMap<ObjectiveId, Proof>);

impl Proofs {
    /// Why an objective is infeasible.
    pub fn of(&self, objective: ObjectiveId) -> Option<&Proof> {
        self.0.get(&objective)
    }

    /// Writes the certificates of a unit beside its tests, in place of those of an earlier search.
    /// The tests are in the folder of the report, or in one below it.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(
        program: &Program,
        campaign: &Campaign,
        report: &Path,
        tests: &Path,
    ) -> io::Result<Self> {
        let name = &program.functions[campaign.entry.function()].name;
        let folder = tests.join(FOLDER).join(name);
        match std::fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut proofs = Self::default();
        for objective in campaign.objectives.iter() {
            let Some(evidence) = campaign.verdicts.evidence(objective.id) else { continue };
            if proofs.0.is_empty() {
                std::fs::create_dir_all(&folder)?;
                std::fs::write(folder.join(MODEL), &*campaign.model)?;
            }
            let path = folder.join(format!("{}.proof", objective.name.replace(':', "-")));
            std::fs::write(&path, heading(program, objective) + &evidence.certificate)?;
            let file = path.strip_prefix(report).map(Path::to_owned).unwrap_or(path);
            proofs.0.insert(objective.id, Proof { file, evidence: evidence.clone() });
        }
        Ok(proofs)
    }
}

/// What the certificates of an objective are about, for people.
fn heading(program: &Program, objective: &Objective) -> String {
    let place = program.sources.describe(objective.span);
    let text = objective.text.replace('\n', " ");
    format!("; {}: {place}: {text}\n; infeasible\n", objective.name)
}
