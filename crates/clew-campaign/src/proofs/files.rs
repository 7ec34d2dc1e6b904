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
use clew_emit::Target;
use clew_files::{Need, NewFile, OutputError, Owner};
use clew_ir::Program;
use std::collections::BTreeMap;
use std::fmt::Write as _;
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

    /// The folder of a function's certificates, in that of its tests.
    pub fn folder(function: &str) -> PathBuf {
        Path::new(FOLDER).join(function)
    }

    /// Writes the certificates of a unit beside its tests, in place of those of an earlier search.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(
        program: &Program,
        campaign: &Campaign,
        to: Target<'_>,
        owner: Option<&Owner>,
    ) -> Result<Self, OutputError> {
        let name = &program.functions[campaign.entry.function()].name;
        let folder = to.below().join(Self::folder(name));
        let mut proofs = Self::default();
        let mut files: Vec<(PathBuf, String)> = Vec::new();
        let mut written: BTreeMap<&[Arc<str>], PathBuf> = BTreeMap::new();
        for objective in campaign.objectives.iter() {
            let Some(evidence) = campaign.verdicts.evidence(objective.id) else { continue };
            if written.is_empty() {
                files.push((folder.join(MODEL), campaign.model.to_string()));
            }
            let file = match written.get(&*evidence.certificates) {
                Some(file) => file.clone(),
                None => {
                    let path = folder.join(format!("{}.proof", objective.name.replace(':', "-")));
                    let text: String = evidence.certificates.iter().map(|it| &**it).collect();
                    files.push((path.clone(), heading(program, campaign, evidence) + &text));
                    if let Some(witness) = witness::text(program, name, &objective.name, evidence) {
                        files.push((path.with_extension("witness.yml"), witness));
                    }
                    written.insert(&evidence.certificates, path.clone());
                    path
                }
            };
            proofs.0.insert(objective.id, Proof { file, evidence: evidence.clone() });
        }
        let files = files.iter().map(|(name, text)| NewFile {
            name,
            bytes: text.as_bytes(),
            need: Need::Required,
        });
        to.out.replace(&folder, &files.collect::<Vec<_>>(), owner)?;
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
