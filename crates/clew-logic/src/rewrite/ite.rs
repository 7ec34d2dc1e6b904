//! Rewrites of `Ite`, of any sort.

use super::{Rule, rule_list};
use crate::op::Op;
use crate::pool::{Node, TermId, TermPool};
use crate::sort::Sort;

pub(super) const ITE: &[Rule] = rule_list![
    ite_decided,
    ite_same,
    ite_not,
    ite_bool_constant,
    ite_bool_condition,
    ite_nested_then,
    ite_nested_else,
    ite_shared_branch,
];

/// match: `ite true x y`, `ite false x y`  result: `x`, `y`
fn ite_decided(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let condition = pool.value(node.args[0])?;
    Some(if condition == 1 { node.args[1] } else { node.args[2] })
}

/// match: `ite b x x`  result: `x`
fn ite_same(_: &mut TermPool, node: &Node) -> Option<TermId> {
    (node.args[1] == node.args[2]).then_some(node.args[1])
}

/// match: `ite !b x y`  result: `ite b y x`
fn ite_not(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let condition = pool.unary(Op::Not, node.args[0])?;
    Some(pool.ite(condition, node.args[2], node.args[1]))
}

/// match: `ite b true y`, `ite b false y`, `ite b x true`, `ite b x false`
/// result: `b || y`, `!b && y`, `!b || x`, `b && x`
fn ite_bool_constant(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    if node.sort() != Sort::Bool {
        return None;
    }
    let [b, x, y] = node.args;
    match (pool.value(x), pool.value(y)) {
        (Some(1), _) => Some(pool.or(b, y)),
        (Some(_), _) => {
            let not_b = pool.not(b);
            Some(pool.and(not_b, y))
        }
        (None, Some(1)) => Some(pool.implies(b, x)),
        (None, Some(_)) => Some(pool.and(b, x)),
        (None, None) => None,
    }
}

/// match: `ite b b y`, `ite b x b`, `ite b x !x`  result: `b || y`, `b && x`, `b = x`
fn ite_bool_condition(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    if node.sort() != Sort::Bool {
        return None;
    }
    let [b, x, y] = node.args;
    if b == x {
        return Some(pool.or(b, y));
    }
    if b == y {
        return Some(pool.and(b, x));
    }
    pool.are_complements(x, y).then(|| pool.eq(b, x))
}

/// match: `ite b (ite b x y) z`  result: `ite b x z`
fn ite_nested_then(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let inner = *pool.node(node.args[1]);
    (inner.op == Op::Ite && inner.args[0] == node.args[0])
        .then(|| pool.ite(node.args[0], inner.args[1], node.args[2]))
}

/// match: `ite b x (ite b y z)`  result: `ite b x z`
fn ite_nested_else(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let inner = *pool.node(node.args[2]);
    (inner.op == Op::Ite && inner.args[0] == node.args[0])
        .then(|| pool.ite(node.args[0], node.args[1], inner.args[2]))
}

/// match: `ite b x (ite d x y)`  result: `ite (b || d) x y`
fn ite_shared_branch(pool: &mut TermPool, node: &Node) -> Option<TermId> {
    let inner = *pool.node(node.args[2]);
    if inner.op != Op::Ite || inner.args[1] != node.args[1] {
        return None;
    }
    let condition = pool.or(node.args[0], inner.args[0]);
    Some(pool.ite(condition, node.args[1], inner.args[2]))
}
