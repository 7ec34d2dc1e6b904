//! Questions.

use clew_logic::{Model, TermId};

use crate::budget::Budget;

/// A conjunction to be decided.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The constraints, in the order of the path; the last one is taken to be the new one.
    pub constraints: &'a [TermId],
    /// The inputs of a run that satisfies all or most of the constraints: where independent
    /// parts hold under it they keep its values, and new values are looked for near it.
    pub previous: Option<&'a Model>,
    /// The limits of effort.
    pub budget: Budget,
}

impl<'a> Query<'a> {
    /// A query without a previous input and without limits.
    pub fn new(constraints: &'a [TermId]) -> Self {
        Query { constraints, previous: None, budget: Budget::UNLIMITED }
    }

    /// The query with a previous input.
    pub fn with_previous(self, previous: &'a Model) -> Self {
        Query { previous: Some(previous), ..self }
    }

    /// The query with limits.
    pub fn with_budget(self, budget: Budget) -> Self {
        Query { budget, ..self }
    }
}
