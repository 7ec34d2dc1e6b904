//! Rewrites of `Select` and `Store`.

use super::{Rule, rule_list};
use crate::op::Op;
use crate::pool::{Node, TermId, TermPool};

pub(super) const SELECT: &[Rule] = rule_list![select_const_array, select_store];
pub(super) const STORE: &[Rule] = rule_list![store_same_index, store_selected, store_const_array];

/// match: `select (const x) i`  result: `x`
fn select_const_array(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    pool.unary(Op::ConstArray, node.args[0])
}

/// match: `select (store … a i x …) j`, the stores above at indices that differ from `j`
/// result: `x` for `i` equal to `j`, otherwise `select a j` below the stores that are passed
fn select_store(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let [start, index, _] = node.args;
    let mut array = start;
    while pool.op(array) == Op::Store {
        let store = *pool.node(array);
        if store.args[1] == index {
            return Some(store.args[2]);
        }
        if !differ(pool, store.args[1], index) {
            break;
        }
        array = store.args[0];
    }
    (array != start).then(|| pool.select(array, index))
}

/// Whether two indices can be seen to differ: constants, or one term plus constants.
fn differ(pool: &TermPool, i: TermId, j: TermId) -> bool {
    let split = |term| match pool.value(term) {
        Some(c) => (None, c),
        None => match pool.with_constant(Op::Add, term) {
            Some((x, c)) => (Some(x), c),
            None => (Some(term), 0),
        },
    };
    let ((x, c), (y, d)) = (split(i), split(j));
    x == y && c != d
}

/// match: `store (store a i x) i y`  result: `store a i y`
fn store_same_index(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let inner = *pool.node(node.args[0]);
    (inner.op == Op::Store && inner.args[1] == node.args[1])
        .then(|| pool.store(inner.args[0], node.args[1], node.args[2]))
}

/// match: `store a i (select a i)`  result: `a`
fn store_selected(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let (array, index) = pool.binary(Op::Select, node.args[2])?;
    (array == node.args[0] && index == node.args[1]).then_some(array)
}

/// match: `store (const x) i x`  result: `const x`
fn store_const_array(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    (pool.unary(Op::ConstArray, node.args[0])? == node.args[2]).then_some(node.args[0])
}
