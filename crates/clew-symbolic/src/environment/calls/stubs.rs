//! Functions without a body: which of them are harness functions, and stubs for the rest.

use super::allocation::Allocation;
use super::harness::Harness;
use crate::environment::Extent;
use crate::environment::objects::{Length, MOST_SCALARS, Spot, scalar_bits, scalars};
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::{Kind, Passed, StubCall as StubRecord, Value};
use clew_ir::{Scalar, Type, TypeId};
use clew_vm::code::{ParameterShape, ResultShape};
use clew_vm::memory::Memory;
use clew_vm::shadow::{StubView, Veto};

/// A string that is passed is told up to so many characters, its end among them.
const PASSED_TEXT: usize = 64;
/// An object that is passed is told where it has at most so many bytes.
const PASSED_BYTES: u64 = 256;

impl Symbolic<'_> {
    /// Does a call of a function without a body; the bits of its result.
    pub(crate) fn call_stub(&mut self, view: &mut StubView<'_>) -> Result<u128, Veto> {
        let program = self.program;
        let name = program.functions[view.call.function].name.as_str();
        let harness = Harness::recognise(name);
        if self.environment.values.count >= self.bounds.inputs && harness != Some(Harness::Assume) {
            return Err(self.path.run_out(Cause::Inputs(self.bounds.inputs)));
        }
        let is_value = matches!(harness, Some(Harness::Value | Harness::Range | Harness::Through));
        self.environment.values.site = is_value.then_some(view.position);
        let result = self.answer(harness, name, view);
        self.environment.values.site = None;
        result
    }

    fn answer(
        &mut self,
        harness: Option<Harness>,
        name: &str,
        view: &mut StubView<'_>,
    ) -> Result<u128, Veto> {
        match harness {
            Some(Harness::Value) => Ok(self.harness_value(name, view)),
            Some(Harness::Range) => self.harness_range(name, view),
            Some(Harness::Bytes) => self.harness_bytes(name, view),
            Some(Harness::Through) => Ok(self.harness_through(name, view)),
            Some(Harness::Assume) => self.harness_assume(view),
            None if self.asked_bits(view).is_some() => self.decided_result(name, view),
            None if self.environment.calls.stubs.len() - self.environment.calls.decided
                >= self.bounds.stub_calls =>
            {
                Err(self.path.run_out(Cause::StubCalls(self.bounds.stub_calls)))
            }
            None => self.stub_result(name, view),
        }
    }

    /// A stub: fresh values for the result and for what pointer parameters lead to.
    pub(super) fn stub_result(
        &mut self,
        function: &str,
        view: &mut StubView<'_>,
    ) -> Result<u128, Veto> {
        let program = self.program;
        let place = self.path.place(view.code, view.position, view.frames);
        let name = self.environment.call_name(function, place);
        let arguments = self.passed(view);
        let written = self.stub_outputs(&name, view)?;
        let ty = program.function_type(view.call.function).result;
        let mut bits = 0;
        let result = match view.call.result {
            ResultShape::Void => None,
            ResultShape::Scalar(_) => {
                let allocation = self.allocation(view);
                bits = self.fresh_result(&name, allocation, view);
                Some(self.bits_value(view.memory, ty, bits))
            }
            ResultShape::Record(_) => {
                let address = view.args.last().copied().unwrap_or(0) as u64;
                view.memory.number(address).map(|number| {
                    let offset = address.wrapping_sub(view.memory.address(number));
                    self.fill(Spot::new(number, offset), ty, &name, view.memory);
                    self.read_value(view.memory, ty, number, offset)
                })
            }
        };
        let function = view.call.function;
        let passed: Vec<u32> = written
            .iter()
            .filter_map(|(at, _)| view.memory.number(view.args[*at] as u64))
            .collect();
        let made = StubRecord { function, arguments, result, written, changes: Vec::new() };
        let call = self.environment.calls.note(name, made);
        self.make_stale(call, &passed);
        Ok(bits)
    }

    /// What a stub is passed.
    pub(super) fn passed(&self, view: &StubView<'_>) -> Vec<Passed> {
        let params = &self.program.function_type(view.call.function).params;
        let arguments = view.call.args.iter().zip(params).enumerate();
        let passed = arguments.map(|(at, ((shape, _), &ty))| match shape {
            ParameterShape::Scalar(_) => {
                let value = self.outcome_bits(view.memory, ty, view.args[at]);
                let pointee = self.program.types.pointee(ty);
                let pointee = pointee.and_then(|it| self.passed_pointee(it, view.args[at], view));
                Passed { value, pointee }
            }
            _ => Passed { value: Value::Unknown, pointee: None },
        });
        passed.collect()
    }

    /// What a pointer that is passed leads to, where it is all there: a whole element, or a string.
    fn passed_pointee(&self, ty: TypeId, address: u128, view: &StubView<'_>) -> Option<Value> {
        let (types, memory) = (&self.program.types, &*view.memory);
        let number = memory.number(address as u64)?;
        let offset = (address as u64).wrapping_sub(memory.address(number));
        let story = memory.story(number);
        let is_hidden = self.environment.is_input(number) || self.environment.is_stale(number);
        if is_hidden || story.freed.is_some() || offset >= story.size {
            return None;
        }
        let bytes = memory.object(number).bytes.get(offset as usize..)?;
        if types.is_character(ty) {
            let end = bytes.iter().take(PASSED_TEXT).position(|byte| *byte == 0)?;
            let is_set =
                memory.object(number).first_indeterminate(offset as usize, end + 1).is_none();
            return is_set.then(|| Value::Bytes(bytes[..end].to_vec()));
        }
        let size = types.size(ty).filter(|size| (1..=PASSED_BYTES).contains(size))?;
        let is_whole = bytes.len() as u64 >= size && *types.get(ty) != Type::Void;
        is_whole.then(|| self.known_value(memory, ty, number, offset))
    }

    /// What a stub writes through its pointer parameters.
    fn stub_outputs(
        &mut self,
        name: &str,
        view: &mut StubView<'_>,
    ) -> Result<Vec<(usize, Value)>, Veto> {
        let program = self.program;
        if program.functions[view.call.function].is_callback() {
            // Its type does not tell which of its parameters lead to constants.
            return Ok(Vec::new());
        }
        let declared = &program.functions[view.call.function].facts.params;
        let params = &program.function_type(view.call.function).params;
        let mut written = Vec::new();
        for (at, (shape, _)) in view.call.args.iter().enumerate() {
            let (ParameterShape::Scalar(_), Some(&ty)) = (shape, params.get(at)) else { continue };
            let Some(target) = program.types.pointee(ty) else { continue };
            if declared.get(at).is_some_and(|it| it.is_pointee_const) {
                continue;
            }
            let output = format!("*argument {} of {name}", at + 1);
            if *program.types.get(target) == Type::Void {
                match self.stub_buffer(&output, at, view)? {
                    Some(bytes) if bytes.is_empty() => {}
                    Some(bytes) => written.push((at, Value::Array(bytes))),
                    None => {
                        let cause = Cause::WritesThroughVoid(name.to_owned());
                        self.path.give_up(cause, view.code.span(view.position));
                    }
                }
                continue;
            }
            // What is written depends on where the pointer leads.
            self.pin_argument(at, view)?;
            let address = view.args[at] as u64;
            written.extend(self.stub_output(&output, target, address, view).map(|it| (at, it)));
        }
        Ok(written)
    }

    /// Makes an argument of a stub concrete.
    pub(super) fn pin_argument(&mut self, at: usize, view: &StubView<'_>) -> Result<(), Veto> {
        let Some(term) = self.term_at(view.registers[at]) else { return Ok(()) };
        let site = self.path.site(view.code, view.position, view.frames, Kind::Value);
        let others = self.environment.is_pointer_choice(term).then_some(u32::MAX);
        self.path.pin(&mut self.pool, site, term, view.args[at], others)
    }

    /// Fresh values in the object behind an address.
    fn stub_output(
        &mut self,
        name: &str,
        target: TypeId,
        address: u64,
        view: &mut StubView<'_>,
    ) -> Option<Value> {
        let types = &self.program.types;
        let size = types.size(target).filter(|size| *size > 0)?;
        let number = view.memory.number(address)?;
        let offset = address.wrapping_sub(view.memory.address(number));
        let story = *view.memory.story(number);
        if story.freed.is_some() || view.memory.object(number).is_read_only() {
            return None;
        }
        let scalars = scalars(self.program, target).max(1);
        if scalars > MOST_SCALARS {
            let cause = Cause::StubTooLarge(name.to_owned());
            self.path.give_up(cause, view.code.span(view.position));
            return None;
        }
        let known = self.room_for(target, number, offset, view.memory).unwrap_or(u64::MAX);
        let room = (story.size.checked_sub(offset)? / size).min(known);
        let most = match types.is_character(target) {
            true => self.bounds.elements.max(self.bounds.string + 1),
            false => self.bounds.elements.min(MOST_SCALARS / scalars),
        };
        if room > most {
            self.path.give_up(Cause::StubElements(most), view.code.span(view.position));
        }
        self.fill_in(number, view.memory);
        let count = room.min(most);
        let mut values = Vec::new();
        for k in 0..count {
            let name = if count == 1 { name.to_owned() } else { format!("{name}[{k}]") };
            let offset = offset + k * size;
            let spot = Spot::new(number, offset);
            self.fill(spot, target, &name, view.memory);
            values.push(self.read_value(view.memory, target, number, offset));
        }
        // No term depends on how many elements there are, but the test has only so many: what
        // lies behind the length that another input tells is no part of the object.
        if let Some(Extent::Sized(_, bytes)) = self.environment.extent(number) {
            values.truncate((bytes.max(size).saturating_sub(offset) / size) as usize);
        }
        match values.len() {
            0 => None,
            1 => values.pop(),
            _ => Some(Value::Array(values)),
        }
    }

    /// A fresh scalar or pointer in the result's register.
    pub(super) fn fresh_result(
        &mut self,
        name: &str,
        allocation: Option<Allocation>,
        view: &mut StubView<'_>,
    ) -> u128 {
        let ResultShape::Scalar(scalar) = view.call.result else { return 0 };
        let Some(&register) = view.registers.last() else { return 0 };
        let ty = self.program.function_type(view.call.function).result;
        if let Some(target) = self.program.types.pointee(ty) {
            let dest = view.call.dest;
            let target = dest
                .and_then(|dest| self.environment.conversions.of_result(dest))
                .unwrap_or(target);
            let length = allocation.map(Length::Allocated);
            // `returns_nonnull` is the function's own word.
            let admits_null = self.bounds.null;
            self.bounds.null &= !self.program.functions[view.call.function].facts.returns_nonnull;
            let (bits, term) = self.pointer_input(name, target, 1, 0, length, view.memory);
            self.bounds.null = admits_null;
            self.set_at(register, term);
            return bits.into();
        }
        let width = match (scalar, self.asked_bits(view)) {
            (Scalar::Int { bits: width, .. }, Some(bits @ 1..)) => bits.min(width),
            _ => scalar_bits(scalar),
        };
        self.narrow_input(name, width, scalar, register)
    }

    /// A fresh scalar in a register; its bits.
    pub(super) fn scalar_input(&mut self, name: &str, scalar: Scalar, register: usize) -> u128 {
        self.narrow_input(name, scalar_bits(scalar), scalar, register)
    }

    /// A fresh scalar of which only so many bits are not zero.
    fn narrow_input(&mut self, name: &str, bits: u32, scalar: Scalar, register: usize) -> u128 {
        let width = bits;
        let (bits, term) = self.environment.value(&mut self.pool, name, bits, 0);
        if width == scalar_bits(scalar) {
            self.environment.note_number(term, scalar);
        }
        let term = self.pool.zero_extend(term, scalar_bits(scalar));
        let (low, high) = self.register_terms(scalar, term);
        self.set_at(register, low);
        if scalar.size() > 8 {
            self.set_at(register + 1, high);
        }
        bits
    }

    /// A scalar's bits as a value of its type.
    pub(crate) fn bits_value(&self, memory: &Memory, ty: TypeId, bits: u128) -> Value {
        match self.program.types.is_pointer(ty) {
            true => Value::Pointer(self.target(memory, bits as u64)),
            false => Value::Scalar(bits),
        }
    }
}
