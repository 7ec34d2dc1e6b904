//! Whether a caller in the program causes a fault that was found in a function on its own: the callers are
//! searched, up to `main`, with the fault as the goal.

use super::Site;
use super::dependence::Judge;
use crate::plan::Plan;
use crate::runs::Known;
use clew_criteria::{Coverage, Criterion, Objectives, Observation, Reach, Unit};
use clew_explore::{CoverageView, Goal, Records, Search, Settings, Stall, strategy};
use clew_ir::call_graph::CallGraph;
use clew_ir::{FunctionId, Linkage, ProbeId, Program};
use clew_symbolic::{Ending, Entry, LabelMode, Setup, SymbolicMachine, TestCase, Trace};
use clew_vm::Config;
use clew_vm::stop::Stop;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The share of a campaign's time that confirming may take.
const SHARE: u32 = 4;
/// The time where a campaign has no limit, and the most in any case.
const MOST: Duration = Duration::from_secs(2);
/// So many callers are asked.
const CALLERS: usize = 6;
/// So many runs of each.
const RUNS: u64 = 200;

/// A caller that causes a fault, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Caller {
    /// Its name.
    pub function: String,
    /// Its inputs.
    pub case: Box<TestCase>,
}

impl Eq for Caller {}

/// For each fault that a caller causes, whatever its own callers do: the nearest such caller.
pub(super) fn confirm(plan: &Plan<'_>, wanted: &[Site]) -> Vec<(Site, Caller)> {
    let ends = Instant::now() + plan.settings.limits.time.map_or(MOST, |it| (it / SHARE).min(MOST));
    let mut confirmed: Vec<(Site, Caller)> = Vec::new();
    let callers = callers(plan.program, plan.entry.function());
    for (at, caller) in callers.iter().enumerate() {
        let left = ends.saturating_duration_since(Instant::now()) / (callers.len() - at) as u32;
        let is_missing = |site: &&Site| confirmed.iter().all(|(known, _)| known != *site);
        let missing: Vec<Site> = wanted.iter().filter(is_missing).copied().collect();
        if left.is_zero() || missing.is_empty() {
            break;
        }
        confirmed.extend(caused_by(plan, *caller, &missing, left));
    }
    confirmed
}

/// The callers of a function that others may call: exported ones and `main`, the nearest first.
fn callers(program: &Program, function: FunctionId) -> Vec<FunctionId> {
    let calls = CallGraph::new(program);
    let (mut seen, mut waiting) = (BTreeSet::from([function]), vec![function]);
    let mut found = Vec::new();
    while !waiting.is_empty() && found.len() < CALLERS {
        let mut further = Vec::new();
        for caller in waiting.iter().flat_map(|it| calls.callers(*it)) {
            let own = &program.functions[*caller];
            if own.body.is_ok() && !own.is_system && seen.insert(*caller) {
                further.push(*caller);
                if own.linkage != Linkage::Internal {
                    found.push(*caller);
                }
            }
        }
        waiting = further;
    }
    found.truncate(CALLERS);
    found
}

/// The faults that a caller causes in a way that depends on nothing.
fn caused_by(
    plan: &Plan<'_>,
    caller: FunctionId,
    wanted: &[Site],
    time: Duration,
) -> Vec<(Site, Caller)> {
    let program = plan.program;
    let is_main = program.functions[caller].name == "main";
    let entry = if is_main { Entry::Harness(caller) } else { Entry::Unit(caller) };
    let calls = CallGraph::new(program);
    let unit = Unit::harness(program, &calls, caller);
    let objectives = Objectives::new(program, &unit, &[Criterion::Branch]);
    let reach = Reach::new(program, &calls, caller, &objectives);
    let coverage = Coverage::new(&objectives);
    let mut goal = Faulting { coverage, reach, wanted, seen: Vec::new() };
    goal.reach.update(&goal.coverage);
    let config = Config {
        probes: Some(Arc::clone(objectives.plan())),
        interrupt: Some(Arc::clone(&plan.settings.signals.interrupt)),
        ..plan.config.clone()
    };
    let settings = settings(plan, time);
    let bounds = plan.bounds;
    let search = Search {
        settings: &settings,
        subject: &|_| {
            let setup = Setup { entry, config: config.clone(), labels: LabelMode::Observe, bounds };
            SymbolicMachine::new(program, setup)
        },
        strategy: &|worker| {
            let seed = settings.beginning.seed.wrapping_add(worker.0 as u64);
            strategy::by_name(plan.strategy, seed)
                .unwrap_or_else(|| Box::new(strategy::DepthFirst::default()))
        },
        techniques: &|_| Vec::new(),
        observer: None,
    };
    // Only files of the settings can fail, and there are none.
    let Ok(report) = search.run(&mut goal) else { return Vec::new() };
    let mut judge = Judge::new(program, entry, &plan.config);
    let known = Known { bounds, unusable: None };
    let caused = report.found.iter().filter_map(|found| {
        let fault = found.fault()?;
        let site = (fault.kind, fault.span);
        let is_certain = wanted.contains(&site) && judge.dependences(found, &known).is_empty();
        let function = program.functions[caller].name.clone();
        is_certain.then(|| (site, Caller { function, case: Box::new(found.case.clone()) }))
    });
    caused.collect()
}

fn settings(plan: &Plan<'_>, time: Duration) -> Settings {
    let mut settings = plan.settings.clone();
    settings.limits.time = Some(time);
    settings.limits.runs = Some(RUNS);
    settings.records = Records::default();
    settings.stall = Stall::default();
    settings.beginning.suite = Vec::new();
    settings
}

/// The goal of such a search: the branches on the way are for guidance, the faults are what counts.
struct Faulting<'w> {
    coverage: Coverage,
    reach: Reach,
    wanted: &'w [Site],
    seen: Vec<Site>,
}

impl CoverageView for Faulting<'_> {
    fn is_covered(&self, probe: ProbeId) -> bool {
        self.coverage.is_settled(probe)
    }
}

impl Goal for Faulting<'_> {
    fn observe(&mut self, trace: &Trace) -> usize {
        let seen = Observation { hits: &trace.hits, sequence: &trace.sequence };
        let newly_covered = self.coverage.observe(&seen).len();
        self.reach.update(&self.coverage);
        if let Ending::Stop(Stop::Fault(fault)) = &trace.stop {
            let site = (fault.kind, fault.span);
            if self.wanted.contains(&site) {
                self.seen.push(site);
            }
        }
        newly_covered
    }

    fn settled(&self) -> &[ProbeId] {
        self.coverage.settled()
    }

    fn is_done(&self) -> bool {
        self.wanted.iter().all(|site| self.seen.contains(site)) || self.coverage.all_decided()
    }

    fn reach(&self) -> Option<&Reach> {
        Some(&self.reach)
    }
}
