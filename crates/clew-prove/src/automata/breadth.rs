//! The shortest infeasible paths of a function, breadth first over the words of its control-flow graph
//! (paper, 5.3.1).

use super::paths::{Paths, Point};
use crate::path::{Path, PathCondition};
use crate::prove::Task;
use clew_logic::TermPool;
use clew_solver::{Budget, Decide, Verdict};
use clew_symbolic::Letter;
use clew_symbolic::meaning::Rules;
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

/// Whether an execution goes a path; `None` where that is not known.
pub fn is_feasible(
    task: Task<'_>,
    letters: &[Letter],
    backend: &mut dyn Decide,
    budget: Budget,
) -> Option<bool> {
    let mut pool = TermPool::new();
    let condition = PathCondition::of(&mut pool, task, Path::of(letters), Rules::Machine).ok()?;
    match backend.decide(&mut pool, &condition.terms(), budget) {
        Verdict::Sat(_) => Some(true),
        Verdict::Unsat(_) => Some(false),
        Verdict::Unknown(_) => None,
    }
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
