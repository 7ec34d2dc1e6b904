//! A word gone along, letter by letter.

use super::condition::{Cause, End, Head, Kind, Occurrence, Path, PathCondition, Step, Variable};
use super::instances::Instances;
use super::places::Loose;
use crate::prove::Task;
use crate::target::Start;
use clew_ir::{Body, Expr, FunctionId, Place, Position, StatementKind};
use clew_logic::{TermId, TermPool};
use clew_symbolic::Letter;
use clew_symbolic::meaning::{
    Call, Called, Departure, Effect, Havoc, Leaving, Meaning, Named, Next, Passed, Returned, Rules,
    Store, is_assumption,
};
use std::rc::Rc;

/// More constraints than this are not for explaining.
const MOST: usize = 20_000;

/// A function under way.
struct Activation {
    position: Position,
    /// The call that the function waits for.
    call: Option<Call>,
}

/// A path on the way.
pub(super) struct Replay<'p, 'w> {
    pool: &'w mut TermPool,
    task: Task<'p>,
    letters: &'w [Letter],
    end: End<'w>,
    /// The next letter.
    next: usize,
    store: Instances<'p>,
    activations: Vec<Activation>,
    calls: Rc<[Position]>,
    occurrences: Vec<Occurrence>,
}

impl<'p, 'w> Replay<'p, 'w> {
    pub(super) fn new(
        pool: &'w mut TermPool,
        task: Task<'p>,
        path: Path<'w>,
        rules: Rules,
    ) -> Result<Self, Cause> {
        let function = task.start.function();
        let starts = |letter: &Letter| *letter == Letter::Call { site: None, callee: function };
        let start = path.letters.iter().position(starts).ok_or(Cause::NoStart)?;
        let store = Instances::new(pool, task.program, function, rules);
        let position = Position::entry(function);
        let mut replay = Self {
            pool,
            task,
            letters: path.letters,
            end: path.end,
            next: start + 1,
            store,
            activations: vec![Activation { position, call: None }],
            calls: Rc::new([]),
            occurrences: Vec::new(),
        };
        replay.enter_program();
        Ok(replay)
    }

    /// A path from the head of a loop, and the constraints that its clauses are.
    pub(super) fn from_head(
        pool: &'w mut TermPool,
        task: Task<'p>,
        head: Head<'_>,
        path: Path<'w>,
        rules: Rules,
    ) -> Result<(Self, Vec<Vec<TermId>>), Cause> {
        let functions = head.calls.iter().chain([&head.at]).map(|it| it.function);
        let first = functions.clone().next().ok_or(Cause::NoStart)?;
        let mut replay = Self {
            store: Instances::new(pool, task.program, first, rules),
            pool,
            task,
            letters: path.letters,
            end: path.end,
            next: 0,
            activations: Vec::new(),
            calls: head.calls.into(),
            occurrences: Vec::new(),
        };
        for (at, position) in head.calls.iter().chain([&head.at]).enumerate() {
            if at > 0 {
                replay.store.push_frame(position.function);
            }
            replay.activations.push(Activation { position: *position, call: None });
            replay.expect_call();
        }
        replay.occur(Step::Entry, Loose::default());
        let mut clauses = Vec::with_capacity(head.clauses.len());
        for clause in head.clauses {
            let before = replay.store.tagged.len();
            replay.assume(clause, Kind::Entry);
            let added = replay.store.tagged[before..].iter().map(|it| it.constraint);
            clauses.push(added.collect());
        }
        Ok((replay, clauses))
    }

    /// A call under way was made before: what matters of it is where its result goes.
    fn expect_call(&mut self) {
        let position = self.position();
        let statements = &self.body().blocks[position.block].statements;
        let Some(statement) = statements.get(position.statement as usize) else { return };
        if let Next::Call(call) = self.meaning().statement(statement).next
            && let Some(activation) = self.activations.last_mut()
        {
            activation.call = Some(call);
        }
    }

    /// The virtual statement at the entry: what is known of inputs.
    fn enter_program(&mut self) {
        self.occur(Step::Entry, Loose::default());
        self.store.assume_outside(self.pool);
        if let Start::Program(_) = self.task.start {
            self.store.initialise(self.pool, self.task.initial());
        }
        for (_, assumed) in self.task.assumes {
            self.assume(assumed, Kind::Entry);
        }
    }

    fn assume(&mut self, predicate: &Expr, kind: Kind) {
        let found = self.meaning().predicate(predicate);
        for obligation in found.defined {
            self.store.constrain(self.pool, kind, obligation.holds);
        }
        self.store.constrain(self.pool, kind, found.holds);
    }

    pub(super) fn run(mut self) -> Result<PathCondition, Cause> {
        while !self.is_done() {
            let position = self.position();
            match position.statement_in(self.body()) {
                Some(_) => self.statement()?,
                None => self.terminator()?,
            }
            if self.store.tagged.len() > MOST {
                return Err(Cause::TooLong);
            }
        }
        let mut end = None;
        if let End::At(_, Some(predicate)) = self.end {
            self.occur(Step::End, Loose::default());
            self.assume(predicate, Kind::Guard);
            end = Some(predicate.clone());
        }
        let mut tagged = self.store.tagged;
        // What memory holds is found out late, and tagged with what wrote it.
        tagged.sort_by_key(|tagged| tagged.index);
        Ok(PathCondition { occurrences: self.occurrences, tagged, end })
    }

    fn is_done(&self) -> bool {
        self.next == self.letters.len()
            && match self.end {
                End::Letters => true,
                End::At(position, _) => self.position() == position,
            }
    }

    fn position(&self) -> Position {
        self.activations.last().expect("a path should be in a function").position
    }

    fn body(&self) -> &'p Body {
        let body = &self.task.program.functions[self.position().function].body;
        body.as_ref().expect("a path should be in a function with a body")
    }

    fn step(&mut self) {
        let activation = self.activations.last_mut().expect("a path should be in a function");
        activation.position.statement += 1;
    }

    fn stray(&self) -> Cause {
        Cause::Stray(self.next)
    }

    fn meaning(&mut self) -> Meaning<'_> {
        let function = self.position().function;
        Meaning::new(self.task.program, function, self.pool, &mut self.store)
    }

    /// Something occurs where the path stands.
    fn occur(&mut self, step: Step, loose: Loose) {
        let at = self.position();
        let here = self.activations.len() - 1;
        let is_under_way = |it: &Activation| it.position.function == at.function;
        let index = self.occurrences.len();
        self.occurrences.push(Occurrence {
            at,
            calls: self.calls.clone(),
            frame: self.store.frame_number(),
            letters: self.next,
            step,
            is_recursive: self.activations[..here].iter().any(is_under_way),
        });
        self.store.begin(index, loose);
    }

    fn statement(&mut self) -> Result<(), Cause> {
        let position = self.position();
        let program = self.task.program;
        let statement = &self.body().blocks[position.block].statements[position.statement as usize];
        let function = &program.functions[position.function];
        let loose = Loose::of(program, function, statement.kind.written_place(), |visit| {
            statement.kind.walk(&mut |expr| visit(expr));
        });
        let entered = match self.letters.get(self.next) {
            Some(Letter::Call { site: Some(site), callee }) if *site == position => Some(*callee),
            _ => None,
        };
        self.occur(entered.map_or(Step::Statement, Step::Call), loose);
        let mut effect = self.meaning().statement(statement);
        let next = std::mem::take(&mut effect.next);
        self.store.apply(self.pool, &effect);
        match next {
            Next::Continue => self.step(),
            Next::Jump => return Err(Cause::Jump),
            Next::Never => return Err(self.stray()),
            Next::Call(call) => self.call(call, entered)?,
        }
        Ok(())
    }

    fn call(&mut self, call: Call, entered: Option<FunctionId>) -> Result<(), Cause> {
        let (callee, arguments) = (call.callee, call.arguments.clone());
        let activation = self.activations.last_mut().expect("a path should be in a function");
        activation.call = Some(call);
        match (callee, entered) {
            (Called::Defined(function), Some(entered)) if function == entered => {
                self.enter(entered, &arguments)
            }
            (Called::Computed(address), Some(entered)) => {
                let wanted = self.store.address(self.pool, Named::Function(entered));
                let guard = self.pool.eq(address, wanted);
                self.store.constrain(self.pool, Kind::Guard, guard);
                self.enter(entered, &arguments)
            }
            (Called::Defined(_) | Called::Undefined(_), Some(_)) => Err(self.stray()),
            (Called::Undefined(function), None) => {
                let name = &self.task.program.functions[function].name;
                if let (true, Some(Passed::Scalar(_, value))) =
                    (is_assumption(name), arguments.first())
                {
                    let holds = self.pool.is_nonzero(*value);
                    self.store.constrain(self.pool, Kind::Guard, holds);
                }
                self.leave_call(Returned::Unknown);
                Ok(())
            }
            // What is not followed may do anything.
            (Called::Defined(_) | Called::Computed(_), None) => {
                self.store.forget(self.pool, Havoc::Escaped);
                self.leave_call(Returned::Unknown);
                Ok(())
            }
        }
    }

    fn enter(&mut self, function: FunctionId, arguments: &[Passed]) -> Result<(), Cause> {
        if self.task.program.functions[function].body.is_err() {
            return Err(self.stray());
        }
        self.next += 1;
        self.calls = self.calls.iter().copied().chain([self.position()]).collect();
        self.store.push_frame(function);
        self.activations.push(Activation { position: Position::entry(function), call: None });
        let effect = self.meaning().entry(arguments);
        self.store.apply(self.pool, &effect);
        Ok(())
    }

    fn terminator(&mut self) -> Result<(), Cause> {
        let position = self.position();
        let program = self.task.program;
        let terminator = &self.body().blocks[position.block].terminator;
        let function = &program.functions[position.function];
        let loose = Loose::of(program, function, None, |visit| {
            terminator.kind.walk(&mut |expr| visit(expr));
        });
        let arm = match self.letters.get(self.next) {
            Some(Letter::Edge { from, arm, .. }) if *from == position => Some(*arm),
            Some(Letter::Return { from }) if *from == position => None,
            Some(Letter::Jump { .. }) => return Err(Cause::Jump),
            _ => return Err(self.stray()),
        };
        self.occur(arm.map_or(Step::Return, Step::Edge), loose);
        let leaving = self.meaning().terminator(terminator);
        let Leaving { departure, defined, arbitrary } = leaving;
        self.store.apply(self.pool, &Effect { defined, arbitrary, ..Effect::default() });
        match (departure, arm) {
            (Departure::Edges(edges), Some(arm)) => {
                let edge = edges.iter().find(|edge| edge.index == arm).ok_or(self.stray())?;
                self.store.constrain(self.pool, Kind::Guard, edge.guard);
                let activation = self.activations.last_mut().ok_or(Cause::NoStart)?;
                activation.position.block = edge.target;
                activation.position.statement = 0;
                self.next += 1;
                Ok(())
            }
            (Departure::Return(returned), None) => self.leave(returned),
            (Departure::Edges(_) | Departure::Return(_) | Departure::Unreachable, _) => {
                Err(self.stray())
            }
        }
    }

    /// Back to the caller.
    fn leave(&mut self, returned: Returned) -> Result<(), Cause> {
        self.next += 1;
        if self.activations.len() == 1 {
            // Behind the end there is nothing.
            return if self.next == self.letters.len() { Ok(()) } else { Err(self.stray()) };
        }
        let returned = match returned {
            Returned::Scalar(scalar, value) => Returned::Scalar(scalar, self.result(value)),
            Returned::Nothing | Returned::Record { .. } | Returned::Unknown => returned,
        };
        self.activations.pop();
        self.store.pop_frame();
        self.calls = self.calls[..self.calls.len() - 1].into();
        self.occur(Step::Result, self.loose_result());
        self.leave_call(returned);
        Ok(())
    }

    /// The instance of what a function returns.
    fn result(&mut self, value: TermId) -> TermId {
        let function = self.position().function;
        let variable = Variable::Result { frame: self.store.frame_number(), function };
        let name = format!("{}()", self.task.program.functions[function].name);
        self.store.define(self.pool, variable, &name, value)
    }

    fn loose_result(&self) -> Loose {
        let program = self.task.program;
        let function = &program.functions[self.position().function];
        let dest = self.dest();
        Loose::of(program, function, dest, |visit| {
            if let Some(place) = dest {
                place.walk(&mut |expr| visit(expr));
            }
        })
    }

    /// Gives the result to the call that waits for it.
    fn leave_call(&mut self, returned: Returned) {
        let activation = self.activations.last_mut().expect("a path should be in a function");
        let call = activation.call.take().expect("a caller should wait for its call");
        let dest = self.dest();
        let effect = self.meaning().returned(dest, &call, returned);
        self.store.apply(self.pool, &effect);
        self.step();
    }

    /// Where the result of the call goes that the path stands at.
    fn dest(&self) -> Option<&'p Place> {
        let position = self.position();
        match position.statement_in(self.body()) {
            Some(StatementKind::Call { dest, .. }) => dest.as_ref(),
            _ => None,
        }
    }
}
