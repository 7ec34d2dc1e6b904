//! The branches that a run takes, seen from where it is to come.

use clew_ir::{BlockId, Body, FunctionId, Position, Program};
use clew_symbolic::{Letter, Word};
use std::collections::{BTreeMap, VecDeque};

/// Where a run is to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Aim {
    pub(super) function: FunctionId,
    pub(super) block: BlockId,
    /// The way out of the block, where that is meant.
    pub(super) arm: Option<u32>,
    /// Whether something has to hold there.
    pub(super) has_predicate: bool,
}

/// A branch that is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The terminator.
    pub at: Position,
    /// The index of the successor.
    pub arm: u32,
}

/// How near a run came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nearest {
    /// How many branches and blocks were missing.
    pub distance: usize,
    /// The branches on the way there that decided.
    pub turns: Vec<Turn>,
    /// The branch that should have been taken; none where only a predicate did not hold.
    pub missing: Option<Turn>,
}

/// A function under way.
struct Frame {
    function: FunctionId,
    block: BlockId,
    turns: Vec<Turn>,
}

/// Follows a word, and tells at each letter of the functions under way, before it is gone along.
fn follow(
    program: &Program,
    word: &Word,
    visit: &mut dyn FnMut(&[Frame], Option<&Letter>) -> bool,
) {
    let mut frames: Vec<Frame> = Vec::new();
    for letter in &word.letters {
        if visit(&frames, Some(letter)) {
            return;
        }
        match *letter {
            Letter::Call { site, callee } => {
                match site {
                    None => frames.clear(),
                    Some(site) => {
                        if let Some(caller) = frames.last_mut() {
                            caller.block = site.block;
                        }
                    }
                }
                let block = Position::entry(callee).block;
                frames.push(Frame { function: callee, block, turns: Vec::new() });
            }
            Letter::Return { .. } => drop(frames.pop()),
            Letter::Edge { from, arm, .. } => {
                let body = program.functions[from.function].body.as_ref();
                let successors =
                    body.map(|body| body.blocks[from.block].terminator.kind.successors());
                if let (Some(frame), Ok(successors)) = (frames.last_mut(), successors) {
                    if successors.len() > 1 {
                        frame.turns.push(Turn { at: from, arm });
                    }
                    frame.block = successors.get(arm as usize).copied().unwrap_or(frame.block);
                }
            }
            Letter::Jump { to, leaves } => {
                frames.truncate(frames.len().saturating_sub(leaves as usize));
                if let Some(frame) = frames.last_mut() {
                    frame.block = to.block;
                }
            }
        }
    }
    visit(&frames, None);
}

/// The branches that decided that a run came to one of several places.
pub(super) fn turns_to(program: &Program, word: &Word, aims: &[Aim]) -> Option<Vec<Turn>> {
    let mut found = None;
    follow(program, word, &mut |frames, letter| {
        let Some(frame) = frames.last() else { return false };
        let meets = |aim: &&Aim| {
            let is_there = (aim.function, aim.block) == (frame.function, frame.block);
            is_there
                && match (aim.arm, letter) {
                    (None, _) => true,
                    (Some(wanted), Some(Letter::Edge { arm, .. })) => *arm == wanted,
                    (Some(_), _) => false,
                }
        };
        found = aims.iter().find(meets).map(|aim| {
            let mut turns = decisive(program, frames);
            if let (Some(arm), Some(Letter::Edge { from, .. })) = (aim.arm, letter) {
                turns.push(Turn { at: *from, arm });
            }
            turns
        });
        found.is_some()
    });
    found
}

/// How near a run came to one of several places.
pub(super) fn nearest(program: &Program, word: &Word, aims: &[Aim]) -> Option<Nearest> {
    let distances: Vec<BTreeMap<BlockId, usize>> = aims
        .iter()
        .map(|aim| match &program.functions[aim.function].body {
            Ok(body) => distances_to(body, aim.block),
            Err(_) => BTreeMap::new(),
        })
        .collect();
    let mut best: Option<Nearest> = None;
    follow(program, word, &mut |frames, letter| {
        let Some(frame) = frames.last() else { return false };
        for (aim, distances) in aims.iter().zip(&distances) {
            if aim.function != frame.function {
                continue;
            }
            let Some(&distance) = distances.get(&frame.block) else { continue };
            // Only a branch can be missed, or something that does not hold.
            let Some(missing) = missed(program, aim, distances, letter, distance) else { continue };
            if best.as_ref().is_none_or(|best| distance <= best.distance) {
                best = Some(Nearest { distance, turns: decisive(program, frames), missing });
            }
        }
        false
    });
    best
}

/// What a run missed that stands at a distance and goes on by a letter: a branch, or nothing but that
/// something holds.
fn missed(
    program: &Program,
    aim: &Aim,
    distances: &BTreeMap<BlockId, usize>,
    letter: Option<&Letter>,
    distance: usize,
) -> Option<Option<Turn>> {
    if distance == 0 && aim.arm.is_none() {
        return aim.has_predicate.then_some(None);
    }
    let Some(Letter::Edge { from, arm, .. }) = letter else { return None };
    let body = program.functions[from.function].body.as_ref().ok()?;
    let successors = body.blocks[from.block].terminator.kind.successors();
    let is_better = |next: &BlockId| distances.get(next).is_some_and(|it| *it < distance);
    let wanted = match (distance, aim.arm) {
        (0, Some(wanted)) => wanted,
        _ => successors.iter().position(is_better)? as u32,
    };
    (wanted != *arm && successors.len() > 1).then_some(Some(Turn { at: *from, arm: wanted }))
}

/// The last branches of each function under way without which control would not be where it is.
fn decisive(program: &Program, frames: &[Frame]) -> Vec<Turn> {
    let mut kept = Vec::new();
    for frame in frames {
        let Ok(body) = &program.functions[frame.function].body else { continue };
        for (at, turn) in frame.turns.iter().enumerate() {
            let is_last = frame.turns[at + 1..].iter().all(|later| later.at != turn.at);
            if is_last && decides(body, turn, frame.block) {
                kept.push(*turn);
            }
        }
    }
    kept
}

/// Whether by another way out control would not come to a block without coming back first.
fn decides(body: &Body, turn: &Turn, to: BlockId) -> bool {
    let successors = body.blocks[turn.at.block].terminator.kind.successors();
    let others = successors.iter().enumerate().filter(|(arm, _)| *arm != turn.arm as usize);
    let mut open: Vec<BlockId> = others.map(|(_, next)| *next).collect();
    let mut seen = vec![turn.at.block];
    while let Some(block) = open.pop() {
        if seen.contains(&block) {
            continue;
        }
        if block == to {
            return false;
        }
        seen.push(block);
        open.extend(body.blocks[block].terminator.kind.successors());
    }
    true
}

/// How many edges lead from each block to one.
fn distances_to(body: &Body, to: BlockId) -> BTreeMap<BlockId, usize> {
    let mut before: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
    for (block, contents) in body.blocks.iter_enumerated() {
        for next in contents.terminator.kind.successors() {
            before.entry(next).or_default().push(block);
        }
    }
    let mut distances = BTreeMap::from([(to, 0)]);
    let mut open = VecDeque::from([to]);
    while let Some(block) = open.pop_front() {
        let further = distances[&block] + 1;
        for &previous in before.get(&block).into_iter().flatten() {
            distances.entry(previous).or_insert_with(|| {
                open.push_back(previous);
                further
            });
        }
    }
    distances
}
