//! Variadic arguments, and calls whose signature is not the function's.
//!
//! A `va_list` is the 24 bytes of the x86-64 System V ABI with its register area used up: the
//! arguments lie in one object, in slots of 8 bytes, and the list's third word points to the next.
//! Where pointers have 32 bits, it is a pointer to the next argument, in slots of 4 bytes.

use super::compute;
use super::core::Core;
use crate::code::{ParameterShape, Reg, ResultShape, Signature};
use crate::compile::value_bytes;
use crate::memory::{ObjectKind, Trouble};
use crate::shadow::{Outside, Shadow};
use crate::stop::{FaultKind, Stop};
use clew_ir::{DataModel, FloatKind, FunctionId, Id, Scalar};

/// The offset of the next argument's address in a `va_list`.
const fn cursor(model: DataModel) -> u64 {
    match model {
        DataModel::Lp64 => 8,
        DataModel::Ilp32 => 0,
    }
}

/// Bytes of a `va_list`.
pub(super) const fn list_size(model: DataModel) -> u64 {
    match model {
        DataModel::Lp64 => 24,
        DataModel::Ilp32 => 4,
    }
}

impl<S: Shadow> Core<'_, S> {
    /// A new object for the arguments behind `...`.
    pub(super) fn make_arguments(&mut self, size: u64, align: u64) -> u64 {
        let made = self.user_site();
        let kind = ObjectKind::VariadicArguments;
        let number = self.memory.make_indeterminate(kind, size, align.max(16), &[], made);
        self.memory.address(number)
    }

    /// Makes a `va_list` that starts at the arguments at `area`.
    pub(super) fn va_start(&mut self, list: u64, area: u64) -> Result<(), Stop> {
        let bytes = match self.memory.data_model() {
            DataModel::Lp64 => {
                let mut bytes = vec![0; 24];
                bytes[..4].copy_from_slice(&48u32.to_le_bytes());
                bytes[4..8].copy_from_slice(&304u32.to_le_bytes());
                bytes[8..16].copy_from_slice(&area.to_le_bytes());
                bytes
            }
            DataModel::Ilp32 => area.to_le_bytes()[..4].to_vec(),
        };
        self.memory.write(list, 0, &bytes).map_err(|trouble| self.memory_fault(trouble))?;
        let event = Outside::Written { address: list, len: bytes.len() as u64 };
        self.shadow.outside(event, &self.memory);
        Ok(())
    }

    /// The next argument, of scalar type, and where it is.
    pub(super) fn va_arg(&mut self, list: u64, scalar: Scalar) -> Result<(u128, u64), Stop> {
        let model = self.memory.data_model();
        let address = self.next_slot(list, model.size(scalar), model.align(scalar))?;
        let bits = self.memory.unit(address, 0, value_bytes(scalar));
        let bits = bits.map_err(|trouble| self.argument_fault(trouble))?;
        Ok((bits, address))
    }

    /// The next argument, a record.
    pub(super) fn va_arg_record(
        &mut self,
        to: Option<u64>,
        list: u64,
        size: u64,
        align: u64,
    ) -> Result<(), Stop> {
        let from = self.next_slot(list, size, align)?;
        match to {
            Some(to) => self.copy_bytes(to, from, size),
            None => Ok(()),
        }
    }

    /// Takes the next slot of a list.
    fn next_slot(&mut self, list: u64, size: u64, align: u64) -> Result<u64, Stop> {
        let model = self.memory.data_model();
        let word = model.pointer_size();
        let cursor = self.memory.unit(list, cursor(model), word);
        let cursor = cursor.map_err(|trouble| self.memory_fault(trouble))? as u64;
        if cursor == 0 {
            return Err(self.memory_fault(Trouble::NoArguments));
        }
        let address = cursor.next_multiple_of(align.max(word));
        let next = address.wrapping_add(size.next_multiple_of(word)).to_le_bytes();
        let written = self.memory.write(list, self::cursor(model), &next[..word as usize]);
        written.map_err(|trouble| self.memory_fault(trouble))?;
        Ok(address)
    }

    fn argument_fault(&self, trouble: Trouble) -> Stop {
        if let Trouble::OutOfBounds { number, .. } = trouble
            && self.memory.story(number).kind == ObjectKind::VariadicArguments
        {
            let message = "`va_arg` beyond the last argument".to_owned();
            return self.fault_at(FaultKind::OutOfBounds, message, Some(number));
        }
        self.memory_fault(trouble)
    }

    /// Calls a function through a pointer to another type: the arguments are passed as the
    /// pointer's type says, and taken as the function says.
    pub(super) fn call_other(
        &mut self,
        d: Reg,
        args: Reg,
        function: FunctionId,
        signature: u32,
    ) -> Result<(), Stop> {
        let expected = self.code.signatures.get(signature).clone();
        let actual = self.code.entries[function.index()].signature;
        let actual = self.code.signatures.get(actual).clone();
        let returns_record =
            |signature: &Signature| matches!(signature.result, ResultShape::Record(_));
        let mismatch = |core: &Self| {
            let name = &core.program.functions[function].name;
            let message = format!("`{name}` is called through a pointer to an incompatible type");
            Err(core.fault_at(FaultKind::InvalidPointer, message, None))
        };
        if returns_record(&expected) != returns_record(&actual) {
            return mismatch(self);
        }
        let Some(values) = self.passed(args, &expected, &actual) else {
            return mismatch(self);
        };
        self.pass(args, &actual, &values)?;
        self.enter(function, d, args)
    }

    /// The arguments that a call by this signature passes.
    fn passed(
        &mut self,
        args: Reg,
        signature: &Signature,
        actual: &Signature,
    ) -> Option<Vec<(ParameterShape, u128)>> {
        let registers = signature.registers();
        let window = self.stack.window();
        let mut values: Vec<(ParameterShape, u128)> = signature
            .parameters
            .iter()
            .zip(&registers)
            .map(|(&shape, register)| {
                let register = args.wrapping_add(*register);
                let bits = match shape {
                    ParameterShape::Scalar(scalar) => compute::get(&window, scalar, register),
                    ParameterShape::Record(_) => window[register].into(),
                };
                (shape, bits)
            })
            .collect();
        if signature.is_variadic {
            let area = window[args.wrapping_add(registers.last().copied()?)];
            let word = self.memory.data_model().pointer_size();
            let shape = ParameterShape::Scalar(self.program.types.pointer());
            let mut at = 0;
            while area != 0
                && values.len() < actual.parameters.len()
                && let Ok(bits) = self.memory.unit(area, at, word)
            {
                values.push((shape, bits));
                at += word;
            }
        }
        let is_record = |shape: &ParameterShape| matches!(shape, ParameterShape::Record(_));
        let fits = values
            .iter()
            .zip(&actual.parameters)
            .all(|((passed, _), taken)| is_record(passed) == is_record(taken));
        fits.then_some(values)
    }

    /// Puts the arguments where a function of this signature takes them.
    fn pass(
        &mut self,
        args: Reg,
        signature: &Signature,
        values: &[(ParameterShape, u128)],
    ) -> Result<(), Stop> {
        let registers = signature.registers();
        let mut window = self.stack.window();
        for (at, shape) in signature.parameters.iter().enumerate() {
            let register = args.wrapping_add(registers[at]);
            match (shape, values.get(at)) {
                (ParameterShape::Scalar(to), Some((ParameterShape::Scalar(from), bits))) => {
                    compute::set(&mut window, *to, register, as_passed(*from, *to, *bits));
                }
                (ParameterShape::Scalar(to), _) => compute::set(&mut window, *to, register, 0),
                (ParameterShape::Record(_), value) => {
                    window[register] = value.map_or(0, |(_, bits)| *bits as u64);
                }
            }
        }
        if !signature.is_variadic {
            return Ok(());
        }
        let extra = values.get(signature.parameters.len()..).unwrap_or(&[]);
        let word = self.memory.data_model().pointer_size();
        let slots: Vec<Vec<u8>> =
            extra.iter().map(|(shape, bits)| slot(word, *shape, *bits)).collect();
        let slots = slots.concat();
        let mut area = 0;
        if !slots.is_empty() {
            area = self.make_arguments(slots.len() as u64, word);
            let written = self.memory.write(area, 0, &slots);
            written.map_err(|trouble| self.memory_fault(trouble))?;
        }
        let last = registers.last().copied().unwrap_or(0);
        self.stack.window()[args.wrapping_add(last)] = area;
        Ok(())
    }
}

/// An argument behind `...`, as it lies in memory.
fn slot(word: u64, shape: ParameterShape, bits: u128) -> Vec<u8> {
    let ParameterShape::Scalar(scalar) = shape else { return vec![0; word as usize] };
    let len = scalar.size().min(8).next_multiple_of(word);
    crate::compile::canonical(scalar, bits).to_le_bytes()[..len as usize].to_vec()
}

/// What a function that takes `to` finds when `from` is passed: the same bits, but for a `float`
/// parameter of a function without a prototype, which is passed as a `double`.
fn as_passed(from: Scalar, to: Scalar, bits: u128) -> u128 {
    match (from, to) {
        (Scalar::Float(FloatKind::F64), Scalar::Float(FloatKind::F32))
        | (Scalar::Int { .. }, Scalar::Int { .. }) => clew_ir::ops::cast(from, to, bits),
        _ => bits,
    }
}
