//! A function that is called many times with counters in its conditions, and what the counters say of
//! a claim.

use super::Status;
use super::function::{Function, Role};
use crate::error::Error;
use crate::process;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// More than this for all calls is a loop without end.
const LIMIT: Duration = Duration::from_secs(120);

/// How the attack is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Build {
    Gcc,
    GccOptimised,
    ClangOptimised,
}

impl Build {
    /// Every function is attacked as it is written, one in four also as compilers improve it.
    pub(super) fn of(seed: u64) -> Vec<Build> {
        match seed % 8 {
            0 => vec![Build::Gcc, Build::GccOptimised],
            4 => vec![Build::Gcc, Build::ClangOptimised],
            _ => vec![Build::Gcc],
        }
    }

    fn compiler(self) -> [&'static str; 2] {
        match self {
            Build::Gcc => ["gcc", "-O0"],
            Build::GccOptimised => ["gcc", "-O2"],
            Build::ClangOptimised => ["clang", "-O2"],
        }
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [compiler, level] = self.compiler();
        write!(f, "{compiler} {level}")
    }
}

/// What a counted line comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    False,
    True,
}

/// An objective, what Clew says of it, and its counter: it stays zero when what is said is *infeasible*.
#[derive(Debug)]
pub(super) struct Claim {
    pub(super) line: u64,
    pub(super) text: String,
    pub(super) status: Status,
    side: Side,
}

impl Claim {
    /// The claim, where the function counts it. It does not for `default` that is not written.
    pub(super) fn of(function: &Function, line: u64, text: &str, status: Status) -> Option<Self> {
        let side = match function.counted().get(&line)? {
            Role::Plain => return None,
            Role::Case => Side::True,
            Role::Condition if text.ends_with(" is true") => Side::True,
            Role::Condition if text.ends_with(" is false") => Side::False,
            Role::Condition => return None,
        };
        Some(Claim { line, text: text.to_owned(), status, side })
    }

    /// How often it was reached.
    pub(super) fn reached(&self, hits: &Hits) -> u64 {
        let &[no, yes] = hits.get(&self.line).unwrap_or(&[0, 0]);
        match self.side {
            Side::False => no,
            Side::True => yes,
        }
    }
}

/// How often the condition of each line was false, and true.
pub(super) type Hits = BTreeMap<u64, [u64; 2]>;

/// Compiles the attack and runs it; the counters, or how it failed, which is an error of its own.
pub(super) fn run(
    build: Build,
    function: &Function,
    folder: &Path,
    seed: u64,
    runs: u64,
) -> Result<Result<Hits, String>, Error> {
    write(folder, "attack.c", &function.attack())?;
    let [compiler, level] = build.compiler();
    let mut command = Command::new(compiler);
    // Clew lets pointers of other types point to the same memory, and numbers wrap.
    command.args([level, "-w", "-fwrapv", "-fno-strict-aliasing", "-fno-builtin-malloc"]);
    command.args(["attack.c", "-o", "attack"]).current_dir(folder);
    process::output_of(&command, LIMIT)?;
    let mut command = Command::new("./attack");
    command.args([seed.to_string(), runs.to_string()]).current_dir(folder);
    let run = process::run(&command, LIMIT)?;
    if run.timed_out() {
        return Ok(Err("has no end".to_owned()));
    }
    if run.status != 0 {
        return Ok(Err(format!("ends with status {}", run.status)));
    }
    let text = String::from_utf8_lossy(&run.stdout);
    let hits: Option<Hits> = text.lines().map(counters).collect();
    Ok(hits.ok_or_else(|| "says what cannot be read".to_owned()))
}

fn counters(line: &str) -> Option<(u64, [u64; 2])> {
    let mut numbers = line.split(' ').map(str::parse);
    let mut number = || numbers.next()?.ok();
    Some((number()?, [number()?, number()?]))
}

pub(super) fn write(folder: &Path, name: &str, text: &str) -> Result<(), Error> {
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(Error::file(&path))
}
