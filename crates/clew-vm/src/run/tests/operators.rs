//! Every operator at every type: registers, constants on either side, and jumps, against the
//! meaning written in `clew_ir::ops`.

use super::build::{Build, evaluate};
use crate::config::{Checks, Config};
use crate::stop::{FaultKind, Stop};
use clew_ir::{
    BinaryOp, Expr, ExprKind, Intrinsic, Scalar, Span, TerminatorKind, TypeId, TypeTable, UnaryOp,
    ops,
};

const INTEGERS: [TypeId; 15] = [
    TypeTable::BOOL,
    TypeTable::CHAR,
    TypeTable::SIGNED_CHAR,
    TypeTable::UNSIGNED_CHAR,
    TypeTable::SHORT,
    TypeTable::UNSIGNED_SHORT,
    TypeTable::INT,
    TypeTable::UNSIGNED_INT,
    TypeTable::LONG,
    TypeTable::UNSIGNED_LONG,
    TypeTable::LONG_LONG,
    TypeTable::UNSIGNED_LONG_LONG,
    TypeTable::INT128,
    TypeTable::UNSIGNED_INT128,
    TypeTable::VOID_POINTER,
];
const FLOATS: [TypeId; 3] = [TypeTable::FLOAT, TypeTable::DOUBLE, TypeTable::LONG_DOUBLE];

fn scalar(ty: TypeId) -> Scalar {
    TypeTable::new().scalar(ty).expect("a scalar type")
}

/// Values at the edges and some in between, as the bits of the type.
fn values(ty: TypeId) -> Vec<u128> {
    match scalar(ty) {
        Scalar::Int { bits, .. } => {
            let top = 1u128 << (bits - 1);
            let mut all = vec![0, 1, 2, 3, 7, 31, 32, 63, 64, 100, 0x1234_5678_9abc_def0];
            all.extend([top, top - 1, top + 1, top | 5, u128::MAX, u128::MAX - 1, u128::MAX - 99]);
            let mut all: Vec<u128> = all.into_iter().map(|v| ops::truncate(v, bits)).collect();
            all.sort_unstable();
            all.dedup();
            all
        }
        Scalar::Float(_) => {
            let plain = [
                0.0,
                -0.0,
                1.0,
                -1.5,
                2.0,
                1e-310,
                3.0e9,
                -3.0e9,
                1.0e19,
                -1.0e30,
                f64::INFINITY,
                f64::NEG_INFINITY,
                f64::NAN,
                2_147_483_647.5,
                -2_147_483_648.9,
                9.3e18,
            ];
            let from = scalar(TypeTable::DOUBLE);
            plain.iter().map(|v| ops::cast(from, scalar(ty), v.to_bits().into())).collect()
        }
    }
}

fn pairs(left: TypeId, right: TypeId) -> Vec<Vec<u128>> {
    let right = values(right);
    values(left).iter().flat_map(|&a| right.iter().map(move |&b| vec![a, b])).collect()
}

fn is_nan(ty: TypeId, bits: u128) -> bool {
    let Scalar::Float(_) = scalar(ty) else { return false };
    let int = Scalar::Int { bits: 32, signed: true };
    let types = TypeTable::new();
    ops::intrinsic(&types, Intrinsic::IsNan, &[(scalar(ty), bits)], int) != 0
}

/// Whether a run gave what the operator's meaning says. NaNs are equal to each other: their
/// payload follows the processor.
#[track_caller]
fn check(got: &Stop, want: Result<u128, ops::OpFault>, ty: TypeId, what: &str) {
    match (got, want) {
        (Stop::Return(Some(got)), Ok(want)) => {
            assert!(
                *got == want || (is_nan(ty, *got) && is_nan(ty, want)),
                "{what}: {got:x} {want:x}"
            );
        }
        (Stop::Fault(fault), Err(want)) => {
            let kind = match want {
                ops::OpFault::DivisionByZero => FaultKind::DivisionByZero,
                ops::OpFault::SignedOverflow => FaultKind::SignedOverflow,
            };
            assert_eq!(fault.kind, kind, "{what}");
        }
        (got, want) => panic!("{what}: {got:?}, not {want:?}"),
    }
}

fn operators(ty: TypeId) -> Vec<BinaryOp> {
    use BinaryOp::*;
    let comparisons = [Eq, Ne, Lt, Le, Gt, Ge];
    let arithmetic: &[BinaryOp] = match scalar(ty) {
        Scalar::Float(_) => &[Add, Sub, Mul, Div],
        Scalar::Int { .. } => &[Add, Sub, Mul, Div, Rem, Shl, Shr, BitAnd, BitOr, BitXor],
    };
    arithmetic.iter().chain(&comparisons).copied().collect()
}

fn binary(op: BinaryOp, ty: TypeId, left: Expr, right: Expr) -> Expr {
    let ty = if op.is_comparison() { TypeTable::INT } else { ty };
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span: Span::NONE }
}

#[test]
fn binary_operators_on_registers() {
    for ty in INTEGERS.into_iter().chain(FLOATS) {
        for op in operators(ty) {
            let result = if op.is_comparison() { TypeTable::INT } else { ty };
            let calls = pairs(ty, ty);
            let stops = evaluate(
                &[ty, ty],
                result,
                &Config::default(),
                |build| binary(op, ty, build.parameter(0), build.parameter(1)),
                &calls,
            );
            for (args, stop) in calls.iter().zip(&stops) {
                let want = ops::binary(op, scalar(ty), args[0], scalar(ty), args[1]);
                check(stop, want, result, &format!("{ty} {op:?} {args:x?}"));
            }
        }
    }
}

#[test]
fn shifts_by_any_integer_type() {
    for left in [TypeTable::INT, TypeTable::UNSIGNED_INT, TypeTable::LONG, TypeTable::INT128] {
        for right in INTEGERS {
            for op in [BinaryOp::Shl, BinaryOp::Shr] {
                let calls = pairs(left, right);
                let stops = evaluate(
                    &[left, right],
                    left,
                    &Config::default(),
                    |build| binary(op, left, build.parameter(0), build.parameter(1)),
                    &calls,
                );
                for (args, stop) in calls.iter().zip(&stops) {
                    let want = ops::binary(op, scalar(left), args[0], scalar(right), args[1]);
                    check(stop, want, left, &format!("{left} {op:?} {right} {args:x?}"));
                }
            }
        }
    }
}

#[test]
fn binary_operators_with_a_constant_on_either_side() {
    for ty in INTEGERS.into_iter().chain([TypeTable::DOUBLE]) {
        for op in operators(ty) {
            for constant in values(ty) {
                let result = if op.is_comparison() { TypeTable::INT } else { ty };
                let calls: Vec<Vec<u128>> =
                    values(ty).into_iter().map(|value| vec![value]).collect();
                for on_left in [false, true] {
                    let make = |build: &mut Build| {
                        let constant = Expr::constant(constant, ty, Span::NONE);
                        let parameter = build.parameter(0);
                        if on_left {
                            binary(op, ty, constant, parameter)
                        } else {
                            binary(op, ty, parameter, constant)
                        }
                    };
                    let stops = evaluate(&[ty], result, &Config::default(), make, &calls);
                    for (args, stop) in calls.iter().zip(&stops) {
                        let (a, b) =
                            if on_left { (constant, args[0]) } else { (args[0], constant) };
                        let want = ops::binary(op, scalar(ty), a, scalar(ty), b);
                        check(stop, want, result, &format!("{ty} {op:?} {a:x} {b:x} {on_left}"));
                    }
                }
            }
        }
    }
}

/// `f(a, b) { return a op b ? 1 : 0; }` by jumps, with each layout of the blocks.
#[test]
fn comparisons_that_decide_jumps() {
    for ty in INTEGERS.into_iter().chain(FLOATS) {
        for op in operators(ty).into_iter().filter(|op| op.is_comparison()) {
            for (constant, negated) in [(false, false), (false, true), (true, false), (true, true)]
            {
                for fixed in values(ty) {
                    if !constant && fixed != values(ty)[0] {
                        continue;
                    }
                    let mut build = Build::new(&[ty, ty], TypeTable::INT);
                    let right = if constant {
                        Expr::constant(fixed, ty, Span::NONE)
                    } else {
                        build.parameter(1)
                    };
                    let mut condition = binary(op, ty, build.parameter(0), right);
                    if negated {
                        let operand = Box::new(condition);
                        let kind = ExprKind::Unary(UnaryOp::LogicalNot, operand);
                        condition = Expr { kind, ty: TypeTable::INT, span: Span::NONE };
                    }
                    let entry = build.blocks.next_id();
                    let (then, otherwise) = {
                        let placeholder = TerminatorKind::Unreachable;
                        build.block(Vec::new(), placeholder);
                        let give = |value| {
                            TerminatorKind::Return(Some(Expr::constant(
                                value,
                                TypeTable::INT,
                                Span::NONE,
                            )))
                        };
                        (build.block(Vec::new(), give(1)), build.block(Vec::new(), give(0)))
                    };
                    build.blocks[entry].terminator.kind =
                        TerminatorKind::Branch { condition, id: None, then, otherwise };
                    let (program, function) = build.finish();
                    let world = Box::new(super::build::NoWorld);
                    let mut machine = crate::Machine::new(&program, Config::default(), world);
                    let calls = if constant {
                        values(ty).into_iter().map(|value| vec![value, 0]).collect()
                    } else {
                        pairs(ty, ty)
                    };
                    for args in calls {
                        let b = if constant { fixed } else { args[1] };
                        let want = ops::binary(op, scalar(ty), args[0], scalar(ty), b);
                        let want = want.map(|holds| u128::from((holds != 0) != negated));
                        let what = format!("{ty} {op:?} {args:x?} {constant} {negated}");
                        check(&machine.call(function, &args).stop, want, TypeTable::INT, &what);
                    }
                }
            }
        }
    }
}

#[test]
fn unary_operators() {
    for ty in INTEGERS.into_iter().chain(FLOATS) {
        for op in [UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::LogicalNot] {
            if op == UnaryOp::BitNot && matches!(scalar(ty), Scalar::Float(_)) {
                continue;
            }
            let result = if op == UnaryOp::LogicalNot { TypeTable::INT } else { ty };
            let calls: Vec<Vec<u128>> = values(ty).into_iter().map(|value| vec![value]).collect();
            let make = |build: &mut Build| {
                let kind = ExprKind::Unary(op, Box::new(build.parameter(0)));
                Expr { kind, ty: result, span: Span::NONE }
            };
            let stops = evaluate(&[ty], result, &Config::default(), make, &calls);
            for (args, stop) in calls.iter().zip(&stops) {
                let want = Ok(ops::unary(op, scalar(ty), args[0]));
                check(stop, want, result, &format!("{op:?} {ty} {args:x?}"));
            }
        }
    }
}

#[test]
fn conversions_between_all_types() {
    for from in INTEGERS.into_iter().chain(FLOATS) {
        for to in INTEGERS.into_iter().chain(FLOATS) {
            let calls: Vec<Vec<u128>> = values(from).into_iter().map(|value| vec![value]).collect();
            let make = |build: &mut Build| {
                let operand = Box::new(build.parameter(0));
                Expr { kind: ExprKind::Cast { operand, implicit: true }, ty: to, span: Span::NONE }
            };
            let stops = evaluate(&[from], to, &Config::default(), make, &calls);
            for (args, stop) in calls.iter().zip(&stops) {
                let want = Ok(ops::cast(scalar(from), scalar(to), args[0]));
                check(stop, want, to, &format!("{from} to {to} {args:x?}"));
            }
        }
    }
}

/// A conversion right behind arithmetic takes shorter ways.
#[test]
fn conversions_of_arithmetic() {
    let wide = [TypeTable::INT, TypeTable::UNSIGNED_INT, TypeTable::LONG, TypeTable::UNSIGNED_LONG];
    for ty in wide {
        for to in INTEGERS {
            for op in operators(ty) {
                let from = if op.is_comparison() { TypeTable::INT } else { ty };
                let calls = pairs(ty, ty);
                let make = |build: &mut Build| {
                    let operand = Box::new(binary(op, ty, build.parameter(0), build.parameter(1)));
                    let kind = ExprKind::Cast { operand, implicit: true };
                    Expr { kind, ty: to, span: Span::NONE }
                };
                let stops = evaluate(&[ty, ty], to, &Config::default(), make, &calls);
                for (args, stop) in calls.iter().zip(&stops) {
                    let want = ops::binary(op, scalar(ty), args[0], scalar(ty), args[1]);
                    let want = want.map(|bits| ops::cast(scalar(from), scalar(to), bits));
                    check(stop, want, to, &format!("({to})({ty} {op:?}) {args:x?}"));
                }
            }
        }
    }
}

#[test]
fn optional_checks() {
    let config =
        Config { checks: Checks { signed_overflow: true, bad_shift: true }, ..Config::default() };
    for ty in INTEGERS {
        let Scalar::Int { bits: 32.., .. } = scalar(ty) else { continue };
        for op in operators(ty) {
            let result = if op.is_comparison() { TypeTable::INT } else { ty };
            let calls = pairs(ty, ty);
            let stops = evaluate(
                &[ty, ty],
                result,
                &config,
                |build| binary(op, ty, build.parameter(0), build.parameter(1)),
                &calls,
            );
            for (args, stop) in calls.iter().zip(&stops) {
                let s = scalar(ty);
                let what = format!("{ty} {op:?} {args:x?}");
                let kind = if ops::bad_shift(op, s, args[0], s, args[1]) {
                    Some(FaultKind::BadShift)
                } else if args[1] != 0 && ops::signed_overflow(op, s, args[0], args[1])
                    || ops::binary(op, s, args[0], s, args[1]) == Err(ops::OpFault::SignedOverflow)
                {
                    Some(FaultKind::SignedOverflow)
                } else {
                    None
                };
                match (kind, stop) {
                    (Some(kind), Stop::Fault(fault)) => assert_eq!(fault.kind, kind, "{what}"),
                    (Some(kind), stop) => {
                        // Addition and subtraction of 0 never overflow.
                        panic!("{what}: {stop:?}, not {kind}")
                    }
                    (None, stop) => {
                        check(stop, ops::binary(op, s, args[0], s, args[1]), result, &what);
                    }
                }
            }
        }
    }
}
