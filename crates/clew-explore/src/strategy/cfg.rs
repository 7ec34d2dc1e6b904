//! CFG-directed search, as in CREST.

use std::cmp::Reverse;

use super::random::UniformRandom;
use super::{RunNews, Strategy};
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// How many paths without anything new are followed from one that had something.
const DEPTH: usize = 5;
/// Runs from a path that covered something new.
const FIRST_RUNS: u32 = 30;
/// Runs from each path behind it.
const LATER_RUNS: u32 = 5;

/// The candidates beside one path.
#[derive(Debug)]
struct Level {
    /// Those that were not looked at yet.
    new: Vec<(CandidateId, PlaceId)>,
    /// By distance, the nearest last.
    sorted: Vec<(u32, CandidateId)>,
    /// No further than this.
    limit: u32,
    runs: u32,
}

impl Level {
    fn new(limit: u32, runs: u32) -> Self {
        Level { new: Vec::new(), sorted: Vec::new(), limit, runs }
    }

    fn next(&mut self, structure: &mut dyn CoverageStructure) -> Option<(u32, CandidateId)> {
        if !self.new.is_empty() {
            // Of the same distance, the one that comes first on the path is tried first.
            for (candidate, place) in self.new.drain(..).rev() {
                if let Some(distance) = structure.distance(place).filter(|it| *it <= self.limit) {
                    self.sorted.push((distance, candidate));
                }
            }
            self.sorted.sort_by_key(|(distance, _)| Reverse(*distance));
        }
        if self.runs == 0 { None } else { self.sorted.pop() }
    }
}

/// The candidate beside the current path that is nearest to something uncovered. A run that comes
/// to nothing new is followed on towards where it was going, a few runs long; then the search goes
/// back. Where nothing is left on the way, it starts again somewhere at random.
#[derive(Debug)]
pub struct CfgDirected {
    levels: Vec<Level>,
    /// The distance of what was tried last.
    tried: u32,
    /// Whether the candidates of the last run make the last level.
    is_followed: bool,
    everything: UniformRandom,
}

impl CfgDirected {
    /// With restarts in the order of that seed.
    pub fn new(seed: u64) -> Self {
        let everything = UniformRandom::new(seed);
        CfgDirected { levels: Vec::new(), tried: 0, is_followed: false, everything }
    }
}

impl Strategy for CfgDirected {
    fn name(&self) -> &'static str {
        "cfg"
    }

    fn ran(&mut self, news: &RunNews) {
        if let Some(level) = self.levels.last_mut() {
            level.runs = level.runs.saturating_sub(1);
        }
        if news.newly_covered > 0 || self.levels.is_empty() {
            self.levels.clear();
            self.levels.push(Level::new(u32::MAX, FIRST_RUNS));
            self.is_followed = true;
        } else {
            self.is_followed = self.levels.len() < DEPTH;
            if self.is_followed {
                self.levels.push(Level::new(self.tried.saturating_sub(1), LATER_RUNS));
            }
        }
    }

    fn add(&mut self, candidate: CandidateId, place: PlaceId, info: &CandidateInfo) {
        self.everything.add(candidate, place, info);
        if let Some(level) = self.levels.last_mut().filter(|_| self.is_followed) {
            level.new.push((candidate, place));
        }
    }

    /// A candidate is on its level and among all: the search skips it the second time.
    fn next(&mut self, structure: &mut dyn CoverageStructure) -> Option<CandidateId> {
        while let Some(level) = self.levels.last_mut() {
            if let Some((distance, candidate)) = level.next(structure) {
                self.tried = distance;
                return Some(candidate);
            }
            self.levels.pop();
        }
        self.tried = u32::MAX;
        self.everything.draw()
    }

    fn clear(&mut self) {
        self.levels.clear();
        self.everything.clear();
    }
}
