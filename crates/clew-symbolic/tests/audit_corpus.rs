//! The machine as a judge, on the programs of `tests/run` and `tests/faults` and the functions of
//! `tests/gen`: the meaning of each statement is what it does, and the word of each run is a path of
//! the interprocedural control-flow graph. Each file is one test.

mod common;

use clew_ir::{FunctionId, Program};
use clew_symbolic::meaning::Audit;
use clew_symbolic::{Entry, Fresh};
use clew_vm::{Config, libc};
use common::words::{check_words, own_functions};
use common::{Nowhere, corpus, disagreements, load_files};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};

/// So often each statement is compared.
const TIMES: u32 = 24;

fn main() {
    let arguments = Arguments::from_args();
    let corpus = corpus();
    let mut trials = Vec::new();
    for (folder, kind, check) in [
        ("run", "// test: run", check_run as fn(&Path) -> Result<(), Failed>),
        ("faults", "// test: fault", check_run),
        ("gen", "// test: gen", check_gen),
    ] {
        for path in programs(&corpus.join(folder), kind) {
            let name = path.strip_prefix(&corpus).unwrap_or(&path).display().to_string();
            trials.push(Trial::test(name, move || check(&path)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The C files below a folder whose first line says so.
fn programs(folder: &Path, first_line: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of programs") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if header(&path).first().is_some_and(|line| line == first_line) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The comment lines that a program begins with.
fn header(path: &Path) -> Vec<String> {
    let text = String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
    text.lines().take_while(|line| line.starts_with("//")).map(str::to_owned).collect()
}

/// The value of a key of the header.
fn value(header: &[String], key: &str) -> String {
    let prefix = format!("// {key}: ");
    let found = header.iter().find_map(|line| line.strip_prefix(&prefix));
    found.unwrap_or("").to_owned()
}

fn config() -> Config {
    Config { keeps_going: true, max_steps: 2_000_000, natives: libc::native, ..Config::default() }
}

fn check_run(path: &Path) -> Result<(), Failed> {
    let header = header(path);
    let folder = path.parent().expect("a program should be in a folder");
    let more = value(&header, "files");
    let mut files = vec![path.to_owned()];
    files.extend(more.split_whitespace().map(|file| folder.join(file)));
    let program = load_files(&files, &value(&header, "cflags"))?;
    let input = value(&header, "stdin").replace("\\n", "\n").into_bytes();
    let mut audit = Audit::new(&program, config(), Box::new(Nowhere { input }), TIMES);
    let mut args = vec![b"program".to_vec()];
    args.extend(value(&header, "args").split_whitespace().map(|arg| arg.as_bytes().to_vec()));
    audit.run_main(&args);
    conclude(&program, &audit)?;
    if let Some(main) = program.function("main") {
        check_words(&program, Entry::Harness(main), &[Fresh::Zero, Fresh::Random(1)])?;
    }
    Ok(())
}

fn conclude(program: &Program, audit: &Audit<'_>) -> Result<(), Failed> {
    match disagreements(program, audit.report()) {
        Some(told) => Err(told.into()),
        None => Ok(()),
    }
}

/// Every function of the file, with some arguments.
fn check_gen(path: &Path) -> Result<(), Failed> {
    let mut program = match load_files(&[path.to_owned()], "") {
        Ok(program) => program,
        // The headers of test harnesses are made when tests are.
        Err(message) if message.contains("file not found") => return Ok(()),
        Err(message) => return Err(message.into()),
    };
    let config = Config { max_steps: 200_000, ..config() };
    let mut audit = Audit::new(&program, config, Box::new(Nowhere::default()), TIMES);
    for id in own_functions(&program) {
        for round in 0..6 {
            call(&program, &mut audit, id, round);
        }
    }
    conclude(&program, &audit)?;
    program.infer_prototypes();
    for id in own_functions(&program) {
        let kinds = [Fresh::Zero, Fresh::Random(1), Fresh::Random(2), Fresh::Random(3)];
        check_words(&program, Entry::Unit(id), &kinds)?;
    }
    Ok(())
}

/// Numbers for all parameters but pointers, which point to an object full of small numbers.
fn call(program: &Program, audit: &mut Audit<'_>, id: FunctionId, round: u64) {
    let function = &program.functions[id];
    let mut args = Vec::new();
    for (at, &local) in function.params.iter().enumerate() {
        let ty = function.locals[local].ty;
        let number = round.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(7 * at as u32);
        let value: i64 = match (round + at as u64) % 4 {
            0 => (number % 8) as i64,
            1 => -((number % 5) as i64),
            2 => (number % 300) as i64,
            _ => number as i64,
        };
        let is_pointer = program.types.is_pointer(ty) || program.types.scalar(ty).is_none();
        args.push(if is_pointer {
            let bytes: Vec<u8> = (0..512u64)
                .map(|at| if at % 4 == 0 { (at / 4 + round) as u8 % 9 } else { 0 })
                .collect();
            u128::from(audit.object(&bytes))
        } else {
            let width = program.types.scalar(ty).map_or(64, clew_symbolic::meaning::scalar_width);
            clew_ir::ops::truncate(value as i128 as u128, width)
        });
    }
    audit.call(id, &args);
}
