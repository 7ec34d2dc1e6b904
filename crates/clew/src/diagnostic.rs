//! Messages, rendered once: what is wrong, where, and what to do about it.

use clew_c::{CError, Difference};
use clew_ir::{Program, SourceMap, Span};
use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};

/// Exit status for a mistake of the user's.
pub(crate) const USER_ERROR: u8 = 2;
/// Exit status for a bug in Clew.
pub(crate) const INTERNAL_ERROR: u8 = 3;

/// A mistake of the user's.
#[derive(Debug)]
pub(crate) enum UserError {
    /// The sources do not load.
    Source(CError),
    /// A suite cannot be read.
    Suite(clew_suite::SuiteError),
    /// A partition file cannot be used.
    Partitions(crate::partitions::PartitionFileError),
    /// A file cannot be written.
    Output(clew_files::OutputError),
    /// Anything else, in words.
    Other(String),
}

impl From<CError> for UserError {
    fn from(error: CError) -> Self {
        UserError::Source(error)
    }
}

impl From<clew_files::OutputError> for UserError {
    fn from(error: clew_files::OutputError) -> Self {
        UserError::Output(error)
    }
}

impl From<clew_suite::SuiteError> for UserError {
    fn from(error: clew_suite::SuiteError) -> Self {
        UserError::Suite(error)
    }
}

impl From<crate::partitions::PartitionFileError> for UserError {
    fn from(error: crate::partitions::PartitionFileError) -> Self {
        UserError::Partitions(error)
    }
}

impl UserError {
    /// A function was named that is not there; similar names are offered.
    pub(crate) fn no_such_function(program: &Program, name: &str) -> Self {
        let mut own: Vec<&str> = program
            .functions
            .iter()
            .filter(|function| function.body.is_ok() && !function.is_system)
            .map(|function| function.name.as_str())
            .collect();
        own.sort_by_key(|known| (distance(known, name), *known));
        let remedy = match own.first() {
            None => "the files define no function".to_owned(),
            Some(best) if distance(best, name) <= 2 => format!("did you mean `{best}`?"),
            Some(_) => {
                let shown: Vec<_> = own.iter().take(8).map(|name| format!("`{name}`")).collect();
                let more = if own.len() > shown.len() { ", …" } else { "" };
                format!("the files define {}{more}", shown.join(", "))
            }
        };
        UserError::Other(format!("no function `{name}`: {remedy}"))
    }
}

/// Edit distance, for suggestions.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut previous = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let substituted = previous + usize::from(x != *y);
            previous = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(previous + 1);
        }
    }
    row[b.len()]
}

/// Whether stderr takes colours.
fn is_coloured() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

fn paint(text: &str, code: &str) -> String {
    if is_coloured() { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
}

fn write(text: &str) {
    // When stderr is gone there is nobody to tell.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Prints a mistake of the user's.
pub(crate) fn error(error: &UserError) {
    let message = match error {
        UserError::Source(error) => error.to_string(),
        UserError::Suite(error) => error.to_string(),
        UserError::Partitions(error) => error.to_string(),
        UserError::Output(error) => error.to_string(),
        UserError::Other(message) => message.clone(),
    };
    write(&format!("clew: {} {}\n", paint("error:", "1;31"), message.trim_end()));
}

/// Prints a remark.
pub(crate) fn note(message: &str) {
    write(&format!("clew: {}\n", message.trim_end()));
}

/// Prints what the user's compiler reads differently, line by line; of very many, the first.
pub(crate) fn note_differences(differences: &[Difference]) {
    const MOST: usize = 8;
    differences.iter().take(MOST).for_each(|it| note(&it.to_string()));
    if let Some(more @ 1..) = differences.len().checked_sub(MOST) {
        note(&format!("gcc reads {more} more places differently than clang"));
    }
}

/// Prints a message at a place in the source, as a compiler does.
pub(crate) fn at(sources: &SourceMap, span: Span, label: &str, message: &str) {
    write(&excerpt(sources, span, &paint(label, "1;31"), message));
}

/// Prints a further place that a message speaks of.
pub(crate) fn note_at(sources: &SourceMap, span: Span, message: &str) {
    write(&excerpt(sources, span, &paint("note:", "1;36"), message));
}

/// A message, its place, the source line and a marker under what is meant.
fn excerpt(sources: &SourceMap, span: Span, label: &str, message: &str) -> String {
    let Some((file, at)) = sources.position(span) else {
        return format!("clew: {label} {message}\n");
    };
    let path = file.path.display();
    let mut text = format!("{path}:{}:{}: {label} {message}\n", at.line, at.column);
    let Some(line) = file.line_text(at.line) else { return text };
    let line = line.replace('\t', " ");
    let gutter = format!("{:>5}", at.line);
    let start = (at.column as usize - 1).min(line.len());
    let width = ((span.end - span.start) as usize).min(line.len() - start).max(1);
    let before: usize = line.get(..start).map_or(start, |before| before.chars().count());
    let marked: usize = line.get(start..start + width).map_or(width, |m| m.chars().count());
    let marker = format!("^{}", "~".repeat(marked.saturating_sub(1)));
    let _ = writeln!(text, "{gutter} | {line}");
    let _ = writeln!(text, "      | {}{}", " ".repeat(before), paint(&marker, "1;32"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distance_counts_changes() {
        assert_eq!(distance("main", "main"), 0);
        assert_eq!(distance("mian", "main"), 2);
        assert_eq!(distance("", "abc"), 3);
    }
}
