//! The targets of an unfolding: which are still held to be unreachable, and from where they can be
//! reached.

use crate::failure::Failure;
use crate::prove::Task;
use crate::relevance::{Relevance, leads_to, unknown_leads_to};
use crate::target::Target;
use clew_ir::{BlockId, Expr, FunctionId, Position};
use std::collections::BTreeSet;

/// The targets of an unfolding.
pub(crate) struct Aims<'p> {
    task: Task<'p>,
    targets: &'p [Target],
    /// Why a target is given up.
    failures: Vec<Option<Failure>>,
    relevance: Relevance<'p>,
    /// Where predicates are to be looked at.
    stops: BTreeSet<Position>,
}

impl<'p> Aims<'p> {
    /// Those of some targets that are not given up yet.
    pub(crate) fn new(
        task: Task<'p>,
        targets: &'p [Target],
        failures: Vec<Option<Failure>>,
    ) -> Self {
        let relevance = Relevance::new(task, std::iter::empty());
        let mut aims = Self { task, targets, failures, relevance, stops: BTreeSet::new() };
        for (at, target) in targets.iter().enumerate() {
            if aims.failures[at].is_none() && unknown_leads_to(task, target) {
                aims.failures[at] = Some(Failure::Hidden);
            }
        }
        aims.renew();
        aims
    }

    /// Why each target is given up, if it is.
    pub(crate) fn into_failures(self) -> Vec<Option<Failure>> {
        self.failures
    }

    /// The targets that are not given up.
    pub(crate) fn targets(&self) -> impl Iterator<Item = &'p Target> + '_ {
        self.alive().map(|(_, target)| target)
    }

    pub(crate) fn has_any(&self) -> bool {
        self.failures.iter().any(Option::is_none)
    }

    fn alive(&self) -> impl Iterator<Item = (usize, &'p Target)> + '_ {
        self.targets.iter().enumerate().filter(|(at, _)| self.failures[*at].is_none())
    }

    fn renew(&mut self) {
        self.relevance = Relevance::new(self.task, self.alive().map(|(_, target)| target));
        self.stops = self
            .alive()
            .filter_map(|(_, target)| match target {
                Target::Label { at, .. } => Some(*at),
                Target::Edge { .. } => None,
            })
            .collect();
    }

    /// Gives a target up.
    pub(crate) fn give_up(&mut self, at: usize, failure: Failure) {
        self.failures[at] = Some(failure);
        self.renew();
    }

    /// Gives up what a call that is not followed may lead to.
    pub(crate) fn give_up_inside(&mut self, function: FunctionId) {
        if !self.relevance.leads_inside(function) {
            return;
        }
        for at in 0..self.targets.len() {
            if self.failures[at].is_none() && leads_to(self.task, function, &self.targets[at]) {
                self.failures[at] = Some(Failure::Hidden);
            }
        }
        self.renew();
    }

    /// Whether predicates are to be looked at before a position.
    pub(crate) fn stops_at(&self, position: Position) -> bool {
        self.stops.contains(&position)
    }

    /// The targets at a position, with their predicates.
    pub(crate) fn labels(&self, position: Position) -> Vec<(usize, Option<&'p Expr>)> {
        let label = |(at, target): (usize, &'p Target)| match target {
            Target::Label { at: place, predicate } if *place == position => {
                Some((at, predicate.as_ref()))
            }
            Target::Label { .. } | Target::Edge { .. } => None,
        };
        self.alive().filter_map(label).collect()
    }

    /// The target that an edge is.
    pub(crate) fn edge(&self, function: FunctionId, block: BlockId, arm: u32) -> Option<usize> {
        let wanted = Target::Edge { function, block, arm };
        self.alive().find(|(_, target)| **target == wanted).map(|(at, _)| at)
    }

    /// Whether a call of a function may lead to a target.
    pub(crate) fn leads_inside(&self, function: FunctionId) -> bool {
        self.relevance.leads_inside(function)
    }

    /// Whether a target can be reached from the start of a position's block.
    pub(crate) fn is_relevant(&mut self, calls: &[Position], position: Position) -> bool {
        self.relevance.is_relevant(calls, position.function, position.block)
    }
}
