//! The automaton of an infeasible objective, in the user's words.

use super::statements::{branch, words_of_return, words_of_statement};
use crate::cfg::{Drawing, DrawnArrow, DrawnState};
use clew_campaign::explain::{Arrow, Automaton, State};
use clew_ir::c_text::expr_text;
use clew_ir::{Callee, Position, Program, Statement, StatementKind};
use clew_symbolic::Letter;

/// Longer arrows are cut in the middle.
const MOST_LINES: usize = 14;

/// An automaton as it is drawn.
pub(crate) fn drawing(program: &Program, objective: &str, automaton: &Automaton) -> Drawing {
    let has_heads = automaton.states.iter().any(|it| it.holds.is_some());
    let title = match has_heads {
        true => format!("`{objective}` is never reached: what always holds, and the ways there"),
        false => format!("no execution goes this way, to `{objective}`"),
    };
    let states = automaton.states.iter().map(|it| state(program, it)).collect();
    let arrows = automaton.arrows.iter().map(|it| arrow(program, it)).collect();
    Drawing { title, states, arrows }
}

fn state(program: &Program, state: &State) -> DrawnState {
    let text = state.holds.as_ref().map_or(String::new(), |(at, clauses)| {
        let function = &program.functions[at.function];
        let line = line_of(program, *at);
        let clauses: Vec<String> =
            clauses.iter().map(|it| expr_text(program, function, it)).collect();
        let always = match clauses.is_empty() {
            true => String::new(),
            false => format!(": {}", clauses.join(" && ")),
        };
        format!("loop, line {line}{always}")
    });
    DrawnState { text, is_accepting: state.is_accepting }
}

fn arrow(program: &Program, arrow: &Arrow) -> DrawnArrow {
    let mut lines: Vec<String> = Vec::new();
    for line in arrow.letters.iter().flat_map(|it| letter(program, it)) {
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    if lines.len() > MOST_LINES {
        let left_out = lines.len() - MOST_LINES;
        let half = MOST_LINES / 2;
        lines.splice(half..half + left_out, [format!("… {left_out} more")]);
    }
    match arrow.others {
        0 => {}
        1 => lines.push("(or one other path)".to_owned()),
        others => lines.push(format!("(or {others} other paths)")),
    }
    DrawnArrow { from: arrow.from, to: arrow.to, lines }
}

/// What a letter executes: the statements since the last call or the start of the block, and the way it
/// goes.
fn letter(program: &Program, letter: &Letter) -> Vec<String> {
    let (at, last) = match *letter {
        Letter::Call { site: None, .. } | Letter::Jump { .. } => return Vec::new(),
        Letter::Call { site: Some(site), .. } => (site, words_of_statement(program, site)),
        Letter::Return { from } => (from, words_of_return(program, from)),
        Letter::Edge { from, arm, .. } => (from, Some(branch(program, from, arm))),
    };
    let first = behind_last_call(program, at);
    let before = (first..at.statement).map(|statement| Position { statement, ..at });
    let before = before.filter(|at| !is_lifetime(program, *at));
    let words = before.filter_map(|at| words_of_statement(program, at)).chain(last);
    let mut lines: Vec<String> = Vec::new();
    for words in words.filter(|it| !it.text.is_empty()) {
        let text = match program.sources.line(words.span) {
            0 => words.text,
            line => format!("{line}  {}", words.text),
        };
        if !lines.contains(&text) {
            lines.push(text);
        }
    }
    lines
}

/// Whether a local's life begins or ends at a position, and nothing else.
fn is_lifetime(program: &Program, at: Position) -> bool {
    let body = program.functions[at.function].body.as_ref().ok();
    let statement = body.and_then(|body| at.statement_in(body));
    matches!(statement, Some(StatementKind::Live(_) | StatementKind::Dead(_)))
}

/// The statement behind the last call before a position that has a letter of its own.
fn behind_last_call(program: &Program, at: Position) -> u32 {
    let Ok(body) = &program.functions[at.function].body else { return 0 };
    let before = &body.blocks[at.block].statements[..at.statement as usize];
    let is_entered = |it: &Statement| match &it.kind {
        StatementKind::Call { callee: Callee::Direct(callee), .. } => {
            program.functions[*callee].body.is_ok()
        }
        _ => false,
    };
    before.iter().rposition(is_entered).map_or(0, |at| at as u32 + 1)
}

/// The line of a position.
fn line_of(program: &Program, at: Position) -> u32 {
    let Ok(body) = &program.functions[at.function].body else { return 0 };
    let block = &body.blocks[at.block];
    let spans = block.statements.iter().map(|it| it.span).chain([block.terminator.span]);
    spans.map(|span| program.sources.line(span)).find(|line| *line > 0).unwrap_or(0)
}
