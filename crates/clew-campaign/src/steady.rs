//! Which runs a compiled program can be expected to repeat.
//!
//! A run that goes another way when objects are elsewhere, indeterminate bytes have other values
//! or the time is another one says nothing of compiled programs: it makes no test. What differs
//! only in its outcome makes a test that does not check that part.

use crate::plan::Plan;
use clew_explore::Found;
use clew_symbolic::{Bounds, LabelMode, Printed, Setup, SymbolicMachine};
use clew_vm::{Config, Surroundings};

/// Machines in other surroundings, made when they are needed.
pub(crate) struct Elsewhere<'a> {
    plan: &'a Plan<'a>,
    config: Config,
    bounds: Bounds,
    aligned: Option<SymbolicMachine<'a>>,
    unaligned: Option<SymbolicMachine<'a>>,
}

impl<'a> Elsewhere<'a> {
    /// Machines for runs of the plan within these bounds.
    pub(crate) fn new(plan: &'a Plan<'a>, config: &Config, bounds: Bounds) -> Self {
        // The time of the search may be up; each run is short.
        let config = Config { interrupt: None, ..config.clone() };
        Self { plan, config, bounds, aligned: None, unaligned: None }
    }

    /// Whether a run goes the same way elsewhere. What of its outcome is not the same there is
    /// unknown from now on.
    pub(crate) fn confirms(&mut self, found: &mut Found) -> bool {
        if found.fault().is_some() {
            // A finding stays one, wherever objects are.
            return true;
        }
        let aligned = self.aligned.get_or_insert_with(|| {
            machine(self.plan, &self.config, self.bounds, Surroundings::Other)
        });
        if !is_repeated(aligned, found) {
            return false;
        }
        let prints = found.case.printed.as_ref().is_some_and(|it| *it != Printed::default());
        if !found.case.objects.is_empty() || prints {
            let unaligned = self.unaligned.get_or_insert_with(|| {
                machine(self.plan, &self.config, self.bounds, Surroundings::Unaligned)
            });
            let mut copy = found.clone();
            let is_repeated = is_repeated(unaligned, &mut copy);
            found.case.printed.clone_from(&copy.case.printed);
            found.case.needs_alignment = !is_repeated || copy != *found;
        }
        true
    }
}

fn machine<'a>(
    plan: &Plan<'a>,
    config: &Config,
    bounds: Bounds,
    surroundings: Surroundings,
) -> SymbolicMachine<'a> {
    let config = Config { surroundings, ..config.clone() };
    let setup = Setup { entry: plan.entry, config, labels: LabelMode::Observe, bounds };
    SymbolicMachine::new(plan.program, setup)
}

fn is_repeated(machine: &mut SymbolicMachine<'_>, found: &mut Found) -> bool {
    let inputs = found.assignment.to_model(machine.pool_mut());
    let trace = machine.run(&inputs, usize::MAX);
    let mut hits = trace.hits;
    let mut wanted = found.hits.clone();
    hits.sort_unstable();
    wanted.sort_unstable();
    hits == wanted
        && trace.sequence == found.sequence
        && found.case.keep_common(&machine.test_case())
}
