//! Whether what a macro wrote stands in the source as the macro's use.
//!
//! A label may stand before an expression that macros wrote where the expression begins with the
//! first token of what one of them stands for and ends with the last of what one stands for: then the
//! uses, as they are in the source, are that expression and no part of another.

use super::Tokens;
use clew_ir::{Expansion, Span};

/// The file that spells what a macro wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling<'t> {
    /// The file of the tokens itself.
    Own,
    /// Another, with this text.
    Other(&'t str),
}

/// What a macro stands for, in the file that defines it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Definition<'t> {
    name: &'t str,
    start: usize,
    end: usize,
}

impl Tokens<'_> {
    /// Whether a span that macros wrote is, token by token, what its range in the source stands for.
    pub fn stands_for(&self, span: Span, expansion: Expansion, spelling: Spelling<'_>) -> bool {
        let (start, end) = (span.start as usize, span.end as usize);
        let (from, to) = (expansion.start as usize, expansion.end as usize);
        let (text, is_own) = match spelling {
            Spelling::Own => (self.text, true),
            Spelling::Other(text) => (text, false),
        };
        let (Some(first), Some(last)) = (self.use_starting_at(start), self.use_ending_at(end))
        else {
            return false;
        };
        let of_first = definition(text, from).filter(|it| it.name == first.name);
        let of_last = definition(text, to - 1).filter(|it| it.name == last.name);
        // One use, whose macro may put parentheses around the expression.
        if first == last
            && let Some(definition) = of_first
        {
            return of_last == of_first && without_parentheses(text, definition) == (from, to);
        }
        let begins = (is_own && from == start) || of_first.is_some_and(|it| it.start == from);
        let ends = (is_own && to == end) || of_last.is_some_and(|it| it.end == to);
        begins && ends
    }
}

/// The definition that a place is in.
fn definition(text: &str, at: usize) -> Option<Definition<'_>> {
    let goes_on = |end: usize| text[..end].ends_with('\\');
    let mut begin = text.get(..at)?.rfind('\n').map_or(0, |it| it + 1);
    while begin > 0 && goes_on(begin - 1) {
        begin = text[..begin - 1].rfind('\n').map_or(0, |it| it + 1);
    }
    let mut end = at;
    loop {
        end = text[end..].find('\n').map_or(text.len(), |it| end + it);
        if !goes_on(end) || end == text.len() {
            break;
        }
        end += 1;
    }
    let line = &text[begin..end];
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    let length = rest.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(rest.len());
    let (name, rest) = rest.split_at(length);
    let body = match rest.strip_prefix('(') {
        Some(parameters) => &parameters[parameters.find(')')? + 1..],
        None => rest,
    };
    let is_plain = !body.contains("//") && !body.contains("/*") && !body.contains('#');
    // The body may begin on the next line.
    let skipped = body.len() - body.trim_start_matches([' ', '\t', '\\', '\r', '\n']).len();
    let start = end - body.len() + skipped;
    is_plain.then(|| Definition { name, start, end: start + body[skipped..].trim_end().len() })
}

/// What a macro stands for, without the parentheses around all of it.
fn without_parentheses(text: &str, definition: Definition<'_>) -> (usize, usize) {
    let (mut start, mut end) = (definition.start, definition.end);
    while let Some(inner) = text[start..end].strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
        if !is_balanced(inner) {
            break;
        }
        start += 1 + inner.len() - inner.trim_start().len();
        end = start + inner.trim().len();
    }
    (start, end)
}

/// Whether each parenthesis in a text has its partner in it. One in a literal is not looked into.
fn is_balanced(text: &str) -> bool {
    if ["\"", "'('", "')'"].iter().any(|literal| text.contains(literal)) {
        return false;
    }
    let mut open = 0_i32;
    let mut is_before = |byte| {
        open += i32::from(byte == b'(') - i32::from(byte == b')');
        open >= 0
    };
    text.bytes().all(&mut is_before) && open == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &str) -> Option<&str> {
        let at = text.find('@').map_or(text.len() - 1, |it| it);
        definition(text, at).map(|it| &text[it.start..it.end])
    }

    #[test]
    fn a_definition_is_its_logical_line() {
        assert_eq!(
            body("int x;\n# define A(x, y) ((x) < @ (y)) \nint z;\n"),
            Some("((x) < @ (y))")
        );
        assert_eq!(
            body("#define LONG(a) \\\n  (a) + \\\n  @ + 1\nint z;"),
            Some("(a) + \\\n  @ + 1")
        );
        assert_eq!(body("#define A 1 /* @ */\n"), None);
        assert_eq!(body("#define A(x) #x @\n"), None);
        assert_eq!(body("int a = @;\n"), None);
    }

    #[test]
    fn parentheses_around_all_of_it_are_left_out() {
        let inner = |text: &str| {
            let whole = Definition { name: "", start: 0, end: text.len() };
            let (start, end) = without_parentheses(text, whole);
            text[start..end].to_owned()
        };
        assert_eq!(inner("(( a) < (b))"), "( a) < (b)");
        assert_eq!(inner("(a) < (b)"), "(a) < (b)");
        assert_eq!(inner("( (a && b) )"), "a && b");
        assert_eq!(inner("(c == '(')"), "(c == '(')");
    }
}
