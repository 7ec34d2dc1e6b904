//! The locations of a program: points of its control-flow graphs with the calls under way there, and the
//! ways between them (paper 3, section 6: call strings pair calls with their returns).
//!
//! A location is where a block begins, a function is entered or a call has returned to, or where labels are
//! that are targets; an arm or label that is a target is a location of its own, from which nothing goes on. Call strings are exact: they begin at
//! the entry. Recursion is not followed: the inner call may do anything.

use crate::cuts::heads;
use crate::prove::Task;
use crate::target::Target;
use crate::unfolding::may_enter;
use clew_ir::{
    BlockId, Body, Builtin, Callee, Expr, FunctionId, Id, Position, StatementKind, TerminatorKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// The number of a location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocationId(pub u32);

impl LocationId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A point of an execution, with the calls under way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Location {
    /// The call statements under way, outermost first.
    pub calls: Vec<Position>,
    /// The point; of an arm, the terminator that is left.
    pub at: Position,
    /// What of the point is meant.
    pub kind: Kind,
}

impl Location {
    /// A label at the same point.
    pub(super) fn at_label(&self, label: u32) -> Location {
        Location { kind: Kind::Label(label), ..self.clone() }
    }
}

/// What of a point a location is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Control comes there.
    Point,
    /// Control has passed the labels there.
    BehindLabels,
    /// An arm is taken, which is a target.
    Arm(u32),
    /// A label holds that is this target.
    Label(u32),
}

impl Kind {
    /// Whether control goes on from there.
    pub fn goes_on(self) -> bool {
        matches!(self, Kind::Point | Kind::BehindLabels)
    }
}

/// How control goes from one location to the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// Out of a block, by the successor at this index.
    Arm(u32),
    /// Into a function.
    Enter,
    /// Out of a function.
    Return,
    /// To a position with labels, or past them.
    Pass,
    /// To the label that is this target, where it holds.
    Label(u32),
}

/// What comes between a location and the next: the statements up to a position, and the ways on from
/// there.
#[derive(Clone, Debug, Default)]
pub(super) struct Segment {
    /// Behind the last statement: the terminator, or a call that is entered.
    pub(super) end: Option<Position>,
    pub(super) ways: Vec<(Way, LocationId)>,
}

/// All locations that an entry leads to.
#[derive(Debug)]
pub struct Space<'p> {
    pub(super) task: Task<'p>,
    locations: Vec<Location>,
    numbers: BTreeMap<Location, LocationId>,
    segments: Vec<Segment>,
    before: Vec<Vec<(LocationId, Way)>>,
    targets: Vec<Vec<LocationId>>,
    heads: BTreeMap<FunctionId, BTreeSet<BlockId>>,
    /// The arms that are targets.
    arms: BTreeMap<(FunctionId, BlockId, u32), usize>,
    /// The labels that are targets, by position.
    labels: BTreeMap<Position, Vec<u32>>,
    /// By target: what holds where it is a label with a predicate.
    predicates: Vec<Option<Expr>>,
}

/// Calls under way beyond this many are not followed.
const MOST_CALLS: usize = 24;

impl<'p> Space<'p> {
    /// The root: the start of the entry.
    pub const ROOT: LocationId = LocationId(0);

    /// The locations on the way to targets; `None` where there are more than so many.
    pub fn new(task: Task<'p>, targets: &[Target], most: usize) -> Option<Self> {
        let mut labels: BTreeMap<Position, Vec<u32>> = BTreeMap::new();
        let (mut arms, mut predicates) = (BTreeMap::new(), Vec::new());
        for (number, target) in targets.iter().enumerate() {
            match target {
                Target::Edge { function, block, arm } => {
                    arms.entry((*function, *block, *arm)).or_insert(number);
                    predicates.push(None);
                }
                Target::Label { at, predicate } => {
                    labels.entry(*at).or_default().push(number as u32);
                    predicates.push(predicate.clone());
                }
            }
        }
        let mut space = Self {
            task,
            locations: Vec::new(),
            numbers: BTreeMap::new(),
            segments: Vec::new(),
            before: Vec::new(),
            targets: vec![Vec::new(); targets.len()],
            heads: BTreeMap::new(),
            arms,
            labels,
            predicates,
        };
        let at = Position::entry(task.start.function());
        space.number(Location { calls: Vec::new(), at, kind: Kind::Point });
        let mut next = 0;
        while next < space.locations.len() {
            if space.locations.len() > most {
                return None;
            }
            space.expand(LocationId(next as u32));
            next += 1;
        }
        Some(space)
    }

    /// The location with a number.
    pub fn get(&self, id: LocationId) -> &Location {
        &self.locations[id.index()]
    }

    /// All locations.
    pub(super) fn ids(&self) -> impl Iterator<Item = LocationId> + use<> {
        (0..self.locations.len() as u32).map(LocationId)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.locations.len()
    }

    /// Whether there are none: there is always the root.
    pub fn is_empty(&self) -> bool {
        self.locations.is_empty()
    }

    /// The number of a location, if the entry leads there.
    pub fn find(&self, location: &Location) -> Option<LocationId> {
        self.numbers.get(location).copied()
    }

    /// Where control comes from.
    pub fn before(&self, id: LocationId) -> &[(LocationId, Way)] {
        &self.before[id.index()]
    }

    /// The labels at a position that are targets.
    pub(super) fn labels(&self, at: Position) -> &[u32] {
        self.labels.get(&at).map_or(&[], Vec::as_slice)
    }

    /// What holds where a label holds; nothing where it always does.
    pub(super) fn predicate(&self, label: u32) -> Option<&Expr> {
        self.predicates.get(label as usize)?.as_ref()
    }

    /// The locations of a target, one for each call string.
    pub fn of_target(&self, target: usize) -> &[LocationId] {
        &self.targets[target]
    }

    /// Whether a way out of a block is a target.
    pub(super) fn is_before_target(&self, function: FunctionId, block: BlockId) -> bool {
        let from = (function, block, 0);
        self.arms.range(from..).next().is_some_and(|((f, b, _), _)| (*f, *b) == (function, block))
    }

    pub(super) fn segment(&self, id: LocationId) -> &Segment {
        &self.segments[id.index()]
    }

    pub(super) fn body(&self, function: FunctionId) -> Option<&'p Body> {
        self.task.program.functions[function].body.as_ref().ok()
    }

    fn number(&mut self, location: Location) -> LocationId {
        if let Some(&known) = self.numbers.get(&location) {
            return known;
        }
        let id = LocationId(self.locations.len() as u32);
        self.numbers.insert(location.clone(), id);
        self.locations.push(location);
        self.segments.push(Segment::default());
        self.before.push(Vec::new());
        id
    }

    /// Finds where control goes from a location.
    fn expand(&mut self, id: LocationId) {
        let Location { calls, at, kind } = self.get(id).clone();
        let Some(body) = self.body(at.function).filter(|_| kind.goes_on()) else { return };
        self.heads.entry(at.function).or_insert_with(|| heads(body));
        if kind == Kind::Point && self.labels.contains_key(&at) {
            return self.expand_labels(id, &calls, at);
        }
        let mut here = at;
        loop {
            if here != at && self.labels.contains_key(&here) {
                self.segments[id.index()].end = Some(here);
                self.link(id, Way::Pass, calls, here, Kind::Point);
                return;
            }
            let Some(statement) = here.statement_in(body) else { break };
            match self.effect(&calls, here, statement) {
                Passage::Over => here.statement += 1,
                Passage::Ends => {
                    self.segments[id.index()].end = Some(here);
                    return;
                }
                Passage::Into(callee) => {
                    self.segments[id.index()].end = Some(here);
                    let mut inner = calls;
                    inner.push(here);
                    self.link(id, Way::Enter, inner, Position::entry(callee), Kind::Point);
                    return;
                }
            }
        }
        self.segments[id.index()].end = Some(here);
        let terminator = &body.blocks[here.block].terminator.kind;
        if let TerminatorKind::Return(_) = terminator {
            let mut outer = calls;
            if let Some(site) = outer.pop() {
                let behind = Position { statement: site.statement + 1, ..site };
                self.link(id, Way::Return, outer, behind, Kind::Point);
            }
            return;
        }
        for (index, block) in terminator.successors().into_iter().enumerate() {
            let index = index as u32;
            if let Some(&target) = self.arms.get(&(here.function, here.block, index)) {
                let edge = self.link(id, Way::Arm(index), calls.clone(), here, Kind::Arm(index));
                self.note_target(target, edge);
            }
            let next = Position { block, statement: 0, ..here };
            self.link(id, Way::Arm(index), calls.clone(), next, Kind::Point);
        }
    }

    /// Where labels are targets, control goes on behind them, or one of them holds.
    fn expand_labels(&mut self, id: LocationId, calls: &[Position], at: Position) {
        self.segments[id.index()].end = Some(at);
        for label in self.labels(at).to_vec() {
            let kind = Kind::Label(label);
            let to = self.link(id, Way::Label(label), calls.to_vec(), at, kind);
            self.note_target(label as usize, to);
        }
        self.link(id, Way::Pass, calls.to_vec(), at, Kind::BehindLabels);
    }

    fn note_target(&mut self, target: usize, at: LocationId) {
        if !self.targets[target].contains(&at) {
            self.targets[target].push(at);
        }
    }

    fn link(
        &mut self,
        from: LocationId,
        way: Way,
        calls: Vec<Position>,
        at: Position,
        kind: Kind,
    ) -> LocationId {
        let to = self.number(Location { calls, at, kind });
        self.segments[from.index()].ways.push((way, to));
        self.before[to.index()].push((from, way));
        to
    }

    /// What a statement does to control.
    pub(super) fn effect(
        &self,
        calls: &[Position],
        here: Position,
        statement: &StatementKind,
    ) -> Passage {
        let StatementKind::Call { callee, .. } = statement else { return Passage::Over };
        match callee {
            Callee::Builtin(Builtin::LongJmp | Builtin::Trap) => Passage::Ends,
            Callee::Builtin(_) | Callee::Indirect(_) => Passage::Over,
            Callee::Direct(id) => {
                let is_under_way =
                    *id == here.function || calls.iter().any(|call| call.function == *id);
                let enters = may_enter(self.task.program, self.task.start, *id);
                match enters && !is_under_way && calls.len() < MOST_CALLS {
                    true => Passage::Into(*id),
                    false if self.task.program.functions[*id].is_noreturn => Passage::Ends,
                    false => Passage::Over,
                }
            }
        }
    }

    /// Whether a location is the head of a loop.
    pub(super) fn is_head(&self, id: LocationId) -> bool {
        let at = self.get(id).at;
        let heads = self.heads.get(&at.function);
        at.statement == 0 && heads.is_some_and(|it| it.contains(&at.block))
    }

    /// The functions under way at a location, outermost first.
    pub(super) fn frames(&self, id: LocationId) -> Vec<FunctionId> {
        let location = self.get(id);
        location.calls.iter().chain([&location.at]).map(|it| it.function).collect()
    }

    /// A short name of a location: the line, and the lines of the calls under way.
    pub fn name(&self, id: LocationId) -> String {
        let location = self.get(id);
        let mut name = self.line(location.at, location.kind);
        for call in location.calls.iter().rev() {
            name += &format!(" ⟨{}⟩", self.line(*call, Kind::Point));
        }
        name
    }

    /// The line of a position.
    fn line(&self, at: Position, kind: Kind) -> String {
        let Some(body) = self.body(at.function) else { return at.to_string() };
        let block = &body.blocks[at.block];
        let statement = block.statements.get(at.statement as usize).map(|it| it.span);
        let span = statement.unwrap_or(block.terminator.span);
        let place = self.task.program.sources.position(span);
        let line = place.map_or(at.block.index().to_string(), |(_, place)| place.line.to_string());
        match kind {
            Kind::Arm(0) => format!("{line} true"),
            Kind::Arm(1) => format!("{line} false"),
            Kind::Arm(arm) => format!("{line} arm {arm}"),
            Kind::Label(_) => format!("{line} label"),
            Kind::Point | Kind::BehindLabels => line,
        }
    }
}

/// What a statement does to control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Passage {
    /// Control goes on behind it.
    Over,
    /// A function is entered.
    Into(FunctionId),
    /// Control does not go on.
    Ends,
}
