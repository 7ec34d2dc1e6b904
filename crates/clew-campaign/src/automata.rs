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
use clew_symbolic::{Arm, Entry, ForkKind};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Refuted candidates before words are told.
const WARM: u64 = 32;
/// Refuted candidates at a branch before one is explained.
const HOT: u32 = 10;
/// How many paths are explained at a branch where nothing came of it.
const MOST_VAIN: u32 = 3;
/// So many paths are explained before what they brought is looked at, and each is to close so many
/// candidates by then.
const TRIAL: u64 = 16;
const WORTH: u64 = 4;
/// Longer paths are not explained.
const LONGEST: usize = 2_000;
/// What each question of an explanation may cost.
const QUESTION: Budget = Budget { time: None, conflicts: Some(500) };

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
    refuted: u64,
    explained: u64,
    closed: u64,
    /// Whether it was found not to pay.
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
            refuted: 0,
            explained: 0,
            closed: 0,
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
        !family.is_off && family.refuted >= WARM
    }

    /// What was executed is not infeasible: otherwise the automata are wrong, and no more asked.
    fn saw(&mut self, run: &Seen<'_>) {
        let mut family = self.lock();
        let (Some(word), Some(union)) = (run.word, &mut family.union) else { return };
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
        family.refuted += 1;
        let Some(branch) = branch_of(candidate) else { return };
        let known = family.branches.entry(branch).or_default();
        known.refuted += 1;
        let is_vain = known.explained >= MOST_VAIN && known.closed < known.explained;
        let is_hot = known.refuted >= HOT && !is_vain;
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
    /// Explains an infeasible path, and adds what it stands for.
    fn explain(&mut self, word: &[clew_symbolic::Letter], branch: (Position, Arm)) {
        self.branches.entry(branch).or_default().explained += 1;
        self.explained += 1;
        let (program, entry, start) = (self.program, self.entry, self.start);
        let union = self.union.get_or_insert_with(|| {
            let effects = Effects::new(program, PointsTo::new(program, entry));
            Union::new(effects, start.function())
        });
        let task = Task { program, calls: &self.calls, start, assumes: &[] };
        let mut solver = Solver::new(StackConfig::default());
        let explaining =
            Explaining { backend: &mut solver, method: Method::Minimal, budget: QUESTION };
        if let Ok(found) = generalise(task, union.effects(), word, explaining) {
            union.add(found.chain);
        }
        let is_tried = self.explained.is_multiple_of(TRIAL);
        self.is_off |= is_tried && self.closed < WORTH * self.explained;
    }
}
