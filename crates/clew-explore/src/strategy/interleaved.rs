//! Predictive path search, interleaved with fitness.

use super::fitness::Targets;
use super::{Predictive, RunNews, Strategy};
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// Of so many choices that are not sure to meet anything, one is predictive path search's.
const ROUND: u32 = 4;

/// What is sure to meet something comes first, by potential. Otherwise fitness chooses mostly, where
/// a run came near to something: it tries for one hard objective, where prediction goes for many
/// easy ones.
#[derive(Debug, Default)]
pub struct PredictiveAndFitness {
    predictive: Predictive,
    targets: Targets,
    turn: u32,
}

impl Strategy for PredictiveAndFitness {
    fn name(&self) -> &'static str {
        "pps+fitness"
    }

    fn wants_nearness(&self) -> bool {
        true
    }

    fn ran(&mut self, news: &RunNews) {
        self.predictive.ran(news);
        self.targets.ran(news);
    }

    fn add(&mut self, candidate: CandidateId, place: PlaceId, info: &CandidateInfo) {
        self.predictive.add(candidate, place, info);
        self.targets.add(candidate, place, info);
    }

    /// A candidate is in both halves: the search skips it the second time.
    fn next(&mut self, structure: &mut dyn CoverageStructure) -> Option<CandidateId> {
        if !self.predictive.is_sure(structure) {
            self.turn += 1;
            if !self.turn.is_multiple_of(ROUND)
                && let Some(candidate) = self.targets.next(structure)
            {
                return Some(candidate);
            }
        }
        self.predictive.next(structure)
    }

    fn joint_targets(&mut self, candidate: CandidateId) -> Vec<CandidateId> {
        self.targets.joint_targets(candidate)
    }

    fn clear(&mut self) {
        self.predictive.clear();
        self.targets = Targets::default();
    }
}
