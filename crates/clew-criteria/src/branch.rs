//! The criterion `branch`: every outcome of every atomic condition, every arm of every switch.
//!
//! Branches that no condition of the user's made are no objectives, nor are conditions that are
//! constant: nothing branches there.

use crate::objective::{Aim, Found, Subject};
use clew_ir::{BlockId, ProbePoint, Span, SwitchArm, TerminatorKind, c_text};

pub(crate) fn find(subject: &Subject<'_>) -> Vec<Found> {
    let mut found = switches(subject);
    for block in subject.body.blocks.ids().filter(|&block| subject.cfg.is_reachable(block)) {
        let kind = &subject.body.blocks[block].terminator.kind;
        let TerminatorKind::Branch { condition, id: Some(id), .. } = kind else { continue };
        let span = subject.body.decisions.conditions[*id].span;
        let text = c_text::source_or(subject.program, span, || {
            c_text::expr_text(subject.program, subject.function, condition)
        });
        for (index, outcome) in ["is true", "is false"].into_iter().enumerate() {
            let text = format!("{text} {outcome}");
            found.push(Found { span, text, aim: edge(subject, block, index), change: None });
        }
    }
    found
}

/// The arms of the switches.
pub(crate) fn switches(subject: &Subject<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    for block in subject.body.blocks.ids().filter(|&block| subject.cfg.is_reachable(block)) {
        let terminator = &subject.body.blocks[block].terminator;
        let TerminatorKind::Switch { arms, default_span, .. } = &terminator.kind else { continue };
        for (index, arm) in arms.iter().enumerate() {
            let span = or(arm.span, terminator.span);
            let text = case_text(subject, arm);
            found.push(Found { span, text, aim: edge(subject, block, index), change: None });
        }
        let span = or(default_span.unwrap_or(Span::NONE), terminator.span);
        let aim = edge(subject, block, arms.len());
        found.push(Found { span, text: "default".to_owned(), aim, change: None });
    }
    found
}

fn edge(subject: &Subject<'_>, block: BlockId, index: usize) -> Aim {
    Aim::Point(ProbePoint::Edge(subject.id, block, index as u32))
}

/// The first span, or the second where the user wrote nothing.
fn or(span: Span, other: Span) -> Span {
    if span.file.is_some() { span } else { other }
}

/// `case V` as it stands in the source; by value when a macro wrote it.
fn case_text(subject: &Subject<'_>, arm: &SwitchArm) -> String {
    let source = subject.program.sources.text_on_one_line(arm.span);
    source.filter(|text| text.starts_with("case")).unwrap_or_else(|| {
        if arm.low == arm.high {
            format!("case {}", arm.low)
        } else {
            format!("case {} ... {}", arm.low, arm.high)
        }
    })
}
