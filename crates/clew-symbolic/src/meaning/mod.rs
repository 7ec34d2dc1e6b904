//! The one meaning of the program model on terms: which relation over a store each statement,
//! terminator, call and return is.
//!
//! A meaning is data, an [`Effect`], not an action: a prover goes forward with it (new instances of
//! variables and memory), backward (substitution in a precondition), or evaluates it on constants.
//! What expressions read is asked of a [`Store`]; the terms have the exact widths of their types.
//!
//! - `value`: expressions; `place`: where places are; `bytes`: what a write leaves in memory.
//! - `statement`, `call`, `builtin`, `terminator`: one kind of thing each.
//! - `frame`, `symbolic_store`, `walk`: the forward use, with constraints by position; `join`: paths as one.
//! - `audit`: the check against the machine, statement by statement.
//!
//! **Invariant.** If a run goes on after a statement, the states before and after it are in the
//! statement's relation: the writes hold the values, what is arbitrary holds something, and nothing
//! else has changed. What has no term is arbitrary and told as such, never approximated.

mod audit;
mod builtin;
mod bytes;
mod call;
mod effect;
mod frame;
mod join;
mod place;
mod statement;
mod store;
mod symbolic_store;
mod terminator;
mod value;
mod walk;

pub use audit::{Audit, AuditReport, Disagreement};
pub use call::is_assumption;
pub use effect::{
    Arbitrary, Base, Call, Called, Danger, Departure, Edge, Effect, Havoc, Leaving, Lifetime,
    Location, Next, Obligation, Passed, Predicate, Returned, Stored, Target, Write,
};
pub use store::{Named, Store, scalar_width};
pub use symbolic_store::{Constraint, Origin, Rules, Style, SymbolicStore};
pub use walk::{Outcome, Pause, Walk};

use clew_ir::{Function, FunctionId, LocalId, Program, Scalar, Span, TypeId};
use clew_logic::{TermId, TermPool};

/// The meaning of one function's statements over a store that stands in the function's frame.
///
/// Each question takes the meaning anew: what evaluation finds on the way (obligations, arbitrary
/// values) belongs to the statement asked for.
pub struct Meaning<'m> {
    program: &'m Program,
    id: FunctionId,
    function: &'m Function,
    pool: &'m mut TermPool,
    store: &'m mut dyn Store,
    /// Where the code being evaluated stands.
    span: Span,
    found: Effect,
}

impl<'m> Meaning<'m> {
    /// The meaning of a function's code, over a store that stands in a frame of it.
    pub fn new(
        program: &'m Program,
        function: FunctionId,
        pool: &'m mut TermPool,
        store: &'m mut dyn Store,
    ) -> Self {
        Self {
            program,
            id: function,
            function: &program.functions[function],
            pool,
            store,
            span: Span::NONE,
            found: Effect::default(),
        }
    }

    /// What was found so far, for the statement that ends here.
    fn finish(&mut self) -> Effect {
        std::mem::take(&mut self.found)
    }

    /// An arbitrary value, and why it is one.
    fn arbitrary(&mut self, width: u32, why: Arbitrary) -> TermId {
        self.found.arbitrary.push(why);
        self.store.arbitrary(self.pool, width, why)
    }

    /// Notes a condition without which the program has no defined behaviour.
    fn must_hold(&mut self, danger: Danger, holds: TermId) {
        if holds != TermPool::TRUE {
            self.found.defined.push(Obligation { danger, holds, span: self.span });
        }
    }

    /// Runs `body` for code that stands at `span`.
    fn at<R>(&mut self, span: Span, body: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.span;
        if span.file.is_some() {
            self.span = span;
        }
        let result = body(self);
        self.span = before;
        result
    }

    fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        self.program.types.scalar(ty)
    }

    /// The type of a local that is a variable: a scalar without an address.
    fn variable(&self, local: LocalId) -> Option<Scalar> {
        variable(self.program, self.function, local)
    }

    fn address_constant(&mut self, value: u64) -> TermId {
        self.pool.bv(ADDRESS, value.into())
    }
}

/// The width of an address.
const ADDRESS: u32 = 64;

/// The type of a local that is a *variable* of the store: a scalar whose address nobody takes. All
/// other locals are objects in memory.
pub fn variable(program: &Program, function: &Function, local: LocalId) -> Option<Scalar> {
    let local = &function.locals[local];
    program.types.scalar(local.ty).filter(|_| !local.is_address_taken)
}
