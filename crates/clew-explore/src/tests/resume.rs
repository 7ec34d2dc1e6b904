//! Campaigns that were stopped go on.

use std::path::Path;

use clew_symbolic::Ending;

use super::{
    behind_hash, concrete, counting_loop, counts, cube, exhaustive, explore_with, less_than,
    try_explore,
};
use crate::toy::{RETURN, Toy};
use crate::{ExploreError, JournalError, JournalSettings, Records, Settings};

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
    Records { journal: Some(JournalSettings { path, fingerprint }), ..Records::default() }
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
fn the_journal_of_another_campaign_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let with =
        |fingerprint: &str| Settings { records: journal(&path, fingerprint), ..exhaustive() };
    explore_with(cube, &with("a"), "dfs", usize::MAX);
    let error = try_explore(cube, &with("b"), "dfs", usize::MAX).err();
    let Some(ExploreError::Journal(JournalError::OtherCampaign { .. })) = error else {
        panic!("{error:?}")
    };
}
