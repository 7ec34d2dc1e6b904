//! The paths of one function, for people: no search around it.

use crate::candidates::candidates;
use crate::composer::{Composed, Composer};
use crate::known::Known;
use clew_explore::Subject;
use clew_explore::technique::Host;
use clew_ir::{ProbeId, Program};
use clew_logic::{TermId, TermPool};
use clew_solver::{Budget, Interrupter, StackConfig, Statistics};
use clew_symbolic::{Setup, SymbolicMachine, Trace};
use std::time::{Duration, Instant};

/// What finding the paths of a function may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most runs.
    pub runs: u64,
    /// Wall time.
    pub time: Duration,
}

/// The conflicts of a question.
const CONFLICTS: u32 = 20_000;

struct Alone {
    limits: Limits,
    start: Instant,
    runs: u64,
}

impl Host for Alone {
    fn is_over(&self) -> bool {
        self.start.elapsed() >= self.limits.time
    }

    fn begin_run(&mut self) -> bool {
        self.runs += 1;
        self.runs <= self.limits.runs && !self.is_over()
    }

    fn forget_run(&mut self) {
        self.runs -= 1;
    }

    fn count(
        &mut self,
        _subject: &mut dyn Subject,
        _trace: Trace,
        _path_condition: &[TermId],
    ) -> usize {
        0
    }

    fn is_finishing(&self) -> bool {
        false
    }

    fn is_deleted(&self, _label: ProbeId) -> bool {
        true
    }

    fn begin_question(&mut self) -> Budget {
        let left = self.limits.time.saturating_sub(self.start.elapsed());
        Budget { time: Some(left), conflicts: Some(CONFLICTS) }
    }

    fn register(&mut self, _solver: Interrupter) {}

    fn add_solver(&mut self, _statistics: Statistics) {}

    fn exhaust(&mut self) {}
}

/// The paths of a function, those of the functions it calls composed. Terms are of the pool.
pub fn summarise(program: &Program, setup: Setup, limits: Limits) -> (Composed, TermPool) {
    let entry = setup.entry.function();
    let machine = SymbolicMachine::new(program, setup);
    let mut alone = Alone { limits, start: Instant::now(), runs: 0 };
    let mut known = Known::new(program, machine, candidates(program, entry));
    let solver = StackConfig::default();
    let mut composer = Composer::new((program, None, entry), &mut known, &mut alone, solver);
    composer.tell_changes();
    let composed = composer.compose();
    (composed, std::mem::take(known.machine.pool_mut()))
}
