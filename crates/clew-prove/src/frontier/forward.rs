//! The forward side (paper 3, sections 5.1 and 5.2): runs, what held in them, and one question to the
//! solver for a way beside one of them.
//!
//! A predicate is evaluated as labels are: beside the run, on its own frames. A literal over an outer
//! frame is evaluated where that frame made its call; while the call is under way only memory changes.

use super::predicate::{Predicate, conjunction, truth};
use super::runs::{Run, Visit, visits};
use super::space::{Kind, Space};
use clew_explore::Assignment;
use clew_ir::{Expr, Position, ProbeId, ProbePlan, ProbePoint};
use clew_logic::{Model, TermId, TermPool};
use clew_solver::{Budget, Query, Solver, StackConfig, Verdict};
use clew_symbolic::{Bounds, Entry, LabelMode, Setup, SymbolicMachine, Trace};
use clew_vm::Config;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// What one question may cost.
const BUDGET: Budget = Budget { time: Some(Duration::from_secs(2)), conflicts: Some(20_000) };

/// What making a machine costs, in steps.
const MACHINE: u64 = 5_000;

/// How runs are made.
#[derive(Clone, Debug)]
pub struct Machinery {
    /// Where runs start.
    pub entry: Entry,
    /// What a run may do.
    pub config: Config,
    /// How large inputs get.
    pub bounds: Bounds,
}

/// A label: a predicate at a position.
pub(super) type Label = (Position, Expr);

/// What a run shows of a label, by how often control has come to its position.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    pub(super) holds: Vec<bool>,
    /// What must hold besides the forks before, for the label to hold.
    sides: BTreeMap<u32, (usize, TermId)>,
}

/// The answer to a question.
#[derive(Debug)]
pub(super) enum Answer {
    /// These inputs should get there.
    Inputs(Assignment),
    /// None do, along this path.
    Refuted,
    /// Nobody knows.
    Unknown,
}

/// The forward side.
pub(super) struct Forward<'p> {
    machinery: Machinery,
    machine: SymbolicMachine<'p>,
    pub(super) runs: Vec<Run>,
    /// Questions asked.
    pub(super) asked: u64,
    /// The steps of runs.
    pub(super) steps: Cell<u64>,
}

impl<'p> Forward<'p> {
    pub(super) fn new(space: &Space<'p>, machinery: Machinery) -> Self {
        let machine = machine(space, &machinery, ProbePlan::new(), LabelMode::Observe);
        Self { machinery, machine, runs: Vec::new(), asked: 0, steps: Cell::new(0) }
    }

    /// Runs on inputs; the number of the run, unless it is no path of the graphs.
    pub(super) fn run(&mut self, space: &Space<'p>, inputs: &Assignment) -> Option<usize> {
        let model = inputs.to_model(self.machine.pool_mut());
        let (trace, word) = self.machine.run_for_word(&model).ok()?;
        self.steps.set(self.steps.get() + trace.steps);
        let inputs = Assignment::of(self.machine.pool(), self.machine.assignment());
        let visits = visits(space, &word);
        self.runs.push(Run { inputs, visits });
        let run = self.runs.len() - 1;
        self.visit_labels(space, run);
        Some(run)
    }

    /// Notes which labels held where a run came by.
    fn visit_labels(&mut self, space: &Space<'p>, run: usize) {
        let mut held: Vec<(Visit, u32)> = Vec::new();
        for visit in &self.runs[run].visits {
            let location = space.get(visit.location);
            if location.kind == Kind::Point {
                held.extend(space.labels(location.at).iter().map(|it| (visit.clone(), *it)));
            }
        }
        let place = |label: u32, visit: &Visit| space.get(visit.location).at_label(label);
        let met: BTreeMap<u32, Position> =
            held.iter().map(|(visit, label)| (*label, space.get(visit.location).at)).collect();
        let labels: Vec<Label> = met
            .iter()
            .filter_map(|(label, at)| Some((*at, truth(space.predicate(*label)?))))
            .collect();
        let numbers = met.keys().copied().filter(|it| space.predicate(*it).is_some());
        let shown: BTreeMap<u32, Shown> = match labels.is_empty() {
            true => BTreeMap::new(),
            false => numbers.zip(self.show(space, run, &labels)).collect(),
        };
        held.retain(|(visit, label)| {
            let shown = shown.get(label).map(|it| it.holds.get(visit.arrival as usize));
            shown.is_none_or(|holds| holds == Some(&true))
        });
        for (visit, label) in held {
            if let Some(location) = space.find(&place(label, &visit)) {
                self.runs[run].visits.push(Visit { location, ..visit });
            }
        }
    }

    /// What a run shows of labels.
    pub(super) fn show(&self, space: &Space<'p>, run: usize, labels: &[Label]) -> Vec<Shown> {
        self.watch(space, labels, LabelMode::Observe).show(self, run)
    }

    /// A machine that watches labels.
    pub(super) fn watch(&self, space: &Space<'p>, labels: &[Label], mode: LabelMode) -> Watch<'p> {
        let mut plan = ProbePlan::new();
        let mut passes: BTreeMap<ProbeId, Vec<usize>> = BTreeMap::new();
        let mut numbers: BTreeMap<ProbeId, usize> = BTreeMap::new();
        for (at, (position, predicate)) in labels.iter().enumerate() {
            let Position { function, block, statement } = *position;
            let point = ProbePoint::Statement(function, block, statement);
            passes.entry(plan.place_ordered(point)).or_default().push(at);
            numbers.insert(plan.place_ordered_label(point, predicate.clone()), at);
        }
        let machine = machine(space, &self.machinery, plan, mode);
        self.steps.set(self.steps.get() + MACHINE);
        Watch { machine, passes, numbers, count: labels.len() }
    }

    /// Whether a predicate held at a visit: at its location, or at the end of its segment.
    pub(super) fn ask(
        &mut self,
        space: &Space<'p>,
        run: usize,
        visit: &Visit,
        predicate: &Predicate,
    ) -> Answer {
        let location = space.get(visit.location);
        let (Some(end), Some(occurrence)) = (space.segment(visit.location).end, visit.end) else {
            return Answer::Refuted;
        };
        let depth = location.calls.len();
        let mut labels: Vec<Label> = Vec::new();
        let mut occurrences = Vec::new();
        for frame in 0..=depth {
            if predicate.over(frame).next().is_none() && frame < depth {
                continue;
            }
            let position = if frame == depth { end } else { location.calls[frame] };
            let at =
                if frame == depth { Some(occurrence) } else { visit.outer.get(frame).copied() };
            let Some(at) = at else { return Answer::Unknown };
            labels.push((position, conjunction(predicate.over(frame))));
            occurrences.push(at);
        }
        let mut watch = self.watch(space, &labels, LabelMode::EverySide);
        let (model, trace, shown) = watch.run(self, run);
        let mut wanted = Vec::new();
        let mut forks = 0;
        for (shown, at) in shown.iter().zip(&occurrences) {
            match shown.sides.get(at) {
                Some((before, constraint)) => {
                    forks = forks.max(*before);
                    wanted.push(*constraint);
                }
                None if shown.holds.get(*at as usize) == Some(&true) => {}
                None => return Answer::Refuted,
            }
        }
        if wanted.is_empty() {
            // It held, and still the run went elsewhere: the predicate asks for too little.
            return Answer::Refuted;
        }
        self.asked += 1;
        let path = trace.forks.iter().take(forks).map(|fork| fork.constraint);
        let constraints: Vec<TermId> = path.chain(wanted).collect();
        solve(watch.machine.pool_mut(), &constraints, &model)
    }

    /// The number of visits of each run.
    pub(super) fn visits(&self) -> Vec<usize> {
        self.runs.iter().map(|run| run.visits.len()).collect()
    }
}

/// A machine that watches labels in runs.
pub(super) struct Watch<'p> {
    machine: SymbolicMachine<'p>,
    passes: BTreeMap<ProbeId, Vec<usize>>,
    numbers: BTreeMap<ProbeId, usize>,
    count: usize,
}

impl Watch<'_> {
    /// What a run shows of the labels.
    pub(super) fn show(&mut self, forward: &Forward<'_>, run: usize) -> Vec<Shown> {
        self.run(forward, run).2
    }

    fn run(&mut self, forward: &Forward<'_>, run: usize) -> (Model, Trace, Vec<Shown>) {
        let model = forward.runs[run].inputs.to_model(self.machine.pool_mut());
        let trace = self.machine.run(&model, 0);
        forward.steps.set(forward.steps.get() + trace.steps);
        let mut shown = vec![Shown::default(); self.count];
        for probe in &trace.sequence {
            for at in self.passes.get(probe).into_iter().flatten() {
                shown[*at].holds.push(false);
            }
            if let Some(last) = self.numbers.get(probe).and_then(|at| shown[*at].holds.last_mut()) {
                *last = true;
            }
        }
        for side in &trace.sides {
            if let Some(&at) = self.numbers.get(&side.probe) {
                let told = (side.forks, side.constraint);
                shown[at].sides.entry(side.occurrence).or_insert(told);
            }
        }
        (model, trace, shown)
    }
}

fn machine<'p>(
    space: &Space<'p>,
    machinery: &Machinery,
    plan: ProbePlan,
    labels: LabelMode,
) -> SymbolicMachine<'p> {
    let config = Config { probes: Some(Arc::new(plan)), ..machinery.config.clone() };
    let setup = Setup { entry: machinery.entry, config, labels, bounds: machinery.bounds };
    SymbolicMachine::new(space.task.program, setup)
}

fn solve(pool: &mut TermPool, constraints: &[TermId], previous: &Model) -> Answer {
    let mut solver = Solver::new(StackConfig::default());
    let query = Query::new(constraints).with_previous(previous).with_budget(BUDGET);
    match solver.check(pool, &query) {
        Verdict::Sat(model) => Answer::Inputs(Assignment::of(pool, &model)),
        Verdict::Unsat(_) => Answer::Refuted,
        Verdict::Unknown(_) => Answer::Unknown,
    }
}
