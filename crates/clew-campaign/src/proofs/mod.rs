//! Proofs that objectives are infeasible: found by `clew-prove`, and believed only when the checker's
//! semantics accepts them.
//!
//! **Invariant.** Nothing is infeasible without a certificate that `clew-check` has accepted with our
//! own solver as its judge. `clew check` asks z3 and cvc5 the same again.

mod claims;
mod files;
mod proving;
mod start;

pub use files::{Proof, Proofs};
pub(crate) use proving::{Proved, Proving};

use crate::plan::Plan;
use crate::verdicts::{Argument, Assumption, Evidence};
use claims::claim;
use clew_check::{Answer, Model};
use clew_criteria::{Objective, Objectives};
use clew_ir::call_graph::CallGraph;
use clew_ir::{Program, model_text};
use clew_prove::{Failure, Limits, Start, Target, Task, prove, prove_locally};
use clew_solver::{Budget, is_refuted};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// What the judge may spend on one claim of a certificate.
const JUDGE: Budget = Budget { time: Some(Duration::from_secs(2)), conflicts: Some(50_000) };

/// Why an objective is not proved infeasible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unproved {
    /// No proof was found.
    NotFound(Failure),
    /// What was found does not convince the checker: it may rest on where objects are, or the
    /// checker's questions are too hard.
    NotAccepted,
    /// Nothing is known of what the objective asks for.
    NoClaim,
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::NotFound(failure) => failure.fmt(f),
            Unproved::NotAccepted => f.write_str("the checker does not accept what was found"),
            Unproved::NoClaim => f.write_str("it is nothing that proofs speak of"),
        }
    }
}

/// How much of the way to an objective a proof may look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// The place alone, whatever the state there.
    Local,
    /// All of it.
    Global,
}

/// What proves objectives of one unit infeasible.
pub(crate) struct Prover<'p> {
    program: Cow<'p, Program>,
    start: Start,
    calls: CallGraph,
    /// The program as the checker reads it.
    model: Option<Model>,
    text: Arc<str>,
    assumes: BTreeSet<Assumption>,
}

impl<'p> Prover<'p> {
    /// A prover for the entry of a plan.
    pub(crate) fn new(plan: &Plan<'p>) -> Self {
        let (program, start, assumes) = start::of(plan.program, plan.entry);
        let text = model_text::model_text_from(&program, start.function());
        let model = Model::read(&text).ok();
        let calls = CallGraph::new(&program);
        Self { program, start, calls, model, text: text.into(), assumes }
    }

    /// The program's text, which certificates speak of.
    pub(crate) fn text(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    /// Evidence that an objective is infeasible.
    pub(crate) fn refute(
        &self,
        objectives: &Objectives,
        objective: &Objective,
        effort: Effort,
        limits: Limits,
    ) -> Result<Evidence, Unproved> {
        let mut first = Unproved::NoClaim;
        for (at, way) in claim(objectives, objective).ways.iter().enumerate() {
            match self.refute_all(way, effort, limits) {
                Ok(evidence) => return Ok(evidence),
                Err(unproved) if at == 0 => first = unproved,
                Err(_) => {}
            }
        }
        Err(first)
    }

    /// Evidence that none of some targets can be reached.
    fn refute_all(
        &self,
        targets: &[Target],
        effort: Effort,
        limits: Limits,
    ) -> Result<Evidence, Unproved> {
        let mut certificates = String::new();
        let mut argument = None;
        for target in targets {
            let (found, by) = self.refute_target(target, effort, limits)?;
            certificates.push_str(&found);
            argument = argument.max(Some(by));
        }
        let argument = argument.ok_or(Unproved::NoClaim)?;
        let assumes = self.assumes.clone();
        Ok(Evidence { argument, assumes, certificate: certificates.into() })
    }

    fn refute_target(
        &self,
        target: &Target,
        effort: Effort,
        limits: Limits,
    ) -> Result<(String, Argument), Unproved> {
        let task = Task { program: &self.program, calls: &self.calls, start: self.start };
        let found = match effort {
            Effort::Local => prove_locally(task, target, limits),
            Effort::Global => prove(task, target, limits),
        };
        let certificate = found.map_err(Unproved::NotFound)?;
        let text = certificate.text(&self.program);
        let argument = Argument::of(certificate.method);
        match self.accepts(&text) {
            true => Ok((text, argument)),
            false => Err(Unproved::NotAccepted),
        }
    }

    /// Whether the checker takes a certificate for a proof.
    fn accepts(&self, certificate: &str) -> bool {
        let judge = |script: &str| match is_refuted(script, JUDGE) {
            true => Answer::Unsat,
            false => Answer::Unknown,
        };
        let report = self.model.as_ref().map(|model| model.check_by(certificate, &judge));
        report.is_some_and(|report| report.is_ok_and(|report| report.holds()))
    }
}
