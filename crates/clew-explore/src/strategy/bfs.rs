//! Breadth first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Strategy;
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// The shallowest candidate first; of one depth, the oldest.
#[derive(Debug, Default)]
pub struct BreadthFirst {
    /// Depth, then age.
    heap: BinaryHeap<Reverse<(u32, u64, CandidateId)>>,
    added: u64,
}

impl Strategy for BreadthFirst {
    fn name(&self) -> &'static str {
        "bfs"
    }

    fn add(&mut self, candidate: CandidateId, _: PlaceId, info: &CandidateInfo) {
        self.heap.push(Reverse((info.depth, self.added, candidate)));
        self.added += 1;
    }

    fn next(&mut self, _: &mut dyn CoverageStructure) -> Option<CandidateId> {
        self.heap.pop().map(|Reverse((_, _, candidate))| candidate)
    }

    fn clear(&mut self) {
        self.heap.clear();
    }
}
