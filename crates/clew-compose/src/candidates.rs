//! Which functions can be summarised.

use clew_ir::{
    BlockId, Builtin, Callee, FunctionId, Id, Program, Statement, StatementKind, TerminatorKind,
};
use clew_vm::code::{ParameterShape, ResultShape, Signature};
use std::collections::BTreeSet;

/// The functions of the library without a body that a summarised function may call: what they read and
/// write is known.
const KNOWN: [&str; 6] = ["memcpy", "memmove", "mempcpy", "memset", "abort", "__clew_exit"];

/// What is known of a function before it is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Unknown,
    UnderWay,
    /// It does nothing that a summary cannot tell, and whether it branches.
    Plain {
        branches: bool,
    },
    /// It does something that a summary cannot tell, or calls itself.
    Other,
}

/// The functions that an entry can call and that can be summarised: scalars in and out, no recursion,
/// nothing from outside the program, at least one branch.
pub fn candidates(program: &Program, entry: FunctionId) -> BTreeSet<FunctionId> {
    if jumps_far(program) {
        return BTreeSet::new();
    }
    let mut states = vec![State::Unknown; program.functions.len()];
    let mut reached = BTreeSet::from([entry]);
    let mut agenda = vec![entry];
    while let Some(function) = agenda.pop() {
        for callee in direct_callees(program, function) {
            if reached.insert(callee) {
                agenda.push(callee);
            }
        }
    }
    let last = last_callees(program, entry, &reached);
    let is_summable = |function: &FunctionId| {
        !last.contains(function)
            && has_scalars(program, *function)
            && visit(program, *function, &mut states) == State::Plain { branches: true }
    };
    reached.into_iter().filter(is_summable).collect()
}

/// The entry, and the functions behind whose calls nothing is left to decide: they are called in one
/// place only, as the last thing that the entry does. Their paths are the program's.
fn last_callees(
    program: &Program,
    entry: FunctionId,
    reached: &BTreeSet<FunctionId>,
) -> BTreeSet<FunctionId> {
    let mut last = BTreeSet::from([entry]);
    let mut at = entry;
    while let Some(callee) = last_call(program, at) {
        let calls = |caller: &FunctionId| {
            direct_callees(program, *caller).iter().filter(|it| **it == callee).count()
        };
        if reached.iter().map(calls).sum::<usize>() != 1 || !last.insert(callee) {
            break;
        }
        at = callee;
    }
    last
}

/// The function that is called last in a function, where no branch and no other call may follow.
fn last_call(program: &Program, function: FunctionId) -> Option<FunctionId> {
    let body = program.functions[function].body.as_ref().ok()?;
    let is_quiet = |block: BlockId| {
        let mut block = block;
        // A chain of blocks that is longer than there are blocks is a loop.
        for _ in 0..body.blocks.len() {
            let contents = &body.blocks[block];
            if contents.statements.iter().any(is_call) {
                return false;
            }
            match contents.terminator.kind {
                TerminatorKind::Goto(next) => block = next,
                TerminatorKind::Return(_) => return true,
                _ => return false,
            }
        }
        false
    };
    body.blocks.iter().find_map(|block| {
        let at = block.statements.iter().rposition(is_call)?;
        let StatementKind::Call { callee: Callee::Direct(callee), .. } = &block.statements[at].kind
        else {
            return None;
        };
        let follows = match block.terminator.kind {
            TerminatorKind::Goto(next) => is_quiet(next),
            TerminatorKind::Return(_) => true,
            _ => false,
        };
        follows.then_some(*callee)
    })
}

fn is_call(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Call { .. })
}

/// What a function does, with all it calls.
fn visit(program: &Program, function: FunctionId, states: &mut [State]) -> State {
    match states[function.index()] {
        State::Unknown => {}
        // A function that comes back to itself is no candidate, nor is one that calls it.
        State::UnderWay => return State::Other,
        known => return known,
    }
    states[function.index()] = State::UnderWay;
    let state = look(program, function, states);
    states[function.index()] = state;
    state
}

fn look(program: &Program, function: FunctionId, states: &mut [State]) -> State {
    let Ok(body) = &program.functions[function].body else {
        let is_known = KNOWN.contains(&program.functions[function].name.as_str());
        return if is_known { State::Plain { branches: false } } else { State::Other };
    };
    let mut branches = false;
    for block in body.blocks.iter() {
        branches |= matches!(
            block.terminator.kind,
            TerminatorKind::Branch { .. } | TerminatorKind::Switch { .. }
        );
        for statement in &block.statements {
            let StatementKind::Call { callee, .. } = &statement.kind else { continue };
            match callee {
                Callee::Direct(callee) => match visit(program, *callee, states) {
                    State::Plain { branches: its } => branches |= its,
                    State::Other | State::Unknown | State::UnderWay => return State::Other,
                },
                Callee::Builtin(Builtin::Trap) => {}
                Callee::Builtin(_) | Callee::Indirect(_) => return State::Other,
            }
        }
    }
    State::Plain { branches }
}

/// Whether control may leave functions otherwise than by returning.
fn jumps_far(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|it| it.body.as_ref().ok());
    bodies.flat_map(|body| body.blocks.iter()).flat_map(|block| &block.statements).any(|it| {
        let StatementKind::Call { callee: Callee::Builtin(builtin), .. } = &it.kind else {
            return false;
        };
        matches!(builtin, Builtin::SetJmp | Builtin::LongJmp)
    })
}

fn direct_callees(program: &Program, function: FunctionId) -> Vec<FunctionId> {
    let Ok(body) = &program.functions[function].body else { return Vec::new() };
    let statements = body.blocks.iter().flat_map(|block| &block.statements);
    let callees = statements.filter_map(|statement| match &statement.kind {
        StatementKind::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
        _ => None,
    });
    callees.collect()
}

/// Whether what a function is given and returns fits in a register each.
fn has_scalars(program: &Program, function: FunctionId) -> bool {
    let signature = Signature::of_function(program, function);
    let is_narrow =
        |it: &ParameterShape| matches!(it, ParameterShape::Scalar(scalar) if scalar.size() <= 8);
    let returns = match signature.result {
        ResultShape::Void => true,
        ResultShape::Scalar(scalar) => scalar.size() <= 8,
        ResultShape::Record(_) => false,
    };
    returns && !signature.is_variadic && signature.parameters.iter().all(is_narrow)
}
