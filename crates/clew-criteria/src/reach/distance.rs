//! How far the nearest open objective is.

use super::{Candidate, DEAD, Reach, ReturnSite};

impl Reach {
    /// The steps from a candidate to the nearest objective that was open at the last
    /// [`Reach::update`]: blocks and calls, whatever they cost. `None` where none can be met; see
    /// [`Reach::relevance`] for `stack`.
    pub fn distance(&self, candidate: Candidate, stack: &[ReturnSite]) -> Option<u32> {
        let (function, node, first) = match candidate {
            Candidate::Edge { function, block, successor } => {
                let from = self.graph.contents(self.graph.block(function, block)?);
                if self.any_open(from.edge_objectives(successor)) {
                    return Some(0);
                }
                (function, *from.successors.get(successor as usize)?, 1)
            }
            Candidate::Within { function, block } => {
                (function, self.graph.block(function, block)?, 0)
            }
            Candidate::Fault { .. } => return None,
        };
        let here = self.distances[node.0];
        if here != DEAD {
            return Some(first + here);
        }
        self.distance_behind(first, function, node, stack)
    }

    /// The way back into the callers counts one step for each.
    fn distance_behind(
        &self,
        mut steps: u32,
        function: clew_ir::FunctionId,
        node: super::Node,
        stack: &[ReturnSite],
    ) -> Option<u32> {
        let (mut callee, mut can_return) = (function, self.graph.contents(node).can_return);
        for site in stack.iter().rev() {
            if !can_return {
                return None;
            }
            steps += 1;
            let node = self.graph.block(site.function, site.block)?;
            if self.is_rest_live(node, callee) {
                let contents = self.graph.contents(node);
                let next = contents.successors.iter().map(|next| self.distances[next.0]);
                let nearest = next.min().filter(|&nearest| nearest != DEAD);
                return Some(steps + nearest.map_or(0, |nearest| nearest + 1));
            }
            can_return = self.graph.contents(node).can_return;
            callee = site.function;
        }
        None
    }
}
