//! Scores of suites in every form that `clew score` reads.

use crate::common::clew_json;
use serde_json::Value as Json;
use std::path::Path;

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a written file");
}

/// The objectives of the first unit that are covered.
fn covered(report: &Json) -> Vec<String> {
    let objectives = report["units"][0]["objectives"].as_array().expect("objectives");
    let is_covered = |it: &&Json| it["status"] == "covered";
    objectives.iter().filter(is_covered).map(|it| it["text"].to_string()).collect()
}

/// The message of a command that fails as the user's mistake.
fn mistake(folder: &Path, arguments: &[&str]) -> String {
    let output = crate::common::clew().args(arguments).current_dir(folder).output().expect("a run");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Functions with inputs of every kind.
const UNITS: &str = "
#include <stdio.h>
struct node { int key; struct node *next; unsigned flags : 3; };
union bits { float f; unsigned char bytes[4]; };
int limit = 5;
int sum(const int *v, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) total += v[i];
    return total > limit ? 1 : 0;
}
int find(struct node *list, int key) {
    while (list) {
        if (list->key == key && list->flags == 2) return 1;
        list = list->next;
    }
    return 0;
}
int word(const char *s) { return s != 0 && s[0] == 'h' && s[1] == 'i' && s[2] == 0; }
int large(union bits x, double d) { return x.f > 1.5f && d < -0.25; }
int count(struct node nodes[], int n) {
    int found = 0;
    for (int i = 0; i < n; i++) if (nodes[i].key > 7) found++;
    return found > 1 ? 1 : 0;
}
int up(int x) { return x + 1; }
int down(int x) { return x - 1; }
int apply(int (*f)(int), int x) { if (!f) return 0; if (f(x) > x) return 1; return 2; }
extern int sensor(void);
int poll(void) { if (sensor() == 3 && sensor() == 4) return 1; return 0; }
int deep(int **p) { if (p && *p && **p == 9) return 1; return 0; }
int initial(FILE *f) { int c = getc(f); return c == 'x' ? 1 : ferror(f) ? -1 : c == 200; }
struct span { const char *next, *end; };
int blanks(struct span *s) { int n = 0; while (s->next < s->end) n += *s->next++ == ' '; return n == 2 ? 1 : 0; }
";

const NAMES: [&str; 10] =
    ["sum", "find", "word", "large", "count", "apply", "poll", "deep", "initial", "blanks"];

#[test]
fn a_report_of_gen_scores_as_the_suite_it_reports() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", UNITS);
    for name in NAMES {
        clew_json(folder.path(), &["gen", "f.c", "-f", name, "-o", "suite", "--no-verify"]);
        let arguments = |suite| ["score", "f.c", suite, "-f", name, "-c", "branch,mcdc"];
        let own = clew_json(folder.path(), &arguments("suite"));
        let read = clew_json(folder.path(), &arguments("suite/result.json"));
        assert_eq!(covered(&read), covered(&own), "{name}");
        assert!(!covered(&own).is_empty(), "{name}");
    }
}

/// Places of calls tell inputs apart while paths are searched: nobody who reads a suite or a report knows them.
#[test]
fn what_calls_give_is_told_by_their_order() {
    const SOURCE: &str = "
struct item { int a; struct item *next; };
struct item *get_item(int k);
static int step(int k) {
    struct item *i = get_item(k);
    if (!i) return 0;
    if (i->next && i->next->a == 5) return 2;
    return i->a > 3;
}
int twice(int k) { int a = step(k), b = step(k + 1); if (a == 1 && b == 2) return 1; return 0; }
";
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", SOURCE);
    let report = clew_json(folder.path(), &["gen", "f.c", "-f", "twice", "-o", "suite"]);
    let suite = std::fs::read_to_string(folder.path().join("suite/test_twice.c")).expect("C");
    assert!(suite.contains("struct item get_item_2 ="), "{suite}");
    for text in [suite, report.to_string()] {
        assert!(text.contains("get_item") && !text.contains("block0"), "{text}");
    }
    let score = |suite| clew_json(folder.path(), &["score", "f.c", suite, "-f", "twice"]);
    assert_eq!(covered(&score("suite")), covered(&report));
    assert_eq!(covered(&score("suite/result.json")), covered(&report));
}

/// Parts of an address are others in every process, also where two runs of the machine show the same.
#[test]
fn parts_of_addresses_are_not_checked() {
    const SOURCE: &str = "
#include <string.h>
struct box { unsigned char a, c; short d; int e; int rest; };
int keep(struct box *b, int *p, int k) {
    if (!b) return -1;
    memcpy(b, &p, sizeof p);
    if (k == 7) { b->rest = 3; return 1; }
    return 0;
}
int code(struct box *b, int k) {
    int (*f)(struct box *, int) = code;
    if (!b || k != 7) return -1;
    memcpy(b, &f, sizeof f);
    return 1;
}
void tell(long number);
long number(int k) { tell((long)number); if (k == 3) return (long)number; return 2; }
";
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", SOURCE);
    for name in ["keep", "code", "number"] {
        let report = clew_json(folder.path(), &["gen", "f.c", "-f", name, "-o", "suite"]);
        let verified = &report["units"][0]["verified"];
        assert_eq!(verified["disagreements"].as_array().map(Vec::len), Some(0), "{verified}");
        if name == "number" {
            assert_eq!(covered(&report).len(), 2, "{report}");
            continue;
        }
        let suite = std::fs::read_to_string(folder.path().join(format!("suite/test_{name}.c")));
        let suite = suite.expect("C");
        assert!(suite.contains(", b.rest);"), "{suite}");
        let parts = ["b.a", "b.c", "b.d", "b.e"];
        let is_written = |it: &&str| it.contains("CHECK_INT(1, result)");
        let written: Vec<&str> = suite.split("static void test_").filter(is_written).collect();
        assert!(!written.is_empty(), "{suite}");
        for test in written {
            assert!(parts.iter().all(|part| !test.contains(&format!(", {part});"))), "{test}");
        }
    }
}

#[test]
fn what_only_a_further_search_tries_is_replayed() {
    const SOURCE: &str = "
#include <errno.h>
int g;
void tell(void);
int shares(int *p) { if (!p) return -1; g = 0; *p = 1; if (g == 1) return 1; return 0; }
int middle(int *v) { if (!v) return -1; if (v[-1] == 3) return 1; return 0; }
int changed(void) { g = 0; tell(); if (g == 7) return 1; return 0; }
int error(void) { if (errno == 5) return 1; return 0; }
int unset(int x) { int a; int b = a; if (x == 3) return b; return 0; }
";
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", SOURCE);
    let wanted = [("shares", 4), ("middle", 4), ("changed", 2), ("error", 2), ("unset", 2)];
    for (name, count) in wanted {
        clew_json(folder.path(), &["gen", "f.c", "-f", name, "-o", "suite", "--no-verify"]);
        let score = clew_json(folder.path(), &["score", "f.c", "suite", "-f", name]);
        assert_eq!(covered(&score).len(), count, "{name}");
    }
}

#[test]
fn tables_give_inputs_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", UNITS);
    let score = |name: &str, table: &str| {
        write(folder.path(), "t.csv", table);
        covered(&clew_json(folder.path(), &["score", "f.c", "t.csv", "-f", name])).len()
    };
    assert_eq!(score("sum", "v,n,limit\n\"[1,2,3]\",3,5\n"), 3);
    assert_eq!(score("sum", "v,n,limit\n\"[1,2,3]\",3,6\n"), 3);
    assert_eq!(score("sum", "v,n,limit\n\"[1,2,3]\",3,6\nNULL,0,-1\n"), 4);
    assert_eq!(score("word", "s\nhi\n"), 4);
    assert_eq!(score("word", "s\nhi\nho\nhip\n\"\"\"no\"\"\"\nNULL\n"), 8);
    assert_eq!(score("apply", "f,x\n&up,1\nNULL,1\n"), 3);
    assert_eq!(score("apply", "f,x\n&up,1\n&down,1\nNULL,1\n"), 4);
    // Spreadsheets write a mark before the first name.
    assert_eq!(score("word", "\u{feff}s\nhi\n"), 4);
    // Twenty elements are more than the machine gives by itself.
    let twenty = "v,n,limit\n\"[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,9]\",20,8\n";
    assert_eq!(score("sum", twenty), 3);
}

#[test]
fn objects_give_structs_and_what_pointers_lead_to() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", UNITS);
    let score = |name: &str, text: &str| {
        write(folder.path(), "t.json", text);
        covered(&clew_json(folder.path(), &["score", "f.c", "t.json", "-f", name])).len()
    };
    let list = r#"[{"list": {"key": 1, "next": {"key": 5, "flags": 2, "next": null}}, "key": 5}]"#;
    assert_eq!(score("find", list), 4);
    assert_eq!(score("find", r#"[{"list": null}]"#), 1);
    let nodes = r#"[{"nodes": [{"key": 8}, {"key": 9}], "n": 2}]"#;
    assert_eq!(score("count", nodes), 4);
    assert_eq!(score("large", r#"[{"x": [0, 0, 0, 64], "d": -1}]"#), 2);
    assert_eq!(score("poll", r#"{"tests": [{"inputs": {"sensor()": [3, 4]}}]}"#), 2);
    assert_eq!(score("deep", r#"[{"p": [[9]]}]"#), 3);
    // What is not given is null: the list ends behind its one node, and there is no `p`.
    assert_eq!(score("find", r#"[{"list": {"key": 1}}]"#), 3);
    assert_eq!(score("deep", r#"[{}]"#), 1);
    assert_eq!(score("deep", r#"[{"p": [null]}]"#), 2);
}

/// A program that asks for its inputs in an order that depends on them.
const HARNESS: &str = "
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) {
        double d = __VERIFIER_nondet_double();
        return d > 1.5 ? 1 : 2;
    }
    unsigned char c = __VERIFIER_nondet_uchar();
    int y = __VERIFIER_nondet_int();
    if (c == 'a' && y == -7) return 3;
    return 0;
}
";

fn test_case(inputs: &[&str]) -> String {
    let inputs: String = inputs.iter().map(|it| format!("<input>{it}</input>")).collect();
    format!("<?xml version=\"1.0\"?>\n<testcase>{inputs}</testcase>\n")
}

#[test]
fn test_comp_suites_give_values_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "m.c", HARNESS);
    let suite = folder.path().join("tc");
    std::fs::create_dir(&suite).expect("a folder");
    write(
        &suite,
        "metadata.xml",
        "<test-metadata><entryfunction>main</entryfunction></test-metadata>",
    );
    write(&suite, "t1.xml", &test_case(&["1", "97", "-7"]));
    let covered_now = || covered(&clew_json(folder.path(), &["score", "m.c", "tc"])).len();
    assert_eq!(covered_now(), 3);
    write(&suite, "t2.xml", &test_case(&["-1", "1.75"]));
    assert_eq!(covered_now(), 5);
    write(&suite, "t3.xml", &test_case(&["0x10", "'b'"]));
    assert_eq!(covered_now(), 6);
}

/// An archive of two tests: one deflated, with the input 1; one stored, with -1 and 1.75.
#[rustfmt::skip]
const ARCHIVE: &[u8] = &[
    80, 75, 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 33, 0, 37, 74, 187, 98, 40, 0, 0, 0, 181, 1, 0, 0, 8,
    0, 0, 0, 115, 47, 116, 49, 46, 120, 109, 108, 179, 41, 73, 45, 46, 73, 78, 44, 78, 181, 179,
    81, 212, 213, 85, 72, 84, 208, 213, 29, 101, 13, 14, 86, 102, 94, 65, 105, 137, 157, 161,
    141, 62, 132, 97, 163, 15, 143, 42, 0, 80, 75, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 33, 0, 30, 206,
    92, 29, 57, 0, 0, 0, 57, 0, 0, 0, 8, 0, 0, 0, 115, 47, 116, 50, 46, 120, 109, 108, 60, 116,
    101, 115, 116, 99, 97, 115, 101, 62, 60, 105, 110, 112, 117, 116, 62, 45, 49, 60, 47, 105,
    110, 112, 117, 116, 62, 60, 105, 110, 112, 117, 116, 62, 49, 46, 55, 53, 60, 47, 105, 110,
    112, 117, 116, 62, 60, 47, 116, 101, 115, 116, 99, 97, 115, 101, 62, 80, 75, 1, 2, 20, 3, 20,
    0, 0, 0, 8, 0, 0, 0, 33, 0, 37, 74, 187, 98, 40, 0, 0, 0, 181, 1, 0, 0, 8, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 128, 1, 0, 0, 0, 0, 115, 47, 116, 49, 46, 120, 109, 108, 80, 75, 1, 2, 20, 3,
    20, 0, 0, 0, 0, 0, 0, 0, 33, 0, 30, 206, 92, 29, 57, 0, 0, 0, 57, 0, 0, 0, 8, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 128, 1, 78, 0, 0, 0, 115, 47, 116, 50, 46, 120, 109, 108, 80, 75, 5, 6, 0,
    0, 0, 0, 2, 0, 2, 0, 108, 0, 0, 0, 173, 0, 0, 0, 0, 0,
];

#[test]
fn test_comp_suites_may_be_archives() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "m.c", HARNESS);
    std::fs::write(folder.path().join("s.zip"), ARCHIVE).expect("a written file");
    assert_eq!(covered(&clew_json(folder.path(), &["score", "m.c", "s.zip"])).len(), 4);
    write(folder.path(), "no.zip", "PK");
    let message = mistake(folder.path(), &["score", "m.c", "no.zip"]);
    assert!(message.contains("cannot read no.zip: this is no ZIP archive"), "{message}");
}

#[test]
fn a_test_comp_suite_of_gen_scores_as_the_suite() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "m.c", HARNESS);
    let arguments =
        ["gen", "m.c", "--entry", "main", "--framework", "test-comp", "-o", "out", "--no-verify"];
    let generated = clew_json(folder.path(), &arguments);
    let arguments = |suite| ["score", "m.c", suite, "-c", "branch,mcdc,wm"];
    let own = covered(&clew_json(folder.path(), &arguments("out")));
    let read = covered(&clew_json(folder.path(), &arguments("out/test-suite")));
    assert_eq!(own, read);
    assert!(own.len() > covered(&generated).len());
}

/// A program that looks at its arguments and reads bytes that are no text.
const PROGRAM: &str = "
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    int verbose = argc > 1 && strcmp(argv[1], \"-v\") == 0;
    int c, n = 0;
    while ((c = getchar()) != EOF) {
        if (c == 0xfe) return 3;
        n++;
    }
    if (verbose && n == 2) return 1;
    return argc == 5 ? 2 : 0;
}
";

#[test]
fn a_report_on_a_program_scores_as_its_suite() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.c", PROGRAM);
    clew_json(folder.path(), &["gen", "p.c", "-f", "main", "-o", "suite", "--no-verify"]);
    let score = |suite| covered(&clew_json(folder.path(), &["score", "p.c", suite, "-f", "main"]));
    let own = score("suite");
    assert!(own.iter().any(|text| text.contains("0xfe is true")), "{own:?}");
    assert_eq!(score("suite/result.json"), own);
}

#[test]
fn programs_are_given_arguments_and_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.c", PROGRAM);
    let score = |name: &str, text: &str| {
        write(folder.path(), name, text);
        covered(&clew_json(folder.path(), &["score", "p.c", name, "-f", "main"])).len()
    };
    assert_eq!(score("t.json", r#"[{"argv": ["-v"], "stdin": "ab"}]"#), 7);
    assert_eq!(score("t.json", r#"[{"argv": ["a", "b", "c", "d"], "stdin": [254]}]"#), 4);
    assert_eq!(score("t.json", r#"[{"argv": ["a", "b", "c", "d"]}]"#), 5);
    assert_eq!(score("t.csv", "argv,stdin\n\"[\"\"-v\"\"]\",ab\n"), 7);
    write(folder.path(), "t.json", r#"[{"argv": "-v"}]"#);
    let message = mistake(folder.path(), &["score", "p.c", "t.json", "-f", "main"]);
    assert!(message.contains("`argv` is a list of texts, not \"-v\""), "{message}");
}

/// A test as KLEE writes it.
fn ktest(arguments: &[&str], objects: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = b"KTEST".to_vec();
    let number = |bytes: &mut Vec<u8>, value: usize| {
        bytes.extend(u32::try_from(value).expect("a small number").to_be_bytes());
    };
    let text = |bytes: &mut Vec<u8>, text: &[u8]| {
        number(bytes, text.len());
        bytes.extend(text);
    };
    number(&mut bytes, 3);
    number(&mut bytes, arguments.len());
    arguments.iter().for_each(|it| text(&mut bytes, it.as_bytes()));
    number(&mut bytes, 0);
    number(&mut bytes, 0);
    number(&mut bytes, objects.len());
    for (name, content) in objects {
        text(&mut bytes, name.as_bytes());
        text(&mut bytes, content);
    }
    bytes
}

#[test]
fn klees_tests_give_objects_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "
void klee_make_symbolic(void *, unsigned long, const char *);
int klee_int(const char *);
struct point { short x; char name[3]; };
int main(void) {
    struct point p[2];
    for (int i = 0; i < 2; i++) klee_make_symbolic(&p[i], sizeof p[i], \"p\");
    int n = klee_int(\"n\");
    if (p[0].x == -2) return 1;
    if (p[1].name[2] == 'z' && n == 70000) return 2;
    return 0;
}
";
    write(folder.path(), "k.c", source);
    let suite = folder.path().join("klee-out-0");
    std::fs::create_dir(&suite).expect("a folder");
    let score = |number: usize, objects: &[(&str, &[u8])]| {
        let file = suite.join(format!("test00000{number}.ktest"));
        std::fs::write(file, ktest(&["k.bc"], objects)).expect("a written file");
        covered(&clew_json(folder.path(), &["score", "k.c", "klee-out-0"])).len()
    };
    // A loop and the first condition; KLEE tells objects with the same name apart.
    let (zero, n) = ([0; 6], ("n", &70_000u32.to_le_bytes()[..]));
    assert_eq!(score(1, &[("p", &[0xfe, 0xff, 0, 0, 0, 0]), ("p_1", &zero), n]), 3);
    assert_eq!(score(2, &[("p", &zero), ("p_1", &[0, 0, 0, 0, b'z', 0]), n]), 6);
    assert_eq!(score(3, &[("p", &zero), ("p_1", &zero), n]), 7);
    // They begin a search, which needs few runs more.
    let arguments = ["gen", "k.c", "-f", "main", "--seeds", "klee-out-0", "--max-runs", "5"];
    assert_eq!(covered(&clew_json(folder.path(), &arguments)).len(), 8);
}

#[test]
fn klees_tests_give_arguments_and_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.c", PROGRAM);
    let score = |arguments: &[&str], objects: &[(&str, &[u8])]| {
        let bytes = ktest(arguments, objects);
        std::fs::write(folder.path().join("t.ktest"), bytes).expect("a written file");
        covered(&clew_json(folder.path(), &["score", "p.c", "t.ktest"])).len()
    };
    let (stat, version) = (("stdin-stat", &[7; 144][..]), ("model_version", &[1, 0, 0, 0][..]));
    let symbolic = ["p.bc", "--sym-args", "0", "3", "2", "--sym-stdin", "2"];
    let two = [2, 0, 0, 0];
    let objects: [(&str, &[u8]); 6] = [
        ("n_args", &two),
        ("arg00", b"-v\0"),
        ("arg01", b"x\0\0"),
        ("stdin", b"ab"),
        stat,
        version,
    ];
    assert_eq!(score(&symbolic, &objects), 7);
    let plain = ["p.bc", "a", "-sym-arg", "2", "c", "d"];
    assert_eq!(score(&plain, &[("arg00", b"b\0\0"), version]), 5);
    let file = ktest(&["p.bc", "--sym-files", "1", "4"], &[("A-data", b"text"), version]);
    std::fs::write(folder.path().join("t.ktest"), file).expect("a written file");
    let message = mistake(folder.path(), &["score", "p.c", "t.ktest"]);
    assert!(message.contains("t.ktest: t: `A-data` is a file"), "{message}");
    for (bytes, part) in [
        (&b"KTEST\0\0\0\x04"[..], "its version is 4; 1 to 3 are known"),
        (b"KTEST\0\0\0\x03\0\0\0\x01\xff\xff\xff\xff", "it ends too early"),
        (b"<xml>", "it does not begin as KLEE's tests do"),
    ] {
        std::fs::write(folder.path().join("t.ktest"), bytes).expect("a written file");
        let message = mistake(folder.path(), &["score", "p.c", "t.ktest"]);
        assert!(message.contains(&format!("cannot read t.ktest: {part}")), "{message}");
    }
}

#[test]
fn chance_is_not_decided_by_inputs_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (rand() == 1804289383) return x;
    return 2;
}
";
    write(folder.path(), "m.c", source);
    let gen_as = |framework| {
        let arguments = ["gen", "m.c", "-f", "main", "--framework", framework, "-o", framework];
        covered(&clew_json(folder.path(), &arguments)).len()
    };
    // The first number of glibc's generator, unless the test says something else.
    assert_eq!(gen_as("plain"), 2);
    assert_eq!(gen_as("test-comp"), 1);
    let score = |suite| covered(&clew_json(folder.path(), &["score", "m.c", suite])).len();
    assert_eq!(score("plain"), 2);
    assert_eq!(score("test-comp/test-suite"), 1);
}

#[test]
fn mistakes_in_suites_are_the_users() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", UNITS);
    let message = |name: &str, text: &str, more: &[&str]| {
        write(folder.path(), name, text);
        mistake(folder.path(), &[&["score", "f.c", name][..], more].concat())
    };
    let says = |message: String, part: &str| assert!(message.contains(part), "{message}");
    let sum = ["-f", "sum"];
    says(message("a.csv", "w\n1\n", &sum), "a.csv:2: `w` is no input of `sum`; its parameters");
    says(message("b.csv", "n\nmany\n", &sum), "b.csv:2: `n` is a number, not \"many\"");
    says(message("c.csv", "n\n1\n", &[]), "name it with -f");
    says(message("d.json", "[{]", &sum), "d.json:1:");
    says(message("e.json", "3", &sum), "a suite is an array");
    says(message("g.json", "[{\"n\": {}}]", &sum), "g.json: test 1: `n` is a number");
    says(message("h.xml", "<testcase>\n<input>x</input></testcase>", &[]), "h.xml:2:");
    says(message("i.xml", "<testsuite/>", &[]), "no Test-Comp suite");
    says(mistake(folder.path(), &["score", "f.c"]), "name one suite");
    says(mistake(folder.path(), &["score", "f.c", "none.csv"]), "cannot read none.csv");
}

#[test]
fn tests_that_do_not_end_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "int clew_pre_f(int n) { return n > 0; }\n\
                  int f(int n) { while (n > 9) ; return n; }\n";
    write(folder.path(), "f.c", source);
    write(folder.path(), "t.csv", "n\n-1\n10\n1\n");
    let report = clew_json(folder.path(), &["score", "f.c", "t.csv", "-f", "f"]);
    let cut = report["units"][0]["cut_short"].as_array().expect("a list");
    let cut: Vec<_> = cut.iter().map(|it| (it["test"].as_str(), it["how"].as_str())).collect();
    assert_eq!(
        cut,
        [
            (Some("test 1"), Some("is outside the precondition")),
            (Some("test 2"), Some("stopped at the most steps of a run"))
        ]
    );
}

/// Two files have a variable of the same name, as a parameter has it, too.
#[test]
fn inputs_of_the_same_name_have_the_names_of_their_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = "static int n;\nint other(void) { return n + 2; }\n";
    let text = "int other(void); static int n;\n\
                static int own(void) { return n; }\n\
                int sum(int n) { return n == 1 && own() == 2 && other() == 1000; }\n";
    write(folder.path(), "a.c", text);
    write(folder.path(), "b.c", other);
    let arguments = ["gen", "a.c", "b.c", "-f", "sum", "-o", "out"];
    let report = clew_json(folder.path(), &arguments);
    let unit = &report["units"][0];
    assert_eq!(unit["criteria"][0]["covered"], 6, "{unit}");
    let tests = unit["tests"].as_array().expect("tests");
    let reaches = |it: &&Json| it["returns"] == 1;
    let inputs = &tests.iter().find(reaches).expect("a test of the end")["inputs"];
    assert_eq!((&inputs["n"], &inputs["a.c::n"]), (&1.into(), &2.into()), "{inputs}");
    assert_eq!(inputs["b.c::n"], 998, "{inputs}");
    // The names are those that a suite from elsewhere may use.
    write(folder.path(), "suite.json", &serde_json::json!([inputs]).to_string());
    let score = clew_json(folder.path(), &["score", "a.c", "b.c", "-f", "sum", "suite.json"]);
    assert_eq!(score["units"][0]["criteria"][0]["covered"], 3, "{score}");
}
