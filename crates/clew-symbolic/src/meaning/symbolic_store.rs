//! The forward use: a store of terms that effects are applied to.
//!
//! Memory is one array from addresses to bytes, and each frame has the values of its variables.
//! What is not known is an input of the pool. The constraints that a path leaves are kept with
//! their positions.

use super::bytes::offset;
use super::effect::{Arbitrary, Danger, Effect, Havoc, Lifetime, Location, Stored, Target};
use super::frame::{Addresses, Frame};
use super::store::{Named, Store, scalar_width};
use super::{ADDRESS, variable};
use clew_ir::tables::unchanged_tables;
use clew_ir::{
    Expr, ExprKind, FunctionId, GlobalId, IdVec, LocalId, PlaceBase, Position, Program,
    RelocationTarget, Scalar,
};
use clew_logic::{Sort, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// How assignments become constraints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Not at all: the value takes the variable's place. The shortest constraints.
    Substituted,
    /// As an equation of a new instance of what is assigned: a conflict then names the assignments
    /// that it rests on, and leaving one out only weakens the constraints.
    Instances,
}

/// What ends a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// What ends a run of the machine: signed arithmetic wraps.
    Machine,
    /// All that C leaves undefined.
    StandardC,
}

/// Where a constraint comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// A branch, or a computed call, goes this way.
    Guard,
    /// A value is assigned: [`Style::Instances`].
    Assigned,
    /// The path goes on, so this did not happen.
    Defined(Danger),
    /// A pointer that comes from outside does not point into a frame that is yet to be.
    Outside,
}

/// A constraint of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// Where it arises.
    pub position: Position,
    /// What it comes from.
    pub origin: Origin,
    /// The Boolean.
    pub term: TermId,
}

/// Images of constant objects up to this size are known to the store.
const MAX_IMAGE: usize = 256;
/// Objects up to this size survive calls of unknown functions that cannot know them.
const MAX_KEPT: u64 = 256;

/// A state on a path: frames, memory, and the constraints on the way.
#[derive(Clone, Debug)]
pub struct SymbolicStore<'p> {
    pub(super) program: &'p Program,
    style: Style,
    rules: Rules,
    pub(super) frames: Vec<Frame>,
    pub(super) memory: TermId,
    pub(super) addresses: Addresses,
    /// The constant objects whose bytes are in memory.
    pub(super) images: Vec<GlobalId>,
    /// The objects that are constant without being declared so.
    unchanged: Rc<IdVec<GlobalId, bool>>,
    /// The locals of each function whose address is taken as a value.
    escaping: FxHashMap<FunctionId, FxHashSet<LocalId>>,
    /// For the names of inputs.
    pub(super) made: usize,
    pub(super) constraints: Vec<Constraint>,
}

impl<'p> SymbolicStore<'p> {
    /// A store in a frame of a function, about which and about memory nothing is known.
    pub fn new(
        pool: &mut TermPool,
        program: &'p Program,
        function: FunctionId,
        style: Style,
        rules: Rules,
    ) -> Self {
        let mut store = Self {
            program,
            style,
            rules,
            frames: vec![Frame::new(program, function)],
            memory: TermPool::TRUE,
            addresses: Addresses::default(),
            images: Vec::new(),
            unchanged: Rc::new(unchanged_tables(program)),
            escaping: FxHashMap::default(),
            made: pool.inputs().count(),
            constraints: Vec::new(),
        };
        store.memory = store.input(pool, "memory", Sort::BYTES);
        store
    }

    /// The constraints so far, in order.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The memory: an array of bytes by address.
    pub fn memory(&self) -> TermId {
        self.memory
    }

    /// The value of a variable of the current frame, once it has one.
    pub fn value_of(&self, local: LocalId) -> Option<TermId> {
        self.frame().values[local]
    }

    /// Adds a constraint, unless it always holds.
    pub fn constrain(&mut self, position: Position, origin: Origin, term: TermId) {
        if term != TermPool::TRUE {
            self.constraints.push(Constraint { position, origin, term });
        }
    }

    /// Whether a constraint can be seen to be false.
    pub fn is_refuted(&self) -> bool {
        self.constraints.iter().any(|constraint| constraint.term == TermPool::FALSE)
    }

    /// Says that pointers among the parameters of the current frame come from outside.
    pub fn assume_outside(&mut self, pool: &mut TermPool, position: Position) {
        let function = &self.program.functions[self.frame().function];
        for &local in &function.params {
            let ty = function.locals[local].ty;
            if !self.program.types.is_pointer(ty) {
                continue;
            }
            let pointer = match variable(self.program, function, local) {
                Some(scalar) => self.variable(pool, local, scalar),
                None => {
                    let address = self.address(pool, Named::Local(local));
                    self.load(pool, address, u64::from(ADDRESS / 8))
                }
            };
            let limit = pool.bv(ADDRESS, Addresses::FIRST_LOCAL.into());
            let holds = pool.ult(pointer, limit);
            self.constrain(position, Origin::Outside, holds);
        }
    }

    /// Enters a frame of a function.
    pub fn push_frame(&mut self, function: FunctionId) {
        self.frames.push(Frame::new(self.program, function));
    }

    /// Leaves the current frame; its objects are gone.
    pub fn pop_frame(&mut self) {
        self.frames.pop();
    }

    /// Sets the frames above the first few aside.
    pub(super) fn set_aside(&mut self, kept: usize) -> Vec<Frame> {
        self.frames.split_off(kept)
    }

    /// Puts frames back that were set aside.
    pub(super) fn put_back(&mut self, frames: Vec<Frame>) {
        self.frames.extend(frames);
    }

    pub(super) fn frame(&self) -> &Frame {
        self.frames.last().expect("a store should have a frame")
    }

    fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a store should have a frame")
    }

    /// How many frames there are.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Whether a predicate over the frame at a depth (the outermost is 0) holds: it has a value, as a
    /// run of the machine computes it, which is not zero. Without such a frame it may be anything.
    pub fn holds_in(&mut self, pool: &mut TermPool, depth: usize, predicate: &Expr) -> TermId {
        if depth >= self.frames.len() {
            return self.input(pool, "any", Sort::Bool);
        }
        let inner = self.frames.split_off(depth + 1);
        let function = self.frame().function;
        let program = self.program;
        let found = super::Meaning::new(program, function, pool, self).predicate(predicate);
        self.frames.extend(inner);
        let obligations = found.defined.iter().filter(|it| it.danger.ends_run());
        let defined: Vec<TermId> = obligations.map(|it| it.holds).collect();
        pool.and_all(defined.into_iter().chain([found.holds]))
    }

    /// Applies an effect, but for what control does.
    pub fn apply(&mut self, pool: &mut TermPool, position: Position, effect: &Effect) {
        for obligation in &effect.defined {
            if self.rules == Rules::StandardC || obligation.danger.ends_run() {
                self.constrain(position, Origin::Defined(obligation.danger), obligation.holds);
            }
        }
        // What is stored is found in the state before.
        let mut stored = Vec::with_capacity(effect.writes.len());
        for write in &effect.writes {
            let value = self.instance(pool, position, write.target, write.value);
            stored.push(match (write.target, value) {
                (Target::Variable(local), Stored::Scalar(value)) => Change::Value(local, value),
                (Target::Variable(_), Stored::Copy(_) | Stored::Zero) => {
                    unreachable!("a variable is a scalar")
                }
                (Target::Memory(location), value) => {
                    Change::Bytes(location, value.bytes(pool, self, &location))
                }
            });
        }
        for lifetime in &effect.lifetimes {
            self.live(pool, *lifetime);
        }
        for havoc in &effect.havocs {
            self.forget(pool, *havoc);
        }
        for change in stored {
            match change {
                Change::Value(local, value) => self.frame_mut().values[local] = Some(value),
                Change::Bytes(location, bytes) => self.put(pool, location.address, &bytes),
            }
        }
    }

    /// The value, or in [`Style::Instances`] a name for it and the equation that says so.
    fn instance(
        &mut self,
        pool: &mut TermPool,
        position: Position,
        target: Target,
        value: Stored,
    ) -> Stored {
        let (Style::Instances, Stored::Scalar(term)) = (self.style, value) else { return value };
        let name = match target {
            Target::Variable(local) => self.local_name(local),
            Target::Memory(location) => match location.base {
                super::Base::Local(local) => self.local_name(local),
                super::Base::Global(global) => self.program.globals[global].name.clone(),
                super::Base::Pointer => "stored".to_owned(),
            },
        };
        let instance = self.input(pool, &name, Sort::BitVec(pool.width(term)));
        let equation = pool.eq(instance, term);
        self.constrain(position, Origin::Assigned, equation);
        Stored::Scalar(instance)
    }

    fn live(&mut self, pool: &mut TermPool, lifetime: Lifetime) {
        match lifetime {
            // A fresh region holds nothing that is known; the same object again forgets its bytes.
            Lifetime::Begins(local) => {
                let address = self.local_address(local);
                if self.frame().has_begun[local] {
                    let ty = self.program.functions[self.frame().function].locals[local].ty;
                    let len = self.program.types.size(ty).unwrap_or(0);
                    let address = pool.bv(ADDRESS, address.into());
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
    pub fn forget(&mut self, pool: &mut TermPool, havoc: Havoc) {
        match havoc {
            Havoc::Variable(local) => self.frame_mut().values[local] = None,
            Havoc::Range { address, len } => {
                let bytes: Vec<TermId> =
                    (0..len).map(|_| self.input(pool, "byte", Sort::BitVec(8))).collect();
                self.put(pool, address, &bytes);
            }
            Havoc::Escaped => {
                let kept = self.kept_objects(pool);
                self.forget_memory(pool);
                for (address, bytes) in kept {
                    self.put(pool, address, &bytes);
                }
            }
            Havoc::Everything => {
                self.forget_memory(pool);
                let frame = self.frame_mut();
                for local in frame.values.ids() {
                    frame.values[local] = None;
                }
            }
        }
    }

    /// Forgets the values of all frames, all memory, and how it came to them.
    pub(super) fn forget_all(&mut self, pool: &mut TermPool) {
        self.constraints.clear();
        for frame in &mut self.frames {
            for local in frame.values.ids() {
                frame.values[local] = None;
            }
        }
        self.forget_memory(pool);
    }

    fn forget_memory(&mut self, pool: &mut TermPool) {
        self.memory = self.input(pool, "memory", Sort::BYTES);
        for global in std::mem::take(&mut self.images) {
            self.put_image(pool, global);
        }
    }

    /// The bytes of the objects that no other function can know of.
    fn kept_objects(&mut self, pool: &mut TermPool) -> Vec<(TermId, Vec<TermId>)> {
        let mut objects = Vec::new();
        for frame in self.frames.clone() {
            for (local, address) in frame.objects.iter_enumerated() {
                let ty = self.program.functions[frame.function].locals[local].ty;
                let size = self.program.types.size(ty).unwrap_or(0);
                if let Some(address) = *address
                    && size <= MAX_KEPT
                    && !self.escapes(frame.function, local)
                {
                    let start = pool.bv(ADDRESS, address.into());
                    let mut bytes = Vec::with_capacity(size as usize);
                    for at in 0..size {
                        let address = offset(pool, start, at);
                        bytes.push(self.load(pool, address, 1));
                    }
                    objects.push((start, bytes));
                }
            }
        }
        objects
    }

    /// Whether a function takes the address of a local as a value.
    fn escapes(&mut self, function: FunctionId, local: LocalId) -> bool {
        let program = self.program;
        let escaping = self.escaping.entry(function).or_insert_with(|| {
            let mut taken = FxHashSet::default();
            if let Ok(body) = &program.functions[function].body {
                body.for_each_expr(&mut |expr| {
                    if let ExprKind::AddressOf(place) = &expr.kind
                        && let PlaceBase::Local(local) = place.base
                    {
                        taken.insert(local);
                    }
                });
            }
            taken
        });
        escaping.contains(&local)
    }

    /// Puts bytes into memory.
    fn put(&mut self, pool: &mut TermPool, address: TermId, bytes: &[TermId]) {
        for (at, byte) in bytes.iter().enumerate() {
            let address = offset(pool, address, at as u64);
            self.memory = pool.store(self.memory, address, *byte);
        }
    }

    /// Puts the bytes of a constant object into memory: nothing can ever change them.
    fn put_image(&mut self, pool: &mut TermPool, global: GlobalId) {
        let is_constant = self.program.globals[global].is_const || self.unchanged[global];
        if is_constant && !self.images.contains(&global) {
            self.images.push(global);
            self.put_initial(pool, global);
        }
    }

    /// Puts the initial bytes of an object into memory, unless they are many.
    pub(super) fn put_initial(&mut self, pool: &mut TermPool, global: GlobalId) {
        let declared = &self.program.globals[global];
        let image = declared.init.as_ref().filter(|image| image.bytes.len() <= MAX_IMAGE);
        let Some(image) = image else { return };
        let mut bytes = image.bytes.clone();
        for relocation in &image.relocations {
            let target = match relocation.target {
                RelocationTarget::Global(global) => Addresses::global(self.program, global),
                RelocationTarget::Function(function) => Addresses::function(function),
                RelocationTarget::Label(function, block) => self.addresses.label(function, block),
            };
            let start = relocation.offset as usize;
            if let Some(place) = bytes.get_mut(start..start + 8) {
                place.copy_from_slice(&target.wrapping_add_signed(relocation.addend).to_le_bytes());
            }
        }
        let address = pool.bv(ADDRESS, Addresses::global(self.program, global).into());
        let bytes: Vec<TermId> = bytes.iter().map(|byte| pool.bv(8, (*byte).into())).collect();
        self.put(pool, address, &bytes);
    }

    /// A new input whose name begins so.
    pub(super) fn input(&mut self, pool: &mut TermPool, name: &str, sort: Sort) -> TermId {
        loop {
            let name = format!("{name}#{}", self.made);
            self.made += 1;
            if pool.find_input(&name).is_none() {
                return pool.input(&name, sort);
            }
        }
    }

    fn local_name(&self, local: LocalId) -> String {
        self.program.functions[self.frame().function].locals[local].name.clone()
    }

    /// The address of a local's object, which may be about to begin.
    pub(super) fn local_address(&mut self, local: LocalId) -> u64 {
        if let Some(address) = self.frame().objects[local] {
            return address;
        }
        let declared = &self.program.functions[self.frame().function].locals[local];
        let align = declared.alignment(&self.program.types);
        let address = self.addresses.fresh(align);
        self.frame_mut().objects[local] = Some(address);
        address
    }
}

/// What a write changes.
enum Change {
    Value(LocalId, TermId),
    Bytes(Location, Vec<TermId>),
}

impl Store for SymbolicStore<'_> {
    fn variable(&mut self, pool: &mut TermPool, local: LocalId, scalar: Scalar) -> TermId {
        if let Some(value) = self.frame().values[local] {
            return value;
        }
        let name = self.local_name(local);
        let value = self.input(pool, &name, Sort::BitVec(scalar_width(scalar)));
        self.frame_mut().values[local] = Some(value);
        value
    }

    fn address(&mut self, pool: &mut TermPool, named: Named) -> TermId {
        let address = match named {
            Named::Local(local) => self.local_address(local),
            Named::Global(global) => {
                self.put_image(pool, global);
                Addresses::global(self.program, global)
            }
            Named::Function(function) => Addresses::function(function),
            Named::Label(function, block) => self.addresses.label(function, block),
        };
        pool.bv(ADDRESS, address.into())
    }

    fn load(&mut self, pool: &mut TermPool, address: TermId, len: u64) -> TermId {
        let mut value = pool.select(self.memory, address);
        for at in 1..len {
            let address = offset(pool, address, at);
            let byte = pool.select(self.memory, address);
            value = pool.concat(byte, value);
        }
        value
    }

    fn arbitrary(&mut self, pool: &mut TermPool, width: u32, _why: Arbitrary) -> TermId {
        self.input(pool, "any", Sort::BitVec(width))
    }
}
