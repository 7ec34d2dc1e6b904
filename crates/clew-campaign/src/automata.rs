//! Infeasible paths generalised while the search runs: candidates that no inputs take, closed without a
//! question (Delahaye, Botella, Gotlieb, section 4).
//!
//! A path is explained when the branch it ends at has been refuted often (*hot*, 5.5), and words are told
//! only once there are enough refutations for that to pay. What is generalised rests on no bound and on no
//! guess: the path condition is that of the one meaning, for every caller, so that automata stay when the
//! next search has other bounds.

use clew_explore::technique::{AUTOMATA, Seen, Technique, Way};
use clew_ir::call_graph::CallGraph;
use clew_ir::points_to::{self, PointsTo};
use clew_ir::{Position, Program};
use clew_prove::automata::{Effects, Explaining, Union, UnionState, generalise};
use clew_prove::{Start, Task};
use clew_solver::{Budget, Method, Solver, StackConfig};
use clew_symbolic::{Arm, Entry, ForkKind, Letter};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Refuted candidates at a branch before one is explained.
const HOT: u32 = 10;
/// How many paths are explained at a branch where nothing came of it.
const MOST_VAIN: u32 = 3;
/// Longer paths, and those of larger path conditions, are not explained.
const LONGEST: usize = 400;
const MOST_TERMS: usize = 3_000;
/// What each question of an explanation may cost.
const QUESTION: Budget = Budget { time: None, conflicts: Some(200) };

/// One part in so many of all effort is for explaining. Effort is counted in steps of runs, as
/// everywhere in a search.
const SHARE: u64 = 64;
/// Words are told when so much effort has come together, and there is more to explain only as long as
/// what was closed was worth as much beyond that.
const OPENING: u64 = 400_000;
/// What a run or a question costs besides its steps, and what a candidate is worth that is closed without
/// one.
const QUERY: u64 = 1_000;
/// What a question of an explanation costs for each term.
const TERM: u64 = 4;
/// One part in so many of a run's effort is for telling its word.
const TELLING: u64 = 8;

/// What is known of a branch.
#[derive(Clone, Copy, Debug, Default)]
struct Branch {
    refuted: u32,
    explained: u32,
    closed: u32,
}

/// The automata of a campaign, shared by workers and searches.
pub(crate) struct Family<'p> {
    program: &'p Program,
    calls: CallGraph,
    start: Start,
    entry: points_to::Entry,
    /// Made when the first path is explained.
    union: Option<Union<'p>>,
    branches: BTreeMap<(Position, Arm), Branch>,
    /// The effort of the search.
    effort: u64,
    /// What words and explanations have cost.
    spent: u64,
    /// Candidates closed without a question.
    closed: u64,
    /// The branches that are hot.
    hot: usize,
    /// Whether it was found not to pay, or to be wrong.
    is_off: bool,
}

/// The automata, as workers hold them.
#[derive(Clone)]
pub(crate) struct Automata<'p>(Arc<Mutex<Family<'p>>>);

impl<'p> Automata<'p> {
    /// No automata yet.
    pub(crate) fn new(program: &'p Program, entry: Entry) -> Self {
        let function = entry.function();
        let is_program =
            matches!(entry, Entry::Harness(_)) && program.functions[function].name == "main";
        let (start, entry) = match is_program {
            true => (Start::Program(function), points_to::Entry::Program(function)),
            false => (Start::Unit(function), points_to::Entry::Unit(function)),
        };
        Automata(Arc::new(Mutex::new(Family {
            program,
            calls: CallGraph::new(program),
            start,
            entry,
            union: None,
            branches: BTreeMap::new(),
            effort: 0,
            spent: 0,
            closed: 0,
            hot: 0,
            is_off: false,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Family<'p>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Technique for Automata<'_> {
    fn name(&self) -> &'static str {
        AUTOMATA
    }

    fn wants_words(&self) -> bool {
        let family = self.lock();
        !family.is_off && family.hot > 0 && family.effort / SHARE >= OPENING
    }

    /// What was executed is not infeasible: otherwise the automata are wrong, and no more asked.
    fn saw(&mut self, run: &Seen<'_>) {
        let mut family = self.lock();
        family.effort += run.trace.steps + QUERY;
        let Some(word) = run.word else { return };
        family.spend((run.trace.steps + QUERY) / TELLING);
        let Some(union) = &mut family.union else { return };
        if word.len() <= LONGEST && union.accepts(word) {
            debug_assert!(false, "an automaton accepts a word that was executed");
            union.clear();
            family.is_off = true;
        }
    }

    fn refutes(&mut self, candidate: &mut dyn Way) -> bool {
        let mut family = self.lock();
        let Some(union) = &mut family.union else { return false };
        let Some(letter) = candidate.letter() else { return false };
        union.tidy();
        let (epoch, start) = (union.epoch(), UnionState::START);
        let mut step = |state, letter: &_| union.step(UnionState(state), letter).0;
        let state = UnionState(candidate.state(epoch, start.0, &mut step));
        let is_refuted = union.step(state, &letter).is_accepting();
        if is_refuted {
            family.closed += 1;
            if let Some(branch) = branch_of(candidate) {
                family.branches.entry(branch).or_default().closed += 1;
            }
        }
        is_refuted
    }

    fn was_refuted(&mut self, candidate: &mut dyn Way) {
        let mut family = self.lock();
        family.effort += QUERY;
        let Some(branch) = branch_of(candidate) else { return };
        let known = family.branches.entry(branch).or_default();
        known.refuted += 1;
        let is_vain = known.explained >= MOST_VAIN && known.closed < known.explained;
        let is_hot = known.refuted >= HOT && !is_vain;
        let became_hot = known.refuted == HOT;
        family.hot += usize::from(became_hot);
        let Some(letter) = candidate.letter().filter(|_| is_hot && !family.is_off) else { return };
        let mut word = candidate.word();
        word.push(letter);
        if word.len() <= LONGEST {
            family.explain(&word, branch);
        }
    }
}

/// The branch that a candidate is an arm of.
fn branch_of(candidate: &dyn Way) -> Option<(Position, Arm)> {
    let info = candidate.info();
    let is_edge = matches!(info.site.kind, ForkKind::Branch | ForkKind::Switch);
    Some((info.site.at, info.arm.filter(|_| is_edge)?))
}

impl Family<'_> {
    /// Has spent so much effort; ends where that does not pay.
    fn spend(&mut self, effort: u64) {
        self.spent += effort;
        self.is_off |= self.spent > OPENING + self.closed * QUERY;
    }

    /// Explains an infeasible path, and adds what it stands for.
    fn explain(&mut self, word: &[Letter], branch: (Position, Arm)) {
        self.branches.entry(branch).or_default().explained += 1;
        let (program, entry, start) = (self.program, self.entry, self.start);
        let union = self.union.get_or_insert_with(|| {
            let effects = Effects::new(program, PointsTo::new(program, entry));
            Union::new(effects, start.function())
        });
        let task = Task { program, calls: &self.calls, start, assumes: &[] };
        let mut solver = Solver::new(StackConfig::default());
        let explaining = Explaining {
            backend: &mut solver,
            method: Method::Minimal,
            budget: QUESTION,
            most_terms: MOST_TERMS,
        };
        let cost = match generalise(task, union.effects(), word, explaining) {
            Ok(found) => {
                union.add(found.chain);
                (found.questions * found.terms) as u64 * TERM
            }
            Err(_) => MOST_TERMS as u64 * TERM,
        };
        self.spend(cost);
    }
}
