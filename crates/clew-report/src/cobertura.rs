//! Cobertura's XML (`coverage-04.dtd`), which CI servers read. It has no word for what is infeasible: such
//! branches are left out of the count.

use crate::files::{File, files};
use crate::model::{Objective, Report, Status, Unit};
use crate::xml::Writer;
use std::collections::BTreeMap;

/// Counts of lines and branches.
#[derive(Clone, Copy, Default)]
struct Counts {
    lines: usize,
    lines_hit: usize,
    branches: usize,
    branches_hit: usize,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.lines += other.lines;
        self.lines_hit += other.lines_hit;
        self.branches += other.branches;
        self.branches_hit += other.branches_hit;
    }

    fn rates(self) -> [(&'static str, String); 3] {
        [
            ("line-rate", rate(self.lines_hit, self.lines)),
            ("branch-rate", rate(self.branches_hit, self.branches)),
            ("complexity", "0".to_owned()),
        ]
    }
}

/// A part of a whole; of nothing, all.
fn rate(part: usize, whole: usize) -> String {
    match whole {
        0 => "1".to_owned(),
        _ => format!("{:.4}", part as f64 / whole as f64),
    }
}

/// A line: how often it was executed, and its feasible branches.
#[derive(Default)]
struct Line {
    hits: u64,
    branches: usize,
    branches_hit: usize,
}

fn lines(file: &File<'_>) -> BTreeMap<u32, Line> {
    let mut lines: BTreeMap<u32, Line> = BTreeMap::new();
    for (line, hits) in file.lines() {
        lines.insert(line, Line { hits, ..Line::default() });
    }
    for (_, objective) in file.decisions("branch").iter().flatten().copied().filter(is_feasible) {
        let line = lines.entry(objective.line).or_default();
        line.branches += 1;
        line.branches_hit += usize::from(objective.status == Status::Covered);
    }
    lines
}

fn is_feasible(objective: &(&Unit, &Objective)) -> bool {
    objective.1.status != Status::Infeasible
}

fn counts<'l>(lines: impl Iterator<Item = &'l Line>) -> Counts {
    lines.fold(Counts::default(), |mut counts, line| {
        counts.add(Counts {
            lines: 1,
            lines_hit: usize::from(line.hits > 0),
            branches: line.branches,
            branches_hit: line.branches_hit,
        });
        counts
    })
}

/// The XML of a result. `timestamp` is in seconds since 1970.
pub fn cobertura(report: &Report, timestamp: u64) -> String {
    let files = files(report);
    let of_files: Vec<BTreeMap<u32, Line>> = files.iter().map(lines).collect();
    let mut all = Counts::default();
    of_files.iter().for_each(|lines| all.add(counts(lines.values())));
    let mut xml = Writer::new();
    xml.line("<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">");
    let [line_rate, branch_rate, complexity] = all.rates();
    let attributes = [
        line_rate,
        branch_rate,
        ("lines-covered", all.lines_hit.to_string()),
        ("lines-valid", all.lines.to_string()),
        ("branches-covered", all.branches_hit.to_string()),
        ("branches-valid", all.branches.to_string()),
        complexity,
        ("version", format!("clew {}", report.clew)),
        ("timestamp", timestamp.to_string()),
    ];
    xml.begin("coverage", &attributes);
    xml.begin("sources", &[]);
    xml.text("source", &[], ".");
    xml.end();
    xml.begin("packages", &[]);
    let [line_rate, branch_rate, complexity] = all.rates();
    xml.begin("package", &[("name", "clew".to_owned()), line_rate, branch_rate, complexity]);
    xml.begin("classes", &[]);
    for (file, lines) in files.iter().zip(&of_files) {
        class(&mut xml, file, lines);
    }
    xml.finish()
}

fn class(xml: &mut Writer, file: &File<'_>, lines: &BTreeMap<u32, Line>) {
    let [line_rate, branch_rate, complexity] = counts(lines.values()).rates();
    let (name, filename) = (file.name.to_owned(), file.name.to_owned());
    let attributes = [("name", name), ("filename", filename), line_rate, branch_rate, complexity];
    xml.begin("class", &attributes);
    xml.begin("methods", &[]);
    for unit in &file.units {
        let own = lines.range(unit.line..=unit.end_line.max(unit.line));
        let [line_rate, branch_rate, complexity] = counts(own.clone().map(|it| it.1)).rates();
        let name = ("name", unit.function.clone());
        let signature = ("signature", String::new());
        xml.begin("method", &[name, signature, line_rate, branch_rate, complexity]);
        write_lines(xml, own);
        xml.end();
    }
    xml.end();
    write_lines(xml, lines.iter());
    xml.end();
}

fn write_lines<'l>(xml: &mut Writer, lines: impl Iterator<Item = (&'l u32, &'l Line)>) {
    xml.begin("lines", &[]);
    for (number, line) in lines {
        let mut attributes = vec![
            ("number", number.to_string()),
            ("hits", line.hits.to_string()),
            ("branch", (line.branches > 0).to_string()),
        ];
        if let Some(percent) = (line.branches_hit * 100).checked_div(line.branches) {
            let text = format!("{percent}% ({}/{})", line.branches_hit, line.branches);
            attributes.push(("condition-coverage", text));
        }
        xml.empty("line", &attributes);
    }
    xml.end();
}
