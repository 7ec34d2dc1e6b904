//! Proofs that objectives are infeasible: found by `clew-prove`, and believed only when the checker's
//! semantics accepts them.
//!
//! **Invariant.** Nothing is infeasible without a certificate that `clew-check` has accepted with our
//! own solver as its judge. `clew check` asks z3 and cvc5 the same again.

mod claims;
mod files;
mod frontier;
mod proving;
mod start;
mod witness;

pub use files::{Proof, Proofs};
pub(crate) use frontier::Look;
pub(crate) use proving::{Behind, Proved, Proving};
pub use witness::Invariant;

use crate::plan::Plan;
use crate::verdicts::{Argument, Assumption, Evidence};
use claims::{Claim, claim, targets_of};
use clew_check::{Answer, Judge, Model};
use clew_criteria::{ObjectiveId, Objectives};
use clew_explore::Signals;
use clew_ir::call_graph::CallGraph;
use clew_ir::{Expr, Program, Unprovable, model_text};
use clew_prove::path::{Automaton, Reasons, automaton, reasons};
use clew_prove::{
    Certificate, Failure, Limits, Start, Target, Task, prove, prove_at_length, prove_by_traces,
    prove_cheaply, prove_exhausted, prove_in_own_functions, prove_locally, target_text,
};
use clew_solver::{Budget, Scripts};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the judge may spend on one claim of a certificate.
const JUDGE: Budget = Budget { time: Some(Duration::from_secs(5)), conflicts: Some(100_000) };

/// Why an objective is not proved infeasible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unproved {
    /// No proof was found.
    NotFound(Failure),
    /// What was found does not convince the checker: it may rest on where objects are, or the
    /// checker's questions are too hard.
    NotAccepted,
    /// Nothing is known of what the objective asks for.
    NoClaim,
    /// Proofs speak of programs with pointers of 64 bits.
    DataModel,
    /// Compilers may give the function another meaning than the program model has.
    Unprovable(Unprovable),
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::NotFound(failure) => failure.fmt(f),
            Unproved::NotAccepted => f.write_str("the checker does not accept what was found"),
            Unproved::NoClaim => f.write_str("it is nothing that proofs speak of"),
            Unproved::DataModel => f.write_str("proofs speak of 64-bit C only"),
            Unproved::Unprovable(why) => why.fmt(f),
        }
    }
}

/// How much of the way to an objective a proof may look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// The place alone, whatever the state there.
    Local,
    /// All of it, as far as that is cheap.
    Cheap,
    /// The function that it is in, whoever calls it.
    Function,
    /// All of it, for what there is no cheap proof of.
    Global,
    /// All of it, by trace refinement alone.
    Traces,
    /// All of it, way by way, where a search has seen every path.
    Exhausted,
}

/// What proves objectives of one unit infeasible.
pub(crate) struct Prover<'p> {
    program: Cow<'p, Program>,
    start: Start,
    calls: CallGraph,
    /// The program as the checker reads it.
    model: Option<Model>,
    text: Arc<str>,
    /// What is assumed of the state at the start, by name.
    assumed: Vec<(String, Expr)>,
    assumes: BTreeSet<Assumption>,
    signals: Signals,
}

impl<'p> Prover<'p> {
    /// A prover for the entry of a plan.
    pub(crate) fn new(plan: &Plan<'p>) -> Self {
        let start::Setting { program, start, assumed, assumes } = start::of(plan);
        let text = match start {
            Start::Unit(function) => model_text::model_text_from(&program, function),
            // Functions of other files may call whatever they can name.
            Start::Program(_) => model_text::model_text(&program),
        };
        let model = Model::read(&text).ok();
        let calls = CallGraph::new(&program);
        let signals = plan.settings.signals.clone();
        Self { program, start, calls, model, text: text.into(), assumed, assumes, signals }
    }

    /// The program that proofs speak of: with a precondition as code.
    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// Why an objective is never met, target by target: by proofs that are found again for each alone.
    /// Nothing where they are not found in time.
    pub(crate) fn reasons(
        &self,
        objectives: &Objectives,
        id: ObjectiveId,
        limits: Limits,
    ) -> Vec<Reasons> {
        let claim = claim(&self.program, objectives, objectives.get(id));
        let known = |target: &Target| self.reasons_of(target, limits).ok_or(Unproved::NoClaim);
        let found = match &claim {
            Claim::Ways(ways) => ways
                .iter()
                .find_map(|way| way.iter().map(known).collect::<Result<Vec<_>, _>>().ok()),
            Claim::Pairs(pairs) => {
                let each = pairs.iter().map(|[one, other]| known(one).or_else(|_| known(other)));
                each.collect::<Result<Vec<_>, _>>().ok()
            }
        };
        found.unwrap_or_default()
    }

    fn reasons_of(&self, target: &Target, limits: Limits) -> Option<Reasons> {
        let task = self.task();
        let certificate = self.argument_for(target, limits)?;
        Some(reasons(task, &certificate, target, Instant::now() + limits.time))
    }

    /// The automaton of the first thing that would have to be reached for an objective.
    pub(crate) fn automaton(
        &self,
        objectives: &Objectives,
        id: ObjectiveId,
        limits: Limits,
    ) -> Option<Automaton> {
        let claim = claim(&self.program, objectives, objectives.get(id));
        let target = (*claim.targets().first()?).clone();
        let certificate = self.argument_for(&target, limits)?;
        let task = self.task();
        let reasons = reasons(task, &certificate, &target, Instant::now() + limits.time);
        automaton(task, &certificate, &reasons)
    }

    fn task(&self) -> Task<'_> {
        let Self { program, calls, start, assumed, .. } = self;
        Task { program, calls, start: *start, assumes: assumed }
    }

    /// A proof for a target alone, of which can be told what always holds: none that goes by cases.
    fn argument_for(&self, target: &Target, limits: Limits) -> Option<Certificate> {
        let (task, targets) = (self.task(), std::slice::from_ref(target));
        let local = prove_locally(task, targets, limits);
        let found = match local.certificates.is_empty() {
            true => prove(task, targets, limits),
            false => local,
        };
        found.certificates.into_iter().next().filter(|it| !it.is_by_cases())
    }

    /// The program's text, which certificates speak of.
    pub(crate) fn text(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    /// Evidence that objectives are infeasible, or why there is none.
    pub(crate) fn refute(
        &self,
        objectives: &Objectives,
        ids: &[ObjectiveId],
        effort: Effort,
        limits: Limits,
    ) -> Vec<(ObjectiveId, Result<Evidence, Unproved>)> {
        let claim = |id: &ObjectiveId| claim(&self.program, objectives, objectives.get(*id));
        let claims: Vec<Claim> = ids.iter().map(claim).collect();
        let targets = targets_of(claims.iter());
        // Finding proofs and having them accepted take about as long.
        let ends = Instant::now() + limits.time * 2;
        let verdicts = self.refute_targets(&targets, effort, limits, ends);
        let known = |target: &Target| {
            let at = targets.iter().position(|it| it == target);
            let proof = at.map_or(Err(Unproved::NoClaim), |at| verdicts[at].clone())?;
            Ok((target.clone(), proof))
        };
        let evidence = |claim: &Claim| match proofs_of(claim, &known) {
            // What nothing is proved for has no certificate.
            Ok(proofs) if proofs.is_empty() => Err(Unproved::NoClaim),
            proofs => proofs.map(|it| self.evidence(&it)),
        };
        ids.iter().copied().zip(claims.iter().map(evidence)).collect()
    }

    fn evidence(&self, proofs: &[(Target, Accepted)]) -> Evidence {
        let mut certificates: Vec<Arc<str>> = Vec::new();
        for (_, proof) in proofs {
            if !certificates.contains(&proof.text) {
                certificates.push(Arc::clone(&proof.text));
            }
        }
        let arguments = proofs.iter().map(|(_, it)| it.argument);
        let argument = arguments.max().unwrap_or(Argument::Ranges);
        let targets = proofs.iter().map(|(it, _)| target_text(&self.program, it)).collect();
        let invariants = proofs.iter().flat_map(|(_, it)| it.invariants.iter().cloned()).collect();
        Evidence { argument, assumes: self.assumes.clone(), targets, certificates, invariants }
    }

    /// For each target the proof that the checker accepts.
    fn refute_targets(
        &self,
        targets: &[Target],
        effort: Effort,
        limits: Limits,
        ends: Instant,
    ) -> Vec<Result<Accepted, Unproved>> {
        let left = ends.saturating_duration_since(Instant::now());
        let limits = Limits { time: limits.time.min(left), ..limits };
        let task = self.task();
        let found = match effort {
            Effort::Local => prove_locally(task, targets, limits),
            Effort::Function => prove_in_own_functions(task, targets, limits),
            Effort::Cheap => prove_cheaply(task, targets, limits),
            Effort::Global => prove_at_length(task, targets, limits),
            Effort::Traces => prove_by_traces(task, targets, limits),
            Effort::Exhausted => prove_exhausted(task, targets, limits),
        };
        let mut verdicts: Vec<Result<Accepted, Unproved>> = found
            .outcomes
            .iter()
            .map(|it| Err(it.as_ref().map_or_else(|it| Unproved::NotFound(*it), |_| NOT_ACCEPTED)))
            .collect();
        for certificate in found.certificates {
            let held = certificate.targets.clone();
            let accepted = match self.accepted(certificate, ends) {
                Some(accepted) => accepted,
                // What one target is refused for need not concern the others.
                None if held.len() > 1 => {
                    let alone = |target| self.refute_targets(&[target], effort, limits, ends).pop();
                    for target in held {
                        let at = targets.iter().position(|it| *it == target);
                        if let (Some(at), Some(verdict)) = (at, alone(target)) {
                            verdicts[at] = verdict;
                        }
                    }
                    continue;
                }
                None => continue,
            };
            for (target, proof) in accepted {
                if let Some(at) = targets.iter().position(|it| *it == target) {
                    verdicts[at] = Ok(proof);
                }
            }
        }
        verdicts
    }

    /// The targets of a certificate that the checker takes it for a proof of; none where it does not
    /// take the argument.
    fn accepted(&self, mut certificate: Certificate, ends: Instant) -> Option<Vec<Held>> {
        let judge = || -> Judge {
            let mut scripts = Scripts::new(JUDGE);
            let signals = self.signals.clone();
            Box::new(move |script| {
                let is_over = Instant::now() >= ends || signals.is_cancelled();
                match !is_over && scripts.is_refuted(script) {
                    true => Answer::Unsat,
                    false => Answer::Unknown,
                }
            })
        };
        let text = certificate.text(&self.program);
        let doubtful = self.model.as_ref()?.check_by(&text, &judge).ok()?.doubtful()?;
        // Without some of its targets a proof claims less, and is still one.
        let mut at = 0..;
        certificate.targets.retain(|_| at.next().is_some_and(|at| !doubtful.contains(&at)));
        let text: Arc<str> = certificate.text(&self.program).into();
        let argument = Argument::of(certificate.method);
        let invariants: Arc<[Invariant]> = witness::invariants(&self.program, &certificate).into();
        let proof = |target| {
            let (text, invariants) = (Arc::clone(&text), Arc::clone(&invariants));
            (target, Accepted { text, argument, invariants })
        };
        Some(certificate.targets.into_iter().map(proof).collect())
    }
}

/// A target, with the proof that it is not reached.
type Held = (Target, Accepted);

/// The proofs that together prove a claim, or why the first of them is missing.
fn proofs_of(
    claim: &Claim,
    known: &dyn Fn(&Target) -> Result<Held, Unproved>,
) -> Result<Vec<Held>, Unproved> {
    match claim {
        Claim::Ways(ways) => {
            let mut first = None;
            for way in ways {
                match way.iter().map(known).collect() {
                    Ok(proofs) => return Ok(proofs),
                    Err(unproved) => first = first.or(Some(unproved)),
                }
            }
            Err(first.unwrap_or(Unproved::NoClaim))
        }
        Claim::Pairs(pairs) => {
            pairs.iter().map(|[first, second]| known(first).or_else(|_| known(second))).collect()
        }
    }
}

/// A proof that the checker has accepted.
#[derive(Clone, Debug)]
struct Accepted {
    text: Arc<str>,
    argument: Argument,
    invariants: Arc<[Invariant]>,
}

/// What is said of a target until the checker has accepted its proof.
const NOT_ACCEPTED: Unproved = Unproved::NotAccepted;
