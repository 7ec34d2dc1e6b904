//! Regions: the objects that an analysis of a whole program can tell apart.
//!
//! A region stands for one object or for many: for all instances of a local, for all that one
//! call allocates, for all that the world outside owns. Two regions never share a byte, with one
//! exception: what is [`Region::External`] may be any region that is *escaped*, see
//! [`crate::points_to`].
//!
//! Regions are numbered once for a program, in a fixed order: the world, the library, globals,
//! functions, then for each function with a body its locals, its variable arguments and what its
//! calls allocate.

use crate::body::{Builtin, Callee, StatementKind};
use crate::effects::Site;
use crate::ids::{FunctionId, GlobalId, Id, IdVec, LocalId, RegionId};
use crate::points_to::library;
use crate::program::Program;
use rustc_hash::FxHashMap;

/// What a region is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Region {
    /// Every object of the world outside: of callers, of functions without a body, and what
    /// earlier calls of the program have left there.
    External,
    /// The objects of the C library that the program sees through it: `errno`, streams, results in
    /// static storage. They belong to [`Region::External`], too.
    Library,
    /// An object with static storage; string literals are among them.
    Global(GlobalId),
    /// The code of a function: what pointers to functions point to. Nothing writes it.
    Function(FunctionId),
    /// A parameter, variable or temporary of a function: all its instances, where calls of the
    /// function overlap.
    Local(FunctionId, LocalId),
    /// The arguments of a variadic function past its parameters, in all its calls.
    Arguments(FunctionId),
    /// What a call allocates, each time it is executed: by `malloc` and its kin, by `alloca`, or
    /// as a variable-length array.
    Allocation(FunctionId, Site),
}

/// How many objects exist at a time that a region stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Multiplicity {
    /// At most one: what is written to it as a whole replaces what was there.
    One,
    /// Perhaps several.
    Many,
}

/// The regions of a program.
#[derive(Clone, Debug)]
pub struct Regions {
    regions: IdVec<RegionId, Region>,
    first_global: usize,
    first_function: usize,
    first_local: IdVec<FunctionId, usize>,
    arguments: FxHashMap<FunctionId, RegionId>,
    allocations: FxHashMap<(FunctionId, Site), RegionId>,
}

impl Regions {
    /// The world outside.
    pub const EXTERNAL: RegionId = RegionId::fixed(0);
    /// The objects of the C library.
    pub const LIBRARY: RegionId = RegionId::fixed(1);

    /// Numbers the regions of a program.
    pub fn new(program: &Program) -> Self {
        let world = [Region::External, Region::Library];
        let globals = program.globals.ids().map(Region::Global);
        let functions = program.functions.ids().map(Region::Function);
        let mut table = Self {
            first_global: world.len(),
            first_function: world.len() + program.globals.len(),
            regions: world.into_iter().chain(globals).chain(functions).collect(),
            first_local: IdVec::new(),
            arguments: FxHashMap::default(),
            allocations: FxHashMap::default(),
        };
        for id in program.functions.ids() {
            table.add_function(program, id);
        }
        table
    }

    fn add_function(&mut self, program: &Program, id: FunctionId) {
        self.first_local.push(self.regions.len());
        let function = &program.functions[id];
        let Ok(body) = &function.body else { return };
        for local in function.locals.ids() {
            self.regions.push(Region::Local(id, local));
        }
        let ty = program.function_type(id);
        if ty.is_variadic || !ty.has_prototype {
            self.arguments.insert(id, self.regions.push(Region::Arguments(id)));
        }
        for (block, contents) in body.blocks.iter_enumerated() {
            for (statement, each) in contents.statements.iter().enumerate() {
                if may_allocate(program, &each.kind) {
                    let site = Site { block, statement };
                    let region = self.regions.push(Region::Allocation(id, site));
                    self.allocations.insert((id, site), region);
                }
            }
        }
    }

    /// What a region is.
    pub fn get(&self, id: RegionId) -> Region {
        self.regions[id]
    }

    /// All regions, in order.
    pub fn ids(&self) -> impl Iterator<Item = RegionId> + use<> {
        self.regions.ids()
    }

    /// The number of regions.
    pub fn len(&self) -> usize {
        self.regions.len()
    }

    /// Whether there is no region: never, for there is a world.
    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// The region of a global.
    pub fn global(&self, id: GlobalId) -> RegionId {
        RegionId::from_index(self.first_global + id.index())
    }

    /// The region of a function's code.
    pub fn function(&self, id: FunctionId) -> RegionId {
        RegionId::from_index(self.first_function + id.index())
    }

    /// The region of a local of a function with a body.
    pub fn local(&self, function: FunctionId, local: LocalId) -> RegionId {
        RegionId::from_index(self.first_local[function] + local.index())
    }

    /// The region of the variable arguments of a function, if it has a body and takes any.
    pub fn arguments(&self, function: FunctionId) -> Option<RegionId> {
        self.arguments.get(&function).copied()
    }

    /// The region that a call allocates, if it may allocate.
    pub fn allocation(&self, function: FunctionId, site: Site) -> Option<RegionId> {
        self.allocations.get(&(function, site)).copied()
    }

    /// What a region is called in messages and tests: `x`, `f::y`, `f@block0:3`.
    pub fn name(&self, program: &Program, id: RegionId) -> String {
        let function = |id: FunctionId| &program.functions[id].name;
        match self.get(id) {
            Region::External => "external".to_owned(),
            Region::Library => "library".to_owned(),
            Region::Global(global) => program.globals[global].name.clone(),
            Region::Function(id) => format!("{}()", function(id)),
            Region::Local(id, local) => {
                format!("{}::{}", function(id), program.functions[id].locals[local].name)
            }
            Region::Arguments(id) => format!("{}::...", function(id)),
            Region::Allocation(id, site) => {
                format!("{}@{}:{}", function(id), site.block, site.statement)
            }
        }
    }
}

/// Whether a statement may make an object that has no name. A call by address may reach an
/// allocator as well as anything else.
fn may_allocate(program: &Program, statement: &StatementKind) -> bool {
    let StatementKind::Call { callee, .. } = statement else { return false };
    match callee {
        Callee::Direct(function) => library::allocates(&program.functions[*function]),
        Callee::Indirect(_) => true,
        Callee::Builtin(builtin) => *builtin == Builtin::Alloca,
    }
}

/// A set of regions, in the order of their ids.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RegionSet {
    ids: Vec<RegionId>,
}

impl RegionSet {
    /// The empty set.
    pub const fn new() -> Self {
        Self { ids: Vec::new() }
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The number of regions.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether a region is in it.
    pub fn contains(&self, id: RegionId) -> bool {
        self.ids.binary_search(&id).is_ok()
    }

    /// Adds a region; whether it is new.
    pub fn insert(&mut self, id: RegionId) -> bool {
        match self.ids.binary_search(&id) {
            Ok(_) => false,
            Err(at) => {
                self.ids.insert(at, id);
                true
            }
        }
    }

    /// Adds all of `other`; whether one of them is new.
    pub fn union_with(&mut self, other: &RegionSet) -> bool {
        if other.ids.iter().all(|id| self.contains(*id)) {
            return false;
        }
        let mut merged = Vec::with_capacity(self.ids.len() + other.ids.len());
        let (mut left, mut right) = (self.ids.iter().peekable(), other.ids.iter().peekable());
        while let (Some(&&a), Some(&&b)) = (left.peek(), right.peek()) {
            merged.push(a.min(b));
            if a <= b {
                left.next();
            }
            if b <= a {
                right.next();
            }
        }
        merged.extend(left.chain(right));
        self.ids = merged;
        true
    }

    /// Whether a region is in both sets.
    pub fn intersects(&self, other: &RegionSet) -> bool {
        let (small, large) = if self.len() < other.len() { (self, other) } else { (other, self) };
        small.ids.iter().any(|id| large.contains(*id))
    }

    /// Keeps the regions for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(RegionId) -> bool) {
        self.ids.retain(|id| keep(*id));
    }

    /// The regions, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = RegionId> + '_ {
        self.ids.iter().copied()
    }
}

impl Extend<RegionId> for RegionSet {
    fn extend<It: IntoIterator<Item = RegionId>>(&mut self, ids: It) {
        for id in ids {
            self.insert(id);
        }
    }
}

impl FromIterator<RegionId> for RegionSet {
    fn from_iter<It: IntoIterator<Item = RegionId>>(ids: It) -> Self {
        let mut ids: Vec<RegionId> = ids.into_iter().collect();
        ids.sort_unstable();
        ids.dedup();
        Self { ids }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ids: &[usize]) -> RegionSet {
        ids.iter().map(|id| RegionId::from_index(*id)).collect()
    }

    #[test]
    fn sets_are_ordered_and_have_no_doubles() {
        let mut left = set(&[7, 3, 3, 9]);
        assert_eq!(left, set(&[3, 7, 9]));
        assert!(!left.union_with(&set(&[9, 3])));
        assert!(left.union_with(&set(&[1, 8, 9, 12])));
        assert_eq!(left, set(&[1, 3, 7, 8, 9, 12]));
        assert!(left.insert(RegionId::from_index(4)) && !left.insert(RegionId::from_index(4)));
        assert_eq!(left.iter().map(Id::index).collect::<Vec<_>>(), [1, 3, 4, 7, 8, 9, 12]);
    }

    #[test]
    fn sets_that_share_a_region_intersect() {
        assert!(set(&[1, 5]).intersects(&set(&[0, 2, 5, 6])));
        assert!(!set(&[1, 5]).intersects(&set(&[0, 2, 6])));
        assert!(!set(&[]).intersects(&set(&[0])));
    }
}
