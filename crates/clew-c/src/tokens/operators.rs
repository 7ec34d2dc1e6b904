//! Operators in the source: where one stands between its operands, and what is written to.

use super::{Kind, Tokens};
use std::ops::Range;

/// An operator between two operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operator {
    /// Where it stands.
    pub range: Range<usize>,
    /// Whether it is that of a compound assignment: `+=`.
    pub assigns: bool,
}

impl Tokens<'_> {
    /// The operator between an operand that ends at `left` and one that begins at `right`: nothing
    /// but it and parentheses stands there.
    pub fn operator(&self, left: usize, right: usize, symbol: &str) -> Option<Operator> {
        let first = self.all.partition_point(|token| token.start < left);
        let last = self.all.partition_point(|token| token.start < right);
        let between = self.all.get(first..last)?;
        let is_sign = |it: &&super::Token| !matches!(it.kind, Kind::Sign(b'(' | b')'));
        let signs: Vec<&super::Token> = between.iter().filter(is_sign).collect();
        let (start, end) = (signs.first()?.start, signs.last()?.end);
        let written = &self.text[start..end];
        let compares = matches!(symbol, "<" | ">" | "=" | "!");
        let assigns = !compares && written.strip_suffix('=').is_some_and(|it| it == symbol);
        let range = start..end;
        (written == symbol || assigns).then_some(Operator { range, assigns })
    }

    /// Where the right side of a plain assignment begins whose left side begins at `start`, and which
    /// has a value that begins at `value`.
    pub fn left_side(&self, start: usize, value: usize) -> Option<usize> {
        let first = self.all.partition_point(|token| token.start < start);
        let last = self.all.partition_point(|token| token.start < value);
        let between = self.all.get(first..last)?;
        let is_sign = |sign| move |it: &&super::Token| it.kind == Kind::Sign(sign);
        let mut signs = between.iter().filter(is_sign(b'='));
        let equals = signs.next().filter(|_| signs.next().is_none())?;
        let before = &self.text[start..equals.start];
        let is_plain = !before.ends_with(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>', '!']);
        is_plain.then_some(equals.end)
    }

    /// Whether the expression in a range is an assignment, or steps a variable, and no part of it
    /// that stands in brackets alone.
    pub fn assigns(&self, start: usize, end: usize) -> bool {
        let first = self.all.partition_point(|token| token.start < start);
        let last = self.all.partition_point(|token| token.start < end);
        let mut at = first;
        while at < last {
            match (self.all[at].kind, self.partners[at]) {
                (Kind::Sign(b'(' | b'[' | b'{'), Some(close)) if close < last => {
                    at = close + 1;
                    continue;
                }
                (Kind::Sign(_), _) => {
                    let rest = &self.text[self.all[at].start..];
                    if rest.starts_with("<<=") || rest.starts_with(">>=") {
                        return true;
                    }
                    let is_compared =
                        ["==", "!=", "<=", ">="].iter().any(|it| rest.starts_with(it));
                    if is_compared {
                        at += 2;
                        continue;
                    }
                    if rest.starts_with('=') || rest.starts_with("++") || rest.starts_with("--") {
                        return true;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// Whether something is written to, or its address is taken, where it stands.
    pub fn is_written(&self, start: usize, end: usize) -> bool {
        let mut behind = self.all.partition_point(|token| token.start < end);
        while self.kind(behind) == Some(Kind::Sign(b')')) {
            behind += 1;
        }
        let rest = self.all.get(behind).map_or("", |token| &self.text[token.start..]);
        let assigns = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]
            .iter()
            .any(|symbol| rest.strip_prefix(symbol).is_some_and(|it| it.starts_with('=')));
        let is_set = rest.starts_with('=') && !rest.starts_with("==");
        let steps = ["++", "--"];
        let mut before = self.all.partition_point(|token| token.start < start);
        while before > 0 && self.kind(before - 1) == Some(Kind::Sign(b'(')) {
            before -= 1;
        }
        let text = before.checked_sub(1).map_or("", |at| &self.text[..self.all[at].end]);
        let operand_before = before.checked_sub(2).and_then(|at| self.kind(at));
        let is_operand = matches!(
            operand_before,
            Some(Kind::Word | Kind::Literal | Kind::Sign(b')' | b']' | b'&'))
        );
        assigns
            || is_set
            || steps.iter().any(|step| rest.starts_with(step) || text.ends_with(step))
            || (text.ends_with('&') && !is_operand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_found_between_operands() {
        let text = "(a) /* + */ - (b); c += d; e <= f; g + -h;";
        let tokens = Tokens::new(text);
        let find = |left: &str, right: &str, symbol| {
            let left = text.find(left).expect("left") + 1;
            tokens.operator(left, text.find(right).expect("right"), symbol)
        };
        let range = |operator: Option<Operator>| operator.map(|it| &text[it.range]);
        assert_eq!(range(find("a", "b", "-")), Some("-"));
        assert!(find("c", "d", "+").is_some_and(|it| it.assigns));
        assert!(find("e", "f", "<=").is_some_and(|it| !it.assigns));
        assert_eq!(find("e", "f", "<"), None);
        assert_eq!(find("g", "h", "+"), None);
    }

    #[test]
    fn assignments_are_told_from_comparisons() {
        let assigns = |text: &str| Tokens::new(text).assigns(0, text.len());
        for text in ["a = b", "a += b", "p->n++", "--a", "a <<= 1", "a = (b == c)"] {
            assert!(assigns(text), "{text}");
        }
        for text in ["a == b", "a <= b", "v[i++]", "f(a = b)", "a - -b", "(a = b) > c"] {
            assert!(!assigns(text), "{text}");
        }
    }

    #[test]
    fn what_is_written_to_is_known_by_its_neighbours() {
        let text = "a = 1; b == 1; c += 1; (d)++; --e; f & 1; x = &g; h && i; p->k <<= 2;";
        let tokens = Tokens::new(text);
        let is_written = |name: &str| {
            let at = text.find(name).expect("a name");
            tokens.is_written(at, at + name.len())
        };
        for name in ["a", "c", "d", "e", "g", "p->k"] {
            assert!(is_written(name), "{name}");
        }
        for name in ["b", "f", "h", "i"] {
            assert!(!is_written(name), "{name}");
        }
    }
}
