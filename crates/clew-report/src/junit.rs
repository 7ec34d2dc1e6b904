//! JUnit's XML for the run of the suites: a test that a compiler confirmed has passed; the reproducer of a
//! finding that is worth reading has failed, of another is skipped.

use crate::model::{Finding, Report, Test, Unit};
use crate::xml::Writer;

/// What a test comes to.
enum Outcome<'r> {
    Passed,
    Failed(&'r Finding),
    Skipped(String),
}

fn outcome<'r>(unit: &'r Unit, test: &Test) -> Outcome<'r> {
    if test.is_reproducer() {
        let finding = unit.findings.iter().find(|finding| finding.test == test.id);
        return match finding {
            Some(finding) if finding.is_shown() => Outcome::Failed(finding),
            Some(finding) => Outcome::Skipped(why_skipped(finding)),
            None => Outcome::Skipped("reproduces a fault that another test reproduces".to_owned()),
        };
    }
    match &unit.verified {
        Some(verified) if verified.error.is_none() => Outcome::Passed,
        Some(verified) => Outcome::Skipped(verified.error.clone().unwrap_or_default()),
        None => Outcome::Skipped("not run: --no-verify".to_owned()),
    }
}

fn why_skipped(finding: &Finding) -> String {
    match &finding.suppressed {
        Some(reason) => format!("suppressed: {reason}"),
        None => format!("{}, which depends on {}", finding.kind, finding.depends.join(", ")),
    }
}

/// The XML of a result.
pub fn junit(report: &Report) -> String {
    let mut xml = Writer::new();
    let mut all = [0; 3];
    for unit in &report.units {
        let own = count(unit);
        all.iter_mut().zip(own).for_each(|(all, own)| *all += own);
    }
    let ms = report.units.iter().map(|unit| unit.stats.wall_ms).sum();
    let mut attributes = vec![("name", "clew".to_owned())];
    attributes.extend(counts(all, ms));
    xml.begin("testsuites", &attributes);
    for unit in &report.units {
        let mut attributes = vec![("name", unit.function.clone())];
        attributes.extend(counts(count(unit), unit.stats.wall_ms));
        attributes.push(("file", unit.file.clone()));
        xml.begin("testsuite", &attributes);
        unit.tests.iter().for_each(|test| case(&mut xml, unit, test));
        xml.end();
    }
    xml.finish()
}

/// Tests, failures and skipped tests.
fn count(unit: &Unit) -> [usize; 3] {
    let mut counts = [unit.tests.len(), 0, 0];
    for test in &unit.tests {
        match outcome(unit, test) {
            Outcome::Passed => {}
            Outcome::Failed(_) => counts[1] += 1,
            Outcome::Skipped(_) => counts[2] += 1,
        }
    }
    counts
}

fn counts([tests, failures, skipped]: [usize; 3], ms: u64) -> [(&'static str, String); 5] {
    [
        ("tests", tests.to_string()),
        ("failures", failures.to_string()),
        ("errors", "0".to_owned()),
        ("skipped", skipped.to_string()),
        ("time", format!("{:.3}", ms as f64 / 1000.0)),
    ]
}

fn case(xml: &mut Writer, unit: &Unit, test: &Test) {
    let stem = std::path::Path::new(&unit.file).file_stem().unwrap_or_default();
    let class = format!("{}.{}", stem.to_string_lossy(), unit.function);
    let attributes = [("name", test.name.clone()), ("classname", class), ("time", "0".to_owned())];
    match outcome(unit, test) {
        Outcome::Passed => xml.empty("testcase", &attributes),
        Outcome::Failed(finding) => {
            xml.begin("testcase", &attributes);
            let place = format!("{}:{}", finding.file, finding.line);
            let message = ("message", finding.message.clone());
            xml.text("failure", &[message, ("type", finding.kind.clone())], &place);
            xml.end();
        }
        Outcome::Skipped(why) => {
            xml.begin("testcase", &attributes);
            xml.empty("skipped", &[("message", why)]);
            xml.end();
        }
    }
}
