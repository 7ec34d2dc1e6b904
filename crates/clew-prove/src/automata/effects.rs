//! What letters execute: the statements on the way to an edge, a call or a return, each with what it may
//! write.

use clew_ir::effects::Site;
use clew_ir::points_to::PointsTo;
use clew_ir::regions::RegionSet;
use clew_ir::{
    Body, Builtin, Callee, FunctionId, GlobalId, LocalId, Place, Position, Program, RegionId,
    StatementKind,
};
use clew_symbolic::Letter;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What happens at a position: the alphabet of chains.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act {
    /// A statement is executed, through all calls that the word does not tell.
    Statement,
    /// A terminator is left by its successor at this index.
    Edge(u32),
    /// A terminator is left by whichever successor: what it evaluates has a value.
    Left,
    /// A function is entered.
    Call(FunctionId),
    /// A function returns.
    Return,
    /// A call statement gets the result of the function that returned.
    Result,
}

/// One thing that happens on the way of a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// What.
    pub act: Act,
    /// Where.
    pub at: Position,
    /// The regions that it may write; `None` where nothing is known to stay.
    pub writes: Option<RegionSet>,
}

/// What the letters of a program execute and may write.
pub struct Effects<'p> {
    program: &'p Program,
    points_to: PointsTo<'p>,
    known: FxHashMap<Letter, Arc<[Event]>>,
}

impl Act {
    /// Whether something that happens is this.
    pub(super) fn is(self, happens: Act) -> bool {
        self == happens || (self == Act::Left && matches!(happens, Act::Edge(_)))
    }
}

impl<'p> Effects<'p> {
    /// The effects of a program's letters, by where pointers may point to.
    pub fn new(program: &'p Program, points_to: PointsTo<'p>) -> Self {
        Effects { program, points_to, known: FxHashMap::default() }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// What happens between the letter before and this one, and by the letter itself. The result of a
    /// call is [`Effects::result`].
    pub fn events(&mut self, letter: &Letter) -> Arc<[Event]> {
        if let Some(known) = self.known.get(letter) {
            return Arc::clone(known);
        }
        let events: Arc<[Event]> = match *letter {
            Letter::Edge { from, arm, .. } => self.segment(from, Act::Edge(arm)).into(),
            Letter::Return { from } => self.segment(from, Act::Return).into(),
            Letter::Call { site: Some(site), callee } => {
                self.segment(site, Act::Call(callee)).into()
            }
            Letter::Call { site: None, .. } | Letter::Jump { .. } => Arc::new([]),
        };
        self.known.insert(*letter, Arc::clone(&events));
        events
    }

    /// A call statement gets its result.
    pub fn result(&self, site: Position) -> Event {
        Event { act: Act::Result, at: site, writes: Some(self.writes(Act::Result, site)) }
    }

    /// What an act at a position may write by itself: the statements of a function that is entered are
    /// acts of their own.
    pub fn writes(&self, act: Act, at: Position) -> RegionSet {
        let site = Site { block: at.block, statement: at.statement as usize };
        match act {
            Act::Statement => self.points_to.written_by(at.function, site),
            Act::Edge(_) | Act::Left | Act::Return => RegionSet::new(),
            Act::Call(callee) => {
                let params = &self.program.functions[callee].params;
                params.iter().map(|it| self.local(callee, *it)).collect()
            }
            Act::Result => self
                .dest(at)
                .map_or_else(RegionSet::new, |place| self.points_to.regions_of(at.function, place)),
        }
    }

    /// All that an act at a position may read or write.
    pub fn touched(&self, act: Act, at: Position) -> RegionSet {
        let site = Site { block: at.block, statement: at.statement as usize };
        let mut touched = self.points_to.read_at(at.function, site);
        touched.union_with(&self.writes(act, at));
        touched
    }

    /// The region of a local.
    pub fn local(&self, function: FunctionId, local: LocalId) -> RegionId {
        self.points_to.regions().local(function, local)
    }

    /// The region of a global.
    pub fn global(&self, global: GlobalId) -> RegionId {
        self.points_to.regions().global(global)
    }

    /// What a region is called.
    pub fn name(&self, region: RegionId) -> String {
        self.points_to.regions().name(self.program, region)
    }

    /// Where the result of a call goes.
    fn dest(&self, site: Position) -> Option<&'p Place> {
        match site.statement_in(body(self.program, site.function)?)? {
            StatementKind::Call { dest, .. } => dest.as_ref(),
            StatementKind::Assign { .. }
            | StatementKind::Live(_)
            | StatementKind::Dead(_)
            | StatementKind::Zero(_) => None,
        }
    }

    /// The statements of a block that are executed before a position is left, behind the last call of a
    /// function that the word tells, and then the act itself.
    fn segment(&self, end: Position, act: Act) -> Vec<Event> {
        let Some(body) = body(self.program, end.function) else { return vec![anything(act, end)] };
        let statements = &body.blocks[end.block].statements;
        let before = &statements[..(end.statement as usize).min(statements.len())];
        let mut start = 0;
        for (at, statement) in before.iter().enumerate() {
            match self.entering(&statement.kind) {
                Entering::Always => start = at + 1,
                Entering::Never => {}
                // Whether the word tells the call is not known, nor what was executed behind it.
                Entering::Perhaps => return vec![anything(act, end)],
            }
        }
        let mut events: Vec<Event> = (start..before.len())
            .map(|at| {
                let at = Position { statement: at as u32, ..end };
                Event { act: Act::Statement, at, writes: Some(self.writes(Act::Statement, at)) }
            })
            .collect();
        events.push(Event { act, at: end, writes: Some(self.writes(act, end)) });
        events
    }

    fn entering(&self, statement: &StatementKind) -> Entering {
        let StatementKind::Call { callee, .. } = statement else { return Entering::Never };
        match callee {
            Callee::Direct(callee) if self.program.functions[*callee].body.is_ok() => {
                Entering::Always
            }
            Callee::Direct(_) => Entering::Never,
            Callee::Indirect(_) | Callee::Builtin(Builtin::SetJmp | Builtin::LongJmp) => {
                Entering::Perhaps
            }
            Callee::Builtin(_) => Entering::Never,
        }
    }
}

/// Whether a word tells what a statement calls.
enum Entering {
    Always,
    Never,
    Perhaps,
}

/// Something of which nothing is known.
fn anything(act: Act, at: Position) -> Event {
    Event { act, at, writes: None }
}

fn body(program: &Program, function: FunctionId) -> Option<&Body> {
    program.functions.get(function)?.body.as_ref().ok()
}
