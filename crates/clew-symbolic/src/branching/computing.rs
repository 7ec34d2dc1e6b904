//! Code that only computes, gone through on terms: all its ways, and what each returns.
//!
//! What comes out is one term for all ways, a choice by their conditions. Code that may fault, writes memory, asks
//! for inputs, or has too many ways has none: nothing is approximated, and nobody is asked what can hold.

use super::merge::{Effect, effect};
use crate::cut::{Bytes, value_at};
use crate::environment::Environment;
use crate::memory::{Action, Base, Cells, Place, choose, memory_operation};
use crate::ops;
use clew_ir::{FunctionId, Id};
use clew_logic::{TermId, TermPool};
use clew_vm::code::{Code, Op, Reg};
use clew_vm::memory::Memory;
use rustc_hash::FxHashSet;

/// So many operations are gone through, on all ways together.
const MOST_OPERATIONS: u32 = 2_048;

/// A function with more ways is a search of its own.
const MOST_WAYS: u32 = 64;

/// A table with more elements is too much for a term.
const LARGEST_TABLE: u64 = 256;

/// Functions may call each other so deep.
const DEEPEST: u32 = 8;

/// What the code that is gone through may look at.
pub(super) struct Surroundings<'s> {
    pub(super) code: &'s Code,
    pub(super) memory: &'s Memory,
    pub(super) cells: &'s Cells,
    pub(super) environment: &'s Environment,
    /// The functions that may be called.
    pub(super) functions: &'s FxHashSet<FunctionId>,
}

/// Going through code.
pub(super) struct Computing<'c, 's> {
    pool: &'c mut TermPool,
    around: &'c Surroundings<'s>,
    operations: u32,
    ways: u32,
    depth: u32,
    /// What holds on the way under way.
    said: Vec<TermId>,
    /// Whether memory was read that the program may write.
    pub(super) reads_memory: bool,
    /// Whether there was more than one way to go.
    pub(super) splits: bool,
}

/// The registers of a function.
type Registers = Vec<Option<TermId>>;

impl<'c, 's> Computing<'c, 's> {
    pub(super) fn new(pool: &'c mut TermPool, around: &'c Surroundings<'s>) -> Self {
        let (operations, ways, said) = (MOST_OPERATIONS, MOST_WAYS, Vec::new());
        let (reads_memory, splits) = (false, false);
        Computing { pool, around, operations, ways, depth: 0, said, reads_memory, splits }
    }

    /// What a function returns that finds these in its first registers.
    pub(super) fn call(&mut self, function: FunctionId, registers: Registers) -> Option<TermId> {
        let start = self.around.code.entries[function.index()].start;
        if start == 0 || self.depth == DEEPEST || !self.around.functions.contains(&function) {
            return None;
        }
        self.depth += 1;
        let result = self.follow(start, registers);
        self.depth -= 1;
        result
    }

    /// What is returned from a position on.
    fn follow(&mut self, mut at: u32, mut registers: Registers) -> Option<TermId> {
        loop {
            self.operations = self.operations.checked_sub(1)?;
            let op = self.around.code.ops[at as usize];
            at += 1;
            match op {
                Op::Return { a } => return get(&registers, a),
                Op::Jump { target } => at = target,
                Op::SwitchDense { a, table } => return self.switch_dense(a, table, &registers),
                Op::SwitchSparse { a, table } => return self.switch_sparse(a, table, &registers),
                Op::Call { d, args, function } => {
                    let inner = registers.get(usize::from(args)..).unwrap_or_default().to_vec();
                    let callee = FunctionId::from_index(function as usize);
                    let result = self.call(callee, inner)?;
                    set(&mut registers, d, result);
                }
                mut op => match (op.jump_operands(), op.target_mut().copied()) {
                    (Some((a, b)), Some(target)) => {
                        let (a, b) = (get(&registers, a)?, get(&registers, b)?);
                        if !self.are_numbers(a, b) {
                            return None;
                        }
                        let condition = ops::condition(self.pool, &op, a, b)?;
                        match self.decided(condition) {
                            Some(true) => at = target,
                            Some(false) => {}
                            None => return self.split(condition, (target, at), registers),
                        }
                    }
                    _ => self.compute(&op, &mut registers)?,
                },
            }
        }
    }

    /// What is returned on both ways of a branch.
    fn split(
        &mut self,
        condition: TermId,
        (then, otherwise): (u32, u32),
        registers: Registers,
    ) -> Option<TermId> {
        self.ways = self.ways.checked_sub(1)?;
        self.splits = true;
        let taken = self.under(condition, then, registers.clone())?;
        let negation = self.pool.not(condition);
        let not_taken = self.under(negation, otherwise, registers)?;
        Some(self.pool.ite(condition, taken, not_taken))
    }

    /// What is returned from a position on, where a condition holds.
    fn under(&mut self, condition: TermId, at: u32, registers: Registers) -> Option<TermId> {
        self.said.push(condition);
        let result = self.follow(at, registers);
        self.said.pop();
        result
    }

    fn switch_dense(&mut self, a: Reg, table: u32, registers: &Registers) -> Option<TermId> {
        let value = get(registers, a)?;
        let table = &self.around.code.dense[table as usize];
        let targets =
            (table.low..).zip(&table.targets).map(|(value, target)| (value, value, *target));
        self.switch(value, targets.collect(), false, table.default, registers)
    }

    fn switch_sparse(&mut self, a: Reg, table: u32, registers: &Registers) -> Option<TermId> {
        let value = get(registers, a)?;
        let table = &self.around.code.sparse[table as usize];
        self.switch(value, table.ranges.clone(), table.is_signed, table.default, registers)
    }

    /// What is returned behind a choice among ranges of values.
    fn switch(
        &mut self,
        value: TermId,
        ranges: Vec<(u64, u64, u32)>,
        is_signed: bool,
        default: u32,
        registers: &Registers,
    ) -> Option<TermId> {
        if let Some(value) = self.pool.value(value) {
            let flip = if is_signed { 1 << 63 } else { 0 };
            let value = value as u64 ^ flip;
            let is_its =
                |(low, high, _): &&(u64, u64, u32)| (*low ^ flip..=*high ^ flip).contains(&value);
            let target = ranges.iter().find(is_its).map_or(default, |(.., target)| *target);
            return self.follow(target, registers.clone());
        }
        self.splits = true;
        // Ranges that lead to the same place are one way.
        let mut arms: Vec<(u32, TermId)> = Vec::new();
        for (low, high, target) in ranges.into_iter().filter(|(.., target)| *target != default) {
            let is_in = self.is_in(value, (low, high), is_signed);
            match arms.iter_mut().find(|(known, _)| *known == target) {
                Some((_, condition)) => *condition = self.pool.or(*condition, is_in),
                None => arms.push((target, is_in)),
            }
        }
        let mut negations = Vec::new();
        for (_, condition) in &arms {
            negations.push(self.pool.not(*condition));
        }
        let said = self.said.len();
        self.said.extend(negations);
        let other = self.way(default, registers);
        self.said.truncate(said);
        let mut result = other?;
        for (target, condition) in arms {
            if self.decided(condition) == Some(false) {
                continue;
            }
            self.said.push(condition);
            let taken = self.way(target, registers);
            self.said.pop();
            result = self.pool.ite(condition, taken?, result);
        }
        Some(result)
    }

    fn way(&mut self, target: u32, registers: &Registers) -> Option<TermId> {
        self.ways = self.ways.checked_sub(1)?;
        self.follow(target, registers.clone())
    }

    fn is_in(&mut self, value: TermId, (low, high): (u64, u64), is_signed: bool) -> TermId {
        let pool = &mut *self.pool;
        let (from, to) = (pool.bv(64, low.into()), pool.bv(64, high.into()));
        if low == high {
            return pool.eq(value, from);
        }
        let (above, below) = match is_signed {
            true => (pool.sle(from, value), pool.sle(value, to)),
            false => (pool.ule(from, value), pool.ule(value, to)),
        };
        pool.and(above, below)
    }

    /// Whether a condition holds on the way under way, as far as its text tells.
    fn decided(&mut self, condition: TermId) -> Option<bool> {
        if let Some(value) = self.pool.value(condition) {
            return Some(value == 1);
        }
        if self.said.contains(&condition) {
            return Some(true);
        }
        let negation = self.pool.not(condition);
        self.said.contains(&negation).then_some(false)
    }

    /// Goes on only where something is known to hold.
    fn need(&mut self, condition: TermId) -> Option<()> {
        (self.decided(condition) == Some(true)).then_some(())
    }

    /// Whether two operands are no addresses: what comes of comparing these is for the path to say.
    fn are_numbers(&self, a: TermId, b: TermId) -> bool {
        let is_address = |term| {
            let value = self.pool.value(term);
            value.is_some_and(|value| self.around.memory.number(value as u64).is_some())
        };
        !is_address(a) && !is_address(b)
    }

    /// An operation that is no jump.
    fn compute(&mut self, op: &Op, registers: &mut Registers) -> Option<()> {
        match *op {
            Op::Const { d, value } => {
                let value = self.pool.bv(64, value.into());
                set(registers, d, value);
            }
            Op::ZeroRegisters { d, count } => {
                let zero = self.pool.bv(64, 0);
                (d..d.saturating_add(count)).for_each(|at| set(registers, at, zero));
            }
            Op::CheckInitialised { flag, .. } => {
                let flag = get(registers, flag)?;
                let is_set = self.pool.is_nonzero(flag);
                self.need(is_set)?;
            }
            Op::CheckIndex { i, len } => {
                let (index, len) = (get(registers, i)?, self.pool.bv(64, len.into()));
                let is_inside = self.pool.ult(index, len);
                self.need(is_inside)?;
            }
            ref op => match memory_operation(op) {
                Some((place, Action::Load { d, signed })) => {
                    let bytes = self.load(&place, registers)?;
                    let value = self.pool.resize(bytes, 64, signed);
                    set(registers, d, value);
                }
                Some((_, Action::Store { .. })) => return None,
                None => self.calculate(op, registers)?,
            },
        }
        Some(())
    }

    /// An operation on registers alone.
    fn calculate(&mut self, op: &Op, registers: &mut Registers) -> Option<()> {
        let Effect { d, a, b } = effect(op).or_else(|| costly_effect(op))?;
        let (a, b) = (get(registers, a)?, get(registers, b)?);
        let is_move = matches!(op, Op::Move { .. } | Op::Add64 { .. } | Op::AddI64 { .. });
        if !is_move && !self.are_numbers(a, b) {
            return None;
        }
        if let Some(fault) = ops::fault(self.pool, op, a, b) {
            let is_fine = self.pool.not(fault);
            self.need(is_fine)?;
        }
        let result = ops::result(self.pool, op, a, b)?;
        set(registers, d, result);
        Some(())
    }

    /// The bytes at a place: those of one, or of an element of a table.
    fn load(&mut self, place: &Place, registers: &Registers) -> Option<TermId> {
        let memory = self.around.memory;
        let pointer = match place.base {
            Base::Object(number) => memory.address(number),
            Base::Register(p) => self.pool.value(get(registers, p)?)? as u64,
        };
        let number = memory.number(pointer)?;
        let start = pointer.wrapping_sub(memory.address(number)).wrapping_add(place.offset as u64);
        let Some((i, scale)) = place.index else { return self.read(number, start, place.len) };
        let index = get(registers, i)?;
        if let Some(bound) = place.bound {
            let bound = self.pool.bv(64, bound.into());
            let is_inside = self.pool.ult(index, bound);
            self.need(is_inside)?;
        }
        if let Some(index) = self.pool.value(index) {
            let offset = (index as u64).wrapping_mul(scale as u64).wrapping_add(start);
            return self.read(number, offset, place.len);
        }
        let step = u64::try_from(scale).ok().filter(|step| *step > 0)?;
        let room = memory.story(number).size.checked_sub(start)?.checked_sub(place.len)?;
        let count = room / step + 1;
        if count > LARGEST_TABLE {
            return None;
        }
        let count_term = self.pool.bv(64, count.into());
        let is_inside = self.pool.ult(index, count_term);
        self.need(is_inside)?;
        let values = (0..count).map(|k| self.read(number, start + k * step, place.len));
        let values = values.collect::<Option<Vec<TermId>>>()?;
        Some(choose(self.pool, index, &values))
    }

    /// The bytes at a fixed place, where reading them asks nothing of anybody.
    fn read(&mut self, number: u32, offset: u64, len: u64) -> Option<TermId> {
        let memory = self.around.memory;
        if !self.around.environment.is_at_hand(number) {
            return None;
        }
        self.reads_memory |=
            !memory.object(number).is_read_only() || self.around.cells.has_terms(memory, number);
        let bytes = Bytes { object: number, offset, len };
        let value = value_at(self.around.cells, self.pool, bytes, memory)?;
        (!self.around.environment.is_pointer_choice(value)).then_some(value)
    }
}

fn get(registers: &Registers, register: Reg) -> Option<TermId> {
    registers.get(usize::from(register)).copied().flatten()
}

fn set(registers: &mut Registers, register: Reg, term: TermId) {
    let at = usize::from(register);
    if at >= registers.len() {
        registers.resize(at + 1, None);
    }
    registers[at] = Some(term);
}

/// The same as [`effect`] for operations that cost a solver more, or may fault.
#[rustfmt::skip] // The operations that are alike on one line: this is a table.
fn costly_effect(op: &Op) -> Option<Effect> {
    match *op {
        Op::Mul32 { d, a, b } | Op::MulU32 { d, a, b } | Op::Mul64 { d, a, b }
        | Op::DivS32 { d, a, b } | Op::DivS64 { d, a, b } | Op::DivU32 { d, a, b }
        | Op::DivU64 { d, a, b } | Op::RemS32 { d, a, b } | Op::RemS64 { d, a, b }
        | Op::RemU32 { d, a, b } | Op::RemU64 { d, a, b }
        | Op::Shl32 { d, a, b } | Op::ShlU32 { d, a, b } | Op::Shl64 { d, a, b }
        | Op::ShrS32 { d, a, b } | Op::ShrS64 { d, a, b }
        | Op::ShrU32 { d, a, b } | Op::ShrU64 { d, a, b }
        | Op::AddChecked32 { d, a, b } | Op::AddChecked64 { d, a, b }
        | Op::SubChecked32 { d, a, b } | Op::SubChecked64 { d, a, b }
        | Op::MulChecked32 { d, a, b } | Op::MulChecked64 { d, a, b }
        | Op::Eq { d, a, b } | Op::Ne { d, a, b }
        | Op::LtU { d, a, b } | Op::LeU { d, a, b } => Some(Effect { d, a, b }),
        Op::MulI32 { d, a, .. } | Op::MulIU32 { d, a, .. } | Op::MulI64 { d, a, .. }
        | Op::DivIS32 { d, a, .. } | Op::DivIU32 { d, a, .. }
        | Op::RemIS32 { d, a, .. } | Op::RemIU32 { d, a, .. } => Some(Effect { d, a, b: a }),
        _ => None,
    }
}
