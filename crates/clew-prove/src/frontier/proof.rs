//! What the graph excludes, as a certificate: at every place where ways come together, the R-states that were
//! excluded, negated, and the lemmas are held to be true; what some way there does not imply is left out.

use super::analysis::{Analysis, Outcome};
use super::lemmas::Lemmas;
use super::model::Standing;
use super::space::{Kind, Location, Space};
use crate::aims::Aims;
use crate::certificate::{Certificate, Method, Node};
use crate::clause::Clause;
use crate::cuts::{self, Cuts};
use crate::effort::{Effort, Limits};
use crate::failure::Failure;
use crate::prove::{Proven, Task};
use crate::refinement::settle;
use crate::target::Target;
use std::collections::BTreeMap;

impl Analysis<'_> {
    /// A certificate for the targets that the graph excludes: of what was excluded, whatever holds by
    /// itself. For each target its proof, or why there is none.
    pub fn prove(&self, targets: &[Target], limits: Limits) -> Proven {
        let is_excluded = |at: usize| self.outcomes().get(at) == Some(&Outcome::Excluded);
        let failures: Vec<Option<Failure>> =
            (0..targets.len()).map(|at| (!is_excluded(at)).then_some(Failure::Reached)).collect();
        let task = self.space().task;
        let mut aims = Aims::new(task, targets, failures);
        let mut effort = Effort::new(limits);
        let mut cuts = Cuts::at_joins(self.claims());
        let settled = settle(task, &mut aims, &mut effort, &mut cuts, limits.nodes);
        let failed = aims.into_failures();
        let held = (0..targets.len()).filter(|at| failed[*at].is_none());
        let held: Vec<Target> = held.map(|at| targets[at].clone()).collect();
        match settled {
            Ok(nodes) if !held.is_empty() => {
                let method = Method::Invariants;
                let certificates = vec![Certificate::new(task, held, method, nodes)];
                let outcomes = failed.iter().map(|it| it.map_or(Ok(0), Err)).collect();
                Proven { certificates, outcomes }
            }
            other => {
                let failure = other.err().unwrap_or(Failure::Reached);
                let outcomes = failed.iter().map(|it| Err(it.unwrap_or(failure))).collect();
                Proven { certificates: Vec::new(), outcomes }
            }
        }
    }

    /// What is held to be true, by place.
    fn claims(&self) -> Claims {
        let mut claims = claims_of(self.lemmas(), self.space());
        for state in &self.graph().states {
            let Location { calls, at, kind } = self.space().get(state.location);
            if state.standing == Standing::Excluded && kind.goes_on() {
                let literals = state.predicate.literals.iter();
                let clause = Clause::Not(literals.map(|it| (it.depth, it.expr.clone())).collect());
                let known = claims.entry((calls.clone(), *at)).or_default();
                if !known.contains(&clause) {
                    known.push(clause);
                }
            }
        }
        claims
    }
}

/// What is held to be true, by place.
type Claims = BTreeMap<cuts::Location, Vec<Clause>>;

/// What lemmas hold to be true, by place.
fn claims_of(lemmas: &Lemmas, space: &Space<'_>) -> Claims {
    let mut claims = Claims::new();
    for id in space.ids() {
        let Location { calls, at, kind } = space.get(id);
        // Behind labels the same holds.
        if *kind == Kind::Point && lemmas.is_reached(id) {
            claims.insert((calls.clone(), *at), lemmas.claims(space, id));
        }
    }
    claims
}

/// An argument by lemmas alone: no run is needed. Between the places where ways come together, paths are
/// followed, so that a target need not be excluded by lemmas to be refuted.
///
/// # Errors
/// Where the limits are met.
pub(crate) fn unfold_by_lemmas<'p>(
    task: Task<'p>,
    aims: &mut Aims<'p>,
    effort: &mut Effort,
    most_nodes: usize,
) -> Result<Vec<Node>, Failure> {
    let targets: Vec<Target> = aims.targets().cloned().collect();
    let space = Space::new(task, &targets, most_nodes).ok_or(Failure::Nodes)?;
    effort.spend_time()?;
    let lemmas = Lemmas::new(&space, &|| effort.is_over()).ok_or(Failure::Time)?;
    let mut cuts = Cuts::at_joins(claims_of(&lemmas, &space));
    settle(task, aims, effort, &mut cuts, most_nodes)
}
