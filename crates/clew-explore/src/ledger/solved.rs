//! The labels that inputs have been solved for.

use clew_ir::ProbeId;
use rustc_hash::FxHashSet;

/// The labels that inputs have been solved for, whether or not a run has covered them.
#[derive(Debug, Default)]
pub(crate) struct SolvedLabels {
    all: FxHashSet<ProbeId>,
    /// The same in the order in which they came.
    order: Vec<ProbeId>,
}

impl SolvedLabels {
    /// Remembers that inputs for a label have been found by solving for it.
    pub(crate) fn note(&mut self, label: ProbeId) {
        if self.all.insert(label) {
            self.order.push(label);
        }
    }

    /// Whether inputs for a label have been solved for.
    pub(super) fn contains(&self, label: ProbeId) -> bool {
        self.all.contains(&label)
    }

    /// The labels in the order in which they came.
    pub(super) fn in_order(&self) -> &[ProbeId] {
        &self.order
    }
}
