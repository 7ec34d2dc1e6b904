//! Every operation of the machine, by kind: what it does on terms. Also what the machine tells
//! between operations.

use super::Symbolic;
use crate::memory::memory_operation;
use clew_ir::{ProbeId, Scalar};
use clew_vm::code::{Op, Reg};
use clew_vm::memory::Memory;
use clew_vm::shadow::{Outside, Shadow, StubView, Veto, View};
use std::ops::Range;

impl Shadow for Symbolic<'_> {
    const IS_ACTIVE: bool = true;

    #[rustfmt::skip] // The operations that are alike on one line: this is a table.
    fn before(&mut self, op: &Op, view: &mut View<'_, '_>) -> Result<(), Veto> {
        if let Some(recorder) = &mut self.branching.recorder {
            recorder.step(self.program, op, view, self.path.forks.len());
        }
        if self.probes.labels.is_blind { return self.pass_blindly(op, view); }
        if self.branching.is_merging() && !self.pass_merged(op, view) { return Ok(()); }
        if self.is_passed_over(op) {
            if self.environment.is_watched() { self.note_jump(op, view); }
            return Ok(());
        }
        match *op {
            Op::Halt | Op::Jump { .. } | Op::Probe { .. } | Op::LabelBegin { .. } => Ok(()),
            Op::Label { a, id } => self.end_label(a, ProbeId(id), view),
            Op::Call { function, args, .. } => {
                self.note_random(function, view);
                if self.cuts.has_plan() { self.open_cut(function, args, view)?; }
                if self.bounds.merges { self.take_for_value(function, args, view); }
                Ok(())
            }
            Op::Slow { .. } | Op::Compute { .. } if self.probes.labels.is_taint => self.look_closely(),
            Op::Slow { index } => self.slow(index, view),
            Op::Compute { index } => self.rare(index, view),
            Op::Const { d, .. } => { self.set(view, d, None); Ok(()) }
            Op::Move { d, a } => { let term = self.term(view, a); self.set(view, d, term); Ok(()) }
            Op::ZeroRegisters { d, count } => {
                for register in d..d.saturating_add(count) { self.set(view, register, None); }
                Ok(())
            }

            Op::Add32 { d, a, b } | Op::AddU32 { d, a, b } | Op::Add64 { d, a, b }
            | Op::Sub32 { d, a, b } | Op::SubU32 { d, a, b } | Op::Sub64 { d, a, b }
            | Op::Mul32 { d, a, b } | Op::MulU32 { d, a, b } | Op::Mul64 { d, a, b }
            | Op::DivS32 { d, a, b } | Op::DivS64 { d, a, b } | Op::DivU32 { d, a, b }
            | Op::DivU64 { d, a, b } | Op::RemS32 { d, a, b } | Op::RemS64 { d, a, b }
            | Op::RemU32 { d, a, b } | Op::RemU64 { d, a, b }
            | Op::And { d, a, b } | Op::Or { d, a, b } | Op::Xor { d, a, b }
            | Op::Shl32 { d, a, b } | Op::ShlU32 { d, a, b } | Op::Shl64 { d, a, b }
            | Op::ShrS32 { d, a, b } | Op::ShrS64 { d, a, b }
            | Op::ShrU32 { d, a, b } | Op::ShrU64 { d, a, b }
            | Op::AddChecked32 { d, a, b } | Op::AddChecked64 { d, a, b }
            | Op::SubChecked32 { d, a, b } | Op::SubChecked64 { d, a, b }
            | Op::MulChecked32 { d, a, b } | Op::MulChecked64 { d, a, b }
            | Op::LtS { d, a, b } | Op::LeS { d, a, b }
            | Op::AddF64 { d, a, b } | Op::SubF64 { d, a, b } | Op::MulF64 { d, a, b }
            | Op::DivF64 { d, a, b } | Op::EqF64 { d, a, b } | Op::NeF64 { d, a, b }
            | Op::LtF64 { d, a, b } | Op::LeF64 { d, a, b }
            | Op::AddF32 { d, a, b } | Op::SubF32 { d, a, b } | Op::MulF32 { d, a, b }
            | Op::DivF32 { d, a, b } | Op::EqF32 { d, a, b } | Op::NeF32 { d, a, b }
            | Op::LtF32 { d, a, b } | Op::LeF32 { d, a, b }
            => self.compute(op, d, a, b, view),
            Op::Eq { d, a, b } | Op::Ne { d, a, b } => {
                self.check_distinct(a, b, view)?;
                self.compute(op, d, a, b, view)
            }
            Op::LtU { d, a, b } | Op::LeU { d, a, b } => {
                self.check_same_object(a, b, view)?;
                self.compute(op, d, a, b, view)
            }
            Op::PointerDifference { d, a, b, .. } => {
                self.note_distance(a, b, view);
                self.compute(op, d, a, b, view)
            }

            Op::AddI32 { d, a, .. } | Op::AddIU32 { d, a, .. } | Op::AddI64 { d, a, .. }
            | Op::MulI32 { d, a, .. } | Op::MulIU32 { d, a, .. } | Op::MulI64 { d, a, .. }
            | Op::DivIS32 { d, a, .. } | Op::DivIU32 { d, a, .. }
            | Op::RemIS32 { d, a, .. } | Op::RemIU32 { d, a, .. }
            | Op::AndI { d, a, .. } | Op::OrI { d, a, .. } | Op::XorI { d, a, .. }
            | Op::ShlI32 { d, a, .. } | Op::ShlIU32 { d, a, .. } | Op::ShlI64 { d, a, .. }
            | Op::ShrSI { d, a, .. } | Op::ShrUI { d, a, .. }
            | Op::Neg32 { d, a } | Op::NegU32 { d, a } | Op::Neg64 { d, a } | Op::Not { d, a }
            | Op::SignExtend8 { d, a } | Op::SignExtend16 { d, a } | Op::SignExtend32 { d, a }
            | Op::ZeroExtend8 { d, a } | Op::ZeroExtend16 { d, a }
            | Op::EqI { d, a, .. } | Op::NeI { d, a, .. } | Op::LtSI { d, a, .. }
            | Op::GeSI { d, a, .. } | Op::LtUI { d, a, .. } | Op::GeUI { d, a, .. }
            | Op::SignedToF64 { d, a } | Op::UnsignedToF64 { d, a }
            | Op::SignedToF32 { d, a } | Op::UnsignedToF32 { d, a }
            | Op::F32ToF64 { d, a } | Op::F64ToF32 { d, a }
            | Op::F64ToI32 { d, a } | Op::F64ToI64 { d, a } => self.compute(op, d, a, a, view),

            Op::ZeroExtend32 { d, a } => self.cut_to_pointer(op, d, a, view),

            Op::JumpEq { a, b, .. } | Op::JumpNe { a, b, .. } => {
                self.check_distinct(a, b, view)?;
                self.jump(op, a, b, view)
            }
            Op::JumpLtS { a, b, .. } | Op::JumpLeS { a, b, .. }
            | Op::JumpEqF64 { a, b, .. } | Op::JumpNeF64 { a, b, .. } | Op::JumpLtF64 { a, b, .. }
            | Op::JumpNotLtF64 { a, b, .. } | Op::JumpLeF64 { a, b, .. }
            | Op::JumpNotLeF64 { a, b, .. } => self.jump(op, a, b, view),
            Op::JumpLtU { a, b, .. } | Op::JumpLeU { a, b, .. } => {
                self.check_same_object(a, b, view)?;
                self.jump(op, a, b, view)
            }
            Op::JumpEqI { a, .. } | Op::JumpNeI { a, .. } | Op::JumpLtSI { a, .. }
            | Op::JumpGeSI { a, .. } | Op::JumpLtUI { a, .. } | Op::JumpGeUI { a, .. } => {
                self.jump(op, a, a, view)
            }
            Op::SwitchDense { a, .. } | Op::SwitchSparse { a, .. } => self.switch(a, view),
            Op::JumpIndirect { a, .. } => self.pin(a, view),
            Op::CallIndirect { args, a, signature, .. } => {
                self.call(args, a, signature, view)?;
                if self.bounds.merges { self.take_indirect_for_value((args, a), signature, view); }
                Ok(())
            }
            Op::Return { a } => {
                self.leave(a, 1, view);
                if self.cuts.are_open() { self.close_cut(a, view); }
                Ok(())
            }
            Op::ReturnWide { a } => { self.leave(a, 2, view); Ok(()) }

            Op::CopyByte { p, from, offset, from_offset } => {
                let source = self.settle_range(from, from_offset.into(), 1, false, view)?;
                let target = self.settle_range(p, offset.into(), 1, true, view)?;
                if source.is_some() && target.is_some() {
                    let to = view.registers[p].wrapping_add(offset as i64 as u64);
                    let from = view.registers[from].wrapping_add(from_offset as i64 as u64);
                    self.cells.copy(view.memory, to, from, 1);
                }
                Ok(())
            }
            Op::Copy { p, from, size } => self.copy(p, from, size, view),
            Op::CopyResult { from, size } => {
                if view.registers[0] == 0 { return Ok(()); }
                self.copy(0, from, size, view)
            }
            Op::Zero { p, size } => {
                if let Some((number, at)) = self.settle_range(p, 0, size, true, view)? {
                    self.cells.store(view.memory, number, at, size, None);
                }
                Ok(())
            }
            Op::Lea { d, p, i, scale, offset } => {
                self.lea((d, p, i), (scale.into(), offset.into()), None, view)
            }
            Op::LeaC { d, p, i, scale, offset, len } => {
                self.lea((d, p, i), (scale.into(), offset.into()), Some(len.into()), view)
            }
            Op::CheckIndex { i, len } => match self.term(view, i) {
                Some(index) if !self.probes.labels.is_taint => self.check_below(index, view.registers[i], len, view),
                _ => Ok(()),
            },
            Op::CheckInitialised { flag, local } => {
                self.pin(flag, view)?;
                self.read_unset_local(flag, local, view)
            }
            Op::Live { d, .. } => {
                if view.registers[d] != 0 { self.cells.forget(view.memory.number_of(view.registers[d])); }
                self.set(view, d, None);
                Ok(())
            }
            Op::Dead { d } => { self.set(view, d, None); Ok(()) }
            Op::DeadAll { .. } | Op::Pad { .. } => Ok(()),
            Op::LoadI8 { .. } | Op::LoadI8X { .. } | Op::LoadI8C { .. } | Op::LoadI8G { .. } | Op::LoadI8GX { .. }
            | Op::LoadU8 { .. } | Op::LoadU8X { .. } | Op::LoadU8C { .. } | Op::LoadU8G { .. } | Op::LoadU8GX { .. }
            | Op::LoadI16 { .. } | Op::LoadI16X { .. } | Op::LoadI16C { .. } | Op::LoadI16G { .. } | Op::LoadI16GX { .. }
            | Op::LoadU16 { .. } | Op::LoadU16X { .. } | Op::LoadU16C { .. } | Op::LoadU16G { .. } | Op::LoadU16GX { .. }
            | Op::LoadI32 { .. } | Op::LoadI32X { .. } | Op::LoadI32C { .. } | Op::LoadI32G { .. } | Op::LoadI32GX { .. }
            | Op::LoadU32 { .. } | Op::LoadU32X { .. } | Op::LoadU32C { .. } | Op::LoadU32G { .. } | Op::LoadU32GX { .. }
            | Op::Load64 { .. } | Op::Load64X { .. } | Op::Load64C { .. } | Op::Load64G { .. } | Op::Load64GX { .. }
            | Op::Store8 { .. } | Op::Store8X { .. } | Op::Store8C { .. } | Op::Store8G { .. } | Op::Store8GX { .. }
            | Op::Store16 { .. } | Op::Store16X { .. } | Op::Store16C { .. } | Op::Store16G { .. } | Op::Store16GX { .. }
            | Op::Store32 { .. } | Op::Store32X { .. } | Op::Store32C { .. } | Op::Store32G { .. } | Op::Store32GX { .. }
            | Op::Store64 { .. } | Op::Store64X { .. } | Op::Store64C { .. } | Op::Store64G { .. } | Op::Store64GX { .. }
            => match memory_operation(op) {
                Some((place, action)) => self.memory_operation(&place, action, view),
                None => unreachable!("{op:?} should be a load or a store"),
            },
        }
    }

    fn outside(&mut self, event: Outside, memory: &Memory) {
        match event {
            Outside::Register(register) => {
                let result = self.library.take_result(register);
                self.set_at(register, result);
            }
            Outside::Loaded { register, scalar, address } => {
                self.load_outside(register, scalar, address, memory);
            }
            Outside::Written { address, len } => {
                if let Some(number) = memory.number(address) {
                    let start = address.wrapping_sub(memory.address(number));
                    self.cells.store(memory, number, start, len, None);
                    if start == 0 && len == memory.story(number).size {
                        self.environment.settle(number);
                    }
                    let read = self.environment.arrives(address).unwrap_or_default();
                    for (at, term) in (start..).zip(read).filter(|(_, term)| term.is_some()) {
                        self.cells.store(memory, number, at, 1, term);
                    }
                }
            }
            Outside::Copied { to, from, len } => {
                if let Some(bytes) = self.library.take_copied(to) {
                    self.store_bytes(to, &bytes, memory);
                } else if len > 0 {
                    self.cells.copy(memory, to, from, len);
                }
            }
        }
    }

    fn probe(&mut self, id: u32) {
        self.probes.hits.enter(ProbeId(id), &mut self.path);
    }

    fn begin_label(&mut self, id: u32, code: Range<u32>) -> bool {
        self.enter_label(ProbeId(id), code)
    }

    fn abandon_label(&mut self) -> Option<u32> {
        self.leave_label()
    }

    fn stub(&mut self, view: &mut StubView<'_>) -> Result<Option<u128>, Veto> {
        self.call_stub(view).map(Some)
    }
}

impl Symbolic<'_> {
    /// Whether nothing is to be done for an operation: in a run without terms, where no object is made
    /// on demand, only what comes from outside matters.
    #[inline(always)]
    fn is_passed_over(&self, op: &Op) -> bool {
        self.environment.are_plain()
            && !self.probes.labels.is_taint
            && !matches!(op, Op::Slow { .. } | Op::Label { .. } | Op::CheckInitialised { .. })
    }

    /// A returned value goes to the caller's register.
    fn leave(&mut self, a: Reg, count: usize, view: &View<'_, '_>) {
        let Some(frame) = view.frames.last() else { return };
        for k in 0..count {
            let term = self.term_at(view.base + usize::from(a) + k);
            self.set_at(frame.base + usize::from(frame.d) + k, term);
        }
    }

    /// A value that the machine has loaded outside the loop.
    fn load_outside(&mut self, register: usize, scalar: Scalar, address: u64, memory: &Memory) {
        let number = memory.number_of(address);
        let start = address.wrapping_sub(memory.address(number));
        let half = |this: &mut Self, at: u64, len: u64| {
            let term = this.cells.load(&mut this.pool, memory, number, at, len)?;
            let signed = matches!(scalar, Scalar::Int { signed: true, .. });
            let wide = this.pool.resize(term, 64, signed);
            this.unless_constant(wide)
        };
        let low = match self.pointer_at(memory, number, start, scalar.size()) {
            Some(pointer) => Some(pointer),
            None => half(self, start, scalar.size().min(8)),
        };
        self.set_at(register, low);
        if scalar.size() > 8 {
            let high = half(self, start + 8, clew_vm::compile::value_bytes(scalar) - 8);
            self.set_at(register + 1, high);
        }
    }
}
