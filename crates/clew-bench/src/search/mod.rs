//! The experiments of coverage-driven testing, on real functions: `clew compare` for each file,
//! criterion and strategy, several at once.

mod debian;
mod plot;
mod projects;
pub(crate) mod rq1;
pub(crate) mod rq2;

use crate::error::Error;
use crate::process;
use crate::tools::Tools;
use clap::Args;
use projects::Source;
use serde::Deserialize;
use std::sync::Mutex;
use std::time::Duration;

/// How long one call of `clew compare` may take.
const LIMIT: Duration = Duration::from_secs(3600);
/// The criteria of the experiments.
const CRITERIA: [&str; 2] = ["branch", "mcdc"];

/// How much of an experiment is made.
#[derive(Args, Debug)]
pub(crate) struct ExperimentArguments {
    /// Only one function of each file and few seeds; nothing is written to docs/
    #[arg(long)]
    quick: bool,
    /// Seeds of each search (default: 30, of strategies beside the paper's 2; RQ1: 3)
    #[arg(long, value_name = "N")]
    seeds: Option<u32>,
    /// Only this criterion (default: branch, then mcdc)
    #[arg(long, value_name = "NAME", value_parser = CRITERIA)]
    criterion: Option<String>,
    /// Calls of Clew at once (default: the processors)
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

impl ExperimentArguments {
    /// The criteria asked for.
    fn criteria(&self) -> impl Iterator<Item = &'static str> {
        let asked = |name: &&str| self.criterion.as_deref().is_none_or(|asked| asked == *name);
        CRITERIA.into_iter().filter(asked)
    }
}

/// Searches that one call of Clew makes.
#[derive(Clone, Debug)]
struct Job {
    source: Source,
    criterion: &'static str,
    /// Made on one program model: reading a file takes longer than many searches.
    strategies: Vec<&'static str>,
    filter: &'static str,
    seeds: u32,
    max_runs: u32,
}

/// One search, as `clew compare` tells of it.
#[derive(Deserialize, Debug)]
struct Search {
    #[serde(skip)]
    project: &'static str,
    function: String,
    criterion: String,
    strategy: String,
    filter: bool,
    seed: u32,
    total: u32,
    covered: u32,
    runs: u32,
    queries: u32,
    /// After which run how many objectives were covered, and how many queries were asked by then.
    progress: Vec<(u32, u32, u32)>,
}

#[derive(Deserialize)]
struct Comparison {
    searches: Vec<Search>,
}

impl Search {
    /// The objectives covered after so many runs.
    fn covered_after(&self, runs: u32) -> u32 {
        let before = self.progress.iter().take_while(|(run, ..)| *run <= runs);
        before.last().map_or(0, |(_, covered, _)| *covered)
    }

    /// The objectives covered in the end.
    fn covered_at_last(&self) -> u32 {
        self.progress.last().map_or(0, |(_, covered, _)| *covered)
    }

    /// The runs and queries after which so many objectives were covered, if they ever were.
    fn spent_on(&self, wanted: u32) -> Option<(u32, u32)> {
        let reached = self.progress.iter().find(|(_, covered, _)| *covered >= wanted)?;
        Some((reached.0, reached.2))
    }
}

/// The searches made, each with the number of its job.
#[derive(Default)]
struct Made {
    searches: Vec<(usize, Search)>,
    failures: Vec<String>,
}

/// Makes the searches of all jobs; what cannot be made goes to `missed`.
fn search(
    tools: &Tools,
    jobs: Vec<Job>,
    arguments: &ExperimentArguments,
    missed: &mut Vec<String>,
) -> Vec<Search> {
    let total = jobs.len();
    let waiting = Mutex::new(jobs.into_iter().enumerate());
    let made: Mutex<Made> = Mutex::default();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.unwrap_or(processors).max(1) {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().ok().and_then(|mut waiting| waiting.next());
                    let Some((number, job)) = next else { break };
                    let file = job.source.file.file_name().unwrap_or_default().to_string_lossy();
                    let (criterion, strategies) = (job.criterion, job.strategies.join(","));
                    eprintln!("{} of {total}: {file} {criterion} {strategies} …", number + 1);
                    let compared = compare(tools, &job);
                    let Ok(mut made) = made.lock() else { break };
                    match compared {
                        Ok(searches) => {
                            made.searches.extend(searches.into_iter().map(|it| (number, it)));
                        }
                        Err(error) => made.failures.push(format!("{file} {strategies}: {error}")),
                    }
                }
            });
        }
    });
    let Made { mut searches, failures } = made.into_inner().unwrap_or_default();
    missed.extend(failures);
    searches.sort_by_key(|(number, _)| *number);
    searches.into_iter().map(|(_, search)| search).collect()
}

fn compare(tools: &Tools, job: &Job) -> Result<Vec<Search>, Error> {
    let mut command = tools.clew();
    command.arg("compare").arg(&job.source.file).arg(format!("--cflags={}", job.source.flags));
    for function in &job.source.functions {
        command.args(["-f", function]);
    }
    command.args(["-c", job.criterion, "-s", &job.strategies.join(","), "--filter", job.filter]);
    command.args(["--seeds", &job.seeds.to_string(), "--max-runs", &job.max_runs.to_string()]);
    command.args(["-b", "20s", "--format", "json"]);
    let comparison: Comparison =
        serde_json::from_slice(&process::output_of(&command, LIMIT)?).map_err(Error::Report)?;
    let mut searches = comparison.searches;
    searches.iter_mut().for_each(|search| search.project = job.source.project);
    Ok(searches)
}

/// How much more `a` is than `b`, in percent.
fn more(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { 100.0 * (a - b) / b }
}
