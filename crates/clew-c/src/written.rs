//! What a unit's preprocessed text says that clang's tree does not.
//!
//! clang leaves out attributes and pragmas that it does not know, and folds some builtins. All of them are words of
//! the text, macros expanded: the preprocessor's output is read, as far as it comes from the user's files. What the
//! words mean is judged elsewhere.

use std::iter::Peekable;
use std::slice::Iter;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Written {
    pub(crate) words: Vec<WrittenWord>,
    /// Whether there was a text to read.
    pub(crate) is_complete: bool,
}

/// A word, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WrittenWord {
    pub(crate) kind: WrittenKind,
    /// The name, the number, or the text of the pragma.
    pub(crate) name: String,
    pub(crate) file: Box<str>,
    pub(crate) line: u32,
}

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WrittenKind {
    /// An attribute, in any of the three notations.
    Attribute { has_arguments: bool },
    /// All of a pragma behind its `#pragma`.
    Pragma,
    /// A decimal number with its suffix.
    Number,
    /// The name of a builtin.
    Word,
}

/// Where a preprocessor's names of files lead: the user's files alone.
pub(crate) type UsersFile<'f> = dyn Fn(&str) -> Option<String> + 'f;

/// A token of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'t> {
    Word(&'t str),
    Number(&'t str),
    Sign(char),
    Literal,
    Pragma(&'t str),
}

struct Placed<'t> {
    token: Token<'t>,
    file: usize,
    line: u32,
}

impl Written {
    /// Reads what a preprocessor printed (`-E`).
    pub(crate) fn read(text: &str, own: &UsersFile<'_>) -> Self {
        let (tokens, files) = tokens(text, own);
        let mut reader =
            Reader { tokens: tokens.iter().peekable(), files: &files, words: Vec::new() };
        while reader.next() {}
        Self { words: reader.words, is_complete: true }
    }
}

/// The tokens of the user's files, and the names of these.
fn tokens<'t>(text: &'t str, own: &UsersFile<'_>) -> (Vec<Placed<'t>>, Vec<Box<str>>) {
    let (mut tokens, mut files): (Vec<Placed<'t>>, Vec<Box<str>>) = (Vec::new(), Vec::new());
    let mut known: std::collections::BTreeMap<&str, Option<usize>> =
        std::collections::BTreeMap::new();
    let (mut file, mut line) = (None, 0);
    for each in text.lines() {
        if let Some((number, name)) = marker(each) {
            file = *known.entry(name).or_insert_with(|| {
                let name = own(name)?;
                files.push(name.into());
                Some(files.len() - 1)
            });
            line = number;
            continue;
        }
        if let Some(file) = file {
            match each.trim_start().strip_prefix('#') {
                Some(directive) => {
                    let pragma = directive.trim_start().strip_prefix("pragma");
                    let token = pragma.map(|it| Token::Pragma(it.trim()));
                    tokens.extend(token.map(|token| Placed { token, file, line }));
                }
                None => add_line(each, file, line, &mut tokens),
            }
        }
        line += 1;
    }
    (tokens, files)
}

/// The line and the file in `# 12 "name" 2`.
fn marker(line: &str) -> Option<(u32, &str)> {
    let (number, rest) = line.strip_prefix("# ")?.split_once(" \"")?;
    Some((number.parse().ok()?, &rest[..rest.rfind('"')?]))
}

fn add_line<'t>(text: &'t str, file: usize, line: u32, tokens: &mut Vec<Placed<'t>>) {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$' || !c.is_ascii();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => crate::literal::quoted_length(rest.as_bytes()).max(1),
            '.' | '0'..='9' => number_length(rest),
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (read, behind) = rest.split_at(length.min(rest.len()));
        rest = behind;
        let token = match first {
            '"' | '\'' => Token::Literal,
            '.' if length == 1 => Token::Sign('.'),
            '.' | '0'..='9' => Token::Number(read),
            _ if is_word(first) => Token::Word(read),
            _ if first.is_whitespace() => continue,
            _ => Token::Sign(first),
        };
        tokens.push(Placed { token, file, line });
    }
}

/// The length of a preprocessing number (C11 6.4.8).
fn number_length(text: &str) -> usize {
    let mut before = ' ';
    let goes_on = |c: char| {
        let is_sign = matches!(c, '+' | '-') && matches!(before, 'e' | 'E' | 'p' | 'P');
        before = c;
        c.is_ascii_alphanumeric() || c == '_' || c == '.' || is_sign
    };
    let mut goes_on = goes_on;
    text.find(|c| !goes_on(c)).unwrap_or(text.len())
}

struct Reader<'r, 't> {
    tokens: Peekable<Iter<'r, Placed<'t>>>,
    files: &'r [Box<str>],
    words: Vec<WrittenWord>,
}

impl<'t> Reader<'_, 't> {
    /// Reads on; whether there was anything.
    fn next(&mut self) -> bool {
        let Some(&Placed { token, file, line }) = self.tokens.next() else { return false };
        match token {
            Token::Pragma(text) => self.add(WrittenKind::Pragma, text.to_owned(), file, line),
            Token::Number(number) if number.starts_with(|c| matches!(c, '1'..='9')) => {
                self.add(WrittenKind::Number, number.to_owned(), file, line);
            }
            Token::Word("__attribute__" | "__attribute") => {
                if self.eat('(') && self.eat('(') {
                    self.list(')');
                }
            }
            Token::Word("__declspec" | "_declspec") => {
                if self.eat('(') {
                    self.list(')');
                }
            }
            Token::Word(name) if name.starts_with("__builtin_") => {
                self.add(WrittenKind::Word, name.to_owned(), file, line);
            }
            Token::Sign('[') => {
                if self.eat('[') {
                    self.list(']');
                }
            }
            Token::Word(_) | Token::Number(_) | Token::Sign(_) | Token::Literal => {}
        }
        true
    }

    fn add(&mut self, kind: WrittenKind, name: String, file: usize, line: u32) {
        self.words.push(WrittenWord { kind, name, file: self.files[file].clone(), line });
    }

    fn eat(&mut self, sign: char) -> bool {
        self.tokens.next_if(|it| it.token == Token::Sign(sign)).is_some()
    }

    /// A list of attributes, up to the sign that closes it.
    fn list(&mut self, close: char) {
        while let Some(&Placed { token, file, line }) = self.tokens.next() {
            let mut name = match token {
                Token::Sign(sign) if sign == close => return,
                Token::Sign(',') => continue,
                Token::Word(name) => name.to_owned(),
                // What stands here, nobody knows.
                _ => "?".to_owned(),
            };
            while self.eat(':') {
                name.push(':');
                if let Some(&Placed { token: Token::Word(more), .. }) = self.tokens.peek().copied()
                {
                    name.push_str(more);
                    self.tokens.next();
                }
            }
            let has_arguments = self.eat('(');
            if has_arguments {
                self.skip_arguments();
            }
            self.add(WrittenKind::Attribute { has_arguments }, name, file, line);
        }
    }

    fn skip_arguments(&mut self) {
        let mut depth = 1_u32;
        while depth > 0
            && let Some(next) = self.tokens.next()
        {
            match next.token {
                Token::Sign('(') => depth += 1,
                Token::Sign(')') => depth -= 1,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(WrittenKind, String, u32)> {
        let text = format!("# 1 \"a.c\"\n{text}");
        let own = |name: &str| (!name.starts_with('/')).then(|| name.to_owned());
        let written = Written::read(&text, &own);
        written.words.into_iter().map(|it| (it.kind, it.name, it.line)).collect()
    }

    #[test]
    fn attributes_in_all_notations() {
        let with = |has_arguments| WrittenKind::Attribute { has_arguments };
        let found = words(
            "__attribute__((unused, aligned(2 * (4)))) int x;\n[[gnu::pure]] int f(void);\n\
             __declspec(novtable) __attribute__((\n const)) int y;\nint z = a[b[0]];",
        );
        let expected = [
            (with(false), "unused", 1),
            (with(true), "aligned", 1),
            (with(false), "gnu::pure", 2),
            (with(false), "novtable", 3),
            (with(false), "const", 4),
        ];
        let expected = expected.map(|(kind, name, line)| (kind, name.to_owned(), line));
        assert_eq!(found, expected);
    }

    #[test]
    fn pragmas_numbers_and_builtins() {
        let found = words(
            "#pragma pack(1)\n#define X __attribute__((x))\nint a = 12e+3, b = 18446744073709551616;\n\
             char *s = \"__attribute__((x)) 99\"; int c = .5 + x1;\n__builtin_types_compatible_p(int, int)",
        );
        let expected = [
            (WrittenKind::Pragma, "pack(1)", 1),
            (WrittenKind::Number, "12e+3", 3),
            (WrittenKind::Number, "18446744073709551616", 3),
            (WrittenKind::Word, "__builtin_types_compatible_p", 5),
        ];
        let expected = expected.map(|(kind, name, line)| (kind, name.to_owned(), line));
        assert_eq!(found, expected);
    }

    #[test]
    fn files_of_the_system_are_passed_over() {
        let found = words(
            "int x;\n# 1 \"/usr/include/a.h\" 1 3\n__attribute__((x)) int y;\n# 3 \"a.c\" 2\n#pragma last\n",
        );
        assert_eq!(found, [(WrittenKind::Pragma, "last".to_owned(), 3)]);
    }

    #[test]
    fn text_that_is_cut_off_is_read_to_its_end() {
        for text in ["__attribute__((", "__attribute__((a(", "[[a:", "\"abc", "'", "1e+"] {
            words(text);
        }
    }
}
