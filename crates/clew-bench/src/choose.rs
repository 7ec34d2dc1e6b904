//! The default search, which chooses, against each strategy alone, on the programs of
//! `tests/bench/choose`: the objectives that are decided with the same budget.

use crate::error::Error;
use crate::process;
use crate::table::{Section, Table};
use crate::tools::{Tools, root, target};
use clap::Args;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Which programs, and what each search may cost.
#[derive(Args, Debug)]
pub(crate) struct ChooseArguments {
    /// The programs that the search was not made with, instead of the others
    #[arg(long)]
    apart: bool,
    /// The time of each search
    #[arg(long, value_name = "TIME", default_value = "10s")]
    budget: String,
    /// The runs of each search, where a busy computer must not matter
    #[arg(long, value_name = "N")]
    max_runs: Option<u64>,
    /// Searches with these seeds; the mean counts
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1")]
    seeds: Vec<u64>,
    /// Write the table to docs/benchmarks.md
    #[arg(long)]
    pub(crate) write: bool,
}

const LIMIT: Duration = Duration::from_secs(600);
/// How much less than the best strategy the default may decide on one program.
const WITHIN: f64 = 0.02;
/// The default, and the strategies that are searched with alone.
const DEFAULT: &str = "default";
const ALONE: [&str; 10] = [
    "pps-fair",
    "pps",
    "pps+fitness",
    "fitness",
    "rp-md2u",
    "generational",
    "cfg",
    "bfs",
    "dfs",
    "random",
];

#[derive(Deserialize)]
struct Report {
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    criteria: Vec<Criterion>,
}

#[derive(Deserialize)]
struct Criterion {
    total: u64,
    covered: u64,
    infeasible: u64,
}

/// Measures them all.
pub(crate) fn run(tools: &Tools, arguments: &ChooseArguments) -> Result<Section, Error> {
    let folder = root().join("tests/bench/choose");
    let folder = if arguments.apart { folder.join("apart") } else { folder };
    let headings: Vec<&str> =
        ["program", "branches", DEFAULT].into_iter().chain(ALONE).chain(["of the best"]).collect();
    let mut table = Table::new(&headings);
    let mut missed = Vec::new();
    let mut sums = vec![0.0; 1 + ALONE.len()];
    for file in crate::programs::c_files(&folder)? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        eprintln!("choosing in {name} …");
        let mut total = 0;
        let mut decided = Vec::new();
        for strategy in [None].into_iter().chain(ALONE.map(Some)) {
            let (all, mean) = search(tools, arguments, &file, strategy)?;
            total = all;
            decided.push(mean);
        }
        let best = decided[1..].iter().copied().fold(0.0, f64::max);
        if decided[0] < (1.0 - WITHIN) * best {
            missed.push(format!("{name}: {:.1}, and {best:.1} with one strategy", decided[0]));
        }
        sums.iter_mut().zip(&decided).for_each(|(sum, it)| *sum += it);
        table.row(row(&format!("`{name}`"), &total.to_string(), &decided));
    }
    table.row(row("all", "", &sums));
    for (strategy, sum) in ALONE.iter().zip(&sums[1..]).filter(|(_, sum)| **sum > sums[0]) {
        missed.push(format!("{strategy} decides {sum:.1} in sum, the default {:.1}", sums[0]));
    }
    let name = if arguments.apart { "choose-apart" } else { "choose" };
    Ok(Section { name, table, missed })
}

fn row(name: &str, total: &str, decided: &[f64]) -> Vec<String> {
    let best = decided[1..].iter().copied().fold(0.0, f64::max).max(1.0);
    let mut cells = vec![name.to_owned(), total.to_owned()];
    cells.extend(decided.iter().map(|it| format!("{it:.0}")));
    cells.push(format!("{:.1} %", 100.0 * decided[0] / best));
    cells
}

/// The branches of a program, and how many are decided on average.
fn search(
    tools: &Tools,
    arguments: &ChooseArguments,
    file: &Path,
    strategy: Option<&str>,
) -> Result<(u64, f64), Error> {
    let (mut total, mut decided) = (0, 0);
    for seed in &arguments.seeds {
        let out: PathBuf = target().join("bench/choose");
        let mut command = tools.clew();
        command.arg("gen").arg(file).args(["--entry", "main", "--no-verify", "--format", "json"]);
        command.arg("-o").arg(out).args(["-b", &arguments.budget, "--seed", &seed.to_string()]);
        if let Some(strategy) = strategy {
            command.args(["-s", strategy]);
        }
        if let Some(runs) = arguments.max_runs {
            command.args(["--max-runs", &runs.to_string()]);
        }
        let text = process::output_of(&command, LIMIT)?;
        let report: Report = serde_json::from_slice(&text).map_err(Error::Generated)?;
        let criteria: Vec<&Criterion> = report.units.iter().flat_map(|it| &it.criteria).collect();
        total = criteria.iter().map(|it| it.total).sum();
        decided += criteria.iter().map(|it| it.covered + it.infeasible).sum::<u64>();
    }
    Ok((total, decided as f64 / arguments.seeds.len().max(1) as f64))
}
