//! Campaigns on C sources, for tests.

#![allow(dead_code, reason = "no test uses all of it")]

pub(crate) mod random;

use clew_c::{Frontend, Options};
use clew_criteria::{Coverage, Criterion, Objectives, Observation, Reach, Unit};
use clew_explore::{CoverageView, Goal, Report, Search, Settings, Strategy};
use clew_ir::call_graph::CallGraph;
use clew_ir::{FunctionId, ProbeId, Program};
use clew_symbolic::{Bounds, Entry, LabelMode, Setup, SymbolicMachine, Trace};
use clew_vm::Config;
use std::path::Path;
use std::sync::Arc;

/// The program model of a C source.
pub(crate) fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("test.c");
    std::fs::write(&file, source).expect("a written file");
    load_file(&file)
}

/// The program model of a C file.
pub(crate) fn load_file(file: &Path) -> Program {
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[file.to_owned()]).expect("C that compiles");
    frontend.finish().expect("a program that links")
}

/// Objectives with what is covered, as a goal.
pub(crate) struct Covering {
    pub(crate) objectives: Objectives,
    pub(crate) coverage: Coverage,
    reach: Reach,
    /// The run that covered each objective, by number from 1, in the order of covering.
    pub(crate) when: Vec<(u64, String)>,
    runs: u64,
}

impl Covering {
    pub(crate) fn new(program: &Program, function: &str, criteria: &[Criterion]) -> Self {
        let calls = CallGraph::new(program);
        let entry = program.function(function).expect("the function");
        let unit = Unit::harness(program, &calls, entry);
        Covering::of(program, entry, &unit, criteria)
    }

    /// The same for what is asked for in the function alone.
    pub(crate) fn of_function(program: &Program, function: &str, criteria: &[Criterion]) -> Self {
        let entry = program.function(function).expect("the function");
        Covering::of(program, entry, &Unit::function(entry), criteria)
    }

    fn of(program: &Program, entry: FunctionId, unit: &Unit, criteria: &[Criterion]) -> Self {
        let calls = CallGraph::new(program);
        let objectives = Objectives::new(program, unit, criteria);
        let coverage = Coverage::new(&objectives);
        let mut reach = Reach::new(program, &calls, entry, &objectives);
        reach.update(&coverage);
        Covering { objectives, coverage, reach, when: Vec::new(), runs: 0 }
    }

    /// The run that covered the first objective with that text.
    pub(crate) fn covered_at(&self, text: &str) -> Option<u64> {
        self.when.iter().find(|(_, name)| name == text).map(|(run, _)| *run)
    }

    /// Fails where another search of the same objectives covered something else.
    pub(crate) fn assert_covers_the_same(&self, other: &Covering, context: &str) {
        for objective in self.objectives.iter() {
            assert_eq!(
                self.coverage.is_covered(objective.id),
                other.coverage.is_covered(objective.id),
                "{}: {} in {context}",
                objective.name,
                objective.text,
            );
        }
    }
}

impl CoverageView for Covering {
    fn is_covered(&self, probe: ProbeId) -> bool {
        let mut of_probe = self.objectives.iter().filter(|it| it.goal.probes().contains(&probe));
        of_probe.all(|objective| self.coverage.is_covered(objective.id))
    }
}

impl Goal for Covering {
    fn observe(&mut self, trace: &Trace) -> usize {
        self.runs += 1;
        let seen = Observation { hits: &trace.hits, sequence: &trace.sequence };
        let new = self.coverage.observe(&seen);
        let texts = new.iter().map(|id| (self.runs, self.objectives.get(*id).text.clone()));
        self.when.extend(texts);
        self.reach.update(&self.coverage);
        new.len()
    }

    fn is_done(&self) -> bool {
        self.coverage.all_decided()
    }

    fn reach(&self) -> Option<&Reach> {
        Some(&self.reach)
    }
}

/// A campaign for a function.
pub(crate) fn explore(
    program: &Program,
    function: &str,
    goal: &mut Covering,
    settings: &Settings,
    strategy: &(dyn Fn() -> Box<dyn Strategy> + Sync),
) -> Report {
    explore_within(Bounds::default(), program, function, goal, settings, strategy)
}

/// A campaign for a function within bounds.
pub(crate) fn explore_within(
    bounds: Bounds,
    program: &Program,
    function: &str,
    goal: &mut Covering,
    settings: &Settings,
    strategy: &(dyn Fn() -> Box<dyn Strategy> + Sync),
) -> Report {
    let config = Config {
        probes: Some(Arc::clone(goal.objectives.plan())),
        max_steps: 100_000,
        ..Config::under_test()
    };
    let entry = Entry::Unit(program.function(function).expect("the function"));
    let search = Search {
        settings,
        subject: &|_| {
            let labels = LabelMode::default();
            let setup = Setup { entry, config: config.clone(), bounds, labels };
            SymbolicMachine::new(program, setup)
        },
        strategy: &|_| strategy(),
        techniques: &|_| Vec::new(),
        observer: None,
    };
    search.run(goal).expect("a report")
}
