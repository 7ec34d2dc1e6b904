//! Reports and messages of `clew gen`, from outside.

use crate::common::clew;
use std::path::Path;
use std::process::{Output, Stdio};

const SOURCE: &str = "int pick(int a, int b) {\n\
    if (a > 3 && b > 3)\n\
        return 1;\n\
    if (a > 5 && a < 4)\n\
        return 100 / b;\n\
    return 10 / b;\n\
}\n";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a written file");
    }
    folder
}

fn generate(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = clew();
    command.arg("gen").args(arguments).current_dir(folder);
    command.output().expect("a run")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn all_forms_are_written() {
    let folder = folder(&[("pick.c", SOURCE)]);
    let forms = "lcov,cobertura,junit,sarif=out.sarif,html";
    let output = generate(folder.path(), &["pick.c", "-c", "branch,mcdc", "--report", forms]);
    assert!(output.status.success(), "{}", stderr(&output));
    let read = |name: &str| {
        let path = folder.path().join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let lcov = read("clew-out/lcov.info");
    // What is proved infeasible has its mark, and both criteria are there.
    for record in ["SF:pick.c", "BRDA:4,U0,a < 4 is true,", "MCDC:2,2,t,1,0,a > 3", "FNA:0,"] {
        assert!(lcov.contains(record), "{record} is missing in\n{lcov}");
    }
    // gcov's own counts: the division behind the contradiction never ran, the last one did.
    assert!(lcov.contains("DA:5,0\n"), "{lcov}");
    assert!(!lcov.contains("DA:6,0\n"), "{lcov}");
    assert!(read("clew-out/cobertura.xml").contains("<class name=\"pick.c\""));
    assert!(read("clew-out/junit.xml").contains("<failure message=\"division by zero\""));
    let sarif: serde_json::Value = serde_json::from_str(&read("out.sarif")).expect("JSON");
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "division-by-zero");
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&6.into(), &8.into()));
    let page = read("clew-out/report.html");
    assert!(page.contains("href=\"proofs/pick/"), "a proof should be linked");
    assert!(page.contains("<path class=\"line\""), "the curve should be there");
}

#[test]
fn gates_decide_the_status() {
    let folder = folder(&[("pick.c", SOURCE)]);
    let kept = generate(folder.path(), &["pick.c", "--fail-under", "branch=100"]);
    assert_eq!(kept.status.code(), Some(0), "{}", stderr(&kept));
    let arguments = ["pick.c", "--max-runs", "1", "--fail-under", "branch=100"];
    let missed = generate(folder.path(), &arguments);
    assert_eq!(missed.status.code(), Some(1), "{}", stderr(&missed));
    assert!(stderr(&missed).contains("of the feasible branch objectives are covered, not 100 %"));
    for wrong in ["mcdc=80", "branch", "branch=200"] {
        let output = generate(folder.path(), &["pick.c", "--fail-under", wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn a_database_names_the_files() {
    let folder = folder(&[
        ("a.c", "int limit(int x) { return x > LIMIT; }\n"),
        ("b.c", "int twice(int x) { if (x) return x * 2; return 0; }\n"),
    ]);
    let root = folder.path().display();
    let database = format!(
        r#"[{{"directory": "{root}", "file": "a.c", "command": "cc -DLIMIT=3 -c a.c"}},
            {{"directory": "{root}", "file": "b.c", "command": "cc -c b.c"}},
            {{"directory": "{root}", "file": "x.cc", "command": "c++ -c x.cc"}}]"#
    );
    std::fs::write(folder.path().join("db.json"), database).expect("a written file");
    let output = generate(folder.path(), &["-p", "db.json", "--format", "json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON alone");
    let names: Vec<&str> = report["units"]
        .as_array()
        .expect("units")
        .iter()
        .filter_map(|it| it["function"].as_str())
        .collect();
    assert_eq!(names, ["limit", "twice"]);
    assert_eq!(report["units"][1]["file"], "b.c");
    std::fs::write(folder.path().join("empty.json"), "[]").expect("a written file");
    let output = generate(folder.path(), &["-p", "empty.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("names no C file"), "{}", stderr(&output));
    assert_eq!(generate(folder.path(), &[]).status.code(), Some(2));
}

#[test]
fn nothing_to_test_is_said() {
    let source = "int f(int x) { return x > 1; }\nint g(int x) { if (x) return 1; return 0; }\n";
    let folder = folder(&[("f.c", source)]);
    let output = generate(folder.path(), &["f.c", "-f", "f", "--only", "g"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("`--only g` and f have no objective in common"));
    let git = |arguments: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments);
        let output = command.current_dir(folder.path()).output().expect("git");
        assert!(output.status.success(), "{}", stderr(&output));
    };
    git(&["init", "-q"]);
    git(&["add", "f.c"]);
    git(&["commit", "-q", "-m", "one"]);
    let output = generate(folder.path(), &["f.c", "--diff", "HEAD"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("has changed since `HEAD`"), "{}", stderr(&output));
}

/// What cannot be written is an error, but for a reader who has gone.
#[test]
fn a_full_disk_is_an_error() {
    let folder = folder(&[("pick.c", SOURCE)]);
    for arguments in
        [&["gen", "pick.c"][..], &["cfg", "pick.c"], &["gen", "pick.c", "--format", "json"]]
    {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        let mut command = clew();
        command.args(arguments).current_dir(folder.path()).stdout(Stdio::from(full));
        let output = command.output().expect("a run");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains("cannot write to stdout"), "{}", stderr(&output));
    }
}

/// A reason that many objectives are open for is told once.
#[test]
fn one_reason_is_told_once() {
    let arms: String = (0..12).map(|at| format!("    if (x == {at}) y += {at};\n")).collect();
    let source = format!("int many(int x) {{\n    int y = 0;\n{arms}    return y;\n}}\n");
    let folder = folder(&[("many.c", &source)]);
    let output = generate(folder.path(), &["many.c", "--max-runs", "1"]);
    let errors = stderr(&output);
    assert_eq!(errors.matches("the number of runs is reached").count(), 1, "{errors}");
    assert!(errors.contains("objectives of `many`"), "{errors}");
    assert!(errors.contains("more, which result.json tells"), "{errors}");
}
