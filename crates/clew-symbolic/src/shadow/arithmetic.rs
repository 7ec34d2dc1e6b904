//! Operations on registers alone, and addresses that are computed from them.

use super::{Symbolic, concrete};
use crate::ops;
use crate::trace::Kind;
use clew_logic::TermId;
use clew_vm::code::{Op, Reg};
use clew_vm::shadow::{Veto, View};

impl Symbolic<'_> {
    /// An operation on registers alone.
    #[inline(always)]
    pub(crate) fn compute(
        &mut self,
        op: &Op,
        d: Reg,
        a: Reg,
        b: Reg,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        if self.term(view, a).is_none() && self.term(view, b).is_none() {
            self.set(view, d, None);
            return Ok(());
        }
        self.compute_terms(op, d, a, b, view)
    }

    #[inline(never)]
    fn compute_terms(
        &mut self,
        op: &Op,
        d: Reg,
        a: Reg,
        b: Reg,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        if self.probes.labels.is_taint {
            return self.taint_result(op, d, view);
        }
        if may_move_pointers(op) {
            self.settle_pointer(a, view)?;
            self.settle_pointer(b, view)?;
        }
        let (x, y) = (self.operand(view, a), self.operand(view, b));
        if let Some(fault) = ops::fault(&mut self.pool, op, x, y) {
            let faults = concrete::faults(op, view.registers[a], view.registers[b]);
            let is_fine = self.pool.not(fault);
            let site = self.path.site(view.code, view.position, view.frames, Kind::Check);
            self.path.check(&mut self.pool, site, is_fine, !faults)?;
            if faults {
                return Ok(());
            }
        }
        let result = ops::result(&mut self.pool, op, x, y).and_then(|it| self.unless_constant(it));
        self.set(view, d, result);
        Ok(())
    }

    /// Before arithmetic on a pointer input, it is decided what it points to.
    fn settle_pointer(&mut self, register: Reg, view: &View<'_, '_>) -> Result<(), Veto> {
        self.settle_union(register, view)?;
        if let Some(term) = self.term(view, register)
            && self.environment.is_pointer_choice(term)
        {
            self.pin_term(term, view.registers[register].into(), view, Some(u32::MAX))?;
            self.set(view, register, None);
        }
        Ok(())
    }

    /// Before a word of a union is used as a pointer, it is decided which member it comes from.
    pub(crate) fn settle_union(&mut self, register: Reg, view: &View<'_, '_>) -> Result<(), Veto> {
        if let Some(term) = self.term(view, register) {
            let word = self.settle_member(term, view)?;
            self.set(view, register, word);
        }
        Ok(())
    }

    /// An address: `p + i * scale + offset`, where the index may have to be below a bound.
    pub(super) fn lea(
        &mut self,
        (d, p, i): (Reg, Reg, Reg),
        (scale, offset): (i64, i64),
        bound: Option<u64>,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        if self.probes.labels.is_taint {
            return self.taint_address((d, p, i), view);
        }
        self.settle_pointer(p, view)?;
        if let (Some(bound), Some(index)) = (bound, self.term(view, i)) {
            self.check_below(index, view.registers[i], bound, view)?;
        }
        if self.term(view, p).is_none() && self.term(view, i).is_none() {
            self.set(view, d, None);
            return Ok(());
        }
        let (pointer, index) = (self.operand(view, p), self.operand(view, i));
        let pool = &mut self.pool;
        let scale = pool.bv(64, (scale as u64).into());
        let offset = pool.bv(64, (offset as u64).into());
        let scaled = pool.mul(index, scale);
        let sum = pool.add(pointer, scaled);
        let sum = pool.add(sum, offset);
        let sum = self.unless_constant(sum);
        self.set(view, d, sum);
        Ok(())
    }

    /// An index that must be below a constant.
    pub(super) fn check_below(
        &mut self,
        index: TermId,
        value: u64,
        bound: u64,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        let limit = self.pool.bv(64, bound.into());
        let is_fine = self.pool.ult(index, limit);
        let site = self.path.site(view.code, view.position, view.frames, Kind::Check);
        self.path.check(&mut self.pool, site, is_fine, value < bound)
    }
}

/// Whether an operation may be arithmetic on pointers, which decides what they point to.
pub(crate) fn may_move_pointers(op: &Op) -> bool {
    matches!(
        op,
        Op::Add64 { .. } | Op::AddI64 { .. } | Op::Sub64 { .. } | Op::PointerDifference { .. }
    )
}
