//! How time is shared among functions: each has its budget, or all together have one.
//!
//! With a limit for all (`--total`) each function gets an equal part of half of what is left at its turn,
//! so that what one does not need is for those behind it. The rest is for the functions that have
//! something open, by how much that is: they go on from their journals.

use std::time::{Duration, Instant};

/// This part of the time for all is left to writing, verifying and judging while nobody knows how long that
/// takes.
const UNKNOWN: u32 = 4;
/// What waits to be verified together does so for this part of the time for all at most.
const WAITING: u32 = 8;

/// How time is shared among functions.
pub(crate) struct Shares {
    /// The most for one.
    budget: Option<Duration>,
    /// The time for all.
    total: Option<Duration>,
    /// When all must be done, if they must.
    ends: Option<Instant>,
    /// What it took to write, verify and judge the functions so far, and how many they are.
    finishing: (Duration, u32),
}

impl Shares {
    pub(crate) fn new(budget: Option<Duration>, total: Option<Duration>) -> Self {
        let ends = total.and_then(|total| Instant::now().checked_add(total));
        Self { budget, total, ends, finishing: (Duration::ZERO, 0) }
    }

    /// Whether functions that have something open go on when all have had their turn.
    pub(crate) fn are_of_one(&self) -> bool {
        self.ends.is_some()
    }

    /// The time of a function when so many are left, itself among them, out of so many.
    pub(crate) fn first(&self, left: usize, of: usize) -> Option<Duration> {
        // A single one has nobody to share with.
        let parts = if of == 1 { 1 } else { 2 * left };
        // Those that were searched for may still wait to be finished.
        let unfinished = of.saturating_sub(self.finishing.1 as usize).max(left);
        self.at_most(self.left(unfinished).map(|time| time / count(parts)))
    }

    /// How long functions wait at most to be verified with others.
    pub(crate) fn longest_wait(&self, most: Duration) -> Duration {
        self.total.map_or(most, |total| most.min(total / WAITING))
    }

    /// The time of a function that goes on, where so many objectives of it are open and so many of all
    /// that go on from it, and so many functions are to be finished; it has had some already.
    pub(crate) fn again(
        &self,
        open: usize,
        of: usize,
        functions: usize,
        had: Duration,
    ) -> Option<Duration> {
        let share = self.left(functions).map(|time| time * count(open) / count(of.max(1)));
        self.at_most(share).map(|time| match self.budget {
            Some(budget) => time.min(budget.saturating_sub(had)),
            None => time,
        })
    }

    /// Notes what it took to write, verify and judge a function.
    pub(crate) fn note_finishing(&mut self, time: Duration) {
        self.finishing = (self.finishing.0 + time, self.finishing.1 + 1);
    }

    /// What is left for searching where so many functions are still to be finished.
    fn left(&self, functions: usize) -> Option<Duration> {
        let (time, finished) = self.finishing;
        let left = self.ends?.saturating_duration_since(Instant::now());
        let finishing = match time.checked_div(finished) {
            Some(each) => each * count(functions),
            None => self.total? / UNKNOWN,
        };
        Some(left.saturating_sub(finishing))
    }

    fn at_most(&self, share: Option<Duration>) -> Option<Duration> {
        match (share, self.budget) {
            (Some(share), Some(budget)) => Some(share.min(budget)),
            (share, budget) => share.or(budget),
        }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    fn is_about(time: Option<Duration>, expected: Duration) {
        let time = time.expect("a time");
        let slack = Duration::from_millis(200);
        assert!(time <= expected && time + slack > expected, "{time:?} is not {expected:?}");
    }

    #[test]
    fn each_has_its_budget_where_nothing_is_shared() {
        let shares = Shares::new(Some(seconds(30)), None);
        assert_eq!(shares.first(7, 9), Some(seconds(30)));
        assert!(!shares.are_of_one());
        assert_eq!(Shares::new(None, None).first(1, 1), None);
    }

    #[test]
    fn half_is_for_all_and_half_for_what_is_open() {
        let shares = Shares::new(None, Some(seconds(800)));
        is_about(shares.first(10, 10), seconds(30));
        is_about(shares.first(1, 1), seconds(600));
        is_about(shares.again(3, 4, 2, seconds(30)), seconds(450));
        assert_eq!(shares.longest_wait(seconds(20)), seconds(20));
        assert_eq!(shares.longest_wait(seconds(200)), seconds(100));
        let mut shares = Shares::new(None, Some(seconds(600)));
        shares.note_finishing(seconds(20));
        shares.note_finishing(seconds(10));
        is_about(shares.again(1, 1, 4, seconds(30)), seconds(540));
        // Eight of ten are not finished, though only one is left to be searched for.
        is_about(shares.first(1, 10), seconds(240));
    }

    #[test]
    fn no_function_gets_more_than_its_budget() {
        let shares = Shares::new(Some(seconds(40)), Some(seconds(800)));
        is_about(shares.first(10, 10), seconds(30));
        is_about(shares.first(2, 10), seconds(40));
        is_about(shares.again(1, 1, 1, seconds(30)), seconds(10));
    }
}
