//! The campaign for one unit.

use crate::clock::Clock;
use crate::covering::Covering;
use crate::deepen::deepen;
use crate::frontier::{Mail, Subject};
use crate::plan::{Faults, Plan};
use crate::proofs::{Proved, Proving, Unproved};
use crate::relay::{Relay, Watcher};
use crate::runs::{Known, Runs, Unusable, covered_by, is_fault};
use crate::verdicts::Verdicts;
use crate::why::Why;
use clew_criteria::{self as criteria, ObjectiveId, Objectives, Observation, Reach, Status};
use clew_explore::technique::PROOFS;
use clew_explore::{ExploreError, Found, Report, Stopped};
use clew_ir::call_graph::CallGraph;
use clew_symbolic::{Entry, LabelMode};
use clew_vm::Config;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// So many of the reasons why a search is not complete are told of an objective.
const MOST_TOLD: usize = 3;

/// What a campaign found.
pub struct Campaign {
    /// Where runs started.
    pub entry: Entry,
    /// What was to be covered.
    pub objectives: Objectives,
    /// What is said of it.
    pub verdicts: Verdicts,
    /// What runs did at labels.
    labels: LabelMode,
    /// What runs count that end in a fault.
    faults: Faults,
    /// What the searches gave.
    pub report: Report,
    /// Of each run that was found: what more is known of it.
    pub known: Vec<Known>,
    /// The program, as certificates speak of it.
    pub model: Arc<str>,
    /// Why objectives are not proved infeasible.
    unproved: BTreeMap<ObjectiveId, Unproved>,
}

/// Whether an objective asks for a predicate to hold.
pub(crate) fn is_label(objectives: &Objectives, id: ObjectiveId) -> bool {
    let mut probes = objectives.get(id).goal.probes().iter();
    probes.any(|probe| objectives.plan().predicate(*probe).is_some())
}

impl Campaign {
    /// Searches for the objectives of a unit.
    ///
    /// # Errors
    /// When a file of the settings cannot be used; nothing was run then.
    pub fn run(plan: &Plan<'_>, watcher: Option<&dyn Watcher>) -> Result<Self, ExploreError> {
        let clock = Clock::start(&plan.settings);
        let calls = CallGraph::new(plan.program);
        let objectives = plan.objectives(&calls);
        let config = Config {
            probes: Some(Arc::clone(objectives.plan())),
            interrupt: Some(Arc::clone(&plan.settings.signals.interrupt)),
            ..plan.config.clone()
        };
        let reach = Reach::new(plan.program, &calls, plan.entry.function(), &objectives);
        let prover = OnceLock::new();
        let mail = Mail::default();
        let subject = Subject {
            plan,
            objectives: &objectives,
            prover: &prover,
            clock: &clock,
            mail: mail.clone(),
        };
        let proving = Proving::new(plan, &objectives, &prover, clock.clone());
        let mut goal = Covering::new(&objectives, reach, proving, mail);
        let by_ranges = goal.prove_ranges();
        let relay = Relay::new(plan, &config, &objectives, watcher);
        let (mut report, known) = deepen(&subject, &config, &mut goal, &relay)?;
        report.techniques.of(PROOFS).infeasible += by_ranges;
        let Covering { verdicts, proving, .. } = goal;
        let Proved { model, unproved } = proving.finish();
        let (entry, labels, faults) = (plan.entry, plan.labels, plan.faults);
        let mut campaign =
            Self { entry, objectives, verdicts, labels, faults, report, known, model, unproved };
        campaign.recount();
        Ok(campaign)
    }

    /// The runs, and what is known of them.
    pub(crate) fn runs(&self) -> Runs<'_> {
        Runs {
            entry: self.entry,
            objectives: &self.objectives,
            coverage: self.verdicts.coverage(),
            found: &self.report.found,
            known: &self.known,
        }
    }

    /// Counts anew what the tests cover.
    fn recount(&mut self) {
        let found = &self.report.found;
        let coverage = covered_by(&self.objectives, found, &self.known, self.faults);
        self.verdicts.recount(coverage);
    }

    /// Takes a run that was found out of the suite; what only it covers is open.
    pub(crate) fn reject(&mut self, place: usize, why: Unusable) {
        self.known[place].unusable = Some(why);
        self.recount();
    }

    /// Believes no proof any more: the compiled program contradicts the machine.
    pub(crate) fn doubt(&mut self) {
        self.verdicts.doubt();
    }

    /// Takes all runs out of the suite.
    pub(crate) fn reject_all(&mut self, why: Unusable) {
        for known in &mut self.known {
            known.unusable.get_or_insert(why);
        }
        self.recount();
    }

    /// Whether runs reach an objective, all of which end in a fault.
    pub fn is_only_by_fault(&self, objective: ObjectiveId) -> bool {
        let mut runs = self.report.found.iter().zip(&self.known);
        self.verdicts.coverage().status(objective) == Status::Open
            && runs.any(|(found, known)| {
                known.unusable.is_none() && is_fault(found) && self.has_part(found, objective)
            })
    }

    /// Whether a run has a part in meeting an objective.
    fn has_part(&self, found: &Found, objective: ObjectiveId) -> bool {
        let seen = Observation { hits: &found.hits, sequence: &found.sequence };
        let parts = self.verdicts.coverage().parts(&seen);
        parts.iter().any(|part| part.objective == objective)
    }

    /// Why an objective is open: the runs that reach it make no tests, or the search says why.
    pub fn why_open(&self, objective: ObjectiveId) -> Vec<Why> {
        let mut runs = self.report.found.iter().zip(&self.known);
        let reached = runs.find_map(|(found, known)| {
            let unusable = known.unusable?;
            self.has_part(found, objective).then_some(unusable)
        });
        match reached {
            _ if self.verdicts.is_doubted(objective) => vec![Why::Doubted],
            _ if self.is_only_by_fault(objective) => vec![Why::OnlyByFault],
            Some(unusable) => vec![Why::NoTest(unusable)],
            None => self.why_incomplete(objective),
        }
    }

    /// Why the search left an objective open.
    fn why_incomplete(&self, objective: ObjectiveId) -> Vec<Why> {
        let report = &self.report;
        let mut reasons = match report.stopped {
            Stopped::Exhausted | Stopped::Covered => Vec::new(),
            stopped => vec![Why::Stopped(stopped)],
        };
        reasons.extend(report.reasons.iter().take(MOST_TOLD).cloned().map(Why::GaveUp));
        reasons.extend(report.open.first().map(|open| Why::Undecided(open.reason.clone())));
        if report.statistics.divergences > 0 {
            reasons.push(Why::Diverged);
        }
        if report.allocates && report.covers_every_path() {
            reasons.push(Why::AllocationNeverFails);
        }
        let is_label = is_label(&self.objectives, objective);
        if reasons.is_empty() {
            reasons.push(match &self.objectives.get(objective).goal {
                criteria::Goal::Effect { .. } => Why::NoEffect,
                _ if is_label => Why::NeverHeld,
                criteria::Goal::Probe(_) | criteria::Goal::Any(_) => Why::NotReached,
            });
        }
        if is_label && self.labels == LabelMode::Observe {
            reasons.push(Why::OnlyObserved);
        }
        reasons.extend(self.unproved.get(&objective).map(|it| Why::Unproved(it.clone())));
        reasons
    }
}
