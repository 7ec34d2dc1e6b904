//! `clew compare`: search strategies beside each other, on the same functions.
//!
//! Each search begins with random inputs of its seed, looks for nothing but its objectives, and
//! tells after which run, and after how many questions to the solver, how many of them were
//! covered. No tests are written.

use super::print;
use crate::args::{CompareArguments, Filtering, ReportFormat};
use crate::diagnostic::{self, UserError};
use crate::generate::headers;
use crate::load::{ForTests, load_for_tests, select_functions};
use clew_campaign::{Campaign, Faults, Plan};
use clew_criteria::{Criterion, Objectives, Unit};
use clew_explore::{Beginning, FaultSettings, Fresh, Limits, SearchSettings, Settings, strategy};
use clew_ir::{FunctionId, ProbePoint, Program};
use clew_symbolic::{Bounds, Entry, LabelMode};
use clew_vm::Config;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::Arc;

/// One search.
#[derive(Clone, Copy)]
struct Setting<'a> {
    criterion: Criterion,
    strategy: &'a str,
    filter: bool,
    seed: u64,
}

/// Compares strategies.
pub(crate) fn compare(arguments: &CompareArguments) -> Result<ExitCode, UserError> {
    let criteria = Criterion::parse_list(&arguments.criterion)
        .map_err(|error| UserError::Other(error.to_string()))?;
    let strategies = strategies(arguments)?;
    let failed = |error| UserError::Other(format!("cannot write temporary files: {error}"));
    let temporary = tempfile::tempdir().map_err(failed)?;
    headers::write(temporary.path()).map_err(failed)?;
    let how = ForTests { headers: temporary.path(), decides_world: true };
    let program = load_for_tests(&arguments.sources, how)?;
    let mut searches = Vec::new();
    for function in select_functions(&program, &arguments.sources.files, &arguments.functions)? {
        let complexity = complexity(&program, function);
        if complexity < arguments.min_complexity {
            continue;
        }
        if program.functions[function].body.is_err() {
            let name = &program.functions[function].name;
            diagnostic::note(&format!("`{name}` is left out: it cannot be run"));
            continue;
        }
        for setting in settings(arguments, &criteria, &strategies) {
            let campaign = search(&program, function, setting, arguments)?;
            searches.push(row(&program, &campaign, setting, complexity));
        }
    }
    match arguments.format {
        ReportFormat::Json => {
            let report = json!({ "clew": env!("CARGO_PKG_VERSION"), "searches": searches });
            print(&format!("{report}\n"));
        }
        ReportFormat::Text => print(&table(&searches)),
    }
    Ok(ExitCode::SUCCESS)
}

/// The names of the strategies asked for.
fn strategies(arguments: &CompareArguments) -> Result<Vec<&str>, UserError> {
    if arguments.strategies.is_empty() {
        return Ok(strategy::NAMES.to_vec());
    }
    let names: Vec<&str> = arguments.strategies.iter().map(String::as_str).collect();
    match names.iter().find(|name| strategy::by_name(name, 0).is_none()) {
        None => Ok(names),
        Some(name) => {
            let known = strategy::NAMES.join(", ");
            Err(UserError::Other(format!("unknown strategy `{name}`; there are {known}")))
        }
    }
}

/// All that is compared on one function.
fn settings<'a>(
    arguments: &CompareArguments,
    criteria: &[Criterion],
    strategies: &[&'a str],
) -> Vec<Setting<'a>> {
    let filters: &[bool] = match arguments.filter {
        Filtering::With => &[true],
        Filtering::Without => &[false],
        Filtering::Both => &[false, true],
    };
    let mut settings = Vec::new();
    for &criterion in criteria {
        for &strategy in strategies {
            for &filter in filters {
                let seeds = 1..=arguments.seeds.max(1);
                settings.extend(seeds.map(|seed| Setting { criterion, strategy, filter, seed }));
            }
        }
    }
    settings
}

/// McCabe's number: one more than the ways that branches add.
fn complexity(program: &Program, function: FunctionId) -> usize {
    let objectives = Objectives::new(program, &Unit::function(function), &[Criterion::Branch]);
    let mut arms = BTreeMap::<_, BTreeSet<u32>>::new();
    for objective in objectives.iter() {
        for &probe in objective.goal.probes() {
            if let ProbePoint::Edge(_, block, arm) = objectives.plan().point(probe) {
                arms.entry(block).or_default().insert(arm);
            }
        }
    }
    1 + arms.values().map(|arms| arms.len() - 1).sum::<usize>()
}

fn search(
    program: &Program,
    function: FunctionId,
    setting: Setting<'_>,
    arguments: &CompareArguments,
) -> Result<Campaign, UserError> {
    let plan = Plan {
        program,
        entry: Entry::Unit(function),
        criteria: &[setting.criterion],
        strategy: setting.strategy,
        bounds: Bounds::default(),
        labels: LabelMode::Side,
        deepens: false,
        faults: Faults::Cover,
        drivers: Vec::new(),
        journals: None,
        summaries: Arc::default(),
        targets: None,
        config: Config::under_test(),
        settings: Settings {
            beginning: Beginning {
                seed: setting.seed,
                first: Fresh::Random(setting.seed),
                ..Beginning::default()
            },
            limits: Limits {
                time: Some(arguments.budget),
                runs: Some(arguments.max_runs),
                restarts: 0,
                ..Limits::default()
            },
            search: SearchSettings { filter: setting.filter, ..SearchSettings::default() },
            faults: FaultSettings { seek: false, tries: 0 },
            ..Settings::default()
        },
    };
    Campaign::run(&plan, None).map_err(|error| UserError::Other(error.to_string()))
}

/// `progress` is a list of runs, objectives covered and queries.
fn row(program: &Program, campaign: &Campaign, setting: Setting<'_>, complexity: usize) -> Json {
    let counts = campaign.verdicts.coverage().counts(setting.criterion);
    let statistics = campaign.report.statistics;
    let progress = campaign.report.progress.iter();
    let progress: Vec<_> = progress.map(|it| (it.runs, it.covered, it.queries)).collect();
    json!({
        "function": program.functions[campaign.entry.function()].name,
        "complexity": complexity, "criterion": setting.criterion.name(),
        "strategy": setting.strategy, "filter": setting.filter, "seed": setting.seed,
        "total": counts.total, "covered": counts.covered, "infeasible": counts.infeasible,
        "runs": statistics.runs, "queries": statistics.queries,
        "infeasible_paths": statistics.infeasible_paths, "filtered": statistics.filtered,
        "wall_ms": statistics.wall_time.as_millis() as u64,
        "stopped": campaign.report.stopped.name(), "progress": progress,
    })
}

/// Mean numbers of each function, criterion, strategy and filter.
fn table(searches: &[Json]) -> String {
    let text = |row: &Json, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let mut groups: Vec<(String, Vec<&Json>)> = Vec::new();
    for row in searches {
        let filter = if row["filter"] == true { "" } else { " (no filter)" };
        let (function, criterion) = (text(row, "function"), text(row, "criterion"));
        let name = format!("{function} {criterion} {}{filter}", text(row, "strategy"));
        match groups.last_mut().filter(|(last, _)| *last == name) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((name, vec![row])),
        }
    }
    let width = groups.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut shown = format!("{:width$}  covered  of     runs   queries\n", "search");
    for (name, rows) in groups {
        let mean = |key: &str| {
            let numbers = rows.iter().filter_map(|row| row[key].as_f64());
            numbers.sum::<f64>() / rows.len() as f64
        };
        let (covered, total) = (mean("covered"), mean("total"));
        let (runs, queries) = (mean("runs"), mean("queries"));
        shown.push_str(&format!(
            "{name:width$}  {covered:7.1}  {total:<5.0}  {runs:5.1}  {queries:7.1}\n"
        ));
    }
    shown
}
