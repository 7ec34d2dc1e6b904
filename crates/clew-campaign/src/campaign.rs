//! The campaign for one unit.

use crate::covering::Covering;
use crate::deepen::deepen;
use crate::plan::Plan;
use crate::runs::{Known, Unusable, covered_by};
use crate::verdicts::{Argument, Evidence, Verdicts};
use crate::why::Why;
use clew_criteria::{self as criteria, ObjectiveId, Objectives, Observation, Reach};
use clew_explore::{ExploreError, Progress, Report, Stopped};
use clew_ir::call_graph::CallGraph;
use clew_ir::{ProbePoint, Program, TerminatorKind};
use clew_symbolic::{Aliasing, Entry, LabelMode, Origin};
use clew_vm::Config;
use std::collections::BTreeSet;
use std::sync::Arc;

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
    /// What the searches gave.
    pub report: Report,
    /// Of each run that was found: what more is known of it.
    pub known: Vec<Known>,
}

/// Whether an objective asks for a predicate to hold.
fn is_label(objectives: &Objectives, id: ObjectiveId) -> bool {
    let mut probes = objectives.get(id).goal.probes().iter();
    probes.any(|probe| objectives.plan().predicate(*probe).is_some())
}

/// Whether an objective is about a pointer being null: it may come of an allocation that fails.
fn tests_null(program: &Program, objectives: &Objectives, id: ObjectiveId) -> bool {
    let probes = objectives.get(id).goal.probes();
    let Some(point) = probes.first().map(|probe| objectives.plan().point(*probe)) else {
        return false;
    };
    let ProbePoint::Edge(function, block, _) = point else { return false };
    let Ok(body) = &program.functions[function].body else { return false };
    let TerminatorKind::Branch { condition, .. } = &body.blocks[block].terminator.kind else {
        return false;
    };
    let mut is_found = false;
    condition.walk(&mut |each| is_found |= program.types.is_pointer(each.ty));
    is_found
}

impl Campaign {
    /// Searches for the objectives of a unit.
    ///
    /// # Errors
    /// When a file of the settings cannot be used; nothing was run then.
    pub fn run(
        plan: &Plan<'_>,
        observer: Option<&(dyn Fn(&Progress) + Sync)>,
    ) -> Result<Self, ExploreError> {
        let calls = CallGraph::new(plan.program);
        let objectives = plan.objectives(&calls);
        let config = Config {
            probes: Some(Arc::clone(objectives.plan())),
            interrupt: Some(Arc::clone(&plan.settings.signals.interrupt)),
            ..plan.config.clone()
        };
        let reach = Reach::new(plan.program, &calls, plan.entry.function(), &objectives);
        let mut goal = Covering::new(&objectives, reach);
        let (report, known) = deepen(plan, &config, &mut goal, observer)?;
        let verdicts = goal.verdicts;
        let (entry, labels) = (plan.entry, plan.labels);
        let mut campaign = Self { entry, objectives, verdicts, labels, report, known };
        campaign.conclude(plan);
        Ok(campaign)
    }

    /// What is left when every path was run is infeasible.
    fn conclude(&mut self, plan: &Plan<'_>) {
        if !self.report.covers_every_path() {
            return;
        }
        let evidence = Evidence { argument: Argument::Exhaustion, assumes: assumptions(plan) };
        let left: Vec<ObjectiveId> = self.verdicts.coverage().open().collect();
        for id in left {
            // Labels that were only observed may hold for other inputs of the same paths.
            let is_aimed_at = self.labels != LabelMode::Observe || !is_label(&self.objectives, id);
            let may_fail = self.report.allocates && tests_null(plan.program, &self.objectives, id);
            if is_aimed_at && !may_fail {
                self.verdicts.refute(id, evidence.clone());
            }
        }
    }

    /// Takes a run that was found out of the suite; what only it covers is open.
    pub(crate) fn reject(&mut self, place: usize, why: Unusable) {
        self.known[place].unusable = Some(why);
        let coverage = covered_by(&self.objectives, &self.report.found, &self.known);
        self.verdicts.recount(coverage);
    }

    /// Why an objective is open: the runs that reach it make no tests, or the search says why.
    pub fn why_open(&self, objective: ObjectiveId) -> Vec<Why> {
        let mut runs = self.report.found.iter().zip(&self.known);
        let reached = runs.find_map(|(found, known)| {
            let seen = Observation { hits: &found.hits, sequence: &found.sequence };
            let unusable = known.unusable?;
            let parts = self.verdicts.coverage().parts(&seen);
            parts.iter().any(|part| part.objective == objective).then_some(unusable)
        });
        match reached {
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
        reasons
    }
}

/// What a claim assumes that rests on every path within the plan's bounds.
fn assumptions(plan: &Plan<'_>) -> BTreeSet<Origin> {
    let no_aliases = plan.bounds.aliasing == Aliasing::Never;
    let no_null = !plan.bounds.null;
    [(no_aliases, Origin::NonAliasing), (no_null, Origin::Guess)]
        .into_iter()
        .filter_map(|(is_made, origin)| is_made.then_some(origin))
        .collect()
}
