//! The criterion `condition`: every atomic condition is true once and false once where its
//! decision is reached, also where C's evaluation does not come to it.
//!
//! Where conditions have side effects, or what they read is computed on the way, there is no such
//! predicate: then a condition counts where it is evaluated, as for `branch`.

use crate::decision::{condition_text, edge};
use crate::objective::{Aim, Found, Subject};
use crate::predicate::{self, Builder};
use clew_ir::{ConditionId, Decision, Expr, ProbePoint};

pub(crate) fn find(subject: &Subject<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    for decision in subject.body.decisions.decisions.iter() {
        let Some(structure) = &decision.structure else { continue };
        let conditions = structure.conditions();
        let start = Start::of(subject, decision);
        for (at, &id) in conditions.iter().enumerate() {
            let condition = &subject.body.decisions.conditions[id];
            if !subject.cfg.is_reachable(condition.block) {
                continue;
            }
            let text = condition_text(subject, id);
            for (value, words) in [(true, "is true"), (false, "is false")] {
                // The first is evaluated whenever the decision is.
                let aim = match &start {
                    Some(start) if at > 0 => start.label(subject, at, value),
                    _ => Aim::Point(edge(subject, id, value)),
                };
                let text = format!("{text} {words}");
                found.push(Found { span: condition.span, text, aim, change: None });
            }
        }
    }
    found
}

/// Where a decision begins, with the conditions that can be evaluated there.
pub(crate) struct Start<'p> {
    pub(crate) point: ProbePoint,
    pub(crate) conditions: Vec<(ConditionId, &'p Expr)>,
}

impl<'p> Start<'p> {
    /// `None` where nothing can be said of all conditions before they are evaluated.
    pub(crate) fn of(subject: &Subject<'p>, decision: &Decision) -> Option<Self> {
        let ids = decision.structure.as_ref()?.conditions();
        let table = &subject.body.decisions.conditions;
        let mut conditions = Vec::with_capacity(ids.len());
        for (at, &id) in ids.iter().enumerate() {
            let block = table[id].block;
            let is_silent = at == 0 || subject.body.blocks[block].statements.is_empty();
            let condition = subject.branch_condition(block)?;
            if !is_silent || !predicate::is_repeatable(condition) {
                return None;
            }
            conditions.push((id, condition));
        }
        let first = table[*ids.first()?].block;
        let end = subject.body.blocks[first].statements.len() as u32;
        subject.cfg.is_reachable(first).then_some(())?;
        Some(Self { point: ProbePoint::Statement(subject.id, first, end), conditions })
    }

    /// A condition's having a value.
    pub(crate) fn value(&self, subject: &Subject<'_>, at: usize, value: bool) -> Expr {
        let (_, condition) = self.conditions[at];
        let build = Builder { types: &subject.program.types, span: condition.span };
        if value { build.truth(condition) } else { build.not(condition) }
    }

    /// For each condition the first that is written as it is. Where a decision begins both have
    /// the same value.
    pub(crate) fn firsts(&self) -> Vec<usize> {
        let written: Vec<Expr> =
            self.conditions.iter().map(|(_, it)| clew_ir::rebuild::without_spans(it)).collect();
        let first = |one: &Expr| written.iter().position(|other| other == one);
        written.iter().enumerate().map(|(at, one)| first(one).unwrap_or(at)).collect()
    }

    fn label(&self, subject: &Subject<'_>, at: usize, value: bool) -> Aim {
        Aim::Label(self.point, self.value(subject, at, value))
    }
}
