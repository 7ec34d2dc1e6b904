//! Natural loops and how they nest.

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::ids::{BlockId, IdVec, LoopId};

/// A natural loop: a header that dominates the blocks that can come back to it. Loops with the
/// same header are one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The only block through which the loop is entered.
    pub header: BlockId,
    /// Its blocks, the header too, by ascending id.
    pub blocks: Vec<BlockId>,
    /// The blocks from which an edge leads back to the header.
    pub latches: Vec<BlockId>,
    /// The edges that leave it: from inside, to outside.
    pub exits: Vec<(BlockId, BlockId)>,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// How many loops a block of it is in at least: 1 for an outermost loop.
    pub depth: u32,
}

/// The loops of a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loops {
    /// The loops; an outer one comes before those inside.
    pub loops: IdVec<LoopId, Loop>,
    /// The innermost loop of each block.
    pub innermost: IdVec<BlockId, Option<LoopId>>,
    /// Edges that close a cycle whose target does not dominate their source: the cycle has
    /// several entries (a `goto` into a loop) and is no natural loop.
    pub irreducible_edges: Vec<(BlockId, BlockId)>,
}

impl Loops {
    /// Finds the loops among the reachable blocks.
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Self {
        let mut irreducible_edges = Vec::new();
        let mut loops: IdVec<LoopId, Loop> = IdVec::new();
        let mut innermost: IdVec<BlockId, Option<LoopId>> =
            IdVec::from_elem(None, cfg.block_count());
        // Headers in reverse postorder: an outer loop's comes first.
        for &header in cfg.reverse_postorder() {
            let mut latches = Vec::new();
            for &from in cfg.predecessors(header) {
                if !cfg.is_reachable(from) || cfg.position(from) < cfg.position(header) {
                    continue;
                }
                if dominators.dominates(header, from) {
                    latches.push(from);
                } else {
                    irreducible_edges.push((from, header));
                }
            }
            if latches.is_empty() {
                continue;
            }
            let blocks = blocks_of(cfg, header, &latches);
            let exits = blocks
                .iter()
                .flat_map(|&from| cfg.successors(from).iter().map(move |&to| (from, to)))
                .filter(|(_, to)| blocks.binary_search(to).is_err())
                .collect();
            let parent = innermost[header];
            let depth = parent.map_or(1, |parent| loops[parent].depth + 1);
            for &block in &blocks {
                innermost[block] = Some(loops.next_id());
            }
            loops.push(Loop { header, blocks, latches, exits, parent, depth });
        }
        Self { loops, innermost, irreducible_edges }
    }

    /// Whether the edge leads back to the header of a natural loop.
    pub fn is_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        self.loops.iter().any(|each| each.header == to && each.latches.contains(&from))
    }

    /// Whether every cycle is a natural loop.
    pub fn is_reducible(&self) -> bool {
        self.irreducible_edges.is_empty()
    }
}

/// The blocks from which a latch is reached without passing the header.
fn blocks_of(cfg: &Cfg, header: BlockId, latches: &[BlockId]) -> Vec<BlockId> {
    let mut is_inside: IdVec<BlockId, bool> = IdVec::from_elem(false, cfg.block_count());
    is_inside[header] = true;
    let mut work: Vec<BlockId> = Vec::new();
    let mut found = vec![header];
    for &latch in latches {
        if !is_inside[latch] {
            is_inside[latch] = true;
            found.push(latch);
            work.push(latch);
        }
    }
    while let Some(block) = work.pop() {
        for &from in cfg.predecessors(block) {
            if cfg.is_reachable(from) && !is_inside[from] {
                is_inside[from] = true;
                found.push(from);
                work.push(from);
            }
        }
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::tests::{block, blocks, body, graph};
    use crate::ids::Id;

    fn loops(edges: &[&[usize]]) -> Loops {
        let program = graph(edges);
        let cfg = Cfg::new(body(&program));
        Loops::new(&cfg, &Dominators::new(&cfg))
    }

    #[test]
    fn nested_loops() {
        // 1: outer header, 2: inner header, 3: inner body, 4: outer latch, 5: end.
        let loops = loops(&[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]]);
        let all: Vec<&Loop> = loops.loops.iter().collect();
        assert_eq!(all.len(), 2);
        assert_eq!((all[0].header, all[0].depth, all[0].parent), (block(1), 1, None));
        assert_eq!(all[0].blocks, blocks(&[1, 2, 3, 4]));
        assert_eq!(all[0].exits, [(block(1), block(5))]);
        let outer = LoopId::from_index(0);
        assert_eq!((all[1].header, all[1].depth, all[1].parent), (block(2), 2, Some(outer)));
        assert_eq!(all[1].blocks, blocks(&[2, 3]));
        assert_eq!(all[1].exits, [(block(2), block(4))]);
        assert_eq!(loops.innermost[block(3)], Some(LoopId::from_index(1)));
        assert_eq!(loops.innermost[block(4)], Some(outer));
        assert_eq!(loops.innermost[block(5)], None);
        assert!(loops.is_back_edge(block(4), block(1)));
        assert!(!loops.is_back_edge(block(2), block(4)));
        assert!(loops.is_reducible());
    }

    #[test]
    fn two_latches_make_one_loop() {
        let loops = loops(&[&[1], &[2, 3], &[1], &[1, 4], &[]]);
        let only = loops.loops.iter().next().unwrap();
        assert_eq!(loops.loops.len(), 1);
        assert_eq!(only.latches, blocks(&[2, 3]));
    }

    #[test]
    fn a_block_that_jumps_to_itself() {
        let loops = loops(&[&[1], &[1, 2], &[]]);
        assert_eq!(loops.loops.iter().next().unwrap().blocks, blocks(&[1]));
    }

    #[test]
    fn a_cycle_with_two_entries_is_irreducible() {
        let loops = loops(&[&[1, 2], &[2], &[1, 3], &[]]);
        assert!(loops.loops.is_empty());
        assert_eq!(loops.irreducible_edges.len(), 1);
        assert!(!loops.is_reducible());
    }
}
