//! A source file as its tokens: where statements, bodies and scopes are in the text the user wrote.
//!
//! The program model says what C means; this says how it is written, for what has to be written into the
//! user's files. Offsets are of bytes from the beginning of the file, as those of a [`clew_ir::Span`].
//! Nothing is preprocessed: a macro is the word it is in the source.
//!
//! - `scan`: from text to tokens;
//! - `loops`: where the keyword of a condition is;
//! - `operators`: where an operator stands between its operands;
//! - `macros`: whether what a macro wrote stands in the source as the macro's use.

mod loops;
mod macros;
mod operators;
pub(crate) mod scan;

use scan::{Kind, Token, scan};

pub use macros::Spelling;
pub use operators::Operator;

/// The tokens of a file. Comments and lines of the preprocessor are none.
#[derive(Debug)]
pub struct Tokens<'t> {
    text: &'t str,
    all: Vec<Token>,
    /// For each bracket the place of its partner.
    partners: Vec<Option<usize>>,
}

/// Where a range of the source stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    /// A whole statement among others in a block.
    Statement,
    /// A whole statement that `if`, a loop or `else` controls, with the offset behind its `;`.
    Controlled(usize),
    /// A part of an expression.
    Expression,
}

/// A word of the source that may be a macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct MacroUse<'t> {
    name: &'t str,
    start: usize,
}

impl<'t> Tokens<'t> {
    /// Reads a file. What is no C still has tokens.
    pub fn new(text: &'t str) -> Self {
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
    pub fn is_whole(&self, start: usize, end: usize) -> bool {
        self.starting_at(start).is_some() && self.all.iter().any(|token| token.end == end)
    }

    /// Where a range stands.
    pub fn position(&self, start: usize, end: usize) -> Position {
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
    pub fn body_start(&self, end: usize) -> Option<usize> {
        let close = self.all.iter().position(|token| token.end == end)?;
        let open = self.partners[close]?;
        (self.all[open].kind == Kind::Sign(b'{')).then(|| self.all[open].end)
    }

    /// The parameters of a function whose declaration begins here, with their parentheses.
    pub fn parameters(&self, start: usize, name: &str) -> Option<&'t str> {
        let first = self.all.partition_point(|token| token.start < start);
        let is_name = |at: &usize| self.all[*at].kind == Kind::Word && self.word(*at) == name;
        let at = (first..self.all.len()).find(is_name)?;
        // The name may stand in parentheses of its own.
        let open = (at + 1..self.all.len()).find(|&it| self.kind(it) == Some(Kind::Sign(b'(')))?;
        let close = self.partners[open]?;
        Some(&self.text[self.all[open].start..self.all[close].end])
    }

    /// Whether `? :` without a middle follows: the value in front is more than a condition.
    pub fn is_elvis(&self, end: usize) -> bool {
        let mut at = self.all.partition_point(|token| token.start < end);
        while matches!(self.kind(at), Some(Kind::Sign(b')'))) {
            at += 1;
        }
        let is = |at, sign| self.kind(at) == Some(Kind::Sign(sign));
        is(at, b'?') && is(at + 1, b':')
    }

    /// Where the scope of something that is declared at an offset ends.
    pub fn scope_end(&self, declared: usize) -> Option<usize> {
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
    pub fn statement_around(&self, start: usize, end: usize) -> (usize, usize) {
        let is_end = |token: &&Token| matches!(token.kind, Kind::Sign(b';' | b'{' | b'}'));
        let before = self.all.partition_point(|token| token.end <= start);
        let after = self.all.partition_point(|token| token.start < end);
        let from = self.all[..before].iter().rev().find(is_end).map_or(0, |token| token.end);
        let to = self.all[after..].iter().find(is_end);
        (from, to.map_or(self.text.len(), |token| token.start))
    }

    /// Whether a range begins as only a part of an initialiser does: a brace, a designator, a string.
    pub fn begins_initialiser(&self, start: usize) -> bool {
        self.starting_at(start).is_some_and(|at| match self.all[at].kind {
            Kind::Sign(sign) => matches!(sign, b'{' | b'.' | b'['),
            Kind::Literal => self.text[start..].starts_with('"'),
            Kind::Word => false,
        })
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.all.get(at).map(|token| token.kind)
    }

    fn word(&self, at: usize) -> &'t str {
        &self.text[self.all[at].start..self.all[at].end]
    }

    /// The word that a range begins with, as the use of a macro.
    fn use_starting_at(&self, offset: usize) -> Option<MacroUse<'t>> {
        let at = self.starting_at(offset)?;
        Some(self.macro_use(at))
    }

    /// The use of a macro that a range ends with, or the token that it ends with.
    fn use_ending_at(&self, offset: usize) -> Option<MacroUse<'t>> {
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

    #[test]
    fn parameters_are_told_with_their_parentheses() {
        let text = "int g(int);\nstatic int (f)(int (*call)(int), char *s) { return g(1); }";
        let start = text.find("static").expect("a function");
        let parameters = Tokens::new(text).parameters(start, "g");
        assert_eq!(parameters, Some("(1)"), "the first use behind the offset");
        let parameters = Tokens::new(text).parameters(start, "f");
        assert_eq!(parameters, Some("(int (*call)(int), char *s)"));
    }

    #[test]
    fn parts_of_initialisers_are_no_expressions() {
        let text = "struct s a = { .x = {1}, [2] = \"t\", L\"w\", b, 'c' };";
        let tokens = Tokens::new(text);
        let begins = |part: &str| tokens.begins_initialiser(text.find(part).expect("the part"));
        for part in ["{ .x", ".x", "{1}", "[2]", "\"t\""] {
            assert!(begins(part), "{part}");
        }
        for part in ["1", "2]", "b,", "'c'"] {
            assert!(!begins(part), "{part}");
        }
    }
}
