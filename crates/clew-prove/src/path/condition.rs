//! Path conditions without substitution (paper, 3.1.1).

use super::replay::Replay;
use crate::prove::Task;
use clew_ir::{Expr, FunctionId, GlobalId, LocalId, Position};
use clew_logic::{TermId, TermPool};
use clew_symbolic::Letter;
use clew_symbolic::meaning::{Danger, Rules};
use std::fmt;
use std::rc::Rc;

/// A way through the program.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    /// Its letters, from the call of the function where executions start on; what stands before that
    /// is left out. The last one may be an edge that no run took.
    pub letters: &'a [Letter],
    /// What comes behind the last letter.
    pub end: End<'a>,
}

impl<'a> Path<'a> {
    /// The path that ends with its last letter.
    pub fn of(letters: &'a [Letter]) -> Self {
        Path { letters, end: End::Letters }
    }
}

/// A point of executions of which nothing is known but some clauses: the head of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The call statements under way, outermost first.
    pub calls: &'a [Position],
    /// The point.
    pub at: Position,
    /// What holds there.
    pub clauses: &'a [Expr],
}

/// Where a path ends.
#[derive(Clone, Copy, Debug)]
pub enum End<'a> {
    /// With its last letter.
    Letters,
    /// Behind it, before a position of the block that it leads to; there a predicate holds.
    At(Position, Option<&'a Expr>),
}

/// The path condition of a word: constraints that are satisfiable if an execution goes that way.
///
/// Every assignment is an equation of a new instance of what is assigned. So leaving constraints out
/// only weakens it, and what is left speaks of nothing but the statements it is tagged with.
#[derive(Clone, Debug)]
pub struct PathCondition {
    /// The statements on the path; the first is a virtual one at the entry, which has the facts about
    /// inputs.
    pub occurrences: Vec<Occurrence>,
    /// The constraints, in the order of what they are tagged with.
    pub tagged: Vec<Tagged>,
    /// What holds at its end, where that is asked for.
    pub end: Option<Expr>,
}

impl PathCondition {
    /// The path condition of a path.
    ///
    /// # Errors
    /// Where the letters are no path of the control-flow graphs, or one that cannot be followed.
    pub fn of(
        pool: &mut TermPool,
        task: Task<'_>,
        path: Path<'_>,
        rules: Rules,
    ) -> Result<Self, Cause> {
        Replay::new(pool, task, path, rules)?.run()
    }

    /// The path condition of a path that begins at the head of a loop, and the constraints that each
    /// of its clauses is: they are facts of the virtual entry.
    ///
    /// # Errors
    /// Where the letters are no path of the control-flow graphs, or one that cannot be followed.
    pub fn from_head(
        pool: &mut TermPool,
        task: Task<'_>,
        head: Head<'_>,
        path: Path<'_>,
        rules: Rules,
    ) -> Result<(Self, Vec<Vec<TermId>>), Cause> {
        let (replay, clauses) = Replay::from_head(pool, task, head, path, rules)?;
        Ok((replay.run()?, clauses))
    }

    /// The constraints alone.
    pub fn terms(&self) -> Vec<TermId> {
        self.tagged.iter().map(|tagged| tagged.constraint).collect()
    }

    /// What a constraint is tagged with.
    pub fn occurrence(&self, tagged: &Tagged) -> &Occurrence {
        &self.occurrences[tagged.index]
    }

    /// Whether a function calls itself on the path: chains have to end there (paper, 4.2).
    pub fn has_recursion(&self) -> bool {
        self.occurrences.iter().any(|occurrence| occurrence.is_recursive)
    }
}

/// An occurrence of a statement on a path.
#[derive(Clone, PartialEq, Debug)]
pub struct Occurrence {
    /// The statement or terminator.
    pub at: Position,
    /// The call statements under way, outermost first.
    pub calls: Rc<[Position]>,
    /// The number of the frame it happens in: each function entered has one of its own.
    pub frame: usize,
    /// How many letters of the path come before it.
    pub letters: usize,
    /// What happens.
    pub step: Step,
    /// Whether a function that is under way is under way a second time.
    pub is_recursive: bool,
}

/// What happens at an occurrence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Nothing has happened yet: inputs are what they may be.
    Entry,
    /// A statement is executed.
    Statement,
    /// A terminator is left by its successor at this index.
    Edge(u32),
    /// A function is entered: its parameters get their values.
    Call(FunctionId),
    /// A function returns.
    Return,
    /// A call has its result, at the call statement.
    Result,
    /// The path has come to its end, where a predicate holds.
    End,
}

/// A constraint of a path condition.
#[derive(Clone, PartialEq, Debug)]
pub struct Tagged {
    /// The occurrence it arises at, as an index into [`PathCondition::occurrences`].
    pub index: usize,
    /// What it is.
    pub kind: Kind,
    /// The Boolean.
    pub constraint: TermId,
    /// The instances it uses that are there before, those that addresses are made of too: a cell is a
    /// variable only together with what made its address.
    pub reads: Vec<Use>,
    /// The instance that it defines.
    pub writes: Option<Use>,
}

impl Tagged {
    /// All instances it uses or defines. Two constraints depend on each other where they share one
    /// (paper, 3.2.1).
    pub fn uses(&self) -> impl Iterator<Item = &Use> {
        self.reads.iter().chain(&self.writes)
    }
}

/// What a constraint is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Something that is known of inputs.
    Entry,
    /// A value is assigned, passed or returned.
    Assigned,
    /// The path goes this way.
    Guard,
    /// The path goes on, so this did not happen.
    Defined(Danger),
    /// What a memory cell holds behind a statement that may have written it.
    Cell,
}

/// A use of a variable or a memory cell: which one, and which instance of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Use {
    /// The variable.
    pub variable: Variable,
    /// The logical variable that stands for its value: an input of the pool.
    pub instance: TermId,
}

/// What holds a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variable {
    /// A variable of a frame.
    Local {
        /// The frame's number.
        frame: usize,
        /// Its function.
        function: FunctionId,
        /// The local.
        local: LocalId,
    },
    /// Bytes of memory.
    Memory(Cell),
    /// The value that a function returns, until its call has it.
    Result {
        /// The frame's number.
        frame: usize,
        /// Its function.
        function: FunctionId,
    },
}

/// A cell: bytes of memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// The object that it is known to be in.
    pub object: Option<Object>,
    /// The distance from the object's start, where it is known.
    pub offset: Option<i64>,
    /// Its address, a term of 64 bits.
    pub address: TermId,
    /// How many bytes.
    pub size: u64,
}

/// An object in memory that has a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    /// The object of a local.
    Local {
        /// The frame's number.
        frame: usize,
        /// Its function.
        function: FunctionId,
        /// The local.
        local: LocalId,
    },
    /// A global.
    Global(GlobalId),
}

/// Why there is no path condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The letters are no path of the control-flow graphs; so many of them fit.
    Stray(usize),
    /// The function where executions start is never called.
    NoStart,
    /// A `longjmp` is on the path.
    Jump,
    /// There would be too many constraints.
    TooLong,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Stray(letters) => {
                write!(f, "it leaves the control-flow graph after {letters} letters")
            }
            Cause::NoStart => f.write_str("the function is not called on it"),
            Cause::Jump => f.write_str("there is a longjmp on it"),
            Cause::TooLong => f.write_str("it is too long"),
        }
    }
}
