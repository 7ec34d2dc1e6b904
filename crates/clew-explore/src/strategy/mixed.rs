//! Predictive path search, with others in turn while it comes to nothing.

use super::{CfgDirected, Predictive, RunNews, Strategy, UniformRandom};
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// Runs without anything new before others have their turn.
const PATIENCE: u32 = 32;
/// The same, while prediction is sure that its choice meets something.
const LONG_PATIENCE: u32 = 8 * PATIENCE;

/// Predictive path search as long as it covers something now and then. It judges candidates by
/// their place alone: where many candidates of one place come to nothing (a parser that reads
/// character by character), it tries them all the same. Then CFG-directed and random choices
/// take turns with it until something new is covered.
#[derive(Debug)]
pub struct Mixed {
    predictive: Predictive,
    cfg: CfgDirected,
    random: UniformRandom,
    /// Runs since something new was covered.
    dry: u32,
    turn: u32,
}

impl Mixed {
    /// With random choices in the order of that seed.
    pub fn new(seed: u64) -> Self {
        Mixed {
            predictive: Predictive::default(),
            cfg: CfgDirected::new(seed),
            random: UniformRandom::new(seed),
            dry: 0,
            turn: 0,
        }
    }
}

impl Strategy for Mixed {
    fn name(&self) -> &'static str {
        "mixed"
    }

    fn ran(&mut self, news: &RunNews) {
        self.dry = if news.newly_covered > 0 { 0 } else { self.dry.saturating_add(1) };
        self.predictive.ran(news);
        self.cfg.ran(news);
    }

    fn add(&mut self, candidate: CandidateId, place: PlaceId, info: &CandidateInfo) {
        self.predictive.add(candidate, place, info);
        self.cfg.add(candidate, place, info);
        self.random.add(candidate, place, info);
    }

    /// A candidate is in every part: the search skips it after the first time.
    fn next(&mut self, structure: &mut dyn CoverageStructure) -> Option<CandidateId> {
        let is_patient =
            self.dry < PATIENCE || (self.dry < LONG_PATIENCE && self.predictive.is_sure(structure));
        if !is_patient {
            self.turn = (self.turn + 1) % 3;
            let other = match self.turn {
                0 => None,
                1 => self.cfg.next(structure),
                _ => self.random.draw(),
            };
            if other.is_some() {
                return other;
            }
        }
        self.predictive.next(structure)
    }

    fn clear(&mut self) {
        self.predictive.clear();
        self.cfg.clear();
        self.random.clear();
    }
}
