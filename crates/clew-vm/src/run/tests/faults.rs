//! Faults and limits that need no C source.

use super::build::Build;
use crate::config::Config;
use crate::stop::{FaultKind, Stop};
use clew_ir::{
    BinaryOp, Builtin, Callee, Expr, ExprKind, LocalKind, Place, Projection, Span, StatementKind,
    TerminatorKind, TypeTable,
};

fn int(value: u128) -> Expr {
    Expr::constant(value, TypeTable::INT, Span::NONE)
}

fn kind(stop: &Stop) -> Option<FaultKind> {
    match stop {
        Stop::Fault(fault) => Some(fault.kind),
        _ => None,
    }
}

#[test]
fn a_register_without_a_value_is_not_read() {
    for assigned in [false, true] {
        let mut build = Build::new(&[TypeTable::INT], TypeTable::INT);
        let local = build.local(TypeTable::INT, LocalKind::Variable);
        let place = Place::local(local, TypeTable::INT);
        let value = build.get(local);
        let condition = build.parameter(0);
        let entry = build.block(vec![StatementKind::Live(local)], TerminatorKind::Unreachable);
        let last = build.block(Vec::new(), TerminatorKind::Return(Some(value)));
        let set = build.block(
            vec![StatementKind::Assign { place, value: int(42) }],
            TerminatorKind::Goto(last),
        );
        build.blocks[entry].terminator.kind =
            TerminatorKind::Branch { condition, id: None, then: set, otherwise: last };
        let stop = build.run(Config::default(), &[u128::from(assigned)]);
        if assigned {
            assert_eq!(stop, Stop::Return(Some(42)));
        } else {
            assert_eq!(kind(&stop), Some(FaultKind::UninitialisedRead));
        }
    }
}

/// `int a[4]; a[i] = 7; return a[j];`
fn array(i: u128, j: u128) -> Stop {
    let mut build = Build::new(&[TypeTable::INT, TypeTable::INT], TypeTable::INT);
    let ty = build.program.types.array_of(TypeTable::INT, 4);
    let local = build.local(ty, LocalKind::Variable);
    build.locals[local].is_address_taken = true;
    let element = |index: Expr| Place {
        base: clew_ir::PlaceBase::Local(local),
        path: vec![Projection::Index(index)],
        ty: TypeTable::INT,
        is_volatile: false,
    };
    let (i_value, j_value) = (build.parameter(0), build.parameter(1));
    let value = Expr::load(element(j_value), Span::NONE);
    build.block(
        vec![
            StatementKind::Live(local),
            StatementKind::Assign { place: element(i_value), value: int(7) },
        ],
        TerminatorKind::Return(Some(value)),
    );
    build.run(Config::default(), &[i, j])
}

#[test]
fn arrays_know_their_bounds_and_what_was_written() {
    assert_eq!(array(3, 3), Stop::Return(Some(7)));
    assert_eq!(kind(&array(4, 0)), Some(FaultKind::OutOfBounds));
    assert_eq!(kind(&array(0xffff_ffff, 0)), Some(FaultKind::OutOfBounds));
    assert_eq!(kind(&array(0x4000_0000, 0)), Some(FaultKind::OutOfBounds));
    assert_eq!(kind(&array(0, 1)), Some(FaultKind::UninitialisedRead));
    assert_eq!(kind(&array(0, 4)), Some(FaultKind::OutOfBounds));
}

#[test]
fn an_endless_loop_meets_the_step_limit() {
    let mut build = Build::new(&[], TypeTable::VOID);
    let first = build.block(Vec::new(), TerminatorKind::Unreachable);
    let second = build.block(Vec::new(), TerminatorKind::Unreachable);
    build.blocks[first].terminator.kind = TerminatorKind::Goto(second);
    build.blocks[second].terminator.kind = TerminatorKind::Goto(second);
    let config = Config { max_steps: 1_000_000, ..Config::default() };
    assert_eq!(kind(&build.run(config, &[])), Some(FaultKind::StepLimit));
}

#[test]
fn an_interrupt_ends_the_run() {
    let mut build = Build::new(&[], TypeTable::VOID);
    let first = build.blocks.next_id();
    build.block(Vec::new(), TerminatorKind::Goto(first));
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let config = Config { interrupt: Some(flag), ..Config::default() };
    assert_eq!(build.run(config, &[]), Stop::Interrupted);
}

/// `f() { f(); }`, with or without an object per frame.
#[test]
fn endless_recursion_is_a_stack_overflow() {
    for with_object in [false, true] {
        let mut build = Build::new(&[], TypeTable::VOID);
        let ty = build.program.types.array_of(TypeTable::CHAR, 100);
        let mut statements = Vec::new();
        if with_object {
            let local = build.local(ty, LocalKind::Variable);
            build.locals[local].is_address_taken = true;
            statements.push(StatementKind::Live(local));
        }
        let this = build.program.functions.next_id();
        let callee = Callee::Direct(this);
        statements.push(StatementKind::Call { dest: None, callee, args: Vec::new() });
        build.block(statements, TerminatorKind::Return(None));
        let stop = build.run(Config::default(), &[]);
        assert_eq!(kind(&stop), Some(FaultKind::StackOverflow));
    }
}

#[test]
fn traps_and_unreachable_places_are_faults() {
    let mut build = Build::new(&[], TypeTable::VOID);
    let callee = Callee::Builtin(Builtin::Trap);
    build.block(
        vec![StatementKind::Call { dest: None, callee, args: Vec::new() }],
        TerminatorKind::Return(None),
    );
    assert_eq!(kind(&build.run(Config::default(), &[])), Some(FaultKind::Abort));
    let mut build = Build::new(&[], TypeTable::VOID);
    build.block(Vec::new(), TerminatorKind::Unreachable);
    assert_eq!(kind(&build.run(Config::default(), &[])), Some(FaultKind::Unreachable));
}

#[test]
fn pointers_to_nothing_are_told_apart() {
    let cases = [
        (0u128, FaultKind::NullDereference),
        (8, FaultKind::NullDereference),
        (0x1_0000, FaultKind::InvalidPointer),
        (0x12_3456_7890, FaultKind::InvalidPointer),
        (u128::from(u64::MAX), FaultKind::InvalidPointer),
        // A function's address.
        (0x5550_0000_1000, FaultKind::InvalidPointer),
    ];
    for (address, want) in cases {
        let mut build = Build::new(&[], TypeTable::INT);
        let ty = build.program.types.pointer_to(TypeTable::INT);
        let pointer = Expr::constant(address, ty, Span::NONE);
        let value = Expr::load(Place::deref(pointer, TypeTable::INT), Span::NONE);
        build.block(Vec::new(), TerminatorKind::Return(Some(value)));
        assert_eq!(kind(&build.run(Config::default(), &[])), Some(want), "{address:x}");
    }
}

/// The index of a wild access cannot reach another object: the pointer tells the object.
#[test]
fn no_index_reaches_a_neighbour() {
    for index in [1u128 << 30, 1 << 31, 1 << 32, 1 << 40] {
        let mut build = Build::new(&[TypeTable::LONG], TypeTable::INT);
        let ty = build.program.types.pointer_to(TypeTable::INT);
        let local = build.local(TypeTable::INT, LocalKind::Variable);
        let other = build.local(TypeTable::INT, LocalKind::Variable);
        for local in [local, other] {
            build.locals[local].is_address_taken = true;
        }
        let place = Place::local(local, TypeTable::INT);
        let address =
            Expr { kind: ExprKind::AddressOf(Box::new(place.clone())), ty, span: Span::NONE };
        let index_value = build.parameter(0);
        let sum = ExprKind::Binary(BinaryOp::PtrAdd, Box::new(address), Box::new(index_value));
        let pointer = Expr { kind: sum, ty, span: Span::NONE };
        let value = Expr::load(Place::deref(pointer, TypeTable::INT), Span::NONE);
        build.block(
            vec![
                StatementKind::Live(local),
                StatementKind::Live(other),
                StatementKind::Assign { place, value: int(1) },
                StatementKind::Assign { place: Place::local(other, TypeTable::INT), value: int(2) },
            ],
            TerminatorKind::Return(Some(value)),
        );
        let stop = build.run(Config::default(), &[index]);
        assert_eq!(kind(&stop), Some(FaultKind::OutOfBounds), "{index:x}");
    }
}
