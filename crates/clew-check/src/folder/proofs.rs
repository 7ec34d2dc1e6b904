//! Infeasible objectives: their certificates, and whether these are about them.

use super::report::{Conditions, Finding, FolderReport, Kind, Standing};
use super::result::{Claims, Entry, Objective, Status, Unit};
use super::{names, parallel};
use crate::error::CheckError;
use crate::program::Written;
use crate::report::{About, Report, Subject, Verdict};
use crate::semantics::EntryKind;
use crate::solver::{Solvers, missing_solvers};
use crate::{Model, sexpr};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// The program that the certificates of a folder are about.
const MODEL: &str = "program.model";

/// What is known of each file of certificates, by its path from the folder.
type Files = BTreeMap<PathBuf, Result<Report, CheckError>>;

/// The digests that results give of a file.
type Seals<'c> = BTreeSet<&'c str>;

/// The infeasible objectives of each unit, and how they fared.
pub(super) fn check(
    folder: &Path,
    claims: &Claims,
    limit: Duration,
    report: &mut FolderReport,
) -> Vec<Vec<Finding>> {
    let mut objectives = claims.units.iter().flat_map(|unit| &unit.objectives);
    if objectives.any(|it| it.status == Status::Infeasible) {
        report.missing.extend(missing_solvers());
    }
    let files = check_files(folder, claims, limit);
    report.conditions = conditions(&files);
    claims.units.iter().map(|unit| unit_findings(unit, &files)).collect()
}

fn unit_findings(unit: &Unit, files: &Files) -> Vec<Finding> {
    let infeasible = unit.objectives.iter().filter(|it| it.status == Status::Infeasible);
    let finding = |objective: &Objective| Finding {
        kind: Kind::Infeasible,
        name: names::objective(objective),
        standing: standing(unit, objective, files),
    };
    infeasible.map(finding).collect()
}

/// Checks each file once, whatever the number of objectives that it is for.
fn check_files(folder: &Path, claims: &Claims, limit: Duration) -> Files {
    let mut sealed: BTreeMap<PathBuf, Seals<'_>> = BTreeMap::new();
    for objective in claims.units.iter().flat_map(|unit| &unit.objectives) {
        if let Some(path) = certificate_path(objective) {
            sealed.entry(path).or_default().extend(objective.certificate_sha256.as_deref());
        }
    }
    let paths: Vec<(PathBuf, Seals<'_>)> = sealed.into_iter().collect();
    let models = read_models(folder, claims);
    let checked = parallel::map(
        &paths,
        || Solvers::new(limit),
        |solvers, (path, seals)| match &models[&path.with_file_name(MODEL)] {
            Ok(model) => model.check_with(&read_sealed(&folder.join(path), seals)?, solvers),
            Err(error) => Err(error.clone()),
        },
    );
    paths.into_iter().map(|(path, _)| path).zip(checked).collect()
}

/// Reads the programs that certificates are about.
fn read_models(folder: &Path, claims: &Claims) -> BTreeMap<PathBuf, Result<Model, CheckError>> {
    let mut sealed: BTreeMap<PathBuf, Seals<'_>> = BTreeMap::new();
    for objective in claims.units.iter().flat_map(|unit| &unit.objectives) {
        if let Some(path) = certificate_path(objective) {
            let seals = sealed.entry(path.with_file_name(MODEL)).or_default();
            seals.extend(objective.model_sha256.as_deref());
        }
    }
    let sealed: Vec<(PathBuf, Seals<'_>)> = sealed.into_iter().collect();
    let models = parallel::map(&sealed, || (), |(), (path, seals)| read_model(folder, path, seals));
    sealed.into_iter().map(|(path, _)| path).zip(models).collect()
}

/// The file with an objective's certificates; none where it is outside of the folder.
fn certificate_path(objective: &Objective) -> Option<PathBuf> {
    let path = Path::new(objective.certificate.as_ref()?);
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    (objective.status == Status::Infeasible && is_inside).then(|| path.to_owned())
}

fn read_model(folder: &Path, path: &Path, seals: &Seals<'_>) -> Result<Model, CheckError> {
    let wrong = |error: CheckError| CheckError::argument(format!("{}: {error}", path.display()));
    let text = read(&folder.join(path)).map_err(wrong)?;
    is_sealed(&text, seals).map_err(wrong)?;
    Ok(Model { program: crate::reader::read_program(&text).map_err(wrong)? })
}

fn read(path: &Path) -> Result<String, CheckError> {
    std::fs::read_to_string(path).map_err(|error| CheckError::argument(error.to_string()))
}

/// Certificates that are those of the result: all that gives a digest gives theirs.
fn read_sealed(path: &Path, seals: &Seals<'_>) -> Result<String, CheckError> {
    let text = read(path)?;
    let comments = text.split_inclusive('\n').take_while(|line| line.starts_with(';'));
    let start: usize = comments.map(str::len).sum();
    is_sealed(&text[start..], seals).map(|()| text)
}

/// Whether a text is the one that all digests are of.
fn is_sealed(text: &str, seals: &Seals<'_>) -> Result<(), CheckError> {
    let digest: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    match seals.iter().all(|seal| *seal == digest) {
        true => Ok(()),
        false => Err(CheckError::argument("it is not the text that the result was made with")),
    }
}

fn conditions(files: &Files) -> Conditions {
    let mut conditions = Conditions::default();
    for report in files.values().flatten() {
        conditions.total += report.claims.len();
        conditions.by_both += report.count(Verdict::Proved);
        conditions.by_one += report.count(Verdict::ProvedByOne);
    }
    conditions
}

fn standing(unit: &Unit, objective: &Objective, files: &Files) -> Standing {
    let refuted = |reason: String| Standing::Refuted(reason);
    let Some(name) = &objective.certificate else {
        return refuted("it has no certificate".to_owned());
    };
    match certificate_path(objective).and_then(|path| files.get(&path)) {
        None => refuted(format!("{name} is not in the folder")),
        Some(Err(error @ CheckError::Solver { .. })) => Standing::Unknown(error.to_string()),
        Some(Err(error)) => refuted(format!("{name}: {error}")),
        Some(Ok(report)) => match is_about(unit, objective, report) {
            Err(reason) => refuted(format!("{name} {reason}")),
            Ok(()) => match outcome(name, report) {
                Standing::Checked if !is_sealed_by(objective) => Standing::Unknown(format!(
                    "{name}: the result has no digest of it or of its program"
                )),
                standing => standing,
            },
        },
    }
}

/// Whether the certificates are about an objective, from where its unit starts, and assume no more
/// than it says.
fn is_about(unit: &Unit, claimed: &Objective, report: &Report) -> Result<(), String> {
    let objective = claimed;
    if objective.targets.is_empty() {
        return Err("is not said to be about anything".to_owned());
    }
    let function = &unit.function;
    let promise = format!("callers of {function}: ");
    let is_guarded = objective.assumes.contains(&format!("precondition clew_pre_{function}"))
        || objective.assumes.iter().any(|it| it.starts_with(&promise));
    let entry = match is_guarded {
        true => format!("clew_guarded_{function}"),
        false => function.clone(),
    };
    for target in &objective.targets {
        let target = sexpr::parse(target).map_err(|error| format!("is about {error}"))?;
        let objective = target.to_string();
        // What holds of a function in any state holds of the start of a program.
        let starts_there = |it: &Subject| match it.kind {
            EntryKind::Unit => it.entry == entry,
            EntryKind::Program => it.entry == entry && is_start(unit),
        };
        let is_proved =
            |it: &Subject| it.objective == objective && (it.is_anywhere || starts_there(it));
        let Some(subject) = report.subjects.iter().find(|it| is_proved(it)) else {
            return Err(format!("does not prove {target} from {entry}"));
        };
        is_there(claimed, subject)?;
    }
    if let Some(other) = double(unit, objective) {
        return Err(format!("is about {}, too, which is something else", other.id));
    }
    if let Some(name) = report.unfounded.first() {
        return Err(format!("assumes something under the name of {name}"));
    }
    let assumed = report.assumptions.iter().find(|name| !objective.assumes.contains(name));
    assumed.map_or(Ok(()), |name| Err(format!("assumes {name}, which the result does not tell")))
}

/// Whether a unit is a program from its start on, where objects have their initial values.
fn is_start(unit: &Unit) -> bool {
    unit.entry == Entry::Program && unit.function == "main"
}

/// Whether the result says which texts its proof was made with.
const fn is_sealed_by(objective: &Objective) -> bool {
    objective.certificate_sha256.is_some() && objective.model_sha256.is_some()
}

/// Whether what is proved can be what is claimed: of a condition the same outcome at the same place,
/// of the arm of a `switch` an arm, of a statement that it is reached.
fn is_there(objective: &Objective, subject: &Subject) -> Result<(), String> {
    let is_same = match (objective.criterion.as_str(), objective.outcome()) {
        ("branch", Some(holds)) => is_outcome(objective, subject, holds),
        ("branch", None) => {
            matches!(&subject.about, About::Arm { at: Some(at) } if is_at(objective, at))
        }
        ("condition", Some(holds)) => {
            subject.about == About::Predicate || is_outcome(objective, subject, holds)
        }
        ("condition", None) => false,
        ("statement", _) => {
            subject.about == About::Point
                && subject.within.iter().any(|it| is_at(objective, &it.from))
        }
        ("mcc" | "mcdc" | "mcdc:unique" | "wm" | "rte" | "labels", _) => {
            matches!(subject.about, About::Predicate | About::Point)
                && is_within(objective, subject)
        }
        // (Parts of input domains are written in another file.)
        ("partition", _) => {
            matches!(subject.about, About::Predicate | About::Point) && subject.starts.is_some()
        }
        ("function", _) => {
            let calls = subject.starts.as_ref().map(|name| format!("{name} is called"));
            subject.about == About::Point && calls.as_ref() == Some(&objective.text)
        }
        ("decision" | "dcc", _) => match &subject.about {
            About::Arm { at } => at.as_ref().is_some_and(|at| is_at(objective, at)),
            About::Outcome { .. } | About::Edge | About::Point | About::Predicate => {
                is_within(objective, subject)
            }
        },
        _ => false,
    };
    match is_same {
        true => Ok(()),
        false => Err(format!("is about {}, which is something else", subject.objective)),
    }
}

fn is_outcome(objective: &Objective, subject: &Subject, holds: bool) -> bool {
    match &subject.about {
        About::Outcome { at, holds: proved } => *proved == holds && is_at(objective, at),
        About::Arm { .. } | About::Edge | About::Point | About::Predicate => false,
    }
}

/// Whether an objective is written where what is proved is.
fn is_within(objective: &Objective, subject: &Subject) -> bool {
    let Objective { file, line, column, .. } = objective;
    let at = Written { file: file.clone(), line: *line, column: *column };
    subject.within.iter().any(|it| it.has(&at))
}

/// Whether an objective is written at a place.
fn is_at(objective: &Objective, at: &Written) -> bool {
    let Objective { file, line, column, .. } = objective;
    (&at.file, at.line, at.column) == (file, *line, *column)
}

/// Another objective with the same targets, where each has its own.
fn double<'u>(unit: &'u Unit, objective: &Objective) -> Option<&'u Objective> {
    let has_own = matches!(objective.criterion.as_str(), "branch" | "mcc");
    let is_double = |it: &&Objective| {
        it.status == Status::Infeasible
            && it.criterion == objective.criterion
            && it.id != objective.id
            && it.targets == objective.targets
    };
    unit.objectives.iter().filter(|_| has_own).find(is_double)
}

fn outcome(name: &str, report: &Report) -> Standing {
    let first = |verdict: Verdict| report.claims.iter().find(|claim| claim.verdict == verdict);
    match (first(Verdict::Refuted), first(Verdict::Unknown)) {
        (Some(claim), _) => Standing::Refuted(format!("{name}: not so: {}", claim.text)),
        (None, Some(claim)) => Standing::Unknown(format!("{name}: {}", claim.text)),
        (None, None) => Standing::Checked,
    }
}
