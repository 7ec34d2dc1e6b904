//! Calls of a function of which one pass through it makes one at most: those in the arms of an `if`.
//!
//! Paths of a summary share a place for them, so that a chain of functions that call the next one in each of their arms
//! costs a term for each function and not for each path.

use clew_ir::cfg::Cfg;
use clew_ir::{BlockId, Body, Callee, FunctionId, Position, Program, StatementKind};
use std::collections::{BTreeMap, BTreeSet};

/// A function with more calls is not looked at.
const MOST_CALLS: usize = 256;

/// Calls that are alternatives, each with the first of them.
pub(crate) fn alternatives(program: &Program) -> BTreeMap<Position, Position> {
    let mut all = BTreeMap::new();
    for (function, contents) in program.functions.iter_enumerated() {
        let Ok(body) = &contents.body else { continue };
        let calls = calls(function, body);
        if calls.len() > MOST_CALLS {
            continue;
        }
        let cfg = Cfg::new(body);
        let behind: BTreeMap<BlockId, BTreeSet<BlockId>> =
            calls.iter().map(|(_, at)| (at.block, behind(&cfg, at.block))).collect();
        let excludes = |a: &Position, b: &Position| {
            a.block != b.block
                && !behind[&a.block].contains(&b.block)
                && !behind[&b.block].contains(&a.block)
        };
        let mut groups: Vec<(FunctionId, Vec<Position>)> = Vec::new();
        for (callee, site) in calls {
            let joins = |(its, group): &&mut (FunctionId, Vec<Position>)| {
                *its == callee && group.iter().all(|it| excludes(it, &site))
            };
            match groups.iter_mut().find(joins) {
                Some((_, group)) => {
                    all.insert(site, group[0]);
                    group.push(site);
                }
                None => groups.push((callee, vec![site])),
            }
        }
    }
    all
}

/// The calls of a function, with the functions that they call.
fn calls(function: FunctionId, body: &Body) -> Vec<(FunctionId, Position)> {
    let mut calls = Vec::new();
    for (block, contents) in body.blocks.iter_enumerated() {
        for (statement, at) in contents.statements.iter().zip(0..) {
            if let StatementKind::Call { callee: Callee::Direct(callee), .. } = &statement.kind {
                calls.push((*callee, Position { function, block, statement: at }));
            }
        }
    }
    calls
}

/// The blocks that may follow one.
fn behind(cfg: &Cfg, block: BlockId) -> BTreeSet<BlockId> {
    let mut behind = BTreeSet::new();
    let mut agenda = vec![block];
    while let Some(block) = agenda.pop() {
        for &next in cfg.successors(block) {
            if behind.insert(next) {
                agenda.push(next);
            }
        }
    }
    behind
}
