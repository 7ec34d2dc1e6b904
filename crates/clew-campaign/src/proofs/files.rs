//! Certificates as files, beside the tests of their unit.
//!
//! `proofs/FUNCTION/program.model` is the program as the checker reads it, and
//! `proofs/FUNCTION/OBJECTIVE.proof` has the certificates of an objective and of those that follow
//! from the same, one after the other. `OBJECTIVE.witness.yml` beside it has what they say of loops, as
//! a correctness witness.

use super::witness;
use crate::Campaign;
use crate::verdicts::Evidence;
use clew_criteria::ObjectiveId;
use clew_ir::Program;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
        let mut written: BTreeMap<&[Arc<str>], PathBuf> = BTreeMap::new();
        for objective in campaign.objectives.iter() {
            let Some(evidence) = campaign.verdicts.evidence(objective.id) else { continue };
            if written.is_empty() {
                std::fs::create_dir_all(&folder)?;
                std::fs::write(folder.join(MODEL), &*campaign.model)?;
            }
            let file = match written.get(&*evidence.certificates) {
                Some(file) => file.clone(),
                None => {
                    let path = folder.join(format!("{}.proof", objective.name.replace(':', "-")));
                    let text: String = evidence.certificates.iter().map(|it| &**it).collect();
                    std::fs::write(&path, heading(program, campaign, evidence) + &text)?;
                    if let Some(witness) = witness::text(program, name, &objective.name, evidence) {
                        std::fs::write(path.with_extension("witness.yml"), witness)?;
                    }
                    let file = path.strip_prefix(report).map(Path::to_owned).unwrap_or(path);
                    written.insert(&evidence.certificates, file.clone());
                    file
                }
            };
            proofs.0.insert(objective.id, Proof { file, evidence: evidence.clone() });
        }
        Ok(proofs)
    }
}

/// What certificates are about, for people.
fn heading(program: &Program, campaign: &Campaign, evidence: &Evidence) -> String {
    let mut text = String::from("; infeasible:\n");
    for objective in campaign.objectives.iter() {
        let own = campaign.verdicts.evidence(objective.id);
        if own.is_some_and(|own| own.certificates == evidence.certificates) {
            let place = program.sources.describe(objective.span);
            let about = objective.text.replace('\n', " ");
            let _ = writeln!(text, ";   {}: {place}: {about}", objective.name);
        }
    }
    text
}
