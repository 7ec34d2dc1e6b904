//! How workers share a campaign.
//!
//! Each worker has its own machine, pool, solver and tree. A worker without candidates waits at
//! the board; one that has plenty puts the candidates nearest to its root there: most work is
//! below them, so this is rare. The campaign is over when all wait and the board is empty.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::board::{Board, Work};
use crate::control::{Control, lock};
use crate::goal::Goal;
use crate::journal::Journal;
use crate::ledger::Ledger;
use crate::report::{Found, Progress, Stopped};
use crate::settings::Settings;

/// A worker, numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WorkerId(pub usize);

impl WorkerId {
    /// The worker that makes the first run.
    pub const FIRST: WorkerId = WorkerId(0);
}

impl fmt::Display for WorkerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "worker{}", self.0)
    }
}

/// What the workers of a campaign have in common.
pub(crate) struct Shared<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) control: Control,
    pub(crate) journal: Option<Journal>,
    ledger: Mutex<Ledger<'a>>,
    pub(crate) board: Board,
    runs: AtomicU64,
    queries: AtomicU64,
    /// Every objective is decided: what is left is to look for faults.
    finishing: AtomicBool,
    /// The candidates of each worker.
    pending: Vec<AtomicUsize>,
    started: Instant,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(
        settings: &'a Settings,
        goal: &'a mut dyn Goal,
        journal: Option<Journal>,
    ) -> Self {
        let started = Instant::now();
        let deadline = settings.limits.time.and_then(|budget| started.checked_add(budget));
        let interrupt = settings.signals.interrupt.clone();
        Shared {
            settings,
            control: Control::new(deadline, settings.signals.cancel, interrupt),
            journal,
            ledger: Mutex::new(Ledger::new(goal)),
            board: Board::default(),
            runs: AtomicU64::new(0),
            queries: AtomicU64::new(0),
            finishing: AtomicBool::new(false),
            pending: (0..settings.jobs.max(1)).map(|_| AtomicUsize::new(0)).collect(),
            started,
        }
    }

    pub(crate) fn ledger(&self) -> MutexGuard<'_, Ledger<'a>> {
        lock(&self.ledger)
    }

    pub(crate) fn into_ledger(self) -> Ledger<'a> {
        self.ledger.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether every objective is decided.
    pub(crate) fn is_finishing(&self) -> bool {
        self.finishing.load(Ordering::Relaxed)
    }

    /// Every objective is decided.
    pub(crate) fn finish(&self) {
        self.finishing.store(true, Ordering::Relaxed);
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// Questions to the solvers of all workers.
    pub(crate) fn queries(&self) -> u64 {
        self.queries.load(Ordering::Relaxed)
    }

    pub(crate) fn note_query(&self) {
        self.queries.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a run that is about to be made; false where there may be no more.
    pub(crate) fn begin_run(&self) -> bool {
        let before = self.runs.fetch_add(1, Ordering::Relaxed);
        if self.settings.limits.runs.is_some_and(|most| before >= most) {
            self.forget_run();
            self.control.stop(Stopped::MaxRuns);
            return false;
        }
        true
    }

    /// Takes back the count of a run that came to nothing.
    pub(crate) fn forget_run(&self) {
        self.runs.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn set_pending(&self, worker: WorkerId, pending: usize) {
        self.pending[worker.0].store(pending, Ordering::Relaxed);
    }

    pub(crate) fn progress(&self) -> Progress {
        let ledger = self.ledger();
        Progress {
            elapsed: self.elapsed(),
            runs: self.runs(),
            paths: ledger.statistics.paths,
            covered: ledger.covered,
            faults: ledger.faults.count(),
            pending: self.pending.iter().map(|pending| pending.load(Ordering::Relaxed)).sum(),
        }
    }

    /// Adds what was found since to what was found before.
    pub(crate) fn add_found(&self, found: &mut Vec<Found>) {
        let ledger = self.ledger();
        found.extend_from_slice(ledger.found.get(found.len()..).unwrap_or_default());
    }

    /// Waits for something to do; `None` when the campaign is over.
    pub(crate) fn wait_for_work(&self) -> Option<Work> {
        let restart = || {
            let restart = self.ledger().next_restart(self.settings.limits.restarts);
            if restart.is_none() {
                self.control.stop(Stopped::Exhausted);
            }
            restart.map(Work::Restart)
        };
        self.board.wait(self.pending.len(), || self.control.stopped().is_some(), restart)
    }
}
