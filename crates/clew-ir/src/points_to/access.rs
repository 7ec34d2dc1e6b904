//! What statements and functions read and write, on a solved state.
//!
//! The sets here name [`crate::regions::Region::External`] alone where the world's pointers are
//! followed; clients see it with all that it may be.

use super::library::{self, At, Effect};
use super::state::State;
use super::{Entry, statement};
use crate::body::{Builtin, Callee, StatementKind};
use crate::call_graph::strong_components;
use crate::effects::Site;
use crate::expr::{Expr, ExprKind, Place, PlaceBase};
use crate::ids::{FunctionId, Id, IdVec, RegionId};
use crate::probe::is_label_marker;
use crate::regions::{Region, RegionSet, Regions};
use std::collections::BTreeSet;

/// The global that the library's models keep `errno` in.
const ERRNO: &str = "__clew_errno";

/// What may be read and written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Access {
    pub(super) reads: RegionSet,
    pub(super) writes: RegionSet,
}

impl Access {
    fn union_with(&mut self, other: &Access) {
        self.reads.union_with(&other.reads);
        self.writes.union_with(&other.writes);
    }

    fn read(&mut self, regions: impl Iterator<Item = RegionId>) {
        self.reads.extend(regions);
    }

    fn write(&mut self, state: &State<'_>, regions: impl Iterator<Item = RegionId>) {
        self.writes.extend(regions.filter(|region| !state.is_constant(*region)));
    }

    /// Adds what evaluating an expression reads.
    pub(super) fn read_expr(&mut self, state: &State<'_>, function: FunctionId, expr: &Expr) {
        expr.walk(&mut |each| {
            if let ExprKind::Load(place) = &each.kind {
                self.read(state.address(function, place).regions());
            }
        });
    }
}

/// What one statement does itself, and whom it calls.
#[derive(Clone, Debug, Default)]
struct Found {
    /// Locals of the function, by name: of the call under way alone.
    named: Access,
    /// All else.
    access: Access,
    callees: BTreeSet<FunctionId>,
    /// Whether code outside runs, which may call back.
    leaves_program: bool,
}

impl Found {
    fn part(&mut self, place: &Place) -> &mut Access {
        match place.base {
            PlaceBase::Local(_) => &mut self.named,
            PlaceBase::Global(_) | PlaceBase::Deref(_) => &mut self.access,
        }
    }

    fn read_if_load(&mut self, state: &State<'_>, function: FunctionId, expr: &Expr) {
        if let ExprKind::Load(place) = &expr.kind {
            self.part(place).read(state.address(function, place).regions());
        }
    }

    fn write_place(&mut self, state: &State<'_>, function: FunctionId, place: &Place) {
        self.part(place).write(state, state.address(function, place).regions());
    }
}

/// What calls of functions may read and write.
#[derive(Clone, Debug)]
pub(super) struct Summaries {
    functions: IdVec<FunctionId, Access>,
    callees: IdVec<FunctionId, Vec<FunctionId>>,
    is_recursive: IdVec<FunctionId, bool>,
    /// What code outside may read and write, by the functions that it calls back too.
    outside: Access,
}

impl Summaries {
    pub(super) fn new(
        state: &State<'_>,
        entry: Entry,
        is_reached: &IdVec<FunctionId, bool>,
    ) -> Self {
        let count = state.program.functions.len();
        // Code outside is one more function, behind the others.
        let outside = FunctionId::from_index(count);
        let mut own = IdVec::from_elem(Access::default(), count + 1);
        let mut callees = IdVec::from_elem(Vec::new(), count + 1);
        for id in state.program.functions.ids().filter(|id| is_reached[*id]) {
            let found = own_access(state, entry, id);
            own[id] = found.access;
            callees[id] = found.callees.into_iter().filter(|it| is_reached[*it]).collect();
            callees[id].extend(found.leaves_program.then_some(outside));
        }
        own[outside].read([Regions::EXTERNAL].into_iter());
        own[outside].write(state, [Regions::EXTERNAL].into_iter());
        let functions = state.program.functions.ids();
        let back =
            functions.filter(|id| is_reached[*id] && state.is_escaped[state.regions.function(*id)]);
        callees[outside] = back.collect();
        let mut summaries = Self {
            functions: own,
            is_recursive: IdVec::from_elem(false, count + 1),
            outside: Access::default(),
            callees,
        };
        summaries.close(state);
        summaries.outside = summaries.functions[outside].clone();
        summaries
    }

    /// Adds what callees do, callees before callers.
    fn close(&mut self, state: &State<'_>) {
        for component in strong_components(&self.callees) {
            let mut joined = Access::default();
            for &id in &component {
                joined.union_with(&self.functions[id]);
                for callee in &self.callees[id] {
                    joined.union_with(&self.functions[*callee]);
                }
            }
            let first = component[0];
            let is_recursive = component.len() > 1 || self.callees[first].contains(&first);
            for id in component {
                self.is_recursive[id] = is_recursive;
                self.functions[id] = joined.clone();
                if !is_recursive {
                    let is_others = |region| !is_local_of(state, region, id);
                    self.functions[id].reads.retain(is_others);
                    self.functions[id].writes.retain(is_others);
                }
            }
        }
    }

    /// What a call of a function may do, in the end.
    pub(super) fn function(&self, function: FunctionId) -> &Access {
        &self.functions[function]
    }

    pub(super) fn is_recursive(&self, function: FunctionId) -> bool {
        self.is_recursive[function]
    }

    /// The functions that a function may call itself. One past the last function of the program
    /// is code outside, which may call back.
    pub(super) fn callees(&self, function: FunctionId) -> &[FunctionId] {
        &self.callees[function]
    }

    /// What a statement or terminator may do, through all calls.
    pub(super) fn statement(
        &self,
        state: &State<'_>,
        entry: Entry,
        function: FunctionId,
        site: Site,
    ) -> Access {
        let found = statement_access(state, entry, function, site);
        let mut access = found.access;
        access.union_with(&found.named);
        for callee in found.callees {
            access.union_with(&self.functions[callee]);
        }
        if found.leaves_program {
            access.union_with(&self.outside);
        }
        access
    }
}

fn is_local_of(state: &State<'_>, region: RegionId, function: FunctionId) -> bool {
    matches!(state.kind(region), Some(Region::Local(owner, _)) if owner == function)
}

/// What a function's own statements do that others may see, and whom they call.
fn own_access(state: &State<'_>, entry: Entry, id: FunctionId) -> Found {
    let mut all = Found::default();
    let Ok(body) = &state.program.functions[id].body else { return all };
    for (block, contents) in body.blocks.iter_enumerated() {
        for statement in 0..=contents.statements.len() {
            let found = statement_access(state, entry, id, Site { block, statement });
            all.access.union_with(&found.access);
            all.callees.extend(found.callees);
            all.leaves_program |= found.leaves_program;
        }
    }
    all
}

/// What a statement or terminator does itself, and whom it calls.
fn statement_access(state: &State<'_>, entry: Entry, function: FunctionId, site: Site) -> Found {
    let mut found = Found::default();
    let Some(kind) = statement(state.program, function, site) else {
        if let Ok(body) = &state.program.functions[function].body {
            let terminator = &body.blocks[site.block].terminator.kind;
            terminator.walk(&mut |expr| found.read_if_load(state, function, expr));
        }
        return found;
    };
    kind.walk(&mut |expr| found.read_if_load(state, function, expr));
    if let Some(place) = kind.written_place() {
        found.write_place(state, function, place);
    }
    match kind {
        StatementKind::Live(local) | StatementKind::Dead(local) => {
            found.named.writes.insert(state.regions.local(function, *local));
            found
        }
        StatementKind::Assign { .. } | StatementKind::Zero(_) => found,
        StatementKind::Call { callee: Callee::Builtin(builtin), args, .. } => {
            builtin_access(state, function, site, *builtin, args, &mut found.access);
            // Other threads are code outside.
            found.leaves_program |= *builtin == Builtin::Synchronize;
            found
        }
        StatementKind::Call { callee, args, .. } => {
            let mut call = CallAccess { state, entry, function, site, args, found };
            call.calls(callee);
            call.found
        }
    }
}

/// What a builtin does behind its arguments.
fn builtin_access(
    state: &State<'_>,
    function: FunctionId,
    site: Site,
    builtin: Builtin,
    args: &[Expr],
    access: &mut Access,
) {
    let behind = |at| state.argument(function, args, at);
    match builtin {
        Builtin::StackSave | Builtin::Trap | Builtin::Synchronize => {}
        Builtin::Alloca => {
            access.write(state, state.regions.allocation(function, site).into_iter());
        }
        Builtin::StackRestore => access.write(state, stack_objects(state, function).into_iter()),
        Builtin::VaStart | Builtin::VaEnd => access.write(state, behind(0).regions()),
        Builtin::VaArg { .. } => {
            access.read(state.reachable_in(behind(0).regions(), 1).into_iter());
            access.write(state, behind(0).regions());
        }
        Builtin::VaCopy => {
            access.read(behind(1).regions());
            access.write(state, behind(0).regions());
        }
        Builtin::SetJmp => access.write(state, behind(0).regions()),
        Builtin::LongJmp => access.read(behind(0).regions()),
    }
}

/// What a function's `alloca` and variable-length arrays make.
fn stack_objects(state: &State<'_>, function: FunctionId) -> Vec<RegionId> {
    let Ok(body) = &state.program.functions[function].body else { return Vec::new() };
    let mut found = Vec::new();
    for (block, contents) in body.blocks.iter_enumerated() {
        for (statement, each) in contents.statements.iter().enumerate() {
            let callee = Callee::Builtin(Builtin::Alloca);
            if matches!(&each.kind, StatementKind::Call { callee: it, .. } if *it == callee) {
                found.extend(state.regions.allocation(function, Site { block, statement }));
            }
        }
    }
    found
}

/// A call whose effects are looked up.
struct CallAccess<'a, 'p> {
    state: &'a State<'p>,
    entry: Entry,
    function: FunctionId,
    site: Site,
    args: &'a [Expr],
    found: Found,
}

impl CallAccess<'_, '_> {
    fn calls(&mut self, callee: &Callee) {
        let targets = self.state.targets(self.function, callee, self.entry);
        self.found.leaves_program |= targets.has_unknown;
        for id in targets.functions {
            let target = &self.state.program.functions[id];
            if target.body.is_ok() {
                self.found.callees.insert(id);
                continue;
            }
            if is_label_marker(target) {
                continue;
            }
            match library::effects(target) {
                Some(effects) => effects.iter().for_each(|effect| self.library(*effect)),
                None => self.found.leaves_program = true,
            }
        }
    }

    fn reads(&mut self, at: At) {
        let behind = self.state.argument(self.function, self.args, at);
        self.found.access.read(behind.regions());
    }

    fn writes(&mut self, at: At) {
        let behind = self.state.argument(self.function, self.args, at);
        self.found.access.write(self.state, behind.regions());
    }

    fn writes_fresh(&mut self) {
        let fresh = self.state.regions.allocation(self.function, self.site);
        self.found.access.write(self.state, fresh.into_iter());
    }

    fn library(&mut self, effect: Effect) {
        match effect {
            Effect::Reads(at) | Effect::Tells(at) => self.reads(at),
            Effect::Writes(at) | Effect::Fills(at) => self.writes(at),
            Effect::Copies(to, from) => {
                self.reads(from);
                self.writes(to);
            }
            Effect::Shuffles(at) => {
                self.reads(at);
                self.writes(at);
            }
            Effect::ReturnsFresh => self.writes_fresh(),
            Effect::ReturnsCopy(at) => {
                self.reads(at);
                self.writes_fresh();
            }
            Effect::StoresInto(to, _) => self.writes(to),
            Effect::StoresFresh(to) => {
                self.writes(to);
                self.writes_fresh();
            }
            Effect::Errno => self.found.access.write(self.state, [errno(self.state)].into_iter()),
            Effect::Library => {
                self.found.access.read([Regions::LIBRARY].into_iter());
                self.found.access.write(self.state, [Regions::LIBRARY].into_iter());
            }
            Effect::Calls(function, _) => self.calls_back(function),
            Effect::ReadsReachable(from) => {
                let found = self.state.reachable(self.function, self.args, from);
                self.found.access.read(found.into_iter());
            }
            Effect::WritesReachable(from) => self.writes_reachable(from),
            Effect::Formats(at) => {
                let format = self.state.argument(self.function, self.args, at);
                if self.state.may_store_count(&format) {
                    self.writes_reachable(at + 1);
                }
            }
            Effect::Returns(_)
            | Effect::ReturnsInto(_)
            | Effect::ReturnsLibrary
            | Effect::ReturnsDestructor
            | Effect::ReturnsOutside
            | Effect::Keeps(_) => {}
        }
    }

    /// A library function calls one of its arguments. What is called without a body may do
    /// whatever the world can do: what it is given has escaped.
    fn calls_back(&mut self, function: At) {
        let Some(address) = self.args.get(usize::from(function)) else { return };
        let callee = Callee::Indirect(address.clone());
        let targets = self.state.targets(self.function, &callee, self.entry);
        self.found.leaves_program |= targets.has_unknown;
        for id in targets.functions {
            match self.state.program.functions[id].body {
                Ok(_) => {
                    self.found.callees.insert(id);
                }
                Err(_) => self.found.leaves_program = true,
            }
        }
    }

    fn writes_reachable(&mut self, from: At) {
        let found = self.state.reachable(self.function, self.args, from);
        self.found.access.write(self.state, found.into_iter());
    }
}

/// Where `errno` is.
fn errno(state: &State<'_>) -> RegionId {
    let mut globals = state.program.globals.iter_enumerated();
    let found = globals.find(|(_, global)| global.name == ERRNO);
    found.map_or(Regions::LIBRARY, |(id, _)| state.regions.global(id))
}
