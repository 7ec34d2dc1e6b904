//! Programs built by hand: what C source seldom shows.

use super::*;
use crate::builder::{FunctionBuilder, declare, define_global};
use crate::expr::BinaryOp;
use crate::ids::{BlockId, GlobalId, Id};
use crate::program::Linkage;
use crate::types::TypeTable;

fn hidden_int(program: &mut Program, name: &str) -> GlobalId {
    let id = define_global(program, name, TypeTable::INT);
    program.globals[id].linkage = Linkage::Internal;
    id
}

fn first(statement: usize) -> Site {
    Site { block: BlockId::from_index(0), statement }
}

/// `void f(void) { int *p = &a; long n = (long)p <op> b; *(int *)n = 1; }`: what the store may
/// write.
fn written_after(op: BinaryOp, by: u128) -> Vec<Region> {
    let mut program = Program::default();
    let a = hidden_int(&mut program, "a");
    let pointer = program.types.pointer_to(TypeTable::INT);
    let mut f = FunctionBuilder::new(&mut program, "f", TypeTable::VOID, &[]);
    let (entry, number) = (f.entry(), f.local("n", TypeTable::LONG));
    let address = f.address_of(f.global_place(a));
    let left = f.cast(address, TypeTable::LONG, false);
    let right = Expr::constant(by, TypeTable::LONG, left.span);
    let value = f.binary(op, left, right);
    f.assign(entry, number, value);
    let value = f.read(number);
    let back = f.cast(value, pointer, false);
    f.store(entry, f.deref(back), f.int(1));
    f.ret(entry, None);
    let f = f.finish();
    assert_eq!(crate::verify::verify(&program), Ok(()));
    let facts = PointsTo::new(&program, Entry::Unit(f));
    let written = facts.written_by(f, first(1));
    written.iter().map(|region| facts.regions().get(region)).collect()
}

#[test]
fn arithmetic_on_integers_keeps_addresses() {
    let a = Region::Global(GlobalId::from_index(0));
    for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::BitAnd, BinaryOp::BitXor, BinaryOp::Shl] {
        assert_eq!(written_after(op, 3), [a], "{op:?}");
    }
    assert_eq!(written_after(BinaryOp::Rem, 3), []);
}

#[test]
fn a_number_is_an_address_of_the_world() {
    let mut program = Program::default();
    let pointer = program.types.pointer_to(TypeTable::INT);
    let mut f = FunctionBuilder::new(&mut program, "f", TypeTable::VOID, &[]);
    for (bits, count) in [(0x4000_0000u128, 2), (0, 0), (1, 0), (u128::from(u64::MAX), 0)] {
        let number = Expr::constant(bits, TypeTable::UNSIGNED_LONG, crate::source::Span::NONE);
        let address = f.cast(number, pointer, false);
        f.store(f.entry(), f.deref(address), f.int(count));
    }
    f.ret(f.entry(), None);
    let f = f.finish();
    let facts = PointsTo::new(&program, Entry::Unit(f));
    let counts: Vec<usize> = (0..4).map(|at| facts.written_by(f, first(at)).len()).collect();
    assert_eq!(counts, [2, 0, 0, 0], "a register of the hardware; null and marks are no objects");
}

#[test]
fn locals_of_recursive_functions_stand_for_many() {
    let mut program = Program::default();
    let pointer = program.types.pointer_to(TypeTable::INT);
    let once = declare(&mut program, "once", TypeTable::VOID, &[], false);
    let again = declare(&mut program, "again", TypeTable::VOID, &[pointer], false);
    // void again(int *p) { int x; *p = 1; x = 2; again(&x); }
    let mut f = FunctionBuilder::define(&mut program, again, &["p"]);
    let x = f.local("x", TypeTable::INT);
    let p = f.read(LocalId::from_index(0));
    f.store(f.entry(), f.deref(p), f.int(1));
    f.assign(f.entry(), x, f.int(2));
    let place = f.place(x);
    let address = f.address_of(place);
    f.call(f.entry(), None, again, vec![address]);
    f.ret(f.entry(), None);
    f.finish();
    // void once(void) { int y; y = 1; again(&y); }
    let mut f = FunctionBuilder::define(&mut program, once, &[]);
    let y = f.local("y", TypeTable::INT);
    f.assign(f.entry(), y, f.int(1));
    let place = f.place(y);
    let address = f.address_of(place);
    f.call(f.entry(), None, again, vec![address]);
    f.ret(f.entry(), None);
    f.finish();
    let facts = PointsTo::new(&program, Entry::Program(once));
    let (x, y) = (facts.regions().local(again, x), facts.regions().local(once, y));
    assert_eq!(facts.multiplicity(x), Multiplicity::Many);
    assert_eq!(facts.multiplicity(y), Multiplicity::One);
    let both: RegionSet = [x, y].into_iter().collect();
    assert_eq!(facts.may_write(again), both, "the instance of the call outside");
    assert!(facts.may_write(once).contains(x) && !facts.may_write(once).contains(y));
    assert_eq!(facts.written_by(once, first(0)), [y].into_iter().collect());
}

#[test]
fn what_is_never_called_does_nothing() {
    let mut program = Program::default();
    let a = hidden_int(&mut program, "a");
    let mut f = FunctionBuilder::new(&mut program, "unused", TypeTable::VOID, &[]);
    f.store(f.entry(), f.global_place(a), f.int(1));
    f.ret(f.entry(), None);
    let unused = f.finish();
    let mut f = FunctionBuilder::new(&mut program, "main", TypeTable::INT, &[]);
    f.ret(f.entry(), Some(f.int(0)));
    let main = f.finish();
    let facts = PointsTo::new(&program, Entry::Program(main));
    assert!(facts.is_reached(main) && !facts.is_reached(unused));
    assert!(facts.may_write(unused).is_empty());
    let facts = PointsTo::new(&program, Entry::Anyone);
    assert_eq!(facts.may_write(unused), [facts.regions().global(a)].into_iter().collect());
}

#[test]
fn a_value_changes_when_what_it_reads_is_written() {
    let mut program = Program::default();
    let (a, b) = (hidden_int(&mut program, "a"), hidden_int(&mut program, "b"));
    let mut f = FunctionBuilder::new(&mut program, "f", TypeTable::VOID, &[]);
    f.store(f.entry(), f.global_place(a), f.int(1));
    let (read_a, mut read_b) = (f.load(f.global_place(a)), f.load(f.global_place(b)));
    f.ret(f.entry(), None);
    let f = f.finish();
    let facts = PointsTo::new(&program, Entry::Unit(f));
    let writes = facts.written_by(f, first(0));
    assert!(facts.may_change(f, &writes, &read_a));
    assert!(!facts.may_change(f, &writes, &read_b));
    if let ExprKind::Load(place) = &mut read_b.kind {
        place.is_volatile = true;
    }
    assert!(facts.may_change(f, &writes, &read_b));
}

#[test]
fn a_pointer_to_too_many_points_to_what_the_world_knows() {
    let mut program = Program::default();
    let globals: Vec<_> = (0..100).map(|at| hidden_int(&mut program, &format!("g{at}"))).collect();
    let alone = hidden_int(&mut program, "alone");
    let pointer = program.types.pointer_to(TypeTable::INT);
    let mut f = FunctionBuilder::new(&mut program, "main", TypeTable::VOID, &[]);
    let (entry, p, q) = (f.entry(), f.local("p", pointer), f.local("q", pointer));
    for &global in &globals {
        let address = f.address_of(f.global_place(global));
        f.assign(entry, p, address);
    }
    let address = f.address_of(f.global_place(alone));
    f.assign(entry, q, address);
    for local in [p, q] {
        let target = f.read(local);
        f.store(entry, f.deref(target), f.int(1));
    }
    f.ret(entry, None);
    let main = f.finish();
    let facts = PointsTo::new(&program, Entry::Program(main));
    let written = facts.written_by(main, first(101));
    assert!(globals.iter().all(|global| written.contains(facts.regions().global(*global))));
    assert!(!written.contains(facts.regions().global(alone)));
    let alone = [facts.regions().global(alone)].into_iter().collect();
    assert_eq!(facts.written_by(main, first(102)), alone);
}
