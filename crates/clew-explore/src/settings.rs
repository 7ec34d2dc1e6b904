//! What a campaign may cost and how it is done.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clew_solver::{Budget, StackConfig};
use clew_symbolic::Remedy;

use crate::assignment::Assignment;
use crate::subject::Fresh;

/// Where a campaign keeps what it has done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalSettings {
    /// The file. One that exists is continued.
    pub path: PathBuf,
    /// What must be the same for that: program, function, bounds and settings.
    pub fingerprint: String,
}

/// When a label is aimed at no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LabelDeletion {
    /// Never: it is aimed at on every path.
    Never,
    /// When inputs for it have been solved for.
    Solved,
    /// When a run has covered it, whatever that run was for, or when it cannot be covered.
    #[default]
    Decided,
}

/// What a campaign may cost and how it is done.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Workers.
    pub jobs: usize,
    /// The seed of restarts.
    pub seed: u64,
    /// The inputs of the first run.
    pub first: Fresh,
    /// Inputs to begin with, instead of the first run.
    pub seeds: Vec<Assignment>,
    /// Wall time of the whole campaign.
    pub budget: Option<Duration>,
    /// The most runs.
    pub max_runs: Option<u64>,
    /// Forks beyond this depth are followed but not explored.
    pub max_depth: Option<u32>,
    /// Explore every path, also when every objective is decided.
    pub exhaustive: bool,
    /// Set candidates aside that cannot meet anything open. An exhaustive search takes them all
    /// the same.
    pub filter: bool,
    /// Whether a run may be asked to take several candidates at once.
    pub together: bool,
    /// The limits of a query that is asked for the first time. One that is too hard is asked again with
    /// more, when it is its turn.
    pub query: Budget,
    /// When labels are aimed at no more.
    pub labels: LabelDeletion,
    /// Look for faults besides: ways into a fault count as something to be met, and are tried also
    /// when every objective is decided. Without it, and unless the search is exhaustive, they are
    /// left alone where no objective asks for them.
    pub seek_faults: bool,
    /// Candidates that can meet nothing open and are tried all the same, for faults that show a
    /// little further on.
    pub fault_tries: u32,
    /// Random restarts without new coverage before the search gives up.
    pub restarts: u32,
    /// Make cheap runs by chance where the directed search finds nothing new for long.
    pub random_walks: bool,
    /// Stop after so much effort (steps, more or less) without anything new, where one of
    /// [`Settings::remedies`] may show more.
    pub stalls_after: Option<u64>,
    /// What a further search can try.
    pub remedies: BTreeSet<Remedy>,
    /// The layers of each worker's solver.
    pub solver: StackConfig,
    /// Set by the search when subjects must stop: the interrupt of the machines' configuration.
    /// It is clear again when the search has ended.
    pub interrupt: Arc<AtomicBool>,
    /// Set by the caller to end the campaign.
    pub cancel: Option<Arc<AtomicBool>>,
    /// A file for every query. With several workers each has its own, numbered before the
    /// extension.
    pub query_log: Option<PathBuf>,
    /// Where to keep what was done.
    pub journal: Option<JournalSettings>,
    /// Tell why candidates are infeasible ([`crate::Report::refutations`]), where the search ends
    /// because none is left.
    pub certificates: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            jobs: 1,
            seed: 1,
            first: Fresh::Zero,
            seeds: Vec::new(),
            budget: None,
            max_runs: None,
            max_depth: None,
            exhaustive: false,
            filter: true,
            together: true,
            query: Budget { time: Some(Duration::from_millis(300)), conflicts: Some(2_000) },
            labels: LabelDeletion::default(),
            seek_faults: true,
            fault_tries: 32,
            restarts: 100,
            random_walks: false,
            stalls_after: None,
            remedies: BTreeSet::new(),
            solver: StackConfig::default(),
            interrupt: Arc::default(),
            cancel: None,
            query_log: None,
            journal: None,
            certificates: false,
        }
    }
}
