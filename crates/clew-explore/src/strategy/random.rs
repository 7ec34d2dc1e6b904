//! Uniformly random.

use super::Strategy;
use crate::candidate::{CandidateId, CandidateInfo};
use crate::goal::CoverageView;
use crate::path::mix;

/// Any candidate, each with the same probability.
#[derive(Debug)]
pub struct UniformRandom {
    pool: Vec<CandidateId>,
    seed: u64,
    drawn: u64,
}

impl UniformRandom {
    /// The order of that seed.
    pub fn new(seed: u64) -> Self {
        UniformRandom { pool: Vec::new(), seed, drawn: 0 }
    }
}

impl Strategy for UniformRandom {
    fn name(&self) -> &'static str {
        "random"
    }

    fn add(&mut self, candidate: CandidateId, _: &CandidateInfo) {
        self.pool.push(candidate);
    }

    fn next(&mut self, _: &dyn CoverageView) -> Option<CandidateId> {
        if self.pool.is_empty() {
            return None;
        }
        self.drawn += 1;
        let random = mix(mix(0, self.seed), self.drawn);
        // The upper bits of a product with the length: uniform without a division.
        let place = ((u128::from(random) * self.pool.len() as u128) >> 64) as usize;
        Some(self.pool.swap_remove(place))
    }

    fn clear(&mut self) {
        self.pool.clear();
    }
}
