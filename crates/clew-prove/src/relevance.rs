//! From where targets can be reached, by the control-flow graphs and the call graph alone.

use crate::prove::Task;
use crate::target::{Start, Target};
use clew_ir::{BlockId, Body, Builtin, Callee, FunctionId, Position, StatementKind};
use std::collections::{BTreeMap, BTreeSet};

/// From where some targets can be reached.
pub(crate) struct Relevance<'p> {
    task: Task<'p>,
    /// The blocks of the targets.
    places: BTreeSet<(FunctionId, BlockId)>,
    /// The functions whose calls may lead to a target.
    leading: BTreeSet<FunctionId>,
    /// By function, when it was first asked for: the blocks from which a target can be reached
    /// before the function returns.
    blocks: BTreeMap<FunctionId, BTreeSet<BlockId>>,
}

impl<'p> Relevance<'p> {
    pub(crate) fn new<'t>(task: Task<'p>, targets: impl Iterator<Item = &'t Target>) -> Self {
        let mut places = BTreeSet::new();
        let mut work = Vec::new();
        for target in targets {
            places.insert((target.function(), target.block()));
            if !is_dealt_with(task, target) {
                work.push(target.function());
            }
        }
        let mut leading: BTreeSet<FunctionId> = work.iter().copied().collect();
        while let Some(function) = work.pop() {
            let callers = task.calls.callers(function).iter().copied();
            work.extend(callers.filter(|caller| leading.insert(*caller)));
        }
        Self { task, places, leading, blocks: BTreeMap::new() }
    }

    /// Whether a call of a function may lead to a target.
    pub(crate) fn leads_inside(&self, function: FunctionId) -> bool {
        self.leading.contains(&function)
    }

    /// Whether a target can be reached from the start of a block, with these calls under way.
    pub(crate) fn is_relevant(
        &mut self,
        calls: &[Position],
        function: FunctionId,
        block: BlockId,
    ) -> bool {
        self.is_within(function, block)
            || calls.iter().any(|call| self.is_within(call.function, call.block))
    }

    fn is_within(&mut self, function: FunctionId, block: BlockId) -> bool {
        if !self.blocks.contains_key(&function) {
            let body = self.task.program.functions[function].body.as_ref();
            let blocks = body.map_or(BTreeSet::new(), |body| self.relevant_blocks(function, body));
            self.blocks.insert(function, blocks);
        }
        self.blocks[&function].contains(&block)
    }

    fn relevant_blocks(&self, id: FunctionId, body: &Body) -> BTreeSet<BlockId> {
        let is_own = |block: BlockId| {
            self.places.contains(&(id, block))
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

/// Whether a call whose callee is not known may lead to a target.
pub(crate) fn unknown_leads_to(task: Task<'_>, target: &Target) -> bool {
    let leads = |from: &FunctionId| task.calls.reachable(*from).contains(&target.function());
    !is_dealt_with(task, target) && task.calls.address_taken().iter().any(leads)
}

/// Whether a call of a function may lead to a target.
pub(crate) fn leads_to(task: Task<'_>, function: FunctionId, target: &Target) -> bool {
    !is_dealt_with(task, target) && task.calls.reachable(function).contains(&target.function())
}

/// Any call of a unit's entry is dealt with at the root, however deep it is made.
fn is_dealt_with(task: Task<'_>, target: &Target) -> bool {
    matches!(task.start, Start::Unit(_))
        && target.function() == task.start.function()
        && task.assumes.is_empty()
}

fn sets_jump(block: &clew_ir::Block) -> bool {
    block.statements.iter().any(|statement| {
        matches!(
            statement.kind,
            StatementKind::Call { callee: Callee::Builtin(Builtin::SetJmp), .. }
        )
    })
}
