//! A log through one pipe of z3: each query is sent when the one before is answered.

use super::logs;
use crate::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Seconds after which z3 ends itself.
const LIMIT: &str = "-T:60";
/// The command that ends a query.
const CHECK: &str = "(check-sat)\n";

/// How z3 did on the logs of a program.
#[derive(Default)]
pub(super) struct Z3Run {
    /// From the first byte sent to the last answer; starting up is not counted.
    pub(super) time: Duration,
    /// It was stopped before the end.
    pub(super) is_bound: bool,
    /// The first query on which z3 says something else.
    pub(super) disagreement: Option<String>,
}

/// Sends the logs of a folder in order, with the answers of our own for comparison.
pub(super) fn z3(folder: &Path, answers: &[String]) -> Result<Z3Run, Error> {
    let mut run = Z3Run::default();
    let mut answers = answers.iter();
    for log in logs(folder)? {
        let mut text = std::fs::read_to_string(&log).map_err(Error::file(&log))?;
        if !text.contains("(as const") {
            // z3 is faster when it may expect bit-vectors only.
            text = text.replace("(set-logic ALL)", "(set-logic QF_ABV)");
        }
        let queries = text.split_inclusive(CHECK).filter(|query| query.ends_with(CHECK));
        let queries: Vec<(&str, &String)> = queries.zip(&mut answers).collect();
        let mut pipe = Pipe::start()?;
        let start = Instant::now();
        for (place, (query, ours)) in queries.into_iter().enumerate() {
            let answer = pipe.ask(query)?;
            if !matches!(answer.as_str(), "sat" | "unsat") {
                run.is_bound = true;
                break;
            }
            if answer != *ours && ours != "unknown" && run.disagreement.is_none() {
                let log = log.display();
                run.disagreement = Some(format!("z3 says {answer} to query {place} of {log}"));
            }
        }
        run.time += start.elapsed();
    }
    Ok(run)
}

struct Pipe {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Pipe {
    fn start() -> Result<Self, Error> {
        let failed = |source| Error::Start { program: "z3".to_owned(), source };
        let mut child = Command::new("z3")
            .args(["-in", LIMIT])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let closed = || failed(std::io::Error::from(std::io::ErrorKind::BrokenPipe));
        let input = child.stdin.take().ok_or_else(closed)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(closed)?);
        let mut pipe = Pipe { child, input, output };
        pipe.ask("(echo \"ready\")\n")?;
        Ok(pipe)
    }

    /// Sends commands and waits for one line; it is empty where z3 has ended.
    fn ask(&mut self, text: &str) -> Result<String, Error> {
        let mut line = String::new();
        let sent = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
        if sent.is_ok() {
            let failed = |source| Error::Start { program: "z3".to_owned(), source };
            self.output.read_line(&mut line).map_err(failed)?;
        }
        Ok(line.trim().to_owned())
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
