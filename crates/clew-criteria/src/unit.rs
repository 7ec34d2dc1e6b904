//! What is tested together.

use clew_ir::call_graph::CallGraph;
use clew_ir::{FunctionId, Program};

/// The functions whose objectives a campaign has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    functions: Vec<FunctionId>,
}

impl Unit {
    /// One function.
    pub fn function(function: FunctionId) -> Self {
        Self { functions: vec![function] }
    }

    /// A harness: the functions of the user's that a call of `entry` may lead to.
    pub fn harness(program: &Program, calls: &CallGraph, entry: FunctionId) -> Self {
        let mut functions = calls.reachable(entry);
        functions.retain(|&id| {
            let function = &program.functions[id];
            function.body.is_ok() && !function.is_system
        });
        Self { functions }
    }

    /// The functions.
    pub fn functions(&self) -> &[FunctionId] {
        &self.functions
    }
}
