//! Dominators and post-dominators, after Cooper, Harvey and Kennedy, *A simple, fast dominance
//! algorithm*.

use crate::cfg::Cfg;
use crate::ids::{BlockId, Id};

/// Which blocks every path from the entry must pass.
#[derive(Clone, Debug)]
pub struct Dominators {
    tree: Tree,
}

impl Dominators {
    /// Computes the dominator tree of the reachable blocks.
    pub fn new(cfg: &Cfg) -> Self {
        let order: Vec<usize> = cfg.reverse_postorder().iter().map(|block| block.index()).collect();
        let predecessors: Vec<Vec<usize>> = (0..cfg.block_count())
            .map(|at| indices(cfg.predecessors(BlockId::from_index(at))))
            .collect();
        Self { tree: Tree::new(&order, &predecessors) }
    }

    /// The nearest other block that every path to this one passes; `None` for the entry and for
    /// unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree.parent[block.index()].map(BlockId::from_index)
    }

    /// Whether every path from the entry to `block` passes `by`. A reachable block dominates
    /// itself; unreachable blocks neither dominate nor are dominated.
    pub fn dominates(&self, by: BlockId, block: BlockId) -> bool {
        self.tree.is_ancestor(by.index(), block.index())
    }
}

/// Which blocks every path to the end of the function must pass. Where a function has several
/// ends, a virtual exit joins them. A part of the function from which no path leads to an end
/// (an infinite loop) is joined to the virtual exit at its last block in reverse postorder.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: Tree,
    exit: usize,
}

impl PostDominators {
    /// Computes the post-dominator tree of the reachable blocks.
    pub fn new(cfg: &Cfg) -> Self {
        let exit = cfg.block_count();
        let reachable = cfg.reverse_postorder();
        // Edges turned around: the exit's successors are the ends.
        let mut forward: Vec<Vec<usize>> = vec![Vec::new(); exit + 1];
        let mut backward: Vec<Vec<usize>> = vec![Vec::new(); exit + 1];
        let mut connect = |from: usize, to: usize| {
            forward[from].push(to);
            backward[to].push(from);
        };
        for &block in reachable {
            for &target in cfg.successors(block) {
                connect(target.index(), block.index());
            }
            if cfg.successors(block).is_empty() {
                connect(exit, block.index());
            }
        }
        let mut is_seen = vec![false; exit + 1];
        mark_reached(&forward, exit, &mut is_seen);
        for &block in reachable.iter().rev() {
            let block = block.index();
            if !is_seen[block] {
                forward[exit].push(block);
                backward[block].push(exit);
                mark_reached(&forward, block, &mut is_seen);
            }
        }
        let order = reverse_postorder(&forward, exit);
        Self { tree: Tree::new(&order, &backward), exit }
    }

    /// The nearest other block that every path from this one to an end passes; `None` when that
    /// is only the virtual exit, and for unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree.parent[block.index()].filter(|&parent| parent != self.exit).map(Id::from_index)
    }

    /// Whether every path from `block` to an end passes `by`. A reachable block post-dominates
    /// itself.
    pub fn post_dominates(&self, by: BlockId, block: BlockId) -> bool {
        self.tree.is_ancestor(by.index(), block.index())
    }
}

fn indices(blocks: &[BlockId]) -> Vec<usize> {
    blocks.iter().map(|block| block.index()).collect()
}

fn mark_reached(successors: &[Vec<usize>], from: usize, is_seen: &mut [bool]) {
    let mut work = vec![from];
    is_seen[from] = true;
    while let Some(node) = work.pop() {
        for &next in &successors[node] {
            if !is_seen[next] {
                is_seen[next] = true;
                work.push(next);
            }
        }
    }
}

fn reverse_postorder(successors: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut is_seen = vec![false; successors.len()];
    let mut order = Vec::new();
    let mut stack = vec![(root, 0)];
    is_seen[root] = true;
    while let Some((node, visited)) = stack.last_mut() {
        match successors[*node].get(*visited) {
            Some(&next) => {
                *visited += 1;
                if !is_seen[next] {
                    is_seen[next] = true;
                    stack.push((next, 0));
                }
            }
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// A dominator tree; `interval` makes ancestry a comparison.
#[derive(Clone, Debug)]
struct Tree {
    parent: Vec<Option<usize>>,
    /// When a depth-first walk of the tree enters and leaves the node; `None` when the node is
    /// not in the tree.
    interval: Vec<Option<(u32, u32)>>,
}

impl Tree {
    /// `order` is a reverse postorder from the root; nodes outside it are not in the tree.
    fn new(order: &[usize], predecessors: &[Vec<usize>]) -> Self {
        let count = predecessors.len();
        let mut position: Vec<Option<usize>> = vec![None; count];
        for (at, &node) in order.iter().enumerate() {
            position[node] = Some(at);
        }
        // By position in the order: the immediate dominator's position.
        let mut immediate: Vec<Option<usize>> = vec![None; order.len()];
        if let Some(root) = immediate.first_mut() {
            *root = Some(0);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (at, &node) in order.iter().enumerate().skip(1) {
                let mut joined: Option<usize> = None;
                for from in predecessors[node].iter().filter_map(|&from| position[from]) {
                    if immediate[from].is_some() {
                        joined = Some(match joined {
                            Some(other) => common(&immediate, other, from),
                            None => from,
                        });
                    }
                }
                if joined != immediate[at] {
                    immediate[at] = joined;
                    changed = true;
                }
            }
        }
        let mut parent = vec![None; count];
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (at, &node) in order.iter().enumerate().skip(1) {
            let above = order[immediate[at].expect("every node in the order has a dominator")];
            parent[node] = Some(above);
            children[above].push(node);
        }
        Self { parent, interval: intervals(order.first().copied(), &children) }
    }

    fn is_ancestor(&self, above: usize, below: usize) -> bool {
        match (self.interval[above], self.interval[below]) {
            (Some((from, to)), Some((at, _))) => (from..=to).contains(&at),
            _ => false,
        }
    }
}

/// The nearest common dominator of two positions.
fn common(immediate: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let later = if a > b { &mut a } else { &mut b };
        *later = immediate[*later].expect("a processed node has a dominator");
    }
    a
}

fn intervals(root: Option<usize>, children: &[Vec<usize>]) -> Vec<Option<(u32, u32)>> {
    let mut intervals = vec![None; children.len()];
    let mut clock = 0;
    let mut stack: Vec<(usize, usize)> = root.map(|root| (root, 0)).into_iter().collect();
    while let Some((node, visited)) = stack.last_mut() {
        let (node, child) = (*node, children[*node].get(*visited).copied());
        if *visited == 0 {
            intervals[node] = Some((clock, clock));
            clock += 1;
        }
        *visited += 1;
        match child {
            Some(child) => stack.push((child, 0)),
            None => {
                if let Some((_, end)) = &mut intervals[node] {
                    *end = clock - 1;
                }
                stack.pop();
            }
        }
    }
    intervals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::tests::{block, body, graph};

    /// Whether every path from `from` to a node that `is_end` accepts passes `by`, by search.
    fn must_pass(
        count: usize,
        next: impl Fn(usize) -> Vec<usize>,
        from: usize,
        by: usize,
        is_end: impl Fn(usize) -> bool,
    ) -> bool {
        if from == by {
            return true;
        }
        let mut is_seen = vec![false; count];
        let mut work = vec![from];
        is_seen[from] = true;
        while let Some(node) = work.pop() {
            if is_end(node) {
                return false;
            }
            for next in next(node) {
                if next != by && !is_seen[next] {
                    is_seen[next] = true;
                    work.push(next);
                }
            }
        }
        true
    }

    #[test]
    fn a_diamond() {
        let program = graph(&[&[1, 2], &[3], &[3], &[]]);
        let cfg = Cfg::new(body(&program));
        let dominators = Dominators::new(&cfg);
        assert_eq!(dominators.immediate(block(3)), Some(block(0)));
        assert_eq!(dominators.immediate(block(0)), None);
        assert!(dominators.dominates(block(0), block(3)));
        assert!(!dominators.dominates(block(1), block(3)));
        let post = PostDominators::new(&cfg);
        assert_eq!(post.immediate(block(0)), Some(block(3)));
        assert!(post.post_dominates(block(3), block(1)));
    }

    #[test]
    fn two_ends_and_an_infinite_loop() {
        // 1 returns, 2 <-> 3 never ends.
        let program = graph(&[&[1, 2], &[], &[3], &[2]]);
        let cfg = Cfg::new(body(&program));
        let post = PostDominators::new(&cfg);
        assert_eq!(post.immediate(block(0)), None);
        assert_eq!(post.immediate(block(2)), Some(block(3)));
        assert_eq!(post.immediate(block(3)), None);
        assert!(!post.post_dominates(block(1), block(0)));
    }

    #[test]
    fn small_graphs_agree_with_search() {
        // Graphs of six blocks with at most two targets each, drawn without a pattern.
        let mut state = 1u64;
        for _ in 0..3000 {
            let mut edges: Vec<Vec<usize>> = Vec::new();
            for _ in 0..6 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99_991);
                let (a, b) = ((state >> 40) % 5 + 1, (state >> 50) % 5 + 1);
                edges.push(match (state >> 33) % 4 {
                    0 => vec![],
                    1 => vec![a as usize],
                    _ => vec![a as usize, b as usize],
                });
            }
            let edges: Vec<&[usize]> = edges.iter().map(Vec::as_slice).collect();
            let program = graph(&edges);
            let cfg = Cfg::new(body(&program));
            let dominators = Dominators::new(&cfg);
            let post = PostDominators::new(&cfg);
            let next = |node: usize| edges[node].to_vec();
            let is_end = |node: usize| edges[node].is_empty();
            for b in 0..6 {
                if !cfg.is_reachable(block(b)) {
                    continue;
                }
                // Every block that the search can reach must reach an end, or post-domination
                // depends on where infinite loops are joined.
                let always_ends = (0..6).all(|node| {
                    !cfg.is_reachable(block(node)) || !must_pass(6, next, node, 99, is_end)
                });
                for a in 0..6 {
                    let expected = cfg.is_reachable(block(a))
                        && must_pass(6, next, 0, a, |node| node == b) | (a == b);
                    assert_eq!(dominators.dominates(block(a), block(b)), expected);
                    if always_ends {
                        let expected =
                            cfg.is_reachable(block(a)) && must_pass(6, next, b, a, is_end);
                        assert_eq!(post.post_dominates(block(a), block(b)), expected);
                    }
                }
            }
        }
    }
}
