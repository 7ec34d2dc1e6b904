//! The pure builtins.

use super::float::{self, Format};
use super::{int_value, truncate};
use crate::expr::{Intrinsic, OverflowOp};
use crate::types::{FloatKind, Scalar, TypeTable};
use std::cmp::Ordering;

/// Computes an intrinsic; see [`super::intrinsic`].
pub(super) fn intrinsic(
    types: &TypeTable,
    op: Intrinsic,
    operands: &[(Scalar, u128)],
    result: Scalar,
) -> u128 {
    let (scalar, a) = operands[0];
    let bits = match scalar {
        Scalar::Int { bits: width, signed } => {
            if let Intrinsic::Overflows { op, result } = op {
                let target = types.scalar(result).expect("the tested type should be an integer");
                let (right, b) = operands[1];
                return u128::from(overflows(op, (scalar, a), (right, b), target));
            }
            on_integer(op, width, signed, a)
        }
        Scalar::Float(kind) => {
            on_floats(op, kind, a, &operands[1..].iter().map(|&(_, bits)| bits).collect::<Vec<_>>())
        }
    };
    match result {
        Scalar::Int { bits: width, .. } => truncate(bits, width),
        Scalar::Float(_) => bits,
    }
}

fn on_integer(op: Intrinsic, width: u32, signed: bool, a: u128) -> u128 {
    let leading_zeros = |bits: u128| bits.leading_zeros() - (128 - width);
    u128::from(match op {
        Intrinsic::CountLeadingZeros => leading_zeros(a),
        Intrinsic::CountTrailingZeros => a.trailing_zeros().min(width),
        Intrinsic::FindFirstSet if a == 0 => 0,
        Intrinsic::FindFirstSet => a.trailing_zeros() + 1,
        Intrinsic::PopCount => a.count_ones(),
        Intrinsic::Parity => a.count_ones() & 1,
        Intrinsic::CountLeadingRedundantSignBits => {
            let is_negative = a >> (width - 1) & 1 == 1;
            leading_zeros(if is_negative { truncate(!a, width) } else { a }) - 1
        }
        Intrinsic::ByteSwap => return a.swap_bytes() >> (128 - width),
        Intrinsic::BitReverse => return a.reverse_bits() >> (128 - width),
        Intrinsic::Overflows { .. }
        | Intrinsic::FloatAbs
        | Intrinsic::CopySign
        | Intrinsic::SignBit
        | Intrinsic::IsNan
        | Intrinsic::IsInf { .. }
        | Intrinsic::IsFinite
        | Intrinsic::IsNormal
        | Intrinsic::IsUnordered
        | Intrinsic::IsLessGreater
        | Intrinsic::Sqrt
        | Intrinsic::FusedMultiplyAdd => {
            unreachable!("{op:?} on an integer (signed: {signed})")
        }
    })
}

fn on_floats(op: Intrinsic, kind: FloatKind, a: u128, rest: &[u128]) -> u128 {
    let sign = Format::of(kind).sign();
    u128::from(match op {
        Intrinsic::FloatAbs => return a & !sign,
        Intrinsic::CopySign => return (a & !sign) | (rest[0] & sign),
        Intrinsic::SignBit => float::is_negative(kind, a),
        Intrinsic::IsNan => float::is_nan(kind, a),
        Intrinsic::IsInf { signed } => {
            if signed && float::is_negative(kind, a) && float::is_infinite(kind, a) {
                return u128::MAX;
            }
            float::is_infinite(kind, a)
        }
        Intrinsic::IsFinite => float::is_finite(kind, a),
        Intrinsic::IsNormal => float::is_normal(kind, a),
        Intrinsic::IsUnordered => float::compare(kind, a, rest[0]).is_none(),
        Intrinsic::IsLessGreater => {
            matches!(float::compare(kind, a, rest[0]), Some(Ordering::Less | Ordering::Greater))
        }
        Intrinsic::Sqrt => return float::sqrt(kind, a),
        Intrinsic::FusedMultiplyAdd => {
            return float::fused_multiply_add(kind, a, rest[0], rest[1]);
        }
        Intrinsic::CountLeadingZeros
        | Intrinsic::CountTrailingZeros
        | Intrinsic::FindFirstSet
        | Intrinsic::PopCount
        | Intrinsic::Parity
        | Intrinsic::CountLeadingRedundantSignBits
        | Intrinsic::ByteSwap
        | Intrinsic::BitReverse
        | Intrinsic::Overflows { .. } => unreachable!("{op:?} on a float"),
    })
}

/// An integer as sign and magnitude: room for any operand, signed or not, up to 128 bits.
#[derive(Clone, Copy)]
struct Exact {
    is_negative: bool,
    magnitude: u128,
}

impl Exact {
    fn of((scalar, bits): (Scalar, u128)) -> Exact {
        let Scalar::Int { bits: width, signed } = scalar else {
            unreachable!("overflow is tested on integers")
        };
        let value = int_value(bits, width, signed);
        if signed {
            Exact { is_negative: value < 0, magnitude: value.unsigned_abs() }
        } else {
            Exact { is_negative: false, magnitude: value as u128 }
        }
    }

    fn negated(self) -> Exact {
        Exact { is_negative: !self.is_negative, ..self }
    }

    /// `None` when the magnitude needs more than 128 bits, and so fits no type.
    fn add(self, other: Exact) -> Option<Exact> {
        if self.is_negative == other.is_negative {
            let magnitude = self.magnitude.checked_add(other.magnitude)?;
            return Some(Exact { magnitude, ..self });
        }
        let magnitude = self.magnitude.abs_diff(other.magnitude);
        let larger = if self.magnitude >= other.magnitude { self } else { other };
        Some(Exact { is_negative: larger.is_negative, magnitude })
    }

    fn mul(self, other: Exact) -> Option<Exact> {
        let magnitude = self.magnitude.checked_mul(other.magnitude)?;
        Some(Exact { is_negative: self.is_negative != other.is_negative, magnitude })
    }

    fn fits(self, width: u32, signed: bool) -> bool {
        match (self.is_negative, signed) {
            (true, true) => self.magnitude <= 1 << (width - 1),
            (false, true) => self.magnitude < 1 << (width - 1),
            (true, false) => self.magnitude == 0,
            (false, false) => truncate(self.magnitude, width) == self.magnitude,
        }
    }
}

fn overflows(op: OverflowOp, left: (Scalar, u128), right: (Scalar, u128), target: Scalar) -> bool {
    let Scalar::Int { bits: width, signed } = target else {
        unreachable!("overflow is tested for integer types")
    };
    let (a, b) = (Exact::of(left), Exact::of(right));
    let exact = match op {
        OverflowOp::Add => a.add(b),
        OverflowOp::Sub => a.add(b.negated()),
        OverflowOp::Mul => a.mul(b),
    };
    exact.is_none_or(|exact| !exact.fits(width, signed))
}
