//! The state of a run, and the loop around the loop.

use super::entry::Landmarks;
use super::execute;
use super::exit::Exit;
use super::jump::JumpPoint;
use super::registers::Stack;
use super::stack::Allocation;
use crate::code::Code;
use crate::compile::{self, Context, function_address};
use crate::config::Config;
use crate::guest::World;
use crate::memory::{CodeRegion, Memory, ObjectKind, Site, Trouble};
use crate::shadow::Shadow;
use crate::stop::{Fault, FaultKind, Stop};
use clew_ir::{
    ArrayLength, DataModel, FunctionId, Global, GlobalId, GlobalKind, Id, IdVec, Image, Linkage,
    Program, RelocationTarget, Type,
};
use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering;

/// Steps between two looks at the limit and the interrupt flag.
const STEPS_AT_ONCE: u64 = 1 << 16;

/// Everything of a run.
pub struct Core<'p, S> {
    /// What runs.
    pub program: &'p Program,
    pub(super) config: Config,
    pub(super) world: Box<dyn World>,
    /// What runs beside it.
    pub shadow: S,
    /// The memory.
    pub memory: Memory,
    pub(super) code: Code,
    pub(super) stack: Stack,
    /// Where the loop stands: behind the last operation it took.
    pub(super) position: u32,
    /// What `alloca` made and the variadic arguments, oldest first.
    pub(super) allocations: Vec<Allocation>,
    /// Where `longjmp` can go, outermost first.
    pub(super) jump_points: Vec<JumpPoint>,
    pub(super) jump_points_made: u64,
    /// The `va_list` that variadic native functions get.
    pub(super) native_va_list: u64,
    /// Arguments of a native call, kept for the next.
    pub(super) native_args: Vec<u128>,
    /// The faults that the run went on after.
    pub(super) findings: RefCell<Vec<Fault>>,
    /// The memory fault told last.
    pub(super) last_trouble: Cell<Option<Trouble>>,
    /// The same, kept until the next run.
    pub told_trouble: Cell<Option<Trouble>>,
    /// The library's `errno`, when it is linked.
    pub(super) errno_address: Option<u64>,
    /// The number of each global's object.
    pub globals: IdVec<GlobalId, Option<u32>>,
    pub(super) landmarks: Landmarks,
    /// The record that the entry function returns.
    pub result_object: Option<u32>,
    global_addresses: IdVec<GlobalId, u64>,
    /// Steps left before the next look.
    fuel: u64,
    /// Steps given out so far.
    given: u64,
}

/// The object behind `errno` in the libc models.
const ERRNO: &str = "__clew_errno";

impl<'p, S: Shadow> Core<'p, S> {
    /// A machine whose memory holds the program's objects, initialised.
    pub fn new(program: &'p Program, config: Config, world: Box<dyn World>, shadow: S) -> Self {
        let mut memory =
            Memory::new(program.types.data_model(), config.max_heap, config.surroundings);
        let mut code = Code::new(program);
        let globals: IdVec<GlobalId, Option<u32>> = program
            .globals
            .iter_enumerated()
            .map(|(id, global)| {
                let size = match &global.init {
                    Some(image) => {
                        let size = program.types.size(global.ty).unwrap_or(0);
                        size.max(image.bytes.len() as u64)
                    }
                    // Where functions without a body have stubs, so have objects.
                    None if is_missing(global) && config.stubs => stand_in_size(program, global)?,
                    None => return None,
                };
                let align = global.align.max(program.types.align(global.ty));
                Some(memory.make(ObjectKind::Global(id), size, align, Site::NONE))
            })
            .collect();
        let global_addresses: IdVec<GlobalId, u64> = globals
            .iter_enumerated()
            .map(|(id, number)| address_of(&program.globals[id], *number, &memory))
            .collect();
        for (id, global) in program.globals.iter_enumerated() {
            if let (Some(number), Some(image)) = (globals[id], &global.init) {
                let functions = |id| function_address(program, &config, id);
                let bytes = relocated(
                    program.types.data_model(),
                    image,
                    &global_addresses,
                    &functions,
                    &mut code,
                );
                let object = memory.object_mut(number);
                object.bytes[..bytes.len()].copy_from_slice(&bytes);
                if global.is_const {
                    object.set_read_only();
                }
            }
        }
        let native_va_list = memory.make(ObjectKind::Environment, 24, 16, Site::NONE);
        let native_va_list = memory.address(native_va_list);
        let stack = Stack::new(config.max_stack);
        let errno = program.globals.iter_enumerated().find(|(_, g)| g.name == ERRNO);
        let errno_address = errno.map(|(id, _)| global_addresses[id]).filter(|at| *at != 0);
        Self {
            program,
            config,
            world,
            shadow,
            memory,
            code,
            stack,
            position: 0,
            allocations: Vec::new(),
            jump_points: Vec::new(),
            jump_points_made: 0,
            native_va_list,
            native_args: Vec::new(),
            findings: RefCell::default(),
            last_trouble: Cell::new(None),
            told_trouble: Cell::new(None),
            errno_address,
            globals,
            landmarks: Landmarks::of(program),
            result_object: None,
            global_addresses,
            fuel: 0,
            given: 0,
        }
    }

    /// Notes the state to which [`Core::reset`] goes back.
    pub fn checkpoint(&mut self) {
        self.memory.checkpoint();
    }

    /// Ready for another run; the code compiled so far stays.
    pub fn reset(&mut self) {
        self.memory.restore();
        self.stack.frames.clear();
        self.stack.base = 0;
        self.stack.bytes = 0;
        self.position = 0;
        self.allocations.clear();
        self.jump_points.clear();
        self.jump_points_made = 0;
        self.findings.take();
        self.last_trouble.set(None);
        self.told_trouble.set(None);
        self.fuel = 0;
        self.given = 0;
    }

    /// The address of a variable; zero where it is absent.
    pub fn global_address(&self, id: GlobalId) -> u64 {
        address_of(&self.program.globals[id], self.globals[id], &self.memory)
    }

    /// The code compiled so far.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The steps taken so far.
    pub fn steps(&self) -> u64 {
        self.given - self.fuel
    }

    /// Runs from the current position until the entry function returns.
    pub(super) fn run(&mut self) -> Stop {
        loop {
            if self.fuel == 0
                && let Err(stop) = self.refuel()
            {
                return stop;
            }
            let exit = execute::execute(
                &self.program.types,
                &self.code,
                &mut self.memory,
                &mut self.stack,
                &mut self.shadow,
                &mut self.position,
                &mut self.fuel,
            );
            if exit.is_fault()
                && let Some(end) = self.shadow.abandon_label()
            {
                self.position = end;
                continue;
            }
            let done = match exit {
                Exit::Halt => return Stop::Return(None),
                Exit::OutOfFuel => Ok(()),
                Exit::Slow(index) => self.slow(index),
                Exit::NotCompiled(function) => {
                    self.compile(FunctionId::from_index(function as usize));
                    Ok(())
                }
                Exit::ShortStack => {
                    self.stack.grow();
                    Ok(())
                }
                Exit::OtherSignature { d, args, function, signature } => {
                    self.call_other(d, args, FunctionId::from_index(function as usize), signature)
                }
                // The operation after the check uses what the register happens to hold.
                Exit::Uninitialised(_) => {
                    let fault = self.exit_fault(&exit);
                    self.tolerate(fault)
                }
                _ => Err(self.exit_fault(&exit)),
            };
            if let Err(stop) = done.or_else(|stop| self.try_again(stop)) {
                let Some(end) = self.shadow.abandon_label() else { return stop };
                self.position = end;
            }
        }
    }

    /// Notes a fault that the run may go on after, or gives it back.
    pub(super) fn tolerate(&self, stop: Stop) -> Result<(), Stop> {
        match stop {
            Stop::Fault(fault)
                if self.config.keeps_going && fault.kind == FaultKind::UninitialisedRead =>
            {
                let mut findings = self.findings.borrow_mut();
                if findings.iter().all(|known| known.span != fault.span) {
                    findings.push(*fault);
                }
                Ok(())
            }
            stop => Err(stop),
        }
    }

    /// After a read of an indeterminate byte that the run may go on after: the byte counts as
    /// set from now on, and the operation is run again.
    fn try_again(&mut self, stop: Stop) -> Result<(), Stop> {
        match self.last_trouble.take() {
            Some(Trouble::Indeterminate { number, offset }) => {
                self.tolerate(stop)?;
                self.memory.object_mut(number).mark_known(offset as usize, 1);
                self.position -= 1;
                Ok(())
            }
            _ => Err(stop),
        }
    }

    /// Compiles functions before any run calls them.
    pub fn compile_ahead<'f>(&mut self, functions: impl IntoIterator<Item = &'f FunctionId>) {
        for function in functions {
            if self.code.entries[function.index()].start == 0 {
                self.compile(*function);
            }
        }
    }

    /// Compiles a function.
    pub(super) fn compile(&mut self, function: FunctionId) {
        let context = Context {
            program: self.program,
            config: &self.config,
            globals: &self.globals,
            global_addresses: &self.global_addresses,
        };
        compile::compile(&context, &mut self.code, function);
    }

    /// The register code of a function, for people.
    pub(super) fn listing(&mut self, function: FunctionId) -> String {
        if self.code.entries[function.index()].start == 0 {
            self.compile(function);
        }
        self.code.listing(function)
    }

    /// Gives out more steps, unless there is a reason to end.
    fn refuel(&mut self) -> Result<(), Stop> {
        let interrupted =
            |flag: &std::sync::Arc<std::sync::atomic::AtomicBool>| flag.load(Ordering::Relaxed);
        if self.config.interrupt.as_ref().is_some_and(interrupted) {
            return Err(Stop::Interrupted);
        }
        let more = self.config.max_steps.saturating_sub(self.given).min(STEPS_AT_ONCE);
        if more == 0 {
            // The limit is met at a jump; what is reported is where it goes.
            self.position += 1;
            let message = format!("the run takes more than {} steps", self.config.max_steps);
            return Err(self.endless(message));
        }
        self.fuel = more;
        self.given += more;
        Ok(())
    }
}

/// The address of a variable: that of its object, or the one that it stands for. Zero where it has neither.
fn address_of(global: &Global, number: Option<u32>, memory: &Memory) -> u64 {
    number.map_or(global.address.unwrap_or(0), |number| memory.address(number))
}

/// The bytes of an image with its addresses.
fn relocated(
    model: DataModel,
    image: &Image,
    globals: &IdVec<GlobalId, u64>,
    functions: &dyn Fn(FunctionId) -> u64,
    code: &mut Code,
) -> Vec<u8> {
    let mut bytes = image.bytes.clone();
    for relocation in &image.relocations {
        let address = match relocation.target {
            RelocationTarget::Global(global) => globals[global],
            RelocationTarget::Function(function) => functions(function),
            RelocationTarget::Label(function, block) => {
                CodeRegion::Labels.address(model, code.label_index(function, block))
            }
        };
        let start = relocation.offset as usize;
        let size = model.pointer_size() as usize;
        if let Some(place) = bytes.get_mut(start..start + size) {
            let address = address.wrapping_add_signed(relocation.addend).to_le_bytes();
            place.copy_from_slice(&address[..size]);
        }
    }
    bytes
}

/// The size of what stands for a variable that no file defines; `None` where nothing can.
///
/// An array without a length has as many elements as most tables: one for each character, or a
/// few where elements are pointers or records.
pub fn stand_in_size(program: &Program, global: &Global) -> Option<u64> {
    const NUMBERS: u64 = 256;
    const OTHERS: u64 = 16;
    let types = &program.types;
    if !is_open_ended(program, global) {
        return types.size(global.ty);
    }
    let element = types.element(global.ty)?;
    let is_number = types.scalar(element).is_some() && !types.is_pointer(element);
    Some(types.size(element)? * if is_number { NUMBERS } else { OTHERS })
}

/// Whether a variable is an array whose length nothing tells.
pub fn is_open_ended(program: &Program, global: &Global) -> bool {
    let ty = program.types.get(global.ty);
    is_missing(global) && matches!(ty, Type::Array { length: ArrayLength::Unknown, .. })
}

/// Whether a variable of the user's is declared and nowhere defined.
pub fn is_missing(global: &Global) -> bool {
    global.init.is_none()
        && !global.is_system
        && global.kind == GlobalKind::Variable
        && global.linkage == Linkage::External
}
