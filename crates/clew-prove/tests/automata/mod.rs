//! Infeasible paths generalised: the paper's examples step by step, what must not be accepted, and
//! random programs whose accepted words are solved one by one.

mod examples;
mod random;
mod random_program;

use clew_c::{Frontend, Options};
use clew_ir::Program;
use clew_ir::call_graph::CallGraph;
use clew_ir::points_to::{Entry, PointsTo};
use clew_prove::automata::{
    Chain, Effects, Explaining, Generalised, Graph, Paths, Ungeneralised, Union, generalise,
};
use clew_prove::{Start, Task};
use clew_solver::{Budget, Decide, Method, Solver, StackConfig};
use clew_symbolic::Letter;

/// What a question of a test may cost.
const BUDGET: Budget =
    Budget { time: Some(std::time::Duration::from_secs(2)), conflicts: Some(20_000) };

fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("f.c");
    std::fs::write(&path, source).expect("a file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[path]).expect("C that compiles");
    frontend.finish().expect("a program that links")
}

/// A solver of our own, as new.
fn solver() -> Box<dyn Decide> {
    Box::new(Solver::new(StackConfig::default()))
}

/// A function of a program.
struct Subject<'p> {
    program: &'p Program,
    calls: CallGraph,
    start: Start,
}

impl<'p> Subject<'p> {
    fn new(program: &'p Program, function: &str) -> Self {
        let function = program.function(function).expect("the function");
        Subject { program, calls: CallGraph::new(program), start: Start::Unit(function) }
    }

    fn task(&self) -> Task<'_> {
        Task { program: self.program, calls: &self.calls, start: self.start, assumes: &[] }
    }

    fn effects(&self) -> Effects<'p> {
        let entry = Entry::Unit(self.start.function());
        Effects::new(self.program, PointsTo::new(self.program, entry))
    }

    /// The word that takes these arms, one for each test, and ends with the last.
    fn word(&self, arms: &[u32]) -> Vec<Letter> {
        let mut paths = Paths::new(self.program);
        let (first, mut point) = Paths::start(self.start.function());
        let mut word = vec![first];
        let mut arms = arms.iter().copied();
        let mut wanted = arms.next();
        while let Some(arm) = wanted {
            let ways = paths.next(point);
            let is_test = ways.len() > 1;
            let way = ways.into_iter().nth(if is_test { arm as usize } else { 0 });
            let (letter, next) = way.expect("a path of the program");
            word.push(letter);
            point = next;
            if is_test {
                wanted = arms.next();
            }
        }
        word
    }

    fn generalise(&self, word: &[Letter]) -> Result<Generalised, Ungeneralised> {
        let mut backend = solver();
        let (method, most_terms) = (Method::Minimal, usize::MAX);
        let explaining = Explaining { backend: &mut *backend, method, budget: BUDGET, most_terms };
        generalise(self.task(), &self.effects(), word, explaining)
    }

    /// The chain of the path that takes these arms.
    fn chain(&self, arms: &[u32]) -> Chain {
        self.generalise(&self.word(arms)).expect("an infeasible path").chain
    }

    /// What accepts the family of the path that takes these arms.
    fn union(&self, arms: &[u32]) -> Union<'p> {
        let mut union = Union::new(self.effects(), self.start.function());
        assert!(union.add(self.chain(arms)));
        union
    }

    fn graph(&self, arms: &[u32]) -> Graph {
        let (mut union, mut paths) = (self.union(arms), Paths::new(self.program));
        let graph = Graph::of(&mut union, &mut paths, self.start.function(), 100_000);
        graph.expect("a small automaton").minimised()
    }
}
