//! S-expressions: what programs and certificates are written in.
//!
//! An atom is a run of characters without space, parenthesis, quote or semicolon; a string stands
//! between quotes, with `\xx` for the byte of two hexadecimal digits; a comment goes from a
//! semicolon to the end of its line.

use crate::error::CheckError;
use std::fmt;
use std::str::FromStr;

/// A piece of text with the line it starts on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sexpr {
    /// What it is.
    pub(crate) kind: Kind,
    /// Its line, from 1.
    pub(crate) line: usize,
}

/// What a piece of text is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A word or a number.
    Atom(String),
    /// A quoted string; bytes that are no UTF-8 are replaced.
    String(String),
    /// A list in parentheses.
    List(Vec<Sexpr>),
}

/// Reads a text that is one s-expression.
pub(crate) fn parse(text: &str) -> Result<Sexpr, CheckError> {
    let mut items = parse_all(text)?;
    match (items.pop(), items.is_empty()) {
        (Some(only), true) => Ok(only),
        (Some(second), false) => Err(CheckError::at(second.line, "text behind the end")),
        (None, _) => Err(CheckError::at(1, "the text is empty")),
    }
}

/// Reads a text that is any number of s-expressions.
pub(crate) fn parse_all(text: &str) -> Result<Vec<Sexpr>, CheckError> {
    let mut lists: Vec<(usize, Vec<Sexpr>)> = vec![(1, Vec::new())];
    let mut scanner = Scanner { bytes: text.as_bytes(), at: 0, line: 1 };
    while let Some((line, token)) = scanner.next()? {
        match token {
            Token::Open => lists.push((line, Vec::new())),
            Token::Close => {
                let (opened, items) = lists.pop().unwrap_or_default();
                let Some((_, outer)) = lists.last_mut() else {
                    return Err(CheckError::at(line, "a parenthesis closes nothing"));
                };
                outer.push(Sexpr { kind: Kind::List(items), line: opened });
            }
            Token::Leaf(kind) => {
                if let Some((_, items)) = lists.last_mut() {
                    items.push(Sexpr { kind, line });
                }
            }
        }
    }
    if lists.len() > 1 {
        let line = lists.last().map_or(1, |(line, _)| *line);
        return Err(CheckError::at(line, "a parenthesis is not closed"));
    }
    Ok(lists.pop().unwrap_or_default().1)
}

enum Token {
    Open,
    Close,
    Leaf(Kind),
}

struct Scanner<'t> {
    bytes: &'t [u8],
    at: usize,
    line: usize,
}

impl Scanner<'_> {
    fn next(&mut self) -> Result<Option<(usize, Token)>, CheckError> {
        self.skip_space();
        let line = self.line;
        let Some(&byte) = self.bytes.get(self.at) else { return Ok(None) };
        let token = match byte {
            b'(' => {
                self.at += 1;
                Token::Open
            }
            b')' => {
                self.at += 1;
                Token::Close
            }
            b'"' => Token::Leaf(Kind::String(self.string()?)),
            _ => Token::Leaf(Kind::Atom(self.atom())),
        };
        Ok(Some((line, token)))
    }

    fn skip_space(&mut self) {
        let mut in_comment = false;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => {
                    in_comment = false;
                    self.line += 1;
                }
                b';' => in_comment = true,
                b' ' | b'\t' | b'\r' => {}
                _ if in_comment => {}
                _ => return,
            }
            self.at += 1;
        }
    }

    fn atom(&mut self) -> String {
        let start = self.at;
        let ends =
            |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b'"' | b';');
        while self.bytes.get(self.at).is_some_and(|byte| !ends(byte)) {
            self.at += 1;
        }
        String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned()
    }

    fn string(&mut self) -> Result<String, CheckError> {
        let line = self.line;
        let mut bytes = Vec::new();
        self.at += 1;
        loop {
            match self.bytes.get(self.at) {
                None | Some(b'\n') => {
                    return Err(CheckError::at(line, "a string is not closed"));
                }
                Some(b'"') => break,
                Some(b'\\') => {
                    let digits = self.bytes.get(self.at + 1..self.at + 3).unwrap_or_default();
                    let digits = std::str::from_utf8(digits).unwrap_or_default();
                    let byte = u8::from_str_radix(digits, 16)
                        .map_err(|_| CheckError::at(line, "a bad escape in a string"))?;
                    bytes.push(byte);
                    self.at += 2;
                }
                Some(byte) => bytes.push(*byte),
            }
            self.at += 1;
        }
        self.at += 1;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// As it is written without comments, with single spaces: the same for texts that say the same.
impl fmt::Display for Sexpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Atom(text) => f.write_str(text),
            Kind::String(text) => write!(f, "{text:?}"),
            Kind::List(items) => {
                f.write_str("(")?;
                for (at, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if at == 0 { "" } else { " " })?;
                }
                f.write_str(")")
            }
        }
    }
}

impl Sexpr {
    /// An error at this place.
    pub(crate) fn error(&self, message: impl Into<String>) -> CheckError {
        CheckError::at(self.line, message)
    }

    /// The items of a list.
    pub(crate) fn list(&self) -> Result<&[Sexpr], CheckError> {
        match &self.kind {
            Kind::List(items) => Ok(items),
            Kind::Atom(_) | Kind::String(_) => Err(self.error("a list is expected")),
        }
    }

    /// The first word of a list, and what follows it.
    pub(crate) fn form(&self) -> Result<(&str, &[Sexpr]), CheckError> {
        match self.list()?.split_first() {
            Some((head, rest)) => Ok((head.atom()?, rest)),
            None => Err(self.error("an empty list")),
        }
    }

    /// The word.
    pub(crate) fn atom(&self) -> Result<&str, CheckError> {
        match &self.kind {
            Kind::Atom(text) => Ok(text),
            Kind::String(_) | Kind::List(_) => Err(self.error("a word is expected")),
        }
    }

    /// The string.
    pub(crate) fn string(&self) -> Result<&str, CheckError> {
        match &self.kind {
            Kind::String(text) => Ok(text),
            Kind::Atom(_) | Kind::List(_) => Err(self.error("a string is expected")),
        }
    }

    /// The number.
    pub(crate) fn number<N: FromStr>(&self) -> Result<N, CheckError> {
        self.atom()?.parse().map_err(|_| self.error("a number is expected"))
    }

    /// Exactly this many items, of a slice that follows this form's head.
    pub(crate) fn exactly<'s, const N: usize>(
        &self,
        items: &'s [Sexpr],
    ) -> Result<&'s [Sexpr; N], CheckError> {
        items.try_into().map_err(|_| self.error(format!("{N} items are expected")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_strings_and_comments() {
        let parsed = parse("(a \"b\\22\" ; rest\n (c 12))").expect("a text");
        let (head, rest) = parsed.form().expect("a form");
        assert_eq!(head, "a");
        assert_eq!(rest[0].string().expect("a string"), "b\"");
        assert_eq!(rest[1].line, 2);
        assert_eq!(rest[1].form().expect("a form").1[0].number::<u8>().expect("a number"), 12);
    }

    #[test]
    fn texts_that_say_the_same_are_shown_the_same() {
        let [first, second] = ["(a  \"b c\"\n (d))", "(a \"b c\" ; e\n(d ))"]
            .map(|text| parse(text).expect("a text").to_string());
        assert_eq!(first, "(a \"b c\" (d))");
        assert_eq!(first, second);
        assert_eq!(parse_all("(a) (b)").expect("two texts").len(), 2);
    }

    #[test]
    fn what_is_not_whole_is_rejected() {
        for text in ["", "(a", "a)", "(a) b", "(\"a)", "(\"\\zz\")"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
