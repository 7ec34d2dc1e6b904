//! Choices among known values: what is computed from one is a choice among what is computed from each, so that
//! constants stay constants where ways come together.

use super::{Op, Term, Terms};

/// The most values of a choice that is taken apart.
const MOST_VALUES: u32 = 64;

/// Which values are known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// Constants.
    Constants,
    /// Constants, and places in objects.
    Places,
}

impl Terms {
    /// The result of something that is done to each value of a choice, where the term is one, and its values
    /// are few and known.
    pub(super) fn distribute(
        &mut self,
        term: Term,
        known: Known,
        with: &mut dyn FnMut(&mut Self, Term) -> Term,
    ) -> Option<Term> {
        let mut left = MOST_VALUES;
        let is_choice = self.node(term).op == Op::Ite;
        (is_choice && self.has_known_values(term, known, &mut left)).then(|| self.each(term, with))
    }

    fn has_known_values(&self, term: Term, known: Known, left: &mut u32) -> bool {
        let node = self.node(term);
        if node.op == Op::Ite {
            let (then, otherwise) = (node.args[1], node.args[2]);
            return self.has_known_values(then, known, left)
                && self.has_known_values(otherwise, known, left);
        }
        *left = left.saturating_sub(1);
        let (base, _) = self.split_sum(term);
        let is_known = match base {
            None => true,
            Some(base) => known == Known::Places && self.object_sizes.contains_key(&base),
        };
        *left > 0 && is_known
    }

    fn each(&mut self, term: Term, with: &mut dyn FnMut(&mut Self, Term) -> Term) -> Term {
        if self.node(term).op != Op::Ite {
            return with(self, term);
        }
        let (condition, then, otherwise) = match *self.args(term) {
            [condition, then, otherwise] => (condition, then, otherwise),
            _ => return with(self, term),
        };
        let then = self.each(then, with);
        let otherwise = self.each(otherwise, with);
        self.ite(condition, then, otherwise)
    }
}
