//! Orders of evaluation that C leaves open.
//!
//! Operands and arguments are evaluated in any order (C11 6.5p3, 6.5.2.2p10); the code of the model has
//! the order of one compiler. Where a call in one operand may touch what another operand touches, what
//! the function does depends on how it is compiled ([`crate::FunctionFacts::unprovable`]). Accesses that no
//! call makes need no such care: where they meet, C leaves the whole undefined.

use crate::call_graph::CallGraph;
use crate::effects::{Effects, Locations, ProgramEffects, address_taken_globals};
use crate::ids::{FunctionId, GlobalId, IdVec};
use crate::points_to::library::{self, Touched};
use crate::program::{Linkage, Program};
use crate::source::Span;
use crate::unprovable::{Cause, Unprovable};
use std::collections::BTreeSet;

/// What evaluating an operand touches. Locals whose address is known are memory, too; the others are
/// touched by accesses that are written in the operand alone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Operand {
    /// By its own accesses.
    pub own: Effects,
    /// Whether one of these reads memory that `errno` may be.
    pub may_read_errno: bool,
    /// By statements in it, which are in order among themselves as those of a function are.
    pub within: Effects,
    /// The functions called by name.
    pub calls: BTreeSet<FunctionId>,
    /// Whether a function is called that is not named, or an atomic operation orders memory.
    pub calls_unknown: bool,
}

impl Operand {
    /// Whether code runs in it that is in some order, which nothing says, to the other operand.
    pub fn is_call_like(&self) -> bool {
        self.calls_unknown || !self.calls.is_empty() || self.within != Effects::default()
    }
}

/// Two operands of a function that are evaluated in either order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenOrder {
    /// The function whose code has the operands.
    pub function: FunctionId,
    /// Where they stand.
    pub span: Span,
    /// The operands.
    pub operands: [Operand; 2],
}

/// Notes which functions depend on the order of operands.
pub fn note_open_orders(program: &mut Program, orders: &[OpenOrder]) {
    if orders.is_empty() {
        return;
    }
    let judge = Judge::new(program);
    let open: Vec<&OpenOrder> = orders.iter().filter(|order| judge.matters(order)).collect();
    for order in open {
        let facts = &mut program.functions[order.function].facts;
        facts.refuse(Unprovable::new(Cause::Order, order.span));
    }
}

/// Whether one writes a local that the other touches.
fn share_local(one: &Effects, other: &Effects) -> bool {
    let meet = |a: &Locations, b: &Locations| !a.locals.is_disjoint(&b.locals);
    meet(&one.writes, &other.writes)
        || meet(&one.writes, &other.reads)
        || meet(&one.reads, &other.writes)
}

/// What a piece of code that runs as a whole may touch.
struct Reach {
    effects: Effects,
    sets_errno: bool,
    /// Whether nothing is taken for known of it. Two such pieces are the same in either order.
    is_unknown: bool,
}

struct Judge<'p> {
    program: &'p Program,
    effects: ProgramEffects,
    is_address_taken: IdVec<GlobalId, bool>,
}

impl<'p> Judge<'p> {
    fn new(program: &'p Program) -> Self {
        let calls = CallGraph::new(program);
        let effects = ProgramEffects::new(program, &calls);
        Self { program, effects, is_address_taken: address_taken_globals(program) }
    }

    fn matters(&self, order: &OpenOrder) -> bool {
        let [left, right] = &order.operands;
        let (by_left, by_right) = (self.reaches(left), self.reaches(right));
        let meets_own = |reaches: &[Reach], operand: &Operand| {
            reaches.iter().any(|it| {
                self.meet(&it.effects, &operand.own) || (it.sets_errno && operand.may_read_errno)
            })
        };
        let meets_other = by_left.iter().any(|one| {
            let mut others = by_right.iter().filter(|it| !(it.is_unknown && one.is_unknown));
            others.any(|other| self.meet(&one.effects, &other.effects))
        });
        // Statements in an operand are run as a whole, as a function is, and see locals besides.
        let meets_locals = share_local(&left.within, &right.own)
            || share_local(&left.within, &right.within)
            || share_local(&left.own, &right.within);
        meets_locals || meets_other || meets_own(&by_left, right) || meets_own(&by_right, left)
    }

    /// What the code that an operand runs may touch.
    fn reaches(&self, operand: &Operand) -> Vec<Reach> {
        let mut reaches: Vec<Reach> = operand.calls.iter().map(|id| self.called(*id)).collect();
        if operand.calls_unknown {
            reaches.push(self.unknown());
        }
        if operand.within != Effects::default() {
            let effects = operand.within.clone();
            reaches.push(Reach { effects, sets_errno: false, is_unknown: false });
        }
        reaches
    }

    /// Code of which nothing is known.
    fn unknown(&self) -> Reach {
        let globals = self.program.globals.ids().collect();
        let all = Locations { locals: BTreeSet::new(), globals, memory: true };
        let effects = Effects { reads: all.clone(), writes: all };
        Reach { effects, sets_errno: true, is_unknown: true }
    }

    fn called(&self, id: FunctionId) -> Reach {
        let function = &self.program.functions[id];
        if let Some(Touched { reads, writes, errno }) = library::touched(function) {
            let mut effects = Effects::default();
            (effects.reads.memory, effects.writes.memory) = (reads, writes);
            return Reach { effects, sets_errno: errno, is_unknown: false };
        }
        if function.facts.is_opaque() {
            return self.unknown();
        }
        let effects = self.effects.function(id).clone();
        let is_unknown = function.body.is_err();
        Reach { effects, sets_errno: is_unknown, is_unknown }
    }

    /// Whether one may write what the other touches.
    fn meet(&self, one: &Effects, other: &Effects) -> bool {
        self.overlap(&one.writes, &other.reads)
            || self.overlap(&one.writes, &other.writes)
            || self.overlap(&one.reads, &other.writes)
    }

    fn overlap(&self, one: &Locations, other: &Locations) -> bool {
        let by_pointer = |memory: bool, named: &Locations| {
            memory && named.globals.iter().any(|global| self.is_pointed_to(*global))
        };
        let is_written = |global: &&GlobalId| !self.program.globals[**global].is_const;
        one.globals.intersection(&other.globals).any(|global| is_written(&global))
            || (one.memory && other.memory)
            || by_pointer(one.memory, other)
            || by_pointer(other.memory, one)
    }

    /// Whether a pointer may lead to an object that can be written.
    fn is_pointed_to(&self, global: GlobalId) -> bool {
        let object = &self.program.globals[global];
        let is_visible = matches!(object.linkage, Linkage::External | Linkage::Weak);
        !object.is_const && (is_visible || self.is_address_taken[global])
    }
}
