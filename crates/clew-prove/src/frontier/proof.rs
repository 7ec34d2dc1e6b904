//! What the graph excludes, as a certificate: at every place where ways come together, the R-states that were
//! excluded, negated, and the lemmas are held to be true; what some way there does not imply is left out.

use super::analysis::{Analysis, Outcome};
use super::model::Standing;
use super::space::{Kind, Location};
use crate::aims::Aims;
use crate::certificate::{Certificate, Method};
use crate::clause::Clause;
use crate::cuts::{self, Cuts};
use crate::effort::{Effort, Limits};
use crate::failure::Failure;
use crate::prove::Proven;
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
    fn claims(&self) -> BTreeMap<cuts::Location, Vec<Clause>> {
        let mut claims: BTreeMap<cuts::Location, Vec<Clause>> = BTreeMap::new();
        for id in self.space().ids() {
            let Location { calls, at, kind } = self.space().get(id);
            // Behind labels the same holds.
            if *kind != Kind::Point {
                continue;
            }
            let facts = self.lemmas().facts(self.space(), id);
            if !facts.is_empty() {
                let known = claims.entry((calls.clone(), *at)).or_default();
                known.extend(facts.into_iter().map(|(depth, it)| Clause::Outer(depth, it)));
            }
        }
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
