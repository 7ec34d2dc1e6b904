//! Intervals: from the bounds on terms follow bounds on what is computed from them. A comparison
//! that these do not allow contradicts them, whatever the rest says.

use clew_logic::{Op, TermId, TermPool, bits};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bounds::Ranges;

/// The lowest and the highest unsigned value.
type Interval = (u128, u128);

/// Parts that contradict each other by the values their terms can have.
pub(crate) fn contradiction(pool: &TermPool, parts: &[TermId]) -> Option<Vec<TermId>> {
    let mut intervals =
        Intervals { pool, ranges: Ranges::of(pool, parts), known: FxHashMap::default() };
    let (part, terms) = parts.iter().rev().find_map(|&part| {
        let comparison = Comparison::of(pool, part)?;
        intervals.excludes(&comparison).then_some((part, [comparison.a, comparison.b]))
    })?;
    let mut core = intervals.reasons(&terms);
    core.push(part);
    core.sort_unstable();
    core.dedup();
    Some(core)
}

/// `a < b`, `a <= b` or `a = b`.
struct Comparison {
    a: TermId,
    b: TermId,
    op: Op,
    negated: bool,
}

impl Comparison {
    fn of(pool: &TermPool, part: TermId) -> Option<Self> {
        let negated = pool.op(part) == Op::Not;
        let inner = if negated { pool.args(part)[0] } else { part };
        let op = pool.op(inner);
        let args = pool.args(inner);
        matches!(op, Op::Eq | Op::Ult | Op::Slt).then(|| Comparison {
            a: args[0],
            b: args[1],
            op,
            negated,
        })
    }
}

struct Intervals<'a> {
    pool: &'a TermPool,
    ranges: Ranges,
    known: FxHashMap<TermId, Interval>,
}

impl Intervals<'_> {
    /// Whether no values of the operands satisfy the comparison.
    fn excludes(&mut self, comparison: &Comparison) -> bool {
        let (a, b) = (self.interval(comparison.a), self.interval(comparison.b));
        if is_empty(a) || is_empty(b) {
            return true;
        }
        let width = self.pool.width(comparison.a);
        let (a, b) = match comparison.op {
            Op::Slt => match (flipped(width, a), flipped(width, b)) {
                (Some(a), Some(b)) => (a, b),
                _ => return false,
            },
            _ => (a, b),
        };
        match (comparison.op, comparison.negated) {
            (Op::Eq, false) => a.1 < b.0 || b.1 < a.0,
            (Op::Eq, true) => a.0 == a.1 && a == b,
            (_, false) => a.0 >= b.1,
            (_, true) => a.1 < b.0,
        }
    }

    /// The values of a term; empty where there is none.
    fn interval(&mut self, term: TermId) -> Interval {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let args = self.pool.args(top).iter();
            stack.extend(args.filter(|arg| !self.known.contains_key(arg)));
            if stack.len() == before {
                stack.pop();
                let interval = self.computed(top);
                self.known.insert(top, interval);
            }
        }
        self.known[&term]
    }

    /// What follows for a term from its arguments and from the bounds on itself.
    fn computed(&self, term: TermId) -> Interval {
        let full = (0, bits::ones(self.pool.bit_count(term)));
        let args = self.pool.args(term);
        if args.iter().any(|arg| is_empty(self.known[arg])) {
            return EMPTY;
        }
        let (low, high) = self.by_arguments(term).unwrap_or(full);
        let (at_least, at_most) = self.ranges.unsigned(term).unwrap_or(full);
        (low.max(at_least), high.min(at_most))
    }

    /// None where nothing is known.
    fn by_arguments(&self, term: TermId) -> Option<Interval> {
        let pool = self.pool;
        let args = pool.args(term);
        let width = pool.bit_count(term);
        let arg = |place: usize| self.known[&args[place]];
        match pool.op(term) {
            Op::Const => pool.value(term).map(|value| (value, value)),
            Op::Add => {
                let ((a, b), (c, d)) = (arg(0), arg(1));
                truncated(width, (a.checked_add(c)?, b.checked_add(d)?))
            }
            Op::Neg => {
                let (low, high) = arg(0);
                (low > 0).then(|| (bits::neg(width, high), bits::neg(width, low)))
            }
            Op::Mul => {
                let ((a, b), (c, d)) = (arg(0), arg(1));
                let high = b.checked_mul(d)?;
                (high <= bits::ones(width)).then(|| (a * c, high))
            }
            Op::UDiv => {
                let ((a, b), (c, d)) = (arg(0), arg(1));
                (c > 0).then(|| (a / d, b / c))
            }
            Op::URem => {
                let ((a, b), (c, d)) = (arg(0), arg(1));
                if b < c { Some((a, b)) } else { (c > 0).then(|| (0, b.min(d - 1))) }
            }
            Op::And => Some((0, arg(0).1.min(arg(1).1))),
            Op::LShr => Some((0, arg(0).1)),
            Op::Concat => {
                let ((a, b), (c, d)) = (arg(0), arg(1));
                let low = pool.width(args[1]);
                Some((a << low | c, b << low | d))
            }
            Op::Extract => {
                let (high_bit, low_bit) = pool.extract_bounds(term)?;
                let (low, high) = arg(0);
                truncated(high_bit - low_bit + 1, (low >> low_bit, high >> low_bit))
            }
            Op::SignExtend => {
                let from = pool.width(args[0]);
                let (low, high) = arg(0);
                let same_sign = bits::is_negative(from, low) == bits::is_negative(from, high);
                let extend = |value| bits::sign_extend(from, width, value);
                same_sign.then(|| (extend(low), extend(high)))
            }
            Op::Ite if !matches!(pool.sort(term), clew_logic::Sort::Array { .. }) => {
                let ((a, b), (c, d)) = (arg(1), arg(2));
                Some((a.min(c), b.max(d)))
            }
            _ => None,
        }
    }

    /// The parts that bound the terms or anything in them.
    fn reasons(&self, terms: &[TermId]) -> Vec<TermId> {
        let mut reasons = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = terms.to_vec();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                reasons.extend(self.ranges.all_reasons(term));
                stack.extend(self.pool.args(term));
            }
        }
        reasons
    }
}

const EMPTY: Interval = (1, 0);

fn is_empty((low, high): Interval) -> bool {
    low > high
}

/// The interval modulo the width, where all of it wraps equally often.
fn truncated(width: u32, (low, high): Interval) -> Option<Interval> {
    let same = width == 128 || low >> width == high >> width;
    same.then(|| (bits::truncate(width, low), bits::truncate(width, high)))
}

/// The interval in the order of signed values, where it does not cross the change of sign.
fn flipped(width: u32, (low, high): Interval) -> Option<Interval> {
    let flip = bits::sign_bit(width);
    (bits::is_negative(width, low) == bits::is_negative(width, high))
        .then_some((low ^ flip, high ^ flip))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::testing::{Rng, TermSampler};
    use clew_logic::{Evaluator, InputId, Model, Sort};

    fn satisfiable(pool: &TermPool, parts: &[TermId]) -> bool {
        let inputs: Vec<InputId> = pool.inputs().map(|(input, _)| input).collect();
        let mut evaluator = Evaluator::new();
        (0..1u128 << 8).any(|number| {
            let mut model = Model::new();
            model.set_bits(inputs[0], number & 15);
            model.set_bits(inputs[1], number >> 4);
            evaluator.forget();
            parts.iter().all(|&part| evaluator.holds(pool, &model, part))
        })
    }

    #[test]
    fn contradictions_are_real() {
        let mut found = 0;
        for round in 0..30_000 {
            let mut rng = Rng::new(round);
            let mut pool = TermPool::new();
            let inputs: Vec<TermId> =
                ["x", "y"].map(|name| pool.input(name, Sort::BitVec(4))).into();
            let mut parts = Vec::new();
            for _ in 0..1 + rng.below(3) {
                let (a, c) = (rng.pick(&inputs), pool.bv(4, rng.value(4)));
                parts.push(match rng.below(4) {
                    0 => pool.ult(a, c),
                    1 => pool.ult(c, a),
                    2 => pool.slt(a, c),
                    _ => pool.slt(c, a),
                });
            }
            let widths = vec![4, 4, 6];
            let mut sampler =
                TermSampler { rng: Rng::new(round ^ 99), inputs, widths, arrays: false };
            for _ in 0..1 + rng.below(2) {
                parts.push(sampler.boolean(&mut pool, 2));
            }
            if let Some(core) = contradiction(&pool, &parts) {
                found += 1;
                assert!(core.iter().all(|part| parts.contains(part)), "round {round}");
                assert!(!satisfiable(&pool, &core), "round {round}");
            }
        }
        assert!(found > 1_000, "{found}");
    }

    #[test]
    fn a_number_of_few_digits_is_small() {
        let mut pool = TermPool::new();
        let zero = pool.bv(32, 48);
        let (nine, ten) = (pool.bv(8, 57), pool.bv(32, 10));
        let mut value = pool.bv(32, 0);
        let mut parts = Vec::new();
        for place in 0..3 {
            let digit = pool.input(&format!("s{place}"), Sort::BitVec(8));
            let low = pool.bv(8, 48);
            parts.extend([pool.sle(low, digit), pool.sle(digit, nine)]);
            let wide = pool.sign_extend(digit, 32);
            let number = pool.sub(wide, zero);
            let shifted = pool.mul(value, ten);
            value = pool.add(shifted, number);
        }
        let limit = pool.bv(32, 999);
        parts.push(pool.slt(limit, value));
        assert_eq!(contradiction(&pool, &parts).map(|core| core.len()), Some(7));
        let limit = pool.bv(32, 998);
        parts.pop();
        parts.push(pool.slt(limit, value));
        assert_eq!(contradiction(&pool, &parts), None);
    }
}
