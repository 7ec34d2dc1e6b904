//! What a run costs whose path is longer than what is kept of it.

mod common;

use clew_criteria::{Criterion, Objectives, Unit};
use clew_logic::Model;
use clew_vm::Config;
use clew_vm::symbolic::{Bounds, Entry, LabelMode, Setup, SymbolicMachine};
use common::load;
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

#[test]
fn behind_the_last_fork_that_is_kept_no_terms_are_made() {
    let program = load(ROUNDS);
    let function = program.function("rounds").expect("the function");
    let criteria = Criterion::parse_list("branch").expect("a criterion");
    let objectives = Objectives::new(&program, &Unit::function(function), &criteria);
    let probes = Some(Arc::clone(objectives.plan()));
    let bounds = Bounds { forks: 10, ..Bounds::default() };
    let config = Config { probes, stubs: true, ..Config::default() };
    let labels = LabelMode::Observe;
    let setup = Setup { entry: Entry::Unit(function), config, labels, bounds };
    let mut machine = SymbolicMachine::new(&program, setup);
    let trace = machine.run(&Model::new(), 0);
    assert!(trace.steps >= 100_000, "{} steps", trace.steps);
    assert!(trace.forks.len() >= 10, "{} forks", trace.forks.len());
    let terms = machine.pool().len();
    assert!(terms < 5_000, "{terms} terms");
}
