mod common;
use clew_criteria::Criterion;
use clew_explore::{Settings, strategy};
use common::{Covering, explore, load_file};
use std::path::Path;
use std::time::Duration;
#[test]
fn scratch() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/gen");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("x").map(|e| e.expect("x").path()).filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    let ks = [3_u64, 5, 10, 20, 50, 100];
    let mut sums = std::collections::BTreeMap::new();
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("x");
        let Some(line) = text.lines().find(|l| l.starts_with("// clew-gen:")) else { continue };
        let words: Vec<_> = line.split_whitespace().collect();
        let Some(at) = words.iter().position(|w| *w == "-f") else { continue };
        let function = words[at + 1];
        let program = load_file(&file);
        if program.function(function).is_none_or(|id| program.functions[id].body.is_err()) { continue }
        count += 1;
        for name in strategy::NAMES { for filter in [true, false] {
            let settings = Settings { filter, max_runs: Some(100), restarts: 20, budget: Some(Duration::from_secs(3)), ..Settings::default() };
            let mut goal = Covering::new(&program, function, &[Criterion::Branch]);
            let report = explore(&program, function, &mut goal, &settings, &|| strategy::by_name(name, 1).expect("a strategy"));
            let entry = sums.entry((name, filter)).or_insert((vec![0_usize; ks.len()], 0, 0, 0, Duration::ZERO));
            for (i, k) in ks.iter().enumerate() { entry.0[i] += goal.when.iter().filter(|(run, _)| run <= k).count(); }
            entry.1 += goal.when.last().map_or(0, |l| l.0);
            entry.2 += report.statistics.runs; entry.3 += report.statistics.queries; entry.4 += report.statistics.wall_time;
        } }
    }
    println!("{count} functions, covered after {ks:?} runs; run of last cover; runs; queries");
    for ((name, filter), (at, last, runs, queries, wall)) in sums { println!("RES {name} filter={filter} {at:?} {last} {runs} {queries} {wall:?}"); }
}
