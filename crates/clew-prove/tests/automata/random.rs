//! Every accepted word is infeasible, and no executed word is accepted.

use super::random_program::{PRELUDE, function};
use super::{BUDGET, Subject, load, solver};
use clew_ir::ProbePlan;
use clew_logic::Model;
use clew_prove::automata::{Breadth, Graph, Paths, Union, is_feasible, shortest_infeasible};
use clew_random::Random;
use clew_symbolic::{Bounds, Entry, Fresh, LabelMode, Setup, SymbolicMachine};
use clew_vm::Config;
use std::sync::Arc;

/// What a campaign found.
#[derive(Debug, Default)]
struct Tally {
    chains: usize,
    accepted: usize,
    undecided: usize,
    runs: usize,
}

/// How much is looked at of each function.
struct Effort {
    functions: u64,
    infeasible: usize,
    words: usize,
    runs: u64,
}

/// Random functions of a seed: their infeasible paths generalised, all that is accepted solved afresh,
/// and all that is run compared with it.
fn campaign(seed: u64, effort: &Effort) -> Tally {
    let mut random = Random::new(seed);
    let mut source = PRELUDE.to_owned();
    let names: Vec<String> = (0..effort.functions).map(|it| format!("f{it}")).collect();
    for name in &names {
        source += &function(name, &mut random);
    }
    let program = load(&source);
    let mut tally = Tally::default();
    for name in &names {
        let subject = Subject::new(&program, name);
        check(&subject, effort, &mut tally, &source);
    }
    tally
}

fn check(subject: &Subject<'_>, effort: &Effort, tally: &mut Tally, source: &str) {
    let limits =
        Breadth { tests: 9, infeasible: effort.infeasible, questions: 150, budget: BUDGET };
    let found = shortest_infeasible(subject.task(), &mut solver, limits);
    let start = subject.start.function();
    let mut union = Union::new(subject.effects(), start);
    for word in &found.infeasible {
        if let Ok(found) = subject.generalise(word) {
            tally.chains += usize::from(union.add(found.chain));
        }
    }
    let mut paths = Paths::new(subject.program);
    if let Some(graph) = Graph::of(&mut union, &mut paths, start, 20_000) {
        for word in graph.words(&paths, 14, effort.words) {
            match is_feasible(subject.task(), &word, &mut *solver(), BUDGET) {
                Some(false) => tally.accepted += 1,
                None => tally.undecided += 1,
                Some(true) => panic!("a word that can be executed is accepted: {word:?}\n{source}"),
            }
        }
    }
    let entry = Entry::Unit(start);
    let probes = Some(Arc::new(ProbePlan::default()));
    let config = Config { probes, stubs: true, max_steps: 20_000, ..Config::under_test() };
    let (bounds, labels) = (Bounds::default(), LabelMode::Observe);
    let mut machine =
        SymbolicMachine::new(subject.program, Setup { entry, config, labels, bounds });
    for seed in 0..effort.runs {
        machine.set_fresh(Fresh::Random(seed));
        let ran = machine.run_for_word(&Model::new());
        let (_, word) =
            ran.unwrap_or_else(|stray| panic!("{stray}, run {seed} of {start}\n{source}"));
        assert!(!union.accepts(&word.letters), "what is executed is accepted\n{source}");
        tally.runs += 1;
    }
}

#[test]
fn what_is_accepted_has_no_execution() {
    let effort = Effort { functions: 10, infeasible: 6, words: 25, runs: 40 };
    let tally = campaign(1, &effort);
    assert!(tally.chains >= 10 && tally.accepted >= 40, "{tally:?}");
}

/// The campaign: `cargo test --release -p clew-prove --test all automata -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
#[allow(clippy::print_stdout, reason = "how far the campaign is")]
fn ten_thousand_accepted_words_have_no_execution() {
    let effort = Effort { functions: 20, infeasible: 12, words: 400, runs: 100 };
    let mut sum = Tally::default();
    let first = std::env::var("CLEW_SEED").ok().and_then(|it| it.parse().ok()).unwrap_or(2);
    for seed in first.. {
        let tally = campaign(seed, &effort);
        sum.chains += tally.chains;
        sum.accepted += tally.accepted;
        sum.undecided += tally.undecided;
        sum.runs += tally.runs;
        println!("seed {seed}: {sum:?}");
        if sum.accepted >= 10_000 {
            return;
        }
    }
}
