//! The symbolic machine as others see it.

use super::arguments::run_program;
use super::bounds::Bounds;
use super::calls::CallsId;
use super::case::{Argument, GlobalState, InputObject, TestCase, Value};
use super::cause::Cause;
use super::caveats::{caveats, changed_globals};
use super::given::GivenInputs;
use super::inputs::{
    Chance, Fresh, GlobalInputs, Inputs, Length, ParameterUse, Spot, parameter_uses,
};
use super::label;
use super::shadow::Symbolic;
use super::trace::{Ending, ForkKind, ForkSite, LabelMode, Novelty, Trace};
use super::word::{self, Stray, Word};
use super::world::Nowhere;
use clew_ir::{
    FunctionId, GlobalId, GlobalKind, Position, ProbeId, Program, Span, TypeId, TypeTable,
};
use clew_logic::{Model, TermPool};
use clew_vm::config::Config;
use clew_vm::memory::{FUNCTION_REGION, LABEL_REGION, Object, ObjectKind, Site};
use clew_vm::run::Core;
use clew_vm::stop::Stop;
use std::rc::Rc;

/// The most bytes of heap that a run gets. A byte that depends on inputs takes nine, and inputs that
/// decide a size find the largest one that there can be.
const MAX_HEAP: u64 = 16 << 20;

/// Where runs start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A function: its parameters and the globals it can see are inputs.
    Unit(FunctionId),
    /// A harness: inputs are what it asks for.
    Harness(FunctionId),
}

impl Entry {
    /// The function that is called.
    pub fn function(self) -> FunctionId {
        match self {
            Entry::Unit(function) | Entry::Harness(function) => function,
        }
    }
}

/// What a symbolic machine is made for.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Where runs start.
    pub entry: Entry,
    /// What a run may do; its probes are what [`Trace::hits`] tells of.
    pub config: Config,
    /// What it does at labels.
    pub labels: LabelMode,
    /// Bounds on inputs.
    pub bounds: Bounds,
}

/// A machine that runs one function again and again, on inputs given as a model.
pub struct SymbolicMachine<'p> {
    core: Core<'p, Symbolic<'p>>,
    entry: Entry,
    precondition: Option<FunctionId>,
    uses: Vec<ParameterUse>,
    caveats: Vec<(Cause, Span)>,
    globals: GlobalInputs,
    /// The types of the variables that the function sees, and whether it writes them.
    named: Vec<(TypeId, bool)>,
    arguments: Vec<Argument>,
    globals_before: Vec<(GlobalId, Value)>,
    program_arguments: Vec<Vec<u8>>,
    returned: Option<Value>,
    ending: Ending,
}

impl<'p> SymbolicMachine<'p> {
    /// A machine for an entry of a program.
    pub fn new(program: &'p Program, setup: Setup) -> Self {
        let observed = label::observe(setup.config.probes.as_deref(), setup.labels);
        let function = setup.entry.function();
        let is_unit = matches!(setup.entry, Entry::Unit(_));
        let mut shadow = Symbolic::new(program, setup.bounds, observed, Inputs::new());
        shadow.takes_arguments = is_unit && program.function_type(function).is_variadic;
        let config = Config { max_heap: setup.config.max_heap.min(MAX_HEAP), ..setup.config };
        let surroundings = config.surroundings;
        let world = Box::new(Nowhere {
            surroundings,
            next: shadow.standard_input.source(),
            answer: Rc::clone(&shadow.answer),
        });
        let mut core = Core::new(program, config, world, shadow);
        core.checkpoint();
        let name = format!("clew_pre_{}", program.functions[function].name);
        let precondition = program.function(&name).filter(|id| {
            let pre = &program.functions[*id];
            is_unit
                && pre.body.is_ok()
                && pre.params.len() == program.functions[function].params.len()
        });
        let globals = match is_unit {
            true => GlobalInputs::new(program, function),
            false => GlobalInputs::default(),
        };
        let changed = changed_globals(program, setup.entry);
        let is_variable = |id: &GlobalId| {
            let global = &program.globals[*id];
            !global.is_const && !global.is_system && global.kind == GlobalKind::Variable
        };
        core.shadow.sees_variables = match is_unit {
            true => !globals.visible.is_empty() || !globals.left_out.is_empty(),
            false => program.globals.ids().any(|id| is_variable(&id)),
        };
        let named =
            globals.visible.iter().map(|id| (program.globals[*id].ty, changed.contains(id)));
        Self {
            core,
            entry: setup.entry,
            precondition,
            uses: parameter_uses(program, function),
            caveats: caveats(program, setup.entry),
            named: named.collect(),
            globals,
            arguments: Vec::new(),
            globals_before: Vec::new(),
            program_arguments: Vec::new(),
            returned: None,
            ending: Ending::Bound,
        }
    }

    /// The terms.
    pub fn pool(&self) -> &TermPool {
        &self.core.shadow.pool
    }

    /// The terms, to build more.
    pub fn pool_mut(&mut self) -> &mut TermPool {
        &mut self.core.shadow.pool
    }

    /// How inputs that a model does not mention get a value.
    pub fn set_fresh(&mut self, fresh: Fresh) {
        self.core.shadow.inputs.set_fresh(fresh);
    }

    /// Says that a label needs no more attention. From now on it is not in [`Trace::sides`].
    pub fn settle_label(&mut self, label: ProbeId) {
        self.core.shadow.labels.settle(label);
    }

    /// All input values of the last run.
    pub fn assignment(&self) -> &Model {
        &self.core.shadow.inputs.assignment
    }

    /// The call statements under way that a fork of a run tells of, outermost first; `None` where they are
    /// too many.
    pub fn calls(&self, calls: CallsId) -> Option<Vec<Position>> {
        self.core.shadow.path.stacks.get(calls)
    }

    /// Runs on these inputs; the other arms of the first `known` forks are not wanted.
    pub fn run(&mut self, input: &Model, known: usize) -> Trace {
        self.run_with(input, GivenInputs::new(), known)
    }

    /// Runs on these inputs, and tells every way that was gone. Merged branches are among them, and
    /// their forks are not.
    ///
    /// # Errors
    /// Where the run is no path of the control-flow graphs, which is a bug of ours.
    pub fn run_for_word(&mut self, input: &Model) -> Result<(Trace, Word), Stray> {
        self.core.shadow.recorder = Some(Box::default());
        let trace = self.run_with(input, GivenInputs::new(), 0);
        let recorder = self.core.shadow.recorder.take().unwrap_or_default();
        let word = word::spell(self.core.program, self.core.code(), &recorder, &trace.forks)?;
        Ok((trace, word))
    }

    /// Runs a test that comes from elsewhere; nothing is wanted beside its path. Afterwards
    /// [`SymbolicMachine::assignment`] is the same test as a model.
    pub fn run_given(&mut self, given: &GivenInputs) -> Trace {
        self.run_with(&Model::new(), given.clone().whole(), usize::MAX)
    }

    /// Runs on these inputs without terms, and gets the other inputs by chance: a quick look at
    /// where they lead. The trace has no forks.
    pub fn run_by_chance(&mut self, input: &Model, chance: Chance) -> Trace {
        self.core.shadow.inputs.set_chance(Some(chance));
        let trace = self.run_with(input, GivenInputs::new(), usize::MAX);
        self.core.shadow.inputs.set_chance(None);
        trace
    }

    /// The last run met something new: what it read is of use in runs by chance.
    pub fn note_useful(&mut self) {
        let shadow = &mut self.core.shadow;
        if let Some(text) = &shadow.standard_input.read {
            shadow.inputs.words.note_text(text);
        }
    }

    fn run_with(&mut self, input: &Model, named: GivenInputs, known: usize) -> Trace {
        self.core.reset();
        self.core.shadow.start(known);
        self.core.shadow.inputs.start(input, named);
        for (cause, span) in &self.caveats {
            self.core.shadow.path.give_up(cause.clone(), *span);
        }
        self.arguments.clear();
        self.globals_before.clear();
        self.program_arguments.clear();
        self.returned = None;
        let stop = match self.entry {
            Entry::Unit(function) => self.run_unit(function),
            Entry::Harness(function) => self.run_harness(function),
        };
        self.core.shadow.excuse(&stop, self.core.told_trouble.get());
        let shadow = &mut self.core.shadow;
        shadow.note_writes();
        shadow.note_overlaps(&self.named);
        if self.core.memory.has_run_out {
            // Where a process has more memory, it goes another way.
            shadow.path.give_up(Cause::OutOfMemory, Span::NONE);
            shadow.path.ending = Some(Ending::Bound);
        }
        self.ending = shadow.path.ending.take().unwrap_or(Ending::Stop(stop));
        let novelty = match self.ending {
            Ending::Stop(_) => shadow.progress.learn(),
            Ending::Assumption | Ending::Bound => Novelty::None,
        };
        Trace {
            stop: self.ending.clone(),
            forks: std::mem::take(&mut shadow.path.forks),
            hits: shadow.hits.probes.clone(),
            forks_before: std::mem::take(&mut shadow.hits.forks_before),
            sides: std::mem::take(&mut shadow.path.sides),
            sequence: std::mem::take(&mut shadow.hits.sequence),
            incomplete: std::mem::take(&mut shadow.path.incomplete),
            imprecise_from: shadow.path.imprecise_from,
            path: shadow.path.id,
            way: shadow.path.way,
            allocates: shadow.path.allocates,
            steps: self.core.steps(),
            novelty,
        }
    }

    fn run_harness(&mut self, function: FunctionId) -> Stop {
        if self.core.program.functions[function].name == "main" {
            let (stop, before) = run_program(&mut self.core, function);
            self.program_arguments = before;
            return stop;
        }
        self.core.call(function, &[])
    }

    fn run_unit(&mut self, function: FunctionId) -> Stop {
        let core = &mut self.core;
        core.shadow.fill_globals(&self.globals, &core.globals, &mut core.memory);
        for &id in &self.globals.visible {
            if let Some(number) = core.globals[id] {
                let ty = core.program.globals[id].ty;
                let value = core.shadow.read_value(&core.memory, ty, number, 0);
                self.globals_before.push((id, value));
            }
        }
        let passed = self.make_arguments(function);
        if let Some(precondition) = self.precondition {
            let stop = self.call(precondition, &passed);
            let Stop::Return(Some(bits)) = stop else { return stop };
            if let Err(stop) = self.assume_precondition(precondition, bits) {
                return stop;
            }
        }
        let stop = self.call(function, &passed);
        self.returned = self.returned_value(function, &stop);
        stop
    }

    /// The precondition's result must not be 0.
    fn assume_precondition(&mut self, function: FunctionId, bits: u128) -> Result<(), Stop> {
        let core = &mut self.core;
        let shadow = &mut core.shadow;
        let holds = bits != 0;
        let condition = match shadow.term_at(0) {
            Some(term) => shadow.pool.is_nonzero(term),
            None => shadow.pool.bool(holds),
        };
        let site = ForkSite { at: Position::entry(function), kind: ForkKind::Assume(0) };
        shadow.path.assume(&mut shadow.pool, site, condition, holds).map_err(|_| Stop::Interrupted)
    }

    /// The arguments: bits and terms for scalars and pointers, objects for records.
    fn make_arguments(&mut self, function: FunctionId) -> Vec<Passed> {
        let program = self.core.program;
        let callee = &program.functions[function];
        let mut passed: Vec<Option<Passed>> = vec![None; callee.params.len()];
        // Lengths come before the arrays they tell of.
        for is_pointer in [false, true] {
            for (at, &local) in callee.params.iter().enumerate() {
                let ty = callee.locals[local].ty;
                if program.types.is_pointer(ty) == is_pointer {
                    let name = parameter_name(&callee.locals[local].name, at);
                    passed[at] = Some(self.make_argument(&name, ty, at, &passed, function));
                }
            }
        }
        let passed: Vec<Passed> = passed.into_iter().flatten().collect();
        for (at, (&local, passed)) in callee.params.iter().zip(&passed).enumerate() {
            let ty = callee.locals[local].ty;
            let core = &self.core;
            let value = match passed.record {
                Some(number) => core.shadow.read_value(&core.memory, ty, number, 0),
                None => core.shadow.bits_value(&core.memory, ty, passed.bits),
            };
            let name = parameter_name(&callee.locals[local].name, at);
            self.arguments.push(Argument { name, ty, value });
        }
        passed
    }

    fn make_argument(
        &mut self,
        name: &str,
        ty: TypeId,
        at: usize,
        others: &[Option<Passed>],
        function: FunctionId,
    ) -> Passed {
        let core = &mut self.core;
        let (program, shadow, memory) = (core.program, &mut core.shadow, &mut core.memory);
        let types = &program.types;
        if let Some(target) = types.pointee(ty) {
            let parameter = self.uses.get(at).copied().unwrap_or_default();
            let named = |k: usize| {
                let local = program.functions[function].params[k];
                parameter_name(&program.functions[function].locals[local].name, k)
            };
            let start = match (parameter.same_array, parameter.end_of) {
                (Some(k), _) => Some(named(k)),
                (None, Some(k)) => Some(shadow.array_behind(&named(k), memory)),
                (None, None) => None,
            };
            if let Some(start) = start
                && let Some((bits, term)) =
                    shadow.place_in_array(name, &start, parameter.may_be_null, memory)
            {
                return Passed { bits: bits.into(), term, wide: None, record: None };
            }
            let target = match parameter.cast {
                Some(_) if parameter.is_bytes => TypeTable::UNSIGNED_CHAR,
                Some(cast) if is_part_of(types, target, cast) => cast,
                _ => element_of_rows(types, target),
            };
            let declared = parameter.declared.map(Length::Declared);
            let length = parameter.length.filter(|_| shadow.bounds.told_lengths);
            let mut tells = |k: usize| {
                let length = others.get(k)?.as_ref()?;
                let local = program.functions[function].params[k];
                let ty = program.functions[function].locals[local].ty;
                Some(shadow.count_term(length.term?, length.bits, types.scalar(ty)?))
            };
            let told = match declared {
                Some(_) => None,
                None => length.map(|k| (tells(k), parameter.columns.map(&mut tells))),
            };
            let length = match told {
                Some((Some(rows), Some(Some(columns)))) => Some(shadow.product(rows, columns)),
                Some((rows, _)) => rows,
                None if declared.is_some() => declared,
                None if parameter.is_cursor => Some(Length::One),
                None if !parameter.is_array && !types.is_character(target) => Some(Length::One),
                None if parameter.is_indexed && types.record(target).is_some() => {
                    Some(Length::Several)
                }
                None => parameter.least.map(Length::AtLeast),
            };
            let (bits, term) = shadow.pointer_input(name, target, 1, 0, length, memory);
            return Passed { bits: bits.into(), term, wide: None, record: None };
        }
        match types.scalar(ty) {
            Some(scalar) if scalar.size() <= 8 => {
                let bits = super::inputs::scalar_bits(scalar);
                let (bits, term) = shadow.inputs.value(&mut shadow.pool, name, bits, 0);
                Passed { bits, term: Some(term), wide: None, record: None }
            }
            Some(scalar) => {
                let bits = super::inputs::scalar_bits(scalar);
                let (bits, term) = shadow.inputs.value(&mut shadow.pool, name, bits, 0);
                Passed { bits, term: Some(term), wide: Some(term), record: None }
            }
            None => {
                let size = types.size(ty).unwrap_or(0);
                let number =
                    memory.make(ObjectKind::Environment, size, types.align(ty), Site::NONE);
                let spot = Spot::new(number, 0);
                shadow.fill(spot, ty, name, memory);
                let bits = memory.address(number).into();
                Passed { bits, term: None, wide: None, record: Some(number) }
            }
        }
    }

    fn call(&mut self, function: FunctionId, passed: &[Passed]) -> Stop {
        let bits: Vec<u128> = passed.iter().map(|passed| passed.bits).collect();
        let core = &mut self.core;
        let places = match core.begin(function, &bits) {
            Ok(places) => places,
            Err(stop) => return stop,
        };
        let program = core.program;
        let callee = &program.functions[function];
        let shadow = &mut core.shadow;
        for ((register, passed), &local) in places.iter().zip(passed).zip(&callee.params) {
            let (low, high) = match (program.types.scalar(callee.locals[local].ty), passed.term) {
                (Some(scalar), Some(term)) => shadow.register_terms(scalar, term),
                _ => (None, None),
            };
            shadow.set_at(*register, low);
            if passed.wide.is_some() {
                shadow.set_at(register + 1, high);
            }
        }
        core.finish(function)
    }

    fn returned_value(&self, function: FunctionId, stop: &Stop) -> Option<Value> {
        let core = &self.core;
        let ty = core.program.function_type(function).result;
        match stop {
            Stop::Return(Some(bits)) => Some(core.shadow.bits_value(&core.memory, ty, *bits)),
            Stop::Return(None) => {
                let number = core.result_object?;
                Some(core.shadow.read_value(&core.memory, ty, number, 0))
            }
            _ => None,
        }
    }

    /// The last run as a test case.
    pub fn test_case(&mut self) -> TestCase {
        let core = &self.core;
        let (shadow, memory) = (&core.shadow, &core.memory);
        let types = &core.program.types;
        let globals = self.globals_before.iter().filter_map(|(id, before)| {
            let number = core.globals[*id]?;
            let after = shadow.read_value(memory, core.program.globals[*id].ty, number, 0);
            let is_input = self.globals.inputs.contains(id);
            let is_changed = after != *before;
            (is_input || is_changed).then(|| GlobalState {
                global: *id,
                before: is_input.then(|| before.clone()),
                after,
            })
        });
        let objects = shadow.inputs.pointees.iter().map(|pointee| {
            let size = types.size(pointee.element).unwrap_or(0);
            let is_used = !pointee.before.is_empty();
            let count = shadow.inputs.shown(pointee, size);
            let before = match is_used {
                true => pointee.before[..count as usize].to_vec(),
                false => vec![zero(core.program, pointee.element); count as usize],
            };
            let is_gone = memory.story(pointee.number).freed.is_some();
            let after = match (is_gone, is_used) {
                (true, _) => Vec::new(),
                (false, false) => before.clone(),
                (false, true) => {
                    let value =
                        |k| shadow.read_value(memory, pointee.element, pointee.number, k * size);
                    let mut values: Vec<Value> = (0..count).map(value).collect();
                    if size == 1 {
                        forget_code_addresses(memory.object(pointee.number), &mut values);
                    }
                    values
                }
            };
            let (name, element) = (pointee.name.clone(), pointee.element);
            let is_on_heap = pointee.is_on_heap;
            InputObject { name, element, before, after, is_on_heap }
        });
        TestCase {
            function: self.entry.function(),
            arguments: self.arguments.clone(),
            globals: globals.collect(),
            objects: objects.collect(),
            streams: shadow.inputs.streams.clone(),
            stubs: shadow.inputs.stubs.clone(),
            external: shadow.inputs.external.clone(),
            standard_input: shadow.standard_input.read.clone(),
            ending: self.ending.clone(),
            returned: self.returned.clone(),
            program_arguments: self.program_arguments.clone(),
            runs_out: shadow.path.runs_out,
            needs_alignment: false,
        }
    }
}

/// An argument as it is passed.
#[derive(Clone, Debug)]
struct Passed {
    bits: u128,
    /// A term of the scalar's width, or of a pointer.
    term: Option<clew_logic::TermId>,
    /// The same for a value of two registers.
    wide: Option<clew_logic::TermId>,
    /// The object of a record.
    record: Option<u32>,
}

/// What rows whose length is known only at run time are made of.
fn element_of_rows(types: &TypeTable, ty: TypeId) -> TypeId {
    match types.get(ty) {
        clew_ir::Type::Array { element, length: clew_ir::ArrayLength::Variable(_) } => {
            element_of_rows(types, *element)
        }
        _ => ty,
    }
}

/// Whether an object of one type is passed on as one of another: as `void`, or as the record that
/// a larger one begins with.
fn is_part_of(types: &TypeTable, ty: TypeId, whole: TypeId) -> bool {
    let is_record = |ty| types.record(ty).is_some();
    let is_larger = types.size(whole) > types.size(ty);
    *types.get(ty) == clew_ir::Type::Void || (is_record(ty) && is_record(whole) && is_larger)
}

/// Forgets bytes that hold the address of a function: it is another one in every process, and
/// the same in all surroundings of the machine.
fn forget_code_addresses(object: &Object, bytes: &mut [Value]) {
    for (word, values) in object.bytes.chunks_exact(8).zip(bytes.chunks_mut(8)) {
        let address = word.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        if matches!(address >> 32, FUNCTION_REGION | LABEL_REGION) {
            values.fill(Value::Unknown);
        }
    }
}

/// A name for a parameter that has none.
fn parameter_name(name: &str, at: usize) -> String {
    if name.is_empty() { format!("parameter {}", at + 1) } else { name.to_owned() }
}

/// The value whose bytes are all zero.
fn zero(program: &Program, ty: TypeId) -> Value {
    use clew_ir::{ArrayLength, RecordKind, Type};
    let types = &program.types;
    match types.get(ty) {
        Type::Pointer(_) => Value::Pointer(super::case::Target::Null),
        Type::Array { element, length: ArrayLength::Fixed(count) } => {
            Value::Array(vec![zero(program, *element); *count as usize])
        }
        Type::Array { .. } => Value::Array(Vec::new()),
        Type::Record(id) => {
            let record = &types.records[*id];
            match record.kind {
                RecordKind::Union => Value::Bytes(vec![0; record.size as usize]),
                RecordKind::Struct => {
                    Value::Record(record.fields.iter().map(|it| zero(program, it.ty)).collect())
                }
            }
        }
        _ => Value::Scalar(0),
    }
}
