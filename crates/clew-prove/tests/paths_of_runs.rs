//! What a run does, it can do: the path conditions of the words of runs are satisfiable.

use clew_c::{Frontend, Options};
use clew_ir::call_graph::CallGraph;
use clew_ir::{FunctionId, ProbePlan, Program};
use clew_logic::{Model, TermPool};
use clew_prove::path::{Cause, Path as Way, PathCondition};
use clew_prove::{Start, Task};
use clew_solver::{Budget, Query, Solver, StackConfig, Verdict};
use clew_symbolic::meaning::Rules;
use clew_symbolic::{Bounds, Ending, Entry, Fresh, LabelMode, Letter, Setup, SymbolicMachine};
use clew_vm::Config;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Letters of a word that are looked at.
const MOST_LETTERS: usize = 120;
/// Functions of one file.
const MOST_FUNCTIONS: usize = 6;
/// Only one file of so many: all of them take minutes.
const ONE_OF: usize = 6;
const QUESTION: Budget = Budget { time: Some(Duration::from_secs(1)), conflicts: Some(10_000) };

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/gen");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "c"))
        .collect();
    paths.sort();
    paths
}

fn load(path: &Path) -> Option<Program> {
    let mut frontend = Frontend::new(&Options::default()).ok()?;
    frontend.add_files(&[path.to_owned()]).ok()?;
    frontend.finish().ok()
}

#[derive(Default, Debug)]
struct Tally {
    satisfiable: usize,
    unknown: usize,
    /// Words that are too long, or have a jump.
    left_out: usize,
}

/// Runs a function on inputs of several kinds, and asks for the path conditions of all its words.
fn check(program: &Program, function: FunctionId, tally: &mut Tally) {
    let config = Config {
        probes: Some(Arc::new(ProbePlan::default())),
        max_steps: 5_000,
        ..Config::under_test()
    };
    let setup = Setup {
        entry: Entry::Unit(function),
        config,
        labels: LabelMode::Observe,
        bounds: Bounds::default(),
    };
    let calls = CallGraph::new(program);
    let task = Task { program, calls: &calls, start: Start::Unit(function), assumes: &[] };
    let mut machine = SymbolicMachine::new(program, setup);
    for fresh in [Fresh::Zero, Fresh::Random(7), Fresh::Random(11)] {
        machine.set_fresh(fresh);
        let Ok((trace, word)) = machine.run_for_word(&Model::new()) else { continue };
        if !matches!(trace.stop, Ending::Stop(_)) {
            continue;
        }
        let most = word.letters.len().min(MOST_LETTERS);
        // Behind the last edge of a run that was cut nothing is known to have happened.
        let last = word.letters[..most].iter().rposition(|it| matches!(it, Letter::Edge { .. }));
        let Some(last) = last else { continue };
        ask(task, &word.letters[..=last], tally);
    }
}

fn ask(task: Task<'_>, letters: &[Letter], tally: &mut Tally) {
    let mut pool = TermPool::new();
    let condition = match PathCondition::of(&mut pool, task, Way::of(letters), Rules::Machine) {
        Ok(condition) => condition,
        Err(Cause::Jump | Cause::TooLong | Cause::NoStart) => {
            tally.left_out += 1;
            return;
        }
        Err(Cause::Stray(letters)) => panic!("a word of a run strays after {letters} letters"),
    };
    let terms = condition.terms();
    let mut solver = Solver::new(StackConfig::default());
    match solver.check(&mut pool, &Query::new(&terms).with_budget(QUESTION)) {
        Verdict::Sat(_) => tally.satisfiable += 1,
        Verdict::Unknown(_) => tally.unknown += 1,
        Verdict::Unsat(core) => {
            let name = &task.program.functions[task.start.function()].name;
            let core: Vec<String> = condition
                .tagged
                .iter()
                .filter(|it| core.constraints.contains(&it.constraint))
                .map(|it| {
                    let text = clew_logic::print_c(&pool, it.constraint);
                    format!("{:?} at {}: {text}", it.kind, condition.occurrence(it).at)
                })
                .collect();
            panic!("a run of `{name}` goes a way that is refuted:\n{}", core.join("\n"));
        }
    }
}

#[test]
fn what_a_run_does_is_not_refuted() {
    let mut tally = Tally::default();
    for path in programs().iter().step_by(ONE_OF) {
        let Some(program) = load(path) else { continue };
        let is_own = |id: &FunctionId| {
            let function = &program.functions[*id];
            function.body.is_ok() && !function.is_system && function.name != "main"
        };
        for function in program.functions.ids().filter(is_own).take(MOST_FUNCTIONS) {
            check(&program, function, &mut tally);
        }
    }
    assert!(tally.satisfiable > 100, "{tally:?}");
    assert!(tally.unknown < tally.satisfiable / 5, "{tally:?}");
}
