//! Uniformly random.

use clew_random::Random;

use super::Strategy;
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// Any candidate, each with the same probability.
#[derive(Debug)]
pub struct UniformRandom {
    pool: Vec<CandidateId>,
    dice: Random,
}

impl UniformRandom {
    /// The order of that seed.
    pub fn new(seed: u64) -> Self {
        UniformRandom { pool: Vec::new(), dice: Random::new(seed) }
    }

    /// Takes a candidate without looking at anything.
    pub(super) fn draw(&mut self) -> Option<CandidateId> {
        if self.pool.is_empty() {
            return None;
        }
        let place = self.dice.index(self.pool.len());
        Some(self.pool.swap_remove(place))
    }
}

impl Strategy for UniformRandom {
    fn name(&self) -> &'static str {
        "random"
    }

    fn add(&mut self, candidate: CandidateId, _: PlaceId, _: &CandidateInfo) {
        self.pool.push(candidate);
    }

    fn next(&mut self, _: &mut dyn CoverageStructure) -> Option<CandidateId> {
        self.draw()
    }

    fn clear(&mut self) {
        self.pool.clear();
    }
}
