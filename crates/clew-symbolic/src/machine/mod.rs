//! The symbolic machine as others see it.

mod interface;

use crate::bounds::{Bounds, WeakFunctions};
use crate::branching::computing_functions;
use crate::cut::CutPlan;
use crate::environment::{Chance, Fresh, GivenInputs, Passed, run_program};
use crate::labels::Probes;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::{
    Argument, CallsId, Ending, ForkKind, ForkSite, GlobalState, LabelMode, Novelty, Stray,
    TestCase, Trace, Value, Ways, Word, spell,
};
use clew_ir::{FunctionId, GlobalId, Position, ProbeId, Program, Span};
use clew_logic::{Model, TermId, TermPool};
use clew_vm::config::Config;
use clew_vm::run::Core;
use clew_vm::stop::Stop;
use interface::Interface;
use std::collections::BTreeSet;

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
    interface: Interface,
    last: LastRun,
    /// Whether runs tell their words.
    tells_words: bool,
    /// Whether some of what a unit prints stays in buffers when it returns.
    keeps_output: bool,
}

/// What the last run was given and came to, as far as the shadow does not know.
#[derive(Debug, Default)]
struct LastRun {
    arguments: Vec<Argument>,
    globals_before: Vec<(GlobalId, Value)>,
    program_arguments: Vec<Vec<u8>>,
    returned: Option<Value>,
    /// `None` before the first run.
    ending: Option<Ending>,
}

impl<'p> SymbolicMachine<'p> {
    /// A machine for an entry of a program.
    pub fn new(program: &'p Program, setup: Setup) -> Self {
        let probes = Probes::new(setup.config.probes.as_deref(), setup.labels);
        let interface = Interface::new(program, setup.entry);
        let mut shadow = Symbolic::new(program, setup.entry.function(), setup.bounds, probes);
        shadow.excuses.takes_arguments = interface.takes_arguments;
        shadow.unset.is_whole_program = matches!(setup.entry, Entry::Harness(_));
        let max_heap = setup.config.max_heap.min(MAX_HEAP);
        let keeps_going = setup.config.keeps_going || setup.bounds.liberties.unset_reads;
        let weak_functions = setup.bounds.weak_functions == WeakFunctions::Present;
        let config = Config { max_heap, keeps_going, weak_functions, ..setup.config };
        let world = shadow.environment.world(config.surroundings);
        let values = match setup.bounds.merges {
            true => computing_functions(program, config.probes.as_deref()),
            false => BTreeSet::new(),
        };
        shadow.branching.values.set_functions(program, &values);
        let mut core = Core::new(program, config, world, shadow);
        // Whether a call is taken for a value must not depend on what runs have called before.
        core.compile_ahead(&values);
        core.checkpoint();
        let writer = program.function("__clew_put");
        let has_buffers = writer.is_some_and(|it| program.functions[it].body.is_ok());
        let keeps_output = has_buffers && matches!(setup.entry, Entry::Unit(_));
        let last = LastRun::default();
        Self { core, entry: setup.entry, interface, last, tells_words: false, keeps_output }
    }

    /// The terms.
    pub fn pool(&self) -> &TermPool {
        &self.core.shadow.pool
    }

    /// The terms, to build more.
    pub fn pool_mut(&mut self) -> &mut TermPool {
        &mut self.core.shadow.pool
    }

    /// Says which calls are cut from now on.
    pub fn set_cuts(&mut self, plan: CutPlan) {
        self.core.shadow.cuts.plan = plan;
    }

    /// Where the addresses of an object with this number begin; `None` where numbers have no such places.
    pub fn region_start(&self, number: u32) -> Option<u64> {
        self.core.memory.region_start(number)
    }

    /// The number and the address of a variable with static storage, where it has some.
    pub fn global_object(&self, global: GlobalId) -> Option<(u32, u64)> {
        let number = (*self.core.globals.get(global)?)?;
        Some((number, self.core.memory.address(number)))
    }

    /// Says which ways are taken for one from now on.
    pub fn set_ways(&mut self, ways: Ways) {
        self.core.shadow.path.ways = ways;
    }

    /// How inputs that a model does not mention get a value.
    pub fn set_fresh(&mut self, fresh: Fresh) {
        self.core.shadow.environment.set_fresh(fresh);
    }

    /// Says that a label needs no more attention. From now on it is not in [`Trace::sides`].
    pub fn settle_label(&mut self, label: ProbeId) {
        self.core.shadow.probes.labels.settle(label);
    }

    /// The inputs of the last run that are numbers of the program's own types, with these, in the order
    /// in which the run asked for them.
    pub fn numbers(&self) -> &[(clew_logic::TermId, clew_ir::Scalar)] {
        self.core.shadow.environment.numbers()
    }

    /// All input values of the last run.
    pub fn assignment(&self) -> &Model {
        self.core.shadow.environment.assignment()
    }

    /// The call statements under way that a fork of a run tells of, outermost first; `None` where they are
    /// too many.
    pub fn calls(&self, calls: CallsId) -> Option<Vec<Position>> {
        self.core.shadow.path.sites.calls(calls)
    }

    /// Runs on these inputs; the other arms of the first `known` forks are not wanted.
    pub fn run(&mut self, input: &Model, known: usize) -> Trace {
        if !self.tells_words {
            return self.run_with(input, GivenInputs::new(), known);
        }
        let (mut trace, word) = self.run_and_spell(input, known);
        debug_assert!(word.is_ok(), "a run should be a path of the control-flow graphs: {word:?}");
        trace.word = word.ok();
        trace
    }

    /// Whether [`SymbolicMachine::run`] tells the word of each run with its trace.
    pub fn tell_words(&mut self, tells_words: bool) {
        self.tells_words = tells_words;
    }

    /// Runs on these inputs, and tells every way that was gone. Merged branches are among them, and
    /// their forks are not.
    ///
    /// # Errors
    /// Where the run is no path of the control-flow graphs, which is a bug of ours.
    pub fn run_for_word(&mut self, input: &Model) -> Result<(Trace, Word), Stray> {
        let (trace, word) = self.run_and_spell(input, 0);
        Ok((trace, word?))
    }

    fn run_and_spell(&mut self, input: &Model, known: usize) -> (Trace, Result<Word, Stray>) {
        self.core.shadow.branching.recorder = Some(Box::default());
        let trace = self.run_with(input, GivenInputs::new(), known);
        let recorder = self.core.shadow.branching.recorder.take().unwrap_or_default();
        let word = spell(self.core.program, self.core.code(), &recorder, &trace.forks);
        (trace, word)
    }

    /// Runs a test that comes from elsewhere; nothing is wanted beside its path. Afterwards
    /// [`SymbolicMachine::assignment`] is the same test as a model.
    pub fn run_given(&mut self, given: &GivenInputs) -> Trace {
        self.run_with(&Model::new(), given.clone().whole(), usize::MAX)
    }

    /// Runs on these inputs without terms, and gets the other inputs by chance: a quick look at
    /// where they lead. The trace has no forks.
    pub fn run_by_chance(&mut self, input: &Model, chance: Chance) -> Trace {
        self.core.shadow.environment.set_chance(Some(chance));
        let trace = self.run_with(input, GivenInputs::new(), usize::MAX);
        self.core.shadow.environment.set_chance(None);
        trace
    }

    /// The last run met something new: what it read is of use in runs by chance.
    pub fn note_useful(&mut self) {
        self.core.shadow.environment.note_useful();
    }

    fn run_with(&mut self, input: &Model, named: GivenInputs, known: usize) -> Trace {
        self.core.reset();
        self.core.shadow.start(known);
        self.core.shadow.environment.start(input, named);
        for (cause, span) in &self.interface.caveats {
            self.core.shadow.path.give_up(cause.clone(), *span);
        }
        self.last = LastRun::default();
        let stop = match self.entry {
            Entry::Unit(function) => self.run_unit(function),
            Entry::Harness(function) => self.run_harness(function),
        };
        self.core.shadow.excuse(&stop, self.core.told_trouble.get());
        let shadow = &mut self.core.shadow;
        shadow.end_cuts(&self.core.memory);
        shadow.settle_unset();
        shadow.note_sharing(&self.interface.named);
        if self.core.memory.has_run_out {
            // Where a process has more memory, it goes another way.
            shadow.path.give_up(Cause::OutOfMemory, Span::NONE);
            shadow.path.ending = Some(Ending::Bound);
        }
        let ending = shadow.path.ending.take().unwrap_or(Ending::Stop(stop));
        let novelty = match ending {
            Ending::Stop(_) => shadow.branching.learn(),
            Ending::Assumption | Ending::Bound => Novelty::None,
        };
        self.last.ending = Some(ending.clone());
        Trace {
            stop: ending,
            forks: std::mem::take(&mut shadow.path.forks),
            calls: std::mem::take(&mut shadow.cuts.calls),
            returned: shadow.term_at(0),
            hits: shadow.probes.hits.probes.clone(),
            forks_before: std::mem::take(&mut shadow.probes.hits.forks_before),
            sides: std::mem::take(&mut shadow.path.sides),
            sequence: std::mem::take(&mut shadow.probes.hits.sequence),
            incomplete: std::mem::take(&mut shadow.path.incomplete),
            imprecise_from: shadow.path.imprecise_from,
            merged_from: shadow.path.merged_from,
            wanted_elements: shadow.path.wanted_elements,
            word: None,
            path: shadow.path.id,
            allocates: shadow.path.allocates,
            steps: self.core.steps(),
            novelty,
        }
    }

    fn run_harness(&mut self, function: FunctionId) -> Stop {
        if self.core.program.functions[function].name == "main" {
            let (stop, before) = run_program(&mut self.core, function);
            self.last.program_arguments = before;
            return stop;
        }
        self.core.call(function, &[])
    }

    fn run_unit(&mut self, function: FunctionId) -> Stop {
        let core = &mut self.core;
        core.shadow.give_out(&self.interface.known_outside, &core.globals);
        let error_number = self.interface.error_number.and_then(|id| core.globals[id]);
        if let Some(number) = error_number {
            core.shadow.make_error_number_stale(number);
        }
        core.shadow.fill_globals(&self.interface.globals, &core.globals, &mut core.memory);
        let globals = &self.interface.globals;
        for &id in globals.visible.iter().chain(&globals.hidden) {
            if let Some(number) = core.globals[id] {
                let ty = core.program.globals[id].ty;
                let value = core.shadow.read_value(&core.memory, ty, number, 0);
                self.last.globals_before.push((id, value));
            }
        }
        let passed = self.make_arguments(function);
        if let Some(precondition) = self.interface.precondition {
            let stop = self.call(precondition, &passed);
            let Stop::Return(Some(bits)) = stop else { return stop };
            if let Err(stop) = self.assume_precondition(precondition, bits) {
                return stop;
            }
        }
        let stop = self.call(function, &passed);
        self.last.returned = self.returned_value(function, &stop);
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

    /// The arguments of a run, which the test case tells.
    fn make_arguments(&mut self, function: FunctionId) -> Vec<Passed> {
        let core = &mut self.core;
        let passed = core.shadow.make_arguments(function, &self.interface.uses, &mut core.memory);
        let callee = &core.program.functions[function];
        for (at, (&local, passed)) in callee.params.iter().zip(&passed).enumerate() {
            let ty = callee.locals[local].ty;
            let value = match passed.record {
                Some(number) => core.shadow.read_value(&core.memory, ty, number, 0),
                None => core.shadow.bits_value(&core.memory, ty, passed.bits),
            };
            let name = core.shadow.parameter_name(function, at);
            self.last.arguments.push(Argument { name, ty, value });
        }
        passed
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
            Stop::Return(Some(bits)) => Some(core.shadow.outcome_bits(&core.memory, ty, *bits)),
            Stop::Return(None) => {
                let number = core.result_object?;
                Some(core.shadow.outcome_value(&core.memory, ty, number, 0))
            }
            _ => None,
        }
    }

    /// What the last run changed of its inputs in memory, by name: scalars, and elements of arrays of
    /// them.
    pub fn changes(&mut self) -> Vec<(String, TermId)> {
        let core = &mut self.core;
        let mut changes = Vec::new();
        for &id in &self.interface.globals.visible {
            if let Some(number) = core.globals[id] {
                let ty = core.program.globals[id].ty;
                let name = core.shadow.environment.global_names.name(core.program, id).to_owned();
                core.shadow.find_changes(number, ty, &name, &core.memory, &mut changes);
            }
        }
        core.shadow.find_changed_pointees(&core.memory, &mut changes);
        changes
    }

    /// The input's object that the fault of the last run is about, by its name.
    pub fn input_at_fault(&self) -> Option<&str> {
        let number = self.core.told_trouble.get()?.object()?;
        let environment = &self.core.shadow.environment;
        environment.is_input(number).then(|| environment.object_name(number))
    }

    /// The last run as a test case.
    pub fn test_case(&mut self) -> TestCase {
        let core = &self.core;
        let (shadow, memory) = (&core.shadow, &core.memory);
        let globals = self.last.globals_before.iter().filter_map(|(id, before)| {
            let number = core.globals[*id]?;
            let ty = core.program.globals[*id].ty;
            let is_input = self.interface.globals.inputs.contains(id);
            let is_changed = shadow.read_value(memory, ty, number, 0) != *before;
            let is_hidden = self.interface.globals.hidden.contains(id);
            (is_input || is_changed || is_hidden).then(|| GlobalState {
                global: *id,
                name: shadow.environment.global_names.name(core.program, *id).to_owned(),
                before: is_input.then(|| before.clone()),
                after: shadow.outcome_value(memory, ty, number, 0),
            })
        });
        let mut case = TestCase {
            function: self.entry.function(),
            arguments: self.last.arguments.clone(),
            globals: globals.collect(),
            objects: shadow.input_objects(memory),
            made: Vec::new(),
            streams: Vec::new(),
            stubs: Vec::new(),
            refused: shadow.library.refused.clone(),
            external: Vec::new(),
            standard_input: None,
            ending: self.last.ending.clone().unwrap_or(Ending::Bound),
            returned: self.last.returned.clone(),
            program_arguments: self.last.program_arguments.clone(),
            runs_out: shadow.path.runs_out,
            needs_alignment: false,
            has_weak_functions: shadow.bounds.weak_functions == WeakFunctions::Present,
            printed: None,
            error_number: shadow.error_number(),
            stack_word: shadow.unset.stack_word,
        };
        shadow.environment.add_inputs(&mut case);
        if self.keeps_output {
            case.printed = None;
        }
        shadow.widen_objects(memory, &mut case);
        shadow.tell_made(memory, &mut case);
        shadow.forget_unset(&mut case);
        case
    }
}
