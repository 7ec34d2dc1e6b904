//! When proofs are looked for, and what they may cost.

use super::{Effort, Prover, Unproved};
use crate::covering::Covering;
use crate::plan::Plan;
use clew_criteria::{ObjectiveId, Objectives};
use clew_prove::Limits;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The share of a campaign's time that proofs may take.
const SHARE: u32 = 4;
/// The time for proofs where a campaign has no limit.
const UNLIMITED: Duration = Duration::from_secs(60);

/// The proofs of a campaign, under way.
pub(crate) struct Proving<'p> {
    prover: Prover<'p>,
    objectives: &'p Objectives,
    left: Duration,
    unproved: BTreeMap<ObjectiveId, Unproved>,
}

/// What is left of it.
pub(crate) struct Proved {
    /// The program, as certificates speak of it.
    pub(crate) model: Arc<str>,
    /// Why objectives are not proved infeasible.
    pub(crate) unproved: BTreeMap<ObjectiveId, Unproved>,
}

impl<'p> Proving<'p> {
    pub(crate) fn new(plan: &Plan<'p>, objectives: &'p Objectives) -> Self {
        let left = plan.settings.limits.time.map_or(UNLIMITED, |budget| budget / SHARE);
        Self { prover: Prover::new(plan), objectives, left, unproved: BTreeMap::new() }
    }

    /// Looks for proofs of what is false by the ranges of its operands.
    pub(crate) fn by_ranges(&mut self, goal: &mut Covering<'_>) {
        let ids: Vec<ObjectiveId> =
            self.objectives.iter().filter(|it| it.refuted.is_some()).map(|it| it.id).collect();
        self.try_all(&ids, Effort::Local, goal);
    }

    /// Looks for proofs of all that is open.
    pub(crate) fn pass(&mut self, goal: &mut Covering<'_>) {
        let open: Vec<ObjectiveId> = goal.verdicts.coverage().open().collect();
        self.try_all(&open, Effort::Global, goal);
    }

    fn try_all(&mut self, ids: &[ObjectiveId], effort: Effort, goal: &mut Covering<'_>) {
        let start = Instant::now();
        let limits = Limits::default();
        let limits = Limits { time: limits.time.min(self.left), ..limits };
        for (id, verdict) in self.prover.refute(self.objectives, ids, effort, limits) {
            match verdict {
                Ok(evidence) => {
                    self.unproved.remove(&id);
                    goal.refute(id, evidence);
                }
                Err(unproved) => {
                    self.unproved.insert(id, unproved);
                }
            }
        }
        self.left = self.left.saturating_sub(start.elapsed());
    }

    pub(crate) fn finish(self) -> Proved {
        Proved { model: self.prover.text(), unproved: self.unproved }
    }
}
