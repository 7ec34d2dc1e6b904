//! The labels of small functions, with their predicates, written out.

use crate::common::load;
use clew_criteria::{Criterion, Goal, Objectives, Unit};
use clew_ir::call_graph::CallGraph;
use clew_ir::{ProbePoint, Program, c_text};
use expect_test::{Expect, expect};

fn objectives(program: &Program, criterion: &str) -> Objectives {
    let f = program.function("f").expect("a function f");
    let criteria = Criterion::parse_list(criterion).expect("criteria");
    Objectives::new(program, &Unit::function(f), &criteria)
}

/// One line an objective of the function `f`: place, text, and the predicate of a label.
fn list(program: &Program, objectives: &Objectives) -> String {
    let mut lines = String::new();
    for objective in objectives.iter() {
        let (line, column) = (objective.line(), objective.column());
        lines.push_str(&format!("{line}:{column} {}", objective.text));
        if let Goal::Probe(probe) = objective.goal
            && let Some(predicate) = objectives.plan().predicate(probe)
        {
            let function = &program.functions[objective.function];
            lines.push_str(&format!("  [{}]", c_text::expr_text(program, function, predicate)));
        }
        if let Some(refuted) = objective.refuted {
            lines.push_str(&format!(" refuted {refuted}"));
        }
        lines.push('\n');
    }
    lines
}

fn check(criterion: &str, source: &str, expected: Expect) {
    let program = load(source);
    expected.assert_eq(&list(&program, &objectives(&program, criterion)));
}

/// Figure 1 of the paper.
const FIGURE_1: &str = "int f(int x, int y, int a, int b) {
    if (x == y && a < b)
        return 1;
    return 0;
}
";

/// Figure 1: both values of both conditions. The first is evaluated whenever the decision is, so that
/// its two sides are points; the second is a predicate where the decision begins.
#[test]
fn conditions_are_labels_where_the_decision_begins() {
    check(
        "condition",
        FIGURE_1,
        expect![[r#"
        2:9 x == y is true
        2:9 x == y is false
        2:19 a < b is true  [a < b]
        2:19 a < b is false  [!(a < b)]
    "#]],
    );
}

#[test]
fn decisions_are_seen_on_their_ways_out() {
    check(
        "decision",
        FIGURE_1,
        expect![[r#"
        2:9 x == y && a < b is true
        2:9 x == y && a < b is false
    "#]],
    );
    let program = load(FIGURE_1);
    let objectives = objectives(&program, "decision");
    let ways: Vec<usize> = objectives.iter().map(|it| it.goal.probes().len()).collect();
    assert_eq!(ways, [1, 2]);
}

#[test]
fn decisions_and_conditions() {
    check(
        "dcc",
        FIGURE_1,
        expect![[r#"
        2:9 x == y && a < b is true
        2:9 x == y && a < b is false
        2:9 x == y is true
        2:9 x == y is false
        2:19 a < b is true  [a < b]
        2:19 a < b is false  [!(a < b)]
    "#]],
    );
}

/// Two conditions have four combinations; the last changes fastest, and true comes first.
#[test]
fn combinations_of_conditions() {
    check(
        "mcc",
        FIGURE_1,
        expect![[r#"
        2:9 x == y is true, a < b is true  [x == y & a < b]
        2:9 x == y is true, a < b is false  [x == y & !(a < b)]
        2:9 x == y is false, a < b is true  [!(x == y) & a < b]
        2:9 x == y is false, a < b is false  [!(x == y) & !(a < b)]
    "#]],
    );
}

#[test]
fn what_cannot_be_combined_is_told() {
    let names: Vec<String> = (0..11).map(|at| format!("a[{at}]")).collect();
    let source = format!(
        "int g(void);\nint f(int *a) {{\n    if (a[0] && g())\n        return 1;\n    \
         return {};\n}}\n",
        names.join(" && ")
    );
    let program = load(&source);
    let objectives = objectives(&program, "mcc");
    assert_eq!(objectives.len(), 0);
    let omitted: Vec<&str> = objectives.omissions().iter().map(|it| it.why.as_str()).collect();
    assert_eq!(
        omitted,
        [
            "a condition has a side effect or reads what is computed on the way",
            "it has 11 conditions, and `mcc` takes at most 10"
        ]
    );
}

/// The three cases of theorem 2, as in figure 3 of the paper.
const FIGURE_3: &str = "int f(int x, int y) {
    int z = 0;
    z = x + y;
    if (x < y)
        z = y;
    return z;
}
";

/// Each of `+ - * / %` becomes each other one. In the second program `i + 1` differs from `i - 1`,
/// `i * 1` and `i / 1` in every state: one label; from `i % 1`, which is 0, where `i` is not -1. `x * 2`
/// is of floats: no `%`. `(i - 0) * 1` is `(i - 0) / 1`, and `i - 0` is `i + 0`, so that those are not
/// made, as nothing divides by 0.
#[test]
fn arithmetic_operators() {
    check(
        "wm:aor",
        FIGURE_3,
        expect![[r#"
        3:9 aor: x + y becomes x - y  [x + y != x - y]
        3:9 aor: x + y becomes x * y  [x + y != x * y]
        3:9 aor: x + y becomes x / y  [x + y != x / y]
        3:9 aor: x + y becomes x % y  [x + y != x % y]
    "#]],
    );
    check(
        "wm:aor",
        "double f(double x, int i) { i++; return x * 2 + (i - 0) * 1; }\n",
        expect![[r#"
            1:29 aor: i + 1 becomes i - 1  [i + 1 != i - 1]
            1:29 aor: i + 1 becomes i % 1  [i + 1 != i % 1]
            1:41 aor: x * 2.0 + (i - 0) * 1 becomes x * 2.0 - (i - 0) * 1  [x * 2.0 + (i - 0) * 1 != x * 2.0 - (i - 0) * 1 & !(!!__builtin_isnan(x * 2.0 + (i - 0) * 1) & !!__builtin_isnan(x * 2.0 - (i - 0) * 1))]
            1:41 aor: x * 2.0 + (i - 0) * 1 becomes x * 2.0 * ((i - 0) * 1)  [x * 2.0 + (i - 0) * 1 != x * 2.0 * ((i - 0) * 1) & !(!!__builtin_isnan(x * 2.0 + (i - 0) * 1) & !!__builtin_isnan(x * 2.0 * ((i - 0) * 1)))]
            1:41 aor: x * 2.0 + (i - 0) * 1 becomes x * 2.0 / ((i - 0) * 1)  [x * 2.0 + (i - 0) * 1 != x * 2.0 / ((i - 0) * 1) & !(!!__builtin_isnan(x * 2.0 + (i - 0) * 1) & !!__builtin_isnan(x * 2.0 / ((i - 0) * 1)))]
            1:41 aor: x * 2.0 becomes x + 2.0  [x * 2.0 + (i - 0) * 1 != x + 2.0 + (i - 0) * 1 & !(!!__builtin_isnan(x * 2.0 + (i - 0) * 1) & !!__builtin_isnan(x + 2.0 + (i - 0) * 1))]
            1:41 aor: x * 2.0 becomes x - 2.0  [x * 2.0 + (i - 0) * 1 != x - 2.0 + (i - 0) * 1 & !(!!__builtin_isnan(x * 2.0 + (i - 0) * 1) & !!__builtin_isnan(x - 2.0 + (i - 0) * 1))]
            1:41 aor: x * 2.0 becomes x / 2.0  [x * 2.0 + (i - 0) * 1 != x / 2.0 + (i - 0) * 1 & !(!!__builtin_isnan(x * 2.0 + (i - 0) * 1) & !!__builtin_isnan(x / 2.0 + (i - 0) * 1))]
            1:49 aor: (i - 0) * 1 becomes i - 0 + 1  [x * 2.0 + (i - 0) * 1 != x * 2.0 + (i - 0 + 1) & !(!!__builtin_isnan(x * 2.0 + (i - 0) * 1) & !!__builtin_isnan(x * 2.0 + (i - 0 + 1)))]
            1:49 aor: (i - 0) * 1 becomes i - 0 - 1  [x * 2.0 + (i - 0) * 1 != x * 2.0 + (i - 0 - 1) & !(!!__builtin_isnan(x * 2.0 + (i - 0) * 1) & !!__builtin_isnan(x * 2.0 + (i - 0 - 1)))]
            1:49 aor: (i - 0) * 1 becomes (i - 0) % 1  [x * 2.0 + (i - 0) * 1 != x * 2.0 + (i - 0) % 1 & !(!!__builtin_isnan(x * 2.0 + (i - 0) * 1) & !!__builtin_isnan(x * 2.0 + (i - 0) % 1))]
            1:50 aor: i - 0 becomes i * 0  [x * 2.0 + (i - 0) * 1 != x * 2.0 + i * 0 * 1 & !(!!__builtin_isnan(x * 2.0 + (i - 0) * 1) & !!__builtin_isnan(x * 2.0 + i * 0 * 1))]
        "#]],
    );
}

/// Each comparison becomes the five others, 1 and 0; of pointers that are compared for equality there
/// are only `!=`, 1 and 0.
#[test]
fn relations() {
    check(
        "wm:ror",
        FIGURE_3,
        expect![[r#"
            4:9 ror: x < y becomes x <= y  [x < y != x <= y]
            4:9 ror: x < y becomes x > y  [x < y != x > y]
            4:9 ror: x < y becomes x >= y  [x < y != x >= y]
            4:9 ror: x < y becomes x == y  [x < y != (x == y)]
            4:9 ror: x < y becomes x != y  [x < y != (x != y)]
            4:9 ror: x < y becomes 1  [x < y != 1]
            4:9 ror: x < y becomes 0  [x < y != 0]
        "#]],
    );
    check(
        "wm:ror",
        "int f(int *p, int *q) { return p == q; }\n",
        expect![[r#"
        1:32 ror: p == q becomes p != q  [p == q != (p != q)]
        1:32 ror: p == q becomes 1  [p == q != 1]
        1:32 ror: p == q becomes 0  [p == q != 0]
    "#]],
    );
}

/// The decision has `&&`, then `||`: each becomes the two others of `&&`, `||` and `!=`. No two of the
/// four differ from the decision for the same values: with `s` for `b || !c`, they do where one of `a` and
/// `s` holds alone, where one of them holds, where `a` holds and one of `b` and `!c` alone, and where all
/// of `a`, `b` and `!c` hold.
#[test]
fn connectives() {
    check(
        "wm:cor",
        "int f(int a, int b, int c) { return a && (b || !c); }\n",
        expect![[r#"
        1:37 cor: && of a && (b || !c), number 1, becomes ||  [(!!a & (!!b | !c)) != (!!a | (!!b | !c))]
        1:37 cor: && of a && (b || !c), number 1, becomes !=  [(!!a & (!!b | !c)) != (!!a != (!!b | !c))]
        1:37 cor: || of a && (b || !c), number 2, becomes &&  [(!!a & (!!b | !c)) != (!!a & (!!b & !c))]
        1:37 cor: || of a && (b || !c), number 2, becomes !=  [(!!a & (!!b | !c)) != (!!a & !!b != !c)]
    "#]],
    );
}

/// What is read is `x`, `u`, `c` and `d`; what is computed, `x + u` and `x + u + c`, is unsigned as `u` is,
/// and `c` is promoted from what has no sign: only `x` and `d` can be negative.
#[test]
fn absolute_values() {
    check(
        "wm:abs",
        "int f(int x, unsigned u, unsigned char c, double d) { return x + u + c > d; }\n",
        expect![[r#"
            1:62 abs: x becomes abs(x)  [x + u + c > d != (x ^ x >> 31) - (x >> 31) + u + c > d]
            1:62 abs: x becomes -abs(x)  [x + u + c > d != -((x ^ x >> 31) - (x >> 31)) + u + c > d]
            1:74 abs: d becomes abs(d)  [x + u + c > d != x + u + c > __builtin_fabs(d)]
            1:74 abs: d becomes -abs(d)  [x + u + c > d != x + u + c > -__builtin_fabs(d)]
        "#]],
    );
}

/// `-` and `~` before each variable that is read, the index among them; `~` of integers alone.
#[test]
fn unary_operators() {
    check(
        "wm:uoi",
        "int f(int a[4], short i, float x) { return a[i] < x; }\n",
        expect![[r#"
        1:44 uoi: a[i] becomes -a[i]  [a[i] < x != -a[i] < x]
        1:44 uoi: a[i] becomes ~a[i]  [a[i] < x != ~a[i] < x]
        1:46 uoi: i becomes -i  [a[i] < x != a[-i] < x]
        1:46 uoi: i becomes ~i  [a[i] < x != a[~i] < x]
        1:51 uoi: x becomes -x  [a[i] < x != a[i] < -x]
    "#]],
    );
}

/// What is read is `t[i]`, the `i` in it, `*(p + i)` and the `i` in that: each becomes its absolute
/// value, the negative of that, its negative and its complement; of `p`, a pointer, there are none.
/// `t` is an array of its own: for an `i` from 0 to 7 `abs(i)` is `i`, and the others are negative or
/// `i`. What `p + i` leads to with another `i` nobody knows.
#[test]
fn narrow_indices_are_mutated_as_c_promotes_them() {
    check(
        "wm:abs+uoi",
        "int t[8];\nint f(signed char i, int *p) { return t[i] == *(p + i); }\n",
        expect![[r#"
            2:39 abs: t[i] becomes abs(t[i])  [t[i] == p[i] != ((t[i] ^ t[i] >> 31) - (t[i] >> 31) == p[i])]
            2:39 abs: t[i] becomes -abs(t[i])  [t[i] == p[i] != (-((t[i] ^ t[i] >> 31) - (t[i] >> 31)) == p[i])]
            2:39 uoi: t[i] becomes -t[i]  [t[i] == p[i] != (-t[i] == p[i])]
            2:39 uoi: t[i] becomes ~t[i]  [t[i] == p[i] != (~t[i] == p[i])]
            2:47 abs: p[i] becomes abs(p[i])  [t[i] == p[i] != (t[i] == (p[i] ^ p[i] >> 31) - (p[i] >> 31))]
            2:47 abs: p[i] becomes -abs(p[i])  [t[i] == p[i] != (t[i] == -((p[i] ^ p[i] >> 31) - (p[i] >> 31)))]
            2:47 uoi: p[i] becomes -p[i]  [t[i] == p[i] != (t[i] == -p[i])]
            2:47 uoi: p[i] becomes ~p[i]  [t[i] == p[i] != (t[i] == ~p[i])]
            2:53 abs: i becomes abs(i)  [t[i] == p[i] != (t[i] == p[(i ^ i >> 31) - (i >> 31)])]
            2:53 abs: i becomes -abs(i)  [t[i] == p[i] != (t[i] == p[-((i ^ i >> 31) - (i >> 31))])]
            2:53 uoi: i becomes -i  [t[i] == p[i] != (t[i] == p[-i])]
            2:53 uoi: i becomes ~i  [t[i] == p[i] != (t[i] == p[~i])]
        "#]],
    );
}

/// `y = x` and `z = 2` are first assignments. Of the type `int` with a value are, at line 5, `x`, `g` and
/// `y` itself; at line 6 also what `p` and `q` lead to, but not `z`. `x` and `y` have no address that
/// anybody takes: only `g` and `*q` may be `*p`.
#[test]
fn left_sides() {
    check(
        "wm:lvr",
        "int g;
int f(int x, int *p, int *q, long l) {
    int y = x;
    int z;
    y = x + g;
    *p = 1;
    z = 2;
    return y + z + *q + l;
}
",
        expect![[r#"
            5:5 lvr: y = x + g becomes x = x + g  [y != x + g | x != x + g]
            5:5 lvr: y = x + g becomes g = x + g  [y != x + g | g != x + g]
            6:5 lvr: *p = 1 becomes x = 1  [*p != 1 | x != 1]
            6:5 lvr: *p = 1 becomes y = 1  [*p != 1 | y != 1]
            6:5 lvr: *p = 1 becomes g = 1  [(unsigned long)p != (unsigned long)&g & (*p != 1 | g != 1)]
            6:5 lvr: *p = 1 becomes *q = 1  [(unsigned long)p != (unsigned long)q & (*p != 1 | *q != 1)]
        "#]],
    );
}

/// Line 4: a signed division has two errors, the unsigned remainder by 7 one that cannot be; the sum of
/// two promoted `short`s fits `int`; what is added to an unsigned number wraps. Line 5: an index with
/// a sign, and the negative of the least `int`. Line 6: the null pointer, an index without a sign, the
/// count and the value of a shift. Line 7: a sum of `int`s and two conversions, whose limits are those of
/// the types, open by one on each side because fractions are cut off.
#[test]
fn runtime_errors() {
    check(
        "rte",
        "struct s { int v[4]; };
int f(int a, int b, unsigned u, struct s *p, double d, short h) {
    int t[3] = {0};
    a = a / b + (u % 7) - (h + h);
    t[a] = -a;
    p->v[u] = a << b;
    return (int)d + (unsigned char)(float)d;
}
",
        expect![[r#"
            4:9 a / b divides by zero  [b == 0]
            4:9 a / b overflows  [a == -2147483648 & b == -1]
            4:18 u % 7 divides by zero  [7 == 0] refuted by ranges: false for all values that the types of its operands have
            4:28 h + h overflows  [!!__builtin_add_overflow_p(h, h, (int)0)] refuted by ranges: false for all values that the types of its operands have
            5:7 a is no index of an array of 3  [a < 0 | a >= 3]
            5:12 -a overflows  [a == -2147483648]
            6:5 p is null  [p == 0]
            6:10 u is no index of an array of 4  [u >= 4]
            6:15 a << b shifts too far  [b < 0 | b >= 32]
            6:15 a << b shifts a negative value  [a < 0]
            7:12 (int)d + (unsigned char)(float)d overflows  [!!__builtin_add_overflow_p((int)d, (unsigned char)(float)d, (int)0)]
            7:12 d does not fit int  [!(d > -2147483649.0 & d < 2147483648.0)]
            7:21 (float)d does not fit unsigned char  [!((float)d > -1.0f & (float)d < 256.0f)]
        "#]],
    );
}

#[test]
fn labels_of_the_user() {
    check(
        "labels",
        "void clew_label(int condition, ...);
int f(int *p, int n) {
    clew_label(p[n] > 3, \"large element\");
    clew_label(n);
    return 0;
}
",
        expect![[r#"
            3:5 large element  [p[n] > 3]
            4:5 n  [!!n]
        "#]],
    );
}

/// What constants, types and one operand decide is not asked for.
///
/// - `if (x)`: `-x` and `abs(x)` are zero where `x` is. `-abs(x)` too; `~x` is zero where `x` is -1.
/// - `u > 0` of an unsigned `u`: `u != 0` is the same; `u < 0` and 0 are never true; `u <= 0` is
///   `u == 0`, and `u >= 0` is 1. So the labels are: `u != 0` (for `u < 0` and 0), always (for `<=`
///   and `==`), `u == 0` (for `>=` and 1). `-u` is zero where `u` is; `~u` where `u` is the greatest.
/// - `c < 256` of an `unsigned char`: `c <= 256`, `c != 256` and 1 are the same, and the other four
///   are never true: one label, which always holds. `-c` and `~c` are less than 256 as `c` is.
///
/// Merged are, of `u > 0`, `==`, 1 and 0; of `c < 256`, `>=`, `==` and 0.
#[test]
fn mutants_that_one_operand_shows_to_be_the_program_are_not_made() {
    let source = "int f(int x, unsigned u, unsigned char c) {
    if (x)
        return 1;
    if (u > 0)
        return 2;
    return c < 256;
}
";
    check(
        "wm:abs+uoi+ror",
        source,
        expect![[r#"
            2:9 uoi: x becomes ~x  [!!x != !!~x]
            4:9 ror: u > 0 becomes u < 0  [u > 0 != u < 0]
            4:9 ror: u > 0 becomes u <= 0  [u > 0 != u <= 0]
            4:9 ror: u > 0 becomes u >= 0  [u > 0 != u >= 0]
            4:9 uoi: u becomes ~u  [u > 0 != ~u > 0]
            6:12 ror: c < 256 becomes c > 256  [c < 256 != c > 256]
        "#]],
    );
    let program = load(source);
    assert_eq!(objectives(&program, "wm:abs+uoi+ror").merged(), 3 + 3);
}

/// `(a && b) || !a`: the two sides of `||` never hold both, so that `!=` is the same. With `&&`
/// instead of `||` it is never true: it differs unless `a && !b`. `a && b` becomes `a || b`: then the
/// whole is always true, and differs where `a && !b`; `a != b`: then it is true where not both hold,
/// and differs where `a` holds, with or without `b`.
#[test]
fn connectives_of_a_condition_that_is_written_twice() {
    let program = load("int f(int a, int b) { return (a && b) || !a; }\n");
    let objectives = objectives(&program, "wm:cor");
    expect![[r#"
        1:30 cor: && of (a && b) || !a, number 1, becomes ||  [(!!a & !!b | !a) != (!!a | !!b | !a)]
        1:30 cor: && of (a && b) || !a, number 1, becomes !=  [(!!a & !!b | !a) != (!!a != !!b | !a)]
        1:30 cor: || of (a && b) || !a, number 2, becomes &&  [(!!a & !!b | !a) != (!!a & !!b & !a)]
    "#]]
    .assert_eq(&list(&program, &objectives));
}

/// Three conditions of which one is written twice have 8 combinations: those of `a`, `b` and `c`.
#[test]
fn combinations_of_a_condition_that_is_written_twice() {
    check(
        "mcc",
        "int f(int a, int b, int c) { return c && ((a && b) || !a); }\n",
        expect![[r#"
            1:37 c is true, a is true, b is true  [!!c & !!a & !!b]
            1:37 c is true, a is true, b is false  [!!c & !!a & !b]
            1:37 c is true, a is false, b is true  [!!c & !a & !!b]
            1:37 c is true, a is false, b is false  [!!c & !a & !b]
            1:37 c is false, a is true, b is true  [!c & !!a & !!b]
            1:37 c is false, a is true, b is false  [!c & !!a & !b]
            1:37 c is false, a is false, b is true  [!c & !a & !!b]
            1:37 c is false, a is false, b is false  [!c & !a & !b]
        "#]],
    );
}

#[test]
fn equal_labels_are_one() {
    let program = load("int f(int *p) { return *p + *p; }\n");
    let objectives = objectives(&program, "rte");
    assert_eq!((objectives.len(), objectives.merged()), (2, 1), "{}", list(&program, &objectives));
}

/// By definition: each expression statement, initialiser, `return` and controlling expression once,
/// without a predicate; a declaration without initialiser, a jump and a label are none, and the
/// statements of a function that is called are its own.
#[test]
fn statements() {
    check(
        "statement",
        "static int twice(int n) { return n + n; }
int f(int a, int *p) {
    int left;
    int sum = 0;
    for (left = a; left > 0 && sum < 9; left--)
        sum = sum + twice(left) + (a ? twice(a) : 0);
    switch (sum) {
    case 4:
        goto out;
    default:
        *p = sum;
        break;
    }
    do
        ;
    while (0);
out:
    return sum;
}
",
        expect![[r#"
            4:5 int sum = 0
            5:10 left = a
            5:20 left > 0 && sum < 9
            5:41 left--
            6:9 sum = sum + twice(left) + (a ? twice(a) : 0)
            7:13 sum
            11:9 *p = sum
            18:5 return sum
        "#]],
    );
}

/// By definition: each function that has a body and that a call of `f` may lead to, once, where it is
/// entered. Alone, `f` is the only one.
#[test]
fn functions() {
    let source = "int outside(int n);
static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int chosen(int n) { return n; }
static int forgotten(int n) { return n; }
int f(int n) {
    int (*pointer)(int) = chosen;
    return even(n) + outside(n) + pointer(n);
}
";
    check(
        "function",
        source,
        expect![[r#"
            7:1 f is called
        "#]],
    );
    let program = load(source);
    let f = program.function("f").expect("a function f");
    let unit = Unit::harness(&program, &CallGraph::new(&program), f);
    let objectives = Objectives::new(&program, &unit, &[Criterion::Function]);
    let mut lines: Vec<_> = list(&program, &objectives).lines().map(str::to_owned).collect();
    lines.sort();
    let wanted =
        ["3:1 odd is called", "4:1 even is called", "5:1 chosen is called", "7:1 f is called"];
    assert_eq!(lines, wanted);
    for objective in objectives.iter() {
        let point = objectives.plan().point(objective.goal.probe());
        assert_eq!(point, ProbePoint::Entry(objective.function));
    }
}

/// By definition of masking, where `a > 0 && b > 0 || !(c > 0)` begins: a condition determines the
/// outcome when what is evaluated beside it is true under `&&` and false under `||`. What C does not
/// evaluate asks for nothing: `b > 0` when `a > 0` is false, `c > 0` when both others are true. A
/// decision of one condition needs no more than its two sides; a constant leaves nothing to the
/// condition before it.
#[test]
fn effects_of_conditions() {
    let program = load(
        "int f(int a, int b, int c) {
    if (a > 0 && b > 0 || !(c > 0))
        return a > 5 && 0;
    return b > 7 ? 2 : 3;
}
",
    );
    let objectives = objectives(&program, "mcdc");
    let mut lines = String::new();
    for objective in objectives.iter() {
        let (line, column, text) = (objective.line(), objective.column(), &objective.text);
        lines.push_str(&format!("{line}:{column} {text}\n"));
        let Goal::Effect { aims, .. } = &objective.goal else { panic!("{objective:?}") };
        for (value, aim) in ["false", "true"].into_iter().zip(aims) {
            let predicate = aim.and_then(|aim| objectives.plan().predicate(aim));
            let function = &program.functions[objective.function];
            let text = predicate.map(|it| c_text::expr_text(&program, function, it));
            lines.push_str(&format!("  {value}: {}\n", text.as_deref().unwrap_or("its side")));
        }
    }
    expect![[r#"
        2:9 a > 0 independently affects the outcome
          false: !(a > 0) & c > 0
          true: a > 0 & b > 0
        2:18 b > 0 independently affects the outcome
          false: !(b > 0) & a > 0 & c > 0
          true: b > 0 & a > 0
        2:29 c > 0 independently affects the outcome
          false: !(c > 0) & !(a > 0 & b > 0)
          true: c > 0 & !(a > 0 & b > 0)
        4:12 b > 7 independently affects the outcome
          false: its side
          true: its side
    "#]]
    .assert_eq(&lines);
}
