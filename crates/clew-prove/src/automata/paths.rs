//! The words of the interprocedural control-flow graph: where control may go on.

use super::union::{Context, Contexts};
use clew_ir::{BlockId, Callee, FunctionId, Position, Program, StatementKind, TerminatorKind};
use clew_symbolic::Letter;

/// Where control stands: before a position, with calls under way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// The calls under way.
    pub context: Context,
    /// What comes next; `None` where the function has returned that executions start in.
    pub at: Option<Position>,
}

/// The paths of a program from the call of a function on.
pub struct Paths<'p> {
    program: &'p Program,
    contexts: Contexts,
}

impl<'p> Paths<'p> {
    /// The paths of a program.
    pub fn new(program: &'p Program) -> Self {
        Paths { program, contexts: Contexts::default() }
    }

    /// The letter with which executions start in a function, and where they stand then.
    pub fn start(function: FunctionId) -> (Letter, Point) {
        let at = Some(Position::entry(function));
        (Letter::Call { site: None, callee: function }, Point { context: Context::ROOT, at })
    }

    /// The letters that may come next, and where each leads. None where control ends, or goes on by an
    /// address that is computed.
    pub fn next(&mut self, point: Point) -> Vec<(Letter, Point)> {
        let Some(at) = point.at else { return Vec::new() };
        let Ok(body) = &self.program.functions[at.function].body else { return Vec::new() };
        let block = &body.blocks[at.block];
        for (number, statement) in block.statements.iter().enumerate().skip(at.statement as usize) {
            let StatementKind::Call { callee, .. } = &statement.kind else { continue };
            let site = Position { statement: number as u32, ..at };
            match callee {
                Callee::Direct(callee) if self.program.functions[*callee].body.is_ok() => {
                    let context = self.contexts.push(point.context, site);
                    let at = Some(Position::entry(*callee));
                    let letter = Letter::Call { site: Some(site), callee: *callee };
                    return vec![(letter, Point { context, at })];
                }
                Callee::Indirect(_) => return Vec::new(),
                Callee::Direct(_) | Callee::Builtin(_) => {}
            }
        }
        let from = Position::terminator(at.function, at.block, body);
        match &block.terminator.kind {
            TerminatorKind::Return(_) => vec![(Letter::Return { from }, self.leave(point))],
            TerminatorKind::IndirectGoto { .. } | TerminatorKind::Unreachable => Vec::new(),
            kind @ (TerminatorKind::Goto(_)
            | TerminatorKind::Branch { .. }
            | TerminatorKind::Switch { .. }) => {
                let ways = kind.successors().into_iter().enumerate();
                ways.map(|(arm, block)| edge(point, from, arm as u32, block)).collect()
            }
        }
    }

    /// Whether a letter is one of several ways: a test of the program.
    pub fn is_test(&self, letter: &Letter) -> bool {
        let Letter::Edge { from, .. } = letter else { return false };
        let Ok(body) = &self.program.functions[from.function].body else { return false };
        body.blocks[from.block].terminator.kind.successors().len() > 1
    }

    /// Where control stands behind a return.
    fn leave(&self, point: Point) -> Point {
        match self.contexts.pop(point.context) {
            Some((context, site)) => {
                let at = Some(Position { statement: site.statement + 1, ..site });
                Point { context, at }
            }
            None => Point { context: Context::ROOT, at: None },
        }
    }
}

fn edge(point: Point, from: Position, arm: u32, block: BlockId) -> (Letter, Point) {
    let at = Some(Position { block, statement: 0, ..from });
    (Letter::Edge { from, arm, fork: None }, Point { at, ..point })
}
