//! What is to be proved for an objective to be infeasible.

use clew_criteria::{Goal, Objective, Objectives};
use clew_ir::{Id as _, Position, ProbeId, ProbePoint};
use clew_prove::Target;

/// What proves an objective infeasible: that by one of the ways none of its targets is reached.
pub(super) struct Claim {
    pub(super) ways: Vec<Vec<Target>>,
}

/// What proves an objective infeasible.
pub(super) fn claim(objectives: &Objectives, objective: &Objective) -> Claim {
    let all = |probes: &[ProbeId]| -> Option<Vec<Target>> {
        probes.iter().map(|probe| target(objectives, *probe)).collect()
    };
    let ways = match &objective.goal {
        Goal::Probe(probe) => vec![all(&[*probe])],
        Goal::Any(probes) => vec![all(probes)],
        // Whatever shows the effect, the condition is true in one evaluation and false in the
        // other.
        Goal::Effect { effect, probes, .. } => {
            let first = 2 * effect.at.index();
            let sides = probes.get(first..first + 2).unwrap_or_default();
            sides.iter().map(|probe| all(&[*probe])).collect()
        }
    };
    Claim { ways: ways.into_iter().flatten().collect() }
}

/// What a hit of a probe is.
fn target(objectives: &Objectives, probe: ProbeId) -> Option<Target> {
    let plan = objectives.plan();
    let predicate = plan.predicate(probe).cloned();
    match plan.point(probe) {
        ProbePoint::Entry(function) => {
            Some(Target::Label { at: Position::entry(function), predicate })
        }
        ProbePoint::Statement(function, block, statement) => {
            Some(Target::Label { at: Position { function, block, statement }, predicate })
        }
        ProbePoint::Edge(function, block, arm) if predicate.is_none() => {
            Some(Target::Edge { function, block, arm })
        }
        ProbePoint::Edge(..) => None,
    }
}
