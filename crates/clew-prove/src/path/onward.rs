//! The shortest way on from an edge to a target, by the control-flow graphs alone.

use super::ways::{Ends, Way};
use crate::certificate::Node;
use crate::prove::Task;
use crate::target::Target;
use clew_ir::{Position, TerminatorKind};
use clew_symbolic::Letter;
use std::collections::{BTreeSet, VecDeque};

/// So many points are looked at.
const MOST_POINTS: usize = 4_000;

/// A way that goes on to the target from where a way ends; functions that it calls are not gone into.
pub(super) fn onward(task: Task<'_>, nodes: &[Node], way: &Way, target: &Target) -> Option<Way> {
    let start = stack_behind(task, nodes, way)?;
    let mut seen = BTreeSet::from([start.clone()]);
    let mut open = VecDeque::from([(start, way.letters.clone())]);
    while let Some((stack, letters)) = open.pop_front() {
        let here = *stack.last()?;
        let body = task.program.functions[here.function].body.as_ref().ok()?;
        let from = Position::terminator(here.function, here.block, body);
        let found = |letters| Some(Way { head: way.head, letters, ends: Ends::Target });
        match target {
            Target::Label { at, .. }
                if (at.function, at.block) == (here.function, here.block)
                    && here.statement <= at.statement =>
            {
                return found(letters);
            }
            Target::Edge { function, block, arm }
                if (*function, *block) == (here.function, here.block) =>
            {
                let last = Letter::Edge { from, arm: *arm, fork: None };
                return found([letters, vec![last]].concat());
            }
            Target::Label { .. } | Target::Edge { .. } => {}
        }
        let terminator = &body.blocks[here.block].terminator.kind;
        let mut next = Vec::new();
        if let TerminatorKind::Return(_) = terminator {
            let mut outer = stack[..stack.len() - 1].to_vec();
            if let Some(caller) = outer.last_mut() {
                caller.statement += 1;
                next.push((outer, Letter::Return { from }));
            }
        }
        for (arm, block) in terminator.successors().into_iter().enumerate() {
            let mut stack = stack.clone();
            *stack.last_mut()? = Position { block, statement: 0, ..here };
            next.push((stack, Letter::Edge { from, arm: arm as u32, fork: None }));
        }
        for (stack, letter) in next {
            if seen.len() < MOST_POINTS && seen.insert(stack.clone()) {
                open.push_back((stack, [&letters[..], &[letter]].concat()));
            }
        }
    }
    None
}

/// Where each function under way stands behind a way's last edge.
fn stack_behind(task: Task<'_>, nodes: &[Node], way: &Way) -> Option<Vec<Position>> {
    let mut stack: Vec<Position> = match way.head {
        Some(head) => [&nodes[head].calls[..], &[nodes[head].at]].concat(),
        None => Vec::new(),
    };
    for letter in &way.letters {
        match *letter {
            Letter::Call { site, callee } => {
                if let (Some(caller), Some(site)) = (stack.last_mut(), site) {
                    *caller = site;
                }
                stack.push(Position::entry(callee));
            }
            Letter::Return { .. } => {
                stack.pop();
                stack.last_mut()?.statement += 1;
            }
            Letter::Edge { from, arm, .. } => {
                let body = task.program.functions[from.function].body.as_ref().ok()?;
                let successors = body.blocks[from.block].terminator.kind.successors();
                let block = *successors.get(arm as usize)?;
                *stack.last_mut()? = Position { block, statement: 0, ..from };
            }
            Letter::Jump { .. } => return None,
        }
    }
    Some(stack)
}
