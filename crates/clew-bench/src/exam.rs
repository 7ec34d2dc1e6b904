//! The exam of proofs: functions of `tests/prove` with conditions that are never true behind
//! unboundedly many paths, and look-alikes that are true for some input.
//!
//! A line's mark says which of its conditions it is about: `/* never */` for the first, `/* never: 2 */`
//! for the second, and the same for `trap`.

use crate::error::Error;
use crate::process;
use crate::table::{Section, Table, seconds};
use crate::tools::{Tools, root, target};
use clap::Args;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Which functions, and how long each may take.
#[derive(Args, Debug)]
pub(crate) struct ExamArguments {
    /// The folder of `tests/prove`: `visible`, or `apart`, which proofs were not made with
    #[arg(long, value_name = "FOLDER", default_value = "visible")]
    set: String,
    /// The budget of `clew gen`
    #[arg(long, value_name = "TIME", default_value = "20s")]
    budget: String,
    /// The techniques that take part, such as `traces` (default: all)
    #[arg(long, value_name = "LIST")]
    techniques: Option<String>,
    /// Whether a result is checked by `clew check`, too
    #[arg(long)]
    check: bool,
}

const LIMIT: Duration = Duration::from_secs(300);
/// The part of what is infeasible that is to be proved.
const GOAL: f64 = 0.8;

#[derive(Deserialize)]
struct Report {
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    objectives: Vec<Objective>,
}

#[derive(Deserialize)]
struct Objective {
    line: usize,
    column: usize,
    text: String,
    status: String,
}

/// A mark: its line, whether it says `never`, and which of the line's conditions it is about.
struct Mark {
    line: usize,
    text: String,
    is_never: bool,
    which: usize,
}

/// What became of the marks.
#[derive(Default)]
struct Tally {
    never: usize,
    proved: usize,
    traps: usize,
    covered: usize,
    wrong: Vec<String>,
    open: Vec<String>,
    time: Duration,
}

/// Runs the exam.
pub(crate) fn run(tools: &Tools, arguments: &ExamArguments) -> Result<Section, Error> {
    let folder = root().join("tests/prove").join(&arguments.set);
    let listed = std::fs::read_dir(&folder).map_err(Error::file(&folder))?;
    let mut files: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let columns = ["file", "functions", "infeasible", "proved", "traps", "traps covered", "time"];
    let mut table = Table::new(&columns);
    let mut all = Tally::default();
    for file in files {
        let mut tally = Tally::default();
        let text = std::fs::read_to_string(&file).map_err(Error::file(&file))?;
        let functions = functions(&text);
        for (name, marks) in &functions {
            examine(tools, arguments, &file, name, marks, &mut tally)?;
        }
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        table.row(tally.row(&format!("`{name}`"), functions.len()));
        all.add(tally);
    }
    table.row(all.row("all", 0));
    for open in &all.open {
        println!("open: {open}");
    }
    let mut missed: Vec<String> = all.wrong.iter().map(|it| format!("not so: {it}")).collect();
    if (all.proved as f64) < GOAL * all.never as f64 {
        missed.push(format!("{} of {} are proved", all.proved, all.never));
    }
    Ok(Section { name: "exam", table, missed })
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.never += other.never;
        self.proved += other.proved;
        self.traps += other.traps;
        self.covered += other.covered;
        self.wrong.extend(other.wrong);
        self.open.extend(other.open);
        self.time += other.time;
    }

    fn row(&self, name: &str, functions: usize) -> Vec<String> {
        let functions = if functions == 0 { String::new() } else { functions.to_string() };
        let counts = [self.never, self.proved, self.traps, self.covered];
        let counts = counts.map(|it| it.to_string());
        [name.to_owned(), functions].into_iter().chain(counts).chain([seconds(self.time)]).collect()
    }

    fn mark(&mut self, name: &str, mark: &Mark, status: &str) {
        let place = format!("{name}, line {}", mark.line);
        match (mark.is_never, status) {
            (true, "infeasible") => self.proved += 1,
            (false, "covered") => self.covered += 1,
            (true, "covered") => self.wrong.push(format!("{place} is covered")),
            (false, "infeasible") => self.wrong.push(format!("{place} is infeasible")),
            _ => self.open.push(place),
        }
        self.never += usize::from(mark.is_never);
        self.traps += usize::from(!mark.is_never);
    }
}

/// Has tests made for a function, and compares what is said of its marks.
fn examine(
    tools: &Tools,
    arguments: &ExamArguments,
    file: &Path,
    name: &str,
    marks: &[Mark],
    tally: &mut Tally,
) -> Result<(), Error> {
    let folder = target().join("exam").join(&arguments.set).join(name);
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let mut command = tools.clew();
    command.arg("gen").arg(file).args(["-f", name, "--no-verify", "--format", "json", "-o"]);
    command.arg(&folder).args(["-b", &arguments.budget]);
    if let Some(techniques) = &arguments.techniques {
        command.args(["--techniques", techniques]);
    }
    let started = Instant::now();
    let run = process::run(&command, LIMIT)?;
    tally.time += started.elapsed();
    let report: Report = serde_json::from_slice(&run.stdout).map_err(Error::Generated)?;
    let objectives: Vec<&Objective> = report.units.iter().flat_map(|it| &it.objectives).collect();
    for mark in marks {
        let status = outcome(&objectives, mark).map_or("open", |it| &it.status);
        tally.mark(name, mark, status);
    }
    if arguments.check {
        let mut command = tools.clew();
        command.arg("check").arg(&folder);
        if process::run(&command, LIMIT)?.status != 0 {
            tally.wrong.push(format!("{name}: `clew check` refutes its result"));
        }
    }
    Ok(())
}

/// The outcome that a mark is about.
fn outcome<'o>(objectives: &[&'o Objective], mark: &Mark) -> Option<&'o Objective> {
    let is_true = |it: &&&Objective| {
        // `!x` and `!(x)` are true where `x` is false.
        let before = mark.text.get(..it.column.saturating_sub(1)).unwrap_or_default();
        let is_negated = before.trim_end_matches('(').ends_with('!');
        let outcome = if is_negated { " is false" } else { " is true" };
        it.line == mark.line && (it.text.ends_with(outcome) || it.text.starts_with("default"))
    };
    let mut here: Vec<&Objective> = objectives.iter().filter(is_true).copied().collect();
    here.sort_by_key(|it| it.column);
    here.get(mark.which - 1).copied()
}

/// The functions of a text that have marks.
fn functions(text: &str) -> Vec<(String, Vec<Mark>)> {
    let mut found: Vec<(String, Vec<Mark>)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let is_head = line.starts_with(|c: char| c.is_ascii_alphabetic()) && line.ends_with(") {");
        if is_head && let Some((head, _)) = line.split_once('(') {
            let name = head.rsplit([' ', '*']).next().unwrap_or_default();
            found.push((name.to_owned(), Vec::new()));
        }
        if let (Some(mark), Some((_, marks))) = (mark(number + 1, line), found.last_mut()) {
            marks.push(mark);
        }
    }
    found.retain(|(_, marks)| !marks.is_empty());
    found
}

fn mark(line: usize, text: &str) -> Option<Mark> {
    let (_, comment) = text.split_once("/* ")?;
    let comment = comment.strip_suffix(" */")?;
    let (word, which) = comment.split_once(": ").unwrap_or((comment, "1"));
    let is_never = match word {
        "never" => true,
        "trap" => false,
        _ => return None,
    };
    Some(Mark { line, text: text.to_owned(), is_never, which: which.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::functions;

    #[test]
    fn marks_belong_to_the_function_they_stand_in() {
        let text = "static int g(int x) {\n    return x;\n}\n\nint f(int x) {\n    \
                    if (x && !x) /* never: 2 */\n        return 1;\n    if (x) /* trap */\n        \
                    return 2;\n    return 0;\n}\n";
        let found = functions(text);
        assert_eq!(found.len(), 1);
        let (name, marks) = &found[0];
        assert_eq!(name, "f");
        let marks: Vec<(usize, bool, usize)> =
            marks.iter().map(|it| (it.line, it.is_never, it.which)).collect();
        assert_eq!(marks, [(6, true, 2), (8, false, 1)]);
    }
}
