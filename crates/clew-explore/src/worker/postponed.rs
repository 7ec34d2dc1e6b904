//! Candidates whose questions were too hard: they wait, and are asked with more effort later.
//!
//! A hard question must not take the time of many easy ones, so the first try is short. While there
//! is something else to do, now and then one of those that wait is tried harder; and when nothing else
//! is left, all of them are.

use super::Worker;
use super::choose::is_wanted;
use crate::candidate::CandidateId;
use crate::subject::Subject;

/// How much more a question may cost each time.
const FACTOR: u32 = 8;
/// How often a question is asked: where the search has a time limit, and where it has none.
const MOST_TRIES: usize = 5;
const MOST_TRIES_UNTIMED: usize = 3;

/// How hard a question is tried: how often it was too hard before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Effort(u32);

impl Effort {
    pub(super) const FIRST: Effort = Effort(0);

    /// By how much its limits are those of the first try.
    pub(super) fn factor(self) -> u32 {
        FACTOR.saturating_pow(self.0)
    }
}

/// The candidates that wait, by the effort with which they are to be tried.
#[derive(Debug, Default)]
pub(super) struct Postponed {
    waiting: [Vec<CandidateId>; MOST_TRIES - 1],
}

impl Postponed {
    pub(super) fn clear(&mut self) {
        self.waiting.iter_mut().for_each(Vec::clear);
    }

    /// Has a candidate wait that was too hard; `false` where it was tried often enough.
    fn push(&mut self, candidate: CandidateId, effort: Effort, tries: usize) -> bool {
        let at = effort.0 as usize;
        let waits = at + 1 < tries;
        if let Some(waiting) = self.waiting.get_mut(at).filter(|_| waits) {
            waiting.push(candidate);
        }
        waits
    }

    /// The candidate that needs the least effort.
    fn pop(&mut self) -> Option<(CandidateId, Effort)> {
        let mut levels = self.waiting.iter_mut().zip(1..);
        levels.find_map(|(waiting, level)| Some((waiting.pop()?, Effort(level))))
    }

    /// With how much effort the next one is to be tried.
    fn next_effort(&self) -> Option<Effort> {
        let mut levels = self.waiting.iter().zip(1..);
        levels.find(|(waiting, _)| !waiting.is_empty()).map(|(_, level)| Effort(level))
    }
}

impl<S: Subject> Worker<'_, '_, S> {
    /// Has a candidate wait that was too hard; `false` where it was tried often enough.
    pub(super) fn postpone(&mut self, candidate: CandidateId, effort: Effort) -> bool {
        let tries = match self.shared.control.remaining() {
            Some(_) => MOST_TRIES,
            None => MOST_TRIES_UNTIMED,
        };
        self.waiting.postponed.push(candidate, effort, tries)
    }

    /// Tries a candidate again that was too hard, with more effort; `false` where none waits.
    pub(super) fn try_postponed(&mut self) -> bool {
        while let Some((candidate, effort)) = self.waiting.postponed.pop() {
            let deletion = self.shared.settings.search.labels;
            let is_wanted = is_wanted(&mut self.tree, candidate, &self.shared.ledger(), deletion);
            if !is_wanted || self.shared.is_finishing() {
                continue;
            }
            if self.is_irrelevant(candidate) {
                self.waiting.set_aside(&mut self.tree, candidate);
                continue;
            }
            self.attempt(candidate, effort);
            return true;
        }
        false
    }

    /// The same while there is something else to do, with a small part of all effort.
    pub(super) fn try_postponed_if_due(&mut self) {
        let Some(effort) = self.waiting.postponed.next_effort() else { return };
        let conflicts = self.shared.settings.limits.query.conflicts.unwrap_or(0);
        if self.pace.affords_hard_question(conflicts.saturating_mul(effort.factor())) {
            self.try_postponed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_ir::Id as _;

    #[test]
    fn what_needs_the_least_effort_comes_first_and_none_waits_for_ever() {
        let [a, b] = [1, 2].map(CandidateId::from_index);
        let mut postponed = Postponed::default();
        assert!(postponed.push(a, Effort::FIRST, 3));
        let second = postponed.pop();
        assert_eq!(second, Some((a, Effort(1))));
        assert!(postponed.push(a, Effort(1), 3));
        assert!(postponed.push(b, Effort::FIRST, 3));
        assert_eq!(postponed.next_effort(), Some(Effort(1)));
        assert_eq!(postponed.pop(), Some((b, Effort(1))));
        assert_eq!(postponed.pop(), Some((a, Effort(2))));
        assert!(!postponed.push(a, Effort(2), 3));
        assert_eq!(postponed.pop(), None);
        assert_eq!(Effort(2).factor(), 64);
    }
}
