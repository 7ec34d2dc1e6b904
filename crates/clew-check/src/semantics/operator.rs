//! Operators on scalars.

use super::{Semantics, State};
use crate::program::{Binary, Format, Scalar, Unary};
use crate::term::{BitsOp, Compare, FloatCompare, FloatOp, Sort, Term};

impl Semantics<'_> {
    /// Whether a scalar compares equal to zero.
    pub(super) fn is_zero_value(&mut self, scalar: Scalar, value: Term) -> Term {
        match scalar {
            Scalar::Int { .. } => self.terms.is_zero(value),
            Scalar::Float(format @ (Format::F32 | Format::F64)) => {
                let top = Scalar::Float(format).bits() - 2;
                let magnitude = self.terms.extract(value, top, 0);
                self.terms.is_zero(magnitude)
            }
            Scalar::Float(Format::X87) => {
                // With its integer bit a number is not zero; encodings without it are not
                // followed here.
                let magnitude = self.terms.extract(value, 78, 0);
                let is_zero = self.terms.is_zero(magnitude);
                let integer_bit = self.terms.extract(value, 63, 63);
                let no_integer_bit = self.terms.is_zero(integer_bit);
                let other = self.terms.fresh(Sort::Bool);
                let open = self.terms.and(no_integer_bit, other);
                self.terms.or(is_zero, open)
            }
        }
    }

    pub(super) fn unary_value(&mut self, op: Unary, scalar: Scalar, operand: Term) -> Term {
        match (op, scalar) {
            (Unary::Not, _) => {
                let is_zero = self.is_zero_value(scalar, operand);
                self.terms.bits_of_bool(is_zero, 32)
            }
            (Unary::Neg, Scalar::Int { .. }) => self.terms.unary(BitsOp::Neg, operand),
            (Unary::Neg, Scalar::Float(_)) => {
                let top = scalar.bits() - 1;
                let sign = self.terms.bits(1 << top, scalar.bits());
                self.terms.binary(BitsOp::Xor, operand, sign)
            }
            (Unary::BitNot, _) => self.terms.unary(BitsOp::Not, operand),
        }
    }

    pub(super) fn binary_value(
        &mut self,
        state: &mut State,
        op: Binary,
        (left, a): (Scalar, Term),
        (right, b): (Scalar, Term),
    ) -> Term {
        match left {
            Scalar::Int { signed, .. } => self.int_binary(state, op, signed, a, (right, b)),
            Scalar::Float(format) => self.float_binary(op, format, a, b),
        }
    }

    fn int_binary(
        &mut self,
        state: &mut State,
        op: Binary,
        signed: bool,
        a: Term,
        (right, b): (Scalar, Term),
    ) -> Term {
        let plain = match op {
            Binary::Add | Binary::PtrAdd => BitsOp::Add,
            Binary::Sub | Binary::PtrSub | Binary::PtrDiff => BitsOp::Sub,
            Binary::Mul => BitsOp::Mul,
            Binary::BitAnd => BitsOp::And,
            Binary::BitOr => BitsOp::Or,
            Binary::BitXor => BitsOp::Xor,
            Binary::Div => {
                self.assume_division(state, signed, a, b);
                if signed { BitsOp::SignedDiv } else { BitsOp::UnsignedDiv }
            }
            Binary::Rem => {
                self.assume_division(state, signed, a, b);
                if signed { BitsOp::SignedRem } else { BitsOp::UnsignedRem }
            }
            Binary::Shl | Binary::Shr => return self.shift(op, signed, a, (right, b)),
            Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
                let holds = self.int_compare(op, signed, a, b);
                return self.terms.bits_of_bool(holds, 32);
            }
        };
        self.terms.binary(plain, a, b)
    }

    /// Division by zero, and the smallest value by -1, end an execution.
    fn assume_division(&mut self, state: &mut State, signed: bool, a: Term, b: Term) {
        let is_zero = self.terms.is_zero(b);
        let not_zero = self.terms.not(is_zero);
        state.assume(not_zero);
        if signed {
            let width = self.terms.width(a);
            let smallest = self.terms.bits(1 << (width - 1), width);
            let minus_one = self.terms.bits(u128::MAX, width);
            let is_smallest = self.terms.equal(a, smallest);
            let is_minus_one = self.terms.equal(b, minus_one);
            let overflows = self.terms.and(is_smallest, is_minus_one);
            let fits = self.terms.not(overflows);
            state.assume(fits);
        }
    }

    /// A shift; a count that is not below the width (32 at least) gives an arbitrary value.
    fn shift(&mut self, op: Binary, signed: bool, a: Term, (right, b): (Scalar, Term)) -> Term {
        let width = self.terms.width(a);
        let wide = width.max(32);
        let count_width = self.terms.width(b).max(wide);
        let count = self.terms.resize(b, count_width, right.is_signed());
        let limit = self.terms.bits(wide.into(), count_width);
        let is_in_range = self.terms.compare(Compare::UnsignedLess, count, limit);
        let count = self.terms.resize(count, wide, false);
        let operand = self.terms.resize(a, wide, signed);
        let op = match (op, signed) {
            (Binary::Shl, _) => BitsOp::ShiftLeft,
            (_, true) => BitsOp::ArithmeticShiftRight,
            (_, false) => BitsOp::ShiftRight,
        };
        let shifted = self.terms.binary(op, operand, count);
        let shifted = self.terms.resize(shifted, width, false);
        let other = self.terms.fresh(Sort::Bits(width));
        self.terms.ite(is_in_range, shifted, other)
    }

    fn int_compare(&mut self, op: Binary, signed: bool, a: Term, b: Term) -> Term {
        let (less, less_equal) = if signed {
            (Compare::SignedLess, Compare::SignedLessEqual)
        } else {
            (Compare::UnsignedLess, Compare::UnsignedLessEqual)
        };
        match op {
            Binary::Lt => self.terms.compare(less, a, b),
            Binary::Le => self.terms.compare(less_equal, a, b),
            Binary::Gt => self.terms.compare(less, b, a),
            Binary::Ge => self.terms.compare(less_equal, b, a),
            Binary::Ne => {
                let equal = self.terms.equal(a, b);
                self.terms.not(equal)
            }
            _ => self.terms.equal(a, b),
        }
    }

    fn float_binary(&mut self, op: Binary, format: Format, a: Term, b: Term) -> Term {
        let arithmetic = match op {
            Binary::Add => FloatOp::Add,
            Binary::Sub => FloatOp::Sub,
            Binary::Mul => FloatOp::Mul,
            Binary::Div => FloatOp::Div,
            _ => {
                let holds = self.float_compare_value(op, format, a, b);
                return self.terms.bits_of_bool(holds, 32);
            }
        };
        self.float_result_value(arithmetic, format, &[a, b])
    }

    /// A floating operation; what the x87 computes is not followed.
    pub(super) fn float_result_value(
        &mut self,
        op: FloatOp,
        format: Format,
        operands: &[Term],
    ) -> Term {
        match format {
            Format::F32 | Format::F64 => self.terms.float_result(op, format, operands),
            Format::X87 => self.terms.fresh(Sort::Bits(80)),
        }
    }

    fn float_compare_value(&mut self, op: Binary, format: Format, a: Term, b: Term) -> Term {
        if format == Format::X87 {
            return self.terms.fresh(Sort::Bool);
        }
        match op {
            Binary::Lt => self.terms.float_compare(FloatCompare::Less, format, a, b),
            Binary::Le => self.terms.float_compare(FloatCompare::LessEqual, format, a, b),
            Binary::Gt => self.terms.float_compare(FloatCompare::Less, format, b, a),
            Binary::Ge => self.terms.float_compare(FloatCompare::LessEqual, format, b, a),
            Binary::Ne => {
                let equal = self.terms.float_compare(FloatCompare::Equal, format, a, b);
                self.terms.not(equal)
            }
            _ => self.terms.float_compare(FloatCompare::Equal, format, a, b),
        }
    }
}
