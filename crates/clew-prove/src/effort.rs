//! How hard a proof is looked for.

use crate::failure::Failure;
use clew_solver::Budget;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The part of the work left that one question may take: one in so many.
const WORK_PART: u64 = 4;

/// How hard a proof is looked for. The counts decide, so that the same is found again; the time is
/// for what they do not foresee.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most nodes of an argument.
    pub nodes: usize,
    /// The most calls under way.
    pub calls: usize,
    /// The most questions to the solver.
    pub questions: u32,
    /// The most conflicts of one of them.
    pub conflicts: u32,
    /// The most work of all questions together, in steps of the solver.
    pub work: u64,
    /// The time for all proofs.
    pub time: Duration,
    /// Set by the user to end all looking.
    pub stop: Option<&'static AtomicBool>,
}

impl Limits {
    /// Whether the user has ended all looking.
    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            nodes: 4_000,
            calls: 24,
            questions: 20_000,
            conflicts: 20_000,
            work: u64::MAX,
            time: Duration::from_secs(10),
            stop: None,
        }
    }
}

/// What is left of the limits.
pub(crate) struct Effort {
    limits: Limits,
    ends: Instant,
    questions: u32,
    work: u64,
}

impl Effort {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, ends: Instant::now() + limits.time, questions: 0, work: 0 }
    }

    pub(crate) fn most_calls(&self) -> usize {
        self.limits.calls
    }

    /// One part in so many of what is left.
    pub(crate) fn part(&self, of: u32) -> Self {
        let left = self.ends.saturating_duration_since(Instant::now());
        let questions = (self.limits.questions - self.questions.min(self.limits.questions)) / of;
        let work = self.limits.work.saturating_sub(self.work) / u64::from(of);
        Self::new(Limits { questions, work, time: left / of, ..self.limits })
    }

    /// The same with no more than so many questions.
    pub(crate) fn at_most(self, questions: u32) -> Self {
        let questions = self.limits.questions.min(questions);
        Self { limits: Limits { questions, ..self.limits }, ..self }
    }

    /// The same with no more work than that.
    pub(crate) fn at_most_work(self, work: u64) -> Self {
        let work = self.limits.work.min(work);
        Self { limits: Limits { work, ..self.limits }, ..self }
    }

    /// The same with so many calls under way.
    pub(crate) fn with_calls(self, calls: usize) -> Self {
        Self { limits: Limits { calls, ..self.limits }, ..self }
    }

    /// Whether there is time left.
    pub(crate) fn spend_time(&self) -> Result<(), Failure> {
        if self.is_over() { Err(Failure::Time) } else { Ok(()) }
    }

    /// Whether no time is left.
    pub(crate) fn is_over(&self) -> bool {
        Instant::now() >= self.ends || self.limits.is_stopped()
    }

    /// So many questions were asked elsewhere.
    pub(crate) fn asked(&mut self, questions: usize) {
        self.questions += questions as u32;
    }

    /// The work that one question may take: none spends that of all.
    pub(crate) fn work_of_question(&self) -> u64 {
        self.limits.work.saturating_sub(self.work).div_ceil(WORK_PART)
    }

    /// A question has taken so much work.
    pub(crate) fn worked(&mut self, work: u64) {
        self.work = self.work.saturating_add(work);
    }

    /// What one more question may cost.
    pub(crate) fn ask(&mut self) -> Result<Budget, Failure> {
        self.questions += 1;
        let left = self.ends.saturating_duration_since(Instant::now());
        let is_over = left.is_zero() || self.limits.is_stopped();
        let work = self.limits.work.saturating_sub(self.work);
        if self.questions > self.limits.questions || work == 0 || is_over {
            return Err(Failure::Time);
        }
        Ok(Budget { time: Some(left), conflicts: Some(self.limits.conflicts) })
    }
}
