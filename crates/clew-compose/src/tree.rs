//! Paths as a tree of their conditions, and terms that choose among them.
//!
//! Paths that begin alike share their conditions: what is chosen by them is a tree of choices and not a
//! list in which each path tells all its conditions again. Where both sides of a condition come to the same, the
//! choice goes away, so that a function whose paths are all known needs no question to show it.

use clew_logic::{TermId, TermPool};

/// Paths, told by the sequences of their conditions.
#[derive(Clone, Debug)]
pub(crate) struct PathTree {
    /// The root first; those below another behind it.
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, Default)]
struct Node {
    /// Conditions, and what is below each.
    below: Vec<(TermId, usize)>,
    /// The path that ends here.
    path: Option<usize>,
}

impl PathTree {
    /// No paths.
    pub(crate) fn new() -> Self {
        PathTree { nodes: vec![Node::default()] }
    }

    /// Adds a path by its number. Of several with the same conditions, the first counts.
    pub(crate) fn add(
        &mut self,
        pool: &TermPool,
        conditions: impl IntoIterator<Item = TermId>,
        path: usize,
    ) {
        let mut at = 0;
        for condition in conditions {
            match pool.value(condition) {
                Some(1) => continue,
                Some(_) => return,
                None => {}
            }
            let known = self.nodes[at].below.iter().find(|(it, _)| *it == condition);
            at = match known {
                Some((_, next)) => *next,
                None => {
                    self.nodes.push(Node::default());
                    let next = self.nodes.len() - 1;
                    self.nodes[at].below.push((condition, next));
                    next
                }
            };
        }
        self.nodes[at].path.get_or_insert(path);
    }

    /// When a path is taken of which something holds.
    pub(crate) fn when(
        &self,
        pool: &mut TermPool,
        mut holds: impl FnMut(&mut TermPool, usize) -> TermId,
    ) -> TermId {
        self.whens(pool, &mut holds)[0]
    }

    fn whens(
        &self,
        pool: &mut TermPool,
        holds: &mut dyn FnMut(&mut TermPool, usize) -> TermId,
    ) -> Vec<TermId> {
        let never = pool.bool(false);
        let mut values: Vec<TermId> = vec![never; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            values[at] = match (node.path, &node.below[..]) {
                (Some(path), _) => holds(pool, path),
                (None, [(condition, yes), (other, no)]) if pool.not(*condition) == *other => {
                    pool.ite(*condition, values[*yes], values[*no])
                }
                (None, below) => {
                    let sides: Vec<TermId> =
                        below.iter().map(|(it, next)| pool.and(*it, values[*next])).collect();
                    pool.or_all(sides)
                }
            };
        }
        values
    }

    /// What the path that is taken has; anything where it has nothing, and where no path is taken.
    pub(crate) fn choose(
        &self,
        pool: &mut TermPool,
        mut value: impl FnMut(&mut TermPool, usize) -> Option<TermId>,
    ) -> Option<TermId> {
        let mut values: Vec<Option<TermId>> = vec![None; self.nodes.len()];
        let is_known = self.known(pool);
        for (at, node) in self.nodes.iter().enumerate().rev() {
            values[at] = match (node.path, &node.below[..]) {
                (Some(path), _) => value(pool, path),
                (None, [(condition, yes), (other, no)]) if pool.not(*condition) == *other => {
                    match (values[*yes], values[*no]) {
                        (Some(yes), Some(no)) => Some(pool.ite(*condition, yes, no)),
                        (one, other) => one.or(other),
                    }
                }
                (None, below) => self.first(pool, below, (&values, &is_known)),
            };
        }
        values[0]
    }

    /// The value of the first side that knows the path: several may begin with a condition that holds.
    fn first(
        &self,
        pool: &mut TermPool,
        below: &[(TermId, usize)],
        (values, is_known): (&[Option<TermId>], &[TermId]),
    ) -> Option<TermId> {
        let mut all: Option<TermId> = None;
        for (condition, next) in below.iter().rev() {
            let Some(this) = values[*next] else { continue };
            let takes = pool.and(*condition, is_known[*next]);
            all = Some(match all {
                Some(others) => pool.ite(takes, this, others),
                None => this,
            });
        }
        all
    }

    /// For each node, when a path below it is taken.
    fn known(&self, pool: &mut TermPool) -> Vec<TermId> {
        self.whens(pool, &mut |pool, _| pool.bool(true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::Sort;

    #[test]
    fn paths_that_are_all_there_are_need_no_question() {
        let mut pool = TermPool::new();
        let [a, b] = ["a", "b"].map(|name| pool.input(name, Sort::Bool));
        let (not_a, not_b) = (pool.not(a), pool.not(b));
        let mut tree = PathTree::new();
        for (at, path) in [vec![a], vec![not_a, b], vec![not_a, not_b]].into_iter().enumerate() {
            tree.add(&pool, path, at);
        }
        let always = tree.when(&mut pool, |pool, _| pool.bool(true));
        assert_eq!(pool.value(always), Some(1));
        let first = tree.when(&mut pool, |pool, path| pool.bool(path == 0));
        assert_eq!(first, a);
        let same = tree.choose(&mut pool, |pool, _| Some(pool.bv(8, 7)));
        assert_eq!(same, Some(pool.bv(8, 7)));
    }

    #[test]
    fn what_is_chosen_is_what_the_path_has() {
        let mut pool = TermPool::new();
        let [a, b] = ["a", "b"].map(|name| pool.input(name, Sort::Bool));
        let (not_a, not_b) = (pool.not(a), pool.not(b));
        let mut tree = PathTree::new();
        tree.add(&pool, [a, b], 0);
        tree.add(&pool, [a, not_b], 1);
        tree.add(&pool, [not_a], 2);
        let chosen = tree.choose(&mut pool, |pool, path| Some(pool.bv(8, path as u128)));
        let chosen = chosen.expect("paths");
        let mut evaluator = clew_logic::Evaluator::new();
        for (values, expected) in [([1, 1], 0), ([1, 0], 1), ([0, 0], 2), ([0, 1], 2)] {
            let mut model = clew_logic::Model::new();
            for (term, value) in [a, b].into_iter().zip(values) {
                model.set_bits(pool.input_of(term).expect("an input"), value);
            }
            assert_eq!(evaluator.eval(&pool, &model, chosen), expected);
            evaluator = clew_logic::Evaluator::new();
        }
        // A path that nobody knows is not among those that are taken.
        let mut part = PathTree::new();
        part.add(&pool, [a, b], 0);
        let known = part.when(&mut pool, |pool, _| pool.bool(true));
        assert_eq!(known, pool.and(a, b));
    }
}
