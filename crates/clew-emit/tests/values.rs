//! Values of every shape, through both compilers.

use crate::common::{Project, chars, double, global, input, int, null, object, unchanged};
use clew_ir::TypeTable;
use clew_symbolic::{Ending, Target, Value};
use clew_vm::stop::{FaultKind, Stop};

const BUBBLE: &str = "
static int bubble(int v[], int n) {
    if (n >= 8)
        return -1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j + 1 < n - i; j++)
            if (v[j] > v[j + 1]) {
                int t = v[j];
                v[j] = v[j + 1];
                v[j + 1] = t;
            }
    return 0;
}
";

#[test]
fn an_array_is_named_after_its_parameter() {
    let project = Project::new(BUBBLE);
    let ints = |values: &[i32]| values.iter().map(|value| int(*value)).collect::<Vec<_>>();
    let mut sorted = project.case("bubble", vec![object(0), int(6)]);
    let (before, after) = (ints(&[4, 2, 1, 8, 0, 2]), ints(&[0, 1, 2, 2, 4, 8]));
    sorted.objects.push(input("*v", TypeTable::INT, before, after));
    sorted.returned = Some(int(0));
    let mut swapped = project.case("bubble", vec![object(0), int(2)]);
    swapped.objects.push(input("*v", TypeTable::INT, ints(&[5, i32::MIN]), ints(&[i32::MIN, 5])));
    swapped.returned = Some(int(0));
    let mut too_long = project.case("bubble", vec![null(), int(9)]);
    too_long.returned = Some(int(-1));
    let suite = project.suite("bubble", vec![sorted, swapped, too_long]);
    let tap = project.tap(&suite);
    assert_eq!(tap, "1..3\nok 1 - test_bubble_1\nok 2 - test_bubble_2\nok 3 - test_bubble_3\n");
    let text = project.text("test_bubble.c");
    let expected = "static void test_bubble_1(void) {
    int v[6] = {4, 2, 1, 8, 0, 2};
    int n = 6;
    int result = bubble(v, n);
    CHECK_INT(0, result);
    const int expected_v[6] = {0, 1, 2, 2, 4, 8};
    CHECK_BYTES(expected_v, v, sizeof expected_v);
}
";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("CHECK_INT(INT_MIN, v[0]);"), "{text}");
    assert!(text.contains("int *v = NULL;"), "{text}");
}

#[test]
fn a_wrong_oracle_fails() {
    let project = Project::new(BUBBLE);
    let mut wrong = project.case("bubble", vec![null(), int(9)]);
    wrong.returned = Some(int(3));
    let mut right = wrong.clone();
    right.returned = Some(int(-1));
    let suite = project.suite("bubble", vec![wrong, right]);
    assert_eq!(project.tap(&suite), "1..2\nnot ok 1 - test_bubble_1\nok 2 - test_bubble_2\n");
}

const SHAPES: &str = "
#include <math.h>
#include <stdlib.h>
#include <string.h>
typedef enum { RED, GREEN, BLUE } color;
typedef struct {
    int x : 3;
    unsigned y : 5;
    color c;
    union { int number; float real; };
    struct { long big; unsigned char bytes[2]; } inner;
} point;
struct node { int value; struct node *next; const char *name; };
typedef int (*compare)(const void *, const void *);
static int total;
static point origin;
static struct node *head;
char label[8];

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int sum(const struct node *list) {
    int result = 0;
    for (int i = 0; list && i < 3; i++, list = list->next)
        result += list->value;
    total += result;
    head = (struct node *)list;
    return result;
}
point move(point p, color to) { p.c = to; p.x = -1; p.inner.big++; origin = p; return p; }
const char *name_of(const color *c, char *copy, const char *const *names, int count) {
    strcpy(copy, count > 0 ? names[0] : \"none\");
    return *c == BLUE ? \"blue\" : copy;
}
double scale(double by, float *out, long double wide) { *out = (float)by; return by * (double)wide; }
int apply(compare f, int *pair) { return f ? f(pair, pair + 1) : 7; }
void drop(int *p, char *text) { free(p); text[1] = 0; strcpy(label, text); }
int main(int argc, char **argv) { return argc > 1 ? argv[1][0] : by_value(&argc, &argc); }
";

#[test]
fn linked_nodes_may_form_a_cycle() {
    let project = Project::new(SHAPES);
    let node = project.pointee("sum", 0);
    let mut case = project.case("sum", vec![object(0)]);
    let make = |value, next, name| vec![Value::Record(vec![int(value), next, name])];
    case.objects = vec![
        unchanged("*list", node, make(1, object(1), null())),
        unchanged("list->next", node, make(2, object(0), object(2))),
        unchanged("list->next->name", TypeTable::CHAR, chars("a\"b", 6)),
    ];
    case.globals = vec![
        global(project.global("total"), Some(int(10)), int(14)),
        global(project.global("head"), None, object(1)),
    ];
    case.returned = Some(int(4));
    let mut empty = project.case("sum", vec![null()]);
    empty.globals = vec![global(project.global("head"), None, null())];
    empty.returned = Some(int(0));
    let tap = project.tap(&project.suite("sum", vec![case, empty]));
    assert_eq!(tap, "1..2\nok 1 - test_sum_1\nok 2 - test_sum_2\n");
    let text = project.text("test_sum.c");
    assert!(text.contains("struct node list = {.value = 1, .next = &list_next, .name = NULL};"));
    assert!(text.contains("list_next.next = &list;"), "{text}");
    assert!(text.contains("char list_next_name[6] = \"a\\\"b\";"), "{text}");
}

#[test]
fn structs_with_everything_pass_by_value() {
    let project = Project::new(SHAPES);
    let point = |x: i32, y: i32, c: i32, big: i64| {
        let bytes = Value::Array(vec![int(1), int(200)]);
        let inner = Value::Record(vec![Value::Scalar(u128::from(big as u64)), bytes]);
        Value::Record(vec![int(x), int(y), int(c), Value::Bytes(vec![1, 2, 3, 4]), inner])
    };
    let mut case = project.case("move", vec![point(2, 31, 0, -5), int(2)]);
    case.returned = Some(point(7, 31, 2, -4));
    case.globals =
        vec![global(project.global("origin"), Some(point(0, 0, 1, 0)), point(7, 31, 2, -4))];
    assert_eq!(project.tap(&project.suite("move", vec![case])), "1..1\nok 1 - test_move_1\n");
    let text = project.text("test_move.c");
    assert!(text.contains("point p = {.x = 2, .y = 31U, .c = RED, .inner = {"), "{text}");
    assert!(text.contains("point result = move(p, to);"), "{text}");
    assert!(text.contains("CHECK_INT(-1, result.x);"), "{text}");
}

#[test]
fn pointers_to_pointers_strings_and_constants() {
    let project = Project::new(SHAPES);
    let color = project.pointee("name_of", 0);
    let names = project.pointee("name_of", 2);
    let literal = project
        .program
        .globals
        .iter_enumerated()
        .find(|(_, global)| global.init.as_ref().is_some_and(|image| image.bytes == b"blue\0"));
    let literal = literal.expect("the literal").0;
    let case = |value: i32, count: i32, copied: &str, returned: Value| {
        let mut case = project.case("name_of", vec![object(0), object(1), object(2), int(count)]);
        case.objects = vec![
            unchanged("*c", color, vec![int(value)]),
            input("*copy", TypeTable::CHAR, chars("", 8), chars(copied, 8)),
            unchanged("*names", names, vec![object(3), null()]),
            unchanged("names[0]", TypeTable::CHAR, chars("first", 6)),
        ];
        case.returned = Some(returned);
        case
    };
    let blue = case(2, 1, "first", Value::Pointer(Target::Global(literal, 0)));
    let other = case(1, 0, "none", object(1));
    let tap = project.tap(&project.suite("name_of", vec![blue, other]));
    assert_eq!(tap, "1..2\nok 1 - test_name_of_1\nok 2 - test_name_of_2\n");
    let text = project.text("test_name_of.c");
    assert!(text.contains("CHECK_BYTES(\"blue\", result, 5);"), "{text}");
    // What is behind the text is checked, too.
    assert!(text.contains("CHECK_BYTES(((char [8]){\"first\"}), copy, 8);"), "{text}");
    assert!(text.contains("CHECK_POINTER(copy, result);"), "{text}");
}

#[test]
fn floats_are_exact() {
    let project = Project::new(SHAPES);
    let case = |by: f64, returned: f64| {
        let wide = 0x4000_u128 << 64 | 1 << 63;
        let mut case = project.case("scale", vec![double(by), object(0), Value::Scalar(wide)]);
        let single = |value: f32| vec![Value::Scalar(value.to_bits().into())];
        case.objects = vec![input("*out", TypeTable::FLOAT, single(0.0), single(by as f32))];
        case.returned = Some(double(returned));
        case
    };
    let cases = vec![
        case(0.1, 0.2),
        case(-0.0, -0.0),
        case(f64::NAN, f64::NAN),
        case(f64::INFINITY, f64::INFINITY),
        case(0.1, 0.1),
    ];
    let tap = project.tap(&project.suite("scale", cases));
    assert_eq!(tap.matches("\nok").count(), 4, "{tap}");
    assert!(tap.ends_with("not ok 5 - test_scale_5\n"), "{tap}");
}

#[test]
fn function_pointers_are_named() {
    let project = Project::new(SHAPES);
    let compare = Value::Pointer(Target::Function(project.function("by_value")));
    let pair = |case: &mut clew_symbolic::TestCase| {
        case.objects = vec![unchanged("*pair", TypeTable::INT, vec![int(9), int(4)])];
    };
    let mut given = project.case("apply", vec![compare, object(0)]);
    given.returned = Some(int(5));
    pair(&mut given);
    let mut none = project.case("apply", vec![null(), object(0)]);
    none.returned = Some(int(7));
    pair(&mut none);
    let tap = project.tap(&project.suite("apply", vec![given, none]));
    assert_eq!(tap, "1..2\nok 1 - test_apply_1\nok 2 - test_apply_2\n");
    assert!(project.text("test_apply.c").contains("apply(by_value, pair)"));
}

#[test]
fn objects_that_are_freed_come_from_malloc() {
    let project = Project::new(SHAPES);
    let mut case = project.case("drop", vec![object(0), object(1)]);
    case.objects = vec![
        input("*p", TypeTable::INT, vec![int(1)], Vec::new()),
        input("*text", TypeTable::CHAR, chars("xyz", 4), chars("x\0z", 4)),
    ];
    let label = project.global("label");
    case.globals = vec![global(label, None, Value::Array(chars("x", 8)))];
    assert_eq!(project.tap(&project.suite("drop", vec![case])), "1..1\nok 1 - test_drop_1\n");
    let text = project.text("test_drop.c");
    assert!(text.contains("int *p = ALLOCATE(sizeof p_before);"), "{text}");
    assert!(text.contains("CHECK_BYTES(((char [8]){\"x\"}), label, 8);"), "{text}");
}

#[test]
fn exits_and_crashes_end_only_their_test() {
    let code = "
#include <stdlib.h>
#include <stdio.h>
int divide(int a, int b) {
    printf(\"ok 99 - not ours\\n\");
    if (a == 5) exit(3);
    return a / b;
}
";
    let project = Project::new(code);
    let mut crash = project.case("divide", vec![int(1), int(0)]);
    crash.ending = project.fault("divide", FaultKind::DivisionByZero);
    let mut exits = project.case("divide", vec![int(5), int(1)]);
    exits.ending = Ending::Stop(Stop::Exit(3));
    let mut returns = project.case("divide", vec![int(6), int(3)]);
    returns.ending = Ending::Stop(Stop::Return(Some(2)));
    let mut wrong_exit = exits.clone();
    wrong_exit.ending = Ending::Stop(Stop::Exit(4));
    let suite = project.suite("divide", vec![crash, exits, returns, wrong_exit]);
    assert_eq!(
        project.tap(&suite),
        "1..4\nok 1 - test_divide_2\nok 2 - test_divide_3\nnot ok 3 - test_divide_4\n\
         ok 4 - test_divide_1 # crash reproducer: division-by-zero at code.c:4\n"
    );
    let program = project.out().join("test_divide.gcc");
    let run =
        |args: &[&str]| std::process::Command::new(&program).args(args).output().expect("a run");
    assert_eq!(run(&["--run", "2"]).status.code(), Some(0));
    assert_eq!(run(&["--run", "1"]).status.code(), Some(3));
    assert_eq!(run(&["--run", "9"]).status.code(), Some(2));
    let list = String::from_utf8_lossy(&run(&["--list"]).stdout).into_owned();
    assert!(list.starts_with("1 test_divide_2\n2 test_divide_3\n"), "{list}");
}
