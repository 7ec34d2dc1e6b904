//! What is told of a campaign while it goes on: how far it is, and the tests so far.

use crate::plan::{Faults, Plan};
use crate::runs::{Known, Runs, covered_by, settle_all};
use crate::suite::{Tests, Unchecked};
use clew_criteria::Objectives;
use clew_explore::{Found, Observer, Progress};
use clew_symbolic::Bounds;
use clew_vm::Config;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How far a campaign is, all of its searches together: nothing of it goes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The time since the campaign began.
    pub elapsed: Duration,
    /// The runs.
    pub runs: u64,
    /// The objectives that runs have met.
    pub covered: usize,
    /// The objectives there are.
    pub objectives: usize,
    /// The different faults.
    pub faults: usize,
    /// The candidates that wait; this may become fewer.
    pub pending: usize,
}

/// Who is told of a campaign while it goes on, in another thread than the campaign's own.
pub trait Watcher: Sync {
    /// How far it is.
    fn standing(&self, standing: &Standing);

    /// The tests so far, which no compiler has seen.
    fn tests(&self, tests: &Tests);
}

/// Puts together what the searches of a campaign tell.
pub(crate) struct Relay<'a> {
    plan: &'a Plan<'a>,
    config: &'a Config,
    objectives: &'a Objectives,
    watcher: Option<&'a dyn Watcher>,
    started: Instant,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What was told last.
    told: Standing,
    /// What the searches before had come to.
    before: Standing,
    /// Their runs.
    found: Vec<Found>,
    known: Vec<Known>,
    /// The bounds of the search under way.
    bounds: Bounds,
}

impl<'a> Relay<'a> {
    pub(crate) fn new(
        plan: &'a Plan<'a>,
        config: &'a Config,
        objectives: &'a Objectives,
        watcher: Option<&'a dyn Watcher>,
    ) -> Self {
        let state = State { bounds: plan.bounds, ..State::default() };
        let started = Instant::now();
        Self { plan, config, objectives, watcher, started, state: Mutex::new(state) }
    }

    /// A further search begins, after these runs.
    pub(crate) fn begin(&self, bounds: Bounds, found: &[Found], known: &[Known]) {
        let mut state = self.state();
        state.before = state.told;
        state.bounds = bounds;
        if self.watcher.is_some() {
            state.found = found.to_vec();
            state.known = known.to_vec();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Relay<'_> {
    fn progress(&self, progress: &Progress) {
        let mut state = self.state();
        let before = state.before;
        let covered = before.covered + progress.covered;
        state.told = Standing {
            elapsed: self.started.elapsed(),
            runs: before.runs + progress.runs,
            // What was held to be covered may be looked for again.
            covered: covered.min(self.objectives.len()).max(state.told.covered),
            objectives: self.objectives.len(),
            faults: before.faults.max(progress.faults),
            pending: progress.pending,
        };
        if let Some(watcher) = self.watcher {
            watcher.standing(&state.told);
        }
    }

    fn found(&self, found: &[Found]) {
        let Some(watcher) = self.watcher else { return };
        let (mut all, mut known, bounds) = {
            let state = self.state();
            (state.found.clone(), state.known.clone(), state.bounds)
        };
        let mut more = found.to_vec();
        settle_all(self.plan, self.config, bounds, &mut more, &mut known);
        all.append(&mut more);
        let coverage = covered_by(self.objectives, &all, &known, Faults::CoverNothing);
        let runs = Runs {
            entry: self.plan.entry,
            objectives: self.objectives,
            coverage: &coverage,
            found: &all,
            known: &known,
        };
        watcher.tests(&Tests::choose(self.plan.program, &runs, &Unchecked::new()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_c::{Frontend, Options};
    use clew_criteria::{Criterion, Unit};
    use clew_ir::Program;
    use clew_symbolic::{Entry, LabelMode};
    use std::sync::Arc;

    struct Last(Mutex<Vec<Standing>>);

    impl Watcher for Last {
        fn standing(&self, standing: &Standing) {
            self.0.lock().expect("told").push(*standing);
        }

        fn tests(&self, _tests: &Tests) {}
    }

    fn main_of(program: &Program) -> clew_ir::FunctionId {
        program.functions.ids().find(|id| program.functions[*id].name == "f").expect("a function")
    }

    #[test]
    fn nothing_goes_back_when_a_further_search_begins() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("f.c");
        std::fs::write(
            &file,
            "int f(int x) { if (x > 3) return 1; if (x < -9) return 2; return 0; }\n",
        )
        .expect("a file");
        let mut frontend = Frontend::new(&Options::default()).expect("clang");
        frontend.add_files(&[file]).expect("C that compiles");
        let program = frontend.finish().expect("a program that links");
        let criteria = [Criterion::Branch];
        let entry = main_of(&program);
        let plan = Plan {
            program: &program,
            entry: Entry::Unit(entry),
            criteria: &criteria,
            strategy: "dfs",
            bounds: Bounds::default(),
            labels: LabelMode::Observe,
            deepens: false,
            faults: Faults::CoverNothing,
            config: Config::under_test(),
            settings: clew_explore::Settings::default(),
            drivers: Vec::new(),
            journals: None,
            summaries: Arc::default(),
            targets: None,
        };
        let objectives = Objectives::new(&program, &Unit::function(entry), &criteria);
        let watcher = Last(Mutex::new(Vec::new()));
        let relay = Relay::new(&plan, &plan.config, &objectives, Some(&watcher));
        let of = |runs, covered| Progress { runs, covered, faults: 1, ..Progress::default() };
        relay.progress(&of(5, 2));
        relay.progress(&of(9, 3));
        relay.begin(plan.bounds, &[], &[]);
        relay.progress(&of(0, 0));
        relay.progress(&of(4, 9));
        let told = watcher.0.into_inner().expect("told");
        let numbers: Vec<_> = told.iter().map(|it| (it.runs, it.covered, it.faults)).collect();
        assert_eq!(numbers, [(5, 2, 1), (9, 3, 1), (9, 3, 1), (13, 4, 1)]);
        assert!(told.iter().all(|it| it.objectives == 4));
    }
}
