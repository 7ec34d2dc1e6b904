//! From the ordered probes of a run to the evaluations of its decisions.
//!
//! Each outcome of each condition is an edge of the control flow graph with a probe of its own, so
//! the order of hits tells the evaluations: one starts with the decision's first condition and
//! ends where the structure says that the outcome is known. Others come in between:
//!
//! - A condition may contain a decision (`a && g(b || c)`) or call a function that has some. Each
//!   decision is followed by itself.
//! - A call in a condition may come back to the same decision. Functions that may recurse tell
//!   when they are entered and when they return; each call follows its own evaluations.
//! - An evaluation may end early: by `longjmp`, by `exit`, by a fault, by a jump out of a statement
//!   expression. What has no outcome is dropped.

use super::shape::{Shape, Step};
use super::values::{Evaluation, Position, Values};
use clew_ir::call_graph::CallGraph;
use clew_ir::{
    BlockId, Body, Builtin, Callee, ConditionId, DecisionId, FunctionId, Id, IdVec, ProbeId,
    ProbePoint, Program, StatementKind, TerminatorKind,
};
use rustc_hash::FxHashMap;
use std::fmt;

/// The number of a decision among those watched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WatchedId(u32);

impl Id for WatchedId {
    fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("an arena should stay below 2^32 elements"))
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for WatchedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "watched{}", self.0)
    }
}

/// A decision whose evaluations are followed.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The function it is in.
    pub function: FunctionId,
    /// Which of the function's decisions it is.
    pub decision: DecisionId,
    /// Its structure.
    pub shape: Shape,
}

/// What a hit of an ordered probe tells.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// A condition has its value.
    Value { decision: WatchedId, at: Position, value: bool },
    /// A function that may recurse is entered.
    Enter(FunctionId),
    /// A function that may recurse returns.
    Leave(FunctionId),
    /// Calls are left without returning.
    Jump,
}

/// The decisions of some functions, and the probes that tell their evaluations.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    decisions: IdVec<WatchedId, Watched>,
    events: FxHashMap<ProbeId, Event>,
}

impl Watch {
    /// Watches all decisions of the functions but switches; `place` puts down an ordered probe.
    pub fn new(
        program: &Program,
        calls: &CallGraph,
        functions: &[FunctionId],
        place: &mut impl FnMut(ProbePoint) -> ProbeId,
    ) -> Self {
        let mut watch = Self::default();
        for &function in functions {
            let Ok(body) = &program.functions[function].body else { continue };
            watch.add_decisions(function, body, place);
            if calls.is_recursive(function) {
                watch.events.insert(place(ProbePoint::Entry(function)), Event::Enter(function));
                for point in returns(function, body) {
                    watch.events.insert(place(point), Event::Leave(function));
                }
            }
        }
        for (function, definition) in program.functions.iter_enumerated() {
            let Ok(body) = &definition.body else { continue };
            for point in jumps(function, body) {
                watch.events.insert(place(point), Event::Jump);
            }
        }
        watch
    }

    fn add_decisions(
        &mut self,
        function: FunctionId,
        body: &Body,
        place: &mut impl FnMut(ProbePoint) -> ProbeId,
    ) {
        for (decision, contents) in body.decisions.decisions.iter_enumerated() {
            let Some(structure) = &contents.structure else { continue };
            let shape = Shape::new(structure);
            let id = self.decisions.next_id();
            for (at, &condition) in shape.conditions().iter_enumerated() {
                for value in [true, false] {
                    let probe = place(edge(function, body, condition, value));
                    self.events.insert(probe, Event::Value { decision: id, at, value });
                }
            }
            self.decisions.push(Watched { function, decision, shape });
        }
    }

    /// The decisions watched, function by function, in source order.
    pub fn decisions(&self) -> &IdVec<WatchedId, Watched> {
        &self.decisions
    }

    /// Calls `visit` with each evaluation that came to an outcome in a run, in the order of the
    /// outcomes. `sequence` is the run's ordered probes; those of others are skipped.
    pub fn evaluations(&self, sequence: &[ProbeId], mut visit: impl FnMut(WatchedId, Evaluation)) {
        let mut calls = Calls::default();
        for event in sequence.iter().filter_map(|probe| self.events.get(probe)) {
            match *event {
                Event::Enter(function) => calls.of(function).push(Call::default()),
                Event::Leave(function) => {
                    calls.of(function).pop();
                }
                Event::Jump => calls.abandon(),
                Event::Value { decision, at, value } => {
                    let Watched { function, shape, .. } = &self.decisions[decision];
                    let call = calls.current(*function);
                    if let Some(evaluation) = call.follow(decision, shape, at, value) {
                        visit(decision, evaluation);
                    }
                }
            }
        }
    }
}

/// The edge by which control leaves a condition that has the value.
pub(crate) fn edge(
    function: FunctionId,
    body: &Body,
    condition: ConditionId,
    value: bool,
) -> ProbePoint {
    let block = body.decisions.conditions[condition].block;
    ProbePoint::Edge(function, block, u32::from(!value))
}

/// Where a function returns.
fn returns(function: FunctionId, body: &Body) -> impl Iterator<Item = ProbePoint> {
    let blocks = body.blocks.iter_enumerated();
    blocks
        .filter(|(_, block)| matches!(block.terminator.kind, TerminatorKind::Return(_)))
        .map(move |(id, block)| ProbePoint::Statement(function, id, block.statements.len() as u32))
}

/// Where a function jumps to a `setjmp`.
fn jumps(function: FunctionId, body: &Body) -> impl Iterator<Item = ProbePoint> {
    let is_jump = |kind: &StatementKind| {
        matches!(kind, StatementKind::Call { callee: Callee::Builtin(Builtin::LongJmp), .. })
    };
    let statements = |id: BlockId| body.blocks[id].statements.iter().enumerate();
    body.blocks.ids().flat_map(move |id| {
        statements(id)
            .filter(move |(_, statement)| is_jump(&statement.kind))
            .map(move |(at, _)| ProbePoint::Statement(function, id, at as u32))
    })
}

/// The calls under way, function by function. Functions that do not recurse have one that never
/// ends.
#[derive(Default)]
struct Calls(FxHashMap<FunctionId, Vec<Call>>);

impl Calls {
    fn of(&mut self, function: FunctionId) -> &mut Vec<Call> {
        self.0.entry(function).or_default()
    }

    fn current(&mut self, function: FunctionId) -> &mut Call {
        let calls = self.of(function);
        if calls.is_empty() {
            calls.push(Call::default());
        }
        let last = calls.len() - 1;
        &mut calls[last]
    }

    /// Drops all evaluations under way. Which calls a jump has ended is not known; with nothing
    /// under way, a call too many does no harm.
    fn abandon(&mut self) {
        self.0.values_mut().flatten().for_each(|call| call.under_way.clear());
    }
}

/// The evaluations under way in one call, outermost first.
#[derive(Default)]
struct Call {
    under_way: Vec<UnderWay>,
}

struct UnderWay {
    decision: WatchedId,
    values: Values,
    expected: Position,
}

impl Call {
    /// Takes in the value of a condition; gives the evaluation that it ends.
    fn follow(
        &mut self,
        decision: WatchedId,
        shape: &Shape,
        at: Position,
        value: bool,
    ) -> Option<Evaluation> {
        let current = self.under_way.iter().rposition(|other| other.decision == decision);
        let is_first = shape.first() == Step::Condition(at);
        let mut values = match current {
            // What was under way inside, or before it came to an outcome, has been left.
            Some(index) => {
                self.under_way.truncate(index + 1);
                self.under_way.pop().filter(|last| last.expected == at && !is_first)
            }
            None => None,
        }
        .map(|last| last.values)
        .or_else(|| is_first.then(|| Values::none(shape.conditions().len())))?;
        values.set(at, value);
        match shape.next(at, value) {
            Step::Outcome(outcome) => Some(Evaluation { values, outcome }),
            Step::Condition(expected) => {
                self.under_way.push(UnderWay { decision, values, expected });
                None
            }
        }
    }
}
