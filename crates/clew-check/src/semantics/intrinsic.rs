//! The pure builtins.

use super::Semantics;
use crate::program::{Arithmetic, Format, Intrinsic, Scalar};
use crate::term::{BitsOp, FloatClass, FloatCompare, FloatOp, Sort, Term};

impl Semantics<'_> {
    /// The value of an intrinsic, of `width` bits.
    pub(super) fn intrinsic_value(
        &mut self,
        op: Intrinsic,
        operands: &[(Scalar, Term)],
        width: u32,
    ) -> Term {
        let (scalar, operand) = operands[0];
        match scalar {
            Scalar::Int { .. } => {
                let value = self.on_integers(op, operands, operand);
                self.terms.resize(value, width, false)
            }
            Scalar::Float(format) => {
                let values: Vec<Term> = operands.iter().map(|(_, value)| *value).collect();
                self.on_floats(op, format, &values, width)
            }
        }
    }

    fn on_integers(&mut self, op: Intrinsic, operands: &[(Scalar, Term)], a: Term) -> Term {
        let width = self.terms.width(a);
        match op {
            Intrinsic::LeadingZeros => self.first_bit(a, (0..width).rev(), 0, Absent::Arbitrary),
            Intrinsic::TrailingZeros => self.first_bit(a, 0..width, 0, Absent::Arbitrary),
            Intrinsic::FindFirstSet => self.first_bit(a, 0..width, 1, Absent::Value(0)),
            Intrinsic::RedundantSignBits => {
                // Copies of the sign below the top: how far the first different bit is down.
                let shifted = self.terms.resize(a, width + 1, true);
                let upper = self.terms.extract(shifted, width, 1);
                let changes = self.terms.binary(BitsOp::Xor, a, upper);
                self.first_bit(changes, (0..width - 1).rev(), 0, Absent::Value(width - 1))
            }
            Intrinsic::PopCount => self.pop_count(a),
            Intrinsic::Parity => {
                let count = self.pop_count(a);
                let one = self.terms.bits(1, 128);
                self.terms.binary(BitsOp::And, count, one)
            }
            Intrinsic::ByteSwap => self.rearranged(a, 8),
            Intrinsic::BitReverse => self.rearranged(a, 1),
            Intrinsic::Overflows(op, target) => {
                let holds = self.overflows(op, operands, target);
                self.terms.bits_of_bool(holds, 128)
            }
            Intrinsic::FloatAbs
            | Intrinsic::CopySign
            | Intrinsic::SignBit
            | Intrinsic::IsNan
            | Intrinsic::IsInf
            | Intrinsic::IsInfSign
            | Intrinsic::IsFinite
            | Intrinsic::IsNormal
            | Intrinsic::IsUnordered
            | Intrinsic::IsLessGreater
            | Intrinsic::Sqrt
            | Intrinsic::FusedMultiplyAdd => self.terms.fresh(Sort::Bits(128)),
        }
    }

    /// How many bits precede the first that is set, in an order; plus an offset.
    fn first_bit(
        &mut self,
        a: Term,
        order: impl DoubleEndedIterator<Item = u32> + ExactSizeIterator,
        offset: u32,
        absent: Absent,
    ) -> Term {
        let mut value = match absent {
            Absent::Arbitrary => self.terms.fresh(Sort::Bits(128)),
            Absent::Value(value) => self.terms.bits(value.into(), 128),
        };
        for (position, bit) in order.enumerate().collect::<Vec<_>>().into_iter().rev() {
            let bit = self.terms.extract(a, bit, bit);
            let is_clear = self.terms.is_zero(bit);
            let here = self.terms.bits(position as u128 + u128::from(offset), 128);
            value = self.terms.ite(is_clear, value, here);
        }
        value
    }

    fn pop_count(&mut self, a: Term) -> Term {
        let mut count = self.terms.bits(0, 128);
        for bit in 0..self.terms.width(a) {
            let bit = self.terms.extract(a, bit, bit);
            let bit = self.terms.resize(bit, 128, false);
            count = self.terms.add(count, bit);
        }
        count
    }

    /// Groups of bits in the opposite order.
    fn rearranged(&mut self, a: Term, group: u32) -> Term {
        let width = self.terms.width(a);
        let mut result = self.terms.extract(a, group - 1, 0);
        for low in (group..width).step_by(group as usize) {
            let part = self.terms.extract(a, low + group - 1, low);
            result = self.terms.concat(result, part);
        }
        result
    }

    /// Whether the exact result, computed with room for it, does not fit.
    fn overflows(&mut self, op: Arithmetic, operands: &[(Scalar, Term)], target: Scalar) -> Term {
        let [(left, a), (right, b)] = operands else { return self.terms.fresh(Sort::Bool) };
        let room = self.terms.width(*a) + self.terms.width(*b) + target.bits() + 2;
        let a = self.terms.resize(*a, room, left.is_signed());
        let b = self.terms.resize(*b, room, right.is_signed());
        let op = match op {
            Arithmetic::Add => BitsOp::Add,
            Arithmetic::Sub => BitsOp::Sub,
            Arithmetic::Mul => BitsOp::Mul,
        };
        let exact = self.terms.binary(op, a, b);
        let cut = self.terms.extract(exact, target.bits() - 1, 0);
        let back = self.terms.resize(cut, room, target.is_signed());
        let fits = self.terms.equal(exact, back);
        self.terms.not(fits)
    }

    fn on_floats(&mut self, op: Intrinsic, format: Format, operands: &[Term], width: u32) -> Term {
        let (a, top) = (operands[0], Scalar::Float(format).bits() - 1);
        let condition = match op {
            Intrinsic::FloatAbs => return self.with_sign(a, None),
            Intrinsic::CopySign => return self.with_sign(a, Some(operands[1])),
            Intrinsic::SignBit => {
                let sign = self.terms.extract(a, top, top);
                let clear = self.terms.is_zero(sign);
                self.terms.not(clear)
            }
            Intrinsic::Sqrt => return self.float_result_value(FloatOp::Sqrt, format, operands),
            Intrinsic::FusedMultiplyAdd => {
                return self.float_result_value(FloatOp::FusedMultiplyAdd, format, operands);
            }
            Intrinsic::IsInfSign => return self.infinity_sign(format, a, width),
            _ if format == Format::X87 => self.terms.fresh(Sort::Bool),
            Intrinsic::IsNan => self.terms.float_class(FloatClass::Nan, format, a),
            Intrinsic::IsInf => self.terms.float_class(FloatClass::Infinite, format, a),
            Intrinsic::IsFinite => {
                let nan = self.terms.float_class(FloatClass::Nan, format, a);
                let infinite = self.terms.float_class(FloatClass::Infinite, format, a);
                let not_finite = self.terms.or(nan, infinite);
                self.terms.not(not_finite)
            }
            Intrinsic::IsNormal => self.terms.float_class(FloatClass::Normal, format, a),
            Intrinsic::IsUnordered => {
                let nan = self.terms.float_class(FloatClass::Nan, format, a);
                let other = self.terms.float_class(FloatClass::Nan, format, operands[1]);
                self.terms.or(nan, other)
            }
            Intrinsic::IsLessGreater => {
                let less = self.terms.float_compare(FloatCompare::Less, format, a, operands[1]);
                let more = self.terms.float_compare(FloatCompare::Less, format, operands[1], a);
                self.terms.or(less, more)
            }
            Intrinsic::LeadingZeros
            | Intrinsic::TrailingZeros
            | Intrinsic::FindFirstSet
            | Intrinsic::PopCount
            | Intrinsic::Parity
            | Intrinsic::RedundantSignBits
            | Intrinsic::ByteSwap
            | Intrinsic::BitReverse
            | Intrinsic::Overflows(..) => self.terms.fresh(Sort::Bool),
        };
        // C promises a nonzero value, not which one.
        let other = self.terms.fresh(Sort::Bits(width));
        let is_zero = self.terms.is_zero(other);
        let nonzero = self.terms.not(is_zero);
        self.terms.define(other, nonzero);
        let zero = self.terms.bits(0, width);
        self.terms.ite(condition, other, zero)
    }

    /// The magnitude with a sign: clear, or that of another float.
    fn with_sign(&mut self, a: Term, from: Option<Term>) -> Term {
        let top = self.terms.width(a) - 1;
        let magnitude = self.terms.extract(a, top - 1, 0);
        let sign = match from {
            None => self.terms.bits(0, 1),
            Some(other) => self.terms.extract(other, top, top),
        };
        self.terms.concat(sign, magnitude)
    }

    fn infinity_sign(&mut self, format: Format, a: Term, width: u32) -> Term {
        if format == Format::X87 {
            return self.terms.fresh(Sort::Bits(width));
        }
        let top = self.terms.width(a) - 1;
        let infinite = self.terms.float_class(FloatClass::Infinite, format, a);
        let sign = self.terms.extract(a, top, top);
        let positive = self.terms.is_zero(sign);
        let (one, minus_one) = (self.terms.bits(1, width), self.terms.bits(u128::MAX, width));
        let signed = self.terms.ite(positive, one, minus_one);
        let zero = self.terms.bits(0, width);
        self.terms.ite(infinite, signed, zero)
    }
}

/// What an intrinsic gives where there is no bit set.
enum Absent {
    /// C does not say.
    Arbitrary,
    Value(u32),
}
