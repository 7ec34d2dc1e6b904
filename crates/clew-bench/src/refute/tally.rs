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
    /// Those called infeasible that have a counter.
    attacked: usize,
    /// Those called covered that have a counter, and how many of them the attack reaches: it is as
    /// strong as that.
    comparable: usize,
    met: usize,
    /// Those left open that the attack reaches.
    missed: usize,
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

    /// Counts an objective that has a counter, by how often the attack reached it.
    pub(super) fn attacked(&mut self, status: Status, reached: u64) {
        let reached = usize::from(reached > 0);
        match status {
            Status::Covered => {
                self.comparable += 1;
                self.met += reached;
            }
            Status::Infeasible => self.attacked += 1,
            Status::Open => self.missed += reached,
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
        self.comparable += other.comparable;
        self.met += other.met;
        self.missed += other.missed;
        self.refuted.extend(other.refuted);
        self.failed.extend(other.failed);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { functions, covered, infeasible, open, .. } = self;
        let objectives = covered + infeasible + open;
        write!(f, "{functions} functions, {objectives} objectives: {covered} covered, ")?;
        write!(f, "{infeasible} infeasible, {open} open; the attack reaches {} of ", self.met)?;
        write!(f, "{} covered and {} open; ", self.comparable, self.missed)?;
        write!(f, "{} claims attacked, {} refuted, ", self.attacked, self.refuted.len())?;
        write!(f, "{} functions not judged", self.failed.len())
    }
}
