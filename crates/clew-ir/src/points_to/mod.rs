//! Where pointers may point to, and what statements and functions may read and write.
//!
//! One analysis for a whole program and an [`Entry`]. It is inclusion-based: what a place may hold
//! is the union of all that any statement may store there, whatever the order of the statements
//! and whoever calls (Andersen). Members of records are told apart by their offsets, elements of
//! arrays are not.
//!
//! # The world outside
//!
//! [`Region::External`] is every object that the program has no name for. A region is *escaped*
//! when the world may know its address: it is visible by name to other units, or a pointer to it
//! was stored where the world looks, or given to a function whose code is not there. The world may
//! read and write what is escaped at any call that leaves the program, and may call escaped
//! functions. So all escaped regions hold the same, a pointer to anything escaped or outside, and
//! a pointer that comes from the world may point to any of them.
//!
//! Constant objects escape, and keep what they hold: writing them is a fault.
//!
//! What may point to too many regions to be told one by one is taken for a pointer of the world's,
//! and the world to know those regions. That only adds to the sets, and keeps the work for each
//! statement bounded.
//!
//! # What is taken for granted
//!
//! - An access stays in its object, and arithmetic on *pointers* in the object it starts from, as
//!   C demands; in an array that is a member, in that array. Arithmetic on *integers* as wide as
//!   an address may lead to whatever its operands lead to, and copies byte by byte are followed.
//! - The difference of two pointers, the remainder of a division and arithmetic on integers
//!   narrower than an address give numbers that are no addresses any more.
//! - Code outside does not know the program's functions by name (as in [`crate::call_graph`]).
//! - Library functions do what their table says (`library.rs`).

mod access;
mod calls;
mod contents;
mod escape;
pub(crate) mod library;
mod library_table;
mod pointer;
mod reserved;
mod solve;
mod state;
#[cfg(test)]
mod tests;

use crate::body::{Callee, Statement, StatementKind};
use crate::effects::Site;
use crate::expr::{Expr, ExprKind, Place};
use crate::ids::{FunctionId, IdVec, LocalId, RegionId};
use crate::program::Program;
use crate::regions::{Multiplicity, Region, RegionSet, Regions};
use access::{Access, Summaries};
pub use library::is_library_name;
use pointer::PointerSet;
pub use reserved::{Edition, is_reserved_name};
use solve::Solver;
use state::State;
use std::collections::BTreeSet;

/// Where runs start, and what has happened before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entry {
    /// The program is run from the start: this is its `main`. The world gives the arguments.
    Program(FunctionId),
    /// A function is called by a test, with any arguments, in any state that earlier calls of the
    /// program's functions can have left and that inputs can make of its variables.
    Unit(FunctionId),
    /// The world calls any functions with external linkage, in any order, with any arguments.
    Anyone,
}

/// The functions that a call may reach.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallTargets {
    /// Functions of the program, with or without a body.
    pub functions: BTreeSet<FunctionId>,
    /// Whether it may reach functions that the program does not declare, too.
    pub unknown: Unknown,
}

/// Whether a call may reach functions that the program does not declare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Unknown {
    /// Its targets are all known.
    #[default]
    No,
    /// The address comes from the world.
    Possible,
}

/// The results of the analysis.
#[derive(Clone, Debug)]
pub struct PointsTo<'p> {
    state: State<'p>,
    entry: Entry,
    is_reached: IdVec<FunctionId, bool>,
    /// All that a pointer of the world's may point to, [`Region::External`] itself too.
    escaped: RegionSet,
    summaries: Summaries,
    /// The locals whose address leaves their function.
    leaving: RegionSet,
}

impl<'p> PointsTo<'p> {
    /// Analyses a program.
    pub fn new(program: &'p Program, entry: Entry) -> Self {
        let solver = Solver::solve(program, entry);
        let (state, is_reached) = (solver.state, solver.is_reached);
        let escaped = state.regions.ids().filter(|region| state.is_escaped[*region]).collect();
        let summaries = Summaries::new(&state, entry, &is_reached);
        let leaving = escape::leaving_locals(&state, &summaries);
        Self { state, entry, is_reached, escaped, summaries, leaving }
    }

    /// The regions that the sets are made of.
    pub fn regions(&self) -> &Regions {
        &self.state.regions
    }

    /// Whether the function may be called at all. The sets of others are empty.
    pub fn is_reached(&self, function: FunctionId) -> bool {
        self.is_reached[function]
    }

    /// Whether the world may know where a region is.
    pub fn is_escaped(&self, region: RegionId) -> bool {
        self.escaped.contains(region)
    }

    /// How many objects a region may stand for at a time.
    pub fn multiplicity(&self, region: RegionId) -> Multiplicity {
        match self.state.regions.get(region) {
            Region::Global(_) | Region::Function(_) => Multiplicity::One,
            Region::Local(function, _) if !self.summaries.is_recursive(function) => {
                Multiplicity::One
            }
            Region::External
            | Region::Library
            | Region::Local(..)
            | Region::Arguments(_)
            | Region::Allocation(..) => Multiplicity::Many,
        }
    }

    /// Where the value of an expression in a function may point to.
    pub fn points_to(&self, function: FunctionId, expr: &Expr) -> RegionSet {
        self.expand(self.state.pointers(function, expr).regions().collect())
    }

    /// The regions that a place in a function may be in.
    pub fn regions_of(&self, function: FunctionId, place: &Place) -> RegionSet {
        self.expand(self.state.address(function, place).regions().collect())
    }

    /// The functions that a call in a function may reach; none for builtins.
    pub fn targets(&self, function: FunctionId, callee: &Callee) -> CallTargets {
        let targets = self.state.targets(function, callee, self.entry);
        let unknown = if targets.has_unknown { Unknown::Possible } else { Unknown::No };
        CallTargets { functions: targets.functions, unknown }
    }

    /// What evaluating an expression in a function may read.
    pub fn read_by(&self, function: FunctionId, expr: &Expr) -> RegionSet {
        let mut access = Access::default();
        access.read_expr(&self.state, function, expr);
        self.expand(access.reads)
    }

    /// What a statement or terminator may write, through all calls. Begin and end of a local's
    /// life count, and so does the end of an object's: the value is lost.
    pub fn written_by(&self, function: FunctionId, site: Site) -> RegionSet {
        self.expand_writes(self.access(function, site).writes)
    }

    /// What a statement or terminator may read, through all calls.
    pub fn read_at(&self, function: FunctionId, site: Site) -> RegionSet {
        self.expand(self.access(function, site).reads)
    }

    /// What a call of the function may write that is still there when it returns: its own locals
    /// are not, but those of other calls under way are.
    pub fn may_write(&self, function: FunctionId) -> RegionSet {
        self.expand_writes(self.summaries.function(function).writes.clone())
    }

    /// What a call of the function may read that was there when it was called.
    pub fn may_read(&self, function: FunctionId) -> RegionSet {
        self.expand(self.summaries.function(function).reads.clone())
    }

    /// Whether two places in a function may share a byte.
    pub fn may_alias(&self, function: FunctionId, one: &Place, other: &Place) -> bool {
        let types = &self.state.program.types;
        let (size, other_size) = (types.size(one.ty), types.size(other.ty));
        let addresses = |place| self.state.address(function, place);
        let (ones, others): (PointerSet, PointerSet) = (addresses(one), addresses(other));
        let is_outside = |region: RegionId| region == Regions::EXTERNAL;
        ones.iter().any(|one| {
            others.iter().any(|other| {
                one.overlaps(size, other, other_size)
                    || is_outside(one.region) && self.is_escaped(other.region)
                    || is_outside(other.region) && self.is_escaped(one.region)
            })
        })
    }

    /// Whether the address of a local leaves its function: it is returned, stored where it
    /// outlives the call, or given to the world.
    pub fn escapes(&self, function: FunctionId, local: LocalId) -> bool {
        self.leaving.contains(self.state.regions.local(function, local))
    }

    /// Whether the value that an expression in a function had may have changed after `writes`.
    pub fn may_change(&self, function: FunctionId, writes: &RegionSet, expr: &Expr) -> bool {
        let mut is_volatile = false;
        expr.walk(&mut |each| {
            if let ExprKind::Load(place) = &each.kind {
                is_volatile |= place.is_volatile;
            }
        });
        is_volatile || self.read_by(function, expr).intersects(writes)
    }

    fn access(&self, function: FunctionId, site: Site) -> Access {
        self.summaries.statement(&self.state, self.entry, function, site)
    }

    /// The set with all that [`Region::External`] may be, if that is in it.
    fn expand(&self, mut set: RegionSet) -> RegionSet {
        if set.contains(Regions::EXTERNAL) {
            set.union_with(&self.escaped);
        }
        set
    }

    /// The same, without what nothing can write.
    fn expand_writes(&self, set: RegionSet) -> RegionSet {
        let mut set = self.expand(set);
        set.retain(|region| !self.state.is_constant(region));
        set
    }
}

/// The statement at a site, if it is no terminator.
fn statement(program: &Program, function: FunctionId, site: Site) -> Option<&StatementKind> {
    let body = program.functions[function].body.as_ref().ok()?;
    let statements = &body.blocks[site.block].statements;
    statements.get(site.statement).map(|Statement { kind, .. }| kind)
}
