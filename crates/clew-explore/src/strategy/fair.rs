//! Predictive path search with fairness.

use clew_criteria::Relevance;
use clew_ir::Id;

use super::pool::{Age, RankedPool};
use super::{RunNews, Strategy};
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// What being sure to meet something is worth, beside one open objective ahead.
const SURE: u64 = 4;
/// The value of one open objective ahead at a place that was never tried.
const UNIT: u64 = 1 << 20;

/// As predictive path search, but a place is worth less with each try that covers nothing new:
/// what looks best is often out of reach, and a loop gives candidates for it without end.
/// Every other try at a place is for its newest candidate: the shallowest alone would never get
/// far into a loop that has many ways through each round.
#[derive(Debug)]
pub struct FairPredictive {
    pool: RankedPool<u64>,
    /// By place: the tries since one covered something new.
    tries: Vec<u32>,
}

impl Default for FairPredictive {
    fn default() -> Self {
        FairPredictive { pool: RankedPool::new(), tries: Vec::new() }
    }
}

/// What a place is worth after so many tries that came to nothing.
fn worth(structure: &mut dyn CoverageStructure, place: PlaceId, tries: u32) -> u64 {
    let sure = match structure.relevance(place) {
        Relevance::Irrelevant => return 0,
        Relevance::May => 1,
        Relevance::Must => SURE,
    };
    let ahead = u64::from(structure.potential(place)) + 1;
    sure * ahead.min(UNIT) * UNIT / (u64::from(tries) + 1)
}

impl Strategy for FairPredictive {
    fn name(&self) -> &'static str {
        "pps-fair"
    }

    fn ran(&mut self, news: &RunNews) {
        let Some((_, place)) = news.origin.filter(|_| news.newly_covered > 0) else { return };
        if let Some(tries) = self.tries.get_mut(place.index()) {
            *tries = 0;
            self.pool.raise(place, u64::MAX);
        }
    }

    fn add(&mut self, candidate: CandidateId, place: PlaceId, info: &CandidateInfo) {
        if place.index() >= self.tries.len() {
            self.tries.resize(place.index() + 1, 0);
        }
        self.pool.add(candidate, place, info.depth, u64::MAX);
    }

    fn next(&mut self, structure: &mut dyn CoverageStructure) -> Option<CandidateId> {
        let tries = &self.tries;
        let rank = |place: PlaceId| worth(structure, place, tries[place.index()]);
        let age = |place: PlaceId| match tries[place.index()] % 2 {
            0 => Age::Any,
            _ => Age::Newest,
        };
        let (place, candidate) = self.pool.pop_with_place(rank, age)?;
        self.tries[place.index()] += 1;
        Some(candidate)
    }

    fn clear(&mut self) {
        self.pool.clear();
        self.tries.clear();
    }
}
