//! One proof: by exhaustion where the ways to the target are few, else by invariants of its loops.

use crate::certificate::{Certificate, Method, Node};
use crate::cuts::Cuts;
use crate::effort::{Effort, Limits};
use crate::failure::Failure;
use crate::relevance::Relevance;
use crate::target::{Start, Target};
use crate::unfolding::{Way, unfold};
use clew_ir::Program;
use clew_ir::call_graph::CallGraph;

/// Nodes that an exhaustion may have before invariants are tried.
const FEW: usize = 300;

/// The program and where its executions start: the same for all targets.
#[derive(Clone, Copy, Debug)]
pub struct Task<'p> {
    /// The program.
    pub program: &'p Program,
    /// Who calls whom in it.
    pub calls: &'p CallGraph,
    /// Where executions start.
    pub start: Start,
}

/// A proof that a target is unreachable.
///
/// # Errors
/// Where none is found; that says nothing about the target.
pub fn prove(task: Task<'_>, target: &Target, limits: Limits) -> Result<Certificate, Failure> {
    let relevance = relevance(task, target)?;
    let way = Way { task, target, relevance: &relevance };
    let mut effort = Effort::new(limits);
    let certificate = |method, nodes| certificate(task, target, method, nodes);
    match unfold(way, &mut effort, &mut Cuts::none(), FEW.min(limits.nodes)) {
        Ok(nodes) => return Ok(certificate(Method::Exhaustion, nodes)),
        Err(Failure::Nodes) => {}
        Err(failure) => return Err(failure),
    }
    match by_invariants(way, &mut effort, limits) {
        Ok(nodes) => return Ok(certificate(Method::Invariants, nodes)),
        Err(Failure::Hidden) => return Err(Failure::Hidden),
        Err(Failure::Reached | Failure::Nodes | Failure::Time) => {}
    }
    let nodes = unfold(way, &mut effort, &mut Cuts::none(), limits.nodes)?;
    Ok(certificate(Method::Exhaustion, nodes))
}

/// A proof that a target is unreachable whatever the state of its block is.
///
/// # Errors
/// Where none is found; that says nothing about the target.
pub fn prove_locally(
    task: Task<'_>,
    target: &Target,
    limits: Limits,
) -> Result<Certificate, Failure> {
    let relevance = relevance(task, target)?;
    let way = Way { task, target, relevance: &relevance };
    let nodes = unfold(way, &mut Effort::new(limits), &mut Cuts::everywhere(), limits.nodes)?;
    Ok(certificate(task, target, Method::Ranges, nodes))
}

fn relevance<'p>(task: Task<'p>, target: &'p Target) -> Result<Relevance<'p>, Failure> {
    let relevance = Relevance::new(task.program, task.calls, task.start, target);
    match relevance.unknown_leads_inside(task.calls) {
        true => Err(Failure::Hidden),
        false => Ok(relevance),
    }
}

fn certificate(task: Task<'_>, target: &Target, method: Method, nodes: Vec<Node>) -> Certificate {
    Certificate { start: task.start, target: target.clone(), method, nodes }
}

/// Finds clauses that hold at the heads of loops: those that fail somewhere are left out until none
/// does. (Houdini: Flanagan and Leino, FME 2001.)
fn by_invariants(way: Way<'_>, effort: &mut Effort, limits: Limits) -> Result<Vec<Node>, Failure> {
    let mut cuts = Cuts::at_loops();
    loop {
        cuts.start_round();
        unfold(way, effort, &mut cuts, limits.nodes)?;
        if cuts.is_stable() {
            break;
        }
    }
    cuts.settle();
    unfold(way, effort, &mut cuts, limits.nodes)
}
