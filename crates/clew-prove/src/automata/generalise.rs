//! From one infeasible path to its family: condition, explanation, chain (paper, 3.4).

use super::chain::{Chain, NoChain};
use super::effects::Effects;
use crate::path::{Cause, Path, PathCondition, explain};
use crate::prove::Task;
use clew_logic::TermPool;
use clew_solver::{Budget, Decide, Method, NoExplanation};
use clew_symbolic::Letter;
use clew_symbolic::meaning::Rules;
use std::fmt;

/// An infeasible path, generalised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generalised {
    /// The chain that its family shares.
    pub chain: Chain,
    /// How many constraints the path condition has.
    pub constraints: usize,
    /// How many of them explain why it has no solution.
    pub explaining: usize,
    /// How many questions that took.
    pub questions: usize,
}

/// Why a path is not generalised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ungeneralised {
    /// It has no path condition.
    Condition(Cause),
    /// It is not known to be infeasible.
    Explanation(NoExplanation),
    /// Its explanation has no chain.
    Chain(NoChain),
}

impl fmt::Display for Ungeneralised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ungeneralised::Condition(cause) => cause.fmt(f),
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
    let Explaining { backend, method, budget } = explaining;
    let explained = explain(backend, &mut pool, &condition, method, budget)
        .map_err(Ungeneralised::Explanation)?;
    let chain = Chain::of(&condition, &explained, effects).map_err(Ungeneralised::Chain)?;
    Ok(Generalised {
        chain,
        constraints: condition.tagged.len(),
        explaining: explained.tags.len(),
        questions: explained.questions,
    })
}
