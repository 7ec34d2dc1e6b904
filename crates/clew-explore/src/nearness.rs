//! How near a run came to the other side of a branch.
//!
//! The usual branch distances of search-based testing, on the terms of a path: a condition that
//! cannot be negated on its path may still be nearer to its other side than on another path.

use clew_logic::{Evaluator, Model, Op, TermId, TermPool};

/// Connectives nested deeper than this count as one step.
const MAX_NESTING: u32 = 16;

/// Measures under one model.
pub(crate) struct Ruler<'a> {
    pub(crate) pool: &'a TermPool,
    pub(crate) model: &'a Model,
    pub(crate) evaluator: &'a mut Evaluator,
}

impl Ruler<'_> {
    /// How far a Boolean term is from a value: 0 where it has it.
    pub(crate) fn distance(&mut self, term: TermId, wanted: bool) -> u64 {
        self.measure(term, wanted, MAX_NESTING)
    }

    fn measure(&mut self, term: TermId, wanted: bool, nesting: u32) -> u64 {
        if (self.value(term) == 1) == wanted {
            return 0;
        }
        let args = self.pool.args(term);
        match (self.pool.op(term), args) {
            (Op::Not, &[inner]) => self.measure(inner, !wanted, nesting),
            (Op::And | Op::Or, &[a, b]) if nesting > 0 => {
                let is_and = self.pool.op(term) == Op::And;
                let (a, b) =
                    (self.measure(a, wanted, nesting - 1), self.measure(b, wanted, nesting - 1));
                if is_and == wanted { a.saturating_add(b) } else { a.min(b) }
            }
            (Op::Eq, &[a, b]) if wanted => self.around(a, b),
            (Op::Ult, &[a, b]) => self.apart(a, b, false).saturating_add(u64::from(wanted)),
            (Op::Slt, &[a, b]) => self.apart(a, b, true).saturating_add(u64::from(wanted)),
            _ => 1,
        }
    }

    /// How far two numbers are apart in their order.
    fn apart(&mut self, a: TermId, b: TermId, signed: bool) -> u64 {
        let flip = if signed { 1 << (self.pool.width(a) - 1) } else { 0 };
        let apart = (self.value(a) ^ flip).abs_diff(self.value(b) ^ flip);
        u64::try_from(apart).unwrap_or(u64::MAX)
    }

    /// How far two numbers are apart without an order: the way round the end may be shorter.
    fn around(&mut self, a: TermId, b: TermId) -> u64 {
        let width = self.pool.width(a);
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        let apart = self.value(a).abs_diff(self.value(b));
        u64::try_from(apart.min(apart.wrapping_neg() & mask)).unwrap_or(u64::MAX)
    }

    fn value(&mut self, term: TermId) -> u128 {
        self.evaluator.eval(self.pool, self.model, term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::Sort;

    #[test]
    fn distances_of_comparisons() {
        let mut pool = TermPool::new();
        let x = pool.input("x", Sort::BitVec(32));
        let input = pool.input_of(x).expect("an input");
        let six = pool.bv(32, 6);
        let minus_one = pool.bv(32, 0xffff_ffff);
        let is_six = pool.eq(x, six);
        let is_not_six = pool.not(is_six);
        let below = pool.slt(x, six);
        let below_minus_one = pool.slt(x, minus_one);
        let both = pool.and(is_six, below_minus_one);
        let distance = |value: u128, term, wanted| {
            let mut model = Model::new();
            model.set_bits(input, value);
            let mut evaluator = Evaluator::new();
            let mut ruler = Ruler { pool: &pool, model: &model, evaluator: &mut evaluator };
            ruler.distance(term, wanted)
        };
        assert_eq!([2, 3, 6, 9].map(|value| distance(value, is_six, true)), [4, 3, 0, 3]);
        assert_eq!(distance(2, is_not_six, false), 4);
        assert_eq!(distance(6, is_six, false), 1);
        assert_eq!(distance(9, below, true), 4);
        assert_eq!(distance(2, below, false), 4);
        assert_eq!(distance(0xffff_fffe, is_six, true), 8);
        assert_eq!(distance(4, below_minus_one, true), 6);
        assert_eq!(distance(4, both, true), 8);
    }
}
