//! The hash table of ids that makes terms unique.

/// Marks an empty slot.
const EMPTY: u32 = u32::MAX;

/// Open addressing over ids; the keys themselves live in the caller's arena.
#[derive(Clone, Debug)]
pub(crate) struct IdTable {
    /// A power of two of slots, at most half of them used.
    slots: Vec<u32>,
    used: usize,
}

impl IdTable {
    pub(crate) fn new() -> Self {
        IdTable { slots: vec![EMPTY; 64], used: 0 }
    }

    /// The id in the table for which `is_same` holds.
    #[inline]
    pub(crate) fn find(&self, hash: u64, mut is_same: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut slot = fold(hash) & mask;
        loop {
            let id = self.slots[slot];
            if id == EMPTY {
                return None;
            }
            if is_same(id) {
                return Some(id);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Adds an id that `find` did not find; `hash_of` is asked again when the table grows.
    pub(crate) fn insert(&mut self, hash: u64, id: u32, hash_of: impl Fn(u32) -> u64) {
        if (self.used + 1) * 2 > self.slots.len() {
            let size = self.slots.len() * 2;
            let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
            for id in old.into_iter().filter(|&id| id != EMPTY) {
                self.place(hash_of(id), id);
            }
        }
        self.place(hash, id);
        self.used += 1;
    }

    fn place(&mut self, hash: u64, id: u32) {
        let mask = self.slots.len() - 1;
        let mut slot = fold(hash) & mask;
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = id;
    }
}

/// Multiplicative hashes are good in their high bits; the table uses the low ones.
#[inline]
fn fold(hash: u64) -> usize {
    (hash ^ (hash >> 32)) as usize
}
