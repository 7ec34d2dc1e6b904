//! The meaning against the machine: every statement that runs is predicted first.
//!
//! A probe stands before each statement and each terminator. There the effect is evaluated on the
//! machine's own state, so that all terms are constants; when control comes to the next probe of
//! the same frame, the state must be what was predicted: the places written hold these bits, every
//! other variable is as it was, no store of the statement went elsewhere, control is where a guard
//! that holds leads. Parameters are checked when a function is entered, results when it is left.
//! Where the meaning says *arbitrary*, nothing is compared, and that is counted.

mod expect;
mod machine;
mod report;
mod shadow;
mod stores;
#[cfg(test)]
mod tests;

pub use report::{AuditReport, Disagreement};

use clew_ir::{FunctionId, ProbePlan, ProbePoint, Program};
use clew_vm::config::Config;
use clew_vm::guest::World;
use clew_vm::memory::{ObjectKind, Site};
use clew_vm::run::Core;
use clew_vm::stop::Stop;
use shadow::Auditor;
use std::sync::Arc;

/// A machine whose every statement is checked.
pub struct Audit<'p> {
    core: Core<'p, Auditor<'p>>,
}

impl<'p> Audit<'p> {
    /// A machine with a program in its memory; the probes of the configuration are not used. Each
    /// statement is checked `times` times, and then less and less often.
    pub fn new(program: &'p Program, config: Config, world: Box<dyn World>, times: u32) -> Self {
        Self::between(program, program, config, world, times)
    }

    /// One program on the machine, and the meaning of another: they should be the same.
    fn between(
        program: &'p Program,
        meant: &'p Program,
        config: Config,
        world: Box<dyn World>,
        times: u32,
    ) -> Self {
        let plan = Arc::new(every_statement(program));
        let natives = config.natives;
        let config = Config { probes: Some(Arc::clone(&plan)), stubs: false, ..config };
        let auditor = Auditor::new(meant, plan, natives, times);
        let mut core = Core::new(program, config, world, auditor);
        core.shadow.globals = program.globals.ids().map(|id| core.global_address(id)).collect();
        Self { core }
    }

    /// Runs the whole program with these arguments.
    pub fn run_main(&mut self, args: &[Vec<u8>]) -> Stop {
        let stop = self.core.run_main(args);
        self.core.shadow.ended(&stop);
        stop
    }

    /// Calls one function with the bits of its scalar arguments.
    pub fn call(&mut self, function: FunctionId, args: &[u128]) -> Stop {
        let stop = self.core.call(function, args);
        self.core.shadow.ended(&stop);
        stop
    }

    /// The address of a new object with these bytes, for pointers among the arguments.
    pub fn object(&mut self, bytes: &[u8]) -> u64 {
        let memory = &mut self.core.memory;
        let number = memory.make(ObjectKind::Environment, bytes.len() as u64, 16, Site::NONE);
        memory.object_mut(number).bytes.copy_from_slice(bytes);
        memory.address(number)
    }

    /// What was found so far.
    pub fn report(&self) -> &AuditReport {
        &self.core.shadow.report
    }
}

/// Probes before every statement and terminator.
fn every_statement(program: &Program) -> ProbePlan {
    let mut plan = ProbePlan::new();
    for (id, function) in program.functions.iter_enumerated() {
        let Ok(body) = &function.body else { continue };
        for (block, content) in body.blocks.iter_enumerated() {
            for at in 0..=content.statements.len() {
                plan.place(ProbePoint::Statement(id, block, at as u32));
            }
        }
    }
    plan
}
