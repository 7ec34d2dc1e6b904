//! Candidates by place, the best place first.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use clew_ir::Id;

use super::by_depth::ByDepth;
use crate::candidate::{CandidateId, PlaceId};

/// Which candidate of a place is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Age {
    /// The shallowest, whatever its age.
    Any,
    /// The newest: it goes on from where the last runs came to.
    Newest,
}

/// A candidate that was taken out, and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    pub(super) candidate: CandidateId,
    pub(super) place: PlaceId,
    pub(super) depth: u32,
}

/// Candidates by place; places in the order of ranks that only fall.
///
/// A place keeps its rank until it is the first: only then it is asked for anew, and goes back
/// when it has fallen. So a choice costs little, however much coverage has changed.
#[derive(Debug)]
pub(super) struct RankedPool<R> {
    places: Vec<ByDepth>,
    /// The first candidate of each place that has any: rank, depth, age, place.
    firsts: BTreeSet<(Reverse<R>, u32, u64, PlaceId)>,
    ranks: Vec<R>,
    added: u64,
}

impl<R: Ord + Copy> RankedPool<R> {
    pub(super) fn new() -> Self {
        RankedPool { places: Vec::new(), firsts: BTreeSet::new(), ranks: Vec::new(), added: 0 }
    }

    /// Adds a candidate. `highest` is the rank of a place that was not asked for yet.
    pub(super) fn add(&mut self, candidate: CandidateId, place: PlaceId, depth: u32, highest: R) {
        let at = place.index();
        if at >= self.places.len() {
            self.places.resize_with(at + 1, ByDepth::default);
            self.ranks.resize(at + 1, highest);
        }
        let age = self.added;
        self.added += 1;
        // Most candidates wait behind another of their place.
        if self.places[at].first().is_some_and(|first| first < (depth, age)) {
            self.places[at].push(depth, age, candidate);
            return;
        }
        self.take_off(place);
        self.places[at].push(depth, age, candidate);
        self.put_on(place);
    }

    /// The rank of the first candidate's place.
    pub(super) fn peek(&mut self, mut rank: impl FnMut(PlaceId) -> R) -> Option<R> {
        loop {
            let &(Reverse(before), _, _, place) = self.firsts.first()?;
            let now = rank(place);
            if now >= before {
                return Some(before);
            }
            self.take_off(place);
            self.ranks[place.index()] = now;
            self.put_on(place);
        }
    }

    /// Gives a place a higher rank than it had; what it really is, is asked for when it is first.
    pub(super) fn raise(&mut self, place: PlaceId, highest: R) {
        self.take_off(place);
        if let Some(rank) = self.ranks.get_mut(place.index()) {
            *rank = highest;
        }
        self.put_on(place);
    }

    /// Takes out the first candidate of the place with the highest rank.
    pub(super) fn pop(&mut self, rank: impl FnMut(PlaceId) -> R) -> Option<CandidateId> {
        self.pop_of_age(rank, |_| Age::Any).map(|chosen| chosen.candidate)
    }

    /// The same, with where it is; of some places the newest candidate.
    pub(super) fn pop_of_age(
        &mut self,
        rank: impl FnMut(PlaceId) -> R,
        age: impl FnOnce(PlaceId) -> Age,
    ) -> Option<Chosen> {
        self.peek(rank)?;
        let &(_, _, _, place) = self.firsts.first()?;
        self.take_off(place);
        let candidates = &mut self.places[place.index()];
        let taken = match age(place) {
            Age::Any => candidates.pop(),
            Age::Newest => candidates.pop_newest(),
        };
        self.put_on(place);
        taken.map(|(depth, candidate)| Chosen { candidate, place, depth })
    }

    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.firsts.clear();
        self.ranks.clear();
    }

    fn first(&self, place: PlaceId) -> Option<(Reverse<R>, u32, u64, PlaceId)> {
        let (depth, age) = self.places.get(place.index())?.first()?;
        Some((Reverse(self.ranks[place.index()]), depth, age, place))
    }

    fn take_off(&mut self, place: PlaceId) {
        if let Some(first) = self.first(place) {
            self.firsts.remove(&first);
        }
    }

    fn put_on(&mut self, place: PlaceId) {
        if let Some(first) = self.first(place) {
            self.firsts.insert(first);
        }
    }
}
