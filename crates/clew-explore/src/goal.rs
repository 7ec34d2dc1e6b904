//! What is to be covered, as the search sees it.

use clew_ir::ProbeId;

/// What is covered, for strategies.
pub trait CoverageView {
    /// Whether a run has hit the probe.
    fn is_covered(&self, probe: ProbeId) -> bool;
}

/// What is to be covered.
pub trait Goal: CoverageView + Send {
    /// Takes note of the probes that one run hit; the number of objectives newly covered.
    fn observe(&mut self, hits: &[ProbeId]) -> usize;

    /// Whether every objective is decided.
    fn is_done(&self) -> bool;
}
