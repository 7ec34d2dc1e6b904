//! The machine as others see it.

use super::core::Core;
use crate::config::Config;
use crate::guest::World;
use crate::shadow::Concrete;
use crate::stop::{Fault, Stop};
use clew_ir::{FunctionId, Program};

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub struct RunReport {
    /// Why.
    pub stop: Stop,
    /// The faults that the run went on after (see [`Config::keeps_going`]), in order.
    pub findings: Vec<Fault>,
    /// The steps taken: jumps and calls (see [`Config::max_steps`]).
    pub steps: u64,
}

/// A machine with a program in its memory.
pub struct Machine<'p> {
    core: Core<'p, Concrete>,
}

impl<'p> Machine<'p> {
    /// A machine whose memory holds the program's objects, initialised.
    pub fn new(program: &'p Program, config: Config, world: Box<dyn World>) -> Self {
        Self { core: Core::new(program, config, world, Concrete) }
    }

    /// Runs the whole program: constructors, `main` with these arguments (the first is the
    /// program's name), and what `exit` does.
    pub fn run_main(&mut self, args: &[Vec<u8>]) -> RunReport {
        let stop = self.core.run_main(args);
        self.report(stop)
    }

    /// Calls one function with the bits of its scalar arguments (zero above their widths).
    pub fn call(&mut self, function: FunctionId, args: &[u128]) -> RunReport {
        let stop = self.core.call(function, args);
        self.report(stop)
    }

    /// The register code of a function, one operation per line, for people.
    pub fn listing(&mut self, function: FunctionId) -> String {
        self.core.listing(function)
    }

    fn report(&mut self, stop: Stop) -> RunReport {
        RunReport { stop, findings: self.core.findings.take(), steps: self.core.steps() }
    }

    /// The outside world.
    pub fn world(&mut self) -> &mut dyn World {
        self.core.world.as_mut()
    }
}
