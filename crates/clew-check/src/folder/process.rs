//! Processes: compilers that must succeed, tests that must come to an end.

use std::fs::File;
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How a test's process ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// By itself, with a status.
    Exit(i32),
    /// By a signal.
    Signal(i32),
    /// By us: it took too long.
    Late,
}

/// Runs a program that must succeed, to its end; what it writes to its standard output.
pub(super) fn succeed(command: &mut Command) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output =
        command.stdin(Stdio::null()).output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let mut lines = said.lines();
    let line = said.lines().find(|line| line.contains("error")).or_else(|| lines.next());
    Err(format!("{name}: {}", line.unwrap_or("it fails")))
}

/// Runs a test; what it says goes to a file.
pub(super) fn run(command: &mut Command, says: &Path, limit: Duration) -> io::Result<End> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(says)?);
    let mut child = command.spawn()?;
    let start = Instant::now();
    let mut pause = Duration::from_micros(300);
    loop {
        if let Some(status) = child.try_wait()? {
            let signal = || End::Signal(status.signal().unwrap_or(0));
            return Ok(status.code().map_or_else(signal, End::Exit));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(End::Late);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}
