//! What is told of a unit on stderr: findings, disagreements, what is open and why.

use super::config::Config;
use crate::args::FindingsShown;
use crate::diagnostic;
use clew_campaign::findings::{Dependence, Finding, Rank};
use clew_campaign::suite::{Tests, Verified};
use clew_campaign::{Campaign, why};
use clew_criteria::{Objective, ObjectiveId, Status};
use clew_emit::verify::Sanitized;
use clew_ir::{Program, Span};
use clew_vm::stop::FaultKind;
use std::collections::BTreeMap;

/// So many objectives are listed that are open for one reason.
const MOST_LISTED: usize = 8;

/// Why objectives are infeasible, one line each.
pub(crate) fn infeasible(
    program: &Program,
    campaign: &Campaign,
    explanations: &BTreeMap<ObjectiveId, String>,
) {
    for (id, explanation) in explanations {
        let objective = campaign.objectives.get(*id);
        let place = program.sources.describe(objective.span);
        diagnostic::note(&format!("{place}: infeasible: {} — {explanation}", objective.text));
    }
}

/// What has been told, so that it is told once.
#[derive(Default)]
pub(crate) struct Told {
    /// Why tests are not verified, and of which functions besides the first.
    reasons: BTreeMap<String, Vec<String>>,
    /// The faults that are shown: one that several functions reach is shown once.
    shown: Vec<(FaultKind, Span)>,
    /// How many findings are not shown because of each dependence.
    folded: BTreeMap<Dependence, usize>,
    /// How many findings are not shown.
    hidden: usize,
    /// How many of them the user has suppressed.
    suppressed: usize,
}

/// Whether a finding is shown.
pub(crate) fn is_shown(
    program: &Program,
    config: &Config,
    which: FindingsShown,
    finding: &Finding,
) -> bool {
    let is_worthwhile = which == FindingsShown::All || finding.rank != Rank::Depends;
    is_worthwhile && suppression(program, config, finding).is_none()
}

/// Why a finding is not to be shown, where the user says so.
pub(crate) fn suppression<'c>(
    program: &Program,
    config: &'c Config,
    finding: &Finding,
) -> Option<&'c str> {
    let (file, at) = program.sources.position(finding.fault.span)?;
    config.suppression(&file.path.display().to_string(), finding.fault.kind.name(), at.line)
}

impl Told {
    /// Tells the findings that are worth it, and counts the others.
    pub(crate) fn findings(
        &mut self,
        program: &Program,
        config: &Config,
        which: FindingsShown,
        tests: &Tests,
        findings: &[Finding],
    ) {
        for finding in findings {
            if !is_shown(program, config, which, finding) {
                self.fold(suppression(program, config, finding).is_some(), finding);
                continue;
            }
            let site = (finding.fault.kind, finding.fault.span);
            if self.shown.contains(&site) {
                continue;
            }
            self.shown.push(site);
            let test = tests.tests.iter().find(|test| test.test.id == finding.test);
            let test = test.map_or("", |test| test.test.name.as_str());
            let label = format!("{}:", finding.fault.kind);
            let message =
                format!("{} ({}reproduced by {test})", finding.fault.message, remarks(finding));
            diagnostic::at(&program.sources, finding.fault.span, &label, &message);
        }
    }

    fn fold(&mut self, is_suppressed: bool, finding: &Finding) {
        self.hidden += 1;
        if is_suppressed {
            self.suppressed += 1;
            return;
        }
        // The first is what matters most.
        if let Some(first) = finding.depends.first() {
            *self.folded.entry(*first).or_insert(0) += 1;
        }
    }

    /// One line for all findings that are not shown.
    pub(crate) fn hidden(&self) -> Option<String> {
        let depending = (self.hidden > self.suppressed).then(|| {
            let mut parts: Vec<(usize, &str)> =
                self.folded.iter().map(|(it, count)| (*count, it.words())).collect();
            parts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
            let parts: Vec<String> =
                parts.into_iter().map(|(count, words)| format!("{count} on {words}")).collect();
            let (count, noun, verb) = match self.hidden - self.suppressed {
                1 => (1, "finding", "depends"),
                count => (count, "findings", "depend"),
            };
            let parts = parts.join(", ");
            format!(
                "{count} more {noun} {verb} on inputs that may never occur ({parts}); --findings all shows them"
            )
        });
        let suppressed = match self.suppressed {
            0 => None,
            1 => Some("1 finding is suppressed by clew.toml".to_owned()),
            count => Some(format!("{count} findings are suppressed by clew.toml")),
        };
        match (depending, suppressed) {
            (Some(depending), Some(suppressed)) => Some(format!("{depending}; {suppressed}")),
            (one, other) => one.or(other),
        }
    }

    /// Tells that tests are not verified; a reason that was told before is counted.
    pub(crate) fn unverified(&mut self, function: &str, verified: &Verified) {
        match verified {
            Verified::No | Verified::By(..) => {}
            Verified::Failed(reason) | Verified::Rejected { message: reason, .. } => {
                match self.reasons.get_mut(reason) {
                    Some(functions) => functions.push(function.to_owned()),
                    None => {
                        let message =
                            format!("the tests of `{function}` are not verified: {reason}");
                        diagnostic::note(&message);
                        self.reasons.insert(reason.clone(), Vec::new());
                    }
                }
            }
        }
    }

    /// One line for each reason why tests of further functions are not verified.
    pub(crate) fn also_unverified(&self) -> impl Iterator<Item = String> {
        let further = self.reasons.iter().filter(|(_, functions)| !functions.is_empty());
        further.map(|(reason, functions)| {
            let reason = reason.lines().next().unwrap_or_default().trim_end_matches(':');
            let names: Vec<&str> = functions.iter().map(String::as_str).collect();
            format!("nor are the tests of {}, for the same reason ({reason})", list(&names))
        })
    }
}

/// So many names are listed of functions that one thing is said of.
const MOST_NAMES: usize = 8;

/// The first names, and how many more there are.
pub(crate) fn list(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(MOST_NAMES).map(|it| format!("`{it}`")).collect();
    match names.len().saturating_sub(MOST_NAMES) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// What is said of a finding besides.
fn remarks(finding: &Finding) -> String {
    let mut remarks = match &finding.rank {
        Rank::Certain => String::new(),
        Rank::Confirmed(caller) => format!("`{}` causes it, ", caller.function),
        Rank::Depends => {
            let words: Vec<&str> = finding.depends.iter().map(|it| it.words()).collect();
            format!("depends on {}, ", words.join(" and "))
        }
    };
    match finding.sanitized {
        Sanitized::Confirmed => remarks.push_str("seen by sanitizers, "),
        Sanitized::NotConfirmed | Sanitized::Unavailable => {}
    }
    remarks
}

/// The open objectives of a unit, the contradictions and the divergences, on stderr.
pub(crate) fn rest(program: &Program, campaign: &Campaign) {
    let sources = &program.sources;
    let function = &program.functions[campaign.entry.function()].name;
    open(program, campaign);
    for contradiction in campaign.verdicts.contradictions() {
        let objective = campaign.objectives.get(contradiction.objective);
        let message = format!(
            "{} was held to be infeasible ({}), and a run has met it: this is a bug in Clew",
            objective.text,
            contradiction.evidence.argument.name()
        );
        diagnostic::at(sources, objective.span, "contradiction:", &message);
    }
    for (line, count) in divergent_lines(program, campaign) {
        let times = if count == 1 { "a run".to_owned() } else { format!("{count} runs") };
        diagnostic::note(&format!(
            "{times} of `{function}` went another way than expected at {line}"
        ));
    }
    if let Some(failure) = &campaign.report.journal_failure {
        diagnostic::note(&format!("the journal of `{function}` ends early: {failure}"));
    }
}

/// What is open, each reason once.
fn open(program: &Program, campaign: &Campaign) {
    let mut reasons: Vec<(String, Vec<&Objective>)> = Vec::new();
    let is_open = |it: &&Objective| campaign.verdicts.coverage().status(it.id) == Status::Open;
    for objective in campaign.objectives.iter().filter(is_open) {
        let why = why::in_words(program, &campaign.why_open(objective.id));
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, objectives)) => objectives.push(objective),
            None => reasons.push((why, vec![objective])),
        }
    }
    for (why, objectives) in reasons {
        if let [objective] = objectives.as_slice() {
            let message = format!("{} — {why}", objective.text);
            diagnostic::at(&program.sources, objective.span, "open:", &message);
            continue;
        }
        let function = &program.functions[campaign.entry.function()].name;
        let mut message = format!("open: {} objectives of `{function}` — {why}", objectives.len());
        let lines = lines(program, &objectives);
        for (line, count) in lines.iter().take(MOST_LISTED) {
            let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
            message.push_str(&format!("\n  {line}{times}"));
        }
        if lines.len() > MOST_LISTED {
            let more: usize = lines.iter().skip(MOST_LISTED).map(|(_, count)| count).sum();
            message.push_str(&format!("\n  … and {more} more, which result.json tells"));
        }
        diagnostic::note(&message);
    }
}

/// Places and texts of objectives, and how many in a row are the same: the conditions of a macro are.
fn lines(program: &Program, objectives: &[&Objective]) -> Vec<(String, usize)> {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for objective in objectives {
        let line = format!("{}: {}", program.sources.describe(objective.span), objective.text);
        match lines.last_mut() {
            Some((last, count)) if *last == line => *count += 1,
            _ => lines.push((line, 1)),
        }
    }
    lines
}

/// Where runs left the paths that were expected of them, each place with its number of runs.
fn divergent_lines(program: &Program, campaign: &Campaign) -> BTreeMap<String, usize> {
    let mut lines = BTreeMap::new();
    for divergence in &campaign.report.divergences {
        let site = divergence.expected.site;
        let function = &program.functions[site.at.function];
        let span = match &function.body {
            Ok(body) => body.blocks[site.at.block].terminator.span,
            Err(_) => function.span,
        };
        let place = match program.sources.position(span) {
            Some((file, at)) => format!("{}:{}", file.path.display(), at.line),
            None => format!("`{}`", function.name),
        };
        *lines.entry(place).or_insert(0) += 1;
    }
    lines
}
