//! Searches of small programs, by all paths and by composed ones.

#![allow(dead_code, reason = "each test file uses a part")]

pub(crate) mod random;

use clew_c::{Frontend, Options};
use clew_compose::{Composed, Composing, SummaryStore, When, summarise};
use clew_explore::{
    CoverageView, FaultSettings, Fresh, Goal, Limits, Report, Search, SearchSettings, Settings,
    Stopped, Technique, WorkerId, strategy,
};
use clew_ir::{ProbeId, ProbePlan, Program};
use clew_symbolic::{Bounds, Ending, Entry, LabelMode, Setup, SymbolicMachine, Trace};
use clew_vm::Config;
use clew_vm::stop::Stop;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// How a program is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// All paths.
    Plain,
    /// Composed of the paths of functions.
    Composed,
}

/// What a search has shown.
pub(crate) struct Shown {
    pub(crate) report: Report,
    /// The probes that runs met.
    pub(crate) met: BTreeSet<ProbeId>,
    /// The faults that runs ended in: what, and where.
    pub(crate) faults: BTreeSet<(String, String)>,
}

impl Shown {
    /// Whether the directed search had nothing to do besides.
    pub(crate) fn composed_alone(&self) -> bool {
        self.report.pending == 0 && self.report.solvers.first().is_some_and(|it| it.queries == 0)
    }

    pub(crate) fn runs(&self) -> u64 {
        self.report.statistics.runs
    }

    pub(crate) fn is_exhausted(&self) -> bool {
        self.report.stopped == Stopped::Exhausted
    }
}

#[derive(Default)]
struct Everything {
    /// What the search ends with, if it does not go on to the end.
    wanted: Vec<ProbeId>,
    met: BTreeSet<ProbeId>,
    faults: BTreeSet<(String, String)>,
}

impl CoverageView for Everything {
    fn is_covered(&self, probe: ProbeId) -> bool {
        self.met.contains(&probe)
    }
}

impl Goal for Everything {
    fn observe(&mut self, trace: &Trace) -> usize {
        let before = self.met.len();
        self.met.extend(&trace.hits);
        if let Ending::Stop(Stop::Fault(fault)) = &trace.stop {
            self.faults.insert((format!("{:?}", fault.kind), format!("{:?}", fault.span)));
        }
        self.met.len() - before
    }

    fn is_done(&self) -> bool {
        !self.wanted.is_empty() && self.wanted.iter().all(|probe| self.met.contains(probe))
    }
}

pub(crate) fn program(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("program.c");
    std::fs::write(&path, source).expect("a file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[path]).expect("C that compiles");
    frontend.finish().expect("a program that links")
}

/// Searches a program from a function, or from a harness of this name.
pub(crate) fn search(program: &Program, entry: Entry, probes: ProbePlan, how: How) -> Shown {
    search_within(program, entry, probes, how, None)
}

fn setup(entry: Entry, probes: ProbePlan) -> Setup {
    let probes = Some(Arc::new(probes));
    let config = Config { probes, max_steps: 100_000, ..Config::under_test() };
    let bounds = Bounds { merges: false, ..Bounds::default() };
    Setup { entry, config, labels: LabelMode::Observe, bounds }
}

/// What composing tells of itself, with no search around it.
pub(crate) fn composed_alone(program: &Program, entry: Entry, runs: u64) -> Composed {
    let limits = clew_compose::Limits { runs, time: Duration::from_secs(60) };
    summarise(program, setup(entry, ProbePlan::default()), limits).0
}

pub(crate) fn search_within(
    program: &Program,
    entry: Entry,
    probes: ProbePlan,
    how: How,
    runs: Option<u64>,
) -> Shown {
    search_with_store(program, (entry, probes), how, runs, (None, false))
}

/// The same with summaries of other searches; whether it ends where all that is asked for is met.
pub(crate) fn search_with_store(
    program: &Program,
    (entry, probes): (Entry, ProbePlan),
    how: How,
    runs: Option<u64>,
    (store, ends_early): (Option<&Arc<SummaryStore>>, bool),
) -> Shown {
    let wanted: Vec<ProbeId> =
        if ends_early { (0..probes.len() as u32).map(ProbeId).collect() } else { Vec::new() };
    let setup = setup(entry, probes);
    let settings = Settings {
        search: SearchSettings { exhaustive: !ends_early, ..SearchSettings::default() },
        limits: Limits { restarts: 0, runs, ..Limits::default() },
        faults: FaultSettings { seek: false, ..FaultSettings::default() },
        ..Settings::default()
    };
    let mut goal = Everything { wanted, ..Everything::default() };
    let search = Search {
        settings: &settings,
        subject: &|_| SymbolicMachine::new(program, setup.clone()),
        strategy: &|_| strategy::by_name("dfs", 1).expect("a strategy"),
        techniques: &|worker| {
            if how == How::Plain || worker != WorkerId::FIRST {
                return Vec::new();
            }
            let solver = settings.solver.clone();
            let composing =
                Composing::new(program, setup.clone(), solver, Fresh::Zero, When::Whole);
            let composing = composing.map(|it| match store {
                Some(store) => it.with_store(Arc::clone(store)),
                None => it,
            });
            composing.into_iter().map(|it| Box::new(it) as Box<dyn Technique + '_>).collect()
        },
        observer: None,
    };
    let report = search.run(&mut goal).expect("a report");
    Shown { report, met: goal.met, faults: goal.faults }
}

/// The entry of a program that is a harness.
pub(crate) fn harness(program: &Program) -> Entry {
    Entry::Harness(program.function("main").expect("a main function"))
}
