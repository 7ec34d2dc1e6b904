//! The C models, compiled natively under a prefix and compared with the host's library.

use clew_vm::libc::{
    MODEL_FLAGS, all_models, joined_source, model_defines, model_needs, model_source,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

const DIRECTORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/libc");

/// Runs a command that has to succeed.
fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?} failed:\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// A directory of this process's own: the test runner may give each test a process.
fn scratch(name: &str) -> PathBuf {
    let own = format!("{name}-{}", std::process::id());
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(own);
    std::fs::create_dir_all(&directory).expect("the scratch directory should be writable");
    directory
}

/// Compiles a model's source to an object file.
fn compile(directory: &Path, name: &str, source: &str, optimisation: &str) -> PathBuf {
    let file = name.replace(['/', '.'], "_");
    let (source_path, object) =
        (directory.join(format!("{file}.c")), directory.join(format!("{file}.o")));
    std::fs::write(&source_path, source).expect("the source should be writable");
    let flags = ["-fno-stack-protector", "-fno-tree-loop-distribute-patterns", "-c", "-o"];
    let mut command = Command::new("gcc");
    command.args(MODEL_FLAGS).arg(optimisation).args(flags).arg(&object).arg(&source_path);
    run(&mut command);
    object
}

/// The symbols an object file defines, and those it needs.
fn symbols(object: &Path) -> (BTreeSet<String>, BTreeSet<String>) {
    let output = run(Command::new("nm").arg(object)).stdout;
    let (mut defined, mut needed) = (BTreeSet::new(), BTreeSet::new());
    for line in String::from_utf8_lossy(&output).lines() {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["U", name] if name != "_GLOBAL_OFFSET_TABLE_" => {
                needed.insert(name.to_string());
            }
            [_, "T" | "D" | "B" | "R" | "C", name] => {
                defined.insert(name.to_string());
            }
            _ => {}
        }
    }
    (defined, needed)
}

#[test]
fn the_table_says_what_the_files_define_and_need() {
    let directory = scratch("table");
    for id in all_models() {
        let (name, source) = model_source(id);
        // Without optimisation, what is needed is what is written.
        let (defined, needed) = symbols(&compile(&directory, name, &source, "-O0"));
        let listed: BTreeSet<String> = model_defines(id).map(str::to_string).collect();
        assert_eq!(defined, listed, "definitions of {name}");
        let listed: BTreeSet<String> = model_needs(id).map(str::to_string).collect();
        assert_eq!(needed, listed, "needs of {name}");
    }
}

#[test]
fn every_file_is_in_the_table() {
    let files = std::fs::read_dir(DIRECTORY).expect("the models should be there");
    let names: BTreeSet<String> = all_models().map(|id| model_source(id).0.to_string()).collect();
    for file in files {
        let name = file.expect("a directory entry").file_name().to_string_lossy().into_owned();
        if name.ends_with(".c") {
            assert!(names.contains(&format!("libc/{name}")), "{name} should be in the table");
        }
    }
}

#[test]
fn all_models_make_one_unit() {
    let ids: Vec<_> = all_models().collect();
    compile(&scratch("joined"), "all", &joined_source(&ids), "-O0");
}

/// All models as one object file whose symbols have the prefix; made once a process.
fn prefixed_models() -> &'static Path {
    static OBJECT: OnceLock<PathBuf> = OnceLock::new();
    OBJECT.get_or_init(|| {
        let ids: Vec<_> = all_models().collect();
        let object = compile(&scratch("models"), "models", &joined_source(&ids), "-O1");
        run(Command::new("objcopy").arg("--prefix-symbols=clew_").arg(&object));
        object
    })
}

/// Links one test with the models and runs it.
fn check(name: &str) {
    let directory = scratch(name);
    let program = directory.join("program");
    let file = |name: &str| format!("{DIRECTORY}/test/{name}.c");
    let flags = ["-w", "-O0", "-g", "-fno-builtin", "-o"];
    run(Command::new("gcc")
        .args(flags)
        .arg(&program)
        .args([file(name), file("standins")])
        .arg(prefixed_models())
        .arg("-lm"));
    run(Command::new(&program).env("LC_ALL", "C").env("TZ", "UTC"));
}

#[test]
fn strings() {
    check("test_string");
}

#[test]
fn character_classes() {
    check("test_ctype");
}

#[test]
fn wide_strings() {
    check("test_wide");
}

#[test]
fn numbers() {
    check("test_numbers");
}

#[test]
fn sorting_random_numbers_and_environment() {
    check("test_stdlib");
}

#[test]
fn scanning() {
    check("test_scanf");
}

#[test]
fn streams() {
    check("test_stdio");
}

#[test]
fn calendar() {
    check("test_time");
}

#[test]
fn options() {
    check("test_getopt");
}

#[test]
fn signals_locale_and_exit() {
    check("test_signals");
}

#[test]
fn names_descriptors_and_wide_streams() {
    check("test_misc");
}
