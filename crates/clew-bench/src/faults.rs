//! Seeded faults and mutants: whether suites guard the functions that they test.
//!
//! Each file of `tests/seeded` names faults in comments, one for each function. A suite is written for
//! the function as it is; then the fault is put into the file, where the suite tests it, and the suite
//! is compiled and run again.

use crate::error::Error;
use crate::process;
use crate::table::{Section, Table};
use crate::tools::{Tools, root, target};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// So many suites of thirty have to fail.
const GOAL: usize = 26;
/// This share of the mutants has to be killed that tests tell from the program at the change.
const SHARE: f64 = 0.85;
const LIMIT: Duration = Duration::from_secs(120);
/// What a comment that names a fault begins with.
const MARK: &str = "// fault ";

/// A fault.
struct Fault {
    function: String,
    /// Where the comment ends.
    from: usize,
    old: String,
    new: String,
}

pub(crate) fn run(tools: &Tools) -> Result<Section, Error> {
    let mut table =
        Table::new(&["file", "functions", "suites that fail with the fault", "mutants", "killed"]);
    let mut missed = Vec::new();
    let (mut all, mut found, mut mutants, mut killed) = (0, 0, 0, 0);
    for path in files(&root().join("tests/seeded"))? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        eprintln!("{name} …");
        let text = std::fs::read_to_string(&path).map_err(Error::file(&path))?;
        let faults = faults(&text);
        let (mut of_file, mut run, mut dead) = (0, 0, 0);
        for fault in &faults {
            let outcome = try_fault(tools, &name, &text, fault)?;
            of_file += usize::from(outcome.fails);
            run += outcome.mutants;
            dead += outcome.killed;
            if !outcome.fails {
                eprintln!("  {} passes with its fault", fault.function);
            }
        }
        table.row(vec![
            format!("`{name}`"),
            faults.len().to_string(),
            of_file.to_string(),
            run.to_string(),
            percent(dead, run),
        ]);
        (all, found) = (all + faults.len(), found + of_file);
        (mutants, killed) = (mutants + run, killed + dead);
    }
    table.row(vec![
        "all".to_owned(),
        all.to_string(),
        found.to_string(),
        mutants.to_string(),
        percent(killed, mutants),
    ]);
    if found < GOAL {
        missed.push(format!("{found} suites of {all} fail with the fault of their function"));
    }
    if (killed as f64) < SHARE * mutants as f64 {
        missed.push(format!("{killed} of {mutants} mutants are killed"));
    }
    Ok(Section { name: "faults", table, missed })
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// The C files of a folder, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = std::fs::read_dir(folder).map_err(Error::file(folder))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> =
        paths.filter(|it| it.extension().is_some_and(|e| e == "c")).collect();
    paths.sort();
    Ok(paths)
}

/// The faults that a file names.
fn faults(text: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        from += line.len();
        let named = line.trim_end().strip_prefix(MARK).and_then(|it| it.split_once(": "));
        let Some((function, change)) = named else { continue };
        if let Some((old, new)) = change.split_once(" => ") {
            let (old, new) = (old.to_owned(), new.to_owned());
            faults.push(Fault { function: function.to_owned(), from, old, new });
        }
    }
    faults
}

/// What became of a suite.
struct Outcome {
    /// Whether it fails with the fault.
    fails: bool,
    /// The mutants that its tests tell from the program at the change, and that were compiled.
    mutants: usize,
    /// Those that it kills.
    killed: usize,
}

fn try_fault(tools: &Tools, name: &str, text: &str, fault: &Fault) -> Result<Outcome, Error> {
    let folder = target().join("bench/faults").join(&fault.function);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let file = folder.join(name);
    std::fs::write(&file, text).map_err(Error::file(&file))?;
    let mut generate = tools.clew();
    generate.args(["gen", name, "-f", &fault.function, "-o", "suite", "-b", "5s"]);
    process::output_of(generate.current_dir(&folder), LIMIT)?;
    if fails(&folder, &fault.function)? {
        let message = "the suite fails without a fault".to_owned();
        return Err(Error::Failed { command: format!("test_{}", fault.function), message });
    }
    let mut score = tools.clew();
    score.args([
        "score",
        name,
        "suite",
        "-f",
        &fault.function,
        "-c",
        "mutants",
        "--format",
        "json",
    ]);
    let output = process::output_of(score.current_dir(&folder), LIMIT)?;
    let report: Value = serde_json::from_slice(&output)?;
    let counted = &report["units"][0]["stats"]["mutants"];
    let number = |key: &str| counted[key].as_u64().unwrap_or(0) as usize;
    let (start, rest) = text.split_at(fault.from);
    let broken = rest.replacen(&fault.old, &fault.new, 1);
    if broken == rest {
        let message = format!("`{}` is not in {name}", fault.old);
        return Err(Error::Failed { command: fault.function.clone(), message });
    }
    std::fs::write(&file, format!("{start}{broken}")).map_err(Error::file(&file))?;
    let fails = fails(&folder, &fault.function)?;
    Ok(Outcome { fails, mutants: number("run"), killed: number("killed") })
}

/// Compiles a suite as it stands on disk, and says whether it fails.
fn fails(folder: &Path, function: &str) -> Result<bool, Error> {
    let program = folder.join("tests");
    let mut compile = Command::new("cc");
    compile.arg(folder.join(format!("suite/test_{function}.c"))).arg("-o").arg(&program).arg("-lm");
    process::output_of(compile.arg("-w"), LIMIT)?;
    Ok(process::run(&Command::new(&program), LIMIT)?.status != 0)
}
