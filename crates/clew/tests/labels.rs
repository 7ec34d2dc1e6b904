//! Labels end to end: totality, the algorithms of the search, and scores against compiled mutants.

mod common;

use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Runs the program in a folder; its standard output as JSON.
fn clew_json(folder: &Path, arguments: &[&str]) -> Json {
    let output = common::clew()
        .args(arguments)
        .args(["--format", "json"])
        .current_dir(folder)
        .output()
        .expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a written file");
}

/// The objectives of the first unit, by what they are and where: their status.
fn statuses(report: &Json) -> BTreeMap<String, String> {
    let objectives = report["units"][0]["objectives"].as_array().expect("objectives");
    let text = |value: &Json| value.as_str().expect("a text").to_owned();
    objectives.iter().map(|it| (text(&it["id"]), text(&it["status"]))).collect()
}

#[test]
fn a_label_that_faults_neither_changes_the_run_nor_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    write(
        folder.path(),
        "f.c",
        "#include \"clew.h\"
int f(int a, int b, int *p) {
    int t[2] = {1, 2};
    clew_label(a / b == 3);
    clew_label(*(int *)0 == 1);
    clew_label(t[a] == 2);
    clew_label(*p == 77);
    return b == 0;
}
",
    );
    let report = clew_json(folder.path(), &["gen", "f.c", "-c", "labels,branch", "--no-verify"]);
    let unit = &report["units"][0];
    assert_eq!(unit["findings"].as_array().map(Vec::len), Some(0), "{unit:#}");
    assert_eq!(unit["stats"]["divergences"], 0);
    let status = statuses(&report);
    let of = |id: &str| status[id].as_str();
    assert_eq!((of("labels:1"), of("labels:3"), of("labels:4")), ("covered", "covered", "covered"));
    assert_ne!(of("labels:2"), "covered");
    for test in unit["tests"].as_array().expect("tests") {
        assert_eq!(test["outcome"], "return", "{test:#}");
    }
}

const TRIANGLE: &str = "int f(int i, int j, int k) {
    int t = 0;
    if (i <= 0 || j <= 0 || k <= 0)
        return 4;
    if (i == j) t = t + 1;
    if (i == k) t = t + 2;
    if (j == k) t = t + 3;
    if (t == 0)
        return i + j <= k || j + k <= i || i + k <= j ? 4 : 1;
    if (t > 3) return 3;
    if (t == 1 && i + j > k) return 2;
    if (t == 2 && i + k > j) return 2;
    if (t == 3 && j + k > i) return 2;
    return 4;
}
";

#[test]
fn the_algorithms_agree_on_what_can_be_covered() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "f.c", TRIANGLE);
    let search = |how: &str| {
        let arguments = [
            "gen",
            "f.c",
            "-c",
            "mcc,wm:aor+cor+ror+aoiu",
            "--exhaustive",
            "--no-verify",
            "--labels",
            how,
        ];
        let report = clew_json(folder.path(), &arguments);
        let runs = report["units"][0]["stats"]["runs"].as_u64().expect("a number");
        assert_eq!(report["units"][0]["stats"]["divergences"], 0);
        (statuses(&report), runs)
    };
    let (tight, tight_runs) = search("tight");
    let (once, once_runs) = search("tight-idl1");
    let (best, best_runs) = search("tight-idl2");
    let (seen, seen_runs) = search("witness");
    assert_eq!(tight, best);
    assert_eq!(once, best);
    assert!(seen_runs <= best_runs && best_runs < once_runs && once_runs <= tight_runs);
    assert!(best_runs <= 3 * seen_runs, "{best_runs} runs for labels, {seen_runs} without");
    // What is only observed is never called infeasible.
    for (id, status) in &seen {
        assert!(status == "open" || *status == best[id], "{id}: {status}, {}", best[id]);
        assert_ne!(status, "infeasible", "{id}");
    }
    assert!(best.values().all(|status| status != "open"), "{best:?}");
}

/// Functions whose result shows every change of their one expression or condition.
const MUTATED: [&str; 6] = [
    "int f(int a, int b) { return a + b; }",
    "int f(int a, int b) { return a * b - 7; }",
    "int f(int a, int b) { if (a < b) return 1; return 2; }",
    "int f(int a, int b) { if (a - b == 100) return 1; return 2; }",
    "int f(int a, int b) { return a / b; }",
    "int f(int a, int b) { if (a % 3 >= b) return 1; return 2; }",
];

/// The score of a suite is what running each mutant as a program of its own says.
#[test]
fn scores_equal_those_of_compiled_mutants() {
    let mut counts = (0, 0);
    for source in MUTATED {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), "f.c", &format!("{source}\n"));
        let suite = clew_json(folder.path(), &["gen", "f.c", "-o", "suite", "--no-verify"]);
        let arguments = ["score", "f.c", "suite", "-c", "wm:abs+aor+ror+uoi"];
        let score = clew_json(folder.path(), &arguments);
        let objectives = score["units"][0]["objectives"].as_array().expect("objectives");
        let mutants: Vec<String> = objectives
            .iter()
            .map(|objective| {
                let text = objective["text"].as_str().expect("a text");
                let (_, change) = text.split_once(": ").expect("an operator");
                let (before, after) = change.split_once(" becomes ").expect("a change");
                mutate(source, objective["column"].as_u64().expect("a column"), before, after)
            })
            .collect();
        let program = compile(folder.path(), source, &mutants);
        let tests = suite["units"][0]["tests"].as_array().expect("tests");
        for (at, objective) in objectives.iter().enumerate() {
            let is_killed = tests.iter().any(|test| {
                let value = |name: &str| test["inputs"][name].to_string();
                let run = |which: usize| run(&program, which, &value("a"), &value("b"));
                run(0).zip(run(at + 1)).is_some_and(|(own, mutant)| own != mutant)
            });
            let is_covered = objective["status"] == "covered";
            assert_eq!(is_covered, is_killed, "{source}\n{objective:#}\n{}", mutants[at]);
            counts = (counts.0 + usize::from(is_killed), counts.1 + usize::from(!is_killed));
        }
    }
    assert!(counts.0 > 30 && counts.1 > 5, "{counts:?}");
}

/// The source with a change at a column, from 1.
fn mutate(source: &str, column: u64, before: &str, after: &str) -> String {
    let (head, tail) = source.split_at(column as usize - 1);
    assert!(tail.starts_with(before), "`{before}` in `{source}` at {column}");
    format!("{head}({after}){}", &tail[before.len()..])
}

/// A program that runs the function or one of its mutants on two numbers.
fn compile(folder: &Path, source: &str, mutants: &[String]) -> std::path::PathBuf {
    let mut text = "#include <stdio.h>\n#include <stdlib.h>\n".to_owned();
    let all = std::iter::once(source).chain(mutants.iter().map(String::as_str));
    let mut table = String::new();
    for (at, function) in all.enumerate() {
        text.push_str(&format!("static {}\n", function.replacen("f(", &format!("f{at}("), 1)));
        table.push_str(&format!("f{at}, "));
    }
    text.push_str(&format!(
        "static int (*const all[])(int, int) = {{{table}}};\n\
         int main(int argc, char **argv) {{\n    (void)argc;\n    \
         printf(\"%d\", all[atoi(argv[1])](atoi(argv[2]), atoi(argv[3])));\n    return 0;\n}}\n"
    ));
    write(folder, "mutants.c", &text);
    let program = folder.join("mutants");
    let output = Command::new("cc")
        .args(["-w", "-O0", "-fwrapv", "mutants.c", "-o"])
        .arg(&program)
        .current_dir(folder)
        .output()
        .expect("a compiler");
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    program
}

/// What a mutant returns; `None` where it crashes.
fn run(program: &Path, which: usize, a: &str, b: &str) -> Option<String> {
    let output = Command::new(program).args([&which.to_string(), a, b]).output().expect("a run");
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
