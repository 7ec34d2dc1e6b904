//! What a run tells of labels beside its path, and what that costs.

use crate::common::load;
use clew_criteria::{Criterion, Objectives, Unit};
use clew_ir::Program;
use clew_logic::Model;
use clew_symbolic::{Bounds, Entry, LabelMode, Setup, SymbolicMachine, Trace};
use clew_vm::Config;
use std::sync::Arc;

/// On inputs of zero: three forks, with mutants before and between them.
const LADDER: &str = "int ladder(int a, int b, const int *p) {
    int sum = a * 3 + b;
    if (sum > 7) return 1;
    sum = sum - b * a;
    if (sum > 9) return 2;
    if (p) sum = sum + *p * 5;
    return sum * 2;
}
";

/// Predicates put pointers in order that are kept in memory, with the start of an array.
const BACK: &str = "static char line[8];
static char *at;
int back(unsigned n, int c, char **place) {
    int found = 0;
    at = line + (n & 7);
    for (int i = 0; i < 3; i++) {
        if ((at >= line + 2 || at < line + 1) && at[0] == c) found++;
        if (*place > at && c > i) found--;
        at = line + (n + i & 7);
    }
    return found;
}
";

/// A run on inputs of zero whose first forks are known, and how many terms it makes.
fn run(program: &Program, labels: LabelMode, known: usize) -> (Trace, usize) {
    run_for("wm", program, labels, known)
}

/// The same for labels of a criterion.
fn run_for(criterion: &str, program: &Program, labels: LabelMode, known: usize) -> (Trace, usize) {
    let is_own = |name: &&str| program.function(name).is_some();
    let name = ["ladder", "back"].into_iter().find(is_own).expect("a program of these");
    let function = program.function(name).expect("the function");
    let criteria = Criterion::parse_list(criterion).expect("a criterion");
    let objectives = Objectives::new(program, &Unit::function(function), &criteria);
    let config =
        Config { probes: Some(Arc::clone(objectives.plan())), stubs: true, ..Config::default() };
    let setup = Setup { entry: Entry::Unit(function), config, labels, bounds: Bounds::default() };
    let mut machine = SymbolicMachine::new(program, setup);
    let trace = machine.run(&Model::new(), known);
    (trace, machine.pool().len())
}

#[test]
fn what_lies_beside_known_forks_is_not_told_again() {
    let program = load(LADDER);
    for mode in [LabelMode::Side, LabelMode::EverySide] {
        let (whole, _) = run(&program, mode, 0);
        assert!(whole.forks.len() >= 3, "{:?}", whole.forks);
        for known in 0..=whole.forks.len() {
            let (trace, _) = run(&program, mode, known);
            assert_eq!(trace.hits, whole.hits);
            let arms = |trace: &Trace| -> Vec<_> {
                trace.forks.iter().map(|fork| (fork.site, fork.arm)).collect()
            };
            assert_eq!(arms(&trace), arms(&whole));
            let expected = whole.sides.iter().filter(|side| side.forks >= known);
            let expected: Vec<_> = expected.map(|side| (side.probe, side.forks)).collect();
            let found: Vec<_> = trace.sides.iter().map(|side| (side.probe, side.forks)).collect();
            assert_eq!(found, expected, "{mode:?} after {known} forks");
            assert!(known > 1 || !found.is_empty(), "{mode:?} after {known} forks");
        }
    }
}

/// A label that nobody asks about costs no more than one that is only observed.
#[test]
fn labels_beside_known_forks_make_no_terms() {
    let program = load(LADDER);
    let (_, observed) = run(&program, LabelMode::Observe, usize::MAX);
    let (_, aimed_at) = run(&program, LabelMode::Side, 0);
    let (_, known) = run(&program, LabelMode::Side, usize::MAX);
    assert_eq!(known, observed);
    assert!(aimed_at > 2 * observed, "{aimed_at} terms, {observed} without labels");
}

/// Where a label's predicate orders pointers, the path tells where they are, whoever looks at it.
#[test]
fn the_order_of_pointers_is_the_same_path_by_taint() {
    let program = load(BACK);
    for criterion in ["mcdc", "mcc", "wm", "decision"] {
        let arms = |mode: LabelMode| -> Vec<_> {
            let (trace, _) = run_for(criterion, &program, mode, 0);
            trace.forks.iter().map(|fork| (fork.site, fork.arm)).collect()
        };
        assert_eq!(arms(LabelMode::Observe), arms(LabelMode::EverySide), "{criterion}");
    }
}
