//! What values an integer may have: a few, or a range in steps. The domain of the lemmas: intervals and
//! congruences, and sets where there are few values, as state variables have.

use clew_ir::{BinaryOp, Expr, ExprKind, Place, Program, Scalar, UnaryOp, ops};
use std::sync::Arc;

/// The most values that are told one by one.
const MOST: usize = 48;
/// The most pairs of values that an operator is applied to.
const MOST_PAIRS: usize = 1_024;

/// What values an integer may have: at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Values {
    /// One of these, in order.
    Few(Arc<[i128]>),
    /// From one to another in steps.
    Range(Range),
}

/// From `low` to `high` in steps of at least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) low: i128,
    pub(super) high: i128,
    pub(super) step: i128,
}

impl Range {
    /// The values of an integer type of at most 64 bits.
    pub(super) fn of(scalar: Scalar) -> Option<Self> {
        let Scalar::Int { bits, signed } = scalar else { return None };
        let (low, high) = match (bits, signed) {
            (65.., _) => return None,
            (_, true) => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
            (_, false) => (0, (1_i128 << bits) - 1),
        };
        Some(Self { low, high, step: 1 })
    }

    fn holds(self, value: i128) -> bool {
        (self.low..=self.high).contains(&value) && (value - self.low) % self.step == 0
    }

    fn is_within(self, other: Range) -> bool {
        other.low <= self.low && self.high <= other.high
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

impl Values {
    pub(super) fn one(value: i128) -> Self {
        Values::Few(Arc::new([value]))
    }

    /// These; nothing where there are none.
    pub(super) fn of(values: impl IntoIterator<Item = i128>) -> Option<Self> {
        let mut values: Vec<i128> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        let (low, high) = (*values.first()?, *values.last()?);
        if values.len() <= MOST {
            return Some(Values::Few(values.into()));
        }
        let step = values.iter().fold(0, |step, value| gcd(step, value - low));
        Some(Values::Range(Range { low, high, step: step.max(1) }))
    }

    pub(super) fn hull(&self) -> Range {
        match self {
            Values::Range(range) => *range,
            Values::Few(values) => {
                let (low, high) = (values[0], values[values.len() - 1]);
                let step = values.iter().fold(0, |step, value| gcd(step, value - low));
                Range { low, high, step: step.max(1) }
            }
        }
    }

    pub(super) fn holds(&self, value: i128) -> bool {
        match self {
            Values::Few(values) => values.binary_search(&value).is_ok(),
            Values::Range(range) => range.holds(value),
        }
    }

    /// What is one or the other.
    pub(super) fn joined(&self, other: &Self) -> Self {
        if let (Values::Few(a), Values::Few(b)) = (self, other)
            && let Some(all) = Values::of(a.iter().chain(b.iter()).copied())
        {
            return all;
        }
        let (a, b) = (self.hull(), other.hull());
        let step = gcd(gcd(step_of(a), step_of(b)), a.low - b.low).max(1);
        Values::Range(Range { low: a.low.min(b.low), high: a.high.max(b.high), step })
    }

    /// The same with room to grow, so that growing ends: bounds that moved go on to the next of some
    /// limits. Nothing where nothing is left to say.
    pub(super) fn widened(&self, before: &Self, limits: &[i128], whole: Range) -> Option<Self> {
        let (was, is) = (before.hull(), self.hull());
        let mut range = Range { step: gcd(step_of(was), step_of(is)).max(1), ..is };
        if is.low < was.low {
            range.low = *limits.iter().rev().find(|it| **it <= is.low).unwrap_or(&whole.low);
        }
        if is.high > was.high {
            range.high = *limits.iter().find(|it| **it >= is.high).unwrap_or(&whole.high);
        }
        // A step counts from the lower bound.
        if (is.low - range.low) % range.step != 0 || (range.high - range.low) % range.step != 0 {
            let (low, high) = (is.low - range.low, range.high - is.low);
            range.low = is.low - low / range.step * range.step;
            range.high = is.low + high / range.step * range.step;
        }
        (range != whole).then_some(Values::Range(range))
    }

    /// Those between bounds; nothing where there are none.
    pub(super) fn clipped(&self, low: i128, high: i128) -> Option<Self> {
        match self {
            Values::Few(values) => {
                Values::of(values.iter().copied().filter(|it| (low..=high).contains(it)))
            }
            Values::Range(range) => {
                let mut range = *range;
                if low > range.low {
                    let steps = (low - range.low + range.step - 1) / range.step;
                    range.low += steps * range.step;
                }
                if high < range.high {
                    range.high = range.low + (high - range.low).div_euclid(range.step) * range.step;
                }
                match range.high - range.low {
                    ..0 => None,
                    0 => Some(Values::one(range.low)),
                    _ => Some(Values::Range(range)),
                }
            }
        }
    }

    /// Those that pass; ranges are not looked through.
    pub(super) fn filtered(&self, passes: impl Fn(i128) -> bool) -> Option<Self> {
        match self {
            Values::Few(values) => Values::of(values.iter().copied().filter(|it| passes(*it))),
            Values::Range(_) => Some(self.clone()),
        }
    }
}

/// The step of a range; none where there is one value.
fn step_of(range: Range) -> i128 {
    if range.low == range.high { 0 } else { range.step }
}

/// Whether something may be, and may not be.
fn truth(may_hold: bool, may_fail: bool) -> Option<Values> {
    let values = [(may_fail, 0), (may_hold, 1)];
    Values::of(values.into_iter().filter(|(may, _)| *may).map(|(_, value)| value))
}

/// What an expression may be, where the places it reads may be so; nothing where nothing is known.
pub(super) fn value(
    program: &Program,
    expr: &Expr,
    read: &dyn Fn(&Place) -> Option<Values>,
) -> Option<Values> {
    let scalar = program.types.scalar(expr.ty)?;
    let whole = Range::of(scalar)?;
    let Scalar::Int { bits: width, signed } = scalar else { return None };
    match &expr.kind {
        ExprKind::Const(bits) => Some(Values::one(ops::int_value(*bits, width, signed))),
        ExprKind::Load(place) => read(place),
        ExprKind::Cast { operand, .. } => {
            let from = program.types.scalar(operand.ty)?;
            let operand = value(program, operand, read)?;
            match &operand {
                _ if operand.hull().is_within(whole) && width > 1 => Some(operand),
                Values::Few(values) => Values::of(values.iter().map(|value| {
                    let bits = ops::cast(from, scalar, bits_of(*value, from));
                    ops::int_value(bits, width, signed)
                })),
                Values::Range(_) => None,
            }
        }
        ExprKind::Unary(op, operand) => {
            let known = value(program, operand, read);
            if *op == UnaryOp::LogicalNot {
                let may_be_zero = known.as_ref().is_none_or(|it| it.holds(0));
                let may_be_other = known.as_ref().is_none_or(|it| *it != Values::one(0));
                return truth(may_be_zero, may_be_other);
            }
            let of = program.types.scalar(operand.ty)?;
            let Values::Few(values) = known? else { return None };
            Values::of(values.iter().map(|value| {
                ops::int_value(ops::unary(*op, of, bits_of(*value, of)), width, signed)
            }))
        }
        ExprKind::Binary(op, left, right) => {
            let types = (program.types.scalar(left.ty)?, program.types.scalar(right.ty)?);
            let known = (value(program, left, read), value(program, right, read));
            if op.is_comparison() {
                return compared(*op, types.0, known);
            }
            combined(*op, types, (&known.0?, &known.1?), whole)
        }
        ExprKind::AddressOf(_)
        | ExprKind::FunctionAddress(_)
        | ExprKind::LabelAddress(_)
        | ExprKind::Intrinsic(..) => None,
    }
}

fn bits_of(value: i128, scalar: Scalar) -> u128 {
    match scalar {
        Scalar::Int { bits, .. } => ops::truncate(value as u128, bits),
        Scalar::Float(_) => value as u128,
    }
}

/// A comparison of integers.
fn compared(
    op: BinaryOp,
    scalar: Scalar,
    (left, right): (Option<Values>, Option<Values>),
) -> Option<Values> {
    let Some(whole) = Range::of(scalar).map(Values::Range) else { return truth(true, true) };
    let (a, b) = (left.unwrap_or_else(|| whole.clone()), right.unwrap_or(whole));
    let (low, high) = (a.hull(), b.hull());
    let is_same = |a: &Values, b: &Values| match (a, b) {
        (Values::Few(values), other) | (other, Values::Few(values)) => {
            values.iter().any(|it| other.holds(*it))
        }
        (Values::Range(a), Values::Range(b)) => {
            let step = gcd(a.step, b.step);
            a.low <= b.high && b.low <= a.high && (a.low - b.low) % step == 0
        }
    };
    let is_one = low.low == low.high && high.low == high.high;
    let equal = || truth(is_same(&a, &b), !(is_one && low.low == high.low));
    let less = || truth(low.low < high.high, low.high >= high.low);
    let greater = || truth(low.high > high.low, low.low <= high.high);
    match op {
        BinaryOp::Eq => equal(),
        BinaryOp::Ne => opposite(equal()),
        BinaryOp::Lt => less(),
        BinaryOp::Ge => opposite(less()),
        BinaryOp::Gt => greater(),
        BinaryOp::Le => opposite(greater()),
        _ => truth(true, true),
    }
}

fn opposite(truth: Option<Values>) -> Option<Values> {
    match truth? {
        Values::Few(values) => Values::of(values.iter().map(|it| 1 - it)),
        range @ Values::Range(_) => Some(range),
    }
}

/// An operator on integers that is no comparison.
fn combined(
    op: BinaryOp,
    (left, right): (Scalar, Scalar),
    (a, b): (&Values, &Values),
    whole: Range,
) -> Option<Values> {
    if let (Values::Few(firsts), Values::Few(seconds)) = (a, b)
        && firsts.len() * seconds.len() <= MOST_PAIRS
        && !op.is_pointer()
    {
        let Scalar::Int { bits, signed } = left else { return None };
        let pairs = firsts.iter().flat_map(|a| seconds.iter().map(move |b| (*a, *b)));
        // What stops the processor has no value.
        return Values::of(pairs.filter_map(|(a, b)| {
            let result = ops::binary(op, left, bits_of(a, left), right, bits_of(b, right)).ok()?;
            Some(ops::int_value(result, bits, signed))
        }));
    }
    let (a, b) = (a.hull(), b.hull());
    let constant = (b.low == b.high).then_some(b.low);
    let range = match (op, constant) {
        (BinaryOp::Add, _) => {
            let step = gcd(step_of(a), step_of(b)).max(1);
            Range { low: a.low + b.low, high: a.high + b.high, step }
        }
        (BinaryOp::Sub, _) => {
            let step = gcd(step_of(a), step_of(b)).max(1);
            Range { low: a.low - b.high, high: a.high - b.low, step }
        }
        (BinaryOp::Mul, Some(by)) if by != 0 => {
            let ends = (a.low.checked_mul(by)?, a.high.checked_mul(by)?);
            let step = a.step.checked_mul(by.abs())?;
            Range { low: ends.0.min(ends.1), high: ends.0.max(ends.1), step }
        }
        (BinaryOp::Div, Some(by)) if by > 0 => {
            Range { low: a.low / by, high: a.high / by, step: 1 }
        }
        (BinaryOp::Rem, Some(by)) if by > 0 => {
            let low = if a.low < 0 { 1 - by } else { 0 };
            Range { low, high: by - 1, step: 1 }
        }
        (BinaryOp::BitAnd, Some(mask)) if mask >= 0 => Range { low: 0, high: mask, step: 1 },
        _ => return None,
    };
    (range.is_within(whole) && range != whole).then(|| {
        let few = (range.high - range.low) / range.step < MOST as i128;
        let all = Values::Range(range);
        match few {
            true => Values::of(
                (0..).map(|it| range.low + it * range.step).take_while(|it| *it <= range.high),
            )
            .unwrap_or(all),
            false => all,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(low: i128, high: i128, step: i128) -> Values {
        Values::Range(Range { low, high, step })
    }

    #[test]
    fn joins_keep_what_all_have_in_common() {
        let a = Values::of([4]).expect("a value");
        let joined = a.joined(&range(10, 1_000, 6));
        assert_eq!(joined, range(4, 1_000, 6));
        assert!(joined.holds(16) && !joined.holds(15));
    }

    #[test]
    fn bounds_that_move_go_on_to_the_next_limit() {
        let whole = Range { low: -128, high: 127, step: 1 };
        let (before, after) = (range(0, 3, 1), range(0, 4, 1));
        assert_eq!(after.widened(&before, &[-1, 40], whole), Some(range(0, 40, 1)));
        assert_eq!(after.widened(&before, &[], whole), Some(range(0, 127, 1)));
        let steps = range(1, 5, 4).widened(&Values::one(1), &[40], whole);
        assert_eq!(steps, Some(range(1, 37, 4)));
    }

    #[test]
    fn clipping_keeps_the_step() {
        assert_eq!(range(1, 21, 5).clipped(3, 17), Some(range(6, 16, 5)));
        assert_eq!(range(1, 21, 5).clipped(2, 5), None);
        assert_eq!(range(1, 21, 5).clipped(2, 6), Some(Values::one(6)));
    }
}
