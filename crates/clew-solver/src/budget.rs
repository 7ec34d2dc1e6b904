//! Limits of effort, and stopping from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::verdict::Reason;

/// How much one query may cost; no limit where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Wall time.
    pub time: Option<Duration>,
    /// Conflicts of the SAT solver, and the work without conflicts that goes with so many: a limit that
    /// does not depend on the machine, nor on what else it does.
    pub conflicts: Option<u32>,
}

impl Budget {
    /// No limits.
    pub const UNLIMITED: Budget = Budget { time: None, conflicts: None };

    /// A limit of wall time only.
    pub fn of_time(time: Duration) -> Self {
        Budget { time: Some(time), conflicts: None }
    }
}

/// How often the clock is asked for each conflict that a query may have: the SAT solver asks with every
/// tenth decision or conflict, bit-blasting with every sixteenth term.
const ASKED_PER_CONFLICT: u64 = 20;

/// Stops a running query from another thread.
#[derive(Clone, Debug, Default)]
pub struct Interrupter {
    stop: Arc<AtomicBool>,
}

impl Interrupter {
    /// Asks the query that runs now, or the next one, to end as unknown.
    pub fn interrupt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Takes the request back.
    pub fn clear(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Whether a stop is asked for.
    pub fn is_interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The clock of a solver: shared with the callbacks that a SAT solver asks whether to go on.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    origin: Instant,
    /// Nanoseconds after `origin`; the largest number where there is no limit.
    deadline: Arc<AtomicU64>,
    /// How often the clock may still be asked; the largest number where there is no limit.
    left: Arc<AtomicU64>,
    /// How often it was asked.
    asked: Arc<AtomicU64>,
    interrupter: Interrupter,
}

impl Clock {
    pub(crate) fn new() -> Self {
        Clock {
            origin: Instant::now(),
            deadline: Arc::new(AtomicU64::new(u64::MAX)),
            left: Arc::new(AtomicU64::new(u64::MAX)),
            asked: Arc::new(AtomicU64::new(0)),
            interrupter: Interrupter::default(),
        }
    }

    pub(crate) fn interrupter(&self) -> Interrupter {
        self.interrupter.clone()
    }

    /// Starts the time of one query.
    pub(crate) fn start(&self, budget: Budget, work: Option<u64>) {
        let left = budget.conflicts.map_or(u64::MAX, |it| u64::from(it) * ASKED_PER_CONFLICT);
        let left = left.min(work.unwrap_or(u64::MAX));
        self.left.store(left, Ordering::Relaxed);
        let deadline = match budget.time {
            Some(time) => {
                (self.origin.elapsed() + time).as_nanos().min(u128::from(u64::MAX)) as u64
            }
            None => u64::MAX,
        };
        self.deadline.store(deadline, Ordering::Relaxed);
    }

    /// The time left; none where there is no limit.
    pub(crate) fn remaining(&self) -> Option<Duration> {
        let deadline = self.deadline.load(Ordering::Relaxed);
        (deadline != u64::MAX)
            .then(|| Duration::from_nanos(deadline).saturating_sub(self.origin.elapsed()))
    }

    /// Why the query must end now, if it must. To be asked as work is done: that is what is counted.
    pub(crate) fn must_stop(&self) -> Option<Reason> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let left = self.left.load(Ordering::Relaxed);
        if left != 0 && left != u64::MAX {
            self.left.store(left - 1, Ordering::Relaxed);
        }
        self.out_of_time().or_else(|| (left == 0).then_some(Reason::Conflicts))
    }

    /// The work of all queries so far: how often the clock was asked.
    pub(crate) fn work(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// The same as [`Clock::must_stop`] for those who do work that is not counted here.
    pub(crate) fn out_of_time(&self) -> Option<Reason> {
        if self.interrupter.is_interrupted() {
            return Some(Reason::Interrupted);
        }
        let deadline = self.deadline.load(Ordering::Relaxed);
        (deadline != u64::MAX && self.origin.elapsed().as_nanos() > u128::from(deadline))
            .then_some(Reason::Time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted_whatever_time_it_takes() {
        let clock = Clock::new();
        let hour = Some(Duration::from_secs(3600));
        let asked = |budget| {
            clock.start(budget, None);
            (0..100).find(|_| clock.must_stop() == Some(Reason::Conflicts))
        };
        assert_eq!(asked(Budget { time: hour, conflicts: Some(3) }), Some(60));
        assert_eq!(clock.out_of_time(), None);
        assert_eq!(asked(Budget { time: hour, conflicts: None }), None);
    }
}
