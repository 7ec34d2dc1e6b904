//! Sets of inputs, shared between terms.
//!
//! A set is a hash-consed binary trie over blocks of 64 inputs, so the union of two sets costs
//! the logarithm of the number of inputs, equal sets have equal ids, and a term that adds one
//! input to a large set adds a few nodes only.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::table::IdTable;

/// A set of inputs in a [`TermPool`](crate::TermPool); equal sets have equal ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct InputSet(u32);

impl InputSet {
    /// The set of no inputs.
    pub const EMPTY: InputSet = InputSet(0);

    /// Whether there is no input in the set.
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

/// A leaf holds a block's bitmap; an inner node of level `n` covers `2^n` blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Trie {
    Leaf(u64),
    Inner { level: u8, low: InputSet, high: InputSet },
}

/// The arena of sets.
#[derive(Clone, Debug)]
pub(crate) struct InputSets {
    nodes: Vec<Trie>,
    table: IdTable,
}

impl InputSets {
    pub(crate) fn new() -> Self {
        let mut sets = InputSets { nodes: Vec::new(), table: IdTable::new() };
        let empty = sets.intern(Trie::Leaf(0));
        debug_assert!(empty.is_empty());
        sets
    }

    fn intern(&mut self, node: Trie) -> InputSet {
        let hash = hash_of(&node);
        if let Some(id) = self.table.find(hash, |id| self.nodes[id as usize] == node) {
            return InputSet(id);
        }
        let id = self.nodes.len() as u32;
        self.nodes.push(node);
        let nodes = &self.nodes;
        self.table.insert(hash, id, |id| hash_of(&nodes[id as usize]));
        InputSet(id)
    }

    fn inner(&mut self, level: u8, low: InputSet, high: InputSet) -> InputSet {
        if high.is_empty() { low } else { self.intern(Trie::Inner { level, low, high }) }
    }

    fn level(&self, set: InputSet) -> u8 {
        match self.nodes[set.0 as usize] {
            Trie::Leaf(_) => 0,
            Trie::Inner { level, .. } => level,
        }
    }

    /// The halves of a set seen at `level`, which is not below its own and not zero.
    fn halves(&self, set: InputSet, level: u8) -> (InputSet, InputSet) {
        match self.nodes[set.0 as usize] {
            Trie::Inner { level: own, low, high } if own == level => (low, high),
            Trie::Leaf(_) | Trie::Inner { .. } => (set, InputSet::EMPTY),
        }
    }

    fn bits(&self, set: InputSet) -> u64 {
        match self.nodes[set.0 as usize] {
            Trie::Leaf(bits) => bits,
            Trie::Inner { .. } => unreachable!("an inner node is never at level zero"),
        }
    }

    pub(crate) fn singleton(&mut self, input: u32) -> InputSet {
        let block = input / 64;
        let mut set = self.intern(Trie::Leaf(1 << (input % 64)));
        for level in 1..=(32 - block.leading_zeros()) as u8 {
            set = if block >> (level - 1) & 1 == 1 {
                self.intern(Trie::Inner { level, low: InputSet::EMPTY, high: set })
            } else {
                set
            };
        }
        set
    }

    /// The recursion is as deep as the logarithm of the number of inputs.
    pub(crate) fn union(&mut self, a: InputSet, b: InputSet) -> InputSet {
        if a == b || b.is_empty() {
            return a;
        }
        if a.is_empty() {
            return b;
        }
        let level = self.level(a).max(self.level(b));
        if level == 0 {
            let bits = self.bits(a) | self.bits(b);
            return self.intern(Trie::Leaf(bits));
        }
        let (a_low, a_high) = self.halves(a, level);
        let (b_low, b_high) = self.halves(b, level);
        let low = self.union(a_low, b_low);
        let high = self.union(a_high, b_high);
        self.inner(level, low, high)
    }

    /// The member of a set that has no other.
    pub(crate) fn only(&self, mut set: InputSet) -> Option<u32> {
        let mut block = 0;
        loop {
            match self.nodes[set.0 as usize] {
                Trie::Leaf(bits) => {
                    return (bits.count_ones() == 1).then(|| block * 64 + bits.trailing_zeros());
                }
                Trie::Inner { level, low, high } if low.is_empty() => {
                    block |= 1 << (level - 1);
                    set = high;
                }
                Trie::Inner { .. } => return None,
            }
        }
    }

    pub(crate) fn intersects(&self, a: InputSet, b: InputSet) -> bool {
        if a.is_empty() || b.is_empty() {
            return false;
        }
        if a == b {
            return true;
        }
        let level = self.level(a).max(self.level(b));
        if level == 0 {
            return self.bits(a) & self.bits(b) != 0;
        }
        let (a_low, a_high) = self.halves(a, level);
        let (b_low, b_high) = self.halves(b, level);
        self.intersects(a_low, b_low) || self.intersects(a_high, b_high)
    }

    /// Calls `visit` with each member in ascending order.
    pub(crate) fn for_each(&self, set: InputSet, visit: &mut impl FnMut(u32)) {
        self.for_each_from(set, 0, visit);
    }

    fn for_each_from(&self, set: InputSet, block: u32, visit: &mut impl FnMut(u32)) {
        match self.nodes[set.0 as usize] {
            Trie::Leaf(mut bits) => {
                while bits != 0 {
                    visit(block * 64 + bits.trailing_zeros());
                    bits &= bits - 1;
                }
            }
            Trie::Inner { level, low, high } => {
                self.for_each_from(low, block, visit);
                self.for_each_from(high, block + (1 << (level - 1)), visit);
            }
        }
    }
}

fn hash_of(node: &Trie) -> u64 {
    let mut hasher = FxHasher::default();
    node.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn members(sets: &InputSets, set: InputSet) -> Vec<u32> {
        let mut result = Vec::new();
        sets.for_each(set, &mut |input| result.push(input));
        result
    }

    #[test]
    fn agrees_with_sorted_sets() {
        let mut sets = InputSets::new();
        let mut state = 1u64;
        let mut random = move |bound: u32| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 33) as u32) % bound
        };
        let mut known: Vec<(InputSet, BTreeSet<u32>)> = Vec::new();
        for _ in 0..200 {
            let bound = [3, 70, 300, 5000][random(4) as usize];
            let input = random(bound);
            known.push((sets.singleton(input), BTreeSet::from([input])));
        }
        for _ in 0..2000 {
            let (a, b) = (random(known.len() as u32), random(known.len() as u32));
            let (a, b) = (known[a as usize].clone(), known[b as usize].clone());
            assert_eq!(sets.intersects(a.0, b.0), !a.1.is_disjoint(&b.1));
            let union: BTreeSet<u32> = a.1.union(&b.1).copied().collect();
            let set = sets.union(a.0, b.0);
            assert_eq!(members(&sets, set), union.iter().copied().collect::<Vec<_>>());
            let only = (union.len() == 1).then(|| union.first().copied()).flatten();
            assert_eq!(sets.only(set), only);
            for (other, expected) in &known {
                assert_eq!(*other == set, *expected == union);
            }
            if union.len() < 40 {
                known.push((set, union));
            }
        }
    }
}
