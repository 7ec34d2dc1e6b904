//! The picture as SVG, drawn by Graphviz.

use super::RenderError;
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

/// Runs `dot` on a graph.
pub(super) fn svg(graph: &str) -> Result<String, RenderError> {
    let failed = |message: String| RenderError::GraphvizFailed { message };
    let mut child = Command::new("dot")
        .arg("-Tsvg")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => RenderError::NoGraphviz,
            _ => failed(error.to_string()),
        })?;
    let mut input = child.stdin.take().expect("the standard input should be piped");
    // Written from a second thread: both pipes may fill.
    let output = std::thread::scope(|scope| {
        // A broken pipe shows in the exit status.
        scope.spawn(move || drop(input.write_all(graph.as_bytes())));
        child.wait_with_output()
    })
    .map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    String::from_utf8(output.stdout).map_err(|error| failed(error.to_string()))
}
