//! Harness functions of several tools: they ask for inputs by name, or say what must hold.

use crate::environment::objects::{Spot, scalar_bits};
use crate::ops;
use crate::shadow::Symbolic;
use crate::trace::{ExternalInput, Kind};
use clew_ir::{TypeId, TypeTable};
use clew_vm::code::{ParameterShape, ResultShape};
use clew_vm::memory::{Memory, ObjectKind};
use clew_vm::shadow::{StubView, Veto};

/// What a harness function asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Harness {
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
    pub(super) fn recognise(name: &str) -> Option<Self> {
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
    /// A fresh value of the call's result type.
    pub(super) fn harness_value(&mut self, function: &str, view: &mut StubView<'_>) -> u128 {
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

    pub(super) fn harness_range(
        &mut self,
        function: &str,
        view: &mut StubView<'_>,
    ) -> Result<u128, Veto> {
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
    pub(super) fn harness_bytes(
        &mut self,
        function: &str,
        view: &mut StubView<'_>,
    ) -> Result<u128, Veto> {
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
    pub(super) fn harness_through(&mut self, function: &str, view: &mut StubView<'_>) -> u128 {
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

    pub(super) fn harness_assume(&mut self, view: &mut StubView<'_>) -> Result<u128, Veto> {
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
