//! Functions without a body: harness functions of several tools, and stubs for the rest.

use super::allocation::Allocation;
use crate::environment::Extent;
use crate::environment::objects::{Length, MOST_SCALARS, Spot, scalar_bits, scalars};
use crate::ops;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::Kind;
use crate::trace::{ExternalInput, StubCall as StubRecord, Value};
use clew_ir::{Scalar, Type, TypeId, TypeTable};
use clew_vm::code::{ParameterShape, ResultShape};
use clew_vm::memory::{Memory, ObjectKind};
use clew_vm::shadow::{StubView, Veto};

/// What a harness function asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Harness {
    /// A value of the result type.
    Value,
    /// A value of the result type, from the first argument to below the second.
    Range,
    /// Fresh bytes: address, size, name.
    Bytes,
    /// A fresh value where the argument points to, of the pointed-to type.
    Through,
    /// The argument is not zero.
    Assume,
}

impl Harness {
    /// The harness function of this name.
    fn recognise(name: &str) -> Option<Self> {
        Some(match name {
            "klee_make_symbolic" => Harness::Bytes,
            "klee_range" => Harness::Range,
            "klee_assume" | "__VERIFIER_assume" | "__CPROVER_assume" | "clew_assume"
            | "__CrestAssume" => Harness::Assume,
            "__CrestInt" | "__CrestUInt" | "__CrestChar" | "__CrestUChar" | "__CrestShort"
            | "__CrestUShort" | "__CrestLong" | "__CrestULong" | "__CrestFloat"
            | "__CrestDouble" => Harness::Through,
            "klee_int" | "klee_char" | "klee_long" => Harness::Value,
            _ if name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_") => {
                Harness::Value
            }
            _ => return None,
        })
    }
}

/// Whether a function's results are inputs that a harness asks for.
pub fn is_harness_function(name: &str) -> bool {
    Harness::recognise(name).is_some()
}

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

    /// A fresh value of the call's result type.
    fn harness_value(&mut self, function: &str, view: &mut StubView<'_>) -> u128 {
        let given = self.string_argument(view, 0);
        let asked = given.clone().unwrap_or_else(|| short_name(function));
        let name = self.environment.numbered(&asked);
        self.take_given(&name, view);
        let bits = self.plain_result(&name, view);
        let ty = self.program.function_type(view.call.function).result;
        let bytes = self.result_bytes(ty, bits);
        self.environment.calls.external.push(ExternalInput {
            function: function.to_owned(),
            name: given.unwrap_or_default(),
            ty: Some(ty),
            bytes,
        });
        bits
    }

    fn harness_range(&mut self, function: &str, view: &mut StubView<'_>) -> Result<u128, Veto> {
        let asked = self.string_argument(view, 2).unwrap_or_else(|| short_name(function));
        let name = self.environment.numbered(&asked);
        self.take_given(&name, view);
        let bits = self.fresh_result(&name, None, view);
        let ResultShape::Scalar(scalar) = view.call.result else { return Ok(bits) };
        let width = scalar_bits(scalar);
        let signed = |bits: u128| clew_ir::ops::sign_extend(bits, width);
        let (low, high) = (view.args.first().copied(), view.args.get(1).copied());
        let (low, high) = (low.unwrap_or(0), high.unwrap_or(0));
        let ty = self.program.function_type(view.call.function).result;
        let bytes = self.result_bytes(ty, bits);
        let external =
            ExternalInput { function: function.to_owned(), name: asked, ty: Some(ty), bytes };
        self.environment.calls.external.push(external);
        let Some(&result) = view.registers.last() else { return Ok(bits) };
        let Some(term) = self.term_at(result) else { return Ok(bits) };
        let narrow = ops::narrow(&mut self.pool, scalar, term);
        let (from, to) = (self.pool.bv(width, low), self.pool.bv(width, high));
        let above = self.pool.sle(from, narrow);
        let below = self.pool.slt(narrow, to);
        let is_inside = self.pool.and(above, below);
        let holds = signed(low) <= signed(bits) && signed(bits) < signed(high);
        let site = self.path.site(view.code, view.position, view.frames, Kind::Assume);
        self.path.assume(&mut self.pool, site, is_inside, holds)?;
        Ok(bits)
    }

    /// The next value of a suite that gives values in order is that of this input.
    fn take_given(&mut self, name: &str, view: &StubView<'_>) {
        if let ResultShape::Scalar(scalar) = view.call.result {
            self.environment.values.named.take_value(name, scalar);
        }
    }

    /// `klee_make_symbolic(address, size, name)`.
    fn harness_bytes(&mut self, function: &str, view: &mut StubView<'_>) -> Result<u128, Veto> {
        let address = view.args.first().copied().unwrap_or(0) as u64;
        let size = view.args.get(1).copied().unwrap_or(0) as u64;
        let given = self.string_argument(view, 2).unwrap_or_else(|| "bytes".to_owned());
        let Some(number) = view.memory.number(address) else { return Ok(0) };
        let offset = address.wrapping_sub(view.memory.address(number));
        let fits = offset.checked_add(size);
        if fits.is_none_or(|end| end > view.memory.story(number).size) {
            let access = clew_vm::memory::Access { write: true, len: size };
            let offset = offset as i64;
            return Err(Veto::Fault(clew_vm::memory::Trouble::OutOfBounds {
                number,
                offset,
                access,
            }));
        }
        let name = self.environment.numbered(&given);
        let keeps_initial = match self.environment.values.named.take_block(&name, size as usize) {
            Some(bytes) => {
                let range = offset as usize..(offset + size) as usize;
                let object = view.memory.object_mut(number);
                object.bytes[range].copy_from_slice(&bytes);
                object.mark_known(offset as usize, size as usize);
                true
            }
            None => false,
        };
        let spot = Spot { keeps_initial, raw_pointers: true, ..Spot::new(number, offset) };
        match self.type_of_bytes(view.memory, number, offset, size) {
            Some(ty) => {
                self.fill_padding(spot, ty, &name, view.memory);
                self.fill(spot, ty, &name, view.memory);
            }
            None => {
                for k in 0..size {
                    let spot = Spot { offset: offset + k, ..spot };
                    let name = format!("{name}[{k}]");
                    self.fill(spot, TypeTable::UNSIGNED_CHAR, &name, view.memory);
                }
            }
        }
        self.push_external(function, given, None, (number, offset, size), view.memory);
        Ok(0)
    }

    /// The type of an object that a harness makes symbolic, when it is a whole variable.
    fn type_of_bytes(
        &self,
        memory: &Memory,
        number: u32,
        offset: u64,
        size: u64,
    ) -> Option<TypeId> {
        let ty = self.type_of_object(memory, number)?;
        let types = &self.program.types;
        if offset == 0 && types.size(ty) == Some(size) {
            return Some(ty);
        }
        // An element of an array, or a prefix of it, keeps the element's type when it is one.
        let element = types.element(ty)?;
        (types.size(element) == Some(size) && offset.is_multiple_of(size.max(1))).then_some(element)
    }

    /// `__CrestInt(&x)`.
    fn harness_through(&mut self, function: &str, view: &mut StubView<'_>) -> u128 {
        let address = view.args.first().copied().unwrap_or(0) as u64;
        let parameter = self.program.function_type(view.call.function).params.first().copied();
        let target = parameter.and_then(|ty| self.program.types.pointee(ty));
        let (Some(number), Some(ty)) = (view.memory.number(address), target) else { return 0 };
        let offset = address.wrapping_sub(view.memory.address(number));
        let size = self.program.types.size(ty).unwrap_or(0);
        if offset.checked_add(size).is_none_or(|end| end > view.memory.story(number).size) {
            return 0;
        }
        let name = match view.memory.story(number).kind {
            ObjectKind::Local(function, local) => {
                self.program.functions[function].locals[local].name.clone()
            }
            ObjectKind::Global(id) => self.program.globals[id].name.clone(),
            _ => short_name(function),
        };
        let numbered = self.environment.numbered(&name);
        if let Some(scalar) = self.program.types.scalar(ty) {
            self.environment.values.named.take_value(&numbered, scalar);
        }
        let spot = Spot { raw_pointers: true, ..Spot::new(number, offset) };
        self.fill(spot, ty, &numbered, view.memory);
        self.push_external(function, name, Some(ty), (number, offset, size), view.memory);
        0
    }

    fn harness_assume(&mut self, view: &mut StubView<'_>) -> Result<u128, Veto> {
        let holds = view.args.first().is_some_and(|bits| *bits != 0);
        let site = self.path.site(view.code, view.position, view.frames, Kind::Assume);
        let term = view.registers.first().and_then(|register| self.term_at(*register));
        let condition = match term {
            Some(term) => self.pool.is_nonzero(term),
            None => self.pool.bool(holds),
        };
        self.path.assume(&mut self.pool, site, condition, holds)?;
        Ok(0)
    }

    /// A stub: fresh values for the result and for what pointer parameters lead to.
    pub(in crate::environment) fn stub_result(
        &mut self,
        function: &str,
        view: &mut StubView<'_>,
    ) -> Result<u128, Veto> {
        let program = self.program;
        if self.environment.calls.sees_variables {
            let cause = Cause::SilentStub(function.to_owned());
            self.path.give_up(cause, view.code.span(view.position));
        }
        let name = self.environment.numbered(&format!("{function}()"));
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
        self.environment.calls.stubs.push(StubRecord { function, result, written });
        Ok(bits)
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
    pub(in crate::environment) fn pin_argument(
        &mut self,
        at: usize,
        view: &StubView<'_>,
    ) -> Result<(), Veto> {
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

    /// Fresh bits in the result's register, also for a pointer: they are all that a harness can
    /// hand out.
    fn plain_result(&mut self, name: &str, view: &StubView<'_>) -> u128 {
        match (view.call.result, view.registers.last()) {
            (ResultShape::Scalar(scalar), Some(&register)) => {
                self.scalar_input(name, scalar, register)
            }
            _ => 0,
        }
    }

    /// A fresh scalar or pointer in the result's register.
    pub(in crate::environment) fn fresh_result(
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
            let (bits, term) = self.pointer_input(name, target, 1, 0, length, view.memory);
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
    pub(in crate::environment) fn scalar_input(
        &mut self,
        name: &str,
        scalar: Scalar,
        register: usize,
    ) -> u128 {
        self.narrow_input(name, scalar_bits(scalar), scalar, register)
    }

    /// A fresh scalar of which only so many bits are not zero.
    fn narrow_input(&mut self, name: &str, bits: u32, scalar: Scalar, register: usize) -> u128 {
        let (bits, term) = self.environment.value(&mut self.pool, name, bits, 0);
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

    fn result_bytes(&self, ty: TypeId, bits: u128) -> Vec<u8> {
        let size = self.program.types.size(ty).unwrap_or(0).min(16) as usize;
        bits.to_le_bytes()[..size].to_vec()
    }

    fn push_external(
        &mut self,
        function: &str,
        name: String,
        ty: Option<TypeId>,
        (number, offset, size): (u32, u64, u64),
        memory: &Memory,
    ) {
        let range = offset as usize..(offset + size) as usize;
        let bytes = memory.object(number).bytes[range].to_vec();
        let function = function.to_owned();
        self.environment.calls.external.push(ExternalInput { function, name, ty, bytes });
    }

    /// The text that an argument points to, if it is a concrete string.
    fn string_argument(&self, view: &StubView<'_>, at: usize) -> Option<String> {
        let (ParameterShape::Scalar(_), _) = view.call.args.get(at)? else { return None };
        let address = *view.args.get(at)? as u64;
        let bytes = view.memory.c_string(address, 256).ok()?;
        let text = String::from_utf8(bytes.to_vec()).ok()?;
        (!text.is_empty()).then_some(text)
    }
}

/// The name that the results of a harness function have as inputs, where the call names none.
pub fn harness_input_name(function: &str) -> Option<String> {
    is_harness_function(function).then(|| short_name(function))
}

/// `int` for `__VERIFIER_nondet_int`.
fn short_name<'a>(function: &'a str) -> String {
    // Prefixes one after the other: this is asked for with each input, and searching would take longer.
    let prefixes = ["__VERIFIER_nondet_", "nondet_", "klee_", "__Crest"];
    let stripped = |name: &'a str, prefix| name.strip_prefix(prefix).unwrap_or(name);
    prefixes.into_iter().fold(function, stripped).to_ascii_lowercase()
}
