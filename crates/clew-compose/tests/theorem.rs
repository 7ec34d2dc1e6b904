//! Theorem 2 of the paper, on random programs: what is found by all paths is found by composed ones, and
//! nothing else.

use crate::common::{How, Shown, composed_alone, harness, program, random, search_within};
use clew_criteria::{Criterion, Objectives, Unit};
use clew_ir::call_graph::CallGraph;

/// A search by all paths that takes more is not compared.
const MOST_RUNS: u64 = 1_500;

/// How programs fared.
#[derive(Default, Debug)]
struct Tally {
    compared: usize,
    /// Those where fewer runs were needed than there are paths.
    saved: usize,
    exhausted: usize,
    /// Functions that were summarised.
    summarised: usize,
}

fn both(seed: u64, tally: &mut Tally) {
    let source = random::program(seed);
    let program = program(&source);
    let entry = harness(&program);
    let unit = Unit::harness(&program, &CallGraph::new(&program), entry.function());
    let objectives = Objectives::new(&program, &unit, &[Criterion::Branch]);
    let probes = || (**objectives.plan()).clone();
    let plain = search_within(&program, entry, probes(), How::Plain, Some(MOST_RUNS));
    if !plain.is_exhausted() {
        return;
    }
    let composed = search_within(&program, entry, probes(), How::Composed, Some(MOST_RUNS));
    let told = |shown: &Shown| (shown.met.clone(), shown.faults.clone());
    assert!(composed.is_exhausted(), "seed {seed} is not exhausted:\n{source}");
    assert_eq!(told(&plain), told(&composed), "seed {seed}:\n{source}");
    assert_eq!(composed.report.statistics.divergences, 0, "seed {seed}:\n{source}");
    // Footnote 6: no run contradicts a summary.
    let alone = composed_alone(&program, entry, MOST_RUNS);
    assert_eq!((alone.mismatches, alone.divergences), (0, 0), "seed {seed}:\n{source}");
    tally.summarised += alone.summarised.len();
    tally.compared += 1;
    tally.saved += usize::from(composed.runs() < plain.runs());
    tally.exhausted += usize::from(composed.composed_alone());
}

/// A part of the seeds: parts are tests of their own, to be run side by side.
fn part(seeds: std::ops::Range<u64>) {
    let mut tally = Tally::default();
    let count = (seeds.end - seeds.start) as usize;
    for seed in seeds {
        both(seed, &mut tally);
    }
    assert!(tally.compared * 10 >= count * 9, "{tally:?}");
    assert!(tally.exhausted * 10 >= tally.compared * 8, "{tally:?}");
    assert!(tally.saved > 0, "{tally:?}");
    assert!(tally.summarised * 2 > tally.compared, "{tally:?}");
}

#[test]
fn composed_paths_find_what_all_paths_find_1() {
    part(0..150);
}

#[test]
fn composed_paths_find_what_all_paths_find_2() {
    part(150..300);
}

#[test]
fn composed_paths_find_what_all_paths_find_3() {
    part(300..450);
}

#[test]
fn composed_paths_find_what_all_paths_find_4() {
    part(450..600);
}

/// Footnote 6 on more programs: no run contradicts a summary, and none goes elsewhere.
fn no_contradiction(seeds: impl IntoIterator<Item = u64>) {
    let mut summarised = 0;
    for seed in seeds {
        let source = random::program(seed);
        let program = program(&source);
        let alone = composed_alone(&program, harness(&program), MOST_RUNS);
        assert_eq!((alone.mismatches, alone.divergences), (0, 0), "seed {seed}:\n{source}");
        summarised += alone.summarised.len();
    }
    assert!(summarised > 0);
}

/// Where runs did contradict summaries: a second call behind the same conditions was taken for the first that was
/// searched there, calls that some paths show as their caller's own code shifted the others, and a call in which a run
/// ended hid what was before the same call where it returns. Or runs went elsewhere: what calls before tell had grown.
#[test]
fn no_run_contradicts_a_summary_where_one_did() {
    no_contradiction([1094, 1124, 1227, 1403, 1803, 2038, 2452, 2799]);
}

#[test]
fn no_run_contradicts_a_summary_1() {
    no_contradiction(600..1_000);
}

#[test]
fn no_run_contradicts_a_summary_2() {
    no_contradiction(1_000..1_400);
}

#[test]
fn no_run_contradicts_a_summary_3() {
    no_contradiction(1_400..1_800);
}

#[test]
fn no_run_contradicts_a_summary_4() {
    no_contradiction(1_800..2_200);
}
