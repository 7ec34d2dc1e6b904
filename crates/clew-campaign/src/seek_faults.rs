//! Faults behind branches that are covered: when every objective is decided and time is left, larger
//! inputs are tried, for a buffer that only a long one overflows.

use crate::clock::Clock;
use crate::covering::Covering;
use crate::deepen::{LARGEST, Making, enlarged};
use crate::journals::SearchName;
use crate::plan::Plan;
use crate::runs::{Known, settle};
use clew_explore::technique::Selection;
use clew_explore::{Compose, ExploreError, Found, Records, Report, Stall, Stopped};
use clew_ir::call_graph::CallGraph;
use clew_ir::{FunctionId, Program, Record, TypeId, TypeTable};
use clew_symbolic::{Bounds, Fresh};
use clew_vm::Config;
use clew_vm::stop::{Fault, FaultKind};
use std::time::{Duration, Instant};

/// The share of what is left of a campaign's time for faults that need larger inputs.
const FAULT_SHARE: u32 = 4;
/// The most that is spent on them, and the time where a campaign has no limit.
const FAULT_TIME: Duration = Duration::from_secs(2);
/// The strategy that comes to long inputs soonest.
const DEEP: &str = "dfs";
/// The runs of each attempt.
const FAULT_RUNS: u64 = 512;

/// Whether larger inputs may show faults that others do not: where they have sizes, and the program has
/// room of its own that they may not fit into.
pub(crate) fn is_worthwhile(plan: &Plan<'_>, report: &Report, left: Option<Duration>) -> bool {
    let has_size = |found: &Found| {
        let case = &found.case;
        !case.objects.is_empty()
            || case.standard_input.is_some()
            || !case.program_arguments.is_empty()
    };
    plan.deepens
        && plan.settings.faults.seek
        && !plan.settings.search.exhaustive
        && left != Some(Duration::ZERO)
        && report.stopped != Stopped::Interrupted
        && report.found.iter().any(has_size)
        && has_own_room(plan.program, plan.entry.function())
}

/// Whether code that an entry leads to has arrays that are no inputs, or allocates.
fn has_own_room(program: &Program, entry: FunctionId) -> bool {
    let calls = CallGraph::new(program);
    let types = &program.types;
    let allocates = |name: &str| matches!(name, "malloc" | "calloc" | "realloc" | "strdup");
    let is_room = |ty: TypeId| has_array(types, types.pointee(ty).unwrap_or(ty));
    let mut globals = program.globals.iter().filter(|it| !it.is_const && !it.is_system);
    let has_room = globals.any(|it| has_array(types, it.ty));
    calls.reachable(entry).into_iter().any(|id| {
        let function = &program.functions[id];
        let is_own = !function.is_system && function.body.is_ok();
        let has_locals = || function.locals.iter().any(|local| is_room(local.ty));
        allocates(&function.name) || (is_own && (has_room || has_locals()))
    })
}

/// Whether a type is an array, or a record with one in it.
fn has_array(types: &TypeTable, ty: TypeId) -> bool {
    let is_field = |record: &Record| record.fields.iter().any(|it| has_array(types, it.ty));
    types.element(ty).is_some() || types.record(ty).is_some_and(|(_, record)| is_field(record))
}

/// Looks for faults that need larger inputs, deep paths first, for a share of the time that is left. What
/// is found there are faults, and what else nothing had covered.
pub(crate) fn seek_faults(
    plan: &Plan<'_>,
    config: &Config,
    goal: &mut Covering<'_>,
    (report, known): (&mut Report, &mut Vec<Known>),
    clock: &Clock,
) -> Result<(), ExploreError> {
    let left = clock.left();
    let ends =
        Instant::now() + left.map_or(FAULT_TIME, |left| (left / FAULT_SHARE).min(FAULT_TIME));
    let mut settings = plan.settings.clone();
    settings.stall = Stall::default();
    settings.search.exhaustive = true;
    settings.search.techniques = Selection::none();
    settings.search.compose = Compose::Off;
    let making =
        Making { plan, strategy: DEEP, config, observer: None, techniques: &|_, _| Vec::new() };
    let before = report.statistics.runs;
    for (at, (bounds, first)) in attempts(plan).into_iter().enumerate() {
        let used = report.statistics.runs;
        let runs = plan.settings.limits.runs.map_or(FAULT_RUNS, |most| most.saturating_sub(used));
        let left = clock.at_most(ends.saturating_duration_since(Instant::now()));
        if runs == 0 || left.is_zero() {
            break;
        }
        settings.limits.time = Some(left);
        settings.limits.runs = Some(runs.min(FAULT_RUNS));
        settings.beginning.first = first;
        let journal = plan.journal(SearchName::Faults(at + 1), &bounds);
        settings.records = Records { journal, ..Records::default() };
        let found = making.search(&settings, bounds, goal)?;
        let is_all = found.stopped == Stopped::Exhausted && found.remedies.is_empty();
        add(plan, config, bounds, found, (report, known));
        if is_all {
            break;
        }
    }
    if report.statistics.runs > before {
        goal.recount(&report.found, known);
    }
    Ok(())
}

/// The sizes of inputs, each with what the first run of a search has: nothing, then anything.
fn attempts(plan: &Plan<'_>) -> Vec<(Bounds, Fresh)> {
    let mut bounds = plan.bounds;
    let mut attempts = Vec::new();
    while bounds.string.max(bounds.elements) < LARGEST {
        bounds = enlarged(enlarged(bounds));
        let seed = plan.settings.beginning.seed;
        attempts.extend([(bounds, Fresh::Zero), (bounds, Fresh::Random(seed))]);
    }
    attempts
}

/// Adds the faults of a search that are new, and what else nothing had covered.
fn add(
    plan: &Plan<'_>,
    config: &Config,
    bounds: Bounds,
    mut found: Report,
    (report, known): (&mut Report, &mut Vec<Known>),
) {
    let is_known = |fault: &Fault| {
        let mut faults = report.found.iter().filter_map(Found::fault);
        faults.any(|it| (it.kind, it.span) == (fault.kind, fault.span))
    };
    found.found.retain(|it| match it.fault() {
        Some(fault) => !is_known(fault) && fault.kind != FaultKind::StepLimit,
        None => it.newly_covered > 0,
    });
    settle(plan, config, bounds, &mut found, known);
    report.found.append(&mut found.found);
    report.statistics.runs += found.statistics.runs;
    report.statistics.queries += found.statistics.queries;
    report.statistics.solver_time += found.statistics.solver_time;
}
