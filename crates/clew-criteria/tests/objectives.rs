//! The objectives of small functions, written out by hand.

use crate::common::load;
use clew_criteria::{Criterion, Objectives, Unit};
use clew_ir::call_graph::CallGraph;
use expect_test::{Expect, expect};

/// One line an objective of the function `f`: place, name, text.
fn check(criterion: Criterion, source: &str, expected: Expect) {
    let program = load(source);
    let f = program.function("f").expect("a function f");
    let objectives = Objectives::new(&program, &Unit::function(f), &[criterion]);
    expected.assert_eq(&crate::common::list(&objectives));
}

const BUBBLE: &str = "int f(int v[], int n) {
    int i, j, t;
    if (n >= 6)
        return 0;
    for (i = 0; i < n; i++)
        for (j = 0; j + 1 < n - i; j++)
            if (v[j] > v[j + 1]) {
                t = v[j];
                v[j] = v[j + 1];
                v[j + 1] = t;
            }
    return 1;
}
";

#[test]
fn branches_of_loops() {
    check(
        Criterion::Branch,
        BUBBLE,
        expect![[r#"
            3:9 branch:1 n >= 6 is true
            3:9 branch:2 n >= 6 is false
            5:17 branch:3 i < n is true
            5:17 branch:4 i < n is false
            6:21 branch:5 j + 1 < n - i is true
            6:21 branch:6 j + 1 < n - i is false
            7:17 branch:7 v[j] > v[j + 1] is true
            7:17 branch:8 v[j] > v[j + 1] is false
        "#]],
    );
}

#[test]
fn statements_of_loops() {
    check(
        Criterion::Statement,
        BUBBLE,
        expect![[r#"
            3:9 statement:1 n >= 6
            4:9 statement:2 return 0
            5:10 statement:3 i = 0
            5:17 statement:4 i < n
            5:24 statement:5 i++
            6:14 statement:6 j = 0
            6:21 statement:7 j + 1 < n - i
            6:36 statement:8 j++
            7:17 statement:9 v[j] > v[j + 1]
            8:17 statement:10 t = v[j]
            9:17 statement:11 v[j] = v[j + 1]
            10:17 statement:12 v[j + 1] = t
            12:5 statement:13 return 1
        "#]],
    );
}

#[test]
fn arms_of_switches() {
    let source = "enum colour { RED, GREEN = 5 };
#define LIMIT 40
#define CASE(v) case v
int f(int x) {
    switch (x) {
    case RED:
    case GREEN:
        x++;
    case 10 ... 20:
        x++;
        break;
    case LIMIT:
        return 1;
    CASE(50):
        return 2;
    case 'a': x = 0; break;
    }
    switch (x) { default: return x; case 1: return 0; }
}
";
    check(
        Criterion::Branch,
        source,
        expect![[r#"
            5:5 branch:1 default
            6:5 branch:2 case RED
            7:5 branch:3 case GREEN
            9:5 branch:4 case 10 ... 20
            12:5 branch:5 case LIMIT
            14:5 branch:6 case 50
            16:5 branch:7 case 'a'
            18:18 branch:8 default
            18:37 branch:9 case 1
        "#]],
    );
}

#[test]
fn branches_of_decisions() {
    let source = "int g(int);
int f(int a, int b, int c) {
    if (a > 0 && !(b || c == 3))
        a = b ? c : g(a);
    b = a && !c;
    while (g(a) && (b /* or */ |
                    c))
        a--;
    do
        c++;
    while (c < 9);
    for (;;)
        if (1 || a)
            return a ?: b;
}
";
    check(
        Criterion::Branch,
        source,
        expect![[r#"
            3:9 branch:1 a > 0 is true
            3:9 branch:2 a > 0 is false
            3:20 branch:3 b is true
            3:20 branch:4 b is false
            3:25 branch:5 c == 3 is true
            3:25 branch:6 c == 3 is false
            4:13 branch:7 b is true
            4:13 branch:8 b is false
            5:9 branch:9 a is true
            5:9 branch:10 a is false
            5:15 branch:11 c is true
            5:15 branch:12 c is false
            6:12 branch:13 g(a) is true
            6:12 branch:14 g(a) is false
            6:21 branch:15 b | c is true
            6:21 branch:16 b | c is false
            11:12 branch:17 c < 9 is true
            11:12 branch:18 c < 9 is false
            14:20 branch:19 a is true
            14:20 branch:20 a is false
        "#]],
    );
}

const MACROS: &str = "#define MAXLEN 6
#define IS_BLANK(c) ((c) == ' ' || (c) == '\\t')
#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)
int f(int n, char c) {
    int k = 1;
    if (n >= MAXLEN)
        SWAP(n, k);
    return IS_BLANK(c) ? n : k;
}
";

#[test]
fn macros_stand_at_their_use() {
    check(
        Criterion::Branch,
        MACROS,
        expect![[r#"
            6:9 branch:1 n >= MAXLEN is true
            6:9 branch:2 n >= MAXLEN is false
            8:12 branch:3 IS_BLANK(c) is true
            8:12 branch:4 IS_BLANK(c) is false
            8:12 branch:5 IS_BLANK(c) is true
            8:12 branch:6 IS_BLANK(c) is false
        "#]],
    );
    check(
        Criterion::Statement,
        MACROS,
        expect![[r#"
            5:5 statement:1 int k = 1
            6:9 statement:2 n >= MAXLEN
            7:9 statement:3 SWAP(n, k)
            8:5 statement:4 return IS_BLANK(c) ? n : k
        "#]],
    );
}

#[test]
fn parts_of_a_statement_are_one_objective() {
    let source = "int g(int); void h(int);
int f(int x, int y) {
    int a = 1, b = g(x) + 2, c;
    int v[3] = {x, y,
                3};
    int unused;
    c = g(x) + g(y); h(c);
    c = x && !y;
    if (c) { h(1); } else h(2);
    for (int i = 0; i < 3; i++) v[i] += g(c), h(i);
    while ((c = g(1)) != 0 && x) x--;
    {
        char w[x];
        w[0] = 1;
        if (y) goto out;
    }
out:
    return v[a] + b;
}
";
    check(
        Criterion::Statement,
        source,
        expect![[r#"
            3:5 statement:1 int a = 1, b = g(x) + 2, c
            4:5 statement:2 int v[3] = {x, y,
            7:5 statement:3 c = g(x) + g(y)
            7:22 statement:4 h(c)
            8:5 statement:5 c = x && !y
            9:9 statement:6 c
            9:14 statement:7 h(1)
            9:27 statement:8 h(2)
            10:10 statement:9 int i = 0
            10:21 statement:10 i < 3
            10:28 statement:11 i++
            10:33 statement:12 v[i] += g(c)
            10:47 statement:13 h(i)
            11:12 statement:14 (c = g(1)) != 0 && x
            11:34 statement:15 x--
            13:9 statement:16 char w[x]
            14:9 statement:17 w[0] = 1
            15:13 statement:18 y
            18:5 statement:19 return v[a] + b
        "#]],
    );
}

#[test]
fn code_that_control_cannot_reach_has_no_objectives() {
    let source = "int f(int a) {
    if (sizeof(int) == 4) return a > 0;
    if (a) a = 1;
    return a;
}
";
    check(Criterion::Branch, source, expect![""]);
    check(
        Criterion::Statement,
        source,
        expect![[r#"
            2:27 statement:1 return a > 0
        "#]],
    );
}

#[test]
fn what_the_user_did_not_write_is_no_statement() {
    let source = "int g;
void f(x) float x; {
    int cells[2];
    if (x > 1)
        g = 1;
}
";
    check(
        Criterion::Statement,
        source,
        expect![[r#"
            4:9 statement:1 x > 1
            5:9 statement:2 g = 1
        "#]],
    );
}

#[test]
fn a_harness_has_the_functions_it_may_call() {
    let program = load(
        "static int used(int x) { return x; }
int unused(int x) { return x; }
int twice(int (*g)(int), int x) { return x ? g(g(x)) : 0; }
int declared(void);
int main(void) { return twice(used, declared()); }
",
    );
    let main = program.function("main").expect("main");
    let unit = Unit::harness(&program, &CallGraph::new(&program), main);
    let criteria = [Criterion::Function, Criterion::Branch, Criterion::Function];
    expect![[r#"
        1:1 function:1 used is called
        3:1 function:2 twice is called
        5:1 function:3 main is called
        3:42 branch:1 x is true
        3:42 branch:2 x is false
    "#]]
    .assert_eq(&crate::common::list(&Objectives::new(&program, &unit, &criteria)));
}
