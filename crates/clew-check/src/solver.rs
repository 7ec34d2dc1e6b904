//! The solvers: z3 and cvc5, each a process that is asked one question after the other.

use crate::error::CheckError;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

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

/// The solvers that are not there, with the package that has each.
pub(crate) fn missing_solvers() -> Vec<String> {
    let is_missing = |name: &Name| {
        let mut command = Command::new(name.program());
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_err()
    };
    let missing = [Name::Z3, Name::Cvc5].into_iter().filter(is_missing);
    let message = |name: Name| {
        let program = name.program();
        format!("{program} is not there, which certificates need: install the package {program}")
    };
    missing.map(message).collect()
}

/// Who answers questions.
pub(crate) trait Judges {
    /// What the first and the second say to a script that is about so many claims.
    fn ask(&mut self, script: &str, claims: usize) -> Result<(Answer, Answer), CheckError>;

    /// How many claims a question may be about.
    fn most_claims(&self) -> usize;
}

/// One judge, who is not z3 and not cvc5.
pub type Judge = Box<dyn FnMut(&str) -> Answer>;

impl Judges for Judge {
    fn ask(&mut self, script: &str, _: usize) -> Result<(Answer, Answer), CheckError> {
        Ok((self(script), Answer::Unknown))
    }

    /// It counts its steps, and has so many for each claim.
    fn most_claims(&self) -> usize {
        1
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
        let solver = |name| Solver { name, limit, process: None, answer: Answer::Unknown };
        Self { z3: solver(Name::Z3), cvc5: solver(Name::Cvc5) }
    }
}

impl Judges for Solvers {
    /// What z3 and cvc5 say. When one of them knows the answer, the other has not the whole time any
    /// more, but more than the first has taken.
    fn ask(&mut self, script: &str, claims: usize) -> Result<(Answer, Answer), CheckError> {
        self.z3.send(script)?;
        self.cvc5.send(script)?;
        let start = Instant::now();
        // What is about several claims can be asked in parts.
        let longest = match claims {
            0 | 1 => self.z3.limit * 2 + Duration::from_secs(2),
            2.. => self.z3.limit / 4,
        };
        let others = u32::try_from(claims).unwrap_or(u32::MAX).saturating_sub(1);
        let grace = GRACE.saturating_add(GRACE_OF_CLAIM.saturating_mul(others));
        let mut patience = longest;
        let (mut z3, mut cvc5) = (None, None);
        while z3.is_none() || cvc5.is_none() {
            z3 = z3.or_else(|| self.z3.receive(TURN));
            cvc5 = cvc5.or_else(|| self.cvc5.receive(TURN));
            let is_known = |answer| matches!(answer, Some(Answer::Sat | Answer::Unsat));
            if patience == longest && (is_known(z3) || is_known(cvc5)) {
                patience = longest.min(grace.saturating_add(start.elapsed() * GRACE_FACTOR));
            }
            if start.elapsed() > patience {
                z3.get_or_insert_with(|| self.z3.give_up());
                cvc5.get_or_insert_with(|| self.cvc5.give_up());
            }
        }
        Ok((z3.unwrap_or(Answer::Unknown), cvc5.unwrap_or(Answer::Unknown)))
    }

    fn most_claims(&self) -> usize {
        usize::MAX
    }
}

struct Solver {
    name: Name,
    limit: Duration,
    process: Option<Process>,
    /// What it has said to the question so far.
    answer: Answer,
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

/// How long one of the solvers is waited for before it is the other's turn.
const TURN: Duration = Duration::from_millis(1);
/// How long the second solver has when the first knows the answer, how much longer for each further
/// claim, and how many times as long as the first besides.
const GRACE: Duration = Duration::from_millis(500);
const GRACE_OF_CLAIM: Duration = Duration::from_millis(100);
const GRACE_FACTOR: u32 = 2;

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
        self.answer = Answer::Unknown;
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

    /// The answer, if it comes within this time.
    fn receive(&mut self, time: Duration) -> Option<Answer> {
        let Some(process) = &self.process else { return Some(Answer::Unknown) };
        loop {
            match process.lines.recv_timeout(time) {
                Ok(line) => match line.trim().trim_matches('"') {
                    END => return Some(self.answer),
                    "sat" => self.answer = Answer::Sat,
                    "unsat" => self.answer = Answer::Unsat,
                    // Anything else, an error above all, is no answer.
                    _ => {}
                },
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => return Some(self.give_up()),
            }
        }
    }

    /// Ends the solver, which is asked anew for the next question.
    fn give_up(&mut self) -> Answer {
        self.process = None;
        Answer::Unknown
    }
}
