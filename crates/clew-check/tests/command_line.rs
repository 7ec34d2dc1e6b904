//! The program as it is called: what it prints, and its exit status.

use crate::common::tree::Plan;
use std::process::{Command, Output};

fn run(arguments: &[&std::path::Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_clew-check")).args(arguments).output().expect("a run")
}

#[test]
fn the_exit_status_tells_what_was_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let source = |bound: i32| {
        format!("int f(int x) {{ if (x > 10) {{ if (x < {bound}) return 77; }} return 0; }}")
    };
    let (good, bad) = (crate::common::program(&source(5)), crate::common::program(&source(15)));
    let certificate = write("certificate", &Plan::new(&good, "f").certificate());
    let model = write("good.model", &clew_ir::model_text::model_text(&good));
    let other = write("bad.model", &clew_ir::model_text::model_text(&bad));

    let output = run(&[&model, &certificate]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("1 claims: 1 proved"), "{text}");

    let output = run(&[&other, &certificate]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("1 refuted"), "{text}");

    let garbage = write("garbage", "(certificate");
    for arguments in [[&model, &garbage], [&garbage, &certificate]] {
        let output = run(&arguments.map(std::path::PathBuf::as_path));
        assert_eq!(output.status.code(), Some(2));
        assert!(!output.stderr.is_empty());
    }
}

/// A result without tests: one objective, whose two targets two certificates of one file prove.
#[test]
fn a_folder_is_checked_as_a_whole() {
    let source = "int f(int x) { if (x > 10) { if (x < 5) return 77; } return 0; }";
    let program = crate::common::program(source);
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
    };
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_clew-check"));
        let output = command.arg(folder.path()).args(arguments).output().expect("a run");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    assert_eq!(run(&[]).0, Some(2), "there is no result");

    let plan = Plan::new(&program, "f");
    let (_, block) = plan.marked();
    let label = format!("(label 0 {block} 0 true)");
    let certificates = plan.certificate() + "; the same again\n" + &plan.certificate_for(&label);
    write("proofs/f/program.model", &clew_ir::model_text::model_text(&program));
    write("proofs/f/branch-3.proof", &certificates);
    let function = program.function("f").expect("the function");
    let (at, _) = program.sources.position(program.functions[function].span).expect("a place");
    let file = at.path.display().to_string();
    let result = |targets: &[&str]| {
        let objective = serde_json::json!({
            "id": "branch:3", "criterion": "labels", "file": file, "line": 1, "column": 41,
            "text": "x < 5 is true", "status": "infeasible", "targets": targets,
            "certificate": "proofs/f/branch-3.proof", "assumes": [],
        });
        let unit = serde_json::json!({
            "file": "f.c", "function": "f", "entry": "unit", "objectives": [objective],
            "tests": [],
        });
        write("result.json", &serde_json::json!({ "units": [unit] }).to_string());
    };
    let own = format!("(block 0 {block})");
    result(&[&own, &label]);
    let (status, text) = run(&["--claims"]);
    assert_eq!(status, Some(0), "{text}");
    // Nothing says that these are the files that the result was made with.
    assert!(text.contains(&format!("unknown: f: branch:3 ({file}:1: x < 5 is true)")), "{text}");
    assert!(text.contains("2 verification conditions, 2 proved by z3 and cvc5\n"), "{text}");
    result(&[&own, "(block 0 0)"]);
    let (status, text) = run(&[]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("does not prove (block 0 0) from f\n"), "{text}");
    assert_eq!(run(&["proofs/f/branch-3.proof"]).0, Some(2), "a folder has its own certificates");
}
