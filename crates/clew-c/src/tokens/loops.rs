//! The heads of loops.

use super::Tokens;
use super::scan::Kind;

impl Tokens<'_> {
    /// The keyword of the loop whose condition something at an offset belongs to: in the parentheses of
    /// `while`, or between the semicolons of `for`. The condition of a `do` is none, which is evaluated
    /// behind the body.
    pub fn loop_keyword(&self, condition: usize) -> Option<usize> {
        let first = self.starting_at(condition)?;
        let mut semicolons = 0usize;
        let mut at = first;
        while let Some(before) = at.checked_sub(1) {
            at = before;
            match self.all[at].kind {
                Kind::Sign(b')' | b']') => at = self.partners[at]?,
                Kind::Sign(b';') => semicolons += 1,
                Kind::Sign(b'{' | b'}') => return None,
                Kind::Sign(b'(') => {
                    let word = at.checked_sub(1).filter(|it| self.all[*it].kind == Kind::Word);
                    match (word.map(|it| self.word(it)), semicolons) {
                        (Some("for"), 1) => return word.map(|it| self.all[it].start),
                        (Some("while"), 0) if self.controls_something(at) => {
                            return word.map(|it| self.all[it].start);
                        }
                        (Some("for" | "while" | "if" | "switch"), _) | (_, 1..) => return None,
                        (_, 0) => {}
                    }
                }
                Kind::Sign(_) | Kind::Word | Kind::Literal => {}
            }
        }
        None
    }

    /// Whether more than a semicolon comes behind what a parenthesis encloses.
    fn controls_something(&self, open: usize) -> bool {
        let behind = self.partners[open].and_then(|close| self.kind(close + 1));
        behind.is_some_and(|kind| kind != Kind::Sign(b';'))
    }
}

#[cfg(test)]
mod tests {
    use super::Tokens;

    /// Where the keyword is of the loop whose condition has `C`.
    fn keyword(text: &str) -> Option<usize> {
        Tokens::new(text).loop_keyword(text.find('C').expect("a condition"))
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
        assert_eq!(keyword("{ while (1) if (C) x(); }"), None);
        assert_eq!(keyword("{ if (C) ; }"), None);
    }
}
