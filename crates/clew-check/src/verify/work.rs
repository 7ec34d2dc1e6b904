//! The ways that are still to be followed, in the order in which they come together.

use crate::error::CheckError;
use crate::semantics::State;
use std::collections::BTreeMap;

/// Ways that cannot be told as one are followed one by one: at most so many times the number of nodes.
const MOST_WAYS: usize = 16;

/// The states in which control comes to nodes without a predicate.
pub(super) struct Work {
    /// By node: its place in an order in which each node comes behind all that lead to it.
    order: BTreeMap<usize, usize>,
    /// By place: the node, and the states there.
    waiting: BTreeMap<usize, (usize, Vec<State>)>,
    /// How many states may still be followed.
    left: usize,
}

impl Work {
    pub(super) fn new(order: BTreeMap<usize, usize>) -> Self {
        let left = order.len().saturating_mul(MOST_WAYS);
        Self { order, waiting: BTreeMap::new(), left }
    }

    /// Control comes to a node in a state.
    pub(super) fn push(&mut self, node: usize, state: State) {
        let place = self.order.get(&node).copied().unwrap_or(usize::MAX);
        self.waiting.entry(place).or_insert_with(|| (node, Vec::new())).1.push(state);
    }

    /// The next node, with all states in which control comes there.
    pub(super) fn pop(&mut self) -> Result<Option<(usize, Vec<State>)>, CheckError> {
        let Some((_, (node, states))) = self.waiting.pop_first() else { return Ok(None) };
        self.left = self.left.checked_sub(states.len()).ok_or_else(|| {
            CheckError::argument(format!("node {node}: too many ways lead here that are not one"))
        })?;
        Ok(Some((node, states)))
    }
}
