//! What further searches added: those that try what callers and the world seldom do.
//!
//! The first search of a campaign keeps to simple inputs. Each further one tries more, and what it
//! is the first to cover was hidden from all before it.

use crate::campaign::Campaign;
use crate::runs::is_fault;
use clew_criteria::{Coverage, Observation};
use clew_symbolic::{Bounds, Remedy};
use std::collections::BTreeMap;

/// What a search tried that the one before did not, in the order in which it is told.
fn newly_tried(before: &Bounds, after: &Bounds) -> Vec<Remedy> {
    let (had, has) = (before.liberties, after.liberties);
    let is_larger = |of: fn(&Bounds) -> u64| of(after) > of(before);
    let tried = [
        (before.told_lengths && !after.told_lengths, Remedy::OtherLengths),
        (is_larger(|it| it.records), Remedy::MoreRecords),
        (before.aliasing != after.aliasing, Remedy::Aliases),
        (before.failures != after.failures, Remedy::Failures),
        (before.weak_functions != after.weak_functions, Remedy::WeakFunctions),
        (!had.shared_objects && has.shared_objects, Remedy::SharedObjects),
        (!had.array_middles && has.array_middles, Remedy::ArrayMiddles),
        (!had.stub_writes && has.stub_writes, Remedy::StubWrites),
        (!had.unset_reads && has.unset_reads, Remedy::UnsetReads),
        (is_larger(|it| it.string.max(it.elements)), Remedy::LargerInputs),
    ];
    tried.into_iter().filter_map(|(is_new, remedy)| is_new.then_some(remedy)).collect()
}

impl Campaign {
    /// For each set of things that a search was the first to try: how many objectives its tests were
    /// the first to cover. Nothing for what the first search covered.
    pub fn gains(&self) -> BTreeMap<Vec<Remedy>, usize> {
        let mut coverage = Coverage::new(&self.objectives);
        let mut gains = BTreeMap::new();
        let mut tried = Vec::new();
        let mut before: Option<&Bounds> = None;
        for (found, known) in self.report.found.iter().zip(&self.known) {
            let last = before.replace(&known.bounds).unwrap_or(&known.bounds);
            if last != &known.bounds {
                tried = newly_tried(last, &known.bounds);
            }
            if known.unusable.is_some() || is_fault(found) {
                continue;
            }
            let seen = Observation { hits: &found.hits, sequence: &found.sequence };
            let new = coverage.observe(&seen).len();
            if new > 0 && !tried.is_empty() {
                *gains.entry(tried.clone()).or_insert(0) += new;
            }
        }
        gains
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_symbolic::{Failures, Liberties};

    #[test]
    fn what_is_new_of_bounds_is_told() {
        let first = Bounds::default();
        let failing = Bounds { failures: Failures::Tried, ..first };
        assert_eq!(newly_tried(&first, &first), []);
        assert_eq!(newly_tried(&first, &failing), [Remedy::Failures]);
        let liberties = Liberties { shared_objects: true, ..failing.liberties };
        let larger = Bounds { liberties, string: failing.string * 2, ..failing };
        let new = [Remedy::SharedObjects, Remedy::LargerInputs];
        assert_eq!(newly_tried(&failing, &larger), new);
    }
}
