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
    /// Conflicts of the SAT solver: a limit that does not depend on the machine.
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
    interrupter: Interrupter,
}

impl Clock {
    pub(crate) fn new() -> Self {
        Clock {
            origin: Instant::now(),
            deadline: Arc::new(AtomicU64::new(u64::MAX)),
            interrupter: Interrupter::default(),
        }
    }

    pub(crate) fn interrupter(&self) -> Interrupter {
        self.interrupter.clone()
    }

    /// Starts the time of one query.
    pub(crate) fn start(&self, time: Option<Duration>) {
        let deadline = match time {
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

    /// Why the query must end now, if it must.
    pub(crate) fn must_stop(&self) -> Option<Reason> {
        if self.interrupter.is_interrupted() {
            return Some(Reason::Interrupted);
        }
        let deadline = self.deadline.load(Ordering::Relaxed);
        (deadline != u64::MAX && self.origin.elapsed().as_nanos() > u128::from(deadline))
            .then_some(Reason::Time)
    }
}
