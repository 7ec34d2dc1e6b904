//! The criterion `mcc`: every combination of the values of a decision's conditions.
//!
//! Each combination is a predicate where the decision begins, as for `condition`. A condition that is
//! written twice has one value there, and counts once. There are no combinations for decisions with
//! more than [`MAX_CONDITIONS`] conditions, and for those whose conditions cannot be evaluated before
//! their turn.

use crate::condition::Start;
use crate::decision::condition_text;
use crate::objective::{Aim, Found, Omission, Subject};
use crate::predicate::Builder;
use clew_ir::{Decision, Expr};

/// A decision has at most 2 to the power of this many combinations.
pub(crate) const MAX_CONDITIONS: usize = 10;

pub(crate) fn find(subject: &Subject<'_>, omitted: &mut Vec<Omission>) -> Vec<Found> {
    let mut found = Vec::new();
    for decision in subject.body.decisions.decisions.iter() {
        if decision.structure.as_ref().is_none_or(|it| it.conditions().is_empty()) {
            continue;
        }
        let mut leave_out = |why: String| omitted.push(Omission { span: decision.span, why });
        let Some(start) = Start::of(subject, decision) else {
            let why = "a condition has a side effect or reads what is computed on the way";
            leave_out(why.to_owned());
            continue;
        };
        let mut distinct = start.firsts();
        distinct.sort_unstable();
        distinct.dedup();
        let count = distinct.len();
        if count > MAX_CONDITIONS {
            leave_out(format!(
                "it has {count} conditions, and `mcc` takes at most {MAX_CONDITIONS}"
            ));
            continue;
        }
        combinations(subject, decision, &start, &distinct, &mut found);
    }
    found
}

/// The combinations of the values of some conditions, by position.
fn combinations(
    subject: &Subject<'_>,
    decision: &Decision,
    start: &Start<'_>,
    conditions: &[usize],
    found: &mut Vec<Found>,
) {
    let build = Builder { types: &subject.program.types, span: decision.span };
    let texts: Vec<String> =
        conditions.iter().map(|&at| condition_text(subject, start.conditions[at].0)).collect();
    let count = conditions.len();
    for combination in 0..1u32 << count {
        // All true comes first, the last condition changes fastest.
        let value = |at: usize| combination >> (count - 1 - at) & 1 == 0;
        let all = (0..count).map(|at| start.value(subject, conditions[at], value(at)));
        let Some(predicate): Option<Expr> = all.reduce(|all, one| build.and(all, one)) else {
            continue;
        };
        let words = texts
            .iter()
            .enumerate()
            .map(|(at, text)| format!("{text} is {}", if value(at) { "true" } else { "false" }));
        let text = words.collect::<Vec<_>>().join(", ");
        let aim = Aim::Label(start.point, predicate);
        found.push(Found { span: decision.span, text, aim, change: None });
    }
}
