//! From one infeasible path to its family: condition, explanation, chain (paper, 3.4).

use super::chain::{Chain, NoChain};
use super::effects::Effects;
use crate::path::{Cause, Explained, Path, PathCondition, explain_terms};
use crate::prove::Task;
use clew_logic::TermPool;
use clew_solver::{Budget, Decide, Method, NoExplanation, Verdict};
use clew_symbolic::Letter;
use clew_symbolic::meaning::Rules;
use std::fmt;
use std::time::{Duration, Instant};

/// An infeasible path, generalised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generalised {
    /// The chain that its family shares.
    pub chain: Chain,
    /// How many constraints the path condition has.
    pub constraints: usize,
    /// How many constraints explain why it has no solution.
    pub explaining: usize,
    /// How many terms the path condition is made of.
    pub terms: usize,
    /// How many questions that took.
    pub questions: usize,
    /// How long they took.
    pub explaining_time: Duration,
}

/// Why a path is not generalised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ungeneralised {
    /// It has no path condition.
    Condition(Cause),
    /// It is not known to be infeasible.
    Explanation(NoExplanation),
    /// Its path condition has too many terms: so many.
    TooLarge(usize),
    /// Its explanation has no chain.
    Chain(NoChain),
}

impl fmt::Display for Ungeneralised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ungeneralised::Condition(cause) => cause.fmt(f),
            Ungeneralised::TooLarge(_) => f.write_str("its path condition is too large"),
            Ungeneralised::Explanation(_) => f.write_str("it is not known to be infeasible"),
            Ungeneralised::Chain(why) => why.fmt(f),
        }
    }
}

/// How a path is explained.
pub struct Explaining<'s> {
    /// Who answers.
    pub backend: &'s mut dyn Decide,
    /// By the core of the answer, or made minimal.
    pub method: Method,
    /// What each question may cost.
    pub budget: Budget,
    /// The most terms of a path condition.
    pub most_terms: usize,
}

/// The chain of an infeasible path, whose last letter is the one that no execution takes.
///
/// # Errors
/// Where the path is not known to be infeasible, or not for reasons that can be told from others.
pub fn generalise(
    task: Task<'_>,
    effects: &Effects<'_>,
    letters: &[Letter],
    explaining: Explaining<'_>,
) -> Result<Generalised, Ungeneralised> {
    let mut pool = TermPool::new();
    let condition = PathCondition::of(&mut pool, task, Path::of(letters), Rules::Machine)
        .map_err(Ungeneralised::Condition)?;
    let Explaining { backend, method, budget, most_terms } = explaining;
    let terms = pool.len();
    if terms > most_terms {
        return Err(Ungeneralised::TooLarge(terms));
    }
    let start = Instant::now();
    let explained = explain_recent(backend, &mut pool, &condition, method, budget)
        .map_err(Ungeneralised::Explanation)?;
    let explaining_time = start.elapsed();
    let chain = Chain::of(&condition, &explained, effects).map_err(Ungeneralised::Chain)?;
    Ok(Generalised {
        chain,
        constraints: condition.tagged.len(),
        terms,
        explaining: explained.tags.len(),
        questions: explained.questions,
        explaining_time,
    })
}

/// Explains a path by the shortest end of it that contradicts itself, where explanations are made
/// minimal.
///
/// # Errors
/// When the path condition is not known to be unsatisfiable.
pub(crate) fn explain_recent(
    backend: &mut dyn Decide,
    pool: &mut TermPool,
    condition: &PathCondition,
    method: Method,
    budget: Budget,
) -> Result<Explained, NoExplanation> {
    let recent = match method {
        Method::Minimal => recent(backend, pool, condition, budget),
        Method::Assumptions => Recent { from: 0, questions: 0 },
    };
    let terms = condition.terms();
    let mut explained = explain_terms(backend, pool, &terms[recent.from..], method, budget)?;
    explained.tags.iter_mut().for_each(|tag| *tag += recent.from);
    explained.questions += recent.questions;
    Ok(explained)
}

/// The last constraints of a path condition, which have no solution by themselves.
struct Recent {
    from: usize,
    questions: usize,
}

/// How many constraints are tried at first.
const FEW: usize = 8;

/// The fewest constraints at the end of a path that have no solution: what is explained by them needs
/// nothing of the way before, and so holds of more paths.
fn recent(
    backend: &mut dyn Decide,
    pool: &mut TermPool,
    condition: &PathCondition,
    budget: Budget,
) -> Recent {
    let terms = condition.terms();
    let mut questions = 0;
    let mut is_refuted = |count: usize| {
        questions += 1;
        let last = &terms[terms.len() - count..];
        matches!(backend.decide(pool, last, budget), Verdict::Unsat(_))
    };
    let (mut too_few, mut enough) = (0, terms.len());
    let mut count = FEW;
    while count < enough {
        match is_refuted(count) {
            true => enough = count,
            false => (too_few, count) = (count, count * 2),
        }
    }
    while too_few + 1 < enough {
        let middle = usize::midpoint(too_few, enough);
        match is_refuted(middle) {
            true => enough = middle,
            false => too_few = middle,
        }
    }
    Recent { from: terms.len() - enough, questions }
}
