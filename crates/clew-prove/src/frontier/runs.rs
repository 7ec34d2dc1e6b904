//! Runs as S-states: the locations that their words come through, and what of predicates held there.

use super::space::{Kind, Location, LocationId, Space, Way};
use clew_explore::Assignment;
use clew_ir::{FunctionId, Position};
use clew_symbolic::{Letter, Word};
use std::collections::BTreeMap;

/// A run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The inputs, by name.
    pub inputs: Assignment,
    /// Where it has been, in order.
    pub visits: Vec<Visit>,
}

/// A run comes to a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The location.
    pub location: LocationId,
    /// How often control has come to the location's position before, in the whole run.
    pub arrival: u32,
    /// How often to the end of its segment; nothing where it does not get there.
    pub end: Option<u32>,
    /// The same for the call statements under way, outermost first.
    pub outer: Vec<u32>,
}

/// More letters than this are not read.
const MOST_LETTERS: usize = 20_000;

/// The visits of a run with this word.
pub(super) fn visits(space: &Space<'_>, word: &Word) -> Vec<Visit> {
    let mut reader =
        Reader { space, frames: Vec::new(), counts: BTreeMap::new(), visits: Vec::new() };
    for letter in word.letters.iter().take(MOST_LETTERS) {
        reader.read(letter);
    }
    reader.visits
}

/// A function under way.
struct Frame {
    /// Where control stands.
    at: Position,
    /// The calls under way, where all of them are followed.
    calls: Option<Vec<Position>>,
    /// The occurrences of those calls.
    outer: Vec<u32>,
    /// The visit of the location that control has passed last in this frame.
    visit: Option<usize>,
}

struct Reader<'s, 'p> {
    space: &'s Space<'p>,
    frames: Vec<Frame>,
    /// How often control has passed each position.
    counts: BTreeMap<Position, u32>,
    visits: Vec<Visit>,
}

impl Reader<'_, '_> {
    fn read(&mut self, letter: &Letter) {
        match *letter {
            Letter::Call { site: None, callee } => self.start(callee),
            Letter::Call { site: Some(site), callee } => self.enter(site, callee),
            Letter::Return { from } => self.leave(from),
            Letter::Edge { from, arm, .. } => self.go_on(from, arm),
            Letter::Jump { to, leaves } => {
                let left = self.frames.len().saturating_sub(leaves as usize);
                self.frames.truncate(left);
                if let Some(frame) = self.frames.last_mut() {
                    frame.at = Position { statement: to.statement + 1, ..to };
                    frame.visit = None;
                }
            }
        }
    }

    /// The machine itself calls.
    fn start(&mut self, callee: FunctionId) {
        self.frames.clear();
        let is_entry = callee == self.space.task.start.function();
        let calls = is_entry.then(Vec::new);
        let at = Position::entry(callee);
        self.frames.push(Frame { at, calls, outer: Vec::new(), visit: None });
        if is_entry {
            self.arrive(at, Kind::Point);
        }
    }

    /// Control passes all positions up to one.
    fn pass(&mut self, to: Position) {
        let Some(frame) = self.frames.last() else { return };
        let mut at = frame.at;
        while at.statement <= to.statement {
            if !self.space.labels(at).is_empty() {
                self.pass_labels(at);
            }
            *self.counts.entry(at).or_default() += 1;
            at.statement += 1;
        }
        let count = self.counts.get(&to).map_or(0, |count| count - 1);
        self.end_visit(to, count);
    }

    /// The visit under way ends, if its segment ends there.
    fn end_visit(&mut self, at: Position, count: u32) {
        let visit = self.frames.last().and_then(|frame| frame.visit);
        if let Some(visit) = visit.and_then(|it| self.visits.get_mut(it))
            && self.space.segment(visit.location).end == Some(at)
        {
            visit.end = Some(count);
        }
    }

    /// Control comes to labels, and passes them.
    fn pass_labels(&mut self, at: Position) {
        let count = self.counts.get(&at).copied().unwrap_or(0);
        let visit = self.frames.last().and_then(|frame| frame.visit);
        let here = visit.and_then(|it| self.visits.get(it)).map(|it| self.space.get(it.location));
        if here.is_none_or(|here| here.at != at || here.kind != Kind::Point) {
            self.end_visit(at, count);
            self.arrive(at, Kind::Point);
        }
        self.end_visit(at, count);
        self.arrive(at, Kind::BehindLabels);
    }

    /// Control comes to a location, if it is one.
    fn arrive(&mut self, at: Position, kind: Kind) {
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(calls) = &frame.calls else { return };
        let location = Location { calls: calls.clone(), at, kind };
        let Some(location) = self.space.find(&location) else { return };
        let arrival = self.counts.get(&at).copied().unwrap_or(0);
        if kind.goes_on() {
            frame.visit = Some(self.visits.len());
        }
        let outer = frame.outer.clone();
        self.visits.push(Visit { location, arrival, end: None, outer });
    }

    fn go_on(&mut self, from: Position, arm: u32) {
        self.pass(from);
        let body = self.space.body(from.function);
        let terminator = body.map(|body| &body.blocks[from.block].terminator.kind);
        let next = terminator.and_then(|it| it.successors().get(arm as usize).copied());
        let (Some(block), Some(frame)) = (next, self.frames.last_mut()) else { return };
        let next = Position { block, statement: 0, ..from };
        frame.at = next;
        self.arrive(from, Kind::Arm(arm));
        if let Some(frame) = self.frames.last_mut() {
            frame.visit = None;
        }
        self.arrive(next, Kind::Point);
    }

    fn enter(&mut self, site: Position, callee: FunctionId) {
        self.pass(site);
        let occurrence = self.counts.get(&site).map_or(0, |count| count - 1);
        let Some(frame) = self.frames.last_mut() else { return };
        frame.at = Position { statement: site.statement + 1, ..site };
        // A call that is not followed has no locations inside.
        let is_followed = frame.visit.and_then(|it| self.visits.get(it)).is_some_and(|visit| {
            let segment = self.space.segment(visit.location);
            segment.end == Some(site) && segment.ways.iter().any(|(way, _)| *way == Way::Enter)
        });
        let calls = frame.calls.as_ref().filter(|_| is_followed).map(|calls| {
            let mut calls = calls.clone();
            calls.push(site);
            calls
        });
        let mut outer = frame.outer.clone();
        outer.push(occurrence);
        let at = Position::entry(callee);
        self.frames.push(Frame { at, calls, outer, visit: None });
        self.arrive(at, Kind::Point);
    }

    fn leave(&mut self, from: Position) {
        self.pass(from);
        let was_followed = self.frames.pop().is_some_and(|frame| frame.calls.is_some());
        let Some(frame) = self.frames.last() else { return };
        let at = frame.at;
        if was_followed {
            self.arrive(at, Kind::Point);
        }
    }
}
