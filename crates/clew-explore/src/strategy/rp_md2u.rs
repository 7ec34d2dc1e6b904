//! Random path, interleaved with minimal distance to uncovered: KLEE's default.

use std::collections::BTreeMap;

use clew_ir::Id;
use clew_random::Random;

use super::Strategy;
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// Depths beyond the shallowest by more than this have no chance worth counting.
const DEPTHS: u32 = 64;

/// By turns: a candidate at the end of a random walk from the root, where depth `l` weighs
/// `2⁻ˡ`; and a random one where a distance `d` to what is not covered weighs `1 / (1 + d)²`.
#[derive(Debug)]
pub struct RandomPathNearest {
    by_depth: BTreeMap<u32, Vec<CandidateId>>,
    by_place: Vec<Vec<CandidateId>>,
    /// By place: what a candidate weighs there, at most. Distances only grow.
    weights: Vec<f64>,
    is_walk: bool,
    dice: Random,
}

impl RandomPathNearest {
    /// The order of that seed.
    pub fn new(seed: u64) -> Self {
        let (by_depth, by_place, weights) = (BTreeMap::new(), Vec::new(), Vec::new());
        RandomPathNearest { by_depth, by_place, weights, is_walk: false, dice: Random::new(seed) }
    }

    fn walk(&mut self) -> Option<CandidateId> {
        let (&top, _) = self.by_depth.first_key_value()?;
        let near = |top: u32| top..=top.saturating_add(DEPTHS);
        let weigh = |depth: u32, count: usize| count as f64 * 0.5_f64.powi((depth - top) as i32);
        let depths = self.by_depth.range(near(top));
        let all: f64 = depths.map(|(&depth, at)| weigh(depth, at.len())).sum();
        let mut left = self.dice.fraction() * all;
        let chosen = self.by_depth.range(near(top)).find(|(depth, at)| {
            left -= weigh(**depth, at.len());
            left < 0.0
        });
        let depth = chosen.map_or(top, |(&depth, _)| depth);
        let at = self.by_depth.get_mut(&depth)?;
        let candidate = at.swap_remove(self.dice.index(at.len()));
        if at.is_empty() {
            self.by_depth.remove(&depth);
        }
        Some(candidate)
    }

    /// Draws by the weights as they were, and lets a place that has lost weight pass as often as it
    /// has lost: only the places drawn are asked for.
    fn nearest(&mut self, structure: &mut dyn CoverageStructure) -> Option<CandidateId> {
        loop {
            let weights = self.by_place.iter().zip(&self.weights);
            let weights = weights.map(|(at, weight)| at.len() as f64 * weight);
            let mut left = self.dice.fraction() * weights.clone().sum::<f64>();
            let chosen = weights.enumerate().find(|(_, weight)| {
                left -= weight;
                left < 0.0
            });
            let (place, _) = chosen?;
            let distance = structure.distance(PlaceId::from_index(place));
            let now = distance.map_or(0.0, |distance| (1.0 + f64::from(distance)).powi(-2));
            let before = std::mem::replace(&mut self.weights[place], now);
            if self.dice.fraction() * before < now {
                let at = &mut self.by_place[place];
                return Some(at.swap_remove(self.dice.index(at.len())));
            }
        }
    }
}

impl Strategy for RandomPathNearest {
    fn name(&self) -> &'static str {
        "rp-md2u"
    }

    fn add(&mut self, candidate: CandidateId, place: PlaceId, info: &CandidateInfo) {
        self.by_depth.entry(info.depth).or_default().push(candidate);
        if place.index() >= self.by_place.len() {
            self.by_place.resize_with(place.index() + 1, Vec::new);
            self.weights.resize(place.index() + 1, 1.0);
        }
        self.by_place[place.index()].push(candidate);
    }

    /// A candidate is in both halves: the search skips it the second time.
    fn next(&mut self, structure: &mut dyn CoverageStructure) -> Option<CandidateId> {
        self.is_walk = !self.is_walk;
        if self.is_walk {
            return self.walk();
        }
        self.nearest(structure).or_else(|| self.walk())
    }

    fn clear(&mut self) {
        self.by_depth.clear();
        self.by_place.clear();
        self.weights.clear();
    }
}
