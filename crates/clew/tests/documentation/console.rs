//! Console blocks: each command is run, and prints what the page shows.
//!
//! A page is run from top to bottom in a folder of its own, where `examples` and `tests` are those of
//! the repository. In a block, lines after `$ ` are commands; a line `...` stands for any lines. Times,
//! numbers of runs, lines of generated tests and spaces are not compared. A block that cannot run says why:
//! ```` ```console not-run: REASON ````. A block that begins with ```` ```c file=NAME ```` becomes a
//! file (and is the same as `examples/NAME` where there is one). `<!-- console: COMMAND -->` is run
//! and not shown.

use super::is_blessing;
use super::page::{Page, pages, root};
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a page wants to be done.
enum Step {
    /// Write a file.
    File { name: String, text: String },
    /// Run commands in one shell.
    Shell { line: usize, commands: Vec<Shown> },
}

/// A command, and what it prints according to the page.
struct Shown {
    command: String,
    expected: Vec<String>,
    /// The lines of the page that show the output.
    at: Range<usize>,
}

/// Ends the output of a command; no program prints it.
const MARK: char = '\u{1}';

fn steps(page: &Page) -> Vec<Step> {
    let mut steps: Vec<(usize, Step)> = Vec::new();
    for fence in page.fences() {
        if let Some(name) = fence.marker.strip_prefix("file=") {
            let text = fence.content.join("\n") + "\n";
            let example = root().join("examples").join(name);
            if let Ok(example) = std::fs::read_to_string(&example) {
                assert_eq!(text, example, "{}: {name} and examples/{name}", page.place(fence.line));
            }
            steps.push((fence.line, Step::File { name: name.to_owned(), text }));
        } else if fence.language == "console" && !fence.marker.starts_with("not-run: ") {
            let commands = commands(fence.content, fence.line + 1);
            assert!(!commands.is_empty(), "{}: no `$ `", page.place(fence.line));
            steps.push((fence.line, Step::Shell { line: fence.line, commands }));
        }
    }
    for (line, text) in page.lines.iter().enumerate() {
        let command = text.strip_prefix("<!-- console: ").and_then(|it| it.strip_suffix(" -->"));
        let Some(command) = command else { continue };
        let hidden = Shown {
            command: format!("{{ {command}; }} > /dev/null 2>&1 || echo failed"),
            expected: Vec::new(),
            at: line..line,
        };
        steps.push((line, Step::Shell { line, commands: vec![hidden] }));
    }
    steps.sort_by_key(|(line, _)| *line);
    steps.into_iter().map(|(_, step)| step).collect()
}

fn commands(content: &[String], first: usize) -> Vec<Shown> {
    let starts: Vec<usize> =
        (0..content.len()).filter(|at| content[*at].starts_with("$ ")).collect();
    let ends = starts.iter().skip(1).copied().chain([content.len()]);
    let shown = starts.iter().zip(ends).map(|(start, end)| Shown {
        command: content[*start]["$ ".len()..].to_owned(),
        expected: content[start + 1..end].to_vec(),
        at: first + start + 1..first + end,
    });
    shown.collect()
}

/// What each command of a block prints, on stdout and stderr as on a terminal.
fn run(folder: &Path, commands: &[Shown]) -> Vec<Vec<String>> {
    let mut script = String::from("exec 2>&1\n");
    for shown in commands {
        let command = &shown.command;
        script += &format!("{command}\nstatus=$?; printf '{MARK}'; (exit $status)\n");
    }
    let programs = Path::new(env!("CARGO_BIN_EXE_clew")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("timeout");
    shell.args(["300", "bash", "-c", &script]).current_dir(folder);
    shell.env("PATH", format!("{}:{path}", programs.display())).env("LC_ALL", "C");
    // A test may itself be run by make.
    shell.env_remove("MAKEFLAGS").env_remove("MAKELEVEL").stdin(Stdio::null());
    let output = shell.output().expect("bash");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let parts = text.split(MARK).take(commands.len());
    parts.map(|part| part.lines().map(|line| line.trim_end().to_owned()).collect()).collect()
}

/// A line without what may differ: times, numbers of runs, lines of generated tests, spaces.
fn normal(line: &str) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if let ["#", "line", number, ..] = &mut words[..] {
        *number = "LINE";
    }
    for at in 0..words.len() {
        if is_time(words[at]) {
            words[at] = "TIME";
            // In a table of results the number of runs stands before the time.
            if at > 0 && words[at - 1].chars().all(|c| c.is_ascii_digit()) {
                words[at - 1] = "RUNS";
            }
        }
    }
    words.join(" ")
}

fn is_time(word: &str) -> bool {
    let number = word.strip_suffix('s').and_then(|it| it.split_once('.'));
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    number.is_some_and(|(whole, part)| is_number(whole) && is_number(part))
}

fn is_wildcard(line: &str) -> bool {
    line.trim() == "..."
}

/// Whether lines are as expected.
fn matches(expected: &[String], found: &[String]) -> bool {
    match (expected.split_first(), found.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if is_wildcard(first) => {
            (0..=found.len()).any(|skipped| matches(rest, &found[skipped..]))
        }
        (Some((first, rest)), Some((line, others))) => {
            normal(first) == normal(line) && matches(rest, others)
        }
        _ => false,
    }
}

/// Runs a page; what is not as it shows, and the page as it should be.
fn faults(page: &mut Page) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["examples", "tests"] {
        let link = folder.path().join(name);
        std::os::unix::fs::symlink(root().join(name), link).expect("a link");
    }
    let mut faults = Vec::new();
    let mut replaced: Vec<(Range<usize>, Vec<String>)> = Vec::new();
    for step in steps(page) {
        let (line, commands) = match step {
            Step::File { name, text } => {
                std::fs::write(folder.path().join(name), text).expect("a file");
                continue;
            }
            Step::Shell { line, commands } => (line, commands),
        };
        let found = run(folder.path(), &commands);
        for (at, shown) in commands.into_iter().enumerate() {
            let found = found.get(at).cloned().unwrap_or_default();
            if matches(&shown.expected, &found) {
                continue;
            }
            let (place, expected) = (page.place(line), shown.expected.join("\n"));
            let (command, text) = (shown.command, found.join("\n"));
            faults
                .push(format!("{place}: $ {command}\n--- shown\n{expected}\n--- printed\n{text}"));
            if !shown.expected.iter().any(|it| is_wildcard(it)) {
                replaced.push((shown.at, found));
            }
        }
    }
    for (at, lines) in replaced.into_iter().rev() {
        page.lines.splice(at, lines);
    }
    faults
}

fn check(paths: &[&str]) {
    let mut all = Vec::new();
    for mut page in paths.iter().flat_map(|path| pages(path)) {
        let faults = faults(&mut page);
        if !faults.is_empty() && is_blessing() {
            page.write();
        }
        all.extend(faults);
    }
    let count = all.len();
    assert!(all.is_empty(), "{count} commands print something else:\n{}", all.join("\n\n"));
}

#[test]
fn readme() {
    check(&["README.md"]);
}

#[test]
fn tutorials() {
    check(&["docs/tutorial"]);
}

#[test]
fn how_to_pages() {
    check(&["docs/how-to"]);
}

#[test]
fn other_pages() {
    let mut others: Vec<String> = pages("docs")
        .iter()
        .map(|page| page.path.display().to_string())
        .filter(|path| !path.starts_with("docs/tutorial/") && !path.starts_with("docs/how-to/"))
        .collect();
    others.push("CONTRIBUTING.md".to_owned());
    check(&others.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn few_blocks_are_not_run() {
    let all = pages("docs").into_iter().chain(pages("README.md"));
    let (mut run, mut left) = (0, 0);
    for page in all {
        for fence in page.fences().iter().filter(|it| it.language == "console") {
            if fence.marker.is_empty() {
                run += 1;
            } else {
                assert!(fence.marker.starts_with("not-run: "), "{}", page.place(fence.line));
                left += 1;
            }
        }
    }
    assert!(run >= 20 && left <= 3, "{run} blocks are run, {left} are not");
}

#[test]
fn wildcards_and_times_match() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let is_like = |expected: &str, found: &str| matches(&lines(expected), &lines(found));
    assert!(is_like("a\n  ...\nd", "a\nb\nc\nd") && is_like("a\n...", "a"));
    assert!(!is_like("a\n...\nd", "a\nb") && !is_like("a", "a\nb"));
    assert!(is_like("f  2/2  11  0.0s  1/1", "f 2/2   1234 12.5s 1/1"));
    assert!(!is_like("f  2/2  11  0.0s", "f  1/2  11  0.0s"));
    assert!(is_like("# line 8: a is 1", "# line 9: a is 1") && !is_like("line 8", "line 9"));
}
