//! Why an objective is open: data, put in words once.

use crate::proofs::Unproved;
use crate::runs::Unusable;
use clew_explore::{Place, Reason, Stopped};
use clew_ir::Program;

/// One reason why an objective is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The runs that reach it make no tests.
    NoTest(Unusable),
    /// The runs that reach it all end in a fault.
    OnlyByFault,
    /// The search ended before.
    Stopped(Stopped),
    /// The search gave something up.
    GaveUp(Reason),
    /// The solver could not decide a question.
    Undecided(String),
    /// Runs went other ways than their path conditions say.
    Diverged,
    /// The compiled program contradicts the machine, so that a proof is not believed.
    Doubted,
    /// Allocation never fails here.
    AllocationNeverFails,
    /// No runs show the effect it asks for.
    NoEffect,
    /// Its predicate held in no run.
    NeverHeld,
    /// No run reached it.
    NotReached,
    /// Labels are only observed, not aimed at.
    OnlyObserved,
    /// Nothing was left to try, and yet it is not proved infeasible.
    Unproved(Unproved),
}

impl Why {
    fn words(&self, program: &Program) -> String {
        match self {
            Why::NoTest(unusable) => unusable.reason().to_owned(),
            Why::OnlyByFault => "reached only by runs that fault".to_owned(),
            Why::Stopped(stopped) => match stopped {
                Stopped::Budget => "the time is up",
                Stopped::MaxRuns => "the number of runs is reached",
                Stopped::Interrupted => "interrupted",
                Stopped::Stalled => "nothing new was found for long",
                Stopped::Exhausted => "every path was run",
                Stopped::Covered => "every other objective is decided",
            }
            .to_owned(),
            Why::GaveUp(reason) => match reason.place {
                Place::Source(span) if span.file.is_some() => {
                    format!("{} ({})", reason.gap, program.sources.describe(span))
                }
                Place::Source(_) | Place::Fork(_) | Place::Search => reason.gap.to_string(),
            },
            Why::Undecided(reason) => format!("the solver gives up: {reason}"),
            Why::Diverged => "runs went other ways than their path conditions say".to_owned(),
            Why::Doubted => {
                "compiled, this function does something else: a proof is not believed".to_owned()
            }
            Why::AllocationNeverFails => "allocation never fails here".to_owned(),
            Why::NoEffect => "no runs show it".to_owned(),
            Why::NeverHeld => "it held in no run".to_owned(),
            Why::NotReached => "no run reached it".to_owned(),
            Why::Unproved(Unproved::Unprovable(why)) => match program.sources.line(why.span) {
                0 => format!("not proved: {why}"),
                line => format!("not proved: {why}, line {line}"),
            },
            Why::Unproved(unproved) => format!("no proof that it is infeasible: {unproved}"),
            Why::OnlyObserved => {
                "labels are only observed, not aimed at (`--labels witness`)".to_owned()
            }
        }
    }
}

/// The reasons as one sentence.
pub fn in_words(program: &Program, reasons: &[Why]) -> String {
    let words: Vec<String> = reasons.iter().map(|why| why.words(program)).collect();
    words.join("; ")
}
