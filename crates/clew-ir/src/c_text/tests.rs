use super::*;
use crate::builder::{FunctionBuilder, add_source, define_global};
use crate::ids::{Id, LocalId};
use crate::layout::{Member, RecordAttributes, lay_out};
use crate::types::{ArrayLength, Enum, FunctionType, IntKind, Record, RecordKind, Type, TypeTable};
use expect_test::{Expect, expect};

fn local(index: usize) -> LocalId {
    LocalId::from_index(index)
}

/// Builds an expression in a function `f(int a, int b, char c, unsigned u, double d, int *p,
/// struct s *q, enum e e)` with `int m[2][3]` and compares its text.
fn check(build: impl FnOnce(&mut FunctionBuilder<'_>) -> Expr, expected: Expect) {
    let mut program = Program::default();
    add_source(&mut program, "test.c", "");
    let types = &mut program.types;
    let inner = add_record(types, "", &[Member::new("x", TypeTable::INT)]);
    let array = types.array_of(TypeTable::INT, 4);
    let outer = add_record(
        types,
        "s",
        &[Member::new("a", TypeTable::INT), Member::new("", inner), Member::new("v", array)],
    );
    let id = types.enums.push(Enum {
        name: "color".to_owned(),
        underlying: IntKind::UnsignedInt,
        constants: vec![("RED".to_owned(), 0), ("GREEN".to_owned(), 1)],
    });
    let color = types.intern(Type::Enum(id));
    let int_pointer = types.pointer_to(TypeTable::INT);
    let record_pointer = types.pointer_to(outer);
    let row = types.array_of(TypeTable::INT, 3);
    let matrix = types.array_of(row, 2);
    let params = [
        ("a", TypeTable::INT),
        ("b", TypeTable::INT),
        ("c", TypeTable::CHAR),
        ("u", TypeTable::UNSIGNED_INT),
        ("d", TypeTable::DOUBLE),
        ("p", int_pointer),
        ("q", record_pointer),
        ("e", color),
    ];
    let mut builder = FunctionBuilder::new(&mut program, "f", TypeTable::INT, &params);
    builder.local("m", matrix);
    builder.local("s", outer);
    let expr = build(&mut builder);
    let function = builder.finish();
    expected.assert_eq(&expr_text(&program, &program.functions[function], &expr));
}

fn add_record(types: &mut TypeTable, name: &str, members: &[Member]) -> TypeId {
    let layout = lay_out(types, RecordKind::Struct, members, RecordAttributes::default());
    let record = types.records.push(Record {
        counted: Vec::new(),
        typedef: None,
        name: name.to_owned(),
        kind: RecordKind::Struct,
        fields: layout.fields,
        size: layout.size,
        align: layout.align,
        is_complete: true,
        span: Span::NONE,
    });
    types.intern(Type::Record(record))
}

#[test]
fn parentheses_stand_only_where_needed() {
    check(
        |f| {
            let (a, b) = (f.read(local(0)), f.read(local(1)));
            let sum = f.binary(BinaryOp::Add, a.clone(), b.clone());
            let product = f.binary(BinaryOp::Mul, sum.clone(), a.clone());
            let difference = f.binary(BinaryOp::Sub, product, f.binary(BinaryOp::Sub, a, b));
            f.binary(BinaryOp::Shl, difference, sum)
        },
        expect!["(a + b) * a - (a - b) << a + b"],
    );
    check(
        |f| {
            let (a, b) = (f.read(local(0)), f.read(local(1)));
            let masked = f.binary(BinaryOp::BitAnd, a, b);
            f.binary(BinaryOp::Eq, masked, f.int(0))
        },
        expect!["(a & b) == 0"],
    );
    check(
        |f| {
            let (a, b) = (f.read(local(0)), f.read(local(1)));
            let less = f.binary(BinaryOp::Lt, a, b);
            f.unary(UnaryOp::LogicalNot, less)
        },
        expect!["!(a < b)"],
    );
}

#[test]
fn negative_numbers() {
    check(
        |f| {
            let a = f.read(local(0));
            f.binary(BinaryOp::Sub, a, f.int(-5))
        },
        expect!["a - -5"],
    );
    check(|f| f.unary(UnaryOp::Neg, f.int(-5)), expect!["- -5"]);
    check(
        |_| Expr::constant(u64::MAX.into(), TypeTable::UNSIGNED_LONG, Span::NONE),
        expect!["18446744073709551615UL"],
    );
}

#[test]
fn conversions_are_shown_when_the_user_wrote_them() {
    check(
        |f| {
            let (c, u) = (f.read(local(2)), f.read(local(3)));
            let implicit = f.cast(c, TypeTable::INT, true);
            let explicit = f.cast(u, TypeTable::INT, false);
            f.binary(BinaryOp::Mul, implicit, explicit)
        },
        expect!["c * (int)u"],
    );
}

#[test]
fn constants_read_as_what_they_are_compared_with() {
    check(
        |f| {
            let c = f.read(local(2));
            let c = f.cast(c, TypeTable::INT, true);
            f.binary(BinaryOp::Ge, c, f.int(b'a'.into()))
        },
        expect!["c >= 'a'"],
    );
    check(
        |f| {
            let c = f.read(local(2));
            let c = f.cast(c, TypeTable::INT, true);
            f.binary(BinaryOp::Sub, c, f.int(b'a'.into()))
        },
        expect!["c - 97"],
    );
    check(
        |f| {
            let e = f.read(local(7));
            let e = f.cast(e, TypeTable::INT, true);
            f.binary(BinaryOp::Eq, e, f.int(1))
        },
        expect!["e == GREEN"],
    );
    check(
        |f| {
            let d = f.read(local(4));
            let half = Expr::constant(0.5f64.to_bits().into(), TypeTable::DOUBLE, Span::NONE);
            f.binary(BinaryOp::Lt, d, half)
        },
        expect!["d < 0.5"],
    );
    check(|_| Expr::constant(1f32.to_bits().into(), TypeTable::FLOAT, Span::NONE), expect!["1.0f"]);
}

#[test]
fn places_read_as_the_user_writes_them() {
    check(
        |f| {
            let p = f.read(local(5));
            let place = f.deref(p);
            f.load(place)
        },
        expect!["*p"],
    );
    check(
        |f| {
            let (p, a) = (f.read(local(5)), f.read(local(0)));
            let element = f.deref(f.binary(BinaryOp::PtrAdd, p, a));
            f.load(element)
        },
        expect!["p[a]"],
    );
    check(
        |f| {
            let (q, b) = (f.read(local(6)), f.read(local(1)));
            let target = f.deref(q);
            let member = f.field(target, "v");
            let element = f.element(member, b);
            f.address_of(element)
        },
        expect!["&q->v[b]"],
    );
    check(
        |f| {
            let (a, b) = (f.read(local(0)), f.read(local(1)));
            let matrix = f.place(local(8));
            let row = f.element(matrix, a);
            let element = f.element(row, b);
            f.load(element)
        },
        expect!["m[a][b]"],
    );
    check(
        |f| {
            let q = f.read(local(6));
            let target = f.deref(q);
            let anonymous = f.field(target, "");
            let member = f.field(anonymous, "x");
            f.load(member)
        },
        expect!["q->x"],
    );
    check(
        |f| {
            let whole = f.place(local(9));
            let anonymous = f.field(whole, "");
            let member = f.field(anonymous, "x");
            f.load(member)
        },
        expect!["s.x"],
    );
    check(
        |f| {
            let p = f.read(local(5));
            let place = f.deref(f.binary(BinaryOp::PtrSub, p, f.int(1)));
            let value = f.load(place);
            f.unary(UnaryOp::Neg, value)
        },
        expect!["-*(p - 1)"],
    );
}

#[test]
fn an_array_decays_without_a_word() {
    check(
        |f| {
            let row = f.place(local(8));
            let row = f.element(row, f.int(1));
            let mut decayed = f.address_of(row);
            decayed.ty = f.program().types.pointer_to(TypeTable::INT);
            f.binary(BinaryOp::PtrAdd, decayed, f.int(2))
        },
        expect!["m[1] + 2"],
    );
}

#[test]
fn string_literals() {
    check(
        |f| {
            let ty = f.program().types.array_of(TypeTable::CHAR, 6);
            let id = define_global(f.program(), ".str", ty);
            let global = &mut f.program().globals[id];
            global.kind = GlobalKind::StringLiteral;
            global.init.as_mut().unwrap().bytes = b"a\"\n\x001\0".to_vec();
            let place = f.global_place(id);
            let mut decayed = f.address_of(place);
            decayed.ty = TypeTable::CHAR_POINTER;
            decayed
        },
        expect![[r#""a\"\n\0001""#]],
    );
}

#[test]
fn types_are_declared_inside_out() {
    let mut types = TypeTable::new();
    let record = add_record(&mut types, "s", &[]);
    let pointer = types.pointer_to(record);
    let array = types.array_of(pointer, 3);
    expect!["struct s *p[3]"].assert_eq(&declaration(&types, array, "p"));
    let function = types.intern(Type::Function(FunctionType {
        result: TypeTable::INT,
        params: vec![TypeTable::CHAR],
        is_variadic: true,
        has_prototype: true,
    }));
    let function_pointer = types.pointer_to(function);
    expect!["int (*f)(char, ...)"].assert_eq(&declaration(&types, function_pointer, "f"));
    let table = types.array_of(function_pointer, 2);
    expect!["int (*f[2])(char, ...)"].assert_eq(&declaration(&types, table, "f"));
    expect!["int (*)(char, ...)"].assert_eq(&type_text(&types, function_pointer));
    let length = ArrayLength::Unknown;
    let open = types.intern(Type::Array { element: TypeTable::UNSIGNED_LONG, length });
    let to_open = types.pointer_to(open);
    expect!["unsigned long (*a)[]"].assert_eq(&declaration(&types, to_open, "a"));
}
