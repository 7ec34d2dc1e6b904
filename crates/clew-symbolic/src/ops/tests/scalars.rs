//! The operators of the program model, against [`clew_ir::ops`].

use super::super::{binary, binary_fault, canonical, cast, check, intrinsic, narrow, unary};
use super::{Bench, MODELS, Operand, Shape, rounds};
use clew_ir::{BinaryOp, FloatKind, Intrinsic, OverflowOp, Scalar, TypeTable, UnaryOp, ops};
use clew_logic::{Sort, TermId, TermPool};
use clew_vm::compile;

const INT: Scalar = Scalar::Int { bits: 32, signed: true };
const LONG_DOUBLE: Scalar = Scalar::Float(FloatKind::X87);

const BINARY_OPS: [BinaryOp; 16] = [
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

fn integers() -> Vec<Scalar> {
    let mut scalars = vec![Scalar::Int { bits: 1, signed: false }];
    for bits in [8, 16, 32, 64, 128] {
        scalars.extend([true, false].map(|signed| Scalar::Int { bits, signed }));
    }
    scalars
}

fn floats() -> [Scalar; 2] {
    [FloatKind::F32, FloatKind::F64].map(Scalar::Float)
}

fn scalars() -> Vec<Scalar> {
    let mut scalars = integers();
    scalars.extend(floats());
    scalars
}

/// Builds a term over operands of the given scalars, in several shapes, and compares its value
/// with the expected one under several models. An expected `None` is not compared.
fn compare(
    what: &str,
    operands: &[Scalar],
    build: impl Fn(&mut Bench, &[Operand]) -> Option<TermId>,
    expect: impl Fn(&[u128]) -> Option<u128>,
) {
    for round in 0..rounds() {
        let mut bench = Bench::new(round as u64);
        let names = ["a", "b", "c"];
        let made: Vec<Operand> =
            operands.iter().zip(names).map(|(&scalar, name)| bench.scalar(name, scalar)).collect();
        let term = build(&mut bench, &made).unwrap_or_else(|| panic!("{what} has no term"));
        for _ in 0..MODELS {
            bench.next_model();
            let values: Vec<u128> = made.iter().map(|&operand| bench.assign(operand)).collect();
            if let Some(expected) = expect(&values) {
                let found = bench.eval(term);
                assert_eq!(found, expected, "{what} {operands:?} of {values:x?}, {made:?}");
            }
        }
    }
}

#[test]
fn unary_operators() {
    for scalar in scalars() {
        for op in [UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::LogicalNot] {
            if op == UnaryOp::BitNot && matches!(scalar, Scalar::Float(_)) {
                continue;
            }
            compare(
                &format!("{op:?}"),
                &[scalar],
                |bench, made| unary(&mut bench.pool, op, scalar, made[0].term),
                |values| Some(ops::unary(op, scalar, values[0])),
            );
        }
    }
}

#[test]
fn binary_operators_on_integers() {
    for left in integers() {
        for op in BINARY_OPS.into_iter().filter(|op| !op.is_shift()) {
            compare(
                op.c_symbol(),
                &[left, left],
                |bench, made| binary(&mut bench.pool, op, left, made[0].term, left, made[1].term),
                |values| ops::binary(op, left, values[0], left, values[1]).ok(),
            );
        }
    }
}

#[test]
fn shifts_by_any_integer() {
    for left in integers() {
        for right in integers() {
            for op in [BinaryOp::Shl, BinaryOp::Shr] {
                compare(
                    op.c_symbol(),
                    &[left, right],
                    |bench, made| {
                        binary(&mut bench.pool, op, left, made[0].term, right, made[1].term)
                    },
                    |values| ops::binary(op, left, values[0], right, values[1]).ok(),
                );
            }
        }
    }
}

#[test]
fn binary_operators_on_floats() {
    for scalar in floats() {
        for op in BINARY_OPS {
            let is_arithmetic = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
            if !(is_arithmetic || op == BinaryOp::Div || op.is_comparison()) {
                continue;
            }
            compare(
                op.c_symbol(),
                &[scalar, scalar],
                |bench, made| {
                    binary(&mut bench.pool, op, scalar, made[0].term, scalar, made[1].term)
                },
                |values| ops::binary(op, scalar, values[0], scalar, values[1]).ok(),
            );
        }
    }
}

#[test]
fn faults_of_divisions() {
    for scalar in integers() {
        for op in [BinaryOp::Div, BinaryOp::Rem] {
            compare(
                op.c_symbol(),
                &[scalar, scalar],
                |bench, made| {
                    let (a, b) = (made[0].term, made[1].term);
                    let fault = binary_fault(&mut bench.pool, op, scalar, a, scalar, b);
                    Some(fault.unwrap_or(TermPool::FALSE))
                },
                |values| {
                    let value = ops::binary(op, scalar, values[0], scalar, values[1]);
                    Some(value.is_err().into())
                },
            );
        }
    }
}

#[test]
fn checks_find_what_c_forbids() {
    for left in integers() {
        for op in BINARY_OPS {
            let rights = if op.is_shift() { integers() } else { vec![left] };
            for right in rights {
                compare(
                    &format!("check of {}", op.c_symbol()),
                    &[left, right],
                    |bench, made| {
                        let (a, b) = (made[0].term, made[1].term);
                        let fault = check(&mut bench.pool, op, left, a, right, b);
                        Some(fault.unwrap_or(TermPool::FALSE))
                    },
                    |values| {
                        let forbidden = if op.is_shift() {
                            ops::bad_shift(op, left, values[0], right, values[1])
                        } else {
                            ops::signed_overflow(op, left, values[0], values[1])
                        };
                        Some(forbidden.into())
                    },
                );
            }
        }
    }
}

/// Every constant of eight bits on either side, with every value of the other operand.
#[test]
fn overflow_with_constants() {
    let scalar = Scalar::Int { bits: 8, signed: true };
    let mut bench = Bench::new(1);
    let x = bench.pool.input("x", Sort::BitVec(8));
    let input = bench.pool.input_of(x).expect("it is an input");
    let mut tests = Vec::new();
    for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul] {
        for value in 0..=255 {
            let constant = bench.pool.bv(8, value);
            let left = check(&mut bench.pool, op, scalar, constant, scalar, x);
            let right = check(&mut bench.pool, op, scalar, x, scalar, constant);
            tests.push((op, value, left, right));
        }
    }
    for other in 0..=255 {
        bench.next_model();
        bench.model.set_bits(input, other);
        for &(op, value, left, right) in &tests {
            let mut holds = |term: Option<TermId>| term.is_some_and(|term| bench.eval(term) == 1);
            let (left, right) = (holds(left), holds(right));
            assert_eq!(
                left,
                ops::signed_overflow(op, scalar, value, other),
                "{value} {op:?} {other}"
            );
            assert_eq!(
                right,
                ops::signed_overflow(op, scalar, other, value),
                "{other} {op:?} {value}"
            );
        }
    }
}

#[test]
fn conversions() {
    for from in scalars() {
        for to in scalars() {
            compare(
                &format!("conversion to {to:?}"),
                &[from],
                |bench, made| cast(&mut bench.pool, from, to, made[0].term),
                |values| Some(ops::cast(from, to, values[0])),
            );
        }
    }
}

#[test]
fn registers_hold_scalars_in_canonical_form() {
    for scalar in scalars().into_iter().filter(|scalar| scalar.size() <= 8) {
        compare(
            "canonical form",
            &[scalar],
            |bench, made| Some(canonical(&mut bench.pool, scalar, made[0].term)),
            |values| Some(compile::canonical(scalar, values[0]).into()),
        );
    }
    // A register that holds a `_Bool` may hold any byte.
    let mut bench = Bench::new(1);
    let bool = Scalar::Int { bits: 1, signed: false };
    let register = bench.operand("byte", 64, Shape::Unsigned(8), None);
    let term = narrow(&mut bench.pool, bool, register.term);
    for _ in 0..MODELS {
        bench.next_model();
        let value = bench.assign(register) as u64;
        assert_eq!(bench.eval(term), compile::plain_bits(bool, value));
    }
}

#[test]
fn intrinsics_on_integers() {
    let types = TypeTable::new();
    for scalar in integers() {
        for op in [
            Intrinsic::CountLeadingZeros,
            Intrinsic::CountTrailingZeros,
            Intrinsic::FindFirstSet,
            Intrinsic::PopCount,
            Intrinsic::Parity,
            Intrinsic::CountLeadingRedundantSignBits,
            Intrinsic::ByteSwap,
            Intrinsic::BitReverse,
        ] {
            let is_bool = matches!(scalar, Scalar::Int { bits: 1, .. });
            let is_swap = matches!(op, Intrinsic::ByteSwap | Intrinsic::BitReverse);
            if is_bool && (is_swap || op == Intrinsic::CountLeadingRedundantSignBits) {
                continue;
            }
            let result = if is_swap { scalar } else { INT };
            compare(
                &format!("{op:?}"),
                &[scalar],
                |bench, made| {
                    intrinsic(&mut bench.pool, &types, op, &[(scalar, made[0].term)], result)
                },
                |values| Some(ops::intrinsic(&types, op, &[(scalar, values[0])], result)),
            );
        }
    }
}

#[test]
fn intrinsics_on_floats() {
    let types = TypeTable::new();
    for scalar in floats() {
        for (op, count, is_float) in [
            (Intrinsic::FloatAbs, 1, true),
            (Intrinsic::CopySign, 2, true),
            (Intrinsic::SignBit, 1, false),
            (Intrinsic::IsNan, 1, false),
            (Intrinsic::IsInf { signed: false }, 1, false),
            (Intrinsic::IsInf { signed: true }, 1, false),
            (Intrinsic::IsFinite, 1, false),
            (Intrinsic::IsNormal, 1, false),
            (Intrinsic::IsUnordered, 2, false),
            (Intrinsic::IsLessGreater, 2, false),
            (Intrinsic::Sqrt, 1, true),
            (Intrinsic::FusedMultiplyAdd, 3, true),
        ] {
            let result = if is_float { scalar } else { INT };
            compare(
                &format!("{op:?}"),
                &vec![scalar; count],
                |bench, made| {
                    let operands: Vec<_> =
                        made.iter().map(|operand| (scalar, operand.term)).collect();
                    intrinsic(&mut bench.pool, &types, op, &operands, result)
                },
                |values| {
                    let operands: Vec<_> = values.iter().map(|&value| (scalar, value)).collect();
                    Some(ops::intrinsic(&types, op, &operands, result))
                },
            );
        }
    }
}

#[test]
fn overflow_tests_of_mixed_types() {
    let types = TypeTable::new();
    let targets = [
        TypeTable::CHAR,
        TypeTable::UNSIGNED_SHORT,
        TypeTable::INT,
        TypeTable::UNSIGNED_INT,
        TypeTable::LONG,
        TypeTable::UNSIGNED_LONG,
        TypeTable::INT128,
        TypeTable::UNSIGNED_INT128,
    ];
    let is_wide = |scalar: Scalar| scalar.size() == 16;
    for op in [OverflowOp::Add, OverflowOp::Sub, OverflowOp::Mul] {
        for target in targets {
            let target_scalar = types.scalar(target).expect("an integer type is scalar");
            for left in integers() {
                for right in integers() {
                    let all_same = left == right && left == target_scalar;
                    if (is_wide(left) || is_wide(right)) && !all_same {
                        continue;
                    }
                    let op = Intrinsic::Overflows { op, result: target };
                    compare(
                        &format!("{op:?}"),
                        &[left, right],
                        |bench, made| {
                            let operands = [(left, made[0].term), (right, made[1].term)];
                            intrinsic(&mut bench.pool, &types, op, &operands, INT)
                        },
                        |values| {
                            let operands = [(left, values[0]), (right, values[1])];
                            Some(ops::intrinsic(&types, op, &operands, INT))
                        },
                    );
                }
            }
        }
    }
}

#[test]
fn long_double_has_no_term() {
    let mut bench = Bench::new(1);
    let types = TypeTable::new();
    let a = bench.operand("a", 80, Shape::Whole, None).term;
    let i = bench.operand("i", 32, Shape::Whole, None).term;
    let pool = &mut bench.pool;
    assert_eq!(unary(pool, UnaryOp::Neg, LONG_DOUBLE, a), None);
    assert_eq!(unary(pool, UnaryOp::LogicalNot, LONG_DOUBLE, a), None);
    assert_eq!(binary(pool, BinaryOp::Add, LONG_DOUBLE, a, LONG_DOUBLE, a), None);
    assert_eq!(cast(pool, LONG_DOUBLE, INT, a), None);
    assert_eq!(cast(pool, INT, LONG_DOUBLE, i), None);
    let operands = [(LONG_DOUBLE, a)];
    assert_eq!(intrinsic(pool, &types, Intrinsic::IsNan, &operands, INT), None);
}
