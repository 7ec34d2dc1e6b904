//! Where the executions start that a proof speaks of, and what is assumed of them.

use crate::plan::Plan;
use crate::verdicts::Assumption;
use clew_ir::call_graph::CallGraph;
use clew_ir::effects::ProgramEffects;
use clew_ir::{BinaryOp, Expr, ExprKind, FunctionId, LocalId, Place, Program, Span, TypeTable};
use clew_prove::Start;
use clew_symbolic::{Aliasing, Entry};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What proofs speak of.
pub(super) struct Setting<'p> {
    pub(super) program: Cow<'p, Program>,
    pub(super) start: Start,
    /// What is assumed of the state at the start, by name.
    pub(super) assumed: Vec<(String, Expr)>,
    /// What verdicts rest on.
    pub(super) assumes: BTreeSet<Assumption>,
}

/// What proofs speak of. A precondition becomes code: a function that calls it, and then the entry,
/// so that the program's text says what is assumed.
pub(super) fn of<'p>(plan: &Plan<'p>) -> Setting<'p> {
    let mut program = Cow::Borrowed(plan.program);
    if program.has_shared_literals() {
        program.to_mut().split_literals();
    }
    let (assumed, mut assumes) = (Vec::new(), BTreeSet::new());
    let mut setting = match plan.entry {
        Entry::Harness(function) => {
            program.to_mut().trust_harness();
            // Before any other function is called, others may have run.
            let start = match program.functions[function].name == "main" {
                true => Start::Program(function),
                false => Start::Unit(function),
            };
            return Setting { program, start, assumed, assumes };
        }
        Entry::Unit(function) => match program.precondition(function) {
            None => Setting { program, start: Start::Unit(function), assumed, assumes },
            // What it writes is not there where callers keep it without calling it.
            Some(pre) if may_write(&program, pre) => {
                Setting { program, start: Start::Unit(function), assumed, assumes }
            }
            Some(pre) => {
                assumes.extend(stated(&program, function));
                let start = Start::Unit(program.to_mut().add_guarded(pre, function));
                Setting { program, start, assumed, assumes }
            }
        },
    };
    if plan.bounds.aliasing == Aliasing::Never {
        let pairs = distinct_pointers(&setting.program, setting.start.function());
        if !pairs.is_empty() {
            setting.assumes.insert(Assumption::DistinctPointers);
        }
        let name = Assumption::DistinctPointers.to_string();
        setting.assumed.extend(pairs.into_iter().map(|pair| (name.clone(), pair)));
    }
    setting
}

fn may_write(program: &Program, function: FunctionId) -> bool {
    let effects = ProgramEffects::new(program, &CallGraph::new(program));
    !effects.function(function).writes.is_empty()
}

/// What a precondition states: what callers promise, and the program's own function.
fn stated(program: &Program, function: FunctionId) -> Vec<Assumption> {
    let guarded = &program.functions[function];
    let promise = |words: &String| Assumption::Promise {
        function: guarded.name.clone(),
        words: words.clone(),
    };
    let own = program.own_precondition(function);
    let own = own.map(|id| Assumption::Precondition(program.functions[id].name.clone()));
    guarded.facts.promised.iter().map(promise).chain(own).collect()
}

/// That pointer parameters are null or different.
fn distinct_pointers(program: &Program, function: FunctionId) -> Vec<Expr> {
    let function = &program.functions[function];
    let is_pointer = |local: &&LocalId| program.types.is_pointer(function.locals[**local].ty);
    let pointers: Vec<LocalId> = function.params.iter().filter(is_pointer).copied().collect();
    let value = |local: LocalId| {
        let ty = function.locals[local].ty;
        Expr::load(Place::local(local, ty), Span::NONE)
    };
    let compare = |op, left: &Expr, right: Expr| {
        let kind = ExprKind::Binary(op, Box::new(left.clone()), Box::new(right));
        Expr { kind, ty: TypeTable::INT, span: Span::NONE }
    };
    let mut pairs = Vec::new();
    for (at, &first) in pointers.iter().enumerate() {
        for &second in &pointers[at + 1..] {
            let (first, second) = (value(first), value(second));
            let null = Expr::constant(0, first.ty, Span::NONE);
            let operand = Box::new(second);
            let kind = ExprKind::Cast { operand, implicit: false };
            let second = Expr { kind, ty: first.ty, span: Span::NONE };
            let is_null = compare(BinaryOp::Eq, &first, null);
            let differs = compare(BinaryOp::Ne, &first, second);
            pairs.push(compare(BinaryOp::BitOr, &is_null, differs));
        }
    }
    pairs
}
