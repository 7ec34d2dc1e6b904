//! Whether suites guard the source they were written for: they test the file where it is, fail when
//! it is broken, and what Clew wrote is known from what people wrote.

use crate::common::{clew, clew_json, corpus};
use std::path::Path;
use std::process::{Command, Output};

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

fn generate(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = clew();
    command.arg("gen").args(arguments).args(["-b", "5s"]).current_dir(folder);
    let output = command.output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Compiles a suite by its path alone, from another folder, and runs it; whether it passes.
fn passes(compiler: &str, suite: &Path) -> bool {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let program = elsewhere.path().join("tests");
    let mut compile = Command::new(compiler);
    compile.arg(suite).arg("-o").arg(&program).args(["-w", "-lm"]).current_dir(elsewhere.path());
    let output = compile.output().expect("a compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Command::new(&program).output().expect("a run").status.success()
}

const CLAMP: &str =
    "#include \"limits.h\"\nint clamp(int x) {\n    return x > LIMIT ? LIMIT : x;\n}\n";

#[test]
fn a_suite_fails_when_the_source_is_broken() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, "code/limits.h", "#define LIMIT 9\n");
    write(root, "code/clamp.c", CLAMP);
    generate(root, &["code/clamp.c", "-o", "tests/clew", "--framework", "unity,cmocka,check"]);
    let suite = root.join("tests/clew/test_clamp.c");
    assert!(!root.join("tests/clew/src").exists(), "nothing is copied");
    for compiler in ["gcc", "clang"] {
        assert!(passes(compiler, &suite), "{compiler}");
    }
    let check = clew().args(["check", "tests/clew"]).current_dir(root).output().expect("a run");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    write(root, "code/limits.h", "#define LIMIT 8\n");
    for compiler in ["gcc", "clang"] {
        assert!(!passes(compiler, &suite), "{compiler}");
    }
}

/// A string that knows its length, which stands before what users see.
const COUNTED: &str = "\
#include <stdlib.h>
#include <string.h>
struct header { unsigned length, room; struct header *self; char text[]; };
char *counted(const char *from, unsigned length) {
    if (length > 6)
        return NULL;
    struct header *it = malloc(sizeof *it + length + 1);
    if (!it)
        return NULL;
    it->length = length;
    it->room = 2 * length;
    it->self = it;
    memcpy(it->text, from, length);
    it->text[length] = 0;
    return it->text;
}
";

#[test]
fn what_stands_before_a_returned_pointer_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, "counted.c", COUNTED);
    generate(root, &["counted.c", "-o", "tests"]);
    let suite = root.join("tests/test_counted.c");
    assert!(passes("gcc", &suite));
    for (old, new) in [("it->length = length", "it->length = 9"), ("2 * length", "3 * length + 1")]
    {
        write(root, "counted.c", &COUNTED.replace(old, new));
        assert!(!passes("gcc", &suite), "{new}");
    }
}

#[test]
fn a_folder_elsewhere_has_the_path_from_the_root() {
    let (folder, other) = (tempfile::tempdir().expect("a folder"), Path::new("/dev/shm"));
    if !other.is_dir() {
        return;
    }
    let other = tempfile::tempdir_in(other).expect("a folder");
    write(folder.path(), "clamp.c", &CLAMP.replace("#include \"limits.h\"", "#define LIMIT 9"));
    generate(folder.path(), &["clamp.c", "-o", &other.path().display().to_string()]);
    assert!(passes("cc", &other.path().join("test_clamp.c")));
}

#[test]
fn a_standalone_suite_can_be_moved() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, "code/limits.h", "#define LIMIT 9\n");
    write(root, "code/clamp.c", CLAMP);
    generate(root, &["code/clamp.c", "-o", "out", "--standalone"]);
    std::fs::remove_dir_all(root.join("code")).expect("removed");
    std::fs::rename(root.join("out"), root.join("moved")).expect("moved");
    assert!(passes("cc", &root.join("moved/test_clamp.c")));
}

/// Without flags a compiler takes the copy; with those of the Makefile it takes the file itself.
#[test]
fn headers_that_flags_lead_to_are_found_with_and_without_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, "some include/limits_of_us.h", "#define LIMIT 9\n");
    let source = CLAMP.replace("\"limits.h\"", "<limits_of_us.h>");
    write(root, "code/clamp.c", &source);
    generate(root, &["code/clamp.c", "-o", "out", "--cflags", "-I'some include'"]);
    let suite = root.join("out/test_clamp.c");
    assert!(passes("cc", &suite));
    let make = || {
        let make = Command::new("make").current_dir(root.join("out")).output();
        make.expect("make").status.success()
    };
    assert!(make());
    write(root, "code/clamp.c", &source.replace("x > LIMIT", "x < LIMIT"));
    assert!(!make(), "the file itself is tested");
    assert!(passes("cc", &suite), "the copy is what it was");
}

#[test]
fn what_is_stale_goes_and_what_was_edited_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let text = "int one(int x) { return x > 1; }\nint two(int x) { return x > 2; }\n";
    write(root, "f.c", text);
    generate(root, &["f.c", "-o", "out"]);
    let exists = |name: &str| root.join("out").join(name).exists();
    assert!(exists("test_one.c") && exists("test_two.c") && exists("tests-two.json"));
    // One function alone says nothing of the other.
    generate(root, &["f.c", "-o", "out", "-f", "one"]);
    assert!(exists("test_two.c"));
    write(root, "f.c", &text.replace("two", "three"));
    let said = generate(root, &["f.c", "-o", "out"]);
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(said.contains("test_two.c"), "{said}");
    assert!(exists("test_three.c") && !exists("test_two.c") && !exists("tests-two.json"));
    // What was edited is not removed with its function.
    write(root, "out/test_three.c", "/* mine */\n");
    write(root, "f.c", "int one(int x) { return x > 1; }\n");
    let said = generate(root, &["f.c", "-o", "out"]);
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(said.contains("test_three.c tests a function that is gone"), "{said}");
    let read = std::fs::read_to_string(root.join("out/test_three.c")).expect("a file");
    assert_eq!(read, "/* mine */\n");
}

/// One function of each kind in `tests/seeded`; `clew-bench faults` has them all.
#[test]
fn seeded_faults_make_suites_fail() {
    let chosen = [
        ("constructors.c", "value_nil"),
        ("lists.c", "list_prepend"),
        ("machines.c", "start_up"),
        ("machines.c", "next_id"),
        ("texts.c", "to_hex"),
    ];
    for (file, function) in chosen {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let text = std::fs::read_to_string(corpus().join("seeded").join(file)).expect("a file");
        write(root, file, &text);
        generate(root, &[file, "-f", function, "-o", "out"]);
        let suite = root.join(format!("out/test_{function}.c"));
        assert!(passes("cc", &suite), "{function}");
        let mark = format!("// fault {function}: ");
        let (before, rest) = text.split_once(&mark).expect("a fault");
        let (change, code) = rest.split_once('\n').expect("a line");
        let (old, new) = change.split_once(" => ").expect("a change");
        write(root, file, &format!("{before}\n{}", code.replacen(old, new, 1)));
        assert!(!passes("cc", &suite), "{function}");
    }
}

const PRINTS: &str = "#include <stdio.h>\n#include <stdlib.h>\n\
    int show(int n) {\n    if (n < 0)\n        fprintf(stderr, \"bad %d\\n\", n);\n    else\n        \
    printf(\"good %d\\n\", n);\n    return 0;\n}\n";

#[test]
fn what_is_printed_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, "show.c", PRINTS);
    generate(root, &["show.c", "-o", "out"]);
    let suite = root.join("out/test_show.c");
    for compiler in ["gcc", "clang"] {
        assert!(passes(compiler, &suite), "{compiler}");
    }
    for (old, new) in [("good %d", "good %u "), ("stderr", "stdout"), ("bad", "Bad")] {
        write(root, "show.c", &PRINTS.replace(old, new));
        assert!(!passes("cc", &suite), "{new}");
    }
}

/// A compiler names the file otherwise where the tests include it: nothing that tells its name is checked.
#[test]
fn names_of_files_are_not_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let text = "#include <stdio.h>\nvoid trace(const char *file, int level);\n\
                const char *where(int n) {\n    if (n > 2)\n        trace(__FILE__, n);\n    \
                printf(\"%s\\n\", __FILE__);\n    return __FILE__;\n}\n";
    write(root, "where.c", text);
    let report = clew_json(root, &["gen", "where.c", "-o", "a/b", "-b", "5s"]);
    let verified = &report["units"][0]["verified"];
    assert_eq!((&verified["tests"], &verified["agree"]), (&2.into(), &2.into()), "{verified}");
    assert_eq!(verified["disagreements"].as_array().map_or(0, Vec::len), 0, "{verified}");
}

/// The score is what the suite on disk does: without its checks it kills what crashes alone.
#[test]
fn mutants_are_killed_by_checks() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let text = "int scale(int x, int y) {\n    if (x > 3 && y != 0)\n        x = x * 2 + y;\n    \
                return x - y;\n}\n";
    write(root, "scale.c", text);
    generate(root, &["scale.c", "-o", "out", "-c", "wm"]);
    let score = || {
        let report = clew_json(root, &["score", "scale.c", "out", "-c", "mutants"]);
        let mutants = &report["units"][0]["stats"]["mutants"];
        let number = |key: &str| mutants[key].as_u64().expect("a number");
        (number("run"), number("killed"))
    };
    let (run, killed) = score();
    assert!(run >= 30 && killed * 100 >= run * 85, "{killed} of {run}");
    let suite = root.join("out/test_scale.c");
    let with_checks = std::fs::read_to_string(&suite).expect("a suite");
    write(root, "out/test_scale.c", &with_checks.replace("    CHECK_INT(", "    (void)("));
    // What divides by zero is seen without checks.
    let (again, without) = score();
    assert!(again == run && without <= 4, "{without} of {again}");
}

/// Compiles a suite with a compiler; what it prints, and the names that it is not linked with itself.
fn built(compiler: &str, suite: &Path) -> (Output, String) {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let program = elsewhere.path().join("tests");
    let mut compile = Command::new(compiler);
    compile.args(["-Wall", "-Wextra", "-Werror", "-O2"]).arg(suite).arg("-o").arg(&program);
    let output = compile.arg("-lm").output().expect("a compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let names = Command::new("nm").arg("-u").arg(&program).output().expect("nm").stdout;
    let run = Command::new(&program).current_dir(elsewhere.path()).output().expect("a run");
    (run, String::from_utf8_lossy(&names).into_owned())
}

#[test]
fn tests_without_processes_restore_variables() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let code = "#include <stdlib.h>\nstatic int calls;\nint mode = 3;\n\
                int step(int x) {\n    if (++calls > 1)\n        return -1;\n    if (x == 77)\n        \
                mode = x;\n    if (x == 5)\n        exit(4);\n    return mode;\n}\n";
    write(root, "step.c", code);
    generate(root, &["step.c", "-o", "out", "--no-fork"]);
    let suite = root.join("out/test_step.c");
    for compiler in ["gcc", "clang"] {
        let (run, names) = built(compiler, &suite);
        let printed = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success(), "{compiler}: {printed}");
        assert!(printed.contains("# SKIP it ends its process"), "{printed}");
        assert!(printed.lines().filter(|line| line.starts_with("ok")).count() > 2, "{printed}");
        for name in ["fork", "open", "waitpid"] {
            let has =
                |line: &str| line.trim().trim_start_matches("U ").split('@').next() == Some(name);
            assert!(!names.lines().any(has), "{compiler} needs {name}");
        }
    }
    generate(root, &["step.c", "-o", "usual"]);
    let usual = std::fs::read_to_string(root.join("usual/test_step.c")).expect("a suite");
    assert!(!usual.contains("#define CLEW_NO_FORK"));
}

/// What a function prints is checked also where another file of the program asserts something.
#[test]
fn printing_is_checked_beside_assertions() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let other =
        "#include <assert.h>\nint half(long n, long m) { assert(n > m); return (int)(n / 2); }\n";
    write(root, "show.c", PRINTS);
    write(root, "other.c", other);
    generate(root, &["show.c", "other.c", "-f", "show", "-o", "out"]);
    let suite = root.join("out/test_show.c");
    assert!(passes("gcc", &suite));
    write(root, "show.c", &PRINTS.replace("bad", "Bad"));
    assert!(!passes("gcc", &suite));
}

/// A function pointer may lead to a function of another file, which the suite brings along then.
#[test]
fn functions_of_other_files_are_there_when_pointers_lead_to_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let text =
        "int apply(int (*f)(int), int n) { int r = f(n); if (r == 77) return 1; return 0; }\n";
    write(root, "apply.c", text);
    write(root, "other.c", "int seven(int n) { return n == 3 ? 77 : n; }\n");
    let output = generate(root, &["apply.c", "other.c", "-f", "apply", "-o", "out"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("does not compile"), "{said}");
    assert!(passes("gcc", &root.join("out/test_apply.c")));
}

/// A file that includes itself is mutated wherever it is included.
#[test]
fn a_file_that_includes_itself_is_mutated() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let text = "#ifndef LEVEL\n#define LEVEL 1\n#include \"twice.c\"\n#else\n\
                int apart(int a, int b) {\n    if (a > b)\n        return a - b;\n    return b - a;\n}\n#endif\n";
    write(root, "twice.c", text);
    generate(root, &["twice.c", "-o", "out"]);
    let mut score = clew();
    score.args(["score", "twice.c", "out", "-c", "mutants", "--format", "json"]).current_dir(root);
    let report: serde_json::Value =
        serde_json::from_slice(&score.output().expect("a run").stdout).expect("JSON");
    let mutants = &report["units"][0]["stats"]["mutants"];
    let (run, killed) = (mutants["run"].as_u64(), mutants["killed"].as_u64());
    assert!(run > Some(3) && killed.map(|it| it * 10) >= run.map(|it| it * 8), "{mutants}");
}

/// A table that is a string literal has null characters in it: tests that set a pointer to it have all of it.
#[test]
fn literals_with_null_characters_are_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let text = "static const char *kinds = \"\\0\\0\\1\\0\\2\";\nvoid other(void) { kinds = 0; }\n\
                int kind(unsigned n) {\n    if (n > 4)\n        return -1;\n    \
                return kinds[n] == 2 ? 1 : 0;\n}\n";
    write(root, "kind.c", text);
    generate(root, &["kind.c", "-f", "kind", "-o", "out"]);
    let suite = std::fs::read_to_string(root.join("out/test_kind.c")).expect("a suite");
    assert!(suite.contains(r#""\000\000\001\000\002""#), "{suite}");
    assert!(passes("gcc", &root.join("out/test_kind.c")));
}
