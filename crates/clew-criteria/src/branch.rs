//! The criterion `branch`: every outcome of every atomic condition, every arm of every switch.
//!
//! Branches that no condition of the user's made are no objectives, nor are conditions that are
//! constant: nothing branches there.

use crate::objective::{Found, Subject};
use clew_ir::{BlockId, ProbePoint, Span, SwitchArm, TerminatorKind, c_text};

pub(crate) fn find(subject: &Subject<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    let reachable = subject.body.blocks.ids().filter(|&block| subject.cfg.is_reachable(block));
    for block in reachable {
        let terminator = &subject.body.blocks[block].terminator;
        match &terminator.kind {
            TerminatorKind::Branch { condition, id: Some(id), .. } => {
                let span = subject.body.decisions.conditions[*id].span;
                let text = c_text::source_or(subject.program, span, || {
                    c_text::expr_text(subject.program, subject.function, condition)
                });
                for (index, outcome) in ["is true", "is false"].into_iter().enumerate() {
                    let text = format!("{text} {outcome}");
                    found.push(Found { span, text, point: edge(subject, block, index) });
                }
            }
            TerminatorKind::Switch { arms, default_span, .. } => {
                for (index, arm) in arms.iter().enumerate() {
                    let span = or(arm.span, terminator.span);
                    let text = case_text(subject, arm);
                    found.push(Found { span, text, point: edge(subject, block, index) });
                }
                let span = or(default_span.unwrap_or(Span::NONE), terminator.span);
                let point = edge(subject, block, arms.len());
                found.push(Found { span, text: "default".to_owned(), point });
            }
            TerminatorKind::Branch { id: None, .. }
            | TerminatorKind::Goto(_)
            | TerminatorKind::IndirectGoto { .. }
            | TerminatorKind::Return(_)
            | TerminatorKind::Unreachable => {}
        }
    }
    found
}

fn edge(subject: &Subject<'_>, block: BlockId, index: usize) -> ProbePoint {
    ProbePoint::Edge(subject.id, block, index as u32)
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
