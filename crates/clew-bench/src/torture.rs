//! gcc's own torture tests: programs that abort when something is not as C says.
//!
//! Their sources are in a Debian package, which is fetched and unpacked at run time and only read. What
//! does not pass as gcc builds it is no subject, nor is what passes by gcc's own reading of C alone: as
//! clang builds it, it has to pass, too. What clang does not parse, or what Clew says that it does not
//! support, is counted apart, and so is what ends in a fault (a handler of signals catches it there).

use crate::error::Error;
use crate::process;
use crate::programs::c_files;
use crate::table::{Section, Table};
use crate::tools::{Compiler, Tools, target};
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// This share of what is supported has to pass.
const SHARE: f64 = 0.999;
const LIMIT: Duration = Duration::from_secs(60);
const FETCH: Duration = Duration::from_secs(600);
/// The exit status of what Clew refuses.
const REFUSED: i32 = 2;

/// What is run.
#[derive(Args, Debug)]
pub(crate) struct TortureArguments {
    /// The folder gcc.c-torture/execute, instead of that of a Debian package
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The package with gcc's sources
    #[arg(long, value_name = "NAME", default_value = "gcc-12-source")]
    package: String,
    /// Compile for 32 bits, and run with --target ilp32
    #[arg(long)]
    ilp32: bool,
    /// Programs whose names contain this alone
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
}

impl TortureArguments {
    /// Whether all programs are run, so that the document can tell of them.
    pub(crate) fn is_whole(&self) -> bool {
        self.only.is_none()
    }
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outcome {
    Passed,
    Failed,
    NotParsed,
    Unsupported,
    /// Clew tells a fault of the program: undefined behaviour that compiled code survives.
    Faulted,
    NoSubject,
}

pub(crate) fn run(tools: &Tools, arguments: &TortureArguments) -> Result<Section, Error> {
    let folder = match &arguments.folder {
        Some(folder) => folder.clone(),
        None => fetch(&arguments.package)?,
    };
    let mut files = c_files(&folder)?;
    files.extend(c_files(&folder.join("ieee"))?);
    if let Some(only) = &arguments.only {
        files.retain(|file| file.to_string_lossy().contains(only));
    }
    let work = target().join("bench/torture");
    std::fs::create_dir_all(&work).map_err(Error::file(&work))?;
    let mut counts: BTreeMap<Outcome, usize> = BTreeMap::new();
    let mut missed = Vec::new();
    for file in &files {
        let (outcome, why) = try_program(tools, file, &work, arguments.ilp32)?;
        *counts.entry(outcome).or_default() += 1;
        let name = file.strip_prefix(&folder).unwrap_or(file).display();
        match outcome {
            Outcome::Failed => missed.push(format!("{name}: {why}")),
            Outcome::Unsupported | Outcome::NotParsed | Outcome::Faulted => {
                eprintln!("{name}: {why}");
            }
            Outcome::Passed | Outcome::NoSubject => {}
        }
    }
    let count = |outcome| counts.get(&outcome).copied().unwrap_or(0);
    let (passed, failed) = (count(Outcome::Passed), count(Outcome::Failed));
    let mut table = Table::new(&[
        "data model",
        "subjects",
        "not parsed",
        "unsupported",
        "faults told",
        "passed",
        "of the rest",
    ]);
    let apart = [Outcome::NotParsed, Outcome::Unsupported, Outcome::Faulted].map(count);
    table.row(vec![
        if arguments.ilp32 { "ilp32" } else { "lp64" }.to_owned(),
        (passed + failed + apart.iter().sum::<usize>()).to_string(),
        apart[0].to_string(),
        apart[1].to_string(),
        apart[2].to_string(),
        passed.to_string(),
        format!("{:.2} %", 100.0 * passed as f64 / (passed + failed).max(1) as f64),
    ]);
    // What is below the goal is told program by program.
    if passed as f64 >= SHARE * (passed + failed) as f64 {
        missed.iter().for_each(|it| eprintln!("failed {it}"));
        missed.clear();
    }
    Ok(Section { name: if arguments.ilp32 { "torture-ilp32" } else { "torture" }, table, missed })
}

/// The folder of the tests, unpacked from a package of Debian's.
fn fetch(package: &str) -> Result<PathBuf, Error> {
    let folder = target().join("bench").join(package);
    let tests = |folder: &Path| {
        let entries = std::fs::read_dir(folder).ok()?.flatten();
        let mut found = entries.map(|it| it.path().join("gcc/testsuite/gcc.c-torture/execute"));
        found.find(|it| it.is_dir())
    };
    if let Some(found) = tests(&folder) {
        return Ok(found);
    }
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let script = format!(
        "apt-get download {package} && dpkg-deb -x {package}_*.deb unpacked && \
         tar xf unpacked/usr/src/gcc-*/gcc-*.tar.* --wildcards '*/gcc.c-torture/execute/*' && \
         rm -r unpacked {package}_*.deb"
    );
    let mut shell = Command::new("sh");
    process::succeed(shell.args(["-c", &script]).current_dir(&folder), FETCH)?;
    tests(&folder).ok_or_else(|| Error::NoPackage(package.to_owned()))
}

fn try_program(
    tools: &Tools,
    file: &Path,
    work: &Path,
    ilp32: bool,
) -> Result<(Outcome, String), Error> {
    let text = std::fs::read(file).map_err(Error::file(file))?;
    let flags = own_flags(&String::from_utf8_lossy(&text));
    match passes_as_built(Compiler::Gcc, file, &flags, work, ilp32)? {
        Some(true) => {}
        Some(false) | None => return Ok((Outcome::NoSubject, String::new())),
    }
    match passes_as_built(Compiler::Clang, file, &flags, work, ilp32)? {
        Some(true) => {}
        Some(false) => return Ok((Outcome::NoSubject, String::new())),
        None => return Ok((Outcome::NotParsed, "clang does not build it".to_owned())),
    }
    let mut clew = tools.clew();
    clew.arg("run").arg(file).args(["--cflags", &flags.join(" ")]).current_dir(work);
    if ilp32 {
        clew.args(["--target", "ilp32"]);
    }
    let run = process::run(&clew, LIMIT)?;
    let why = run.stderr.lines().next().unwrap_or("").to_owned();
    let outcome = match run.status {
        0 => Outcome::Passed,
        REFUSED if why.contains("does not compile") => Outcome::NotParsed,
        REFUSED => Outcome::Unsupported,
        _ if why.contains(": fault: ") && !why.contains(": abort: ") => Outcome::Faulted,
        _ => Outcome::Failed,
    };
    Ok((outcome, format!("{} {why}", run.status)))
}

/// Whether a program passes as a compiler builds it; nothing where it does not build it.
fn passes_as_built(
    compiler: Compiler,
    file: &Path,
    flags: &[String],
    work: &Path,
    ilp32: bool,
) -> Result<Option<bool>, Error> {
    let program = work.join("program");
    let mut command = Command::new(compiler.program());
    command.args(["-w", "-O0", "-fwrapv"]).args(flags);
    if ilp32 {
        command.args(["-m32", "-msse2", "-mfpmath=sse"]);
    }
    command.arg(file).arg("-o").arg(&program).arg("-lm");
    if process::run(&command, LIMIT)?.status != 0 {
        return Ok(None);
    }
    Ok(Some(process::run(Command::new(&program).current_dir(work), LIMIT)?.status == 0))
}

/// The flags that a program asks for: `{ dg-options "…" }`, but for what only matters to optimisers.
fn own_flags(text: &str) -> Vec<String> {
    let mut flags = Vec::new();
    for mark in ["dg-options \"", "dg-additional-options \""] {
        for (at, _) in text.match_indices(mark) {
            let rest = &text[at + mark.len()..];
            let (words, behind) = rest.split_once('"').unwrap_or((rest, ""));
            let is_always = behind.split('}').next().is_some_and(|it| it.trim().is_empty());
            let is_meant = |it: &&str| {
                ["-D", "-std=", "-fgnu89", "-funsigned", "-fsigned", "-fno-builtin", "-m"]
                    .iter()
                    .any(|start| it.starts_with(start))
            };
            if is_always {
                flags.extend(words.split_whitespace().filter(is_meant).map(str::to_owned));
            }
        }
    }
    flags
}
