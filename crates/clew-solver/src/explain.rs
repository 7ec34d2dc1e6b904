//! Explanations: why a set of constraints has no solution.
//!
//! The core that comes with an unsat answer is free but may contain more than is needed.
//! QuickXplain (Junker 2004) makes it minimal by further questions, to any [`Decide`].

use std::collections::VecDeque;

use clew_logic::{TermId, TermPool};
use rustc_hash::FxHashSet;

use crate::budget::Budget;
use crate::query::Query;
use crate::stack::Solver;
use crate::verdict::{Core, Reason, Verdict};

/// Anything that decides conjunctions.
pub trait Decide {
    /// Decides the conjunction of the constraints.
    fn decide(&mut self, pool: &mut TermPool, constraints: &[TermId], budget: Budget) -> Verdict;
}

impl Decide for Solver {
    fn decide(&mut self, pool: &mut TermPool, constraints: &[TermId], budget: Budget) -> Verdict {
        self.check(pool, &Query::new(constraints).with_budget(budget))
    }
}

/// How to explain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The core that comes with the answer: fast.
    Assumptions,
    /// A core of which no constraint can be dropped, by QuickXplain.
    Minimal,
}

/// An explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The constraints that contradict each other, in the order given.
    pub core: Core,
    /// Whether every constraint is known to be needed: asked for, and no question was left open.
    pub minimal: bool,
    /// How many questions were asked.
    pub questions: usize,
}

/// Why there is no explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoExplanation {
    /// The constraints are satisfiable.
    Satisfiable,
    /// They were not decided.
    Unknown(Reason),
}

/// Explains why the constraints have no solution. The last one is taken to be the newest: it is
/// assumed to be needed first, and those connected to it are preferred. The budget is for each
/// question.
///
/// # Errors
/// When the constraints are not known to be unsatisfiable.
pub fn explain(
    backend: &mut dyn Decide,
    pool: &mut TermPool,
    constraints: &[TermId],
    method: Method,
    budget: Budget,
) -> Result<Explanation, NoExplanation> {
    let core = match backend.decide(pool, constraints, budget) {
        Verdict::Unsat(core) => core,
        Verdict::Sat(_) => return Err(NoExplanation::Satisfiable),
        Verdict::Unknown(reason) => return Err(NoExplanation::Unknown(reason)),
    };
    if method == Method::Assumptions {
        return Ok(Explanation { core, minimal: false, questions: 1 });
    }
    let mut search = QuickXplain { backend, pool, budget, questions: 1, open: false };
    let last = constraints.last().copied().filter(|last| core.constraints.contains(last));
    let kept = search.minimise(&core.constraints, last);
    let (minimal, questions) = (!search.open, search.questions);
    // The order given, each constraint once.
    let mut seen = FxHashSet::default();
    let in_order =
        constraints.iter().copied().filter(|term| kept.contains(term) && seen.insert(*term));
    let core = Core { constraints: in_order.collect() };
    Ok(Explanation { core, minimal, questions })
}

struct QuickXplain<'a> {
    backend: &'a mut dyn Decide,
    pool: &'a mut TermPool,
    budget: Budget,
    questions: usize,
    /// Whether a question was left open.
    open: bool,
}

impl QuickXplain<'_> {
    /// A minimal unsatisfiable subset of an unsatisfiable set.
    fn minimise(&mut self, constraints: &[TermId], last: Option<TermId>) -> Vec<TermId> {
        let Some(last) = last else {
            let ordered = self.by_distance(constraints, constraints.last().copied());
            return self.search(&[], false, &ordered);
        };
        let mut ordered = self.by_distance(constraints, Some(last));
        ordered.retain(|&term| term != last);
        let mut kept =
            if ordered.is_empty() { Vec::new() } else { self.search(&[last], true, &ordered) };
        // That the last one is needed was an assumption so far.
        if !kept.is_empty() && self.is_unsat(&kept) {
            return self.search(&[], false, &kept);
        }
        kept.push(last);
        kept
    }

    /// Constraints in the order of their distance from `start` by shared inputs.
    fn by_distance(&self, constraints: &[TermId], start: Option<TermId>) -> Vec<TermId> {
        let mut left: Vec<TermId> = constraints.to_vec();
        let mut ordered = Vec::with_capacity(left.len());
        let mut queue: VecDeque<TermId> = start.into_iter().collect();
        left.retain(|term| !queue.contains(term));
        while let Some(term) = queue.pop_front() {
            let set = self.pool.input_set(term);
            let pool = &self.pool;
            left.retain(|&other| {
                let near = pool.sets_intersect(set, pool.input_set(other));
                if near {
                    queue.push_back(other);
                }
                !near
            });
            ordered.push(term);
        }
        ordered.extend(left);
        ordered
    }

    fn is_unsat(&mut self, constraints: &[TermId]) -> bool {
        self.questions += 1;
        match self.backend.decide(self.pool, constraints, self.budget) {
            Verdict::Unsat(_) => true,
            Verdict::Sat(_) => false,
            Verdict::Unknown(_) => {
                self.open = true;
                false
            }
        }
    }

    /// The part of `active` that is needed together with `background`; `grown` tells whether the
    /// background changed since it was last known to be satisfiable.
    fn search(&mut self, background: &[TermId], grown: bool, active: &[TermId]) -> Vec<TermId> {
        if grown && self.is_unsat(background) {
            return Vec::new();
        }
        if active.len() == 1 {
            return active.to_vec();
        }
        let (first, second) = active.split_at(active.len() / 2);
        let with_first = [background, first].concat();
        let mut needed = self.search(&with_first, true, second);
        let with_needed = [background, &needed].concat();
        let rest = self.search(&with_needed, !needed.is_empty(), first);
        needed.extend(rest);
        needed
    }
}
