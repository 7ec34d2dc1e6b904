//! Explanations of infeasible paths (paper, 2.5 and 3.1.2).

use super::condition::{PathCondition, Tagged};
use clew_logic::{TermId, TermPool};
use clew_solver::{Budget, Decide, Method, NoExplanation};

/// An explanation: constraints of a path condition that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// The constraints, as indices into [`PathCondition::tagged`], in order.
    pub tags: Vec<usize>,
    /// Whether none of them can be left out. Otherwise they are the fewest that the solver was able to
    /// decide about, or the method does not ask for fewer.
    pub is_minimal: bool,
    /// How many questions were asked.
    pub questions: usize,
}

impl Explained {
    /// The constraints.
    pub fn constraints<'c>(
        &self,
        condition: &'c PathCondition,
    ) -> impl Iterator<Item = &'c Tagged> + use<'c, '_> {
        self.tags.iter().map(|&tag| &condition.tagged[tag])
    }

    /// The occurrences that matter, in order: the set I of a chain (paper, 3.2.1).
    pub fn indices(&self, condition: &PathCondition) -> Vec<usize> {
        let mut indices: Vec<usize> = self.constraints(condition).map(|it| it.index).collect();
        indices.dedup();
        indices
    }
}

/// Explains why a path is infeasible: by the core of the solver's answer ([`Method::Assumptions`],
/// the intrusive way), or made minimal by QuickXplain ([`Method::Minimal`]), the last constraint first.
/// The budget is for each question.
///
/// # Errors
/// When the path condition is not known to be unsatisfiable.
pub fn explain(
    backend: &mut dyn Decide,
    pool: &mut TermPool,
    condition: &PathCondition,
    method: Method,
    budget: Budget,
) -> Result<Explained, NoExplanation> {
    explain_terms(backend, pool, &condition.terms(), method, budget)
}

/// The same for constraints that stand one after the other in a path condition: tags count from the
/// first of them.
///
/// # Errors
/// When they are not known to be unsatisfiable.
pub(crate) fn explain_terms(
    backend: &mut dyn Decide,
    pool: &mut TermPool,
    terms: &[TermId],
    method: Method,
    budget: Budget,
) -> Result<Explained, NoExplanation> {
    let found = clew_solver::explain(backend, pool, terms, method, budget)?;
    let tags = found.core.constraints.iter().filter_map(|term| latest(terms, *term));
    let mut tags: Vec<usize> = tags.collect();
    tags.sort_unstable();
    tags.dedup();
    Ok(Explained { tags, is_minimal: found.minimal, questions: found.questions })
}

/// Where a constraint arises; what is asked again and again says so last where it is nearest to the
/// end.
fn latest(terms: &[TermId], wanted: TermId) -> Option<usize> {
    terms.iter().rposition(|term| *term == wanted)
}
