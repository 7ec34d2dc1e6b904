//! RQ1: depth-first search with and without path filtering. Tables I and II of the paper.

use super::projects::Scope;
use super::{ExperimentArguments, Job, Search, more, projects, search};
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

/// What searches spent, without and with filtering.
#[derive(Clone, Copy, Default)]
struct Cost {
    runs: [f64; 2],
    queries: [f64; 2],
    /// The percentages that pairs of searches save, summed up: of runs and of queries.
    saved: [f64; 2],
    pairs: u32,
}

impl Cost {
    /// Adds a pair of searches on the same function with the same seed.
    fn add(&mut self, pair: [(u32, u32); 2], share: f64) {
        let runs = pair.map(|(runs, _)| f64::from(runs));
        let queries = pair.map(|(_, queries)| f64::from(queries));
        for side in 0..2 {
            self.runs[side] += runs[side] * share;
            self.queries[side] += queries[side] * share;
        }
        self.saved[0] += fewer(runs);
        self.saved[1] += fewer(queries);
        self.pairs += 1;
    }

    /// What is spent, what is saved of the sum, and the mean of what is saved for each function.
    fn cells(&self) -> [String; 6] {
        let pair = |[without, with]: [f64; 2]| format!("{without:.0} / {with:.0}");
        let percent = |pair: [f64; 2]| format!("{:.1} %", fewer(pair));
        let [runs, queries] =
            self.saved.map(|saved| format!("{:.1} %", saved / f64::from(self.pairs.max(1))));
        [
            pair(self.runs),
            percent(self.runs),
            runs,
            pair(self.queries),
            percent(self.queries),
            queries,
        ]
    }

    /// The goals for what is saved that are missed.
    fn missed(&self, name: &str) -> Vec<String> {
        let goals =
            [("iterations", self.runs, FEWER_RUNS), ("queries", self.queries, FEWER_QUERIES)];
        let missed = goals.into_iter().filter(|(_, pair, goal)| fewer(*pair) < *goal);
        let text =
            |(what, pair, goal)| format!("{name}: {:.1} % fewer {what}, not {goal} %", fewer(pair));
        missed.map(text).collect()
    }
}

/// How much less the second is than the first, in percent.
fn fewer([without, with]: [f64; 2]) -> f64 {
    -more(with, without)
}

/// The sums of one table row: the mean over the seeds, summed over functions.
#[derive(Default)]
struct Sums {
    functions: usize,
    objectives: f64,
    covered: [f64; 2],
    /// Until the searches end.
    whole: Cost,
    /// What both searches cover, with the same function and seed: the lesser number. Counted while
    /// they run, so with what only runs cover that come out otherwise elsewhere.
    common: f64,
    /// Until that many are covered.
    until_common: Cost,
}

impl Sums {
    fn of(searches: &[&Search]) -> Self {
        let mut sums = Sums::default();
        let mut functions: Vec<_> =
            searches.iter().map(|search| (search.project, search.function.as_str())).collect();
        functions.sort_unstable();
        functions.dedup();
        sums.functions = functions.len();
        let seeds = searches.iter().map(|search| search.seed).max().unwrap_or(1);
        let share = f64::from(seeds).recip();
        for search in searches {
            let side = usize::from(search.filter);
            sums.objectives += f64::from(search.total) * share / 2.0;
            sums.covered[side] += f64::from(search.covered) * share;
        }
        for [without, with] in pairs(searches) {
            let common = without.covered_at_last().min(with.covered_at_last());
            sums.common += f64::from(common) * share;
            let pair = [without, with];
            sums.whole.add(pair.map(|search| (search.runs, search.queries)), share);
            let until_common = pair.map(|search| search.spent_on(common).unwrap_or_default());
            sums.until_common.add(until_common, share);
        }
        sums
    }

    /// A row of the table on whole searches.
    fn whole_row(&self, name: &str) -> Vec<String> {
        let percent = |covered: f64| 100.0 * covered / self.objectives.max(1.0);
        let [without, with] = self.covered.map(percent);
        let mut row =
            vec![name.to_owned(), self.functions.to_string(), format!("{:.0}", self.objectives)];
        row.extend(self.whole.cells());
        row.push(format!("{without:.1} % / {with:.1} %"));
        row
    }

    /// A row of the table on the same coverage.
    fn common_row(&self, name: &str) -> Vec<String> {
        let mut row = vec![name.to_owned(), format!("{:.0}", self.common)];
        row.extend(self.until_common.cells());
        row
    }
}

/// The searches without and with filtering on the same function with the same seed.
fn pairs<'s>(searches: &[&'s Search]) -> Vec<[&'s Search; 2]> {
    let is_other = |search: &Search, other: &Search| {
        other.filter
            && other.project == search.project
            && other.function == search.function
            && other.seed == search.seed
    };
    let without = searches.iter().filter(|search| !search.filter);
    let pair = |search: &&'s Search| {
        let with = searches.iter().find(|other| is_other(search, other))?;
        Some([*search, *with])
    };
    without.filter_map(pair).collect()
}

/// Makes the experiment.
pub(crate) fn run(tools: &Tools, arguments: &ExperimentArguments) -> Result<Vec<Section>, Error> {
    let sources = projects::sources(Scope::All, arguments.quick)?;
    let seeds = arguments.seeds.unwrap_or(if arguments.quick { 1 } else { SEEDS });
    let jobs = arguments.criteria().flat_map(|criterion| {
        sources.iter().map(move |source| Job {
            source: source.clone(),
            criterion,
            strategies: vec!["dfs"],
            filter: "both",
            seeds,
            max_runs: MAX_RUNS,
        })
    });
    let mut missed = Vec::new();
    let searches = search(tools, jobs.collect(), arguments, &mut missed);
    let names =
        [("branch", "rq1-branch", "rq1-equal-branch"), ("mcdc", "rq1-mcdc", "rq1-equal-mcdc")];
    let mut sections = Vec::new();
    for (criterion, whole, common) in names {
        if !arguments.criteria().any(|asked| asked == criterion) {
            continue;
        }
        let of_criterion: Vec<&Search> =
            searches.iter().filter(|search| search.criterion == criterion).collect();
        let rows = rows(&of_criterion);
        sections.push(whole_section(whole, &rows, std::mem::take(&mut missed)));
        sections.push(common_section(common, &rows));
    }
    if !arguments.quick {
        report::write_sections(&sections)?;
    }
    Ok(sections)
}

/// The sums of each project, and of all.
fn rows(searches: &[&Search]) -> Vec<(&'static str, Sums)> {
    let mut rows = Vec::new();
    for project in projects::names(Scope::All) {
        let of_project = searches.iter().filter(|search| search.project == project);
        let of_project: Vec<&Search> = of_project.copied().collect();
        if !of_project.is_empty() {
            rows.push((project, Sums::of(&of_project)));
        }
    }
    rows.push(("all", Sums::of(searches)));
    rows
}

/// What whole searches spend and cover.
fn whole_section(name: &'static str, rows: &[(&str, Sums)], mut missed: Vec<String>) -> Section {
    let mut table = Table::new(&[
        "project",
        "functions",
        "objectives",
        "iterations, without / with",
        "fewer",
        "a function",
        "queries, without / with",
        "fewer",
        "a function",
        "coverage, without / with",
    ]);
    rows.iter().for_each(|(project, sums)| table.row(sums.whole_row(project)));
    if let Some((_, all)) = rows.last() {
        missed.extend(all.whole.missed(name));
        if all.covered[1] < all.covered[0] {
            missed.push(format!("{name}: filtering covers less"));
        }
    }
    Section { name, table, missed }
}

/// What the same coverage costs.
fn common_section(name: &'static str, rows: &[(&str, Sums)]) -> Section {
    let mut table = Table::new(&[
        "project",
        "covered by both",
        "iterations, without / with",
        "fewer",
        "a function",
        "queries, without / with",
        "fewer",
        "a function",
    ]);
    rows.iter().for_each(|(project, sums)| table.row(sums.common_row(project)));
    table.row(mean_row(rows));
    let missed = rows.last().map(|(_, all)| all.until_common.missed(name)).unwrap_or_default();
    Section { name, table, missed }
}

/// The mean over projects of what is saved at the same coverage: how the paper takes its averages.
fn mean_row(rows: &[(&str, Sums)]) -> Vec<String> {
    let projects = &rows[..rows.len().saturating_sub(1)];
    let mean = |pair: fn(&Cost) -> [f64; 2]| {
        let saved: f64 = projects.iter().map(|(_, sums)| fewer(pair(&sums.until_common))).sum();
        format!("{:.1} %", saved / projects.len().max(1) as f64)
    };
    let (runs, queries) = (mean(|cost| cost.runs), mean(|cost| cost.queries));
    ["mean of projects", "", "", &runs, "", "", &queries, ""].map(str::to_owned).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(filter: bool, seed: u32, progress: &[(u32, u32, u32)]) -> Search {
        Search {
            project: "p",
            function: "f".to_owned(),
            criterion: "branch".to_owned(),
            strategy: "dfs".to_owned(),
            filter,
            seed,
            total: 10,
            covered: progress.last().map_or(0, |last| last.1),
            runs: 100,
            queries: 200,
            progress: progress.to_vec(),
        }
    }

    #[test]
    fn the_same_coverage_is_what_the_worse_search_ends_with() {
        let searches = [
            found(false, 1, &[(1, 2, 0), (40, 6, 90)]),
            found(false, 2, &[(1, 4, 0), (8, 5, 10)]),
            found(true, 1, &[(1, 2, 0), (10, 7, 30), (50, 9, 99)]),
            found(true, 2, &[(1, 4, 0)]),
        ];
        let sums = Sums::of(&searches.iter().collect::<Vec<_>>());
        assert_eq!((sums.functions, sums.objectives), (1, 10.0));
        assert_eq!((sums.covered, sums.common), ([5.5, 6.5], 5.0));
        assert_eq!(sums.whole.runs, [100.0, 100.0]);
        assert_eq!(sums.until_common.runs, [20.5, 5.5]);
        assert_eq!(sums.until_common.queries, [45.0, 15.0]);
        // With the first seed 75 % of the runs and two thirds of the queries, with the second none.
        let cells = sums.until_common.cells();
        assert_eq!([&cells[2], &cells[5]], ["37.5 %", "33.3 %"]);
    }
}
