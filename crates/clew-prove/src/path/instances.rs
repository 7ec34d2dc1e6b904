//! The store of a path condition: an instance for each assignment, and the constraints between them.

use super::cells::{Base, Event, Held, concat};
use super::condition::{Cell, Kind, Object, Tagged, Use, Variable};
use super::objects::{LOCALS, function_address};
use super::places::{Escaping, Loose};
use clew_ir::tables::unchanged_tables;
use clew_ir::{BlockId, FunctionId, GlobalId, IdVec, LocalId, Program, Scalar};
use clew_logic::{InputId, Sort, TermId, TermPool};
use clew_symbolic::meaning::{
    Arbitrary, Effect, Havoc, Lifetime, Location, Named, Rules, Store, Stored, Target,
    scalar_width, variable,
};
use rustc_hash::FxHashMap;

/// A frame of a function.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) number: usize,
    pub(super) function: FunctionId,
    values: IdVec<LocalId, Option<TermId>>,
    pub(super) objects: IdVec<LocalId, Option<u64>>,
    has_begun: IdVec<LocalId, bool>,
}

/// The store.
pub(super) struct Instances<'p> {
    pub(super) program: &'p Program,
    rules: Rules,
    frames: Vec<Frame>,
    frames_made: usize,
    /// The objects of locals, by region.
    pub(super) locals: Vec<Object>,
    pub(super) labels: FxHashMap<(FunctionId, BlockId), u64>,
    /// The addresses of what another unit may define.
    weak: FxHashMap<String, TermId>,
    pub(super) escaping: Escaping,
    /// What accesses of the current statement may leave.
    pub(super) loose: Loose,
    pub(super) unchanged: IdVec<GlobalId, bool>,
    /// The constant objects whose bytes are known, and memory with nothing else.
    pub(super) images: Vec<GlobalId>,
    pub(super) constants: TermId,
    pub(super) events: Vec<Event>,
    pub(super) bases: Vec<Base>,
    /// What is known of cells: by address, size, and the event or base they are behind.
    pub(super) known_cells: FxHashMap<(TermId, u64, usize), TermId>,
    pub(super) base_cells: FxHashMap<(TermId, u64, usize), TermId>,
    instances: FxHashMap<InputId, Use>,
    /// How many instances have a name.
    named: FxHashMap<String, usize>,
    /// The current occurrence, and the instances that its addresses are made of.
    pub(super) index: usize,
    addresses: Vec<InputId>,
    pub(super) tagged: Vec<Tagged>,
}

impl<'p> Instances<'p> {
    pub(super) fn new(
        pool: &mut TermPool,
        program: &'p Program,
        function: FunctionId,
        rules: Rules,
    ) -> Self {
        let mut store = Self {
            program,
            rules,
            frames: Vec::new(),
            frames_made: 0,
            locals: Vec::new(),
            labels: FxHashMap::default(),
            weak: FxHashMap::default(),
            escaping: Escaping::default(),
            loose: Loose::default(),
            unchanged: unchanged_tables(program),
            images: Vec::new(),
            constants: TermPool::TRUE,
            events: Vec::new(),
            bases: Vec::new(),
            known_cells: FxHashMap::default(),
            base_cells: FxHashMap::default(),
            instances: FxHashMap::default(),
            named: FxHashMap::default(),
            index: 0,
            addresses: Vec::new(),
            tagged: Vec::new(),
        };
        store.constants = store.input(pool, "constants", Sort::BYTES);
        store.add_base(pool);
        store.push_frame(function);
        store
    }

    /// The next occurrence begins.
    pub(super) fn begin(&mut self, index: usize, loose: Loose) {
        self.index = index;
        self.addresses.clear();
        self.loose = loose;
    }

    pub(super) fn frame_number(&self) -> usize {
        self.frame().number
    }

    pub(super) fn push_frame(&mut self, function: FunctionId) {
        let count = self.program.functions[function].locals.len();
        self.frames.push(Frame {
            number: self.frames_made,
            function,
            values: IdVec::from_elem(None, count),
            objects: IdVec::from_elem(None, count),
            has_begun: IdVec::from_elem(false, count),
        });
        self.frames_made += 1;
    }

    pub(super) fn pop_frame(&mut self) {
        self.frames.pop();
    }

    pub(super) fn frame(&self) -> &Frame {
        self.frames.last().expect("a store should have a frame")
    }

    pub(super) fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a store should have a frame")
    }

    /// Adds a constraint at the current occurrence, unless it always holds.
    pub(super) fn constrain(&mut self, pool: &TermPool, kind: Kind, term: TermId) {
        let reads = self.reads_of(pool, term);
        self.tag(self.index, kind, term, reads, None);
    }

    pub(super) fn tag(
        &mut self,
        index: usize,
        kind: Kind,
        constraint: TermId,
        mut reads: Vec<Use>,
        writes: Option<Use>,
    ) {
        if constraint == TermPool::TRUE {
            return;
        }
        reads.sort_unstable_by_key(|it| it.instance);
        reads.dedup_by_key(|it| it.instance);
        self.tagged.push(Tagged { index, kind, constraint, reads, writes });
    }

    /// The uses in a term and in the addresses of the current occurrence.
    fn reads_of(&self, pool: &TermPool, term: TermId) -> Vec<Use> {
        let mut reads = self.uses_in(pool, term);
        reads.extend(self.addresses.iter().filter_map(|input| self.use_of(*input)));
        reads
    }

    pub(super) fn uses_in(&self, pool: &TermPool, term: TermId) -> Vec<Use> {
        let inputs = pool.free_inputs(term);
        inputs.into_iter().filter_map(|input| self.use_of(input)).collect()
    }

    pub(super) fn note_instance(&mut self, pool: &TermPool, used: Use) {
        let input = pool.input_of(used.instance).expect("an instance should be an input");
        self.instances.insert(input, used);
    }

    pub(super) fn use_of(&self, input: InputId) -> Option<Use> {
        self.instances.get(&input).copied()
    }

    /// Gives a new instance of a variable a value: the instance, with the equation that says so.
    pub(super) fn define(
        &mut self,
        pool: &mut TermPool,
        variable: Variable,
        name: &str,
        value: TermId,
    ) -> TermId {
        let reads = self.reads_of(pool, value);
        let instance = self.input(pool, name, Sort::BitVec(pool.width(value)));
        let written = Use { variable, instance };
        self.note_instance(pool, written);
        let equation = pool.eq(instance, value);
        self.tag(self.index, Kind::Assigned, equation, reads, Some(written));
        instance
    }

    /// Applies an effect, but for what control does.
    pub(super) fn apply(&mut self, pool: &mut TermPool, effect: &Effect) {
        for write in &effect.writes {
            if let Target::Memory(location) = write.target {
                self.note_address(pool, location.address);
            }
            if let Stored::Copy(from) = write.value {
                self.note_address(pool, from);
            }
        }
        for obligation in &effect.defined {
            if self.rules == Rules::StandardC || obligation.danger.ends_run() {
                self.constrain(pool, Kind::Defined(obligation.danger), obligation.holds);
            }
        }
        // What is stored is found in the state before.
        let mut changes = Vec::with_capacity(effect.writes.len());
        for write in &effect.writes {
            changes.push(self.change(pool, write.target, write.value));
        }
        for lifetime in &effect.lifetimes {
            self.live(pool, *lifetime);
        }
        for havoc in &effect.havocs {
            self.forget(pool, *havoc);
        }
        for change in changes {
            match change {
                Change::Value(local, value) => self.frame_mut().values[local] = Some(value),
                Change::Bytes(event) => self.events.push(event),
            }
        }
    }

    fn change(&mut self, pool: &mut TermPool, target: Target, value: Stored) -> Change {
        match (target, value) {
            (Target::Variable(local), Stored::Scalar(term)) => {
                let frame = self.frame();
                let (frame, function) = (frame.number, frame.function);
                let name = self.local_name(local);
                let variable = Variable::Local { frame, function, local };
                Change::Value(local, self.define(pool, variable, &name, term))
            }
            (Target::Variable(_), Stored::Copy(_) | Stored::Zero) => {
                unreachable!("a variable is a scalar")
            }
            (Target::Memory(location), value) => Change::Bytes(self.write(pool, location, value)),
        }
    }

    fn write(&mut self, pool: &mut TermPool, location: Location, value: Stored) -> Event {
        let loose = Some(self.loose.clone());
        let reach = self.reach(pool, location.address, loose.as_ref());
        let (held, size) = match (value, location.bits) {
            (Stored::Copy(from), _) => {
                let from = self.reach(pool, from, loose.as_ref());
                (Held::Copy(from), location.size)
            }
            (Stored::Zero, None) => (Held::Zero, location.size),
            (Stored::Scalar(_), _) | (Stored::Zero, Some(_)) => {
                let bytes = value.bytes(pool, self, &location);
                let term = concat(pool, &bytes);
                let size = bytes.len() as u64;
                let cell = self.cell(pool, reach, size);
                let name = self.cell_name(&cell);
                let instance = self.define(pool, Variable::Memory(cell), &name, term);
                (Held::Instance(instance), size)
            }
        };
        Event::Write { index: self.index, reach, size, held }
    }

    fn live(&mut self, pool: &mut TermPool, lifetime: Lifetime) {
        match lifetime {
            Lifetime::Begins(local) => {
                let address = self.local_address(local);
                if self.frame().has_begun[local] {
                    let ty = self.program.functions[self.frame().function].locals[local].ty;
                    let len = self.program.types.size(ty).unwrap_or(0);
                    let address = pool.bv(64, address.into());
                    self.forget(pool, Havoc::Range { address, len });
                }
                self.frame_mut().has_begun[local] = true;
            }
            Lifetime::Ends(local) => {
                let frame = self.frame_mut();
                frame.objects[local] = None;
                frame.has_begun[local] = false;
            }
        }
    }

    /// Forgets what something holds.
    pub(super) fn forget(&mut self, pool: &mut TermPool, havoc: Havoc) {
        match havoc {
            Havoc::Variable(local) => self.frame_mut().values[local] = None,
            Havoc::Range { address, len } => {
                let reach = self.reach(pool, address, None);
                let index = self.index;
                self.events.push(Event::Write { index, reach, size: len, held: Held::Any });
            }
            Havoc::Escaped => {
                let kept = self.kept_objects();
                self.forget_memory(pool, kept);
            }
            Havoc::Everything => {
                self.forget_memory(pool, Vec::new());
                let frame = self.frame_mut();
                for local in frame.values.ids() {
                    frame.values[local] = None;
                }
            }
        }
    }

    fn forget_memory(&mut self, pool: &mut TermPool, kept: Vec<Object>) {
        let base = self.bases.len();
        self.add_base(pool);
        self.events.push(Event::Forget { base, kept });
    }

    fn add_base(&mut self, pool: &mut TermPool) {
        let mut array = self.input(pool, "memory", Sort::BYTES);
        for global in self.images.clone() {
            array = self.with_image(pool, array, global);
        }
        self.bases.push(Base { index: self.index, array });
    }

    /// The objects that no other function can know of.
    fn kept_objects(&mut self) -> Vec<Object> {
        let mut kept = Vec::new();
        for frame in &self.frames {
            for (local, address) in frame.objects.iter_enumerated() {
                if address.is_some() && !self.escaping.has(self.program, frame.function, local) {
                    kept.push(Object::Local {
                        frame: frame.number,
                        function: frame.function,
                        local,
                    });
                }
            }
        }
        kept
    }

    /// Says that pointers among the parameters of the first frame come from outside.
    pub(super) fn assume_outside(&mut self, pool: &mut TermPool) {
        let function = &self.program.functions[self.frame().function];
        for &local in &function.params {
            let ty = function.locals[local].ty;
            let scalar = variable(self.program, function, local);
            if !self.program.types.is_pointer(ty) {
                continue;
            }
            let pointer = match scalar {
                Some(scalar) => self.variable(pool, local, scalar),
                None => {
                    let address = self.address(pool, Named::Local(local));
                    self.load(pool, address, 8)
                }
            };
            let limit = pool.bv(64, u128::from(LOCALS) << 32);
            let holds = pool.ult(pointer, limit);
            self.constrain(pool, Kind::Entry, holds);
        }
    }

    /// A new input whose name begins so: the next instance of what has the name.
    pub(super) fn input(&mut self, pool: &mut TermPool, name: &str, sort: Sort) -> TermId {
        self.named.entry(name.to_owned()).or_insert(1);
        self.first_input(pool, name, sort)
    }

    /// As [`Instances::input`], for what is there before any statement: it begins at 0.
    pub(super) fn first_input(&mut self, pool: &mut TermPool, name: &str, sort: Sort) -> TermId {
        loop {
            let count = self.named.entry(name.to_owned()).or_insert(0);
            let name = format!("{name}#{count}");
            *count += 1;
            if pool.find_input(&name).is_none() {
                return pool.input(&name, sort);
            }
        }
    }

    fn local_name(&self, local: LocalId) -> String {
        self.program.functions[self.frame().function].locals[local].name.clone()
    }

    pub(super) fn cell_name(&self, cell: &Cell) -> String {
        match cell.object {
            Some(Object::Local { function, local, .. }) => {
                self.program.functions[function].locals[local].name.clone()
            }
            Some(Object::Global(global)) => self.program.globals[global].name.clone(),
            None => "cell".to_owned(),
        }
    }

    fn note_address(&mut self, pool: &TermPool, address: TermId) {
        self.addresses.extend(pool.free_inputs(address));
    }
}

/// What a write changes.
enum Change {
    Value(LocalId, TermId),
    Bytes(Event),
}

impl Store for Instances<'_> {
    fn variable(&mut self, pool: &mut TermPool, local: LocalId, scalar: Scalar) -> TermId {
        let frame = self.frame();
        if let Some(value) = frame.values[local] {
            return value;
        }
        let (frame, function) = (frame.number, frame.function);
        let name = self.local_name(local);
        let instance = self.first_input(pool, &name, Sort::BitVec(scalar_width(scalar)));
        self.frame_mut().values[local] = Some(instance);
        let variable = Variable::Local { frame, function, local };
        self.note_instance(pool, Use { variable, instance });
        instance
    }

    fn address(&mut self, pool: &mut TermPool, named: Named) -> TermId {
        if let Some(name) = self.weak_name(named) {
            // It may be missing, or something else's.
            let known = self.weak.get(&name).copied();
            let address = known.unwrap_or_else(|| self.first_input(pool, &name, Sort::BitVec(64)));
            self.weak.insert(name, address);
            return address;
        }
        let address = match named {
            Named::Local(local) => self.local_address(local),
            Named::Global(global) => {
                self.put_image(pool, global);
                self.global_address(global)
            }
            Named::Function(function) => function_address(function),
            Named::Label(function, block) => self.label(function, block),
        };
        pool.bv(64, address.into())
    }

    fn load(&mut self, pool: &mut TermPool, address: TermId, len: u64) -> TermId {
        self.note_address(pool, address);
        let loose = self.loose.clone();
        let reach = self.reach(pool, address, Some(&loose));
        if let Some(Object::Global(global)) = reach.object
            && self.is_constant(global)
            && self.small_image(global).is_some()
        {
            // Nothing can ever change it.
            let mut bytes = Vec::with_capacity(len as usize);
            for at in 0..len {
                let address = self.offset(pool, address, at);
                bytes.push(pool.select(self.constants, address));
            }
            return concat(pool, &bytes);
        }
        self.read(pool, reach, len, self.events.len())
    }

    fn arbitrary(&mut self, pool: &mut TermPool, width: u32, _why: Arbitrary) -> TermId {
        self.input(pool, "any", Sort::BitVec(width))
    }
}
