//! Bad input: one clear message, exit status 2, no panic.

use crate::common::{Shown, clew, corpus, run};

fn shown(arguments: &[&str]) -> Shown {
    let mut command = clew();
    command.args(arguments);
    run(&mut command, b"").expect("clew should start")
}

/// The message, after the checks that hold for every mistake of the user's.
fn message(arguments: &[&str]) -> String {
    let shown = shown(arguments);
    assert_eq!(shown.status, 2, "{arguments:?}: {}", shown.stderr);
    assert!(shown.stdout.is_empty(), "{arguments:?}: something on stdout");
    assert!(!shown.stderr.contains("panicked"), "{arguments:?}: {}", shown.stderr);
    let errors = shown.stderr.lines().filter(|line| line.starts_with("clew: error:")).count();
    assert_eq!(errors, 1, "{arguments:?}: {}", shown.stderr);
    shown.stderr
}

fn file(name: &str) -> String {
    corpus().join("bad-input").join(name).display().to_string()
}

#[test]
fn missing_file() {
    let text = message(&["run", "no/such/file.c"]);
    assert!(text.contains("no such file: no/such/file.c"), "{text}");
}

#[test]
fn directory() {
    let text = message(&["run", "/tmp"]);
    assert!(text.contains("directory"), "{text}");
}

#[test]
fn source_that_does_not_compile() {
    let path = file("syntax-error.c");
    let text = message(&["run", &path]);
    assert!(text.contains("syntax-error.c:"), "{text}");
    assert!(text.contains('^'), "the caret is missing: {text}");
    message(&["cfg", &file("type-error.c")]);
    message(&["run", &file("missing-include.c")]);
}

#[test]
fn binary_garbage() {
    let text = message(&["run", &file("not-c.c")]);
    assert!(text.contains("not-c.c"), "{text}");
}

#[test]
fn nothing_to_run() {
    for name in ["empty.c", "no-main.c"] {
        let text = message(&["run", &file(name)]);
        assert!(text.contains("main"), "{text}");
    }
}

#[test]
fn missing_clang() {
    let mut command = clew();
    command.args(["run", &file("no-main.c")]).env("CLEW_CLANG", "no-such-clang");
    let shown = run(&mut command, b"").expect("clew should start");
    assert_eq!(shown.status, 2);
    assert!(shown.stderr.contains("no-such-clang"), "{}", shown.stderr);
    assert!(shown.stderr.contains("CLEW_CLANG"), "{}", shown.stderr);
}

#[test]
fn function_that_does_not_exist() {
    let path = file("no-main.c");
    let text = message(&["cfg", &path, "-f", "no_such_function"]);
    assert!(text.contains("no_such_function"), "{text}");
}

#[test]
fn flags_that_do_not_exist() {
    message(&["run", "--no-such-flag", &file("no-main.c")]);
    message(&["no-such-command"]);
    message(&["run"]);
    message(&["run", &file("no-main.c"), "--max-steps", "many"]);
    message(&["run", &file("no-main.c"), "-p", "no-such-database.json"]);
}

#[test]
fn strategies_and_techniques_that_there_are_not() {
    let file = corpus().join("bench/choose/checks.c").display().to_string();
    let text = message(&["gen", &file, "-s", "magic"]);
    assert!(text.contains("unknown strategy `magic`; there are dfs, bfs"), "{text}");
    let text = message(&["gen", &file, "-s", "dfs,magic"]);
    assert!(text.contains("unknown strategy `dfs,magic`"), "{text}");
    let text = message(&["gen", &file, "--techniques", "proofs,magic"]);
    assert!(text.contains("there is no technique `magic`"), "{text}");
    let text = message(&["gen", &file, "-s", "dfs", "--techniques", "bfs"]);
    assert!(text.contains("by -s or by --techniques, not by both"), "{text}");
}
