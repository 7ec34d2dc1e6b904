//! What the tests share: C sources as the text of programs.

#![allow(dead_code, reason = "each test binary uses its own part")]

pub(crate) mod tree;

use clew_c::{Frontend, Options};
use clew_check::{CheckError, Model, Report};
use std::time::Duration;

/// The program that a C source makes.
pub(crate) fn program(source: &str) -> clew_ir::Program {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("test.c");
    std::fs::write(&file, source).expect("a written file");
    let options = Options { cflags: String::new(), compile_commands: None };
    let mut frontend = Frontend::new(&options).expect("a front end");
    frontend.add_files(&[file]).expect("C that compiles");
    frontend.finish().expect("a program")
}

/// The text of the program that a C source makes.
pub(crate) fn model_text(source: &str) -> String {
    clew_ir::model_text::model_text(&program(source))
}

/// Checks a certificate for a C source, with enough time for each claim on a busy machine.
pub(crate) fn check(source: &str, certificate: &str) -> Result<Report, CheckError> {
    let model = Model::read(&model_text(source)).expect("a program");
    model.check(certificate, Duration::from_secs(60))
}

/// Checks that the block that returns the mark is not reached from a function, by all ways.
pub(crate) fn check_tree(source: &str, entry: &str) -> Result<Report, CheckError> {
    let program = program(source);
    let model = Model::read(&clew_ir::model_text::model_text(&program)).expect("a program");
    let certificate = tree::Plan::new(&program, entry).certificate();
    model.check(&certificate, Duration::from_secs(60))
}
