//! Intervals backwards: what a comparison leaves to its operands, these leave to theirs, down to
//! the inputs and up again, a few times. Where nothing is left the comparison cannot hold. A
//! number read digit by digit is decided this way.

use clew_logic::{Op, TermId, TermPool, bits};

use super::intervals::{Comparison, EMPTY, Interval, Intervals, flipped, is_empty};

/// How often it goes down and up.
const MAX_ROUNDS: usize = 6;
/// Larger comparisons are left alone.
const MAX_TERMS: usize = 400;

/// Whether no values of the inputs within their intervals satisfy the comparison.
pub(super) fn excludes(intervals: &mut Intervals<'_>, comparison: &Comparison) -> bool {
    let computed = |term| !matches!(intervals.pool.op(term), Op::Input | Op::Const);
    if !computed(comparison.a) && !computed(comparison.b) {
        return false;
    }
    let Some(terms) = terms_of(intervals.pool, [comparison.a, comparison.b]) else { return false };
    let before: Vec<Interval> = terms.iter().map(|&term| intervals.interval(term)).collect();
    let excluded = Narrowing { intervals, terms: &terms }.run(comparison);
    // What follows from one comparison is not mixed with what follows from another.
    for (&term, interval) in terms.iter().zip(before) {
        intervals.known.insert(term, interval);
    }
    excluded
}

/// Everything in the terms, arguments before what is built of them; none where that is too much.
fn terms_of(pool: &TermPool, roots: [TermId; 2]) -> Option<Vec<TermId>> {
    let mut terms: Vec<TermId> = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = roots.to_vec();
    while let Some(term) = stack.pop() {
        if pool.sort(term).is_array() || terms.len() > MAX_TERMS {
            return None;
        }
        if seen.insert(term) {
            terms.push(term);
            stack.extend(pool.args(term));
        }
    }
    terms.sort_unstable();
    Some(terms)
}

struct Narrowing<'n, 'p> {
    intervals: &'n mut Intervals<'p>,
    terms: &'n [TermId],
}

impl Narrowing<'_, '_> {
    fn run(&mut self, comparison: &Comparison) -> bool {
        for _ in 0..MAX_ROUNDS {
            let mut changed = self.compare(comparison);
            for &term in self.terms.iter().rev() {
                changed |= self.down(term);
            }
            if self.terms.iter().any(|term| is_empty(self.of(*term))) {
                return true;
            }
            if !changed {
                return false;
            }
            for &term in self.terms {
                if self.intervals.pool.args(term).iter().any(|&arg| is_empty(self.of(arg))) {
                    return true;
                }
                if let Some(interval) = self.intervals.by_arguments(term) {
                    self.limit(term, interval);
                }
            }
        }
        false
    }

    fn of(&self, term: TermId) -> Interval {
        self.intervals.known.get(&term).copied().unwrap_or(EMPTY)
    }

    /// Intersects the interval of a term; whether that changed it.
    fn limit(&mut self, term: TermId, (low, high): Interval) -> bool {
        let known = self.of(term);
        let new = (known.0.max(low), known.1.min(high));
        if new == known {
            return false;
        }
        self.intervals.known.insert(term, new);
        true
    }

    /// What the comparison leaves to its sides.
    fn compare(&mut self, comparison: &Comparison) -> bool {
        let (a, b) = (comparison.a, comparison.b);
        let (of_a, of_b) = (self.of(a), self.of(b));
        let width = self.intervals.pool.width(a);
        match (comparison.op, comparison.negated) {
            (Op::Eq, false) => self.limit(a, of_b) | self.limit(b, of_a),
            (Op::Eq, true) => self.differ(a, of_b) | self.differ(b, of_a),
            (Op::Slt, negated) => {
                // Where both are on one side of the change of sign the order is the unsigned one.
                let flip = bits::sign_bit(width);
                match (flipped(width, of_a), flipped(width, of_b)) {
                    (Some(_), Some(_)) if (of_a.0 < flip) == (of_b.0 < flip) => {
                        self.less(a, b, negated)
                    }
                    _ => false,
                }
            }
            (_, negated) => self.less(a, b, negated),
        }
    }

    /// A value that is excluded at an end of the interval.
    fn differ(&mut self, term: TermId, (low, high): Interval) -> bool {
        let known = self.of(term);
        if low != high || is_empty(known) {
            return false;
        }
        match low {
            value if value == known.0 && value == known.1 => self.limit(term, EMPTY),
            value if value == known.0 => self.limit(term, (value + 1, known.1)),
            value if value == known.1 => self.limit(term, (known.0, value - 1)),
            _ => false,
        }
    }

    /// `a < b`, or `b <= a` where it is negated.
    fn less(&mut self, a: TermId, b: TermId, negated: bool) -> bool {
        let (of_a, of_b) = (self.of(a), self.of(b));
        if negated {
            return self.limit(a, (of_b.0, u128::MAX)) | self.limit(b, (0, of_a.1));
        }
        let below = of_b.1.checked_sub(1).map_or(EMPTY, |high| (0, high));
        let above = of_a.0.checked_add(1).map_or(EMPTY, |low| (low, u128::MAX));
        self.limit(a, below) | self.limit(b, above)
    }

    /// What a term leaves to its arguments. Each rule holds where the operator does not wrap, or
    /// wraps equally often everywhere.
    fn down(&mut self, term: TermId) -> bool {
        let pool = self.intervals.pool;
        let wanted = self.of(term);
        let args = pool.args(term);
        if is_empty(wanted) || args.iter().any(|&arg| is_empty(self.of(arg))) {
            return false;
        }
        match pool.op(term) {
            Op::Add => self.down_add(pool.width(term), args, wanted),
            Op::Mul => {
                let first = self.down_mul(pool.width(term), args[0], args[1], wanted);
                first | self.down_mul(pool.width(term), args[1], args[0], wanted)
            }
            Op::UDiv => self.down_div(args, wanted),
            Op::Neg => {
                let width = pool.width(term);
                let can = wanted.0 > 0;
                can && self.limit(args[0], (bits::neg(width, wanted.1), bits::neg(width, wanted.0)))
            }
            Op::Concat => self.down_concat(pool.width(args[1]), args, wanted),
            Op::SignExtend => self.down_extension(pool.width(term), args[0], wanted),
            Op::Extract => self.down_extract(term, args[0], wanted),
            _ => false,
        }
    }

    fn down_add(&mut self, width: u32, args: &[TermId], wanted: Interval) -> bool {
        let ((a, b), (c, d)) = (self.of(args[0]), self.of(args[1]));
        let (Some(least), Some(greatest)) = (a.checked_add(c), b.checked_add(d)) else {
            return false;
        };
        if width == 128 || least >> width != greatest >> width {
            return false;
        }
        let wraps = least >> width << width;
        let (low, high) = (wanted.0 + wraps, wanted.1 + wraps);
        let less = |value: u128, by: u128| value.saturating_sub(by);
        let none = |by: u128| high < by;
        if none(c) || none(a) {
            return self.limit(args[0], EMPTY);
        }
        self.limit(args[0], (less(low, d), high - c))
            | self.limit(args[1], (less(low, b), high - a))
    }

    fn down_mul(&mut self, width: u32, arg: TermId, other: TermId, wanted: Interval) -> bool {
        let ((_, high), (least, greatest)) = (self.of(arg), self.of(other));
        // The other one may have become empty just now.
        if least == 0 || least > greatest {
            return false;
        }
        let fits = high.checked_mul(greatest).is_some_and(|most| most <= bits::ones(width));
        fits && self.limit(arg, (wanted.0.div_ceil(greatest), wanted.1 / least))
    }

    fn down_div(&mut self, args: &[TermId], (low, high): Interval) -> bool {
        let (least, greatest) = self.of(args[1]);
        if least == 0 {
            return false;
        }
        let most = high.checked_add(1).and_then(|next| next.checked_mul(greatest));
        let low = low.saturating_mul(least);
        self.limit(args[0], (low, most.map_or(u128::MAX, |most| most - 1)))
    }

    fn down_concat(&mut self, low_width: u32, args: &[TermId], (low, high): Interval) -> bool {
        let (least, greatest) = self.of(args[1]);
        let unit = 1u128 << low_width;
        if high < least {
            return self.limit(args[0], EMPTY);
        }
        let above = (low.saturating_sub(greatest).div_ceil(unit), (high - least) / unit);
        let changed = self.limit(args[0], above);
        let (first, last) = self.of(args[0]);
        if first != last {
            return changed;
        }
        let base = first << low_width;
        if high < base {
            return self.limit(args[1], EMPTY);
        }
        changed | self.limit(args[1], (low.saturating_sub(base), high - base))
    }

    /// Where the argument has one sign, the order stays.
    fn down_extension(&mut self, width: u32, arg: TermId, wanted: Interval) -> bool {
        let from = self.intervals.pool.width(arg);
        let (low, high) = self.of(arg);
        if flipped(from, (low, high)).is_none() {
            return false;
        }
        let extend = |value| bits::sign_extend(from, width, value);
        let both = (wanted.0.max(extend(low)), wanted.1.min(extend(high)));
        if is_empty(both) {
            return self.limit(arg, EMPTY);
        }
        self.limit(arg, (bits::truncate(from, both.0), bits::truncate(from, both.1)))
    }

    fn down_extract(&mut self, term: TermId, arg: TermId, (low, high): Interval) -> bool {
        let (of_low, of_high) = self.of(arg);
        let width = self.intervals.pool.width(term);
        let at_low_end = self.intervals.pool.extract_bounds(term).is_some_and(|(_, low)| low == 0);
        if !at_low_end || width == 128 || of_low >> width != of_high >> width {
            return false;
        }
        let base = of_low >> width << width;
        self.limit(arg, (base + low, base + high))
    }
}
