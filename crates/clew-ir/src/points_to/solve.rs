//! The solver: statements are executed on the state until none adds anything.
//!
//! Each statement of a function that may be called is executed at least once, and again when a
//! region grows that it has read. Stores only add: the order of statements does not matter, and
//! what is found holds at every point of every run.

use super::Entry;
use super::contents::Contents;
use super::pointer::{Pointer, PointerSet};
use super::state::{State, outside};
use crate::body::{Statement, StatementKind, TerminatorKind};
use crate::effects::Site;
use crate::expr::Place;
use crate::ids::{FunctionId, GlobalId, IdVec, RegionId};
use crate::program::{GlobalKind, Linkage, NoBody, Program, RelocationTarget};
use crate::regions::Region;
use rustc_hash::FxHashSet;
use std::collections::{BTreeSet, VecDeque};

/// The number of a statement of a function that may be called.
type StatementNumber = u32;

/// The functions that a call may reach.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Targets {
    /// Functions of the program, with or without a body.
    pub(super) functions: BTreeSet<FunctionId>,
    /// Whether functions of the world's may be reached that the program does not declare.
    pub(super) has_unknown: bool,
}

/// The state, and what still has to be executed.
pub(super) struct Solver<'p> {
    pub(super) state: State<'p>,
    entry: Entry,
    statements: Vec<(FunctionId, Site)>,
    pub(super) is_reached: IdVec<FunctionId, bool>,
    queue: VecDeque<StatementNumber>,
    is_queued: Vec<bool>,
    dependents: IdVec<RegionId, Vec<StatementNumber>>,
    is_dependent: FxHashSet<(RegionId, StatementNumber)>,
    /// The calls that reach functions whose address the world has.
    calls_outside: BTreeSet<StatementNumber>,
    current: StatementNumber,
    /// Whether a region has grown while the current statement was executed.
    has_grown: bool,
    sees_globals: bool,
}

/// The functions with a body that the world can call by name.
fn open_functions(program: &Program) -> impl Iterator<Item = FunctionId> + '_ {
    let functions = program.functions.iter_enumerated();
    let open = functions.filter(|(_, function)| {
        let is_visible = matches!(function.linkage, Linkage::External | Linkage::Weak);
        function.body.is_ok() && is_visible && !function.is_system
    });
    open.map(|(id, _)| id)
}

impl<'p> Solver<'p> {
    /// What holds for an entry.
    pub(super) fn solve(program: &'p Program, entry: Entry) -> Self {
        let mut solver = Self::new(program, entry);
        solver.initialise_globals();
        match entry {
            Entry::Program(main) => {
                solver.enter(main);
                solver.start_program();
            }
            Entry::Anyone => {
                solver.show_globals();
                open_functions(program).for_each(|function| solver.enter(function));
                solver.start_program();
            }
            Entry::Unit(function) => {
                let mut before = Solver::new(program, Entry::Anyone);
                before.initialise_globals();
                before.show_globals();
                open_functions(program).for_each(|function| before.enter(function));
                before.enter(function);
                before.start_program();
                before.run();
                solver.go_on_after(&before.state);
                solver.enter(function);
                let name = format!("clew_pre_{}", program.functions[function].name);
                program.function(&name).into_iter().for_each(|function| solver.enter(function));
            }
        }
        solver.run();
        solver
    }

    fn new(program: &'p Program, entry: Entry) -> Self {
        let state = State::new(program);
        let count = state.contents.len();
        Self {
            state,
            entry,
            statements: Vec::new(),
            is_reached: IdVec::from_elem(false, program.functions.len()),
            queue: VecDeque::new(),
            is_queued: Vec::new(),
            dependents: IdVec::from_elem(Vec::new(), count),
            is_dependent: FxHashSet::default(),
            calls_outside: BTreeSet::new(),
            current: 0,
            has_grown: false,
            sees_globals: false,
        }
    }

    /// What runs without being called: constructors, destructors and the end of the program.
    fn start_program(&mut self) {
        let program = self.state.program;
        for &function in program.constructors.iter().chain(&program.destructors) {
            self.reach(function);
        }
        let endings =
            ["exit", "__clew_flush_all"].into_iter().filter_map(|it| program.function(it));
        endings.for_each(|function| self.reach(function));
    }

    /// The contents of globals before the program runs.
    fn initialise_globals(&mut self) {
        for (id, global) in self.state.program.globals.iter_enumerated() {
            let region = self.state.regions.global(id);
            let Some(image) = &global.init else {
                self.escape(region);
                continue;
            };
            for relocation in &image.relocations {
                let target = match relocation.target {
                    RelocationTarget::Global(target) => {
                        Pointer::start(self.state.regions.global(target)).shifted(relocation.addend)
                    }
                    RelocationTarget::Function(target) => {
                        Pointer::start(self.state.regions.function(target))
                    }
                    RelocationTarget::Label(..) => continue,
                };
                let offset = i64::try_from(relocation.offset).unwrap_or(i64::MAX);
                let at = Pointer::start(region).shifted(offset);
                let value = Contents::scalar(PointerSet::one(target), self.state.pointer_size());
                self.state.contents[region].write(at, &value);
            }
        }
    }

    /// The world sees the globals with external linkage.
    pub(super) fn show_globals(&mut self) {
        if std::mem::replace(&mut self.sees_globals, true) {
            return;
        }
        let visible = self.globals_where(|solver, id| {
            let linkage = solver.state.program.globals[id].linkage;
            matches!(linkage, Linkage::External | Linkage::Weak)
        });
        visible.into_iter().for_each(|region| self.escape(region));
    }

    /// The world may do whatever a function does whose code is not understood: name everything.
    pub(super) fn show_everything(&mut self) {
        self.globals_where(|_, _| true).into_iter().for_each(|region| self.escape(region));
        for function in self.state.program.functions.ids() {
            self.escape(self.state.regions.function(function));
        }
    }

    fn globals_where(&self, wanted: impl Fn(&Self, GlobalId) -> bool) -> Vec<RegionId> {
        let ids = self.state.program.globals.ids().filter(|id| wanted(self, *id));
        ids.map(|id| self.state.regions.global(id)).collect()
    }

    /// Starts from what calls before may have left: all but their locals, which are gone.
    fn go_on_after(&mut self, before: &State<'p>) {
        let lives_on = |region: RegionId| match before.regions.get(region) {
            Region::Local(..) | Region::Arguments(_) => false,
            Region::External
            | Region::Library
            | Region::Global(_)
            | Region::Function(_)
            | Region::Allocation(..) => true,
        };
        for region in before.regions.ids().filter(|region| lives_on(*region)) {
            self.state.contents[region] = before.contents[region].keep(&lives_on);
        }
        self.show_globals();
        for region in before.regions.ids().filter(|region| lives_on(*region)) {
            if before.is_escaped[region] {
                self.escape(region);
            }
        }
        // Variables of the unit hold whatever the search gives them.
        let variables = self.globals_where(|solver, id| {
            let global = &solver.state.program.globals[id];
            global.kind == GlobalKind::Variable && !global.is_system
        });
        for region in variables {
            self.store(Pointer::anywhere(region), &Contents::scalar(outside(), None));
        }
    }

    /// The world may call a function.
    fn enter(&mut self, function: FunctionId) {
        if self.state.program.functions[function].body.is_err() {
            return;
        }
        self.reach(function);
        let anything = Contents::scalar(outside(), None);
        for &param in &self.state.program.functions[function].params {
            self.store(Pointer::start(self.state.regions.local(function, param)), &anything);
        }
        if let Some(arguments) = self.state.regions.arguments(function) {
            self.store(Pointer::anywhere(arguments), &anything);
        }
        self.escape(self.state.results(function));
    }

    /// A function may be called: its statements take part.
    pub(super) fn reach(&mut self, function: FunctionId) {
        let Ok(body) = &self.state.program.functions[function].body else { return };
        if std::mem::replace(&mut self.is_reached[function], true) {
            return;
        }
        for (block, contents) in body.blocks.iter_enumerated() {
            for statement in 0..=contents.statements.len() {
                let number = self.statements.len() as StatementNumber;
                self.statements.push((function, Site { block, statement }));
                self.is_queued.push(true);
                self.queue.push_back(number);
            }
        }
    }

    fn run(&mut self) {
        while let Some(number) = self.queue.pop_front() {
            self.is_queued[number as usize] = false;
            self.current = number;
            self.has_grown = false;
            self.state.reads.replace(Some(Vec::new()));
            let (function, site) = self.statements[number as usize];
            self.execute(function, site);
            let reads = self.state.reads.take().unwrap_or_default();
            for region in reads {
                if self.is_dependent.insert((region, number)) {
                    self.dependents[region].push(number);
                    // What it has written may be what it has read before.
                    if self.has_grown {
                        self.enqueue(number);
                    }
                }
            }
        }
    }

    fn execute(&mut self, function: FunctionId, site: Site) {
        let Ok(body) = &self.state.program.functions[function].body else { return };
        let block = &body.blocks[site.block];
        match block.statements.get(site.statement).map(|Statement { kind, .. }| kind) {
            Some(StatementKind::Assign { place, value }) => {
                let value = self.state.value(function, value);
                self.store_place(function, place, &value);
            }
            Some(StatementKind::Call { dest, callee, args }) => {
                self.call(function, site, dest.as_ref(), callee, args);
            }
            Some(StatementKind::Live(_) | StatementKind::Dead(_) | StatementKind::Zero(_)) => {}
            None => {
                if let TerminatorKind::Return(Some(value)) = &block.terminator.kind {
                    let value = self.state.value(function, value);
                    self.store(Pointer::start(self.state.results(function)), &value);
                }
            }
        }
    }

    pub(super) fn store_place(&mut self, function: FunctionId, place: &Place, value: &Contents) {
        for pointer in self.state.address(function, place).iter() {
            self.store(pointer, value);
        }
    }

    /// Adds a value to what is stored at a pointer.
    pub(super) fn store(&mut self, pointer: Pointer, value: &Contents) {
        let region = pointer.region;
        if self.state.is_constant(region) {
            return;
        }
        if self.state.is_escaped[region] {
            self.escape_value(value);
        }
        if self.state.is_shared(region) {
            return;
        }
        let has_grown = self.state.contents[region].write(pointer, value);
        let given_up = self.state.contents[region].give_up_crowded(&outside());
        given_up.regions().for_each(|region| self.escape(region));
        if has_grown {
            self.wake(region);
        }
    }

    /// The world learns a value.
    pub(super) fn escape_value(&mut self, value: &Contents) {
        for region in value.all().regions() {
            self.escape(region);
        }
    }

    /// The world learns where a region is, and so all that can be reached from there.
    pub(super) fn escape(&mut self, region: RegionId) {
        let mut work = vec![region];
        while let Some(region) = work.pop() {
            if std::mem::replace(&mut self.state.is_escaped[region], true) {
                continue;
            }
            work.extend(self.state.contents[region].all().regions());
            self.wake(region);
            if let Some(function) = self.state.function_of(region) {
                self.enter(function);
                for number in self.calls_outside.clone() {
                    self.enqueue(number);
                }
            }
        }
    }

    fn wake(&mut self, region: RegionId) {
        self.has_grown = true;
        for at in 0..self.dependents[region].len() {
            self.enqueue(self.dependents[region][at]);
        }
    }

    fn enqueue(&mut self, number: StatementNumber) {
        if !std::mem::replace(&mut self.is_queued[number as usize], true) {
            self.queue.push_back(number);
        }
    }

    /// The call under way is executed again when the world learns of more functions.
    pub(super) fn note_call_outside(&mut self) {
        self.calls_outside.insert(self.current);
    }

    /// What the analysis is made for.
    pub(super) fn entry(&self) -> Entry {
        self.entry
    }

    /// Whether a function's code is there and not understood.
    pub(super) fn is_unsupported(&self, function: FunctionId) -> bool {
        matches!(self.state.program.functions[function].body, Err(NoBody::Unsupported(_)))
    }
}
