//! The forward side (paper 3, sections 5.1 and 5.2): runs, what held in them, and one question to the
//! solver for a way beside one of them.
//!
//! A predicate is evaluated as labels are: beside the run, on its own frames. A literal over an outer
//! frame is evaluated where that frame made its call; while the call is under way only memory changes.

use super::predicate::{Predicate, conjunction};
use super::runs::{Run, Visit, visits};
use super::space::Space;
use clew_explore::Assignment;
use clew_ir::{Expr, Position, ProbeId, ProbePlan, ProbePoint};
use clew_logic::{Model, TermId, TermPool};
use clew_solver::{Budget, Query, Solver, StackConfig, Verdict};
use clew_symbolic::{Bounds, Entry, LabelMode, Setup, SymbolicMachine, Trace};
use clew_vm::Config;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// What one question may cost.
const BUDGET: Budget = Budget { time: Some(Duration::from_secs(2)), conflicts: Some(20_000) };

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
}

impl<'p> Forward<'p> {
    pub(super) fn new(space: &Space<'p>, machinery: Machinery) -> Self {
        let machine = machine(space, &machinery, ProbePlan::new(), LabelMode::Observe);
        Self { machinery, machine, runs: Vec::new(), asked: 0 }
    }

    /// Runs on inputs; the number of the run, unless it is no path of the graphs.
    pub(super) fn run(&mut self, space: &Space<'p>, inputs: &Assignment) -> Option<usize> {
        let model = inputs.to_model(self.machine.pool_mut());
        let (_, word) = self.machine.run_for_word(&model).ok()?;
        let inputs = Assignment::of(self.machine.pool(), self.machine.assignment());
        let visits = visits(space, &word);
        self.runs.push(Run { inputs, visits });
        Some(self.runs.len() - 1)
    }

    /// What a run shows of labels.
    pub(super) fn show(&self, space: &Space<'p>, run: usize, labels: &[Label]) -> Vec<Shown> {
        self.observe(space, run, labels).shown
    }

    fn observe(&self, space: &Space<'p>, run: usize, labels: &[Label]) -> Observed<'p> {
        let mut plan = ProbePlan::new();
        let mut passes: BTreeMap<ProbeId, Vec<usize>> = BTreeMap::new();
        let mut numbers: BTreeMap<ProbeId, usize> = BTreeMap::new();
        for (at, (position, predicate)) in labels.iter().enumerate() {
            let Position { function, block, statement } = *position;
            let point = ProbePoint::Statement(function, block, statement);
            passes.entry(plan.place_ordered(point)).or_default().push(at);
            numbers.insert(plan.place_ordered_label(point, predicate.clone()), at);
        }
        let mut machine = machine(space, &self.machinery, plan, LabelMode::EverySide);
        let model = self.runs[run].inputs.to_model(machine.pool_mut());
        let trace = machine.run(&model, 0);
        let mut shown = vec![Shown::default(); labels.len()];
        for probe in &trace.sequence {
            for at in passes.get(probe).into_iter().flatten() {
                shown[*at].holds.push(false);
            }
            if let Some(last) = numbers.get(probe).and_then(|at| shown[*at].holds.last_mut()) {
                *last = true;
            }
        }
        for side in &trace.sides {
            if let Some(&at) = numbers.get(&side.probe) {
                let told = (side.forks, side.constraint);
                shown[at].sides.entry(side.occurrence).or_insert(told);
            }
        }
        Observed { machine, model, trace, shown }
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
        let mut observed = self.observe(space, run, &labels);
        let mut wanted = Vec::new();
        let mut forks = 0;
        for (shown, at) in observed.shown.iter().zip(&occurrences) {
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
        let path = observed.trace.forks.iter().take(forks).map(|fork| fork.constraint);
        let constraints: Vec<TermId> = path.chain(wanted).collect();
        solve(observed.machine.pool_mut(), &constraints, &observed.model)
    }

    /// The number of visits of each run.
    pub(super) fn visits(&self) -> Vec<usize> {
        self.runs.iter().map(|run| run.visits.len()).collect()
    }
}

/// A run with labels.
struct Observed<'p> {
    machine: SymbolicMachine<'p>,
    model: Model,
    trace: Trace,
    shown: Vec<Shown>,
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
