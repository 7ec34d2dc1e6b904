//! The shortest infeasible paths of a function, breadth first over the words of its control-flow graph
//! (paper, 5.3.1).

use super::paths::{Paths, Point};
use crate::prove::Task;
use crate::target::Start;
use clew_logic::{TermId, TermPool};
use clew_solver::{Budget, Decide, Query, Solver, Verdict};
use clew_symbolic::Letter;
use clew_symbolic::meaning::{Outcome, Rules, Style, Walk};
use std::collections::VecDeque;

/// How far a search for infeasible paths goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breadth {
    /// The most tests on a path.
    pub tests: u32,
    /// The most infeasible paths.
    pub infeasible: usize,
    /// The most questions.
    pub questions: usize,
    /// What each may cost.
    pub budget: Budget,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shortest {
    /// The infeasible paths of which every prefix is feasible, shortest first.
    pub infeasible: Vec<Vec<Letter>>,
    /// Paths that were not decided: what is behind them was not looked at.
    pub undecided: usize,
    /// Questions asked.
    pub questions: usize,
}

/// A solver that is asked about terms of one pool after the other: one that remembers nothing of earlier
/// answers.
pub struct OfAnyPool<'s>(pub &'s mut Solver);

impl Decide for OfAnyPool<'_> {
    fn decide(&mut self, pool: &mut TermPool, constraints: &[TermId], budget: Budget) -> Verdict {
        // Of terms, the beginning of the last query is kept; that of this one is none.
        self.0.check(pool, &Query::new(&[]));
        self.0.check(pool, &Query::new(constraints).with_budget(budget))
    }
}

/// Whether an execution goes a path; `None` where that is not known. The path is walked along and
/// values take the place of variables: this shares nothing with how paths are explained.
pub fn is_feasible(
    task: Task<'_>,
    letters: &[Letter],
    backend: &mut dyn Decide,
    budget: Budget,
) -> Option<bool> {
    let mut pool = TermPool::new();
    let terms = walked(&mut pool, task, letters)?;
    match backend.decide(&mut pool, &terms, budget) {
        Verdict::Sat(_) => Some(true),
        Verdict::Unsat(_) => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// The constraints of a path; `None` where it cannot be walked.
fn walked(pool: &mut TermPool, task: Task<'_>, letters: &[Letter]) -> Option<Vec<TermId>> {
    let function = task.start.function();
    let mut walk = Walk::new(pool, task.program, function, Style::Substituted, Rules::Machine);
    if let Start::Program(_) = task.start {
        walk.initialise(pool, task.initial());
    }
    let paths = Paths::new(task.program);
    for letter in letters.iter().filter(|letter| paths.is_test(letter)) {
        let (Letter::Edge { from, arm, .. }, Outcome::Choice(edges)) = (letter, walk.run(pool))
        else {
            return None;
        };
        let edge = *edges.iter().find(|edge| edge.index == *arm)?;
        if walk.position() != *from {
            return None;
        }
        walk.take(edge);
    }
    Some(walk.store().constraints().iter().map(|it| it.term).collect())
}

/// The shortest infeasible paths of a task.
pub fn shortest_infeasible(
    task: Task<'_>,
    backend: &mut dyn FnMut() -> Box<dyn Decide>,
    limits: Breadth,
) -> Shortest {
    let mut paths = Paths::new(task.program);
    let mut found = Shortest::default();
    let (letter, point) = Paths::start(task.start.function());
    let mut open: VecDeque<(Vec<Letter>, Point, u32)> = VecDeque::from([(vec![letter], point, 0)]);
    while let Some((word, point, tests)) = open.pop_front() {
        for (letter, next) in paths.next(point) {
            let mut longer = word.clone();
            longer.push(letter);
            let is_test = paths.is_test(&letter);
            if !is_test {
                open.push_back((longer, next, tests));
                continue;
            }
            let is_full = found.infeasible.len() >= limits.infeasible;
            if tests == limits.tests || is_full || found.questions >= limits.questions {
                continue;
            }
            found.questions += 1;
            match is_feasible(task, &longer, &mut *backend(), limits.budget) {
                Some(true) => open.push_back((longer, next, tests + 1)),
                Some(false) => found.infeasible.push(longer),
                None => found.undecided += 1,
            }
        }
    }
    found
}
