//! Campaigns on toys with known numbers of paths.

mod limits;
mod resume;
mod techniques;

use clew_symbolic::Cause;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clew_logic::TermId;
use clew_symbolic::Ending;
use clew_vm::stop::FaultKind;

use crate::toy::{Probes, Program, RETURN, Toy};
use crate::{
    FaultSettings, Limits, Place, Progress, Records, Report, Search, SearchSettings, Settings,
    Stopped, strategy,
};

/// Everything, whatever is covered.
fn exhaustive() -> Settings {
    let search = SearchSettings { exhaustive: true, ..SearchSettings::default() };
    Settings { search, ..Settings::default() }
}

/// The same, without random restarts.
fn exhaustive_once() -> Settings {
    let limits = Limits { restarts: 0, ..Limits::default() };
    Settings { limits, ..exhaustive() }
}

fn explore_with(program: Program, settings: &Settings, strategy: &str, wanted: usize) -> Report {
    let interrupt = settings.signals.interrupt.clone();
    Search {
        settings,
        subject: &|_| Toy::interruptible(program, interrupt.clone()),
        strategy: &|worker| strategy::by_name(strategy, worker.0 as u64).expect("a strategy"),
        techniques: &|_| Vec::new(),
        observer: None,
    }
    .run(&mut Probes::wanting(wanted))
    .expect("a report")
}

fn explore(program: Program) -> Report {
    explore_with(program, &exhaustive(), "dfs", usize::MAX)
}

/// Paths and infeasible sides.
fn counts(report: &Report) -> (u64, u64) {
    (report.statistics.paths, report.statistics.infeasible_paths)
}

fn less_than(toy: &mut Toy, a: TermId, b: u128) -> TermId {
    let width = toy.pool.width(a);
    let b = toy.pool.bv(width, b);
    toy.pool.ult(a, b)
}

/// Three independent decisions: 8 paths.
fn cube(toy: &mut Toy) -> Ending {
    for (block, name) in ["x", "y", "z"].into_iter().enumerate() {
        let input = toy.input(name, 8);
        let condition = less_than(toy, input, 100);
        toy.branch(block, condition);
    }
    RETURN
}

/// `assume(n <= 10); for (i = 0; i < n; i++);`: 11 paths.
fn counting_loop(toy: &mut Toy) -> Ending {
    let n = toy.input("n", 8);
    let small = less_than(toy, n, 11);
    if !toy.assume(0, small) {
        return Ending::Assumption;
    }
    let mut i = 0;
    loop {
        let done = less_than(toy, n, i + 1);
        if toy.branch(1, done) {
            return RETURN;
        }
        i += 1;
    }
}

/// Bubble sort of five bytes by comparisons: 5! orders and those with equal elements together.
fn bubble(toy: &mut Toy) -> Ending {
    let mut values: Vec<_> = ["a", "b", "c", "d", "e"].map(|name| toy.input(name, 8)).into();
    for end in (1..values.len()).rev() {
        for at in 0..end {
            let swap = toy.pool.ult(values[at + 1], values[at]);
            if toy.branch(at, swap) {
                values.swap(at, at + 1);
            }
        }
    }
    RETURN
}

#[test]
fn independent_decisions_multiply() {
    for strategy in ["dfs", "bfs", "random"] {
        let report = explore_with(cube, &exhaustive(), strategy, usize::MAX);
        assert_eq!(counts(&report), (8, 0), "{strategy}");
        assert_eq!(report.statistics.runs, 8);
        assert_eq!(report.statistics.queries, 7);
        assert!(report.covers_every_path());
        assert_eq!(report.pending, 0);
    }
}

#[test]
fn a_loop_has_a_path_for_each_count() {
    let report = explore(counting_loop);
    assert_eq!(counts(&report), (11, 1));
    assert!(report.covers_every_path());
}

#[test]
fn an_excluded_first_input_is_no_path() {
    let report = explore(|toy| {
        let n = toy.input("n", 8);
        let small = less_than(toy, n, 10);
        let large = toy.pool.not(small);
        if !toy.assume(0, large) {
            toy.hit(99);
            return Ending::Assumption;
        }
        cube(toy)
    });
    assert_eq!(counts(&report), (8, 0));
    assert_eq!(report.statistics.runs, 9);
    assert!(report.found.iter().all(|found| found.hits.iter().all(|hit| hit.0 != 99)));
}

#[test]
fn contradictions_are_counted_not_run() {
    let report = explore(|toy| {
        let x = toy.input("x", 8);
        let small = less_than(toy, x, 5);
        let smaller_than_ten = less_than(toy, x, 10);
        toy.branch(0, small);
        toy.branch(1, smaller_than_ten);
        RETURN
    });
    assert_eq!(counts(&report), (3, 1));
    assert_eq!(report.statistics.runs, 3);
}

#[test]
fn a_switch_has_a_path_for_each_arm() {
    let report = explore(|toy| {
        let x = toy.input("x", 2);
        let arm = toy.switch(0, x, &[0, 1, 3]);
        let y = toy.input("y", 8);
        let condition = less_than(toy, y, 7);
        if arm == 1 {
            toy.branch(1, condition);
        }
        // Every value has an arm of its own above: nothing is left for the default here.
        toy.switch(2, x, &[0, 1, 2, 3]);
        RETURN
    });
    assert_eq!(report.statistics.paths, 5);
    assert!(report.covers_every_path());
}

/// `switch` on a value that the machine makes concrete.
fn concrete(toy: &mut Toy, limit: u32) -> Ending {
    let x = toy.input("x", 8);
    let mask = toy.pool.bv(8, 3);
    let low = toy.pool.and(x, mask);
    let value = toy.concretise(0, low, limit);
    let y = toy.input("y", 8);
    let condition = less_than(toy, y, value);
    toy.branch(1, condition);
    RETURN
}

#[test]
fn open_forks_end_when_no_value_is_left() {
    // For 0 nothing is less: that branch is constant.
    for limit in [4, 9] {
        let report = explore(match limit {
            4 => |toy| concrete(toy, 4),
            _ => |toy| concrete(toy, 9),
        });
        assert_eq!(counts(&report), (7, 1), "limit {limit}");
        assert!(report.covers_every_path(), "{:?}", report.reasons);
    }
}

#[test]
fn open_forks_stop_at_their_limit_and_say_so() {
    let settings = exhaustive_once();
    let report = explore_with(|toy| concrete(toy, 2), &settings, "dfs", usize::MAX);
    assert!(!report.is_complete());
    assert!(matches!(report.reasons[0].place, Place::Fork(_)));
    assert_eq!(report.stopped, Stopped::Exhausted);
    assert!(report.statistics.paths < 7);
}

#[test]
fn sorting_agrees_between_strategies_and_workers() {
    let expected = counts(&explore(bubble));
    assert_eq!(expected.0, 120);
    for strategy in ["dfs", "bfs", "random"] {
        for jobs in [1, 2, 4] {
            let settings = Settings { jobs, ..exhaustive() };
            let report = explore_with(bubble, &settings, strategy, usize::MAX);
            assert_eq!(counts(&report), expected, "{strategy} with {jobs} workers");
            assert!(report.covers_every_path());
            assert_eq!(report.pending, 0);
        }
    }
}

#[test]
fn workers_share_what_is_slow() {
    let slow: Program = |toy| {
        toy.sleep(Duration::from_millis(5));
        bubble(toy)
    };
    let time = |jobs| {
        let report = explore_with(slow, &Settings { jobs, ..exhaustive() }, "dfs", usize::MAX);
        assert_eq!(report.statistics.paths, 120);
        report.statistics.wall_time
    };
    // The best of some measurements counts: whatever else the computer does only adds to it.
    let is_shared = || {
        let (one, two) = (time(1), time(2));
        two.as_secs_f64() * 1.3 < one.as_secs_f64()
    };
    assert!((0..5).any(|_| is_shared()), "two workers are no faster than one");
}

#[test]
fn one_worker_gives_the_same_result_every_time() {
    let run = || {
        let report = explore_with(bubble, &exhaustive(), "random", usize::MAX);
        report.found.into_iter().map(|found| found.assignment).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn the_search_ends_when_everything_is_covered() {
    let settings = Settings {
        faults: FaultSettings { tries: 0, ..FaultSettings::default() },
        ..Settings::default()
    };
    let report = explore_with(cube, &settings, "dfs", 6);
    assert_eq!(report.stopped, Stopped::Covered);
    assert!(report.statistics.runs < 8);
    assert!(report.pending > 0);
    assert_eq!(report.found.iter().map(|found| found.newly_covered).sum::<usize>(), 6);
}

#[test]
fn each_fault_is_kept_once_and_calm_tests_are_preferred() {
    let report = explore(|toy| {
        let x = toy.input("x", 8);
        let y = toy.input("y", 8);
        let zero = less_than(toy, x, 1);
        let small = less_than(toy, y, 100);
        toy.branch(0, small);
        match toy.branch(1, zero) {
            true => Toy::fault(FaultKind::DivisionByZero, 7),
            false => RETURN,
        }
    });
    let faults: Vec<_> = report.found.iter().map(|found| found.fault().is_some()).collect();
    assert_eq!(faults, [true, false, true, false]);
    assert_eq!(report.found[3].newly_covered, 0, "kept to spare the fault");
    let suite = crate::reduce::reduce(&report.found, |_| true, |found| found.hits.clone());
    assert_eq!(suite.crashes, [0]);
    let calm: Vec<_> =
        suite.tests.iter().flat_map(|&place| report.found[place].hits.clone()).collect();
    for probe in [0, 1, 3] {
        assert!(calm.contains(&clew_ir::ProbeId(probe)), "probe {probe} needs no fault");
    }
}

/// `hash` of paper 5: outside the theory, so its result is concrete.
fn hash(value: u128) -> u128 {
    (value * 167 + 13) % 251
}

#[test]
fn obscure_is_decided_by_concrete_values() {
    let report = explore_with(
        |toy| {
            let (x, y) = (toy.input("x", 8), toy.input("y", 8));
            toy.give_up(Cause::ConcreteText("hash".to_owned()));
            let hashed = hash(toy.value(y));
            let hashed = toy.pool.bv(8, hashed);
            let equal = toy.pool.eq(x, hashed);
            toy.branch(0, equal);
            RETURN
        },
        &Settings::default(),
        "dfs",
        2,
    );
    assert_eq!((report.stopped, report.statistics.paths), (Stopped::Covered, 2));
    assert_eq!(report.reasons.len(), 1);
}

/// A fork that only some concrete values come to.
fn behind_hash(toy: &mut Toy) -> Ending {
    let x = toy.input("x", 8);
    toy.give_up(Cause::ConcreteText("hash".to_owned()));
    if hash(toy.value(x)) % 3 == 2 {
        toy.hit(50);
        let y = toy.input("y", 8);
        let condition = less_than(toy, y, 7);
        toy.branch(9, condition);
    }
    RETURN
}

#[test]
fn restarts_go_on_while_something_is_given_up() {
    let report = explore_with(behind_hash, &Settings::default(), "dfs", 3);
    assert_eq!(report.stopped, Stopped::Covered);
    assert!(report.statistics.restarts > 0);
    let report = explore_with(behind_hash, &Settings::default(), "dfs", 4);
    assert_eq!(report.stopped, Stopped::Exhausted);
    assert!(report.statistics.restarts >= 100);
    assert!(!report.is_complete());
}

#[test]
fn a_run_that_goes_elsewhere_is_a_divergence_and_what_is_beside_it_is_tried() {
    let report = explore_with(
        |toy| {
            let (x, y) = (toy.input("x", 8), toy.input("y", 8));
            let small = less_than(toy, x, 10);
            // The program claims that the branch depends on x, but never takes the second arm.
            toy.lie(0, small, true);
            let (block, bound) = if toy.value(small) == 1 { (1, 10) } else { (2, 20) };
            let other = less_than(toy, y, bound);
            toy.branch(block, other);
            RETURN
        },
        &exhaustive_once(),
        "dfs",
        usize::MAX,
    );
    // The run for the second arm comes to another fork; the run for that fork's other side is
    // solved for the first arm, and does not come to it.
    let divergences: Vec<_> =
        report.divergences.iter().map(|of| (of.expected.depth, of.fork)).collect();
    assert_eq!(divergences, [(0, 0), (1, 1)]);
    assert_eq!(report.statistics.divergences, 2);
    assert_eq!(report.statistics.paths, 3);
    assert!(!report.is_complete());
}

#[test]
fn a_run_that_ends_early_is_a_divergence() {
    let report = explore_with(
        |toy| {
            let x = toy.input("x", 8);
            let small = less_than(toy, x, 10);
            if toy.value(small) == 1 {
                toy.lie(0, small, true);
            }
            RETURN
        },
        &exhaustive_once(),
        "dfs",
        usize::MAX,
    );
    assert_eq!(report.divergences.len(), 1);
    assert_eq!(report.divergences[0].found, None);
}

#[test]
fn observers_are_told_and_the_last_word_is_the_result() {
    let told = Mutex::new(Vec::new());
    let settings = exhaustive();
    let start = Instant::now();
    let report = Search {
        settings: &settings,
        subject: &|_| {
            Toy::new(|toy| {
                toy.sleep(Duration::from_millis(50));
                cube(toy)
            })
        },
        strategy: &|_| strategy::by_name("dfs", 1).expect("a strategy"),
        techniques: &|_| Vec::new(),
        observer: Some(&|progress: &Progress| told.lock().expect("told").push(*progress)),
    }
    .run(&mut Probes::wanting(usize::MAX))
    .expect("a report");
    let told = told.into_inner().expect("told");
    let last = told.last().expect("a word");
    // A busy computer takes longer, and is told of more often.
    let most = 4 + start.elapsed().as_millis() as usize / 100;
    assert!((2..=most).contains(&told.len()), "{} calls", told.len());
    assert_eq!((last.runs, last.paths, last.covered), (8, report.statistics.paths, 6));
}

#[test]
fn queries_are_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("queries.smt2");
    let records = Records { query_log: Some(path.clone()), ..Records::default() };
    let settings = Settings { records, ..exhaustive() };
    let report = explore_with(cube, &settings, "dfs", usize::MAX);
    let text = std::fs::read_to_string(path).expect("a log");
    assert_eq!(text.matches("(check-sat)").count() as u64, report.statistics.queries);
}

#[test]
fn runs_without_inputs_are_not_restarted() {
    let report = explore_with(
        |toy| {
            toy.give_up(Cause::Repetition);
            RETURN
        },
        &Settings::default(),
        "dfs",
        1,
    );
    assert_eq!((report.statistics.runs, report.statistics.restarts), (1, 0));
}
