//! An account for people.

use super::account::{Account, Always, Detail, Entry, Nearby};
use crate::generate::values;
use std::fmt::Write as _;

/// So many statements of one reason are shown, and so many reasons.
const MOST_ENTRIES: usize = 16;
const MOST_REASONS: usize = 4;

/// An account as text.
pub(crate) fn text(account: &Account) -> String {
    let mut text = String::new();
    let Account { file, line, column, name, headline, .. } = account;
    let status = account.detail.status();
    let _ = writeln!(text, "{file}:{line}:{column}: {} — {status} ({name})", account.text);
    let _ = writeln!(text, "  {headline}");
    match &account.detail {
        Detail::Infeasible { assumes, reasons, invariants, is_cut, .. } => {
            text.push_str(&infeasible(reasons, invariants, *is_cut));
            for assumed in assumes {
                let _ = writeln!(text, "\n  assuming: {assumed}");
            }
        }
        Detail::Covered { turns, .. } => {
            if !turns.is_empty() {
                text.push('\n');
                text.push_str(&entries(turns, 2));
            }
        }
        Detail::Open { nearest, .. } => {
            if let Some(nearest) = nearest {
                text.push_str(&nearby(nearest));
            }
        }
    }
    text
}

fn infeasible(reasons: &[Vec<Entry>], invariants: &[Always], is_cut: bool) -> String {
    let mut text = String::new();
    for always in invariants {
        let line = always.line;
        let _ = writeln!(text, "\n  always at the loop of line {line}: {}", always.text);
        text.push_str(&because(&always.because));
    }
    for (at, reason) in reasons.iter().take(MOST_REASONS).enumerate() {
        text.push_str(if at == 0 { "\n" } else { "\n  on other paths:\n" });
        text.push_str(&entries(reason, 2));
    }
    let more = reasons.len().saturating_sub(MOST_REASONS);
    if more > 0 {
        let _ = writeln!(text, "\n  and {more} more of this kind");
    } else if is_cut {
        text.push_str("\n  and more of this kind\n");
    }
    text
}

/// Why something always holds, for each way that could break it. Where each is one statement, they are
/// one list.
fn because(ways: &[Vec<Entry>]) -> String {
    let ways = &ways[..ways.len().min(MOST_REASONS)];
    if ways.iter().all(|it| it.len() == 1) {
        return entries(&ways.concat(), 4);
    }
    let texts: Vec<String> = ways.iter().map(|it| entries(it, 4)).collect();
    texts.join("    or\n")
}

fn nearby(nearest: &Nearby) -> String {
    let inputs = values::in_words(&nearest.inputs);
    let mut text = format!("\n  the nearest run: {inputs}\n");
    text.push_str(&entries(&nearest.turns, 4));
    let missing = nearest.missing.as_ref();
    let missing = missing.map_or("  it came there, and it did not hold\n".to_owned(), |entry| {
        let line = [entry.clone()];
        format!("  what it lacked\n{}", entries(&line, 4))
    });
    text + &missing
}

/// Statements, one on a line: where, what, and what it forces.
fn entries(entries: &[Entry], indent: usize) -> String {
    let place = |entry: &Entry| match &entry.file {
        Some(file) => format!("{file}:{}", entry.line),
        None => format!("line {}", entry.line),
    };
    let what = |entry: &Entry| match entry.times {
        1 => entry.text.clone(),
        times => format!("{} ({times} times)", entry.text),
    };
    let shown = &entries[..entries.len().min(MOST_ENTRIES)];
    let wide = shown.iter().map(|it| place(it).chars().count()).max().unwrap_or(0);
    let has_note = shown.iter().filter(|it| !it.note.is_empty());
    let texts = has_note.map(|it| what(it).chars().count()).max().unwrap_or(0).min(48);
    let mut text = String::new();
    for entry in shown {
        let (place, what, note) = (place(entry), what(entry), &entry.note);
        let pad = " ".repeat(indent);
        let line = format!("{pad}{place:wide$}  {what:texts$}  {note}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if shown.len() < entries.len() {
        let _ = writeln!(text, "{}…", " ".repeat(indent));
    }
    text
}
