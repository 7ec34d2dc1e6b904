//! The search from drivers: functions that call the one under test several times, for what stays open
//! because no single call reaches it.
//!
//! Their runs are tests like others. Faults on the way are not looked at: whether anybody calls the
//! function like that is not known.

use crate::clock::Clock;
use crate::covering::Covering;
use crate::deepen::Making;
use crate::journals::SearchName;
use crate::plan::Plan;
use crate::runs::{Known, settle_all};
use clew_criteria::{Objectives, Reach};
use clew_explore::{ExploreError, Goal, Milestone, Records, Report, Stall, Stopped};
use clew_ir::FunctionId;
use clew_ir::call_graph::CallGraph;
use clew_symbolic::Entry;
use clew_vm::Config;

/// Searches from the plan's drivers for what is open.
pub(crate) fn search_from_drivers(
    plan: &Plan<'_>,
    config: &Config,
    goal: &mut Covering<'_>,
    objectives: &Objectives,
    (report, known): (&mut Report, &mut Vec<Known>),
    clock: &Clock,
) -> Result<(), ExploreError> {
    for (at, driver) in plan.drivers.iter().enumerate() {
        let most = plan.settings.limits.runs;
        let runs = most.map(|most| most.saturating_sub(report.statistics.runs));
        if goal.is_done() || clock.is_over() || runs == Some(0) {
            return Ok(());
        }
        let driven = Plan { entry: Entry::Unit(*driver), ..plan.clone() };
        let mut settings = plan.settings.clone();
        settings.limits.time = clock.left();
        settings.limits.runs = runs;
        settings.stall = Stall::default();
        settings.beginning.suite = Vec::new();
        settings.faults.seek = false;
        let journal = plan.journal(SearchName::Driver(at + 1), &plan.bounds);
        settings.records = Records { journal, ..Records::default() };
        goal.enter(reach(plan, *driver, objectives));
        let making = Making {
            plan: &driven,
            strategy: plan.strategy,
            config,
            observer: None,
            techniques: &|_, _| Vec::new(),
        };
        let found = making.search(&settings, plan.bounds, goal)?;
        goal.enter(reach(plan, plan.entry.function(), objectives));
        add(&driven, config, found, (report, known));
        goal.recount(&report.found, known);
    }
    Ok(())
}

fn reach(plan: &Plan<'_>, from: FunctionId, objectives: &Objectives) -> Reach {
    Reach::new(plan.program, &CallGraph::new(plan.program), from, objectives)
}

/// Adds the runs of a search that are no faults.
fn add(
    driven: &Plan<'_>,
    config: &Config,
    mut found: Report,
    (report, known): (&mut Report, &mut Vec<Known>),
) {
    found.found.retain(|it| it.fault().is_none());
    settle_all(driven, config, driven.bounds, &mut found.found, known);
    let before = report.statistics;
    let covered = report.progress.last().map_or(0, |last| last.covered);
    report.progress.extend(found.progress.iter().map(|later| Milestone {
        runs: before.runs + later.runs,
        queries: before.queries + later.queries,
        covered: covered + later.covered,
        elapsed: before.wall_time + later.elapsed,
    }));
    report.found.append(&mut found.found);
    report.statistics.runs += found.statistics.runs;
    report.statistics.queries += found.statistics.queries;
    report.statistics.solver_time += found.statistics.solver_time;
    report.techniques.add(&found.techniques);
    if found.stopped == Stopped::Covered {
        report.stopped = Stopped::Covered;
    }
}
