//! The criterion `statement`: every statement is executed.
//!
//! What the user wrote as one statement is one objective, also where it became several statements
//! of the program model: those whose source lies within another's are part of it (the calls in
//! `x = f(y) + g(z)`, the parts of `x = a && b`, all of a macro's use). It is met when its first
//! part is executed.
//!
//! Statements are expressions, declarations with an initialiser, `return`s, and the controlling
//! expressions of `if`, the loops and `switch`. Jumps and the end of a function without `return`
//! are not: they do nothing that other statements do not show.

use crate::objective::{Aim, Found, Subject};
use clew_ir::{BlockId, Builtin, Callee, ProbePoint, Span, StatementKind, TerminatorKind};
use std::cmp::Reverse;

/// The most characters of a statement that are shown.
const MAX_TEXT: usize = 60;

/// A statement or terminator of the program model.
struct Part {
    span: Span,
    /// The declaration of a variable: shows where a statement starts, but does nothing itself.
    is_declaration: bool,
    /// Where it stands: the block's position in the order of execution, and its own in the block.
    order: (u32, u32),
    block: BlockId,
}

pub(crate) fn find(subject: &Subject<'_>) -> Vec<Found> {
    let mut parts = parts(subject);
    parts.sort_by_key(|part| (part.span.file, part.span.start, Reverse(part.span.end), part.order));
    let is_within = |part: &Part, whole: Span| {
        part.span.file == whole.file && part.span.end <= whole.end && part.span.start < whole.end
    };
    let mut found = Vec::new();
    let mut rest = &parts[..];
    while let Some(whole) = rest.first().map(|part| part.span) {
        let count = rest.iter().take_while(|part| is_within(part, whole)).count().max(1);
        let (group, others) = rest.split_at(count);
        rest = others;
        let acting = group.iter().filter(|part| !part.is_declaration);
        if let Some(first) = acting.min_by_key(|part| part.order) {
            let aim = Aim::Point(ProbePoint::Statement(subject.id, first.block, first.order.1));
            found.push(Found { span: whole, text: text(subject, whole), aim, change: None });
        }
    }
    found
}

/// What of a function is in the user's source, but for jumps.
fn parts(subject: &Subject<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    for (position, &block) in subject.cfg.reverse_postorder().iter().enumerate() {
        let contents = &subject.body.blocks[block];
        let mut add = |span: Span, is_declaration, index: usize| {
            if span.file.is_some() && !is_made(subject, span) {
                let order = (position as u32, index as u32);
                parts.push(Part { span, is_declaration, order, block });
            }
        };
        for (index, statement) in contents.statements.iter().enumerate() {
            match &statement.kind {
                StatementKind::Call {
                    callee: Callee::Builtin(Builtin::StackRestore | Builtin::Synchronize),
                    ..
                }
                | StatementKind::Dead(_) => {}
                StatementKind::Assign { .. }
                | StatementKind::Call { .. }
                | StatementKind::Zero(_) => add(statement.span, false, index),
                StatementKind::Live(_) => add(statement.span, true, index),
            }
        }
        let decisions = &subject.body.decisions;
        let end = contents.statements.len();
        match &contents.terminator.kind {
            TerminatorKind::Branch { id: Some(id), .. } => {
                let decision = decisions.conditions[*id].decision;
                add(decisions.decisions[decision].span, false, end);
            }
            TerminatorKind::Switch { id, .. } => add(decisions.decisions[*id].span, false, end),
            TerminatorKind::Return(_) => add(contents.terminator.span, false, end),
            TerminatorKind::Branch { id: None, .. }
            | TerminatorKind::Goto(_)
            | TerminatorKind::IndirectGoto { .. }
            | TerminatorKind::Unreachable => {}
        }
    }
    parts
}

/// Whether the user did not write what stands at a span: what happens at the end of a scope, or
/// what brings a parameter to its type.
fn is_made(subject: &Subject<'_>, span: Span) -> bool {
    let function = subject.function;
    subject.body.scope_ends.contains(&span)
        || function.params.iter().any(|parameter| function.locals[*parameter].span == span)
}

/// The first line of a statement, cut where it is long.
fn text(subject: &Subject<'_>, span: Span) -> String {
    let sources = &subject.program.sources;
    let lines = sources.text(span).unwrap_or_default();
    let first = lines.find(['\n', '\r']).unwrap_or(lines.len()) as u32;
    let line = Span { end: span.start + first, ..span };
    let line = sources.text_on_one_line(line).unwrap_or_default();
    line.chars().take(MAX_TEXT).collect()
}
