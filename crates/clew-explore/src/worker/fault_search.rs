//! Looking for faults, beside the objectives and when they are decided.

use clew_symbolic::ForkSite;
use rustc_hash::FxHashMap;

use crate::candidate::CandidateId;
use crate::tree::Tree;

/// Candidates tried when every objective is decided: for covering without a fault what is covered
/// only with one.
const EXTRA_TRIES: u32 = 200;
/// How many queries may be too hard when every objective is decided.
const MAX_TOO_HARD: u32 = 2;

/// How many candidates are tried that meet nothing open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tries {
    /// So many.
    Few(u32),
    /// As many as there may be.
    All,
}

/// The candidates that lead to a fault, and how much may still be spent on looking for one.
#[derive(Debug)]
pub(super) struct FaultSearch {
    /// Candidates that lead to a fault, if anything does.
    checks: Vec<CandidateId>,
    /// How often faults were looked for at a site when nothing else was left to do.
    tried: FxHashMap<ForkSite, u32>,
    /// Candidates left that may be tried though they meet nothing open.
    extra: u32,
    /// Queries that were too hard since every objective is decided.
    too_hard: u32,
}

impl FaultSearch {
    pub(super) fn new() -> Self {
        FaultSearch {
            checks: Vec::new(),
            tried: FxHashMap::default(),
            extra: EXTRA_TRIES,
            too_hard: 0,
        }
    }

    /// Remembers a candidate that leads to a fault.
    pub(super) fn push(&mut self, candidate: CandidateId) {
        self.checks.push(candidate);
    }

    /// Forgets the candidates: their tree is gone.
    pub(super) fn clear(&mut self) {
        self.checks.clear();
    }

    /// Ends: looking for faults must not cost more than the search did.
    pub(super) fn end(&mut self) {
        self.checks.clear();
        self.extra = 0;
    }

    /// An arm that faults, at a site where it was not tried often.
    pub(super) fn next(&mut self, tree: &mut Tree, limit: u32) -> Option<CandidateId> {
        while let Some(candidate) = self.checks.pop() {
            if !tree.call_back(candidate) {
                continue;
            }
            let tries = self.tried.entry(tree.info(candidate).site).or_insert(0);
            *tries += 1;
            if *tries <= limit {
                return Some(candidate);
            }
            tree.filter_out(candidate);
        }
        None
    }

    /// Whether one more candidate may be tried that meets nothing open; it counts then.
    pub(super) fn try_another(&mut self, tries: Tries) -> bool {
        let enough = match tries {
            Tries::Few(tries) => EXTRA_TRIES.saturating_sub(tries),
            Tries::All => 0,
        };
        let may_try = self.extra > enough;
        self.extra -= u32::from(may_try);
        may_try
    }

    /// A query was too hard though every objective is decided: a few of them end the looking.
    pub(super) fn note_too_hard(&mut self) {
        self.too_hard += 1;
        if self.too_hard >= MAX_TOO_HARD {
            self.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extra_tries_are_counted_and_end() {
        let mut faults = FaultSearch::new();
        let few = (0..EXTRA_TRIES).filter(|_| faults.try_another(Tries::Few(3))).count();
        assert_eq!(few, 3);
        assert!(faults.try_another(Tries::All));
        faults.note_too_hard();
        assert!(faults.try_another(Tries::All));
        faults.note_too_hard();
        assert!(!faults.try_another(Tries::All));
    }
}
