//! Infeasible paths generalised: Tables 4 and 5 and Figure 12 of the paper (Delahaye, Botella, Gotlieb:
//! *Infeasible path generalization in dynamic symbolic execution*), with its numbers beside ours.
//!
//! The programs are `tests/bench/ipeg`: versions of ours of what the paper describes.

mod bars;
mod search;

use crate::error::Error;
use crate::process;
use crate::table::{Section, Table};
use crate::tools::{Tools, root};
use serde::Deserialize;
use std::path::PathBuf;
use std::time::Duration;

/// A program, its function, and what the paper has for it with z3 and minimal explanations.
struct Subject {
    name: &'static str,
    function: &'static str,
    /// Infeasible paths, and the mean number of paths that one is generalised to.
    paper: (u32, f64),
    /// The mean number of generalised paths that is to be reached.
    goal: Option<f64>,
}

const SUBJECTS: [Subject; 9] = [
    Subject { name: "tritype", function: "tritype", paper: (21, 0.0), goal: None },
    Subject { name: "gcd", function: "gcd", paper: (511, 510.0), goal: Some(510.0) },
    Subject { name: "bsearch", function: "search", paper: (425, 45.6), goal: Some(45.6) },
    Subject { name: "merge", function: "merge", paper: (254, 25.9), goal: Some(25.9) },
    Subject { name: "selection", function: "sort", paper: (1024, 340.3), goal: Some(340.0) },
    Subject { name: "tcas", function: "separation_test", paper: (320, 11.0), goal: Some(11.0) },
    Subject { name: "erfill", function: "erfill", paper: (118, 0.0), goal: None },
    Subject { name: "checkutf8", function: "check", paper: (227, 3.7), goal: None },
    Subject { name: "git_config", function: "parse", paper: (211, 4.2), goal: Some(4.2) },
];

/// The program of the paper's Table 5.
const SCALED_UP: (&str, &str) = ("git_config2", "parse");

/// What the paper's Table 5 has: processed, skipped, explaining, generalising, uniting, total (in
/// seconds), speed-up.
const TABLE_5: [(&str, &str, &str); 5] = [
    ("plain", "DSE", "–, –, –, –, –, 236.4, 1"),
    ("general", "+ General.", "1695, 11836, 25.5, 39.0, 252.5, 371.5, 0.63"),
    ("intrusive", "+ Intru.", "1168, 12363, 11.1, 20.6, 200.2, 295.4, 0.80"),
    ("minimised", "+ Minim.", "1168, 12363, 11.2, 20.9, 71.9, 261.8, 0.90"),
    ("heuristic", "+ Heuris.", "466, 8638, 4.6, 8.2, 17.2, 155.2, 1.52"),
];

/// What a way of generating may take; one that takes longer has no row.
const LIMIT: Duration = Duration::from_secs(20);
/// Paths of Table 4 are generalised for so long, and what was found of them stands for all; finding them and
/// the last one come on top.
const TIME: &str = "40s";
const TIME_Z3: &str = "15s";
const LIMIT_4: Duration = Duration::from_secs(300);
/// The most tests on a path.
const TESTS: &str = "20";
/// What cannot be told from nothing, in milliseconds.
const LEAST_TIME: f64 = 1.0;
/// The same for generations with z3: it is asked through a pipe, which takes milliseconds for each question.
const TESTS_Z3: &str = "12";

/// What is measured.
#[derive(clap::Args, Debug)]
pub(crate) struct IpegArguments {
    /// Only these programs
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    only: Vec<String>,
    /// Leave out what takes z3
    #[arg(long)]
    no_z3: bool,
    /// Only these parts: table-4, figure-12, table-5, search
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    parts: Vec<String>,
    /// Write Figure 12 here, as SVG
    #[arg(long, value_name = "FILE")]
    figure: Option<PathBuf>,
    /// Write the tables into docs/benchmarks.md
    #[arg(long)]
    pub(crate) write: bool,
}

/// A part of the experiments.
type Part = fn(&Tools, &IpegArguments) -> Result<Section, Error>;

const PARTS: [(&str, Part); 4] = [
    ("table-4", table_4),
    ("figure-12", figure_12),
    ("table-5", table_5),
    ("search", search::section),
];

#[derive(Deserialize)]
struct Unitary {
    infeasible: usize,
    paths: Vec<Path>,
    ungeneralised: usize,
    undecided: usize,
    refuted: usize,
}

#[derive(Deserialize)]
struct Path {
    ratio: f64,
    generalised: u64,
    proof_ms: f64,
    generalisation_ms: f64,
    exhaustive_ms: f64,
}

#[derive(Deserialize)]
struct Generations {
    generations: Vec<Generation>,
}

#[derive(Deserialize)]
struct Generation {
    feasible: u64,
    asked: u64,
    generalised: u64,
    skipped: u64,
    explaining_ms: f64,
    generalising_ms: f64,
    uniting_ms: f64,
    total_ms: f64,
}

pub(crate) fn run(tools: &Tools, arguments: &IpegArguments) -> Result<Vec<Section>, Error> {
    let wanted =
        |name: &str| arguments.parts.is_empty() || arguments.parts.iter().any(|it| it == name);
    let parts = PARTS.iter().filter(|(name, _)| wanted(name));
    parts.map(|(_, part)| part(tools, arguments)).collect()
}

fn is_wanted(arguments: &IpegArguments, name: &str) -> bool {
    arguments.only.is_empty() || arguments.only.iter().any(|it| it == name)
}

fn file(name: &str) -> PathBuf {
    root().join("tests/bench/ipeg").join(format!("{name}.c"))
}

/// Each infeasible path by itself.
fn table_4(tools: &Tools, arguments: &IpegArguments) -> Result<Section, Error> {
    let mut table = Table::new(&[
        "program",
        "solver",
        "explanation",
        "#IP (paper)",
        "measured",
        "ME%",
        "M#GP",
        "M#GP (paper)",
        "MGT",
        "MET",
        "MS",
        "no chain",
    ]);
    let mut missed = Vec::new();
    for subject in SUBJECTS.iter().filter(|it| is_wanted(arguments, it.name)) {
        for Variant { solver, explanation, .. } in variants(arguments) {
            eprintln!("{} with {solver}, {explanation} …", subject.name);
            let mut command = tools.clew();
            command.arg("ipeg").arg(file(subject.name)).args(["-f", subject.function]);
            command.args(["--tests", TESTS, "--solver", solver, "--explanation", explanation]);
            command.args(["--time", if *solver == "z3" { TIME_Z3 } else { TIME }]);
            let found: Unitary = match process::output_of(&command, LIMIT_4) {
                Ok(output) => serde_json::from_slice(&output)?,
                Err(_) => {
                    missed.push(format!("{} with {solver}, {explanation}: no end", subject.name));
                    continue;
                }
            };
            let means = Means::of(&found.paths, found.ungeneralised);
            if found.refuted > 0 || found.undecided > 0 {
                let (refuted, undecided) = (found.refuted, found.undecided);
                missed.push(format!("{}: {refuted} refuted, {undecided} undecided", subject.name));
            }
            if let Some(goal) = subject.goal
                && *solver == "own"
                && *explanation == "minimal"
                && means.generalised < goal
            {
                missed
                    .push(format!("{}: {:.1} paths, not {goal}", subject.name, means.generalised));
            }
            table.row(vec![
                subject.name.to_owned(),
                (*solver).to_owned(),
                (*explanation).to_owned(),
                format!("{} ({})", found.infeasible, subject.paper.0),
                (found.paths.len() + found.ungeneralised).to_string(),
                format!("{:.2}", 100.0 * means.ratio),
                format!("{:.1}", means.generalised),
                format!("{:.1}", subject.paper.1),
                format!("{:.1} ms", means.generalisation),
                format!("{:.1} ms", means.exhaustive),
                format!("{:.2}", means.speedup),
                found.ungeneralised.to_string(),
            ]);
        }
    }
    Ok(Section { name: "ipeg-table-4", table, missed })
}

/// The means of Table 4: harmonic for ratios, arithmetic for counts and times, geometric for speed-ups.
struct Means {
    ratio: f64,
    generalised: f64,
    generalisation: f64,
    exhaustive: f64,
    speedup: f64,
}

impl Means {
    fn of(paths: &[Path], ungeneralised: usize) -> Self {
        let count = paths.len().max(1) as f64;
        let sum = |of: &dyn Fn(&Path) -> f64| paths.iter().map(of).sum::<f64>();
        let speedup =
            |it: &Path| (it.proof_ms + it.exhaustive_ms) / (it.proof_ms + it.generalisation_ms);
        Means {
            ratio: count / sum(&|it| 1.0 / it.ratio).max(f64::MIN_POSITIVE),
            // Those without a chain stand for themselves.
            generalised: sum(&|it| it.generalised as f64) / (count + ungeneralised as f64),
            generalisation: sum(&|it| it.generalisation_ms) / count,
            exhaustive: sum(&|it| it.exhaustive_ms) / count,
            speedup: (sum(&|it| speedup(it).ln()) / count).exp(),
        }
    }
}

/// Who answers, and how paths are explained.
#[derive(Clone, Copy)]
struct Variant {
    name: &'static str,
    solver: &'static str,
    explanation: &'static str,
}

const VARIANTS: [Variant; 4] = [
    Variant { name: "own, minimal", solver: "own", explanation: "minimal" },
    Variant { name: "own, core", solver: "own", explanation: "core" },
    Variant { name: "z3, minimal", solver: "z3", explanation: "minimal" },
    Variant { name: "z3, core", solver: "z3", explanation: "core" },
];

fn variants(arguments: &IpegArguments) -> impl Iterator<Item = &'static Variant> {
    let has_z3 = !arguments.no_z3;
    VARIANTS.iter().filter(move |it| has_z3 || it.solver != "z3")
}

/// What generations take, in processor time: a busy computer makes little of it. What `clew` needs before
/// it begins is taken off; the parts of a generation have their shares of it.
fn generations(
    tools: &Tools,
    (name, function): (&str, &str),
    tests: &str,
    variant: &Variant,
    modes: &[&str],
) -> Result<Vec<Generation>, Error> {
    let generation = |mode: &str, tests: &str| -> Result<(Generation, f64), Error> {
        let mut command = tools.clew();
        command.arg("ipeg").arg(file(name)).args(["-f", function, "--tests", tests]);
        command.args(["--solver", variant.solver, "--explanation", variant.explanation]);
        let run = process::run(command.args(["--generation", mode]), LIMIT)?;
        let found: Generations = serde_json::from_slice(&run.stdout)?;
        let first = found.generations.into_iter().next();
        let none = || Error::Failed { command: mode.to_owned(), message: run.stderr.clone() };
        Ok((first.ok_or_else(none)?, run.processor_time.as_secs_f64() * 1e3))
    };
    eprintln!("paths of {name} with {} …", variant.name);
    let (_, before) = generation("plain", "0")?;
    let each = modes.iter().map(|mode| {
        let (mut found, time) = generation(mode, tests)?;
        let time = (time - before).max(LEAST_TIME);
        let share = time / found.total_ms.max(f64::MIN_POSITIVE);
        found.explaining_ms *= share;
        found.generalising_ms *= share;
        found.uniting_ms *= share;
        found.total_ms = time;
        Ok(found)
    });
    each.collect()
}

/// All paths of a function, with and without generalisation.
fn figure_12(tools: &Tools, arguments: &IpegArguments) -> Result<Section, Error> {
    let mut table = Table::new(&[
        "program",
        "solver, explanation",
        "feasible",
        "infeasible",
        "without",
        "each",
        "speed-up",
        "thrifty",
        "speed-up",
        "skipped",
    ]);
    let mut missed = Vec::new();
    let mut groups = Vec::new();
    for subject in SUBJECTS.iter().filter(|it| is_wanted(arguments, it.name)) {
        let mut speedups = Vec::new();
        for variant in variants(arguments) {
            let tests = if variant.solver == "z3" { TESTS_Z3 } else { TESTS };
            let modes = &["plain", "general", "thrifty"];
            let subject_of = (subject.name, subject.function);
            let Ok(found) = generations(tools, subject_of, tests, variant, modes) else {
                missed.push(format!("{} with {}: no end", subject.name, variant.name));
                speedups.push(1.0);
                continue;
            };
            let [plain, general, thrifty] = &found[..] else { continue };
            for other in [general, thrifty] {
                let all = other.asked + other.skipped;
                if (other.feasible, all) != (plain.feasible, plain.asked) {
                    let expected = plain.asked;
                    missed
                        .push(format!("{}: {all} infeasible paths, not {expected}", subject.name));
                }
            }
            speedups.push(plain.total_ms / general.total_ms);
            table.row(vec![
                subject.name.to_owned(),
                variant.name.to_owned(),
                plain.feasible.to_string(),
                plain.asked.to_string(),
                format!("{:.0} ms", plain.total_ms),
                format!("{:.0} ms", general.total_ms),
                format!("{:.2}", plain.total_ms / general.total_ms),
                format!("{:.0} ms", thrifty.total_ms),
                format!("{:.2}", plain.total_ms / thrifty.total_ms),
                general.skipped.to_string(),
            ]);
        }
        groups.push(bars::Group { name: subject.name.to_owned(), speedups });
    }
    if let Some(path) = &arguments.figure {
        let names: Vec<&str> = variants(arguments).map(|it| it.name).collect();
        std::fs::write(path, bars::figure(&names, &groups)).map_err(Error::file(path))?;
    }
    Ok(Section { name: "ipeg-figure-12", table, missed })
}

/// What each part takes: on all programs, and on the one with longer inputs that the paper has it for.
fn table_5(tools: &Tools, arguments: &IpegArguments) -> Result<Section, Error> {
    let mut table = Table::new(&[
        "program",
        "solver",
        "way",
        "#P",
        "#S",
        "ET",
        "GT",
        "UT",
        "TT",
        "S",
        "the paper's: #P, #S, ET, GT, UT, TT, S",
    ]);
    let mut missed = Vec::new();
    let subjects = SUBJECTS.iter().map(|it| (it.name, it.function));
    for subject in subjects.chain([SCALED_UP]).filter(|it| is_wanted(arguments, it.0)) {
        for variant in variants(arguments).filter(|it| it.explanation == "minimal") {
            let tests = if variant.solver == "z3" { TESTS_Z3 } else { TESTS };
            let mut plain = None;
            for (mode, name, paper) in TABLE_5 {
                let found = generations(tools, subject, tests, variant, &[mode]);
                let Some(it) = found.ok().and_then(|it| it.into_iter().next()) else {
                    missed
                        .push(format!("{} with {}: {name} has no end", subject.0, variant.solver));
                    continue;
                };
                let plain = *plain.get_or_insert(it.total_ms);
                let paper = if subject == SCALED_UP { paper } else { "" };
                let milliseconds = |ms: f64| format!("{ms:.0}");
                table.row(vec![
                    subject.0.to_owned(),
                    variant.solver.to_owned(),
                    name.to_owned(),
                    it.generalised.to_string(),
                    it.skipped.to_string(),
                    milliseconds(it.explaining_ms),
                    milliseconds(it.generalising_ms),
                    milliseconds(it.uniting_ms),
                    milliseconds(it.total_ms),
                    format!("{:.2}", plain / it.total_ms),
                    paper.to_owned(),
                ]);
            }
        }
    }
    Ok(Section { name: "ipeg-table-5", table, missed })
}
