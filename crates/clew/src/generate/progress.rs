//! What is shown and kept while a campaign runs: one line, on a terminal only, and the tests so far.

use clew_campaign::suite::{Output, Tests};
use clew_campaign::{Standing, Watcher};
use clew_ir::Program;
use clew_symbolic::Entry;
use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

/// The line of one campaign.
pub(crate) struct Line<'a> {
    pub(crate) function: &'a str,
    /// Its number among the functions, from 1, and how many there are.
    pub(crate) number: (usize, usize),
    pub(crate) budget: Option<Duration>,
}

impl Line<'_> {
    /// Whether anybody sees it.
    pub(crate) fn is_shown() -> bool {
        std::io::stderr().is_terminal()
    }

    /// Shows how far the campaign is.
    fn show(&self, standing: &Standing) {
        let text = format!("\r\u{1b}[K{}", self.text(standing));
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    fn text(&self, standing: &Standing) -> String {
        let Standing { elapsed, runs, covered, objectives, faults, pending } = standing;
        let (number, of) = self.number;
        let rate = *runs as f64 / elapsed.as_secs_f64().max(0.001);
        let left = self.budget.map_or_else(String::new, |budget| {
            format!(", {} s left", budget.saturating_sub(*elapsed).as_secs())
        });
        let function = self.function;
        let findings = if *faults == 1 { "finding" } else { "findings" };
        format!(
            "[{number}/{of}] {function}: {covered} of {objectives} covered, {runs} runs ({rate:.0}/s), \
             {pending} waiting, {faults} {findings}{left}"
        )
    }

    /// Takes the line away.
    pub(crate) fn clear() {
        let _ = std::io::stderr().lock().write_all(b"\r\x1b[K");
    }
}

/// Shows how far a campaign is, and keeps its tests on disk.
pub(crate) struct Live<'a> {
    pub(crate) line: Option<Line<'a>>,
    pub(crate) program: &'a Program,
    pub(crate) entry: Entry,
    pub(crate) output: Output<'a>,
}

impl<'a> Live<'a> {
    pub(crate) fn new(
        line: Option<Line<'a>>,
        program: &'a Program,
        entry: Entry,
        output: Output<'a>,
    ) -> Self {
        Self { line, program, entry, output }
    }

    /// Takes the line away.
    pub(crate) fn end(self) {
        if self.line.is_some() {
            Line::clear();
        }
    }
}

impl Watcher for Live<'_> {
    fn standing(&self, standing: &Standing) {
        if let Some(line) = &self.line {
            line.show(standing);
        }
    }

    fn tests(&self, tests: &Tests) {
        // What cannot be written now is reported when the campaign is over.
        let _ = tests.write_unverified(self.program, self.entry, &self.output);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_totals() {
        let budget = Some(Duration::from_secs(30));
        let line = Line { function: "parse", number: (3, 78), budget };
        let standing = Standing {
            elapsed: Duration::from_secs(10),
            runs: 500,
            covered: 12,
            objectives: 40,
            faults: 1,
            pending: 7,
        };
        let text =
            "[3/78] parse: 12 of 40 covered, 500 runs (50/s), 7 waiting, 1 finding, 20 s left";
        assert_eq!(line.text(&standing), text);
    }
}
