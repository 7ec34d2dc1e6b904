//! Composing as a technique of the search.

use crate::candidates::candidates;
use crate::composer::Composer;
use clew_explore::Fresh;
use clew_explore::technique::{COMPOSE, Dryness, Ground, Technique};
use clew_ir::Program;
use clew_solver::StackConfig;
use clew_symbolic::{Bounds, Setup, SymbolicMachine};

/// When paths are composed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Before the directed search, to the end.
    First,
    /// When the directed search has met nothing new for this much effort, with as much; then for twice as much,
    /// and so on, as long as that pays.
    Dry(u64),
}

/// After so many turns that brought nothing, composing does not pay here.
const MOST_VAIN: u32 = 2;

/// Composing as a technique.
pub struct Composing<'p> {
    program: &'p Program,
    setup: Setup,
    solver: StackConfig,
    first: Fresh,
    when: When,
    turns: u32,
    /// Turns that brought nothing.
    vain: u32,
    is_over: bool,
}

impl<'p> Composing<'p> {
    /// The technique for what a search is set up for; `None` where there is nothing to compose.
    pub fn new(
        program: &'p Program,
        setup: Setup,
        solver: StackConfig,
        first: Fresh,
        when: When,
    ) -> Option<Self> {
        let has_candidates = !candidates(program, setup.entry.function()).is_empty();
        let (turns, vain, is_over) = (0, 0, false);
        has_candidates.then_some(Composing {
            program,
            setup,
            solver,
            first,
            when,
            turns,
            vain,
            is_over,
        })
    }
}

impl Technique for Composing<'_> {
    fn name(&self) -> &'static str {
        COMPOSE
    }

    fn leads(&self) -> bool {
        self.when == When::First
    }

    fn wants_turn(&mut self, dryness: Dryness) -> Option<u64> {
        match self.when {
            When::Dry(effort) if !self.is_over && !dryness.is_out => {
                let effort = effort.saturating_mul(1 << self.turns.min(16));
                (dryness.since_turn >= effort).then_some(effort)
            }
            When::First | When::Dry(_) => None,
        }
    }

    fn work(&mut self, ground: &mut dyn Ground, effort: u64) -> bool {
        self.turns += 1;
        let entry = self.setup.entry.function();
        // What is merged is no fork, and paths of functions are told by their forks.
        let bounds = Bounds { merges: false, ..self.setup.bounds };
        let setup = Setup { bounds, ..self.setup.clone() };
        let mut machine = SymbolicMachine::new(self.program, setup);
        machine.set_fresh(self.first);
        let functions = candidates(self.program, entry);
        let mut composer = Composer::new(
            (self.program, self.setup.config.probes.clone()),
            machine,
            ground,
            self.solver.clone(),
            (entry, functions),
        );
        if effort > 0 {
            composer.limit(effort);
        }
        let composed = composer.compose();
        if composed.is_exhausted {
            ground.exhaust();
        }
        let has_paid = composed.is_exhausted || composed.covered > 0;
        self.vain += u32::from(!has_paid);
        // What ends before its effort is spent would do the same again.
        self.is_over = !composed.is_cut || self.vain >= MOST_VAIN;
        has_paid
    }
}
