//! Float circuits of tiny formats on all operands and all modes, against exact rationals.

use std::cmp::Ordering;

use clew_logic::float::{self, Format, OutOfRange, Rounding};
use clew_logic::testing::scale;
use clew_logic::{Evaluator, Model, Sort, TermId, TermPool};

/// A fraction; the denominator is positive.
#[derive(Clone, Copy, Debug)]
struct Exact(i128, i128);

impl Exact {
    fn cmp(self, other: Exact) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn abs(self) -> Exact {
        Exact(self.0.abs(), self.1)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Class {
    Nan,
    Infinite,
    Finite,
}

fn class(format: Format, bits: u128) -> Class {
    let top = (1 << format.exponent) - 1;
    let fraction = bits & ((1 << format.fraction()) - 1);
    match (bits >> format.fraction() & top == top, fraction) {
        (true, 0) => Class::Infinite,
        (true, _) => Class::Nan,
        (false, _) => Class::Finite,
    }
}

fn negative(format: Format, bits: u128) -> bool {
    bits >> (format.width() - 1) & 1 == 1
}

/// The value of a magnitude; that of infinity is the power of two that would come next.
fn magnitude(format: Format, bits: u128) -> Exact {
    let field = (bits >> format.fraction()) as i64;
    let fraction = (bits & ((1 << format.fraction()) - 1)) as i128;
    let hidden = if field == 0 { 0 } else { 1 << format.fraction() };
    let exponent = field.max(1) - format.bias() - i64::from(format.fraction());
    let significand = fraction + hidden;
    if exponent >= 0 {
        Exact(significand << exponent, 1)
    } else {
        Exact(significand, 1 << -exponent)
    }
}

fn value(format: Format, bits: u128) -> Exact {
    let Exact(numerator, denominator) = magnitude(format, bits & ((1 << (format.width() - 1)) - 1));
    Exact(if negative(format, bits) { -numerator } else { numerator }, denominator)
}

/// Rounds a magnitude of which `compare` tells how it lies to a given value.
fn round(format: Format, mode: Rounding, sign: bool, compare: impl Fn(Exact) -> Ordering) -> u128 {
    let infinity = ((1u128 << format.exponent) - 1) << format.fraction();
    let below = (0..=infinity)
        .rev()
        .find(|&bits| compare(magnitude(format, bits)) != Ordering::Less)
        .expect("zero is never above");
    let exact = compare(magnitude(format, below)) == Ordering::Equal;
    let result = if below == infinity {
        match mode {
            Rounding::NearestEven | Rounding::NearestAway => infinity,
            Rounding::Zero => infinity - 1,
            Rounding::Up => infinity - u128::from(sign),
            Rounding::Down => infinity - u128::from(!sign),
        }
    } else if exact {
        below
    } else {
        let (low, high) = (magnitude(format, below), magnitude(format, below + 1));
        let middle = Exact(low.0 * high.1 + high.0 * low.1, 2 * low.1 * high.1);
        let up = match (mode, compare(middle)) {
            (Rounding::NearestEven | Rounding::NearestAway, Ordering::Less) => false,
            (Rounding::NearestEven | Rounding::NearestAway, Ordering::Greater) => true,
            (Rounding::NearestEven, Ordering::Equal) => below % 2 == 1,
            (Rounding::NearestAway, Ordering::Equal) => true,
            (Rounding::Up, _) => !sign,
            (Rounding::Down, _) => sign,
            (Rounding::Zero, _) => false,
        };
        below + u128::from(up)
    };
    result | u128::from(sign) << (format.width() - 1)
}

fn round_exact(format: Format, mode: Rounding, zero_sign: bool, exact: Exact) -> u128 {
    if exact.0 == 0 {
        return u128::from(zero_sign) << (format.width() - 1);
    }
    round(format, mode, exact.0 < 0, |other| exact.abs().cmp(other))
}

fn sum_of(format: Format, mode: Rounding, a: (Exact, bool), b: (Exact, bool)) -> u128 {
    let zero_sign = if a.1 == b.1 { a.1 } else { mode == Rounding::Down };
    let sum = Exact(a.0.0 * b.0.1 + b.0.0 * a.0.1, a.0.1 * b.0.1);
    round_exact(format, mode, zero_sign, sum)
}

/// The expected result; none for a NaN.
fn expected(format: Format, op: &str, mode: Rounding, a: u128, b: u128, c: u128) -> Option<u128> {
    use Class::{Finite, Infinite, Nan};
    let infinity = |sign: bool| {
        (((1u128 << format.exponent) - 1) << format.fraction())
            | u128::from(sign) << (format.width() - 1)
    };
    let zero = |sign: bool| u128::from(sign) << (format.width() - 1);
    let (sign_a, sign_b, sign_c) = (negative(format, a), negative(format, b), negative(format, c));
    let (x, y) = (value(format, a), value(format, b));
    let product_sign = sign_a != sign_b;
    let used = match op {
        "sqrt" | "rint" => vec![a],
        "fma" => vec![a, b, c],
        _ => vec![a, b],
    };
    if used.iter().any(|&operand| class(format, operand) == Nan) {
        return None;
    }
    let classes = (class(format, a), class(format, b));
    match op {
        "add" => match classes {
            (Infinite, Infinite) => (sign_a == sign_b).then(|| infinity(sign_a)),
            (Infinite, _) => Some(infinity(sign_a)),
            (_, Infinite) => Some(infinity(sign_b)),
            _ => Some(sum_of(format, mode, (x, sign_a), (y, sign_b))),
        },
        "mul" => match classes {
            (Finite, Finite) => {
                Some(round_exact(format, mode, product_sign, Exact(x.0 * y.0, x.1 * y.1)))
            }
            _ => {
                let zero_factor =
                    (classes.0 == Finite && x.0 == 0) || (classes.1 == Finite && y.0 == 0);
                (!zero_factor).then(|| infinity(product_sign))
            }
        },
        "div" => match classes {
            (Infinite, Infinite) => None,
            (Infinite, _) => Some(infinity(product_sign)),
            (_, Infinite) => Some(zero(product_sign)),
            _ if y.0 == 0 => (x.0 != 0).then(|| infinity(product_sign)),
            _ => {
                let (numerator, denominator) = (x.0 * y.1, x.1 * y.0);
                let quotient = Exact(numerator * denominator.signum(), denominator.abs());
                Some(round_exact(format, mode, product_sign, quotient))
            }
        },
        "sqrt" => match classes.0 {
            _ if classes.0 == Finite && x.0 == 0 => Some(a),
            _ if sign_a => None,
            Infinite => Some(a),
            _ => Some(round(format, mode, false, |other| {
                x.cmp(Exact(other.0 * other.0, other.1 * other.1))
            })),
        },
        "rint" => match classes.0 {
            Infinite => Some(a),
            _ => {
                let floor = x.0.div_euclid(x.1);
                let twice = 2 * (x.0 - floor * x.1);
                let up = match (mode, twice.cmp(&x.1)) {
                    (_, _) if twice == 0 => false,
                    (Rounding::Up, _) => true,
                    (Rounding::Down, _) => false,
                    (Rounding::Zero, _) => sign_a,
                    (_, Ordering::Less) => false,
                    (_, Ordering::Greater) => true,
                    (Rounding::NearestEven, Ordering::Equal) => floor % 2 != 0,
                    (Rounding::NearestAway, Ordering::Equal) => !sign_a,
                };
                let integer = floor + i128::from(up);
                Some(round_exact(format, Rounding::Zero, sign_a, Exact(integer, 1)))
            }
        },
        "fma" => {
            let z = value(format, c);
            let infinite_product = classes.0 == Infinite || classes.1 == Infinite;
            if infinite_product {
                let zero_factor =
                    (classes.0 == Finite && x.0 == 0) || (classes.1 == Finite && y.0 == 0);
                let opposite = class(format, c) == Infinite && sign_c != product_sign;
                return (!zero_factor && !opposite).then(|| infinity(product_sign));
            }
            if class(format, c) == Infinite {
                return Some(c);
            }
            let product = Exact(x.0 * y.0, x.1 * y.1);
            Some(sum_of(format, mode, (product, product_sign), (z, sign_c)))
        }
        "fmod" | "remainder" => {
            if classes.0 == Infinite || (classes.1 == Finite && y.0 == 0) {
                return None;
            }
            if classes.1 == Infinite {
                return Some(a);
            }
            let (p, q) = (x.0.abs() * y.1, y.0.abs() * x.1);
            let mut quotient = p / q;
            let twice = 2 * (p - quotient * q);
            if op == "remainder" && (twice > q || twice == q && quotient % 2 == 1) {
                quotient += 1;
            }
            let rest = Exact(x.0.signum() * (p - quotient * q), x.1 * y.1);
            Some(round_exact(format, Rounding::Zero, sign_a, rest))
        }
        _ => unreachable!("no operation {op}"),
    }
}

fn build(
    pool: &mut TermPool,
    format: Format,
    op: &str,
    mode: Rounding,
    args: [TermId; 3],
) -> TermId {
    let [a, b, c] = args;
    match op {
        "add" => float::add(pool, format, mode, a, b),
        "mul" => float::mul(pool, format, mode, a, b),
        "div" => float::div(pool, format, mode, a, b),
        "sqrt" => float::sqrt(pool, format, mode, a),
        "rint" => float::round_to_integral(pool, format, mode, a),
        "fma" => float::fma(pool, format, mode, a, b, c),
        "fmod" => float::fmod(pool, format, a, b),
        "remainder" => float::remainder(pool, format, a, b),
        _ => unreachable!("no operation {op}"),
    }
}

fn exhaust(format: Format, op: &str, operands: u32) {
    let count = 1u128 << format.width();
    for mode in Rounding::ALL {
        let mut pool = TermPool::new();
        let inputs = ["a", "b", "c"].map(|name| pool.input(name, Sort::BitVec(format.width())));
        let ids = inputs.map(|input| pool.input_of(input).expect("input"));
        let term = build(&mut pool, format, op, mode, inputs);
        let mut evaluator = Evaluator::new();
        for number in 0..count.pow(operands) {
            let [a, b, c] = [number % count, number / count % count, number / count / count];
            let mut model = Model::new();
            for (id, bits) in ids.into_iter().zip([a, b, c]) {
                model.set_bits(id, bits);
            }
            evaluator.forget();
            let result = evaluator.eval(&pool, &model, term);
            let expected = expected(format, op, mode, a, b, c);
            let same = match expected {
                None => class(format, result) == Class::Nan,
                Some(bits) => bits == result,
            };
            assert!(
                same,
                "{op} of {a:#b}, {b:#b}, {c:#b} in {format:?} {mode:?}: {result:#b}, not {expected:?}"
            );
        }
    }
}

const FORMATS: [Format; 4] = [
    Format { exponent: 3, significand: 3 },
    Format { exponent: 2, significand: 4 },
    Format { exponent: 4, significand: 2 },
    Format { exponent: 3, significand: 4 },
];

#[test]
fn two_operands() {
    for format in FORMATS {
        for op in ["add", "mul", "div", "fmod", "remainder"] {
            exhaust(format, op, 2);
        }
    }
}

#[test]
fn one_operand() {
    for format in [Format { exponent: 5, significand: 5 }, Format { exponent: 3, significand: 7 }] {
        exhaust(format, "sqrt", 1);
        exhaust(format, "rint", 1);
    }
}

#[test]
fn three_operands() {
    let mut formats =
        vec![Format { exponent: 2, significand: 3 }, Format { exponent: 3, significand: 2 }];
    if scale() > 1 {
        formats.extend([FORMATS[0], FORMATS[1]]);
    }
    for format in formats {
        exhaust(format, "fma", 3);
    }
}

#[test]
fn conversions_between_formats() {
    let (small, large) = (FORMATS[0], Format { exponent: 4, significand: 5 });
    for (from, to) in [(small, large), (large, small)] {
        for mode in Rounding::ALL {
            for bits in 0..1u128 << from.width() {
                let mut pool = TermPool::new();
                let a = pool.bv(from.width(), bits);
                let term = float::to_format(&mut pool, from, to, mode, a);
                let result = pool.value(term).expect("constants fold");
                let sign = negative(from, bits);
                let same = match class(from, bits) {
                    Class::Nan => class(to, result) == Class::Nan,
                    Class::Infinite => {
                        class(to, result) == Class::Infinite && negative(to, result) == sign
                    }
                    Class::Finite => result == round_exact(to, mode, sign, value(from, bits)),
                };
                assert!(same, "{bits:#b} from {from:?} to {to:?} {mode:?}: {result:#b}");
            }
        }
    }
}

#[test]
fn conversions_from_and_to_integers() {
    let format = Format { exponent: 4, significand: 3 };
    for (width, signed) in [(3, true), (3, false), (6, true), (6, false), (10, true), (1, false)] {
        let (low, high) = if signed {
            (-(1i128 << (width - 1)), (1 << (width - 1)) - 1)
        } else {
            (0, (1 << width) - 1)
        };
        for mode in Rounding::ALL {
            for integer in low..=high {
                let mut pool = TermPool::new();
                let a = pool.bv_signed(width, integer);
                let term = float::from_int(&mut pool, format, mode, a, signed);
                let expected = round_exact(format, mode, false, Exact(integer, 1));
                assert_eq!(pool.value(term), Some(expected), "{integer} {mode:?}");
            }
            for bits in 0..1u128 << format.width() {
                let mut pool = TermPool::new();
                let a = pool.bv(format.width(), bits);
                let kind = (width, signed);
                let (term, fits) =
                    float::to_int(&mut pool, format, mode, a, kind, OutOfRange::Saturate);
                let (result, fits) = (pool.value(term), pool.value(fits) == Some(1));
                let rounded = match class(format, bits) {
                    Class::Nan => 0,
                    Class::Infinite => {
                        if negative(format, bits) {
                            low - 1
                        } else {
                            high + 1
                        }
                    }
                    Class::Finite => {
                        let integral = expected_integer(format, mode, bits);
                        assert_eq!(fits, (low..=high).contains(&integral), "{bits:#b} {mode:?}");
                        integral
                    }
                };
                let saturated = rounded.clamp(low, high);
                let expected = (saturated as u128) & ((1 << width) - 1);
                assert_eq!(result, Some(expected), "{bits:#b} {mode:?} {width} {signed}");
            }
        }
    }
}

fn expected_integer(format: Format, mode: Rounding, bits: u128) -> i128 {
    let x = value(format, bits);
    let floor = x.0.div_euclid(x.1);
    let twice = 2 * (x.0 - floor * x.1);
    let up = match (mode, twice.cmp(&x.1)) {
        (_, _) if twice == 0 => false,
        (Rounding::Up, _) => true,
        (Rounding::Down, _) => false,
        (Rounding::Zero, _) => x.0 < 0,
        (_, Ordering::Less) => false,
        (_, Ordering::Greater) => true,
        (Rounding::NearestEven, Ordering::Equal) => floor % 2 != 0,
        (Rounding::NearestAway, Ordering::Equal) => x.0 > 0,
    };
    floor + i128::from(up)
}
