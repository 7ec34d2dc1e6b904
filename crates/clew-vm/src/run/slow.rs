//! The operations that need the whole machine.

use super::compute;
use super::core::Core;
use super::exit::Exit;
use crate::code::{NativeCall, ParameterShape, ResultShape, Slow, StubCall};
use crate::memory::Site;
use crate::shadow::StubView;
use crate::shadow::{Outside, Shadow};
use crate::stop::{FaultKind, Stop};
use std::rc::Rc;

impl<S: Shadow> Core<'_, S> {
    /// Does the operation with this index.
    pub(super) fn slow(&mut self, index: u32) -> Result<(), Stop> {
        let slow = Rc::clone(&self.code.slow[index as usize]);
        if let Slow::CallNative(call) = &*slow {
            return self.call_native(call);
        }
        self.slow_operation(&slow)
    }

    fn slow_operation(&mut self, slow: &Slow) -> Result<(), Stop> {
        let w = self.stack.window();
        match *slow {
            Slow::CallNative(ref call) => return self.call_native(call),
            Slow::Stub(ref call) => return self.call_stub(call),
            Slow::Destructor { d, position } => {
                let position = w[position];
                let address = self.destructor(position);
                self.set(d, address);
            }
            Slow::Unsupported { ref feature, at } => {
                return Err(self.unsupported(feature.clone(), at));
            }
            Slow::Alloca { d, size, align } => {
                let (size, align) = (w[size], w[align]);
                let address = self.alloca(size, align)?;
                self.set(d, address);
            }
            Slow::StackSave { d } => {
                let mark = self.stack_mark();
                self.set(d, mark);
            }
            Slow::StackRestore { mark } => {
                let mark = w[mark];
                self.stack_restore(mark);
            }
            Slow::LeaveFrame => {
                let depth = self.depth();
                self.free_allocations(depth);
                self.forget_jump_points(depth);
            }
            Slow::MakeArguments { d, size, align } => {
                let address = self.make_arguments(size, align);
                self.set(d, address);
            }
            Slow::AdoptArguments { a } => {
                let address = w[a];
                self.adopt(address);
            }
            Slow::VaStart { list, area } => {
                let (list, area) = (w[list], w[area]);
                self.va_start(list, area)?;
            }
            Slow::VaArg { d, list, scalar } => {
                let list = w[list];
                let (bits, address) = self.va_arg(list, scalar)?;
                compute::set(&mut self.stack.window(), scalar, d, bits);
                let register = self.stack.base + usize::from(d);
                let event = Outside::Loaded { register, scalar, address };
                self.shadow.outside(event, &self.memory);
            }
            Slow::VaArgRecord { to, list, size, align } => {
                let (to, list) = (to.map(|to| w[to]), w[list]);
                self.va_arg_record(to, list, size, align)?;
            }
            Slow::VaCopy { to, from } => {
                let (to, from) = (w[to], w[from]);
                let len = super::arguments::list_size(self.memory.data_model());
                self.copy_bytes(to, from, len)?;
            }
            Slow::SetJmp { d, buffer } => {
                let buffer = w[buffer];
                self.set_jump(d, buffer)?;
            }
            Slow::LongJmp { buffer, value } => {
                let (buffer, value) = (w[buffer], w[value]);
                self.long_jump(buffer, value)?;
            }
            Slow::Trap => {
                let message = "the program traps".to_owned();
                return Err(self.fault_at(FaultKind::Abort, message, None));
            }
            Slow::Unreachable => {
                let message = "control comes to a place that is declared unreachable".to_owned();
                return Err(self.fault_at(FaultKind::Unreachable, message, None));
            }
        }
        Ok(())
    }

    /// Puts a concrete value into a register of the current frame.
    pub(super) fn set(&mut self, d: u16, value: u64) {
        self.stack.window()[d] = value;
        let register = self.stack.base + usize::from(d);
        self.shadow.outside(Outside::Register(register), &self.memory);
    }

    /// A function without a body: the shadow's to do, if anyone's.
    fn call_stub(&mut self, call: &StubCall) -> Result<(), Stop> {
        let base = self.stack.base;
        let w = self.stack.window();
        let bits = |&(shape, register): &(ParameterShape, u16)| match shape {
            ParameterShape::Scalar(scalar) => compute::get(&w, scalar, register),
            ParameterShape::Record(_) => w[register].into(),
        };
        let mut args: Vec<u128> = call.args.iter().map(bits).collect();
        let mut registers: Vec<usize> =
            call.args.iter().map(|(_, register)| base + usize::from(*register)).collect();
        // The last is where the result goes: a register, or through one a record.
        args.push(w[call.base].into());
        registers.push(base + usize::from(call.d));
        let mut view = StubView {
            call,
            args: &args,
            registers: &registers,
            position: self.position.saturating_sub(1),
            frames: &self.stack.frames,
            code: &self.code,
            memory: &mut self.memory,
        };
        match self.shadow.stub(&mut view) {
            Err(veto) => Err(self.exit_fault(&Exit::Vetoed(veto))),
            Ok(None) => {
                let name = &self.program.functions[call.function].name;
                Err(self.unsupported(crate::compile::missing(name), None))
            }
            Ok(Some(bits)) => {
                if let ResultShape::Scalar(scalar) = call.result {
                    compute::set(&mut self.stack.window(), scalar, call.d, bits);
                }
                Ok(())
            }
        }
    }

    fn call_native(&mut self, call: &NativeCall) -> Result<(), Stop> {
        let mut args = std::mem::take(&mut self.native_args);
        args.clear();
        let w = self.stack.window();
        args.extend(call.args.iter().map(|&(scalar, a)| compute::get(&w, scalar, a)));
        let area = call.area.map(|area| w[area]);
        if let Some(area) = area {
            let list = self.native_va_list;
            self.va_start(list, area)?;
            args.push(list.into());
        }
        let result = (call.native)(self, &args);
        self.native_args = args;
        if let Some(area) = area.filter(|area| *area != 0) {
            self.memory.kill(self.memory.number_of(area), Site(self.position.saturating_sub(1)));
        }
        let bits = result?;
        if let Some(scalar) = call.result {
            let bits = clew_ir::ops::truncate(bits, 8 * scalar.size() as u32);
            compute::set(&mut self.stack.window(), scalar, call.d, bits);
            let register = self.stack.base + usize::from(call.d);
            self.shadow.outside(Outside::Register(register), &self.memory);
            if scalar.size() > 8 {
                self.shadow.outside(Outside::Register(register + 1), &self.memory);
            }
        }
        Ok(())
    }
}
