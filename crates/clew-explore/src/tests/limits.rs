//! Limits are honoured whatever the program or the solver does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clew_symbolic::Ending;
use clew_vm::stop::Stop;

use super::{bubble, cube, exhaustive, explore_with, less_than};
use crate::toy::{Program, RETURN, Toy};
use crate::{Limits, Settings, Signals, Stopped};

#[test]
fn runs_are_limited() {
    let limits = Limits { runs: Some(3), ..Limits::default() };
    let settings = Settings { limits, ..exhaustive() };
    let report = explore_with(cube, &settings, "dfs", usize::MAX);
    assert_eq!((report.stopped, report.statistics.runs), (Stopped::MaxRuns, 3));
    assert_eq!(report.pending, 2);
}

#[test]
fn deep_forks_are_followed_but_not_explored() {
    let limits = Limits { depth: Some(2), restarts: 0, ..Limits::default() };
    let settings = Settings { limits, ..exhaustive() };
    let report = explore_with(cube, &settings, "dfs", usize::MAX);
    assert_eq!(report.statistics.paths, 4);
    assert!(!report.is_complete());
}

#[test]
fn the_budget_holds_while_the_program_runs_and_the_flag_is_clear_after() {
    let program: Program = |toy| match toy.sleep(Duration::from_secs(60)) {
        true => RETURN,
        false => Ending::Stop(Stop::Interrupted),
    };
    for jobs in [1, 2] {
        let time = Some(Duration::from_millis(200));
        let limits = Limits { time, ..Limits::default() };
        let settings = Settings { jobs, limits, ..Settings::default() };
        let started = Instant::now();
        let report = explore_with(program, &settings, "dfs", usize::MAX);
        assert!(started.elapsed() < Duration::from_millis(900), "{:?}", started.elapsed());
        assert_eq!((report.stopped, report.statistics.runs), (Stopped::Budget, 0));
        assert!(!settings.signals.interrupt.load(Ordering::Relaxed));
    }
}

/// Factors of a product of two numbers of 61 bits: more than a solver does in a second.
fn factoring(toy: &mut Toy) -> Ending {
    let (p, q) = (toy.input("p", 124), toy.input("q", 124));
    let product = toy.pool.mul(p, q);
    let wanted = toy.pool.bv(124, 1_836_311_903_214_748_357 * 2_114_748_364_700_001_143);
    let equal = toy.pool.eq(product, wanted);
    for input in [p, q] {
        let bound = less_than(toy, input, 1 << 61);
        let two = less_than(toy, input, 2);
        if !toy.branch(0, bound) || toy.branch(1, two) {
            return RETURN;
        }
    }
    toy.branch(2, equal);
    RETURN
}

#[test]
fn the_budget_holds_while_the_solver_works() {
    let query = clew_solver::Budget::UNLIMITED;
    let time = Some(Duration::from_millis(300));
    let limits = Limits { time, query, ..Limits::default() };
    let settings = Settings { limits, ..exhaustive() };
    let started = Instant::now();
    let report = explore_with(factoring, &settings, "bfs", usize::MAX);
    assert!(started.elapsed() < Duration::from_millis(1200), "{:?}", started.elapsed());
    assert_eq!(report.stopped, Stopped::Budget);
    assert_eq!(report.pending, 1, "the candidate is not decided");
    assert!(report.open.is_empty());
}

#[test]
fn a_query_beyond_its_budget_is_open_with_the_reason() {
    let query = clew_solver::Budget { time: None, conflicts: Some(10) };
    let limits = Limits { query, restarts: 0, ..Limits::default() };
    let settings = Settings { limits, ..exhaustive() };
    let report = explore_with(factoring, &settings, "dfs", usize::MAX);
    assert_eq!(report.stopped, Stopped::Exhausted);
    assert_eq!(report.open.len(), 1, "{:?}", report.open);
    assert_eq!(report.open[0].reason, "the conflict budget ran out");
    assert!(!report.is_complete());
}

#[test]
fn the_caller_can_cancel() {
    static CANCEL: AtomicBool = AtomicBool::new(true);
    let signals = Signals { cancel: Some(&CANCEL), ..Signals::default() };
    let settings = Settings { signals, ..exhaustive() };
    let slow: Program = |toy| {
        toy.sleep(Duration::from_millis(30));
        bubble(toy)
    };
    let report = explore_with(slow, &settings, "dfs", usize::MAX);
    assert_eq!(report.stopped, Stopped::Interrupted);
    assert!(report.statistics.runs < 120);
}
