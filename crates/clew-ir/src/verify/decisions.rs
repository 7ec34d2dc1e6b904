//! The decision table and the branches it names: invariants 25 to 27.

use super::{Location, Verifier};
use crate::body::{Body, TerminatorKind};
use crate::decision::DecisionKind;
use crate::ids::{DecisionId, Id, IdVec};

impl Verifier<'_> {
    pub(super) fn decision_table(&mut self, body: &Body) {
        let table = &body.decisions;
        let function_location = self.location;
        for (id, block) in body.blocks.iter_enumerated() {
            self.location = Location { block: Some(id), ..function_location };
            match &block.terminator.kind {
                TerminatorKind::Branch { id: Some(condition), .. } => {
                    let named = table.conditions.get(*condition).map(|condition| condition.block);
                    self.check(25, named == Some(id), || {
                        format!("{condition} names {named:?} as its block")
                    });
                }
                TerminatorKind::Switch { id: decision, .. } => {
                    let named = table.decisions.get(*decision).and_then(|decision| decision.switch);
                    self.check(27, named == Some(id), || {
                        format!("{decision} names {named:?} as its block")
                    });
                }
                TerminatorKind::Branch { id: None, .. }
                | TerminatorKind::Goto(_)
                | TerminatorKind::IndirectGoto { .. }
                | TerminatorKind::Return(_)
                | TerminatorKind::Unreachable => {}
            }
        }
        self.location = function_location;
        for (id, condition) in table.conditions.iter_enumerated() {
            let named =
                body.blocks.get(condition.block).and_then(|block| match block.terminator.kind {
                    TerminatorKind::Branch { id, .. } => id,
                    _ => None,
                });
            let block = condition.block;
            self.check(25, named == Some(id), || format!("{id} is not the condition of {block}"));
        }
        let mut uses: IdVec<_, Vec<DecisionId>> =
            IdVec::from_elem(Vec::new(), table.conditions.len());
        for (id, decision) in table.decisions.iter_enumerated() {
            for condition in decision.structure.iter().flat_map(|tree| tree.conditions()) {
                if self.check(1, condition.index() < table.conditions.len(), || {
                    format!("{condition} does not exist")
                }) {
                    uses[condition].push(id);
                }
            }
            let is_switch = decision.kind == DecisionKind::Switch;
            let has_shape =
                decision.structure.is_none() == is_switch && decision.switch.is_some() == is_switch;
            self.check(27, has_shape, || {
                format!("{id} is {:?}: its structure or block does not fit", decision.kind)
            });
            if let Some(block) = decision.switch {
                let named = body.blocks.get(block).and_then(|block| match block.terminator.kind {
                    TerminatorKind::Switch { id, .. } => Some(id),
                    _ => None,
                });
                self.check(27, named == Some(id), || format!("{id} is not the switch of {block}"));
            }
        }
        for (id, condition) in table.conditions.iter_enumerated() {
            self.check(26, uses[id] == [condition.decision], || {
                format!("{id} of {} stands in {:?}", condition.decision, uses[id])
            });
        }
    }
}
