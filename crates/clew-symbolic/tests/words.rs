//! The words of runs: paths of the control-flow graphs, with the forks that belong to them. The
//! words of the corpora are read in `audit_corpus.rs`, where their programs are loaded.

use crate::common::graph::{Letters, objection};
use crate::common::random::file;
use crate::common::words::{Identities, check_words, machine};
use clew_logic::Model;
use clew_symbolic::{Entry, Fork, ForkKind, Fresh, Letter, PathId, Trace, Word};

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

/// Random functions of a file.
const FUNCTIONS: usize = 250;

#[test]
fn every_edge_call_and_return_is_told() {
    let program = crate::common::load(SOURCE);
    let entry = Entry::Unit(program.function("f").expect("a function f"));
    for fresh in [Fresh::Zero, Fresh::Random(1), Fresh::Random(2), Fresh::Random(3)] {
        let letters = check_words(&program, entry, &[fresh]).expect("a path of the graph");
        assert_eq!(letters.calls, letters.returns, "{letters:?}");
        assert!(letters.calls >= 4, "the function and its callee, three times at least");
        assert!(letters.forks > 1 && letters.forks < letters.edges, "{letters:?}");
    }
}

#[test]
fn words_that_are_no_paths_are_objected_to() {
    let program = crate::common::load(SOURCE);
    let function = |name| program.function(name).expect("a function of the file");
    let entry = Entry::Unit(function("f"));
    let run = machine(&program, entry).run_for_word(&Model::new());
    let (trace, word) = run.expect("a path of the graph");
    let objection_to = |letters: &[Letter], trace: &Trace| {
        objection(&program, &Word { letters: letters.to_vec() }, trace)
    };
    assert_eq!(objection_to(&word.letters, &trace), None);
    for at in 0..word.letters.len() {
        let mut letters = word.letters.clone();
        letters.remove(at);
        assert!(objection_to(&letters, &trace).is_some(), "without letter {at}");
        let mut letters = word.letters.clone();
        match &mut letters[at] {
            Letter::Edge { arm, .. } => *arm += 3,
            Letter::Return { from } => from.statement += 1,
            Letter::Call { callee, .. } if *callee == function("f") => *callee = function("twice"),
            Letter::Call { callee, .. } => *callee = function("f"),
            Letter::Jump { leaves, .. } => *leaves += 1,
        }
        assert!(objection_to(&letters, &trace).is_some(), "letter {at} goes elsewhere");
    }
    let without_fork = Trace { forks: trace.forks[1..].to_vec(), ..trace };
    assert!(objection_to(&word.letters, &without_fork).is_some(), "a fork is missing");
}

#[test]
fn wrong_identities_are_objected_to() {
    let program = crate::common::load(SOURCE);
    let entry = Entry::Unit(program.function("f").expect("a function f"));
    let mut machine = machine(&program, entry);
    let (trace, word) = machine.run_for_word(&Model::new()).expect("a path of the graph");
    let mut identities = Identities::default();
    assert_eq!(identities.objection(&trace, &word), None);
    assert_eq!(identities.objection(&trace, &word), None);
    let renamed = Trace { path: PathId::ROOT, ..trace.clone() };
    assert!(identities.objection(&renamed, &word).is_some(), "the same run with another identity");
    let is_switch = |fork: &Fork| fork.site.kind == ForkKind::Switch;
    let mut elsewhere = trace;
    let switch = elsewhere.forks.iter_mut().find(|it| is_switch(it)).expect("a fork at the switch");
    switch.arm.0 += 1;
    assert!(
        identities.objection(&elsewhere, &word).is_some(),
        "another run with the same identity"
    );
}

/// What the words of a function `f` are made of.
fn letters_of(source: &str) -> Letters {
    let program = crate::common::load(source);
    let entry = Entry::Unit(program.function("f").expect("a function f"));
    check_words(&program, entry, &[Fresh::Zero]).expect("a path of the graph")
}

#[test]
fn a_call_belongs_to_its_own_statement() {
    let letters = letters_of(
        "int outside(void); static int inside(int x) { return x; }
        int f(void) { return inside(outside()); }",
    );
    assert_eq!((letters.calls, letters.returns), (2, 2));
}

#[test]
fn a_loop_may_come_back_to_the_first_operation() {
    let letters = letters_of(
        "static int count(unsigned n) { while (n % 4) n--; return (int)n; }
        int f(void) { return count(7); }",
    );
    assert_eq!((letters.calls, letters.returns), (2, 2));
}

#[test]
fn comparisons_may_fork_before_the_branch_does() {
    let letters = letters_of(
        "int f(const char text[8], unsigned from, unsigned to) {
            if (from > 8 || to > 8) return -1;
            return text + from > text + to ? 1 : 0;
        }",
    );
    assert!(letters.forks > 2, "{letters:?}");
}

#[test]
fn jumps_leave_functions() {
    let letters = letters_of(
        "#include <setjmp.h>
        static jmp_buf back; static void leave(void) { longjmp(back, 1); }
        int f(void) { if (setjmp(back)) return 1; leave(); return 0; }",
    );
    assert_eq!((letters.jumps, letters.calls, letters.returns), (1, 2, 1));
}

/// Every word of a run of random functions is a path of the graph.
fn check_random(seed: u64) {
    let mut program = crate::common::load(&file(seed, FUNCTIONS));
    program.infer_prototypes();
    let mut all = Letters::default();
    for at in 0..FUNCTIONS {
        let function = program.function(&format!("f{at}")).expect("a function of the file");
        let kinds = [Fresh::Zero, Fresh::Random(1), Fresh::Random(2), Fresh::Random(3)];
        let letters = check_words(&program, Entry::Unit(function), &kinds)
            .unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        all.edges += letters.edges;
        all.forks += letters.forks;
        all.calls += letters.calls;
    }
    let runs = 4 * FUNCTIONS;
    assert!(all.calls > runs && all.forks > runs && all.edges > 4 * runs, "{all:?}");
}

#[test]
fn words_of_random_functions_1() {
    check_random(0);
}

#[test]
fn words_of_random_functions_2() {
    check_random(1);
}
