//! The report as JSON, in the form of the contract.

use super::values;
use clew_campaign::heal::Healed;
use clew_campaign::proofs::Proofs;
use clew_campaign::suite::{Tests, Verified};
use clew_campaign::{Campaign, why};
use clew_criteria::mcdc::Variant;
use clew_criteria::{Criterion, Objective, Status};
use clew_ir::Program;
use clew_symbolic::{Ending, Entry};
use clew_vm::stop::Stop;
use serde_json::{Map, Value as Json, json};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

/// A unit: a campaign, its suite and its verification.
pub(crate) struct Unit<'a> {
    pub(crate) program: &'a Program,
    pub(crate) criteria: &'a [Criterion],
    pub(crate) campaign: &'a Campaign,
    pub(crate) tests: &'a Tests,
    pub(crate) proofs: &'a Proofs,
    pub(crate) verified: &'a Verified,
    pub(crate) healed: &'a Healed,
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
        if let Some(proof) = self.proofs.of(objective.id) {
            json["argument"] = json!(proof.evidence.argument.name());
            let assumes = proof.evidence.assumes.iter();
            json["assumes"] = assumes.map(ToString::to_string).collect();
            json["targets"] = json!(proof.evidence.targets);
            json["certificate_sha256"] = json!(digest(&proof.evidence.certificates));
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

    fn findings(&self) -> Json {
        let faults = self.tests.tests.iter().filter_map(|test| Some((test, test.test.fault()?)));
        let mut seen = Vec::new();
        faults
            .filter(|(_, fault)| {
                let is_new = !seen.contains(&(fault.kind, fault.span));
                seen.push((fault.kind, fault.span));
                is_new
            })
            .map(|(test, fault)| {
                let place = self.program.sources.position(fault.span);
                let file =
                    place.map_or_else(String::new, |(file, _)| file.path.display().to_string());
                json!({
                    "kind": fault.kind.name(), "file": file,
                    "line": place.map_or(0, |(_, place)| place.line),
                    "column": place.map_or(0, |(_, place)| place.column),
                    "message": fault.message, "test": test.test.id,
                })
            })
            .collect()
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
                "paths": it.closed, "ms": it.time.as_millis() as u64,
            })
        });
        let techniques: Vec<Json> = told.collect();
        json!({
            "runs": statistics.runs, "paths": statistics.paths,
            "infeasible_paths": statistics.infeasible_paths, "filtered": statistics.filtered,
            "queries": statistics.queries,
            "solver_ms": statistics.solver_time.as_millis() as u64,
            "choosing_ms": statistics.choosing_time.as_millis() as u64,
            "wall_ms": statistics.wall_time.as_millis() as u64,
            "complete": report.is_complete(), "stopped": report.stopped.name(),
            "divergences": statistics.divergences, "incomplete": reasons,
            "techniques": techniques,
        })
    }

    fn verified(&self) -> Option<Json> {
        match self.verified {
            Verified::No => None,
            Verified::Failed(reason) | Verified::Rejected { message: reason, .. } => {
                Some(json!({ "error": reason }))
            }
            Verified::By(compiler, comparison) => {
                let Healed { tests, checks, messages } = self.healed;
                Some(json!({
                    "compiler": compiler, "tests": comparison.tests, "agree": comparison.agree,
                    "disagreements": messages,
                    "left_out": { "tests": tests, "checks": checks },
                }))
            }
        }
    }
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
