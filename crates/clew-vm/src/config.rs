//! What a run may do.

use crate::libc;
use crate::native::NativeLookup;
use clew_ir::ProbePlan;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The optional checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checks {
    /// Signed arithmetic that overflows is a fault. (A division that overflows always is.)
    pub signed_overflow: bool,
    /// A shift that C does not define is a fault.
    pub bad_shift: bool,
}

/// What a program must not depend on: where objects are, what indeterminate bytes hold, and what
/// time it is. A run that goes the same way in all surroundings can be expected to go so in a
/// compiled program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Surroundings {
    /// Objects in the order they are made; indeterminate bytes are 0.
    #[default]
    Usual,
    /// Objects elsewhere and in another order, other bytes, another time. Input objects are
    /// aligned as in [`Surroundings::Usual`].
    Other,
    /// As [`Surroundings::Other`], and input objects are aligned as their types ask and no better.
    Unaligned,
}

/// What a run may do.
#[derive(Clone, Debug)]
pub struct Config {
    /// The optional checks.
    pub checks: Checks,
    /// Whether a run goes on after a read of a value that was never set, as compiled code does:
    /// such faults are then in [`crate::RunReport::findings`], each place once.
    pub keeps_going: bool,
    /// The most steps. A step is one jump taken or one call: every loop and every recursion
    /// takes steps, straight code does not.
    pub max_steps: u64,
    /// The most bytes of stack, counted about as gcc without optimisation would need them.
    pub max_stack: u64,
    /// The most bytes of heap; beyond that, allocation gives null.
    pub max_heap: u64,
    /// The native library functions.
    pub natives: NativeLookup,
    /// Whether calls of functions without a body are left to the symbolic side, which gives
    /// inputs for their results.
    pub stubs: bool,
    /// Whether weak functions that no file defines are there all the same, where tests can define them.
    pub weak_functions: bool,
    /// What the program must not depend on.
    pub surroundings: Surroundings,
    /// Set from outside to end the run soon.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// The probes of an observed run; without, the code has none and runs faster.
    pub probes: Option<Arc<ProbePlan>>,
}

/// The most steps of a run under test, when nothing is said.
const STEPS_UNDER_TEST: u64 = 1_000_000;

impl Config {
    /// How code is run that tests are generated for, replayed on or scored by: what has no body is
    /// stubbed, nothing leaves the machine, and every run ends.
    pub fn under_test() -> Self {
        Self {
            max_steps: STEPS_UNDER_TEST,
            natives: libc::quiet_native,
            stubs: true,
            ..Self::default()
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            checks: Checks::default(),
            keeps_going: false,
            max_steps: u64::MAX,
            max_stack: 8 << 20,
            max_heap: 2 << 30,
            natives: libc::native,
            stubs: false,
            weak_functions: false,
            surroundings: Surroundings::Usual,
            interrupt: None,
            probes: None,
        }
    }
}
