//! `clew solve`, from outside.

use crate::common::{Shown, clew, run};
use std::path::Path;

fn solve(arguments: &[&str]) -> Shown {
    let mut command = clew();
    command.arg("solve").args(arguments);
    run(&mut command, b"").expect("clew should start")
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a written file");
    path.display().to_string()
}

const SCRIPT: &str = "(set-logic QF_BV)
    (declare-const x (_ BitVec 32))
    (assert (bvslt x #x00000005))
    (check-sat)
    (push 1)
    (assert (bvslt #x00000007 x))
    (set-info :status unsat)
    (check-sat)
    (pop 1)
    (assert (= (bvmul x x) #x00000010))
    (check-sat)\n";

#[test]
fn every_stack_answers_each_query() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = write(folder.path(), "script.smt2", SCRIPT);
    for stack in ["full", "no-caches", "sat", "z3", "cvc5"] {
        let shown = solve(&[&file, "--stack", stack, "--answers", "--budget", "60s"]);
        assert_eq!(shown.status, 0, "{stack}: {}", shown.stderr);
        let text = String::from_utf8_lossy(&shown.stdout);
        assert!(text.starts_with("sat\nunsat\nsat\n"), "{stack}: {text}");
        assert!(text.contains("0 disagreements"), "{stack}: {text}");
    }
}

#[test]
fn json_says_which_layer_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.smt2", SCRIPT);
    write(folder.path(), "b.smt2", &SCRIPT.replace("status unsat", "status sat"));
    let shown = solve(&[&folder.path().display().to_string(), "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&shown.stdout).expect("one object");
    assert_eq!((&report["queries"], &report["unsat"]), (&6.into(), &2.into()));
    assert_eq!(report["disagreements"], serde_json::json!([4]));
    let layers = report["layers"].as_array().expect("a list");
    let bounds = layers.iter().find(|layer| layer["name"] == "bounds").expect("a layer");
    assert_eq!(bounds["unsat"], 1, "the second time the core is known");
}

#[test]
fn bad_input_is_one_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().display().to_string();
    let nonsense = write(folder.path(), "nonsense.txt", "(assert");
    let unsupported = write(folder.path(), "real.smt2", "(declare-const x Real)(check-sat)");
    let missing = format!("{empty}/missing.smt2");
    for (path, expected) in
        [(&nonsense, "nonsense.txt"), (&unsupported, "real.smt2"), (&missing, "cannot read")]
    {
        let shown = solve(&[path]);
        assert_eq!(shown.status, 2, "{path}: {}", shown.stderr);
        assert!(shown.stderr.contains(expected), "{path}: {}", shown.stderr);
        assert!(!shown.stderr.contains("panicked"), "{path}: {}", shown.stderr);
        assert!(shown.stdout.is_empty());
    }
    std::fs::remove_file(&unsupported).expect("a removed file");
    let shown = solve(&[&empty]);
    assert_eq!(shown.status, 2);
    assert!(shown.stderr.contains("no .smt2 files"), "{}", shown.stderr);
}
