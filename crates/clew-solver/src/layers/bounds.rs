//! Bounds: constraints that compare the same term with constants contradict each other without
//! any search.

use clew_logic::{Op, TermId, TermPool, bits};
use rustc_hash::FxHashMap;

/// What the constraints say of one term, each limit with the constraint it comes from.
pub(crate) struct Range {
    width: u32,
    unsigned: Interval,
    /// Signed values with the sign flipped, so that they are ordered as unsigned ones.
    signed: Interval,
    excluded: Vec<(u128, TermId)>,
}

struct Interval {
    low: (u128, Option<TermId>),
    high: (u128, Option<TermId>),
}

impl Interval {
    fn full(width: u32) -> Self {
        Interval { low: (0, None), high: (bits::ones(width), None) }
    }

    fn at_least(&mut self, value: u128, why: TermId) {
        if value > self.low.0 {
            self.low = (value, Some(why));
        }
    }

    fn at_most(&mut self, value: u128, why: TermId) {
        if value < self.high.0 {
            self.high = (value, Some(why));
        }
    }

    fn is_empty(&self) -> bool {
        self.low.0 > self.high.0
    }

    /// One less than the number of values; zero where there is none.
    fn span(&self) -> u128 {
        self.high.0.saturating_sub(self.low.0)
    }

    fn reasons(&self) -> impl Iterator<Item = TermId> {
        self.low.1.into_iter().chain(self.high.1)
    }
}

/// A comparison of a term with a constant.
enum Fact {
    Equal(u128),
    Different(u128),
    UnsignedAtMost(u128),
    UnsignedAtLeast(u128),
    SignedAtMost(u128),
    SignedAtLeast(u128),
}

fn fact(pool: &TermPool, part: TermId) -> Option<(TermId, Fact)> {
    let negated = pool.op(part) == Op::Not;
    let inner = if negated { pool.args(part)[0] } else { part };
    let op = pool.op(inner);
    if !matches!(op, Op::Eq | Op::Ult | Op::Slt) {
        return None;
    }
    let (a, b) = (pool.args(inner)[0], pool.args(inner)[1]);
    let width = pool.width(a);
    // Constants that no value lies beyond were rewritten away.
    match (op, pool.value(a), pool.value(b), negated) {
        (Op::Eq, None, Some(c), false) => Some((a, Fact::Equal(c))),
        (Op::Eq, None, Some(c), true) => Some((a, Fact::Different(c))),
        (Op::Ult, None, Some(c), false) => Some((a, Fact::UnsignedAtMost(c.checked_sub(1)?))),
        (Op::Ult, None, Some(c), true) => Some((a, Fact::UnsignedAtLeast(c))),
        (Op::Ult, Some(c), None, false) => {
            (c < bits::ones(width)).then_some((b, Fact::UnsignedAtLeast(c + 1)))
        }
        (Op::Ult, Some(c), None, true) => Some((b, Fact::UnsignedAtMost(c))),
        (Op::Slt, None, Some(c), false) => {
            let flipped = c ^ bits::sign_bit(width);
            Some((a, Fact::SignedAtMost(flipped.checked_sub(1)?)))
        }
        (Op::Slt, None, Some(c), true) => Some((a, Fact::SignedAtLeast(c ^ bits::sign_bit(width)))),
        (Op::Slt, Some(c), None, false) => {
            let flipped = c ^ bits::sign_bit(width);
            (flipped < bits::ones(width)).then_some((b, Fact::SignedAtLeast(flipped + 1)))
        }
        (Op::Slt, Some(c), None, true) => Some((b, Fact::SignedAtMost(c ^ bits::sign_bit(width)))),
        _ => None,
    }
}

/// What the parts say of each term they compare with constants.
#[derive(Default)]
pub(crate) struct Ranges {
    of_term: FxHashMap<TermId, Range>,
}

impl Ranges {
    /// Takes in one part; parts that contradict each other by bounds alone, if there are now.
    pub(crate) fn learn(&mut self, pool: &TermPool, part: TermId) -> Option<Vec<TermId>> {
        let (term, fact) = fact(pool, part)?;
        let width = pool.width(term);
        let range = self.of_term.entry(term).or_insert_with(|| Range {
            width,
            unsigned: Interval::full(width),
            signed: Interval::full(width),
            excluded: Vec::new(),
        });
        range.learn(fact, part);
        range.contradiction()
    }

    /// What the parts say, where they do not contradict each other.
    pub(crate) fn of(pool: &TermPool, parts: &[TermId]) -> Self {
        let mut ranges = Ranges::default();
        for &part in parts {
            let _ = ranges.learn(pool, part);
        }
        ranges
    }

    /// The lowest and the highest value of a term in the order that leaves it fewer, and what
    /// turns a value of that order into one of the term.
    pub(crate) fn narrowest(&self, term: TermId) -> Option<(u128, u128, u128)> {
        let range = self.of_term.get(&term)?;
        let (interval, flip) = range.narrowest();
        Some((interval.low.0, interval.high.0, flip))
    }

    /// The parts that [`Ranges::narrowest`] comes from.
    pub(crate) fn reasons(&self, term: TermId) -> impl Iterator<Item = TermId> {
        let range = self.of_term.get(&term);
        range.into_iter().flat_map(|range| range.narrowest().0.reasons())
    }

    /// The lowest and the highest value of a term, from what is said of it in both orders.
    pub(crate) fn unsigned(&self, term: TermId) -> Option<(u128, u128)> {
        let range = self.of_term.get(&term)?;
        let flip = bits::sign_bit(range.width);
        let (mut low, mut high) = (range.unsigned.low.0, range.unsigned.high.0);
        let (least, greatest) = (range.signed.low.0, range.signed.high.0);
        // Where it crosses the change of sign it says nothing of the unsigned order.
        if (least < flip) == (greatest < flip) {
            low = low.max(least ^ flip);
            high = high.min(greatest ^ flip);
        }
        Some((low, high))
    }

    /// The parts that bound a term in either order.
    pub(crate) fn all_reasons(&self, term: TermId) -> impl Iterator<Item = TermId> {
        let range = self.of_term.get(&term);
        range.into_iter().flat_map(|range| range.unsigned.reasons().chain(range.signed.reasons()))
    }

    /// The value nearest to `wanted` that the bounds of a term allow.
    pub(crate) fn clamp(&self, term: TermId, wanted: u128) -> u128 {
        let Some(range) = self.of_term.get(&term) else { return wanted };
        let clamp = |interval: &Interval, value: u128| {
            value.min(interval.high.0).max(interval.low.0.min(interval.high.0))
        };
        let flip = bits::sign_bit(range.width);
        let value = clamp(&range.unsigned, wanted);
        clamp(&range.signed, value ^ flip) ^ flip
    }
}

/// Parts that contradict each other by their bounds alone.
pub(crate) fn contradiction(pool: &TermPool, parts: &[TermId]) -> Option<Vec<TermId>> {
    let mut ranges = Ranges::default();
    let mut core = parts.iter().find_map(|&part| ranges.learn(pool, part))?;
    core.sort_unstable();
    core.dedup();
    Some(core)
}

impl Range {
    /// The shorter interval, and the bits that are flipped in it.
    fn narrowest(&self) -> (&Interval, u128) {
        match self.signed.span() < self.unsigned.span() {
            true => (&self.signed, bits::sign_bit(self.width)),
            false => (&self.unsigned, 0),
        }
    }

    fn learn(&mut self, fact: Fact, why: TermId) {
        let flip = bits::sign_bit(self.width);
        match fact {
            Fact::Equal(c) => {
                self.unsigned.at_least(c, why);
                self.unsigned.at_most(c, why);
                self.signed.at_least(c ^ flip, why);
                self.signed.at_most(c ^ flip, why);
            }
            Fact::Different(c) => self.excluded.push((c, why)),
            Fact::UnsignedAtMost(c) => self.unsigned.at_most(c, why),
            Fact::UnsignedAtLeast(c) => self.unsigned.at_least(c, why),
            Fact::SignedAtMost(c) => self.signed.at_most(c, why),
            Fact::SignedAtLeast(c) => self.signed.at_least(c, why),
        }
    }

    fn contradiction(&self) -> Option<Vec<TermId>> {
        for interval in [&self.unsigned, &self.signed] {
            if interval.is_empty() {
                return Some(interval.reasons().collect());
            }
        }
        self.signs_clash().or_else(|| self.all_excluded())
    }

    /// The unsigned range lies on one side of the sign change and the signed one on the other.
    fn signs_clash(&self) -> Option<Vec<TermId>> {
        let flip = bits::sign_bit(self.width);
        let (unsigned, signed) = (&self.unsigned, &self.signed);
        let small_but_negative = unsigned.high.0 < flip && signed.high.0 < flip;
        let large_but_positive = unsigned.low.0 >= flip && signed.low.0 >= flip;
        let pair = if small_but_negative {
            [unsigned.high.1, signed.high.1]
        } else if large_but_positive {
            [unsigned.low.1, signed.low.1]
        } else {
            return None;
        };
        Some(pair.into_iter().flatten().collect())
    }

    /// Every value of a small range is excluded.
    fn all_excluded(&self) -> Option<Vec<TermId>> {
        if self.excluded.is_empty() {
            return None;
        }
        let flip = bits::sign_bit(self.width);
        for (interval, flip) in [(&self.unsigned, 0), (&self.signed, flip)] {
            let count = interval.high.0 - interval.low.0;
            if count > 256 || count as usize >= self.excluded.len() {
                continue;
            }
            let mut reasons: Vec<TermId> = interval.reasons().collect();
            let covered = (interval.low.0..=interval.high.0).all(|value| {
                let why = self.excluded.iter().find(|(excluded, _)| *excluded == value ^ flip);
                reasons.extend(why.map(|(_, why)| *why));
                why.is_some()
            });
            if covered {
                return Some(reasons);
            }
        }
        None
    }
}
