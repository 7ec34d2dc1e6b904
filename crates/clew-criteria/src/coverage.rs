//! What is covered, what cannot be, and what is left.

use crate::criterion::Criterion;
use crate::objective::{ObjectiveId, Objectives};
use clew_ir::{IdVec, ProbeId};
use rustc_hash::FxHashMap;

/// What is known of an objective.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Nothing yet.
    Open,
    /// A run has met it.
    Covered,
    /// No run can meet it.
    Infeasible,
}

/// How many objectives there are, and how many of each status.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// All of them.
    pub total: usize,
    /// Those that runs have met.
    pub covered: usize,
    /// Those that no run can meet.
    pub infeasible: usize,
    /// The others.
    pub open: usize,
}

/// The status of each objective.
#[derive(Clone, Debug)]
pub struct Coverage {
    status: IdVec<ObjectiveId, Status>,
    criteria: IdVec<ObjectiveId, Criterion>,
    /// By probe: the objectives it meets, one for each criterion that asks for it.
    by_probe: Vec<Vec<ObjectiveId>>,
    counts: FxHashMap<Criterion, Counts>,
    open: usize,
    revision: u64,
}

impl Coverage {
    /// All objectives open.
    pub fn new(objectives: &Objectives) -> Self {
        let mut by_probe = vec![Vec::new(); objectives.plan().len()];
        let mut counts: FxHashMap<Criterion, Counts> = FxHashMap::default();
        for objective in objectives.iter() {
            by_probe[objective.probe.0 as usize].push(objective.id);
            let counts = counts.entry(objective.criterion).or_default();
            counts.total += 1;
            counts.open += 1;
        }
        Self {
            status: IdVec::from_elem(Status::Open, objectives.len()),
            criteria: objectives.iter().map(|objective| objective.criterion).collect(),
            by_probe,
            counts,
            open: objectives.len(),
            revision: 0,
        }
    }

    /// Takes in the probes that a run has passed, in any order, repeated or not; tells the
    /// objectives that it is the first to meet. What a run meets is covered, also when it was
    /// held to be infeasible.
    ///
    /// The cost is in proportion to the probes passed, whatever the number of objectives.
    pub fn observe(&mut self, hits: &[ProbeId]) -> Vec<ObjectiveId> {
        let mut new = Vec::new();
        for hit in hits {
            for at in 0..self.by_probe[hit.0 as usize].len() {
                let id = self.by_probe[hit.0 as usize][at];
                if self.status[id] != Status::Covered {
                    self.set(id, Status::Covered);
                    new.push(id);
                }
            }
        }
        new
    }

    /// Notes that no run can meet an objective; one that is covered stays so.
    pub fn mark_infeasible(&mut self, id: ObjectiveId) {
        if self.status[id] == Status::Open {
            self.set(id, Status::Infeasible);
        }
    }

    fn set(&mut self, id: ObjectiveId, status: Status) {
        let before = std::mem::replace(&mut self.status[id], status);
        let counts = self.counts.entry(self.criteria[id]).or_default();
        *counts.of(before) -= 1;
        *counts.of(status) += 1;
        self.open -= usize::from(before == Status::Open);
        self.revision += 1;
    }

    /// The status of an objective.
    pub fn status(&self, id: ObjectiveId) -> Status {
        self.status[id]
    }

    /// Whether a run has met the objective.
    pub fn is_covered(&self, id: ObjectiveId) -> bool {
        self.status[id] == Status::Covered
    }

    /// The objectives that are left, in order.
    pub fn open(&self) -> impl Iterator<Item = ObjectiveId> {
        let is_open = |(_, status): &(ObjectiveId, &Status)| **status == Status::Open;
        self.status.iter_enumerated().filter(is_open).map(|(id, _)| id)
    }

    /// Whether no objective is left.
    pub fn all_decided(&self) -> bool {
        self.open == 0
    }

    /// The numbers of one criterion.
    pub fn counts(&self, criterion: Criterion) -> Counts {
        self.counts.get(&criterion).copied().unwrap_or_default()
    }

    /// Changes whenever the status of an objective does.
    pub fn revision(&self) -> u64 {
        self.revision
    }
}

impl Counts {
    fn of(&mut self, status: Status) -> &mut usize {
        match status {
            Status::Open => &mut self.open,
            Status::Covered => &mut self.covered,
            Status::Infeasible => &mut self.infeasible,
        }
    }
}
