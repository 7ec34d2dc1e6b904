//! Breadth first.

use super::Strategy;
use super::by_depth::ByDepth;
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// The shallowest candidate first; of one depth, the oldest.
#[derive(Debug, Default)]
pub struct BreadthFirst {
    waiting: ByDepth,
    added: u64,
}

impl Strategy for BreadthFirst {
    fn name(&self) -> &'static str {
        "bfs"
    }

    fn add(&mut self, candidate: CandidateId, _: PlaceId, info: &CandidateInfo) {
        self.waiting.push(info.depth, self.added, candidate);
        self.added += 1;
    }

    fn next(&mut self, _: &mut dyn CoverageStructure) -> Option<CandidateId> {
        self.waiting.pop().map(|(_, candidate)| candidate)
    }

    fn clear(&mut self) {
        self.waiting.clear();
    }
}
