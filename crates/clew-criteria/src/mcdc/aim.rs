//! What inputs must do, where a decision begins, for a condition to determine its outcome.
//!
//! The search follows one side of one condition at a time. An *aim* says at once what all of them
//! must be: a label that nobody counts, but that the search asks inputs for. It is there where the
//! conditions can be evaluated before their turn; elsewhere the search finds its way without.

use super::values::Position;
use super::watch::Watched;
use crate::condition::Start;
use crate::objective::Subject;
use crate::predicate::Builder;
use clew_ir::{BoolTree, Expr, Id as _, ProbeId, ProbePlan, TypeTable};

/// The aims of a condition: that it determines the outcome being false, and being true.
pub(super) type Aims = [Option<ProbeId>; 2];

/// Places the aims of one decision's conditions.
pub(super) struct Aiming<'a, 'p> {
    subject: &'a Subject<'p>,
    structure: &'a BoolTree,
    start: Start<'p>,
}

impl<'a, 'p> Aiming<'a, 'p> {
    /// `None` where the conditions cannot be evaluated before their turn, or where there is only
    /// one: then the sides of its branch say it all.
    pub(super) fn new(subject: &'a Subject<'p>, watched: &Watched) -> Option<Self> {
        let decision = &subject.body.decisions.decisions[watched.decision];
        let structure = decision.structure.as_ref()?;
        let start = Start::of(subject, decision)?;
        (start.conditions.len() > 1).then_some(Self { subject, structure, start })
    }

    /// Places the aims of a condition.
    pub(super) fn place(&self, at: Position, plan: &mut ProbePlan) -> Aims {
        [false, true].map(|value| {
            let mut parts = Vec::new();
            self.determines(self.structure, &mut 0, (at.index(), value), &mut parts)?;
            let build = self.build();
            let predicate = parts.into_iter().reduce(|all, part| build.and(all, part))?;
            Some(plan.place_label(self.start.point, predicate))
        })
    }

    fn build(&self) -> Builder<'_> {
        let (_, first) = self.start.conditions[0];
        Builder { types: &self.subject.program.types, span: first.span }
    }

    /// What lets a condition that has a value determine the value of the part it is in: that value.
    /// `None` where the condition is not there, or a constant masks it.
    fn determines(
        &self,
        tree: &BoolTree,
        next: &mut usize,
        (at, value): (usize, bool),
        parts: &mut Vec<Expr>,
    ) -> Option<bool> {
        match tree {
            BoolTree::Constant(_) => None,
            BoolTree::Condition(_) => {
                *next += 1;
                (*next - 1 == at).then(|| {
                    parts.push(self.start.value(self.subject, at, value));
                    value
                })
            }
            BoolTree::Not(operand) => {
                self.determines(operand, next, (at, value), parts).map(|value| !value)
            }
            BoolTree::And(left, right) | BoolTree::Or(left, right) => {
                let absorbing = matches!(tree, BoolTree::Or(..));
                let left_start = *next;
                let right_start = left_start + left.conditions().len();
                let in_left = self.determines(left, next, (at, value), parts);
                *next = right_start;
                if let Some(value) = in_left {
                    *next += right.conditions().len();
                    if value != absorbing {
                        parts.push(self.is(right, right_start, !absorbing));
                    }
                    return Some(value);
                }
                let value = self.determines(right, next, (at, value), parts)?;
                parts.push(self.is(left, left_start, !absorbing));
                Some(value)
            }
        }
    }

    /// Whether a part of the decision, whose first condition has this number, has a value.
    fn is(&self, tree: &BoolTree, mut start: usize, value: bool) -> Expr {
        let truth = self.truth(tree, &mut start);
        if value { truth } else { self.build().not(&truth) }
    }

    fn truth(&self, tree: &BoolTree, next: &mut usize) -> Expr {
        let build = self.build();
        match tree {
            BoolTree::Constant(value) => build.int((*value).into(), TypeTable::INT),
            BoolTree::Condition(_) => {
                *next += 1;
                self.start.value(self.subject, *next - 1, true)
            }
            BoolTree::Not(operand) => build.not(&self.truth(operand, next)),
            BoolTree::And(left, right) => {
                let left = self.truth(left, next);
                build.and(left, self.truth(right, next))
            }
            BoolTree::Or(left, right) => {
                let left = self.truth(left, next);
                build.or(left, self.truth(right, next))
            }
        }
    }
}
