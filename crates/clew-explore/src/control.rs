//! Stopping: limits are honoured whatever the program or the solver does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use clew_solver::Interrupter;

use crate::report::Stopped;

/// How often a lock is tried before waiting for it.
const SPINS: u32 = 4_000;

/// Locks also after a panic elsewhere: that panic ends the campaign anyway.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is locked here is locked for a microsecond, which is less than a sleep costs.
    for _ in 0..SPINS {
        match mutex.try_lock() {
            Ok(guard) => return guard,
            Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => std::hint::spin_loop(),
        }
    }
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the campaign goes on, and the means to end it.
#[derive(Debug)]
pub(crate) struct Control {
    stopped: OnceLock<Stopped>,
    deadline: Option<Instant>,
    cancel: Option<&'static AtomicBool>,
    /// Read by the machines.
    interrupt: Arc<AtomicBool>,
    solvers: Mutex<Vec<Interrupter>>,
    watch_ended: Mutex<bool>,
    wake_watch: Condvar,
}

/// How often the watch looks.
const TICK: Duration = Duration::from_millis(50);

impl Control {
    pub(crate) fn new(
        deadline: Option<Instant>,
        cancel: Option<&'static AtomicBool>,
        interrupt: Arc<AtomicBool>,
    ) -> Self {
        Control {
            stopped: OnceLock::new(),
            deadline,
            cancel,
            interrupt,
            solvers: Mutex::default(),
            watch_ended: Mutex::default(),
            wake_watch: Condvar::new(),
        }
    }

    /// Ends the campaign; the first reason stays.
    pub(crate) fn stop(&self, reason: Stopped) {
        if self.stopped.set(reason).is_ok() {
            self.interrupt.store(true, Ordering::Relaxed);
            lock(&self.solvers).iter().for_each(Interrupter::interrupt);
        }
    }

    /// Why the campaign has ended, once it has.
    pub(crate) fn stopped(&self) -> Option<Stopped> {
        self.stopped.get().copied()
    }

    /// The time left, where it is limited.
    pub(crate) fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Makes a solver stop with the campaign.
    pub(crate) fn register(&self, solver: Interrupter) {
        let mut solvers = lock(&self.solvers);
        if self.stopped().is_some() {
            solver.interrupt();
        }
        solvers.push(solver);
    }

    /// Watches deadline and cancellation until [`Control::end_watch`]; calls `tick` at each look.
    pub(crate) fn watch(&self, mut tick: impl FnMut()) {
        let mut ended = lock(&self.watch_ended);
        while !*ended {
            let wait =
                self.remaining().filter(|left| !left.is_zero()).map_or(TICK, |left| left.min(TICK));
            ended =
                self.wake_watch.wait_timeout(ended, wait).unwrap_or_else(PoisonError::into_inner).0;
            if *ended {
                break;
            }
            if self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                self.stop(Stopped::Interrupted);
            } else if self.remaining().is_some_and(|left| left.is_zero()) {
                self.stop(Stopped::Budget);
            }
            tick();
        }
    }

    /// Ends the watch and takes the request to stop back from the machines.
    pub(crate) fn end_watch(&self) {
        *lock(&self.watch_ended) = true;
        self.wake_watch.notify_all();
        self.interrupt.store(false, Ordering::Relaxed);
    }
}

/// Ends the watch when it goes out of scope, also by a panic.
pub(crate) struct WatchGuard<'a>(pub(crate) &'a Control);

impl Drop for WatchGuard<'_> {
    fn drop(&mut self) {
        self.0.end_watch();
    }
}

/// Ends the campaign when its worker panics: the others would wait for it.
pub(crate) struct WorkerGuard<'a>(pub(crate) &'a Control);

impl Drop for WorkerGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(Stopped::Interrupted);
        }
    }
}
