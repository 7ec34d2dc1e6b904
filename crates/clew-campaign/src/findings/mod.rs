//! The faults that a campaign found, by how much they say of the program.
//!
//! - [`Rank`]: *certain* where any caller can cause the fault, *confirmed* where a caller in the program
//!   does (`confirm`), else it *depends* on something that may never occur (`dependence`).
//! - What the sanitizers say of the reproducers comes from `clew-emit`: nothing is certain that they were
//!   asked about and do not see.

mod assertions;
mod confirm;
mod dependence;

pub use confirm::Caller;
pub use dependence::Dependence;

use crate::campaign::Campaign;
use crate::plan::Plan;
use crate::suite::Tests;
use clew_emit::verify::Sanitized;
use clew_ir::Span;
use clew_vm::stop::{Fault, FaultKind};
use std::collections::{BTreeMap, BTreeSet};

/// A fault by its kind and place: the same one however it is reached.
pub(crate) type Site = (FaultKind, Span);

/// How much a finding says of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rank {
    /// Any caller can cause it.
    Certain,
    /// This caller in the program causes it.
    Confirmed(Caller),
    /// It depends on what may never occur.
    Depends,
}

/// A fault that was found, with the test that reproduces it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The number of the test.
    pub test: usize,
    /// The fault.
    pub fault: Fault,
    /// How much it says.
    pub rank: Rank,
    /// What it depends on.
    pub depends: BTreeSet<Dependence>,
    /// What the sanitizers say of the reproducer.
    pub sanitized: Sanitized,
}

/// The findings of a campaign, one for each fault: in the order of their tests.
pub fn findings(
    plan: &Plan<'_>,
    campaign: &Campaign,
    tests: &Tests,
    sanitized: &BTreeMap<usize, Sanitized>,
) -> Vec<Finding> {
    let mut judge = dependence::Judge::new(plan.program, plan.entry, &plan.config);
    let mut findings: Vec<Finding> = Vec::new();
    for test in &tests.tests {
        let Some(fault) = test.test.fault() else { continue };
        let verdict = sanitized.get(&test.test.id).copied().unwrap_or(Sanitized::Unavailable);
        let mut depends =
            judge.dependences(&campaign.report.found[test.place], &campaign.known[test.place]);
        if verdict == Sanitized::NotConfirmed {
            depends.insert(Dependence::Unseen);
        }
        let rank = if depends.is_empty() { Rank::Certain } else { Rank::Depends };
        let finding =
            Finding { test: test.test.id, fault: fault.clone(), rank, depends, sanitized: verdict };
        let same = |it: &&mut Finding| (it.fault.kind, it.fault.span) == (fault.kind, fault.span);
        match findings.iter_mut().find(same) {
            // Of several ways to the same fault the one counts that says most.
            Some(known) if known.rank == Rank::Depends && finding.rank == Rank::Certain => {
                *known = finding;
            }
            Some(_) => {}
            None => findings.push(finding),
        }
    }
    confirm_all(plan, &mut findings);
    findings
}

/// Looks for callers in the program that cause what depends on something. What no sanitizer sees is not
/// worth the time.
fn confirm_all(plan: &Plan<'_>, findings: &mut [Finding]) {
    let is_doubtful =
        |it: &&Finding| it.rank == Rank::Depends && !it.depends.contains(&Dependence::Unseen);
    let wanted: Vec<Site> =
        findings.iter().filter(is_doubtful).map(|it| (it.fault.kind, it.fault.span)).collect();
    if wanted.is_empty() {
        return;
    }
    let confirmed = confirm::confirm(plan, &wanted);
    for finding in findings {
        let site = (finding.fault.kind, finding.fault.span);
        if let Some((_, caller)) = confirmed.iter().find(|(known, _)| *known == site)
            && finding.rank == Rank::Depends
        {
            finding.rank = Rank::Confirmed(caller.clone());
        }
    }
}
