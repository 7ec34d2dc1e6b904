//! Numbers that look random and are the same for the same seed.

use crate::path::mix;

/// A sequence of random numbers.
#[derive(Clone, Debug)]
pub(super) struct Dice {
    seed: u64,
    drawn: u64,
}

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Dice { seed, drawn: 0 }
    }

    fn draw(&mut self) -> u64 {
        self.drawn += 1;
        mix(mix(0, self.seed), self.drawn)
    }

    /// A number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        // The upper bits of a product with the length: uniform without a division.
        ((u128::from(self.draw()) * end as u128) >> 64) as usize
    }

    /// A number from 0 to below 1.
    pub(super) fn fraction(&mut self) -> f64 {
        (self.draw() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
