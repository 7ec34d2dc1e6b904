//! Walking over terms without recursion.

use crate::pool::{TermId, TermPool};

impl TermPool {
    /// Every term reachable from the roots, each once, arguments before what is built of them.
    pub fn post_order(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = vec![false; self.len()];
        let mut order = Vec::new();
        let mut stack: Vec<(TermId, bool)> = Vec::new();
        for &root in roots {
            stack.push((root, false));
            while let Some((term, done)) = stack.pop() {
                if done {
                    order.push(term);
                    continue;
                }
                if std::mem::replace(&mut seen[term.index()], true) {
                    continue;
                }
                stack.push((term, true));
                for &arg in self.args(term).iter().rev() {
                    if !seen[arg.index()] {
                        stack.push((arg, false));
                    }
                }
            }
        }
        order
    }

    /// The number of different terms reachable from a term, itself included.
    pub fn size(&self, term: TermId) -> usize {
        self.post_order(&[term]).len()
    }
}
