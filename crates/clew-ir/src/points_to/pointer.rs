//! Where a value may point to.

use crate::ids::RegionId;

/// More pointers than this into one region are not told apart.
const MOST_IN_REGION: usize = 8;

/// Offsets beyond this are not told apart.
const LARGEST_OFFSET: u32 = 1 << 16;

/// The places that a pointer may have: from byte `low` to byte `high` of a region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Pointer {
    pub(super) region: RegionId,
    /// The lowest offset.
    pub(super) low: u32,
    /// The highest offset; `u32::MAX` when the pointer may be anywhere, and `low` is 0 then.
    pub(super) high: u32,
}

impl Pointer {
    /// A pointer to the first byte.
    pub(super) fn start(region: RegionId) -> Self {
        Self { region, low: 0, high: 0 }
    }

    /// A pointer to anywhere in a region.
    pub(super) fn anywhere(region: RegionId) -> Self {
        Self { region, low: 0, high: u32::MAX }
    }

    pub(super) fn is_anywhere(self) -> bool {
        self.high == u32::MAX
    }

    /// The pointer so many bytes further; anywhere when that is before the region or far from its
    /// start.
    pub(super) fn shifted(self, bytes: i64) -> Self {
        self.widened(bytes, bytes)
    }

    /// The pointer at least `least` and at most `most` bytes further.
    pub(super) fn widened(self, least: i64, most: i64) -> Self {
        if self.is_anywhere() {
            return self;
        }
        let low = i64::from(self.low).checked_add(least);
        let high = i64::from(self.high).checked_add(most);
        match (low, high) {
            (Some(low), Some(high)) if low >= 0 && high <= i64::from(LARGEST_OFFSET) => {
                Self { region: self.region, low: low as u32, high: high as u32 }
            }
            _ => Self::anywhere(self.region),
        }
    }

    /// Whether `size` bytes here may share one with `other_size` bytes at another pointer into
    /// the same region; `None` is a size that is not known.
    pub(super) fn overlaps(self, size: Option<u64>, other: Self, other_size: Option<u64>) -> bool {
        let ends_behind = |pointer: Self, size: Option<u64>, start: u32| {
            size.is_none_or(|size| u64::from(pointer.high) + size > u64::from(start))
        };
        self.region == other.region
            && ends_behind(self, size, other.low)
            && ends_behind(other, other_size, self.low)
    }
}

/// A set of pointers: where a value may point to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PointerSet {
    pointers: Vec<Pointer>,
}

impl PointerSet {
    pub(super) fn one(pointer: Pointer) -> Self {
        Self { pointers: vec![pointer] }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pointers.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Pointer> + '_ {
        self.pointers.iter().copied()
    }

    /// The number of pointers.
    pub(super) fn len(&self) -> usize {
        self.pointers.len()
    }

    /// The regions, in order; one may come twice.
    pub(super) fn regions(&self) -> impl Iterator<Item = RegionId> + '_ {
        self.pointers.iter().map(|pointer| pointer.region)
    }

    /// Whether adding all of `other` changes nothing.
    pub(super) fn covers(&self, other: &PointerSet) -> bool {
        other.iter().all(|pointer| {
            let start = self.pointers.partition_point(|it| it.region < pointer.region);
            let same = self.pointers[start..].iter().take_while(|it| it.region == pointer.region);
            same.into_iter().any(|it| it.is_anywhere() || *it == pointer)
        })
    }

    /// Adds a pointer; whether the set has grown.
    pub(super) fn insert(&mut self, pointer: Pointer) -> bool {
        let start = self.pointers.partition_point(|it| it.region < pointer.region);
        let same = self.pointers[start..].iter().take_while(|it| it.region == pointer.region);
        let count = same.clone().count();
        if same.clone().any(|it| it.is_anywhere() || *it == pointer) {
            return false;
        }
        if pointer.is_anywhere() || count >= MOST_IN_REGION {
            self.pointers.drain(start..start + count);
            self.pointers.insert(start, Pointer::anywhere(pointer.region));
            return true;
        }
        let at = start + same.take_while(|it| **it < pointer).count();
        self.pointers.insert(at, pointer);
        true
    }

    /// Adds all of `other`; whether the set has grown.
    pub(super) fn union_with(&mut self, other: &PointerSet) -> bool {
        if self.is_empty() {
            self.clone_from(other);
            return !other.is_empty();
        }
        if let [only] = other.pointers[..] {
            return self.insert(only);
        }
        let mut merged: Vec<Pointer> =
            Vec::with_capacity(self.pointers.len() + other.pointers.len());
        let (mut left, mut right) = (self.iter().peekable(), other.iter().peekable());
        while let Some(next) = match (left.peek(), right.peek()) {
            (Some(a), Some(b)) if b < a => right.next(),
            (Some(_), _) => left.next(),
            (None, _) => right.next(),
        } {
            if merged.last() != Some(&next) {
                merged.push(next);
            }
        }
        drop((left, right));
        let merged = simplified(merged);
        let has_grown = merged != self.pointers;
        self.pointers = merged;
        has_grown
    }

    /// The set with each pointer changed.
    pub(super) fn map(&self, change: impl Fn(Pointer) -> Pointer) -> Self {
        let mut changed = Self::default();
        for pointer in self.iter() {
            changed.insert(change(pointer));
        }
        changed
    }

    /// The set without what its pointers' offsets tell.
    pub(super) fn anywhere(&self) -> Self {
        self.map(|pointer| Pointer::anywhere(pointer.region))
    }
}

/// Sorted pointers, with one to anywhere instead of too many into one region.
fn simplified(pointers: Vec<Pointer>) -> Vec<Pointer> {
    let mut kept = Vec::with_capacity(pointers.len());
    for same in pointers.chunk_by(|a, b| a.region == b.region) {
        match same.len() > MOST_IN_REGION || same.iter().any(|it| it.is_anywhere()) {
            true => kept.push(Pointer::anywhere(same[0].region)),
            false => kept.extend_from_slice(same),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Id;

    fn at(region: usize, low: u32, high: u32) -> Pointer {
        Pointer { region: RegionId::from_index(region), low, high }
    }

    #[test]
    fn a_pointer_to_anywhere_takes_the_others_in() {
        let mut set = PointerSet::default();
        assert!(set.insert(at(2, 8, 8)) && set.insert(at(1, 0, 0)) && set.insert(at(2, 0, 4)));
        assert!(!set.insert(at(2, 8, 8)));
        assert_eq!(set.pointers, [at(1, 0, 0), at(2, 0, 4), at(2, 8, 8)]);
        assert!(set.insert(Pointer::anywhere(RegionId::from_index(2))));
        assert!(!set.insert(at(2, 16, 16)));
        assert_eq!(set.pointers, [at(1, 0, 0), at(2, 0, u32::MAX)]);
    }

    #[test]
    fn many_offsets_are_not_told_apart() {
        let mut set = PointerSet::default();
        (0..=MOST_IN_REGION as u32).for_each(|k| assert!(set.insert(at(3, k, k))));
        assert_eq!(set.pointers, [at(3, 0, u32::MAX)]);
    }

    #[test]
    fn a_pointer_that_leaves_its_region_may_be_anywhere() {
        assert_eq!(at(1, 8, 8).shifted(-8), at(1, 0, 0));
        assert!(at(1, 8, 8).shifted(-9).is_anywhere());
        assert!(at(1, 8, 8).shifted(i64::MAX).is_anywhere());
        assert_eq!(at(1, 8, 8).widened(0, 24), at(1, 8, 32));
    }

    #[test]
    fn ranges_overlap_by_bytes() {
        let (four, eight) = (Some(4), Some(8));
        assert!(!at(1, 0, 0).overlaps(four, at(1, 4, 4), four));
        assert!(at(1, 0, 0).overlaps(eight, at(1, 4, 4), four));
        assert!(at(1, 0, 12).overlaps(four, at(1, 8, 8), four));
        assert!(at(1, 0, 0).overlaps(None, at(1, 400, 400), four));
        assert!(!at(1, 0, 0).overlaps(None, at(2, 0, 0), None));
        assert!(at(1, 0, u32::MAX).overlaps(four, at(1, 8, 8), four));
    }
}
