//! The operators against Rust's own integers and floats, and against values checked by hand.

use super::*;
use crate::expr::OverflowOp;
use crate::types::FloatKind;

const fn int(bits: u32, signed: bool) -> Scalar {
    Scalar::Int { bits, signed }
}

const BOOL: Scalar = int(1, false);
const F32: Scalar = Scalar::Float(FloatKind::F32);
const F64: Scalar = Scalar::Float(FloatKind::F64);
const X87: Scalar = Scalar::Float(FloatKind::X87);

/// Values at the edges of every width, and some without a pattern.
fn samples(width: u32) -> Vec<u128> {
    let mut all: Vec<u128> = Vec::new();
    for at in [0, 1, 7, 8, 15, 16, 31, 32, 33, 62, 63, 64, 65, 126, 127] {
        let power = 1u128 << at;
        all.extend([power - 1, power, power + 1, power.wrapping_neg(), !power]);
    }
    let mut state = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834u128;
    for _ in 0..12 {
        state = state.wrapping_mul(0xda94_2042_e4dd_58b5).rotate_left(37) ^ state >> 64;
        all.push(state);
    }
    all.iter_mut().for_each(|bits| *bits = truncate(*bits, width));
    all.sort_unstable();
    all.dedup();
    all
}

const OPS: [BinaryOp; 16] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
];

/// Checks every operator on one native type. Shifts are computed in the type that narrow values
/// are promoted to.
macro_rules! check_int {
    ($ty:ty, $promoted:ty, $signed:expr) => {{
        let width = <$ty>::BITS;
        let scalar = int(width, $signed);
        let bits = |value: $ty| truncate(value as u128, width);
        for &x in &samples(width) {
            let a = x as $ty;
            assert_eq!(unary(UnaryOp::Neg, scalar, x), bits(a.wrapping_neg()));
            assert_eq!(unary(UnaryOp::BitNot, scalar, x), bits(!a));
            assert_eq!(unary(UnaryOp::LogicalNot, scalar, x), u128::from(a == 0));
            for &y in &samples(width) {
                let b = y as $ty;
                for op in OPS {
                    let count = (y % 256) as u32;
                    let promoted = a as $promoted;
                    let expected = match op {
                        BinaryOp::Add => Ok(bits(a.wrapping_add(b))),
                        BinaryOp::Sub => Ok(bits(a.wrapping_sub(b))),
                        BinaryOp::Mul => Ok(bits(a.wrapping_mul(b))),
                        BinaryOp::Div | BinaryOp::Rem if b == 0 => Err(OpFault::DivisionByZero),
                        BinaryOp::Div => a.checked_div(b).map(bits).ok_or(OpFault::SignedOverflow),
                        BinaryOp::Rem => a.checked_rem(b).map(bits).ok_or(OpFault::SignedOverflow),
                        BinaryOp::Shl => Ok(bits(promoted.wrapping_shl(count) as $ty)),
                        BinaryOp::Shr => Ok(bits(promoted.wrapping_shr(count) as $ty)),
                        BinaryOp::BitAnd => Ok(bits(a & b)),
                        BinaryOp::BitOr => Ok(bits(a | b)),
                        BinaryOp::BitXor => Ok(bits(a ^ b)),
                        BinaryOp::Eq => Ok(u128::from(a == b)),
                        BinaryOp::Ne => Ok(u128::from(a != b)),
                        BinaryOp::Lt => Ok(u128::from(a < b)),
                        BinaryOp::Le => Ok(u128::from(a <= b)),
                        BinaryOp::Gt => Ok(u128::from(a > b)),
                        BinaryOp::Ge => Ok(u128::from(a >= b)),
                        _ => unreachable!(),
                    };
                    let result = binary(op, scalar, x, scalar, y);
                    assert_eq!(result, expected, "{a} {} {b} in {scalar:?}", op.c_symbol());
                }
                if $signed {
                    let overflow = |op| signed_overflow(op, scalar, x, y);
                    assert_eq!(overflow(BinaryOp::Add), a.checked_add(b).is_none());
                    assert_eq!(overflow(BinaryOp::Sub), a.checked_sub(b).is_none());
                    assert_eq!(overflow(BinaryOp::Mul), a.checked_mul(b).is_none());
                    let divides = b == 0 || a.checked_div(b).is_some();
                    assert_eq!(overflow(BinaryOp::Div), !divides);
                }
            }
        }
    }};
}

#[test]
fn integers_compute_as_native_ones() {
    check_int!(i8, i32, true);
    check_int!(u8, i32, false);
    check_int!(i16, i32, true);
    check_int!(u16, i32, false);
    check_int!(i32, i32, true);
    check_int!(u32, u32, false);
    check_int!(i64, i64, true);
    check_int!(u64, u64, false);
    check_int!(i128, i128, true);
    check_int!(u128, u128, false);
}

macro_rules! check_int_casts {
    ($($from:ty, $from_signed:literal => [$($to:ty),*];)*) => {$(
        for &x in &samples(<$from>::BITS) {
            let value = x as $from;
            let from = int(<$from>::BITS, $from_signed);
            $(
                let to = int(<$to>::BITS, <$to>::MIN != 0);
                let expected = truncate((value as $to) as u128, <$to>::BITS);
                assert_eq!(cast(from, to, x), expected, "{value} to {to:?}");
            )*
            assert_eq!(cast(from, BOOL, x), u128::from(value != 0));
            assert_eq!(cast(from, F32, x), u128::from((value as f32).to_bits()));
            assert_eq!(cast(from, F64, x), u128::from((value as f64).to_bits()));
        }
    )*};
}

#[test]
fn integers_convert_as_native_ones() {
    check_int_casts! {
        i8, true => [i8, u8, i16, u16, i32, u32, i64, u64, i128, u128];
        u8, false => [i8, u8, i16, u16, i32, u32, i64, u64, i128, u128];
        i16, true => [i8, u8, i16, u16, i32, u32, i64, u64, i128, u128];
        u16, false => [i8, u8, i16, u16, i32, u32, i64, u64, i128, u128];
        i32, true => [i8, u8, i16, u16, i32, u32, i64, u64, i128, u128];
        u32, false => [i8, u8, i16, u16, i32, u32, i64, u64, i128, u128];
        i64, true => [i8, u8, i16, u16, i32, u32, i64, u64, i128, u128];
        u64, false => [i8, u8, i16, u16, i32, u32, i64, u64, i128, u128];
        i128, true => [i8, u8, i16, u16, i32, u32, i64, u64, i128, u128];
        u128, false => [i8, u8, i16, u16, i32, u32, i64, u64, i128, u128];
    }
    assert_eq!(cast(BOOL, int(32, true), 1), 1);
}

#[test]
fn values_read_as_signed_or_not() {
    assert_eq!(int_value(0xff, 8, true), -1);
    assert_eq!(int_value(0xff, 8, false), 255);
    assert_eq!(int_value(1, 1, false), 1);
    assert_eq!(int_value(u128::MAX, 128, false) as u128, u128::MAX);
    assert_eq!(sign_extend(0x80, 8), -128);
    assert_eq!(truncate(u128::MAX, 128), u128::MAX);
}

fn f64_samples() -> Vec<f64> {
    let mut all = vec![0.0, 0.5, 1.0, 1.5, 3.0, 0.1, 1e10, 1e19, 1e20, 1e38, 1e300, f64::MAX];
    all.extend([f64::MIN_POSITIVE, 5e-324, 1e-310, f64::EPSILON, f64::INFINITY]);
    for at in [7, 8, 15, 16, 31, 32, 52, 53, 62, 63, 64, 127, 128] {
        let power = 2f64.powi(at);
        all.extend([power.next_down(), power, power.next_up(), power - 1.0]);
    }
    let negative: Vec<f64> = all.iter().map(|x| -x).collect();
    all.extend(negative);
    all
}

#[test]
fn doubles_and_floats_compute_as_native_ones() {
    for &a in &f64_samples() {
        for &b in &f64_samples() {
            let (x, y) = (u128::from(a.to_bits()), u128::from(b.to_bits()));
            let (af, bf) = (a as f32, b as f32);
            let (xf, yf) = (u128::from(af.to_bits()), u128::from(bf.to_bits()));
            for (op, double, single) in [
                (BinaryOp::Add, a + b, af + bf),
                (BinaryOp::Sub, a - b, af - bf),
                (BinaryOp::Mul, a * b, af * bf),
                (BinaryOp::Div, a / b, af / bf),
            ] {
                let result = binary(op, F64, x, F64, y).unwrap();
                if double.is_nan() {
                    assert_eq!(result, 0xfff8_0000_0000_0000);
                } else {
                    assert_eq!(result, u128::from(double.to_bits()), "{a} {op:?} {b}");
                }
                let result = binary(op, F32, xf, F32, yf).unwrap();
                if single.is_nan() {
                    assert_eq!(result, 0xffc0_0000);
                } else {
                    assert_eq!(result, u128::from(single.to_bits()), "{af} {op:?} {bf}");
                }
            }
            for (op, double) in [
                (BinaryOp::Eq, a == b),
                (BinaryOp::Ne, a != b),
                (BinaryOp::Lt, a < b),
                (BinaryOp::Le, a <= b),
                (BinaryOp::Gt, a > b),
                (BinaryOp::Ge, a >= b),
            ] {
                assert_eq!(binary(op, F64, x, F64, y), Ok(u128::from(double)));
                let wide = |bits| cast(F64, X87, bits);
                assert_eq!(binary(op, X87, wide(x), X87, wide(y)), Ok(u128::from(double)));
            }
        }
    }
}

#[test]
fn nans_are_those_of_the_processor() {
    let nan = |payload: u128| 0x7ff0_0000_0000_0000 | payload;
    let quiet = 0x0008_0000_0000_0000;
    let one = u128::from(1f64.to_bits());
    let add = |a, b| binary(BinaryOp::Add, F64, a, F64, b).unwrap();
    assert_eq!(add(nan(5), nan(quiet | 9)), nan(quiet | 5));
    assert_eq!(add(one, nan(9)), nan(quiet | 9));
    for op in [BinaryOp::Eq, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge] {
        assert_eq!(binary(op, F64, nan(quiet), F64, nan(quiet)), Ok(0));
    }
    assert_eq!(binary(BinaryOp::Ne, F64, nan(quiet), F64, nan(quiet)), Ok(1));
    assert_eq!(unary(UnaryOp::LogicalNot, F64, nan(1)), 0);
    assert_eq!(cast(F64, BOOL, nan(1)), 1);
    assert_eq!(cast(F64, F32, nan(quiet | 1 << 29)), 0x7fc0_0001);
    assert_eq!(cast(F32, F64, 0xffc0_0001), 1 << 63 | nan(quiet | 1 << 29));
    assert_eq!(cast(F64, X87, nan(quiet)), 0x7fff_c000_0000_0000_0000);
    assert_eq!(cast(X87, F64, 0xffff_c000_0000_0000_0000), 1 << 63 | nan(quiet));
}

#[test]
fn logical_not_and_negation_of_floats() {
    let bits = |value: f64| u128::from(value.to_bits());
    assert_eq!(unary(UnaryOp::LogicalNot, F64, bits(-0.0)), 1);
    assert_eq!(unary(UnaryOp::LogicalNot, F64, bits(5e-324)), 0);
    assert_eq!(unary(UnaryOp::Neg, F64, bits(0.0)), bits(-0.0));
    assert_eq!(unary(UnaryOp::Neg, X87, 0), 1 << 79);
}

#[test]
fn floats_convert_to_integers_as_gcc_does_it() {
    let bits = |value: f64| u128::from(value.to_bits());
    let to = |value: f64, width, signed| cast(F64, int(width, signed), bits(value));
    assert_eq!(to(-1.9, 32, true), 0xffff_ffff);
    assert_eq!(to(2_147_483_648.0, 32, true), 0x8000_0000);
    assert_eq!(to(-2_147_483_648.9, 32, true), 0x8000_0000);
    assert_eq!(to(f64::NAN, 32, true), 0x8000_0000);
    assert_eq!(to(300.7, 8, true), 44);
    assert_eq!(to(300.7, 8, false), 44);
    assert_eq!(to(1e10, 16, true), 0);
    assert_eq!(to(-1.0, 16, false), 0xffff);
    assert_eq!(to(4_294_967_295.5, 32, false), 0xffff_ffff);
    assert_eq!(to(-1.0, 32, false), 0xffff_ffff);
    assert_eq!(to(1e10, 32, false), 0x540b_e400);
    assert_eq!(to(1e19, 64, false), 10_000_000_000_000_000_000);
    assert_eq!(to(-1.0, 64, false), u128::from(u64::MAX));
    assert_eq!(to(1e30, 64, false), 0);
    assert_eq!(to(1e30, 64, true), 1 << 63);
    assert_eq!(to(f64::NAN, 64, false), 1 << 63);
    assert_eq!(to(2f64.powi(100), 128, true), 1 << 100);
    assert_eq!(to(-(2f64.powi(100)), 128, true), (1u128 << 100).wrapping_neg());
    assert_eq!(to(2f64.powi(127), 128, false), 1 << 127);
    assert_eq!(to(0.3, 1, false), 1);
    let x87 =
        |value: f64, width, signed| cast(X87, int(width, signed), cast(F64, X87, bits(value)));
    assert_eq!(x87(40_000.0, 16, true), 0x8000);
    assert_eq!(x87(40_000.0, 16, false), 40_000);
    assert_eq!(x87(40_000.0, 8, false), 0);
    assert_eq!(x87(-5.5, 64, true), truncate(5u128.wrapping_neg(), 64));
    assert_eq!(x87(1e19, 64, false), 10_000_000_000_000_000_000);
    assert_eq!(x87(0.99, 32, true), 0);
    for &value in &f64_samples() {
        if value.abs() < 2f64.powi(31) {
            let expected = truncate(value as i32 as u128, 32);
            assert_eq!(to(value, 32, true), expected);
            assert_eq!(x87(value, 32, true), expected);
        }
        if value.abs() < 2f64.powi(63) {
            let expected = truncate(value as i64 as u128, 64);
            assert_eq!(to(value, 64, true), expected);
            assert_eq!(x87(value, 64, true), expected);
        }
        let single = value as f32;
        if single.abs() < 2f32.powi(31) {
            let x = u128::from(single.to_bits());
            assert_eq!(cast(F32, int(32, true), x), truncate(single as i32 as u128, 32));
        }
    }
}

#[test]
fn long_double_keeps_64_bits() {
    let from_int = |value: u64| cast(int(64, false), X87, value.into());
    let one = from_int(1);
    assert_eq!(one, 0x3fff_8000_0000_0000_0000);
    // 2^63 + 1 fits a long double and no double.
    let big = from_int((1 << 63) + 1);
    assert_eq!(binary(BinaryOp::Sub, X87, big, X87, from_int(1 << 63)), Ok(one));
    assert_eq!(cast(X87, int(64, false), big), (1 << 63) + 1);
    let third = binary(BinaryOp::Div, X87, one, X87, from_int(3)).unwrap();
    assert_eq!(third, 0x3ffd_aaaa_aaaa_aaaa_aaab);
    assert_eq!(cast(X87, F64, third), u128::from((1.0f64 / 3.0).to_bits()));
    // 2^65 + 2: the tie goes to the even neighbour.
    assert_eq!(cast(int(128, true), X87, (1 << 65) + 2), cast(int(128, true), X87, 1 << 65));
    for &value in &f64_samples() {
        let x = u128::from(value.to_bits());
        assert_eq!(cast(X87, F64, cast(F64, X87, x)), x, "{value}");
        let single = u128::from((value as f32).to_bits());
        assert_eq!(cast(X87, F32, cast(F32, X87, single)), single);
        assert_eq!(cast(X87, F32, cast(F64, X87, x)), single);
    }
}

#[test]
fn shifts_that_c_does_not_define() {
    let (i32_, u32_, i64_) = (int(32, true), int(32, false), int(64, true));
    let fault = |op, left, a, b| shift_fault(op, left, a, i32_, b);
    assert_eq!(fault(BinaryOp::Shl, i32_, 1, 31), Some(ShiftFault::Overflow));
    assert_eq!(fault(BinaryOp::Shl, i32_, 1, 30), None);
    assert_eq!(fault(BinaryOp::Shl, i32_, 3, 30), Some(ShiftFault::Overflow));
    assert_eq!(fault(BinaryOp::Shl, u32_, 1, 31), None);
    assert_eq!(fault(BinaryOp::Shl, i64_, 1, 62), None);
    assert_eq!(fault(BinaryOp::Shl, i32_, 0xffff_ffff, 1), Some(ShiftFault::NegativeValue));
    assert_eq!(fault(BinaryOp::Shr, i32_, 0xffff_ffff, 1), None);
    assert_eq!(fault(BinaryOp::Shr, u32_, 1, 32), Some(ShiftFault::CountOutOfRange));
    assert_eq!(fault(BinaryOp::Shl, u32_, 1, 0xffff_ffff), Some(ShiftFault::CountOutOfRange));
    assert!(!bad_shift(BinaryOp::Add, i32_, 1, i32_, 99));
}

#[test]
fn bit_intrinsics() {
    let types = TypeTable::new();
    let int32 = int(32, true);
    macro_rules! check {
        ($($ty:ty),*) => {$(
            for &x in &samples(<$ty>::BITS) {
                let value = x as $ty;
                let operand = int(<$ty>::BITS, false);
                let small = |op| intrinsic(&types, op, &[(operand, x)], int32) as u32;
                assert_eq!(small(Intrinsic::CountLeadingZeros), value.leading_zeros());
                assert_eq!(small(Intrinsic::CountTrailingZeros), value.trailing_zeros());
                assert_eq!(small(Intrinsic::PopCount), value.count_ones());
                assert_eq!(small(Intrinsic::Parity), value.count_ones() % 2);
                let first = if value == 0 { 0 } else { value.trailing_zeros() + 1 };
                assert_eq!(small(Intrinsic::FindFirstSet), first);
                let top = value >> (<$ty>::BITS - 1) & 1;
                let same = (0..<$ty>::BITS).rev().take_while(|i| value >> i & 1 == top).count();
                assert_eq!(small(Intrinsic::CountLeadingRedundantSignBits), same as u32 - 1);
                let wide = |op| intrinsic(&types, op, &[(operand, x)], operand) as $ty;
                assert_eq!(wide(Intrinsic::ByteSwap), value.swap_bytes());
                assert_eq!(wide(Intrinsic::BitReverse), value.reverse_bits());
            }
        )*};
    }
    check!(u8, u16, u32, u64, u128);
}

#[test]
fn overflow_is_exact_across_types() {
    let types = TypeTable::new();
    let test = |op, left: (Scalar, u128), right: (Scalar, u128), result| {
        intrinsic(&types, Intrinsic::Overflows { op, result }, &[left, right], int(32, true)) != 0
    };
    let kinds: [(Scalar, crate::TypeId); 4] = [
        (int(8, true), TypeTable::SIGNED_CHAR),
        (int(8, false), TypeTable::UNSIGNED_CHAR),
        (int(32, true), TypeTable::INT),
        (int(64, false), TypeTable::UNSIGNED_LONG),
    ];
    let value = |(scalar, bits): (Scalar, u128)| match scalar {
        Scalar::Int { bits: width, signed } => int_value(bits, width, signed),
        Scalar::Float(_) => unreachable!(),
    };
    for (left, _) in kinds {
        for (right, _) in kinds {
            for (target, ty) in kinds {
                let Scalar::Int { bits: width, signed } = target else { unreachable!() };
                for &x in &samples(left.size() as u32 * 8) {
                    for &y in &samples(right.size() as u32 * 8) {
                        let (a, b) = (value((left, x)), value((right, y)));
                        for (op, exact) in [
                            (OverflowOp::Add, a.checked_add(b)),
                            (OverflowOp::Sub, a.checked_sub(b)),
                            (OverflowOp::Mul, a.checked_mul(b)),
                        ] {
                            let expected = exact.is_none_or(|exact| {
                                int_value(truncate(exact as u128, width), width, signed) != exact
                            });
                            let found = test(op, (left, x), (right, y), ty);
                            assert_eq!(found, expected, "{a} {op:?} {b} in {target:?}");
                        }
                    }
                }
            }
        }
    }
    let (wide, unsigned) = (int(128, true), int(128, false));
    let (int128, uint128) = (TypeTable::INT128, TypeTable::UNSIGNED_INT128);
    assert!(test(OverflowOp::Add, (unsigned, u128::MAX), (unsigned, 1), uint128));
    assert!(!test(OverflowOp::Add, (unsigned, u128::MAX), (wide, u128::MAX), uint128));
    assert!(test(OverflowOp::Sub, (wide, 1 << 127), (wide, 1), int128));
    assert!(!test(OverflowOp::Sub, (unsigned, 5), (unsigned, 6), int128));
    assert!(test(OverflowOp::Sub, (unsigned, 5), (unsigned, 6), uint128));
    assert!(test(OverflowOp::Mul, (wide, 1 << 127), (wide, u128::MAX), int128));
    assert!(!test(OverflowOp::Mul, (wide, 1 << 127), (wide, 1), int128));
}

#[test]
fn float_intrinsics() {
    let types = TypeTable::new();
    let int32 = int(32, true);
    let bits = |value: f64| u128::from(value.to_bits());
    let nan = f64::NAN;
    for scalar in [F32, F64, X87] {
        let at = |value: f64| (scalar, cast(F64, scalar, bits(value)));
        let ask = |op, values: &[f64]| {
            let operands: Vec<_> = values.iter().map(|&value| at(value)).collect();
            int_value(intrinsic(&types, op, &operands, int32), 32, true)
        };
        assert_eq!(ask(Intrinsic::SignBit, &[-0.0]), 1);
        assert_eq!(ask(Intrinsic::SignBit, &[2.0]), 0);
        assert_eq!(ask(Intrinsic::IsNan, &[nan]), 1);
        assert_eq!(ask(Intrinsic::IsNan, &[f64::INFINITY]), 0);
        assert_eq!(ask(Intrinsic::IsInf { signed: false }, &[f64::NEG_INFINITY]), 1);
        assert_eq!(ask(Intrinsic::IsInf { signed: true }, &[f64::NEG_INFINITY]), -1);
        assert_eq!(ask(Intrinsic::IsInf { signed: true }, &[nan]), 0);
        assert_eq!(ask(Intrinsic::IsInf { signed: true }, &[-1.0]), 0);
        assert_eq!(ask(Intrinsic::IsFinite, &[1.0]), 1);
        assert_eq!(ask(Intrinsic::IsFinite, &[nan]), 0);
        assert_eq!(ask(Intrinsic::IsNormal, &[0.0]), 0);
        assert_eq!(ask(Intrinsic::IsNormal, &[1.0]), 1);
        assert_eq!(ask(Intrinsic::IsUnordered, &[1.0, nan]), 1);
        assert_eq!(ask(Intrinsic::IsLessGreater, &[1.0, 2.0]), 1);
        assert_eq!(ask(Intrinsic::IsLessGreater, &[1.0, 1.0]), 0);
        assert_eq!(ask(Intrinsic::IsLessGreater, &[nan, 1.0]), 0);
        let compute = |op, values: &[f64]| {
            let operands: Vec<_> = values.iter().map(|&value| at(value)).collect();
            intrinsic(&types, op, &operands, scalar)
        };
        assert_eq!(compute(Intrinsic::FloatAbs, &[-2.5]), at(2.5).1);
        assert_eq!(compute(Intrinsic::CopySign, &[2.5, -0.0]), at(-2.5).1);
        assert_eq!(compute(Intrinsic::FusedMultiplyAdd, &[2.0, 3.0, 0.5]), at(6.5).1);
        for root in [0.0, 1.0, 2.0, 3.0, 1.5, 1024.0, 12345.0, 0.125] {
            assert_eq!(compute(Intrinsic::Sqrt, &[root * root]), at(root).1, "{scalar:?}");
        }
        assert_eq!(compute(Intrinsic::Sqrt, &[f64::INFINITY]), at(f64::INFINITY).1);
        assert_eq!(compute(Intrinsic::Sqrt, &[-0.0]), at(-0.0).1);
        let invalid = compute(Intrinsic::Sqrt, &[-1.0]);
        assert_eq!(
            Some(invalid),
            match scalar {
                F32 => Some(0xffc0_0000),
                F64 => Some(0xfff8_0000_0000_0000),
                _ => Some(0xffff_c000_0000_0000_0000),
            }
        );
    }
    // The x87's root of 2, and of the smallest number (2^-16445 = 2 * 2^-16446).
    let root = |x| intrinsic(&types, Intrinsic::Sqrt, &[(X87, x)], X87);
    assert_eq!(root(0x4000_8000_0000_0000_0000), 0x3fff_b504_f333_f9de_6484);
    assert_eq!(root(1), 0x1fe0_b504_f333_f9de_6484);
}
