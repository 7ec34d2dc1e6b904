//! The experiments of the paper on infeasible path generalization (Delahaye, Botella, Gotlieb, section 5):
//! each infeasible path generalised by itself (5.3), and a depth-first generation of all paths with and
//! without generalisation (5.4 and 5.5).

use clew_ir::call_graph::CallGraph;
use clew_ir::points_to::{Entry, PointsTo};
use clew_ir::{FunctionId, Position, Program};
use clew_prove::automata::{
    Breadth, Effects, Explaining, Graph, OfAnyPool, Paths, Point, Union, generalise, is_feasible,
    shortest_infeasible,
};
use clew_prove::{Start, Task};
use clew_solver::{Budget, Decide, ExternalCommand, Method, Solver, StackConfig};
use clew_symbolic::Letter;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Five seconds for a question, as in the paper.
const QUESTION: Budget = Budget { time: Some(Duration::from_secs(5)), conflicts: None };
/// The most infeasible paths that are generalised, and questions to find them.
const MOST_PATHS: usize = 2_048;
const MOST_QUESTIONS: usize = 40_000;
/// The most generalised paths of one that are proved one by one.
const MOST_PROVED: usize = 1_024;
const MOST_PROVED_BY_Z3: usize = 64;
/// The most states of an automaton.
const MOST_STATES: usize = 200_000;
/// Infeasible paths at a branch before one is generalised, where only hot branches are.
const HOT: u32 = 10;
/// What is thrifty takes one part in so many of all time, and expects the first generalisation to cost as
/// much as so many questions.
const SMALL_PART: u32 = 40;
const FEW_QUESTIONS: u32 = 40;
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

/// A function to experiment with.
pub struct Experiment<'p> {
    program: &'p Program,
    calls: CallGraph,
    start: Start,
    /// The most tests on a path.
    tests: u32,
    backend: Backend,
    method: Method,
    /// The one process of z3, where it is asked.
    pipe: RefCell<Solver>,
    /// What functions write is found once.
    points_to: PointsTo<'p>,
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
    /// How many there are; fewer are looked at where the time ends before.
    pub infeasible: usize,
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
    /// As long as it costs little, or has saved more than it cost.
    Thrifty,
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
        let z3 = StackConfig::external_only(ExternalCommand::z3());
        let pipe = RefCell::new(Solver::new(z3));
        let start = Start::Unit(function);
        let points_to = PointsTo::new(program, Entry::Unit(function));
        Experiment { program, calls, start, tests, backend, method, pipe, points_to }
    }

    /// Asks whoever answers.
    fn ask<R>(&self, question: impl FnOnce(&mut dyn Decide) -> R) -> R {
        match self.backend {
            Backend::Own => question(&mut Solver::new(StackConfig::default())),
            Backend::Z3 => question(&mut OfAnyPool(&mut self.pipe.borrow_mut())),
        }
    }

    fn task(&self) -> Task<'_> {
        Task { program: self.program, calls: &self.calls, start: self.start, assumes: &[] }
    }

    fn effects(&self) -> Effects<'p> {
        Effects::new(self.program, self.points_to.clone())
    }

    /// Generalises each of the shortest infeasible paths by itself (5.3), as many of them as the time is
    /// enough for, and at least one.
    pub fn unitary(&self, time: Duration) -> Unitary {
        let limits = Breadth {
            tests: self.tests,
            infeasible: MOST_PATHS,
            questions: MOST_QUESTIONS,
            budget: QUESTION,
        };
        let own = &mut || -> Box<dyn Decide> { Box::new(Solver::new(StackConfig::default())) };
        let found = shortest_infeasible(self.task(), own, limits);
        let infeasible = found.infeasible.len();
        let mut result = Unitary { infeasible, undecided: found.undecided, ..Unitary::default() };
        let effects = self.effects();
        let mut proved = BTreeMap::new();
        let start = Instant::now();
        for (number, index) in spread(infeasible).enumerate() {
            if number > 0 && start.elapsed() > time {
                break;
            }
            let word = &found.infeasible[index];
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
        let found = self.ask(|backend| {
            generalise(self.task(), effects, word, explaining(backend, self.method)).ok()
        })?;
        let mut union = Union::new(self.effects(), self.start.function());
        union.add(found.chain);
        let mut paths = Paths::new(self.program);
        let graph = Graph::of(&mut union, &mut paths, self.start.function(), MOST_STATES)?;
        let generalisation = start.elapsed();
        let count = graph.count(&paths, self.tests, u64::from(u32::MAX));
        let most = match self.backend {
            Backend::Own => MOST_PROVED,
            Backend::Z3 => MOST_PROVED_BY_Z3,
        };
        let words = graph.words(&paths, self.tests, most);
        let others: Vec<_> = words.iter().filter(|it| *it != word).collect();
        let some: Duration = others.iter().map(|it| self.prove(it, proved, refuted)).sum();
        // As many of the others as were proved stand for all.
        let exhaustive = some.mul_f64(count.saturating_sub(1) as f64 / others.len().max(1) as f64);
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
        let feasible = self.ask(|backend| is_feasible(self.task(), word, backend, QUESTION));
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
            start,
            asking: Duration::ZERO,
            asked: 0,
        };
        let (letter, point) = Paths::start(self.start.function());
        run.explore(&mut vec![letter], point, 0);
        run.found.total = start.elapsed();
        run.found
    }
}

/// All numbers below `count`, so that the first few of them are of all parts of it: paths come by their
/// length, and what is measured of some has to stand for all.
fn spread(count: usize) -> impl Iterator<Item = usize> {
    let is_coprime = |step: &usize| {
        let (mut a, mut b) = (*step, count);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a == 1
    };
    // The golden section leaves no large gap, however many are taken.
    let step = (count * 618 / 1_000..).find(is_coprime).unwrap_or(1);
    (0..count).map(move |number| number * step % count)
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
    start: Instant,
    /// The time for all questions, and their number.
    asking: Duration,
    asked: u32,
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
        let start = Instant::now();
        let answer =
            experiment.ask(|backend| is_feasible(experiment.task(), word, backend, QUESTION));
        let is_feasible = answer != Some(false);
        self.asking += start.elapsed();
        self.asked += 1;
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
        let has_any = !self.family.union.chains().is_empty() || !self.family.minimised.is_empty();
        let is_known = has_any
            && (self.family.minimised.iter().any(|it| it.accepts(word))
                || self.family.union.accepts(word));
        self.found.uniting += start.elapsed();
        is_known
    }

    /// Whether a path ends at a hot branch, where that counts.
    fn is_worth_it(&mut self, word: &[Letter]) -> bool {
        if self.mode == Mode::Thrifty {
            return self.can_afford();
        }
        let Some(Letter::Edge { from, arm, .. }) = word.last() else { return false };
        let count = self.family.hot.entry((*from, *arm)).or_insert(0);
        *count += 1;
        self.mode != Mode::Heuristic || *count >= HOT
    }

    /// Whether one more generalisation, and reading its automaton, keeps within a small part of all
    /// time beyond what was saved.
    fn can_afford(&self) -> bool {
        let found = &self.found;
        let spent = found.explaining + found.generalising + found.uniting;
        let each = spent / u32::try_from(found.generalised).unwrap_or(u32::MAX).max(1);
        let next = each.max(self.asking / FEW_QUESTIONS.min(self.asked.max(1)) * FEW_QUESTIONS);
        let saved =
            self.asking / self.asked.max(1) * u32::try_from(found.skipped).unwrap_or(u32::MAX);
        spent + next <= self.start.elapsed() / SMALL_PART + saved
    }

    fn generalise(&mut self, word: &[Letter]) {
        let start = Instant::now();
        let experiment = self.experiment;
        let method = match self.mode {
            Mode::Plain | Mode::General | Mode::Thrifty => experiment.method,
            Mode::Intrusive | Mode::Minimised | Mode::Heuristic => Method::Assumptions,
        };
        let found = experiment.ask(|backend| {
            generalise(experiment.task(), &self.effects, word, explaining(backend, method))
        });
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

#[cfg(test)]
mod tests {
    use super::*;
    use clew_c::{Frontend, Options};
    use std::path::Path as File;

    fn load(name: &str) -> Program {
        let folder = File::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/bench/ipeg");
        let mut frontend = Frontend::new(&Options::default()).expect("clang");
        frontend.add_files(&[folder.join(name)]).expect("C that compiles");
        frontend.finish().expect("a program that links")
    }

    /// How many infeasible paths there are, and how many others they stand for together.
    fn counts(found: &Unitary) -> (usize, u64) {
        assert_eq!((found.refuted, found.undecided), (0, 0));
        let others = found.paths.iter().map(|it| it.generalised).sum();
        (found.paths.len() + found.ungeneralised, others)
    }

    #[test]
    fn what_is_compared_does_not_matter_for_how_often() {
        let program = load("selection.c");
        let function = program.function("sort").expect("a function");
        let own = Experiment::new(&program, function, 8, Backend::Own, Method::Minimal);
        // The inner loop ends too early after k of its rounds, in each of which one way or the other is
        // gone: 2^k paths stand for each other. So for k up to 3, and the outer loop may not end at once.
        let (paths, others) = counts(&own.unitary(Duration::MAX));
        assert_eq!(paths, 1 + 1 + 2 + 4 + 8);
        assert!(others >= 2 + 4 * 3 + 8 * 7, "{others}");
    }

    #[test]
    fn what_the_time_is_enough_for_is_spread_over_all() {
        for count in [0, 1, 2, 10, 511, 1_024] {
            let mut all: Vec<usize> = spread(count).collect();
            let few = &all[..count.min(10)];
            assert!(count < 100 || (0..4).all(|it| few.iter().any(|at| at * 4 / count == it)));
            all.sort_unstable();
            assert_eq!(all, (0..count).collect::<Vec<_>>());
        }
        let program = load("selection.c");
        let function = program.function("sort").expect("a function");
        let own = Experiment::new(&program, function, 8, Backend::Own, Method::Minimal);
        let found = own.unitary(Duration::ZERO);
        assert_eq!((found.infeasible, found.paths.len() + found.ungeneralised), (16, 1));
    }

    #[test]
    fn all_modes_find_the_same_paths() {
        let program = load("erfill.c");
        let function = program.function("erfill").expect("a function");
        let own = Experiment::new(&program, function, 7, Backend::Own, Method::Minimal);
        let plain = own.generation(Mode::Plain);
        assert!(plain.feasible > 4 && plain.asked > 4 && plain.skipped == 0, "{plain:?}");
        for mode in
            [Mode::General, Mode::Intrusive, Mode::Minimised, Mode::Heuristic, Mode::Thrifty]
        {
            let found = own.generation(mode);
            assert_eq!(
                (found.feasible, found.asked + found.skipped),
                (plain.feasible, plain.asked)
            );
        }
    }
}
