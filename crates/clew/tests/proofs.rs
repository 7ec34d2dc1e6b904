//! Certificates of infeasible objectives, checked by z3.

mod common;

use serde_json::Value as Json;
use std::path::Path;
use std::process::Command;

/// Generates tests for a file of the corpus; the report.
fn generate(folder: &Path, file: &Path, arguments: &[&str]) -> Json {
    let output = common::clew()
        .arg("gen")
        .arg(file)
        .args(arguments)
        .args(["--no-verify", "--format", "json", "-o"])
        .arg(folder)
        .output()
        .expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The answers of z3 to the scripts of a file.
fn answers(file: &Path) -> Vec<String> {
    let output = Command::new("z3").arg("-T:60").arg(file).output().expect("z3");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

fn check_file(file: &Path) {
    let answers = answers(file);
    let text = std::fs::read_to_string(file).expect("a certificate");
    assert!(!text.contains("(assert false)"), "{}: nothing to check", file.display());
    let is_refuted = !answers.is_empty() && answers.iter().all(|it| it == "unsat");
    assert!(is_refuted, "{}: {answers:?}", file.display());
}

/// Checks every certificate of a program; how many there are for exhaustion and for ranges.
fn check(file: &str, arguments: &[&str]) -> (usize, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let report = generate(folder.path(), &common::corpus().join(file), arguments);
    let (mut exhausted, mut by_ranges) = (0, 0);
    for unit in report["units"].as_array().expect("units") {
        for objective in unit["objectives"].as_array().expect("objectives") {
            if objective["status"] != "infeasible" {
                continue;
            }
            let proof = objective["proof"].as_str().expect("a proof");
            if !proof.ends_with(".smt2") {
                assert!(proof.ends_with("so that no query was refuted"), "{proof}");
                continue;
            }
            let proof = folder.path().join(proof);
            check_file(&proof);
            let argument = objective["argument"].as_str().expect("an argument");
            if argument.starts_with("exhaustion") {
                exhausted += 1;
                let paths = proof.with_file_name("paths.smt2");
                if paths.exists() {
                    check_file(&paths);
                }
            } else {
                by_ranges += 1;
            }
        }
    }
    (exhausted, by_ranges)
}

#[test]
fn infeasible_branches_have_certificates() {
    let files = ["infeasible-contradiction", "infeasible-parity", "tcas-infeasible", "tritype"];
    for file in files.into_iter().chain(["precondition"]) {
        let (exhausted, _) = check(&format!("gen/{file}.c"), &[]);
        assert!(exhausted > 0, "{file}");
    }
}

/// A `_Bool` is never more than 1, which needs no query: there is no fork.
#[test]
fn what_needs_no_query_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = generate(folder.path(), &common::corpus().join("gen/param-bool.c"), &[]);
    let objectives = report["units"][0]["objectives"].as_array().expect("objectives");
    let proofs: Vec<&str> = objectives.iter().filter_map(|it| it["proof"].as_str()).collect();
    let expected = "exhaustion: every path that may lead there was run; inputs take every arm of \
                    every fork, so that no query was refuted";
    assert_eq!(proofs, [expected]);
    assert!(!folder.path().join("proofs").exists());
}

#[test]
fn infeasible_labels_have_certificates() {
    let tcas = check("bench/paths/tcas.c", &["--entry", "main", "-c", "condition,mcc"]);
    assert_eq!(tcas, (4 + 1, 0));
    let (exhausted, _) = check("bench/paths/utf8-3.c", &["--entry", "main", "-c", "wm:ror+uoi"]);
    assert!(exhausted > 20, "{exhausted}");
}

#[test]
fn predicates_that_types_refute_have_certificates() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.c");
    let source = "int t[300];
int f(unsigned char c, short h, unsigned u, int n, _Bool b) {
    int s = (u % 7) / 3 + h * h;
    s = s + (h + c) + t[c] + (n & 7) * 100;
    s = s + t[n & 255] + (c >> 3) * 5 - b * 4;
    return s + (int)(u >> 1 & 3) * (c | 1);
}
";
    std::fs::write(&file, source).expect("a written file");
    let (_, by_ranges) =
        check(file.to_str().expect("a path"), &["-c", "rte,wm:ror+abs", "--max-runs=1"]);
    assert!(by_ranges >= 8, "{by_ranges}");
}

/// A certificate is not taken for what it is called: one that says something else is found out.
#[test]
fn the_check_can_fail() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("wrong.smt2");
    let text = "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (= x (_ bv1 8)))\n";
    std::fs::write(&file, format!("{text}(check-sat)\n")).expect("a written file");
    assert_eq!(answers(&file), ["sat"]);
}
