//! A function and all it names as text that does not depend on where in a program they stand.

use super::{function_text, global_text, types};
use crate::ids::{FunctionId, GlobalId, Id as _, RecordId};
use crate::program::Program;
use std::collections::BTreeMap;

/// The model text of a function, of the functions it may call and of the objects and types that these name. Functions,
/// objects and records are numbered in the order in which they are named, and where things were written is
/// left out: the text is the same after an edit of anything else.
pub fn model_text_of(program: &Program, function: FunctionId) -> String {
    let mut numbers = Numbers::default();
    numbers.of(Kind::Function, function.index());
    let mut text = String::new();
    while let Some((kind, id)) = numbers.next() {
        let form = match kind {
            Kind::Function => function_text(program, FunctionId::from_index(id), false),
            Kind::Global => global_text(program, GlobalId::from_index(id), false),
            Kind::Record => {
                let id = RecordId::from_index(id);
                types::record_text(program, id, &program.types.records[id])
            }
        };
        write_form(&form, &mut numbers, &mut text);
    }
    text
}

/// The forms that say where something was written.
const PLACES: [&str; 3] = ["at", "arms", "parts"];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Function,
    Global,
    Record,
}

/// What was named, in order.
#[derive(Default)]
struct Numbers {
    known: BTreeMap<(Kind, usize), usize>,
    order: Vec<(Kind, usize)>,
    written: usize,
}

impl Numbers {
    fn of(&mut self, kind: Kind, id: usize) -> usize {
        let next = self.order.len();
        *self.known.entry((kind, id)).or_insert_with(|| {
            self.order.push((kind, id));
            next
        })
    }

    fn next(&mut self) -> Option<(Kind, usize)> {
        let next = self.order.get(self.written).copied();
        self.written += usize::from(next.is_some());
        next
    }
}

/// Writes a form with the numbers of what it names replaced, and without places in the source.
fn write_form(form: &str, numbers: &mut Numbers, text: &mut String) {
    let tokens = tokens(form);
    let mut at = 0;
    while at < tokens.len() {
        let head = (tokens[at] == "(").then(|| tokens.get(at + 1).copied()).flatten();
        if head.is_some_and(|head| PLACES.contains(&head)) {
            at = end_of(&tokens, at);
            continue;
        }
        let kind = match head {
            Some("function" | "direct" | "label") => Some(Kind::Function),
            Some("global") => Some(Kind::Global),
            Some("record") => Some(Kind::Record),
            _ => None,
        };
        let Some(kind) = kind else {
            push(text, tokens[at]);
            at += 1;
            continue;
        };
        push(text, "(");
        push(text, tokens[at + 1]);
        at += 2;
        // The address of a function has its type before its number.
        if tokens.get(at) == Some(&"(") {
            let end = end_of(&tokens, at);
            tokens[at..end].iter().for_each(|token| push(text, token));
            at = end;
        }
        if let Some(id) = tokens.get(at).and_then(|token| token.parse().ok()) {
            push(text, &numbers.of(kind, id).to_string());
            at += 1;
        }
    }
    text.push('\n');
}

fn push(text: &mut String, token: &str) {
    if token != ")" && !text.ends_with(['(', '\n']) && !text.is_empty() {
        text.push(' ');
    }
    text.push_str(token);
}

/// The end of the expression that begins at a token.
fn end_of(tokens: &[&str], start: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match *token {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// Parentheses, words, and strings with their quotes.
fn tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'(' | b')' => at += 1,
            b'"' => {
                let end = text[at + 1..].find('"').map_or(bytes.len(), |end| at + end + 2);
                at = end;
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => {
                let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"()\"".contains(byte);
                at += bytes[at..].iter().position(is_end).unwrap_or(bytes.len() - at);
            }
        }
        tokens.push(&text[start..at]);
    }
    tokens
}
