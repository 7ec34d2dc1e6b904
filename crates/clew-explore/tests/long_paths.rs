//! What a run costs whose path is longer than what is kept of it.

use crate::common::load;
use clew_criteria::{Criterion, Objectives, Unit};
use clew_ir::Program;
use clew_logic::Model;
use clew_symbolic::{Bounds, Entry, LabelMode, Setup, SymbolicMachine};
use clew_vm::Config;
use std::sync::Arc;

/// Each round makes terms that no other round has made.
const ROUNDS: &str = "int rounds(unsigned x) {
    int odd = 0;
    for (int i = 0; i < 100000; i++) {
        x = x * 1664525 + 1013904223;
        if (x & 0x10000) odd++;
    }
    return odd;
}
";

/// Every round asks the same.
const AGAIN: &str = "int again(int x) {
    int large = 0;
    for (int i = 0; i < 100000; i++)
        if (x > 5) large++;
    return x == 3 ? large : 0;
}
";

/// A machine that runs the only function of a program.
fn machine<'p>(program: &'p Program, name: &str, bounds: Bounds) -> SymbolicMachine<'p> {
    let function = program.function(name).expect("the function");
    let criteria = Criterion::parse_list("branch").expect("a criterion");
    let objectives = Objectives::new(program, &Unit::function(function), &criteria);
    let probes = Some(Arc::clone(objectives.plan()));
    let config = Config { probes, stubs: true, ..Config::default() };
    let labels = LabelMode::Observe;
    SymbolicMachine::new(program, Setup { entry: Entry::Unit(function), config, labels, bounds })
}

#[test]
fn behind_the_last_fork_that_is_kept_no_terms_are_made() {
    let program = load(ROUNDS);
    let mut machine = machine(&program, "rounds", Bounds { forks: 10, ..Bounds::default() });
    let trace = machine.run(&Model::new(), 0);
    assert!(trace.steps >= 100_000, "{} steps", trace.steps);
    assert!(trace.forks.len() >= 10, "{} forks", trace.forks.len());
    let terms = machine.pool().len();
    assert!(terms < 5_000, "{terms} terms");
}

#[test]
fn a_path_that_only_repeats_itself_is_left() {
    let program = load(AGAIN);
    let mut machine = machine(&program, "again", Bounds::default());
    let trace = machine.run(&Model::new(), 0);
    assert!(trace.steps >= 100_000, "{} steps", trace.steps);
    assert_eq!(trace.forks.len(), 1);
    assert!(trace.incomplete.iter().any(|it| it.cause == clew_symbolic::Cause::Repetition));
}
