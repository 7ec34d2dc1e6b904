//! The campaign for one unit.

use super::steady::Elsewhere;
use super::targets::Targets;
use clew_criteria::{
    self as criteria, Coverage, Criterion, ObjectiveId, Objectives, Observation, Reach, Status,
    Unit,
};
use clew_explore::{
    CoverageView, ExploreError, Found, Gap, Goal, Milestone, Place, Progress, Reason, Report,
    Search, Settings, Stopped, strategy,
};
use clew_ir::call_graph::CallGraph;
use clew_ir::{ProbeId, ProbePoint, Program, TerminatorKind};
use clew_symbolic::{
    Aliasing, Bounds, Entry, GivenInputs, LabelMode, Remedy, Setup, SymbolicMachine, Trace,
    is_harness_function,
};
use clew_vm::Config;
use std::collections::BTreeSet;
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
    /// What runs did at labels.
    labels: LabelMode,
    pub(crate) report: Report,
    /// Of each run that was found: what more is known of it.
    pub(crate) known: Vec<Known>,
}

/// What is known of a run that was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// The bounds of its inputs.
    pub(crate) bounds: Bounds,
    /// Why it is no test, if it is none.
    pub(crate) aside: Option<Aside>,
}

/// Why a run that was found is no test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aside {
    /// The machine itself goes another way in other surroundings.
    Unsteady,
    /// The compiled program goes another way, or a compiler does not take the test.
    Differs,
}

impl Aside {
    fn reason(self) -> &'static str {
        match self {
            Aside::Unsteady => {
                "the runs that reach it depend on where objects are, on indeterminate bytes or on \
                 the time"
            }
            Aside::Differs => "the compiled program behaves differently",
        }
    }
}

/// The objectives, as the search sees them.
struct Covering<'o> {
    objectives: &'o Objectives,
    coverage: Coverage,
    reach: Reach,
}

impl Covering<'_> {
    /// Forgets what only runs cover that make no tests.
    fn recount(&mut self, found: &[Found], known: &[Known]) {
        if known.iter().any(|known| known.aside.is_some()) {
            self.coverage = covered_by(self.objectives, found, known);
            self.reach.restart(self.objectives);
            self.reach.update(&self.coverage);
        }
    }
}

impl CoverageView for Covering<'_> {
    fn is_covered(&self, probe: ProbeId) -> bool {
        self.coverage.is_settled(probe)
    }
}

impl Goal for Covering<'_> {
    fn observe(&mut self, trace: &Trace) -> usize {
        let seen = Observation { hits: &trace.hits, sequence: &trace.sequence };
        let newly_covered = self.coverage.observe(&seen).len();
        self.reach.update(&self.coverage);
        newly_covered
    }

    fn is_partial(&self) -> bool {
        self.coverage.is_partial()
    }

    fn settled(&self) -> &[ProbeId] {
        self.coverage.settled()
    }

    fn is_done(&self) -> bool {
        self.coverage.all_decided()
    }

    fn reach(&self) -> Option<&Reach> {
        Some(&self.reach)
    }
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

/// Inputs get no larger than this by themselves.
const LARGEST: u64 = 64;

/// A program that asks for more inputs than this when all are zero is taken for one that does so
/// for ever.
const ENDLESS: usize = 2_000;
/// The inputs of a run of such a program: each run goes that far, so it is a matter of speed.
const ENDLESS_INPUTS: usize = 128;

/// Whether the program asks for inputs without end, as reactive systems do.
fn is_endless(plan: &Plan<'_>, config: &Config) -> bool {
    let asks = plan.program.functions.iter().any(|it| is_harness_function(&it.name));
    if !asks {
        return false;
    }
    let bounds = Bounds { inputs: ENDLESS, ..plan.bounds };
    let config = config.clone();
    let setup = Setup { entry: plan.entry, config, labels: LabelMode::Observe, bounds };
    let mut machine = SymbolicMachine::new(plan.program, setup);
    machine.run_given(&GivenInputs::new());
    let case = machine.test_case();
    case.runs_out && case.external.len() > ENDLESS_INPUTS
}

/// The effort without anything new after which larger inputs are tried: about a second, and twice
/// as much with each size.
const STALLED: u64 = 15_000_000;

/// What may be tried beyond these bounds.
fn remedies(plan: &Plan<'_>, bounds: &Bounds) -> BTreeSet<Remedy> {
    let may_deepen = plan.deepens && bounds.string.max(bounds.elements) < LARGEST;
    let may_alias = bounds.aliasing == Aliasing::Untried;
    let tried = [
        (bounds.told_lengths, Remedy::OtherLengths),
        (may_alias, Remedy::Aliases),
        (may_deepen, Remedy::LargerInputs),
    ];
    tried.into_iter().filter(|(may, _)| *may).map(|(_, remedy)| remedy).collect()
}

/// When a search gives way to the next; the last never does.
fn stalls_after(plan: &Plan<'_>, bounds: &Bounds) -> Option<u64> {
    let size = bounds.string.max(bounds.elements) / plan.bounds.string.max(1);
    plan.settings.wanders.then_some(STALLED * size.max(1))
}

/// Whether a search has nothing more to do. What it covers may come to nothing all the same, where its
/// runs make no tests.
fn has_ended(report: &Report) -> bool {
    matches!(report.stopped, Stopped::Exhausted | Stopped::Stalled | Stopped::Covered)
}

/// The bounds of the next search, where one has ended that another may go beyond.
fn beyond(bounds: Bounds, remedies: &BTreeSet<Remedy>, report: &Report) -> Option<Bounds> {
    let helps = |remedy| remedies.contains(&remedy) && report.remedies.contains(&remedy);
    if !has_ended(report) {
        None
    } else if helps(Remedy::OtherLengths) {
        Some(Bounds { told_lengths: false, ..bounds })
    } else if helps(Remedy::Aliases) {
        Some(Bounds { aliasing: Aliasing::Tried, ..bounds })
    } else {
        helps(Remedy::LargerInputs).then(|| enlarged(bounds))
    }
}

fn enlarged(bounds: Bounds) -> Bounds {
    let are_few = bounds.inputs < Bounds::default().inputs;
    Bounds {
        string: bounds.string * 2,
        elements: bounds.elements * 2,
        standard_input: bounds.standard_input * 2,
        depth: bounds.depth + 1,
        argument_bits: 3,
        inputs: if are_few { bounds.inputs * 2 } else { bounds.inputs },
        ..bounds
    }
}

/// Searches, with larger inputs again while the bounds keep objectives open and time is left.
fn deepen(
    plan: &Plan<'_>,
    config: &Config,
    goal: &mut Covering<'_>,
    observer: Option<&(dyn Fn(&Progress) + Sync)>,
) -> Result<(Report, Vec<Known>), ExploreError> {
    let start = Instant::now();
    let mut bounds = plan.bounds;
    if !plan.settings.exhaustive && is_endless(plan, config) {
        bounds.inputs = ENDLESS_INPUTS;
    }
    let mut settings = plan.settings.clone();
    let mut known = Vec::new();
    settings.stalls_after = stalls_after(plan, &bounds);
    settings.remedies = remedies(plan, &bounds);
    let mut report = search(plan, &settings, config, bounds, goal, observer)?;
    settle(plan, config, bounds, &mut report, &mut known);
    goal.recount(&report.found, &known);
    while !goal.is_done() {
        // What a run covers that takes several candidates is lost with it.
        let is_lost = settings.together && known.iter().any(|it| it.aside.is_some());
        let next = match is_lost && has_ended(&report) {
            true => Some(bounds),
            false => beyond(bounds, &settings.remedies, &report),
        };
        let Some(next) = next else { break };
        let left = plan.settings.budget.map(|budget| budget.saturating_sub(start.elapsed()));
        let runs = plan.settings.max_runs.map(|most| most.saturating_sub(report.statistics.runs));
        let is_late = left.is_some_and(|left| left.is_zero());
        if is_late || runs == Some(0) {
            if report.stopped == Stopped::Stalled {
                report.stopped = if is_late { Stopped::Budget } else { Stopped::MaxRuns };
            }
            break;
        }
        bounds = next;
        settings.together &= !is_lost;
        settings.budget = left;
        settings.max_runs = runs;
        settings.stalls_after = stalls_after(plan, &bounds);
        settings.remedies = remedies(plan, &bounds);
        // A journal and a log tell of one search.
        settings.journal = None;
        settings.query_log = None;
        settings.seeds = match report.stopped {
            // The paths of an exhausted search are done with.
            Stopped::Stalled => report.found.iter().map(|it| it.assignment.clone()).collect(),
            _ => Vec::new(),
        };
        let mut deeper = search(plan, &settings, config, bounds, goal, observer)?;
        settle(plan, config, bounds, &mut deeper, &mut known);
        report = merged(report, deeper);
        goal.recount(&report.found, &known);
    }
    report.statistics.wall_time = start.elapsed();
    Ok((report, known))
}

/// Finds out which runs of a search a compiled program can be expected to repeat.
fn settle(
    plan: &Plan<'_>,
    config: &Config,
    bounds: Bounds,
    report: &mut Report,
    known: &mut Vec<Known>,
) {
    let mut elsewhere = Elsewhere::new(plan, config, bounds);
    let mut is_steady = true;
    for found in &mut report.found {
        let aside = (!elsewhere.confirms(found)).then_some(Aside::Unsteady);
        is_steady &= aside.is_none();
        known.push(Known { bounds, aside });
    }
    if !is_steady {
        report.reasons.push(Reason { gap: Gap::Unsteady, place: Place::Search });
    }
}

/// What the runs cover that are no longer in doubt.
fn covered_by(objectives: &Objectives, found: &[Found], known: &[Known]) -> Coverage {
    let mut coverage = Coverage::new(objectives);
    for (found, known) in found.iter().zip(known) {
        if known.aside.is_none() {
            coverage.observe(&Observation { hits: &found.hits, sequence: &found.sequence });
        }
    }
    coverage
}

/// The report of a search after that of one with smaller bounds.
fn merged(before: Report, mut after: Report) -> Report {
    let mut found = before.found;
    found.append(&mut after.found);
    let covered = before.progress.last().map_or(0, |last| last.covered);
    let later = after.progress.iter().map(|later| Milestone {
        runs: before.statistics.runs + later.runs,
        queries: before.statistics.queries + later.queries,
        covered: covered + later.covered,
    });
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
    goal: &mut Covering<'_>,
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
        let mut goal = Covering { objectives: &objectives, coverage, reach };
        let (report, known) = deepen(plan, &config, &mut goal, observer)?;
        let mut coverage = goal.coverage;
        if report.covers_every_path() {
            // Labels that were only observed may hold for other inputs of the same paths.
            let is_aimed_at =
                |id: &ObjectiveId| plan.labels != LabelMode::Observe || !is_label(&objectives, *id);
            let may_fail =
                |id: &ObjectiveId| report.allocates && tests_null(plan.program, &objectives, *id);
            let left: Vec<ObjectiveId> =
                coverage.open().filter(|id| is_aimed_at(id) && !may_fail(id)).collect();
            left.into_iter().for_each(|id| coverage.mark_infeasible(id));
        }
        Ok(Self { entry: plan.entry, objectives, coverage, labels: plan.labels, report, known })
    }

    /// Takes a run that was found out of the suite; what only it covers is open.
    pub(crate) fn set_aside(&mut self, place: usize, why: Aside) {
        self.known[place].aside = Some(why);
        let before = std::mem::replace(
            &mut self.coverage,
            covered_by(&self.objectives, &self.report.found, &self.known),
        );
        for objective in self.objectives.iter() {
            if before.status(objective.id) == Status::Infeasible {
                self.coverage.mark_infeasible(objective.id);
            }
        }
    }

    /// Why an objective is open: the runs that reach it make no tests, or the search says why.
    pub(crate) fn why_open(&self, program: &Program, objective: ObjectiveId) -> String {
        let mut runs = self.report.found.iter().zip(&self.known);
        let reached = runs.find_map(|(found, known)| {
            let seen = Observation { hits: &found.hits, sequence: &found.sequence };
            let aside = known.aside?;
            let parts = self.coverage.parts(&seen);
            parts.iter().any(|part| part.objective == objective).then_some(aside)
        });
        match reached {
            Some(aside) => aside.reason().to_owned(),
            None => self.why_incomplete(program, objective),
        }
    }

    /// Why the search left an objective open, in words.
    fn why_incomplete(&self, program: &Program, objective: ObjectiveId) -> String {
        let report = &self.report;
        let mut reasons: Vec<String> = match report.stopped {
            Stopped::Budget => vec!["the time is up".to_owned()],
            Stopped::MaxRuns => vec!["the number of runs is reached".to_owned()],
            Stopped::Interrupted => vec!["interrupted".to_owned()],
            Stopped::Stalled => vec!["nothing new was found for long".to_owned()],
            Stopped::Exhausted | Stopped::Covered => Vec::new(),
        };
        for reason in report.reasons.iter().take(3) {
            reasons.push(match reason.place {
                clew_explore::Place::Source(span) if span.file.is_some() => {
                    format!("{} ({})", reason.gap, program.sources.describe(span))
                }
                _ => reason.gap.to_string(),
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
        let is_label = is_label(&self.objectives, objective);
        if reasons.is_empty() {
            let text = match &self.objectives.get(objective).goal {
                criteria::Goal::Effect { .. } => "no runs show it",
                _ if is_label => "it held in no run",
                criteria::Goal::Probe(_) | criteria::Goal::Any(_) => "no run reached it",
            };
            reasons.push(text.to_owned());
        }
        if is_label && self.labels == LabelMode::Observe {
            let text = "labels are only observed, not aimed at (`--labels witness`)";
            reasons.push(text.to_owned());
        }
        reasons.join("; ")
    }
}
