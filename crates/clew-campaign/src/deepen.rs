//! The search over searches: larger inputs, other lengths, pointers to the same object, library
//! functions that fail, while objectives are open and time is left.

use crate::automata::{Automata, Thrift};
use crate::clock::Clock;
use crate::covering::Covering;
use crate::drivers::search_from_drivers;
use crate::frontier::{Frontier, Subject};
use crate::journals::SearchName;
use crate::plan::Plan;
use crate::proofs::Behind;
use crate::relay::Relay;
use crate::runs::{Known, settle};
use crate::seek_faults::{is_worthwhile, seek_faults};
use clew_compose::{Composing, When};
use clew_explore::technique::{AUTOMATA, FRONTIER, PROOFS, RANDOM_WALKS, Technique};
use clew_explore::{
    Compose, ExploreError, Fresh, Goal, Milestone, Observer, Report, Search, Settings, Stopped,
    WorkerId, strategy,
};
use clew_prove::frontier::Machinery;
use clew_symbolic::{
    Aliasing, Bounds, Entry, Failures, GivenInputs, LabelMode, Liberties, Origin, Remedy, Setup,
    SymbolicMachine, WeakFunctions, is_harness_function,
};
use clew_vm::Config;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Inputs get no larger than this by themselves.
pub(crate) const LARGEST: u64 = 1024;

/// A pointer of which nothing tells how many records it leads to gets to no more of them by itself, and
/// to so many times more with each search.
const MOST_RECORDS: u64 = 64;
const MORE_RECORDS: u64 = 4;

/// The number of a program's arguments has no more bits by itself.
const MOST_ARGUMENT_BITS: u32 = 5;

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

/// One part in so many of the first search's time is left to searches from drivers, where there are any.
const DRIVERS: u32 = 4;

/// The effort without anything new after which larger inputs are tried: about a second, and twice
/// as much with each size.
const STALLED: u64 = 15_000_000;
/// A campaign of less time than this gives way sooner, in proportion: several searches wait, and what one of
/// them reaches at once (a call that fails) another cannot reach however long it goes on.
const UNHURRIED: Duration = Duration::from_secs(8);

/// The effort without anything new after which paths are composed, where that is to be found out.
const DRY: u64 = 4_000_000;

/// What may be tried beyond these bounds.
fn remedies(plan: &Plan<'_>, bounds: &Bounds) -> BTreeSet<Remedy> {
    let may_deepen = plan.deepens && bounds.string < LARGEST;
    let may_alias = bounds.aliasing == Aliasing::Untried;
    let liberties = &bounds.liberties;
    // What a harness asks for says what its inputs are.
    let is_unit = matches!(plan.entry, Entry::Unit(_));
    let tried = [
        (bounds.told_lengths, Remedy::OtherLengths),
        (plan.deepens && bounds.records < MOST_RECORDS, Remedy::MoreRecords),
        (may_alias, Remedy::Aliases),
        (is_unit && !liberties.shared_objects, Remedy::SharedObjects),
        (is_unit && !liberties.array_middles, Remedy::ArrayMiddles),
        (is_unit && !liberties.stub_writes, Remedy::StubWrites),
        (!liberties.unset_reads, Remedy::UnsetReads),
        (bounds.failures == Failures::Untried, Remedy::Failures),
        (is_unit && may_add_weak_functions(plan, bounds), Remedy::WeakFunctions),
        (may_deepen, Remedy::LargerInputs),
    ];
    tried.into_iter().filter(|(may, _)| *may).map(|(_, remedy)| remedy).collect()
}

/// Whether there are weak functions that tests can define, and no search has tried.
fn may_add_weak_functions(plan: &Plan<'_>, bounds: &Bounds) -> bool {
    bounds.weak_functions == WeakFunctions::Untried
        && plan.program.replaceable_functions().next().is_some()
}

/// When a search gives way to the next; the last never does.
fn stalls_after(plan: &Plan<'_>, bounds: &Bounds) -> Option<u64> {
    let size = bounds.string / plan.bounds.string.max(1);
    let time = plan.settings.limits.time.unwrap_or(UNHURRIED).min(UNHURRIED);
    let stalled = STALLED * time.as_millis() as u64 / UNHURRIED.as_millis() as u64;
    plan.settings.search.techniques.has(RANDOM_WALKS).then_some(stalled * size.max(1))
}

/// Whether a search has nothing more to do. What it covers may come to nothing all the same, where its
/// runs make no tests.
fn has_ended(report: &Report) -> bool {
    matches!(report.stopped, Stopped::Exhausted | Stopped::Stalled | Stopped::Covered)
}

/// The bounds of the next search, where one has ended that another may go beyond.
fn beyond(bounds: Bounds, remedies: &BTreeSet<Remedy>, report: &Report) -> Option<Bounds> {
    let helps = |remedy| remedies.contains(&remedy) && report.remedies.contains(&remedy);
    // Most programs are linked without them.
    let weak_functions = match bounds.weak_functions {
        WeakFunctions::Untried => WeakFunctions::Untried,
        WeakFunctions::Present | WeakFunctions::Tried => WeakFunctions::Tried,
    };
    let bounds = Bounds { weak_functions, ..bounds };
    if !has_ended(report) {
        None
    } else if helps(Remedy::OtherLengths) {
        Some(Bounds { told_lengths: false, ..bounds })
    } else if helps(Remedy::MoreRecords) {
        Some(Bounds { records: bounds.records * MORE_RECORDS, ..bounds })
    } else if helps(Remedy::Aliases) {
        Some(Bounds { aliasing: Aliasing::Tried, ..bounds })
    } else if helps(Remedy::Failures) {
        Some(Bounds { failures: Failures::Tried, ..bounds })
    } else if helps(Remedy::WeakFunctions) {
        Some(Bounds { weak_functions: WeakFunctions::Present, ..bounds })
    } else if let liberties = liberties_taken(bounds.liberties, helps)
        && liberties != bounds.liberties
    {
        Some(Bounds { liberties, ..bounds })
    } else {
        helps(Remedy::LargerInputs).then(|| lengthened(enlarged(bounds), &report.wanted_elements))
    }
}

/// Whether only runs that fault meet something, and one with a longer array might meet it and go on.
fn wants_longer(plan: &Plan<'_>, bounds: &Bounds, report: &Report) -> bool {
    let is_longer = |wanted: &u64| *wanted > bounds.elements;
    plan.deepens && report.wanted_elements.range(..=LARGEST).next_back().is_some_and(is_longer)
}

/// The same with arrays as long as runs asked for that would have met something new: a condition on a length
/// says how long an array has to be, and doubling would come there late.
fn lengthened(bounds: Bounds, wanted: &BTreeSet<u64>) -> Bounds {
    let wanted = wanted.range(..=LARGEST).next_back().copied().unwrap_or(0);
    Bounds { elements: bounds.elements.max(wanted), ..bounds }
}

/// The liberties of callers and the world that the next search tries: all at once that help.
fn liberties_taken(liberties: Liberties, helps: impl Fn(Remedy) -> bool) -> Liberties {
    liberties.union(Liberties {
        shared_objects: helps(Remedy::SharedObjects),
        array_middles: helps(Remedy::ArrayMiddles),
        stub_writes: helps(Remedy::StubWrites),
        unset_reads: helps(Remedy::UnsetReads),
    })
}

/// What searches with these bounds assume that those with the next do not.
fn dropped(bounds: &Bounds, next: &Bounds) -> BTreeSet<Origin> {
    let sizes = |it: &Bounds| (it.elements, it.string, it.records);
    let worlds = |it: &Bounds| (it.liberties, it.failures, it.weak_functions);
    let is_enlarged = sizes(bounds) != sizes(next);
    let all = [
        (bounds.told_lengths != next.told_lengths, Origin::Guess),
        (bounds.aliasing != next.aliasing, Origin::NonAliasing),
        (worlds(bounds) != worlds(next), Origin::World),
        (is_enlarged, Origin::Bound),
    ];
    all.into_iter().filter_map(|(is_dropped, origin)| is_dropped.then_some(origin)).collect()
}

pub(crate) fn enlarged(bounds: Bounds) -> Bounds {
    let are_few = bounds.inputs < Bounds::default().inputs;
    Bounds {
        string: bounds.string * 2,
        elements: (bounds.elements * 2).min(LARGEST.max(bounds.elements)),
        standard_input: bounds.standard_input * 2,
        depth: bounds.depth + 1,
        argument_bits: bounds.argument_bits.max((bounds.argument_bits + 1).min(MOST_ARGUMENT_BITS)),
        inputs: if are_few { bounds.inputs * 2 } else { bounds.inputs },
        ..bounds
    }
}

/// Searches, with larger inputs again while the bounds keep objectives open and time is left.
pub(crate) fn deepen<'p>(
    subject: &'p Subject<'p>,
    config: &Config,
    goal: &mut Covering<'_>,
    relay: &Relay<'_>,
) -> Result<(Report, Vec<Known>), ExploreError> {
    let (plan, clock) = (subject.plan, subject.clock);
    let mut bounds = plan.bounds;
    let is_endless = !plan.settings.search.exhaustive && is_endless(plan, config);
    if is_endless {
        bounds.inputs = ENDLESS_INPUTS;
    }
    let mut settings = plan.settings.clone();
    let mut known = Vec::new();
    let has_automata = plan.reasons_by(AUTOMATA);
    let automata = has_automata.then(|| Automata::new(plan.program, plan.entry, Thrift::default()));
    settings.limits.time = match plan.reasons_by(PROOFS) {
        true => clock.left_before_proofs(),
        false => clock.left(),
    };
    if !plan.drivers.is_empty() {
        settings.limits.time = settings.limits.time.map(|time| time - time / DRIVERS);
    }
    let trace = plan.settings.records.frontier.as_ref();
    let trace = trace.map(|it| it.join(&plan.program.functions[plan.entry.function()].name));
    let techniques = |worker: WorkerId, bounds: Bounds| {
        let technique = |it: &Automata<'p>| Box::new(it.clone()) as Box<dyn Technique + 'p>;
        let mut all: Vec<_> = automata.iter().map(technique).collect();
        if plan.reasons_by(FRONTIER) && worker == WorkerId::FIRST {
            let machinery = Machinery { entry: plan.entry, config: config.clone(), bounds };
            all.push(Box::new(Frontier::new(subject, machinery, trace.clone())));
        }
        all
    };
    let observer = Some(relay as &dyn Observer);
    let making =
        Making { plan, strategy: plan.strategy, config, observer, techniques: &techniques };
    settings.stall.after = stalls_after(plan, &bounds);
    settings.stall.remedies = remedies(plan, &bounds);
    settings.records.journal = plan.journal(SearchName::Main(1), &bounds);
    relay.begin(bounds, &[], &[]);
    let mut report = making.search(&settings, bounds, goal)?;
    settle(plan, config, bounds, &mut report, &mut known);
    goal.recount(&report.found, &known);
    let behind = match beyond(bounds, &settings.stall.remedies, &report) {
        Some(_) => Behind::Searching,
        None => Behind::Nothing,
    };
    prove(plan, goal, &mut report, behind);
    let mut searches = 1;
    while !goal.is_done() || wants_longer(plan, &bounds, &report) {
        if goal.is_done() {
            goal.forget_faulting(&report.found, &known);
        }
        // What a run covers that takes several candidates is lost with it.
        let is_lost = settings.search.joint_targets && known.iter().any(|it| it.unusable.is_some());
        let next = match is_lost && has_ended(&report) {
            true => Some(bounds),
            false => beyond(bounds, &settings.stall.remedies, &report),
        };
        let Some(next) = next else { break };
        let runs =
            plan.settings.limits.runs.map(|most| most.saturating_sub(report.statistics.runs));
        if clock.is_over() || runs == Some(0) {
            if report.stopped == Stopped::Stalled {
                report.stopped = why_over(plan, clock);
            }
            break;
        }
        goal.drop_assumptions(|origin| dropped(&bounds, &next).contains(&origin));
        bounds = next;
        settings.search.joint_targets &= !is_lost;
        settings.limits.time = clock.left();
        settings.limits.runs = runs;
        settings.stall.after = stalls_after(plan, &bounds);
        settings.stall.remedies = remedies(plan, &bounds);
        searches += 1;
        settings.records.journal = plan.journal(SearchName::Main(searches), &bounds);
        // A log tells of one search.
        settings.records.query_log = None;
        settings.beginning.suite = match report.stopped {
            // The paths of an exhausted search are done with.
            Stopped::Stalled => report.found.iter().map(|it| it.assignment.clone()).collect(),
            _ => Vec::new(),
        };
        relay.begin(bounds, &report.found, &known);
        let mut deeper = making.search(&settings, bounds, goal)?;
        settle(plan, config, bounds, &mut deeper, &mut known);
        report = merged(report, deeper);
        goal.recount(&report.found, &known);
    }
    if searches > 1 && !goal.is_done() {
        prove(plan, goal, &mut report, Behind::Nothing);
    }
    let all = (&mut report, &mut known);
    search_from_drivers(plan, config, goal, subject.objectives, all, clock)?;
    if is_worthwhile(plan, &report, clock.left()) && !is_endless {
        seek_faults(plan, config, goal, (&mut report, &mut known), clock)?;
    }
    report.statistics.wall_time = clock.elapsed();
    Ok((report, known))
}

/// Why no further search is begun.
fn why_over(plan: &Plan<'_>, clock: &Clock) -> Stopped {
    if plan.settings.signals.is_cancelled() {
        Stopped::Interrupted
    } else if clock.is_over() {
        Stopped::Budget
    } else {
        Stopped::MaxRuns
    }
}

/// Looks for proofs of what the search left open, where proofs take part.
fn prove(plan: &Plan<'_>, goal: &mut Covering<'_>, report: &mut Report, behind: Behind) {
    if plan.settings.search.techniques.has_proofs() {
        let start = Instant::now();
        let exhausted = match report.covers_every_path() {
            true => goal.prove_exhausted(),
            false => 0,
        };
        let decided = exhausted + goal.prove(behind);
        let contribution = report.techniques.of(PROOFS);
        contribution.infeasible += decided;
        contribution.time += start.elapsed();
    }
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
        elapsed: before.statistics.wall_time + later.elapsed,
    });
    let progress = before.progress.iter().copied().chain(later).collect();
    let statistics = &mut after.statistics;
    statistics.runs += before.statistics.runs;
    statistics.queries += before.statistics.queries;
    statistics.solver_time += before.statistics.solver_time;
    statistics.choosing_time += before.statistics.choosing_time;
    statistics.journal_time += before.statistics.journal_time;
    statistics.divergences += before.statistics.divergences;
    statistics.wall_time += before.statistics.wall_time;
    let mut techniques = before.techniques;
    techniques.add(&after.techniques);
    Report { found, progress, techniques, ..after }
}

/// How a search is made: by whom, with what inputs, and what it tells.
pub(crate) struct Making<'m, 'p> {
    pub(crate) plan: &'m Plan<'p>,
    pub(crate) strategy: &'m str,
    pub(crate) config: &'m Config,
    pub(crate) observer: Option<&'m dyn Observer>,
    /// The techniques besides those of the search itself and composing, for each worker.
    pub(crate) techniques: &'m Techniques<'m>,
}

/// Makes techniques of a worker, for a search with these bounds.
type Techniques<'m> = dyn Fn(WorkerId, Bounds) -> Vec<Box<dyn Technique + 'm>> + Sync + 'm;

impl Making<'_, '_> {
    pub(crate) fn search(
        &self,
        settings: &Settings,
        bounds: Bounds,
        goal: &mut Covering<'_>,
    ) -> Result<Report, ExploreError> {
        let Self { plan, strategy, config, observer, techniques } = *self;
        let search = Search {
            settings,
            subject: &|_| {
                let (entry, labels) = (plan.entry, plan.labels);
                let setup = Setup { entry, config: config.clone(), labels, bounds };
                SymbolicMachine::new(plan.program, setup)
            },
            strategy: &|worker| {
                let seed = settings.beginning.seed.wrapping_add(worker.0 as u64);
                strategy::by_name(strategy, seed)
                    .unwrap_or_else(|| Box::new(strategy::DepthFirst::default()))
            },
            techniques: &|worker| {
                let composing = composing(plan, settings, config, bounds, worker);
                techniques(worker, bounds).into_iter().chain(composing).collect()
            },
            observer,
        };
        search.run(goal)
    }
}

/// The technique that composes paths. The first worker has the first turns; the others compose where they meet nothing new,
/// from inputs of their own, and with what the first has found out about functions.
fn composing<'p>(
    plan: &Plan<'p>,
    settings: &Settings,
    config: &Config,
    bounds: Bounds,
    worker: WorkerId,
) -> Option<Box<dyn Technique + 'p>> {
    let when = match settings.search.compose {
        _ if !plan.is_meaning_known() => return None,
        Compose::Off => return None,
        Compose::On if worker != WorkerId::FIRST => When::Dry(DRY),
        Compose::On if settings.search.exhaustive => When::Whole,
        Compose::On => When::First(DRY),
        Compose::Auto => When::Dry(DRY),
    };
    let setup = Setup { entry: plan.entry, config: config.clone(), labels: plan.labels, bounds };
    let solver = settings.solver.clone();
    let first = match worker {
        WorkerId::FIRST => settings.beginning.first,
        WorkerId(other) => Fresh::Random(settings.beginning.seed.wrapping_add(other as u64)),
    };
    let composing = Composing::new(plan.program, setup, solver, first, when)?;
    Some(Box::new(composing.with_store(Arc::clone(&plan.summaries))))
}
