//! Generational search, as in SAGE.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{RunNews, Strategy};
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// All candidates beside the path of one run, before those of another; the run that covered the
/// most new objectives first.
#[derive(Debug, Default)]
pub struct Generational {
    /// The score of the run, its age, and the order on its path.
    heap: BinaryHeap<(usize, Reverse<u64>, Reverse<u64>, CandidateId)>,
    /// The score of the last run.
    score: usize,
    runs: u64,
    added: u64,
}

impl Strategy for Generational {
    fn name(&self) -> &'static str {
        "generational"
    }

    fn ran(&mut self, news: &RunNews) {
        self.score = news.newly_covered;
        self.runs += 1;
    }

    fn add(&mut self, candidate: CandidateId, _: PlaceId, _: &CandidateInfo) {
        self.heap.push((self.score, Reverse(self.runs), Reverse(self.added), candidate));
        self.added += 1;
    }

    fn next(&mut self, _: &mut dyn CoverageStructure) -> Option<CandidateId> {
        self.heap.pop().map(|(_, _, _, candidate)| candidate)
    }

    fn clear(&mut self) {
        self.heap.clear();
    }
}
