//! The ledger of verdicts: the one owner of what is said of each objective.
//!
//! **Invariants.** An objective is infeasible exactly when there is [`Evidence`] for it, and covered
//! exactly when a run has met it that is a test. What a run meets though it was held to be
//! infeasible is covered, and a [`Contradiction`]: a bug of ours, which is never swallowed. Evidence
//! that rests on an assumption is gone when the assumption is ([`Verdicts::expire`]).

use crate::proofs::Invariant;
use clew_criteria::{Coverage, ObjectiveId, Objectives, Observation, Status};
use clew_prove::Method;
use clew_symbolic::Origin;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Why an objective is infeasible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// How it was found.
    pub argument: Argument,
    /// What it rests on besides the program and C's own rules.
    pub assumes: BTreeSet<Assumption>,
    /// What is proved to be unreachable, as certificates write it: without any of it the objective is
    /// not met.
    pub targets: Vec<String>,
    /// The proofs, as texts that the checker has accepted: together they make the argument.
    pub certificates: Vec<Arc<str>>,
    /// What the proofs say of loops and can be written as C.
    pub invariants: BTreeSet<Invariant>,
}

/// How it was found that an objective is infeasible; a later one says more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Argument {
    /// Its predicate is false for all values that its operands have.
    Ranges,
    /// Every way there is refuted.
    Exhaustion,
    /// What holds at the heads of loops refutes every way there, however long.
    Invariant,
    /// The same by cases: infeasible paths were generalised until none was left.
    Automaton,
}

impl Argument {
    /// The name in results.
    pub fn name(self) -> &'static str {
        match self {
            Argument::Ranges => "ranges",
            Argument::Exhaustion => "exhaustion",
            Argument::Invariant => "invariant",
            Argument::Automaton => "automaton",
        }
    }

    /// The argument that a proof makes.
    pub(crate) fn of(method: Method) -> Self {
        match method {
            Method::Ranges => Argument::Ranges,
            Method::Exhaustion | Method::Joined => Argument::Exhaustion,
            Method::Invariants => Argument::Invariant,
            Method::Automata => Argument::Automaton,
        }
    }
}

/// Something that a verdict rests on besides the program and C's own rules.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Assumption {
    /// Callers keep to the precondition that a function of this name states.
    Precondition(String),
    /// Callers of a function keep to what its declaration or the user's settings say.
    Promise {
        /// The function.
        function: String,
        /// What they keep to.
        words: String,
    },
    /// Pointer parameters are different, or null: `--no-alias`.
    DistinctPointers,
    /// Something that a search takes to hold until it tries more.
    OfSearch(Origin),
}

impl std::fmt::Display for Assumption {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Assumption::Precondition(name) => write!(f, "precondition {name}"),
            Assumption::Promise { function, words } => write!(f, "callers of {function}: {words}"),
            Assumption::DistinctPointers => f.write_str("no-alias"),
            Assumption::OfSearch(origin) => write!(f, "{origin}"),
        }
    }
}

/// A run that met what was held to be infeasible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The objective.
    pub objective: ObjectiveId,
    /// What was held to be evidence.
    pub evidence: Evidence,
}

/// What is said of the objectives of a campaign.
#[derive(Clone, Debug)]
pub struct Verdicts {
    coverage: Coverage,
    evidence: BTreeMap<ObjectiveId, Evidence>,
    contradictions: Vec<Contradiction>,
    /// What was proved of a program that compilers make another of.
    doubted: BTreeSet<ObjectiveId>,
}

impl Verdicts {
    /// Nothing is known.
    pub fn new(objectives: &Objectives) -> Self {
        let coverage = Coverage::new(objectives);
        Self {
            coverage,
            evidence: BTreeMap::new(),
            contradictions: Vec::new(),
            doubted: BTreeSet::new(),
        }
    }

    /// What is covered, what is not, and what is left.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// The evidence that an objective is infeasible.
    pub fn evidence(&self, objective: ObjectiveId) -> Option<&Evidence> {
        self.evidence.get(&objective)
    }

    /// What was held to be infeasible, and met.
    pub fn contradictions(&self) -> &[Contradiction] {
        &self.contradictions
    }

    /// Takes in what a run has shown; how many objectives it is the first to meet.
    pub fn observe(&mut self, seen: &Observation<'_>) -> usize {
        let newly_covered = self.coverage.observe(seen);
        for &objective in &newly_covered {
            if let Some(evidence) = self.evidence.remove(&objective) {
                self.contradictions.push(Contradiction { objective, evidence });
            }
        }
        newly_covered.len()
    }

    /// Says that an objective is infeasible; one that is decided stays as it is.
    pub fn refute(&mut self, objective: ObjectiveId, evidence: Evidence) {
        if self.coverage.status(objective) == Status::Open {
            self.coverage.mark_infeasible(objective);
            self.evidence.insert(objective, evidence);
        }
    }

    /// Opens again what was held to be infeasible under an assumption that no longer holds: a bound
    /// that grows, pointers that may lead to the same object. Whether there was any.
    pub fn expire(&mut self, has_ended: impl Fn(Origin) -> bool) -> bool {
        let rests = |evidence: &Evidence| {
            evidence.assumes.iter().any(|it| match it {
                Assumption::OfSearch(origin) => has_ended(*origin),
                Assumption::Precondition(_)
                | Assumption::Promise { .. }
                | Assumption::DistinctPointers => false,
            })
        };
        let gone: Vec<ObjectiveId> =
            self.evidence.iter().filter(|(_, it)| rests(it)).map(|(id, _)| *id).collect();
        for objective in &gone {
            self.evidence.remove(objective);
            self.coverage.reopen(*objective);
        }
        !gone.is_empty()
    }

    /// Opens again all that was held to be infeasible: the compiled program does something else than
    /// the machine, so that proofs about the program model may be about another program.
    pub(crate) fn doubt(&mut self) {
        for (objective, _) in std::mem::take(&mut self.evidence) {
            self.coverage.reopen(objective);
            self.doubted.insert(objective);
        }
    }

    /// Whether a proof of an objective is no longer believed.
    pub(crate) fn is_doubted(&self, objective: ObjectiveId) -> bool {
        self.doubted.contains(&objective)
    }

    /// Starts the count anew from what these runs cover; evidence stays.
    pub(crate) fn recount(&mut self, coverage: Coverage) {
        self.coverage = coverage;
        for &objective in self.evidence.keys() {
            self.coverage.mark_infeasible(objective);
        }
    }
}
