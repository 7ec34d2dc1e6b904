//! The solvers: z3 and cvc5, each a process that is asked one question after the other.

use crate::error::CheckError;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// What a solver says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// It does not know, in the time it has.
    Unknown,
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
        })
    }
}

/// Which solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    Z3,
    Cvc5,
}

impl Name {
    const fn program(self) -> &'static str {
        match self {
            Name::Z3 => "z3",
            Name::Cvc5 => "cvc5",
        }
    }

    fn command(self, limit: Duration) -> Command {
        let mut command = Command::new(self.program());
        match self {
            Name::Z3 => command.args(["-in", "-smt2"]),
            Name::Cvc5 => command.args(["--lang", "smt2", "--incremental", "--fp-exp"]),
        };
        match self {
            Name::Z3 => command.arg(format!("-t:{}", limit.as_millis())),
            Name::Cvc5 => command.arg(format!("--tlimit-per={}", limit.as_millis())),
        };
        command
    }
}

/// Who answers questions.
pub(crate) trait Judges {
    /// What the first and the second say to a script.
    fn ask(&mut self, script: &str) -> Result<(Answer, Answer), CheckError>;
}

/// One judge, who is not z3 and not cvc5.
pub type Judge = Box<dyn FnMut(&str) -> Answer>;

impl Judges for Judge {
    fn ask(&mut self, script: &str) -> Result<(Answer, Answer), CheckError> {
        Ok((self(script), Answer::Unknown))
    }
}

/// Both solvers.
pub(crate) struct Solvers {
    z3: Solver,
    cvc5: Solver,
}

impl Solvers {
    /// Solvers that have this long for each question.
    pub(crate) fn new(limit: Duration) -> Self {
        let solver = |name| Solver { name, limit, process: None };
        Self { z3: solver(Name::Z3), cvc5: solver(Name::Cvc5) }
    }
}

impl Judges for Solvers {
    /// What z3 and cvc5 say.
    fn ask(&mut self, script: &str) -> Result<(Answer, Answer), CheckError> {
        self.z3.send(script)?;
        self.cvc5.send(script)?;
        Ok((self.z3.receive(), self.cvc5.receive()))
    }
}

struct Solver {
    name: Name,
    limit: Duration,
    process: Option<Process>,
}

struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What ends the answer to a question.
const END: &str = "question-answered";

impl Solver {
    fn error(&self, reason: impl std::fmt::Display) -> CheckError {
        CheckError::Solver { solver: self.name.program(), reason: reason.to_string() }
    }

    fn start(&self) -> Result<Process, CheckError> {
        let mut command = self.name.command(self.limit);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| self.error(error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(self.error("its input and output cannot be reached"));
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Process { child, input, lines })
    }

    fn send(&mut self, script: &str) -> Result<(), CheckError> {
        let text = format!("(reset)\n{script}(echo \"{END}\")\n");
        if self.process.is_none() {
            self.process = Some(self.start()?);
        }
        let is_sent = self
            .process
            .as_mut()
            .is_some_and(|it| it.input.write_all(text.as_bytes()).and(it.input.flush()).is_ok());
        if !is_sent {
            // It has ended: this question goes without its answer.
            self.process = None;
        }
        Ok(())
    }

    /// The answer; a solver that says nothing in time is ended.
    fn receive(&mut self) -> Answer {
        let Some(process) = &self.process else { return Answer::Unknown };
        let patience = self.limit * 2 + Duration::from_secs(2);
        let mut answer = Answer::Unknown;
        loop {
            match process.lines.recv_timeout(patience) {
                Ok(line) => match line.trim().trim_matches('"') {
                    END => return answer,
                    "sat" => answer = Answer::Sat,
                    "unsat" => answer = Answer::Unsat,
                    // Anything else, an error above all, is no answer.
                    _ => {}
                },
                Err(_) => {
                    self.process = None;
                    return Answer::Unknown;
                }
            }
        }
    }
}
