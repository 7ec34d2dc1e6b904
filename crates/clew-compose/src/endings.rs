//! Whether what runs met is settled by the paths there are.
//!
//! A path of a function is run in one context, and ways that meet are followed by what is behind one of them.
//! Where such a run faults later, another that takes the same path may end well, and only that one is a test. So
//! what is met on such paths by runs alone that end otherwise is not settled.

use clew_ir::call_graph::CallGraph;
use clew_ir::{FunctionId, ProbeId, ProbePlan, ProbePoint, Program};
use clew_symbolic::{Call, Ending, Trace};
use clew_vm::stop::Stop;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What runs met, and how they ended.
pub(crate) struct Endings {
    calls: CallGraph,
    probes: Option<Arc<ProbePlan>>,
    met: BTreeSet<ProbeId>,
    met_otherwise: BTreeSet<ProbeId>,
}

impl Endings {
    pub(crate) fn new(program: &Program, probes: Option<Arc<ProbePlan>>) -> Self {
        let (met, met_otherwise) = (BTreeSet::new(), BTreeSet::new());
        Endings { calls: CallGraph::new(program), probes, met, met_otherwise }
    }

    /// Notes a run with its cut calls. Of a way, all that it met counts.
    pub(crate) fn note(&mut self, trace: &Trace, calls: &[Call], is_way: bool) {
        if matches!(trace.stop, Ending::Stop(Stop::Return(_) | Stop::Exit(_))) {
            self.met.extend(&trace.hits);
            return;
        }
        let Some(probes) = &self.probes else { return };
        let returned = self.returned(calls);
        let is_inside =
            |probe: &&ProbeId| is_way || returned.contains(&function_of(probes.point(**probe)));
        self.met_otherwise.extend(trace.hits.iter().filter(is_inside));
    }

    /// Whether something is asked for in a function, or in one that it may call, that no run has met.
    pub(crate) fn are_missing_in(&self, function: FunctionId) -> bool {
        let Some(probes) = &self.probes else { return false };
        let reachable: BTreeSet<FunctionId> = self.calls.reachable(function).into_iter().collect();
        let all = (0..probes.len() as u32).map(ProbeId);
        let mut unmet = all.filter(|it| !self.met.contains(it) && !self.met_otherwise.contains(it));
        unmet.any(|probe| reachable.contains(&function_of(probes.point(probe))))
    }

    /// Whether some run that ends well has met all that counts.
    pub(crate) fn are_settled(&self) -> bool {
        self.met_otherwise.is_subset(&self.met)
    }

    /// The functions that may have been executed in calls that returned.
    fn returned(&self, calls: &[Call]) -> BTreeSet<FunctionId> {
        let mut functions = BTreeSet::new();
        let mut agenda: Vec<&Call> = calls.iter().collect();
        while let Some(call) = agenda.pop() {
            match call.left {
                Some(_) if functions.contains(&call.function) => {}
                Some(_) => functions.extend(self.calls.reachable(call.function)),
                None => agenda.extend(&call.calls),
            }
        }
        functions
    }
}

fn function_of(point: ProbePoint) -> FunctionId {
    match point {
        ProbePoint::Entry(function)
        | ProbePoint::Statement(function, ..)
        | ProbePoint::Edge(function, ..) => function,
    }
}
