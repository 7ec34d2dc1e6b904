//! Predictive path search.

use clew_criteria::Relevance;

use super::Strategy;
use super::pool::RankedPool;
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// Relevance, then potential: what must meet something open comes before what only may.
type Rank = (Relevance, u32);

/// The rank before anything is asked.
const HIGHEST: Rank = (Relevance::Must, u32::MAX);

/// The candidate that is likely to meet the most open objectives within a few branches; must
/// before may, and the shorter path first.
#[derive(Debug)]
pub struct Predictive {
    pool: RankedPool<Rank>,
}

impl Default for Predictive {
    fn default() -> Self {
        Predictive { pool: RankedPool::new() }
    }
}

impl Predictive {
    /// Whether the next candidate is sure to meet something, if it can be taken at all.
    pub(super) fn is_sure(&mut self, structure: &mut dyn CoverageStructure) -> bool {
        let first = self.pool.peek(|place| rank(structure, place));
        first.is_some_and(|(relevance, _)| relevance == Relevance::Must)
    }
}

fn rank(structure: &mut dyn CoverageStructure, place: PlaceId) -> Rank {
    (structure.relevance(place), structure.potential(place))
}

impl Strategy for Predictive {
    fn name(&self) -> &'static str {
        "pps"
    }

    fn add(&mut self, candidate: CandidateId, place: PlaceId, info: &CandidateInfo) {
        self.pool.add(candidate, place, info.depth, HIGHEST);
    }

    fn next(&mut self, structure: &mut dyn CoverageStructure) -> Option<CandidateId> {
        self.pool.pop(|place| rank(structure, place))
    }

    fn clear(&mut self) {
        self.pool.clear();
    }
}
