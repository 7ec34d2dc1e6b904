//! The ways that a proof speaks of: from the entry or the head of a loop, to what is refuted there or
//! to the head of a loop.

use super::condition::{End, Path};
use crate::certificate::{Fate, Node};
use crate::target::Target;
use clew_ir::{Position, Program};
use clew_symbolic::Letter;

/// A way.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The node of the head where it begins; none at the entry.
    pub(super) head: Option<usize>,
    pub(super) letters: Vec<Letter>,
    pub(super) ends: Ends,
}

/// Where a way ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ends {
    /// At the target.
    Target,
    /// With an edge that leads there and is never taken.
    Refuted,
    /// At the head of a loop, a node.
    Head(usize),
}

impl Way {
    /// The path that it is, to the target.
    pub(super) fn path<'a>(&'a self, target: &'a Target) -> Path<'a> {
        let end = match (self.ends, target) {
            (Ends::Target, Target::Label { at, predicate }) => End::At(*at, predicate.as_ref()),
            _ => End::Letters,
        };
        Path { letters: &self.letters, end }
    }
}

/// The ways of a proof that a target is not reached.
pub(super) fn ways(program: &Program, nodes: &[Node], target: &Target) -> Vec<Way> {
    let tree = Tree::new(program, nodes);
    let mut ways = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        if let Target::Label { at, .. } = target
            && has_before(node, *at)
        {
            let (head, letters) = tree.to(number, None);
            ways.push(Way { head, letters, ends: Ends::Target });
        }
        for (arm, fate) in &node.edges {
            let Some(letter) = tree.edge(node, *arm) else { continue };
            let ends = match fate {
                Fate::To(next) if nodes[*next].predicate.is_some() => Ends::Head(*next),
                Fate::Infeasible if is_edge(target, node, *arm) => Ends::Target,
                Fate::Infeasible => Ends::Refuted,
                Fate::To(_) | Fate::Irrelevant => continue,
            };
            let (head, letters) = tree.to(number, Some(letter));
            ways.push(Way { head, letters, ends });
        }
    }
    // What is told first is short.
    ways.sort_by_key(|way| way.letters.len());
    ways
}

/// Whether a node's part of its block has a position.
fn has_before(node: &Node, at: Position) -> bool {
    let is_entered = |(site, next): &(u32, Option<usize>)| next.is_some() && *site < at.statement;
    node.at.function == at.function
        && node.at.block == at.block
        && node.at.statement <= at.statement
        && !node.entered.iter().any(is_entered)
}

fn is_edge(target: &Target, node: &Node, leaves: u32) -> bool {
    match target {
        Target::Edge { function, block, arm } => {
            (*function, *block, *arm) == (node.at.function, node.at.block, leaves)
        }
        Target::Label { .. } => false,
    }
}

/// The nodes of a proof, with what leads to them.
struct Tree<'a> {
    program: &'a Program,
    nodes: &'a [Node],
    /// From which node, and how; nothing leads to the entry, and many ways to a head.
    from: Vec<Option<(usize, Letter)>>,
}

impl<'a> Tree<'a> {
    fn new(program: &'a Program, nodes: &'a [Node]) -> Self {
        let mut tree = Self { program, nodes, from: vec![None; nodes.len()] };
        for (number, node) in nodes.iter().enumerate() {
            for (site, next) in &node.entered {
                if let Some(next) = *next {
                    let site = Some(Position { statement: *site, ..node.at });
                    let callee = nodes[next].at.function;
                    tree.from[next] = Some((number, Letter::Call { site, callee }));
                }
            }
            for (arm, fate) in &node.edges {
                if let (Fate::To(next), Some(letter)) = (*fate, tree.edge(node, *arm))
                    && nodes[next].predicate.is_none()
                {
                    tree.from[next] = Some((number, letter));
                }
            }
            if let (Some(Fate::To(next)), Some(from)) = (node.returns, tree.terminator(node)) {
                tree.from[next] = Some((number, Letter::Return { from }));
            }
        }
        tree
    }

    fn terminator(&self, node: &Node) -> Option<Position> {
        let body = self.program.functions[node.at.function].body.as_ref().ok()?;
        Some(Position::terminator(node.at.function, node.at.block, body))
    }

    fn edge(&self, node: &Node, arm: u32) -> Option<Letter> {
        Some(Letter::Edge { from: self.terminator(node)?, arm, fork: None })
    }

    /// The letters to a node and one more, with the head that they begin at.
    fn to(&self, node: usize, last: Option<Letter>) -> (Option<usize>, Vec<Letter>) {
        let mut letters: Vec<Letter> = last.into_iter().collect();
        let mut at = node;
        while self.nodes[at].predicate.is_none()
            && let Some((from, letter)) = self.from[at]
        {
            letters.push(letter);
            at = from;
        }
        let head = self.nodes[at].predicate.is_some().then_some(at);
        if head.is_none() {
            letters.push(Letter::Call { site: None, callee: self.nodes[at].at.function });
        }
        letters.reverse();
        (head, letters)
    }
}
