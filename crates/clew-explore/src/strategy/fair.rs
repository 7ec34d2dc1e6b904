//! Predictive path search with fairness and, where it finds nothing more, with fitness.

use clew_criteria::Relevance;
use clew_ir::Id;

use super::fitness::Targets;
use super::pool::{Age, RankedPool};
use super::{RunNews, Strategy};
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// What being sure to meet something is worth, beside one open objective ahead.
const SURE: u64 = 64;
/// The value of one open objective ahead at a place that was never tried.
const UNIT: u64 = 1 << 20;
/// So many tries at places alike count as one at the place itself.
const ALIKE: u64 = 16;
/// After so many runs without anything new, every second choice is that of fitness.
const DRY: u32 = 4;

/// As predictive path search, but a place is worth less with each try that covers nothing new:
/// what looks best is often out of reach, and a loop gives candidates for it without end. What is
/// sure and in reach is soon covered; then fitness goes for what is hard to hit.
/// A run takes along what lies open behind its candidate, where inputs can do that.
/// Every other try at a place is for its newest candidate: the shallowest alone would never get
/// far into a loop that has many ways through each round.
#[derive(Debug)]
pub struct FairPredictive {
    pool: RankedPool<u64>,
    tries: Tries,
    targets: Targets,
    /// By place: whether the next try is for the newest candidate.
    turns: Vec<bool>,
    /// The last runs without anything new.
    dry: u32,
    choices: u32,
}

/// The tries since one covered something new.
#[derive(Debug, Default)]
struct Tries {
    at: Vec<u32>,
    /// At all places alike, by the one that stands for them.
    alike: Vec<u32>,
    /// By place: the one that stands for it and those alike, as far as that was asked for.
    stands_for: Vec<Option<PlaceId>>,
}

impl Tries {
    fn make_room(&mut self, place: PlaceId) {
        let places = place.index() + 1;
        if places > self.at.len() {
            self.at.resize(places, 0);
            self.alike.resize(places, 0);
            self.stands_for.resize(places, None);
        }
    }

    fn note(&mut self, place: PlaceId) {
        self.at[place.index()] += 1;
        if let Some(first) = self.stands_for[place.index()] {
            self.alike[first.index()] += 1;
        }
    }

    /// A try there covered something new; the places that this makes worth more.
    fn forget(&mut self, place: PlaceId) -> Vec<PlaceId> {
        let Some(tries) = self.at.get_mut(place.index()) else { return Vec::new() };
        *tries = 0;
        let Some(first) = self.stands_for[place.index()] else { return vec![place] };
        self.alike[first.index()] = 0;
        let places = (0..self.at.len()).filter(|&at| self.stands_for[at] == Some(first));
        places.map(PlaceId::from_index).collect()
    }

    /// What a place is worth after the tries that came to nothing.
    fn worth(&mut self, structure: &mut dyn CoverageStructure, place: PlaceId) -> u64 {
        let sure = match structure.relevance(place) {
            Relevance::Irrelevant => return 0,
            Relevance::May => 1,
            Relevance::Must => SURE,
        };
        let ahead = (u64::from(structure.potential(place)) + 1).min(UNIT);
        let first = structure.alike(place);
        self.stands_for[place.index()] = first;
        let alike = first.map_or(0, |first| u64::from(self.alike[first.index()]));
        let tries = u64::from(self.at[place.index()]);
        sure * ahead * UNIT * ALIKE / ((tries + 1) * ALIKE + alike)
    }
}

impl Default for FairPredictive {
    fn default() -> Self {
        let (tries, targets) = (Tries::default(), Targets::default());
        FairPredictive {
            pool: RankedPool::new(),
            tries,
            targets,
            turns: Vec::new(),
            dry: 0,
            choices: 0,
        }
    }
}

impl Strategy for FairPredictive {
    fn name(&self) -> &'static str {
        "pps-fair"
    }

    fn wants_nearness(&self) -> bool {
        true
    }

    fn ran(&mut self, news: &RunNews) {
        self.targets.ran(news);
        if news.newly_covered == 0 {
            self.dry = self.dry.saturating_add(1);
            return;
        }
        self.dry = 0;
        if let Some((_, place)) = news.origin {
            for place in self.tries.forget(place) {
                self.pool.raise(place, u64::MAX);
            }
        }
    }

    fn was_costly(&mut self, place: PlaceId, tries: u32) {
        if let Some(at) = self.tries.at.get_mut(place.index()) {
            *at = at.saturating_add(tries);
        }
    }

    fn add(&mut self, candidate: CandidateId, place: PlaceId, info: &CandidateInfo) {
        self.tries.make_room(place);
        let places = self.turns.len().max(place.index() + 1);
        self.turns.resize(places, false);
        self.pool.add(candidate, place, info.depth, u64::MAX);
        self.targets.add(candidate, place, info);
    }

    /// A candidate is in both halves: the search skips it the second time.
    fn next(&mut self, structure: &mut dyn CoverageStructure) -> Option<CandidateId> {
        self.choices = self.choices.wrapping_add(1);
        if self.dry >= DRY
            && self.choices.is_multiple_of(2)
            && let Some(candidate) = self.targets.next(structure)
        {
            return Some(candidate);
        }
        let (tries, turns) = (&mut self.tries, &self.turns);
        let age = |place: PlaceId| if turns[place.index()] { Age::Newest } else { Age::Any };
        let chosen = self.pool.pop_of_age(|it| tries.worth(structure, it), age)?;
        self.tries.note(chosen.place);
        self.turns[chosen.place.index()] ^= true;
        self.targets.take_along(chosen, structure);
        Some(chosen.candidate)
    }

    fn joint_targets(&mut self, candidate: CandidateId) -> Vec<CandidateId> {
        self.targets.joint_targets(candidate)
    }

    fn clear(&mut self) {
        *self = FairPredictive::default();
    }
}
