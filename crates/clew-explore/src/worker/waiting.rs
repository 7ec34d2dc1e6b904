//! The candidates of a worker that the strategy does not have.

use super::postponed::Postponed;
use crate::candidate::CandidateId;
use crate::tree::Tree;

/// The most candidates that are set aside and not forgotten.
const MAX_SET_ASIDE: usize = 4096;

/// The candidates of a worker that the strategy does not have: it will get them, they meet nothing,
/// or they were too hard.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    /// Those that the strategy does not have yet.
    pub(crate) new: Vec<CandidateId>,
    /// Those that cannot meet anything open.
    set_aside: Vec<CandidateId>,
    /// Those that were too hard for the solver at first.
    pub(super) postponed: Postponed,
}

impl Waiting {
    /// Forgets them all: their tree is gone.
    pub(super) fn clear(&mut self) {
        self.new.clear();
        self.set_aside.clear();
        self.postponed.clear();
    }

    /// Sets a candidate aside that cannot meet anything open.
    pub(super) fn set_aside(&mut self, tree: &mut Tree, candidate: CandidateId) {
        if self.set_aside.len() < MAX_SET_ASIDE {
            tree.filter_out(candidate);
            self.set_aside.push(candidate);
        } else {
            tree.close(candidate);
        }
    }

    /// A candidate that was set aside: when every objective is decided, any will do.
    pub(super) fn call_back(&mut self, tree: &mut Tree) -> Option<CandidateId> {
        while let Some(candidate) = self.set_aside.pop() {
            if tree.call_back(candidate) {
                return Some(candidate);
            }
        }
        None
    }
}
