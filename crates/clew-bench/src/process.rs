//! Runs commands: with a time limit, their output kept, their times taken.

use crate::error::Error;
use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4 as _;

/// What a run showed, and what it took.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
    /// The exit status; as in a shell, 128 plus the signal for a run that a signal ended.
    pub(crate) status: i32,
    /// Processor time of the process and of all that it waited for. Unlike elapsed time it is
    /// hardly disturbed by whatever else the computer does.
    pub(crate) processor_time: Duration,
}

/// The status by which `timeout` says that the limit was reached.
const TIMED_OUT: i32 = 124;

impl Run {
    pub(crate) fn timed_out(&self) -> bool {
        self.status == TIMED_OUT
    }

    /// Whether another run looks the same from outside.
    pub(crate) fn agrees_with(&self, other: &Run) -> bool {
        self.stdout == other.stdout && self.status == other.status
    }
}

/// Runs a command to its end, or for the limit.
pub(crate) fn run(command: &Command, limit: Duration) -> Result<Run, Error> {
    let started = Instant::now();
    let run = run_unchecked(command, limit)?;
    // 127 is how `timeout` says that the command does not exist.
    if run.status == 127 && run.stdout.is_empty() && started.elapsed() < limit {
        let source = std::io::Error::from(std::io::ErrorKind::NotFound);
        return Err(Error::Start { program: program_name(command), source });
    }
    Ok(run)
}

/// Runs a command that has to succeed; gives its standard output.
pub(crate) fn output_of(command: &Command, limit: Duration) -> Result<Vec<u8>, Error> {
    Ok(succeed(command, limit)?.stdout)
}

/// Runs a command that has to succeed; gives its processor time.
pub(crate) fn time_of(command: &Command, limit: Duration) -> Result<Duration, Error> {
    Ok(succeed(command, limit)?.processor_time)
}

/// Runs a command that has to succeed.
pub(crate) fn succeed(command: &Command, limit: Duration) -> Result<Run, Error> {
    let run = run(command, limit)?;
    if run.status == 0 {
        Ok(run)
    } else {
        let message = if run.timed_out() { "no end in time".to_owned() } else { run.stderr };
        Err(Error::Failed { command: format!("{command:?}"), message })
    }
}

fn run_unchecked(command: &Command, limit: Duration) -> Result<Run, Error> {
    let temporary = |source| Error::File { path: std::env::temp_dir(), source };
    let mut stdout = tempfile::tempfile().map_err(temporary)?;
    let mut stderr = tempfile::tempfile().map_err(temporary)?;
    let mut timed = timed(command, limit);
    timed.stdin(Stdio::null());
    timed.stdout(stdout.try_clone().map_err(temporary)?);
    timed.stderr(stderr.try_clone().map_err(temporary)?);
    let start = |source| Error::Start { program: program_name(command), source };
    let ended = timed.spawn().map_err(start)?.wait4().map_err(start)?;
    let signal = ended.status.signal().map(|signal| 128 + signal);
    Ok(Run {
        stdout: content(&mut stdout).map_err(temporary)?,
        stderr: String::from_utf8_lossy(&content(&mut stderr).map_err(temporary)?).into_owned(),
        status: ended.status.code().or(signal).unwrap_or(-1),
        processor_time: ended.rusage.utime + ended.rusage.stime,
    })
}

/// The same command under `timeout`, which also ends what the command has started.
fn timed(command: &Command, limit: Duration) -> Command {
    let mut timed = Command::new("timeout");
    timed.arg("--kill-after=5").arg(limit.as_secs_f64().to_string());
    timed.arg(command.get_program()).args(command.get_args());
    for (key, value) in command.get_envs() {
        match value {
            Some(value) => timed.env(key, value),
            None => timed.env_remove(key),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        timed.current_dir(folder);
    }
    timed.env("LC_ALL", "C").env("TZ", "UTC");
    timed
}

fn content(file: &mut File) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn program_name(command: &Command) -> String {
    Path::new(command.get_program()).display().to_string()
}
