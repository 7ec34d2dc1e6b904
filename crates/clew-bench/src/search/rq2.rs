//! RQ2: the strategies on the same number of runs, without path filtering. Figures 4 and 5 of the
//! paper.

use super::plot::{Curve, Panel, figure};
use super::projects::{Scope, Source};
use super::{ExperimentArguments, Job, Search, more, projects, search};
use crate::error::Error;
use crate::report;
use crate::table::{Section, Table};
use crate::tools::{Tools, root};

/// The runs of a search.
const MAX_RUNS: u32 = 100;
/// The strategies that the paper compares, and the one that is Clew's default.
const MAIN: [&str; 4] = [DEFAULT, "pps", "rp-md2u", "cfg"];
const DEFAULT: &str = "pps-fair";
/// The others, with fewer seeds.
const OTHERS: [&str; 6] = ["pps+fitness", "fitness", "generational", "bfs", "dfs", "random"];
const SEEDS: u32 = 30;
/// How many times fewer.
const FEWER: u32 = 15;
/// The goals: percent more covered than by KLEE's and by CREST's strategy.
const GOALS: [(&str, f64); 2] = [("rp-md2u", 26.0), ("cfg", 35.0)];
/// The runs after which the default is compared with each other strategy.
const COMPARED: [u32; 2] = [10, 100];
/// The runs after which the table tells what is covered.
const MILESTONES: [u32; 5] = [5, 10, 25, 50, 100];

/// Makes the experiment. What was found for a criterion is written before the next is begun.
pub(crate) fn run(tools: &Tools, arguments: &ExperimentArguments) -> Result<Vec<Section>, Error> {
    let sources = projects::sources(Scope::Paper, arguments.quick)?;
    let mut sections = Vec::new();
    for criterion in arguments.criteria() {
        let name = if criterion == "mcdc" { "rq2-mcdc" } else { "rq2-branch" };
        let mut missed = Vec::new();
        let searches = search(tools, jobs(&sources, criterion, arguments), arguments, &mut missed);
        let searches: Vec<&Search> = searches.iter().collect();
        sections.push(section(name, &searches, missed));
        if !arguments.quick {
            draw(name, &searches)?;
            report::write_sections(&sections)?;
        }
    }
    Ok(sections)
}

/// The searches for one criterion: those that the paper compares, then the others.
fn jobs(sources: &[Source], criterion: &'static str, arguments: &ExperimentArguments) -> Vec<Job> {
    let all = arguments.seeds.unwrap_or(if arguments.quick { 2 } else { SEEDS });
    let groups = [(&MAIN[..], all), (&OTHERS[..], all.div_ceil(FEWER))];
    let groups = groups.into_iter().take(if arguments.quick { 1 } else { 2 });
    let job = |source: &Source, strategies: &[&'static str], seeds| Job {
        source: source.clone(),
        criterion,
        strategies: strategies.to_vec(),
        filter: "without",
        seeds,
        max_runs: MAX_RUNS,
    };
    groups
        .flat_map(|(strategies, seeds)| {
            sources.iter().map(move |source| job(source, strategies, seeds))
        })
        .collect()
}

/// The objectives covered after so many runs: the mean over the seeds, summed over functions.
fn covered(searches: &[&Search], strategy: &str, runs: u32) -> f64 {
    let of_strategy = searches.iter().filter(|search| search.strategy == strategy);
    let covered = of_strategy.map(|search| f64::from(search.covered_after(runs)));
    covered.sum::<f64>() / f64::from(seeds(searches, strategy))
}

fn seeds(searches: &[&Search], strategy: &str) -> u32 {
    let of_strategy = searches.iter().filter(|search| search.strategy == strategy);
    of_strategy.map(|search| search.seed).max().unwrap_or(1)
}

/// What would be covered by taking the best strategy for each function: no strategy does more.
fn best(searches: &[&Search], runs: u32) -> f64 {
    let mut functions: Vec<(&str, &str)> =
        searches.iter().map(|search| (search.project, search.function.as_str())).collect();
    functions.sort_unstable();
    functions.dedup();
    let best_of = |(project, function): (&str, &str)| {
        let is_of = |search: &&&Search| search.project == project && search.function == function;
        let of_function: Vec<&Search> = searches.iter().filter(is_of).copied().collect();
        let strategies = MAIN.iter().chain(&OTHERS);
        strategies.map(|strategy| covered(&of_function, strategy, runs)).fold(0.0, f64::max)
    };
    functions.into_iter().map(best_of).sum()
}

/// The mean over all numbers of runs up to the most: how steep a curve is.
fn mean(searches: &[&Search], strategy: &str) -> f64 {
    let all = (1..=MAX_RUNS).map(|runs| covered(searches, strategy, runs));
    all.sum::<f64>() / f64::from(MAX_RUNS)
}

fn section(name: &'static str, searches: &[&Search], mut missed: Vec<String>) -> Section {
    let mut headings = vec!["strategy".to_owned(), "seeds".to_owned()];
    headings.extend(MILESTONES.map(|runs| format!("after {runs}")));
    headings.push("mean".to_owned());
    headings.extend(COMPARED.map(|runs| format!("{DEFAULT} covers more, after {runs}")));
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let mut table = Table::new(&headings);
    for strategy in MAIN.iter().chain(&OTHERS) {
        if !searches.iter().any(|search| search.strategy == *strategy) {
            continue;
        }
        let mut row = vec![(*strategy).to_owned(), seeds(searches, strategy).to_string()];
        row.extend(MILESTONES.map(|runs| format!("{:.0}", covered(searches, strategy, runs))));
        row.push(format!("{:.0}", mean(searches, strategy)));
        row.extend(COMPARED.map(|runs| {
            let more = more(covered(searches, DEFAULT, runs), covered(searches, strategy, runs));
            format!("{more:+.1} %")
        }));
        table.row(row);
    }
    let mut row = vec!["the best for each function".to_owned(), "–".to_owned()];
    row.extend(MILESTONES.map(|runs| format!("{:.0}", best(searches, runs))));
    row.push("–".to_owned());
    row.extend(COMPARED.map(|runs| {
        format!("{:+.1} %", more(covered(searches, DEFAULT, runs), best(searches, runs)))
    }));
    table.row(row);
    for (strategy, goal) in GOALS {
        let ours = covered(searches, DEFAULT, MAX_RUNS);
        let more = more(ours, covered(searches, strategy, MAX_RUNS));
        if more < goal {
            missed.push(format!("{name}: {more:.1} % more than {strategy}, not {goal} %"));
        }
    }
    Section { name, table, missed }
}

/// Draws the curves of each project into `docs/images`.
fn draw(name: &str, searches: &[&Search]) -> Result<(), Error> {
    let panels = projects::names(Scope::Paper).map(|project| {
        let of_project: Vec<&Search> =
            searches.iter().copied().filter(|search| search.project == project).collect();
        let curve = |strategy: &'static str| Curve {
            name: strategy,
            points: (0..=MAX_RUNS).map(|runs| covered(&of_project, strategy, runs)).collect(),
        };
        Panel { title: project, curves: MAIN.map(curve).into() }
    });
    let path = root().join("docs/images").join(format!("{name}.svg"));
    std::fs::write(&path, figure(&panels.collect::<Vec<_>>())).map_err(Error::file(&path))
}
