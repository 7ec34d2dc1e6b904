//! Random numbers that are the same for the same seed, on every machine and in every version.
//!
//! One generator for all of Clew: searches, the solver, tests and benchmarks. It is SplitMix64: a
//! counter that goes in steps of the golden ratio, and a function that mixes its bits. It is fast, any
//! seed is as good as another, and neighbouring seeds give sequences that have nothing to do with each
//! other. It keeps no secrets.
//!
//! **Architecture invariant:** all that is random comes from here, so that a seed decides a run. Hashes,
//! which mix bits too, are no random numbers and stay where they are used.

/// How far the counter goes at a time: 2^64 divided by the golden ratio, odd.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A sequence of random numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random {
    counter: u64,
}

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Random { counter: seed }
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(STEP);
        let mixed = self.counter;
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 where there is none.
    pub fn below(&mut self, end: u64) -> u64 {
        // The upper bits of a product with the length: uniform without a division.
        ((u128::from(self.next_u64()) * u128::from(end)) >> 64) as u64
    }

    /// A place among `length` things; 0 where there are none.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// One of the items, of which there is at least one.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.index(items.len())]
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// A number from 0 to below 1.
    pub fn fraction(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A value of 1 to 128 bits, often a special one: near zero, near the ends, a power of two.
    pub fn value(&mut self, width: u32) -> u128 {
        let any = u128::from(self.next_u64()) << 64 | u128::from(self.next_u64());
        let near = u128::from(self.below(3)).wrapping_sub(1);
        let value = match self.below(6) {
            0 => near,
            1 => near.wrapping_add(1 << (width - 1)),
            2 => near.wrapping_add(1 << self.below(width.into())),
            3 => any & 0xf,
            _ => any,
        };
        value & (u128::MAX >> (128 - width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that the algorithm's authors give for the seed 1234567.
    #[test]
    fn the_sequence_is_that_of_split_mix_64() {
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..5).map(|_| random.next_u64()).collect();
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn numbers_stay_below_their_end_and_reach_it() {
        let mut random = Random::new(1);
        let mut seen = [0_u32; 5];
        (0..1000).for_each(|_| seen[random.index(5)] += 1);
        assert!(seen.iter().all(|count| (150..250).contains(count)), "{seen:?}");
        assert_eq!(random.below(0), 0);
        assert!((0..1000).all(|_| (0.0..1.0).contains(&random.fraction())));
        let often = (0..1000).filter(|_| random.one_in(4)).count();
        assert!((200..300).contains(&often), "{often}");
    }

    #[test]
    fn values_fit_their_width_and_are_often_special() {
        let mut random = Random::new(1);
        for width in [1, 7, 64, 128] {
            let values: Vec<u128> = (0..500).map(|_| random.value(width)).collect();
            assert!(values.iter().all(|it| it.checked_shr(width).unwrap_or(0) == 0), "{width}");
            assert!(values.contains(&0), "{width}");
            assert!(values.contains(&(1 << (width - 1))), "{width}");
            assert!(values.contains(&(u128::MAX >> (128 - width))), "{width}");
        }
    }
}
