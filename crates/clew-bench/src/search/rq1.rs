//! RQ1: depth-first search with and without path filtering. Tables I and II of the paper.

use super::{CRITERIA, ExperimentArguments, Job, Search, more, projects, search};
use crate::error::Error;
use crate::report;
use crate::table::{Section, Table};
use crate::tools::Tools;

/// The seeds, and the runs of a search at most.
const SEEDS: u32 = 3;
const MAX_RUNS: u32 = 500;
/// The goals: percent fewer iterations, percent fewer solved constraints.
const FEWER_RUNS: f64 = 25.0;
const FEWER_QUERIES: f64 = 36.0;

/// The sums of one table row, without and with filtering.
#[derive(Default)]
struct Sums {
    functions: usize,
    objectives: f64,
    runs: [f64; 2],
    queries: [f64; 2],
    covered: [f64; 2],
}

impl Sums {
    /// The mean over the seeds, summed over functions.
    fn of(searches: &[&Search]) -> Self {
        let mut sums = Sums::default();
        let mut functions: Vec<&str> =
            searches.iter().map(|search| search.function.as_str()).collect();
        functions.sort_unstable();
        functions.dedup();
        sums.functions = functions.len();
        let seeds = searches.iter().map(|search| search.seed).max().unwrap_or(1);
        for search in searches {
            let (side, share) = (usize::from(search.filter), f64::from(seeds).recip());
            sums.objectives += f64::from(search.total) * share / 2.0;
            sums.runs[side] += f64::from(search.runs) * share;
            sums.queries[side] += f64::from(search.queries) * share;
            sums.covered[side] += f64::from(search.covered) * share;
        }
        sums
    }

    fn row(&self, name: &str) -> Vec<String> {
        let pair = |[without, with]: [f64; 2]| format!("{without:.0} / {with:.0}");
        let fewer = |[without, with]: [f64; 2]| format!("{:.1} %", -more(with, without));
        let percent = |covered: f64| 100.0 * covered / self.objectives.max(1.0);
        let [without, with] = self.covered.map(percent);
        vec![
            name.to_owned(),
            self.functions.to_string(),
            format!("{:.0}", self.objectives),
            pair(self.runs),
            fewer(self.runs),
            pair(self.queries),
            fewer(self.queries),
            format!("{without:.1} % / {with:.1} %"),
        ]
    }
}

/// Makes the experiment.
pub(crate) fn run(tools: &Tools, arguments: &ExperimentArguments) -> Result<Vec<Section>, Error> {
    let sources = projects::sources(arguments.quick)?;
    let seeds = arguments.seeds.unwrap_or(if arguments.quick { 1 } else { SEEDS });
    let jobs = CRITERIA.iter().flat_map(|criterion| {
        sources.iter().map(|source| Job {
            source: source.clone(),
            criterion,
            strategy: "dfs",
            filter: "both",
            seeds,
            max_runs: MAX_RUNS,
        })
    });
    let mut missed = Vec::new();
    let searches = search(tools, jobs.collect(), arguments, &mut missed);
    let names = [("rq1-branch", "branch"), ("rq1-mcdc", "mcdc")];
    let mut sections = Vec::new();
    for (name, criterion) in names {
        let of_criterion: Vec<&Search> =
            searches.iter().filter(|search| search.criterion == criterion).collect();
        sections.push(section(name, &of_criterion, std::mem::take(&mut missed)));
    }
    if !arguments.quick {
        report::write_sections(&sections)?;
    }
    Ok(sections)
}

fn section(name: &'static str, searches: &[&Search], mut missed: Vec<String>) -> Section {
    let mut table = Table::new(&[
        "project",
        "functions",
        "objectives",
        "iterations, without / with",
        "fewer",
        "queries, without / with",
        "fewer",
        "coverage, without / with",
    ]);
    for project in projects::names() {
        let of_project = searches.iter().filter(|search| search.project == project);
        let of_project: Vec<&Search> = of_project.copied().collect();
        if !of_project.is_empty() {
            table.row(Sums::of(&of_project).row(project));
        }
    }
    let all = Sums::of(searches);
    table.row(all.row("all"));
    let ending: Vec<&Search> = ends_by_filtering(searches);
    table.row(Sums::of(&ending).row("those that end"));
    let limits = [("iterations", all.runs, FEWER_RUNS), ("queries", all.queries, FEWER_QUERIES)];
    for (what, [without, with], goal) in limits {
        let fewer = -more(with, without);
        if fewer < goal {
            missed.push(format!("{name}: {fewer:.1} % fewer {what}, not {goal} %"));
        }
    }
    if all.covered[1] < all.covered[0] {
        missed.push(format!("{name}: filtering covers less"));
    }
    Section { name, table, missed }
}

/// The searches of functions and seeds where the one with filtering ends before the limit.
fn ends_by_filtering<'s>(searches: &[&'s Search]) -> Vec<&'s Search> {
    let ends = |search: &&Search| {
        searches.iter().any(|other| {
            other.filter
                && other.project == search.project
                && other.function == search.function
                && other.seed == search.seed
                && matches!(other.stopped.as_str(), "exhausted" | "covered")
        })
    };
    searches.iter().copied().filter(ends).collect()
}
