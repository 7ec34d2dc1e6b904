//! Statements and branches in the user's words.

use crate::cfg::{case_value, end_of_block, opposite, statement_piece};
use clew_campaign::explain::{Forced, Kind, Occurrence, Step};
use clew_ir::c_text::{expr_text, place_text, source_or};
use clew_ir::{Function, LocalKind, Position, Program, Span, Statement, TerminatorKind};

/// A piece of the user's text, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Words {
    pub(super) span: Span,
    pub(super) text: String,
}

/// What an occurrence is; nothing for what the user did not write.
pub(super) fn words(program: &Program, occurrence: &Occurrence) -> Option<Words> {
    let at = occurrence.at;
    match occurrence.step {
        Step::Entry | Step::End => None,
        Step::Edge(arm) => Some(branch(program, at, arm)),
        Step::Return => words_of_return(program, at),
        Step::Statement | Step::Call(_) | Step::Result => words_of_statement(program, at),
    }
}

/// What the return at the end of a block is.
pub(super) fn words_of_return(program: &Program, at: Position) -> Option<Words> {
    let function = &program.functions[at.function];
    let body = function.body.as_ref().ok()?;
    let piece = end_of_block(program, function, body, &body.blocks[at.block])?;
    Some(Words { span: piece.span, text: piece.text })
}

/// What a statement is.
pub(super) fn words_of_statement(program: &Program, at: Position) -> Option<Words> {
    let function = &program.functions[at.function];
    let body = function.body.as_ref().ok()?;
    let statement = body.blocks[at.block].statements.get(at.statement as usize)?;
    let Some(piece) = statement_piece(program, function, statement) else {
        let text = program.sources.text_on_one_line(statement.span)?;
        return Some(Words { span: statement.span, text });
    };
    let text = match named_place(program, function, statement) {
        Some(place) if !is_assignment(&piece.text) => format!("{place} = {}", piece.text),
        _ => piece.text,
    };
    Some(Words { span: piece.span, text })
}

/// The place that a statement writes, unless it is none of the user's.
fn named_place(program: &Program, function: &Function, statement: &Statement) -> Option<String> {
    let place = statement.kind.written_place()?;
    let is_temporary =
        place.as_local().is_some_and(|local| function.locals[local].kind == LocalKind::Temporary);
    (!is_temporary).then(|| place_text(program, function, place))
}

/// Whether a text says what is assigned.
fn is_assignment(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_plain = |at: usize| {
        let before = at.checked_sub(1).map_or(b' ', |at| bytes[at]);
        let is_comparison = matches!(before, b'=' | b'!' | b'<' | b'>');
        bytes[at] == b'=' && !is_comparison && bytes.get(at + 1) != Some(&b'=')
    };
    (0..bytes.len()).any(is_plain)
        || ["++", "--", "<<=", ">>="].iter().any(|operator| text.contains(operator))
}

/// What it says that a terminator is left by an arm.
pub(super) fn branch(program: &Program, at: Position, arm: u32) -> Words {
    let function = &program.functions[at.function];
    let nothing = Words { span: Span::NONE, text: String::new() };
    let Ok(body) = &function.body else { return nothing };
    let terminator = &body.blocks[at.block].terminator;
    match &terminator.kind {
        TerminatorKind::Branch { condition, id, .. } => {
            let span = id.map_or(condition.span, |id| body.decisions.conditions[id].span);
            let text = source_or(program, span, || expr_text(program, function, condition));
            let text = if arm == 0 { text } else { opposite(program, condition, &text) };
            Words { span, text }
        }
        TerminatorKind::Switch { value, id, arms, .. } => {
            let span = body.decisions.decisions[*id].span;
            let value = source_or(program, value.span, || expr_text(program, function, value));
            let text = match arms.get(arm as usize) {
                Some(arm) => format!("{value} is {}", case_value(program, arm)),
                None => format!("{value} is none of the cases"),
            };
            Words { span, text }
        }
        TerminatorKind::IndirectGoto { .. } => {
            let text = source_or(program, terminator.span, || "goto *".to_owned());
            Words { span: terminator.span, text }
        }
        TerminatorKind::Goto(_) | TerminatorKind::Return(_) | TerminatorKind::Unreachable => {
            nothing
        }
    }
}

/// What it says that control goes on, where nothing else of a statement matters.
pub(super) fn goes_on(kinds: &[Kind]) -> Option<&'static str> {
    use clew_campaign::explain::Danger;
    let mut dangers = kinds.iter().map(|kind| match kind {
        Kind::Defined(danger) => Some(*danger),
        Kind::Entry | Kind::Assigned | Kind::Guard | Kind::Cell => None,
    });
    if dangers.clone().any(|danger| danger.is_none()) {
        return None;
    }
    Some(match dangers.next()?? {
        Danger::NullDereference => "goes on, so its pointer is not null",
        Danger::IndexOutOfBounds => "goes on, so its index is in the array",
        Danger::DivisionByZero => "goes on, so it does not divide by zero",
        Danger::DivisionOverflow => "goes on, so its quotient does not overflow",
        Danger::NoLabel => "goes on, so it jumps to a label",
        Danger::SignedOverflow => "goes on, so it does not overflow",
        Danger::BadShift => "goes on, so its shift is in range",
        Danger::TrapRepresentation => "goes on, so it reads a proper value",
    })
}

/// Bounds beyond this are those of types, a little moved by arithmetic.
const FAR: i128 = 1 << 30;

/// What a variable is forced to be.
pub(super) fn forced(forced: &Forced) -> Option<String> {
    let name = &forced.name;
    match (forced.low, forced.high) {
        _ if forced.is_pointer => match (forced.low, forced.high) {
            (_, Some(0)) => Some(format!("{name} is null")),
            (Some(_), None) => Some(format!("{name} is not null")),
            _ => None,
        },
        (Some(low), Some(high)) if low == high => Some(format!("{name} is {low}")),
        // The far end is that of the type, or nearly so: nobody has said it.
        (Some(low), Some(high)) if low <= -FAR && high < FAR => Some(format!("{name} <= {high}")),
        (Some(low), Some(high)) if low > -FAR && high >= FAR => Some(format!("{name} >= {low}")),
        (Some(low), Some(high)) => Some(format!("{name} is {low} to {high}")),
        (Some(low), None) => Some(format!("{name} >= {low}")),
        (None, Some(high)) => Some(format!("{name} <= {high}")),
        (None, None) => None,
    }
}

/// Several of them.
pub(super) fn all_forced(all: &[Forced]) -> String {
    let texts: Vec<String> = all.iter().filter_map(forced).collect();
    texts.join(", ")
}
