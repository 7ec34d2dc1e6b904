//! The preprocessors: clang's, whose text is lowered, and those of the user's compiler.

use crate::clang::{Clang, Invocation};
use crate::texts::{Preprocessed, files, may_ask, may_ask_for_level};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// When the text is read, for gcc: at another time than by clang, so that what depends on it differs.
const ANOTHER_TIME: [&str; 3] = [
    "-D__DATE__=\"another day\"",
    "-D__TIME__=\"another time\"",
    "-D__TIMESTAMP__=\"another time\"",
];

/// How code is optimised that is compiled to be run, besides not at all.
const LEVELS: [&str; 2] = ["-O2", "-Os"];

/// Has the preprocessors read a unit; `None` if they are sure to give one text. `is_own` says whether a
/// file, by its printed name, is the user's.
pub(crate) fn preprocess(
    clang: &Clang,
    unit: &Invocation,
    own: &(dyn Fn(&str) -> Option<PathBuf> + Sync),
) -> Option<Preprocessed> {
    let path = unit.directory.as_ref().map_or_else(|| unit.file.clone(), |it| it.join(&unit.file));
    let text = std::fs::read(path).ok()?;
    if !may_ask(&text, &unit.flags) {
        return None;
    }
    std::thread::scope(|scope| {
        let gcc = scope.spawn(|| by_gcc(unit, own));
        let ours = clang.preprocess(unit, &[]);
        // A thread that panicked has compared nothing.
        let mut others = gcc.join().unwrap_or_else(|_| vec![None]);
        if !unit.further.is_empty() {
            others.push(clang.preprocess(unit, &unit.further));
        }
        Some(Preprocessed { ours, others })
    })
}

/// What gcc makes of a unit: without optimisation and, if its files may ask for that, with some.
fn by_gcc(unit: &Invocation, own: &dyn Fn(&str) -> Option<PathBuf>) -> Vec<Option<String>> {
    let mut further = &unit.further[..];
    let mut plain = run(unit, further, None);
    if matches!(plain, Answer::Refused) && !further.is_empty() {
        // Sanitizers that only clang has.
        further = &[];
        plain = run(unit, further, None);
    }
    let text = match plain {
        Answer::Missing => return Vec::new(),
        Answer::Refused => return vec![None],
        Answer::Text(text) => text,
    };
    let asks = |path: PathBuf| {
        std::fs::read(path).map_or(true, |it| may_ask_for_level(&String::from_utf8_lossy(&it)))
    };
    let levels = match files(&text, own).into_iter().any(asks)
        || unit.flags.iter().any(|it| may_ask_for_level(it))
    {
        true => {
            LEVELS.into_iter().chain(unit.dialect.level.filter(|it| !LEVELS.contains(it))).collect()
        }
        false => Vec::new(),
    };
    let mut texts = vec![Some(text)];
    texts.extend(levels.into_iter().map(|level| match run(unit, further, Some(level)) {
        Answer::Text(text) => Some(text),
        Answer::Refused | Answer::Missing => None,
    }));
    texts
}

/// What a compiler says.
enum Answer {
    Text(String),
    /// It does not preprocess the unit.
    Refused,
    /// There is no such compiler.
    Missing,
}

/// Has gcc preprocess a unit's file as tests do: included by another.
fn run(unit: &Invocation, further: &[String], level: Option<&str>) -> Answer {
    let name = unit.file.display().to_string();
    let mut command = Command::new("gcc");
    command.args(["-E", "-w"]).args(ANOTHER_TIME).args(level).args(further);
    command.args(without_target(&unit.flags)).args(["-x", "c", "-"]);
    if let Some(directory) = &unit.directory {
        command.current_dir(directory);
    }
    match output(command, &format!("#include \"{name}\"\n")) {
        Ok(output) if output.status.success() => {
            Answer::Text(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Answer::Missing,
        Ok(_) | Err(_) => Answer::Refused,
    }
}

/// Runs a command on a short text.
fn output(mut command: Command, text: &str) -> std::io::Result<Output> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(text.as_bytes())?;
    }
    child.wait_with_output()
}

/// The flags without those that name the target, which is gcc's own.
fn without_target(flags: &[String]) -> Vec<&String> {
    let mut kept = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        match flag.as_str() {
            "-target" => drop(rest.next()),
            flag if flag.starts_with("--target=") => {}
            _ => kept.push(flag),
        }
    }
    kept
}
