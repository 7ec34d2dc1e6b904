//! The campaign for one unit.

use clew_criteria::{Coverage, Criterion, ObjectiveId, Objectives, Observation, Reach, Unit};
use clew_explore::{
    CoverageView, ExploreError, Goal, Progress, Report, Search, Settings, Stopped, strategy,
};
use clew_ir::call_graph::CallGraph;
use clew_ir::{ProbeId, Program};
use clew_vm::Config;
use clew_vm::symbolic::{Bounds, Entry, LabelMode, Setup, SymbolicMachine, Trace};
use std::sync::Arc;

/// What a campaign is for.
pub(crate) struct Plan<'a> {
    pub(crate) program: &'a Program,
    pub(crate) entry: Entry,
    pub(crate) criteria: &'a [Criterion],
    pub(crate) strategy: &'a str,
    pub(crate) bounds: Bounds,
    pub(crate) labels: LabelMode,
    pub(crate) config: Config,
    pub(crate) settings: Settings,
}

/// What a campaign found.
pub(crate) struct Campaign {
    pub(crate) entry: Entry,
    pub(crate) objectives: Objectives,
    pub(crate) coverage: Coverage,
    pub(crate) report: Report,
}

/// The objectives, as the search sees them.
struct Covering {
    coverage: Coverage,
    reach: Reach,
}

impl CoverageView for Covering {
    fn is_covered(&self, probe: ProbeId) -> bool {
        self.coverage.is_settled(probe)
    }
}

impl Goal for Covering {
    fn observe(&mut self, trace: &Trace) -> usize {
        let seen = Observation { hits: &trace.hits, sequence: &trace.sequence };
        let newly_covered = self.coverage.observe(&seen).len();
        self.reach.update(&self.coverage);
        newly_covered
    }

    fn is_partial(&self) -> bool {
        self.coverage.is_partial()
    }

    fn is_done(&self) -> bool {
        self.coverage.all_decided()
    }

    fn reach(&self) -> Option<&Reach> {
        Some(&self.reach)
    }
}

impl Campaign {
    /// Searches for the objectives of a unit.
    pub(crate) fn run(
        plan: &Plan<'_>,
        observer: Option<&(dyn Fn(&Progress) + Sync)>,
    ) -> Result<Self, ExploreError> {
        let calls = CallGraph::new(plan.program);
        let unit = match plan.entry {
            Entry::Unit(function) => Unit::function(function),
            Entry::Harness(entry) => Unit::harness(plan.program, &calls, entry),
        };
        let objectives = Objectives::new(plan.program, &unit, plan.criteria);
        let config = Config {
            probes: Some(Arc::clone(objectives.plan())),
            interrupt: Some(Arc::clone(&plan.settings.interrupt)),
            ..plan.config.clone()
        };
        let search = Search {
            settings: &plan.settings,
            subject: &|_| {
                let setup = Setup {
                    entry: plan.entry,
                    config: config.clone(),
                    labels: plan.labels,
                    bounds: plan.bounds,
                };
                SymbolicMachine::new(plan.program, setup)
            },
            strategy: &|worker| {
                let seed = plan.settings.seed.wrapping_add(worker.0 as u64);
                strategy::by_name(plan.strategy, seed)
                    .unwrap_or_else(|| Box::new(strategy::DepthFirst::default()))
            },
            observer,
        };
        let coverage = Coverage::new(&objectives);
        let mut reach = Reach::new(plan.program, &calls, plan.entry.function(), &objectives);
        reach.update(&coverage);
        let mut goal = Covering { coverage, reach };
        let report = search.run(&mut goal)?;
        let mut coverage = goal.coverage;
        if report.covers_every_path() {
            // Labels that were only observed may hold for other inputs of the same paths.
            let is_aimed_at = |id: &ObjectiveId| {
                let probes = objectives.get(*id).goal.probes();
                let is_label = probes.iter().any(|it| objectives.plan().predicate(*it).is_some());
                plan.labels != LabelMode::Observe || !is_label
            };
            let left: Vec<ObjectiveId> = coverage.open().filter(is_aimed_at).collect();
            left.into_iter().for_each(|id| coverage.mark_infeasible(id));
        }
        Ok(Self { entry: plan.entry, objectives, coverage, report })
    }

    /// Why objectives are open, in words.
    pub(crate) fn why_open(&self, program: &Program) -> String {
        let report = &self.report;
        let mut reasons: Vec<String> = match report.stopped {
            Stopped::Budget => vec!["the time is up".to_owned()],
            Stopped::MaxRuns => vec!["the number of runs is reached".to_owned()],
            Stopped::Interrupted => vec!["interrupted".to_owned()],
            Stopped::Exhausted | Stopped::Covered => Vec::new(),
        };
        for reason in report.reasons.iter().take(3) {
            reasons.push(match reason.place {
                clew_explore::Place::Source(span) if span.file.is_some() => {
                    format!("{} ({})", reason.text, program.sources.describe(span))
                }
                _ => reason.text.clone(),
            });
        }
        if let Some(open) = report.open.first() {
            reasons.push(format!("the solver gives up: {}", open.reason));
        }
        if report.statistics.divergences > 0 {
            reasons.push("runs went other ways than their path conditions say".to_owned());
        }
        if reasons.is_empty() {
            reasons.push("no run reached it".to_owned());
        }
        reasons.join("; ")
    }
}
