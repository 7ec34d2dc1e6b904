//! A path forward through a function and what it calls, edge by edge.

use super::call::is_assumption;
use super::effect::{Call, Called, Departure, Edge, Leaving, Next, Passed, Returned};
use super::store::{Named, Store};
use super::symbolic_store::{Origin, Rules, Style, SymbolicStore};
use super::{Effect, Meaning};
use clew_ir::{Body, Expr, FunctionId, GlobalId, Place, Position, Program, Scalar, StatementKind};
use clew_logic::{TermId, TermPool};

/// A function under way.
#[derive(Clone, PartialEq, Debug)]
struct Activation {
    position: Position,
    /// The call that the function waits for.
    call: Option<Call>,
}

/// A path: a store and where it stands.
#[derive(Clone, Debug)]
pub struct Walk<'p> {
    program: &'p Program,
    store: SymbolicStore<'p>,
    activations: Vec<Activation>,
}

/// Why a walk pauses.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// At the end of a block with these ways out: [`Walk::take`] says which.
    Choice(Vec<Edge>),
    /// At a call of a function by address: [`Walk::enter`] says which.
    Computed,
    /// The function has returned.
    Returned(Returned),
    /// The path ends here: by a jump to a `setjmp`, a trap, or where control is said not to come.
    Stopped,
}

/// Why a walk pauses that goes on point by point.
#[derive(Clone, PartialEq, Debug)]
pub enum Pause {
    /// Before the position that was asked for.
    At,
    /// At the end of a block with these ways out: [`Walk::take`] says which.
    Edges(Vec<Edge>),
    /// A function was entered, and the walk stands at its start.
    Entered,
    /// A function has returned, and the walk stands behind its call.
    Returned,
    /// The path ends here.
    Ended,
}

impl<'p> Walk<'p> {
    /// A walk from the entry of a function whose arguments can be anything.
    pub fn new(
        pool: &mut TermPool,
        program: &'p Program,
        function: FunctionId,
        style: Style,
        rules: Rules,
    ) -> Self {
        let mut store = SymbolicStore::new(pool, program, function, style, rules);
        let position = Position::entry(function);
        store.assume_outside(pool, position);
        Self { program, store, activations: vec![Activation { position, call: None }] }
    }

    /// The state.
    pub fn store(&self) -> &SymbolicStore<'p> {
        &self.store
    }

    /// Where the walk stands.
    pub fn position(&self) -> Position {
        self.activations.last().expect("a walk should be in a function").position
    }

    /// Goes on as long as there is only one way.
    pub fn run(&mut self, pool: &mut TermPool) -> Outcome {
        loop {
            let pause =
                if self.is_at_terminator() { self.terminator(pool) } else { self.statement(pool) };
            if let Some(outcome) = pause {
                return outcome;
            }
        }
    }

    /// Says that globals have their initial values: executions start here.
    pub fn initialise(&mut self, pool: &mut TermPool, globals: impl IntoIterator<Item = GlobalId>) {
        for global in globals {
            self.store.put_initial(pool, global);
        }
    }

    /// The call statements under way, outermost first.
    pub fn calls(&self) -> Vec<Position> {
        let outer = self.activations.len() - 1;
        self.activations[..outer].iter().map(|activation| activation.position).collect()
    }

    /// Goes on to the end of the block, into a function that is called and `enters` says so, or out
    /// of one, but not past where it `stops`. A function that is not entered may do anything; what it was is
    /// told by `skipped`.
    pub fn advance(
        &mut self,
        pool: &mut TermPool,
        stops: &dyn Fn(Position) -> bool,
        enters: &dyn Fn(FunctionId) -> bool,
        skipped: &mut Vec<u32>,
    ) -> Pause {
        loop {
            let position = self.position();
            if stops(position) {
                return Pause::At;
            }
            if self.is_at_terminator() {
                return self.depart(pool);
            }
            let statement =
                &self.body().blocks[position.block].statements[position.statement as usize];
            let mut effect = self.meaning(pool, position.function).statement(statement);
            let next = std::mem::take(&mut effect.next);
            self.store.apply(pool, position, &effect);
            match next {
                Next::Continue => self.step(),
                Next::Jump | Next::Never => return Pause::Ended,
                Next::Call(call) => {
                    let callee = call.callee;
                    self.expect_result(call);
                    match callee {
                        Called::Defined(function) if enters(function) => {
                            self.push(pool, function);
                            return Pause::Entered;
                        }
                        Called::Defined(_) => {
                            skipped.push(position.statement);
                            self.skip(pool);
                        }
                        Called::Computed(_) => self.skip(pool),
                        Called::Undefined(function) => {
                            self.assume_argument(pool, function);
                            self.leave_call(pool, Returned::Unknown);
                        }
                    }
                }
            }
        }
    }

    /// Goes on only where the argument is not zero, if the function that is called asks for that.
    fn assume_argument(&mut self, pool: &mut TermPool, function: FunctionId) {
        let position = self.position();
        let call = self.activations.last().and_then(|activation| activation.call.as_ref());
        let argument = call.and_then(|call| call.arguments.first());
        if let Some(Passed::Scalar(Scalar::Int { .. }, value)) = argument
            && is_assumption(&self.program.functions[function].name)
        {
            let zero = pool.bv(pool.width(*value), 0);
            let is_zero = pool.eq(*value, zero);
            let holds = pool.not(is_zero);
            self.store.constrain(position, Origin::Guard, holds);
        }
    }

    /// The function that is called may do anything.
    fn skip(&mut self, pool: &mut TermPool) {
        self.store.forget(pool, super::Havoc::Escaped);
        self.leave_call(pool, Returned::Unknown);
    }

    fn depart(&mut self, pool: &mut TermPool) -> Pause {
        let position = self.position();
        let terminator = &self.body().blocks[position.block].terminator;
        let leaving = self.meaning(pool, position.function).terminator(terminator);
        let Leaving { departure, defined, arbitrary } = leaving;
        self.store.apply(pool, position, &Effect { defined, arbitrary, ..Effect::default() });
        match departure {
            Departure::Edges(edges) => Pause::Edges(edges),
            Departure::Return(returned) => match self.leave(pool, returned) {
                None => Pause::Returned,
                Some(_) => Pause::Ended,
            },
            Departure::Unreachable => Pause::Ended,
        }
    }

    /// Whether a predicate holds here: it has a value, which is not zero.
    pub fn holds(&mut self, pool: &mut TermPool, predicate: &Expr) -> TermId {
        self.holds_in(pool, self.activations.len() - 1, predicate)
    }

    /// The same for a predicate about a function under way, the outermost being 0.
    pub fn holds_in(&mut self, pool: &mut TermPool, depth: usize, predicate: &Expr) -> TermId {
        self.store.holds_in(pool, depth, predicate)
    }

    /// The value of a scalar expression about a function under way, and when it has one.
    pub fn value_in(&mut self, pool: &mut TermPool, depth: usize, expr: &Expr) -> (TermId, TermId) {
        let function = self.activations[depth].position.function;
        let inner = self.store.set_aside(depth + 1);
        let (value, defined) = self.meaning(pool, function).value_aside(expr);
        self.store.put_back(inner);
        let defined: Vec<TermId> = defined.iter().map(|it| it.holds).collect();
        (value, pool.and_all(defined))
    }

    /// Goes on only where this holds.
    pub fn assume_term(&mut self, holds: TermId) {
        let position = self.position();
        self.store.constrain(position, Origin::Guard, holds);
    }

    /// Goes on only where a predicate holds.
    pub fn assume(&mut self, pool: &mut TermPool, predicate: &Expr) {
        let holds = self.holds(pool, predicate);
        let position = self.position();
        self.store.constrain(position, Origin::Guard, holds);
    }

    /// Gives a value to every variable of the functions under way: walks that part from here agree on what
    /// they did not change, and can be joined.
    pub fn name_all(&mut self, pool: &mut TermPool) {
        self.store.name_all(pool);
    }

    /// Walks that stand at one point, with the same calls under way, as one; none where they differ in what
    /// cannot be chosen.
    pub fn join(pool: &mut TermPool, walks: &[Self]) -> Option<Self> {
        let (first, others) = walks.split_first()?;
        if others.iter().any(|it| it.activations != first.activations) {
            return None;
        }
        let stores: Vec<&SymbolicStore<'p>> = walks.iter().map(|it| &it.store).collect();
        let store = SymbolicStore::join(pool, first.position(), &stores)?;
        Some(Self { program: first.program, store, activations: first.activations.clone() })
    }

    /// Forgets all but where the walk stands: any state in which control may come here.
    pub fn forget(&mut self, pool: &mut TermPool) {
        self.store.forget_all(pool);
    }

    fn expect_result(&mut self, call: Call) {
        let activation = self.activations.last_mut().expect("a walk should be in a function");
        activation.call = Some(call);
    }

    fn body(&self) -> &'p Body {
        let program = self.program;
        let body = &program.functions[self.position().function].body;
        body.as_ref().expect("a walk should be in a function with a body")
    }

    fn is_at_terminator(&self) -> bool {
        let position = self.position();
        self.body().blocks[position.block].statements.len() == position.statement as usize
    }

    fn statement(&mut self, pool: &mut TermPool) -> Option<Outcome> {
        let position = self.position();
        let statement = &self.body().blocks[position.block].statements[position.statement as usize];
        let mut effect = self.meaning(pool, position.function).statement(statement);
        let next = std::mem::take(&mut effect.next);
        self.store.apply(pool, position, &effect);
        match next {
            Next::Continue => {
                self.step();
                None
            }
            Next::Call(call) => self.call(pool, call),
            Next::Jump | Next::Never => Some(Outcome::Stopped),
        }
    }

    fn call(&mut self, pool: &mut TermPool, call: Call) -> Option<Outcome> {
        let callee = call.callee;
        self.expect_result(call);
        match callee {
            Called::Defined(function) => {
                self.push(pool, function);
                None
            }
            Called::Undefined(_) => {
                self.leave_call(pool, Returned::Unknown);
                None
            }
            Called::Computed(_) => Some(Outcome::Computed),
        }
    }

    /// Goes into the function that a computed call is taken to call: its address is the one.
    ///
    /// # Panics
    /// When the walk does not stand at such a call.
    pub fn enter(&mut self, pool: &mut TermPool, function: FunctionId) {
        let position = self.position();
        let call = self.activations.last().and_then(|activation| activation.call.as_ref());
        let Some(Called::Computed(address)) = call.map(|call| call.callee) else {
            panic!("a walk should stand at a computed call");
        };
        let wanted = self.store.address(pool, Named::Function(function));
        let guard = pool.eq(address, wanted);
        self.store.constrain(position, Origin::Guard, guard);
        match self.program.functions[function].body {
            Ok(_) => self.push(pool, function),
            Err(_) => {
                self.store.forget(pool, super::Havoc::Escaped);
                self.leave_call(pool, Returned::Unknown);
            }
        }
    }

    fn push(&mut self, pool: &mut TermPool, function: FunctionId) {
        let position = self.position();
        let call = self.activations.last().and_then(|activation| activation.call.clone());
        let arguments = call.map_or(Vec::new(), |call| call.arguments);
        self.store.push_frame(function);
        let effect = self.meaning(pool, function).entry(&arguments);
        self.store.apply(pool, position, &effect);
        self.activations.push(Activation { position: Position::entry(function), call: None });
    }

    fn terminator(&mut self, pool: &mut TermPool) -> Option<Outcome> {
        let position = self.position();
        let terminator = &self.body().blocks[position.block].terminator;
        let leaving = self.meaning(pool, position.function).terminator(terminator);
        let Leaving { departure, defined, arbitrary } = leaving;
        self.store.apply(pool, position, &Effect { defined, arbitrary, ..Effect::default() });
        match departure {
            Departure::Edges(edges) if edges.len() == 1 => {
                self.take(edges[0]);
                None
            }
            Departure::Edges(edges) => Some(Outcome::Choice(edges)),
            Departure::Return(returned) => self.leave(pool, returned),
            Departure::Unreachable => Some(Outcome::Stopped),
        }
    }

    /// Takes one of the ways that [`Outcome::Choice`] told.
    pub fn take(&mut self, edge: Edge) {
        let position = self.position();
        self.store.constrain(position, Origin::Guard, edge.guard);
        let activation = self.activations.last_mut().expect("a walk should be in a function");
        activation.position.block = edge.target;
        activation.position.statement = 0;
    }

    /// Back to the caller, if there is one.
    fn leave(&mut self, pool: &mut TermPool, returned: Returned) -> Option<Outcome> {
        if self.activations.len() == 1 {
            return Some(Outcome::Returned(returned));
        }
        self.activations.pop();
        self.store.pop_frame();
        self.leave_call(pool, returned);
        None
    }

    /// Gives the result to the call that waits for it.
    fn leave_call(&mut self, pool: &mut TermPool, returned: Returned) {
        let position = self.position();
        let activation = self.activations.last_mut().expect("a walk should be in a function");
        let call = activation.call.take().expect("a caller should wait for its call");
        let dest = self.dest();
        let effect = self.meaning(pool, position.function).returned(dest, &call, returned);
        self.store.apply(pool, position, &effect);
        self.step();
    }

    /// Where the result of the call goes that the walk stands at.
    fn dest(&self) -> Option<&'p Place> {
        let position = self.position();
        let statement = &self.body().blocks[position.block].statements[position.statement as usize];
        match &statement.kind {
            StatementKind::Call { dest, .. } => dest.as_ref(),
            StatementKind::Assign { .. }
            | StatementKind::Live(_)
            | StatementKind::Dead(_)
            | StatementKind::Zero(_) => None,
        }
    }

    fn step(&mut self) {
        let activation = self.activations.last_mut().expect("a walk should be in a function");
        activation.position.statement += 1;
    }

    fn meaning<'m>(&'m mut self, pool: &'m mut TermPool, function: FunctionId) -> Meaning<'m> {
        Meaning::new(self.program, function, pool, &mut self.store)
    }
}
