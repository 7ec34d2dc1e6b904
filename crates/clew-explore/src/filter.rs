//! Path filtering: what the coverage structure says of candidates.
//!
//! Candidates are judged by their place: site, arm and the calls under way. There are about as
//! many places as the program has branches and contexts, however many candidates there are, so
//! a change of coverage costs in proportion to the places that are asked for after it.
//!
//! **Soundness.** A candidate is filtered only where it is irrelevant: no continuation of it meets
//! an open objective, and neither does the path up to it: where the run beside it could not be
//! counted, because its inputs are excluded or no test can give them, what that path has met is
//! still to be met. Coverage only grows, so it stays irrelevant. When every other candidate is
//! decided, no path is left that could meet what is open: exhaustion is still a proof.

use clew_criteria::{Candidate, Reach, Relevance, ReturnSite};
use clew_ir::{FunctionId, Id, Position, ProbeId};
use clew_symbolic::{Arm, CallsId, ForkKind, ForkSite};
use rustc_hash::FxHashMap;
use std::rc::Rc;

use crate::candidate::{PlaceId, UnmetId};
use crate::goal::{CoverageStructure, Goal};

/// The branches that a prediction goes down.
const LEVELS: u32 = 3;
/// How often a fault is looked for at a site before it counts as not to be found there.
const FAULT_TRIES: u32 = 3;
/// The distance where the calls under way are not known.
const FAR: u32 = 64;

/// The calls under way, outermost first; `None` where they are not known.
type Stack = Option<Rc<[ReturnSite]>>;

/// An answer, and the coverage it was given for.
type Cached<T> = Option<(usize, T)>;

/// A place, and what was said of it last.
#[derive(Debug)]
struct Place {
    way: Candidate,
    stack: Stack,
    /// Where the way is into a fault: the site.
    fault: Option<ForkSite>,
    /// Whether the way is to a label that holds.
    is_label: bool,
    /// What the path up to here has met and no run could be counted for.
    unmet: UnmetId,
    /// Where something is unmet: the first place that differs only in that and in the calls.
    alike: Option<PlaceId>,
    relevance: Cached<Relevance>,
    potential: Cached<u32>,
    distance: Cached<Option<u32>>,
}

/// A place, as the machine tells it.
type Told = (ForkSite, Option<Arm>, CallsId, UnmetId);

/// How many places are remembered that were asked for lately: a loop comes back to the same few.
const RECENT: usize = 32;

/// The places of one worker's candidates.
#[derive(Debug, Default)]
pub(crate) struct Places {
    places: Vec<Place>,
    /// By what the machine tells.
    told: FxHashMap<Told, PlaceId>,
    /// The last of them, at a number made of block and arm.
    recent: [Option<(Told, PlaceId)>; RECENT],
    /// By what it means: a recursion that repeats itself is one.
    meant: FxHashMap<(Candidate, Option<ForkSite>, bool, Stack, UnmetId), PlaceId>,
    /// The first of the places that are alike.
    alike: FxHashMap<(Candidate, Option<ForkSite>, bool), PlaceId>,
    /// By number: the probes that a path has hit and no run could be counted for.
    unmet: Vec<Rc<[ProbeId]>>,
    unmet_ids: FxHashMap<Rc<[ProbeId]>, UnmetId>,
    /// How often faults were looked for.
    tried: FxHashMap<ForkSite, u32>,
    /// Whether faults are objectives of their own.
    seeks_faults: bool,
}

impl Places {
    pub(crate) fn new(seeks_faults: bool) -> Self {
        let mut places = Places { seeks_faults, ..Places::default() };
        places.unmet_id(&[]);
        places
    }

    /// The number of a set of probes.
    pub(crate) fn unmet_id(&mut self, probes: &[ProbeId]) -> UnmetId {
        if let Some(&id) = self.unmet_ids.get(probes) {
            return id;
        }
        let (id, probes) = (UnmetId(self.unmet.len() as u32), Rc::<[ProbeId]>::from(probes));
        self.unmet.push(Rc::clone(&probes));
        self.unmet_ids.insert(probes, id);
        id
    }

    /// The place of candidates; `tell` tells the calls under way.
    pub(crate) fn place(
        &mut self,
        site: &ForkSite,
        arm: Option<Arm>,
        (calls, unmet): (CallsId, UnmetId),
        tell: impl FnOnce(CallsId) -> Option<Vec<Position>>,
    ) -> PlaceId {
        let told = (*site, arm, calls, unmet);
        let slot = (2 * site.at.block.index() + arm.map_or(0, |arm| arm.0 as usize & 1)) % RECENT;
        if let Some((recent, place)) = self.recent[slot]
            && recent == told
        {
            return place;
        }
        let place = self.find(site, arm, (calls, unmet), tell);
        self.recent[slot] = Some((told, place));
        place
    }

    fn find(
        &mut self,
        site: &ForkSite,
        arm: Option<Arm>,
        (calls, unmet): (CallsId, UnmetId),
        tell: impl FnOnce(CallsId) -> Option<Vec<Position>>,
    ) -> PlaceId {
        let (way, arm) = way(site, arm);
        if let Some(&place) = self.told.get(&(*site, arm, calls, unmet)) {
            return place;
        }
        let fault = matches!(way, Candidate::Fault { .. }).then_some(*site);
        let is_label = matches!(site.kind, ForkKind::Label(_)) && arm == Some(Arm(1));
        let stack = tell(calls).map(|calls| shortened(&calls, site.at.function).into());
        let (places, alike) = (&mut self.places, &mut self.alike);
        let key = (way, fault, is_label, stack.clone(), unmet);
        let place = *self.meant.entry(key).or_insert_with(|| {
            let place = PlaceId::from_index(places.len());
            let first = || *alike.entry((way, fault, is_label)).or_insert(place);
            let alike = (unmet != UnmetId::NONE).then(first);
            let (relevance, potential, distance) = (None, None, None);
            places.push(Place {
                way,
                stack,
                fault,
                is_label,
                unmet,
                alike,
                relevance,
                potential,
                distance,
            });
            place
        });
        self.told.insert((*site, arm, calls, unmet), place);
        place
    }

    /// Counts a try, where it is one for a fault.
    pub(crate) fn note_try(&mut self, place: PlaceId) {
        if let Some(site) = self.places[place.index()].fault {
            *self.tried.entry(site).or_insert(0) += 1;
        }
    }

    /// How often faults were looked for at a site.
    fn tries(&self, site: &ForkSite) -> u32 {
        self.tried.get(site).copied().unwrap_or(0)
    }

    /// The structure when so much is covered.
    pub(crate) fn structure<'p>(&'p mut self, goal: &'p dyn Goal, covered: usize) -> Structure<'p> {
        Structure { places: self, goal, covered }
    }
}

/// The coverage structure at one time.
pub(crate) struct Structure<'p> {
    places: &'p mut Places,
    goal: &'p dyn Goal,
    covered: usize,
}

impl Structure<'_> {
    /// The answer for a place, asked for once as long as coverage is the same.
    fn ask<T: Copy>(
        &mut self,
        place: PlaceId,
        unknown: T,
        slot: fn(&mut Place) -> &mut Cached<T>,
        question: impl FnOnce(&Reach, &Place, u32) -> T,
    ) -> T {
        let Some(reach) = self.goal.reach() else { return unknown };
        let place = &mut self.places.places[place.index()];
        if let Some((covered, answer)) = *slot(place)
            && covered == self.covered
        {
            return answer;
        }
        let unmet = self.places.unmet[place.unmet.0 as usize].iter();
        let unmet = unmet.filter(|probe| !self.goal.is_covered(**probe)).count() as u32;
        let answer = question(reach, place, unmet);
        *slot(place) = Some((self.covered, answer));
        answer
    }

    /// Faults are objectives of their own, until they were looked for often enough.
    fn tries_for_fault(&self, place: PlaceId) -> Option<u32> {
        if !self.places.seeks_faults {
            return None;
        }
        let site = self.places.places[place.index()].fault?;
        Some(self.places.tries(&site))
    }
}

impl CoverageStructure for Structure<'_> {
    fn relevance(&mut self, place: PlaceId) -> Relevance {
        if self.tries_for_fault(place).is_some_and(|tries| tries < FAULT_TRIES) {
            return Relevance::May;
        }
        self.ask(
            place,
            Relevance::May,
            |place| &mut place.relevance,
            |reach, place, unmet| {
                if unmet > 0 {
                    return Relevance::Must;
                }
                let relevance = match &place.stack {
                    Some(stack) => reach.relevance(place.way, stack),
                    None => reach.relevance(place.way, &[]).max(Relevance::May),
                };
                match relevance {
                    Relevance::May if place.is_label => Relevance::Must,
                    relevance => relevance,
                }
            },
        )
    }

    fn is_open(&mut self, place: PlaceId) -> bool {
        if self.relevance(place) != Relevance::Must {
            return false;
        }
        let place = &self.places.places[place.index()];
        let stack = place.stack.as_deref().unwrap_or_default();
        let is_met = |reach: &Reach| reach.relevance(place.way, stack) == Relevance::Must;
        place.unmet == UnmetId::NONE || place.is_label || self.goal.reach().is_none_or(is_met)
    }

    fn potential(&mut self, place: PlaceId) -> u32 {
        if let Some(tries) = self.tries_for_fault(place) {
            return u32::from(tries == 0);
        }
        if self.places.places[place.index()].is_label {
            // Inputs for a label meet it for sure: labels come as soon as possible.
            return u32::MAX;
        }
        self.ask(
            place,
            1,
            |place| &mut place.potential,
            |reach, place, unmet| {
                let stack = place.stack.as_deref().unwrap_or_default();
                unmet + reach.potential(place.way, stack, LEVELS)
            },
        )
    }

    fn alike(&mut self, place: PlaceId) -> Option<PlaceId> {
        self.places.places[place.index()].alike
    }

    fn distance(&mut self, place: PlaceId) -> Option<u32> {
        if let Some(tries) = self.tries_for_fault(place) {
            return (tries < FAULT_TRIES).then_some(FAR);
        }
        self.ask(
            place,
            Some(1),
            |place| &mut place.distance,
            |reach, place, unmet| match &place.stack {
                _ if unmet > 0 => Some(0),
                Some(stack) => reach.distance(place.way, stack),
                None => reach.distance(place.way, &[]).or(Some(FAR)),
            },
        )
    }
}

/// The way of a fork's arm in the program, and the arm as far as it makes a difference.
fn way(site: &ForkSite, arm: Option<Arm>) -> (Candidate, Option<Arm>) {
    let Position { function, block, .. } = site.at;
    match (site.kind, arm) {
        (ForkKind::Branch | ForkKind::Switch, Some(arm)) => {
            let successor = u32::try_from(arm.0).unwrap_or(u32::MAX);
            (Candidate::Edge { function, block, successor }, Some(arm))
        }
        (ForkKind::Check(_), Some(Arm(0))) => (Candidate::Fault { function, block }, arm),
        (ForkKind::Label(_), arm) => (Candidate::Within { function, block }, arm),
        // Whatever else forks, the run goes on from there.
        _ => (Candidate::Within { function, block }, None),
    }
}

/// The calls under way without those that repeat the one before: recursion comes back to where it
/// has been before, and meets nothing else there. `callee` is called by the last.
fn shortened(calls: &[Position], callee: FunctionId) -> Vec<ReturnSite> {
    let mut short: Vec<ReturnSite> = Vec::new();
    for (at, call) in calls.iter().enumerate() {
        let site = ReturnSite { function: call.function, block: call.block };
        let called = calls.get(at + 1).map_or(callee, |next| next.function);
        if short.last() != Some(&site) || called != call.function {
            short.push(site);
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_ir::BlockId;

    const NOWHERE: (CallsId, UnmetId) = (CallsId::NONE, UnmetId::NONE);

    fn call(function: usize, block: usize) -> Position {
        let (function, block) = (FunctionId::from_index(function), BlockId::from_index(block));
        Position { function, block, statement: 0 }
    }

    #[test]
    fn recursion_is_one_place() {
        let mut places = Places::new(true);
        let site = crate::toy::site(3, ForkKind::Branch);
        let at = |depth: usize, callee: usize| {
            let mut stack = vec![call(1, 0)];
            stack.extend(vec![call(0, 2); depth]);
            shortened(&stack, FunctionId::from_index(callee)).len()
        };
        assert_eq!((at(1, 0), at(2, 0), at(50, 0)), (2, 2, 2));
        // Another function called from the same block returns to a caller of its own.
        assert_eq!((at(1, 5), at(2, 5), at(50, 5)), (2, 3, 3));
        let place = |places: &mut Places, arm| {
            places.place(&site, Some(Arm(arm)), NOWHERE, |_| Some(Vec::new()))
        };
        let (first, second) = (place(&mut places, 0), place(&mut places, 1));
        assert_ne!(first, second);
        assert_eq!(place(&mut places, 0), first);
    }

    #[test]
    fn values_are_one_place_and_faults_are_tried_a_few_times() {
        struct Nothing;
        impl crate::goal::CoverageView for Nothing {
            fn is_covered(&self, _: clew_ir::ProbeId) -> bool {
                false
            }
        }
        impl Goal for Nothing {
            fn observe(&mut self, _: &clew_symbolic::Trace) -> usize {
                0
            }
            fn is_done(&self) -> bool {
                false
            }
        }
        let mut places = Places::new(true);
        let value = crate::toy::site(1, ForkKind::Value(4));
        let none = |_: CallsId| Some(Vec::new());
        let first = places.place(&value, Some(Arm(7)), NOWHERE, none);
        assert_eq!(places.place(&value, None, NOWHERE, none), first);
        let check = crate::toy::site(1, ForkKind::Check(0));
        let fault = places.place(&check, Some(Arm(0)), NOWHERE, none);
        assert_ne!(fault, first);
        assert_eq!(places.structure(&Nothing, 0).potential(fault), 1);
        places.note_try(fault);
        assert_eq!(places.structure(&Nothing, 0).potential(fault), 0);
        assert_eq!(places.tries(&check), 1);
    }
}
