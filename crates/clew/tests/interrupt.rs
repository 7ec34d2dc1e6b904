//! Campaigns that somebody ends: by Ctrl-C with everything found so far, by `kill -9` and `--resume` with
//! nothing lost, and by the time that all functions have together.

use crate::common::clew;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// One function that is soon decided, one that never is, and one behind it.
const SOURCE: &str = "\
int easy(int x) {\n    return x > 10 ? 1 : 0;\n}\n
int hard(const unsigned v[24], unsigned a, unsigned b) {
    int up = 0;
    for (int i = 0; i < 24; i++)
        if (v[i] > 1000u)
            up++;
    if (up == 7)
        return 2;
    unsigned long long h = ((unsigned long long)a << 32 | b) * 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 32)) * 0x94d049bb133111ebu;
    if ((h ^ (h >> 31)) % 1000000007u == 123456u)
        if (h % 998244353u == 7u && (h >> 3) % 65537u == 99u)
            return 1;
    return 0;
}\n
int later(int x) {\n    return x == 3 ? 2 : 5;\n}\n";

struct Run {
    folder: tempfile::TempDir,
    child: Child,
}

/// Waits until something is there, for a minute.
fn wait_for(what: &str, is_there: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(start.elapsed() < Duration::from_secs(60), "no {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn generate(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = clew();
    command.args(["gen", "code.c", "-o", "out"]).args(arguments).current_dir(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Run {
    fn start(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("code.c"), SOURCE).expect("a file");
        let child = generate(folder.path(), arguments).spawn().expect("a run");
        Self { folder, child }
    }

    fn out(&self, name: &str) -> PathBuf {
        self.folder.path().join("out").join(name)
    }

    /// Until the second function is under way: its journal has runs.
    fn wait_until_under_way(&self) {
        let journal = self.out("journal/hard-1");
        let has_runs = || std::fs::read_to_string(&journal).is_ok_and(|text| text.contains("run"));
        wait_for("journal", has_runs);
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args([name, &id]).status().expect("kill");
        assert!(status.success());
    }

    fn end(self) -> (tempfile::TempDir, Output) {
        (self.folder, self.child.wait_with_output().expect("an end"))
    }
}

fn result(folder: &Path) -> Value {
    let text = std::fs::read_to_string(folder.join("out/result.json")).expect("result.json");
    serde_json::from_str(&text).expect("JSON")
}

fn unit<'r>(result: &'r Value, name: &str) -> Option<&'r Value> {
    result["units"].as_array()?.iter().find(|unit| unit["function"] == name)
}

#[test]
fn a_signal_ends_with_everything_found_so_far() {
    for signal in ["-INT", "-TERM"] {
        let run = Run::start(&["-b", "10m"]);
        run.wait_until_under_way();
        // The suite so far is there while the run goes on, and compiles.
        let suite = run.out("test_hard.c");
        wait_for("suite", || suite.exists());
        let program = run.folder.path().join("program");
        let compiled = Command::new("cc").args(["-w", "-o"]).arg(&program).arg(&suite).status();
        assert!(compiled.expect("cc").success());
        assert!(Command::new(&program).output().expect("a run").status.success());
        let start = Instant::now();
        run.signal(signal);
        let (folder, output) = run.end();
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
        let (table, said) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{:?} {said}", output.status);
        assert!(table.contains("\nhard ") && table.contains("\neasy "), "{table}");
        assert!(said.contains("interrupted: not begun are `later`; --resume goes on"), "{said}");
        let result = result(folder.path());
        let hard = unit(&result, "hard").expect("a unit");
        assert_eq!(hard["stats"]["stopped"], "interrupted");
        assert!(hard["criteria"][0]["covered"].as_u64() >= Some(4), "{hard:#}");
        assert_eq!(hard["verified"]["agree"], hard["verified"]["tests"]);
        assert!(unit(&result, "later").is_none());
        assert_eq!(unit(&result, "easy").expect("a unit")["stats"]["stopped"], "covered");
    }
}

#[test]
fn a_second_signal_ends_at_once() {
    let run = Run::start(&["-b", "10m"]);
    run.wait_until_under_way();
    run.signal("-INT");
    // Two at once would be one for the kernel.
    std::thread::sleep(Duration::from_millis(100));
    run.signal("-INT");
    let (_, output) = run.end();
    assert_eq!(output.status.code(), Some(130));
}

#[test]
fn a_run_that_was_killed_goes_on_though_nobody_planned_for_it() {
    let run = Run::start(&["-b", "10m"]);
    run.wait_until_under_way();
    let journal = run.out("journal/hard-1");
    let lines = || std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    wait_for("longer journal", || lines() > 6);
    wait_for("result", || run.out("result.json").exists());
    run.signal("-KILL");
    let (folder, _) = run.end();
    let before = result(folder.path());
    let easy = unit(&before, "easy").expect("what was done is on disk");
    assert!(!folder.path().join("out/journal/easy-1").exists(), "nothing is left to go on with");
    let kept = lines();
    let resumed = |more: &[&str]| {
        let arguments = [&["--resume"], more].concat();
        let output = generate(folder.path(), &arguments).output().expect("a run");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        (result(folder.path()), said)
    };
    // With other limits what was done is not the same, but what was searched is.
    let (after, _) = resumed(&["-b", "10m", "--max-runs", "1"]);
    assert_eq!(unit(&after, "hard").expect("a unit")["stats"]["runs"], 1);
    assert!(lines() >= kept, "nothing is lost");
    let (after, said) = resumed(&["-b", "10m", "--max-runs", "1"]);
    assert!(said.contains("done by an earlier run: `easy`, `hard`, `later`"), "{said}");
    assert_eq!(after["units"].as_array().map(Vec::len), Some(3));
    let (after, _) = resumed(&["-b", "3s"]);
    let hard = unit(&after, "hard").expect("a unit");
    assert!(hard["stats"]["runs"].as_u64() >= Some(kept as u64 / 2), "{hard:#}");
    assert_eq!(easy["criteria"], unit(&after, "easy").expect("a unit")["criteria"]);
    // Another program has nothing to go on from.
    let changed = SOURCE.replace("x > 10", "x > 11");
    std::fs::write(folder.path().join("code.c"), changed).expect("a file");
    let (_, said) = resumed(&["-b", "1s"]);
    assert!(!said.contains("done by an earlier run"), "{said}");
}

#[test]
fn what_was_done_is_taken_over_as_it_is() {
    let run = Run::start(&["-b", "10m"]);
    run.wait_until_under_way();
    wait_for("result", || run.out("result.json").exists());
    run.signal("-KILL");
    let (folder, _) = run.end();
    let easy = unit(&result(folder.path()), "easy").expect("a unit").clone();
    let suite = folder.path().join("out/test_hard.c");
    let _ = std::fs::remove_file(&suite);
    let child = generate(folder.path(), &["--resume", "-b", "10m"]).spawn().expect("a run");
    let run = Run { folder, child };
    wait_for("suite", || suite.exists());
    run.signal("-INT");
    let (folder, output) = run.end();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("done by an earlier run: `easy`"), "{said}");
    assert_eq!(unit(&result(folder.path()), "easy"), Some(&easy));
}

#[test]
fn all_functions_share_one_time_by_what_is_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let hard = SOURCE.split("\n\n").nth(1).expect("a function");
    let one = hard.replace("hard", "one");
    let two = hard.replace("hard", "two").replace("return 2;", "return a == b ? 2 : 3;");
    let source = format!("{SOURCE}\n{one}\n{two}\n");
    std::fs::write(folder.path().join("code.c"), source).expect("a file");
    let start = Instant::now();
    let output = generate(folder.path(), &["--total", "12s", "--no-verify"]).output();
    let elapsed = start.elapsed();
    assert!(output.expect("a run").status.success());
    let result = result(folder.path());
    let time = |name: &str| {
        let unit = unit(&result, name).expect("a unit");
        unit["stats"]["wall_ms"].as_u64().expect("a number")
    };
    let all: u64 = ["easy", "hard", "later", "one", "two"].map(time).iter().sum();
    // The five share 6 s, and the three that have something open the rest.
    assert!((9_000..=13_500).contains(&all), "{all} ms of search, {elapsed:?} in all");
    for name in ["hard", "one", "two"] {
        assert!(time(name) > 2_000, "{name}: {} ms", time(name));
    }
    assert!(time("easy") < 1_500 && time("later") < 1_500);
    assert_eq!(unit(&result, "two").expect("a unit")["stats"]["stopped"], "budget");
}

/// The time of a function is kept, whatever its search is busy with.
#[test]
fn the_time_of_a_function_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("code.c"), SOURCE).expect("a file");
    let output = generate(folder.path(), &["-b", "2s", "-f", "hard"]).output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let result = result(folder.path());
    let time = unit(&result, "hard").expect("a unit")["stats"]["wall_ms"].as_u64();
    // A busy computer is slow to end what is under way.
    assert!(time.is_some_and(|time| (1_500..4_000).contains(&time)), "{time:?} ms");
}
