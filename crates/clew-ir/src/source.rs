//! Source files, and the ranges that everything in the program model carries.

use crate::ids::{ExpansionId, FileId, IdVec};
use std::path::PathBuf;

/// A range of bytes in a source file, as the user sees it: where a macro is used, the range is
/// that of the use, and [`Span::expansion`] tells where the tokens were spelled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The file, or `None` for what has no place in a source (compiler-made code).
    pub file: Option<FileId>,
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset just past the last byte.
    pub end: u32,
    /// The spelling, when the range comes out of a macro.
    pub expansion: Option<ExpansionId>,
}

impl Span {
    /// The span of what the user did not write.
    pub const NONE: Span = Span { file: None, start: 0, end: 0, expansion: None };
}

/// Where the tokens of a macro expansion were spelled: inside the macro's definition, or in an
/// argument of its use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Expansion {
    /// The file that spells the tokens.
    pub file: FileId,
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset just past the last byte.
    pub end: u32,
}

/// A position for people: both count from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column, in bytes.
    pub column: u32,
}

/// One source file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path as the compiler names it.
    pub path: PathBuf,
    /// The text; bytes that are not UTF-8 are replaced one for one, so offsets stay right.
    text: String,
    line_starts: Vec<u32>,
    /// Whether the file belongs to the system (a libc header) or to Clew's own libc models.
    pub is_system: bool,
}

impl SourceFile {
    /// A file with this text.
    pub fn new(path: PathBuf, bytes: &[u8], is_system: bool) -> Self {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|&b| if b.is_ascii() { b as char } else { '?' }).collect(),
        };
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect();
        Self { path, text, line_starts, is_system }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line and column of a byte offset.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let line = self.line_starts.partition_point(|&start| start <= offset);
        LineColumn { line: line as u32, column: offset - self.line_starts[line - 1] + 1 }
    }

    /// Where a line (from 1) starts; the end of the text for lines that are not there.
    pub fn line_start(&self, line: u32) -> u32 {
        let start = (line as usize).checked_sub(1).and_then(|at| self.line_starts.get(at));
        start.copied().unwrap_or(self.text.len() as u32)
    }

    /// The text of a line (from 1), without its newline.
    pub fn line_text(&self, line: u32) -> Option<&str> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.line_starts.get(index)? as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |&next| next as usize);
        self.text.get(start..end).map(|line| line.trim_end_matches(['\n', '\r']))
    }
}

/// All source files of a program.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// The files.
    pub files: IdVec<FileId, SourceFile>,
    /// The spellings of macro expansions.
    pub expansions: IdVec<ExpansionId, Expansion>,
}

impl SourceMap {
    /// The file and position where a span starts.
    pub fn position(&self, span: Span) -> Option<(&SourceFile, LineColumn)> {
        let file = self.files.get(span.file?)?;
        Some((file, file.line_column(span.start)))
    }

    /// The line a span starts on; 0 when it has no place.
    pub fn line(&self, span: Span) -> u32 {
        self.position(span).map_or(0, |(_, at)| at.line)
    }

    /// The source text of a span, as the user wrote it (a macro's use, not its expansion).
    pub fn text(&self, span: Span) -> Option<&str> {
        self.files.get(span.file?)?.text().get(span.start as usize..span.end as usize)
    }

    /// The source text of a span on one line: comments removed, white space folded.
    pub fn text_on_one_line(&self, span: Span) -> Option<String> {
        self.text(span).map(fold_white_space)
    }

    /// `file:line:column` for messages.
    pub fn describe(&self, span: Span) -> String {
        match self.position(span) {
            Some((file, at)) => format!("{}:{}:{}", file.path.display(), at.line, at.column),
            None => "<no source>".to_owned(),
        }
    }
}

/// Removes comments and folds each run of white space to one space, outside literals.
fn fold_white_space(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut rest = text.char_indices().peekable();
    let mut quote = None;
    while let Some((at, c)) = rest.next() {
        if let Some(open) = quote {
            folded.push(c);
            if c == '\\' {
                folded.extend(rest.next().map(|(_, escaped)| escaped));
            } else if c == open {
                quote = None;
            }
            continue;
        }
        let comment_end = match text.get(at..at + 2) {
            Some("/*") => Some(text[at + 2..].find("*/").map_or(text.len(), |i| at + 2 + i + 2)),
            Some("//") => Some(text[at..].find('\n').map_or(text.len(), |i| at + i)),
            _ => None,
        };
        let blank = c.is_whitespace()
            || (c == '\\' && text[at + 1..].starts_with(['\n', '\r']))
            || comment_end.is_some();
        if let Some(end) = comment_end {
            while rest.peek().is_some_and(|(next, _)| *next < end) {
                rest.next();
            }
        }
        if !blank {
            folded.push(c);
            quote = matches!(c, '"' | '\'').then_some(c);
        } else if !folded.ends_with(' ') {
            folded.push(' ');
        }
    }
    folded.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_from_one() {
        let file = SourceFile::new("a.c".into(), b"ab\n\ncd", false);
        assert_eq!(file.line_column(0), LineColumn { line: 1, column: 1 });
        assert_eq!(file.line_column(2), LineColumn { line: 1, column: 3 });
        assert_eq!(file.line_column(3), LineColumn { line: 2, column: 1 });
        assert_eq!(file.line_column(5), LineColumn { line: 3, column: 2 });
        assert_eq!(file.line_text(3), Some("cd"));
        assert_eq!(file.line_text(4), None);
    }

    #[test]
    fn bytes_outside_utf8_keep_offsets() {
        let file = SourceFile::new("a.c".into(), b"\xff\n\xfex", false);
        assert_eq!(file.line_column(3), LineColumn { line: 2, column: 2 });
    }

    #[test]
    fn one_line_text_drops_comments_but_not_strings() {
        assert_eq!(fold_white_space("a  /* b */ &&\n  c // d\n"), "a && c");
        assert_eq!(fold_white_space("x == \"/* s */  \\\" y\""), "x == \"/* s */  \\\" y\"");
    }
}
