//! Objectives decided in other ways than by runs, where runs have shown nothing new for long.

use crate::technique::{Dryness, Ground, PROOFS, Technique};

/// The effort without anything new after which objectives are decided in other ways: a fraction of a
/// second, and then eight times as much each time.
const FIRST: u64 = 4_000_000;
const FACTOR: u64 = 8;

/// Asks the goal for other ways now and then.
#[derive(Debug)]
pub(super) struct Reconsider {
    next: u64,
}

impl Default for Reconsider {
    fn default() -> Self {
        Reconsider { next: FIRST }
    }
}

impl Technique for Reconsider {
    fn name(&self) -> &'static str {
        PROOFS
    }

    /// What it does costs no steps: the goal has limits of its own.
    fn wants_turn(&mut self, dryness: Dryness) -> Option<u64> {
        let is_time = dryness.since_new >= self.next && !dryness.is_out;
        if is_time {
            self.next = self.next.saturating_mul(FACTOR);
        }
        is_time.then_some(0)
    }

    fn work(&mut self, ground: &mut dyn Ground, _effort: u64) -> bool {
        ground.reconsider(PROOFS) > 0
    }
}
