//! Probes: where a run is observed.
//!
//! Criteria say what they want to see of a run by placing probes; the machine reports which
//! probes a run hits. Neither knows the other: they meet in a [`ProbePlan`].
//!
//! A *label* is a probe with a predicate: a run hits it when it comes to the point in a state
//! where the predicate holds. The predicate never changes the run, and where it cannot be
//! evaluated without a fault it does not hold.

use crate::expr::Expr;
use crate::ids::{BlockId, FunctionId};
use crate::program::Function;
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

/// The function by which a program marks a label: `clew_label(condition)`, or with a name behind
/// the condition. A call of it does nothing, and does not evaluate its arguments.
const LABEL_MARKER: &str = "clew_label";

/// Whether calls of a function mark labels.
pub fn is_label_marker(function: &Function) -> bool {
    function.name == LABEL_MARKER && function.body.is_err()
}

/// One probe.
#[derive(Clone, Debug)]
struct Probe {
    point: ProbePoint,
    predicate: Option<Expr>,
    is_ordered: bool,
}

/// The probes of a campaign, numbered from 0: at most one without a predicate at each point, and
/// any number of labels.
#[derive(Clone, Debug, Default)]
pub struct ProbePlan {
    probes: Vec<Probe>,
    numbers: FxHashMap<ProbePoint, ProbeId>,
    labels: FxHashMap<ProbePoint, Vec<ProbeId>>,
}

impl ProbePlan {
    /// A plan without probes.
    pub fn new() -> Self {
        Self::default()
    }

    /// The probe at a point, placed there unless there is one.
    pub fn place(&mut self, point: ProbePoint) -> ProbeId {
        if let Some(&number) = self.numbers.get(&point) {
            return number;
        }
        let number = self.add(Probe { point, predicate: None, is_ordered: false });
        self.numbers.insert(point, number);
        number
    }

    /// The probe at a point, as [`ProbePlan::place`], whose hits are reported in the order in
    /// which they come, each time.
    pub fn place_ordered(&mut self, point: ProbePoint) -> ProbeId {
        let number = self.place(point);
        self.probes[number.0 as usize].is_ordered = true;
        number
    }

    /// A new label: a pure predicate of integer type over what is in scope at the point, which is
    /// a [`ProbePoint::Statement`]. Labels at one point are evaluated in the order given.
    pub fn place_label(&mut self, point: ProbePoint, predicate: Expr) -> ProbeId {
        let number = self.add(Probe { point, predicate: Some(predicate), is_ordered: false });
        self.labels.entry(point).or_default().push(number);
        number
    }

    /// A new label, as [`ProbePlan::place_label`], whose hits are reported in the order in which they
    /// come, each time.
    pub fn place_ordered_label(&mut self, point: ProbePoint, predicate: Expr) -> ProbeId {
        let number = self.place_label(point, predicate);
        self.probes[number.0 as usize].is_ordered = true;
        number
    }

    fn add(&mut self, probe: Probe) -> ProbeId {
        self.probes.push(probe);
        ProbeId(self.probes.len() as u32 - 1)
    }

    /// The probe without a predicate at a point, if there is one.
    pub fn get(&self, point: ProbePoint) -> Option<ProbeId> {
        self.numbers.get(&point).copied()
    }

    /// The labels at a point.
    pub fn labels_at(&self, point: ProbePoint) -> &[ProbeId] {
        self.labels.get(&point).map_or(&[], Vec::as_slice)
    }

    /// The point of a probe.
    pub fn point(&self, probe: ProbeId) -> ProbePoint {
        self.probes[probe.0 as usize].point
    }

    /// The predicate of a label.
    pub fn predicate(&self, probe: ProbeId) -> Option<&Expr> {
        self.probes[probe.0 as usize].predicate.as_ref()
    }

    /// Whether each hit of the probe is reported, in order.
    pub fn is_ordered(&self, probe: ProbeId) -> bool {
        self.probes[probe.0 as usize].is_ordered
    }

    /// The number of probes.
    pub fn len(&self) -> usize {
        self.probes.len()
    }

    /// Whether there are no probes.
    pub fn is_empty(&self) -> bool {
        self.probes.is_empty()
    }
}
