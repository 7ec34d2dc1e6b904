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
    /// When the directed search has met nothing new for this much effort, with as much.
    Dry(u64),
}

/// Composing as a technique.
pub struct Composing<'p> {
    program: &'p Program,
    setup: Setup,
    solver: StackConfig,
    first: Fresh,
    when: When,
    had_turn: bool,
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
        has_candidates.then_some(Composing { program, setup, solver, first, when, had_turn: false })
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
            When::Dry(effort) if !self.had_turn && !dryness.is_out => {
                (dryness.since_turn >= effort).then_some(effort)
            }
            When::First | When::Dry(_) => None,
        }
    }

    fn work(&mut self, ground: &mut dyn Ground, effort: u64) -> bool {
        self.had_turn = true;
        let entry = self.setup.entry.function();
        // What is merged is no fork, and paths of functions are told by their forks.
        let bounds = Bounds { merges: false, ..self.setup.bounds };
        let setup = Setup { bounds, ..self.setup.clone() };
        let mut machine = SymbolicMachine::new(self.program, setup);
        machine.set_fresh(self.first);
        let functions = candidates(self.program, entry);
        let mut composer = Composer::new(machine, ground, self.solver.clone(), (entry, functions));
        if effort > 0 {
            composer.limit(effort);
        }
        let composed = composer.compose();
        if composed.is_exhausted {
            ground.exhaust();
        }
        composed.is_exhausted
    }
}
