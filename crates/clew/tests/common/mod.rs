//! What the end-to-end tests share: the header of a test program, compilers, runs.

#![allow(dead_code, reason = "each test binary uses its own part")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The folder of the test programs.
pub(crate) fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").canonicalize().expect("tests/")
}

/// The program under test.
pub(crate) fn clew() -> Command {
    Command::new(env!("CARGO_BIN_EXE_clew"))
}

/// Runs the program in a folder; its standard output as JSON.
pub(crate) fn clew_json(folder: &Path, arguments: &[&str]) -> serde_json::Value {
    let output = clew()
        .args(arguments)
        .args(["--format", "json"])
        .current_dir(folder)
        .output()
        .expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The clangs that the front end is tested with: the oldest and the newest supported one.
pub(crate) const CLANGS: [&str; 2] = ["clang-14", "clang-19"];

/// The `// key: value` lines at the top of a test program; a line may be a key alone.
pub(crate) struct Header {
    lines: Vec<(String, String)>,
}

impl Header {
    pub(crate) fn read(path: &Path) -> Self {
        let text =
            String::from_utf8_lossy(&std::fs::read(path).expect("a readable file")).into_owned();
        let comment = text.lines().map_while(|line| line.strip_prefix("// ").map(str::to_owned));
        let lines = comment.map(|line| {
            let (key, value) = line.split_once(": ").unwrap_or((&line, ""));
            (key.to_owned(), value.to_owned())
        });
        Self { lines: lines.collect() }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.lines.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The values of a key that may be there several times.
    pub(crate) fn all<'h>(&'h self, key: &'h str) -> impl Iterator<Item = &'h str> {
        self.lines.iter().filter(move |(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    pub(crate) fn words(&self, key: &str) -> Vec<String> {
        split_words(self.get(key).unwrap_or(""))
    }

    pub(crate) fn stdin(&self) -> Vec<u8> {
        unescape(self.get("stdin").unwrap_or(""))
    }
}

/// Splits as a shell does, with double quotes.
fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let c = match c {
            '\\' => match rest.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('0') => '\0',
                Some(other) => other,
                None => '\\',
            },
            c => c,
        };
        bytes.extend(c.to_string().as_bytes());
    }
    bytes
}

/// All C programs below a folder whose first line is `// test: KIND`, sorted.
pub(crate) fn programs(folder: &Path, kind: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c")
                && Header::read(&path).get("test") == Some(kind)
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What a run showed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
    pub(crate) status: i32,
}

impl From<Output> for Shown {
    fn from(output: Output) -> Self {
        use std::os::unix::process::ExitStatusExt as _;
        // A shell's convention: 128 plus the signal.
        let status = output.status.code().or(output.status.signal().map(|signal| 128 + signal));
        Self {
            stdout: output.stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            status: status.unwrap_or(-1),
        }
    }
}

/// Runs a command with this standard input, in a folder of its own, for at most two minutes.
pub(crate) fn run(command: &mut Command, stdin: &[u8]) -> Result<Shown, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut timed = Command::new("timeout");
    timed.arg("120").arg(command.get_program()).args(command.get_args());
    for (key, value) in command.get_envs() {
        match value {
            Some(value) => timed.env(key, value),
            None => timed.env_remove(key),
        };
    }
    timed.env("LC_ALL", "C").env("TZ", "UTC").current_dir(folder.path());
    timed.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = timed.spawn().map_err(|error| format!("{timed:?}: {error}"))?;
    if let Some(mut pipe) = child.stdin.take() {
        // A program that does not read its input closes the pipe.
        let _ = pipe.write_all(stdin);
    }
    child.wait_with_output().map(Shown::from).map_err(|error| error.to_string())
}

/// A shortened view of a run, for failure messages.
pub(crate) fn describe(shown: &Shown) -> String {
    let stdout = String::from_utf8_lossy(&shown.stdout);
    let stdout: String = stdout.chars().take(2000).collect();
    let stderr: String = shown.stderr.chars().take(1500).collect();
    format!("status {}\n--- stdout\n{stdout}\n--- stderr\n{stderr}", shown.status)
}
