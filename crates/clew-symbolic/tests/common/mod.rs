//! Programs to try the meaning on.

#![allow(dead_code, reason = "no test uses all of it")]

pub(crate) mod graph;
pub(crate) mod random;
pub(crate) mod words;

use clew_c::{Frontend, Options};
use clew_ir::Program;
use clew_symbolic::meaning::AuditReport;
use clew_vm::guest::World;
use clew_vm::libc;
use std::path::{Path, PathBuf};

/// The folder of the test programs.
pub(crate) fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").canonicalize().expect("tests/")
}

/// The program of these files, with the parts of the library that it needs.
pub(crate) fn load_files(files: &[PathBuf], cflags: &str) -> Result<Program, String> {
    let options = Options { cflags: cflags.to_owned(), ..Options::default() };
    let told = |error: clew_c::CError| error.to_string();
    let mut frontend = Frontend::new(&options).map_err(told)?;
    frontend.add_files(files).map_err(told)?;
    let undefined = frontend.undefined_symbols();
    let wanted = undefined.iter().map(String::as_str).chain(["exit"]);
    let source = libc::joined_source(&libc::needed_models(wanted));
    let flags: Vec<_> = libc::MODEL_FLAGS.iter().map(ToString::to_string).collect();
    frontend.add_model("libc", &source, &flags).map_err(told)?;
    frontend.finish().map_err(told)
}

/// The program of a C text, without the library.
pub(crate) fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("test.c");
    std::fs::write(&file, source).expect("a written file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[file]).expect("C that compiles");
    frontend.finish().expect("a program that links")
}

/// A world where nothing is but standard input.
#[derive(Default)]
pub(crate) struct Nowhere {
    pub(crate) input: Vec<u8>,
}

const ENOENT: i32 = 2;
const ESPIPE: i32 = 29;

impl World for Nowhere {
    fn write(&mut self, _descriptor: i32, bytes: &[u8]) -> Result<usize, i32> {
        Ok(bytes.len())
    }

    fn read(&mut self, _descriptor: i32, limit: usize) -> Result<Vec<u8>, i32> {
        let rest = self.input.split_off(limit.min(self.input.len()));
        Ok(std::mem::replace(&mut self.input, rest))
    }

    fn open(&mut self, _path: &[u8], _mode: &[u8]) -> Result<i32, i32> {
        Err(ENOENT)
    }

    fn close(&mut self, _descriptor: i32) -> Result<(), i32> {
        Ok(())
    }

    fn seek(&mut self, _descriptor: i32, _offset: i64, _whence: i32) -> Result<u64, i32> {
        Err(ESPIPE)
    }

    fn remove(&mut self, _path: &[u8]) -> Result<(), i32> {
        Err(ENOENT)
    }

    fn rename(&mut self, _from: &[u8], _to: &[u8]) -> Result<(), i32> {
        Err(ENOENT)
    }

    fn environment(&self, _name: &[u8]) -> Option<Vec<u8>> {
        None
    }

    fn now(&self) -> (i64, u32) {
        (1_700_000_000, 0)
    }

    fn cpu_time(&self) -> u64 {
        0
    }
}

/// What disagrees, in words; nothing when nothing does.
pub(crate) fn disagreements(program: &Program, report: &AuditReport) -> Option<String> {
    let lines: Vec<String> = report.disagreements.iter().map(|it| it.describe(program)).collect();
    let count = report.disagreeing;
    (count > 0).then(|| format!("{count} of {} disagree:\n{}", report.checked, lines.join("\n")))
}
