//! Entering the program from outside.

use super::compute;
use super::core::Core;
use super::registers::Frame;
use crate::code::{ParameterShape, Reg, ResultShape};
use crate::libc::FLUSH_ALL;
use crate::memory::{CodeRegion, ObjectKind, Site};
use crate::shadow::Shadow;
use crate::stop::Stop;
use clew_ir::{FunctionId, Id, Program};

/// The functions that a run of the whole program goes through, found once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landmarks {
    main: Option<FunctionId>,
    /// The library's or the program's `exit`, when it has a body.
    exit: Option<FunctionId>,
    /// What writes out all that was printed, when it is linked.
    flush: Option<FunctionId>,
}

impl Landmarks {
    pub(super) fn of(program: &Program) -> Self {
        let with_body = |name| {
            program.function(name).filter(|id: &FunctionId| program.functions[*id].body.is_ok())
        };
        Self {
            main: program.function("main"),
            exit: with_body("exit"),
            flush: with_body(FLUSH_ALL),
        }
    }
}

/// The arguments of `main` in memory.
pub struct ProgramArguments {
    argv: u64,
    /// Empty: `getenv` asks the world.
    envp: u64,
    /// The objects of the strings, the program's name first.
    pub strings: Vec<u32>,
}

/// Steps that a run which ended otherwise still has for writing what it printed.
const FLUSH_STEPS: u64 = 1 << 24;

impl<S: Shadow> Core<'_, S> {
    /// Calls a function with the bits of its scalar arguments, and the addresses of its records.
    pub fn call(&mut self, function: FunctionId, args: &[u128]) -> Stop {
        match self.begin(function, args) {
            Ok(_) => self.finish(function),
            Err(stop) => stop,
        }
    }

    /// Puts the arguments of a call in place; where they are in the stack of registers.
    pub fn begin(&mut self, function: FunctionId, args: &[u128]) -> Result<Vec<usize>, Stop> {
        self.stack.base = 0;
        self.stack.frames.clear();
        self.stack.bytes = 0;
        self.position = 0;
        self.enter(function, 0, 0)?;
        let signature = self.code.entries[function.index()].signature;
        let signature = self.code.signatures.get(signature).clone();
        let registers = signature.registers();
        let mut window = self.stack.window();
        for register in 0..registers.last().copied().unwrap_or(0).saturating_add(2) {
            window[register] = 0;
        }
        for ((shape, register), bits) in signature.parameters.iter().zip(&registers).zip(args) {
            match *shape {
                ParameterShape::Scalar(scalar) => {
                    compute::set(&mut window, scalar, *register, *bits);
                }
                ParameterShape::Record(_) => window[*register] = *bits as u64,
            }
        }
        self.result_object = None;
        if let ResultShape::Record(size) = signature.result {
            let number = self.memory.make(ObjectKind::Environment, size, 16, Site::NONE);
            self.stack.window()[0] = self.memory.address(number);
            self.result_object = Some(number);
        }
        let base = self.stack.base;
        Ok(registers.into_iter().map(|register| base + usize::from(register)).collect())
    }

    /// Runs the function whose call was begun.
    pub fn finish(&mut self, function: FunctionId) -> Stop {
        let signature = self.code.entries[function.index()].signature;
        let result = self.code.signatures.get(signature).result;
        match self.run() {
            Stop::Return(_) => Stop::Return(match result {
                ResultShape::Scalar(scalar) => Some(compute::get(&self.stack.window(), scalar, 0)),
                ResultShape::Void | ResultShape::Record(_) => None,
            }),
            stop => stop,
        }
    }

    /// Pushes a frame for a function whose arguments are in place.
    pub(super) fn enter(&mut self, function: FunctionId, d: Reg, args: Reg) -> Result<(), Stop> {
        if self.code.entries[function.index()].start == 0 {
            self.compile(function);
        }
        let entry = self.code.entries[function.index()];
        let bytes = self.stack.bytes + u64::from(entry.frame_bytes);
        if bytes > self.stack.max_bytes {
            return Err(self.exit_fault(&super::exit::Exit::StackOverflow));
        }
        self.stack.frames.push(Frame {
            position: self.position,
            d,
            base: self.stack.base,
            bytes: self.stack.bytes,
        });
        self.stack.base += usize::from(args);
        self.stack.bytes = bytes;
        self.stack.grow();
        self.position = entry.start;
        Ok(())
    }

    /// Runs the whole program with these arguments.
    pub fn run_main(&mut self, args: &[Vec<u8>]) -> Stop {
        let arguments = self.program_arguments(args);
        self.run_program(&arguments)
    }

    /// Runs the whole program.
    pub fn run_program(&mut self, arguments: &ProgramArguments) -> Stop {
        let stop = self.run_to_exit(arguments);
        let flush = self.landmarks.flush;
        if !matches!(stop, Stop::Exit(_))
            && let Some(flush) = flush
        {
            // What was printed before the end is to be seen; how the flush ends is not.
            let limit = self.config.max_steps;
            self.config.max_steps = limit.saturating_add(FLUSH_STEPS);
            self.call(flush, &[]);
            self.config.max_steps = limit;
        }
        stop
    }

    fn run_to_exit(&mut self, arguments: &ProgramArguments) -> Stop {
        let Some(main) = self.landmarks.main else {
            return self.unsupported("a program without `main`".to_owned(), None);
        };
        for constructor in self.program.constructors.clone() {
            match self.call(constructor, &[]) {
                Stop::Return(_) => {}
                stop => return stop,
            }
        }
        let ProgramArguments { argv, envp, ref strings } = *arguments;
        let argc = strings.len() as u64;
        let status = match self.call(main, &[argc.into(), argv.into(), envp.into()]) {
            Stop::Return(bits) => bits.unwrap_or(0) & 0xffff_ffff,
            stop => return stop,
        };
        if let Some(exit) = self.landmarks.exit {
            return match self.call(exit, &[status]) {
                Stop::Return(_) => Stop::Exit((status & 0xff) as i32),
                stop => stop,
            };
        }
        for destructor in self.program.destructors.clone() {
            match self.call(destructor, &[]) {
                Stop::Return(_) => {}
                stop => return stop,
            }
        }
        Stop::Exit((status & 0xff) as i32)
    }

    /// The address of the destructor at this position, or 0.
    pub(super) fn destructor(&self, position: u64) -> u64 {
        let position = usize::try_from(position).unwrap_or(usize::MAX);
        let destructor = self.program.destructors.get(position);
        let target = self.program.types.data_model();
        destructor.map_or(0, |id| CodeRegion::Functions.address(target, id.index()))
    }

    /// Puts the arguments of `main` in memory, each with a zero behind it.
    pub fn program_arguments(&mut self, args: &[Vec<u8>]) -> ProgramArguments {
        let pointer_size = self.memory.data_model().pointer_size();
        let nothing = vec![0; pointer_size as usize];
        let mut strings = Vec::new();
        let mut pointers = Vec::new();
        for arg in args {
            let mut bytes = arg.clone();
            bytes.push(0);
            let string = self.environment_object(&bytes, 1);
            let address = self.memory.address(string).to_le_bytes();
            pointers.extend(&address[..nothing.len()]);
            strings.push(string);
        }
        pointers.extend(&nothing);
        let argv = self.environment_object(&pointers, pointer_size);
        let envp = self.environment_object(&nothing, pointer_size);
        let (argv, envp) = (self.memory.address(argv), self.memory.address(envp));
        ProgramArguments { argv, envp, strings }
    }

    fn environment_object(&mut self, bytes: &[u8], align: u64) -> u32 {
        let number =
            self.memory.make(ObjectKind::Environment, bytes.len() as u64, align, Site::NONE);
        self.memory.object_mut(number).bytes.copy_from_slice(bytes);
        number
    }
}
