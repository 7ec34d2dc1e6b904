//! The campaign for one unit.

use super::targets::Targets;
use clew_criteria::{Coverage, Criterion, ObjectiveId, Objectives, Observation, Reach, Unit};
use clew_explore::{
    CoverageView, ExploreError, Goal, Progress, Report, Search, Settings, Stopped, strategy,
};
use clew_ir::call_graph::CallGraph;
use clew_ir::{ProbeId, ProbePoint, Program, TerminatorKind};
use clew_vm::Config;
use clew_vm::symbolic::{Bounds, Entry, LabelMode, Setup, SymbolicMachine, Trace};
use std::sync::Arc;
use std::time::Instant;

/// What a campaign is for.
pub(crate) struct Plan<'a> {
    pub(crate) program: &'a Program,
    pub(crate) entry: Entry,
    pub(crate) criteria: &'a [Criterion],
    pub(crate) strategy: &'a str,
    pub(crate) bounds: Bounds,
    pub(crate) labels: LabelMode,
    /// Whether larger inputs are tried when the bounds keep objectives open.
    pub(crate) deepens: bool,
    pub(crate) config: Config,
    pub(crate) settings: Settings,
    /// What is to be tested, where that is not everything.
    pub(crate) targets: Option<&'a Targets>,
}

impl Plan<'_> {
    /// What is asked for.
    fn objectives(&self, calls: &CallGraph) -> Objectives {
        let unit = match self.entry {
            Entry::Unit(function) => Unit::function(function),
            Entry::Harness(entry) => Unit::harness(self.program, calls, entry),
        };
        let mut objectives = Objectives::new(self.program, &unit, self.criteria);
        if let Some(targets) = self.targets {
            targets.restrict(self.program, &mut objectives);
        }
        objectives
    }

    /// Whether there is anything to be tested: what `--only` and `--diff` leave out is not.
    pub(crate) fn is_wanted(&self) -> bool {
        self.targets.is_none() || !self.objectives(&CallGraph::new(self.program)).is_empty()
    }
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

/// Inputs get no larger than this by themselves.
const LARGEST: u64 = 64;

/// Searches, with larger inputs again while the bounds keep objectives open and time is left.
fn deepen(
    plan: &Plan<'_>,
    config: &Config,
    goal: &mut Covering,
    observer: Option<&(dyn Fn(&Progress) + Sync)>,
) -> Result<Report, ExploreError> {
    let start = Instant::now();
    let mut bounds = plan.bounds;
    let mut settings = plan.settings.clone();
    let mut report = search(plan, &settings, config, bounds, goal, observer)?;
    while plan.deepens
        && report.stopped == Stopped::Exhausted
        && report.hits_bounds
        && !goal.is_done()
        && bounds.string.max(bounds.elements) < LARGEST
    {
        let left = plan.settings.budget.map(|budget| budget.saturating_sub(start.elapsed()));
        let runs = plan.settings.max_runs.map(|most| most.saturating_sub(report.statistics.runs));
        if left.is_some_and(|left| left < start.elapsed()) || runs == Some(0) {
            break;
        }
        bounds.string *= 2;
        bounds.elements *= 2;
        bounds.depth += 1;
        settings.budget = left;
        settings.max_runs = runs;
        // A journal and a log tell of one search.
        settings.journal = None;
        settings.query_log = None;
        settings.seeds.clear();
        let deeper = search(plan, &settings, config, bounds, goal, observer)?;
        report = merged(report, deeper);
    }
    report.statistics.wall_time = start.elapsed();
    Ok(report)
}

/// The report of a search after that of one with smaller bounds.
fn merged(before: Report, mut after: Report) -> Report {
    let mut found = before.found;
    found.append(&mut after.found);
    let covered = before.progress.last().map_or(0, |(_, covered)| *covered);
    let later = after.progress.iter();
    let later = later.map(|(runs, more)| (before.statistics.runs + runs, covered + more));
    let progress = before.progress.iter().copied().chain(later).collect();
    let statistics = &mut after.statistics;
    statistics.runs += before.statistics.runs;
    statistics.queries += before.statistics.queries;
    statistics.solver_time += before.statistics.solver_time;
    statistics.choosing_time += before.statistics.choosing_time;
    statistics.divergences += before.statistics.divergences;
    Report { found, progress, ..after }
}

fn search(
    plan: &Plan<'_>,
    settings: &Settings,
    config: &Config,
    bounds: Bounds,
    goal: &mut Covering,
    observer: Option<&(dyn Fn(&Progress) + Sync)>,
) -> Result<Report, ExploreError> {
    let search = Search {
        settings,
        subject: &|_| {
            let setup =
                Setup { entry: plan.entry, config: config.clone(), labels: plan.labels, bounds };
            SymbolicMachine::new(plan.program, setup)
        },
        strategy: &|worker| {
            let seed = settings.seed.wrapping_add(worker.0 as u64);
            strategy::by_name(plan.strategy, seed)
                .unwrap_or_else(|| Box::new(strategy::DepthFirst::default()))
        },
        observer,
    };
    search.run(goal)
}

impl Campaign {
    /// Searches for the objectives of a unit.
    pub(crate) fn run(
        plan: &Plan<'_>,
        observer: Option<&(dyn Fn(&Progress) + Sync)>,
    ) -> Result<Self, ExploreError> {
        let calls = CallGraph::new(plan.program);
        let objectives = plan.objectives(&calls);
        let config = Config {
            probes: Some(Arc::clone(objectives.plan())),
            interrupt: Some(Arc::clone(&plan.settings.interrupt)),
            ..plan.config.clone()
        };
        let coverage = Coverage::new(&objectives);
        let mut reach = Reach::new(plan.program, &calls, plan.entry.function(), &objectives);
        reach.update(&coverage);
        let mut goal = Covering { coverage, reach };
        let report = deepen(plan, &config, &mut goal, observer)?;
        let mut coverage = goal.coverage;
        if report.covers_every_path() {
            // Labels that were only observed may hold for other inputs of the same paths.
            let is_aimed_at = |id: &ObjectiveId| {
                let probes = objectives.get(*id).goal.probes();
                let is_label = probes.iter().any(|it| objectives.plan().predicate(*it).is_some());
                plan.labels != LabelMode::Observe || !is_label
            };
            let may_fail =
                |id: &ObjectiveId| report.allocates && tests_null(plan.program, &objectives, *id);
            let left: Vec<ObjectiveId> =
                coverage.open().filter(|id| is_aimed_at(id) && !may_fail(id)).collect();
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
        if report.allocates && report.covers_every_path() {
            reasons.push("allocation never fails here".to_owned());
        }
        if reasons.is_empty() {
            reasons.push("no run reached it".to_owned());
        }
        reasons.join("; ")
    }
}
