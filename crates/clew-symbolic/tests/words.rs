//! The words of runs: paths of the control-flow graphs, with the forks that belong to them.

mod common;

use clew_ir::{ProbePlan, Program};
use clew_logic::Model;
use clew_symbolic::{Bounds, Entry, Fresh, LabelMode, Letter, Setup, SymbolicMachine, Word};
use clew_vm::{Config, libc};
use std::sync::Arc;

const SOURCE: &str = "
static int twice(int x) { if (x > 3) return 2 * x; return x; }
int f(int n, int k) {
    int sum = 0;
    if (0) sum = 9;
    for (int i = 0; i < 3; i++) sum += twice(i);
    switch (k) { case 1: sum++; break; case 2: sum--; break; default: break; }
    if (n > sum) return twice(n);
    return sum ? 1 : 0;
}
";

/// The word of a run, and how many forks its path has.
fn word(program: &Program, fresh: Fresh) -> (Word, usize) {
    let f = program.function("f").expect("a function f");
    let config = Config {
        probes: Some(Arc::new(ProbePlan::default())),
        natives: libc::quiet_native,
        stubs: true,
        ..Config::default()
    };
    let setup = Setup {
        entry: Entry::Unit(f),
        config,
        labels: LabelMode::Observe,
        bounds: Bounds::default(),
    };
    let mut machine = SymbolicMachine::new(program, setup);
    machine.set_fresh(fresh);
    let (trace, word) = machine.run_for_word(&Model::new()).expect("a path of the graphs");
    (word, trace.forks.len())
}

#[test]
fn every_edge_call_and_return_is_told() {
    let program = common::load(SOURCE);
    for fresh in [Fresh::Zero, Fresh::Random(1), Fresh::Random(2), Fresh::Random(3)] {
        let (word, forks) = word(&program, fresh);
        let count = |is: fn(&Letter) -> bool| word.letters.iter().filter(|it| is(it)).count();
        let calls = count(|it| matches!(it, Letter::Call { .. }));
        assert_eq!(calls, count(|it| matches!(it, Letter::Return { .. })), "{word:?}");
        assert!(calls >= 4, "the function and its callee, three times at least: {word:?}");
        // Each branch that inputs decide is a fork, in order, and no other is.
        let told: Vec<u32> = word
            .letters
            .iter()
            .filter_map(|it| match it {
                Letter::Edge { fork, .. } => *fork,
                Letter::Call { .. } | Letter::Return { .. } | Letter::Jump { .. } => None,
            })
            .collect();
        assert_eq!(told, (0..forks as u32).collect::<Vec<_>>(), "{word:?}");
    }
}
