//! The pure builtins on terms.

use super::float;
use super::integer::Operator;
use super::overflow::overflows;
use clew_ir::{Intrinsic, Scalar, TypeTable};
use clew_logic::float as circuits;
use clew_logic::float::Format;
use clew_logic::{TermId, TermPool};

/// A pure builtin on its operands; `result` is the type of its value.
pub(crate) fn intrinsic(
    pool: &mut TermPool,
    types: &TypeTable,
    op: Intrinsic,
    operands: &[(Scalar, TermId)],
    result: Scalar,
) -> Option<TermId> {
    let &(scalar, a) = operands.first()?;
    match (scalar, result) {
        (Scalar::Int { .. }, Scalar::Int { bits, .. }) => {
            if let Intrinsic::Overflows { op, result } = op {
                let overflows =
                    overflows(pool, op, operands[0], *operands.get(1)?, types.scalar(result)?)?;
                return Some(pool.bool_to_bv(overflows, bits));
            }
            on_integer(pool, op, a, bits)
        }
        (Scalar::Float(kind), _) => {
            if operands.iter().any(|operand| operand.0 != scalar) {
                return None;
            }
            let format = float::format(kind)?;
            let terms: Vec<TermId> = operands.iter().map(|operand| operand.1).collect();
            match result {
                Scalar::Int { bits, .. } => classify(pool, op, format, &terms, bits),
                Scalar::Float(_) => on_floats(pool, op, format, &terms),
            }
        }
        (Scalar::Int { .. }, Scalar::Float(_)) => None,
    }
}

/// Builtins on one integer, with a result of `bits` bits.
fn on_integer(pool: &mut TermPool, op: Intrinsic, a: TermId, bits: u32) -> Option<TermId> {
    let width = pool.width(a);
    Some(match op {
        Intrinsic::CountLeadingZeros => highest_set(pool, a, bits, width, |bit| width - 1 - bit),
        Intrinsic::CountTrailingZeros => lowest_set(pool, a, bits, width, |bit| bit),
        Intrinsic::FindFirstSet => lowest_set(pool, a, bits, 0, |bit| bit + 1),
        Intrinsic::PopCount => {
            // Eight bits hold the count of 128.
            let ones = split(pool, a, 1, |pool, bit| pool.zero_extend(bit, 8));
            let count = combine(pool, &ones, TermPool::add)?;
            pool.resize(count, bits, false)
        }
        Intrinsic::Parity => {
            let ones = split(pool, a, 1, |_, bit| bit);
            let parity = combine(pool, &ones, TermPool::xor)?;
            pool.resize(parity, bits, false)
        }
        Intrinsic::CountLeadingRedundantSignBits => {
            let sign = pool.extract(width - 1, width - 1, a);
            let signs = pool.sign_extend(sign, width);
            let differing = pool.xor(a, signs);
            // The highest bit never differs.
            highest_set(pool, differing, bits, width - 1, |bit| (width - 2).saturating_sub(bit))
        }
        Intrinsic::ByteSwap if width.is_multiple_of(8) => {
            let reversed = reversed(pool, a, 8)?;
            pool.resize(reversed, bits, false)
        }
        Intrinsic::BitReverse => {
            let reversed = reversed(pool, a, 1)?;
            pool.resize(reversed, bits, false)
        }
        Intrinsic::ByteSwap
        | Intrinsic::Overflows { .. }
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
        | Intrinsic::FusedMultiplyAdd => return None,
    })
}

/// What `value` says of the highest bit that is set, or `none`, in `bits` bits.
fn highest_set(
    pool: &mut TermPool,
    a: TermId,
    bits: u32,
    none: u32,
    value: impl Fn(u32) -> u32,
) -> TermId {
    let order = 0..pool.width(a);
    last_set(pool, a, bits, none, order, value)
}

/// The same of the lowest bit.
fn lowest_set(
    pool: &mut TermPool,
    a: TermId,
    bits: u32,
    none: u32,
    value: impl Fn(u32) -> u32,
) -> TermId {
    let order = (0..pool.width(a)).rev();
    last_set(pool, a, bits, none, order, value)
}

fn last_set(
    pool: &mut TermPool,
    a: TermId,
    bits: u32,
    none: u32,
    order: impl Iterator<Item = u32>,
    value: impl Fn(u32) -> u32,
) -> TermId {
    let none = pool.bv(bits, none.into());
    order.fold(none, |before, bit| {
        let is_set = pool.bit(a, bit);
        let found = pool.bv(bits, value(bit).into());
        pool.ite(is_set, found, before)
    })
}

/// The pieces of `size` bits, lowest first.
fn split(
    pool: &mut TermPool,
    a: TermId,
    size: u32,
    mut piece: impl FnMut(&mut TermPool, TermId) -> TermId,
) -> Vec<TermId> {
    (0..pool.width(a) / size)
        .map(|index| {
            let bits = pool.extract((index + 1) * size - 1, index * size, a);
            piece(pool, bits)
        })
        .collect()
}

/// All terms under an associative operator, as a balanced tree: the shallower, the easier to solve.
fn combine(pool: &mut TermPool, terms: &[TermId], op: Operator) -> Option<TermId> {
    let mut level = terms.to_vec();
    while level.len() > 1 {
        level = level
            .chunks(2)
            .map(|pair| if let [a, b] = *pair { op(pool, a, b) } else { pair[0] })
            .collect();
    }
    level.first().copied()
}

/// The pieces of `size` bits in the opposite order.
fn reversed(pool: &mut TermPool, a: TermId, size: u32) -> Option<TermId> {
    let pieces = split(pool, a, size, |_, piece| piece);
    pieces.into_iter().reduce(|high, low| pool.concat(high, low))
}

/// Builtins that ask something of floats, with a result of `bits` bits.
fn classify(
    pool: &mut TermPool,
    op: Intrinsic,
    format: Format,
    operands: &[TermId],
    bits: u32,
) -> Option<TermId> {
    let a = operands[0];
    let holds = match op {
        Intrinsic::SignBit => circuits::is_negative(pool, format, a),
        Intrinsic::IsNan => circuits::is_nan(pool, format, a),
        Intrinsic::IsInf { signed } => {
            let is_infinite = circuits::is_infinite(pool, format, a);
            let is_negative = circuits::is_negative(pool, format, a);
            let is_minus = if signed { is_negative } else { TermPool::FALSE };
            let (minus_one, one) = (pool.bv(bits, u128::MAX), pool.bv(bits, 1));
            let value = pool.ite(is_minus, minus_one, one);
            let zero = pool.bv(bits, 0);
            return Some(pool.ite(is_infinite, value, zero));
        }
        Intrinsic::IsFinite => {
            let exponent = pool.extract(format.width() - 2, format.fraction(), a);
            let ones = pool.bv(format.exponent, u128::MAX);
            pool.ne(exponent, ones)
        }
        Intrinsic::IsNormal => circuits::is_normal(pool, format, a),
        Intrinsic::IsUnordered => float::unordered(pool, format, a, *operands.get(1)?),
        Intrinsic::IsLessGreater => {
            let b = *operands.get(1)?;
            let less = circuits::lt(pool, format, a, b);
            let greater = circuits::lt(pool, format, b, a);
            pool.or(less, greater)
        }
        _ => return None,
    };
    Some(pool.bool_to_bv(holds, bits))
}

/// Builtins that compute a float.
fn on_floats(
    pool: &mut TermPool,
    op: Intrinsic,
    format: Format,
    operands: &[TermId],
) -> Option<TermId> {
    Some(match (op, operands) {
        (Intrinsic::FloatAbs, &[a]) => circuits::abs(pool, format, a),
        (Intrinsic::CopySign, &[a, b]) => circuits::copy_sign(pool, format, a, b),
        (Intrinsic::Sqrt, &[a]) => float::sqrt(pool, format, a),
        (Intrinsic::FusedMultiplyAdd, &[a, b, c]) => {
            float::fused_multiply_add(pool, format, [a, b, c])
        }
        _ => return None,
    })
}
