//! The rare operations on terms: values of 128 bits, bit-fields, builtins.

use crate::ops;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::Kind;
use clew_ir::{BinaryOp, Scalar, UnaryOp};
use clew_logic::{TermId, TermPool};
use clew_vm::code::{BitUnit, Compute, Reg};
use clew_vm::compile::value_bytes;
use clew_vm::shadow::{Veto, View};

/// The result of a comparison.
const INT: Scalar = Scalar::Int { bits: 32, signed: true };

fn is_wide(scalar: Scalar) -> bool {
    scalar.size() > 8
}

impl Symbolic<'_> {
    /// An operation of [`Compute`].
    pub(crate) fn rare(&mut self, index: u32, view: &mut View<'_, '_>) -> Result<(), Veto> {
        let code = view.code;
        match &code.computes[index as usize] {
            &Compute::Unary { op, scalar, d, a } => {
                let result = if op == UnaryOp::LogicalNot { INT } else { scalar };
                self.scalar_result(&[(scalar, a)], result, d, view, |pool, terms| {
                    ops::unary(pool, op, scalar, terms[0])
                })
            }
            &Compute::Binary { op, left, right, d, a, b } => {
                self.rare_binary(op, (left, a), (right, b), d, view)
            }
            &Compute::Cast { from, to, d, a } => {
                self.scalar_result(&[(from, a)], to, d, view, |pool, terms| {
                    ops::cast(pool, from, to, terms[0])
                })
            }
            Compute::Intrinsic { op, operands, result, d } => {
                let types = &self.program.types;
                self.scalar_result(operands, *result, *d, view, |pool, terms| {
                    let operands: Vec<(Scalar, TermId)> =
                        operands.iter().map(|it| it.0).zip(terms.iter().copied()).collect();
                    ops::intrinsic(pool, types, *op, &operands, *result)
                })
            }
            &Compute::PointerAsNumber { a } => {
                if view.memory.number(view.registers[a]).is_some() {
                    self.path.give_up(Cause::AddressAsNumber, view.code.span(view.position));
                }
                Ok(())
            }
            &Compute::Check { op, left, right, a, b } => {
                self.optional_check(op, (left, a), (right, b), view)
            }
            &Compute::LoadWide { scalar, d, p } => {
                let len = value_bytes(scalar);
                let place = self.settle_range(p, 0, len, false, view)?;
                let load = |this: &mut Self, from: u64, len: u64| {
                    let (number, at) = place?;
                    let term =
                        this.cells.load(&mut this.pool, view.memory, number, at + from, len)?;
                    let wide = this.pool.zero_extend(term, 64);
                    this.unless_constant(wide)
                };
                let (low, high) = (load(self, 0, 8), load(self, 8, len - 8));
                self.set(view, d, low);
                self.set(view, d + 1, high);
                Ok(())
            }
            &Compute::StoreWide { scalar, a, p } => {
                let len = view.memory.data_model().size(scalar);
                let place = self.settle_range(p, 0, len, true, view)?;
                if let Some((number, at)) = place {
                    let (low, high) = (self.term(view, a), self.term(view, a + 1));
                    self.cells.store(view.memory, number, at, 8, low);
                    self.cells.store(view.memory, number, at + 8, len - 8, high);
                }
                Ok(())
            }
            &Compute::LoadBits { d, p, bits } => self.load_bits(d, p, bits, view),
            &Compute::StoreBits { a, p, bits } => self.store_bits(a, p, bits, view),
        }
    }

    fn rare_binary(
        &mut self,
        op: BinaryOp,
        (left, a): (Scalar, Reg),
        (right, b): (Scalar, Reg),
        d: Reg,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        let result = if op.is_comparison() { INT } else { left };
        let operands = [(left, a), (right, b)];
        if self.is_any_symbolic(&operands, view) {
            let (x, y) = (self.scalar_operand(left, a, view), self.scalar_operand(right, b, view));
            if let Some(fault) = ops::binary_fault(&mut self.pool, op, left, x, right, y) {
                let (a, b) = (self.bits(left, a, view), self.bits(right, b, view));
                let faults = clew_ir::ops::binary(op, left, a, right, b).is_err();
                let is_fine = self.pool.not(fault);
                let site = self.path.site(view.code, view.position, view.frames, Kind::Check);
                self.path.check(&mut self.pool, site, is_fine, !faults)?;
                if faults {
                    return Ok(());
                }
            }
        }
        self.scalar_result(&operands, result, d, view, |pool, terms| {
            ops::binary(pool, op, left, terms[0], right, terms[1])
        })
    }

    fn optional_check(
        &mut self,
        op: BinaryOp,
        (left, a): (Scalar, Reg),
        (right, b): (Scalar, Reg),
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        if !self.is_any_symbolic(&[(left, a), (right, b)], view) {
            return Ok(());
        }
        let (x, y) = (self.scalar_operand(left, a, view), self.scalar_operand(right, b, view));
        let Some(fault) = ops::check(&mut self.pool, op, left, x, right, y) else { return Ok(()) };
        let (a, b) = (self.bits(left, a, view), self.bits(right, b, view));
        let faults = clew_ir::ops::shift_fault(op, left, a, right, b).is_some()
            || (!op.is_shift() && clew_ir::ops::signed_overflow(op, left, a, b));
        let is_fine = self.pool.not(fault);
        let site = self.path.site(view.code, view.position, view.frames, Kind::Check);
        self.path.check(&mut self.pool, site, is_fine, !faults)
    }

    /// An operation on scalars of any width; where there is no term for it, its operands are made
    /// concrete.
    fn scalar_result(
        &mut self,
        operands: &[(Scalar, Reg)],
        result: Scalar,
        d: Reg,
        view: &View<'_, '_>,
        apply: impl FnOnce(&mut TermPool, &[TermId]) -> Option<TermId>,
    ) -> Result<(), Veto> {
        let mut value = None;
        if self.is_any_symbolic(operands, view) {
            let terms: Vec<TermId> =
                operands.iter().map(|&(scalar, a)| self.scalar_operand(scalar, a, view)).collect();
            value = apply(&mut self.pool, &terms);
            if value.is_none() {
                self.pin_scalars(operands, view)?;
            }
        }
        self.set_scalar(result, d, value, view);
        Ok(())
    }

    fn is_any_symbolic(&self, operands: &[(Scalar, Reg)], view: &View<'_, '_>) -> bool {
        operands.iter().any(|&(scalar, a)| {
            self.term(view, a).is_some() || (is_wide(scalar) && self.term(view, a + 1).is_some())
        })
    }

    /// The term of a scalar in one or two registers, of the scalar's width.
    fn scalar_operand(&mut self, scalar: Scalar, a: Reg, view: &View<'_, '_>) -> TermId {
        let low = self.operand(view, a);
        if !is_wide(scalar) {
            return ops::narrow(&mut self.pool, scalar, low);
        }
        let high = self.operand(view, a + 1);
        self.pool.concat(high, low)
    }

    fn set_scalar(&mut self, scalar: Scalar, d: Reg, value: Option<TermId>, view: &View<'_, '_>) {
        let Some(value) = value else {
            self.set(view, d, None);
            if is_wide(scalar) {
                self.set(view, d + 1, None);
            }
            return;
        };
        if is_wide(scalar) {
            let (low, high) = (self.pool.extract(63, 0, value), self.pool.extract(127, 64, value));
            let (low, high) = (self.unless_constant(low), self.unless_constant(high));
            self.set(view, d, low);
            self.set(view, d + 1, high);
        } else {
            let wide = ops::canonical(&mut self.pool, scalar, value);
            let wide = self.unless_constant(wide);
            self.set(view, d, wide);
        }
    }

    fn pin_scalars(&mut self, operands: &[(Scalar, Reg)], view: &View<'_, '_>) -> Result<(), Veto> {
        for &(scalar, a) in operands {
            self.pin(a, view)?;
            if is_wide(scalar) {
                self.pin(a + 1, view)?;
            }
        }
        Ok(())
    }

    /// The concrete bits of a scalar in one or two registers.
    fn bits(&self, scalar: Scalar, a: Reg, view: &View<'_, '_>) -> u128 {
        if is_wide(scalar) {
            u128::from(view.registers[a]) | u128::from(view.registers[a + 1]) << 64
        } else {
            clew_vm::compile::plain_bits(scalar, view.registers[a])
        }
    }

    fn load_bits(
        &mut self,
        d: Reg,
        p: Reg,
        bits: BitUnit,
        view: &mut View<'_, '_>,
    ) -> Result<(), Veto> {
        let place = self.settle_range(p, bits.offset, bits.len.into(), false, view)?;
        let unit = place.and_then(|(number, at)| {
            self.cells.load(&mut self.pool, view.memory, number, at, bits.len.into())
        });
        let value = unit.map(|unit| {
            let field = self.pool.extract(bits.shift + bits.width - 1, bits.shift, unit);
            let Scalar::Int { bits: width, signed } = bits.scalar else { return field };
            self.pool.resize(field, width, signed)
        });
        self.set_scalar(bits.scalar, d, value, view);
        Ok(())
    }

    fn store_bits(
        &mut self,
        a: Reg,
        p: Reg,
        bits: BitUnit,
        view: &mut View<'_, '_>,
    ) -> Result<(), Veto> {
        let len = u64::from(bits.len);
        let Some((number, at)) = self.settle_range(p, bits.offset, len, true, view)? else {
            return Ok(());
        };
        let is_symbolic = self.is_any_symbolic(&[(bits.scalar, a)], view)
            || self.cells.is_symbolic(view.memory, number, at, len);
        if !is_symbolic {
            return Ok(());
        }
        let bytes = &view.memory.object(number).bytes[at as usize..(at + len) as usize];
        let old = bytes.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
        let old = match self.cells.load(&mut self.pool, view.memory, number, at, len) {
            Some(term) => term,
            None => self.pool.bv(8 * bits.len, old),
        };
        let value = self.scalar_operand(bits.scalar, a, view);
        let width = self.pool.width(value).min(bits.width);
        let field = self.pool.extract(width - 1, 0, value);
        let field = self.pool.zero_extend(field, bits.width);
        let unit = insert_bits(&mut self.pool, old, field, bits.shift);
        let unit = self.unless_constant(unit);
        self.cells.store(view.memory, number, at, len, unit);
        Ok(())
    }
}

/// A unit with a field of bits replaced.
pub(crate) fn insert_bits(pool: &mut TermPool, unit: TermId, field: TermId, shift: u32) -> TermId {
    let (total, top) = (pool.width(unit), shift + pool.width(field));
    let mut changed = field;
    if top < total {
        let high = pool.extract(total - 1, top, unit);
        changed = pool.concat(high, changed);
    }
    if shift > 0 {
        let low = pool.extract(shift - 1, 0, unit);
        changed = pool.concat(changed, low);
    }
    changed
}
