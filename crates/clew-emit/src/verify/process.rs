//! Processes with a time limit.

use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessEnd {
    /// With a status.
    Exit(i32),
    /// By a signal.
    Signal(i32),
    /// By us: it took too long.
    Timeout,
}

/// The most that is kept of what a process says.
const MESSAGE: usize = 4096;

/// A process that a signal from the terminal does not reach: the user ends Clew, which ends what it has
/// begun.
pub(super) fn apart(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

/// Runs a process to its end, and gives what it wrote to its standard error; `folder` holds that
/// for the time being.
pub(super) fn run(
    command: &mut Command,
    folder: &Path,
    timeout: Duration,
) -> io::Result<(ProcessEnd, String)> {
    let errors = folder.join("stderr");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&errors)?);
    let mut child = apart(command).spawn()?;
    let deadline = Instant::now() + timeout;
    let mut pause = Duration::from_micros(200);
    let end = loop {
        if let Some(status) = child.try_wait()? {
            break end_of(status);
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            break ProcessEnd::Timeout;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let mut message = std::fs::read(&errors)?;
    message.truncate(MESSAGE);
    Ok((end, String::from_utf8_lossy(&message).trim_end().to_owned()))
}

fn end_of(status: ExitStatus) -> ProcessEnd {
    match (status.code(), status.signal()) {
        (Some(code), _) => ProcessEnd::Exit(code),
        (None, signal) => ProcessEnd::Signal(signal.unwrap_or(0)),
    }
}
