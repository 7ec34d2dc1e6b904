//! The loop (paper 3, Algorithms 1 and 2 as BiTe has them, section 5): an edge of the frontier is tried
//! forward with one question to the solver, and refined backward where that is refuted.

use super::decide::Judge;
use super::forward::{Answer, Forward, Machinery};
use super::invariants::{Broken, Outside, check};
use super::lemmas::Lemmas;
use super::model::{Analysed, FrontierEdge, Gcfg, RId, SState, Standing};
use super::precondition::{before_statements, before_way};
use super::predicate::Predicate;
use super::runs::Visit;
use super::space::{LocationId, Space, Way};
use crate::prove::Task;
use crate::target::Target;
use clew_explore::Assignment;
use std::collections::BTreeSet;

/// How much is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The most locations of a program.
    pub locations: usize,
    /// The most iterations.
    pub iterations: usize,
    /// The most R-states besides those of the beginning.
    pub states: usize,
    /// The S-states of a location that are tried before an R-state is refined there.
    pub tries: usize,
    /// Whether lemmas are used, beyond the paper.
    pub lemmas: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Self { locations: 20_000, iterations: 400, states: 2_000, tries: 1, lemmas: true }
    }
}

/// What an iteration did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A run got over the frontier, or was thought to: its number.
    Ran(FrontierEdge, usize),
    /// An S-state was refuted; others are left.
    Refuted(FrontierEdge),
    /// The R-state was refined: so many R-states lead to it from there.
    Refined(FrontierEdge, usize),
    /// Refinement says nothing that runs do not contradict.
    Stuck(FrontierEdge),
    /// There is nothing left to do.
    Done,
}

/// What is known of a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A run gets there: its number.
    Covered(usize),
    /// Nothing in the graph leads there any more.
    Excluded,
    /// It was decided elsewhere.
    Settled,
    /// Nothing.
    Open,
}

/// What stands for a precondition.
enum Before {
    Known(RId),
    New(Predicate),
}

/// Steps for each iteration at most, on average.
const STEPS: usize = 4;
/// What a question costs, in steps of runs.
const QUESTION: u64 = 2_000;

/// The analysis of a unit.
pub struct Analysis<'p> {
    pub(super) space: Space<'p>,
    pub(super) graph: Gcfg,
    pub(super) forward: Forward<'p>,
    judge: Judge,
    effort: Effort,
    outcomes: Vec<Outcome>,
    iterations: usize,
    steps: usize,
    /// The R-states of the beginning.
    at_first: usize,
    /// The ways that were refined once: a second time nothing is left out of a precondition.
    refined: BTreeSet<(LocationId, RId)>,
    /// R-states that were excluded and that a run has been in: a mistake of ours.
    contradictions: Vec<RId>,
    lemmas: Lemmas,
}

impl<'p> Analysis<'p> {
    /// An analysis that begins with the runs of a suite (an empty one: with a run on zeros). `None` where
    /// the program has too many locations, or where there is not even time to begin with it.
    pub fn new(
        task: Task<'p>,
        targets: &[Target],
        machinery: Machinery,
        suite: &[Assignment],
        effort: Effort,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let space = Space::new(task, targets, effort.locations)?;
        let forward = Forward::new(&space, machinery);
        let lemmas = match effort.lemmas {
            true => Lemmas::new(&space, is_over)?,
            false => Lemmas::none(&space),
        };
        let mut analysis = Self {
            lemmas,
            space,
            graph: Gcfg::default(),
            forward,
            judge: Judge::new(),
            effort,
            outcomes: vec![Outcome::Open; targets.len()],
            iterations: 0,
            steps: 0,
            at_first: 0,
            refined: BTreeSet::new(),
            contradictions: Vec::new(),
        };
        let empty = [Assignment::default()];
        for inputs in if suite.is_empty() { &empty[..] } else { suite } {
            if is_over() {
                return None;
            }
            if let Some(run) = analysis.forward.run(&analysis.space, inputs) {
                analysis.visit(run);
            }
        }
        analysis.initialise();
        analysis.at_first = analysis.graph.states.len();
        Some(analysis)
    }

    /// Adds an R-state for each location of a target that no run has visited (section 5.1).
    fn initialise(&mut self) {
        for target in 0..self.outcomes.len() {
            if self.outcomes[target] != Outcome::Open {
                continue;
            }
            for &location in &self.space.of_target(target).to_vec() {
                if self.lemmas.is_reached(location) {
                    let id = self.graph.add(location, Predicate::always(), Some(target));
                    self.connect(id);
                }
            }
        }
        self.coarsen();
    }

    fn connect(&mut self, id: RId) {
        let lemmas = &self.lemmas;
        self.graph.connect(&self.space, id, &|at| lemmas.is_reached(at));
    }

    /// What variables may be at locations.
    pub(super) fn lemmas(&self) -> &Lemmas {
        &self.lemmas
    }

    /// Takes a run from elsewhere into the graph.
    pub fn see(&mut self, inputs: &Assignment) {
        if let Some(run) = self.forward.run(&self.space, inputs) {
            self.absorb(run);
        }
    }

    /// A target was decided elsewhere: what leads to it alone is of no use.
    pub fn settle(&mut self, target: usize) {
        if self.outcomes[target] == Outcome::Open {
            self.outcomes[target] = Outcome::Settled;
            let is_its = |id: &RId| self.graph.get(*id).target == Some(target);
            let its: Vec<RId> = self.graph.alive().filter(is_its).collect();
            for id in its {
                self.graph.remove(id, Standing::Useless);
            }
            self.coarsen();
        }
    }

    /// The effort so far, in steps of runs.
    pub fn spent(&self) -> u64 {
        self.forward.steps.get() + QUESTION * (self.forward.asked + self.judge.asked)
    }

    /// The locations.
    pub fn space(&self) -> &Space<'p> {
        &self.space
    }

    /// The graph.
    pub fn graph(&self) -> &Gcfg {
        &self.graph
    }

    /// What is known of each target.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// The iterations so far: steps that asked the solver for a way over the frontier. Where the values of
    /// a run contradict an R-state, it is refined on the way to the next.
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    /// The inputs of all runs, in order.
    pub fn inputs(&self) -> impl Iterator<Item = &Assignment> {
        self.forward.runs.iter().map(|run| &run.inputs)
    }

    /// The visits of a run.
    pub fn visits_of(&self, run: usize) -> &[Visit] {
        self.forward.runs.get(run).map_or(&[], |run| &run.visits)
    }

    /// The questions to the solver so far: forward and backward.
    pub fn questions(&self) -> (u64, u64) {
        (self.forward.asked, self.judge.asked)
    }

    /// R-states that were excluded though a run has been in them: none, if the analysis is sound.
    pub fn contradictions(&self) -> &[RId] {
        &self.contradictions
    }

    /// One step: an edge of the frontier is tried, and refined where that is refuted.
    pub fn step(&mut self) -> Step {
        let is_over = self.iterations >= self.effort.iterations
            || self.graph.states.len() >= self.effort.states + self.at_first
            || self.steps >= STEPS * self.effort.iterations;
        let Some((edge, state)) = self.choose().filter(|_| !is_over) else { return Step::Done };
        self.steps += 1;
        let asked = self.forward.asked;
        let ran = state.and_then(|state| self.symbolic_execution_step(edge, state));
        self.iterations += usize::from(self.forward.asked > asked);
        let step = ran.unwrap_or_else(|| self.reachability_step(edge));
        if cfg!(debug_assertions) {
            assert_eq!(self.check(), Ok(()), "{step:?}");
        }
        step
    }

    /// Iterates until nothing is left to do.
    pub fn run(&mut self) {
        while self.step() != Step::Done {}
    }

    /// An edge of the frontier on which something is left to do, with an S-state that was not tried: the
    /// oldest R-state, and every third time the newest, so that many targets do not keep each other from
    /// being decided.
    fn choose(&self) -> Option<(FrontierEdge, Option<SState>)> {
        let mut frontier = self.graph.frontier(&self.space);
        if self.steps % 3 == 2 {
            frontier.reverse();
        }
        for edge in frontier {
            let visits = self.graph.visits(edge.from);
            let is_tried = |state: &&SState| self.graph.tried.contains(&(**state, edge.to));
            let tried = visits.iter().filter(is_tried).count();
            let next = visits.iter().rev().find(|state| !is_tried(state));
            let next = next.copied().filter(|_| tried < self.effort.tries);
            let is_stuck = self.graph.analysed.get(&(edge.from, edge.to)) == Some(&Analysed::Stuck);
            if next.is_some() || !is_stuck {
                return Some((edge, next));
            }
        }
        None
    }

    /// Algorithm 1: can the R-state be reached from the S-state? `None` where it cannot, and no other
    /// S-state is left to try.
    fn symbolic_execution_step(&mut self, edge: FrontierEdge, state: SState) -> Option<Step> {
        self.graph.tried.insert((state, edge.to));
        let run = state.run as usize;
        let visit = self.forward.runs[run].visits[state.visit as usize].clone();
        let predicate = self.graph.get(edge.to).predicate.clone();
        for way in self.ways(edge) {
            let Some(before) = before_way(&self.space, edge.from, way, &predicate) else {
                continue;
            };
            if let Answer::Inputs(inputs) = self.forward.ask(&self.space, run, &visit, &before)
                && let Some(run) = self.forward.run(&self.space, &inputs)
            {
                self.absorb(run);
                return Some(Step::Ran(edge, run));
            }
        }
        let visits = self.graph.visits(edge.from);
        let tried = visits.iter().filter(|it| self.graph.tried.contains(&(**it, edge.to))).count();
        let is_last = tried >= self.effort.tries.min(visits.len());
        (!is_last).then_some(Step::Refuted(edge))
    }

    fn ways(&self, edge: FrontierEdge) -> Vec<Way> {
        let to = self.graph.get(edge.to).location;
        let before = self.space.before(to).iter();
        before.filter(|(from, _)| *from == edge.from).map(|(_, way)| *way).collect()
    }

    /// Algorithm 2: what must hold at the S-states' location for the R-state to be reached.
    fn reachability_step(&mut self, edge: FrontierEdge) -> Step {
        let key = (edge.from, edge.to);
        let predicate = self.graph.get(edge.to).predicate.clone();
        let mut preconditions = Vec::new();
        for way in self.ways(edge) {
            if let Some(before) = before_way(&self.space, edge.from, way, &predicate) {
                preconditions.extend(before_statements(&self.space, edge.from, before));
            }
        }
        // At the head of a loop a predicate has to stand for many turns.
        let weakens = self.refined.insert(key) && self.space.is_head(edge.from);
        let mut found = Vec::new();
        for mut before in preconditions {
            let exprs = before.literals.iter().map(|it| (it.depth, &it.expr));
            let facts = self.lemmas.claims_about(&self.space, edge.from, exprs);
            if self.judge.is_contradiction(&self.space, edge.from, &mut before, &facts) {
                continue;
            }
            if edge.from == Space::ROOT {
                if !self.judge.is_excluded_at_start(&self.space, &before) {
                    return self.get_stuck(edge);
                }
                continue;
            }
            if let Some(known) = self.known_for(edge.from, &before) {
                found.push(Before::Known(known));
                continue;
            }
            match self.unseen(edge.from, before, weakens) {
                Some(before) => found.push(Before::New(before)),
                None => return self.get_stuck(edge),
            }
        }
        let states: Vec<RId> = found
            .into_iter()
            .map(|before| match before {
                Before::Known(id) => id,
                Before::New(predicate) => self.state_for(edge.from, predicate),
            })
            .collect();
        let count = states.len();
        self.graph.analyse(edge.from, edge.to, states.clone());
        for id in states {
            self.connect(id);
            self.refine_without_choice(id);
        }
        self.coarsen();
        Step::Refined(edge, count)
    }

    /// Where there is only one way on, no run can choose: an R-state is refined there at once.
    fn refine_without_choice(&mut self, id: RId) {
        if !self.graph.is_alive(id) {
            return;
        }
        let before = self.space.before(self.graph.get(id).location).to_vec();
        for (from, _) in before {
            let edge = FrontierEdge { to: id, from };
            let has_choice = self.space.segment(from).ways.len() > 1;
            let is_open = !self.graph.analysed.contains_key(&(from, id));
            if !has_choice && is_open && self.graph.is_visited(from) {
                self.reachability_step(edge);
            }
        }
    }

    fn get_stuck(&mut self, edge: FrontierEdge) -> Step {
        self.graph.analysed.insert((edge.from, edge.to), Analysed::Stuck);
        self.coarsen();
        Step::Stuck(edge)
    }

    /// The R-state for a predicate: one that is there already, or a new one.
    fn state_for(&mut self, at: LocationId, predicate: Predicate) -> RId {
        match self.known_for(at, &predicate) {
            Some(known) => known,
            None => self.graph.add(at, predicate, None),
        }
    }

    /// An R-state that holds wherever a predicate does.
    fn known_for(&mut self, at: LocationId, predicate: &Predicate) -> Option<RId> {
        let known = self.graph.at.get(&at).cloned().unwrap_or_default();
        for id in known {
            let state = self.graph.get(id);
            let is_there = matches!(state.standing, Standing::Alive | Standing::Excluded);
            let known = state.predicate.clone();
            if is_there && self.judge.implies(&self.space, at, predicate, &known) {
                return Some(id);
            }
        }
        None
    }

    /// Takes a run into the graph: new S-states, and R-states that it has satisfied go.
    fn absorb(&mut self, run: usize) {
        let known: Vec<RId> = (0..self.graph.states.len() as u32).map(RId).collect();
        self.visit(run);
        let is_there =
            |id: &RId| matches!(self.graph.get(*id).standing, Standing::Alive | Standing::Excluded);
        let known: Vec<RId> = known.into_iter().filter(is_there).collect();
        for id in self.satisfied_by(run, &known) {
            match self.graph.get(id).standing {
                Standing::Alive => self.graph.satisfy(id),
                Standing::Excluded => self.contradictions.push(id),
                Standing::Satisfied | Standing::Useless => {}
            }
        }
        let alive: Vec<RId> = self.graph.alive().collect();
        for id in alive {
            self.connect(id);
        }
        self.coarsen();
    }

    /// Notes where a run has been.
    fn visit(&mut self, run: usize) {
        for (at, visit) in self.forward.runs[run].visits.iter().enumerate() {
            let state = SState { run: run as u32, visit: at as u32 };
            self.graph.visit(visit.location, state);
        }
        let mut met = BTreeSet::new();
        for target in 0..self.outcomes.len() {
            let mut locations = self.space.of_target(target).iter();
            let is_met = locations.any(|it| self.graph.is_visited(*it));
            if self.outcomes[target] == Outcome::Open && is_met {
                self.outcomes[target] = Outcome::Covered(run);
                met.insert(target);
            }
        }
        let of_met = |id: &RId| self.graph.get(*id).target.is_some_and(|it| met.contains(&it));
        let gone: Vec<RId> = self.graph.alive().filter(of_met).collect();
        for id in gone {
            self.graph.satisfy(id);
        }
    }

    /// Restores Inv4, and says which targets nothing leads to any more.
    fn coarsen(&mut self) {
        self.graph.coarsen(&self.space);
        let left: BTreeSet<usize> =
            self.graph.alive().filter_map(|id| self.graph.get(id).target).collect();
        for (target, outcome) in self.outcomes.iter_mut().enumerate() {
            if *outcome == Outcome::Open && !left.contains(&target) {
                *outcome = Outcome::Excluded;
            }
        }
    }

    /// Looks whether the invariants of the graph hold (Definition 3.1).
    ///
    /// # Errors
    /// The first that does not.
    pub fn check(&mut self) -> Result<(), Broken> {
        let visits = self.forward.visits();
        let mut judge = Judge::new();
        let alive: Vec<RId> = self.graph.alive().collect();
        let satisfied: BTreeSet<RId> =
            (0..visits.len()).flat_map(|run| self.satisfied_by(run, &alive)).collect();
        let is_satisfied = |id: RId| satisfied.contains(&id);
        let outside = Outside { visits: &visits, is_satisfied: &is_satisfied };
        check(&self.space, &self.graph, &mut judge, &outside)
    }
}
