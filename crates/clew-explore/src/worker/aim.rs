//! What a worker aims at.

use crate::candidate::{CandidateId, PlaceId};
use crate::strategy::RunNews;

/// What the next run is for, and what the strategy is to learn of the last one.
#[derive(Debug, Default)]
pub(super) struct Aim {
    /// The candidate that is being tried.
    origin: Option<(CandidateId, PlaceId)>,
    /// Candidates that the strategy wants to be taken with it.
    pub(super) joint_targets: Vec<CandidateId>,
    /// What the strategy is to learn of the last run.
    news: Option<RunNews>,
}

impl Aim {
    /// The next run is for this candidate.
    pub(super) fn take(&mut self, candidate: CandidateId, place: PlaceId) {
        self.origin = Some((candidate, place));
    }

    /// The next run is for no candidate.
    pub(super) fn forget(&mut self) {
        self.origin = None;
        self.joint_targets.clear();
    }

    /// What came of the run that was for this.
    pub(super) fn note_run(&mut self, newly_covered: usize, near: Vec<(PlaceId, u64)>) {
        let (origin, joint_targets) = (self.origin.take(), self.joint_targets.len() as u32);
        self.news = Some(RunNews { origin, joint_targets, newly_covered, near });
    }

    /// What the strategy does not know yet.
    pub(super) fn take_news(&mut self) -> Option<RunNews> {
        self.news.take()
    }
}
