//! What a predicate can be, from constants and the ranges of types alone.
//!
//! A range holds every value that an integer expression has in any state: that of its type, or
//! less where operators say so. A predicate whose range is 0 cannot hold.

use clew_ir::{BinaryOp, Expr, ExprKind, Intrinsic, PlaceBase, Scalar, TypeTable, UnaryOp, ops};

/// The values from `low` to `high`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    low: i128,
    high: i128,
}

impl Range {
    fn point(value: i128) -> Self {
        Self { low: value, high: value }
    }

    fn truth(value: Option<bool>) -> Self {
        match value {
            Some(value) => Self::point(value.into()),
            None => Self { low: 0, high: 1 },
        }
    }

    fn contains(self, value: i128) -> bool {
        (self.low..=self.high).contains(&value)
    }

    fn is_within(self, other: Range) -> bool {
        other.contains(self.low) && other.contains(self.high)
    }

    /// The range of `f` over the corners: right where `f` is monotone in each operand.
    fn corners(self, other: Range, f: impl Fn(i128, i128) -> Option<i128>) -> Option<Range> {
        let pairs = [
            (self.low, other.low),
            (self.low, other.high),
            (self.high, other.low),
            (self.high, other.high),
        ];
        let mut values = Vec::with_capacity(4);
        for (a, b) in pairs {
            values.push(f(a, b)?);
        }
        Some(Range { low: *values.iter().min()?, high: *values.iter().max()? })
    }
}

/// Whether a predicate always holds (`true`) or never does (`false`), where that can be told.
/// It says nothing of faults: what always holds where it can be evaluated may still fault.
pub(crate) fn decide(types: &TypeTable, predicate: &Expr) -> Option<bool> {
    let range = range(types, predicate)?;
    match range {
        Range { low: 0, high: 0 } => Some(false),
        range if !range.contains(0) => Some(true),
        _ => None,
    }
}

/// Whether an integer expression can be negative, as far as is known.
pub(crate) fn may_be_negative(types: &TypeTable, expr: &Expr) -> bool {
    range(types, expr).is_none_or(|range| range.low < 0)
}

/// The least and the greatest value that an integer expression may have, as far as is known.
pub(crate) fn limits(types: &TypeTable, expr: &Expr) -> Option<(i128, i128)> {
    range(types, expr).map(|range| (range.low, range.high))
}

/// The range of a type of at most 64 bits.
fn range_of_type(scalar: Scalar) -> Option<Range> {
    match scalar {
        Scalar::Int { bits: bits @ 1..=64, signed: true } => {
            Some(Range { low: -(1 << (bits - 1)), high: (1 << (bits - 1)) - 1 })
        }
        Scalar::Int { bits: bits @ 1..=64, signed: false } => {
            Some(Range { low: 0, high: (1 << bits) - 1 })
        }
        Scalar::Int { .. } | Scalar::Float(_) => None,
    }
}

fn range(types: &TypeTable, expr: &Expr) -> Option<Range> {
    let scalar = types.scalar(expr.ty)?;
    let whole = range_of_type(scalar)?;
    let known = match &expr.kind {
        ExprKind::Const(bits) => {
            let Scalar::Int { bits: width, signed } = scalar else { return None };
            Some(Range::point(ops::int_value(*bits, width, signed)))
        }
        ExprKind::Cast { operand, .. } => {
            range(types, operand).filter(|range| range.is_within(whole))
        }
        ExprKind::Unary(op, operand) => unary(*op, range(types, operand)?),
        ExprKind::Binary(op, left, right) if op.is_comparison() => {
            let (left, right) = (range(types, left)?, range(types, right)?);
            Some(Range::truth(compare(*op, left, right)))
        }
        ExprKind::Binary(op, left, right) => {
            let (left, right) = (range(types, left)?, range(types, right)?);
            arithmetic(*op, left, right)
        }
        ExprKind::Intrinsic(Intrinsic::Overflows { op, result }, operands) => {
            let [left, right] = operands.as_slice() else { return Some(whole) };
            let (left, right) = (range(types, left)?, range(types, right)?);
            let limits = range_of_type(types.scalar(*result)?)?;
            let exact = match op {
                clew_ir::OverflowOp::Add => arithmetic(BinaryOp::Add, left, right),
                clew_ir::OverflowOp::Sub => arithmetic(BinaryOp::Sub, left, right),
                clew_ir::OverflowOp::Mul => arithmetic(BinaryOp::Mul, left, right),
            };
            let fits = exact.is_some_and(|exact| exact.is_within(limits));
            Some(Range::truth(fits.then_some(false)))
        }
        // The address of an object is not null.
        ExprKind::AddressOf(place) if !matches!(place.base, PlaceBase::Deref(_)) => {
            Some(Range { low: 1, ..whole })
        }
        ExprKind::Load(_)
        | ExprKind::AddressOf(_)
        | ExprKind::FunctionAddress(_)
        | ExprKind::LabelAddress(_)
        | ExprKind::Intrinsic(..) => None,
    };
    // What leaves the type wraps: then nothing is known but the type.
    Some(known.filter(|range| range.is_within(whole)).unwrap_or(whole))
}

fn unary(op: UnaryOp, operand: Range) -> Option<Range> {
    match op {
        UnaryOp::LogicalNot if !operand.contains(0) => Some(Range::point(0)),
        UnaryOp::LogicalNot if operand == Range::point(0) => Some(Range::point(1)),
        UnaryOp::LogicalNot => Some(Range::truth(None)),
        UnaryOp::Neg => Some(Range { low: -operand.high, high: -operand.low }),
        UnaryOp::BitNot => Some(Range { low: !operand.high, high: !operand.low }),
    }
}

fn compare(op: BinaryOp, left: Range, right: Range) -> Option<bool> {
    let are_apart = left.high < right.low || right.high < left.low;
    let are_one = left.low == left.high && left == right;
    let less = match () {
        () if left.high < right.low => Some(true),
        () if left.low >= right.high => Some(false),
        () => None,
    };
    let greater = match () {
        () if right.high < left.low => Some(true),
        () if right.low >= left.high => Some(false),
        () => None,
    };
    match op {
        BinaryOp::Eq if are_apart => Some(false),
        BinaryOp::Eq if are_one => Some(true),
        BinaryOp::Ne if are_apart => Some(true),
        BinaryOp::Ne if are_one => Some(false),
        BinaryOp::Lt => less,
        BinaryOp::Ge => less.map(|it| !it),
        BinaryOp::Gt => greater,
        BinaryOp::Le => greater.map(|it| !it),
        _ => None,
    }
}

fn arithmetic(op: BinaryOp, left: Range, right: Range) -> Option<Range> {
    match op {
        BinaryOp::Add => left.corners(right, i128::checked_add),
        BinaryOp::Sub => left.corners(right, i128::checked_sub),
        BinaryOp::Mul => left.corners(right, i128::checked_mul),
        BinaryOp::Div if right.low > 0 => left.corners(right, i128::checked_div),
        BinaryOp::Rem if right.low > 0 => {
            let most = right.high - 1;
            Some(Range {
                low: if left.low < 0 { (-most).max(left.low) } else { 0 },
                high: most.min(left.high.max(0)),
            })
        }
        BinaryOp::BitAnd if left.low >= 0 && right.low >= 0 => {
            Some(Range { low: 0, high: left.high.min(right.high) })
        }
        BinaryOp::BitAnd if right.low >= 0 => Some(Range { low: 0, high: right.high }),
        BinaryOp::BitAnd if left.low >= 0 => Some(Range { low: 0, high: left.high }),
        BinaryOp::BitOr if left.low >= 0 && right.low >= 0 => {
            let bits = 128 - (left.high | right.high).leading_zeros();
            Some(Range { low: left.low.max(right.low), high: ((1u128 << bits) - 1) as i128 })
        }
        BinaryOp::Shr if right.low >= 0 && right.high < 32 => {
            left.corners(right, |a, b| Some(a >> b))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_ir::Span;

    fn types() -> TypeTable {
        TypeTable::new()
    }

    fn input(ty: clew_ir::TypeId) -> Expr {
        let place = clew_ir::Place::local(clew_ir::Id::from_index(0), ty);
        Expr::load(place, Span::NONE)
    }

    fn promoted(ty: clew_ir::TypeId) -> Expr {
        let kind = ExprKind::Cast { operand: Box::new(input(ty)), implicit: true };
        Expr { kind, ty: TypeTable::INT, span: Span::NONE }
    }

    fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let ty = if op.is_comparison() { TypeTable::INT } else { left.ty };
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span: Span::NONE }
    }

    fn int(value: u128) -> Expr {
        Expr::constant(value, TypeTable::INT, Span::NONE)
    }

    #[test]
    fn promoted_characters_stay_below_256() {
        let byte = || promoted(TypeTable::UNSIGNED_CHAR);
        let decide = |expr: &Expr| decide(&types(), expr);
        assert_eq!(decide(&binary(BinaryOp::Gt, byte(), int(255))), Some(false));
        assert_eq!(decide(&binary(BinaryOp::Gt, byte(), int(254))), None);
        let sum = binary(BinaryOp::Add, byte(), byte());
        assert_eq!(decide(&binary(BinaryOp::Le, sum.clone(), int(510))), Some(true));
        assert_eq!(decide(&binary(BinaryOp::Lt, sum, int(510))), None);
        let rest = binary(BinaryOp::Rem, byte(), int(10));
        assert_eq!(decide(&binary(BinaryOp::Eq, rest, int(10))), Some(false));
    }

    #[test]
    fn what_may_wrap_has_the_range_of_its_type() {
        let sum = binary(BinaryOp::Add, input(TypeTable::INT), int(1));
        let is_small = binary(BinaryOp::Lt, sum, int(0));
        assert_eq!(decide(&types(), &is_small), None);
    }

    #[test]
    fn overflow_of_narrow_operands_is_impossible() {
        let overflows = |ty| {
            let op = Intrinsic::Overflows { op: clew_ir::OverflowOp::Mul, result: TypeTable::INT };
            let kind = ExprKind::Intrinsic(op, vec![promoted(ty), promoted(ty)]);
            Expr { kind, ty: TypeTable::INT, span: Span::NONE }
        };
        assert_eq!(decide(&types(), &overflows(TypeTable::SHORT)), Some(false));
        assert_eq!(decide(&types(), &overflows(TypeTable::UNSIGNED_SHORT)), None);
    }
}
