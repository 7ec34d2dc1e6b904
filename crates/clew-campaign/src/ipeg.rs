//! The experiments of the paper on infeasible path generalization (Delahaye, Botella, Gotlieb, section 5):
//! each infeasible path generalised by itself (5.3), and a depth-first generation of all paths with and
//! without generalisation (5.4 and 5.5).

use clew_ir::call_graph::CallGraph;
use clew_ir::points_to::{Entry, PointsTo};
use clew_ir::{FunctionId, Position, Program};
use clew_prove::automata::{
    Breadth, Effects, Explaining, Graph, Paths, Point, Union, generalise, is_feasible,
    shortest_infeasible,
};
use clew_prove::{Start, Task};
use clew_solver::{Budget, Decide, ExternalCommand, Method, Solver, StackConfig};
use clew_symbolic::Letter;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Five seconds for a question, as in the paper.
const QUESTION: Budget = Budget { time: Some(Duration::from_secs(5)), conflicts: None };
/// The most infeasible paths that are generalised, and questions to find them.
const MOST_PATHS: usize = 2_048;
const MOST_QUESTIONS: usize = 40_000;
/// The most generalised paths of one that are proved one by one.
const MOST_PROVED: usize = 1_024;
/// The most states of an automaton.
const MOST_STATES: usize = 200_000;
/// Infeasible paths at a branch before one is generalised, where only hot branches are.
const HOT: u32 = 10;
/// So many generalisations come between two minimisations.
const BETWEEN: usize = 20;

/// Who answers questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backend {
    /// Our own solver.
    Own,
    /// z3, through a pipe.
    Z3,
}

impl Backend {
    fn solver(self) -> Box<dyn Decide> {
        Box::new(Solver::new(match self {
            Backend::Own => StackConfig::default(),
            Backend::Z3 => StackConfig::external_only(ExternalCommand::z3()),
        }))
    }
}

/// A function to experiment with.
pub struct Experiment<'p> {
    program: &'p Program,
    calls: CallGraph,
    start: Start,
    /// The most tests on a path.
    tests: u32,
    backend: Backend,
    method: Method,
}

/// What became of one infeasible path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Path {
    /// Constraints of the explanation for each of the path condition.
    pub ratio: f64,
    /// How many other paths it stands for.
    pub generalised: u64,
    /// The time to prove it infeasible, to generalise it, and to prove the others infeasible.
    pub proof: Duration,
    /// See `proof`.
    pub generalisation: Duration,
    /// See `proof`.
    pub exhaustive: Duration,
}

/// All infeasible paths of a function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Unitary {
    /// Those that were generalised.
    pub paths: Vec<Path>,
    /// Those that were not: their chain has no automaton.
    pub ungeneralised: usize,
    /// Paths that the solver did not decide.
    pub undecided: usize,
    /// Generalised paths that were solved afresh and found feasible: a bug of ours.
    pub refuted: usize,
}

/// How a depth-first generation generalises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Not at all.
    Plain,
    /// Every infeasible path, minimal explanations.
    General,
    /// Explanations by the core of the answer.
    Intrusive,
    /// With automata spelled out and minimised now and then.
    Minimised,
    /// Only at hot branches; automata are determinised as words are read.
    Heuristic,
}

/// What a depth-first generation took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Generation {
    /// Complete or bounded paths that are feasible.
    pub feasible: u64,
    /// Infeasible paths that were asked for.
    pub asked: u64,
    /// Infeasible paths that were generalised.
    pub generalised: u64,
    /// Infeasible paths that were skipped.
    pub skipped: u64,
    /// Times: explaining, generalising but for that, uniting and reading automata, all.
    pub explaining: Duration,
    /// See `explaining`.
    pub generalising: Duration,
    /// See `explaining`.
    pub uniting: Duration,
    /// See `explaining`.
    pub total: Duration,
}

impl<'p> Experiment<'p> {
    /// An experiment with a function.
    pub fn new(
        program: &'p Program,
        function: FunctionId,
        tests: u32,
        backend: Backend,
        method: Method,
    ) -> Self {
        let calls = CallGraph::new(program);
        Experiment { program, calls, start: Start::Unit(function), tests, backend, method }
    }

    fn task(&self) -> Task<'_> {
        Task { program: self.program, calls: &self.calls, start: self.start, assumes: &[] }
    }

    fn effects(&self) -> Effects<'p> {
        let entry = Entry::Unit(self.start.function());
        Effects::new(self.program, PointsTo::new(self.program, entry))
    }

    /// Generalises each of the shortest infeasible paths by itself (5.3).
    pub fn unitary(&self) -> Unitary {
        let limits = Breadth {
            tests: self.tests,
            infeasible: MOST_PATHS,
            questions: MOST_QUESTIONS,
            budget: QUESTION,
        };
        let found = shortest_infeasible(self.task(), &mut || Backend::Own.solver(), limits);
        let mut result = Unitary { undecided: found.undecided, ..Unitary::default() };
        let effects = self.effects();
        let mut proved = BTreeMap::new();
        for word in &found.infeasible {
            match self.one(word, &effects, &mut proved, &mut result.refuted) {
                Some(path) => result.paths.push(path),
                None => result.ungeneralised += 1,
            }
        }
        result
    }

    fn one(
        &self,
        word: &[Letter],
        effects: &Effects<'p>,
        proved: &mut BTreeMap<Vec<Letter>, Duration>,
        refuted: &mut usize,
    ) -> Option<Path> {
        let proof = self.prove(word, proved, refuted);
        let start = Instant::now();
        let mut backend = self.backend.solver();
        let explaining = explaining(&mut *backend, self.method);
        let found = generalise(self.task(), effects, word, explaining).ok()?;
        let mut union = Union::new(self.effects(), self.start.function());
        union.add(found.chain);
        let mut paths = Paths::new(self.program);
        let graph = Graph::of(&mut union, &mut paths, self.start.function(), MOST_STATES)?;
        let generalisation = start.elapsed();
        let count = graph.count(&paths, self.tests, u64::from(u32::MAX));
        let words = graph.words(&paths, self.tests, MOST_PROVED);
        let others = words.iter().filter(|it| *it != word);
        let exhaustive = others.map(|it| self.prove(it, proved, refuted)).sum();
        Some(Path {
            ratio: found.explaining as f64 / found.constraints as f64,
            generalised: count.saturating_sub(1),
            proof,
            generalisation,
            exhaustive,
        })
    }

    /// The time to prove a path infeasible.
    fn prove(
        &self,
        word: &[Letter],
        proved: &mut BTreeMap<Vec<Letter>, Duration>,
        refuted: &mut usize,
    ) -> Duration {
        if let Some(known) = proved.get(word) {
            return *known;
        }
        let start = Instant::now();
        let feasible = is_feasible(self.task(), word, &mut *self.backend.solver(), QUESTION);
        *refuted += usize::from(feasible == Some(true));
        let time = start.elapsed();
        proved.insert(word.to_vec(), time);
        time
    }

    /// Decides every path with so many tests, depth first (5.4).
    pub fn generation(&self, mode: Mode) -> Generation {
        let start = Instant::now();
        let effects = self.effects();
        let family = Family {
            union: Union::new(self.effects(), self.start.function()),
            minimised: Vec::new(),
            added: 0,
            hot: BTreeMap::new(),
        };
        let mut run = DepthFirst {
            experiment: self,
            mode,
            effects,
            paths: Paths::new(self.program),
            family,
            found: Generation::default(),
        };
        let (letter, point) = Paths::start(self.start.function());
        run.explore(&mut vec![letter], point, 0);
        run.found.total = start.elapsed();
        run.found
    }
}

/// How paths are explained here, whatever it costs.
fn explaining(backend: &mut dyn Decide, method: Method) -> Explaining<'_> {
    Explaining { backend, method, budget: QUESTION, most_terms: usize::MAX }
}

/// What is known of infeasible paths.
struct Family<'p> {
    union: Union<'p>,
    /// Automata spelled out, where they are.
    minimised: Vec<Graph>,
    added: usize,
    hot: BTreeMap<(Position, u32), u32>,
}

/// A depth-first generation under way.
struct DepthFirst<'e, 'p> {
    experiment: &'e Experiment<'p>,
    mode: Mode,
    effects: Effects<'p>,
    paths: Paths<'p>,
    family: Family<'p>,
    found: Generation,
}

impl DepthFirst<'_, '_> {
    /// Goes on behind a feasible path.
    fn explore(&mut self, word: &mut Vec<Letter>, point: Point, tests: u32) {
        let ways = self.paths.next(point);
        if ways.is_empty() || (ways.len() > 1 && tests == self.experiment.tests) {
            self.found.feasible += 1;
            return;
        }
        let count = ways.len();
        let mut infeasible = 0;
        for (letter, next) in ways {
            word.push(letter);
            // One of the ways is feasible, as the path up to here is.
            let is_last = infeasible + 1 == count;
            if is_last || self.is_feasible(word) {
                self.explore(word, next, tests + u32::from(count > 1));
            } else {
                infeasible += 1;
            }
            word.pop();
        }
    }

    fn is_feasible(&mut self, word: &[Letter]) -> bool {
        if self.mode != Mode::Plain && self.is_known(word) {
            self.found.skipped += 1;
            return false;
        }
        let experiment = self.experiment;
        let backend = &mut *experiment.backend.solver();
        let is_feasible = is_feasible(experiment.task(), word, backend, QUESTION) != Some(false);
        if !is_feasible {
            self.found.asked += 1;
            if self.mode != Mode::Plain && self.is_worth_it(word) {
                self.generalise(word);
            }
        }
        is_feasible
    }

    /// Whether the automata accept a path.
    fn is_known(&mut self, word: &[Letter]) -> bool {
        let start = Instant::now();
        let is_known = self.family.minimised.iter().any(|it| it.accepts(word))
            || self.family.union.accepts(word);
        self.found.uniting += start.elapsed();
        is_known
    }

    /// Whether a path ends at a hot branch, where that counts.
    fn is_worth_it(&mut self, word: &[Letter]) -> bool {
        let Some(Letter::Edge { from, arm, .. }) = word.last() else { return false };
        let count = self.family.hot.entry((*from, *arm)).or_insert(0);
        *count += 1;
        self.mode != Mode::Heuristic || *count >= HOT
    }

    fn generalise(&mut self, word: &[Letter]) {
        let start = Instant::now();
        let experiment = self.experiment;
        let mut backend = experiment.backend.solver();
        let method = match self.mode {
            Mode::Plain | Mode::General => Method::Minimal,
            Mode::Intrusive | Mode::Minimised | Mode::Heuristic => Method::Assumptions,
        };
        let explaining = explaining(&mut *backend, method);
        let found = generalise(experiment.task(), &self.effects, word, explaining);
        let explaining = found.as_ref().map_or(Duration::ZERO, |it| it.explaining_time);
        self.found.generalised += 1;
        self.found.explaining += explaining;
        self.found.generalising += start.elapsed().saturating_sub(explaining);
        let uniting = Instant::now();
        if let Ok(found) = found {
            self.family.added += usize::from(self.family.union.add(found.chain));
        }
        if self.mode == Mode::Minimised && self.family.added >= BETWEEN {
            self.minimise();
        }
        self.found.uniting += uniting.elapsed();
    }

    /// Spells out the union, minimised; the next automata begin a new one.
    fn minimise(&mut self) {
        let start = self.experiment.start.function();
        let graph = Graph::of(&mut self.family.union, &mut self.paths, start, MOST_STATES);
        if let Some(graph) = graph {
            self.family.minimised.push(graph.minimised());
            self.family.union.clear();
        }
        self.family.added = 0;
    }
}
