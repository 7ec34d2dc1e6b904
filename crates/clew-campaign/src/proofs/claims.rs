//! What is to be proved for an objective to be infeasible.

use clew_criteria::mcdc::{Effect, Possible, Variant, possible};
use clew_criteria::{Goal, Objective, Objectives};
use clew_ir::{Id as _, Position, ProbeId, ProbePoint, Program};
use clew_prove::Target;

/// What proves an objective infeasible.
pub(super) enum Claim {
    /// By one of the ways none of its targets is reached.
    Ways(Vec<Vec<Target>>),
    /// Of each pair one is not reached.
    Pairs(Vec<[Target; 2]>),
}

impl Claim {
    /// All targets it speaks of.
    pub(super) fn targets(&self) -> Vec<&Target> {
        match self {
            Claim::Ways(ways) => ways.iter().flatten().collect(),
            Claim::Pairs(pairs) => pairs.iter().flatten().collect(),
        }
    }
}

/// What claims speak of, each once.
pub(super) fn targets_of<'c>(claims: impl Iterator<Item = &'c Claim>) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    for target in claims.flat_map(Claim::targets) {
        if !targets.contains(target) {
            targets.push(target.clone());
        }
    }
    targets
}

/// What proves an objective infeasible.
pub(super) fn claim(program: &Program, objectives: &Objectives, objective: &Objective) -> Claim {
    let all = |probes: &[ProbeId]| -> Option<Vec<Target>> {
        probes.iter().map(|probe| target(objectives, *probe)).collect()
    };
    let ways = match &objective.goal {
        Goal::Probe(probe) => vec![all(&[*probe])],
        Goal::Any(probes) => vec![all(probes)],
        Goal::Effect { effect, probes, .. } => {
            if let Some(claim) = of_evaluations(program, objectives, *effect) {
                return claim;
            }
            // Whatever shows the effect, the condition is true in one evaluation and false in the
            // other.
            let first = 2 * effect.at.index();
            let sides = probes.get(first..first + 2).unwrap_or_default();
            sides.iter().map(|probe| all(&[*probe])).collect()
        }
    };
    Claim::Ways(ways.into_iter().flatten().collect())
}

/// That no evaluations show an effect: by masking, that the condition determines the outcome in none
/// where it is false, or in none where it is true; by unique cause, that no two go together.
fn of_evaluations(program: &Program, objectives: &Objectives, effect: Effect) -> Option<Claim> {
    let watch = objectives.watch();
    let evaluations = possible(program, watch, effect.decision)?;
    let shape = &watch.decisions()[effect.decision].shape;
    Some(match effect.variant {
        Variant::Masking => {
            let half = |value: bool| {
                let shows = |it: &&Possible| {
                    let values = it.evaluation.values();
                    values.get(effect.at) == Some(value) && shape.can_determine(effect.at, values)
                };
                evaluations.iter().filter(shows).map(label).collect()
            };
            Claim::Ways(vec![half(false), half(true)])
        }
        Variant::UniqueCause => {
            let mut pairs = Vec::new();
            for (at, first) in evaluations.iter().enumerate() {
                for second in &evaluations[at + 1..] {
                    if first.evaluation.unique_cause(&second.evaluation) == Some(effect.at) {
                        pairs.push([label(first), label(second)]);
                    }
                }
            }
            Claim::Pairs(pairs)
        }
    })
}

fn label(possible: &Possible) -> Target {
    let predicate = Some(possible.predicate.clone());
    Target::Label { at: position(possible.point), predicate }
}

/// The position of a point that is no edge; of an edge, the block it leaves.
fn position(point: ProbePoint) -> Position {
    match point {
        ProbePoint::Entry(function) => Position::entry(function),
        ProbePoint::Statement(function, block, statement) => {
            Position { function, block, statement }
        }
        ProbePoint::Edge(function, block, _) => Position { function, block, statement: 0 },
    }
}

/// What a hit of a probe is.
fn target(objectives: &Objectives, probe: ProbeId) -> Option<Target> {
    let plan = objectives.plan();
    let predicate = plan.predicate(probe).cloned();
    match (plan.point(probe), &predicate) {
        (ProbePoint::Edge(function, block, arm), None) => {
            Some(Target::Edge { function, block, arm })
        }
        (ProbePoint::Edge(..), Some(_)) => None,
        (point, _) => Some(Target::Label { at: position(point), predicate }),
    }
}
