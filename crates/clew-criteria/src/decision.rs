//! The criterion `decision`: every decision is true once and false once, every arm of a switch is
//! taken.
//!
//! The outcome of a decision is seen on the edges that leave it, so that it is what C's evaluation
//! made it, whatever its conditions do.

use crate::branch;
use crate::objective::{Aim, Found, Subject};
use clew_ir::{BoolTree, ConditionId, Decision, ProbePoint, c_text};

pub(crate) fn find(subject: &Subject<'_>) -> Vec<Found> {
    let mut found = branch::switches(subject);
    for decision in subject.body.decisions.decisions.iter() {
        let Some(structure) = &decision.structure else { continue };
        let exits = exits(structure);
        let text = text(subject, decision);
        for (outcome, words) in [(true, "is true"), (false, "is false")] {
            let points: Vec<ProbePoint> = exits
                .ways
                .iter()
                .filter(|way| way.outcome == outcome)
                .filter(|way| {
                    let block = subject.body.decisions.conditions[way.condition].block;
                    subject.cfg.is_reachable(block)
                })
                .map(|way| edge(subject, way.condition, way.value))
                .collect();
            if !points.is_empty() {
                let text = format!("{text} {words}");
                found.push(Found {
                    span: decision.span,
                    text,
                    aim: Aim::Any(points),
                    change: None,
                });
            }
        }
    }
    found
}

/// The decision as the user wrote it.
pub(crate) fn text(subject: &Subject<'_>, decision: &Decision) -> String {
    c_text::source_or(subject.program, decision.span, || {
        let conditions = decision.structure.iter().flat_map(BoolTree::conditions);
        let texts: Vec<String> = conditions.map(|id| condition_text(subject, id)).collect();
        texts.join(" ... ")
    })
}

/// An atomic condition as the user wrote it.
pub(crate) fn condition_text(subject: &Subject<'_>, id: ConditionId) -> String {
    let condition = &subject.body.decisions.conditions[id];
    c_text::source_or(subject.program, condition.span, || {
        match subject.branch_condition(condition.block) {
            Some(expr) => c_text::expr_text(subject.program, subject.function, expr),
            None => String::new(),
        }
    })
}

/// The edge that an atomic condition's value takes.
pub(crate) fn edge(subject: &Subject<'_>, id: ConditionId, value: bool) -> ProbePoint {
    let block = subject.body.decisions.conditions[id].block;
    ProbePoint::Edge(subject.id, block, u32::from(!value))
}

/// A way out of a decision: the last condition evaluated, its value, and the outcome.
struct Way {
    condition: ConditionId,
    value: bool,
    outcome: bool,
}

/// The ways out of a part of a decision.
struct Exits {
    ways: Vec<Way>,
    /// The outcome where nothing is left to be evaluated.
    constant: Option<bool>,
}

fn exits(tree: &BoolTree) -> Exits {
    match tree {
        BoolTree::Condition(condition) => {
            let way = |value| Way { condition: *condition, value, outcome: value };
            Exits { ways: vec![way(true), way(false)], constant: None }
        }
        BoolTree::Constant(value) => Exits { ways: Vec::new(), constant: Some(*value) },
        BoolTree::Not(operand) => {
            let Exits { mut ways, constant } = exits(operand);
            ways.iter_mut().for_each(|way| way.outcome = !way.outcome);
            Exits { ways, constant: constant.map(|it| !it) }
        }
        BoolTree::And(left, right) => join(exits(left), exits(right), false),
        BoolTree::Or(left, right) => join(exits(left), exits(right), true),
    }
}

/// Two operands of which the left one decides when its outcome is `decides`.
fn join(left: Exits, right: Exits, decides: bool) -> Exits {
    match left.constant {
        Some(value) if value == decides => return left,
        Some(_) => return right,
        None => {}
    }
    let mut ways = left.ways;
    match right.constant {
        // What goes on to the constant leaves with its value.
        Some(value) => ways.iter_mut().for_each(|way| {
            if way.outcome != decides {
                way.outcome = value;
            }
        }),
        None => {
            ways.retain(|way| way.outcome == decides);
            ways.extend(right.ways);
        }
    }
    Exits { ways, constant: None }
}
