//! The ledger of verdicts: the one owner of what is said of each objective.
//!
//! **Invariants.** An objective is infeasible exactly when there is [`Evidence`] for it, and covered
//! exactly when a run has met it that is a test. What a run meets though it was held to be
//! infeasible is covered, and a [`Contradiction`]: a bug of ours, which is never swallowed. Evidence
//! that rests on an assumption is gone when the assumption is ([`Verdicts::expire`]).

use clew_criteria::{Coverage, ObjectiveId, Objectives, Observation, Refuted, Status};
use clew_symbolic::Origin;
use std::collections::{BTreeMap, BTreeSet};

/// Why an objective is infeasible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// How it was found.
    pub argument: Argument,
    /// What it rests on besides the program and C's own rules.
    pub assumes: BTreeSet<Origin>,
}

/// How it was found that an objective is infeasible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// Its predicate is false for all values that its operands have.
    Ranges(Refuted),
    /// Every path that may lead there was run.
    Exhaustion,
}

impl Argument {
    /// The name in results.
    pub fn name(self) -> &'static str {
        match self {
            Argument::Ranges(_) => "ranges",
            Argument::Exhaustion => "exhaustion",
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
}

impl Verdicts {
    /// What is known before any run: predicates that no values make true.
    pub fn new(objectives: &Objectives) -> Self {
        let by_ranges = objectives.iter().filter_map(|objective| {
            let argument = Argument::Ranges(objective.refuted?);
            Some((objective.id, Evidence { argument, assumes: BTreeSet::new() }))
        });
        Self {
            coverage: Coverage::new(objectives),
            evidence: by_ranges.collect(),
            contradictions: Vec::new(),
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
        let rests = |evidence: &Evidence| evidence.assumes.iter().any(|it| has_ended(*it));
        let gone: Vec<ObjectiveId> =
            self.evidence.iter().filter(|(_, it)| rests(it)).map(|(id, _)| *id).collect();
        for objective in &gone {
            self.evidence.remove(objective);
            self.coverage.reopen(*objective);
        }
        !gone.is_empty()
    }

    /// Starts the count anew from what these runs cover; evidence stays.
    pub(crate) fn recount(&mut self, coverage: Coverage) {
        self.coverage = coverage;
        for &objective in self.evidence.keys() {
            self.coverage.mark_infeasible(objective);
        }
    }
}
