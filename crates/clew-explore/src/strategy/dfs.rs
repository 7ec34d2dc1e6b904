//! Depth first.

use super::Strategy;
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// The most recent candidate first; of one run, the deepest. The pool stays as small as a path is
/// long.
#[derive(Debug, Default)]
pub struct DepthFirst {
    stack: Vec<CandidateId>,
}

impl Strategy for DepthFirst {
    fn name(&self) -> &'static str {
        "dfs"
    }

    fn add(&mut self, candidate: CandidateId, _: PlaceId, _: &CandidateInfo) {
        self.stack.push(candidate);
    }

    fn next(&mut self, _: &mut dyn CoverageStructure) -> Option<CandidateId> {
        self.stack.pop()
    }

    fn clear(&mut self) {
        self.stack.clear();
    }
}
