//! Whether a certificate has the form of an argument, before anything is asked.
//!
//! 1. The root is the start of the entry function, with no call under way.
//! 2. Each call under way is a statement that calls the next function, whose body may be entered.
//! 3. What is said of calls, edges and returns is said of such that exist.
//! 4. A node is led to from somewhere (a root without a predicate: from nowhere), and no edge leads
//!    nowhere.
//! 5. No way leads back to a node but through one with a predicate.

use crate::certificate::{Call, Certificate, Fate, Location, Node, Point, Predicate};
use crate::error::CheckError;
use crate::program::{
    Base, Binary, Callee, Expr, ExprKind, Function, Program, Statement, Terminator,
};
use crate::semantics::Semantics;
use std::collections::{BTreeMap, BTreeSet};

/// Where each node stands in an order in which it comes behind all that lead to it; for nodes without a
/// predicate.
pub(super) fn check(
    semantics: &Semantics<'_>,
    certificate: &Certificate,
) -> Result<BTreeMap<usize, usize>, CheckError> {
    let root = &certificate.nodes[&certificate.root].location;
    let start = Point { function: certificate.entry, block: 0, statement: 0 };
    if *root != (Location { calls: Vec::new(), at: start }) {
        return Err(CheckError::argument("the root is not the start of the entry"));
    }
    if semantics.program.functions[&certificate.entry].is_unprovable {
        return Err(CheckError::argument("nothing is proved of the entry: compilers may differ"));
    }
    for (number, node) in &certificate.nodes {
        let wrong = |what: &str| CheckError::argument(format!("node {number}: {what}"));
        let functions = node.location.functions();
        for (call, callee) in node.location.calls.iter().zip(&functions[1..]) {
            if called(semantics, *call) != Some(*callee) || !semantics.may_enter(*callee) {
                return Err(wrong("a call under way is none"));
            }
        }
        if functions[0] != certificate.entry {
            return Err(wrong("the outermost function is not the entry"));
        }
        statements(semantics, node).map_err(wrong)?;
    }
    parents(certificate)?;
    order(certificate)
}

/// The names of assumptions that do not say what their names mean. The checker knows one: that
/// pointer parameters are null or different.
pub(super) fn unfounded(program: &Program, certificate: &Certificate) -> Vec<String> {
    let entry = &program.functions[&certificate.entry];
    let is_founded = |name: &str, predicate: &Predicate| match (name, predicate) {
        ("no-alias", Predicate::Holds(expr)) => says_distinct(entry, expr),
        _ => false,
    };
    let assumptions = certificate.assumptions.iter();
    let unfounded = assumptions.filter(|(name, predicate)| !is_founded(name, predicate));
    unfounded.map(|(name, _)| name.clone()).collect()
}

/// Whether an expression says that one pointer parameter is null or not another.
fn says_distinct(entry: &Function, expr: &Expr) -> bool {
    let ExprKind::Binary(Binary::BitOr, is_null, differs) = &expr.kind else { return false };
    let (ExprKind::Binary(Binary::Eq, null_of, null), ExprKind::Binary(Binary::Ne, first, second)) =
        (&is_null.kind, &differs.kind)
    else {
        return false;
    };
    let second = match &second.kind {
        ExprKind::Cast(operand) if second.ty.is_pointer() => operand,
        _ => second,
    };
    let first_of = pointer_parameter(entry, first);
    let second_of = pointer_parameter(entry, second);
    matches!(null.kind, ExprKind::Const(0))
        && first_of.is_some()
        && first_of == pointer_parameter(entry, null_of)
        && second_of.is_some_and(|second| Some(second) != first_of)
}

/// The parameter that an expression is the value of, if that is a pointer.
fn pointer_parameter(entry: &Function, expr: &Expr) -> Option<usize> {
    let ExprKind::Load(place) = &expr.kind else { return None };
    let (Base::Local(local), []) = (&place.base, place.path.as_slice()) else { return None };
    let declared = entry.locals.get(*local)?;
    (declared.is_parameter && declared.ty.is_pointer()).then_some(*local)
}

/// The function that a statement calls by name.
fn called(semantics: &Semantics<'_>, at: Point) -> Option<usize> {
    let block = &semantics.program.functions.get(&at.function)?.blocks.get(at.block)?;
    match block.statements.get(at.statement)? {
        Statement::Call { callee: Callee::Direct(number), .. } => Some(*number),
        Statement::Call { .. }
        | Statement::Set { .. }
        | Statement::Live(_)
        | Statement::Dead(_)
        | Statement::Zero(_) => None,
    }
}

fn statements(semantics: &Semantics<'_>, node: &Node) -> Result<(), &'static str> {
    let at = node.location.at;
    for (&statement, call) in &node.calls {
        if statement < at.statement {
            return Err("a call before the node");
        }
        let Some(callee) = called(semantics, Point { statement, ..at }) else {
            return Err("something is said of a call that is none");
        };
        if matches!(call, Call::Enter(_)) && !semantics.may_enter(callee) {
            return Err("the body of a callee is not what runs");
        }
    }
    let terminator = &semantics.program.functions[&at.function].blocks[at.block].terminator;
    let count = terminator.successors().len();
    if node.edges.keys().any(|successor| *successor >= count) {
        return Err("something is said of an edge that is none");
    }
    let may_return = matches!(terminator, Terminator::Return(_)) && !node.location.calls.is_empty();
    if node.returns.is_some() && !may_return {
        return Err("something is said of a return that is none");
    }
    Ok(())
}

fn parents(certificate: &Certificate) -> Result<(), CheckError> {
    let mut led: BTreeSet<usize> = BTreeSet::from([certificate.root]);
    let root = &certificate.nodes[&certificate.root];
    for (number, node) in &certificate.nodes {
        for next in nexts(node) {
            if !certificate.nodes.contains_key(&next) {
                let message = format!("node {number}: node {next} does not exist");
                return Err(CheckError::argument(message));
            }
            if let Some(Call::Enter(_)) = node.calls.values().find(|it| **it == Call::Enter(next)) {
                let location = &certificate.nodes[&next].location;
                let expected = entered_location(node, next);
                if expected.is_none_or(|(calls, _)| calls != location.calls)
                    || (location.at.block, location.at.statement) != (0, 0)
                {
                    let message = format!("node {number}: node {next} is somewhere else");
                    return Err(CheckError::argument(message));
                }
            }
            if next == certificate.root && root.predicate.is_none() {
                return Err(CheckError::argument(format!("node {number} leads to the root")));
            }
            led.insert(next);
        }
    }
    match certificate.nodes.keys().find(|it| !led.contains(it)) {
        Some(number) => Err(CheckError::argument(format!("node {number}: nothing leads here"))),
        None => Ok(()),
    }
}

/// The nodes that a node leads to.
fn nexts(node: &Node) -> impl Iterator<Item = usize> {
    let entered = node.calls.values().filter_map(|call| match call {
        Call::Enter(next) => Some(*next),
        Call::Skip => None,
    });
    let followed = node.edges.values().chain(&node.returns).filter_map(|fate| match fate {
        Fate::To(next) => Some(*next),
        Fate::Infeasible | Fate::Irrelevant => None,
    });
    entered.chain(followed)
}

/// The nodes without a predicate, each behind all that lead to it.
fn order(certificate: &Certificate) -> Result<BTreeMap<usize, usize>, CheckError> {
    let is_free = |number: &usize| certificate.nodes[number].predicate.is_none();
    let mut waits: BTreeMap<usize, usize> = BTreeMap::new();
    for (number, node) in certificate.nodes.iter().filter(|(number, _)| is_free(number)) {
        waits.entry(*number).or_default();
        for next in nexts(node).filter(is_free) {
            *waits.entry(next).or_default() += 1;
        }
    }
    let mut ready: Vec<usize> =
        waits.iter().filter(|(_, count)| **count == 0).map(|(number, _)| *number).collect();
    let mut order = BTreeMap::new();
    while let Some(number) = ready.pop() {
        order.insert(number, order.len());
        for next in nexts(&certificate.nodes[&number]).filter(is_free) {
            if let Some(count) = waits.get_mut(&next) {
                *count -= 1;
                if *count == 0 {
                    ready.push(next);
                }
            }
        }
    }
    match waits.keys().find(|it| !order.contains_key(it)) {
        Some(number) => Err(CheckError::argument(format!("node {number}: a way leads back here"))),
        None => Ok(order),
    }
}

/// The calls under way in a callee that a node enters, and the statement that enters it.
fn entered_location(node: &Node, next: usize) -> Option<(Vec<Point>, usize)> {
    let (statement, _) = node.calls.iter().find(|(_, call)| **call == Call::Enter(next))?;
    let mut calls = node.location.calls.clone();
    calls.push(Point { statement: *statement, ..node.location.at });
    Some((calls, *statement))
}
