//! What is known of the runs that searches found.

use crate::plan::{Faults, Plan};
use crate::steady::Elsewhere;
use clew_criteria::{Coverage, Objectives, Observation};
use clew_explore::{Found, Gap, Place, Reason, Report};
use clew_symbolic::{Bounds, Ending, Entry};
use clew_vm::Config;
use clew_vm::stop::Stop;

/// What is known of a run that was found.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The bounds of its inputs.
    pub bounds: Bounds,
    /// Why it is no test, if it is none.
    pub unusable: Option<Unusable>,
}

/// Why a run that was found is no test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unusable {
    /// The machine itself goes another way in other surroundings.
    Unsteady,
    /// The suite could not be compiled, or run.
    Uncompiled,
    /// The compiled program goes another way, or a compiler does not take the test.
    Differs,
}

impl Unusable {
    /// Why, in words.
    pub(crate) fn reason(self) -> &'static str {
        match self {
            Unusable::Unsteady => {
                "the runs that reach it depend on where objects are, on indeterminate bytes or on \
                 the time"
            }
            Unusable::Uncompiled => "no compiler has confirmed the tests that reach it",
            Unusable::Differs => "the compiled program behaves differently",
        }
    }
}

/// Whether a run ended in a fault.
pub(crate) fn is_fault(found: &Found) -> bool {
    matches!(found.case.ending, Ending::Stop(Stop::Fault(_)))
}

/// Runs that were found, and what is known of them: what a suite is chosen from.
#[derive(Clone, Copy)]
pub(crate) struct Runs<'a> {
    pub(crate) entry: Entry,
    pub(crate) objectives: &'a Objectives,
    /// What they cover together.
    pub(crate) coverage: &'a Coverage,
    pub(crate) found: &'a [Found],
    pub(crate) known: &'a [Known],
}

/// Finds out which runs of a search a compiled program can be expected to repeat.
pub(crate) fn settle(
    plan: &Plan<'_>,
    config: &Config,
    bounds: Bounds,
    report: &mut Report,
    known: &mut Vec<Known>,
) {
    if !settle_all(plan, config, bounds, &mut report.found, known) {
        report.reasons.push(Reason { gap: Gap::Unsteady, place: Place::Search });
    }
}

/// The same of runs; whether all can be.
pub(crate) fn settle_all(
    plan: &Plan<'_>,
    config: &Config,
    bounds: Bounds,
    found: &mut [Found],
    known: &mut Vec<Known>,
) -> bool {
    let mut elsewhere = Elsewhere::new(plan, config, bounds);
    let mut is_steady = true;
    for found in found {
        let unusable = (!elsewhere.confirms(found)).then_some(Unusable::Unsteady);
        is_steady &= unusable.is_none();
        known.push(Known { bounds, unusable });
    }
    is_steady
}

/// What the runs cover that are no longer in doubt.
pub(crate) fn covered_by(
    objectives: &Objectives,
    found: &[Found],
    known: &[Known],
    faults: Faults,
) -> Coverage {
    let mut coverage = Coverage::new(objectives);
    for (found, known) in found.iter().zip(known) {
        if known.unusable.is_none() && (faults == Faults::Cover || !is_fault(found)) {
            coverage.observe(&Observation { hits: &found.hits, sequence: &found.sequence });
        }
    }
    coverage
}
