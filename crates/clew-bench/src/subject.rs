//! A C program that is compiled, and run on the machine, and measured.

use crate::error::Error;
use crate::process::{self, Run};
use crate::tools::{Compiler, Tools};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A program to compare and measure.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) sources: Vec<PathBuf>,
    /// Flags for every compiler; no flag has a space in it.
    pub(crate) cflags: Vec<String>,
    pub(crate) arguments: Vec<String>,
}

/// How long a measured run may take.
const LIMIT: Duration = Duration::from_secs(600);

/// How often each run is repeated; the quickest counts.
const ROUNDS: usize = 3;

/// How a program did on the machine, next to its compiled form.
#[derive(Debug)]
pub(crate) struct Comparison {
    pub(crate) compiled: Duration,
    /// The whole of `clew run`.
    pub(crate) total: Duration,
    /// The part of it before `main` does anything: clang, lowering, the machine's set-up.
    pub(crate) start_up: Duration,
    /// How the runs differ in what they show, if they do.
    pub(crate) difference: Option<String>,
}

impl Comparison {
    /// The time on the machine alone.
    pub(crate) fn on_machine(&self) -> Duration {
        self.total.saturating_sub(self.start_up)
    }

    /// How many times slower than compiled code the machine is.
    pub(crate) fn ratio(&self) -> f64 {
        self.on_machine().as_secs_f64() / self.compiled.as_secs_f64()
    }
}

impl Subject {
    /// Runs the program compiled with gcc -O0 and on the machine, in turns.
    pub(crate) fn compare(&self, tools: &Tools) -> Result<Comparison, Error> {
        let temporary = |source| Error::File { path: std::env::temp_dir(), source };
        let folder = tempfile::tempdir().map_err(temporary)?;
        let program = folder.path().join("program");
        self.compile(Compiler::Gcc, &program)?;
        let mut compiled_run = Command::new(&program);
        compiled_run.args(&self.arguments).current_dir(folder.path());
        let mut machine_run = self.on_machine(tools);
        machine_run.current_dir(folder.path());
        let start_up_run = self.with_empty_main(tools, folder.path())?;

        let mut best = Comparison {
            compiled: Duration::MAX,
            total: Duration::MAX,
            start_up: Duration::MAX,
            difference: None,
        };
        for _ in 0..ROUNDS {
            let compiled = process::run(&compiled_run, LIMIT)?;
            let on_machine = process::run(&machine_run, LIMIT)?;
            let start_up = process::run(&start_up_run, LIMIT)?;
            best.compiled = best.compiled.min(compiled.processor_time);
            best.total = best.total.min(on_machine.processor_time);
            best.start_up = best.start_up.min(start_up.processor_time);
            best.difference = difference(&compiled, &on_machine);
            if best.difference.is_some() {
                break;
            }
        }
        Ok(best)
    }

    /// Compiles and links the program without optimisation.
    pub(crate) fn compile(&self, compiler: Compiler, program: &Path) -> Result<(), Error> {
        let mut command = Command::new(compiler.program());
        command.args(["-O0", "-w", "-o"]).arg(program).args(&self.sources).args(&self.cflags);
        command.arg("-lm");
        process::output_of(&command, LIMIT)?;
        Ok(())
    }

    /// `clew run`.
    pub(crate) fn on_machine(&self, tools: &Tools) -> Command {
        let mut command = tools.clew();
        command.arg("run").args(&self.sources);
        command.arg(format!("--cflags={}", self.cflags.join(" ")));
        command.arg("--").args(&self.arguments);
        command
    }

    /// `clew run` of the same sources, but `main` is another and does nothing.
    fn with_empty_main(&self, tools: &Tools, folder: &Path) -> Result<Command, Error> {
        let empty = folder.join("empty_main.c");
        let text = "#undef main\nint main(void) { return 0; }\n";
        std::fs::write(&empty, text).map_err(Error::file(&empty))?;
        let mut subject = self.clone();
        subject.sources.push(empty);
        subject.cflags.push("-Dmain=main_of_subject".to_owned());
        let mut command = subject.on_machine(tools);
        command.current_dir(folder);
        Ok(command)
    }
}

/// What two runs show differently, in a few lines.
pub(crate) fn difference(compiled: &Run, on_machine: &Run) -> Option<String> {
    if compiled.agrees_with(on_machine) {
        return None;
    }
    let mut text = String::new();
    if on_machine.timed_out() {
        text.push_str("no end in time");
    } else if compiled.status != on_machine.status {
        text = format!("exit status {}, compiled {}", on_machine.status, compiled.status);
    } else {
        text.push_str("other output");
    }
    let expected = String::from_utf8_lossy(&compiled.stdout);
    let shown = String::from_utf8_lossy(&on_machine.stdout);
    let mut expected = expected.lines();
    let mut shown = shown.lines();
    loop {
        let pair = (expected.next(), shown.next());
        if pair == (None, None) {
            break;
        }
        if pair.0 != pair.1 {
            let [expected, shown] = [pair.0, pair.1].map(|line| line.unwrap_or("(nothing)"));
            text.push_str(&format!("\n  compiled: {expected}\n  machine:  {shown}"));
            break;
        }
    }
    for line in on_machine.stderr.lines().take(SHOWN_LINES) {
        text.push_str("\n  ");
        text.push_str(line);
    }
    Some(text)
}

/// How much of a message is repeated.
const SHOWN_LINES: usize = 6;
