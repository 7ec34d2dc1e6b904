//! What the calls of functions without a body are named.
//!
//! Inputs have the name of the call that gives them by its place, `next(){fn2.block0.1/fn1.block3.0} #2`, so that
//! an input has the same name on every path. People, suites and C files name calls by their order: `next() #2`.

use clew_ir::Position;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

/// What is around the place of a call, behind the name of the function.
const PLACE: (&str, char) = ("(){", '}');

/// The name of a call at a place, with these calls under way. Calls at the same place have numbers behind it.
pub(super) fn by_place(function: &str, at: Position, calls: &[Position]) -> String {
    let mut name = format!("{function}{}", PLACE.0);
    for site in calls {
        let _ = write!(name, "{site}/");
    }
    let _ = write!(name, "{at}{}", PLACE.1);
    name
}

/// Names of inputs, in a text, without the places of calls.
pub(crate) fn without_places(text: &str) -> Cow<'_, str> {
    replaced(text, |call| Some(function_of(call).to_owned() + "()"))
}

/// The names of calls by their order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CallNames {
    /// By the name that has the place.
    by_order: FxHashMap<String, String>,
}

impl CallNames {
    /// The names of calls in the names of inputs, which come in the order of the calls.
    pub fn of<'n>(inputs: impl IntoIterator<Item = &'n str>) -> Self {
        let mut names = Self::default();
        let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
        for input in inputs {
            let Some(call) = call_in(input) else { continue };
            let call = &input[call];
            if names.by_order.contains_key(call) {
                continue;
            }
            let function = function_of(call);
            let count = counts.entry(function).or_default();
            *count += 1;
            names.insert(call, numbered(&format!("{function}()"), *count));
        }
        names
    }

    /// Whether no call has a name by its order.
    pub(in crate::environment) fn is_empty(&self) -> bool {
        self.by_order.is_empty()
    }

    /// Notes the name of a call by its order.
    pub(in crate::environment) fn insert(&mut self, by_place: &str, by_order: String) {
        self.by_order.insert(by_place.to_owned(), by_order);
    }

    /// A text with names of inputs as a person reads them, but for calls whose order is not known.
    pub fn told<'t>(&self, text: &'t str) -> Cow<'t, str> {
        replaced(text, |call| self.by_order.get(call).cloned())
    }
}

/// A text with other names for the calls in it.
fn replaced(text: &str, name: impl Fn(&str) -> Option<String>) -> Cow<'_, str> {
    let (mut told, mut rest) = (String::new(), text);
    while let Some(call) = call_in(rest) {
        let by_place = &rest[call.clone()];
        told.push_str(&rest[..call.start]);
        told.push_str(&name(by_place).unwrap_or_else(|| by_place.to_owned()));
        rest = &rest[call.end..];
    }
    if rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    told.push_str(rest);
    Cow::Owned(told)
}

/// The function that a call is of, by the name of the call.
fn function_of(call: &str) -> &str {
    call.split_once(PLACE.0).map_or(call, |(function, _)| function)
}

/// The name of the nth of those that would have the same.
pub(in crate::environment) fn numbered(name: &str, count: u32) -> String {
    if count == 1 { name.to_owned() } else { format!("{name} #{count}") }
}

/// Where the first name of a call is in a text.
fn call_in(text: &str) -> Option<Range<usize>> {
    let open = text.find(PLACE.0)?;
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    let start = text[..open].char_indices().rev().take_while(|(_, it)| is_word(*it)).last();
    let mut end = open + text[open..].find(PLACE.1)? + 1;
    let count = text[end..].strip_prefix(" #").unwrap_or_default();
    let digits = count.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        end += 2 + digits;
    }
    Some(start.map_or(open, |(at, _)| at)..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_told_by_their_order() {
        let inputs =
            ["next(){fn1.block0.0}", "x", "next(){fn1.block0.0} #2->a", "get(){fn0.block1.0}"];
        let names = CallNames::of(inputs);
        let told = inputs.map(|it| names.told(it));
        assert_eq!(told, ["next()", "x", "next() #2->a", "get()"]);
        let text = "next(){fn1.block0.0} == *next(){fn1.block0.0} #2->a + x";
        assert_eq!(names.told(text), "next() == *next() #2->a + x");
    }

    #[test]
    fn names_without_places_are_those_of_functions() {
        assert_eq!(without_places("`get(){fn0.block1.0/fn2.block0.3} #3->p`"), "`get()->p`");
        assert_eq!(without_places("f() {x}"), "f() {x}");
    }
}
