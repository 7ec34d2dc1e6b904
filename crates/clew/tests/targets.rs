//! `--only`, `--diff` and `--seeds`: tests for a part of the program, and tests added to others.

use serde_json::Value as Json;
use std::path::Path;
use std::process::Command;

const SOURCE: &str = "\
int low(int x) {
    if (x < 10)
        return 1;
    return 0;
}
int high(int x, int y) {
    int r = 0;
    if (x > 100)
        r = 1;
    if (y == 77)
        r = r + 2;
    return r;
}
";

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a written file");
}

/// `clew gen` on the program.
fn generate(folder: &Path, arguments: &[&str]) -> std::process::Output {
    crate::common::clew()
        .args(["gen", "program.c", "--no-verify", "--format", "json", "-o", "out"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("a run")
}

fn report(folder: &Path, arguments: &[&str]) -> Json {
    let output = generate(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The message of a command that fails as the user's mistake.
fn mistake(folder: &Path, arguments: &[&str]) -> String {
    let output = generate(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The objectives of each unit, with their lines.
fn objectives(report: &Json) -> Vec<(String, Vec<(u64, String)>)> {
    let units = report["units"].as_array().expect("units").iter();
    let line_and_text = |it: &Json| {
        let text = it["text"].as_str().expect("a text").to_owned();
        assert_eq!(it["status"], "covered", "{text}");
        (it["line"].as_u64().expect("a line"), text)
    };
    units
        .map(|unit| {
            let objectives = unit["objectives"].as_array().expect("objectives").iter();
            let function = unit["function"].as_str().expect("a name").to_owned();
            (function, objectives.map(line_and_text).collect())
        })
        .collect()
}

fn program() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "program.c", SOURCE);
    folder
}

#[test]
fn only_some_lines_are_tested() {
    let folder = program();
    let lines = |only: &str| objectives(&report(folder.path(), &["--only", only]));
    let y = ["y == 77 is true", "y == 77 is false"].map(|text| (10, text.to_owned()));
    assert_eq!(lines("program.c:10"), [("high".to_owned(), y.to_vec())]);
    // The way to a line without a branch is the branch before it.
    assert_eq!(lines("program.c:11"), [("high".to_owned(), y[..1].to_vec())]);
    let x = (8, "x > 100 is true".to_owned());
    let both = vec![x, y[0].clone()];
    assert_eq!(lines("program.c:9,program.c:11"), [("high".to_owned(), both)]);
}

#[test]
fn only_some_functions_are_tested() {
    let folder = program();
    let tested = objectives(&report(folder.path(), &["--only", "low"]));
    assert_eq!(tested.len(), 1);
    assert_eq!((tested[0].0.as_str(), tested[0].1.len()), ("low", 2));
    assert_eq!(objectives(&report(folder.path(), &["--only", "low,high"])).len(), 2);
}

#[test]
fn targets_that_are_not_there_are_mistakes() {
    let folder = program();
    let message = |only: &str| mistake(folder.path(), &["--only", only]);
    assert!(message("lowe").contains("did you mean `low`?"));
    assert!(message("other.c:3").contains("`other.c` is none of the files given"));
    assert!(message("program.c:9-3").contains("write FILE:LINE or FILE:FIRST-LAST"));
}

fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=Tester", "-c", "user.email=tester@example.org"];
    let output = Command::new("git").args(identity).args(arguments).current_dir(folder).output();
    let output = output.expect("git should start");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn only_what_changed_is_tested() {
    let folder = program();
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "program.c"]);
    git(folder.path(), &["commit", "-q", "-m", "before"]);
    let changed = |text: &str| {
        write(folder.path(), "program.c", text);
        objectives(&report(folder.path(), &["--diff", "HEAD"]))
    };
    assert_eq!(changed(SOURCE), [], "nothing changed");
    let x = ["x > 200 is true", "x > 200 is false"].map(|text| (8, text.to_owned()));
    assert_eq!(changed(&SOURCE.replace("100", "200")), [("high".to_owned(), x.to_vec())]);
    // A change in code that every run passes concerns every objective of its function.
    let everything = changed(&SOURCE.replace("int r = 0;", "int r = 4;"));
    assert_eq!((everything.len(), everything[0].1.len()), (1, 4));
    let message = mistake(folder.path(), &["--diff", "no-such-revision"]);
    assert!(
        message.contains("cannot compare") && message.contains("no-such-revision"),
        "{message}"
    );
}

#[test]
fn a_folder_without_git_is_a_mistake() {
    let folder = program();
    let message = mistake(folder.path(), &["--diff", "HEAD"]);
    assert!(message.contains("cannot compare") && message.contains("git repository"), "{message}");
}

#[test]
fn a_suite_is_replayed_and_extended() {
    let folder = program();
    write(folder.path(), "seeds.csv", "x,y\n150,77\n5,0\n");
    let arguments = ["-f", "high", "--seeds", "seeds.csv"];
    let all = report(folder.path(), &arguments);
    let tests = all["units"][0]["tests"].as_array().expect("tests");
    assert_eq!(all["units"][0]["criteria"][0]["covered"], 4);
    let inputs: Vec<&Json> = tests.iter().map(|test| &test["inputs"]).collect();
    assert!(inputs.iter().any(|it| it["y"] == 77), "the user's test is kept: {inputs:?}");
    // Two tests cover everything; one does not, and is extended.
    let one = ["-f", "high", "--seeds", "seeds.csv", "--max-runs", "1"];
    assert_eq!(report(folder.path(), &one)["units"][0]["criteria"][0]["covered"], 2);
    write(folder.path(), "seeds.csv", "x,y\n150,77\n");
    assert_eq!(report(folder.path(), &arguments)["units"][0]["criteria"][0]["covered"], 4);
    // What gen wrote is a suite as well.
    let again = report(folder.path(), &["-f", "high", "--seeds", "out", "--max-runs", "2"]);
    assert_eq!(again["units"][0]["criteria"][0]["covered"], 4);
    let message = mistake(folder.path(), &["--seeds", "nothing.csv"]);
    assert!(message.contains("nothing.csv"), "{message}");
}

#[test]
fn a_program_is_replayed_with_what_it_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "
#include <stdio.h>
int main(int argc, char **argv) {
    int n = 0;
    while (getchar() != EOF) n++;
    return n == 100 && argc == 6 && argv[5][9] == 'x';
}
";
    write(folder.path(), "program.c", source);
    let stdin = "-".repeat(100);
    let seeds = format!(r#"[{{"argv": ["", "", "", "", "123456789x"], "stdin": "{stdin}"}}]"#);
    write(folder.path(), "seeds.json", &seeds);
    let one = ["-f", "main", "--max-runs", "1", "--seeds"];
    let covered = |suite| {
        report(folder.path(), &[&one[..], &[suite]].concat())["units"][0]["criteria"][0]["covered"]
            .as_u64()
    };
    // Both sides of the loop, and one of each condition behind it.
    assert_eq!(covered("seeds.json"), Some(5));
    assert_eq!(covered("out"), Some(5), "what gen wrote has room for the same");
}

#[test]
fn strategies_are_compared_on_the_same_runs() {
    let folder = program();
    let compare = |more: &[&str]| {
        let mut command = crate::common::clew();
        command.args(["compare", "program.c", "-f", "high", "--format", "json"]);
        let output = command.args(more).current_dir(folder.path()).output().expect("a run");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Json>(&output.stdout).expect("JSON")
    };
    let report = compare(&["-s", "dfs,pps", "--filter", "both", "--seeds", "2"]);
    let searches = report["searches"].as_array().expect("searches");
    assert_eq!(searches.len(), 8);
    for search in searches {
        assert_eq!((&search["covered"], &search["complexity"]), (&4.into(), &3.into()));
        let progress = search["progress"].as_array().expect("progress");
        let last = progress.last().expect("a milestone");
        assert_eq!(last[1], 4);
        // The search ends as soon as all is covered: nothing is asked after that.
        assert_eq!((&last[0], &last[2]), (&search["runs"], &search["queries"]));
    }
    let none = compare(&["--min-complexity", "4"]);
    assert_eq!(none["searches"], Json::Array(Vec::new()));
}
