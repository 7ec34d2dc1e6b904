//! Invariants of loops, guessed from states that the program comes to, and refined until they hold.
//!
//! - `samples`: the program followed some way, and the states at the heads of its loops.
//! - `quantities`: the integers of a function whose relations are looked for.
//! - `relations`: what is true in all samples: bounds, order, linear equations, remainders, what a
//!   mode (a state variable, a flag, a pointer that may be null) says of the rest, and how a function
//!   compares to those that wait for it.
//! - `traces`: the ways from a head to a target, and what must not hold at the head for their sake.
//! - [`Refinement`]: guesses that fail somewhere are left out until none does (Houdini: Flanagan and
//!   Leino, FME 2001); what failed may still hold in some mode.
//!
//! **Architecture invariant.** Samples are for guessing alone: whether a guess holds in every state
//! is the solver's to say, and the checker's after it.

mod quantities;
mod relations;
mod samples;
mod traces;

use crate::aims::Aims;
use crate::certificate::Node;
use crate::clause::Clause;
use crate::cuts::{Cuts, Location, heads};
use crate::effort::Effort;
use crate::failure::Failure;
use crate::prove::Task;
use crate::unfolding::unfold;
use clew_ir::Expr;
use relations::{guesses, weakened};
use samples::{Measured, Samples, take_samples};
use std::collections::BTreeMap;
use traces::needed;

/// The most targets whose traces are looked at.
const MOST_TARGETS: usize = 8;

/// Invariants under way, for one way of following calls.
pub(crate) struct Refinement {
    cuts: Cuts,
    most_nodes: usize,
    samples: Samples,
    guessed: BTreeMap<Location, Vec<Clause>>,
}

impl Refinement {
    /// Nothing is known of what these cuts may claim.
    pub(crate) fn new(cuts: Cuts, most_nodes: usize) -> Self {
        Self { cuts, most_nodes, samples: Samples::default(), guessed: BTreeMap::new() }
    }

    /// Clauses made from the code alone, as many of them as hold always.
    pub(crate) fn by_code<'p>(
        &mut self,
        task: Task<'p>,
        aims: &mut Aims<'p>,
        effort: &mut Effort,
    ) -> Result<Vec<Node>, Failure> {
        self.settle(task, aims, effort)
    }

    /// Clauses that hold in samples, as many of them as hold always.
    pub(crate) fn guess<'p>(
        &mut self,
        task: Task<'p>,
        aims: &mut Aims<'p>,
        effort: &mut Effort,
        most_steps: usize,
    ) -> Result<Vec<Node>, Failure> {
        self.samples = take_samples(task, aims, &mut effort.part(3), &mut self.cuts, most_steps);
        for (location, stacks) in &self.samples.stacks {
            let guessed = guesses(&self.functions(location), stacks);
            self.guessed.insert(location.clone(), guessed.clone());
            self.cuts.guess(location.clone(), guessed);
        }
        self.settle(task, aims, effort)
    }

    /// The same, with what guesses that failed say in some mode.
    pub(crate) fn weaken<'p>(
        &mut self,
        task: Task<'p>,
        aims: &mut Aims<'p>,
        effort: &mut Effort,
    ) -> Result<Vec<Node>, Failure> {
        let (samples, guessed) = (&self.samples, &self.guessed);
        self.cuts.widen(|location, kept| {
            let failed = guessed.get(location).map_or([].as_slice(), Vec::as_slice).iter();
            let failed: Vec<Expr> = failed
                .filter(|it| !kept.contains(it))
                .filter_map(|it| match it {
                    Clause::Here(expr) => Some(expr.clone()),
                    Clause::Outer(..) | Clause::Across { .. } | Clause::Not(_) => None,
                })
                .collect();
            let measured = samples.functions.get(&location.1.function);
            match (measured, samples.stacks.get(location)) {
                (Some(measured), Some(stacks)) => weakened(measured, stacks, &failed),
                _ => Vec::new(),
            }
        });
        self.settle(task, aims, effort)
    }

    /// The same, with what the ways to the targets that are left ask for.
    pub(crate) fn trace<'p>(
        &mut self,
        task: Task<'p>,
        aims: &mut Aims<'p>,
        effort: &mut Effort,
    ) -> Result<Vec<Node>, Failure> {
        self.cuts.widen(|location, _| against(task, aims, location));
        self.settle(task, aims, effort)
    }

    /// The functions under way at a location, the outermost first.
    fn functions(&self, (calls, position): &Location) -> Vec<&Measured> {
        let functions = calls.iter().chain([position]).map(|it| it.function);
        functions.filter_map(|it| self.samples.functions.get(&it)).collect()
    }

    /// Leaves out clauses that fail somewhere until none does; then the unfolding is the argument.
    fn settle<'p>(
        &mut self,
        task: Task<'p>,
        aims: &mut Aims<'p>,
        effort: &mut Effort,
    ) -> Result<Vec<Node>, Failure> {
        settle(task, aims, effort, &mut self.cuts, self.most_nodes)
    }
}

/// Leaves out clauses of cuts that fail somewhere until none does; then the unfolding is the argument.
pub(crate) fn settle<'p>(
    task: Task<'p>,
    aims: &mut Aims<'p>,
    effort: &mut Effort,
    cuts: &mut Cuts,
    most_nodes: usize,
) -> Result<Vec<Node>, Failure> {
    loop {
        cuts.start_round();
        unfold(task, aims, effort, cuts, most_nodes)?;
        if cuts.is_stable() {
            break;
        }
    }
    cuts.settle();
    unfold(task, aims, effort, cuts, most_nodes)
}

/// What must not hold at a head for targets of its function not to be reached.
fn against(task: Task<'_>, aims: &Aims<'_>, (_, position): &Location) -> Vec<Clause> {
    let Ok(body) = &task.program.functions[position.function].body else { return Vec::new() };
    let heads = heads(body);
    let own = aims.targets().filter(|it| it.function() == position.function);
    let clauses = own.take(MOST_TARGETS).flat_map(|it| needed(body, &heads, position.block, it));
    clauses.map(Clause::Here).collect()
}
