//! What came of all attacks.

use super::Status;
use super::attack::{Build, Claim};
use std::fmt;

/// Counts over functions, and all that went wrong.
#[derive(Default, Debug)]
pub(super) struct Tally {
    functions: usize,
    covered: usize,
    infeasible: usize,
    open: usize,
    /// Claims that have a counter.
    pub(super) attacked: usize,
    /// A line for each claim that was refuted.
    refuted: Vec<String>,
    /// A line for each function that could not be judged: by an error of Clew or of the attack.
    failed: Vec<String>,
}

impl Tally {
    /// One function that nothing is known of yet.
    pub(super) fn of_one_function() -> Self {
        Tally { functions: 1, ..Tally::default() }
    }

    pub(super) fn count(&mut self, status: Status) {
        match status {
            Status::Covered => self.covered += 1,
            Status::Infeasible => self.infeasible += 1,
            Status::Open => self.open += 1,
        }
    }

    pub(super) fn refuted(&mut self, seed: u64, claim: &Claim, reached: u64, build: Build) {
        let Claim { line, text, .. } = claim;
        self.refuted.push(format!(
            "REFUTED {seed}: line {line}: {text}: reached {reached} times by {build} \
             (see target/refute/{seed}/subject.c)"
        ));
    }

    pub(super) fn failed(&mut self, seed: u64, how: &str) {
        self.failed.push(format!("FAILED {seed}: {how} (see target/refute/{seed})"));
    }

    /// Whether every claim stands and every function could be judged.
    pub(super) fn stands(&self) -> bool {
        self.refuted.is_empty() && self.failed.is_empty()
    }

    /// Prints what went wrong.
    pub(super) fn tell(&self) {
        self.refuted.iter().chain(&self.failed).for_each(|line| println!("{line}"));
    }

    pub(super) fn add(&mut self, other: Tally) {
        self.functions += other.functions;
        self.covered += other.covered;
        self.infeasible += other.infeasible;
        self.open += other.open;
        self.attacked += other.attacked;
        self.refuted.extend(other.refuted);
        self.failed.extend(other.failed);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { functions, covered, infeasible, open, attacked, refuted, failed } = self;
        write!(
            f,
            "{functions} functions, {} objectives: {covered} covered, {infeasible} infeasible, \
             {open} open; {attacked} claims attacked, {} refuted, {} functions not judged",
            covered + infeasible + open,
            refuted.len(),
            failed.len()
        )
    }
}
