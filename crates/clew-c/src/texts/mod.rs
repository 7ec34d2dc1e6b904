//! Where two compilers read different texts.
//!
//! What is lowered is the text that clang's preprocessor gives. The user's compiler is another one, perhaps
//! with other flags: what stands after `#ifdef __clang__`, or what a macro of a header becomes, may be other
//! C for it. So both preprocess the unit, and the declarations of the user's files are compared token by
//! token ([`printed`]; [`same`] says which tokens are one in other words). A declaration that is not the same
//! in both is *different*, whatever the reason: no list of macros decides what a text can ask.
//!
//! A difference in the body of a function concerns that function. Every other one (of a type, an object, a
//! declarator, a pragma) concerns all functions of the unit.
//!
//! Declarations of the system's headers are not compared: each compiler has its own.

mod asking;
mod declarations;
mod gaps;
mod printed;
mod same;
#[cfg(test)]
mod tests;

use declarations::{Declaration, declarations};
use gaps::gaps;
use printed::Printed;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

pub(crate) use asking::{may_ask, may_ask_for_level};
pub(crate) use printed::{OwnFile, files};

/// The texts that preprocessors make of a unit.
#[derive(Debug)]
pub(crate) struct Preprocessed {
    /// clang's, with the definitions of macros: the text that is lowered. `None` where clang fails.
    pub(crate) ours: Option<String>,
    /// Those of the user's compilers; `None` where one refuses the unit.
    pub(crate) others: Vec<Option<String>>,
}

/// A part of a unit that the user's compiler reads differently.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Difference {
    /// The file as the user names it.
    pub file: PathBuf,
    /// The first and the last line.
    pub lines: (u32, u32),
    /// What is different.
    pub kind: DifferenceKind,
}

/// What is different for the user's compiler.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DifferenceKind {
    /// The body of a function.
    Body,
    /// Anything else, which other functions may use.
    Declaration,
    /// The unit: the user's compiler does not preprocess it.
    Refused,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        match self.lines {
            _ if self.kind == DifferenceKind::Refused => {}
            (first, last) if first == last => write!(f, ":{first}")?,
            (first, last) => write!(f, ":{first}-{last}")?,
        }
        f.write_str(match self.kind {
            DifferenceKind::Body => {
                ": gcc reads other code than clang: nothing is proved infeasible in this function"
            }
            DifferenceKind::Declaration => {
                ": gcc reads another declaration than clang: nothing is proved infeasible in files that \
                 have it"
            }
            DifferenceKind::Refused => {
                ": gcc does not preprocess it with these flags: nothing is proved infeasible in it"
            }
        })
    }
}

/// What is different for the user's compiler in a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Differences {
    /// In order, each once.
    pub(crate) found: Vec<Difference>,
    /// Whether a file of the unit has `#line`: printed lines are not those of the tree.
    has_line_directives: bool,
}

impl Differences {
    /// Compares what preprocessors made of a unit. `own` gives the user's files by their printed names.
    pub(crate) fn new(
        texts: &Preprocessed,
        unit: &Path,
        own: &OwnFile<'_>,
        has_line_directives: bool,
    ) -> Self {
        let ours = texts.ours.as_deref().map(|text| Printed::read(text, own));
        let mut found = Vec::new();
        for other in &texts.others {
            match (&ours, other) {
                (Some(ours), Some(other)) => {
                    found.extend(compare(ours, &Printed::read(other, own)));
                }
                _ => found.push(Difference {
                    file: unit.to_owned(),
                    lines: (0, 0),
                    kind: DifferenceKind::Refused,
                }),
            }
        }
        found.sort();
        found.dedup();
        Self { found, has_line_directives }
    }

    /// Whether a function on these lines of a file may be another one for the user's compiler.
    pub(crate) fn concern(&self, file: &Path, first: u32, last: u32) -> bool {
        let is_wide = |it: &Difference| it.kind != DifferenceKind::Body;
        self.found.iter().any(is_wide) || self.change(file, first, last)
    }

    /// Whether something on these lines of a file is different.
    pub(crate) fn change(&self, file: &Path, first: u32, last: u32) -> bool {
        let is_here =
            |it: &Difference| it.file == file && it.lines.0 <= last && first <= it.lines.1;
        self.found.iter().any(|it| self.has_line_directives || is_here(it))
    }
}

/// Whether a text gives its lines other numbers.
pub(crate) fn has_line_directives(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start();
        let marks = ["#", "%:", "??="];
        let directive = marks.iter().find_map(|it| line.strip_prefix(it)).map(str::trim_start);
        directive.is_some_and(|it| {
            it.starts_with("line") || it.starts_with(|it: char| it.is_ascii_digit())
        })
    })
}

/// The differences between two texts of a unit.
fn compare(ours: &Printed<'_>, theirs: &Printed<'_>) -> Vec<Difference> {
    let (left, right) = (declarations(&ours.tokens), declarations(&theirs.tokens));
    let (left_texts, right_texts) = (texts(ours, &left), texts(theirs, &right));
    let mut found = Vec::new();
    for gap in gaps(&left_texts, &right_texts) {
        for at in gap.left.clone() {
            let is_alone =
                !has_partner(&left[at], &left_texts[at], &right, &right_texts, &gap.right);
            let kind = match left[at].declarator {
                // A function of this unit alone, which has another body for gcc or is not called there.
                Some(end) if !is_alone || is_private(&left_texts[at][..end]) => {
                    DifferenceKind::Body
                }
                _ => DifferenceKind::Declaration,
            };
            found.extend(places(ours, &left[at], kind));
        }
        for at in gap.right {
            let is_alone =
                !has_partner(&right[at], &right_texts[at], &left, &left_texts, &gap.left);
            if is_alone && !is_unknown_to(&left_texts, &right[at], &right_texts[at]) {
                found.extend(places(theirs, &right[at], DifferenceKind::Declaration));
            }
        }
    }
    found
}

/// Whether some declaration in a range is a function with the same declarator, which then has another body.
fn has_partner(
    one: &Declaration,
    text: &[&str],
    others: &[Declaration],
    other_texts: &[Vec<&str>],
    range: &Range<usize>,
) -> bool {
    let Some(declarator) = one.declarator.and_then(|end| text.get(..end)) else { return false };
    range.clone().any(|at| {
        others[at].declarator.and_then(|end| other_texts[at].get(..end)) == Some(declarator)
    })
}

/// Whether a declarator is that of a function with internal linkage which nobody calls but by its name.
fn is_private(declarator: &[&str]) -> bool {
    declarator.contains(&"static") && !declarator.iter().any(|it| it.starts_with("__attribute"))
}

/// Whether a declaration is a private function whose name a text never has.
fn is_unknown_to(texts: &[Vec<&str>], declaration: &Declaration, text: &[&str]) -> bool {
    let declarator = declaration.declarator.and_then(|end| text.get(..end));
    let Some(declarator) = declarator.filter(|it| is_private(it)) else { return false };
    let open = declarator.iter().position(|it| *it == "(");
    let name = open.and_then(|open| declarator.get(open.checked_sub(1)?));
    name.is_some_and(|name| !texts.iter().any(|text| text.contains(name)))
}

/// The tokens of each declaration.
fn texts<'p>(printed: &'p Printed<'_>, declarations: &[Declaration]) -> Vec<Vec<&'p str>> {
    let of =
        |it: &Declaration| printed.tokens[it.tokens.clone()].iter().map(|it| &*it.text).collect();
    declarations.iter().map(of).collect()
}

/// Where a declaration stands: in each of its files, from its first line to its last.
fn places(
    printed: &Printed<'_>,
    declaration: &Declaration,
    kind: DifferenceKind,
) -> Vec<Difference> {
    let mut places: Vec<Difference> = Vec::new();
    for token in &printed.tokens[declaration.tokens.clone()] {
        let file = &printed.files[token.file];
        match places.iter_mut().find(|it| it.file == *file) {
            Some(it) => it.lines = (it.lines.0.min(token.line), it.lines.1.max(token.line)),
            None => {
                places.push(Difference {
                    file: file.clone(),
                    lines: (token.line, token.line),
                    kind,
                });
            }
        }
    }
    places
}
