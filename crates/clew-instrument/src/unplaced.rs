//! Why an objective has no label in the written C.

use std::fmt;

/// Why a label is left out: `Display` goes on behind "they".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unplaced {
    /// It is in code that a macro wrote.
    Macro,
    /// It is about several runs.
    NoLabel,
    /// Its predicate may fault in a way that C cannot ask for.
    MayFault,
    /// It has no place in the source, or one that takes no label.
    NoPlace,
    /// Its predicate has no form in C.
    NotWritable,
    /// Its predicate reads a variable that another hides there.
    Hidden,
    /// Its predicate reads what is computed on the way to its point.
    Computed,
}

impl fmt::Display for Unplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unplaced::NoLabel => "are no labels: they relate several runs",
            Unplaced::Macro => "are in code that a macro wrote",
            Unplaced::NoPlace => "have no place of their own in the source",
            Unplaced::NotWritable => "have predicates without a form in C",
            Unplaced::Computed => "read what is computed on the way to their point",
            Unplaced::Hidden => "read variables that are hidden at their point",
            Unplaced::MayFault => "could fault in a way that C cannot ask for",
        })
    }
}
