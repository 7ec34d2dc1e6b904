//! The register operations, one row each.

use super::super::{condition, fault, result};
use super::{Bench, MODELS, Operand, Shape, rounds};
use clew_ir::{BinaryOp, FloatKind, Scalar, ops};
use clew_vm::code::Op;

/// What an operand may hold.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Domain {
    /// Any 64 bits.
    Any,
    /// An `int` in canonical form.
    Int,
    /// An `unsigned int` in canonical form.
    Unsigned,
    F32,
    F64,
    /// No register: a constant of the operation.
    Constant(Constant),
}

/// Which constants an operation may have.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Constant {
    Any,
    Short,
    Count32,
    Count64,
    Divisor,
    Size,
    None,
}

/// An operation, what it reads, and what it computes, if it does not fault.
struct Row {
    name: &'static str,
    make: fn(i64) -> Op,
    a: Domain,
    b: Domain,
    expect: fn(u64, u64) -> Option<u64>,
}

macro_rules! rows {
    (@make three $op:ident) => { |_| Op::$op { d: 0, a: 1, b: 2 } };
    (@make constant $op:ident) => { |value| Op::$op { d: 0, a: 1, value } };
    (@make unary $op:ident) => { |_| Op::$op { d: 0, a: 1 } };
    (@make jump $op:ident) => { |_| Op::$op { a: 1, b: 2, target: 0 } };
    (@make jump_constant $op:ident) => {
        |value| Op::$op { a: 1, value: value as i32, target: 0 }
    };
    ($($form:ident $op:ident($a:expr, $b:expr) |$x:ident, $y:ident| $value:expr;)*) => {
        vec![$(Row {
            name: stringify!($op),
            make: rows!(@make $form $op),
            a: $a,
            b: $b,
            expect: |$x: u64, $y: u64| -> Option<u64> { let _ = ($x, $y); $value },
        }),*]
    };
}

const ANY: Domain = Domain::Any;
const INT: Domain = Domain::Int;
const UNSIGNED: Domain = Domain::Unsigned;
const F32: Domain = Domain::F32;
const F64: Domain = Domain::F64;
const NUMBER: Domain = Domain::Constant(Constant::Any);
const SHORT: Domain = Domain::Constant(Constant::Short);
const COUNT32: Domain = Domain::Constant(Constant::Count32);
const COUNT64: Domain = Domain::Constant(Constant::Count64);
const DIVISOR: Domain = Domain::Constant(Constant::Divisor);
const NONE: Domain = Domain::Constant(Constant::None);

fn int(value: i32) -> Option<u64> {
    Some(value as i64 as u64)
}

fn unsigned(value: u32) -> Option<u64> {
    Some(value.into())
}

fn long(value: i64) -> Option<u64> {
    Some(value as u64)
}

fn truth(value: bool) -> Option<u64> {
    Some(value.into())
}

fn on_floats(op: BinaryOp, kind: FloatKind, a: u64, b: u64) -> Option<u64> {
    let scalar = Scalar::Float(kind);
    ops::binary(op, scalar, a.into(), scalar, b.into()).ok().map(|bits| bits as u64)
}

fn cast(from: Scalar, to: Scalar, a: u64) -> Option<u64> {
    Some(ops::cast(from, to, a.into()) as u64)
}

fn d(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn f(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

const DOUBLE: Scalar = Scalar::Float(FloatKind::F64);
const FLOAT: Scalar = Scalar::Float(FloatKind::F32);

#[rustfmt::skip] // One line per operation: this is a table.
fn arithmetic_rows() -> Vec<Row> {
    rows! {
        unary Move(ANY, NONE) |a, b| Some(a);
        three Add32(ANY, ANY) |a, b| int((a as i32).wrapping_add(b as i32));
        three AddU32(ANY, ANY) |a, b| unsigned((a as u32).wrapping_add(b as u32));
        three Add64(ANY, ANY) |a, b| Some(a.wrapping_add(b));
        three Sub32(ANY, ANY) |a, b| int((a as i32).wrapping_sub(b as i32));
        three SubU32(ANY, ANY) |a, b| unsigned((a as u32).wrapping_sub(b as u32));
        three Sub64(ANY, ANY) |a, b| Some(a.wrapping_sub(b));
        three Mul32(ANY, ANY) |a, b| int((a as i32).wrapping_mul(b as i32));
        three MulU32(ANY, ANY) |a, b| unsigned((a as u32).wrapping_mul(b as u32));
        three Mul64(ANY, ANY) |a, b| Some(a.wrapping_mul(b));
        three DivS32(ANY, ANY) |a, b| (a as i32).checked_div(b as i32).and_then(int);
        three DivS64(ANY, ANY) |a, b| (a as i64).checked_div(b as i64).and_then(long);
        three DivU32(ANY, ANY) |a, b| (a as u32).checked_div(b as u32).and_then(unsigned);
        three DivU64(ANY, ANY) |a, b| a.checked_div(b);
        three RemS32(ANY, ANY) |a, b| (a as i32).checked_rem(b as i32).and_then(int);
        three RemS64(ANY, ANY) |a, b| (a as i64).checked_rem(b as i64).and_then(long);
        three RemU32(ANY, ANY) |a, b| (a as u32).checked_rem(b as u32).and_then(unsigned);
        three RemU64(ANY, ANY) |a, b| a.checked_rem(b);
        constant AddI32(ANY, NUMBER) |a, b| int((a as i32).wrapping_add(b as i32));
        constant AddIU32(ANY, NUMBER) |a, b| unsigned((a as u32).wrapping_add(b as u32));
        constant AddI64(ANY, NUMBER) |a, b| Some(a.wrapping_add(b));
        constant MulI32(ANY, NUMBER) |a, b| int((a as i32).wrapping_mul(b as i32));
        constant MulIU32(ANY, NUMBER) |a, b| unsigned((a as u32).wrapping_mul(b as u32));
        constant MulI64(ANY, NUMBER) |a, b| Some(a.wrapping_mul(b));
        constant DivIS32(ANY, DIVISOR) |a, b| (a as i32).checked_div(b as i32).and_then(int);
        constant DivIU32(ANY, DIVISOR) |a, b| (a as u32).checked_div(b as u32).and_then(unsigned);
        constant RemIS32(ANY, DIVISOR) |a, b| (a as i32).checked_rem(b as i32).and_then(int);
        constant RemIU32(ANY, DIVISOR) |a, b| (a as u32).checked_rem(b as u32).and_then(unsigned);
        three AddChecked32(INT, INT) |a, b| (a as i32).checked_add(b as i32).and_then(int);
        three AddChecked64(ANY, ANY) |a, b| (a as i64).checked_add(b as i64).and_then(long);
        three SubChecked32(INT, INT) |a, b| (a as i32).checked_sub(b as i32).and_then(int);
        three SubChecked64(ANY, ANY) |a, b| (a as i64).checked_sub(b as i64).and_then(long);
        three MulChecked32(INT, INT) |a, b| (a as i32).checked_mul(b as i32).and_then(int);
        three MulChecked64(ANY, ANY) |a, b| (a as i64).checked_mul(b as i64).and_then(long);
        unary Neg32(ANY, NONE) |a, b| int((a as i32).wrapping_neg());
        unary NegU32(ANY, NONE) |a, b| unsigned((a as u32).wrapping_neg());
        unary Neg64(ANY, NONE) |a, b| Some(a.wrapping_neg());
    }
}

#[rustfmt::skip]
fn bit_rows() -> Vec<Row> {
    rows! {
        three And(ANY, ANY) |a, b| Some(a & b);
        three Or(ANY, ANY) |a, b| Some(a | b);
        three Xor(ANY, ANY) |a, b| Some(a ^ b);
        constant AndI(ANY, NUMBER) |a, b| Some(a & b);
        constant OrI(ANY, NUMBER) |a, b| Some(a | b);
        constant XorI(ANY, NUMBER) |a, b| Some(a ^ b);
        unary Not(ANY, NONE) |a, b| Some(!a);
        three Shl32(ANY, ANY) |a, b| int((a as i32) << (b % 32));
        three ShlU32(ANY, ANY) |a, b| unsigned((a as u32) << (b % 32));
        three Shl64(ANY, ANY) |a, b| Some(a << (b % 64));
        three ShrS32(INT, ANY) |a, b| int((a as i32) >> (b % 32));
        three ShrS64(ANY, ANY) |a, b| long((a as i64) >> (b % 64));
        three ShrU32(UNSIGNED, ANY) |a, b| unsigned((a as u32) >> (b % 32));
        three ShrU64(ANY, ANY) |a, b| Some(a >> (b % 64));
        constant ShlI32(ANY, COUNT32) |a, b| int((a as i32) << b);
        constant ShlIU32(ANY, COUNT32) |a, b| unsigned((a as u32) << b);
        constant ShlI64(ANY, COUNT64) |a, b| Some(a << b);
        constant ShrSI(ANY, COUNT64) |a, b| long(a as i64 >> b);
        constant ShrUI(ANY, COUNT64) |a, b| Some(a >> b);
        unary SignExtend8(ANY, NONE) |a, b| long((a as i8).into());
        unary SignExtend16(ANY, NONE) |a, b| long((a as i16).into());
        unary SignExtend32(ANY, NONE) |a, b| int(a as i32);
        unary ZeroExtend8(ANY, NONE) |a, b| Some(a % (1 << 8));
        unary ZeroExtend16(ANY, NONE) |a, b| Some(a % (1 << 16));
        unary ZeroExtend32(ANY, NONE) |a, b| unsigned(a as u32);
    }
}

#[rustfmt::skip]
fn comparison_rows() -> Vec<Row> {
    rows! {
        three Eq(ANY, ANY) |a, b| truth(a == b);
        three Ne(ANY, ANY) |a, b| truth(a != b);
        three LtS(ANY, ANY) |a, b| truth((a as i64) < b as i64);
        three LeS(ANY, ANY) |a, b| truth(a as i64 <= b as i64);
        three LtU(ANY, ANY) |a, b| truth(a < b);
        three LeU(ANY, ANY) |a, b| truth(a <= b);
        constant EqI(ANY, NUMBER) |a, b| truth(a == b);
        constant NeI(ANY, NUMBER) |a, b| truth(a != b);
        constant LtSI(ANY, NUMBER) |a, b| truth((a as i64) < b as i64);
        constant GeSI(ANY, NUMBER) |a, b| truth(a as i64 >= b as i64);
        constant LtUI(ANY, NUMBER) |a, b| truth(a < b);
        constant GeUI(ANY, NUMBER) |a, b| truth(a >= b);
        three EqF64(F64, F64) |a, b| truth(d(a) == d(b));
        three NeF64(F64, F64) |a, b| truth(d(a) != d(b));
        three LtF64(F64, F64) |a, b| truth(d(a) < d(b));
        three LeF64(F64, F64) |a, b| truth(d(a) <= d(b));
        three EqF32(F32, F32) |a, b| truth(f(a) == f(b));
        three NeF32(F32, F32) |a, b| truth(f(a) != f(b));
        three LtF32(F32, F32) |a, b| truth(f(a) < f(b));
        three LeF32(F32, F32) |a, b| truth(f(a) <= f(b));
    }
}

#[rustfmt::skip]
fn float_rows() -> Vec<Row> {
    rows! {
        three AddF64(F64, F64) |a, b| on_floats(BinaryOp::Add, FloatKind::F64, a, b);
        three SubF64(F64, F64) |a, b| on_floats(BinaryOp::Sub, FloatKind::F64, a, b);
        three MulF64(F64, F64) |a, b| on_floats(BinaryOp::Mul, FloatKind::F64, a, b);
        three DivF64(F64, F64) |a, b| on_floats(BinaryOp::Div, FloatKind::F64, a, b);
        three AddF32(F32, F32) |a, b| on_floats(BinaryOp::Add, FloatKind::F32, a, b);
        three SubF32(F32, F32) |a, b| on_floats(BinaryOp::Sub, FloatKind::F32, a, b);
        three MulF32(F32, F32) |a, b| on_floats(BinaryOp::Mul, FloatKind::F32, a, b);
        three DivF32(F32, F32) |a, b| on_floats(BinaryOp::Div, FloatKind::F32, a, b);
        unary SignedToF64(ANY, NONE) |a, b| Some((a as i64 as f64).to_bits());
        unary UnsignedToF64(ANY, NONE) |a, b| Some((a as f64).to_bits());
        unary SignedToF32(ANY, NONE) |a, b| unsigned((a as i64 as f32).to_bits());
        unary UnsignedToF32(ANY, NONE) |a, b| unsigned((a as f32).to_bits());
        unary F32ToF64(F32, NONE) |a, b| cast(FLOAT, DOUBLE, a);
        unary F64ToF32(F64, NONE) |a, b| cast(DOUBLE, FLOAT, a);
        unary F64ToI32(F64, NONE) |a, b| {
            int(ops::cast(DOUBLE, Scalar::Int { bits: 32, signed: true }, a.into()) as i32)
        };
        unary F64ToI64(F64, NONE) |a, b| cast(DOUBLE, Scalar::Int { bits: 64, signed: true }, a);
    }
}

#[rustfmt::skip]
fn jump_rows() -> Vec<Row> {
    rows! {
        jump JumpEq(ANY, ANY) |a, b| truth(a == b);
        jump JumpNe(ANY, ANY) |a, b| truth(a != b);
        jump JumpLtS(ANY, ANY) |a, b| truth((a as i64) < b as i64);
        jump JumpLeS(ANY, ANY) |a, b| truth(a as i64 <= b as i64);
        jump JumpLtU(ANY, ANY) |a, b| truth(a < b);
        jump JumpLeU(ANY, ANY) |a, b| truth(a <= b);
        jump_constant JumpEqI(ANY, SHORT) |a, b| truth(a == b);
        jump_constant JumpNeI(ANY, SHORT) |a, b| truth(a != b);
        jump_constant JumpLtSI(ANY, SHORT) |a, b| truth((a as i64) < b as i64);
        jump_constant JumpGeSI(ANY, SHORT) |a, b| truth(a as i64 >= b as i64);
        jump_constant JumpLtUI(ANY, SHORT) |a, b| truth(a < b);
        jump_constant JumpGeUI(ANY, SHORT) |a, b| truth(a >= b);
        jump JumpEqF64(F64, F64) |a, b| truth(d(a) == d(b));
        jump JumpNeF64(F64, F64) |a, b| truth(d(a) != d(b));
        jump JumpLtF64(F64, F64) |a, b| truth(d(a) < d(b));
        jump JumpNotLtF64(F64, F64) |a, b| truth(d(a).partial_cmp(&d(b)).is_none_or(|o| o.is_ge()));
        jump JumpLeF64(F64, F64) |a, b| truth(d(a) <= d(b));
        jump JumpNotLeF64(F64, F64) |a, b| truth(d(a).partial_cmp(&d(b)).is_none_or(|o| o.is_gt()));
    }
}

/// The operand of a register in one of the shapes that its domain has.
fn register(bench: &mut Bench, name: &str, domain: Domain) -> Operand {
    let shapes: &[Shape] = match domain {
        Domain::Any => &[
            Shape::Whole,
            Shape::Whole,
            Shape::Signed(8),
            Shape::Signed(16),
            Shape::Signed(32),
            Shape::Unsigned(1),
            Shape::Unsigned(8),
            Shape::Unsigned(32),
            Shape::Constant,
        ],
        Domain::Int => &[
            Shape::Signed(8),
            Shape::Signed(32),
            Shape::Signed(32),
            Shape::Unsigned(1),
            Shape::Unsigned(16),
            Shape::Constant,
        ],
        Domain::Unsigned => {
            &[Shape::Unsigned(1), Shape::Unsigned(8), Shape::Unsigned(32), Shape::Unsigned(32)]
        }
        Domain::F32 => &[Shape::Unsigned(32)],
        Domain::F64 => &[Shape::Whole, Shape::Whole, Shape::Constant],
        Domain::Constant(_) => &[Shape::Constant],
    };
    let shape = bench.rng.pick(shapes);
    match domain {
        Domain::F32 => bench.operand(name, 64, shape, Some(FloatKind::F32)),
        Domain::F64 => bench.operand(name, 64, shape, Some(FloatKind::F64)),
        Domain::Int if matches!(shape, Shape::Constant) => {
            let value = bench.rng.value(32);
            let term = bench.pool.bv_signed(64, ops::sign_extend(value, 32));
            Operand { term, width: 64, shape, leaf: term, float: None }
        }
        _ => bench.operand(name, 64, shape, None),
    }
}

/// A constant of an operation.
fn number(bench: &mut Bench, constant: Constant) -> i64 {
    let any = bench.rng.value(64) as i64;
    match constant {
        Constant::Any => any,
        Constant::Short => (bench.rng.value(32) as i32).into(),
        Constant::Count32 => any.rem_euclid(32),
        Constant::Count64 => any.rem_euclid(64),
        Constant::Divisor => match bench.rng.value(32) as i32 {
            0 | -1 => 7,
            divisor => divisor.into(),
        },
        Constant::Size => any.rem_euclid(100) + 1,
        Constant::None => 0,
    }
}

/// What is under test: the value and fault of an operation, or the condition of a jump.
fn check(rows: Vec<Row>, is_jump: bool) {
    for row in rows {
        for round in 0..rounds() {
            let mut bench = Bench::new(round as u64);
            let a = register(&mut bench, "a", row.a);
            let (b, value) = match row.b {
                Domain::Constant(constant) => (None, number(&mut bench, constant)),
                _ => (Some(register(&mut bench, "b", row.b)), 0),
            };
            check_op(&mut bench, &row, is_jump, (row.make)(value), a, b, value as u64);
        }
    }
}

fn check_op(
    bench: &mut Bench,
    row: &Row,
    is_jump: bool,
    op: Op,
    a: Operand,
    b: Option<Operand>,
    value: u64,
) {
    let b_term = b.map_or(a.term, |b| b.term);
    let computed = result(&mut bench.pool, &op, a.term, b_term);
    let taken = condition(&mut bench.pool, &op, a.term, b_term);
    let faults = fault(&mut bench.pool, &op, a.term, b_term);
    assert_eq!((computed.is_none(), taken.is_some()), (is_jump, is_jump), "{}", row.name);
    let term = computed.or(taken).expect("one of them is there");
    for _ in 0..MODELS {
        bench.next_model();
        let x = bench.assign(a) as u64;
        let y = b.map_or(value, |b| bench.assign(b) as u64);
        let expected = (row.expect)(x, y);
        let fault = faults.is_some_and(|fault| bench.eval(fault) == 1);
        let found = (!fault).then(|| bench.eval(term) as u64);
        assert_eq!(
            found,
            expected,
            "{} of {x:#x} ({:?}) and {y:#x} ({:?})",
            row.name,
            a.shape,
            b.map(|b| b.shape)
        );
    }
}

#[test]
fn arithmetic_is_the_machines() {
    check(arithmetic_rows(), false);
}

#[test]
fn bit_operators_are_the_machines() {
    check(bit_rows(), false);
}

#[test]
fn comparisons_are_the_machines() {
    check(comparison_rows(), false);
}

#[test]
fn floating_operators_are_the_machines() {
    check(float_rows(), false);
}

#[test]
fn jumps_are_taken_as_by_the_machine() {
    check(jump_rows(), true);
}

#[test]
fn pointer_difference_is_the_machines() {
    for round in 0..4 * rounds() {
        let mut bench = Bench::new(round as u64);
        let (a, b) = (register(&mut bench, "a", ANY), register(&mut bench, "b", ANY));
        let size = number(&mut bench, Constant::Size) as u64;
        let op = Op::PointerDifference { d: 0, a: 1, b: 2, size };
        let term = result(&mut bench.pool, &op, a.term, b.term).expect("it computes a register");
        for _ in 0..MODELS {
            bench.next_model();
            let (x, y) = (bench.assign(a) as u64, bench.assign(b) as u64);
            let bytes = x.wrapping_sub(y) as i64;
            let exact = bytes.is_positive() || bytes % size as i64 == 0;
            let expected = if size.is_power_of_two() && !exact {
                bytes.div_euclid(size as i64)
            } else {
                bytes / size as i64
            };
            assert_eq!(bench.eval(term) as u64, expected as u64, "({x:#x} - {y:#x}) / {size}");
        }
    }
}

#[test]
fn operations_that_compute_no_register_have_no_term() {
    let mut bench = Bench::new(1);
    let a = bench.operand("a", 64, Shape::Whole, None).term;
    for op in [
        Op::Halt,
        Op::Jump { target: 3 },
        Op::Const { d: 0, value: 1 },
        Op::Load64 { d: 0, p: 1, offset: 0 },
        Op::Return { a: 1 },
    ] {
        assert_eq!(result(&mut bench.pool, &op, a, a), None);
        assert_eq!(condition(&mut bench.pool, &op, a, a), None);
        assert_eq!(fault(&mut bench.pool, &op, a, a), None);
    }
}
