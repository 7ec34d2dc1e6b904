//! Probes: where a run is observed.
//!
//! Criteria say what they want to see of a run by placing probes; the machine reports which
//! probes a run hits. Neither knows the other: they meet in a [`ProbePlan`].

use crate::ids::{BlockId, FunctionId};
use rustc_hash::FxHashMap;

/// The number of a probe in its plan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProbeId(pub u32);

/// A place in a function where control passes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ProbePoint {
    /// The function is entered.
    Entry(FunctionId),
    /// Control reaches the statement with this number in its block; the block's terminator
    /// counts as the statement after the last.
    Statement(FunctionId, BlockId, u32),
    /// Control leaves the block by this successor
    /// (an index into [`crate::TerminatorKind::successors`]). The ways out of a computed `goto`
    /// are not observed: labels have one address, wherever control comes from.
    Edge(FunctionId, BlockId, u32),
}

/// The probes of a campaign: each point at most once, numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct ProbePlan {
    points: Vec<ProbePoint>,
    numbers: FxHashMap<ProbePoint, ProbeId>,
}

impl ProbePlan {
    /// A plan without probes.
    pub fn new() -> Self {
        Self::default()
    }

    /// The probe at a point, placed there unless there is one.
    pub fn place(&mut self, point: ProbePoint) -> ProbeId {
        *self.numbers.entry(point).or_insert_with(|| {
            self.points.push(point);
            ProbeId(self.points.len() as u32 - 1)
        })
    }

    /// The probe at a point, if there is one.
    pub fn get(&self, point: ProbePoint) -> Option<ProbeId> {
        self.numbers.get(&point).copied()
    }

    /// The point of a probe.
    pub fn point(&self, probe: ProbeId) -> ProbePoint {
        self.points[probe.0 as usize]
    }

    /// The number of probes.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are no probes.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }
}
