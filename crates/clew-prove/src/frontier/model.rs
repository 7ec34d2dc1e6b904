//! The generalized control-flow graph (paper 3, Definition 3.1).
//!
//! S-states are positions of executed words, R-states predicates at locations. An R-state stands for
//! the states of its location from which control may go on to one of the R-states behind it, and so to
//! a target. Edges between R-states come of preconditions; a *frontier edge* leads from an S-state to
//! an R-state at a next location whose precondition there was not looked at.
//!
//! Where no run has been, a location has an R-state that always holds: everything that gets there is of
//! interest. So each way into an R-state is one of three: analysed, on the frontier, or through a
//! location that no run has visited.
//!
//! **Soundness.** When no R-state of a target is connected with the entry any more, the predicates of
//! all that were on the way, negated, are invariants of their locations that exclude it.

use super::predicate::Predicate;
use super::space::{LocationId, Space};
use std::collections::{BTreeMap, BTreeSet};

/// The number of an R-state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RId(pub u32);

/// A position of an executed word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SState {
    /// The run.
    pub run: u32,
    /// Which of its visits this is, from the first.
    pub visit: u32,
}

/// What became of an R-state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It is in the graph.
    Alive,
    /// A run has been in a state that satisfies it (Inv3).
    Satisfied,
    /// The entry does not lead there any more (Inv4): it is unreachable.
    Excluded,
    /// It leads to no target that is left (Inv4): it is of no use.
    Useless,
}

/// A predicate at a location.
#[derive(Clone, PartialEq, Debug)]
pub struct RState {
    /// The location.
    pub location: LocationId,
    /// What holds there.
    pub predicate: Predicate,
    /// Where control may go on to.
    pub next: BTreeSet<RId>,
    /// The target that this is.
    pub target: Option<usize>,
    /// Whether it is in the graph, or why not.
    pub standing: Standing,
}

/// What is known of the way from a location to an R-state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Analysed {
    /// The precondition: these R-states of the location, none where nothing leads there.
    By(Vec<RId>),
    /// The precondition holds in states that runs have been in, and says no more than they do.
    Stuck,
}

/// The graph.
#[derive(Debug, Default)]
pub struct Gcfg {
    /// By location: where runs have been.
    pub(super) visited: BTreeMap<LocationId, Vec<SState>>,
    pub(super) states: Vec<RState>,
    /// By location: the R-states there, dead ones too.
    pub(super) at: BTreeMap<LocationId, Vec<RId>>,
    pub(super) analysed: BTreeMap<(LocationId, RId), Analysed>,
    /// The S-states whose way to an R-state was refuted.
    pub(super) tried: BTreeSet<(SState, RId)>,
}

/// An edge of the frontier: a location that runs have been at, and an R-state at a next one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FrontierEdge {
    /// The R-state.
    pub to: RId,
    /// Where the S-states are.
    pub from: LocationId,
}

/// The most S-states of a location that are told apart.
const MOST_STATES: usize = 48;

impl Gcfg {
    /// The R-state with a number.
    pub fn get(&self, id: RId) -> &RState {
        &self.states[id.0 as usize]
    }

    /// Whether an R-state is in the graph.
    pub fn is_alive(&self, id: RId) -> bool {
        self.get(id).standing == Standing::Alive
    }

    /// The R-states in the graph, in the order in which they were made.
    pub fn alive(&self) -> impl Iterator<Item = RId> + '_ {
        (0..self.states.len() as u32).map(RId).filter(|id| self.is_alive(*id))
    }

    /// The S-states of a location.
    pub fn visits(&self, at: LocationId) -> &[SState] {
        self.visited.get(&at).map_or(&[], Vec::as_slice)
    }

    /// Whether a run has been at a location.
    pub fn is_visited(&self, at: LocationId) -> bool {
        self.visited.contains_key(&at)
    }

    /// The R-states of a location that are in the graph.
    pub fn alive_at(&self, at: LocationId) -> Vec<RId> {
        let all = self.at.get(&at).map_or(&[][..], Vec::as_slice);
        all.iter().copied().filter(|id| self.is_alive(*id)).collect()
    }

    /// A run has been at a location.
    pub(super) fn visit(&mut self, at: LocationId, state: SState) {
        let states = self.visited.entry(at).or_default();
        if states.len() < MOST_STATES {
            states.push(state);
        }
    }

    /// Adds an R-state.
    pub(super) fn add(
        &mut self,
        location: LocationId,
        predicate: Predicate,
        target: Option<usize>,
    ) -> RId {
        let id = RId(self.states.len() as u32);
        let next = BTreeSet::new();
        let standing = Standing::Alive;
        self.states.push(RState { location, predicate, next, target, standing });
        self.at.entry(location).or_default().push(id);
        id
    }

    /// Gives an R-state its ways through locations that no run has visited; those that control does not
    /// come to lead nowhere.
    pub(super) fn connect(
        &mut self,
        space: &Space<'_>,
        id: RId,
        is_reached: &dyn Fn(LocationId) -> bool,
    ) {
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            for &(from, _) in space.before(self.get(id).location) {
                if self.is_visited(from) || self.analysed.contains_key(&(from, id)) {
                    continue;
                }
                if !is_reached(from) {
                    self.analysed.insert((from, id), Analysed::By(Vec::new()));
                    continue;
                }
                let known = self.alive_at(from);
                let before = match known.first() {
                    Some(&before) => before,
                    None => {
                        let before = self.add(from, Predicate::always(), None);
                        work.push(before);
                        before
                    }
                };
                self.states[before.0 as usize].next.insert(id);
                self.analysed.insert((from, id), Analysed::By(vec![before]));
            }
        }
    }

    /// The frontier (Inv5): S-states beside R-states whose precondition there was not looked at.
    pub fn frontier(&self, space: &Space<'_>) -> Vec<FrontierEdge> {
        let mut edges = Vec::new();
        for to in self.alive() {
            let mut sources: Vec<LocationId> =
                space.before(self.get(to).location).iter().map(|(from, _)| *from).collect();
            sources.sort_unstable();
            sources.dedup();
            for from in sources {
                let is_open = match self.analysed.get(&(from, to)) {
                    None | Some(Analysed::Stuck) => true,
                    Some(Analysed::By(_)) => false,
                };
                if is_open && self.is_visited(from) {
                    edges.push(FrontierEdge { to, from });
                }
            }
        }
        edges
    }

    /// The precondition of an R-state at a location was looked at.
    pub(super) fn analyse(&mut self, from: LocationId, to: RId, before: Vec<RId>) {
        for id in &before {
            self.states[id.0 as usize].next.insert(to);
        }
        self.analysed.insert((from, to), Analysed::By(before));
    }

    /// A run has been in a state of an R-state (Inv3): it goes, and what was analysed with it is open
    /// again.
    pub(super) fn satisfy(&mut self, id: RId) {
        self.remove(id, Standing::Satisfied);
        let reopened: Vec<(LocationId, RId)> = self
            .analysed
            .iter()
            .filter(|(_, it)| matches!(it, Analysed::By(before) if before.contains(&id)))
            .map(|(key, _)| *key)
            .collect();
        for key in reopened {
            let Some(Analysed::By(others)) = self.analysed.remove(&key) else { continue };
            for other in others {
                self.states[other.0 as usize].next.remove(&key.1);
            }
        }
    }

    pub(super) fn remove(&mut self, id: RId, standing: Standing) {
        self.states[id.0 as usize].standing = standing;
    }

    /// Restores Inv4 (paper 3, Algorithm 3): what the entry does not lead to any more, or what leads to
    /// no target, goes. Not more: an R-state whose neighbour goes may have others. The targets that are
    /// excluded are told.
    pub(super) fn coarsen(&mut self, space: &Space<'_>) -> Vec<RId> {
        let mut excluded = Vec::new();
        let useful = self.useful();
        let useless: Vec<RId> = self.alive().filter(|id| !useful.contains(id)).collect();
        for id in useless {
            self.remove(id, Standing::Useless);
        }
        let connected = self.connected(space);
        let unreachable: Vec<RId> = self.alive().filter(|id| !connected.contains(id)).collect();
        for id in unreachable {
            self.remove(id, Standing::Excluded);
            if self.get(id).target.is_some() {
                excluded.push(id);
            }
        }
        excluded
    }

    /// The R-states in the graph that lead to a target.
    pub(super) fn useful(&self) -> BTreeSet<RId> {
        let mut before: BTreeMap<RId, Vec<RId>> = BTreeMap::new();
        for id in self.alive() {
            for &next in self.get(id).next.iter().filter(|it| self.is_alive(**it)) {
                before.entry(next).or_default().push(id);
            }
        }
        let mut work: Vec<RId> = self.alive().filter(|id| self.get(*id).target.is_some()).collect();
        let mut found: BTreeSet<RId> = work.iter().copied().collect();
        while let Some(id) = work.pop() {
            for &other in before.get(&id).map_or(&[][..], Vec::as_slice) {
                if found.insert(other) {
                    work.push(other);
                }
            }
        }
        found
    }

    /// The R-states in the graph that the entry leads to, over the frontier.
    pub(super) fn connected(&self, space: &Space<'_>) -> BTreeSet<RId> {
        let mut work: Vec<RId> = self.frontier(space).iter().map(|edge| edge.to).collect();
        work.extend(self.alive_at(Space::ROOT));
        let mut found: BTreeSet<RId> = work.iter().copied().collect();
        while let Some(id) = work.pop() {
            for &next in self.get(id).next.iter().filter(|it| self.is_alive(**it)) {
                if found.insert(next) {
                    work.push(next);
                }
            }
        }
        found
    }
}
