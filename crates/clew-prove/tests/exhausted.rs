//! What a search exhausts: recursion of bounded depth, loops of a known number of turns. `tests/exhausted` has
//! conditions that are never true, and look-alikes that are.

use crate::exam::{Mark, Marked, judge, load, marked};
use clew_check::Model;
use clew_ir::call_graph::CallGraph;
use clew_ir::{FunctionId, Program, model_text};
use clew_prove::{Limits, Proven, Start, Target, Task, prove_cheaply, prove_exhausted};
use std::path::{Path, PathBuf};

type Prove = fn(Task<'_>, &[Target], Limits) -> Proven;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/exhausted").join(name)
}

/// What goes wrong: conditions that are never true without a proof that the checker accepts, and proofs of
/// look-alikes.
fn wrong(program: &Program, function: FunctionId, marked: &[Marked], prove: Prove) -> Vec<String> {
    let calls = CallGraph::new(program);
    let task = Task { program, calls: &calls, start: Start::Unit(function), assumes: &[] };
    let targets: Vec<Target> = marked.iter().map(|it| it.target.clone()).collect();
    let proven = prove(task, &targets, Limits::default());
    let text = model_text::model_text_from(program, function);
    let model = Model::read(&text).expect("a program");
    let is_accepted = |at: &usize| {
        let report = model.check_by(&proven.certificates[*at].text(program), &judge);
        report.is_ok_and(|report| report.doubtful().is_some_and(|it| it.is_empty()))
    };
    let name = &program.functions[function].name;
    let outcomes = marked.iter().zip(&proven.outcomes);
    let differs = outcomes.filter(|(it, outcome)| {
        let is_proved = outcome.as_ref().is_ok_and(is_accepted);
        is_proved != (it.mark == Mark::Never)
    });
    differs.map(|(it, outcome)| format!("{name}:{}: {outcome:?}", it.line)).collect()
}

/// What goes wrong in a file, of so many conditions that are never true.
fn examine(name: &str, prove: Prove) -> (usize, Vec<String>) {
    let program = load(&file(name));
    let (mut count, mut found) = (0, Vec::new());
    for function in program.functions.ids() {
        let marked = marked(&program, function);
        count += marked.iter().filter(|it| it.mark == Mark::Never).count();
        if !marked.is_empty() {
            found.extend(wrong(&program, function, &marked, prove));
        }
    }
    (count, found)
}

#[test]
fn what_is_exhausted_is_proved() {
    let files =
        [("bits.c", 9), ("checksums.c", 5), ("recursion.c", 14), ("rows.c", 14), ("turns.c", 21)];
    for (name, expected) in files {
        let (count, wrong) = examine(name, prove_exhausted);
        assert_eq!((count, wrong), (expected, Vec::new()), "{name}");
    }
}

/// Before anything is known of how far loops and recursion go.
#[test]
fn recursion_of_small_depth_is_cheap() {
    let (_, wrong) = examine("recursion.c", prove_cheaply);
    assert_eq!(wrong, Vec::<String>::new());
}
