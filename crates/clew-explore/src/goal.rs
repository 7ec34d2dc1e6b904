//! What is to be covered, as the search sees it.

use clew_criteria::{Reach, Relevance};
use clew_ir::ProbeId;
use clew_symbolic::Trace;

use crate::candidate::PlaceId;

/// What is covered.
pub trait CoverageView {
    /// Whether a run has hit the probe.
    fn is_covered(&self, probe: ProbeId) -> bool;
}

/// What is to be covered.
pub trait Goal: CoverageView + Send {
    /// Takes note of what one run showed; the number of objectives newly covered.
    fn observe(&mut self, trace: &Trace) -> usize;

    /// Whether the run observed last is worth keeping though it covered nothing: it has shown
    /// part of what another run may complete.
    fn is_partial(&self) -> bool {
        false
    }

    /// The probes whose hits bring nothing more, in the order in which they came to that: the list
    /// only grows.
    fn settled(&self) -> &[ProbeId] {
        &[]
    }

    /// Whether every objective is decided.
    fn is_done(&self) -> bool;

    /// Nothing new was found for a while: a chance to decide objectives in other ways than by runs, by a
    /// technique of this name. How many were decided.
    fn reconsider(&mut self, _by: &'static str) -> usize {
        0
    }

    /// Where objectives are left, up to date with what was observed. Without it every candidate
    /// is as good as any other.
    fn reach(&self) -> Option<&Reach> {
        None
    }
}

/// The coverage structure, for strategies: what candidates at a place may bring, whatever the
/// criterion.
///
/// Coverage only grows, so prospects only fall: what was said of a place before is a bound on
/// what is said of it now.
pub trait CoverageStructure {
    /// Whether something open can be met there.
    fn relevance(&mut self, place: PlaceId) -> Relevance;

    /// Whether something open is met right there, whatever the path before has met.
    fn is_open(&mut self, place: PlaceId) -> bool {
        self.relevance(place) == Relevance::Must
    }

    /// How many open objectives lie within a few branches.
    fn potential(&mut self, place: PlaceId) -> u32;

    /// The place that stands for all those alike, where they are for meeting again what a run has
    /// met and could not be counted for. There are as many as such runs, and what brings one of
    /// them to be counted often brings the others.
    fn alike(&mut self, _place: PlaceId) -> Option<PlaceId> {
        None
    }

    /// The steps to the nearest open objective, if there is one.
    fn distance(&mut self, place: PlaceId) -> Option<u32>;
}
