//! Verification by gcc and gcov, and suites of several files.

use crate::common::{Project, emit, global as global_state, int, null};
use clew_emit::verify::{LineClaim, ProcessEnd, VerifyError, VerifyOptions, compare, verify};
use clew_emit::{Framework, Placing};
use clew_ir::Id as _;
use clew_symbolic::{TestCase, Value};
use clew_vm::stop::FaultKind;
use std::collections::BTreeMap;
use std::process::Command;

/// Each line's number of outcomes is in the test below.
const DECISIONS: &str = "int decide(int a, int b, int c) {
    int x = 0;
    if ((a && b) || c)
        x = 1;
    while (a > 0)
        a--;
    for (int i = 0; i < b; i++)
        x += i;
    switch (c) {
    case 1: x += 10; break;
    case 2: x += 20; break;
    default: x += 30;
    }
    int y = a < b ? x : b;
    return x + y;
}
";

fn case(project: &Project, arguments: [i32; 3], returned: i32) -> TestCase {
    let mut case = project.case("decide", arguments.map(int).to_vec());
    case.returned = Some(int(returned));
    case
}

#[test]
fn gcov_confirms_right_claims_and_no_others() {
    let project = Project::new(DECISIONS);
    let cases = vec![case(&project, [1, 1, 1], 22), case(&project, [0, 0, 0], 30)];
    let suite = project.suite("decide", cases);
    let emitted =
        emit(&suite, &project.sources, &[Framework::Plain], None, &project.out()).expect("a suite");
    let verification =
        verify(&project.out(), &suite, &emitted.layout, &VerifyOptions::default()).expect("gcov");
    assert!(verification.compiler.starts_with("gcc "), "{}", verification.compiler);
    let file = &project.sources.files[0];
    let claim = |test: usize, line: u32, covered: u32, total: u32| LineClaim {
        test,
        file: file.clone(),
        line,
        last_line: line,
        covered,
        total,
    };
    let mut claims = vec![
        claim(1, 3, 2, 6),
        claim(1, 5, 2, 2),
        claim(1, 7, 2, 2),
        claim(1, 9, 1, 3),
        claim(1, 14, 1, 2),
        claim(2, 3, 2, 6),
        claim(2, 5, 1, 2),
        claim(2, 7, 1, 2),
        claim(2, 9, 1, 3),
        claim(2, 14, 1, 2),
    ];
    let comparison = compare(&verification, &claims);
    assert_eq!((comparison.tests, comparison.agree), (2, 2), "{comparison:#?}");
    assert!(comparison.exact >= 8, "{comparison:#?}");
    claims[0].covered = 3;
    let comparison = compare(&verification, &claims);
    assert_eq!((comparison.tests, comparison.agree), (2, 1));
    let [disagreement] = comparison.disagreements.as_slice() else { panic!("{comparison:#?}") };
    assert_eq!(disagreement.place.as_ref().map(|(_, line)| *line), Some(3));
    assert_eq!(disagreement.message, "3 of 6 branches are claimed, gcov counts 2");
}

#[test]
fn failing_tests_and_crashes_are_told_apart() {
    let project = Project::new("int quotient(int a, int b) {\n    return a / b;\n}\n");
    let mut crash = project.case("quotient", vec![int(1), int(0)]);
    crash.ending = project.fault("quotient", FaultKind::DivisionByZero);
    let mut wrong = project.case("quotient", vec![int(8), int(2)]);
    wrong.returned = Some(int(5));
    let suite = project.suite("quotient", vec![crash, wrong]);
    let emitted =
        emit(&suite, &project.sources, &[Framework::Plain], None, &project.out()).expect("a suite");
    let verification =
        verify(&project.out(), &suite, &emitted.layout, &VerifyOptions::default()).expect("gcov");
    let [wrong, crash] = verification.tests.as_slice() else { panic!("{verification:?}") };
    assert_eq!((wrong.id, wrong.passed, wrong.end), (2, false, ProcessEnd::Exit(1)));
    assert!(wrong.message.contains("result: expected 5, is 4"), "{}", wrong.message);
    assert!(crash.passed && matches!(crash.end, ProcessEnd::Signal(_)), "{crash:?}");
    let comparison = compare(&verification, &[]);
    assert_eq!((comparison.tests, comparison.agree), (1, 0));
}

#[test]
fn no_compiler_is_an_error_with_its_name() {
    let project = Project::new("int one(void) { return 1; }\n");
    let suite = project.suite("one", vec![project.case("one", Vec::new())]);
    let emitted =
        emit(&suite, &project.sources, &[Framework::Plain], None, &project.out()).expect("a suite");
    let options =
        VerifyOptions { compiler: Some("no-such-compiler".to_owned()), ..Default::default() };
    match verify(&project.out(), &suite, &emitted.layout, &options) {
        Err(VerifyError::NoCompiler { name, .. }) => assert_eq!(name, "no-such-compiler"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn several_files_build_with_cc_alone_and_with_make() {
    let files = [
        (
            "lib/api.h",
            "#ifndef API_H\n#define API_H\n#include \"types.h\"\nint twice(number n);\n#endif\n",
        ),
        ("include/types.h", "#ifndef TYPES_H\n#define TYPES_H\ntypedef int number;\n#endif\n"),
        ("lib/twice.c", "#include \"api.h\"\nint twice(number n) { return FACTOR * n; }\n"),
        (
            "lib/other.c",
            "static int hidden(void) { return 1; }\nint three(void) { return 2 + hidden(); }\n",
        ),
        (
            "app/main.c",
            "#include \"../lib/api.h\"\nint three(void);\n\
          static int hidden(int n) { return n < 0 ? 0 : twice(n); }\n\
          int run(int n) { return hidden(n) + three(); }\n\
          int main(void) { return run(1); }\n",
        ),
    ];
    let flags = ["-I@/user/include", "-DFACTOR=2", "-std=c99"];
    let mut project = Project::with_files(&files, &flags);
    project.sources.placing = Placing::Copies;
    let mut one = project.case("run", vec![int(4)]);
    one.returned = Some(int(11));
    let suite = project.suite("run", vec![one]);
    let emitted =
        emit(&suite, &project.sources, &Framework::ALL, None, &project.out()).expect("a suite");
    let names = |files: &[std::path::PathBuf]| -> Vec<String> {
        files.iter().map(|file| file.display().to_string()).collect()
    };
    let included = ["clew-src/lib/twice.c", "clew-src/lib/other.c", "clew-src/app/main.c"];
    assert_eq!(names(&emitted.layout.included), included);
    assert_eq!(names(&emitted.layout.separate), [] as [&str; 0]);
    // The originals are not needed any more.
    std::fs::remove_dir_all(project.folder.path().join("user")).expect("removed");
    let make = Command::new("make").current_dir(project.out()).output().expect("make");
    let said = format!("{}{}", String::from_utf8_lossy(&make.stdout), crate::common::errors(&make));
    assert!(make.status.success() && said.contains("ok 1 - test_run_1"), "{said}");
    let mut cc = Command::new("cc");
    cc.args(["-std=gnu99", "test_run.c", "-o", "alone"]).current_dir(project.out());
    assert!(cc.status().expect("cc").success());
    let verification = verify(&project.out(), &suite, &emitted.layout, &VerifyOptions::default());
    assert!(verification.expect("gcov").tests[0].passed);
}

/// Two files, of which one has a struct, a function and an object of its own under names that mean
/// something else in the other.
#[test]
fn what_is_renamed_can_still_be_set_and_checked() {
    let files = [
        (
            "store.c",
            "struct item { int weight; };\nstatic struct item held;\nstatic int level;\n\
             static int add(int n) { level += n; held.weight++; return level; }\n\
             int put(int n) { return add(n) + held.weight; }\n",
        ),
        (
            "main.c",
            "struct item { char name[4]; };\nstatic struct item held;\nstatic int level = 1;\n\
             int put(int n);\nstatic int add(int n) { return held.name[0] + level + n; }\n\
             int run(int n) { return put(n) + add(n); }\n",
        ),
    ];
    let project = Project::with_files(&files, &[]);
    let global = |name: &str, unit: usize| {
        let mut all = project.program.globals.iter_enumerated();
        let found = all.find(|(_, it)| it.name == name && it.unit.index() == unit);
        found.expect("the global").0
    };
    let mut case = project.case("run", vec![int(4)]);
    let state = |id, before, after| global_state(id, Some(before), after);
    case.globals = vec![
        state(global("level", 0), int(30), int(34)),
        state(global("held", 0), Value::Record(vec![int(6)]), Value::Record(vec![int(7)])),
        state(global("level", 1), int(2), int(2)),
    ];
    case.returned = Some(int(34 + 7 + 2 + 4));
    let suite = project.suite("run", vec![case]);
    let emitted =
        emit(&suite, &project.sources, &Framework::ALL, None, &project.out()).expect("a suite");
    assert!(emitted.layout.separate.is_empty());
    let verification = verify(&project.out(), &suite, &emitted.layout, &VerifyOptions::default());
    let verification = verification.expect("gcov");
    assert!(verification.tests[0].passed, "{verification:?}");
}

/// A member of the name keeps it from being changed; what is compiled apart is set all the same.
#[test]
fn what_is_compiled_apart_can_be_set() {
    let files = [
        (
            "store.c",
            "struct item { int add; };\nint numbers[3];\nstatic struct item held;\n\
             static int add(int n) { held.add += n; return held.add; }\n\
             int put(int n) { return add(n) + numbers[1]; }\n",
        ),
        (
            "main.c",
            "int put(int n);\nstatic int add(int n) { return n + 1; }\n\
             int run(int n) { return put(n) + add(n); }\n",
        ),
    ];
    let project = Project::with_files(&files, &[]);
    let mut globals = project.program.globals.iter_enumerated();
    let numbers = globals.find(|(_, it)| it.name == "numbers").expect("the global").0;
    let mut case = project.case("run", vec![int(4)]);
    let before = Value::Array(vec![int(1), int(20), int(3)]);
    let after = before.clone();
    case.globals = vec![global_state(numbers, Some(before), after)];
    case.returned = Some(int(4 + 20 + 5));
    let suite = project.suite("run", vec![case]);
    let emitted =
        emit(&suite, &project.sources, &Framework::ALL, None, &project.out()).expect("a suite");
    assert_eq!(emitted.layout.separate.len(), 1);
    let verification = verify(&project.out(), &suite, &emitted.layout, &VerifyOptions::default());
    let verification = verification.expect("gcov");
    assert!(verification.tests[0].passed, "{verification:?}");
}

#[test]
fn the_same_suite_gives_the_same_files() {
    let project = Project::new("int zero(int *p) { return p != 0; }\n");
    let mut case = project.case("zero", vec![null()]);
    case.returned = Some(int(0));
    let suite = project.suite("zero", vec![case]);
    let folders = ["first", "second"].map(|name| project.folder.path().join(name));
    let [first, second] = folders.each_ref().map(|folder| {
        emit(&suite, &project.sources, &Framework::ALL, None, folder).expect("a suite");
        let entries = std::fs::read_dir(folder).expect("a folder");
        let names = entries.map(|entry| entry.expect("a file").file_name());
        let read = |name| std::fs::read(folder.join(&name)).map(|text| (name, text));
        names.map(read).collect::<Result<BTreeMap<_, _>, _>>().expect("files")
    });
    assert_eq!(first, second);
    assert!(first.len() >= 7);
}
