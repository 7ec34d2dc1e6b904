//! Function bodies: blocks of statements that end in one terminator.

use crate::decision::DecisionTable;
use crate::expr::{Expr, Place};
use crate::ids::{BlockId, ConditionId, DecisionId, FunctionId, IdVec, LocalId, TypeId};
use crate::source::Span;

/// The code of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct Body {
    /// The blocks; execution starts at [`Body::ENTRY`].
    pub blocks: IdVec<BlockId, Block>,
    /// The decisions and their conditions.
    pub decisions: DecisionTable,
    /// The places where scopes end. What happens at one of them no statement of the user's says: a
    /// `cleanup`, or the return at the end of the function.
    pub scope_ends: Vec<Span>,
}

impl Body {
    /// The entry block: always the first. It has no predecessor.
    pub fn entry(&self) -> BlockId {
        self.blocks.ids().next().expect("a body should have a block")
    }

    /// Calls `visit` on every expression of every statement and terminator, in order, and on all
    /// within them, outermost first.
    pub fn for_each_expr<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        for block in &self.blocks {
            for statement in &block.statements {
                statement.kind.walk(visit);
            }
            block.terminator.kind.walk(visit);
        }
    }
}

/// A basic block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The statements, in order.
    pub statements: Vec<Statement>,
    /// What comes then.
    pub terminator: Terminator,
}

/// A statement with its source range.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where the user wrote it.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind {
    /// `place = value`; both have the same type, scalar or aggregate. The value is read before
    /// the place is written (they may overlap exactly).
    Assign {
        /// Where to.
        place: Place,
        /// What.
        value: Expr,
    },
    /// A call; the result, if it is wanted, goes to `dest`.
    Call {
        /// Where the result goes.
        dest: Option<Place>,
        /// What is called.
        callee: Callee,
        /// The arguments, converted to the parameter types; those past the declared parameters
        /// of a variadic function after the default promotions.
        args: Vec<Expr>,
    },
    /// The local's declaration is reached: its object exists and its value is indeterminate.
    Live(LocalId),
    /// The local's scope is left: pointers to it dangle.
    Dead(LocalId),
    /// All bytes of the place become zero (padding too): what comes before the members of an
    /// initialised aggregate are assigned.
    Zero(Place),
}

impl StatementKind {
    /// The place written, if the statement writes one.
    pub fn written_place(&self) -> Option<&Place> {
        match self {
            StatementKind::Assign { place, .. } | StatementKind::Zero(place) => Some(place),
            StatementKind::Call { dest, .. } => dest.as_ref(),
            StatementKind::Live(_) | StatementKind::Dead(_) => None,
        }
    }

    /// Calls `visit` on every expression in the statement, those within the written place too.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        if let Some(place) = self.written_place() {
            place.walk(visit);
        }
        match self {
            StatementKind::Assign { value, .. } => value.walk(visit),
            StatementKind::Call { callee, args, .. } => {
                if let Callee::Indirect(address) = callee {
                    address.walk(visit);
                }
                for arg in args {
                    arg.walk(visit);
                }
            }
            StatementKind::Live(_) | StatementKind::Dead(_) | StatementKind::Zero(_) => {}
        }
    }
}

/// What a call calls.
#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    /// A function by name.
    Direct(FunctionId),
    /// A function by address; the expression's type is a pointer to function.
    Indirect(Expr),
    /// Something the machine does itself.
    Builtin(Builtin),
}

/// Builtins with an effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// `(size, align)`: a fresh object that lives until the function returns or the stack is
    /// restored; gives its address. VLAs too.
    Alloca,
    /// Gives a mark of what `Alloca` has made so far.
    StackSave,
    /// `(mark)`: frees what `Alloca` has made since.
    StackRestore,
    /// `(address of va_list)`.
    VaStart,
    /// `(address of va_list)`: the next argument, of the type of `dest`.
    VaArg {
        /// The type asked for.
        ty: TypeId,
    },
    /// `(address of destination, address of source)`.
    VaCopy,
    /// `(address of va_list)`.
    VaEnd,
    /// `(address of jmp_buf)`: returns 0, and again when a `longjmp` comes here.
    SetJmp,
    /// `(address of jmp_buf, value)`: does not return.
    LongJmp,
    /// `__builtin_trap`: does not return.
    Trap,
    /// What other threads have done may be seen from here on: a fence, or an atomic access.
    Synchronize,
}

/// How a block ends.
#[derive(Clone, PartialEq, Debug)]
pub struct Terminator {
    /// What happens.
    pub kind: TerminatorKind,
    /// Where the user wrote it.
    pub span: Span,
}

/// What happens at the end of a block.
#[derive(Clone, PartialEq, Debug)]
pub enum TerminatorKind {
    /// To the next block.
    Goto(BlockId),
    /// One atomic condition, of any scalar type: to `then` when it compares unequal to zero.
    Branch {
        /// The condition.
        condition: Expr,
        /// The condition's entry in the decision table; none for branches that no user's
        /// decision made.
        id: Option<ConditionId>,
        /// The block when it holds.
        then: BlockId,
        /// The block when it does not.
        otherwise: BlockId,
    },
    /// A `switch` on a value of integer type, promoted.
    Switch {
        /// The value.
        value: Expr,
        /// The switch's entry in the decision table.
        id: DecisionId,
        /// The arms, in source order; no two overlap.
        arms: Vec<SwitchArm>,
        /// Where all other values go.
        default: BlockId,
        /// Where `default:` stands, if the user wrote one.
        default_span: Option<Span>,
    },
    /// GNU computed `goto *address`.
    IndirectGoto {
        /// A label's address.
        address: Expr,
        /// Every label of the function whose address is taken.
        targets: Vec<BlockId>,
    },
    /// Back to the caller. `None` in a function that returns a value: the caller must not use it.
    Return(Option<Expr>),
    /// Control cannot come here: `__builtin_unreachable()`, or the end of a call that does not
    /// return.
    Unreachable,
}

/// One `case` of a switch: a value, or a GNU range.
#[derive(Clone, PartialEq, Debug)]
pub struct SwitchArm {
    /// The lowest value, as the mathematical value in the switch's type.
    pub low: i128,
    /// The highest value.
    pub high: i128,
    /// Where it goes.
    pub target: BlockId,
    /// Where the `case` stands.
    pub span: Span,
}

impl TerminatorKind {
    /// The successors, in order: then before otherwise, arms before default. A block can come
    /// twice.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            TerminatorKind::Goto(target) => vec![*target],
            TerminatorKind::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            TerminatorKind::Switch { arms, default, .. } => {
                arms.iter().map(|arm| arm.target).chain([*default]).collect()
            }
            TerminatorKind::IndirectGoto { targets, .. } => targets.clone(),
            TerminatorKind::Return(_) | TerminatorKind::Unreachable => Vec::new(),
        }
    }

    /// Calls `visit` on every expression in the terminator.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        match self {
            TerminatorKind::Branch { condition: value, .. }
            | TerminatorKind::Switch { value, .. }
            | TerminatorKind::IndirectGoto { address: value, .. }
            | TerminatorKind::Return(Some(value)) => value.walk(visit),
            TerminatorKind::Goto(_)
            | TerminatorKind::Return(None)
            | TerminatorKind::Unreachable => {}
        }
    }

    /// Calls `visit` on every successor, for renumbering.
    pub fn for_each_successor_mut(&mut self, mut visit: impl FnMut(&mut BlockId)) {
        match self {
            TerminatorKind::Goto(target) => visit(target),
            TerminatorKind::Branch { then, otherwise, .. } => {
                visit(then);
                visit(otherwise);
            }
            TerminatorKind::Switch { arms, default, .. } => {
                arms.iter_mut().for_each(|arm| visit(&mut arm.target));
                visit(default);
            }
            TerminatorKind::IndirectGoto { targets, .. } => targets.iter_mut().for_each(visit),
            TerminatorKind::Return(_) | TerminatorKind::Unreachable => {}
        }
    }
}
