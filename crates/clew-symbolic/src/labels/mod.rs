//! Probes: what a run shows of itself.
//!
//! - `observe`: the probes it hits, and labels, whose predicates are evaluated beside the path.
//! - `taint`: predicates that are only observed, on values with marks for terms.

mod observe;
mod taint;

use crate::trace::LabelMode;
use clew_ir::ProbePlan;
use observe::{Hits, Labels};

/// What the shadow needs to observe a run.
#[derive(Debug)]
pub(crate) struct Probes {
    pub(crate) hits: Hits,
    pub(crate) labels: Labels,
}

impl Probes {
    /// Observes the probes of a plan.
    pub(crate) fn new(plan: Option<&ProbePlan>, mode: LabelMode) -> Self {
        Self { hits: Hits::new(plan), labels: Labels::new(plan, mode) }
    }

    /// Starts a new run.
    pub(crate) fn start(&mut self) {
        self.hits.start();
        self.labels.start();
    }
}
