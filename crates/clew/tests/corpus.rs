//! The test programs in `tests/`: each is one test.
//!
//! `run` programs are compiled with gcc and clang and must show the same on the machine; `fault`
//! programs must be reported with the right kind and line, and their fixed twins be clean.

mod common;

use common::{CLANGS, Header, Shown, clew, corpus, describe, programs, run};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let arguments = Arguments::from_args();
    let corpus = corpus();
    let mut trials = Vec::new();
    for (folder, kind, check) in [
        ("run", "run", check_run as fn(&Path) -> Result<(), Failed>),
        ("faults", "fault", check_fault),
    ] {
        for path in programs(&corpus.join(folder), kind) {
            let name = path.strip_prefix(&corpus).unwrap_or(&path).display().to_string();
            trials.push(Trial::test(name, move || check(&path)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn sources(path: &Path, header: &Header) -> Vec<PathBuf> {
    let folder = path.parent().expect("a program should be in a folder");
    let extra = header.words("files").into_iter().map(|file| folder.join(file));
    std::iter::once(path.to_owned()).chain(extra).collect()
}

fn compiled(compiler: &str, path: &Path, header: &Header) -> Result<Shown, Failed> {
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("program");
    let output = Command::new(compiler)
        .args(["-w", "-O0", "-o"])
        .arg(&program)
        .args(sources(path, header))
        .args(header.words("cflags"))
        .output()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{compiler} rejects the program:\n{message}").into());
    }
    let mut command = Command::new(&program);
    command.args(header.words("args"));
    Ok(run(&mut command, &header.stdin())?)
}

fn on_machine(clang: &str, path: &Path, header: &Header) -> Result<Shown, Failed> {
    let mut command = clew();
    command.env("CLEW_CLANG", clang).arg("run").args(header.words("flags"));
    command.args(sources(path, header));
    command.arg(format!("--cflags={}", header.get("cflags").unwrap_or("")));
    command.arg("--").args(header.words("args"));
    Ok(run(&mut command, &header.stdin())?)
}

fn check_run(path: &Path) -> Result<(), Failed> {
    let header = Header::read(path);
    let wanted = compiled("gcc", path, &header)?;
    let is_for_gcc = header.get("compiler") == Some("gcc");
    let other = if is_for_gcc { wanted.clone() } else { compiled("clang", path, &header)? };
    if wanted.stdout != other.stdout || wanted.status != other.status {
        return Err("gcc and clang disagree: the program is not fit for a test".into());
    }
    for clang in CLANGS {
        let shown = on_machine(clang, path, &header)?;
        let may_be_unsupported = header.get("std").is_some();
        if may_be_unsupported && shown.stderr.contains("unsupported") {
            continue;
        }
        if shown.stdout != wanted.stdout || shown.status != wanted.status {
            return Err(format!(
                "with {clang}, the machine shows {}\n\n=== gcc shows {}",
                describe(&shown),
                describe(&wanted)
            )
            .into());
        }
    }
    Ok(())
}

fn check_fault(path: &Path) -> Result<(), Failed> {
    let header = Header::read(path);
    let shown = on_machine(CLANGS[0], path, &header)?;
    let text = std::fs::read_to_string(path)?;
    let marked = text.lines().enumerate().find_map(|(index, line)| {
        line.split_once("//~ ").map(|(_, kind)| (index + 1, kind.trim().to_owned()))
    });
    match marked {
        None if shown.status == 0 && !shown.stderr.contains("fault") => Ok(()),
        None => Err(format!("a clean program is not: {}", describe(&shown)).into()),
        Some((line, kind)) => {
            let file = path.file_name().expect("a program should have a name").to_string_lossy();
            let is_reported = shown.stderr.lines().any(|report| {
                report.contains(&format!("{file}:{line}:")) && report.contains(&kind)
            });
            // Compiled code goes on after such a read, and so does the machine.
            let goes_on = kind == "uninitialised-read";
            if is_reported && (goes_on || shown.status != 0) {
                Ok(())
            } else {
                Err(format!("wanted {kind} at line {line}: {}", describe(&shown)).into())
            }
        }
    }
}
