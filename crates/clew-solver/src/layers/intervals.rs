//! Intervals: from the bounds on terms follow bounds on what is computed from them. A comparison
//! that these do not allow contradicts them, whatever the rest says.

use clew_logic::{Op, TermId, TermPool, bits};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bounds::Ranges;
use super::bytes::{Domains, Values};
use super::narrow;

/// The lowest and the highest unsigned value.
pub(crate) type Interval = (u128, u128);

/// Parts that contradict each other by the values their terms can have: one of `asked`, and what
/// bounds the terms in it.
pub(crate) fn contradiction(
    pool: &TermPool,
    parts: &[TermId],
    asked: &[TermId],
    domains: &Domains,
) -> Option<Vec<TermId>> {
    let mut intervals = Intervals::new(pool, parts, domains);
    let &part = asked.iter().rev().find(|&&part| {
        let narrowing = !is_about_one_byte(pool, part);
        intervals.excludes(part, false, narrowing, MAX_DEPTH)
    })?;
    let mut core = intervals.reasons(parts, &[part]);
    core.push(part);
    core.sort_unstable();
    core.dedup();
    Some(core)
}

/// How deep connectives are looked into.
const MAX_DEPTH: u32 = 6;

/// What is said of one byte is known exactly elsewhere.
fn is_about_one_byte(pool: &TermPool, part: TermId) -> bool {
    let input = pool.only_input(part);
    input.is_some_and(|input| pool.bit_count(pool.input_decl(input).term) <= 8)
}

/// `a < b`, `a <= b` or `a = b`.
pub(super) struct Comparison {
    pub(super) a: TermId,
    pub(super) b: TermId,
    pub(super) op: Op,
    pub(super) negated: bool,
}

impl Comparison {
    fn of(pool: &TermPool, term: TermId, negated: bool) -> Option<Self> {
        let op = pool.op(term);
        let args = pool.args(term);
        matches!(op, Op::Eq | Op::Ult | Op::Slt).then(|| Comparison {
            a: args[0],
            b: args[1],
            op,
            negated,
        })
    }
}

/// The intervals of terms under the bounds that parts give.
pub(crate) struct Intervals<'a> {
    pub(super) pool: &'a TermPool,
    ranges: Ranges,
    domains: &'a Domains,
    pub(super) known: FxHashMap<TermId, Interval>,
}

impl<'a> Intervals<'a> {
    pub(crate) fn new(pool: &'a TermPool, parts: &[TermId], domains: &'a Domains) -> Self {
        Intervals { pool, ranges: Ranges::of(pool, parts), domains, known: FxHashMap::default() }
    }

    /// The bounds that everything follows from.
    pub(crate) fn ranges(&self) -> &Ranges {
        &self.ranges
    }

    /// Whether no values of what it is made of satisfy a Boolean term or, if asked for, its
    /// negation.
    fn excludes(&mut self, term: TermId, negated: bool, narrowing: bool, depth: u32) -> bool {
        let pool = self.pool;
        let args = pool.args(term);
        let op = pool.op(term);
        match op {
            Op::Not => self.excludes(args[0], !negated, narrowing, depth),
            Op::And | Op::Or if depth > 0 => {
                let mut each =
                    args.iter().map(|&arg| self.excludes(arg, negated, narrowing, depth - 1));
                match (op == Op::And) != negated {
                    true => each.any(|excluded| excluded),
                    false => each.all(|excluded| excluded),
                }
            }
            _ => Comparison::of(pool, term, negated).is_some_and(|comparison| {
                self.excludes_comparison(&comparison)
                    || narrowing && narrow::excludes(self, &comparison)
            }),
        }
    }

    /// Whether no values of the operands satisfy the comparison.
    fn excludes_comparison(&mut self, comparison: &Comparison) -> bool {
        self.interval(comparison.a);
        self.interval(comparison.b);
        self.impossible(comparison)
    }

    /// As [`Intervals::excludes_comparison`], for operands whose intervals are known.
    fn impossible(&self, comparison: &Comparison) -> bool {
        let (a, b) = (self.known[&comparison.a], self.known[&comparison.b]);
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
    pub(crate) fn interval(&mut self, term: TermId) -> Interval {
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
        let (low, high) = (low.max(at_least), high.min(at_most));
        let byte = self.pool.input_of(term).and_then(|input| self.domains.of(input));
        match byte.and_then(Values::bounds) {
            Some((least, greatest)) => (low.max(least), high.min(greatest)),
            None => (low, high),
        }
    }

    /// None where nothing is known.
    pub(super) fn by_arguments(&self, term: TermId) -> Option<Interval> {
        let pool = self.pool;
        let args = pool.args(term);
        let width = pool.bit_count(term);
        let arg = |place: usize| self.known[&args[place]];
        match pool.op(term) {
            Op::Const => pool.value(term).map(|value| (value, value)),
            Op::Add => self.difference(args).or_else(|| {
                let ((a, b), (c, d)) = (arg(0), arg(1));
                truncated(width, (a.checked_add(c)?, b.checked_add(d)?))
            }),
            Op::Not => {
                let (low, high) = arg(0);
                Some((bits::ones(width) - high, bits::ones(width) - low))
            }
            Op::Eq | Op::Ult | Op::Slt => {
                let comparison =
                    |negated| Comparison { a: args[0], b: args[1], op: pool.op(term), negated };
                match (self.impossible(&comparison(false)), self.impossible(&comparison(true))) {
                    (true, false) => Some((0, 0)),
                    (false, true) => Some((1, 1)),
                    _ => None,
                }
            }
            Op::Or if width == 1 => Some((arg(0).0.max(arg(1).0), arg(0).1.max(arg(1).1))),
            Op::And if width == 1 => Some((arg(0).0.min(arg(1).0), arg(0).1.min(arg(1).1))),
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
            Op::Ite if !pool.sort(term).is_array() => {
                let ((a, b), (c, d)) = (arg(1), arg(2));
                match arg(0) {
                    (1, 1) => Some((a, b)),
                    (0, 0) => Some((c, d)),
                    _ => Some((a.min(c), b.max(d))),
                }
            }
            _ => None,
        }
    }

    /// A sum with a negation, where the difference is never negative.
    fn difference(&self, args: &[TermId]) -> Option<Interval> {
        [(args[0], args[1]), (args[1], args[0])].into_iter().find_map(|(from, negated)| {
            if self.pool.op(negated) != Op::Neg {
                return None;
            }
            let ((a, b), (c, d)) = (self.known[&from], self.known[&self.pool.args(negated)[0]]);
            (a >= d).then(|| (a - d, b - c))
        })
    }

    /// The parts that bound the terms or anything in them.
    fn reasons(&self, parts: &[TermId], terms: &[TermId]) -> Vec<TermId> {
        let mut reasons = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = terms.to_vec();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            reasons.extend(self.ranges.all_reasons(term));
            if let Some(byte) = self.pool.input_of(term)
                && self.domains.of(byte).is_some()
            {
                let own = |part: &&TermId| self.pool.only_input(**part) == Some(byte);
                reasons.extend(parts.iter().filter(own));
            }
            stack.extend(self.pool.args(term));
        }
        reasons
    }
}

pub(super) const EMPTY: Interval = (1, 0);

pub(super) fn is_empty((low, high): Interval) -> bool {
    low > high
}

/// The interval modulo the width, where all of it wraps equally often.
fn truncated(width: u32, (low, high): Interval) -> Option<Interval> {
    let same = width == 128 || low >> width == high >> width;
    same.then(|| (bits::truncate(width, low), bits::truncate(width, high)))
}

/// The interval in the order of signed values, where it does not cross the change of sign.
pub(super) fn flipped(width: u32, (low, high): Interval) -> Option<Interval> {
    let flip = bits::sign_bit(width);
    (bits::is_negative(width, low) == bits::is_negative(width, high))
        .then_some((low ^ flip, high ^ flip))
}

#[cfg(test)]
mod tests {
    use super::super::bytes::Bytes;
    use super::*;
    use clew_logic::testing::{Random, TermSampler, scale};
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
        for round in 0..30_000 * scale() as u64 {
            let mut rng = Random::new(round);
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
                TermSampler { rng: Random::new(round ^ 99), inputs, widths, arrays: false };
            for _ in 0..1 + rng.below(2) {
                parts.push(sampler.boolean(&mut pool, 2 + rng.below(2) as u32));
            }
            let mut domains = Domains::default();
            if rng.one_in(2) {
                let mut bytes = Bytes::default();
                for &part in &parts {
                    if let Some((input, values)) = bytes.allowed(&pool, part) {
                        domains.learn(input, values);
                    }
                }
            }
            if let Some(core) = contradiction(&pool, &parts, &parts, &domains) {
                found += 1;
                assert!(core.iter().all(|part| parts.contains(part)), "round {round}");
                let text = || {
                    core.iter().map(|&part| clew_logic::print_c(&pool, part)).collect::<Vec<_>>()
                };
                assert!(!satisfiable(&pool, &core), "round {round}: {:?}", text());
            }
        }
        assert!(found > 1_000, "{found}");
    }

    /// The digits of a number in a base, each from 0 to 9, as parts about bytes, and the number.
    fn number(pool: &mut TermPool, digits: usize, base: u128) -> (Vec<TermId>, TermId) {
        let zero = pool.bv(32, 48);
        let (low, high, base) = (pool.bv(8, 48), pool.bv(8, 57), pool.bv(32, base));
        let mut value = pool.bv(32, 0);
        let mut parts = Vec::new();
        for place in 0..digits {
            let digit = pool.input(&format!("s{place}"), Sort::BitVec(8));
            parts.extend([pool.sle(low, digit), pool.sle(digit, high)]);
            let wide = pool.sign_extend(digit, 32);
            let number = pool.sub(wide, zero);
            let shifted = pool.mul(value, base);
            value = pool.add(shifted, number);
        }
        (parts, value)
    }

    #[test]
    fn a_number_of_few_digits_is_small() {
        let mut pool = TermPool::new();
        let (mut parts, value) = number(&mut pool, 3, 10);
        let limit = pool.bv(32, 999);
        parts.push(pool.slt(limit, value));
        let core = contradiction(&pool, &parts, &parts, &Domains::default());
        assert_eq!(core.map(|core| core.len()), Some(7));
        let limit = pool.bv(32, 998);
        parts.pop();
        parts.push(pool.slt(limit, value));
        assert_eq!(contradiction(&pool, &parts, &parts, &Domains::default()), None);
    }

    #[test]
    fn a_number_has_the_digits_it_has() {
        let mut pool = TermPool::new();
        let (mut parts, value) = number(&mut pool, 4, 16);
        for (wanted, is_possible) in [(0x1234, true), (0x12a4, false), (0xbe, false), (9, true)] {
            let constant = pool.bv(32, wanted);
            parts.push(pool.eq(value, constant));
            let core = contradiction(&pool, &parts, &parts, &Domains::default());
            assert_eq!(core.is_none(), is_possible, "{wanted:#x}");
            parts.pop();
        }
    }
}
