//! A whole result of `clew gen`, verified from outside.
//!
//! Each claim of `result.json` is one [`Finding`]: an infeasible objective holds when its
//! certificates are about it and hold, a test when it compiles and passes, a covered objective when
//! its test passes and compilers count what it is said to execute.
//!
//! `result` reads the claims, `proofs` checks certificates, `suite` compiles and runs tests,
//! `counts` and `regions` are what gcov and llvm-cov say of them, `coverage` compares, `table` shows.

mod counts;
mod coverage;
mod names;
mod parallel;
mod process;
mod proofs;
mod regions;
mod report;
mod result;
mod suite;
mod table;

pub use report::{Conditions, Finding, FolderReport, Kind, Standing, Tally, UnitReport};
pub use table::Detail;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How a folder is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How long each solver has for each claim.
    pub limit: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { limit: crate::DEFAULT_LIMIT }
    }
}

/// A folder that is no result of `clew gen`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct FolderError {
    /// What cannot be read.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

/// Verifies all claims of a folder that `clew gen` wrote.
///
/// # Errors
///
/// When there is no result to be read. What is wrong with certificates and tests is a finding.
pub fn check_folder(folder: &Path, options: &Options) -> Result<FolderReport, FolderError> {
    let claims = result::read(folder)?;
    let mut report = FolderReport::default();
    let proofs = proofs::check(folder, &claims, options.limit, &mut report);
    let suites = suite::Suites::new(&mut report.missing);
    let folders = claims.suite_folders(folder);
    let units: Vec<_> = claims.units.iter().zip(&folders).collect();
    let tested = parallel::map(
        &units,
        || (),
        |(), (unit, folder)| {
            let run = suites.run(unit, folder);
            let mut findings = coverage::check(unit, &run);
            findings.extend(run.findings(unit));
            (findings, coverage::contradictions(unit, &run))
        },
    );
    for (unit, (mut infeasible, (tested, contradictions))) in
        claims.units.iter().zip(proofs.into_iter().zip(tested))
    {
        contradict(unit, &mut infeasible, &contradictions);
        let findings = infeasible.into_iter().chain(tested).collect();
        let (file, function) = (unit.file.clone(), unit.function.clone());
        report.units.push(UnitReport { file, function, findings });
    }
    Ok(report)
}

/// Refutes the infeasible objectives that tests meet.
fn contradict(
    unit: &result::Unit,
    findings: &mut [Finding],
    contradictions: &BTreeMap<String, String>,
) {
    let infeasible = unit.objectives.iter().filter(|it| it.status == result::Status::Infeasible);
    for (objective, finding) in infeasible.zip(findings) {
        let is_refuted = matches!(finding.standing, Standing::Refuted(_));
        if let (false, Some(reason)) = (is_refuted, contradictions.get(&objective.id)) {
            finding.standing = Standing::Refuted(reason.clone());
        }
    }
}
