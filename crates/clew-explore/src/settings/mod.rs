//! What a campaign may cost and how it is done, by concern.

mod limits;
mod records;
mod search;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clew_solver::StackConfig;

use crate::assignment::Assignment;
use crate::subject::Fresh;

pub use limits::{Limits, Stall};
pub use records::{JournalMode, JournalSettings, Records};
pub use search::{Compose, FaultSettings, LabelDeletion, SearchSettings};

/// What a campaign may cost and how it is done.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Workers.
    pub jobs: usize,
    /// Where the campaign begins.
    pub beginning: Beginning,
    /// What it may cost.
    pub limits: Limits,
    /// When it gives up before that.
    pub stall: Stall,
    /// How it goes on.
    pub search: SearchSettings,
    /// How it looks for faults.
    pub faults: FaultSettings,
    /// The layers of each worker's solver.
    pub solver: StackConfig,
    /// How it is stopped from outside.
    pub signals: Signals,
    /// What it leaves on disk and in its report.
    pub records: Records,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            jobs: 1,
            beginning: Beginning::default(),
            limits: Limits::default(),
            stall: Stall::default(),
            search: SearchSettings::default(),
            faults: FaultSettings::default(),
            solver: StackConfig::default(),
            signals: Signals::default(),
            records: Records::default(),
        }
    }
}

/// Where a campaign begins.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// The seed of restarts and of what is left to chance.
    pub seed: u64,
    /// The inputs of the first run.
    pub first: Fresh,
    /// Inputs to begin with, instead of the first run.
    pub suite: Vec<Assignment>,
}

impl Default for Beginning {
    fn default() -> Self {
        Beginning { seed: 1, first: Fresh::Zero, suite: Vec::new() }
    }
}

/// How a campaign is stopped from outside.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Set by the search when subjects must stop: the interrupt of the machines' configuration.
    /// It is clear again when the search has ended.
    pub interrupt: Arc<AtomicBool>,
    /// Set by the caller to end the campaign: a signal may do that at any time, so that it is there
    /// for as long as the process.
    pub cancel: Option<&'static AtomicBool>,
}

impl Signals {
    /// Whether the caller has ended the campaign.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}
