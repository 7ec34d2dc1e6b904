//! Suites that compiled programs contradict: what is wrong is left out, and said.

use crate::common::{Shown, clew, describe, run};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Generates tests for a program, with this compiler.
fn generate(source: &str, compiler: Option<&Path>, folder: &Path) -> (Value, Shown) {
    let file = folder.join("program.c");
    fs::write(&file, source).expect("the program should be written");
    let mut command = clew();
    command.arg("gen").arg(&file).args(["--format", "json", "-b", "5s", "-o"]);
    command.arg(folder.join("out"));
    if let Some(compiler) = compiler {
        command.env("CC", compiler);
    }
    let shown = run(&mut command, b"").expect("clew should run");
    assert_eq!(shown.status, 0, "{}", describe(&shown));
    let report: Value = serde_json::from_slice(&shown.stdout).expect("a report");
    (report["units"][0].clone(), shown)
}

/// Whether the suite on disk compiles and passes.
fn passes(function: &str, folder: &Path) -> bool {
    let out = folder.join("out");
    let mut build = Command::new("cc");
    build.arg(format!("test_{function}.c")).args(["-o", "suite"]).current_dir(&out);
    build.status().is_ok_and(|status| status.success())
        && Command::new(out.join("suite")).output().is_ok_and(|output| output.status.success())
}

/// The world of the machine has no files, the world of the compiled program has.
#[test]
fn a_test_that_goes_another_way_is_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = r#"
        #include <fcntl.h>
        #include <unistd.h>
        int exists(int n) {
            int file;
            if (n > 3)
                return 2;
            file = open("/proc/self/stat", O_RDONLY);
            if (file < 0)
                return 0;
            close(file);
            return 1;
        }"#;
    let (unit, shown) = generate(source, None, folder.path());
    let verified = &unit["verified"];
    assert_eq!(verified["left_out"]["tests"], 1, "{}", describe(&shown));
    assert_eq!(verified["tests"], verified["agree"]);
    let objectives = unit["objectives"].as_array().expect("objectives");
    let missing = objectives.iter().find(|it| it["text"] == "file < 0 is true");
    let missing = missing.expect("the objective");
    assert_eq!(missing["status"], "open");
    assert_eq!(missing["why_open"], "the compiled program behaves differently");
    let kept = objectives.iter().find(|it| it["text"] == "n > 3 is true").expect("the objective");
    assert_eq!(kept["status"], "covered");
    assert!(shown.stderr.contains("disagrees"), "{}", shown.stderr);
    assert!(passes("exists", folder.path()));
}

/// Who is contradicted by compiled code may be wrong about more: proofs of that function are not believed.
#[test]
fn a_proof_is_not_believed_where_compiled_code_contradicts_the_machine() {
    let source = |world: &str| {
        format!(
            r#"
            #include <fcntl.h>
            #include <unistd.h>
            int both(int n) {{
                if (n > 10) {{
                    if (n < 5)
                        return 3;
                }}
                {world}
                return 1;
            }}"#
        )
    };
    let of_impossible = |world: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let (unit, shown) = generate(&source(world), None, folder.path());
        let objectives = unit["objectives"].as_array().expect("objectives");
        let impossible = objectives.iter().find(|it| it["text"] == "n < 5 is true");
        (impossible.expect("the objective").clone(), describe(&shown))
    };
    let (believed, shown) = of_impossible("");
    assert_eq!(believed["status"], "infeasible", "{shown}");
    let (doubted, shown) = of_impossible("if (open(\"/proc/self/stat\", O_RDONLY) < 0) return 0;");
    assert_eq!(doubted["status"], "open", "{shown}");
    let why = "compiled, this function does something else: a proof is not believed";
    assert_eq!(doubted["why_open"], why, "{shown}");
    assert!(doubted.get("certificate").is_none_or(Value::is_null), "{doubted}");
}

#[test]
fn a_check_that_fails_is_left_out_of_its_test() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = r#"
        #include <fcntl.h>
        int seen;
        int exists(int n) {
            seen = n + 1;
            return open("/proc/self/stat", O_RDONLY) >= 0;
        }"#;
    let (unit, shown) = generate(source, None, folder.path());
    let left_out = &unit["verified"]["left_out"];
    assert_eq!((&left_out["tests"], &left_out["checks"]), (&0.into(), &1.into()));
    let suite = fs::read_to_string(folder.path().join("out/test_exists.c")).expect("a suite");
    assert!(suite.contains("CHECK_INT(8, seen)"), "{}", describe(&shown));
    assert!(!suite.contains("CHECK_INT(0, result)"));
    assert!(passes("exists", folder.path()));
}

#[test]
fn a_test_that_does_not_compile_does_not_take_the_suite_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    // A compiler that does not like one of the tests.
    let compiler = folder.path().join("picky");
    let script = "#!/bin/sh\n\
        line=$(grep -n 'n_eq_77_true(void) {' test_choose.c 2>/dev/null | cut -d: -f1)\n\
        if [ -n \"$line\" ]; then echo \"test_choose.c:$line:5: error: no\" >&2; exit 1; fi\n\
        exec gcc \"$@\"\n";
    fs::write(&compiler, script).expect("the script should be written");
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).expect("permissions");
    let source = "int choose(int n) { if (n == 77) return 1; return 0; }";
    let (unit, shown) = generate(source, Some(&compiler), folder.path());
    assert_eq!(unit["verified"]["left_out"]["tests"], 1, "{}", describe(&shown));
    assert_eq!(unit["verified"]["tests"], 1);
    assert_eq!(unit["criteria"][0]["covered"], 1);
    assert_eq!(unit["criteria"][0]["open"], 1);
    assert!(passes("choose", folder.path()));
}

#[test]
fn a_complaint_that_names_no_test_is_traced_to_the_tests_at_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    // A linker that does not like two of the tests, and says nothing of them.
    let compiler = folder.path().join("terse");
    let script = "#!/bin/sh\n\
        if grep -q 'n_eq_77_true(void) {\\|n_eq_99_true(void) {' test_choose.c 2>/dev/null; then\n\
        echo 'ld returned 1 exit status' >&2; exit 1; fi\n\
        exec gcc \"$@\"\n";
    fs::write(&compiler, script).expect("the script should be written");
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).expect("permissions");
    let source = "int choose(int n) { if (n == 77) return 1; if (n == 88) return 2; \
        if (n == 99) return 3; return 0; }";
    let (unit, shown) = generate(source, Some(&compiler), folder.path());
    assert_eq!(unit["verified"]["left_out"]["tests"], 2, "{}", describe(&shown));
    assert_eq!(unit["verified"]["tests"], 2);
    assert_eq!(unit["criteria"][0]["covered"], 4);
    assert_eq!(unit["criteria"][0]["open"], 2);
    assert!(passes("choose", folder.path()));
}

/// The flags of a compilation database, and quotes, reach the compiler of the tests.
#[test]
fn the_tests_are_compiled_as_the_program_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("include")).expect("a folder");
    fs::write(path("include/limit.h"), "#define LIMIT 7\n").expect("a header");
    let source = "#include \"limit.h\"\n\
        const char *check(int n) { if (n > LIMIT + EXTRA) return NAME; return \"\"; }\n";
    fs::write(path("program.c"), source).expect("a program");
    let database = serde_json::json!([{
        "directory": folder.path(), "file": "program.c",
        "arguments": ["cc", "-Iinclude", "-D", "EXTRA=2", "-c", "program.c"],
    }]);
    fs::write(path("compile_commands.json"), database.to_string()).expect("a database");
    let mut command = clew();
    command.current_dir(folder.path()).args(["gen", "program.c", "-p", "compile_commands.json"]);
    command.args(["--cflags", r#"-DNAME='"too much"'"#, "--format", "json", "-o"]).arg(path("out"));
    let output = command.output().expect("clew should run");
    let said = String::from_utf8_lossy(&output.stderr);
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let unit = &report["units"][0];
    assert_eq!(unit["criteria"][0]["covered"], 2, "{said}");
    assert_eq!((&unit["verified"]["tests"], &unit["verified"]["agree"]), (&2.into(), &2.into()));
    assert!(passes("check", folder.path()));
}
