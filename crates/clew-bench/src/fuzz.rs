//! Random programs of Csmith: what the machine shows has to be what gcc and clang make of them.

use crate::error::Error;
use crate::process::{self, Run};
use crate::subject::{Subject, difference};
use crate::tools::{Compiler, Tools, target};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The seeds, and what kind of programs.
#[derive(Args, Debug)]
pub(crate) struct FuzzArguments {
    /// What the programs use
    #[arg(long, value_enum, default_value = "default")]
    options: OptionSet,
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    from: u64,
    /// How many seeds
    #[arg(long, value_name = "N", default_value_t = 500)]
    count: u64,
    /// How many programs at the same time
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    jobs: usize,
}

/// A choice of Csmith's options.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum OptionSet {
    /// Csmith's defaults: integers, pointers, structs with bit-fields, unions, volatile objects
    Default,
    /// Floats as well, and bit-fields and packed structs for certain
    Floats,
    /// Bit-counting builtins and inline functions
    Builtins,
}

impl OptionSet {
    fn flags(self) -> &'static [&'static str] {
        match self {
            OptionSet::Default => &[],
            OptionSet::Floats => &["--float", "--bitfields", "--packed-struct"],
            OptionSet::Builtins => &["--builtins", "--inline-function"],
        }
    }

    fn name(self) -> &'static str {
        match self {
            OptionSet::Default => "default",
            OptionSet::Floats => "floats",
            OptionSet::Builtins => "builtins",
        }
    }
}

/// How long Csmith may think about a program.
const GENERATION_LIMIT: Duration = Duration::from_secs(60);
/// Compiled programs that run longer are of no use.
const COMPILED_LIMIT: Duration = Duration::from_secs(10);
const MACHINE_LIMIT: Duration = Duration::from_secs(120);
/// Where Debian puts Csmith's header.
const INCLUDE: &str = "-I/usr/include/csmith";

/// What became of one seed.
enum Outcome {
    Passed,
    Failed(String),
    Skipped(&'static str),
}

/// The outcomes so far.
#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    skipped: u64,
    /// The first failure of the harness itself; it ends the campaign.
    error: Option<Error>,
}

pub(crate) fn run(tools: &Tools, arguments: &FuzzArguments) -> Result<bool, Error> {
    let next = AtomicU64::new(0);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= arguments.count {
                        break;
                    }
                    let seed = arguments.from + index;
                    let outcome = try_seed(tools, arguments.options, seed);
                    if !record(&tally, arguments.options, seed, outcome) {
                        break;
                    }
                }
            });
        }
    });
    let tally = tally.into_inner().expect("no worker should panic");
    if let Some(error) = tally.error {
        return Err(error);
    }
    let Tally { passed, failed, skipped, .. } = tally;
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    Ok(failed == 0)
}

/// Counts and shows an outcome; whether to go on.
fn record(
    tally: &Mutex<Tally>,
    options: OptionSet,
    seed: u64,
    outcome: Result<Outcome, Error>,
) -> bool {
    let mut tally = tally.lock().expect("no worker should panic");
    let name = options.name();
    match outcome {
        Ok(Outcome::Passed) => tally.passed += 1,
        Ok(Outcome::Skipped(why)) => {
            tally.skipped += 1;
            println!("skip {name} {seed}: {why}");
        }
        Ok(Outcome::Failed(how)) => {
            tally.failed += 1;
            println!("FAIL {name} {seed}: {how}");
        }
        Err(error) => {
            tally.error.get_or_insert(error);
        }
    }
    tally.error.is_none()
}

/// Generates, compiles and compares the program of one seed.
fn try_seed(tools: &Tools, options: OptionSet, seed: u64) -> Result<Outcome, Error> {
    let temporary = |source| Error::File { path: std::env::temp_dir(), source };
    let folder = tempfile::tempdir().map_err(temporary)?;
    let file = folder.path().join(format!("{}-{seed}.c", options.name()));
    let mut csmith = Command::new("csmith");
    csmith.arg("--seed").arg(seed.to_string()).args(options.flags()).arg("--output").arg(&file);
    // Csmith leaves a file of its own in the working directory.
    csmith.current_dir(folder.path());
    if process::run(&csmith, GENERATION_LIMIT)?.status != 0 {
        return Ok(Outcome::Skipped("csmith gives up"));
    }
    let subject = Subject {
        name: options.name().to_owned(),
        sources: vec![file.clone()],
        cflags: vec![INCLUDE.to_owned()],
        arguments: Vec::new(),
    };
    let expected = match expected(&subject, folder.path())? {
        Ok(expected) => expected,
        Err(why) => return Ok(Outcome::Skipped(why)),
    };
    let mut on_machine = subject.on_machine(tools);
    on_machine.current_dir(folder.path());
    let on_machine = process::run(&on_machine, MACHINE_LIMIT)?;
    match difference(&expected, &on_machine) {
        None => Ok(Outcome::Passed),
        Some(difference) => {
            let kept = keep(&file)?;
            let again = format!("clew run {} --cflags={INCLUDE}", kept.display());
            Ok(Outcome::Failed(format!("{difference}\n  again: {again}")))
        }
    }
}

/// What gcc and clang agree the program shows, or why it is of no use.
fn expected(subject: &Subject, folder: &Path) -> Result<Result<Run, &'static str>, Error> {
    let mut runs = Vec::new();
    for compiler in [Compiler::Gcc, Compiler::Clang] {
        let program = folder.join(compiler.program());
        match subject.compile(compiler, &program) {
            Ok(()) => {}
            Err(Error::Failed { .. }) => return Ok(Err("a compiler refuses it")),
            Err(error) => return Err(error),
        }
        let run = process::run(Command::new(&program).current_dir(folder), COMPILED_LIMIT)?;
        if run.timed_out() {
            return Ok(Err("no end in time when compiled"));
        }
        runs.push(run);
    }
    let [gcc, clang] = <[Run; 2]>::try_from(runs).expect("there are two compilers");
    Ok(if gcc.agrees_with(&clang) { Ok(gcc) } else { Err("gcc and clang disagree") })
}

/// Puts a program where it outlives the campaign.
fn keep(file: &Path) -> Result<PathBuf, Error> {
    let folder = target().join("fuzz");
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let folder = folder.canonicalize().map_err(Error::file(&folder))?;
    let kept = folder.join(file.file_name().unwrap_or_default());
    std::fs::copy(file, &kept).map_err(Error::file(&kept))?;
    Ok(kept)
}
