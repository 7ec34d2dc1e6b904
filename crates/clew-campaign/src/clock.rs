//! The time of a campaign: its budget is for all that it does, and the user may end it.

use clew_explore::{Settings, Signals};
use std::time::{Duration, Instant};

/// One part in so many of a campaign's time is left to proofs when the first search ends for time, and they
/// may take half as much again: without them the time of the search would be lost.
const PROOFS: u32 = 6;

/// The time of a campaign.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    started: Instant,
    ends: Option<Instant>,
    /// What proofs may take beyond the end.
    grace: Duration,
    signals: Signals,
}

impl Clock {
    /// Starts with the budget of the settings.
    pub(crate) fn start(settings: &Settings) -> Self {
        let started = Instant::now();
        let ends = settings.limits.time.and_then(|budget| started.checked_add(budget));
        let grace = settings.limits.time.unwrap_or_default() / (2 * PROOFS);
        Self { started, ends, grace, signals: settings.signals.clone() }
    }

    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// What is left, where time is limited: nothing when the user has ended the campaign.
    pub(crate) fn left(&self) -> Option<Duration> {
        if self.signals.is_cancelled() {
            return Some(Duration::ZERO);
        }
        self.ends.map(|ends| ends.saturating_duration_since(Instant::now()))
    }

    /// What is left for a search that proofs come after.
    pub(crate) fn left_before_proofs(&self) -> Option<Duration> {
        self.left().map(|left| left - left / PROOFS)
    }

    /// The shorter of a time and what is left for proofs.
    pub(crate) fn at_most_for_proofs(&self, time: Duration) -> Duration {
        match self.ends {
            _ if self.signals.is_cancelled() => Duration::ZERO,
            Some(ends) => (ends + self.grace).saturating_duration_since(Instant::now()).min(time),
            None => time,
        }
    }

    /// The shorter of a time and what is left.
    pub(crate) fn at_most(&self, time: Duration) -> Duration {
        self.left().map_or(time, |left| left.min(time))
    }

    /// Whether no time is left.
    pub(crate) fn is_over(&self) -> bool {
        self.left() == Some(Duration::ZERO)
    }
}
