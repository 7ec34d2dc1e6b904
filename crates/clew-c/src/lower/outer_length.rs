//! The outermost lengths of array parameters, which clang drops with the array types.

use super::function::FunctionLowering;
use super::provable::variable_lengths;
use crate::ast::Node;
use clew_ir::{Cause, LocalId};

/// Words in front of a length.
const QUALIFIERS: [&str; 9] = [
    "static",
    "const",
    "volatile",
    "restrict",
    "__restrict",
    "__restrict__",
    "_Atomic",
    "__const",
    "__volatile__",
];

impl FunctionLowering<'_, '_> {
    /// The effects in the outermost length of an array parameter (`int a[n++]`): they are read from the
    /// source. Where that cannot be read (macros), what the function does is not known.
    pub(crate) fn parameter_length_effects(&mut self, param: &Node, local: LocalId) {
        // A number or the value of a parameter has none.
        let is_known = param.id.is_some_and(|id| self.unit.lengths.contains_key(&id));
        if is_known || !self.types().is_pointer(self.locals[local].ty) {
            return;
        }
        let text = self.unit.spelled_text(param).unwrap_or_default();
        let lowered = match outermost(&text, param.name()) {
            Some("") => return,
            Some(length) if self.has_no_effect(length) => return,
            Some(length) => {
                // In which order to the other lengths, nothing says.
                if variable_lengths(param.type_text()) > 0 {
                    self.refuse(Cause::Length, param);
                }
                let parsed = self.parse_text(length);
                parsed.and_then(|parsed| self.text_value(&parsed, length)).is_ok()
            }
            // With as many stars as its type, it is no array.
            None => stars(&text) >= stars(param.type_text()),
        };
        if !lowered {
            self.refuse(Cause::Length, param);
        }
    }

    /// Whether a length is made of numbers and variables alone. (Other names may be macros.)
    fn has_no_effect(&self, length: &str) -> bool {
        let may_write =
            ["++", "--", "=", "(", "\"", "'"].iter().any(|token| length.contains(token));
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut words = length.split(|c| !is_word(c)).filter(|word| !word.is_empty());
        !may_write
            && words.all(|word| {
                word.starts_with(|c: char| c.is_ascii_digit())
                    || self.unit.scopes.value(word).is_some()
            })
    }
}

/// The outermost length in the declaration of a parameter, empty where there is none; none where the
/// declaration cannot be read.
fn outermost<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (mut before, mut after) = match name {
        "" => text.split_at(text.find('[').unwrap_or(text.len())),
        _ => declarator(text, name)?,
    };
    // Parentheses around the name alone.
    while let (Some(outer), Some(rest)) =
        (before.trim_end().strip_suffix('('), after.trim_start().strip_prefix(')'))
    {
        (before, after) = (outer, rest);
    }
    // Without a name, `(*)[n]` is a pointer.
    if name.is_empty() && before.trim_end().ends_with(')') {
        return Some("");
    }
    let after = after.trim_start();
    let Some(inside) = after.strip_prefix('[') else {
        let is_over = after.is_empty() || after.starts_with([')', '(', ',']);
        return is_over.then_some("");
    };
    let mut depth = 1;
    let end = inside.find(|c| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        depth == 0
    })?;
    let mut length = inside[..end].trim();
    while let Some(rest) = QUALIFIERS.iter().find_map(|word| after_word(length, word)) {
        length = rest.trim_start();
    }
    Some(if length == "*" { "" } else { length })
}

/// What stands before and behind the name that a declaration declares.
fn declarator<'t>(text: &'t str, name: &str) -> Option<(&'t str, &'t str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).find_map(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let is_whole = !before.ends_with(is_word) && !after.starts_with(is_word);
        let is_tag = ["struct", "union", "enum"].iter().any(|it| before.trim_end().ends_with(it));
        let is_outside = before.matches('[').count() == before.matches(']').count();
        (is_whole && !is_tag && is_outside).then_some((before, after))
    })
}

fn stars(text: &str) -> usize {
    text.matches('*').count()
}

/// What follows a word at the start of a text.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(word)?;
    let goes_on = rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    (!goes_on).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::outermost;

    #[test]
    fn lengths_are_read() {
        for (text, name, length) in [
            ("int a[n++]", "a", Some("n++")),
            ("int a[t[0]++]", "a", Some("t[0]++")),
            ("int a[f()][g()]", "a", Some("f()")),
            ("int (a)[n++]", "a", Some("n++")),
            ("int (*a)[n++]", "a", Some("")),
            ("int *a", "a", Some("")),
            ("int *a[n++]", "a", Some("n++")),
            ("struct a a[const static n++]", "a", Some("n++")),
            ("int a[*]", "a", Some("")),
            ("int a[]", "a", Some("")),
            ("int [n++]", "", Some("n++")),
            ("int (*)[n++]", "", Some("")),
            ("int (*fp)(int k, int a[k++])", "fp", Some("")),
            ("PARAMETER", "a", None),
            ("int a LENGTH(n)", "a", None),
            ("", "a", None),
            ("int a", "", Some("")),
        ] {
            assert_eq!(outermost(text, name), length, "{text}");
        }
    }
}
