//! From the text of a file to its tokens.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A keyword or name.
    Word,
    /// A character of its own.
    Sign(u8),
    /// A literal.
    Literal,
}

/// A token, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: Kind,
}

/// The tokens of a text, in order. Comments and lines of the preprocessor are none.
pub(crate) fn scan(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let (mut at, mut starts_line) = (0, true);
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let start = at;
        match byte {
            b'\n' => {
                starts_line = true;
                at += 1;
                continue;
            }
            _ if byte.is_ascii_whitespace() || byte == b'\\' => {
                at += 1;
                continue;
            }
            b'#' if starts_line => at = end_of_line(text, at, true),
            _ if rest.starts_with(b"//") => at = end_of_line(text, at, true),
            _ if rest.starts_with(b"/*") => {
                at = text[at + 2..].find("*/").map_or(bytes.len(), |end| at + 2 + end + 2);
                continue;
            }
            b'"' | b'\'' => {
                at = end_of_literal(bytes, at);
                tokens.push(Token { start, end: at, kind: Kind::Literal });
            }
            _ if byte.is_ascii_alphabetic() || byte == b'_' || !byte.is_ascii() => {
                let is_word = |it: &u8| it.is_ascii_alphanumeric() || *it == b'_' || !it.is_ascii();
                at += rest.iter().take_while(|it| is_word(it)).count();
                // A prefix of a literal belongs to it.
                let is_prefix = matches!(&text[start..at], "L" | "u" | "U" | "u8");
                let mut kind = Kind::Word;
                if is_prefix && matches!(bytes.get(at), Some(b'"' | b'\'')) {
                    at = end_of_literal(bytes, at);
                    kind = Kind::Literal;
                }
                tokens.push(Token { start, end: at, kind });
            }
            _ if byte.is_ascii_digit()
                || byte == b'.' && rest.get(1).is_some_and(u8::is_ascii_digit) =>
            {
                at = end_of_number(bytes, at);
                tokens.push(Token { start, end: at, kind: Kind::Literal });
            }
            _ => {
                at += 1;
                tokens.push(Token { start, end: at, kind: Kind::Sign(byte) });
            }
        }
        starts_line = false;
    }
    tokens
}

fn end_of_number(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        let is_sign = matches!(byte, b'+' | b'-')
            && matches!(bytes[at - 1].to_ascii_lowercase(), b'e' | b'p')
            && at > start;
        let is_part = byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_');
        if !is_part && !is_sign {
            break;
        }
        at += 1;
    }
    at
}

fn end_of_literal(bytes: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while at < bytes.len() && bytes[at] != bytes[open] && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// The end of a line, past those that a backslash continues it with.
fn end_of_line(text: &str, start: usize, is_continued: bool) -> usize {
    let mut at = start;
    loop {
        let Some(end) = text[at..].find('\n') else { return text.len() };
        let line = text[at..at + end].trim_end_matches('\r');
        at += end;
        if !(is_continued && line.ends_with('\\')) {
            return at;
        }
        at += 1;
    }
}
