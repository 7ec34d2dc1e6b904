//! The criterion `mcdc`: each condition of each decision has an effect of its own.
//!
//! A decision of one condition counts: the condition is then to be true once and false once. A
//! switch is no decision here. Conditions that constants keep from having any effect, as `a` in
//! `a && 0`, are no objectives, as what is constant itself is none.

use super::aim::Aiming;
use super::effects::Effect;
use super::tally::Variant;
use super::values::Values;
use super::watch::{Watch, Watched, edge};
use crate::objective::{Goal, Subject};
use clew_ir::{ConditionId, ProbePlan, Span, TerminatorKind, c_text};

/// The conditions of a function, in order, each with its text and what runs must show.
pub(crate) fn find(
    subject: &Subject<'_>,
    watch: &Watch,
    variant: Variant,
    plan: &mut ProbePlan,
) -> Vec<(Span, String, Goal)> {
    let mut found = Vec::new();
    let decisions = watch.decisions().iter_enumerated();
    for (decision, watched) in decisions.filter(|(_, it)| it.function == subject.id) {
        let conditions = watched.shape.conditions();
        let nothing = Values::none(conditions.len());
        let aiming = Aiming::new(subject, watched);
        for at in watched.shape.unmasked(&nothing) {
            let condition = &subject.body.decisions.conditions[conditions[at]];
            if !subject.cfg.is_reachable(condition.block) {
                continue;
            }
            let text =
                format!("{} independently affects the outcome", text(subject, conditions[at]));
            let effect = Effect { decision, at, variant };
            let probes = probes(subject, watched, plan);
            let aims = aiming.as_ref().map_or([None; 2], |aiming| aiming.place(at, plan));
            found.push((condition.span, text, Goal::Effect { effect, probes, aims }));
        }
    }
    found.sort_by_key(|(span, ..)| (span.file, span.start));
    found
}

fn text(subject: &Subject<'_>, condition: ConditionId) -> String {
    let condition = &subject.body.decisions.conditions[condition];
    c_text::source_or(subject.program, condition.span, || {
        match &subject.body.blocks[condition.block].terminator.kind {
            TerminatorKind::Branch { condition, .. } => {
                c_text::expr_text(subject.program, subject.function, condition)
            }
            _ => String::new(),
        }
    })
}

/// The ways out of the decision's conditions: going another one of them may unmask a condition
/// that was evaluated before.
fn probes(subject: &Subject<'_>, watched: &Watched, plan: &mut ProbePlan) -> Vec<clew_ir::ProbeId> {
    let conditions = watched.shape.conditions().iter();
    let edges = conditions.flat_map(|&condition| [true, false].map(|value| (condition, value)));
    edges.map(|(id, value)| plan.place_ordered(edge(subject.id, subject.body, id, value))).collect()
}
