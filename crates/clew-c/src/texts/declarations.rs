//! The declarations of a text.

use super::printed::Token;
use std::ops::Range;

/// A declaration at file scope, or a pragma between two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Declaration {
    pub(super) tokens: Range<usize>,
    /// Of a function with a body: how many tokens stand before the body.
    pub(super) declarator: Option<usize>,
}

/// Splits a text into its declarations. What is at its end without one is a declaration, too.
pub(super) fn declarations(tokens: &[Token<'_>]) -> Vec<Declaration> {
    let mut all = Vec::new();
    let (mut start, mut depth) = (0_usize, 0_usize);
    let (mut body, mut has_value) = (None, false);
    for (at, token) in tokens.iter().enumerate() {
        let text = &*token.text;
        match text {
            "{" if depth == 0 && !has_value && opens_body(&tokens[start..at]) => {
                body = Some(at - start);
            }
            "=" if depth == 0 => has_value = true,
            _ => {}
        }
        match text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_pragma = at == start && text.starts_with('#');
        let ends = text == ";" || is_pragma || (text == "}" && body.is_some());
        if depth == 0 && ends {
            // A semicolon alone declares nothing.
            if text != ";" || at > start {
                all.push(Declaration { tokens: start..at + 1, declarator: body });
            }
            (start, body, has_value) = (at + 1, None, false);
        }
    }
    if start < tokens.len() {
        all.push(Declaration { tokens: start..tokens.len(), declarator: None });
    }
    all
}

/// Words before a parenthesis that is not that of parameters.
const NO_DECLARATORS: [&str; 10] = [
    "struct",
    "union",
    "enum",
    "__declspec",
    "_Alignas",
    "alignas",
    "typeof",
    "__typeof__",
    "__typeof",
    "_Atomic",
];

/// Whether a brace after these tokens opens the body of a function: it follows parameters, or their
/// declarations (K&R).
fn opens_body(before: &[Token<'_>]) -> bool {
    let mut before = before;
    loop {
        let Some((last, rest)) = before.split_last() else { return true };
        if last.text != ")" {
            return false;
        }
        let Some(open) = matching(rest) else { return false };
        let Some((word, outer)) = rest[..open].split_last() else { return false };
        match &*word.text {
            "__attribute__" | "__attribute" | "__asm__" | "__asm" | "asm" => before = outer,
            text => {
                let is_name = text.starts_with(|it: char| it.is_alphabetic() || it == '_');
                return text == ")" || (is_name && !NO_DECLARATORS.contains(&text));
            }
        }
        if before.is_empty() {
            return false;
        }
    }
}

/// The parenthesis that is open at the end of these tokens.
fn matching(tokens: &[Token<'_>]) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().rev() {
        match &*token.text {
            ")" => depth += 1,
            "(" if depth == 0 => return Some(at),
            "(" => depth -= 1,
            _ => {}
        }
    }
    None
}
