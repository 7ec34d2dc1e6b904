//! The edges of a body in both directions, and an order to visit it in.

use crate::body::Body;
use crate::ids::{BlockId, IdVec};

/// The control flow graph of one body. Calls that do not return, and `longjmp`, leave no edge:
/// what follows from a path to the end of a function holds only when it gets there.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: IdVec<BlockId, Vec<BlockId>>,
    predecessors: IdVec<BlockId, Vec<BlockId>>,
    reverse_postorder: Vec<BlockId>,
    positions: IdVec<BlockId, Option<u32>>,
}

impl Cfg {
    /// Reads the edges off a body.
    pub fn new(body: &Body) -> Self {
        let count = body.blocks.len();
        let mut predecessors = IdVec::from_elem(Vec::new(), count);
        let mut successors = IdVec::new();
        for (id, block) in body.blocks.iter_enumerated() {
            let mut targets: Vec<BlockId> = Vec::new();
            for target in block.terminator.kind.successors() {
                if !targets.contains(&target) {
                    targets.push(target);
                    predecessors[target].push(id);
                }
            }
            successors.push(targets);
        }
        let reverse_postorder = reverse_postorder(body.entry(), &successors);
        let mut positions = IdVec::from_elem(None, count);
        for (position, &block) in reverse_postorder.iter().enumerate() {
            positions[block] = Some(position as u32);
        }
        Self { successors, predecessors, reverse_postorder, positions }
    }

    /// The blocks that may come next, each once, in the terminator's order.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block]
    }

    /// The blocks that may come before, each once, by ascending id.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block]
    }

    /// Whether some path leads from the entry to the block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.positions[block].is_some()
    }

    /// The reachable blocks; but for edges that close a cycle, each comes before its successors.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.reverse_postorder
    }

    /// The block's place in [`Cfg::reverse_postorder`], if it is reachable.
    pub fn position(&self, block: BlockId) -> Option<u32> {
        self.positions[block]
    }

    /// The number of blocks, unreachable ones too.
    pub fn block_count(&self) -> usize {
        self.successors.len()
    }
}

fn reverse_postorder(entry: BlockId, successors: &IdVec<BlockId, Vec<BlockId>>) -> Vec<BlockId> {
    let mut is_seen: IdVec<BlockId, bool> = IdVec::from_elem(false, successors.len());
    let mut order = Vec::new();
    // Each entry: a block and how many of its successors have been visited. Successors are
    // visited last to first, so that the first comes first in the result.
    let mut stack = vec![(entry, 0)];
    is_seen[entry] = true;
    while let Some((block, visited)) = stack.last_mut() {
        let targets = &successors[*block];
        if *visited == targets.len() {
            order.push(*block);
            stack.pop();
            continue;
        }
        *visited += 1;
        let target = targets[targets.len() - *visited];
        if !is_seen[target] {
            is_seen[target] = true;
            stack.push((target, 0));
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::builder::FunctionBuilder;
    use crate::ids::{FunctionId, Id};
    use crate::program::Program;
    use crate::types::TypeTable;

    /// A body with the given edges: a block with no target returns, one target is a jump, more
    /// make a switch.
    pub(crate) fn graph(edges: &[&[usize]]) -> (Program, FunctionId) {
        let mut program = Program::default();
        let mut f = FunctionBuilder::new(&mut program, "f", TypeTable::VOID, &[]);
        for _ in 1..edges.len() {
            f.block();
        }
        for (at, targets) in edges.iter().enumerate() {
            let targets: Vec<BlockId> = targets.iter().map(|&at| block(at)).collect();
            match targets.as_slice() {
                [] => f.ret(block(at), None),
                [one] => f.goto(block(at), *one),
                [first @ .., last] => {
                    let arms: Vec<_> =
                        first.iter().enumerate().map(|(at, &to)| (at as i128, to)).collect();
                    let value = f.int(0);
                    f.switch(block(at), value, &arms, *last);
                }
            }
        }
        let function = f.finish();
        (program, function)
    }

    pub(crate) fn body((program, function): &(Program, FunctionId)) -> &Body {
        program.functions[*function].body.as_ref().unwrap()
    }

    pub(crate) fn block(index: usize) -> BlockId {
        BlockId::from_index(index)
    }

    pub(crate) fn blocks(indices: &[usize]) -> Vec<BlockId> {
        indices.iter().map(|&index| block(index)).collect()
    }

    #[test]
    fn edges_and_order() {
        // 0 -> 1; 1 -> 2 | 3; 2 -> 1; 3 -> end; 4 -> 3 is unreachable.
        let program = graph(&[&[1], &[2, 3], &[1], &[], &[3]]);
        let cfg = Cfg::new(body(&program));
        assert_eq!(cfg.successors(block(1)), blocks(&[2, 3]));
        assert_eq!(cfg.predecessors(block(1)), blocks(&[0, 2]));
        assert_eq!(cfg.predecessors(block(3)), blocks(&[1, 4]));
        assert_eq!(cfg.reverse_postorder(), blocks(&[0, 1, 2, 3]));
        assert!(!cfg.is_reachable(block(4)));
        assert_eq!(cfg.position(block(3)), Some(3));
    }

    #[test]
    fn a_target_counts_once() {
        let program = graph(&[&[1, 1, 1], &[]]);
        let cfg = Cfg::new(body(&program));
        assert_eq!(cfg.successors(block(0)), blocks(&[1]));
        assert_eq!(cfg.predecessors(block(1)), blocks(&[0]));
    }
}
