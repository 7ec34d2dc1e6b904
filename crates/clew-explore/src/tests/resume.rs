//! Campaigns that were stopped go on.

use std::path::Path;

use clew_symbolic::Ending;

use super::{
    behind_hash, concrete, counting_loop, counts, cube, exhaustive, explore_with, less_than,
};
use crate::toy::{RETURN, Toy};
use crate::{JournalMode, JournalSettings, Records, Settings, Stopped};

/// Everything a journal has to bring back: loops, contradictions, open forks, assumptions.
fn mixed(toy: &mut Toy) -> Ending {
    let n = toy.input("n", 8);
    let small = less_than(toy, n, 4);
    if !toy.assume(20, small) {
        return Ending::Assumption;
    }
    match counting_loop(toy) {
        RETURN => concrete(toy, 9),
        ending => ending,
    }
}

/// Keeps what is done in a file.
fn journal(path: &Path, fingerprint: &str) -> Records {
    let (path, fingerprint) = (path.to_owned(), fingerprint.to_owned());
    let mode = JournalMode::Continue;
    let settings = JournalSettings { path, fingerprint, mode };
    Records { journal: Some(settings), ..Records::default() }
}

#[test]
fn a_campaign_goes_on_wherever_it_was_cut() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let settings = Settings { records: journal(&path, "mixed"), ..exhaustive() };
    let whole = explore_with(mixed, &settings, "dfs", usize::MAX);
    assert!(whole.covers_every_path());
    assert_eq!(whole.statistics.paths, 28);
    let text = std::fs::read(&path).expect("a journal");
    for cut in 0..=text.len() {
        std::fs::write(&path, &text[..cut]).expect("written");
        let strategy = ["dfs", "bfs", "random"][cut % 3];
        let jobs = 1 + cut % 2;
        let settings = Settings { jobs, ..settings.clone() };
        let report = explore_with(mixed, &settings, strategy, usize::MAX);
        assert_eq!(counts(&report), counts(&whole), "cut at {cut}, {strategy}, {jobs} workers");
        assert!(report.covers_every_path(), "cut at {cut}");
    }
    std::fs::write(&path, &text).expect("written");
    let again = explore_with(mixed, &settings, "dfs", usize::MAX);
    assert_eq!(again.statistics.queries, 0, "nothing is solved twice");
    assert_eq!(std::fs::read(&path).expect("a journal"), text, "and nothing written twice");
}

#[test]
fn restarts_are_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let settings = Settings { records: journal(&path, ""), ..Settings::default() };
    let first = explore_with(behind_hash, &settings, "dfs", 4);
    let again = explore_with(behind_hash, &settings, "dfs", 4);
    assert_eq!(again.statistics.paths, first.statistics.paths);
    assert_eq!(again.statistics.restarts, first.statistics.restarts);
    assert_eq!(again.statistics.queries, 0);
}

#[test]
fn a_search_that_gave_way_to_another_does_so_again_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let settings = Settings { records: journal(&path, ""), ..exhaustive() };
    let whole = explore_with(mixed, &settings, "dfs", usize::MAX);
    // As if the search had been left with much to do.
    let text = std::fs::read_to_string(&path).expect("a journal");
    let mut lines: Vec<&str> = text.lines().take(6).collect();
    lines.push("{\"end\":\"stalled\"}");
    std::fs::write(&path, lines.join("\n") + "\n").expect("written");
    let again = explore_with(mixed, &settings, "dfs", usize::MAX);
    assert_eq!(again.stopped, Stopped::Stalled);
    assert!(again.statistics.runs < whole.statistics.runs, "{}", again.statistics.runs);
    assert_eq!(again.statistics.queries, 0);
}

#[test]
fn the_journal_of_another_campaign_tells_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let with =
        |fingerprint: &str| Settings { records: journal(&path, fingerprint), ..exhaustive() };
    let first = explore_with(cube, &with("a"), "dfs", usize::MAX);
    let other = explore_with(cube, &with("b"), "dfs", usize::MAX);
    assert_eq!(other.statistics.queries, first.statistics.queries);
    let again = explore_with(cube, &with("b"), "dfs", usize::MAX);
    assert_eq!(again.statistics.queries, 0);
}
