//! All mutants of a file in one: each is chosen by a number when the program runs (mutant
//! schemata). So one compilation is enough for any number of them.
//!
//! An expression with mutants becomes `(clew_mutant == 7 ? (a - b) : (a + b))`. What is inside of it
//! is mutated where it stands last; one mutant is chosen at a time. Lines stay what they are.

use clew_c::tokens::Tokens;
use clew_criteria::{Change, Edit, Objective, ObjectiveId, Piece};
use clew_ir::{FileId, Program, Span};
use std::collections::BTreeMap;
use std::ops::Range;

/// The variable that chooses a mutant; none for 0.
pub const CHOICE: &str = "clew_mutant";

/// A file with all of its mutants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutated {
    /// The text.
    pub text: String,
    /// For each mutant that is in it: the number that chooses it, from 1, and where it stands.
    pub places: BTreeMap<ObjectiveId, (usize, Range<usize>)>,
}

impl Mutated {
    /// The mutants that a position of the text belongs to: the one around it, or where there is none
    /// those on its line.
    pub fn at(&self, line: usize, column: usize) -> Vec<ObjectiveId> {
        let start: usize = self.text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let end = start + self.text[start..].find('\n').unwrap_or(self.text.len() - start);
        let at = start + column.saturating_sub(1);
        let around = self.places.iter().filter(|(_, (_, range))| range.contains(&at));
        if let Some((id, _)) = around.min_by_key(|(_, (_, range))| range.len()) {
            return vec![*id];
        }
        let meets = |range: &Range<usize>| range.start < end && range.end > start;
        let met = self.places.iter().filter(|(_, (_, range))| meets(range));
        met.map(|(id, _)| *id).collect()
    }
}

/// The mutants of one expression.
struct Site {
    range: Range<usize>,
    mutants: Vec<(ObjectiveId, String)>,
}

/// A file with the mutants that objectives stand for, as far as they can be written there.
pub fn mutated<'o>(
    program: &Program,
    file: FileId,
    objectives: impl Iterator<Item = &'o Objective>,
) -> Mutated {
    let text = program.sources.files[file].text();
    let writer = Writer { text, file, tokens: Tokens::new(text) };
    let mut sites: BTreeMap<(usize, std::cmp::Reverse<usize>), Site> = BTreeMap::new();
    for objective in objectives {
        let Some(change) = &objective.change else { continue };
        let Some((range, written)) = writer.mutant(change) else { continue };
        let key = (range.start, std::cmp::Reverse(range.end));
        let site = sites.entry(key).or_insert(Site { range, mutants: Vec::new() });
        site.mutants.push((objective.id, written));
    }
    let mut sites: Vec<Site> = sites.into_values().collect();
    let mut open: Vec<usize> = Vec::new();
    sites.retain(|site| {
        open.retain(|end| *end > site.range.start);
        let is_nested = open.last().is_none_or(|end| site.range.end <= *end);
        if is_nested {
            open.push(site.range.end);
        }
        is_nested
    });
    let mut rendered = Rendered {
        source: text,
        sites: &sites,
        next: 0,
        text: String::new(),
        places: BTreeMap::new(),
    };
    rendered.up_to(0, text.len());
    Mutated { text: rendered.text, places: rendered.places }
}

struct Rendered<'a> {
    source: &'a str,
    sites: &'a [Site],
    /// The first site that is not written yet.
    next: usize,
    text: String,
    places: BTreeMap<ObjectiveId, (usize, Range<usize>)>,
}

impl Rendered<'_> {
    /// Writes a range of the source, and the mutants in it.
    fn up_to(&mut self, start: usize, end: usize) {
        let mut done = start;
        while let Some(site) = self.sites.get(self.next).filter(|site| site.range.start < end) {
            self.next += 1;
            self.text.push_str(&self.source[done..site.range.start]);
            self.text.push('(');
            for (id, written) in &site.mutants {
                let number = self.places.len() + 1;
                self.text.push_str(&format!("{CHOICE} == {number} ? ("));
                let at = self.text.len();
                self.text.push_str(written);
                self.places.insert(*id, (number, at..self.text.len()));
                self.text.push_str(") : ");
            }
            self.text.push('(');
            self.up_to(site.range.start, site.range.end);
            self.text.push_str("))");
            done = site.range.end;
        }
        self.text.push_str(&self.source[done..end]);
    }
}

struct Writer<'t> {
    text: &'t str,
    file: FileId,
    tokens: Tokens<'t>,
}

impl Writer<'_> {
    /// The range of a mutated expression, and the mutant; `None` where it cannot be written: in
    /// macros, and where the source has no such form.
    fn mutant(&self, change: &Change) -> Option<(Range<usize>, String)> {
        let range = self.range(change.span)?;
        let own = &self.text[range.clone()];
        if !self.tokens.is_whole(range.start, range.end) {
            return None;
        }
        // What is stored is not what such an expression is in the program model.
        let is_written = self.tokens.is_written(range.start, range.end)
            || self.tokens.assigns(range.start, range.end);
        let written = match &change.edit {
            Edit::Operator { left, right, before, after } => {
                self.with_operator(&range, *left, *right, (before, after))?
            }
            Edit::Constant(value) => format!("({own}), {value}"),
            Edit::Unary(_) | Edit::Absolute { .. } if is_written => return None,
            Edit::Unary(symbol) => format!("{symbol}({own})"),
            Edit::Absolute { negative } => {
                let sign = if *negative { "-" } else { "" };
                format!(
                    "__extension__ ({{ __typeof__(({own}) + 0) clew_value = ({own}); \
                     {sign}(clew_value < 0 ? -clew_value : clew_value); }})"
                )
            }
            Edit::LeftSide { value, other } => {
                let value = self.range(*value).filter(|it| is_inside(it, &range))?;
                let left = self.tokens.left_side(range.start, value.start)?;
                (left > range.start).then_some(())?;
                format!("{other} = {}", &self.text[left..range.end])
            }
            Edit::Pieces(pieces) => self.pieces(&range, pieces)?,
        };
        // One line stays one line.
        let written = written.replace(['\n', '\r'], " ");
        (!written.contains("//")).then_some((range, written))
    }

    fn with_operator(
        &self,
        range: &Range<usize>,
        left: Span,
        right: Span,
        (before, after): (&str, &str),
    ) -> Option<String> {
        let (left, right) = (self.range(left)?, self.range(right)?);
        if !is_inside(&left, range) || !is_inside(&right, range) || left.end > right.start {
            return None;
        }
        let operator = self.tokens.operator(left.end, right.start, before)?;
        let (left, right) = (
            &self.text[range.start..operator.range.start],
            &self.text[operator.range.end..range.end],
        );
        Some(match operator.assigns {
            true => format!("{left} {after}= {right}"),
            false => format!("({left}) {after} ({right})"),
        })
    }

    fn pieces(&self, range: &Range<usize>, pieces: &[Piece]) -> Option<String> {
        let mut text = String::new();
        let mut last = range.start;
        for piece in pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Source(span) => {
                    let part = self.range(*span).filter(|part| is_inside(part, range))?;
                    if part.start < last {
                        return None;
                    }
                    last = part.end;
                    text.push_str(&self.text[part]);
                }
            }
        }
        Some(text)
    }

    /// A span as a range of the file, where the user wrote it there and no macro did.
    fn range(&self, span: Span) -> Option<Range<usize>> {
        let is_own = span.file == Some(self.file) && span.expansion.is_none();
        let range = span.start as usize..span.end as usize;
        (is_own && range.start < range.end && range.end <= self.text.len()).then_some(range)
    }
}

fn is_inside(part: &Range<usize>, whole: &Range<usize>) -> bool {
    whole.start <= part.start && part.end <= whole.end
}

/// The text of a file with mutants, and calls in the place of its assembly, as in the suite's copy.
pub fn without_assembly(program: &Program, file: FileId, text: &str) -> String {
    let mut own: Vec<_> = program.assembly.iter().filter(|it| it.file == file).collect();
    own.sort_by_key(|it| it.range.start);
    let source = program.sources.files[file].text();
    own.iter().fold(text.to_owned(), |text, it| {
        let range = it.range.start as usize..it.range.end as usize;
        match source.get(range) {
            Some(old) => {
                let lines = old.split_inclusive('\n').filter(|line| line.ends_with('\n'));
                let end = |line: &str| match line.trim_end().ends_with('\\') {
                    true => " \\\n",
                    false => "\n",
                };
                let lines: String = lines.map(end).collect();
                text.replacen(old, &format!("{}{lines}", it.calls), 1)
            }
            None => text,
        }
    })
}
