//! A source file as tokens: enough to tell a statement from a part of an expression.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A keyword or name.
    Word,
    /// A character of its own.
    Sign(u8),
    /// A literal.
    Literal,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    start: usize,
    end: usize,
    kind: Kind,
}

/// The tokens of a file. Comments and lines of the preprocessor are none.
pub(crate) struct Tokens<'t> {
    text: &'t str,
    all: Vec<Token>,
    /// For each bracket the place of its partner.
    partners: Vec<Option<usize>>,
}

/// Where a range of the source stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Position {
    /// A whole statement among others in a block.
    Statement,
    /// A whole statement that `if`, a loop or `else` controls, with the offset behind its `;`.
    Controlled(usize),
    /// A part of an expression.
    Expression,
}

/// A word of the source that may be a macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MacroUse<'t> {
    pub(super) name: &'t str,
    start: usize,
}

impl<'t> Tokens<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let all = scan(text);
        let mut partners = vec![None; all.len()];
        let mut open: Vec<usize> = Vec::new();
        for (at, token) in all.iter().enumerate() {
            match token.kind {
                Kind::Sign(b'(' | b'[' | b'{') => open.push(at),
                Kind::Sign(b')' | b']' | b'}') => {
                    if let Some(begin) = open.pop() {
                        partners[begin] = Some(at);
                        partners[at] = Some(begin);
                    }
                }
                _ => {}
            }
        }
        Self { text, all, partners }
    }

    /// Whether a range begins and ends where tokens do.
    pub(super) fn is_whole(&self, start: usize, end: usize) -> bool {
        self.starting_at(start).is_some() && self.all.iter().any(|token| token.end == end)
    }

    /// Where a range stands.
    pub(super) fn position(&self, start: usize, end: usize) -> Position {
        let Some(first) = self.starting_at(start) else { return Position::Expression };
        let after = self.all.partition_point(|token| token.start < end);
        let is_ended = matches!(self.kind(after), Some(Kind::Sign(b';')));
        let is_listed = matches!(self.kind(after), Some(Kind::Sign(b',')));
        let Some(before) = first.checked_sub(1) else { return Position::Expression };
        match self.all[before].kind {
            Kind::Sign(b'{' | b'}' | b';')
                if (is_ended || is_listed) && self.is_in_block(first) =>
            {
                Position::Statement
            }
            Kind::Sign(b':') if (is_ended || is_listed) && self.ends_label(before) => {
                Position::Statement
            }
            Kind::Sign(b')') if is_ended && self.ends_control(before) => {
                Position::Controlled(self.all[after].end)
            }
            Kind::Word if is_ended && matches!(self.word(before), "else" | "do") => {
                Position::Controlled(self.all[after].end)
            }
            _ => Position::Expression,
        }
    }

    /// The offset behind the `{` whose `}` ends here.
    pub(super) fn body_start(&self, end: usize) -> Option<usize> {
        let close = self.all.iter().position(|token| token.end == end)?;
        let open = self.partners[close]?;
        (self.all[open].kind == Kind::Sign(b'{')).then(|| self.all[open].end)
    }

    /// The parameters of a function whose declaration begins here, with their parentheses.
    pub(crate) fn parameters(&self, start: usize, name: &str) -> Option<&'t str> {
        let first = self.all.partition_point(|token| token.start < start);
        let is_name = |at: &usize| self.all[*at].kind == Kind::Word && self.word(*at) == name;
        let at = (first..self.all.len()).find(is_name)?;
        // The name may stand in parentheses of its own.
        let open = (at + 1..self.all.len()).find(|&it| self.kind(it) == Some(Kind::Sign(b'(')))?;
        let close = self.partners[open]?;
        Some(&self.text[self.all[open].start..self.all[close].end])
    }

    /// Whether `? :` without a middle follows: the value in front is more than a condition.
    pub(super) fn is_elvis(&self, end: usize) -> bool {
        let mut at = self.all.partition_point(|token| token.start < end);
        while matches!(self.kind(at), Some(Kind::Sign(b')'))) {
            at += 1;
        }
        let is = |at, sign| self.kind(at) == Some(Kind::Sign(sign));
        is(at, b'?') && is(at + 1, b':')
    }

    /// Where the scope of something that is declared at an offset ends.
    pub(super) fn scope_end(&self, declared: usize) -> Option<usize> {
        let at = self.all.partition_point(|token| token.end <= declared);
        let enclosing = |at: usize| {
            (0..at).rev().find(|&open| {
                matches!(self.all[open].kind, Kind::Sign(b'(' | b'{'))
                    && self.partners[open].is_some_and(|close| close >= at)
            })
        };
        let open = enclosing(at)?;
        let close = self.partners[open]?;
        if self.all[open].kind == Kind::Sign(b'{') {
            return Some(self.all[close].start);
        }
        // Declared in the head of a `for`: the loop is its scope.
        match self.kind(close + 1)? {
            Kind::Sign(b'{') => Some(self.all[self.partners[close + 1]?].start),
            _ => {
                let end =
                    (close + 1..self.all.len()).find(|&at| self.kind(at) == Some(Kind::Sign(b';')));
                end.map(|at| self.all[at].start)
            }
        }
    }

    /// The statement around a range, as far as semicolons and braces tell.
    pub(super) fn statement_around(&self, start: usize, end: usize) -> (usize, usize) {
        let is_end = |token: &&Token| matches!(token.kind, Kind::Sign(b';' | b'{' | b'}'));
        let before = self.all.partition_point(|token| token.end <= start);
        let after = self.all.partition_point(|token| token.start < end);
        let from = self.all[..before].iter().rev().find(is_end).map_or(0, |token| token.end);
        let to = self.all[after..].iter().find(is_end);
        (from, to.map_or(self.text.len(), |token| token.start))
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.all.get(at).map(|token| token.kind)
    }

    fn word(&self, at: usize) -> &'t str {
        &self.text[self.all[at].start..self.all[at].end]
    }

    /// The word that a range begins with, as the use of a macro.
    pub(super) fn use_starting_at(&self, offset: usize) -> Option<MacroUse<'t>> {
        let at = self.starting_at(offset)?;
        Some(self.macro_use(at))
    }

    /// The use of a macro that a range ends with, or the token that it ends with.
    pub(super) fn use_ending_at(&self, offset: usize) -> Option<MacroUse<'t>> {
        let at = self.all.iter().position(|token| token.end == offset)?;
        let word = self.partners[at].filter(|it| *it < at).and_then(|open| open.checked_sub(1));
        Some(match word {
            Some(word) if self.all[word].kind == Kind::Word => self.macro_use(word),
            _ => self.macro_use(at),
        })
    }

    fn macro_use(&self, at: usize) -> MacroUse<'t> {
        let token = self.all[at];
        MacroUse { name: &self.text[token.start..token.end], start: token.start }
    }

    fn starting_at(&self, offset: usize) -> Option<usize> {
        self.all.binary_search_by_key(&offset, |token| token.start).ok()
    }

    /// Whether a token stands in a block, and not between parentheses or in an initialiser.
    fn is_in_block(&self, at: usize) -> bool {
        let open = (0..at).rev().find(|&open| {
            matches!(self.all[open].kind, Kind::Sign(b'(' | b'[' | b'{'))
                && self.partners[open].is_none_or(|close| close > at)
        });
        let Some(open) = open.filter(|open| self.all[*open].kind == Kind::Sign(b'{')) else {
            return false;
        };
        // Only blocks have semicolons of their own.
        let Some(close) = self.partners[open] else { return false };
        let mut next = open + 1;
        while next < close {
            match self.all[next].kind {
                Kind::Sign(b';') => return true,
                Kind::Sign(b'(' | b'[' | b'{') => next = self.partners[next].unwrap_or(next),
                _ => {}
            }
            next += 1;
        }
        false
    }

    /// Whether a `)` ends the head of `if`, `while`, `for` or `switch`.
    fn ends_control(&self, close: usize) -> bool {
        let keyword = self.partners[close].and_then(|open| open.checked_sub(1));
        keyword.is_some_and(|at| {
            self.all[at].kind == Kind::Word
                && matches!(self.word(at), "if" | "while" | "for" | "switch")
        })
    }

    /// Whether a `:` ends a label, a `case` or a `default`, and not the middle of `?:`.
    fn ends_label(&self, colon: usize) -> bool {
        let starts_statement =
            |at: usize| matches!(self.kind(at), None | Some(Kind::Sign(b';' | b'{' | b'}' | b':')));
        let is_word = |at: usize| self.kind(at) == Some(Kind::Word);
        let Some(name) = colon.checked_sub(1).filter(|at| is_word(*at)) else {
            return self.follows_case(colon);
        };
        let is_label = name.checked_sub(1).is_none_or(starts_statement);
        is_label && self.word(name) != "case" || self.follows_case(colon)
    }

    fn follows_case(&self, colon: usize) -> bool {
        for at in (0..colon).rev() {
            match self.all[at].kind {
                Kind::Sign(b';' | b'{' | b'}' | b'?') => return false,
                Kind::Word if self.word(at) == "case" => return true,
                _ => {}
            }
        }
        false
    }
}

fn scan(text: &str) -> Vec<Token> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str, part: &str) -> Position {
        let start = text.find(part).expect("the part");
        Tokens::new(text).position(start, start + part.len())
    }

    #[test]
    fn statements_are_told_from_expressions() {
        let text =
            "void f(void) { a = 1; if (c) b = 2; else d = 3; for (e = 4; g = 5; h = 6) i = 7;
            case 1: j = 8; k = c ? l = 9 : m; n: o = 10; p(q = 11); }";
        for whole in ["a = 1", "j = 8", "o = 10"] {
            assert_eq!(position(text, whole), Position::Statement, "{whole}");
        }
        for controlled in ["b = 2", "d = 3", "i = 7"] {
            assert!(matches!(position(text, controlled), Position::Controlled(_)), "{controlled}");
        }
        let text = format!("{text} int r[] = {{s = 12, t = 13}};");
        let text = text.as_str();
        for part in ["s = 12", "t = 13", "e = 4", "g = 5", "h = 6", "l = 9", "q = 11", "m"] {
            assert_eq!(position(text, part), Position::Expression, "{part}");
        }
    }

    #[test]
    fn what_is_no_code_is_no_token() {
        let text =
            "#define X { \\\n }\nint f(void) { /* } */ char c = '}'; // }\n \"}\"; }\nint g;";
        let tokens = Tokens::new(text);
        let end = text.rfind('}').expect("a brace") + 1;
        assert_eq!(tokens.body_start(end), Some(text.find("f(void) {").expect("f") + 9));
    }

    #[test]
    fn scopes_end_with_their_block_or_loop() {
        let text = "{ int a; for (int b = 0; b < 3; b++) { int c; } for (int d;;) e(); }";
        let tokens = Tokens::new(text);
        let end = |name: &str| tokens.scope_end(text.find(name).expect("a name"));
        assert_eq!(end("int a"), Some(text.len() - 1));
        assert_eq!(end("int b"), text.find("} for"));
        assert_eq!(end("int c"), text.find("} for"));
        assert_eq!(end("int d"), text.find("; }").filter(|_| true).and(text.rfind("; }")));
    }
}
