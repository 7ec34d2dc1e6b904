//! Where control goes one of several ways.

use super::switch;
use crate::ops;
use crate::shadow::{Symbolic, is_taken};
use crate::trace::{Arm, ForkKind, ForkSite, Kind};
use clew_vm::code::{Op, Reg};
use clew_vm::shadow::{Veto, View};

impl Symbolic<'_> {
    /// A conditional jump.
    pub(crate) fn jump(
        &mut self,
        op: &Op,
        a: Reg,
        b: Reg,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        let (left, right) = (view.registers[a], view.registers[b]);
        let is_taken = is_taken(op, left, right);
        self.branching.progress.pass(view.position, is_taken, (op, left, right));
        self.path.come_to_branch(self.environment.assignment().len());
        if let Some(place) = self.branching.branches.place(self.program, view) {
            self.path.pass(place, is_taken.into());
        }
        if self.term(view, a).is_none() && self.term(view, b).is_none() {
            return Ok(());
        }
        if self.path.is_full() {
            self.forget_terms();
            return Ok(());
        }
        let (x, y) = (self.operand(view, a), self.operand(view, b));
        let Some(condition) = ops::condition(&mut self.pool, op, x, y) else { return Ok(()) };
        let Some(site) = view.code.branch_sites.get(&view.position) else { return Ok(()) };
        if self.bounds.merges && self.merge(condition, is_taken, view) {
            return Ok(());
        }
        let arms = (Arm(site.taken.into()), Arm(site.not_taken.into()));
        let check = self.path.site(view.code, view.position, view.frames, Kind::Check);
        let site = ForkSite { kind: ForkKind::Branch, ..check };
        self.path.branch(&mut self.pool, site, condition, is_taken, arms)
    }

    /// A `switch`: one arm for each `case`, and the default.
    pub(crate) fn switch(&mut self, a: Reg, view: &View<'_, '_>) -> Result<(), Veto> {
        self.path.come_to_branch(self.environment.assignment().len());
        let Some(term) = self.term(view, a) else { return Ok(()) };
        let check = self.path.site(view.code, view.position, view.frames, Kind::Check);
        let site = ForkSite { kind: ForkKind::Switch, ..check };
        switch::fork(self, site, term, view.registers[a])
    }

    /// Notes the way that a run without terms goes at a conditional jump.
    #[inline(always)]
    pub(crate) fn note_jump(&mut self, op: &Op, view: &View<'_, '_>) {
        if let Some((a, b)) = op.jump_operands() {
            let (left, right) = (view.registers[a], view.registers[b]);
            let is_taken = is_taken(op, left, right);
            self.branching.progress.pass(view.position, is_taken, (op, left, right));
        }
    }

    /// Has the run go on without terms: nothing is kept that they could say, and a run that ends at
    /// the step limit would make millions of them.
    fn forget_terms(&mut self) {
        self.drop_terms();
    }
}
