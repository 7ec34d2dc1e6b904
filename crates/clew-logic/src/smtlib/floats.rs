//! The operators of the theory of floating-point numbers, as circuits.
//!
//! A float is a value of its own while a term is read: its bits and its format. Terms have none, so
//! that it must have become a Boolean or a bit-vector when the term ends. All NaNs are one value: `=`
//! does not tell them apart, and no operator gives their bits out.

use crate::float::{self, Format, OutOfRange, Rounding};
use crate::pool::{TermId, TermPool};
use crate::sort::Sort;

/// What a part of a term is while it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Term(TermId),
    Float(Format, TermId),
    Mode(Rounding),
}

impl Value {
    pub(super) fn term(self) -> Option<TermId> {
        match self {
            Value::Term(term) => Some(term),
            Value::Float(..) | Value::Mode(_) => None,
        }
    }
}

/// The widest integer that a float is cut to.
const WIDEST_INTEGER: u32 = 120;

/// A rounding mode.
pub(super) fn mode(name: &str) -> Option<Rounding> {
    Some(match name {
        "RNE" | "roundNearestTiesToEven" => Rounding::NearestEven,
        "RNA" | "roundNearestTiesToAway" => Rounding::NearestAway,
        "RTP" | "roundTowardPositive" => Rounding::Up,
        "RTN" | "roundTowardNegative" => Rounding::Down,
        "RTZ" | "roundTowardZero" => Rounding::Zero,
        _ => return None,
    })
}

/// A format whose circuits can be built.
fn format(exponent: u32, significand: u32) -> Option<Format> {
    let fits = (2..=15).contains(&exponent) && (3..=64).contains(&significand);
    fits.then_some(Format { exponent, significand })
}

/// A constant such as `(_ +zero 8 24)`.
pub(super) fn constant(pool: &mut TermPool, name: &str, numbers: &[u32]) -> Option<Value> {
    let &[exponent, significand] = numbers else { return None };
    let format = format(exponent, significand)?;
    let positive = match name {
        "+zero" | "-zero" => pool.bv(format.width(), 0),
        "+oo" | "-oo" => format.infinity(pool),
        "NaN" => format.nan(pool),
        _ => return None,
    };
    let bits = if name.starts_with('-') { float::neg(pool, format, positive) } else { positive };
    Some(Value::Float(format, bits))
}

/// Applies an operator without numbers; nothing where the name is unknown or the operands do not fit.
pub(super) fn apply(pool: &mut TermPool, name: &str, args: &[Value]) -> Option<Value> {
    use Value::{Float, Mode};
    let float = |(format, bits)| Some(Value::Float(format, bits));
    let truth = |term| Some(Value::Term(term));
    match (name, args) {
        ("=", [_, _, ..]) => truth(chain(pool, args, same)?),
        ("fp.eq", [_, _, ..]) => truth(chain(pool, args, float::eq)?),
        ("fp.lt", [_, _, ..]) => truth(chain(pool, args, float::lt)?),
        ("fp.leq", [_, _, ..]) => truth(chain(pool, args, float::le)?),
        ("fp.gt", [_, _, ..]) => {
            truth(chain(pool, args, |pool, f, a, b| float::lt(pool, f, b, a))?)
        }
        ("fp.geq", [_, _, ..]) => {
            truth(chain(pool, args, |pool, f, a, b| float::le(pool, f, b, a))?)
        }
        ("fp.neg", &[Float(f, a)]) => float((f, float::neg(pool, f, a))),
        ("fp.abs", &[Float(f, a)]) => float((f, float::abs(pool, f, a))),
        ("fp.sqrt", &[Mode(mode), Float(f, a)]) => float((f, float::sqrt(pool, f, mode, a))),
        ("fp.roundToIntegral", &[Mode(mode), Float(f, a)]) => {
            float((f, float::round_to_integral(pool, f, mode, a)))
        }
        (_, &[Float(f, a)]) => truth(class(pool, name, f, a)?),
        (_, &[Mode(mode), Float(f, a), Float(g, b)]) if f == g => {
            let op = match name {
                "fp.add" => float::add,
                "fp.sub" => float::sub,
                "fp.mul" => float::mul,
                "fp.div" => float::div,
                _ => return None,
            };
            float((f, op(pool, f, mode, a, b)))
        }
        ("fp.fma", &[Mode(mode), Float(f, a), Float(g, b), Float(h, c)]) if f == g && g == h => {
            float((f, float::fma(pool, f, mode, a, b, c)))
        }
        ("ite", &[Value::Term(condition), Float(f, a), Float(g, b)])
            if f == g && pool.sort(condition) == Sort::Bool =>
        {
            float((f, pool.ite(condition, a, b)))
        }
        _ => None,
    }
}

fn class(pool: &mut TermPool, name: &str, format: Format, a: TermId) -> Option<TermId> {
    let negative = |pool: &mut TermPool, sign: bool| {
        let (is_negative, is_nan) =
            (float::is_negative(pool, format, a), float::is_nan(pool, format, a));
        let has_sign = if sign { is_negative } else { pool.not(is_negative) };
        let is_number = pool.not(is_nan);
        pool.and(has_sign, is_number)
    };
    Some(match name {
        "fp.isNaN" => float::is_nan(pool, format, a),
        "fp.isInfinite" => float::is_infinite(pool, format, a),
        "fp.isNormal" => float::is_normal(pool, format, a),
        "fp.isSubnormal" => float::is_subnormal(pool, format, a),
        "fp.isZero" => float::is_zero(pool, format, a),
        "fp.isNegative" => negative(pool, true),
        "fp.isPositive" => negative(pool, false),
        _ => return None,
    })
}

/// Equality of values: of the bits, but for NaNs.
fn same(pool: &mut TermPool, format: Format, a: TermId, b: TermId) -> TermId {
    let (nan_a, nan_b) = (float::is_nan(pool, format, a), float::is_nan(pool, format, b));
    let nans = pool.and(nan_a, nan_b);
    let equal = pool.eq(a, b);
    pool.or(nans, equal)
}

/// Neighbours are compared, and all must hold.
fn chain(
    pool: &mut TermPool,
    args: &[Value],
    compare: fn(&mut TermPool, Format, TermId, TermId) -> TermId,
) -> Option<TermId> {
    let mut all = TermPool::TRUE;
    for pair in args.windows(2) {
        let [Value::Float(f, a), Value::Float(g, b)] = *pair else { return None };
        let holds = (f == g).then(|| compare(pool, f, a, b))?;
        all = pool.and(all, holds);
    }
    Some(all)
}

/// Applies an operator with numbers, such as `(_ to_fp 8 24)`.
pub(super) fn apply_indexed(
    pool: &mut TermPool,
    name: &str,
    numbers: &[u32],
    args: &[Value],
) -> Option<Value> {
    match (name, numbers, args) {
        ("to_fp", &[exponent, significand], _) => {
            to_float(pool, format(exponent, significand)?, args)
        }
        (
            "to_fp_unsigned",
            &[exponent, significand],
            &[Value::Mode(mode), Value::Term(integer)],
        ) => {
            let to = format(exponent, significand)?;
            from_int(pool, to, mode, integer, Sign::Unsigned)
        }
        ("fp.to_sbv", &[width], &[Value::Mode(mode), Value::Float(from, a)]) => {
            to_int(pool, (from, a), mode, width, Sign::Signed)
        }
        ("fp.to_ubv", &[width], &[Value::Mode(mode), Value::Float(from, a)]) => {
            to_int(pool, (from, a), mode, width, Sign::Unsigned)
        }
        _ => None,
    }
}

/// Whether an integer has a sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Signed,
    Unsigned,
}

fn to_float(pool: &mut TermPool, to: Format, args: &[Value]) -> Option<Value> {
    match *args {
        [Value::Term(bits)] if pool.sort(bits) == Sort::BitVec(to.width()) => {
            Some(Value::Float(to, bits))
        }
        [Value::Mode(mode), Value::Float(from, a)] => {
            Some(Value::Float(to, float::to_format(pool, from, to, mode, a)))
        }
        [Value::Mode(mode), Value::Term(integer)] => {
            from_int(pool, to, mode, integer, Sign::Signed)
        }
        _ => None,
    }
}

fn from_int(
    pool: &mut TermPool,
    to: Format,
    mode: Rounding,
    integer: TermId,
    sign: Sign,
) -> Option<Value> {
    let is_vector = pool.sort(integer).width() > 0;
    let is_signed = sign == Sign::Signed;
    is_vector.then(|| Value::Float(to, float::from_int(pool, to, mode, integer, is_signed)))
}

/// A float as an integer. What does not fit has a value that the theory leaves open: an input that
/// nothing else knows.
fn to_int(
    pool: &mut TermPool,
    (from, a): (Format, TermId),
    mode: Rounding,
    width: u32,
    sign: Sign,
) -> Option<Value> {
    if !(1..=WIDEST_INTEGER).contains(&width) {
        return None;
    }
    let kind = (width, sign == Sign::Signed);
    let (integer, fits) = float::to_int(pool, from, mode, a, kind, OutOfRange::Saturate);
    let name = match sign {
        Sign::Signed => format!("fp.to_sbv {width} {mode:?} {a:?}"),
        Sign::Unsigned => format!("fp.to_ubv {width} {mode:?} {a:?}"),
    };
    let open = pool.input(&name, Sort::BitVec(width));
    Some(Value::Term(pool.ite(fits, integer, open)))
}
