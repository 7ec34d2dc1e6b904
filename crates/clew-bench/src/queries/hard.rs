//! Hard single queries: multiplication equations, division, mixing as hash functions do.

use super::milliseconds;
use crate::error::Error;
use crate::process;
use crate::table::{Section, Table};
use crate::tools::{Tools, root};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long a solver may think about one query.
const LIMIT: Duration = Duration::from_secs(20);

/// Each file of `tests/bench/queries` for Clew, z3 and cvc5, start-up included for all of them.
pub(super) fn run(tools: &Tools) -> Result<Section, Error> {
    let mut table = Table::new(&["query", "answer", "Clew", "z3", "cvc5"]);
    let mut missed = Vec::new();
    for path in super::logs(&root().join("tests/bench/queries"))? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        eprintln!("query {name} …");
        let mut clew = tools.clew();
        clew.arg("solve").arg(&path).args(["--answers", "--budget", "20s"]);
        let solvers = [clew, external("z3", &[], &path), external("cvc5", &["--lang=smt2"], &path)];
        let mut answers = Vec::new();
        let mut cells = Vec::new();
        for solver in &solvers {
            let run = process::run(solver, LIMIT + Duration::from_secs(1))?;
            let text = String::from_utf8_lossy(&run.stdout).into_owned();
            let answer = text.lines().next().unwrap_or_default().to_owned();
            let decided = matches!(answer.as_str(), "sat" | "unsat");
            let time = run.processor_time.as_secs_f64() * 1e3;
            cells.push(if decided { milliseconds(time) } else { "no answer".to_owned() });
            answers.extend(decided.then_some(answer));
        }
        answers.dedup();
        if answers.len() > 1 {
            missed.push(format!("{name}: the solvers disagree"));
        }
        let answer = answers.first().map_or("unknown", String::as_str).to_owned();
        table.row([vec![name, answer], cells].concat());
    }
    Ok(Section { name: "hard-queries", table, missed })
}

fn external(program: &str, arguments: &[&str], path: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).arg(path);
    command
}
