//! Candidates, the shallowest first.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::candidate::CandidateId;

/// Candidates, the shallowest first; of one depth, the oldest.
///
/// The candidates of a run come in the order of their depth. They stay together in a list, and only
/// the first of each list is compared with others: adding one costs the same however many wait.
#[derive(Debug, Default)]
pub(super) struct ByDepth {
    /// Candidates with depth and age, in rising order within a list.
    lists: Vec<VecDeque<(u32, u64, CandidateId)>>,
    /// Depth, age and list of the first of each list that has any.
    fronts: BinaryHeap<Reverse<(u32, u64, usize)>>,
    /// Lists without candidates.
    free: Vec<usize>,
    /// The list that the last candidate was added to.
    current: usize,
}

impl ByDepth {
    /// Adds a candidate; ages only rise.
    pub(super) fn push(&mut self, depth: u32, age: u64, candidate: CandidateId) {
        let current = self.lists.get_mut(self.current);
        let last = current.as_ref().and_then(|list| list.back());
        let follows = last.is_some_and(|&(before, ..)| before <= depth);
        if let Some(list) = current.filter(|_| follows) {
            list.push_back((depth, age, candidate));
            return;
        }
        self.current = self.free.pop().unwrap_or(self.lists.len());
        if self.current == self.lists.len() {
            self.lists.push(VecDeque::new());
        }
        self.lists[self.current].push_back((depth, age, candidate));
        self.fronts.push(Reverse((depth, age, self.current)));
    }

    /// Depth and age of the first.
    pub(super) fn first(&self) -> Option<(u32, u64)> {
        self.fronts.peek().map(|&Reverse((depth, age, _))| (depth, age))
    }

    /// Takes the first out, with its depth.
    pub(super) fn pop(&mut self) -> Option<(u32, CandidateId)> {
        let Reverse((_, _, at)) = self.fronts.pop()?;
        let (depth, _, candidate) = self.lists[at].pop_front()?;
        match self.lists[at].front() {
            Some(&(depth, age, _)) => self.fronts.push(Reverse((depth, age, at))),
            None => {
                self.lists[at] = VecDeque::new();
                self.free.push(at);
            }
        }
        Some((depth, candidate))
    }

    /// Takes out the last that was added, where others of its list remain; else the first.
    pub(super) fn pop_newest(&mut self) -> Option<(u32, CandidateId)> {
        match self.lists.get_mut(self.current) {
            Some(list) if list.len() > 1 => {
                list.pop_back().map(|(depth, _, candidate)| (depth, candidate))
            }
            _ => self.pop(),
        }
    }

    pub(super) fn clear(&mut self) {
        *self = ByDepth::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_ir::Id;

    #[test]
    fn the_newest_comes_out_where_its_list_goes_on() {
        let mut by_depth = ByDepth::default();
        let candidate = CandidateId::from_index;
        let number = |popped: Option<(u32, CandidateId)>| popped.map(|(_, candidate)| candidate);
        for (age, depth) in [3, 5, 9, 1].into_iter().enumerate() {
            by_depth.push(depth, age as u64, candidate(age));
        }
        // Alone in its list, it is left where it is: the first comes out.
        assert_eq!(by_depth.pop_newest(), Some((1, candidate(3))));
        by_depth.push(2, 4, candidate(4));
        by_depth.push(4, 5, candidate(5));
        assert_eq!(by_depth.pop_newest(), Some((4, candidate(5))));
        assert_eq!(by_depth.first(), Some((2, 4)));
        let rest: Vec<_> = std::iter::from_fn(|| number(by_depth.pop())).collect();
        assert_eq!(rest, [4, 0, 1, 2].map(candidate));
    }

    #[test]
    fn the_shallowest_and_oldest_comes_first_in_any_order_of_adding() {
        let mut by_depth = ByDepth::default();
        let mut expected: Vec<(u32, u64)> = Vec::new();
        let mut state = 1u64;
        for age in 0..3000u64 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let depth = (state >> 59) as u32 + (age % 7) as u32;
            by_depth.push(depth, age, CandidateId::from_index(age as usize));
            expected.push((depth, age));
            if state >> 33 & 3 == 0 {
                let at = (0..expected.len()).min_by_key(|&at| expected[at]).expect("one waits");
                let (depth, age) = expected.swap_remove(at);
                assert_eq!(by_depth.first(), Some((depth, age)));
                assert_eq!(by_depth.pop(), Some((depth, CandidateId::from_index(age as usize))));
            }
        }
        expected.sort_unstable();
        for (depth, age) in expected {
            assert_eq!(by_depth.pop(), Some((depth, CandidateId::from_index(age as usize))));
        }
        assert_eq!((by_depth.first(), by_depth.pop()), (None, None));
    }
}
