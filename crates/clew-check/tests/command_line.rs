//! The program as it is called: what it prints, and its exit status.

mod common;

use common::tree::Plan;
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
    let (good, bad) = (common::program(&source(5)), common::program(&source(15)));
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
