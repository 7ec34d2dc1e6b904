//! From where a target can be reached, by the control-flow graphs and the call graph alone.

use crate::target::{Start, Target};
use clew_ir::call_graph::CallGraph;
use clew_ir::{BlockId, Body, Builtin, Callee, FunctionId, Program, StatementKind};
use clew_ir::Position;
use std::collections::{BTreeMap, BTreeSet};

/// From where a target can be reached.
pub(crate) struct Relevance<'p> {
    target: &'p Target,
    /// The functions whose calls may lead to the target.
    leading: BTreeSet<FunctionId>,
    /// By function: the blocks from which the target can be reached before the function returns.
    blocks: BTreeMap<FunctionId, BTreeSet<BlockId>>,
}

impl<'p> Relevance<'p> {
    pub(crate) fn new(
        program: &'p Program,
        calls: &CallGraph,
        start: Start,
        target: &'p Target,
    ) -> Self {
        // Any call of the entry is dealt with at the root, however deep it is made.
        let is_dealt_with =
            matches!(start, Start::Unit(_)) && target.function() == start.function();
        let leading = match is_dealt_with {
            true => BTreeSet::new(),
            false => {
                let ids = program.functions.ids();
                ids.filter(|id| calls.reachable(*id).contains(&target.function())).collect()
            }
        };
        let mut relevance = Self { target, leading, blocks: BTreeMap::new() };
        for (id, function) in program.functions.iter_enumerated() {
            if let Ok(body) = &function.body {
                let blocks = relevance.relevant_blocks(id, body);
                relevance.blocks.insert(id, blocks);
            }
        }
        relevance
    }

    /// Whether a call of a function may lead to the target.
    pub(crate) fn leads_inside(&self, function: FunctionId) -> bool {
        self.leading.contains(&function)
    }

    /// Whether a call whose callee is not known may lead to the target.
    pub(crate) fn unknown_leads_inside(&self, calls: &CallGraph) -> bool {
        calls.address_taken().iter().any(|it| self.leads_inside(*it))
    }

    /// Whether the target can be reached from the start of a block, with these calls under way.
    pub(crate) fn is_relevant(
        &self,
        calls: &[Position],
        function: FunctionId,
        block: BlockId,
    ) -> bool {
        let within = |function, block| {
            self.blocks.get(&function).is_some_and(|blocks| blocks.contains(&block))
        };
        within(function, block) || calls.iter().any(|call| within(call.function, call.block))
    }

    fn relevant_blocks(&self, id: FunctionId, body: &Body) -> BTreeSet<BlockId> {
        let is_own = |block: BlockId| {
            (id, block) == (self.target.function(), self.target.block())
                || body.blocks[block].statements.iter().any(|it| self.may_lead(&it.kind))
        };
        let mut found: BTreeSet<BlockId> = body.blocks.ids().filter(|it| is_own(*it)).collect();
        if !found.is_empty() && body.blocks.iter().any(sets_jump) {
            // A jump may come back to wherever the function has set one up.
            return body.blocks.ids().collect();
        }
        loop {
            let before = found.len();
            for (block, contents) in body.blocks.iter_enumerated() {
                let successors = contents.terminator.kind.successors();
                if successors.iter().any(|next| found.contains(next)) {
                    found.insert(block);
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    fn may_lead(&self, statement: &StatementKind) -> bool {
        let StatementKind::Call { callee, .. } = statement else { return false };
        match callee {
            Callee::Direct(id) => self.leads_inside(*id),
            Callee::Indirect(_) => !self.leading.is_empty(),
            Callee::Builtin(_) => false,
        }
    }
}

fn sets_jump(block: &clew_ir::Block) -> bool {
    block.statements.iter().any(|statement| {
        matches!(
            statement.kind,
            StatementKind::Call { callee: Callee::Builtin(Builtin::SetJmp), .. }
        )
    })
}
