//! What the tests share.

#![allow(dead_code, reason = "each test binary uses its own part")]

use clew_c::{Frontend, Options};
use clew_criteria::Objectives;
use clew_ir::{Program, verify};

/// The program model of a C source.
pub(crate) fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("test.c");
    std::fs::write(&file, source).expect("a written file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[file]).expect("C that compiles");
    let program = frontend.finish().expect("a program that links");
    if let Err(violations) = verify::verify(&program) {
        let texts: Vec<_> = violations.iter().map(ToString::to_string).collect();
        panic!("{}", texts.join("\n"));
    }
    program
}

/// One line an objective: place, name, text.
pub(crate) fn list(objectives: &Objectives) -> String {
    let line = |objective: &clew_criteria::Objective| {
        let (line, column) = (objective.line(), objective.column());
        format!("{line}:{column} {} {}\n", objective.name, objective.text)
    };
    objectives.iter().map(line).collect()
}
