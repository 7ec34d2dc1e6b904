//! What the declaration of a parameter looks like: an array of some number, or one to ask for.

use super::Files;
use crate::ast::Node;
use clew_ir::{DeclaredLength, Dimension};
use rustc_hash::FxHashSet;

/// What a declaration shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// No array, or one without a length.
    Other,
    /// An array whose length is a number.
    Array(DeclaredLength),
    /// Perhaps an array: clang knows.
    Unclear,
}

/// The shape of a parameter's declaration.
pub(super) fn of(param: &Node, files: &mut Files<'_>, typedefs: &FxHashSet<&str>) -> Shape {
    if param.name().is_empty() {
        return Shape::Other;
    }
    let tokens = [param.range.begin.plain(), param.loc.plain(), param.range.end.plain()];
    let [Some(begin), Some(name), Some(end)] = tokens else {
        let last = param.range.end.spelling.and_then(|token| files.token(token));
        return if last == Some("]") { Shape::Unclear } else { Shape::Other };
    };
    if begin.file != name.file || name.file != end.file {
        return Shape::Other;
    }
    let before = files.slice(name.file, begin.offset, name.offset).unwrap_or_default();
    let is_typedef = words(before).any(|word| typedefs.contains(word));
    let is_pointer = before.rsplit('(').next().is_some_and(|inner| inner.contains('*'));
    let last = end.offset + end.length;
    let behind = files.slice(name.file, name.offset + name.length, last.max(name.offset));
    match behind.unwrap_or_default().trim_start() {
        "" if is_typedef => Shape::Unclear,
        behind if behind.starts_with('[') => outermost(behind),
        behind if behind.starts_with(')') && !is_pointer && behind.contains('[') => Shape::Unclear,
        _ => Shape::Other,
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The length in the brackets that a text begins with.
fn outermost(text: &str) -> Shape {
    let inside = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let Some((inside, _)) = inside else { return Shape::Unclear };
    let mut length: fn(Dimension) -> DeclaredLength = DeclaredLength::AsWritten;
    let mut number = None;
    for word in inside.split_whitespace() {
        match word {
            "static" => length = DeclaredLength::AtLeast,
            "const" | "volatile" | "restrict" | "__restrict" | "__restrict__" => {}
            _ if number.is_some() => return Shape::Unclear,
            _ => match integer(word) {
                Some(value) => number = Some(value),
                None => return Shape::Unclear,
            },
        }
    }
    number.map_or(Shape::Other, |number| Shape::Array(length(Dimension::Constant(number))))
}

/// The value of an integer constant.
fn integer(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    match (hexadecimal, digits.strip_prefix('0')) {
        (Some(digits), _) => u64::from_str_radix(digits, 16).ok(),
        (None, Some("")) => Some(0),
        (None, Some(digits)) => u64::from_str_radix(digits, 8).ok(),
        (None, None) => digits.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_all_else_is_asked_for() {
        let written = |value| Shape::Array(DeclaredLength::AsWritten(Dimension::Constant(value)));
        let least = |value| Shape::Array(DeclaredLength::AtLeast(Dimension::Constant(value)));
        for (text, value) in [("[4]", 4), ("[ 0x10u ]", 16), ("[010]", 8), ("[3][n]", 3)] {
            assert_eq!(outermost(text), written(value), "{text}");
        }
        assert_eq!(outermost("[static 4]"), least(4));
        assert_eq!(outermost("[const static 12UL][2]"), least(12));
        for text in ["[]", "[const]", "[][3]"] {
            assert_eq!(outermost(text), Shape::Other, "{text}");
        }
        for text in ["[n]", "[N]", "[2 + 2]", "[4 /* four */]", "['a']", "[*]", "[v[0]]", "["] {
            assert_eq!(outermost(text), Shape::Unclear, "{text}");
        }
    }
}
