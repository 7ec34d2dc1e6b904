//! One page for people, with everything in it: files, functions, the source with each objective, tests,
//! findings, and how coverage grew.

mod curve;
mod source;

use crate::files::{File, Sources, files};
use crate::model::{Finding, Rank, Report, Status, Unit};
use crate::xml::escape;
use std::fmt::Write as _;

const STYLE: &str = include_str!("style.css");

/// The page of a result. Proofs are linked as files below `folder`, a path relative to the page.
pub fn html(report: &Report, sources: &Sources, folder: &str) -> String {
    let page = Page { report, sources, folder };
    page.write()
}

struct Page<'r> {
    report: &'r Report,
    sources: &'r Sources,
    folder: &'r str,
}

/// Counts of objectives by status.
#[derive(Clone, Copy, Default)]
struct Counts {
    covered: usize,
    infeasible: usize,
    open: usize,
}

impl Counts {
    fn of<'u>(units: impl IntoIterator<Item = &'u Unit>, criterion: &str) -> Self {
        let criteria = units.into_iter().flat_map(|unit| &unit.criteria);
        criteria.filter(|it| it.name == criterion).fold(Self::default(), |counts, it| Self {
            covered: counts.covered + it.covered,
            infeasible: counts.infeasible + it.infeasible,
            open: counts.open + it.open,
        })
    }

    fn total(self) -> usize {
        self.covered + self.infeasible + self.open
    }

    /// The share of the feasible that is covered, in per cent; rounded down, so that 100 means all.
    fn percent(self) -> usize {
        match self.covered + self.open {
            0 => 100,
            feasible => self.covered * 100 / feasible,
        }
    }

    /// A bar of the three shares, and the figure.
    fn bar(self) -> String {
        if self.total() == 0 {
            return "<span class=\"none\">–</span>".to_owned();
        }
        let total = self.total().max(1) as f64;
        let part = |class: &str, count: usize| match count {
            0 => String::new(),
            _ => format!(
                "<i class=\"{class}\" style=\"width:{:.2}%\"></i>",
                count as f64 * 100.0 / total
            ),
        };
        let title =
            format!("{} covered, {} infeasible, {} open", self.covered, self.infeasible, self.open);
        format!(
            "<span class=\"bar\" title=\"{title}\">{}{}{}</span><b>{}%</b>",
            part("covered", self.covered),
            part("infeasible", self.infeasible),
            part("open", self.open),
            self.percent()
        )
    }
}

impl Page<'_> {
    fn write(&self) -> String {
        let mut text = String::new();
        text.push_str("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        text.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        text.push_str("<meta name=\"color-scheme\" content=\"light dark\">\n");
        let _ = writeln!(
            text,
            "<title>Clew: {}</title>\n<style>\n{STYLE}</style>",
            escape(&self.title())
        );
        text.push_str("</head>\n<body>\n<main>\n");
        self.head(&mut text);
        self.findings(&mut text);
        self.functions(&mut text);
        curve::write(&mut text, self.report);
        for (at, file) in files(self.report).iter().enumerate() {
            self.file(&mut text, at, file);
        }
        self.tests(&mut text);
        let _ = writeln!(text, "<footer>clew {}</footer>", escape(&self.report.clew));
        text.push_str("</main>\n</body>\n</html>\n");
        text
    }

    fn title(&self) -> String {
        match self.report.units.as_slice() {
            [unit] => format!("{} of {}", unit.function, unit.file),
            units => format!("{} functions", units.len()),
        }
    }

    /// The names of the criteria, in the order in which they were asked for.
    fn criteria(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for criterion in self.report.units.iter().flat_map(|unit| &unit.criteria) {
            if !names.contains(&criterion.name.as_str()) {
                names.push(&criterion.name);
            }
        }
        names
    }

    fn head(&self, text: &mut String) {
        let _ = writeln!(text, "<header><h1>{}</h1>", escape(&self.title()));
        text.push_str("<div class=\"cards\">\n");
        for name in self.criteria() {
            let counts = Counts::of(&self.report.units, name);
            let _ = writeln!(
                text,
                "<div class=\"card\"><h2>{}</h2><p class=\"figure\">{}</p><p>{} of {} covered, {} \
                 infeasible, {} open</p></div>",
                escape(name),
                counts.bar(),
                counts.covered,
                counts.total(),
                counts.infeasible,
                counts.open
            );
        }
        let findings = || self.report.units.iter().flat_map(|unit| &unit.findings);
        let shown = findings().filter(|it| it.is_shown()).count();
        let others = findings().count() - shown;
        let _ = writeln!(
            text,
            "<div class=\"card\"><h2>findings</h2><p class=\"figure\"><b>{shown}</b></p><p>{others} more \
             depend on what callers may never do, or are suppressed</p></div>"
        );
        text.push_str("</div>\n<p class=\"legend\">");
        for (status, what) in [
            (Status::Covered, "a test reaches it"),
            (Status::Infeasible, "proved: nothing reaches it"),
            (Status::Open, "neither"),
        ] {
            let name = status.name();
            let _ = write!(text, "<span class=\"chip {name}\">{name}</span> {what} ");
        }
        text.push_str("</p></header>\n");
    }

    fn findings(&self, text: &mut String) {
        let mut all: Vec<(usize, &Finding)> = Vec::new();
        for (at, unit) in self.report.units.iter().enumerate() {
            all.extend(unit.findings.iter().map(|finding| (at, finding)));
        }
        if all.is_empty() {
            return;
        }
        all.sort_by_key(|(_, finding)| (!finding.is_shown(), finding.rank));
        text.push_str("<section id=\"findings\"><h2>Findings</h2>\n<ul class=\"findings\">\n");
        let (shown, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.1.is_shown());
        shown.iter().for_each(|(unit, finding)| self.finding(text, *unit, finding));
        text.push_str("</ul>\n");
        if !others.is_empty() {
            let _ = writeln!(
                text,
                "<details><summary>{} more</summary><ul class=\"findings\">",
                others.len()
            );
            others.iter().for_each(|(unit, finding)| self.finding(text, *unit, finding));
            text.push_str("</ul></details>\n");
        }
        text.push_str("</section>\n");
    }

    fn finding(&self, text: &mut String, unit: usize, finding: &Finding) {
        let rank = finding.rank.name();
        let place = self.place(&finding.file, finding.line);
        let _ = write!(
            text,
            "<li><span class=\"chip {rank}\">{rank}</span> <strong>{}</strong> in <code>{}</code> at \
             {place}<br>{}",
            escape(&finding.kind),
            escape(&self.report.units[unit].function),
            escape(&finding.message)
        );
        if !finding.depends.is_empty() && finding.rank == Rank::Depends {
            let _ = write!(text, "; depends on {}", escape(&finding.depends.join(", ")));
        }
        if let Some(by) = &finding.confirmed_by {
            let _ = write!(text, "; caused by <code>{}</code>", escape(by));
        }
        if let Some(sanitizer) = &finding.sanitizer {
            let _ = write!(text, "; sanitizers: {}", escape(sanitizer));
        }
        if let Some(reason) = &finding.suppressed {
            let _ = write!(text, "; suppressed: {}", escape(reason));
        }
        let _ =
            writeln!(text, " <a href=\"#{}\">reproducer</a></li>", test_anchor(unit, finding.test));
    }

    /// A place in the source, with a link to it.
    fn place(&self, name: &str, line: u32) -> String {
        let at = files(self.report).iter().position(|file| file.name == name);
        let words = format!("{}:{line}", escape(name));
        at.map_or(words.clone(), |at| format!("<a href=\"#f{at}-{line}\">{words}</a>"))
    }

    fn functions(&self, text: &mut String) {
        let criteria = self.criteria();
        text.push_str(
            "<section id=\"functions\"><h2>Functions</h2>\n<div class=\"wide\"><table>\n<tr>",
        );
        text.push_str("<th>function</th>");
        for name in &criteria {
            let _ = write!(text, "<th>{}</th>", escape(name));
        }
        text.push_str("<th class=\"n\">tests</th><th class=\"n\">findings</th><th class=\"n\">time</th></tr>\n");
        for (at, unit) in self.report.units.iter().enumerate() {
            let file = files(self.report).iter().position(|file| file.name == unit.file);
            let _ = write!(
                text,
                "<tr><td><a href=\"#f{}-{}\"><code>{}</code></a></td>",
                file.unwrap_or(0),
                unit.line,
                escape(&unit.function)
            );
            for name in &criteria {
                let _ =
                    write!(text, "<td class=\"figure\">{}</td>", Counts::of([unit], name).bar());
            }
            let tests = unit.tests.iter().filter(|test| !test.is_reproducer()).count();
            let findings = unit.findings.iter().filter(|finding| finding.is_shown()).count();
            let _ = writeln!(
                text,
                "<td class=\"n\"><a href=\"#u{at}\">{tests}</a></td><td class=\"n\">{findings}</td>\
                 <td class=\"n\">{:.1} s</td></tr>",
                unit.stats.wall_ms as f64 / 1000.0
            );
        }
        text.push_str("</table></div></section>\n");
    }

    fn file(&self, text: &mut String, at: usize, file: &File<'_>) {
        let _ = writeln!(text, "<section><h2>{}</h2>", escape(file.name));
        match self.sources.text(file.name) {
            Some(code) => source::write(text, self, at, file, code),
            None => text.push_str("<p>The file cannot be read.</p>\n"),
        }
        text.push_str("</section>\n");
    }

    fn tests(&self, text: &mut String) {
        text.push_str("<section id=\"tests\"><h2>Tests</h2>\n");
        for (at, unit) in self.report.units.iter().enumerate() {
            let verified = match &unit.verified {
                Some(it) if it.error.is_some() => "not run: the suite does not compile".to_owned(),
                Some(it) => format!(
                    "{} of {} pass with {}",
                    it.agree,
                    it.tests,
                    it.compiler.as_deref().unwrap_or("cc")
                ),
                None => "not run".to_owned(),
            };
            let _ = writeln!(
                text,
                "<h3 id=\"u{at}\"><code>{}</code> <small>{}</small></h3>",
                escape(&unit.function),
                escape(&verified)
            );
            for test in &unit.tests {
                let is_fault = if test.is_reproducer() { " fault" } else { "" };
                let _ = writeln!(
                    text,
                    "<details class=\"test{is_fault}\" id=\"{}\"><summary><code>{}</code> \
                     <small>{}</small></summary>\n<pre>{}</pre><p>{}</p></details>",
                    test_anchor(at, test.id),
                    escape(&test.name),
                    escape(&test.outcome),
                    escape(&inputs(&test.inputs, &test.returns)),
                    escape(&test.covers.join(", "))
                );
            }
        }
        text.push_str("</section>\n");
    }
}

/// Inputs and result, one on each line.
fn inputs(inputs: &serde_json::Value, returns: &serde_json::Value) -> String {
    let mut lines: Vec<String> = inputs
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    if !returns.is_null() {
        lines.push(format!("returns {returns}"));
    }
    lines.join("\n")
}

fn test_anchor(unit: usize, test: usize) -> String {
    format!("u{unit}-t{test}")
}
