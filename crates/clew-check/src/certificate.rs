//! Certificates: the argument that objectives are infeasible, as a graph of program points.

mod reader;

pub(crate) use reader::read_certificates;

use crate::program::{Binary, Expr};
use crate::semantics::EntryKind;
use std::collections::BTreeMap;

/// A certificate.
#[derive(Debug)]
pub(crate) struct Certificate {
    pub(crate) entry: usize,
    pub(crate) kind: EntryKind,
    /// What is assumed at the entry, by name.
    pub(crate) assumptions: Vec<(String, Predicate)>,
    pub(crate) objectives: Vec<Objective>,
    /// The same, as they are written.
    pub(crate) subjects: Vec<String>,
    /// The nodes by number; the first is the root.
    pub(crate) nodes: BTreeMap<usize, Node>,
    pub(crate) root: usize,
}

/// What is claimed to be infeasible.
#[derive(Debug)]
pub(crate) enum Objective {
    /// The edge from a block to its successor at a position.
    Edge { function: usize, block: usize, successor: usize },
    /// A block is reached.
    Block { function: usize, block: usize },
    /// A predicate holds before a statement (or, behind the last, before the terminator).
    Label { function: usize, block: usize, statement: usize, predicate: Predicate },
}

impl Objective {
    /// The function it is in.
    pub(crate) const fn function(&self) -> usize {
        match self {
            Objective::Edge { function, .. }
            | Objective::Block { function, .. }
            | Objective::Label { function, .. } => *function,
        }
    }

    /// Where it is; an edge, behind all statements.
    pub(crate) const fn point(&self) -> Point {
        let statement = match self {
            Objective::Edge { .. } => usize::MAX,
            Objective::Block { .. } => 0,
            Objective::Label { statement, .. } => *statement,
        };
        Point { function: self.function(), block: self.block(), statement }
    }

    /// The block it is in.
    pub(crate) const fn block(&self) -> usize {
        match self {
            Objective::Edge { block, .. }
            | Objective::Block { block, .. }
            | Objective::Label { block, .. } => *block,
        }
    }
}

/// A point of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Point {
    pub(crate) function: usize,
    pub(crate) block: usize,
    pub(crate) statement: usize,
}

/// A point, and the calls under way: the statements that call, the outermost first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Location {
    pub(crate) calls: Vec<Point>,
    pub(crate) at: Point,
}

impl Location {
    /// The functions under way, the outermost first.
    pub(crate) fn functions(&self) -> Vec<usize> {
        self.calls.iter().map(|call| call.function).chain([self.at.function]).collect()
    }
}

/// A formula over the state at a node.
#[derive(Clone, Debug)]
pub(crate) enum Predicate {
    True,
    False,
    Not(Box<Predicate>),
    And(Vec<Predicate>),
    Or(Vec<Predicate>),
    /// An expression has a value and is not zero.
    Holds(Expr),
    /// What follows is about this frame, counted from the outermost.
    Frame(usize, Box<Predicate>),
    /// Integers of two frames compare so: one of the innermost, one of this frame.
    Across(Binary, Box<Expr>, usize, Box<Expr>),
}

/// A node.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) location: Location,
    /// All that is known here, if it is given; else what the way from the root tells.
    pub(crate) predicate: Option<Predicate>,
    /// What happens at calls of defined functions, by statement.
    pub(crate) calls: BTreeMap<usize, Call>,
    /// Where the successors lead, by position.
    pub(crate) edges: BTreeMap<usize, Fate>,
    /// Where a return leads.
    pub(crate) returns: Option<Fate>,
}

/// What a certificate says of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Call {
    /// The callee is followed, from this node on.
    Enter(usize),
    /// The callee may do anything.
    Skip,
}

/// What a certificate says of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    To(usize),
    /// It is never taken.
    Infeasible,
    /// From there the objective cannot be reached in the graph.
    Irrelevant,
}

impl Predicate {
    /// Calls `visit` on every expression, with the frame it is about (none: the innermost).
    pub(crate) fn exprs<'e>(
        &'e self,
        frame: Option<usize>,
        visit: &mut impl FnMut(Option<usize>, &'e Expr),
    ) {
        match self {
            Predicate::True | Predicate::False => {}
            Predicate::Not(operand) => operand.exprs(frame, visit),
            Predicate::And(operands) | Predicate::Or(operands) => {
                operands.iter().for_each(|operand| operand.exprs(frame, visit));
            }
            Predicate::Holds(expr) => visit(frame, expr),
            Predicate::Frame(frame, operand) => operand.exprs(Some(*frame), visit),
            Predicate::Across(_, here, other, there) => {
                visit(frame, here);
                visit(Some(*other), there);
            }
        }
    }
}

impl Certificate {
    /// All expressions, each with the number of the function that it is about.
    pub(crate) fn exprs(&self) -> Vec<(usize, &Expr)> {
        let mut all = Vec::new();
        let mut add = |functions: &[usize], predicate| {
            collect(predicate, functions, &mut all);
        };
        for (_, predicate) in &self.assumptions {
            add(&[self.entry], predicate);
        }
        for objective in &self.objectives {
            if let Objective::Label { function, predicate, .. } = objective {
                add(&[*function], predicate);
            }
        }
        for node in self.nodes.values() {
            if let Some(predicate) = &node.predicate {
                add(&node.location.functions(), predicate);
            }
        }
        all
    }
}

fn collect<'e>(predicate: &'e Predicate, functions: &[usize], all: &mut Vec<(usize, &'e Expr)>) {
    let innermost = functions.len() - 1;
    predicate.exprs(None, &mut |frame, expr| {
        all.push((functions[frame.unwrap_or(innermost)], expr));
    });
}
