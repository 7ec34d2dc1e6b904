//! The core cache: a set of constraints that contains a known unsatisfiable one is unsatisfiable.

use std::collections::VecDeque;

use clew_logic::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Unsatisfiable sets found last, each filed under its newest constraint. It belongs to the terms of
/// one pool.
pub struct CoreCache {
    by_newest: FxHashMap<TermId, Vec<Box<[TermId]>>>,
    /// Cores in the order they came.
    order: VecDeque<TermId>,
    capacity: usize,
}

/// Larger cores are hardly ever found again.
const MAX_CORE: usize = 64;

impl CoreCache {
    /// A cache for so many sets.
    pub fn new(capacity: usize) -> Self {
        CoreCache { by_newest: FxHashMap::default(), order: VecDeque::new(), capacity }
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.by_newest.clear();
        self.order.clear();
    }

    /// Keeps a set, unless it is a large one.
    pub fn remember(&mut self, core: &[TermId]) {
        let Some(&newest) = core.iter().max() else { return };
        if self.capacity == 0 || core.len() > MAX_CORE {
            return;
        }
        if self.order.len() == self.capacity
            && let Some(oldest) = self.order.pop_front()
            && let Some(cores) = self.by_newest.get_mut(&oldest)
        {
            cores.remove(0);
            if cores.is_empty() {
                self.by_newest.remove(&oldest);
            }
        }
        self.by_newest.entry(newest).or_default().push(core.into());
        self.order.push_back(newest);
    }

    /// A known core among the parts.
    pub fn find(&self, parts: &[TermId]) -> Option<Vec<TermId>> {
        if self.by_newest.is_empty() {
            return None;
        }
        let mut all: Option<FxHashSet<TermId>> = None;
        for part in parts.iter().rev() {
            let Some(cores) = self.by_newest.get(part) else { continue };
            let all = all.get_or_insert_with(|| parts.iter().copied().collect());
            if let Some(core) = cores.iter().find(|core| core.iter().all(|term| all.contains(term)))
            {
                return Some(core.to_vec());
            }
        }
        None
    }
}
