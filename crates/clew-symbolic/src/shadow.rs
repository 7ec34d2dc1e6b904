//! The shadow: runs every operation on terms, just before the machine runs it on values.

use super::access::Resolved;
use super::bounds::Bounds;
use super::branches::Branches;
use super::cause::Cause;
use super::cells::Cells;
use super::chains::Chains;
use super::concrete;
use super::decode::{self, Action, Place};
use super::inputs::{Conversions, Inputs, Members};
use super::label::{Hits, Labels};
use super::merge::Merges;
use super::ops;
use super::path::{Kind, Path};
use super::progress::Progress;
use super::standard_input::StandardInput;
use super::trace::{Arm, ForkKind, ForkSite};
use super::word::Recorder;
use super::world::Answer;
use clew_ir::{FunctionId, Id, ProbeId, Program, Scalar};
use clew_logic::{TermId, TermPool};
use clew_vm::code::{Op, Reg};
use clew_vm::memory::{Memory, number_of};
use clew_vm::shadow::StubView;
use clew_vm::shadow::{Outside, Shadow, Veto, View};
use std::collections::BTreeSet;
use std::ops::Range;

/// The terms beside the values of a run.
///
/// Invariant: a register or byte is concrete exactly when it has no term; a term that simplifies
/// to a constant is none.
pub(crate) struct Symbolic<'p> {
    pub(super) program: &'p Program,
    pub(super) bounds: Bounds,
    pub(super) pool: TermPool,
    pub(super) path: Path,
    pub(super) cells: Cells,
    pub(super) chains: Chains,
    pub(super) inputs: Inputs,
    pub(super) standard_input: StandardInput,
    /// By function: whether it is a random number generator of the library.
    is_random: Vec<bool>,
    /// By function: how many bits of its result a test decides, where it does.
    pub(super) asked: Vec<Option<u32>>,
    /// Which branches tell paths apart.
    branches: Branches,
    /// How often runs went each way, and how near they came to others.
    pub(super) progress: Progress,
    pub(super) merges: Merges,
    /// Beside the stack of registers.
    registers: Vec<Option<TermId>>,
    /// The answer to the model that asks which way to go.
    pub(super) answer: Answer,
    /// The term that a native function's result gets, and its register.
    pub(super) result_of_native: Option<(usize, TermId)>,
    /// The terms of the bytes that a native function copies to an address.
    pub(super) copied: Option<(u64, Vec<TermId>)>,
    pub(super) hits: Hits,
    pub(super) labels: Labels,
    /// Addresses that the program names by number; found when first asked for.
    pub(super) fixed_addresses: Option<BTreeSet<u64>>,
    /// What pointers lead to that do not say so.
    pub(super) conversions: Conversions,
    /// Members that point to arrays; found when first asked for.
    pub(super) members: Option<Members>,
    /// Whether the function under test is variadic.
    pub(super) takes_arguments: bool,
    /// Whether there are variables that a function without a body could change.
    pub(super) sees_variables: bool,
    /// What notes the ways that the run goes, where its word is asked for.
    pub(super) recorder: Option<Box<Recorder>>,
}

impl<'p> Symbolic<'p> {
    pub(super) fn new(
        program: &'p Program,
        bounds: Bounds,
        (hits, labels): (Hits, Labels),
        inputs: Inputs,
    ) -> Self {
        Self {
            program,
            bounds,
            pool: TermPool::new(),
            path: Path::new(&bounds),
            cells: Cells::default(),
            chains: Chains::default(),
            inputs,
            standard_input: StandardInput::default(),
            answer: Answer::default(),
            is_random: program
                .functions
                .iter()
                .map(|it| it.is_system && super::natives::RANDOM.contains(&it.name.as_str()))
                .collect(),
            asked: program
                .functions
                .iter_enumerated()
                .map(|(id, _)| clew_vm::libc::asked_bits(program, id))
                .collect(),
            branches: Branches::default(),
            progress: Progress::default(),
            merges: Merges::default(),
            registers: Vec::new(),
            result_of_native: None,
            copied: None,
            hits,
            labels,
            fixed_addresses: None,
            conversions: Conversions::new(program),
            members: None,
            takes_arguments: false,
            sees_variables: false,
            recorder: None,
        }
    }

    /// Starts a new run of which so many forks are known.
    pub(super) fn start(&mut self, known: usize) {
        self.path.start(known);
        self.cells.clear();
        self.registers.clear();
        self.hits.start();
        self.progress.start();
        self.merges.start();
        self.copied = None;
        self.labels.start();
        self.standard_input.start();
    }

    /// The term of a register of the current frame.
    #[inline(always)]
    pub(super) fn term(&self, view: &View<'_, '_>, register: Reg) -> Option<TermId> {
        self.registers.get(view.base + usize::from(register)).copied().flatten()
    }

    /// The term of a register by its place in the stack of registers.
    pub(super) fn term_at(&self, register: usize) -> Option<TermId> {
        self.registers.get(register).copied().flatten()
    }

    /// The term of a register, a constant when it has none.
    pub(super) fn operand(&mut self, view: &View<'_, '_>, register: Reg) -> TermId {
        match self.term(view, register) {
            Some(term) => term,
            None => self.pool.bv(64, view.registers[register].into()),
        }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, view: &View<'_, '_>, register: Reg, term: Option<TermId>) {
        self.set_at(view.base + usize::from(register), term);
    }

    /// Sets the term of a register by its place in the stack of registers.
    #[inline(always)]
    pub(super) fn set_at(&mut self, register: usize, term: Option<TermId>) {
        match self.registers.get_mut(register) {
            Some(slot) => *slot = term,
            None if term.is_some() => {
                self.registers.resize(register + 1, None);
                self.registers[register] = term;
            }
            None => {}
        }
    }

    /// The term, unless it is a constant.
    pub(super) fn unless_constant(&self, term: TermId) -> Option<TermId> {
        self.pool.value(term).is_none().then_some(term)
    }

    /// Makes a term concrete: a fork over its values.
    pub(super) fn pin_term(
        &mut self,
        term: TermId,
        value: u128,
        view: &View<'_, '_>,
        others: Option<u32>,
    ) -> Result<(), Veto> {
        let site = self.path.site(view.code, view.position, view.frames, Kind::Value);
        self.path.pin(&mut self.pool, site, term, value, others)
    }

    /// Makes a register concrete.
    pub(super) fn pin(&mut self, register: Reg, view: &View<'_, '_>) -> Result<(), Veto> {
        if let Some(term) = self.term(view, register) {
            self.pin_term(term, view.registers[register].into(), view, None)?;
            self.set(view, register, None);
        }
        Ok(())
    }

    /// An operation on registers alone.
    #[inline(always)]
    fn compute(
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
        if self.labels.is_taint {
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
            && self.inputs.is_pointer_choice(term)
        {
            self.pin_term(term, view.registers[register].into(), view, Some(u32::MAX))?;
            self.set(view, register, None);
        }
        Ok(())
    }

    /// Before a word of a union is used as a pointer, it is decided which member it comes from.
    pub(super) fn settle_union(&mut self, register: Reg, view: &View<'_, '_>) -> Result<(), Veto> {
        if let Some(term) = self.term(view, register) {
            let word = self.settle_member(term, view)?;
            self.set(view, register, word);
        }
        Ok(())
    }

    fn memory_operation(
        &mut self,
        place: &Place,
        action: Action,
        view: &mut View<'_, '_>,
    ) -> Result<(), Veto> {
        if self.labels.is_taint {
            return self.taint_memory(place, action, view);
        }
        let is_store = matches!(action, Action::Store { .. });
        let resolved = self.resolve(place, is_store, view)?;
        match action {
            Action::Load { d, signed } => {
                let bytes = match resolved {
                    Resolved::Fault => None,
                    Resolved::Fixed(number, offset) => {
                        self.cells.load(&mut self.pool, view.memory, number, offset, place.len)
                    }
                    Resolved::Choice(choice) => Some(self.load_choice(&choice, place.len, view)),
                };
                let value = bytes.and_then(|bytes| {
                    let wide = self.pool.resize(bytes, 64, signed);
                    self.unless_constant(wide)
                });
                self.set(view, d, value);
            }
            Action::Store { a } => {
                let value = self.term(view, a);
                let low = value.map(|term| self.low_bytes(term, place.len));
                let low = low.and_then(|term| self.unless_constant(term));
                match resolved {
                    Resolved::Fault => {}
                    Resolved::Fixed(number, offset) => {
                        self.cells.store(view.memory, number, offset, place.len, low);
                    }
                    Resolved::Choice(choice) => {
                        let value = low.unwrap_or_else(|| {
                            let bits = 8 * place.len as u32;
                            let value = view.registers[a];
                            self.pool.bv(bits, clew_ir::ops::truncate(value.into(), bits))
                        });
                        self.store_choice(&choice, place.len, value, view);
                    }
                }
            }
        }
        Ok(())
    }

    fn low_bytes(&mut self, term: TermId, len: u64) -> TermId {
        if len == 8 { term } else { self.pool.extract(8 * len as u32 - 1, 0, term) }
    }

    /// What a scalar's term becomes in one register, or two.
    pub(super) fn register_terms(
        &mut self,
        scalar: Scalar,
        term: TermId,
    ) -> (Option<TermId>, Option<TermId>) {
        if scalar.size() <= 8 {
            let term = ops::canonical(&mut self.pool, scalar, term);
            return (self.unless_constant(term), None);
        }
        let term = self.pool.zero_extend(term, 128);
        let (low, high) = (self.pool.extract(63, 0, term), self.pool.extract(127, 64, term));
        (self.unless_constant(low), self.unless_constant(high))
    }

    /// Has the run go on without terms: nothing is kept that they could say, and a run that ends at
    /// the step limit would make millions of them.
    fn forget_terms(&mut self) {
        self.cells.clear();
        self.registers.clear();
    }

    /// A conditional jump.
    fn jump(&mut self, op: &Op, a: Reg, b: Reg, view: &View<'_, '_>) -> Result<(), Veto> {
        let (left, right) = (view.registers[a], view.registers[b]);
        let is_taken = concrete::is_taken(op, left, right);
        self.progress.pass(view.position, is_taken, (op, left, right));
        if let Some(place) = self.branches.place(self.program, view) {
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

    fn lea(&mut self, op: &Op, view: &View<'_, '_>) -> Result<(), Veto> {
        let (d, p, i, scale, offset, bound) = match *op {
            Op::Lea { d, p, i, scale, offset } => {
                (d, p, i, i64::from(scale), i64::from(offset), None)
            }
            Op::LeaC { d, p, i, scale, offset, len } => {
                (d, p, i, i64::from(scale), i64::from(offset), Some(u64::from(len)))
            }
            _ => return Ok(()),
        };
        if self.labels.is_taint {
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
    fn check_below(
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

    /// A `switch`: one arm for each `case`, and the default.
    fn switch(&mut self, a: Reg, view: &View<'_, '_>) -> Result<(), Veto> {
        let Some(term) = self.term(view, a) else { return Ok(()) };
        let check = self.path.site(view.code, view.position, view.frames, Kind::Check);
        let site = ForkSite { kind: ForkKind::Switch, ..check };
        super::switch::fork(self, site, term, view.registers[a])
    }

    /// Whether nothing is to be done for an operation: in a run without terms, where no object is made
    /// on demand, only what comes from outside matters.
    #[inline(always)]
    fn is_passed_over(&self, op: &Op) -> bool {
        self.inputs.are_plain()
            && !self.labels.is_taint
            && !matches!(op, Op::Slow { .. } | Op::Label { .. })
    }

    /// Notes the way that a run without terms goes at a conditional jump.
    #[inline(always)]
    fn note_jump(&mut self, op: &Op, view: &View<'_, '_>) {
        if let Some((a, b)) = op.jump_operands() {
            let (left, right) = (view.registers[a], view.registers[b]);
            let is_taken = concrete::is_taken(op, left, right);
            self.progress.pass(view.position, is_taken, (op, left, right));
        }
    }

    /// A random number is one of many; only one is seen.
    fn note_random(&mut self, function: u32, view: &View<'_, '_>) {
        if self.is_random[function as usize] {
            let name = &self.program.functions[FunctionId::from_index(function as usize)].name;
            let cause = Cause::SameNumbers(name.clone());
            self.path.give_up(cause, view.code.span(view.position));
        }
    }

    /// A returned value goes to the caller's register.
    fn leave(&mut self, a: Reg, count: usize, view: &View<'_, '_>) {
        let Some(frame) = view.frames.last() else { return };
        for k in 0..count {
            let term = self.term_at(view.base + usize::from(a) + k);
            self.set_at(frame.base + usize::from(frame.d) + k, term);
        }
    }
}

impl Shadow for Symbolic<'_> {
    const IS_ACTIVE: bool = true;

    #[rustfmt::skip] // The operations that are alike on one line: this is a table.
    fn before(&mut self, op: &Op, view: &mut View<'_, '_>) -> Result<(), Veto> {
        if let Some(recorder) = &mut self.recorder {
            recorder.step(self.program, op, view, self.path.forks.len());
        }
        if self.labels.is_blind { return self.pass_blindly(op, view); }
        if self.merges.is_under_way() && !self.pass_merged(view) { return Ok(()); }
        if self.is_passed_over(op) {
            if self.inputs.is_watched { self.note_jump(op, view); }
            return Ok(());
        }
        match *op {
            Op::Halt | Op::Jump { .. } | Op::Probe { .. } | Op::LabelBegin { .. } => Ok(()),
            Op::Label { a, id } => self.end_label(a, ProbeId(id), view),
            Op::Call { function, .. } => { self.note_random(function, view); Ok(()) }
            Op::Slow { .. } | Op::Compute { .. } if self.labels.is_taint => self.look_closely(),
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
            | Op::ZeroExtend8 { d, a } | Op::ZeroExtend16 { d, a } | Op::ZeroExtend32 { d, a }
            | Op::EqI { d, a, .. } | Op::NeI { d, a, .. } | Op::LtSI { d, a, .. }
            | Op::GeSI { d, a, .. } | Op::LtUI { d, a, .. } | Op::GeUI { d, a, .. }
            | Op::SignedToF64 { d, a } | Op::UnsignedToF64 { d, a }
            | Op::SignedToF32 { d, a } | Op::UnsignedToF32 { d, a }
            | Op::F32ToF64 { d, a } | Op::F64ToF32 { d, a }
            | Op::F64ToI32 { d, a } | Op::F64ToI64 { d, a } => self.compute(op, d, a, a, view),

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
            Op::CallIndirect { args, a, signature, .. } => self.call(args, a, signature, view),
            Op::Return { a } => { self.leave(a, 1, view); Ok(()) }
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
            Op::Lea { .. } | Op::LeaC { .. } => self.lea(op, view),
            Op::CheckIndex { i, len } => match self.term(view, i) {
                Some(index) if !self.labels.is_taint => self.check_below(index, view.registers[i], len, view),
                _ => Ok(()),
            },
            Op::CheckInitialised { flag, .. } => self.pin(flag, view),
            Op::Live { d, .. } => {
                if view.registers[d] != 0 { self.cells.forget(number_of(view.registers[d])); }
                self.set(view, d, None);
                Ok(())
            }
            Op::Dead { d } => { self.set(view, d, None); Ok(()) }
            Op::DeadAll { .. } => Ok(()),
            _ => match decode::memory_operation(op) {
                Some((place, action)) => self.memory_operation(&place, action, view),
                None => unreachable!("{op:?} should be a load or a store"),
            },
        }
    }

    fn outside(&mut self, event: Outside, memory: &Memory) {
        match event {
            Outside::Register(register) => {
                let result = self.result_of_native.take_if(|(at, _)| *at == register);
                self.set_at(register, result.map(|(_, term)| term));
            }
            Outside::Loaded { register, scalar, address } => {
                self.load_outside(register, scalar, address, memory);
            }
            Outside::Written { address, len } => {
                if let Some(number) = memory.number(address) {
                    let start = address.wrapping_sub(memory.address(number));
                    self.cells.store(memory, number, start, len, None);
                    let read = self.standard_input.arrives(address).unwrap_or_default();
                    for (at, term) in (start..).zip(read).filter(|(_, term)| term.is_some()) {
                        self.cells.store(memory, number, at, 1, term);
                    }
                }
            }
            Outside::Copied { to, from, len } => {
                if let Some((_, bytes)) = self.copied.take_if(|(at, _)| *at == to) {
                    self.store_bytes(to, &bytes, memory);
                } else if len > 0 {
                    self.cells.copy(memory, to, from, len);
                }
            }
        }
    }

    fn probe(&mut self, id: u32) {
        self.hits.enter(ProbeId(id), &mut self.path);
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
    /// A value that the machine has loaded outside the loop.
    fn load_outside(&mut self, register: usize, scalar: Scalar, address: u64, memory: &Memory) {
        let number = number_of(address);
        let start = address.wrapping_sub(memory.address(number));
        let half = |this: &mut Self, at: u64, len: u64| {
            let term = this.cells.load(&mut this.pool, memory, number, at, len)?;
            let signed = matches!(scalar, Scalar::Int { signed: true, .. });
            let wide = this.pool.resize(term, 64, signed);
            this.unless_constant(wide)
        };
        let low = half(self, start, scalar.size().min(8));
        self.set_at(register, low);
        if scalar.size() > 8 {
            let high = half(self, start + 8, clew_vm::compile::value_bytes(scalar) - 8);
            self.set_at(register + 1, high);
        }
    }
}

/// Whether an operation may be arithmetic on pointers, which decides what they point to.
pub(super) fn may_move_pointers(op: &Op) -> bool {
    matches!(
        op,
        Op::Add64 { .. } | Op::AddI64 { .. } | Op::Sub64 { .. } | Op::PointerDifference { .. }
    )
}
