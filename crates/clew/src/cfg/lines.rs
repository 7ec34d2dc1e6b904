//! What the user wrote in a block, line by line.

use clew_ir::c_text::{expr_text, source_or};
use clew_ir::{
    Block, Body, ConditionId, DecisionKind, Expr, Function, LocalKind, Place, Program, Span,
    Statement, StatementKind, TerminatorKind,
};

/// Longer texts are cut.
const MAX_CHARS: usize = 72;

/// A piece of the user's text with the number of its line; 0 when it has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) number: u32,
    pub(super) text: String,
}

/// A text that is to be shown, and the source range that it stands for.
pub(crate) struct Piece {
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// The lines of one block: its statements, then the decision or return that ends it.
pub(super) fn lines_of_block(
    program: &Program,
    function: &Function,
    body: &Body,
    block: &Block,
) -> Vec<Line> {
    let mut pieces: Vec<Piece> = Vec::new();
    for statement in &block.statements {
        pieces.extend(statement_piece(program, function, statement));
    }
    if let Some(end) = end_of_block(program, function, body, block) {
        pieces.push(end);
    }
    let shown = drop_contained(pieces);
    let mut lines: Vec<Line> = Vec::new();
    for piece in shown {
        let number = program.sources.line(piece.span);
        match lines.last_mut() {
            Some(last) if last.number == number && number != 0 => {
                last.text.push_str("; ");
                last.text.push_str(&piece.text);
            }
            _ => lines.push(Line { number, text: piece.text }),
        }
    }
    for line in &mut lines {
        line.text = shortened(&line.text);
    }
    lines
}

/// What the user wrote of a statement.
pub(crate) fn statement_piece(
    program: &Program,
    function: &Function,
    statement: &Statement,
) -> Option<Piece> {
    let (place, value) = match &statement.kind {
        StatementKind::Live(_) | StatementKind::Dead(_) => return None,
        StatementKind::Assign { place, value } => (Some(place), Some(value)),
        StatementKind::Call { dest, .. } => (dest.as_ref(), None),
        StatementKind::Zero(place) => (Some(place), None),
    };
    // What goes to a temporary is a part of something: only the value is the user's.
    let is_temporary = place.is_some_and(|place| is_temporary(function, place));
    let span = match value {
        Some(value) if is_temporary && value.span == statement.span => return None,
        Some(value) if is_temporary => value.span,
        _ => statement.span,
    };
    let text = program.sources.text_on_one_line(span)?;
    let name = place.and_then(|place| initialised(function, place, span));
    let text = name.map_or_else(|| text.clone(), |name| format!("{name} = {text}"));
    Some(Piece { span, text })
}

/// The name of the local whose initialiser stands at the span.
fn initialised<'a>(function: &'a Function, place: &Place, span: Span) -> Option<&'a str> {
    let local = &function.locals[place.as_local()?];
    let is_inside =
        local.span.file == span.file && local.span.start < span.start && span.end <= local.span.end;
    (local.kind == LocalKind::Variable && is_inside).then_some(local.name.as_str())
}

fn is_temporary(function: &Function, place: &Place) -> bool {
    place.as_local().is_some_and(|local| function.locals[local].kind == LocalKind::Temporary)
}

/// Drops pieces within the range of another (the calls within an assignment) and all but the
/// last of equal ones: it is the one that the others prepare.
fn drop_contained(pieces: Vec<Piece>) -> Vec<Piece> {
    let contains = |outer: &Span, inner: &Span| {
        outer.file.is_some()
            && outer.file == inner.file
            && outer.start <= inner.start
            && inner.end <= outer.end
    };
    let spans: Vec<Span> = pieces.iter().map(|piece| piece.span).collect();
    let is_kept = |at: usize| {
        !spans.iter().enumerate().any(|(other, span)| {
            other != at && contains(span, &spans[at]) && (!contains(&spans[at], span) || other > at)
        })
    };
    pieces.into_iter().enumerate().filter(|(at, _)| is_kept(*at)).map(|(_, piece)| piece).collect()
}

/// What ends the block, if the user wrote it.
pub(crate) fn end_of_block(
    program: &Program,
    function: &Function,
    body: &Body,
    block: &Block,
) -> Option<Piece> {
    let span = block.terminator.span;
    match &block.terminator.kind {
        TerminatorKind::Goto(_) => None,
        TerminatorKind::Branch { condition, id: Some(id), .. } => {
            Some(condition_piece(program, function, body, *id, condition))
        }
        TerminatorKind::Branch { condition, id: None, .. } => {
            Some(Piece { span, text: condition_text(program, function, condition) })
        }
        TerminatorKind::Switch { value, id, .. } => {
            let decision = &body.decisions.decisions[*id];
            let print = || expr_text(program, function, value);
            let text = source_or(program, decision.span, print);
            Some(Piece { span: decision.span, text: format!("switch ({})", bare(&text)) })
        }
        TerminatorKind::IndirectGoto { address, .. } => {
            let print = || format!("goto *{}", expr_text(program, function, address));
            Some(Piece { span, text: source_or(program, span, print) })
        }
        TerminatorKind::Return(value) => {
            let print = || match value {
                Some(value) => format!("return {}", expr_text(program, function, value)),
                None => "return".to_owned(),
            };
            let text = source_or(program, span, print);
            // The end of a function is no line of its own.
            let is_closing_brace = text.ends_with('}') && value.is_none();
            (!is_closing_brace && (span.file.is_some() || value.is_some()))
                .then_some(Piece { span, text })
        }
        TerminatorKind::Unreachable => None,
    }
}

/// The first condition of a decision shows the whole of it, the others themselves.
fn condition_piece(
    program: &Program,
    function: &Function,
    body: &Body,
    id: ConditionId,
    condition: &Expr,
) -> Piece {
    let entry = &body.decisions.conditions[id];
    let decision = &body.decisions.decisions[entry.decision];
    let own = || source_or(program, entry.span, || condition_text(program, function, condition));
    let all = decision.structure.as_ref().map(|tree| tree.conditions()).unwrap_or_default();
    if all.first() != Some(&id) {
        return Piece { span: entry.span, text: format!("\u{2026} {}", own()) };
    }
    let whole = program.sources.text_on_one_line(decision.span).unwrap_or_else(own);
    let whole = bare(&whole);
    let text = match decision.kind {
        DecisionKind::If => format!("if ({whole})"),
        DecisionKind::While => format!("while ({whole})"),
        DecisionKind::DoWhile => format!("do \u{2026} while ({whole})"),
        DecisionKind::For => format!("for (\u{2026}; {whole}; \u{2026})"),
        DecisionKind::Conditional => format!("{whole} ?"),
        DecisionKind::Value | DecisionKind::Switch => whole.to_owned(),
    };
    Piece { span: decision.span, text }
}

/// Without parentheses around the whole.
fn bare(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0i32;
    for c in inner.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return text;
        }
    }
    inner.trim()
}

/// A condition that no source text stands for.
pub(super) fn condition_text(program: &Program, function: &Function, condition: &Expr) -> String {
    source_or(program, condition.span, || expr_text(program, function, condition))
}

/// The text, cut to what fits a node.
pub(super) fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_CHARS {
        return text.to_owned();
    }
    let kept: String = text.chars().take(MAX_CHARS - 1).collect();
    format!("{}\u{2026}", kept.trim_end())
}
