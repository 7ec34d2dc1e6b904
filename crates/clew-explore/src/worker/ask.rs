//! Asking the solver for the inputs of a candidate.

use clew_logic::TermId;
use clew_solver::{Budget, Core, Query, Verdict};

use super::Worker;
use super::postponed::Effort;
use crate::candidate::CandidateId;
use crate::subject::Subject;

/// The conflicts of a query when every objective is decided.
const LAST_CONFLICTS: u32 = 1_000;
/// The conflicts of a query for several candidates at once: there is another way.
const JOINT_CONFLICTS: u32 = 1_000;
/// How often a part of the joint targets is left behind that contradicts the rest.
const JOINT_TRIES: u32 = 4;

/// How many tries a query counts for that is left to the SAT solver, and one that is too hard.
const BLASTED_TRIES: u32 = 8;
const TOO_HARD_TRIES: u32 = 64;

impl<S: Subject> Worker<'_, '_, S> {
    /// Inputs for a candidate and its joint targets, or else for the candidate alone.
    ///
    /// What is known to contradict itself is not asked again. The path up to the candidate has
    /// inputs, so a contradiction that it contains is one with the candidate itself.
    pub(super) fn solve(&mut self, candidate: CandidateId, effort: Effort) -> Verdict {
        if let Some(found) = self.solve_jointly(candidate) {
            return found;
        }
        self.aim.joint_targets.clear();
        self.tree.path_condition(
            self.subject.pool_mut(),
            candidate,
            &mut self.questions.constraints,
        );
        if let Some(constraints) = self.questions.known_contradiction() {
            return Verdict::Unsat(Core { constraints });
        }
        let budget = self.budget(effort);
        self.ask(candidate, budget)
    }

    /// Inputs for a candidate that satisfy a further constraint. Where there are none,
    /// nothing is said of the candidate.
    pub(super) fn solve_with(&mut self, candidate: CandidateId, constraint: TermId) -> Verdict {
        self.tree.path_condition(
            self.subject.pool_mut(),
            candidate,
            &mut self.questions.constraints,
        );
        self.questions.constraints.push(constraint);
        let budget = self.budget(Effort::FIRST);
        self.ask(candidate, budget)
    }

    /// Inputs that satisfy the constraints of the joint targets too, or of a part of them. Whether a run
    /// with them comes to these forks is not known; that it takes the candidate is.
    fn solve_jointly(&mut self, candidate: CandidateId) -> Option<Verdict> {
        let constraint_of = |it: &CandidateId| self.tree.constraint_of(*it);
        let mut wanted: Vec<TermId> =
            self.aim.joint_targets.iter().filter_map(constraint_of).collect();
        let budget = self.budget(Effort::FIRST);
        let budget = Budget { conflicts: Some(JOINT_CONFLICTS), ..budget };
        for _ in 0..JOINT_TRIES {
            if wanted.is_empty() {
                return None;
            }
            self.tree.path_condition(
                self.subject.pool_mut(),
                candidate,
                &mut self.questions.constraints,
            );
            self.questions.constraints.extend(&wanted);
            let refuted = match self.questions.known_contradiction() {
                Some(constraints) => constraints,
                None => match self.ask(candidate, budget) {
                    Verdict::Sat(model) => {
                        self.aim.joint_targets.truncate(wanted.len());
                        return Some(Verdict::Sat(model));
                    }
                    Verdict::Unsat(core) => core.constraints,
                    Verdict::Unknown(_) => return None,
                },
            };
            // Of those that contradict each other, the last on the path stays behind.
            let last = wanted.iter().rposition(|it| refuted.contains(it))?;
            wanted.remove(last);
        }
        None
    }

    /// What a query may cost.
    pub(super) fn budget(&self, effort: Effort) -> Budget {
        let Budget { time, conflicts } = self.shared.settings.limits.query;
        let factor = effort.factor();
        let time = time.map(|time| time.saturating_mul(factor));
        let conflicts = match self.shared.is_finishing() {
            true => Some(LAST_CONFLICTS),
            false => conflicts.map(|conflicts| conflicts.saturating_mul(factor)),
        };
        let time = match (time, self.shared.control.remaining()) {
            (Some(time), Some(left)) => Some(time.min(left)),
            (time, left) => time.or(left),
        };
        Budget { time, conflicts }
    }

    /// Asks for inputs that satisfy the constraints, near those of the run beside the candidate.
    fn ask(&mut self, candidate: CandidateId, budget: Budget) -> Verdict {
        let query = Query {
            constraints: &self.questions.constraints,
            previous: Some(self.tree.input_of(candidate)),
            budget,
        };
        self.shared.note_query();
        self.questions.asked += 1;
        let blasted = self.questions.solver.blasted();
        let verdict = self.questions.solver.check(self.subject.pool_mut(), &query);
        let is_blasted = self.questions.solver.blasted() > blasted;
        self.pace.note_query(&verdict, is_blasted, budget);
        self.note_cost(candidate, &verdict, is_blasted);
        if let Verdict::Unsat(core) = &verdict {
            self.questions.refuted.remember(&core.constraints);
        }
        verdict
    }

    /// Has the place of a candidate bear what its question cost.
    fn note_cost(&mut self, candidate: CandidateId, verdict: &Verdict, is_blasted: bool) {
        let tries = match verdict {
            Verdict::Unknown(_) => TOO_HARD_TRIES,
            Verdict::Sat(_) | Verdict::Unsat(_) if is_blasted => BLASTED_TRIES,
            Verdict::Sat(_) | Verdict::Unsat(_) => 0,
        };
        if tries > 0 {
            let place = self.place(candidate);
            self.guidance.strategy.was_costly(place, tries);
        }
    }
}
