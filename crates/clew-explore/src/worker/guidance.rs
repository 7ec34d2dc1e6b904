//! What tells a worker where to go.

use clew_criteria::Relevance;
use clew_logic::Evaluator;

use crate::candidate::PlaceId;
use crate::filter::Places;
use crate::goal::CoverageStructure as _;
use crate::ledger::Ledger;
use crate::strategy::Strategy;

/// The strategy, and what it and the filter go by.
pub(super) struct Guidance {
    pub(super) strategy: Box<dyn Strategy>,
    pub(super) places: Places,
    /// Measures how near runs came.
    pub(super) evaluator: Evaluator,
    /// How many of the labels that are deleted are settled.
    pub(super) settled: usize,
}

impl Guidance {
    pub(super) fn new(strategy: Box<dyn Strategy>, places: Places) -> Self {
        Guidance { strategy, places, evaluator: Evaluator::new(), settled: 0 }
    }

    /// What may be met beyond a place that is open still.
    pub(super) fn relevance(&mut self, ledger: &Ledger<'_>, place: PlaceId) -> Relevance {
        self.places.structure(&*ledger.goal, ledger.covered).relevance(place)
    }
}
