//! Where runs go one of several ways: jumps and switches, and what is learnt from them.
//!
//! - `jump`: conditional jumps as forks; `switch`: the arms of a `switch`.
//! - `branches`: which of them tell paths apart.
//! - `merge`: branches that only choose what is computed, which are no forks.
//! - `progress`: what runs show besides what they hit, for those that look for it by chance.

mod branches;
mod jump;
mod merge;
mod progress;
mod switch;

use crate::trace::{Novelty, Recorder};
use branches::Branches;
use merge::Merges;
use progress::Progress;

pub(crate) use switch::arm_of;

/// What is known of the ways that runs go.
#[derive(Debug, Default)]
pub(crate) struct Branching {
    /// Which branches tell paths apart.
    branches: Branches,
    /// How often runs went each way, and how near they came to others.
    progress: Progress,
    merges: Merges,
    /// What notes the ways that the run goes, where its word is asked for.
    pub(crate) recorder: Option<Box<Recorder>>,
}

impl Branching {
    /// Starts a new run.
    pub(crate) fn start(&mut self) {
        self.progress.start();
        self.merges.start();
    }

    /// Whether a way of a merged branch is being gone.
    #[inline(always)]
    pub(crate) fn is_merging(&self) -> bool {
        self.merges.is_under_way()
    }

    /// What the run that has ended shows that none did before.
    pub(crate) fn learn(&mut self) -> Novelty {
        self.progress.learn()
    }
}
