//! Certificates of infeasible objectives: files of SMT-LIB that another solver can check.
//!
//! `proofs/FUNCTION/OBJECTIVE.smt2` has one or more scripts, with `(reset)` between them; the
//! answer to each is `unsat`. A predicate that is false by the ranges of types is one script. What
//! is infeasible by exhaustion has the refuted queries of the search that aimed at it;
//! `paths.smt2` beside it has those of all arms of forks that no input takes. Where inputs take
//! every arm of every fork, nothing was refuted, and there is no file.

mod ranges;

use crate::Campaign;
use clew_criteria::{Goal, Objective, ObjectiveId, Status};
use clew_explore::{Refutation, Target};
use clew_ir::{ProbeId, ProbePoint, Program, TerminatorKind};
use clew_solver::Budget;
use clew_symbolic::{Arm, ForkKind, ForkSite};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder of the certificates, in that of the tests.
const FOLDER: &str = "proofs";
/// The file with the refuted arms.
const PATHS: &str = "paths.smt2";

/// How hard it is tried to refute a predicate alone.
const EFFORT: Budget = Budget { time: Some(Duration::from_millis(200)), conflicts: Some(5_000) };

/// Why an objective is infeasible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The certificate, in the folder of the report.
    pub file: Option<PathBuf>,
    /// The argument.
    pub argument: String,
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
        let writer = Writer { program, campaign };
        let mut proofs = Self::default();
        let is_infeasible =
            |it: &&Objective| campaign.verdicts.coverage().status(it.id) == Status::Infeasible;
        let mut needs_paths = false;
        for objective in campaign.objectives.iter().filter(is_infeasible) {
            let text = writer.certificate(objective);
            let mut file = None;
            if let Some(text) = text {
                let path = folder.join(format!("{}.smt2", objective.name.replace(':', "-")));
                std::fs::create_dir_all(&folder)?;
                std::fs::write(&path, text)?;
                needs_paths |= objective.refuted.is_none();
                file = Some(path.strip_prefix(report).map(Path::to_owned).unwrap_or(path));
            }
            let mut argument = argument(objective);
            if file.is_none() && objective.refuted.is_none() {
                argument.push_str(writer.why_no_file());
            }
            proofs.0.insert(objective.id, Proof { file, argument });
        }
        if needs_paths && let Some(text) = writer.paths() {
            std::fs::write(folder.join(PATHS), text)?;
        }
        Ok(proofs)
    }
}

/// Why an objective is infeasible, in words.
fn argument(objective: &Objective) -> String {
    match objective.refuted {
        Some(refuted) => refuted.to_string(),
        None => "exhaustion: every path that may lead there was run".to_owned(),
    }
}

struct Writer<'a> {
    program: &'a Program,
    campaign: &'a Campaign,
}

impl Writer<'_> {
    /// Why exhaustion has no certificate.
    fn why_no_file(&self) -> &'static str {
        match self.campaign.report.lacks_refutations {
            true => "; an earlier process refuted queries, and only their number was kept",
            false => "; inputs take every arm of every fork, so that no query was refuted",
        }
    }

    /// The text of a certificate, where there is one.
    fn certificate(&self, objective: &Objective) -> Option<String> {
        let place = self.program.sources.describe(objective.span);
        let text = objective.text.replace('\n', " ");
        let head = format!(
            "; {}: {place}: {text}\n; infeasible, {}\n",
            objective.name,
            argument(objective)
        );
        if objective.refuted.is_some() {
            return Some(head + &self.predicate_script(objective)?);
        }
        let report = &self.campaign.report;
        if report.lacks_refutations {
            return None;
        }
        let probes = objective.goal.probes();
        let own: Vec<&Refutation> =
            report.refutations.iter().filter(|it| self.is_about(it, probes)).collect();
        if own.is_empty()
            && let Some(script) = self.predicate_script(objective)
            && clew_solver::is_refuted(&script, EFFORT)
        {
            return Some(head + "; It is false whatever its operands are.\n" + &script);
        }
        if own.is_empty() {
            let all = self.arms();
            if all.is_empty() {
                return None;
            }
            let note = "; No path comes to where it could be met, or it is false on each by\n\
                        ; itself. These are the arms of forks that no input takes.\n";
            return Some(head + note + &scripts(&all));
        }
        let note = "; On each path that comes near it the constraints contradict each other, as\n\
                    ; here; paths.smt2 says why there are no other paths.\n";
        Some(head + note + &scripts(&own))
    }

    /// That what an objective asks for is not so, whatever the operands are: where it is a label
    /// or a side of a branch.
    fn predicate_script(&self, objective: &Objective) -> Option<String> {
        let Goal::Probe(probe) = objective.goal else { return None };
        let plan = self.campaign.objectives.plan();
        let function = &self.program.functions[objective.function];
        if let Some(predicate) = plan.predicate(probe) {
            return ranges::script(self.program, function, predicate, false);
        }
        let ProbePoint::Edge(_, block, way) = plan.point(probe) else { return None };
        let body = function.body.as_ref().ok()?;
        match &body.blocks[block].terminator.kind {
            TerminatorKind::Branch { condition, .. } => {
                ranges::script(self.program, function, condition, way == 1)
            }
            _ => None,
        }
    }

    fn arms(&self) -> Vec<&Refutation> {
        self.campaign.report.refutations.iter().filter(is_of_arm).collect()
    }

    /// The refuted arms of all forks, if there are any.
    fn paths(&self) -> Option<String> {
        let arms = self.arms();
        let paths = self.campaign.report.statistics.paths;
        let head = format!("; {paths} paths were run; these arms of their forks no input takes.\n");
        (!arms.is_empty()).then(|| head + &scripts(&arms))
    }

    /// Whether a refutation keeps one of the probes from being hit.
    fn is_about(&self, refutation: &Refutation, probes: &[ProbeId]) -> bool {
        let plan = self.campaign.objectives.plan();
        refutation.targets.iter().any(|target| match *target {
            Target::Label(label) => probes.contains(&label),
            Target::Arm(site, arm) => {
                probes.iter().any(|probe| leads_to(site, arm, plan.point(*probe)))
            }
        })
    }
}

/// Whether an arm of a fork is the way to a point.
fn leads_to(site: ForkSite, arm: Option<Arm>, point: ProbePoint) -> bool {
    let ProbePoint::Edge(function, block, way) = point else { return false };
    matches!(site.kind, ForkKind::Branch | ForkKind::Switch)
        && (site.at.function, site.at.block) == (function, block)
        && arm == Some(Arm(way.into()))
}

fn is_of_arm(refutation: &&Refutation) -> bool {
    refutation.targets.iter().any(|target| matches!(target, Target::Arm(..)))
}

/// Scripts in one file.
fn scripts(refutations: &[&Refutation]) -> String {
    let texts: Vec<&str> = refutations.iter().map(|it| it.script.as_str()).collect();
    texts.join("(reset)\n")
}
