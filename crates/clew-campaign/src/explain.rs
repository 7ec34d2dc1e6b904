//! Why an objective has its status: the statements that make it infeasible, the test that covers it,
//! or the run that came nearest.

mod turns;

pub use clew_prove::path::{
    Arrow, Automaton, Fact, Forced, Invariant, Kind, Occurrence, Reason, Reasons, State, Step,
};
pub use clew_prove::{Limits, Target};
pub use clew_symbolic::meaning::Danger;
pub use turns::{Nearest, Turn};

use crate::proofs::Prover;
use crate::suite::{Tests, Unchecked};
use crate::why::Why;
use crate::{Campaign, Evidence, Plan};
use clew_criteria::{Objective, ObjectiveId, Status};
use clew_explore::Found;
use clew_ir::{ProbePoint, Program};
use clew_symbolic::{Bounds, LabelMode, Setup, SymbolicMachine, Word};
use clew_vm::Config;
use std::cell::OnceCell;
use std::sync::Arc;
use turns::{Aim, nearest, turns_to};

/// So many runs are looked at for the nearest one.
const MOST_RUNS: usize = 64;

/// What is told of an objective.
#[derive(Debug)]
pub enum Told<'c> {
    /// It is infeasible.
    Infeasible {
        /// The evidence.
        evidence: Option<&'c Evidence>,
        /// Why, for each thing that would have to be reached. Empty where it was not found in time.
        reasons: Vec<Reasons>,
    },
    /// It is covered.
    Covered {
        /// The test's place in the suite.
        test: Option<usize>,
        /// The branches on the way that decided.
        turns: Vec<Turn>,
    },
    /// It is open.
    Open {
        /// Why.
        why: Vec<Why>,
        /// The run that came nearest.
        nearest: Option<Near>,
    },
}

/// The run that came nearest to an objective.
#[derive(Clone, Debug)]
pub struct Near {
    /// Its place among the runs that were found.
    pub place: usize,
    /// How near it came.
    pub nearest: Nearest,
}

/// Tells of the objectives of a campaign.
pub struct Explainer<'a> {
    plan: &'a Plan<'a>,
    campaign: &'a Campaign,
    prover: Prover<'a>,
    limits: Limits,
    tests: OnceCell<Tests>,
}

impl<'a> Explainer<'a> {
    /// For a campaign of a plan; proofs are found again within these limits.
    pub fn new(plan: &'a Plan<'a>, campaign: &'a Campaign, limits: Limits) -> Self {
        Self { plan, campaign, prover: Prover::new(plan), limits, tests: OnceCell::new() }
    }

    /// The suite, as it would be written.
    pub fn tests(&self) -> &Tests {
        let choose =
            || Tests::choose(self.plan.program, &self.campaign.runs(), &Unchecked::default());
        self.tests.get_or_init(choose)
    }

    /// Why an objective is infeasible, for each thing that would have to be reached. Empty where it was
    /// not found in time.
    pub fn reasons(&self, id: ObjectiveId) -> Vec<Reasons> {
        self.prover.reasons(&self.campaign.objectives, id, self.limits)
    }

    /// Why an objective is infeasible, as an automaton over the control-flow graph.
    pub fn automaton(&self, id: ObjectiveId) -> Option<Automaton> {
        let is_infeasible = self.campaign.verdicts.coverage().status(id) == Status::Infeasible;
        let found = || self.prover.automaton(&self.campaign.objectives, id, self.limits);
        is_infeasible.then(found).flatten()
    }

    /// The program that reasons speak of.
    pub fn program(&self) -> &Program {
        self.prover.program()
    }

    /// What is told of an objective.
    pub fn tell(&self, id: ObjectiveId) -> Told<'a> {
        match self.campaign.verdicts.coverage().status(id) {
            Status::Infeasible => Told::Infeasible {
                evidence: self.campaign.verdicts.evidence(id),
                reasons: self.reasons(id),
            },
            Status::Covered => self.covered(id),
            Status::Open => {
                Told::Open { why: self.campaign.why_open(id), nearest: self.nearest(id) }
            }
        }
    }

    fn covered(&self, id: ObjectiveId) -> Told<'a> {
        let number = self.tests().covering(id);
        let test = self.tests().tests.iter().position(|it| Some(it.test.id) == number);
        let turns = test.and_then(|test| {
            let word = self.word(self.tests().tests[test].place)?;
            turns_to(self.plan.program, &word, &self.aims(id))
        });
        Told::Covered { test, turns: turns.unwrap_or_default() }
    }

    fn nearest(&self, id: ObjectiveId) -> Option<Near> {
        let aims = self.aims(id);
        let runs = 0..self.campaign.report.found.len().min(MOST_RUNS);
        let near = runs.filter_map(|place| {
            let nearest = nearest(self.plan.program, &self.word(place)?, &aims)?;
            Some(Near { place, nearest })
        });
        near.min_by_key(|it| it.nearest.distance)
    }

    /// Where runs have to come.
    fn aims(&self, id: ObjectiveId) -> Vec<Aim> {
        let objective: &Objective = self.campaign.objectives.get(id);
        let plan = self.campaign.objectives.plan();
        let aim = |point: ProbePoint, has_predicate: bool| match point {
            ProbePoint::Edge(function, block, arm) => {
                Aim { function, block, arm: Some(arm), has_predicate }
            }
            ProbePoint::Statement(function, block, _) => {
                Aim { function, block, arm: None, has_predicate }
            }
            ProbePoint::Entry(function) => {
                let block = clew_ir::Position::entry(function).block;
                Aim { function, block, arm: None, has_predicate }
            }
        };
        let probes = objective.goal.probes().iter();
        probes.map(|probe| aim(plan.point(*probe), plan.predicate(*probe).is_some())).collect()
    }

    /// The word of a run that was found.
    fn word(&self, place: usize) -> Option<Word> {
        let found: &Found = &self.campaign.report.found[place];
        let mut machine = self.machine(self.campaign.known[place].bounds);
        let inputs = found.assignment.to_model(machine.pool_mut());
        machine.run_for_word(&inputs).ok().map(|(_, word)| word)
    }

    fn machine(&self, bounds: Bounds) -> SymbolicMachine<'a> {
        let config = Config {
            interrupt: None,
            probes: Some(Arc::clone(self.campaign.objectives.plan())),
            ..self.plan.config.clone()
        };
        let setup = Setup { entry: self.plan.entry, config, labels: LabelMode::Observe, bounds };
        SymbolicMachine::new(self.plan.program, setup)
    }
}
