//! The report as JSON, in the form of the contract.

use super::config::Config;
use super::{details, values};
use crate::load::is_same_file;
use clew_campaign::findings::{Finding, Rank};
use clew_campaign::heal::Healed;
use clew_campaign::proofs::Proofs;
use clew_campaign::suite::{Tests, Verified};
use clew_campaign::{Campaign, why};
use clew_criteria::mcdc::Variant;
use clew_criteria::{Criterion, Objective, ObjectiveId, Status};
use clew_ir::{ProbePoint, Program, SourceFile, Span, TerminatorKind};
use clew_symbolic::{Ending, Entry};
use clew_vm::stop::Stop;
use serde_json::{Map, Value as Json, json};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A unit: a campaign, its suite and its verification.
pub(crate) struct Unit<'a> {
    pub(crate) program: &'a Program,
    pub(crate) criteria: &'a [Criterion],
    pub(crate) campaign: &'a Campaign,
    pub(crate) tests: &'a Tests,
    pub(crate) proofs: &'a Proofs,
    /// Why objectives are infeasible, in one line.
    pub(crate) explanations: &'a BTreeMap<ObjectiveId, String>,
    pub(crate) verified: &'a Verified,
    pub(crate) healed: &'a Healed,
    pub(crate) findings: &'a [Finding],
    pub(crate) config: &'a Config,
    pub(crate) times: Times,
}

/// What a unit took besides its search.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    /// To write its tests, to compile and to run them.
    pub(crate) verifying: Duration,
    /// To search callers for findings and to explain what is infeasible.
    pub(crate) judging: Duration,
}

/// The whole report.
pub(crate) fn report(seed: u64, units: Vec<Json>) -> Json {
    json!({ "clew": env!("CARGO_PKG_VERSION"), "seed": seed, "units": units })
}

impl Unit<'_> {
    /// The unit's part of the report.
    pub(crate) fn json(&self) -> Json {
        let function = &self.program.functions[self.campaign.entry.function()];
        let file = self.program.sources.position(function.span);
        let file = file.map_or_else(String::new, |(file, _)| file.path.display().to_string());
        let mut unit = Map::new();
        unit.insert("file".to_owned(), json!(file));
        unit.insert("function".to_owned(), json!(function.name));
        let (first, last) = lines_of(self.program, function.span);
        unit.insert("line".to_owned(), json!(first));
        unit.insert("end_line".to_owned(), json!(last));
        let entry = match self.campaign.entry {
            Entry::Unit(_) => "unit",
            Entry::Harness(_) => "program",
        };
        unit.insert("entry".to_owned(), json!(entry));
        unit.insert("criteria".to_owned(), self.criteria());
        let objectives = self.campaign.objectives.iter();
        let objectives = objectives.map(|objective| self.objective(objective));
        unit.insert("objectives".to_owned(), objectives.collect());
        unit.insert("tests".to_owned(), self.tests());
        unit.insert("findings".to_owned(), self.findings());
        unit.insert("stats".to_owned(), self.statistics());
        if let Some(verified) = self.verified() {
            unit.insert("verified".to_owned(), verified);
        }
        Json::Object(unit)
    }

    fn criteria(&self) -> Json {
        self.criteria
            .iter()
            .map(|criterion| {
                let coverage = self.campaign.verdicts.coverage();
                let counts = coverage.counts(*criterion);
                let mut json = json!({
                    "name": criterion.name(), "total": counts.total, "covered": counts.covered,
                    "infeasible": counts.infeasible, "open": counts.open,
                    "coverage": share(counts.covered, counts.total),
                    "coverage_feasible": share(counts.covered, counts.total - counts.infeasible),
                    "only_by_fault": self.only_by_fault(*criterion),
                });
                if criterion.mcdc().is_some() {
                    json["masking"] = json!(coverage.shown(*criterion, Variant::Masking));
                    json["unique_cause"] = json!(coverage.shown(*criterion, Variant::UniqueCause));
                }
                json
            })
            .collect()
    }

    /// How many open objectives only runs reach that end in a fault.
    fn only_by_fault(&self, criterion: Criterion) -> usize {
        let campaign = self.campaign;
        let objectives = campaign.objectives.iter().filter(|it| it.criterion == criterion);
        objectives.filter(|it| campaign.is_only_by_fault(it.id)).count()
    }

    fn objective(&self, objective: &Objective) -> Json {
        let file = self.program.sources.position(objective.span);
        let file = file.map_or_else(String::new, |(file, _)| file.path.display().to_string());
        let mut json = json!({
            "id": objective.name, "criterion": objective.criterion.name(), "file": file,
            "line": objective.line(), "column": objective.column(), "text": objective.text,
        });
        if let Some(decision) = self.decision(objective) {
            json["decision"] = json!(decision);
        }
        let (status, key, value) = match self.campaign.verdicts.coverage().status(objective.id) {
            Status::Covered => ("covered", "test", json!(self.tests.covering(objective.id))),
            Status::Infeasible => ("infeasible", "certificate", self.certificate(objective)),
            Status::Open => {
                let why = why::in_words(self.program, &self.campaign.why_open(objective.id));
                ("open", "why_open", json!(why))
            }
        };
        if status == "open"
            && self.campaign.is_only_by_fault(objective.id)
            && let Some(name) = self.tests.reproducer(objective.id)
        {
            json["reproducer"] = json!(name);
        }
        json["status"] = json!(status);
        json[key] = value;
        if let Some(explanation) = self.explanations.get(&objective.id) {
            json["explanation"] = json!(explanation);
        }
        if let Some(proof) = self.proofs.of(objective.id) {
            json["argument"] = json!(proof.evidence.argument.name());
            let assumes = proof.evidence.assumes.iter();
            json["assumes"] = assumes.map(ToString::to_string).collect();
            json["targets"] = json!(proof.evidence.targets);
            json["certificate_sha256"] = json!(digest(&proof.evidence.certificates));
            json["model_sha256"] = json!(digest(std::slice::from_ref(&self.campaign.model)));
        }
        json
    }

    /// The file with the certificate of an infeasible objective.
    fn certificate(&self, objective: &Objective) -> Json {
        self.proofs.of(objective.id).map_or(Json::Null, |it| json!(it.file.display().to_string()))
    }

    fn tests(&self) -> Json {
        let tests = self.tests.tests.iter().map(|test| {
            let case = &test.test.case;
            let covers: Vec<&str> = test
                .covers
                .iter()
                .map(|id| self.campaign.objectives.get(*id).name.as_str())
                .collect();
            let mut json = json!({
                "id": test.test.id, "name": test.test.name,
                "inputs": values::inputs(self.program, case), "covers": covers,
                "outcome": outcome(&case.ending), "returns": values::returned(self.program, case),
            });
            if let Some(status) = test.test.exit_status() {
                json["exits"] = json!(status);
            }
            json
        });
        tests.collect()
    }

    /// The line and column of the decision that an objective is about a part of.
    fn decision(&self, objective: &Objective) -> Option<[u32; 2]> {
        let body = self.program.functions[objective.function].body.as_ref().ok()?;
        let decisions = &body.decisions;
        let probe = *objective.goal.probes().first()?;
        let of_edge = || match self.campaign.objectives.plan().point(probe) {
            ProbePoint::Edge(_, block, _) => match body.blocks[block].terminator.kind {
                TerminatorKind::Branch { id: Some(id), .. } => {
                    Some(decisions.conditions[id].decision)
                }
                TerminatorKind::Switch { id, .. } => Some(id),
                _ => None,
            },
            _ => None,
        };
        let of_condition = || {
            let mut conditions = decisions.conditions.iter();
            conditions.find(|it| it.span == objective.span).map(|it| it.decision)
        };
        let id = match objective.criterion {
            Criterion::Branch => of_edge(),
            criterion if criterion.mcdc().is_some() => of_condition(),
            _ => None,
        }?;
        let (_, at) = self.program.sources.position(decisions.decisions[id].span)?;
        Some([at.line, at.column])
    }

    fn findings(&self) -> Json {
        self.findings.iter().map(|finding| self.finding(finding)).collect()
    }

    fn finding(&self, finding: &Finding) -> Json {
        let fault = &finding.fault;
        let place = self.program.sources.position(fault.span);
        let file = place.map_or_else(String::new, |(file, _)| file.path.display().to_string());
        let depends: Vec<&str> = finding.depends.iter().map(|it| it.name()).collect();
        let mut json = json!({
            "kind": fault.kind.name(), "file": file,
            "line": place.map_or(0, |(_, place)| place.line),
            "column": place.map_or(0, |(_, place)| place.column),
            "message": fault.message, "test": finding.test,
            "depends": depends, "sanitizer": finding.sanitized.name(),
        });
        json["rank"] = match &finding.rank {
            Rank::Certain => json!("certain"),
            Rank::Depends => json!("depends"),
            Rank::Confirmed(caller) => {
                json["confirmed_by"] = json!(caller.function);
                json["caller_inputs"] = values::inputs(self.program, &caller.case);
                json!("confirmed")
            }
        };
        if let Some(reason) = details::suppression(self.program, self.config, finding) {
            json["suppressed"] = json!(reason);
        }
        json
    }

    /// How often the tests executed lines, by file: those of the function, and others that were.
    fn executed(&self, counts: &BTreeMap<PathBuf, BTreeMap<u32, u64>>) -> Json {
        let function = &self.program.functions[self.campaign.entry.function()];
        let (first, last) = lines_of(self.program, function.span);
        let own = self.program.sources.position(function.span).map(|(file, _)| &file.path);
        let mut files = Map::new();
        for (path, lines) in counts {
            let same = |it: &&SourceFile| is_same_file(&it.path, path);
            let Some(file) = self.program.sources.files.iter().find(same) else { continue };
            let is_own = own.is_some_and(|it| it == &file.path);
            let is_told =
                |line: u32, count: u64| count > 0 || (is_own && (first..=last).contains(&line));
            let told: Map<String, Json> = lines
                .iter()
                .filter(|(line, count)| is_told(**line, **count))
                .map(|(line, count)| (line.to_string(), json!(count)))
                .collect();
            if !told.is_empty() {
                files.insert(file.path.display().to_string(), Json::Object(told));
            }
        }
        Json::Object(files)
    }

    fn statistics(&self) -> Json {
        let report = &self.campaign.report;
        let statistics = report.statistics;
        let mut reasons: Vec<String> = report.reasons.iter().map(|it| it.gap.to_string()).collect();
        let mut seen = std::collections::BTreeSet::new();
        reasons.retain(|reason| seen.insert(reason.clone()));
        let told = report.techniques.iter().map(|(name, it)| {
            json!({
                "name": name, "covered": it.covered, "infeasible": it.infeasible,
                "paths": it.closed, "effort": it.effort, "ms": it.time.as_millis() as u64,
            })
        });
        let techniques: Vec<Json> = told.collect();
        json!({
            "runs": statistics.runs, "paths": statistics.paths,
            "infeasible_paths": statistics.infeasible_paths, "filtered": statistics.filtered,
            "queries": statistics.queries,
            "solver_ms": statistics.solver_time.as_millis() as u64,
            "choosing_ms": statistics.choosing_time.as_millis() as u64,
            "journal_us": statistics.journal_time.as_micros() as u64,
            "wall_ms": statistics.wall_time.as_millis() as u64,
            "verify_ms": self.times.verifying.as_millis() as u64,
            "judge_ms": self.times.judging.as_millis() as u64,
            "complete": report.is_complete(), "stopped": report.stopped.name(),
            "divergences": statistics.divergences, "incomplete": reasons,
            "techniques": techniques,
            "further": self.further(),
            "progress": report.progress.iter().map(|it| json!({
                "ms": it.elapsed.as_millis() as u64, "runs": it.runs, "covered": it.covered,
            })).collect::<Json>(),
        })
    }

    /// What searches added that tried what the first did not.
    fn further(&self) -> Json {
        let told = self.campaign.gains().into_iter().map(|(tried, covered)| {
            let tries: Vec<_> = tried.iter().map(|it| it.name()).collect();
            json!({ "tries": tries, "covered": covered })
        });
        told.collect()
    }

    fn verified(&self) -> Option<Json> {
        match self.verified {
            Verified::No => None,
            Verified::Failed(reason) | Verified::Rejected { message: reason, .. } => {
                Some(json!({ "error": reason }))
            }
            Verified::By(compiler, comparison) => {
                let Healed { tests, checks, messages, .. } = self.healed;
                Some(json!({
                    "compiler": compiler, "tests": comparison.tests, "agree": comparison.agree,
                    "disagreements": messages,
                    "left_out": { "tests": tests, "checks": checks },
                    "lines": self.executed(&comparison.counts),
                }))
            }
        }
    }
}

/// The first and the last line of a span.
fn lines_of(program: &Program, span: Span) -> (u32, u32) {
    let last = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
    (program.sources.line(span), program.sources.line(last))
}

/// A part of a whole; of nothing, all.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// The digest of certificates as they are written, but for the comments above them.
fn digest(certificates: &[Arc<str>]) -> String {
    let mut digest = Sha256::new();
    certificates.iter().for_each(|text| digest.update(text.as_bytes()));
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How a run ended, in the contract's words.
pub(crate) fn outcome(ending: &Ending) -> String {
    match ending {
        Ending::Stop(Stop::Return(_)) => "return".to_owned(),
        Ending::Stop(Stop::Exit(_)) => "exit".to_owned(),
        Ending::Stop(Stop::Fault(fault)) => format!("fault:{}", fault.kind.name()),
        Ending::Stop(Stop::Interrupted) => "interrupted".to_owned(),
        Ending::Stop(Stop::Unsupported(_)) => "unsupported".to_owned(),
        Ending::Assumption => "assumption".to_owned(),
        Ending::Bound => "bound".to_owned(),
    }
}
