//! A call begins: what it finds gets names of its own.

use super::{
    ArgumentExtent, ArgumentObject, ArgumentValue, Bytes, Call, Cut, Found, Spot, Touched,
    formal_name,
};
use crate::environment::Extent;
use crate::memory::{Cells, Choice, Resolved};
use crate::shadow::Symbolic;
use crate::trace::Kind;
use clew_ir::{FunctionId, Id};
use clew_logic::{Sort, TermId, TermPool};
use clew_vm::code::{ParameterShape, Reg};
use clew_vm::memory::{Memory, ObjectKind};
use clew_vm::shadow::{Veto, View};
use std::collections::{BTreeMap, BTreeSet};

impl Symbolic<'_> {
    /// Cuts a call, if the plan says so.
    pub(crate) fn open_cut(
        &mut self,
        function: u32,
        args: Reg,
        view: &mut View<'_, '_>,
    ) -> Result<(), Veto> {
        let id = FunctionId::from_index(function as usize);
        // A call is announced again when its function had to be compiled first.
        let is_open = self.cuts.stack.last().is_some_and(|cut| cut.depth == view.frames.len());
        if is_open || !self.cuts.plan.contains_key(&id) || self.path.is_full() {
            return Ok(());
        }
        self.settle_arguments(function, args, view)?;
        self.settle_bytes(id, view)?;
        let site = self.path.site(view.code, view.position, view.frames, Kind::Check).at;
        self.fill_arguments(function, args, view);
        let first = self.path.ways.alternatives.get(&site).copied();
        let occasion = self.cuts.next_occasion(first.unwrap_or(site));
        let mut call = Call {
            function: id,
            site,
            occasion,
            forks_before: self.path.forks.len(),
            arguments: Vec::new(),
            objects: Vec::new(),
            found: Vec::new(),
            constants: BTreeMap::new(),
            pointers: Vec::new(),
            choices: BTreeSet::new(),
            forks: Vec::new(),
            calls: Vec::new(),
            sides: Vec::new(),
            left: None,
            inexact: Vec::new(),
        };
        self.name_arguments(&mut call, args, view);
        self.find_footprint(&mut call, view.memory);
        let cells = self.name_bytes(&mut call, view.memory);
        self.cuts.stack.push(Cut {
            call,
            depth: view.frames.len(),
            cells,
            path: self.path.enter_call(),
            calls: std::mem::take(&mut self.cuts.calls),
            made_calls: std::mem::take(&mut self.cuts.made),
            touched: Touched::default(),
            inputs: self.environment.assignment().len(),
            objects: view.memory.count(),
            made: view.memory.made(),
            allocates: std::mem::take(&mut self.path.allocates),
        });
        Ok(())
    }

    /// Where pointer arguments lead is decided before the call: no summary speaks of several objects.
    fn settle_arguments(
        &mut self,
        function: u32,
        args: Reg,
        view: &mut View<'_, '_>,
    ) -> Result<(), Veto> {
        let code = view.code;
        let signature = code.signatures.get(code.entries[function as usize].signature);
        for register in signature.registers() {
            let register = args + register;
            let Some(term) = self.term(view, register) else { continue };
            if self.environment.is_pointer_choice(term) {
                self.pin_term(term, view.registers[register].into(), view, Some(u32::MAX))?;
                self.set(view, register, None);
            }
        }
        Ok(())
    }

    /// The same for pointers in memory that the callee is known to read.
    fn settle_bytes(&mut self, function: FunctionId, view: &mut View<'_, '_>) -> Result<(), Veto> {
        let Some(footprint) = self.cuts.plan.get(&function) else { return Ok(()) };
        for bytes in footprint.settles.clone() {
            let Bytes { object, offset, len } = bytes;
            let Some(term) = value_at(&self.cells, &mut self.pool, bytes, view.memory) else {
                continue;
            };
            if !self.environment.is_pointer_choice(term) {
                continue;
            }
            let from = offset as usize;
            let pointer =
                little_endian(&view.memory.object(object).bytes[from..from + len as usize]);
            self.pin_term(term, pointer, view, Some(u32::MAX))?;
            self.cells.store(view.memory, object, offset, len, None);
            if view.memory.number(pointer as u64).is_some() {
                self.fill_in(view.memory.number_of(pointer as u64), view.memory);
            }
        }
        Ok(())
    }

    /// What pointer arguments lead to is there before the call.
    fn fill_arguments(&mut self, function: u32, args: Reg, view: &mut View<'_, '_>) {
        let code = view.code;
        let signature = code.signatures.get(code.entries[function as usize].signature);
        for (shape, register) in signature.parameters.iter().zip(signature.registers()) {
            if *shape == ParameterShape::Scalar(self.program.types.pointer()) {
                let number = view.memory.number_of(view.registers[args + register]);
                self.fill_in(number, view.memory);
            }
        }
    }

    /// The values of the bytes that the plan asks for. What other paths of the callee read counts as read
    /// by its caller, too: what the caller does may depend on it.
    fn find_footprint(&mut self, call: &mut Call, memory: &Memory) {
        let Some(footprint) = self.cuts.plan.get(&call.function) else { return };
        for bytes in footprint.of_call(&call.arguments).reads {
            if let Some(actual) = value_at(&self.cells, &mut self.pool, bytes, memory) {
                self.note_bytes(bytes, false, memory);
                call.found.push(Found { spot: Spot::Memory(bytes), formal: None, actual });
            }
        }
    }

    /// Gives the arguments that depend on inputs names.
    fn name_arguments(&mut self, call: &mut Call, args: Reg, view: &View<'_, '_>) {
        let code = view.code;
        let signature = code.signatures.get(code.entries[call.function.index()].signature);
        let registers = signature.parameters.iter().zip(signature.registers());
        for ((shape, register), at) in registers.zip(0..) {
            let (ParameterShape::Scalar(scalar), register) = (*shape, args + register) else {
                continue;
            };
            let spot = Spot::Argument(at);
            let (bits, value) = (8 * scalar.size() as u32, view.registers[register]);
            let term = self.term(view, register);
            let is_choice = term.is_some_and(|term| self.environment.is_pointer_choice(term));
            call.arguments.push(match term {
                Some(_) => ArgumentValue::Symbolic,
                None => ArgumentValue::Concrete(value),
            });
            let object = term.is_none().then(|| self.argument_object(value, view.memory)).flatten();
            call.objects.push(object);
            let whole = self.operand(view, register);
            let actual = self.pool.resize(whole, bits, false);
            let mut formal = None;
            if term.is_some() && !is_choice {
                let name = formal_name(call.function, spot);
                let symbol = self.pool.input(&name, Sort::BitVec(bits));
                let (inside, _) = self.register_terms(scalar, symbol);
                self.set(view, register, inside);
                formal = Some(symbol);
            } else if is_choice {
                call.inexact.push(super::Inexact::PointerInput);
            }
            call.found.push(Found { spot, formal, actual });
        }
    }

    /// The object that an argument points into, if it does.
    pub(super) fn argument_object(&self, address: u64, memory: &Memory) -> Option<ArgumentObject> {
        let number = memory.number(address)?;
        let story = memory.story(number);
        let offset = address.wrapping_sub(memory.address(number));
        if story.freed.is_some() || offset > story.size {
            return None;
        }
        let extent = match self.environment.extent(number) {
            None | Some(Extent::Declared) => ArgumentExtent::Whole,
            Some(Extent::Open) => ArgumentExtent::Open,
            Some(Extent::String) => ArgumentExtent::String,
            Some(Extent::Sized(..)) => ArgumentExtent::Sized,
        };
        Some(ArgumentObject {
            number,
            offset,
            size: story.size,
            global: match story.kind {
                ObjectKind::Global(global) => Some(global),
                _ => None,
            },
            is_read_only: memory.object(number).is_read_only(),
            is_on_heap: story.kind == ObjectKind::Heap,
            extent,
        })
    }

    /// Gives all bytes that depend on inputs names; what they were for the caller.
    fn name_bytes(&mut self, call: &mut Call, memory: &Memory) -> Cells {
        let outer = self.cells.clone();
        let (environment, found) = (&self.environment, &mut call.found);
        let function = call.function;
        self.cells.rename(&mut self.pool, memory, |pool, bytes, actual| {
            if environment.is_pointer_choice(actual) {
                return None;
            }
            let name = formal_name(function, Spot::Memory(bytes));
            let formal = pool.input(&name, Sort::BitVec(8 * bytes.len as u32));
            found.push(Found { spot: Spot::Memory(bytes), formal: Some(formal), actual });
            Some(formal)
        });
        outer
    }

    /// Notes an access of the call under way.
    pub(crate) fn note_access(
        &mut self,
        resolved: &Resolved,
        len: u64,
        write: bool,
        memory: &Memory,
    ) {
        match *resolved {
            Resolved::Fault => {}
            Resolved::Fixed(object, offset) => {
                self.note_bytes(Bytes { object, offset, len }, write, memory);
            }
            Resolved::Choice(Choice { number, first, step, count, .. }) => {
                for k in 0..count {
                    let bytes = Bytes { object: number, offset: first + step * k, len };
                    self.note_bytes(bytes, false, memory);
                    if write {
                        self.note_bytes(bytes, true, memory);
                    }
                }
            }
        }
    }

    /// Notes that the call under way is about to read or write some bytes.
    pub(crate) fn note_bytes(&mut self, bytes: Bytes, write: bool, memory: &Memory) {
        if let Some(cut) = self.cuts.stack.last_mut()
            && memory.story(bytes.object).serial <= cut.made
        {
            cut.touched.note(bytes, write, memory);
        }
    }

    /// The same for a range by its address.
    pub(crate) fn note_range(&mut self, address: u64, len: u64, write: bool, memory: &Memory) {
        if self.cuts.are_open()
            && let Some(object) = memory.number(address)
        {
            let offset = address.wrapping_sub(memory.address(object));
            if offset.checked_add(len).is_some_and(|end| end <= memory.story(object).size) {
                for at in offset..offset + len {
                    self.note_bytes(Bytes { object, offset: at, len: 1 }, write, memory);
                }
            }
        }
    }
}

/// The value of some bytes; `None` where they have none.
pub(crate) fn value_at(
    cells: &Cells,
    pool: &mut TermPool,
    bytes: Bytes,
    memory: &Memory,
) -> Option<TermId> {
    let Bytes { object, offset, len } = bytes;
    if object >= memory.count() || memory.story(object).freed.is_some() {
        return None;
    }
    let end = offset.checked_add(len)?;
    let contents = memory.object(object);
    if end > contents.bytes.len() as u64
        || contents.first_indeterminate(offset as usize, len as usize).is_some()
    {
        return None;
    }
    if let Some(term) = cells.load(pool, memory, object, offset, len) {
        return Some(term);
    }
    let bytes = &contents.bytes[offset as usize..end as usize];
    Some(pool.bv(8 * len as u32, little_endian(bytes)))
}

/// The number that bytes are, the lowest first.
pub(super) fn little_endian(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte))
}
