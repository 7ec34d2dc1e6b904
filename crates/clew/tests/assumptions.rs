//! `--assume` and `--no-assume`: what tests and verdicts rest on beside C's own rules.

use crate::common::{clew, clew_json};
use serde_json::Value;

const PRECONDITION: &str = "int clew_pre_f(int x) { return x > 0; }
int f(int x) { if (x < 0) return 1; return 0; }";

const DECLARATION: &str = "__attribute__((nonnull)) int f(int *p) { if (!p) return 1; return 0; }";

/// What is said of the first branch of `f` that goes one way, and what that rests on.
fn verdict(source: &str, text: &str, flags: &[&str]) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("f.c"), source).expect("a written file");
    let report = clew_json(folder.path(), &[&["gen", "f.c", "-f", "f"], flags].concat());
    let objectives = report["units"][0]["objectives"].as_array().expect("objectives");
    let found = objectives.iter().find(|it| it["text"] == text);
    let found = found.unwrap_or_else(|| panic!("{text} should be one of {objectives:#?}"));
    let words = |it: &Value| it.as_str().expect("words").to_owned();
    let assumes = found["assumes"].as_array().map(|all| all.iter().map(words).collect());
    (words(&found["status"]), assumes.unwrap_or_default())
}

#[test]
fn preconditions_are_assumed_unless_told_otherwise() {
    let with = verdict(PRECONDITION, "x < 0 is true", &[]);
    assert_eq!(with, ("infeasible".to_owned(), vec!["precondition clew_pre_f".to_owned()]));
    let without = verdict(PRECONDITION, "x < 0 is true", &["--no-assume", "preconditions"]);
    assert_eq!(without, ("covered".to_owned(), vec![]));
}

#[test]
fn declarations_are_assumed_unless_told_otherwise() {
    let with = verdict(DECLARATION, "p is false", &[]);
    assert_eq!(with, ("infeasible".to_owned(), vec!["callers of f: p is not null".to_owned()]));
    let without = verdict(DECLARATION, "p is false", &["--no-assume", "declarations"]);
    // Compilers believe the attribute, and leave the branch out: no test of theirs can cover it.
    assert_ne!(without.0, "infeasible");
    assert_eq!(without.1, Vec::<String>::new());
}

#[test]
fn pointers_are_different_only_where_that_is_assumed() {
    let source = "int f(int *p, int *q) { if (p && p == q) return 1; return 0; }";
    let text = "p == q is true";
    assert_eq!(verdict(source, text, &[]), ("covered".to_owned(), vec![]));
    let assumed = ("infeasible".to_owned(), vec!["no-alias".to_owned()]);
    assert_eq!(verdict(source, text, &["--assume", "no-alias"]), assumed);
    assert_eq!(verdict(source, text, &["--no-alias"]), assumed);
    let denied = verdict(source, text, &["--no-assume", "no-alias"]);
    assert_eq!(denied, ("covered".to_owned(), vec![]));
}

#[test]
fn assumptions_that_contradict_each_other_are_the_users_mistake() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("f.c"), PRECONDITION).expect("a written file");
    let cases: [(&[&str], &str); 4] = [
        (
            &["--assume", "preconditions", "--no-assume", "preconditions"],
            "both name `preconditions`",
        ),
        (&["--alias", "--assume", "no-alias"], "contradict each other"),
        (&["--no-alias", "--no-assume", "no-alias"], "contradict each other"),
        (&["--assume", "luck"], "preconditions"),
    ];
    for (flags, message) in cases {
        let mut command = clew();
        command.current_dir(folder.path()).args(["gen", "f.c"]).args(flags);
        let output = command.output().expect("clew should start");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {told}");
        assert!(told.contains(message), "{flags:?}: {told}");
    }
}
