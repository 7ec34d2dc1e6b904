//! Composed paths against all paths: Figure 4 of the paper on compositional test generation, and the
//! examples beside it.
//!
//! The programs are `tests/bench/smart`; each has a size `N`. Both searches run every path, one of them
//! composed of those of functions; where all paths take too long, the search is cut and the point left out.

use crate::error::Error;
use crate::process;
use crate::report;
use crate::table::{Section, Table};
use crate::tools::{Tools, root, target};
use clap::Args;
use serde::Deserialize;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

/// What is measured.
#[derive(Args, Debug)]
pub(crate) struct SmartArguments {
    /// Seconds for each search
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Where the picture goes
    #[arg(long, default_value = "docs/images/smart.svg")]
    picture: PathBuf,
}

/// A program and its sizes.
struct Family {
    name: &'static str,
    size: &'static str,
    sizes: &'static [u64],
    /// The runs that composing takes, where that is known exactly.
    expected: fn(u64) -> Option<u64>,
}

const FAMILIES: [Family; 5] = [
    Family {
        name: "locate",
        size: "characters",
        sizes: &[4, 8, 16, 32, 64],
        expected: |n| Some(2 * n + 4),
    },
    Family {
        name: "positive",
        size: "calls",
        sizes: &[2, 4, 8, 12, 30],
        expected: |n| Some(2 + n + 1),
    },
    Family { name: "chain", size: "levels", sizes: &[1, 2, 4, 8, 11], expected: |_| None },
    Family { name: "tree", size: "levels", sizes: &[1, 2, 3, 4, 5], expected: |_| None },
    Family { name: "packet", size: "bytes", sizes: &[2, 3, 4, 6, 8, 10], expected: |_| None },
];

#[derive(Deserialize)]
struct Report {
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    stats: Statistics,
}

#[derive(Deserialize)]
struct Statistics {
    runs: u64,
    wall_ms: f64,
    stopped: String,
}

/// What a search took.
#[derive(Clone, Copy, Debug)]
struct Point {
    runs: u64,
    ms: f64,
    /// Whether it came to its end.
    ends: bool,
}

pub(crate) fn run(tools: &Tools, arguments: &SmartArguments) -> Result<Section, Error> {
    let mut table = Table::new(&[
        "program",
        "size",
        "all: runs",
        "all: time",
        "composed: runs",
        "composed: time",
    ]);
    let (mut missed, mut panels) = (Vec::new(), Vec::new());
    for family in &FAMILIES {
        let mut points = Vec::new();
        for &size in family.sizes {
            eprintln!("{} with {size} {} …", family.name, family.size);
            let all = search(tools, arguments, family, size, "off")?;
            let composed = search(tools, arguments, family, size, "on")?;
            if !composed.ends {
                missed.push(format!("{} {size}: composing was cut", family.name));
            }
            if (family.expected)(size).is_some_and(|expected| expected != composed.runs) {
                missed.push(format!("{} {size}: {} composed runs", family.name, composed.runs));
            }
            let cells = [all, composed].map(|point| match point.ends {
                true => [point.runs.to_string(), format!("{:.0} ms", point.ms)],
                false => [format!("more than {}", point.runs), "cut".to_owned()],
            });
            let [first, second] = cells;
            let start = [family.name.to_owned(), format!("{size} {}", family.size)];
            table.row(start.into_iter().chain(first).chain(second).collect());
            points.push((size, all, composed));
        }
        panels.push((family.name, family.size, points));
    }
    let path = root().join(&arguments.picture);
    std::fs::write(&path, picture(&panels)).map_err(Error::file(&path))?;
    let section = Section { name: "smart", table, missed };
    report::write_sections(std::slice::from_ref(&section))?;
    Ok(section)
}

fn search(
    tools: &Tools,
    arguments: &SmartArguments,
    family: &Family,
    size: u64,
    compose: &str,
) -> Result<Point, Error> {
    let file = root().join("tests/bench/smart").join(format!("{}.c", family.name));
    let mut command = tools.clew();
    command.arg("gen").arg(file).args(["--entry", "main", "--no-verify", "--exhaustive"]);
    command.arg("--cflags").arg(format!("-DN={size}")).args(["--compose", compose]);
    command.args(["--techniques", "random-walks", "-b"]).arg(format!("{}s", arguments.seconds));
    command.args(["--format", "json", "-o"]).arg(target().join("bench/smart"));
    let limit = Duration::from_secs(4 * arguments.seconds + 60);
    let report: Report = serde_json::from_slice(&process::output_of(&command, limit)?)?;
    let stats = report.units.into_iter().next().map(|unit| unit.stats);
    let stats = stats.ok_or_else(|| Error::NoPackage(family.name.to_owned()))?;
    Ok(Point { runs: stats.runs, ms: stats.wall_ms, ends: stats.stopped == "exhausted" })
}

type Panel = (&'static str, &'static str, Vec<(u64, Point, Point)>);

const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 48.0;
const TOP: f64 = 30.0;
const INNER: (f64, f64) = (WIDTH - LEFT - 14.0, HEIGHT - TOP - 44.0);
const COLOURS: [&str; 2] = ["#d55e00", "#0072b2"];

/// What is drawn of a search: a name, and its value.
type Measure = (&'static str, fn(&Point) -> f64);

const MEASURES: [Measure; 2] = [("runs", |point| point.runs as f64), ("ms", |point| point.ms)];

/// Runs and time against size, on logarithmic scales: a row for each, one panel for each program.
fn picture(panels: &[Panel]) -> String {
    let width = WIDTH * panels.len() as f64;
    let height = HEIGHT * MEASURES.len() as f64 + 24.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (row, measure) in MEASURES.iter().enumerate() {
        for (at, panel) in panels.iter().enumerate() {
            let (x, y) = (WIDTH * at as f64, HEIGHT * row as f64);
            let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
            draw(panel, measure, &mut svg);
            svg.push_str("</g>\n");
        }
    }
    for (at, name) in ["all paths", "composed"].iter().enumerate() {
        let (x, y) = (LEFT + 120.0 * at as f64, height - 16.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{x} {y}h22\" stroke=\"{}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{}\">{name}</text>",
            COLOURS[at],
            x + 28.0,
            y + 4.0,
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw((name, size, points): &Panel, (unit, value): &Measure, svg: &mut String) {
    let values = points.iter().flat_map(|(_, all, composed)| [value(all), value(composed)]);
    let most = values.fold(10.0, f64::max);
    let decades = most.log10().ceil();
    let largest = points.iter().map(|(size, ..)| *size).max().unwrap_or(1) as f64;
    let x = |size: u64| LEFT + INNER.0 * size as f64 / largest;
    let y = |value: f64| TOP + INNER.1 * (1.0 - value.max(1.0).log10() / decades);
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"18\" text-anchor=\"middle\" font-weight=\"bold\">{name}: {unit}</text>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{size}</text>",
        LEFT + INNER.0 / 2.0,
        LEFT + INNER.0 / 2.0,
        TOP + INNER.1 + 30.0
    );
    for decade in 0..=decades as u32 {
        let tick = 10_u64.pow(decade);
        let at = y(tick as f64);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}h{}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>",
            INNER.0,
            LEFT - 5.0,
            at + 4.0,
        );
    }
    for (size, ..) in points {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{size}</text>",
            x(*size),
            TOP + INNER.1 + 15.0
        );
    }
    let curves: [Vec<(u64, Point)>; 2] = [
        points.iter().map(|(size, all, _)| (*size, *all)).collect(),
        points.iter().map(|(size, _, composed)| (*size, *composed)).collect(),
    ];
    for (curve, colour) in curves.iter().zip(COLOURS) {
        let ended = curve.iter().filter(|(_, point)| point.ends);
        let at: Vec<String> =
            ended.map(|(size, it)| format!("{:.1},{:.1}", x(*size), y(value(it)))).collect();
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\" points=\"{}\"/>",
            at.join(" ")
        );
    }
}
