//! A recorded log is read back with the same answers, by us and by others.

use std::process::Command;

use clew_logic::testing::{Random, TermSampler};
use clew_logic::{Model, Sort, TermId, TermPool};
use clew_solver::{Budget, Layer, Query, QueryLog, Solver, StackConfig, replay};

#[test]
fn a_log_can_be_replayed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("log.smt2");
    let mut pool = TermPool::new();
    let mut solver = Solver::default();
    solver.record_to(QueryLog::create(&path).expect("a log file"));
    let mut rng = Random::new(1);
    let mut inputs = vec![pool.input("m", Sort::Array { index: 8, element: 8 })];
    inputs.extend(["a", "b", "c|d"].map(|name| pool.input(name, Sort::BitVec(8))));
    let mut sampler = TermSampler { rng: Random::new(2), inputs, widths: vec![8], arrays: true };
    let mut path_condition: Vec<TermId> = Vec::new();
    let mut answers = Vec::new();
    let previous = Model::new();
    for _ in 0..60 {
        path_condition.truncate(rng.below(path_condition.len() as u64 + 1) as usize);
        for _ in 0..1 + rng.below(3) {
            let term = sampler.boolean(&mut pool, 3);
            path_condition.push(term);
        }
        let query = Query::new(&path_condition).with_previous(&previous);
        answers.push(solver.check(&mut pool, &query).name());
    }
    solver.take_log().expect("the log should be complete").flush().expect("writable");

    for config in [StackConfig::default(), StackConfig::sat_only()] {
        let report = replay(&path, config, Budget::UNLIMITED).expect("the log should be readable");
        assert_eq!(report.answers, answers);
        assert!(report.disagreements.is_empty());
        assert_eq!(report.statistics.queries, 60);
        let answered: u64 = Layer::ALL
            .iter()
            .map(|&layer| report.statistics.layer(layer))
            .map(|layer| layer.sat + layer.unsat)
            .sum();
        assert_eq!(answered, 60);
    }
    for (program, arguments) in [("z3", vec![]), ("cvc5", vec!["--incremental"])] {
        let Ok(output) = Command::new(program).args(arguments).arg(&path).output() else {
            continue;
        };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), answers, "{program}");
    }
}
