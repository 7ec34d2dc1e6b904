//! `clew explain`: why something is infeasible, which test covers it, or what is missing.

use super::print;
use crate::args::{ExplainArguments, ExplainFormat, Sources};
use crate::cfg;
use crate::diagnostic::UserError;
use crate::explain::{Account, drawing, json, text};
use crate::generate::config::Config as UserConfig;
use crate::generate::entries::defined;
use crate::generate::{headers, promises, settings};
use crate::load::{ForTests, expect_meaning, load_for_tests, select_functions};
use crate::partitions;
use clew_campaign::explain::{Explainer, Limits as ProofLimits};
use clew_campaign::{Campaign, Faults, Plan};
use clew_criteria::{Criterion, Objective, ObjectiveId};
use clew_explore::technique::Selection;
use clew_explore::{Beginning, LabelDeletion, Limits, SearchSettings, Settings, strategy};
use clew_files::write_named;
use clew_ir::call_graph::CallGraph;
use clew_ir::{FunctionId, Program};
use clew_symbolic::{Entry, Failures, LabelMode};
use clew_vm::Config;
use std::process::ExitCode;
use std::sync::Arc;

/// What is to be explained.
enum Wanted {
    Line(u32),
    Objective(String),
}

/// Explains objectives.
pub(crate) fn explain(arguments: &ExplainArguments) -> Result<ExitCode, UserError> {
    let criteria = partitions::criteria(&arguments.criterion, None)?;
    let (sources, wanted) = split(&arguments.sources)?;
    let failed = |error| UserError::Other(format!("cannot write temporary files: {error}"));
    let temporary = tempfile::tempdir().map_err(failed)?;
    headers::write(temporary.path()).map_err(failed)?;
    let how = ForTests { headers: temporary.path(), decides_world: true };
    let mut program = load_for_tests(&sources, how)?;
    expect_meaning(&program)?;
    let entry = entry(&program, arguments, &sources, &wanted)?;
    let config = UserConfig::find(arguments.config.as_deref(), &sources.files)?;
    if let Entry::Unit(function) = entry {
        promises::add_all(&mut program, &[function], &config, &arguments.bounds)?;
    }
    let plan = plan(&program, entry, &criteria, arguments, &config)?;
    let chosen = choose(&plan, &wanted)?;
    let campaign = Campaign::run(&plan, None);
    let campaign = campaign.map_err(|error| UserError::Other(error.to_string()))?;
    let objectives: Vec<&Objective> =
        chosen.into_iter().map(|id| campaign.objectives.get(id)).collect();
    let limits = ProofLimits { time: arguments.budget / 3, ..ProofLimits::default() };
    let explainer = Explainer::new(&plan, &campaign, limits);
    let accounts: Vec<Account> =
        objectives.iter().map(|it| Account::of(&program, &campaign, &explainer, it)).collect();
    let answer = match arguments.format {
        ExplainFormat::Text => {
            let texts: Vec<String> = accounts.iter().map(text).collect();
            texts.join("\n")
        }
        ExplainFormat::Json => {
            let function = &program.functions[entry.function()].name;
            format!("{:#}\n", json(function, &accounts))
        }
        ExplainFormat::Svg => picture(&program, &explainer, &objectives, &accounts)?,
    };
    match &arguments.out {
        Some(path) => write_named(path, answer.as_bytes())?,
        None => print(&answer),
    }
    Ok(ExitCode::SUCCESS)
}

/// The C files, and the line or objective behind them.
fn split(sources: &Sources) -> Result<(Sources, Wanted), UserError> {
    let remedy = "name a line or an objective behind the C files, such as 12 or branch:3";
    let Some((last, files)) = sources.files.split_last().filter(|(_, files)| !files.is_empty())
    else {
        return Err(UserError::Other(remedy.to_owned()));
    };
    let last = last.to_string_lossy();
    let wanted = match (last.parse(), last.split_once(':')) {
        (Ok(line), _) if line > 0 => Wanted::Line(line),
        (Err(_), Some((_, number))) if number.parse::<u32>().is_ok() => {
            Wanted::Objective(last.into_owned())
        }
        _ => return Err(UserError::Other(format!("`{last}` is no line: {remedy}"))),
    };
    Ok((sources.of_files(files.to_vec()), wanted))
}

/// Where runs start: the function named, or the one that has the line.
fn entry(
    program: &Program,
    arguments: &ExplainArguments,
    sources: &Sources,
    wanted: &Wanted,
) -> Result<Entry, UserError> {
    if let Some(name) = &arguments.entry {
        let found = select_functions(program, &sources.files, std::slice::from_ref(name))?;
        return Ok(Entry::Harness(defined(program, found[0])?));
    }
    let names: Vec<String> = arguments.function.iter().cloned().collect();
    let found = select_functions(program, &sources.files, &names)?;
    let function = match (&arguments.function, wanted, &found[..]) {
        (Some(_), _, [first, ..]) | (None, _, [first]) => *first,
        (None, Wanted::Line(line), found) => function_at(program, found, *line)?,
        _ => return Err(UserError::Other("name the function with -f".to_owned())),
    };
    let function = defined(program, function)?;
    let is_main = program.functions[function].name == "main";
    Ok(if is_main { Entry::Harness(function) } else { Entry::Unit(function) })
}

/// The function that has a line.
fn function_at(
    program: &Program,
    functions: &[FunctionId],
    line: u32,
) -> Result<FunctionId, UserError> {
    let has = |id: &&FunctionId| {
        let span = program.functions[**id].span;
        program.sources.position(span).is_some_and(|(file, first)| {
            (first.line..=file.line_column(span.end).line).contains(&line)
        })
    };
    let found = functions.iter().find(has).copied();
    found.ok_or_else(|| UserError::Other(format!("no function has line {line}: name one with -f")))
}

fn plan<'a>(
    program: &'a Program,
    entry: Entry,
    criteria: &'a [Criterion],
    arguments: &ExplainArguments,
    config: &UserConfig,
) -> Result<Plan<'a>, UserError> {
    let (bounds, is_own) = settings::bounds_of(&arguments.bounds, config, Failures::Untried)?;
    Ok(Plan {
        program,
        entry,
        criteria,
        strategy: strategy::DEFAULT,
        bounds,
        labels: LabelMode::Side,
        deepens: !is_own,
        faults: Faults::CoverNothing,
        config: Config::under_test(),
        settings: Settings {
            beginning: Beginning { seed: arguments.seed, ..Beginning::default() },
            limits: Limits { time: Some(arguments.budget), ..Limits::default() },
            search: SearchSettings {
                techniques: Selection::all(),
                labels: LabelDeletion::Decided,
                ..SearchSettings::default()
            },
            ..Settings::default()
        },
        drivers: Vec::new(),
        journals: None,
        summaries: Arc::default(),
        targets: None,
    })
}

/// The objectives that are meant: known before the search, so that a mistake costs no time.
fn choose(plan: &Plan<'_>, wanted: &Wanted) -> Result<Vec<ObjectiveId>, UserError> {
    let program = plan.program;
    let objectives = plan.objectives(&CallGraph::new(program));
    let all = || objectives.iter();
    let (Some(first), Some(last)) = (all().next(), all().next_back()) else {
        let function = &program.functions[plan.entry.function()].name;
        return Err(UserError::Other(format!("`{function}` has nothing to be covered")));
    };
    let found: Vec<ObjectiveId> = match wanted {
        Wanted::Objective(name) => all().filter(|it| it.name == *name).map(|it| it.id).collect(),
        Wanted::Line(line) => all().filter(|it| it.line() == *line).map(|it| it.id).collect(),
    };
    if !found.is_empty() {
        return Ok(found);
    }
    Err(UserError::Other(match wanted {
        Wanted::Objective(name) => {
            let function = &program.functions[plan.entry.function()].name;
            let (first, last) = (&first.name, &last.name);
            format!("`{function}` has no objective `{name}`: there are {first} to {last}")
        }
        Wanted::Line(line) => {
            let before = all().map(Objective::line).filter(|it| it < line).max();
            let behind = all().map(Objective::line).filter(|it| it > line).min();
            let nearest = match (before, behind) {
                (Some(before), Some(behind)) => {
                    format!("the nearest are on lines {before} and {behind}")
                }
                (one, other) => {
                    format!("the nearest is on line {}", one.or(other).unwrap_or(*line))
                }
            };
            format!("line {line} has no objective; {nearest}")
        }
    }))
}

/// The control flow graph with the lines that matter, and the automaton of what is infeasible.
fn picture(
    program: &Program,
    explainer: &Explainer<'_>,
    objectives: &[&Objective],
    accounts: &[Account],
) -> Result<String, UserError> {
    let Some(first) = objectives.first() else { return Ok(String::new()) };
    let headlines: Vec<&str> = accounts.iter().map(|it| it.headline.as_str()).collect();
    let found = objectives.iter().find_map(|it| Some((it, explainer.automaton(it.id)?)));
    let marks = cfg::Marks {
        lines: accounts.iter().flat_map(|it| it.marked.iter().copied()).collect(),
        below: headlines.join("\n"),
        automaton: found.map(|(it, automaton)| drawing(explainer.program(), &it.text, &automaton)),
    };
    let drawn = cfg::render_marked(program, first.function, &marks);
    drawn.map_err(|error| UserError::Other(error.to_string()))
}
