//! Where runs go one of several ways: jumps and switches, and what is learnt from them.
//!
//! - `jump`: conditional jumps as forks; `switch`: the arms of a `switch`.
//! - `branches`: which of them tell paths apart.
//! - `merge`: branches that only choose what is computed, which are no forks.
//! - `value_calls`: calls that only compute, which are none either; `computing`: what they return.
//! - `progress`: what runs show besides what they hit, for those that look for it by chance.

mod branches;
mod computing;
mod jump;
mod merge;
mod progress;
mod switch;
mod value_calls;

use crate::trace::{Novelty, Recorder};
use branches::Branches;
use merge::Merges;
use progress::Progress;
use value_calls::ValueCalls;

pub(crate) use switch::arm_of;
pub(crate) use value_calls::computing_functions;

/// What is known of the ways that runs go.
#[derive(Debug, Default)]
pub(crate) struct Branching {
    /// Which branches tell paths apart.
    branches: Branches,
    /// How often runs went each way, and how near they came to others.
    progress: Progress,
    merges: Merges,
    /// Calls that are taken for what they return.
    pub(crate) values: ValueCalls,
    /// What notes the ways that the run goes, where its word is asked for.
    pub(crate) recorder: Option<Box<Recorder>>,
}

impl Branching {
    /// Starts a new run.
    pub(crate) fn start(&mut self) {
        self.progress.start();
        self.merges.start();
        self.values.start();
    }

    /// Whether a way of a merged branch is being gone, or of a call that is taken for a value.
    #[inline(always)]
    pub(crate) fn is_merging(&self) -> bool {
        self.merges.is_under_way() || self.values.is_under_way()
    }

    /// What the run that has ended shows that none did before.
    pub(crate) fn learn(&mut self) -> Novelty {
        self.progress.learn()
    }
}
