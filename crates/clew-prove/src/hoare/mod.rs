//! Trace refinement with Floyd–Hoare automata (Heizmann, Hoenicke, Podelski: *Refinement of trace
//! abstraction*, SAS 2009): infeasible paths generalised until no path to a target is left.
//!
//! - [`States`]: the union of all automata, a set of predicates at each head of a loop.
//! - [`prove_by_traces`]: the loop. Are all words to the target in the union? Then the predicates are the
//!   argument, for paths of any length. If not, a word outside of it is explained (`crate::path`), and
//!   - `predicates`: what must not hold at the heads on it, by weakest preconditions of its explanation,
//!
//!   is a further automaton. A word that an execution goes ends it.
//!
//! A chain of `crate::automata` is the special case where a predicate is kept by whatever does not write
//! what it reads; here the solver decides, and so a loop's counter may change.

mod predicates;
mod states;

pub(crate) use states::States;

use crate::aims::Aims;
use crate::automata::explain_recent;
use crate::certificate::Node;
use crate::cuts::Cuts;
use crate::effort::Effort;
use crate::failure::Failure;
use crate::path::{End, Path, PathCondition};
use crate::prove::Task;
use crate::target::Target;
use crate::unfolding::{Unfolded, Word, unfold_to_words};
use clew_logic::TermPool;
use clew_solver::{Method, Solver, StackConfig};
use clew_symbolic::meaning::Rules;
use predicates::{Precision, predicates};

/// The most words that are explained for one target.
const MOST_WORDS: usize = 40;
/// The most predicates of a head.
const MOST_PREDICATES: usize = 40;

/// The argument that no word leads to a target, however long.
///
/// # Errors
/// Where a word does, or the effort is spent.
pub(crate) fn prove_by_traces<'p>(
    task: Task<'p>,
    target: &'p Target,
    effort: &mut Effort,
    most_nodes: usize,
) -> Result<Vec<Node>, Failure> {
    let mut states = States::default();
    let mut last: Option<(Word, Precision)> = None;
    for _ in 0..MOST_WORDS {
        states.restart();
        let mut cuts = Cuts::by_states(states);
        let mut aims = Aims::new(task, std::slice::from_ref(target), vec![None]);
        if !aims.has_any() {
            return Err(Failure::Hidden);
        }
        let Unfolded { nodes, word } =
            unfold_to_words(task, &mut aims, effort, &mut cuts, most_nodes)?;
        let Some(word) = word else {
            // What is hidden is given up without a word.
            return if aims.has_any() { Ok(nodes) } else { Err(Failure::Hidden) };
        };
        states = cuts.into_states().unwrap_or_default();
        // A word that comes again was not refuted by what its explanation says: then all of it counts.
        let mut precision = match &last {
            Some((it, Precision::Explained)) if *it == word => Precision::Exact,
            Some((it, Precision::Exact)) if *it == word => return Err(Failure::Reached),
            _ => Precision::Explained,
        };
        while !refine(task, target, &word, precision, &mut states, effort)? {
            if precision == Precision::Exact {
                return Err(Failure::Reached);
            }
            precision = Precision::Exact;
        }
        last = Some((word, precision));
    }
    Err(Failure::Nodes)
}

/// Explains a word and adds its automaton; whether that has new predicates.
fn refine(
    task: Task<'_>,
    target: &Target,
    word: &Word,
    precision: Precision,
    states: &mut States,
    effort: &mut Effort,
) -> Result<bool, Failure> {
    let end = match (word.label, target) {
        (Some(at), Target::Label { predicate, .. }) => End::At(at, predicate.as_ref()),
        _ => End::Letters,
    };
    let mut pool = TermPool::new();
    let path = Path { letters: &word.letters, end };
    let condition =
        PathCondition::of(&mut pool, task, path, Rules::Machine).map_err(|_| Failure::Reached)?;
    let budget = effort.ask()?;
    let mut solver = Solver::new(StackConfig::default());
    let explained = explain_recent(&mut solver, &mut pool, &condition, Method::Minimal, budget)
        .map_err(|_| Failure::Reached)?;
    effort.asked(explained.questions);
    let mut has_new = false;
    for (at, clause) in predicates(task, &condition, &explained, precision) {
        if states.count(&at) < MOST_PREDICATES {
            has_new |= states.learn(at, clause);
        }
    }
    Ok(has_new)
}
