//! The audit can fail: a machine that runs something else than is meant is found out.

use super::Audit;
use clew_c::{Frontend, Options};
use clew_ir::Program;
use clew_vm::guest::World;
use clew_vm::{Config, libc};

/// A world where nothing is.
struct Nothing;

impl World for Nothing {
    fn write(&mut self, _descriptor: i32, bytes: &[u8]) -> Result<usize, i32> {
        Ok(bytes.len())
    }

    fn read(&mut self, _descriptor: i32, _limit: usize) -> Result<Vec<u8>, i32> {
        Ok(Vec::new())
    }

    fn open(&mut self, _path: &[u8], _mode: &[u8]) -> Result<i32, i32> {
        Err(2)
    }

    fn close(&mut self, _descriptor: i32) -> Result<(), i32> {
        Err(9)
    }

    fn seek(&mut self, _descriptor: i32, _offset: i64, _whence: i32) -> Result<u64, i32> {
        Err(9)
    }

    fn remove(&mut self, _path: &[u8]) -> Result<(), i32> {
        Err(2)
    }

    fn rename(&mut self, _from: &[u8], _to: &[u8]) -> Result<(), i32> {
        Err(2)
    }

    fn environment(&self, _name: &[u8]) -> Option<Vec<u8>> {
        None
    }

    fn now(&self) -> (i64, u32) {
        (0, 0)
    }

    fn cpu_time(&self) -> u64 {
        0
    }
}

fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("test.c");
    std::fs::write(&file, source).expect("a written file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[file]).expect("C that compiles");
    frontend.finish().expect("a program that links")
}

/// What all these have in common: `@` is the function's body.
const FRAME: &str = "
struct s { unsigned a : 3; int b : 5; int c; };
static int global, other;
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static struct s make(int x) { struct s s = {1, 2, x}; return s; }
static int larger(int x, int y) { return x > y ? x : y; }
int f(int x, int y) { int a[4] = {1, 2, 3, 4}; struct s s = {1, 2, 3}; double d = 0.5;
    int (*g)(int) = one; @ return x; }
";

fn disagreements(machine: &str, meant: &str) -> Vec<String> {
    let (machine, meant) = (FRAME.replace('@', machine), FRAME.replace('@', meant));
    let (machine, meant) = (load(&machine), load(&meant));
    let config = Config { natives: libc::native, ..Config::default() };
    let mut audit = Audit::between(&machine, &meant, config, Box::new(Nothing), 100);
    audit.call(machine.function("f").expect("the function"), &[5, 5]);
    audit.report().disagreements.iter().map(|it| it.what.clone()).collect()
}

#[test]
fn what_is_meant_and_run_agrees() {
    let body =
        "x += y; a[x & 3] = y; s.b = x; s = make(y); x = larger(s.c, y) + g(y); d = x / 3.0;";
    assert_eq!(disagreements(body, body), Vec::<String>::new());
}

#[test]
fn what_differs_is_found() {
    for (machine, meant, told) in [
        ("x = y + 1;", "x = y + 2;", "`x` is"),
        ("x = (unsigned char)(y + 200);", "x = (signed char)(y + 200);", "`x` is"),
        ("x = y + 1;", "y = x + 1;", "`x` is"),
        ("a[1] = 7;", "a[2] = 7;", "bytes at"),
        ("a[1] = 7;", "a[1] = 8;", "are ["),
        ("s.a = 5;", "s.a = 4;", "are ["),
        ("s.b = 5;", "s.a = 5;", "are ["),
        ("global = 1;", "other = 1;", "bytes at"),
        ("d = y / 3.0;", "d = y / 3.5;", "`d` is"),
        ("if (x < y) x = 1;", "if (x <= y) x = 1;", "control goes"),
        ("switch (x) { case 5: x = 1; }", "switch (x) { case 4: x = 1; }", "control goes"),
        ("x = one(y);", "x = two(y);", "is called"),
        ("g = two; x = g(y);", "g = two; x = one(y);", ""),
        ("x = larger(x, 9);", "x = larger(9, x);", "on entry"),
        ("return x + 1;", "return x + 2;", "is returned"),
        ("s = make(7);", "s = make(8);", "on entry"),
        ("s.c = one(y);", "a[0] = one(y);", "are"),
        ("x = a[3];", "x = a[4];", "should have ended"),
        ("x = 7 / x;", "x = 7 / (x - y);", "should have ended"),
    ] {
        let found = disagreements(machine, meant);
        let is_told = found.iter().any(|what| what.contains(told));
        assert!(is_told, "`{machine}` runs and `{meant}` is meant: {found:?}");
    }
}
