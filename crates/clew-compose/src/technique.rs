//! Composing as a technique of the search.

use crate::candidates::candidates;
use crate::composer::Composer;
use crate::exchange::Exchange;
use crate::known::Known;
use crate::store::SummaryStore;
use clew_explore::Fresh;
use clew_explore::technique::{COMPOSE, Dryness, Ground, Technique};
use clew_ir::Program;
use clew_solver::StackConfig;
use clew_symbolic::{Bounds, Setup, SymbolicMachine};
use clew_vm::Config;
use std::sync::Arc;

/// When paths are composed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Before the directed search, to the end: every path is asked for.
    Whole,
    /// Before the directed search with half of this effort, and then as [`When::Dry`].
    First(u64),
    /// When nothing new was met for this much effort, with half as much; then for four times as much, and so on,
    /// as long as that pays.
    Dry(u64),
}

/// After each turn, composing waits for so many times as much.
const PATIENCE: u64 = 4;

/// After so many turns that brought nothing, composing does not pay here.
const MOST_VAIN: u32 = 2;

/// Composing as a technique.
pub struct Composing<'p> {
    program: &'p Program,
    setup: Setup,
    solver: StackConfig,
    when: When,
    first: Fresh,
    /// What is known from one turn to the next.
    known: Option<Known<'p>>,
    turns: u32,
    /// Turns that brought nothing.
    vain: u32,
    is_over: bool,
    /// Where summaries are kept for others.
    store: Option<Arc<SummaryStore>>,
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
        let (known, turns, vain, is_over) = (None, 0, 0, false);
        let composing = Composing {
            program,
            setup,
            solver,
            when,
            first,
            known,
            turns,
            vain,
            is_over,
            store: None,
        };
        has_candidates.then_some(composing)
    }

    /// Has it tell others what it knows of functions, and take what they know.
    #[must_use]
    pub fn with_store(self, store: Arc<SummaryStore>) -> Self {
        Composing { store: Some(store), ..self }
    }

    /// What decides what a function does besides its text.
    fn options(&self) -> String {
        let Config {
            checks,
            keeps_going,
            max_steps,
            max_stack,
            max_heap,
            natives: _,
            stubs,
            weak_functions,
            surroundings,
            interrupt: _,
            probes: _,
        } = &self.setup.config;
        let limits = (max_steps, max_stack, max_heap);
        let rest = (keeps_going, stubs, weak_functions, surroundings);
        let version = env!("CARGO_PKG_VERSION");
        // Composed runs merge nothing, whatever the search around them does.
        let bounds = Bounds { merges: false, ..self.setup.bounds };
        format!("clew {version}\n{bounds:?}\n{checks:?} {limits:?} {rest:?}")
    }

    /// Nothing is known before the first turn.
    fn nothing(&self) -> Known<'p> {
        // What is merged is no fork, and paths of functions are told by their forks.
        let bounds = Bounds { merges: false, ..self.setup.bounds };
        let setup = Setup { bounds, ..self.setup.clone() };
        let mut machine = SymbolicMachine::new(self.program, setup);
        machine.set_fresh(self.first);
        let functions = candidates(self.program, self.setup.entry.function());
        let mut known = Known::new(self.program, machine, functions);
        known.exchange = self.store.as_ref().and_then(|store| {
            Exchange::new(self.program, &known.machine, Arc::clone(store), self.options())
        });
        known
    }
}

impl Technique for Composing<'_> {
    fn name(&self) -> &'static str {
        COMPOSE
    }

    fn leads(&self) -> bool {
        matches!(self.when, When::Whole | When::First(_))
    }

    fn wants_turn(&mut self, dryness: Dryness) -> Option<u64> {
        match self.when {
            When::First(effort) | When::Dry(effort) if !self.is_over && !dryness.is_out => {
                let wait = effort.saturating_mul(PATIENCE.saturating_pow(self.turns));
                (dryness.since_new >= wait).then_some(dryness.since_new / 2)
            }
            When::Whole | When::First(_) | When::Dry(_) => None,
        }
    }

    fn work(&mut self, ground: &mut dyn Ground, effort: u64) -> bool {
        self.turns += 1;
        let entry = self.setup.entry.function();
        let probes = self.setup.config.probes.clone();
        let subject = (self.program, probes, entry);
        let mut known = self.known.take().unwrap_or_else(|| self.nothing());
        let mut composer = Composer::new(subject, &mut known, ground, self.solver.clone());
        match self.when {
            When::First(dry) if self.turns == 1 => composer.limit(dry / 2),
            When::First(_) | When::Dry(_) => composer.limit(effort),
            When::Whole => {}
        }
        let composed = composer.compose();
        self.known = Some(known);
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
