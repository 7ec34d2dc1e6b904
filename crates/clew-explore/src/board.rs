//! Where workers leave candidates for those that have none.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::assignment::Assignment;
use crate::control::lock;
use crate::tree::Pick;

/// How long a worker waits before it looks whether the campaign is over.
const WAIT: Duration = Duration::from_millis(20);

/// Candidates beside the path of one run, for another worker.
#[derive(Debug)]
pub(crate) struct Parcel {
    pub(crate) input: Assignment,
    pub(crate) picks: Vec<Pick>,
}

/// What a worker does that has no candidates.
#[derive(Debug)]
pub(crate) enum Work {
    /// Candidates of another worker.
    Parcels(Vec<Parcel>),
    /// A random restart.
    Restart(u64),
}

/// The board: what is on it, and who waits for more.
#[derive(Debug, Default)]
pub(crate) struct Board {
    offers: Mutex<Offers>,
    wake: Condvar,
    /// The workers that wait and have no offer yet.
    hungry: AtomicUsize,
}

#[derive(Debug, Default)]
struct Offers {
    parcels: Vec<Vec<Parcel>>,
    waiting: usize,
}

impl Board {
    /// Whether a worker waits for candidates.
    pub(crate) fn is_hungry(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) > 0
    }

    /// Puts candidates on the board.
    pub(crate) fn offer(&self, parcels: Vec<Parcel>) {
        let mut offers = lock(&self.offers);
        offers.parcels.push(parcels);
        self.update_hungry(&offers);
        self.wake.notify_one();
    }

    /// The candidates that nobody took.
    pub(crate) fn left(&self) -> usize {
        let offers = lock(&self.offers);
        offers.parcels.iter().flatten().map(|parcel| parcel.picks.len()).sum()
    }

    /// Waits for something to do; `None` when the campaign is over. What is left to do when all
    /// workers wait, the last of them asks for.
    pub(crate) fn wait(
        &self,
        workers: usize,
        is_over: impl Fn() -> bool,
        when_all_wait: impl FnOnce() -> Option<Work>,
    ) -> Option<Work> {
        let mut offers = lock(&self.offers);
        offers.waiting += 1;
        let work = loop {
            if is_over() {
                break None;
            }
            if let Some(parcels) = offers.parcels.pop() {
                break Some(Work::Parcels(parcels));
            }
            if offers.waiting == workers {
                let work = when_all_wait();
                if work.is_none() {
                    self.wake.notify_all();
                }
                break work;
            }
            self.update_hungry(&offers);
            offers = self.wake.wait_timeout(offers, WAIT).unwrap_or_else(PoisonError::into_inner).0;
        };
        offers.waiting -= 1;
        self.update_hungry(&offers);
        work
    }

    fn update_hungry(&self, offers: &Offers) {
        let hungry = offers.waiting.saturating_sub(offers.parcels.len());
        self.hungry.store(hungry, Ordering::Relaxed);
    }
}
