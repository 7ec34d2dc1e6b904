//! The evaluations that a decision may have, and what inputs must do for each.

use super::shape::{Shape, Step};
use super::values::{Evaluation, Values};
use super::watch::{Watch, WatchedId};
use crate::condition::Start;
use crate::objective::Subject;
use crate::predicate::Builder;
use clew_ir::cfg::Cfg;
use clew_ir::{Expr, Id as _, ProbePoint, Program};

/// A decision with more evaluations than this is not looked at as a whole.
const MOST: usize = 64;

/// An evaluation that a decision may have.
#[derive(Clone, Debug)]
pub struct Possible {
    /// The evaluation.
    pub evaluation: Evaluation,
    /// Where the decision begins.
    pub point: ProbePoint,
    /// What holds there exactly when the decision is going to be evaluated so.
    pub predicate: Expr,
}

/// All evaluations of a decision; `None` where there are many, or where its conditions cannot be
/// evaluated before their turn.
pub fn possible(program: &Program, watch: &Watch, decision: WatchedId) -> Option<Vec<Possible>> {
    let watched = &watch.decisions()[decision];
    let function = &program.functions[watched.function];
    let body = function.body.as_ref().ok()?;
    let subject = Subject { program, id: watched.function, function, body, cfg: Cfg::new(body) };
    let start = Start::of(&subject, &body.decisions.decisions[watched.decision])?;
    let (_, first) = start.conditions.first()?;
    let build = Builder { types: &program.types, span: first.span };
    let evaluations = all(&watched.shape)?;
    let possible = |evaluation: Evaluation| {
        // In the order of evaluation: what comes later has a value where what comes before is so.
        let parts = order(&watched.shape, &evaluation);
        let parts = parts.into_iter().map(|(at, value)| start.value(&subject, at, value));
        let predicate = parts.reduce(|all, part| build.and(all, part))?;
        Some(Possible { evaluation, point: start.point, predicate })
    };
    evaluations.into_iter().map(possible).collect()
}

/// The evaluations of a shape, unless there are many.
fn all(shape: &Shape) -> Option<Vec<Evaluation>> {
    let mut found = Vec::new();
    let mut work = vec![(shape.first(), Values::none(shape.conditions().len()))];
    while let Some((step, values)) = work.pop() {
        match step {
            Step::Outcome(outcome) => found.push(Evaluation { values, outcome }),
            Step::Condition(at) => {
                for value in [false, true] {
                    let mut values = values.clone();
                    values.set(at, value);
                    work.push((shape.next(at, value), values));
                }
            }
        }
        if found.len() + work.len() > MOST {
            return None;
        }
    }
    Some(found)
}

/// The conditions of an evaluation as they are evaluated, with their values.
fn order(shape: &Shape, evaluation: &Evaluation) -> Vec<(usize, bool)> {
    let mut order = Vec::new();
    let mut step = shape.first();
    while let Step::Condition(at) = step {
        let Some(value) = evaluation.values.get(at) else { break };
        order.push((at.index(), value));
        step = shape.next(at, value);
    }
    order
}
