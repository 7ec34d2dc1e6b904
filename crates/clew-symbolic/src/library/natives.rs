//! Operations that leave the loop: native functions, `alloca`, `longjmp`, calls by address.

use crate::environment::Extent;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use clew_ir::{DataModel, FunctionId, Id, Scalar, Span};
use clew_logic::TermId;
use clew_logic::float::{self, Format, Rounding};
use clew_vm::code::{NativeCall, Reg, Slow};
use clew_vm::memory::{CodeRegion, Memory, ObjectKind};
use clew_vm::shadow::{Veto, View};

/// Native functions, besides those that only print, that do the same whatever their arguments
/// are: these may stay symbolic.
const ENDINGS: [&str; 2] = ["__clew_exit", "klee_silent_exit"];

/// Native functions that always have memory to give.
const ALLOCATES: [&str; 6] =
    ["malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "posix_memalign"];

/// Library functions whose results depend on what is outside the program, though no native
/// function tells.
pub(super) const RANDOM: [&str; 11] = [
    "rand", "random", "drand48", "erand48", "lrand48", "nrand48", "mrand48", "jrand48", "rand_r",
    "getpid", "getppid",
];

/// Native functions whose result depends on the world outside.
const ASKS_THE_WORLD: [&str; 9] = [
    "__clew_read",
    "__clew_open",
    "__clew_seek",
    "__clew_remove",
    "__clew_rename",
    "__clew_is_terminal",
    "__clew_environment",
    "__clew_now",
    "__clew_cpu_time",
];

impl Symbolic<'_> {
    /// An operation that needs the whole machine.
    pub(crate) fn slow(&mut self, index: u32, view: &mut View<'_, '_>) -> Result<(), Veto> {
        let code = view.code;
        match &*code.slow[index as usize] {
            Slow::CallNative(call) => self.call_native(call, view),
            &Slow::Alloca { size, .. } => self.pin(size, view),
            &Slow::LongJmp { value, .. } => self.pin(value, view),
            // The machine tells the results of these, or asks for them, as it does them.
            Slow::Stub(_)
            | Slow::Destructor { .. }
            | Slow::Unsupported { .. }
            | Slow::StackSave { .. }
            | Slow::StackRestore { .. }
            | Slow::LeaveFrame
            | Slow::MakeArguments { .. }
            | Slow::AdoptArguments { .. }
            | Slow::VaStart { .. }
            | Slow::VaArg { .. }
            | Slow::VaArgRecord { .. }
            | Slow::VaCopy { .. }
            | Slow::SetJmp { .. }
            | Slow::Trap
            | Slow::Unreachable => Ok(()),
        }
    }

    /// A random number is one of many; only one is seen.
    pub(crate) fn note_random(&mut self, function: u32, view: &View<'_, '_>) {
        if self.library.is_random[function as usize] {
            let name = &self.program.functions[FunctionId::from_index(function as usize)].name;
            let cause = Cause::SameNumbers(name.clone());
            self.path.give_up(cause, view.code.span(view.position));
        }
    }

    /// A call by address: a fork over the functions it can reach.
    pub(crate) fn call(
        &mut self,
        args: Reg,
        a: Reg,
        signature: u32,
        view: &mut View<'_, '_>,
    ) -> Result<(), Veto> {
        self.settle_union(a, view)?;
        if let Some(term) = self.term(view, a) {
            self.pin_term(term, view.registers[a].into(), view, Some(u32::MAX))?;
            self.set(view, a, None);
        }
        let code = view.code;
        let target = CodeRegion::Functions.index(view.memory.data_model(), view.registers[a]);
        if let Some(entry) = target.and_then(|index| code.entries.get(index))
            && entry.signature != signature
        {
            // The machine converts the arguments; what it makes of them is concrete.
            for register in code.signatures.get(signature).registers() {
                self.pin(args + register, view)?;
                self.pin(args + register + 1, view)?;
            }
        }
        Ok(())
    }

    fn call_native(&mut self, call: &NativeCall, view: &mut View<'_, '_>) -> Result<(), Veto> {
        let program = self.program;
        let name = program.functions[call.function].name.as_str();
        for &(_, a) in &call.args {
            self.fill_in(view.memory.number_of(view.registers[a]), view.memory);
        }
        match (call.area, call.args.last()) {
            (Some(area), _) => self.fill_listed(view.registers[area], view),
            (None, Some(&(_, list))) => {
                if let Some(cursor) = cursor(view.registers[list], view.memory) {
                    self.fill_listed(cursor, view);
                }
            }
            (None, None) => {}
        }
        self.expect_list(call, view)?;
        if name == "__clew_is_text_open" {
            self.settle_objects(call, view)?;
            self.environment
                .set_answer(!self.environment.is_by_chance() && self.is_text_open(call, view));
            return Ok(());
        }
        if clew_vm::libc::is_quiet(name) {
            return self.call_quiet(name, call, view);
        }
        if ENDINGS.contains(&name) || self.compare(name, call, view) {
            return Ok(());
        }
        if let Some(term) = self.float_function(name, call, view) {
            self.library.result = Some((view.base + usize::from(call.d), term));
            return Ok(());
        }
        if self.copies_choices(name, call, view)? {
            return Ok(());
        }
        self.settle_descriptor(name, call, view)?;
        for &(scalar, a) in &call.args {
            self.settle_union(a, view)?;
            if let Some(term) = self.term(view, a) {
                let others = self.environment.is_pointer_choice(term).then_some(u32::MAX);
                self.pin_term(term, view.registers[a].into(), view, others)?;
                self.set(view, a, None);
            }
            if scalar.size() > 8 {
                self.pin(a + 1, view)?;
            }
        }
        if name == "__clew_input_is_sound" {
            self.path.give_up(Cause::StreamNeverFailsLater, Span::NONE);
        }
        self.path.allocates |= ALLOCATES.contains(&name);
        if clew_vm::libc::asks_to_fail(name) {
            self.decide_failure(name, call, view)?;
        }
        if name == "__clew_read" && self.read_input(call, view)? {
            return Ok(());
        }
        if let ("__clew_close", Some(&(_, a))) = (name, call.args.first()) {
            self.environment.close(view.registers[a] as u32);
        }
        if let ("realloc" | "reallocarray", Some(&(_, a))) = (name, call.args.first()) {
            self.environment.put_on_heap(view.memory.number_of(view.registers[a]));
        }
        if ASKS_THE_WORLD.contains(&name) {
            self.path.give_up(Cause::EmptyWorld, view.code.span(view.position));
        }
        self.check_ranges(name, call, view)?;
        self.note_text(name, call, view);
        self.note_copied(name, call, view);
        Ok(())
    }

    /// Notes what a native function that copies or fills is about to read and write.
    fn note_copied(&mut self, name: &str, call: &NativeCall, view: &View<'_, '_>) {
        let &[(_, to), (_, from), (_, len)] = &call.args[..] else { return };
        let (to, from, len) = (view.registers[to], view.registers[from], view.registers[len]);
        match name {
            "memcpy" | "memmove" | "mempcpy" => {
                self.note_range(from, len, false, view.memory);
                self.note_range(to, len, true, view.memory);
            }
            "memset" => self.note_range(to, len, true, view.memory),
            _ => {}
        }
    }

    /// What is printed stays symbolic; what the caller learns of it does too, where it is a count
    /// or a character.
    fn call_quiet(
        &mut self,
        name: &str,
        call: &NativeCall,
        view: &mut View<'_, '_>,
    ) -> Result<(), Veto> {
        let stream = clew_vm::libc::stream_argument(name).and_then(|at| call.args.get(at));
        if let Some(&(_, a)) = stream
            && let Some(term) = self.term(view, a)
        {
            let others = self.environment.is_pointer_choice(term).then_some(u32::MAX);
            self.pin_term(term, view.registers[a].into(), view, others)?;
        }
        if call.is_used {
            let cause = Cause::NeverRefused(name.to_owned());
            self.path.give_up(cause, view.code.span(view.position));
        }
        let refuses = stream.is_some_and(|&(_, a)| is_refused(view.registers[a], view));
        let result = match (name, &call.args[..]) {
            _ if refuses => None,
            ("putchar" | "putc" | "fputc" | "putchar_unlocked", &[(_, a), ..]) => {
                self.term(view, a).map(|term| {
                    let byte = self.pool.extract(7, 0, term);
                    self.pool.zero_extend(byte, 64)
                })
            }
            ("fwrite", &[_, (_, size), (_, count), (_, stream)]) => {
                // Whether anything is written at all, and so whether the stream is looked at.
                self.pin(size, view)?;
                if view.registers[stream] == 0 {
                    self.pin(count, view)?;
                }
                self.term(view, count).filter(|_| view.registers[size] != 0)
            }
            _ => None,
        };
        self.library.result = result.map(|term| (view.base + usize::from(call.d), term));
        Ok(())
    }

    /// A native function that takes a `va_list` has one, or the run ends: an input of that type is
    /// null, and what a library does with it is its own affair.
    fn expect_list(&mut self, call: &NativeCall, view: &View<'_, '_>) -> Result<(), Veto> {
        let types = &self.program.types;
        let params = &self.program.function_type(call.function).params;
        let target = params.last().and_then(|ty| types.pointee(*ty));
        let record = target.and_then(|target| types.record(target));
        let takes_list = record.is_some_and(|(_, record)| record.name == "__va_list_tag");
        match call.args.last() {
            Some(&(_, list)) if takes_list && call.area.is_none() && view.registers[list] == 0 => {
                Err(self.path.stop(Cause::VaListInput, view.code.span(view.position)))
            }
            _ => Ok(()),
        }
    }

    /// What copies and fills memory stays inside its objects, as far as the machine can tell.
    fn check_ranges(
        &mut self,
        name: &str,
        call: &NativeCall,
        view: &mut View<'_, '_>,
    ) -> Result<(), Veto> {
        let reads = matches!(name, "memcpy" | "memmove" | "mempcpy");
        if let (true, [(_, to), (_, from), (_, len)]) = (reads || name == "memset", &call.args[..])
        {
            let len = view.registers[*len];
            if len > 0 {
                self.settle_range(*to, 0, len, true, view)?;
                if reads {
                    self.settle_range(*from, 0, len, false, view)?;
                }
            }
        }
        Ok(())
    }

    /// Text that native functions read or make is concrete.
    fn note_text(&mut self, name: &str, call: &NativeCall, view: &View<'_, '_>) {
        if name != "__clew_format" && !name.contains("parse") && !name.starts_with("strto") {
            return;
        }
        if self.is_text_open(call, view) {
            let span = view.code.span(view.position);
            self.path.make_imprecise(Cause::ConcreteText(name.to_owned()), span);
        }
    }

    /// Forks over the objects that pointers among the arguments lead to, where inputs decide.
    fn settle_objects(&mut self, call: &NativeCall, view: &mut View<'_, '_>) -> Result<(), Veto> {
        let params = &self.program.function_type(call.function).params;
        for (&(_, a), ty) in call.args.iter().zip(params) {
            if self.program.types.is_pointer(*ty)
                && let Some(term) = self.term(view, a)
            {
                self.object_at(view.registers[a], term, view)?;
            }
        }
        Ok(())
    }

    /// Whether a function reads or makes text that depends on inputs.
    fn is_text_open(&self, call: &NativeCall, view: &View<'_, '_>) -> bool {
        let list = match (call.area, call.args.last()) {
            (Some(area), _) => Some(view.registers[area]),
            (None, Some(&(_, list))) => cursor(view.registers[list], view.memory),
            (None, None) => None,
        };
        let reads_inputs = |&(_, a): &(_, Reg)| self.leads_to_inputs(view.registers[a], view);
        call.args.iter().any(reads_inputs) || list.is_some_and(|it| self.is_list_open(it, view))
    }

    /// Whether what is at an address depends on inputs.
    fn leads_to_inputs(&self, address: u64, view: &View<'_, '_>) -> bool {
        view.memory.number(address).is_some_and(|number| {
            let size = view.memory.object(number).bytes.len() as u64;
            matches!(self.environment.extent(number), Some(Extent::String | Extent::Open))
                || self.cells.is_symbolic(view.memory, number, 0, size)
        })
    }

    /// Objects that variable arguments lead to get their contents.
    fn fill_listed(&mut self, arguments: u64, view: &mut View<'_, '_>) {
        let Some(number) = view.memory.number(arguments) else { return };
        if view.memory.story(number).kind != ObjectKind::VariadicArguments {
            return;
        }
        let size = view.memory.data_model().pointer_size() as usize;
        let bytes = &view.memory.object(number).bytes;
        let words: Vec<u64> = bytes.chunks_exact(size).map(word).collect();
        for address in words {
            self.fill_in(view.memory.number_of(address), view.memory);
        }
    }

    /// Whether variable arguments depend on inputs, or what they lead to.
    fn is_list_open(&self, arguments: u64, view: &View<'_, '_>) -> bool {
        let Some(number) = view.memory.number(arguments) else { return false };
        let size = view.memory.data_model().pointer_size() as usize;
        let bytes = &view.memory.object(number).bytes;
        self.cells.is_symbolic(view.memory, number, 0, bytes.len() as u64)
            || bytes.chunks_exact(size).any(|it| self.leads_to_inputs(word(it), view))
    }

    /// The functions of `<math.h>` that are exact: their result as a register's term.
    fn float_function(
        &mut self,
        name: &str,
        call: &NativeCall,
        view: &View<'_, '_>,
    ) -> Option<TermId> {
        if !call.args.iter().any(|&(_, a)| self.term(view, a).is_some()) {
            return None;
        }
        let (&(scalar, _), _) = call.args.split_first()?;
        let format = match scalar {
            Scalar::Float(clew_ir::FloatKind::F64) => Format::F64,
            Scalar::Float(clew_ir::FloatKind::F32) => Format::F32,
            _ => return None,
        };
        let operands: Vec<TermId> = call
            .args
            .iter()
            .map(|&(_, a)| {
                let wide = self.operand(view, a);
                self.pool.extract(format.width() - 1, 0, wide)
            })
            .collect();
        let pool = &mut self.pool;
        let plain = if scalar.size() == 4 { name.strip_suffix('f')? } else { name };
        let rounded = |pool: &mut _, mode, a| float::round_to_integral(pool, format, mode, a);
        let result = match (plain, &operands[..]) {
            ("sqrt", &[a]) => float::sqrt(pool, format, Rounding::NearestEven, a),
            ("fabs", &[a]) => float::abs(pool, format, a),
            ("floor", &[a]) => rounded(pool, Rounding::Down, a),
            ("ceil", &[a]) => rounded(pool, Rounding::Up, a),
            ("trunc", &[a]) => rounded(pool, Rounding::Zero, a),
            ("round", &[a]) => rounded(pool, Rounding::NearestAway, a),
            ("rint" | "nearbyint", &[a]) => rounded(pool, Rounding::NearestEven, a),
            ("fmod", &[a, b]) => float::fmod(pool, format, a, b),
            ("copysign", &[a, b]) => float::copy_sign(pool, format, a, b),
            _ => return None,
        };
        let wide = pool.zero_extend(result, 64);
        self.unless_constant(wide)
    }
}

/// Eight bytes as a number.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Where the next argument of the `va_list` at an address is, if it is one.
fn cursor(list: u64, memory: &Memory) -> Option<u64> {
    let word = match memory.data_model() {
        DataModel::Lp64 => memory.unit(list, 8, 8),
        DataModel::Ilp32 => memory.unit(list, 0, 4),
    };
    word.ok().map(|word| word as u64)
}

/// Whether a stream is an input that takes nothing.
fn is_refused(stream: u64, view: &View<'_, '_>) -> bool {
    use clew_vm::libc::stream::{CAN_WRITE, INPUT};
    let descriptor = view.memory.unit(stream, 0, 4);
    let is_input = descriptor.is_ok_and(|it| it as u32 as i32 == INPUT);
    is_input && view.memory.unit(stream, CAN_WRITE, 1).is_ok_and(|it| it == 0)
}
