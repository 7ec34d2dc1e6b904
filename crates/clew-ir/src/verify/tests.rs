//! A program that keeps all invariants, and for each invariant a change that breaks it.

use super::*;
use crate::body::{Body, StatementKind, TerminatorKind};
use crate::builder::{FunctionBuilder, declare, define_global};
use crate::decision::DecisionKind;
use crate::expr::{BinaryOp, Expr, ExprKind, Place, Projection};
use crate::ids::LocalId;
use crate::layout::{Member, RecordAttributes, lay_out};
use crate::program::{Relocation, RelocationTarget};
use crate::source::Span;
use crate::types::{Field, Record};

fn local(index: usize) -> LocalId {
    LocalId::from_index(index)
}

fn block(index: usize) -> BlockId {
    BlockId::from_index(index)
}

/// `struct s { int a; int b : 3; }`.
fn add_record(types: &mut TypeTable) -> TypeId {
    let members = [Member::new("a", TypeTable::INT), Member::bit_field("b", TypeTable::INT, 3)];
    let layout = lay_out(types, RecordKind::Struct, &members, RecordAttributes::default());
    let record = types.records.push(Record {
        counted: Vec::new(),
        typedef: None,
        name: "s".to_owned(),
        kind: RecordKind::Struct,
        fields: layout.fields,
        size: layout.size,
        align: layout.align,
        is_complete: true,
        span: Span::NONE,
    });
    types.intern(Type::Record(record))
}

/// ```c
/// int g[4];
/// int f(int n, struct s *p) {
///     int i; struct s copy; t.4
///     entry: i = 0; -> block1
///     block1: if (i < n) block2 else block3
///     block2: t.4 = h(i); g[i] = t.4; p->b = t.4; copy = *p; i = i + copy.a; -> block1
///     block3: switch (i) { case 1: block4; default: block5 }
///     block4: return 1;
///     block5: return i;
/// }
/// ```
fn sample() -> (Program, FunctionId) {
    let mut program = Program::default();
    let record = add_record(&mut program.types);
    let pointer = program.types.pointer_to(record);
    let array = program.types.array_of(TypeTable::INT, 4);
    let g = define_global(&mut program, "g", array);
    let h = declare(&mut program, "h", TypeTable::INT, &[TypeTable::INT], false);
    let params = [("n", TypeTable::INT), ("p", pointer)];
    let mut b = FunctionBuilder::new(&mut program, "f", TypeTable::INT, &params);
    let (n, p) = (local(0), local(1));
    let i = b.local("i", TypeTable::INT);
    let copy = b.local("copy", record);
    let t = b.temporary(TypeTable::INT);
    for _ in 0..5 {
        b.block();
    }
    b.statement(b.entry(), StatementKind::Live(i));
    b.assign(b.entry(), i, b.int(0));
    b.goto(b.entry(), block(1));
    let condition = {
        let (i, n) = (b.read(i), b.read(n));
        b.binary(BinaryOp::Lt, i, n)
    };
    b.branch(block(1), DecisionKind::While, condition, block(2), block(3));
    let argument = b.read(i);
    b.call(block(2), Some(t), h, vec![argument]);
    let (index, value) = (b.read(i), b.read(t));
    let whole = b.global_place(g);
    let element = b.element(whole, index);
    b.store(block(2), element, value.clone());
    let pointer = b.read(p);
    let target = b.deref(pointer);
    let bit_field = b.field(target.clone(), "b");
    b.store(block(2), bit_field, value);
    let moved = b.load(target);
    b.assign(block(2), copy, moved);
    let whole = b.place(copy);
    let part = b.field(whole, "a");
    let sum = {
        let (i, part) = (b.read(i), b.load(part));
        b.binary(BinaryOp::Add, i, part)
    };
    b.assign(block(2), i, sum);
    b.goto(block(2), block(1));
    let value = b.read(i);
    b.switch(block(3), value, &[(1, block(4))], block(5));
    b.ret(block(4), Some(b.int(1)));
    let value = b.read(i);
    b.ret(block(5), Some(value));
    let f = b.finish();
    (program, f)
}

fn body(program: &mut Program, function: FunctionId) -> &mut Body {
    program.functions[function].body.as_mut().unwrap()
}

/// The rules that the program breaks after the change.
fn broken(change: impl FnOnce(&mut Program, FunctionId)) -> Vec<u8> {
    let (mut program, function) = sample();
    change(&mut program, function);
    let mut rules: Vec<u8> =
        verify(&program).err().unwrap_or_default().iter().map(|v| v.rule).collect();
    rules.dedup();
    rules
}

/// The value that statement `at` of block 2 assigns.
fn value(program: &mut Program, function: FunctionId, at: usize) -> &mut Expr {
    match &mut body(program, function).blocks[block(2)].statements[at].kind {
        StatementKind::Assign { value, .. } => value,
        _ => panic!("an assignment should stand here"),
    }
}

#[test]
fn the_sample_is_well_formed() {
    let (program, function) = sample();
    assert_eq!(verify(&program), Ok(()));
    assert_eq!(verify_function(&program, function), Ok(()));
}

#[test]
fn types_and_globals() {
    let record = RecordId::from_index(0);
    assert_eq!(broken(|p, f| value(p, f, 1).ty = TypeId::from_index(999)), [1]);
    assert_eq!(broken(|p, _| p.types.records[record].size = 2), [2]);
    assert_eq!(
        broken(|p, _| {
            let field = Field { name: "c".to_owned(), ty: TypeTable::INT, offset: 4, bits: None };
            p.types.records[record].fields.push(field);
            p.types.records[record].fields[1].bits.as_mut().unwrap().width = 33;
        }),
        [2]
    );
    let global = GlobalId::from_index(0);
    assert_eq!(broken(|p, _| p.globals[global].init.as_mut().unwrap().bytes.truncate(3)), [3]);
    assert_eq!(
        broken(|p, _| {
            let target = RelocationTarget::Global(global);
            let relocation = |offset| Relocation { offset, target, addend: 0 };
            let image = p.globals[global].init.as_mut().unwrap();
            image.relocations.extend([relocation(0), relocation(4)]);
        }),
        [3]
    );
    assert_eq!(broken(|p, _| p.globals[global].align = 3), [4]);
}

#[test]
fn functions() {
    assert_eq!(broken(|p, f| p.functions[f].ty = TypeTable::INT), [5]);
    assert_eq!(broken(|p, f| p.functions[f].locals[local(2)].kind = LocalKind::Parameter), [5]);
    assert_eq!(broken(|p, f| p.functions[f].locals[local(0)].ty = TypeTable::LONG), [5]);
    assert_eq!(broken(|p, f| p.functions[f].locals[local(2)].ty = TypeTable::VOID), [6]);
    assert_eq!(broken(|p, f| p.functions[f].locals[local(4)].name = "t".to_owned()), [7]);
    assert_eq!(
        broken(|p, f| {
            body(p, f).blocks[block(2)].terminator.kind = TerminatorKind::Goto(block(0));
        }),
        [8]
    );
    assert_eq!(broken(|p, f| p.functions[f].locals[local(3)].is_address_taken = false), [9]);
    assert_eq!(
        broken(|p, f| {
            body(p, f).blocks[block(2)].statements.swap(0, 1);
        }),
        [10]
    );
}

#[test]
fn places_and_expressions() {
    let index_by_float = |p: &mut Program, f| {
        let StatementKind::Assign { place, .. } =
            &mut body(p, f).blocks[block(2)].statements[1].kind
        else {
            panic!("an assignment should stand here")
        };
        place.path[0] = Projection::Index(Expr::constant(0, TypeTable::FLOAT, Span::NONE));
    };
    assert_eq!(broken(index_by_float), [11]);
    assert_eq!(
        broken(|p, f| {
            *value(p, f, 1) = Expr::constant(1 << 32, TypeTable::INT, Span::NONE);
        }),
        [12]
    );
    assert_eq!(
        broken(|p, f| {
            let moved = value(p, f, 3).clone();
            let ExprKind::Binary(_, left, _) = &mut value(p, f, 4).kind else { panic!() };
            **left = moved;
        }),
        [13]
    );
    assert_eq!(
        broken(|p, f| {
            let pointer = p.types.pointer_to(TypeTable::INT);
            let ExprKind::Load(place) = value(p, f, 3).kind.clone() else { panic!() };
            let mut place = *place;
            place.path.push(Projection::Field(1));
            place.ty = TypeTable::INT;
            let address =
                Expr { kind: ExprKind::AddressOf(Box::new(place)), ty: pointer, span: Span::NONE };
            let cast = ExprKind::Cast { operand: Box::new(address), implicit: false };
            *value(p, f, 4) = Expr { kind: cast, ty: TypeTable::INT, span: Span::NONE };
        }),
        [14]
    );
    assert_eq!(
        broken(|p, f| {
            let ExprKind::Binary(op, ..) = &mut value(p, f, 4).kind else { panic!() };
            *op = BinaryOp::PtrAdd;
        }),
        [15]
    );
    assert_eq!(
        broken(|p, f| {
            let pointer = Expr::constant(0, TypeTable::VOID_POINTER, Span::NONE);
            let cast = ExprKind::Cast { operand: Box::new(pointer), implicit: false };
            let float = Expr { kind: cast, ty: TypeTable::DOUBLE, span: Span::NONE };
            let cast = ExprKind::Cast { operand: Box::new(float), implicit: false };
            *value(p, f, 4) = Expr { kind: cast, ty: TypeTable::INT, span: Span::NONE };
        }),
        [16]
    );
    assert_eq!(
        broken(|p, f| {
            let op = crate::expr::Intrinsic::Sqrt;
            let operand = Expr::constant(0, TypeTable::INT, Span::NONE);
            value(p, f, 4).kind = ExprKind::Intrinsic(op, vec![operand]);
        }),
        [17]
    );
}

#[test]
fn statements_and_terminators() {
    assert_eq!(
        broken(|p, f| {
            *value(p, f, 4) = Expr::constant(0, TypeTable::LONG, Span::NONE);
        }),
        [18]
    );
    assert_eq!(
        broken(|p, f| {
            let StatementKind::Call { args, .. } =
                &mut body(p, f).blocks[block(2)].statements[0].kind
            else {
                panic!("a call should stand here")
            };
            args.clear();
        }),
        [19]
    );
    assert_eq!(
        broken(|p, f| {
            body(p, f).blocks[block(0)].statements[0].kind = StatementKind::Live(local(0));
        }),
        [20]
    );
    let switch = |change: fn(&mut Expr, &mut Vec<crate::body::SwitchArm>)| {
        broken(|p, f| {
            let TerminatorKind::Switch { value, arms, .. } =
                &mut body(p, f).blocks[block(3)].terminator.kind
            else {
                panic!("a switch should stand here")
            };
            change(value, arms);
        })
    };
    assert_eq!(switch(|_, arms| arms.push(arms[0].clone())), [22]);
    assert_eq!(switch(|_, arms| arms[0].high = 0), [22]);
    assert_eq!(switch(|_, arms| arms[0].high = 1 << 31), [22]);
    assert_eq!(switch(|v, _| *v = Expr::constant(0, TypeTable::CHAR, Span::NONE)), [22]);
    assert_eq!(
        broken(|p, f| {
            let targets = vec![block(4), block(4)];
            let address = Expr::constant(0, TypeTable::VOID_POINTER, Span::NONE);
            body(p, f).blocks[block(2)].terminator.kind =
                TerminatorKind::IndirectGoto { address, targets };
        }),
        [23]
    );
    assert_eq!(
        broken(|p, f| {
            let value = Expr::constant(0, TypeTable::LONG, Span::NONE);
            body(p, f).blocks[block(4)].terminator.kind = TerminatorKind::Return(Some(value));
        }),
        [24]
    );
}

#[test]
fn a_condition_is_scalar() {
    let rules = broken(|p, f| {
        let whole = Place::local(local(3), p.functions[f].locals[local(3)].ty);
        let TerminatorKind::Branch { condition, .. } =
            &mut body(p, f).blocks[block(1)].terminator.kind
        else {
            panic!("a branch should stand here")
        };
        *condition = Expr::load(whole, Span::NONE);
    });
    assert_eq!(rules, [13, 21]);
}

#[test]
fn decisions() {
    assert_eq!(
        broken(|p, f| body(p, f).decisions.conditions.iter_mut().next().unwrap().block = block(2)),
        [25]
    );
    assert_eq!(
        broken(|p, f| {
            let decisions = &mut body(p, f).decisions.decisions;
            let first = decisions.iter_mut().next().unwrap();
            let tree = first.structure.clone().unwrap();
            first.structure = Some(crate::decision::BoolTree::Not(Box::new(
                crate::decision::BoolTree::And(Box::new(tree.clone()), Box::new(tree)),
            )));
        }),
        [26]
    );
    assert_eq!(
        broken(|p, f| body(p, f).decisions.decisions.iter_mut().last().unwrap().switch = None),
        [27]
    );
}
