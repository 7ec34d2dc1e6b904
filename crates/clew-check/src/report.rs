//! What a check found.

use crate::program::{Extent, Written};
use crate::semantics::EntryKind;
use crate::solver::Answer;
use std::fmt;

/// Whether a claim holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Both solvers say so.
    Proved,
    /// One solver says so, the other does not know.
    ProvedByOne,
    /// A solver has a counterexample.
    Refuted,
    /// No solver knows.
    Unknown,
}

impl Verdict {
    pub(crate) const fn of(answers: (Answer, Answer)) -> Self {
        match answers {
            (Answer::Sat, _) | (_, Answer::Sat) => Verdict::Refuted,
            (Answer::Unsat, Answer::Unsat) => Verdict::Proved,
            (Answer::Unsat, Answer::Unknown) | (Answer::Unknown, Answer::Unsat) => {
                Verdict::ProvedByOne
            }
            (Answer::Unknown, Answer::Unknown) => Verdict::Unknown,
        }
    }
}

/// One claim of a certificate and how it fared.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What is claimed.
    pub text: String,
    /// The objective that it is about alone, by its place in the certificate; else all rest on it.
    pub objective: Option<usize>,
    /// Whether it holds.
    pub verdict: Verdict,
    /// What z3 says.
    pub z3: Answer,
    /// What cvc5 says.
    pub cvc5: Answer,
}

/// What a certificate says to be infeasible, and where the executions start that it speaks of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Subject {
    /// The function that is entered.
    pub entry: String,
    /// How it is entered.
    pub kind: EntryKind,
    /// The objective, as it is written.
    pub objective: String,
    /// Whether it is said of every call of the objective's own function, in any state: then it is
    /// infeasible wherever executions start.
    pub is_anywhere: bool,
    /// What of the program it is about.
    pub about: About,
    /// The function at whose start it is, if it is at one.
    pub starts: Option<String>,
    /// Where the statement or decision is written that it is in, and all that this is a part of.
    pub within: Vec<Extent>,
}

/// What of the program an objective is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum About {
    /// An outcome of a condition that the user wrote.
    Outcome {
        /// Where the condition is written.
        at: Written,
        /// Whether it is that the condition holds.
        holds: bool,
    },
    /// An arm of a `switch` or of a computed jump.
    Arm {
        /// Where the arm is written, if that is told.
        at: Option<Written>,
    },
    /// Another edge.
    Edge,
    /// That a point is reached.
    Point,
    /// That something holds at a point.
    Predicate,
}

/// How the claims of certificates fared. All that solvers cannot tell has been checked: a
/// certificate that is no argument is an error, not a report.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The claims, in the order of the certificate's nodes.
    pub claims: Vec<Claim>,
    /// The names of what the certificate assumes.
    pub assumptions: Vec<String>,
    /// Those of these names whose assumptions are not what the names mean to the checker.
    pub unfounded: Vec<String>,
    /// What the certificates are about.
    pub subjects: Vec<Subject>,
    /// How many edges were found unable to reach the objective.
    pub irrelevant: usize,
}

impl Report {
    /// How many claims have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.claims.iter().filter(|claim| claim.verdict == verdict).count()
    }

    /// The objectives that claims about them alone leave in doubt; none where the argument as a whole
    /// is.
    pub fn doubtful(&self) -> Option<Vec<usize>> {
        let failed = |it: &&Claim| matches!(it.verdict, Verdict::Refuted | Verdict::Unknown);
        self.claims.iter().filter(failed).map(|claim| claim.objective).collect()
    }

    /// Adds what was found of another certificate.
    pub(crate) fn add(&mut self, other: Report) {
        let before = self.subjects.len();
        self.claims.extend(other.claims.into_iter().map(|claim| {
            let objective = claim.objective.map(|which| which + before);
            Claim { objective, ..claim }
        }));
        for name in other.assumptions {
            if !self.assumptions.contains(&name) {
                self.assumptions.push(name);
            }
        }
        self.unfounded.extend(other.unfounded);
        self.subjects.extend(other.subjects);
        self.irrelevant += other.irrelevant;
    }

    /// Whether the objectives are infeasible: every claim holds.
    pub fn holds(&self) -> bool {
        self.count(Verdict::Refuted) == 0 && self.count(Verdict::Unknown) == 0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (refuted, unknown) = (self.count(Verdict::Refuted), self.count(Verdict::Unknown));
        let proved = self.count(Verdict::Proved);
        let by_one = self.count(Verdict::ProvedByOne);
        write!(
            f,
            "{} claims: {proved} proved, {by_one} proved by one solver, {refuted} refuted, \
             {unknown} unknown",
            self.claims.len()
        )?;
        if !self.assumptions.is_empty() {
            write!(f, "; assuming {}", self.assumptions.join(", "))?;
        }
        Ok(())
    }
}
