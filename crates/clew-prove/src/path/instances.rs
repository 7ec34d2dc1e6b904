//! The store of a path condition: an instance for each assignment, and the constraints between them.

use super::cells::{Base, Event, Held, Reach, concat};
use super::condition::{Cell, Kind, Object, Tagged, Use, Variable};
use super::places::{Escaping, Loose, NamedBase};
use clew_ir::tables::unchanged_tables;
use clew_ir::{
    BlockId, FunctionId, GlobalId, Id, IdVec, LocalId, Program, RelocationTarget, Scalar,
};
use clew_logic::{InputId, Op, Sort, TermId, TermPool};
use clew_symbolic::meaning::{
    Arbitrary, Effect, Havoc, Lifetime, Location, Named, Rules, Store, Stored, Target,
    scalar_width, variable,
};
use rustc_hash::FxHashMap;

/// The regions of functions, of labels, of globals and of locals begin here: each object has 4 GiB of
/// its own.
const FUNCTIONS: u64 = 0x1000;
const LABELS: u64 = 0x1001;
const GLOBALS: u64 = 0x2000;
const LOCALS: u64 = 0x0100_0000;
/// The first byte of an object in its region, and how far functions and labels are apart.
const START: u64 = 0x1000;
const STEP: u64 = 16;
/// Images of objects up to this size are known.
const MAX_IMAGE: usize = 256;

/// A frame of a function.
#[derive(Debug)]
struct Frame {
    number: usize,
    function: FunctionId,
    values: IdVec<LocalId, Option<TermId>>,
    objects: IdVec<LocalId, Option<u64>>,
    has_begun: IdVec<LocalId, bool>,
}

/// The store.
pub(super) struct Instances<'p> {
    program: &'p Program,
    rules: Rules,
    frames: Vec<Frame>,
    frames_made: usize,
    /// The objects of locals, by region.
    locals: Vec<Object>,
    labels: FxHashMap<(FunctionId, BlockId), u64>,
    escaping: Escaping,
    /// What accesses of the current statement may leave.
    pub(super) loose: Loose,
    unchanged: IdVec<GlobalId, bool>,
    /// The constant objects whose bytes are known, and memory with nothing else.
    images: Vec<GlobalId>,
    constants: TermId,
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

    fn frame(&self) -> &Frame {
        self.frames.last().expect("a store should have a frame")
    }

    fn frame_mut(&mut self) -> &mut Frame {
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
            (Stored::Copy(from), _) => (Held::Copy(from), location.size),
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

    /// Says that globals have their initial values at the entry.
    pub(super) fn initialise(
        &mut self,
        pool: &mut TermPool,
        globals: impl IntoIterator<Item = GlobalId>,
    ) {
        for global in globals {
            self.bases[0].array = self.with_image(pool, self.bases[0].array, global);
        }
    }

    /// The bytes of constant objects are known from now on.
    fn put_image(&mut self, pool: &mut TermPool, global: GlobalId) {
        if !self.is_constant(global) || self.images.contains(&global) {
            return;
        }
        self.images.push(global);
        self.constants = self.with_image(pool, self.constants, global);
        for base in 0..self.bases.len() {
            self.bases[base].array = self.with_image(pool, self.bases[base].array, global);
        }
    }

    fn is_constant(&self, global: GlobalId) -> bool {
        self.program.globals[global].is_const || self.unchanged[global]
    }

    /// Memory with the initial bytes of an object, unless they are many.
    fn with_image(&mut self, pool: &mut TermPool, array: TermId, global: GlobalId) -> TermId {
        let Some(mut bytes) = self.small_image(global) else { return array };
        let relocations = self.program.globals[global].init.as_ref().map(|it| &it.relocations);
        for relocation in relocations.into_iter().flatten() {
            let target = match relocation.target {
                RelocationTarget::Global(global) => self.global_address(global),
                RelocationTarget::Function(function) => function_address(function),
                RelocationTarget::Label(function, block) => self.label(function, block),
            };
            let start = relocation.offset as usize;
            if let Some(place) = bytes.get_mut(start..start + 8) {
                place.copy_from_slice(&target.wrapping_add_signed(relocation.addend).to_le_bytes());
            }
        }
        let start = self.global_address(global);
        let mut array = array;
        for (at, byte) in bytes.into_iter().enumerate() {
            let address = pool.bv(64, (start + at as u64).into());
            let byte = pool.bv(8, byte.into());
            array = pool.store(array, address, byte);
        }
        array
    }

    fn small_image(&self, global: GlobalId) -> Option<Vec<u8>> {
        let image = self.program.globals[global].init.as_ref()?;
        (image.bytes.len() <= MAX_IMAGE).then(|| image.bytes.clone())
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

    fn global_address(&self, global: GlobalId) -> u64 {
        let align = self.program.globals[global].align.max(1);
        ((GLOBALS + global.index() as u64) << 32) | START.next_multiple_of(align)
    }

    fn label(&mut self, function: FunctionId, block: BlockId) -> u64 {
        let next = self.labels.len() as u64;
        let number = *self.labels.entry((function, block)).or_insert(next);
        (LABELS << 32) | (START + STEP * number)
    }

    /// The address of a local's object, which may be about to begin.
    fn local_address(&mut self, local: LocalId) -> u64 {
        let frame = self.frame();
        if let Some(address) = frame.objects[local] {
            return address;
        }
        let (number, function) = (frame.number, frame.function);
        let address =
            ((LOCALS + self.locals.len() as u64) << 32) | self.local_start(function, local);
        self.locals.push(Object::Local { frame: number, function, local });
        self.frame_mut().objects[local] = Some(address);
        address
    }

    fn local_start(&self, function: FunctionId, local: LocalId) -> u64 {
        let declared = &self.program.functions[function].locals[local];
        let align = self.program.types.align(declared.ty).max(declared.align);
        START.next_multiple_of(align.max(1))
    }

    /// The object whose region an address is in.
    fn object_at(&self, address: u64) -> Option<Object> {
        let region = address >> 32;
        if let Some(local) = region.checked_sub(LOCALS) {
            return self.locals.get(local as usize).copied();
        }
        let global = GlobalId::from_index(region.checked_sub(GLOBALS)? as usize);
        self.program.globals.get(global).map(|_| Object::Global(global))
    }

    /// Where an access leads: `loose` tells what accesses of the current statement may leave; without
    /// it only a constant address is known to be in an object.
    pub(super) fn reach(
        &mut self,
        pool: &TermPool,
        address: TermId,
        loose: Option<&Loose>,
    ) -> Reach {
        let named = constants_in(pool, address).into_iter().find_map(|it| self.object_at(it));
        let is_constant = pool.value(address).is_some();
        let object = named.filter(|object| {
            is_constant || loose.is_some_and(|loose| !loose.may_leave(base_of(*object)))
        });
        let is_hidden = match object {
            Some(Object::Local { function, local, .. }) => {
                !self.escaping.has(self.program, function, local)
            }
            Some(Object::Global(_)) | None => false,
        };
        Reach { address, object, is_hidden }
    }

    pub(super) fn cell(&self, pool: &TermPool, reach: Reach, size: u64) -> Cell {
        let Reach { address, object, .. } = reach;
        let offset = object.and_then(|object| self.offset_in(pool, object, address));
        Cell { object, offset, address, size }
    }

    /// The distance of an address from the start of an object, where it is known.
    fn offset_in(&self, pool: &TermPool, object: Object, address: TermId) -> Option<i64> {
        let start = match object {
            Object::Local { function, local, .. } => self.local_start(function, local),
            Object::Global(global) => self.global_address(global) & u64::from(u32::MAX),
        };
        let low = pool.value(address)? as u64 & u64::from(u32::MAX);
        Some(low as i64 - start as i64)
    }
}

/// What a write changes.
enum Change {
    Value(LocalId, TermId),
    Bytes(Event),
}

fn base_of(object: Object) -> NamedBase {
    match object {
        Object::Local { local, .. } => NamedBase::Local(local),
        Object::Global(global) => NamedBase::Global(global),
    }
}

fn function_address(function: FunctionId) -> u64 {
    (FUNCTIONS << 32) | (START + STEP * function.index() as u64)
}

/// The constants that an address is the sum of.
fn constants_in(pool: &TermPool, address: TermId) -> Vec<u64> {
    let (mut open, mut found) = (vec![address], Vec::new());
    while let Some(term) = open.pop() {
        match (pool.value(term), pool.op(term)) {
            (Some(value), _) => found.push(value as u64),
            (None, Op::Add) => open.extend(pool.args(term)),
            (None, _) => {}
        }
    }
    found
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
