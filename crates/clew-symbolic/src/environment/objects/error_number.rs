//! `errno`: what it is when the function under test is called is an input, where the function looks.

use clew_ir::call_graph::CallGraph;
use clew_ir::{Callee, FunctionId, GlobalId, Program, StatementKind};

/// The object of `errno` in the models of the library.
const OBJECT: &str = "__clew_errno";

/// The object of `errno`, where the user's code that a function can reach asks where it is.
pub(crate) fn error_number(program: &Program, function: FunctionId) -> Option<GlobalId> {
    let reached = CallGraph::new(program).reachable(function);
    let is_asked_for = reached.into_iter().map(|id| &program.functions[id]).any(|function| {
        let body = function.body.as_ref().ok().filter(|_| !function.is_system);
        let blocks = body.into_iter().flat_map(|body| &body.blocks);
        blocks.flat_map(|block| &block.statements).any(|statement| match &statement.kind {
            StatementKind::Call { callee: Callee::Direct(id), .. } => {
                program.functions[*id].name == "__errno_location"
            }
            _ => false,
        })
    });
    let mut globals = program.globals.iter_enumerated();
    globals.find(|(_, it)| is_asked_for && it.name == OBJECT).map(|(id, _)| id)
}

/// Whether a variable is the object of `errno`, which compiled programs have under another name.
pub fn is_error_number(program: &Program, global: GlobalId) -> bool {
    program.globals[global].name == OBJECT
}
