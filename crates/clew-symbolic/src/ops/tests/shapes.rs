//! Terms end narrow: path conditions are over what the program compares, not over registers.

use super::super::{canonical, condition, fault, narrow, result};
use clew_ir::Scalar;
use clew_logic::{Sort, TermId, TermPool};
use clew_vm::code::Op;

/// Two `int`s and two `unsigned char`s, each with its register.
struct Registers {
    pool: TermPool,
    ints: [(TermId, TermId); 2],
    bytes: [(TermId, TermId); 2],
}

fn registers() -> Registers {
    let mut pool = TermPool::new();
    let ints = ["i", "j"].map(|name| {
        let term = pool.input(name, Sort::BitVec(32));
        (term, pool.sign_extend(term, 64))
    });
    let bytes = ["c", "d"].map(|name| {
        let term = pool.input(name, Sort::BitVec(8));
        (term, pool.zero_extend(term, 64))
    });
    Registers { pool, ints, bytes }
}

#[test]
fn comparisons_of_extensions_are_narrow() {
    let Registers { mut pool, ints: [(i, wide_i), (j, wide_j)], bytes: [(c, wide_c), (e, wide_e)] } =
        registers();
    let less = condition(&mut pool, &Op::JumpLtS { a: 0, b: 0, target: 0 }, wide_i, wide_j);
    assert_eq!(less, Some(pool.slt(i, j)));
    let below = condition(&mut pool, &Op::JumpLtU { a: 0, b: 0, target: 0 }, wide_c, wide_e);
    assert_eq!(below, Some(pool.ult(c, e)));
    let signed = condition(&mut pool, &Op::JumpLtS { a: 0, b: 0, target: 0 }, wide_c, wide_e);
    assert_eq!(signed, Some(pool.ult(c, e)));
    let equal = condition(&mut pool, &Op::JumpEq { a: 0, b: 0, target: 0 }, wide_i, wide_c);
    let extended = pool.zero_extend(c, 32);
    assert_eq!(equal, Some(pool.eq(i, extended)));
}

#[test]
fn comparisons_with_constants_are_narrow() {
    let Registers { mut pool, ints: [(i, wide_i), _], bytes: [(_, wide_c), _] } = registers();
    let ten = pool.bv(32, 10);
    let op = Op::JumpLtSI { a: 0, value: 10, target: 0 };
    let less = condition(&mut pool, &op, wide_i, wide_i);
    assert_eq!(less, Some(pool.slt(i, ten)));
    let op = Op::JumpLtUI { a: 0, value: 10, target: 0 };
    let index = condition(&mut pool, &op, wide_i, wide_i);
    assert_eq!(index, Some(pool.ult(i, ten)));
    let op = Op::JumpLtSI { a: 0, value: 256, target: 0 };
    assert_eq!(condition(&mut pool, &op, wide_c, wide_c), Some(TermPool::TRUE));
    let op = Op::JumpEqI { a: 0, value: -1, target: 0 };
    assert_eq!(condition(&mut pool, &op, wide_c, wide_c), Some(TermPool::FALSE));
}

#[test]
fn a_truth_value_that_is_tested_is_the_condition() {
    let Registers { mut pool, ints: [(i, wide_i), (j, wide_j)], .. } = registers();
    let value = result(&mut pool, &Op::LtS { d: 0, a: 0, b: 0 }, wide_i, wide_j).unwrap();
    let op = Op::JumpNeI { a: 0, value: 0, target: 0 };
    let tested = condition(&mut pool, &op, value, value);
    assert_eq!(tested, Some(pool.slt(i, j)));
}

#[test]
fn int_arithmetic_is_of_32_bits() {
    let Registers { mut pool, ints: [(i, wide_i), (j, wide_j)], .. } = registers();
    let sum = result(&mut pool, &Op::Add32 { d: 0, a: 0, b: 0 }, wide_i, wide_j).unwrap();
    let expected = pool.add(i, j);
    assert_eq!(sum, pool.sign_extend(expected, 64));
    let op = Op::JumpGeSI { a: 0, value: 5, target: 0 };
    let five = pool.bv(32, 5);
    let tested = condition(&mut pool, &op, sum, sum);
    assert_eq!(tested, Some(pool.sge(expected, five)));
}

#[test]
fn masks_cut_the_operand() {
    let Registers { mut pool, ints: [(i, wide_i), _], .. } = registers();
    let masked = result(&mut pool, &Op::AndI { d: 0, a: 0, value: 0xff }, wide_i, wide_i);
    let byte = pool.extract(7, 0, i);
    assert_eq!(masked, Some(pool.zero_extend(byte, 64)));
}

#[test]
fn what_cannot_fault_has_no_fault() {
    let Registers { mut pool, ints: [(i, wide_i), _], bytes: [(_, wide_c), (_, wide_e)] } =
        registers();
    let product = Op::MulChecked32 { d: 0, a: 0, b: 0 };
    assert_eq!(fault(&mut pool, &product, wide_c, wide_e), None);
    let quotient = Op::DivIS32 { d: 0, a: 0, value: 3 };
    assert_eq!(fault(&mut pool, &quotient, wide_i, wide_i), None);
    // Of a division by an unsigned character only zero is left to ask for.
    let quotient = Op::DivS32 { d: 0, a: 0, b: 0 };
    let by_zero = pool.is_zero(wide_c);
    assert_eq!(fault(&mut pool, &quotient, wide_i, wide_c), Some(by_zero));
    let sum = Op::AddChecked32 { d: 0, a: 0, b: 0 };
    let one = pool.bv(64, 1);
    let largest = pool.bv(32, 0x7fff_ffff);
    let is_largest = pool.eq(i, largest);
    assert_eq!(fault(&mut pool, &sum, wide_i, one), Some(is_largest));
}

#[test]
fn registers_and_scalars_come_back() {
    let mut pool = TermPool::new();
    for (bits, signed) in [(1, false), (8, true), (8, false), (32, true), (64, false)] {
        let scalar = Scalar::Int { bits, signed };
        let term = pool.input(&format!("{bits}{signed}"), Sort::BitVec(bits));
        let register = canonical(&mut pool, scalar, term);
        assert_eq!(pool.width(register), 64);
        let back = narrow(&mut pool, scalar, register);
        if bits > 1 {
            assert_eq!(back, term);
        }
    }
}
