//! What tests on random programs share.

use clew_criteria::Criterion;

/// Chance that comes out the same each time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % end
    }

    pub(crate) fn pick(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.below(texts.len() as u64) as usize]
    }
}

/// Every criterion but partitions, which come with a file of the user's and are labels like the others.
pub(crate) fn criteria() -> Vec<Criterion> {
    let own = |it: &Criterion| *it != Criterion::Partition;
    Criterion::ALL.into_iter().filter(own).collect()
}
