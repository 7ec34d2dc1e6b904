//! Labels: predicates that are evaluated beside the program, in observed runs only.
//!
//! The code of a predicate writes temporaries alone, and a fault in it leads behind it
//! ([`crate::shadow::Shadow::abandon_label`]): the program does not notice.

use super::assigned;
use super::emit::Compiler;
use crate::code::Op;
use clew_ir::{Callee, Expr, Id, ProbeId, ProbePoint, is_label_marker};
use std::sync::Arc;

impl Compiler<'_> {
    /// Puts down the labels at a point, where no temporary is in use.
    pub(super) fn labels_at(&mut self, point: ProbePoint) {
        let Some(plan) = self.context.config.probes.as_ref().map(Arc::clone) else { return };
        for &probe in plan.labels_at(point) {
            if let Some(predicate) = plan.predicate(probe)
                && self.has_objects(predicate)
            {
                self.label(probe, predicate);
            }
        }
    }

    /// Whether a call only marks a label.
    pub(super) fn is_marker(&self, callee: &Callee) -> bool {
        let functions = &self.context.program.functions;
        matches!(callee, Callee::Direct(id) if is_label_marker(&functions[*id]))
    }

    /// Whether the objects of all locals that a predicate uses exist here.
    fn has_objects(&self, predicate: &Expr) -> bool {
        let mut has_all = true;
        assigned::used_in(predicate, &mut |local| {
            has_all &= self.in_register[local.index()] || self.ready.contains(local);
        });
        has_all
    }

    fn label(&mut self, probe: ProbeId, predicate: &Expr) {
        self.next = self.temporaries;
        let id = probe.0;
        let begin = self.emit(Op::LabelBegin { id, skip: 0 });
        let a = self.value(predicate);
        self.emit(Op::Label { a, id });
        let end = self.code.position();
        self.code.ops[begin as usize] = Op::LabelBegin { id, skip: end };
        self.next = self.temporaries;
    }
}
