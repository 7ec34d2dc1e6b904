//! What no file defines: stubs, harness functions, extern objects.

use crate::common::{Project, chars, emit, global, int, null, object, stub, unchanged};
use clew_emit::{Framework, TestComp};
use clew_ir::TypeTable;
use clew_symbolic::{Ending, ExternalInput, TestCase};
use clew_vm::stop::Stop;

const SENSORS: &str = "
#include <stddef.h>
struct reading { int value; const char *unit; };
extern int limit;
extern const char *const names[];
int read_sensor(const char *name, struct reading *into, const void *options);
const char *find(const char *const *table, size_t count);
void log_it(const char *format, ...);
int never_called(double);

int poll(int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
        struct reading r = {-1, NULL};
        int status = read_sensor(\"x\", &r, NULL);
        if (status < 0)
            log_it(\"%d\", status);
        else if (r.value > limit)
            sum += r.value;
    }
    if (count == 99)
        return never_called(1.0);
    return find(names, 1) ? sum : -sum;
}
";

fn poll_case(project: &Project) -> TestCase {
    let (read, find) = (project.function("read_sensor"), project.function("find"));
    let mut case = project.case("poll", vec![int(3)]);
    let reading = |value| clew_symbolic::Value::Record(vec![int(value), object(0)]);
    case.objects = vec![unchanged("result of find", TypeTable::CHAR, chars("m", 2))];
    case.globals = vec![global(project.global("limit"), Some(int(5)), int(5))];
    case.stubs = vec![
        stub(read, Some(int(0)), vec![(1, reading(7))]),
        stub(read, Some(int(-1)), Vec::new()),
        stub(project.function("log_it"), None, Vec::new()),
        stub(read, Some(int(0)), vec![(1, reading(20))]),
        stub(find, Some(object(0)), Vec::new()),
    ];
    case.returned = Some(int(27));
    case
}

#[test]
fn stubs_give_what_the_test_says() {
    let project = Project::new(SENSORS);
    let given = poll_case(&project);
    let mut nothing = project.case("poll", vec![int(0)]);
    nothing.stubs = vec![stub(project.function("find"), Some(null()), Vec::new())];
    nothing.returned = Some(int(0));
    let tap = project.tap(&project.suite("poll", vec![given, nothing]));
    assert_eq!(tap, "1..2\nok 1 - test_poll_1\nok 2 - test_poll_2\n");
    let text = project.text("test_poll.c");
    assert!(text.contains("int read_sensor_results[3] = {0, -1, 0};"), "{text}");
    assert!(text.contains("limit = 5;"), "{text}");
}

/// Enough of Unity's header to compile and run a suite: the macros by their documented meaning.
const UNITY: &str = "
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
static jmp_buf unity_end;
static int unity_failures, unity_ignored;
static int unity_fail(const char *what) { printf(\"FAIL %s\\n\", what); unity_failures++; longjmp(unity_end, 1); }
#define TEST_ASSERT_TRUE(c) ((c) ? 0 : unity_fail(#c))
#define TEST_ASSERT_EQUAL_INT64(e, a) ((int64_t)(e) == (int64_t)(a) ? 0 : unity_fail(#a))
#define TEST_ASSERT_EQUAL_UINT64(e, a) ((uint64_t)(e) == (uint64_t)(a) ? 0 : unity_fail(#a))
#define TEST_ASSERT_EQUAL_PTR(e, a) ((const void *)(e) == (const void *)(a) ? 0 : unity_fail(#a))
#define TEST_ASSERT_EQUAL_MEMORY(e, a, n) (memcmp(e, a, n) == 0 ? 0 : unity_fail(#a))
#define TEST_IGNORE_MESSAGE(m) (unity_ignored++, longjmp(unity_end, 1))
#define UNITY_BEGIN() (void)0
#define RUN_TEST(f) do { setUp(); if (setjmp(unity_end) == 0) f(); tearDown(); } while (0)
#define UNITY_END() (printf(\"%d ignored\\n\", unity_ignored), unity_failures)
void setUp(void);
void tearDown(void);
";

#[test]
fn every_framework_runs_the_same_tests() {
    let code = "
#include <stdlib.h>
int calls;
double half(double x) {
    calls++;
    if (x < 0) exit(7);
    if (x > 100) abort();
    return x / 2;
}
";
    let project = Project::new(code);
    let calls = project.global("calls");
    let half = |x: f64, calls_before: Option<i32>, calls_after: i32| {
        let mut case = project.case("half", vec![crate::common::double(x)]);
        case.globals = vec![global(calls, calls_before.map(int), int(calls_after))];
        case.returned = Some(crate::common::double(x / 2.0));
        case
    };
    let mut exits = project.case("half", vec![crate::common::double(-1.0)]);
    exits.ending = Ending::Stop(Stop::Exit(7));
    let mut crash = project.case("half", vec![crate::common::double(101.0)]);
    crash.ending = project.fault("half", clew_vm::stop::FaultKind::Abort);
    // The second and third show that each test starts from the first state.
    let cases = vec![half(3.0, Some(4), 5), half(4.0, None, 1), half(5.0, None, 1), exits, crash];
    let good = project.suite("half", cases.clone());
    let tap = project.tap(&good);
    assert!(!tap.contains("not ok"), "{tap}");
    std::fs::write(project.out().join("unity.h"), UNITY).expect("a header");
    for wrong in [false, true] {
        let mut cases = cases.clone();
        if wrong {
            cases[1].returned = Some(crate::common::double(2.5));
        }
        let suite = project.suite("half", cases);
        emit(&suite, &project.sources, &Framework::ALL, None, &project.out()).expect("a suite");
        run_framework(&project, Framework::Unity, &["-I.", "-lm"], wrong);
        if has_header("cmocka.h") {
            run_framework(&project, Framework::CMocka, &["-lcmocka", "-lm"], wrong);
        }
        if has_header("check.h") {
            let libraries = ["-lcheck", "-lsubunit", "-lrt", "-lm", "-pthread"];
            run_framework(&project, Framework::Check, &libraries, wrong);
        }
    }
}

fn has_header(name: &str) -> bool {
    std::path::Path::new("/usr/include").join(name).exists()
}

fn run_framework(project: &Project, framework: Framework, libraries: &[&str], fails: bool) {
    let stem = framework.stem("half");
    for compiler in ["gcc", "clang"] {
        let program = crate::common::compile(compiler, &project.out(), &stem, libraries);
        let output = std::process::Command::new(program).output().expect("a run");
        let said = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            crate::common::errors(&output)
        );
        assert_eq!(output.status.success(), !fails, "{framework:?} {compiler}: {said}");
    }
}

#[test]
fn a_harness_gets_its_inputs_in_order() {
    let code = "
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void klee_make_symbolic(void *address, unsigned long size, const char *name);
extern void reach_error(void);
extern void abort(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    short pair[2];
    __VERIFIER_assume(n > 0);
    klee_make_symbolic(pair, sizeof pair, \"pair\");
    if (n == 42 && __VERIFIER_nondet_uchar() == 200 && pair[1] == 513)
        return 5;
    if (n == 43)
        reach_error();
    if (n == 44)
        abort();
}
";
    let project = Project::new(code);
    let given = |function: &str, ty, bytes: &[u8]| ExternalInput {
        function: function.to_owned(),
        name: String::new(),
        ty,
        bytes: bytes.to_vec(),
    };
    let mut case = project.case("main", Vec::new());
    case.external = vec![
        given("__VERIFIER_nondet_int", Some(TypeTable::INT), &(-42_i32).to_le_bytes()),
        given("klee_make_symbolic", None, &[0, 0, 1, 2]),
        given("__VERIFIER_nondet_uchar", Some(TypeTable::UNSIGNED_CHAR), &[200]),
    ];
    case.ending = Ending::Stop(Stop::Exit(0));
    let mut reached = case.clone();
    reached.external[0].bytes = 42_i32.to_le_bytes().to_vec();
    reached.ending = Ending::Stop(Stop::Exit(5));
    let suite = project.suite("main", vec![case, reached]);
    assert_eq!(project.tap(&suite), "1..2\nok 1 - test_main_1\nok 2 - test_main_2\n");
    let options = TestComp {
        specification: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )".to_owned(),
        creation_time: "2024-01-01T00:00:00Z".to_owned(),
    };
    emit(&suite, &project.sources, &[], Some(&options), &project.out()).expect("a suite");
    let test = project.text("test-suite/test-1.xml");
    let inputs = "<testcase>\n  <input>-42</input>\n  <input>0x02010000</input>\n  \
                  <input>200</input>\n</testcase>\n";
    assert!(test.ends_with(inputs), "{test}");
    let metadata = project.text("test-suite/metadata.xml");
    assert!(metadata.contains("<producer>Clew</producer>"), "{metadata}");
    assert!(metadata.contains("<creationtime>2024-01-01T00:00:00Z</creationtime>"), "{metadata}");
}

/// The names of the C library belong to a file that does not include its headers.
#[test]
fn names_of_the_library_may_be_the_users() {
    let code = "
#define COPY 1
#define CHECK_INT(a, b, c) (a + b + c)
static int y1, stdin_, index;
int remove(int n, int m) { return n + m; }
struct pid_t { int getline; } write;
int gamma(int *random) {
    *random = remove(y1, index) + write.getline + CHECK_INT(1, 2, 3) + COPY;
    return stdin_;
}
";
    let project = Project::new(code);
    let mut case = project.case("gamma", vec![object(0)]);
    case.objects =
        vec![crate::common::input("*random", TypeTable::INT, vec![int(0)], vec![int(9)])];
    case.globals = vec![global(project.global("y1"), Some(int(2)), int(2))];
    case.returned = Some(int(0));
    assert_eq!(project.tap(&project.suite("gamma", vec![case])), "1..1\nok 1 - test_gamma_1\n");
}

#[test]
fn crest_writes_through_its_argument() {
    let code = "
#define CREST_int(x) __CrestInt(&(x))
void __CrestInt(int *);
int check(void) { int a; CREST_int(a); return a == 500; }
";
    let project = Project::new(code);
    let mut case = project.case("check", Vec::new());
    case.external = vec![ExternalInput {
        function: "__CrestInt".to_owned(),
        name: "a".to_owned(),
        ty: Some(TypeTable::INT),
        bytes: 500_i32.to_le_bytes().to_vec(),
    }];
    case.returned = Some(int(1));
    assert_eq!(project.tap(&project.suite("check", vec![case])), "1..1\nok 1 - test_check_1\n");
}
