//! The faults that runs ended in, and what only such runs cover.

use clew_ir::{ProbeId, Span};
use clew_vm::stop::FaultKind;
use rustc_hash::FxHashSet;

/// The faults that runs ended in, and what is covered by such runs only: a test that goes on to its
/// end is worth more.
#[derive(Debug, Default)]
pub(crate) struct FaultsSeen {
    seen: FxHashSet<(FaultKind, Span)>,
    /// The probes of kept runs that did not end in a fault.
    calm: FxHashSet<ProbeId>,
    /// The probes of kept runs that did, as far as no other has them.
    only_by_fault: FxHashSet<ProbeId>,
}

impl FaultsSeen {
    /// The number of different faults.
    pub(crate) fn count(&self) -> usize {
        self.seen.len()
    }

    /// Enters a fault; whether it is new.
    pub(super) fn enter(&mut self, kind: FaultKind, span: Span) -> bool {
        self.seen.insert((kind, span))
    }

    /// Whether a run that ends well hits something that only faulting runs have hit.
    pub(super) fn is_spared(&self, hits: &[ProbeId]) -> bool {
        self.cover_alone() && hits.iter().any(|hit| self.only_by_fault.contains(hit))
    }

    /// Whether something is covered by faulting runs only.
    pub(crate) fn cover_alone(&self) -> bool {
        !self.only_by_fault.is_empty()
    }

    /// Whether a run that ends without a fault has hit it.
    pub(super) fn is_met_calmly(&self, probe: ProbeId) -> bool {
        self.calm.contains(&probe)
    }

    /// Remembers what a kept run hit.
    pub(super) fn note_kept(&mut self, hits: &[ProbeId], is_fault: bool) {
        for &hit in hits {
            if !is_fault {
                self.calm.insert(hit);
                self.only_by_fault.remove(&hit);
            } else if !self.calm.contains(&hit) {
                self.only_by_fault.insert(hit);
            }
        }
    }
}
