//! Where the objects of a path are, and what constant ones hold.

use super::cells::Reach;
use super::condition::{Cell, Object};
use super::instances::Instances;
use super::places::{Loose, NamedBase};
use clew_ir::{BlockId, FunctionId, GlobalId, Id, Linkage, LocalId, RelocationTarget};
use clew_logic::{Op, TermId, TermPool};
use clew_symbolic::meaning::Named;

/// The regions of functions, of labels, of globals and of locals begin here: each object has 4 GiB of
/// its own.
const FUNCTIONS: u64 = 0x1000;
const LABELS: u64 = 0x1001;
const GLOBALS: u64 = 0x2000;
pub(super) const LOCALS: u64 = 0x0100_0000;
/// The first byte of an object in its region, and how far functions and labels are apart.
const START: u64 = 0x1000;
const STEP: u64 = 16;
/// Images of objects up to this size are known.
const MAX_IMAGE: usize = 256;

impl Instances<'_> {
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
    pub(super) fn put_image(&mut self, pool: &mut TermPool, global: GlobalId) {
        if !self.is_constant(global) || self.images.contains(&global) {
            return;
        }
        self.images.push(global);
        self.constants = self.with_image(pool, self.constants, global);
        for base in 0..self.bases.len() {
            self.bases[base].array = self.with_image(pool, self.bases[base].array, global);
        }
    }

    pub(super) fn is_constant(&self, global: GlobalId) -> bool {
        let declared = &self.program.globals[global];
        declared.linkage != Linkage::Weak && (declared.is_const || self.unchanged[global])
    }

    /// The name of what another unit may define, or nobody.
    pub(super) fn weak_name(&self, named: Named) -> Option<String> {
        match named {
            Named::Function(id) => {
                let function = &self.program.functions[id];
                let is_weak = function.linkage == Linkage::Weak && function.body.is_err();
                is_weak.then(|| function.name.clone())
            }
            Named::Global(id) => {
                let global = &self.program.globals[id];
                let is_weak = global.linkage == Linkage::Weak && global.init.is_none();
                is_weak.then(|| global.name.clone())
            }
            Named::Local(_) | Named::Label(..) => None,
        }
    }

    /// Memory with the initial bytes of an object, unless they are many.
    pub(super) fn with_image(
        &mut self,
        pool: &mut TermPool,
        array: TermId,
        global: GlobalId,
    ) -> TermId {
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

    pub(super) fn small_image(&self, global: GlobalId) -> Option<Vec<u8>> {
        let image = self.program.globals[global].init.as_ref()?;
        (image.bytes.len() <= MAX_IMAGE).then(|| image.bytes.clone())
    }

    pub(super) fn global_address(&self, global: GlobalId) -> u64 {
        let align = self.program.globals[global].align.max(1);
        ((GLOBALS + global.index() as u64) << 32) | START.next_multiple_of(align)
    }

    pub(super) fn label(&mut self, function: FunctionId, block: BlockId) -> u64 {
        let next = self.labels.len() as u64;
        let number = *self.labels.entry((function, block)).or_insert(next);
        (LABELS << 32) | (START + STEP * number)
    }

    /// The address of a local's object, which may be about to begin.
    pub(super) fn local_address(&mut self, local: LocalId) -> u64 {
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
        Reach { address, object, named, is_hidden }
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

fn base_of(object: Object) -> NamedBase {
    match object {
        Object::Local { local, .. } => NamedBase::Local(local),
        Object::Global(global) => NamedBase::Global(global),
    }
}

pub(super) fn function_address(function: FunctionId) -> u64 {
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
