//! A small suite out of many tests.

use std::collections::BTreeSet;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::report::Found;

/// The tests to keep, as places in the list of what was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Suite {
    /// Tests that together cover what all cover, in the order they were found.
    pub tests: Vec<usize>,
    /// One reproducer for each fault, in the order they were found.
    pub crashes: Vec<usize>,
}

/// Chooses a suite out of the runs that are wanted, by their places. `covers` tells the objectives
/// of a run.
///
/// What only a crash covers is left to the crash: a crash is kept anyway.
pub fn reduce<O: Copy + Eq + Hash>(
    found: &[Found],
    is_wanted: impl Fn(usize) -> bool,
    mut covers: impl FnMut(&Found) -> Vec<O>,
) -> Suite {
    let (crashes, tests): (Vec<usize>, Vec<usize>) = (0..found.len())
        .filter(|&place| is_wanted(place))
        .partition(|&place| found[place].fault().is_some());
    let mut covers = |place: usize| covers(&found[place]);
    let sets: Vec<Vec<O>> = tests.iter().map(|&place| covers(place)).collect();
    let mut kept: Vec<usize> = cover(&sets).into_iter().map(|place| tests[place]).collect();
    if kept.is_empty() {
        // A function without objectives has a test, too.
        kept.extend(tests.first());
    }
    let mut faults = BTreeSet::new();
    let mut is_first_of_fault = |place: &usize| {
        let fault = found[*place].fault();
        fault.is_some_and(|fault| {
            let span = fault.span;
            faults.insert((fault.kind, span.file, span.start, span.end))
        })
    };
    let (mut chosen, others): (Vec<usize>, Vec<usize>) =
        crashes.into_iter().partition(|place| is_first_of_fault(place));
    // What only a second crash of the same fault covers must not be lost.
    let known: FxHashSet<O> = kept.iter().chain(&chosen).flat_map(|&place| covers(place)).collect();
    let is_new = |objective: &O| !known.contains(objective);
    let sets: Vec<Vec<O>> =
        others.iter().map(|&place| covers(place).into_iter().filter(is_new).collect()).collect();
    chosen.extend(cover(&sets).into_iter().map(|place| others[place]));
    chosen.sort_unstable();
    Suite { tests: kept, crashes: chosen }
}

/// Few sets whose union is that of all: greedily the one with the most elements that are not yet
/// covered, of equals the first; then without those that the others made superfluous. The places
/// are in order.
pub fn cover<O: Copy + Eq + Hash>(sets: &[Vec<O>]) -> Vec<usize> {
    let sets = numbered(sets);
    let mut times: Vec<u32> = vec![0; sets.iter().flatten().max().map_or(0, |last| last + 1)];
    let mut kept = Vec::new();
    loop {
        let gain = |set: &Vec<usize>| set.iter().filter(|&&object| times[object] == 0).count();
        let best = sets.iter().enumerate().map(|(place, set)| (gain(set), place)).rev();
        let Some((gained, place)) = best.max_by_key(|&(gain, _)| gain) else { break };
        if gained == 0 {
            break;
        }
        sets[place].iter().for_each(|&object| times[object] += 1);
        kept.push(place);
    }
    // Early choices may have become superfluous by later ones.
    kept.sort_unstable();
    for place in kept.clone() {
        if sets[place].iter().all(|&object| times[object] > 1) {
            sets[place].iter().for_each(|&object| times[object] -= 1);
            kept.retain(|&other| other != place);
        }
    }
    kept
}

/// The sets with their elements numbered from 0, each once in a set.
fn numbered<O: Copy + Eq + Hash>(sets: &[Vec<O>]) -> Vec<Vec<usize>> {
    let mut numbers: FxHashMap<O, usize> = FxHashMap::default();
    let number_set = |set: &Vec<O>| {
        let mut set: Vec<usize> = set
            .iter()
            .map(|object| {
                let next = numbers.len();
                *numbers.entry(*object).or_insert(next)
            })
            .collect();
        set.sort_unstable();
        set.dedup();
        set
    };
    sets.iter().map(number_set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_random::Random;

    #[test]
    fn the_largest_comes_first_and_empty_sets_never() {
        let sets = [vec![1], vec![], vec![1, 2, 3], vec![3, 4], vec![4, 3], vec![2]];
        assert_eq!(cover(&sets), [2, 3]);
        assert_eq!(cover::<u8>(&[]), [] as [usize; 0]);
        assert_eq!(cover::<u8>(&[vec![], vec![]]), [] as [usize; 0]);
    }

    #[test]
    fn what_later_choices_make_superfluous_is_dropped() {
        // Greedily the middle one is first, and the outer two cover it again.
        let sets = [vec![1, 2, 3], vec![2, 3, 4, 5], vec![4, 5, 6]];
        assert_eq!(cover(&sets), [0, 2]);
    }

    #[test]
    fn repeated_elements_count_once() {
        assert_eq!(cover(&[vec![1, 1, 1], vec![1, 2]]), [1]);
    }

    #[test]
    fn every_element_is_covered_and_each_set_needed() {
        let mut numbers = Random::new(1);
        for _ in 0..200 {
            let mut random = |end| numbers.below(end);
            let sets: Vec<Vec<u64>> =
                (0..12).map(|_| (0..random(6)).map(|_| random(15)).collect()).collect();
            let union = |places: &[usize]| -> BTreeSet<u64> {
                places.iter().flat_map(|&place| sets[place].iter().copied()).collect()
            };
            let kept = cover(&sets);
            let all: Vec<usize> = (0..sets.len()).collect();
            assert_eq!(union(&kept), union(&all));
            for place in &kept {
                let others: Vec<_> = kept.iter().copied().filter(|other| other != place).collect();
                assert_ne!(union(&others), union(&all));
            }
        }
    }
}
