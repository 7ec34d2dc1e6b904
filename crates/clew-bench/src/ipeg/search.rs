//! The search of `clew gen` with and without automata: what they cost where they do not pay.

use super::{IpegArguments, SUBJECTS, file, is_wanted};
use crate::error::Error;
use crate::process;
use crate::table::{Section, Table};
use crate::tools::{Tools, target};
use serde::Deserialize;
use std::time::Duration;

/// Each search is repeated so often, by turns with the other; the least time counts, since other processes
/// only add to it.
const REPEATS: usize = 5;
/// The most runs of a search.
const RUNS: &str = "3000";
/// The most that a search with automata may take, beside one without.
const MOST: f64 = 1.05;
const LIMIT: Duration = Duration::from_secs(120);

#[derive(Deserialize)]
struct Report {
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    stats: Stats,
}

#[derive(Deserialize, PartialEq)]
struct Stats {
    paths: u64,
    infeasible_paths: u64,
    queries: u64,
}

/// All paths of each function, up to so many runs.
pub(super) fn section(tools: &Tools, arguments: &IpegArguments) -> Result<Section, Error> {
    let mut table = Table::new(&[
        "program",
        "paths",
        "infeasible",
        "queries without",
        "with",
        "processor time without",
        "with",
        "ratio",
    ]);
    let mut missed = Vec::new();
    for subject in SUBJECTS.iter().filter(|it| is_wanted(arguments, it.name)) {
        eprintln!("search of {} …", subject.name);
        let search = |techniques: &str| -> Result<(Stats, Duration), Error> {
            let folder = target().join("ipeg").join(subject.name);
            std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
            let mut command = tools.clew();
            command.arg("gen").arg(file(subject.name)).args(["-f", subject.function]);
            command.args(["--exhaustive", "--no-verify", "--format", "json", "-j", "1"]);
            command.args(["--max-runs", RUNS, "-b", "100s", "--techniques", techniques, "-o"]);
            let run = process::run(command.arg(&folder), LIMIT)?;
            let report: Report = serde_json::from_slice(&run.stdout)?;
            let stats = report.units.into_iter().next().map(|it| it.stats);
            let nothing = Stats { paths: 0, infeasible_paths: 0, queries: 0 };
            Ok((stats.unwrap_or(nothing), run.processor_time))
        };
        let (mut without, mut time_without) = search("proofs")?;
        let (mut with, mut time_with) = search("proofs,automata")?;
        for _ in 1..REPEATS {
            let (stats, time) = search("proofs")?;
            (without, time_without) = (stats, time_without.min(time));
            let (stats, time) = search("proofs,automata")?;
            (with, time_with) = (stats, time_with.min(time));
        }
        let ratio = time_with.as_secs_f64() / time_without.as_secs_f64();
        if ratio > MOST {
            missed.push(format!("{}: {ratio:.3} of the time without", subject.name));
        }
        let counts = |it: &Stats| (it.paths, it.infeasible_paths);
        if counts(&with) != counts(&without) {
            missed.push(format!("{}: other paths than without", subject.name));
        }
        table.row(vec![
            subject.name.to_owned(),
            without.paths.to_string(),
            without.infeasible_paths.to_string(),
            without.queries.to_string(),
            with.queries.to_string(),
            format!("{:.3} s", time_without.as_secs_f64()),
            format!("{:.3} s", time_with.as_secs_f64()),
            format!("{ratio:.3}"),
        ]);
    }
    Ok(Section { name: "ipeg-search", table, missed })
}
