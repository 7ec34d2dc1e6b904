//! The states of Floyd–Hoare automata at the heads of loops, determinised as the program is unfolded.
//!
//! All automata together have a set of predicates for each head. A state of their union is the subset
//! that is known to hold: an edge of the program keeps a predicate where the Hoare triple is valid, which
//! the solver decides. A state whose predicates are among those of another stands for it as well.

use crate::clause::Clause;
use crate::cuts::Location;
use std::collections::BTreeMap;

/// The predicates of all automata, and the states that an unfolding has come to.
#[derive(Debug, Default)]
pub(crate) struct States {
    predicates: BTreeMap<Location, Vec<Clause>>,
    states: BTreeMap<Location, Vec<State>>,
}

/// A state: which predicates of its head hold, and its node.
#[derive(Debug)]
struct State {
    holds: Vec<bool>,
    node: usize,
}

impl States {
    /// Adds a predicate of a head; whether it is new.
    pub(super) fn learn(&mut self, at: Location, predicate: Clause) -> bool {
        let known = self.predicates.entry(at).or_default();
        let is_new = !known.contains(&predicate);
        if is_new {
            known.push(predicate);
        }
        is_new
    }

    /// How many predicates a head has.
    pub(super) fn count(&self, at: &Location) -> usize {
        self.predicates.get(at).map_or(0, Vec::len)
    }

    /// Forgets the states: the next unfolding makes its own.
    pub(super) fn restart(&mut self) {
        self.states.clear();
    }

    /// The predicates of a head.
    pub(crate) fn predicates(&self, at: &Location) -> Vec<Clause> {
        self.predicates.get(at).cloned().unwrap_or_default()
    }

    /// The node of a state that asks for no more than what holds.
    pub(crate) fn find(&self, at: &Location, holds: &[bool]) -> Option<usize> {
        let is_enough =
            |it: &&State| it.holds.iter().zip(holds).all(|(wanted, known)| *known || !wanted);
        self.states.get(at)?.iter().find(is_enough).map(|it| it.node)
    }

    /// A new state.
    pub(crate) fn add(&mut self, at: Location, holds: Vec<bool>, node: usize) {
        self.states.entry(at).or_default().push(State { holds, node });
    }
}
