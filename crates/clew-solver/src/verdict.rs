//! Answers.

use std::fmt;

use clew_logic::{Model, TermId};

/// A subset of a query's constraints that no input satisfies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    /// The constraints, in the order of the query.
    pub constraints: Vec<TermId>,
}

/// Why a question was not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The time of the budget ran out.
    Time,
    /// The conflicts of the budget ran out, or the work that goes with them.
    Conflicts,
    /// Another thread asked to stop.
    Interrupted,
    /// No layer that could answer is in the stack.
    NoBackend,
    /// The external solver said `unknown`, failed or is not there.
    External(String),
    /// A model was found that does not satisfy the constraints. This is a bug, counted and
    /// reported, and never a wrong answer.
    ModelRejected(&'static str),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Time => write!(f, "the time budget ran out"),
            Reason::Conflicts => write!(f, "the conflict budget ran out"),
            Reason::Interrupted => write!(f, "interrupted"),
            Reason::NoBackend => write!(f, "no deciding layer is enabled"),
            Reason::External(message) => write!(f, "external solver: {message}"),
            Reason::ModelRejected(layer) => {
                write!(f, "a model of layer {layer} does not satisfy the query")
            }
        }
    }
}

/// The answer to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Satisfied by these inputs; checked by evaluation.
    Sat(Model),
    /// Not satisfiable, because of these constraints.
    Unsat(Core),
    /// Not decided.
    Unknown(Reason),
}

impl Verdict {
    /// `sat`, `unsat` or `unknown`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Sat(_) => "sat",
            Verdict::Unsat(_) => "unsat",
            Verdict::Unknown(_) => "unknown",
        }
    }
}
