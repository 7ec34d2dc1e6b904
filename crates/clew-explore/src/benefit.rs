//! Who has the next turn, by what turns have brought.
//!
//! Several ways to go on share the effort of a search. Each has an account: what it has spent, and the
//! objectives that came of it, where the past counts less and less. The share of each follows from
//! that, with a floor: what brings nothing today may be the only one that brings something tomorrow.
//! Effort is counted in steps, never in time: the same seed gives the same turns.

/// Effort after which what was before counts half.
const WINDOW: f64 = 8_000_000.0;
/// The effort with which every account is opened, as if it had brought one objective: nobody is
/// judged by the first try.
const CREDIT: f64 = 1_000_000.0;
/// The least share of everybody, as a part of what each would have if all had the same.
const FLOOR: f64 = 0.25;

/// What one way to go on has spent and brought.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    /// Lately.
    spent: f64,
    decided: f64,
    /// What it has spent, each step counted as more where its share is less: who has least of that
    /// has the next turn.
    charged: f64,
}

impl Account {
    /// Objectives for each step, lately.
    fn rate(&self) -> f64 {
        (self.decided + 1.0) / (self.spent + CREDIT)
    }
}

/// The accounts of all who take turns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns {
    accounts: Vec<Account>,
    /// Effort since what was before last came to count half.
    since: f64,
}

impl Turns {
    /// Turns for so many.
    pub(crate) fn new(count: usize) -> Self {
        Turns { accounts: vec![Account::default(); count], since: 0.0 }
    }

    /// Who has the next turn; of several, the first.
    pub(crate) fn next(&self) -> usize {
        let charged = |at: &usize| self.accounts[*at].charged;
        (0..self.accounts.len()).min_by(|a, b| charged(a).total_cmp(&charged(b))).unwrap_or(0)
    }

    /// One of them has spent so much, and decided so many objectives.
    pub(crate) fn note(&mut self, at: usize, effort: u64, decided: usize) {
        let share = self.share(at);
        let Some(account) = self.accounts.get_mut(at) else { return };
        account.spent += effort as f64;
        account.decided += decided as f64;
        account.charged += effort as f64 / share;
        self.since += effort as f64;
        if self.since >= WINDOW {
            self.since = 0.0;
            for account in &mut self.accounts {
                account.spent /= 2.0;
                account.decided /= 2.0;
            }
        }
    }

    /// The share of one of them.
    fn share(&self, at: usize) -> f64 {
        let all: f64 = self.accounts.iter().map(Account::rate).sum();
        let floor = FLOOR / self.accounts.len() as f64;
        floor + (1.0 - FLOOR) * self.accounts[at].rate() / all
    }
}

/// What a technique may spend when it has its turn, beside what the directed search has spent in vain:
/// as much at first, and twice as much or half as much after each turn that met something new or did not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Share(u64);

impl Share {
    const UNIT: u64 = 16;
    const LEAST: u64 = Self::UNIT / 2;
    const MOST: u64 = 4 * Self::UNIT;

    /// Its part of that effort.
    pub(crate) fn of(self, effort: u64) -> u64 {
        effort.saturating_mul(self.0) / Self::UNIT
    }

    /// Its turn is over; whether it met something new.
    pub(crate) fn note_turn(&mut self, found: bool) {
        self.0 = match found {
            true => (self.0 * 2).min(Self::MOST),
            false => (self.0 / 2).max(Self::LEAST),
        };
    }
}

impl Default for Share {
    fn default() -> Self {
        Share(Self::UNIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_follows_what_turns_bring_within_limits() {
        let mut share = Share::default();
        assert_eq!(share.of(1_000), 1_000);
        (0..9).for_each(|_| share.note_turn(true));
        assert_eq!(share.of(1_000), 4_000);
        (0..9).for_each(|_| share.note_turn(false));
        assert_eq!(share.of(1_000), 500);
    }

    /// How often each had its turn, when turns cost these efforts and decide so many objectives.
    fn taken(turns: &mut Turns, rounds: usize, effort: &[u64], decided: &[usize]) -> Vec<usize> {
        let mut taken = vec![0; effort.len()];
        for _ in 0..rounds {
            let at = turns.next();
            taken[at] += 1;
            turns.note(at, effort[at], decided[at]);
        }
        taken
    }

    #[test]
    fn equals_share_effort_and_not_turns() {
        let mut turns = Turns::new(2);
        let taken = taken(&mut turns, 1_100, &[10_000, 100_000], &[0, 0]);
        assert!((990..=1_010).contains(&taken[0]), "{taken:?}");
    }

    #[test]
    fn who_decides_something_has_more_and_the_others_have_their_floor() {
        let mut turns = Turns::new(3);
        let taken = taken(&mut turns, 6_000, &[100_000; 3], &[0, 1, 0]);
        assert!(taken[1] > 4_000, "{taken:?}");
        assert!(taken[0] >= 6_000 / 13 && taken[2] >= 6_000 / 13, "{taken:?}");
    }

    #[test]
    fn the_past_is_forgotten() {
        let mut turns = Turns::new(2);
        taken(&mut turns, 2_000, &[100_000; 2], &[1, 0]);
        taken(&mut turns, 2_000, &[100_000; 2], &[0, 1]);
        let now = taken(&mut turns, 1_000, &[100_000; 2], &[0, 1]);
        assert!(now[1] > now[0], "{now:?}");
    }
}
