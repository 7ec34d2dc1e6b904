//! Loops and scopes in the text of a source file.

/// A text without its comments, strings and characters: blanks are in their place.
pub(super) struct Masked(Vec<u8>);

/// The head of a `while` or `for`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LoopHead {
    /// Where its keyword is.
    pub(super) keyword: usize,
    /// Something in its condition.
    pub(super) condition: usize,
}

impl Masked {
    pub(super) fn new(text: &str) -> Self {
        let mut masked = text.as_bytes().to_vec();
        let mut at = 0;
        while at < masked.len() {
            let end = hidden_end(&masked, at);
            masked[at..end].iter_mut().filter(|it| **it != b'\n').for_each(|it| *it = b' ');
            at = end.max(at + 1);
        }
        Self(masked)
    }

    /// The loop whose condition begins at a place: of `while (`, or behind the first semicolon of
    /// `for (`. The condition of a `do` is none, which is evaluated behind the body.
    pub(super) fn loop_head(&self, condition: usize) -> Option<LoopHead> {
        let mut depth = 0usize;
        let mut semicolons = 0;
        for at in (0..condition).rev() {
            match self.0[at] {
                b')' | b']' => depth += 1,
                b'(' | b'[' if depth > 0 => depth -= 1,
                b'(' => match (self.word_before(at), semicolons) {
                    ((keyword, "for"), 1) => return Some(LoopHead { keyword, condition }),
                    ((keyword, "while"), 0) => {
                        let is_loop = self.has_body(at);
                        return is_loop.then_some(LoopHead { keyword, condition });
                    }
                    (_, 0) => {}
                    _ => return None,
                },
                b';' if depth == 0 => semicolons += 1,
                b'{' | b'}' => return None,
                _ => {}
            }
        }
        None
    }

    /// The word before a place, and where it begins.
    fn word_before(&self, end: usize) -> (usize, &str) {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let before = &self.0[..end];
        let blanks = before.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        let before = &before[..end - blanks];
        let length = before.iter().rev().take_while(|byte| is_word(byte)).count();
        let start = before.len() - length;
        (start, std::str::from_utf8(&before[start..]).unwrap_or_default())
    }

    /// Whether something but a semicolon comes behind what a parenthesis encloses.
    fn has_body(&self, open: usize) -> bool {
        let Some(close) = self.close_of(open) else { return false };
        let next = self.0[close + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
        next.is_some_and(|byte| *byte != b';')
    }

    fn close_of(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for at in open..self.0.len() {
            match self.0[at] {
                b'(' => depth += 1,
                b')' if depth == 1 => return Some(at),
                b')' => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// Whether what is declared at a place is in scope at a later one: no brace or parenthesis around
    /// the declaration ends between them.
    pub(super) fn is_in_scope(&self, declared: usize, at: usize) -> bool {
        let Some(between) = self.0.get(declared..at) else { return false };
        let mut depth = 0i32;
        between.iter().all(|byte| {
            match byte {
                b'{' | b'(' => depth += 1,
                b'}' | b')' => depth -= 1,
                _ => {}
            }
            depth >= 0
        })
    }
}

/// Where the comment or literal ends that begins at a place; the place itself where none does.
fn hidden_end(text: &[u8], at: usize) -> usize {
    let rest = &text[at..];
    let behind = |pattern: &[u8]| {
        let found = rest[2..].windows(pattern.len()).position(|it| it == pattern);
        found.map_or(text.len(), |found| at + 2 + found + pattern.len())
    };
    match rest {
        [b'/', b'*', ..] => behind(b"*/"),
        [b'/', b'/', ..] => {
            rest.iter().position(|it| *it == b'\n').map_or(text.len(), |it| at + it)
        }
        [quote @ (b'"' | b'\''), ..] => {
            let mut end = at + 1;
            while end < text.len() && text[end] != *quote && text[end] != b'\n' {
                end += if text[end] == b'\\' { 2 } else { 1 };
            }
            (end + 1).min(text.len())
        }
        _ => at,
    }
}

#[cfg(test)]
mod tests {
    use super::Masked;

    /// Where the keyword is of the loop whose condition is `C`.
    fn keyword(text: &str) -> Option<usize> {
        let at = text.find('C').expect("a condition");
        Masked::new(text).loop_head(at).map(|head| head.keyword)
    }

    #[test]
    fn the_keyword_of_a_condition_is_found() {
        assert_eq!(keyword("{ while (C) i++; }"), Some(2));
        assert_eq!(keyword("{ while (!(f(1) && C)) { } }"), Some(2));
        assert_eq!(keyword("{ for (int i = g(0); C; i++) ; }"), Some(2));
        assert_eq!(keyword("{ while /* for ( */ ( \")\" == C) x(); }"), Some(2));
    }

    #[test]
    fn what_is_no_condition_of_a_loop_has_no_keyword() {
        assert_eq!(keyword("{ do { } while (C); }"), None);
        assert_eq!(keyword("{ for (C; i < n; i++) ; }"), None);
        assert_eq!(keyword("{ for (i = 0; i < n; C) ; }"), None);
        assert_eq!(keyword("{ for (;;) { C; } }"), None);
        assert_eq!(keyword("{ while (1) C; }"), None);
        assert_eq!(keyword("{ if (C) ; }"), None);
    }

    #[test]
    fn scopes_end_with_what_is_around_the_declaration() {
        let text = "{ int a; { int b; } for (int c = 0; c; ) ; X }";
        let masked = Masked::new(text);
        let is_seen = |name| {
            let at = text.find(name).expect("a declaration");
            masked.is_in_scope(at, text.find('X').expect("a place"))
        };
        assert_eq!(["a", "b", "c"].map(is_seen), [true, false, false]);
    }
}
