//! What is covered, what cannot be, and what is left.

use crate::criterion::Criterion;
use crate::mcdc::{Effect, Effects, Half, Variant};
use crate::objective::{Goal, ObjectiveId, Objectives};
use clew_ir::{IdVec, ProbeId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

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

/// What one run has shown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Observation<'a> {
    /// The probes hit, in any order, repeated or not.
    pub hits: &'a [ProbeId],
    /// Those that the plan marks as ordered, each hit in its place.
    pub sequence: &'a [ProbeId],
}

/// What a run contributes to an objective.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part {
    /// The objective.
    pub objective: ObjectiveId,
    /// Which part, where it takes two runs to meet the objective.
    pub is_second: bool,
}

/// The status of each objective.
#[derive(Clone, Debug)]
pub struct Coverage {
    status: IdVec<ObjectiveId, Status>,
    criteria: IdVec<ObjectiveId, Criterion>,
    /// By probe: the objectives it meets, one for each criterion that asks for it.
    by_probe: Vec<Vec<ObjectiveId>>,
    /// By probe: the objectives about effects of conditions that it may help to meet.
    effects_by_probe: Vec<Vec<ObjectiveId>>,
    /// The probes of each objective.
    probes: IdVec<ObjectiveId, Vec<ProbeId>>,
    /// The objectives that are about effects of conditions.
    by_effect: FxHashMap<Effect, ObjectiveId>,
    /// The labels to aim at for effects.
    aims: FxHashMap<Effect, [Option<ProbeId>; 2]>,
    by_aim: FxHashMap<ProbeId, Half>,
    effects: Effects,
    is_partial: bool,
    counts: FxHashMap<Criterion, Counts>,
    open: usize,
    /// The objectives that were decided, in that order; one that is covered after all is there
    /// twice.
    decided: Vec<ObjectiveId>,
    /// The probes whose hits bring nothing more, in the order in which they came to that.
    settled: Vec<ProbeId>,
}

impl Coverage {
    /// All objectives open.
    pub fn new(objectives: &Objectives) -> Self {
        let mut by_probe = vec![Vec::new(); objectives.plan().len()];
        let mut effects_by_probe = by_probe.clone();
        let mut by_effect = FxHashMap::default();
        let (mut aims, mut by_aim) = (FxHashMap::default(), FxHashMap::default());
        let mut counts: FxHashMap<Criterion, Counts> = FxHashMap::default();
        for objective in objectives.iter() {
            match &objective.goal {
                Goal::Probe(_) | Goal::Any(_) => {
                    for probe in objective.goal.probes() {
                        by_probe[probe.0 as usize].push(objective.id);
                    }
                }
                Goal::Effect { effect, probes, aims: own } => {
                    by_effect.insert(*effect, objective.id);
                    for probe in probes {
                        effects_by_probe[probe.0 as usize].push(objective.id);
                    }
                    aims.insert(*effect, *own);
                    for (aim, value) in own.iter().zip([false, true]) {
                        by_aim.extend(aim.map(|aim| (aim, Half { effect: *effect, value })));
                    }
                }
            }
            let counts = counts.entry(objective.criterion).or_default();
            counts.total += 1;
            counts.open += 1;
        }
        Self {
            status: IdVec::from_elem(Status::Open, objectives.len()),
            criteria: objectives.iter().map(|objective| objective.criterion).collect(),
            by_probe,
            effects_by_probe,
            probes: objectives.iter().map(|it| it.goal.probes().to_vec()).collect(),
            by_effect,
            aims,
            by_aim,
            effects: Effects::new(Arc::clone(objectives.watch())),
            is_partial: false,
            counts,
            open: objectives.len(),
            decided: Vec::new(),
            settled: Vec::new(),
        }
    }

    /// Takes in what a run has shown; tells the objectives that it is the first to meet. What a
    /// run meets is covered, also when it was held to be infeasible.
    ///
    /// The cost is in proportion to the probes hit, whatever the number of objectives.
    pub fn observe(&mut self, seen: &Observation<'_>) -> Vec<ObjectiveId> {
        let mut new = Vec::new();
        for hit in seen.hits {
            for at in 0..self.by_probe[hit.0 as usize].len() {
                let id = self.by_probe[hit.0 as usize][at];
                if self.status[id] != Status::Covered {
                    self.set(id, Status::Covered);
                    new.push(id);
                    if self.is_settled(*hit) {
                        self.settled.push(*hit);
                    }
                }
            }
        }
        self.is_partial = false;
        if !self.by_effect.is_empty() {
            self.observe_effects(seen, &mut new);
        }
        new
    }

    fn observe_effects(&mut self, seen: &Observation<'_>, new: &mut Vec<ObjectiveId>) {
        let shown = self.effects.observe(seen.sequence);
        for effect in &shown.effects {
            if let Some(&id) = self.by_effect.get(effect)
                && self.status[id] != Status::Covered
            {
                self.set(id, Status::Covered);
                new.push(id);
            }
        }
        for effect in shown.effects.iter().chain(&shown.halves) {
            let aims = self.aims.get(effect).into_iter().flatten().flatten();
            let settled: Vec<ProbeId> = aims.copied().filter(|aim| self.is_settled(*aim)).collect();
            self.settled.extend(settled);
        }
        let is_open = |effect| self.by_effect.get(effect).is_some_and(|id| !self.is_covered(*id));
        self.is_partial = shown.halves.iter().any(is_open);
    }

    /// Whether the run observed last has shown, as the first, part of what an objective needs
    /// that is not covered yet: with another run it may be.
    pub fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// The parts that a run has in what is covered, in order: runs that together have all parts
    /// cover the same.
    pub fn parts(&self, seen: &Observation<'_>) -> Vec<Part> {
        let of_probes = seen.hits.iter().flat_map(|hit| &self.by_probe[hit.0 as usize]);
        let mut parts: Vec<Part> =
            of_probes.map(|&objective| Part { objective, is_second: false }).collect();
        if !self.by_effect.is_empty() {
            for half in self.effects.halves(seen.sequence) {
                let objective = self.by_effect.get(&half.effect);
                parts.extend(objective.map(|&id| Part { objective: id, is_second: half.value }));
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// The number of conditions, of those that a criterion asks for, whose effect is shown by a
    /// variant of MC/DC: also by the one that the criterion does not ask for.
    pub fn shown(&self, criterion: Criterion, variant: Variant) -> usize {
        let asked = self.by_effect.keys().filter(|it| Some(it.variant) == criterion.mcdc());
        asked.filter(|it| self.effects.tally(it.decision).is_shown(variant, it.at)).count()
    }

    /// Whether no objective is open that a hit of the probe would meet, or help to meet.
    pub fn is_settled(&self, probe: ProbeId) -> bool {
        if let Some(Half { effect, value }) = self.by_aim.get(&probe) {
            let is_open = self.by_effect.get(effect).is_some_and(|id| self.is_open(*id));
            // By unique cause a pair needs certain halves, not any two.
            let is_had = effect.variant == Variant::Masking
                && self.effects.tally(effect.decision).has_half(effect.at, *value);
            return !is_open || is_had;
        }
        let at = probe.0 as usize;
        let mut asking = self.by_probe[at].iter().chain(&self.effects_by_probe[at]);
        asking.all(|&id| self.status[id] != Status::Open)
    }

    /// Notes that no run can meet an objective; one that is covered stays so.
    pub fn mark_infeasible(&mut self, id: ObjectiveId) {
        if self.status[id] == Status::Open {
            self.set(id, Status::Infeasible);
            for at in 0..self.probes[id].len() {
                let probe = self.probes[id][at];
                if self.is_settled(probe) {
                    self.settled.push(probe);
                }
            }
        }
    }

    /// Opens an objective again that was held to be infeasible: the reason no longer holds. Between
    /// searches, since the probes that were settled by it are so no more.
    pub fn reopen(&mut self, id: ObjectiveId) {
        if self.status[id] == Status::Infeasible {
            self.set(id, Status::Open);
            self.decided.retain(|decided| *decided != id);
            let settled = std::mem::take(&mut self.settled);
            self.settled = settled.into_iter().filter(|probe| self.is_settled(*probe)).collect();
        }
    }

    fn set(&mut self, id: ObjectiveId, status: Status) {
        let before = std::mem::replace(&mut self.status[id], status);
        let counts = self.counts.entry(self.criteria[id]).or_default();
        *counts.of(before) -= 1;
        *counts.of(status) += 1;
        self.open += usize::from(status == Status::Open);
        self.open -= usize::from(before == Status::Open);
        self.decided.push(id);
    }

    /// The status of an objective.
    pub fn status(&self, id: ObjectiveId) -> Status {
        self.status[id]
    }

    fn is_open(&self, id: ObjectiveId) -> bool {
        self.status[id] == Status::Open
    }

    /// The probes whose hits bring nothing more because of what runs have shown, in the order in
    /// which they came to that; some may be there twice.
    pub fn settled(&self) -> &[ProbeId] {
        &self.settled
    }

    /// The objectives that were decided, in that order. One that is covered though it was held to
    /// be infeasible is there twice.
    pub fn decided(&self) -> &[ObjectiveId] {
        &self.decided
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
