//! Control flow across functions, with the objectives on it.
//!
//! Each reachable function has a node that stands for a call of it, and one for each block. What
//! can be met from a node *before its function returns* is what it holds itself, or what can be
//! met from a successor, from a call it makes, or from a `setjmp` that its `longjmp` goes to.

use crate::objective::{ObjectiveId, Objectives};
use clew_ir::call_graph::CallGraph;
use clew_ir::{
    BlockId, Body, Builtin, Callee, FunctionId, Id, IdVec, ProbePoint, Program, StatementKind,
    TerminatorKind,
};
use std::collections::BTreeSet;

/// Functions that have others called at the program's end.
const REGISTER_AT_END: [&str; 4] = ["atexit", "on_exit", "at_quick_exit", "__cxa_atexit"];

/// The number of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Node(pub(super) usize);

/// What a node holds. A function's node holds the objectives of its entry, and goes on to its
/// first block.
#[derive(Clone, Default, Debug)]
pub(super) struct Contents {
    /// By the position of the statement.
    pub(super) objectives: Vec<(u32, ObjectiveId)>,
    /// By the position of the statement, in order: the nodes of the functions it may call.
    pub(super) calls: Vec<(u32, Vec<Node>)>,
    /// In the terminator's order.
    pub(super) successors: Vec<Node>,
    /// By the index of the successor.
    edges: Vec<(u32, ObjectiveId)>,
    /// Where control may go besides: from a `longjmp` to every `setjmp`, from a function without
    /// a body to all that it may call.
    pub(super) others: Vec<Node>,
    /// Whether the function's end can be reached from here.
    pub(super) can_return: bool,
}

impl Contents {
    /// The objectives on the way to a successor.
    pub(super) fn edge_objectives(&self, index: u32) -> impl Iterator<Item = ObjectiveId> {
        self.edges.iter().filter(move |(at, _)| *at == index).map(|(_, id)| *id)
    }

    /// The objectives on the ways to all successors.
    pub(super) fn all_edge_objectives(&self) -> impl Iterator<Item = ObjectiveId> {
        self.edges.iter().map(|(_, id)| *id)
    }
}

/// Control flow across functions.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// The node of each function that runs may reach; its blocks follow.
    functions: IdVec<FunctionId, Option<Node>>,
    contents: Vec<Contents>,
    /// By node: those from where what it meets is met.
    before: Vec<Vec<Node>>,
    /// By objective.
    homes: Vec<Vec<Node>>,
    at_end: Vec<Node>,
}

impl Graph {
    /// The functions that a run of `entry` may reach.
    pub(super) fn new(
        program: &Program,
        calls: &CallGraph,
        entry: FunctionId,
        objectives: &Objectives,
    ) -> Self {
        let last = called_at_end(program, calls);
        let roots = std::iter::once(entry).chain(last.iter().copied());
        let reachable: BTreeSet<FunctionId> =
            roots.flat_map(|root| calls.reachable(root)).collect();
        let mut graph = Self {
            functions: IdVec::from_elem(None, program.functions.len()),
            contents: Vec::new(),
            before: Vec::new(),
            homes: vec![Vec::new(); objectives.len()],
            at_end: Vec::new(),
        };
        for &id in &reachable {
            let node = Node(graph.contents.len());
            graph.functions[id] = Some(node);
            let blocks = program.functions[id].body.as_ref().map_or(0, |body| body.blocks.len());
            graph.contents.resize(node.0 + 1 + blocks, Contents::default());
        }
        for &id in &reachable {
            match &program.functions[id].body {
                Ok(body) => graph.add_body(program, calls, id, body),
                Err(_) => graph.add_outside(calls, id),
            }
        }
        graph.add_leaps(program, &reachable);
        graph.add_objectives(objectives);
        graph.before = graph.reversed();
        graph.at_end = last.iter().filter_map(|&id| graph.functions[id]).collect();
        graph
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.contents.len()
    }

    /// The node of a function.
    pub(super) fn function(&self, function: FunctionId) -> Option<Node> {
        *self.functions.get(function)?
    }

    /// The node of a block.
    pub(super) fn block(&self, function: FunctionId, block: BlockId) -> Option<Node> {
        self.function(function).map(|node| Node(node.0 + 1 + block.index()))
    }

    /// What a node holds.
    pub(super) fn contents(&self, node: Node) -> &Contents {
        &self.contents[node.0]
    }

    /// The nodes where an objective can be met, as far as runs may reach them.
    pub(super) fn homes(&self, id: ObjectiveId) -> &[Node] {
        &self.homes[id.index()]
    }

    /// The nodes from where what a node meets is met too.
    pub(super) fn before(&self, node: Node) -> &[Node] {
        &self.before[node.0]
    }

    /// Whether a function has no body, and may call another.
    fn may_call_from_outside(&self, function: Node, callee: Node) -> bool {
        let contents = self.contents(function);
        contents.successors.is_empty() && contents.others.contains(&callee)
    }

    /// Where a block calls a function: the first such statement, for want of knowing which.
    /// `None` where nothing is known to be behind the call: what a function without a body calls,
    /// it may call again.
    pub(super) fn position_of_call(&self, node: Node, callee: Node) -> Option<u32> {
        let from_outside = |target: &Node| self.may_call_from_outside(*target, callee);
        let mut calls = self.contents(node).calls.iter();
        let (position, targets) = calls
            .find(|(_, targets)| targets.contains(&callee) || targets.iter().any(from_outside))?;
        (!targets.iter().any(from_outside)).then_some(*position)
    }

    /// What may run at the program's end.
    pub(super) fn at_end(&self) -> &[Node] {
        &self.at_end
    }

    fn add_body(&mut self, program: &Program, calls: &CallGraph, id: FunctionId, body: &Body) {
        let Some(start) = self.function(id) else { return };
        let node_of = |block: BlockId| Node(start.0 + 1 + block.index());
        self.contents[start.0].successors = vec![node_of(body.entry())];
        self.contents[start.0].can_return = true;
        for (block, contents) in body.blocks.iter_enumerated() {
            let mut made = Vec::new();
            for (at, statement) in contents.statements.iter().enumerate() {
                if let StatementKind::Call { callee, .. } = &statement.kind {
                    let targets = calls.targets(program, callee);
                    let targets: Vec<_> =
                        targets.into_iter().filter_map(|target| self.function(target)).collect();
                    if !targets.is_empty() {
                        made.push((at as u32, targets));
                    }
                }
            }
            let node = &mut self.contents[node_of(block).0];
            node.calls = made;
            node.successors =
                contents.terminator.kind.successors().into_iter().map(node_of).collect();
        }
        for block in returning(body) {
            self.contents[node_of(block).0].can_return = true;
        }
    }

    /// A function without a body may call what the call graph says, in any order.
    fn add_outside(&mut self, calls: &CallGraph, id: FunctionId) {
        let Some(node) = self.function(id) else { return };
        let callees = calls.callees(id).iter();
        self.contents[node.0].others =
            callees.filter_map(|&callee| self.function(callee)).collect();
    }

    /// A `longjmp` may go to every `setjmp`.
    fn add_leaps(&mut self, program: &Program, reachable: &BTreeSet<FunctionId>) {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for &id in reachable {
            let Ok(body) = &program.functions[id].body else { continue };
            for (block, contents) in body.blocks.iter_enumerated() {
                for statement in &contents.statements {
                    match &statement.kind {
                        StatementKind::Call {
                            callee: Callee::Builtin(Builtin::LongJmp), ..
                        } => {
                            from.extend(self.block(id, block));
                        }
                        StatementKind::Call {
                            callee: Callee::Builtin(Builtin::SetJmp), ..
                        } => {
                            to.extend(self.block(id, block));
                        }
                        _ => {}
                    }
                }
            }
        }
        for node in from {
            self.contents[node.0].others.clone_from(&to);
        }
    }

    fn add_objectives(&mut self, objectives: &Objectives) {
        for objective in objectives.iter() {
            for &probe in objective.goal.probes() {
                self.add_home(objective.id, objectives.plan().point(probe));
            }
        }
    }

    fn add_home(&mut self, id: ObjectiveId, point: ProbePoint) {
        let home = match point {
            ProbePoint::Entry(function) => self.function(function),
            ProbePoint::Statement(function, block, _) | ProbePoint::Edge(function, block, _) => {
                self.block(function, block)
            }
        };
        let Some(home) = home else { return };
        self.homes[id.index()].push(home);
        let contents = &mut self.contents[home.0];
        match point {
            ProbePoint::Entry(_) => contents.objectives.push((0, id)),
            ProbePoint::Statement(_, _, at) => contents.objectives.push((at, id)),
            ProbePoint::Edge(_, _, index) => contents.edges.push((index, id)),
        }
    }

    fn reversed(&self) -> Vec<Vec<Node>> {
        let mut before = vec![Vec::new(); self.contents.len()];
        for (at, contents) in self.contents.iter().enumerate() {
            let called = contents.calls.iter().flat_map(|(_, targets)| targets);
            for next in contents.successors.iter().chain(called).chain(&contents.others) {
                before[next.0].push(Node(at));
            }
        }
        before
    }
}

/// What may be called when the program ends.
fn called_at_end(program: &Program, calls: &CallGraph) -> Vec<FunctionId> {
    let mut called = program.destructors.clone();
    let is_used =
        |id: FunctionId| !calls.call_sites(id).is_empty() || calls.address_taken().contains(&id);
    if REGISTER_AT_END.iter().any(|name| program.function(name).is_some_and(is_used)) {
        called.extend(calls.address_taken());
    }
    called
}

/// The blocks from where the function's end can be reached, as long as calls return.
fn returning(body: &Body) -> Vec<BlockId> {
    let mut before: IdVec<BlockId, Vec<BlockId>> = IdVec::from_elem(Vec::new(), body.blocks.len());
    for (id, block) in body.blocks.iter_enumerated() {
        for next in block.terminator.kind.successors() {
            before[next].push(id);
        }
    }
    let is_return =
        |block: &BlockId| matches!(body.blocks[*block].terminator.kind, TerminatorKind::Return(_));
    let mut found: Vec<BlockId> = body.blocks.ids().filter(is_return).collect();
    let mut seen: IdVec<BlockId, bool> = IdVec::from_elem(false, body.blocks.len());
    found.iter().for_each(|&block| seen[block] = true);
    let mut at = 0;
    while let Some(&block) = found.get(at) {
        at += 1;
        for &previous in &before[block] {
            if !std::mem::replace(&mut seen[previous], true) {
                found.push(previous);
            }
        }
    }
    found
}
