//! State that only repeated calls reach: tests that are sequences of calls.

use crate::common::{clew, clew_json};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Three readings in a row make a level; and a function that leads to it.
const DEBOUNCE: &str = "\
int debounce(int level) {
    static int count, stable;
    if (level == stable) {
        count = 0;
        return stable;
    }
    count = count + 1;
    if (count >= 3) {
        stable = level;
        count = 0;
        return 100;
    }
    return stable;
}

void poll(const int *pin, int *changed) {
    if (debounce(*pin & 1) == 100)
        *changed = 1;
}

int plain(int x) { return x > 3; }
";

fn generate(folder: &Path, arguments: &[&str]) -> Value {
    std::fs::write(folder.join("code.c"), DEBOUNCE).expect("a file");
    let all = [&["gen", "code.c", "-o", "out", "-b", "8s"], arguments].concat();
    clew_json(folder, &all)
}

fn unit<'r>(result: &'r Value, name: &str) -> &'r Value {
    let units = result["units"].as_array().expect("units");
    units.iter().find(|it| it["function"] == name).expect("a unit")
}

/// The objectives of a unit that are covered, and those that are open.
fn counts(unit: &Value) -> (u64, u64) {
    let count = |name: &str| unit["criteria"][0][name].as_u64().expect("a number");
    (count("covered"), count("open"))
}

#[test]
fn several_calls_reach_what_one_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let result = generate(folder.path(), &[]);
    let names: Vec<_> = result["units"].as_array().expect("units").iter().collect();
    assert_eq!(names.len(), 3, "drivers are no functions to test");
    for name in ["debounce", "poll"] {
        let unit = unit(&result, name);
        assert_eq!(counts(unit).1, 0, "{unit:#}");
        assert_eq!(unit["verified"]["agree"], unit["verified"]["tests"]);
    }
    let suite = folder.path().join("out/test_debounce.c");
    let header = folder.path().join("out/test_debounce_sources.h");
    let header = std::fs::read_to_string(header).expect("a header");
    assert!(
        header.contains("static int clew_sequence_debounce(int level_1, int level_2"),
        "{header}"
    );
    let plain = folder.path().join("out/test_plain_sources.h");
    assert!(!std::fs::read_to_string(plain).expect("a header").contains("clew_sequence"));
    // Another compiler agrees, and an edit that breaks the state breaks the tests.
    let program = folder.path().join("program");
    let passes = || {
        let compiled = Command::new("clang").args(["-w", "-o"]).arg(&program).arg(&suite).status();
        assert!(compiled.expect("clang").success());
        Command::new(&program).output().expect("a run").status.success()
    };
    assert!(passes());
    let broken = DEBOUNCE.replace("count >= 3", "count >= 2");
    std::fs::write(folder.path().join("code.c"), broken).expect("a file");
    assert!(!passes());
}

#[test]
fn the_number_of_calls_is_the_users_choice() {
    let folder = tempfile::tempdir().expect("a folder");
    let never = generate(folder.path(), &["-f", "debounce", "--sequence", "1"]);
    assert_eq!(counts(unit(&never, "debounce")), (3, 1));
    let too_few = generate(folder.path(), &["-f", "debounce", "--sequence", "2"]);
    assert_eq!(counts(unit(&too_few, "debounce")), (3, 1));
    let enough = generate(folder.path(), &["-f", "debounce", "--sequence", "3"]);
    assert_eq!(counts(unit(&enough, "debounce")), (4, 0));
}

#[test]
fn what_is_infeasible_for_all_callers_stays_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "int f(int x) {\n    static int n;\n    if (x > 5 && x < 3)\n        return 9;\n    \
        n = n + 1;\n    return n > 2;\n}\n";
    std::fs::write(folder.path().join("code.c"), source).expect("a file");
    let arguments = ["gen", "code.c", "-o", "out", "-b", "8s", "-c", "branch"];
    let result = clew_json(folder.path(), &arguments);
    let criterion = &unit(&result, "f")["criteria"][0];
    assert_eq!((criterion["infeasible"].as_u64(), criterion["open"].as_u64()), (Some(1), Some(0)));
}

#[test]
fn calls_keep_to_what_the_user_says_of_callers() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "int f(int x) {\n    static int n;\n    n = n + x;\n    if (n > 20)\n        \
        return 1;\n    return 0;\n}\nint clew_pre_f(int x) { return x >= 0 && x < 7; }\n";
    std::fs::write(folder.path().join("code.c"), source).expect("a file");
    let arguments = ["gen", "code.c", "-o", "out", "-b", "8s", "-f", "f"];
    let result = clew_json(folder.path(), &arguments);
    let unit = unit(&result, "f");
    assert_eq!(counts(unit), (2, 0), "{unit:#}");
    for test in unit["tests"].as_array().expect("tests") {
        for (_, value) in test["inputs"].as_object().expect("inputs") {
            assert!((0..7).contains(&value.as_i64().expect("a number")), "{test:#}");
        }
    }
    let output = clew().args(["check", "out"]).current_dir(folder.path()).output();
    assert!(output.expect("a run").status.success());
}

/// A ring that is known only when its own function has made it.
const RING: &str = "\
#include <stdlib.h>
struct ring { unsigned used, size; };
static int is_known(struct ring *r, int is_new) {
    static struct ring *last;
    if (is_new)
        last = r;
    return r == last;
}
struct ring *ring_new(unsigned size) {
    struct ring *r = malloc(sizeof *r);
    if (r == NULL)
        return NULL;
    r->used = 0;
    r->size = size;
    is_known(r, 1);
    return r;
}
void ring_push(struct ring *r) { r->used++; }
int ring_length(struct ring *r) {
    if (r == NULL)
        return -1;
    if (!is_known(r, 0))
        return -2;
    if (r->used == 2 && r->size == 5)
        return 7;
    return (int)r->used;
}
";

#[test]
fn the_program_makes_objects_that_raw_memory_seldom_is() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("code.c"), RING).expect("a file");
    let arguments = ["gen", "code.c", "-o", "out", "-b", "12s", "-f", "ring_length"];
    let result = clew_json(folder.path(), &arguments);
    let unit = unit(&result, "ring_length");
    assert_eq!(counts(unit).1, 0, "{unit:#}");
    assert_eq!(unit["verified"]["agree"], unit["verified"]["tests"]);
    let header = folder.path().join("out/test_ring_length_sources.h");
    let header = std::fs::read_to_string(header).expect("a header");
    assert!(header.contains("object = ring_new(make_size);"), "{header}");
}

/// The user's own maker comes before the program's, and is no function to test.
#[test]
fn the_user_makes_objects() {
    let folder = tempfile::tempdir().expect("a folder");
    let maker = "struct ring *clew_make_ring(unsigned used, unsigned n) {\n    struct ring *r = ring_new(n);\n    \
                 if (r != NULL)\n        r->used = used & 3;\n    return r;\n}\n";
    std::fs::write(folder.path().join("code.c"), format!("{RING}{maker}")).expect("a file");
    let arguments = ["gen", "code.c", "-o", "out", "-b", "12s"];
    let result = clew_json(folder.path(), &arguments);
    let units = result["units"].as_array().expect("units");
    assert!(units.iter().all(|it| it["function"] != "clew_make_ring"), "it is no function to test");
    let unit = unit(&result, "ring_length");
    assert_eq!(counts(unit).1, 0, "{unit:#}");
    assert_eq!(unit["verified"]["agree"], unit["verified"]["tests"]);
    let header = folder.path().join("out/test_ring_length_sources.h");
    let header = std::fs::read_to_string(header).expect("a header");
    assert!(header.contains("object = clew_make_ring(make_used, make_n);"), "{header}");
}
