//! The opposite of a condition, as text.

/// The operators that are more than one character long, longest first.
const OPERATORS: [&str; 12] =
    ["<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "->", "++", "--", "&&"];

/// Replaces the comparison `old` by `new` where it stands exactly once outside parentheses and
/// literals, and nothing there binds less tightly.
pub(super) fn replace_operator(text: &str, old: &str, new: &str) -> Option<String> {
    let mut found = None;
    let mut depth = 0i32;
    let mut quote = None;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let mut length = c.len_utf8();
        match (quote, c) {
            (Some(_), '\\') => length += text[at + 1..].chars().next().map_or(0, char::len_utf8),
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, _) if depth == 0 => {
                let operator = OPERATORS.iter().find(|each| text[at..].starts_with(**each));
                let token = operator.copied().unwrap_or(&text[at..at + length]);
                length = token.len();
                if token == old && found.replace(at).is_some() {
                    return None;
                }
                if matches!(token, "&&" | "=" | "?" | ",") {
                    return None;
                }
            }
            (None, _) => {}
        }
        at += length;
    }
    let at = found?;
    Some(format!("{}{new}{}", &text[..at], &text[at + old.len()..]))
}

/// Puts a `!` before the text, with parentheses where they are needed; takes one away where there
/// is one already.
pub(super) fn negate(text: &str) -> String {
    match text.strip_prefix('!') {
        Some(rest) if is_unary(rest) => rest.to_owned(),
        _ if is_unary(text) => format!("!{text}"),
        _ => format!("!({text})"),
    }
}

/// Whether the text is a name with members, elements and dereferences, or a call.
fn is_unary(text: &str) -> bool {
    let rest = text.trim_start_matches(['*', '!']).replace("->", ".");
    let is_plain = !rest.is_empty()
        && rest.chars().all(|c| c.is_alphanumeric() || "_.[]".contains(c))
        && !rest.starts_with(['.', '[']);
    is_plain || is_call(&rest)
}

/// Whether the text is one call: `f(a, b)`.
fn is_call(text: &str) -> bool {
    let Some(open) = text.find('(') else { return false };
    let is_name = open > 0 && text[..open].chars().all(|c| c.is_alphanumeric() || c == '_');
    let mut depth = 0i32;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 && at > open {
            return is_name && at + 1 == text.len();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_is_turned_around() {
        let replace = |text, old, new| replace_operator(text, old, new);
        assert_eq!(replace("p != NULL", "!=", "==").as_deref(), Some("p == NULL"));
        assert_eq!(
            replace("(c = f(a < b)) < '<'", "<", ">=").as_deref(),
            Some("(c = f(a < b)) >= '<'")
        );
        assert_eq!(replace("p->x > 1", ">", "<=").as_deref(), Some("p->x <= 1"));
        assert_eq!(replace("a << 2 < b", "<", ">=").as_deref(), Some("a << 2 >= b"));
        assert_eq!(replace("IS_LESS(a, b)", "<", ">="), None);
        assert_eq!(replace("a == b == c", "==", "!="), None);
    }

    #[test]
    fn others_get_a_not() {
        assert_eq!(negate("*s"), "!*s");
        assert_eq!(negate("p->next"), "!p->next");
        assert_eq!(negate("!done"), "done");
        assert_eq!(negate("f(a, g(b))"), "!f(a, g(b))");
        assert_eq!(negate("f(a) & g(b)"), "!(f(a) & g(b))");
        assert_eq!(negate("a & 1"), "!(a & 1)");
    }
}
