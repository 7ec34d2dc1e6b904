//! The functions of a file are verified in one program.

use crate::common::{clew, clew_json};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Five functions; two have faults, one calls a function that no file defines.
const SOURCE: &str = "\
int sensor(int channel);
static int total;
int clamp(int x) { return x > 9 ? 9 : x; }
int first(const int *v) { return *v > 0 ? 1 : 2; }
int ratio(int a, int b) { if (a > 100) return 1; return a / b; }
int poll(int channel) { return sensor(channel) > 7; }
void count(int n) { if (n > 0) total += n; }
";

/// A compiler that notes how it is called.
fn logging_compiler(folder: &Path) -> String {
    let (script, log) = (folder.join("compiler"), folder.join("log"));
    let text = format!("#!/bin/sh\necho \"$@\" >> {}\nexec gcc \"$@\"\n", log.display());
    std::fs::write(&script, text).expect("a script");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    script.display().to_string()
}

/// How often the compiler was called with an argument to compile something.
fn compilations(folder: &Path, argument: &str) -> usize {
    let log = std::fs::read_to_string(folder.join("log")).expect("a log");
    let words = |line: &&str| {
        let words: Vec<&str> = line.split(' ').collect();
        words.contains(&"-c") && words.contains(&argument)
    };
    log.lines().filter(words).count()
}

#[test]
fn a_file_is_compiled_once_for_all_of_its_functions() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("code.c"), SOURCE).expect("a file");
    let mut command = clew();
    command.args(["gen", "code.c", "-o", "out", "-b", "10s", "--format", "json"]);
    command.env("CC", logging_compiler(folder.path())).current_dir(folder.path());
    let output = command.output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let units = result["units"].as_array().expect("units");
    assert_eq!(units.len(), 5);
    for unit in units {
        assert!(unit["verified"]["tests"].as_u64() > Some(0), "{unit:#}");
        assert_eq!(unit["verified"]["agree"], unit["verified"]["tests"], "{unit:#}");
        assert_eq!(unit["criteria"][0]["open"], 0, "{unit:#}");
    }
    let sanitized = |at: usize| &units[at]["findings"][0]["sanitizer"];
    assert_eq!(sanitized(1), "confirmed");
    assert_eq!(sanitized(2), "confirmed");
    assert_eq!(compilations(folder.path(), "--coverage"), 1);
    assert_eq!(compilations(folder.path(), "-fsanitize=address,undefined"), 1);
}

#[test]
fn a_suite_that_is_verified_with_others_holds_on_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("code.c"), SOURCE).expect("a file");
    clew_json(folder.path(), &["gen", "code.c", "-o", "out", "-b", "10s"]);
    for name in ["clamp", "first", "ratio", "poll", "count"] {
        let program = folder.path().join(name);
        let suite = folder.path().join(format!("out/test_{name}.c"));
        for compiler in ["gcc", "clang"] {
            let mut compile = std::process::Command::new(compiler);
            let compiled = compile.args(["-w", "-o"]).arg(&program).arg(&suite).status();
            assert!(compiled.expect("a compiler").success(), "{name} by {compiler}");
            let run = std::process::Command::new(&program).output().expect("a run");
            assert!(run.status.success(), "{name} by {compiler}");
        }
    }
}
