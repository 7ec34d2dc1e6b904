//! Why a target is never reached, as an automaton over the control-flow graph (paper, Figures 3 and 9).

use super::reasons::Reasons;
use super::ways::{Ends, ways};
use crate::automata::{Effects, Explaining, Graph, Paths, Union, generalise};
use crate::certificate::Certificate;
use crate::prove::Task;
use crate::target::Start;
use clew_ir::points_to::{Entry, PointsTo};
use clew_ir::{Expr, Position};
use clew_solver::{Budget, Method, Solver, StackConfig};
use clew_symbolic::Letter;
use std::collections::BTreeMap;

/// An automaton: what it accepts has no execution. The first state is where executions start.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Automaton {
    /// The states.
    pub states: Vec<State>,
    /// The ways between them.
    pub arrows: Vec<Arrow>,
}

/// A state.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    /// What always holds there, and at which head of a loop.
    pub holds: Option<(Position, Vec<Expr>)>,
    /// Whether what has come there has no execution.
    pub is_accepting: bool,
}

/// A way from one state to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The state that it begins at.
    pub from: usize,
    /// The state that it leads to.
    pub to: usize,
    /// What is read on the shortest way.
    pub letters: Vec<Letter>,
    /// How many other paths lead there.
    pub others: usize,
}

/// More states than this are not to be looked at.
const MOST_STATES: usize = 400;
/// What a question of an explanation may cost.
const QUESTION: Budget = Budget { time: None, conflicts: Some(20_000) };
/// The most terms of a path that is explained.
const MOST_TERMS: usize = 20_000;

/// The automaton of a proof: that of the first infeasible path, where nothing else is needed, or else
/// what holds at the heads of loops and the ways between them.
pub fn automaton(
    task: Task<'_>,
    certificate: &Certificate,
    reasons: &Reasons,
) -> Option<Automaton> {
    let first = reasons.reasons.first()?;
    let starts = matches!(first.letters.first(), Some(Letter::Call { site: None, .. }));
    match starts && first.rests_on.is_empty() {
        true => family(task, &first.letters),
        false => Some(of_heads(task, certificate, reasons)),
    }
}

/// The family of one infeasible path.
fn family(task: Task<'_>, letters: &[Letter]) -> Option<Automaton> {
    let function = task.start.function();
    let entry = match task.start {
        Start::Unit(function) => Entry::Unit(function),
        Start::Program(function) => Entry::Program(function),
    };
    let effects = || Effects::new(task.program, PointsTo::new(task.program, entry));
    let mut solver = Solver::new(StackConfig::default());
    let explaining = Explaining {
        backend: &mut solver,
        method: Method::Minimal,
        budget: QUESTION,
        most_terms: MOST_TERMS,
    };
    let found = generalise(task, &effects(), letters, explaining).ok()?;
    let mut union = Union::new(effects(), function);
    union.add(found.chain);
    let graph = Graph::of(&mut union, &mut Paths::new(task.program), function, MOST_STATES)?;
    Some(of_graph(&graph.minimised()))
}

fn of_graph(graph: &Graph) -> Automaton {
    let is_accepting = |state| graph.accepting.contains(&state);
    let state = |at| State { holds: None, is_accepting: is_accepting(at) };
    let mut automaton =
        Automaton { states: (0..graph.states.len()).map(state).collect(), arrows: Vec::new() };
    for (from, ways) in graph.states.iter().enumerate() {
        let arrow = |(letter, to): (&Letter, &usize)| Arrow {
            from,
            to: *to,
            letters: vec![*letter],
            others: 0,
        };
        automaton.arrows.extend(ways.iter().map(arrow));
    }
    automaton.join();
    automaton
}

impl Automaton {
    /// Leaves out states that are only passed: one way leads there and one on.
    fn join(&mut self) {
        let mut state = 1;
        while state < self.states.len() {
            let into: Vec<usize> = self.positions(|it| it.to == state);
            let out: Vec<usize> = self.positions(|it| it.from == state);
            let (&[into], &[out]) = (&into[..], &out[..]) else {
                state += 1;
                continue;
            };
            if into == out {
                state += 1;
                continue;
            }
            let next = self.arrows[out].clone();
            self.arrows[into].letters.extend(next.letters);
            self.arrows[into].to = next.to;
            self.arrows.remove(out);
            self.states.remove(state);
            for arrow in &mut self.arrows {
                arrow.from -= usize::from(arrow.from > state);
                arrow.to -= usize::from(arrow.to > state);
            }
        }
    }

    fn positions(&self, is_it: impl Fn(&Arrow) -> bool) -> Vec<usize> {
        (0..self.arrows.len()).filter(|at| is_it(&self.arrows[*at])).collect()
    }
}

/// The start, the heads of loops with what is needed of them, and what is never reached.
fn of_heads(task: Task<'_>, certificate: &Certificate, reasons: &Reasons) -> Automaton {
    let mut automaton = Automaton::default();
    automaton.states.push(State::default());
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    for (node, contents) in certificate.nodes.iter().enumerate() {
        if contents.predicate.is_some() {
            let needed = reasons.invariants.iter();
            let needed = needed.filter(|it| it.at == contents.at && it.calls == contents.calls);
            let clauses = needed.map(|it| it.clause.clone()).collect();
            numbers.insert(node, automaton.states.len());
            let holds = Some((contents.at, clauses));
            automaton.states.push(State { holds, is_accepting: false });
        }
    }
    let last = automaton.states.len();
    automaton.states.push(State { holds: None, is_accepting: true });
    for way in ways(task.program, &certificate.nodes, &reasons.target) {
        let to = match way.ends {
            Ends::Head(node) => numbers.get(&node).copied(),
            Ends::Target => Some(last),
            Ends::Refuted => None,
        };
        let from = way.head.map_or(Some(0), |node| numbers.get(&node).copied());
        let (Some(from), Some(to)) = (from, to) else { continue };
        // The shortest comes first.
        match automaton.arrows.iter_mut().find(|it| (it.from, it.to) == (from, to)) {
            Some(known) => known.others += 1,
            None => automaton.arrows.push(Arrow { from, to, letters: way.letters, others: 0 }),
        }
    }
    automaton
}
