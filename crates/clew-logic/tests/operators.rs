//! Every operator at widths 1 to 4 on all operands, against definitions written anew from the
//! text of SMT-LIB, for the evaluator and the constant folder.

use clew_logic::{Model, Sort, TermId, TermPool};

type Build = fn(&mut TermPool, TermId, TermId) -> TermId;
type Meaning = fn(i64, i64, i64) -> i64;

/// The signed reading of `x` below `modulus`.
fn signed(modulus: i64, x: i64) -> i64 {
    if 2 * x >= modulus { x - modulus } else { x }
}

fn udiv(m: i64, a: i64, b: i64) -> i64 {
    if b == 0 { m - 1 } else { a / b }
}

fn urem(_: i64, a: i64, b: i64) -> i64 {
    if b == 0 { a } else { a % b }
}

fn sdiv(m: i64, a: i64, b: i64) -> i64 {
    let (sa, sb) = (signed(m, a), signed(m, b));
    if sb == 0 { if sa < 0 { 1 } else { -1 } } else { sa / sb }
}

fn srem(m: i64, a: i64, b: i64) -> i64 {
    let (sa, sb) = (signed(m, a), signed(m, b));
    if sb == 0 { sa } else { sa % sb }
}

fn smod(m: i64, a: i64, b: i64) -> i64 {
    let (sa, sb) = (signed(m, a), signed(m, b));
    if sb == 0 { sa } else { (sa % sb + sb) % sb }
}

fn shl(m: i64, a: i64, b: i64) -> i64 {
    if b >= 8 { 0 } else { (a << b) % m }
}

fn lshr(_: i64, a: i64, b: i64) -> i64 {
    if b >= 8 { 0 } else { a >> b }
}

fn ashr(m: i64, a: i64, b: i64) -> i64 {
    signed(m, a) >> b.min(20)
}

const BINARY: &[(&str, Build, Meaning)] = &[
    ("and", TermPool::and, |_, a, b| a & b),
    ("or", TermPool::or, |_, a, b| a | b),
    ("xor", TermPool::xor, |_, a, b| a ^ b),
    ("add", TermPool::add, |_, a, b| a + b),
    ("sub", TermPool::sub, |_, a, b| a - b),
    ("mul", TermPool::mul, |_, a, b| a * b),
    ("udiv", TermPool::udiv, udiv),
    ("urem", TermPool::urem, urem),
    ("sdiv", TermPool::sdiv, sdiv),
    ("srem", TermPool::srem, srem),
    ("smod", TermPool::smod, smod),
    ("shl", TermPool::shl, shl),
    ("lshr", TermPool::lshr, lshr),
    ("ashr", TermPool::ashr, ashr),
    ("not", |pool, a, _| pool.not(a), |_, a, _| -1 - a),
    ("neg", |pool, a, _| pool.neg(a), |_, a, _| -a),
];

const COMPARISON: &[(&str, Build, Meaning)] = &[
    ("eq", TermPool::eq, |_, a, b| (a == b).into()),
    ("ne", TermPool::ne, |_, a, b| (a != b).into()),
    ("ult", TermPool::ult, |_, a, b| (a < b).into()),
    ("ule", TermPool::ule, |_, a, b| (a <= b).into()),
    ("ugt", TermPool::ugt, |_, a, b| (a > b).into()),
    ("uge", TermPool::uge, |_, a, b| (a >= b).into()),
    ("slt", TermPool::slt, |m, a, b| (signed(m, a) < signed(m, b)).into()),
    ("sle", TermPool::sle, |m, a, b| (signed(m, a) <= signed(m, b)).into()),
    ("sgt", TermPool::sgt, |m, a, b| (signed(m, a) > signed(m, b)).into()),
    ("sge", TermPool::sge, |m, a, b| (signed(m, a) >= signed(m, b)).into()),
];

fn check(name: &str, width: u32, result_modulus: i64, build: Build, meaning: Meaning) {
    let modulus = 1i64 << width;
    let mut raw = TermPool::without_rewrites();
    let mut pool = TermPool::new();
    let x = raw.input("x", Sort::BitVec(width));
    let y = raw.input("y", Sort::BitVec(width));
    let symbolic = build(&mut raw, x, y);
    let (x, y) = (raw.input_of(x).expect("input"), raw.input_of(y).expect("input"));
    for a in 0..modulus {
        for b in 0..modulus {
            let expected = meaning(modulus, a, b).rem_euclid(result_modulus) as u128;
            let mut model = Model::new();
            model.set_bits(x, a as u128);
            model.set_bits(y, b as u128);
            assert_eq!(raw.eval(&model, symbolic), expected, "{name} of {a} and {b} at {width}");
            let (a, b) = (pool.bv(width, a as u128), pool.bv(width, b as u128));
            let folded = build(&mut pool, a, b);
            assert_eq!(pool.value(folded), Some(expected), "folded {name} at {width}");
        }
    }
}

#[test]
fn binary_operators() {
    for width in 1..=4 {
        for &(name, build, meaning) in BINARY {
            check(name, width, 1 << width, build, meaning);
        }
        for &(name, build, meaning) in COMPARISON {
            check(name, width, 2, build, meaning);
        }
    }
}

#[test]
fn slices_and_extensions() {
    for width in 1..=4u32 {
        for low in 0..width {
            for high in low..width {
                for value in 0..1u128 << width {
                    let mut pool = TermPool::new();
                    let term = pool.bv(width, value);
                    let slice = pool.extract(high, low, term);
                    let expected = (value / (1 << low)) % (1 << (high - low + 1));
                    assert_eq!(pool.value(slice), Some(expected));
                }
            }
        }
        for to in width..=8 {
            for value in 0..1i64 << width {
                let mut pool = TermPool::new();
                let term = pool.bv(width, value as u128);
                let (zero, sign) = (pool.zero_extend(term, to), pool.sign_extend(term, to));
                assert_eq!(pool.value(zero), Some(value as u128));
                let expected = signed(1 << width, value).rem_euclid(1 << to) as u128;
                assert_eq!(pool.value(sign), Some(expected));
            }
        }
    }
}

#[test]
fn wide_constants_are_exact() {
    let mut pool = TermPool::new();
    let a = pool.bv(128, u128::MAX);
    let b = pool.bv(128, 1 << 127);
    let sum = pool.add(a, b);
    assert_eq!(pool.value(sum), Some((1 << 127) - 1));
    let quotient = pool.sdiv(b, a);
    assert_eq!(pool.value(quotient), Some(1 << 127));
    let high = pool.extract(127, 64, b);
    assert_eq!(pool.value(high), Some(1 << 63));
}

#[test]
fn deep_terms_need_no_stack() {
    let mut pool = TermPool::new();
    let x = pool.input("x", Sort::BitVec(32));
    let y = pool.input("y", Sort::BitVec(32));
    let mut term = x;
    for step in 0..200_000u128 {
        let c = pool.bv(32, step | 1);
        let sum = pool.add(term, y);
        term = pool.xor(sum, c);
    }
    let low = pool.extract(7, 0, term);
    let mut model = Model::new();
    model.set_bits(pool.input_of(x).expect("input"), 5);
    assert_eq!(pool.eval(&model, low), pool.eval(&model, term) & 0xff);
    assert!(pool.size(term) >= 400_000);
    let mut substitution = clew_logic::Substitution::new();
    let zero = pool.bv(32, 0);
    substitution.replace(&pool, y, zero);
    let substituted = substitution.apply(&mut pool, term);
    assert_eq!(pool.free_inputs(substituted), vec![pool.find_input("x").expect("declared")]);
}
