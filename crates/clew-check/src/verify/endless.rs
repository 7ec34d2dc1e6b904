//! Loops that have an end in the text, and never come to it.
//!
//! Of a loop without effects that seems to end, compilers may take it that it does (C11, 6.8.5p6), and
//! go on behind it: `while (i != 7) i += 2;` is left out where `i` is used no more. So nothing is proved
//! by such a loop never being left: where all ways out of a cycle of nodes are said to be taken never,
//! although the objective lies behind one of them, something in the cycle must be an effect: a volatile or
//! atomic access, or a function of the system that reads, writes or waits. Of other code that nobody knows,
//! nobody knows that it has any: linkers that optimise see what it does, and compilers know much of the
//! library and what is declared `const` or `pure`.

use super::Verifier;
use crate::certificate::{Call, Fate, Node, Point};
use crate::error::CheckError;
use crate::program::{Builtin, Callee, Expr, Place, Root, Statement};
use std::collections::{BTreeMap, BTreeSet};

/// Functions of the system that do something at every call, whatever their arguments.
const KEPT: [&str; 16] = [
    "fgetc",
    "fgets",
    "fputc",
    "getc",
    "getchar",
    "nanosleep",
    "pause",
    "poll",
    "putc",
    "putchar",
    "puts",
    "read",
    "select",
    "sleep",
    "usleep",
    "write",
];

impl Verifier<'_> {
    /// An argument that rests on a loop that compilers may leave is none.
    pub(super) fn check_endless(&mut self) -> Result<(), CheckError> {
        let nodes = &self.certificate.nodes;
        let idle: BTreeSet<usize> =
            nodes.keys().copied().filter(|it| !self.has_effect(&nodes[it])).collect();
        for cycle in cycles(nodes, &idle) {
            let Some(way_out) = self.ways_out(&cycle) else { continue };
            let is_relevant =
                way_out.into_iter().any(|(calls, point)| self.graph.is_relevant(&calls, point));
            if is_relevant {
                let first = cycle.first().copied().unwrap_or_default();
                return Err(CheckError::argument(format!(
                    "node {first} is in a loop without effects that never ends: compilers may leave it"
                )));
            }
        }
        Ok(())
    }

    /// Where the ways out of a cycle would lead; none where one of them may be taken.
    fn ways_out(&self, cycle: &BTreeSet<usize>) -> Option<Vec<(Vec<Point>, Point)>> {
        let mut all = Vec::new();
        for number in cycle {
            let node = &self.certificate.nodes[number];
            let at = node.location.at;
            let block = &self.semantics.program.functions[&at.function].blocks[at.block];
            for (successor, fate) in &node.edges {
                let is_out = match fate {
                    Fate::To(next) if cycle.contains(next) => continue,
                    Fate::To(next) => self.is_dead(*next, &mut BTreeSet::new()),
                    Fate::Infeasible => true,
                    Fate::Irrelevant => false,
                };
                if !is_out {
                    return None;
                }
                let target = block.terminator.successors()[*successor];
                let point = Point { block: target, statement: 0, ..at };
                all.push((node.location.calls.clone(), point));
            }
            let leaves = |fate: &Fate| match fate {
                Fate::To(next) => !cycle.contains(next),
                Fate::Infeasible | Fate::Irrelevant => true,
            };
            if node.returns.iter().any(leaves) {
                return None;
            }
        }
        Some(all)
    }

    /// Whether a node is said to be reached by nothing: nothing comes of it.
    fn is_dead(&self, number: usize, seen: &mut BTreeSet<usize>) -> bool {
        let node = &self.certificate.nodes[&number];
        if self.places.blocks.contains(&node.location.at) {
            return true;
        }
        let mut is_dead_way = |fate: &Fate| match fate {
            // What ways come together at is looked at once; a loop is another matter.
            Fate::To(next) => match seen.insert(*next) {
                true => self.is_dead(*next, seen),
                false => self.certificate.nodes[next].predicate.is_none(),
            },
            Fate::Infeasible => true,
            Fate::Irrelevant => false,
        };
        let is_plain = node.calls.is_empty() && node.returns.is_none();
        is_plain && !node.edges.is_empty() && node.edges.values().all(&mut is_dead_way)
    }

    /// Whether something happens in a node's part of its block that compilers must not leave out.
    fn has_effect(&self, node: &Node) -> bool {
        let at = node.location.at;
        let block = &self.semantics.program.functions[&at.function].blocks[at.block];
        for (number, statement) in block.statements.iter().enumerate().skip(at.statement) {
            if matches!(node.calls.get(&number), Some(Call::Enter(_))) {
                return false;
            }
            if self.is_effect(statement) {
                return true;
            }
        }
        let mut found = false;
        block.terminator.roots(&mut |root| found |= touches_volatile(root));
        found
    }

    fn is_effect(&self, statement: &Statement) -> bool {
        let mut found = false;
        statement.roots(&mut |root| found |= touches_volatile(root));
        let is_call = match statement {
            Statement::Call { callee: Callee::Direct(number), .. } => {
                let function = self.semantics.function(*number);
                function.is_system && KEPT.contains(&function.name.as_str())
            }
            Statement::Call { callee: Callee::Builtin(builtin), .. } => {
                matches!(builtin, Builtin::Synchronize)
            }
            Statement::Call { callee: Callee::Indirect(_), .. }
            | Statement::Set { .. }
            | Statement::Live(_)
            | Statement::Dead(_)
            | Statement::Zero(_) => false,
        };
        found || is_call
    }
}

fn touches_volatile(root: Root<'_>) -> bool {
    let mut found = false;
    let mut note = |_: &Expr, place: &Place| found |= place.is_volatile;
    match root {
        Root::Value(expr) => expr.places(&mut note),
        Root::Written(place) => {
            place.places(&mut note);
            found |= place.is_volatile;
        }
    }
    found
}

/// The cycles among some nodes: sets of nodes that all lead to each other.
fn cycles(nodes: &BTreeMap<usize, Node>, among: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
    let mut next: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut before: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &number in among {
        let node = &nodes[&number];
        let entered = node.calls.values().filter_map(|call| match call {
            Call::Enter(next) => Some(*next),
            Call::Skip => None,
        });
        let followed = node.edges.values().chain(&node.returns).filter_map(|fate| match fate {
            Fate::To(next) => Some(*next),
            Fate::Infeasible | Fate::Irrelevant => None,
        });
        for to in entered.chain(followed).filter(|it| among.contains(it)) {
            next.entry(number).or_default().push(to);
            before.entry(to).or_default().push(number);
        }
    }
    // A cycle has a node with a predicate: others are led to from one place only.
    let heads = among.iter().copied().filter(|it| nodes[it].predicate.is_some());
    let mut found: Vec<BTreeSet<usize>> = Vec::new();
    for head in heads {
        if found.iter().all(|cycle| !cycle.contains(&head)) {
            let behind = reachable(&before, head);
            let cycle = reachable(&next, head).into_iter().filter(|it| behind.contains(it));
            found.push(cycle.collect());
        }
    }
    found.retain(|cycle| !cycle.is_empty());
    found
}

fn reachable(ways: &BTreeMap<usize, Vec<usize>>, from: usize) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut work = vec![from];
    while let Some(number) = work.pop() {
        for next in ways.get(&number).into_iter().flatten() {
            if seen.insert(*next) {
                work.push(*next);
            }
        }
    }
    seen
}
