//! What statements and functions may read and write.
//!
//! Sound in the presence of pointers, and blind to types: an access through a pointer may touch
//! every object whose address is taken anywhere, and the heap. Locals whose address is never
//! taken, and globals that are only used by name, are touched by name alone. That an access stays
//! within its object is taken for granted: one that does not is a fault, and ends the run.
//!
//! A function without a body may read and write all that code outside can reach: globals with
//! external linkage and everything whose address is taken; and it may call back (see
//! [`crate::call_graph`]). Volatile objects may change at any time; no set here tells that.

use crate::body::{Builtin, Callee, StatementKind, TerminatorKind};
use crate::call_graph::CallGraph;
use crate::expr::{Expr, ExprKind, Place, PlaceBase};
use crate::ids::{BlockId, FunctionId, GlobalId, IdVec, LocalId};
use crate::program::{Function, Linkage, Program, RelocationTarget};
use std::collections::BTreeSet;

/// A set of objects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Locations {
    /// Locals of the function concerned, touched by name.
    pub locals: BTreeSet<LocalId>,
    /// Globals touched by name.
    pub globals: BTreeSet<GlobalId>,
    /// Whether anything behind a pointer is touched: all objects whose address is taken, and the
    /// heap.
    pub memory: bool,
}

impl Locations {
    /// Whether nothing is touched.
    pub fn is_empty(&self) -> bool {
        self.locals.is_empty() && self.globals.is_empty() && !self.memory
    }

    /// Adds all of `other`; whether that was anything new.
    pub fn extend(&mut self, other: &Locations) -> bool {
        let before = (self.locals.len(), self.globals.len(), self.memory);
        self.locals.extend(&other.locals);
        self.globals.extend(&other.globals);
        self.memory |= other.memory;
        before != (self.locals.len(), self.globals.len(), self.memory)
    }

    fn add_base(&mut self, place: &Place) {
        match &place.base {
            PlaceBase::Local(local) => {
                self.locals.insert(*local);
            }
            PlaceBase::Global(global) => {
                self.globals.insert(*global);
            }
            PlaceBase::Deref(_) => self.memory = true,
        }
    }
}

/// What may be read and written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// What may be read.
    pub reads: Locations,
    /// What may be written. Begin and end of a local's life count: its value is lost.
    pub writes: Locations,
}

impl Effects {
    fn extend(&mut self, other: &Effects) -> bool {
        let reads = self.reads.extend(&other.reads);
        self.writes.extend(&other.writes) | reads
    }

    /// Adds what evaluating the expression reads.
    pub fn read_expr(&mut self, expr: &Expr) {
        expr.walk(&mut |each| {
            if let ExprKind::Load(place) = &each.kind {
                self.reads.add_base(place);
            }
        });
    }

    fn write_place(&mut self, place: &Place) {
        place.walk(&mut |each| {
            if let ExprKind::Load(place) = &each.kind {
                self.reads.add_base(place);
            }
        });
        self.writes.add_base(place);
    }
}

/// The effects of all functions of a program.
#[derive(Clone, Debug)]
pub struct ProgramEffects {
    /// Per function: globals and memory, through all calls; its own locals are nobody else's
    /// business.
    functions: IdVec<FunctionId, Effects>,
    is_address_taken: IdVec<GlobalId, bool>,
}

impl ProgramEffects {
    /// Computes the effects bottom-up over the call graph.
    pub fn new(program: &Program, calls: &CallGraph) -> Self {
        let mut effects = Self {
            functions: IdVec::from_elem(Effects::default(), program.functions.len()),
            is_address_taken: address_taken_globals(program),
        };
        let outside = outside_effects(program);
        for component in calls.components() {
            let mut changed = true;
            while changed {
                changed = false;
                for &id in component {
                    let mut found = match &program.functions[id].body {
                        Ok(_) => effects.body_effects(program, calls, id),
                        Err(_) => {
                            let mut found = outside.clone();
                            for &callee in calls.callees(id) {
                                found.extend(&effects.functions[callee]);
                            }
                            found
                        }
                    };
                    found.reads.locals.clear();
                    found.writes.locals.clear();
                    changed |= effects.functions[id].extend(&found);
                }
            }
        }
        effects
    }

    fn body_effects(&self, program: &Program, calls: &CallGraph, id: FunctionId) -> Effects {
        let mut found = Effects::default();
        if let Ok(body) = &program.functions[id].body {
            for block in &body.blocks {
                for statement in &block.statements {
                    found.extend(&self.statement(program, calls, &statement.kind));
                }
                found.extend(&self.terminator(&block.terminator.kind));
            }
        }
        found
    }

    /// What a call of the function may read and write, in the end.
    pub fn function(&self, function: FunctionId) -> &Effects {
        &self.functions[function]
    }

    /// What a statement may read and write, calls included.
    pub fn statement(
        &self,
        program: &Program,
        calls: &CallGraph,
        statement: &StatementKind,
    ) -> Effects {
        let mut effects = Effects::default();
        if let Some(place) = statement.written_place() {
            effects.write_place(place);
        }
        match statement {
            StatementKind::Assign { value, .. } => effects.read_expr(value),
            StatementKind::Call { callee, args, .. } => {
                args.iter().for_each(|arg| effects.read_expr(arg));
                if let Callee::Indirect(address) = callee {
                    effects.read_expr(address);
                }
                for target in calls.targets(program, callee) {
                    effects.extend(&self.functions[target]);
                }
                if let Callee::Builtin(builtin) = callee {
                    let (reads, writes) = builtin_memory(*builtin);
                    effects.reads.memory |= reads;
                    effects.writes.memory |= writes;
                }
            }
            StatementKind::Live(local) | StatementKind::Dead(local) => {
                effects.writes.locals.insert(*local);
            }
            StatementKind::Zero(_) => {}
        }
        effects
    }

    /// What a terminator may read.
    pub fn terminator(&self, terminator: &TerminatorKind) -> Effects {
        let mut effects = Effects::default();
        terminator.walk(&mut |expr| {
            if let ExprKind::Load(place) = &expr.kind {
                effects.reads.add_base(place);
            }
        });
        effects
    }

    /// Whether a set touches a local of the function it was computed in.
    pub fn touches_local(&self, function: &Function, set: &Locations, local: LocalId) -> bool {
        set.locals.contains(&local) || (set.memory && function.locals[local].is_address_taken)
    }

    /// Whether a set touches a global.
    pub fn touches_global(&self, set: &Locations, global: GlobalId) -> bool {
        set.globals.contains(&global) || (set.memory && self.is_address_taken[global])
    }

    /// Whether the value that an expression had may have changed after `writes`.
    pub fn may_change(&self, function: &Function, writes: &Locations, expr: &Expr) -> bool {
        let mut effects = Effects::default();
        effects.read_expr(expr);
        let reads = &effects.reads;
        // What is read by name may be written by name or through a pointer, and what is read
        // through a pointer may be written by name when its address is taken.
        let by_name = reads.locals.iter().any(|&l| self.touches_local(function, writes, l))
            || reads.globals.iter().any(|&g| self.touches_global(writes, g));
        let by_pointer = reads.memory
            && (writes.memory
                || writes.locals.iter().any(|&l| function.locals[l].is_address_taken)
                || writes.globals.iter().any(|&g| self.is_address_taken[g]));
        by_name || by_pointer
    }
}

/// Whether a builtin reads and writes memory behind its arguments.
fn builtin_memory(builtin: Builtin) -> (bool, bool) {
    match builtin {
        Builtin::Alloca | Builtin::StackSave | Builtin::Trap => (false, false),
        // Memory that others know.
        Builtin::Synchronize => (true, true),
        // What is freed loses its value.
        Builtin::StackRestore => (false, true),
        // The argument list is an object of the user's; what it names is behind it.
        Builtin::VaStart
        | Builtin::VaArg { .. }
        | Builtin::VaCopy
        | Builtin::VaEnd
        | Builtin::SetJmp
        | Builtin::LongJmp => (true, true),
    }
}

/// What code outside the program may touch.
fn outside_effects(program: &Program) -> Effects {
    let globals: BTreeSet<GlobalId> = program
        .globals
        .iter_enumerated()
        .filter(|(_, global)| matches!(global.linkage, Linkage::External | Linkage::Weak))
        .map(|(id, _)| id)
        .collect();
    let reads = Locations { locals: BTreeSet::new(), globals, memory: true };
    Effects { writes: reads.clone(), reads }
}

/// By global: whether the program takes its address, in code or in an initialiser.
pub fn address_taken_globals(program: &Program) -> IdVec<GlobalId, bool> {
    let mut taken = IdVec::from_elem(false, program.globals.len());
    for body in program.functions.iter().filter_map(|function| function.body.as_ref().ok()) {
        body.for_each_expr(&mut |expr| {
            if let ExprKind::AddressOf(place) = &expr.kind
                && let PlaceBase::Global(global) = place.base
            {
                taken[global] = true;
            }
        });
    }
    for image in program.globals.iter().filter_map(|global| global.init.as_ref()) {
        for relocation in &image.relocations {
            if let RelocationTarget::Global(global) = relocation.target {
                taken[global] = true;
            }
        }
    }
    taken
}

/// Where a statement or terminator stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Site {
    /// The block.
    pub block: BlockId,
    /// The statement's position, or the number of statements for the terminator.
    pub statement: usize,
}

/// Where the locals of a function are written and read by name.
#[derive(Clone, Debug)]
pub struct LocalSites {
    /// Per local: the statements that write it or a part of it. `Live` and `Dead` do not count.
    pub definitions: IdVec<LocalId, Vec<Site>>,
    /// Per local: the statements and terminators that read it or a part of it.
    pub uses: IdVec<LocalId, Vec<Site>>,
}

impl LocalSites {
    /// Reads the sites off a function; all empty when it has no body.
    pub fn new(function: &Function) -> Self {
        let count = function.locals.len();
        let mut sites = Self {
            definitions: IdVec::from_elem(Vec::new(), count),
            uses: IdVec::from_elem(Vec::new(), count),
        };
        let Ok(body) = &function.body else { return sites };
        for (block, contents) in body.blocks.iter_enumerated() {
            for (statement, each) in contents.statements.iter().enumerate() {
                let site = Site { block, statement };
                each.kind.walk(&mut |expr| sites.add_use(expr, site));
                if let Some(Place { base: PlaceBase::Local(local), .. }) = each.kind.written_place()
                {
                    sites.definitions[*local].push(site);
                }
            }
            let site = Site { block, statement: contents.statements.len() };
            contents.terminator.kind.walk(&mut |expr| sites.add_use(expr, site));
        }
        sites
    }

    fn add_use(&mut self, expr: &Expr, site: Site) {
        let ExprKind::Load(place) = &expr.kind else { return };
        let PlaceBase::Local(local) = place.base else { return };
        if self.uses[local].last() != Some(&site) {
            self.uses[local].push(site);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{FunctionBuilder, declare, define_global};
    use crate::expr::BinaryOp;
    use crate::ids::Id;
    use crate::types::TypeTable;

    struct Sample {
        program: Program,
        seen: GlobalId,
        hidden: GlobalId,
        pointed: GlobalId,
        set_hidden: FunctionId,
        through_pointer: FunctionId,
        outer: FunctionId,
        external: FunctionId,
    }

    /// ```c
    /// int seen; static int hidden; static int pointed;
    /// void external(void);
    /// void set_hidden(void) { hidden = seen; }
    /// void through_pointer(int *p) { *p = 1; }
    /// void outer(void) { int a; int b; set_hidden(); through_pointer(&pointed);
    ///                    through_pointer(&a); b = b + 1; }
    /// ```
    fn sample() -> Sample {
        let mut program = Program::default();
        let seen = define_global(&mut program, "seen", TypeTable::INT);
        let hidden = define_global(&mut program, "hidden", TypeTable::INT);
        let pointed = define_global(&mut program, "pointed", TypeTable::INT);
        program.globals[hidden].linkage = Linkage::Internal;
        program.globals[pointed].linkage = Linkage::Internal;
        let external = declare(&mut program, "external", TypeTable::VOID, &[], false);
        let mut f = FunctionBuilder::new(&mut program, "set_hidden", TypeTable::VOID, &[]);
        let value = f.load(f.global_place(seen));
        f.store(f.entry(), f.global_place(hidden), value);
        f.ret(f.entry(), None);
        let set_hidden = f.finish();
        let pointer = program.types.pointer_to(TypeTable::INT);
        let mut f =
            FunctionBuilder::new(&mut program, "through", TypeTable::VOID, &[("p", pointer)]);
        let p = f.read(LocalId::from_index(0));
        f.store(f.entry(), f.deref(p), f.int(1));
        f.ret(f.entry(), None);
        let through_pointer = f.finish();
        let mut f = FunctionBuilder::new(&mut program, "outer", TypeTable::VOID, &[]);
        let a = f.local("a", TypeTable::INT);
        let b = f.local("b", TypeTable::INT);
        f.call(f.entry(), None, set_hidden, Vec::new());
        let address = f.address_of(f.global_place(pointed));
        f.call(f.entry(), None, through_pointer, vec![address]);
        let place = f.place(a);
        let address = f.address_of(place);
        f.call(f.entry(), None, through_pointer, vec![address]);
        let old = f.read(b);
        let sum = f.binary(BinaryOp::Add, old, f.int(1));
        f.assign(f.entry(), b, sum);
        f.ret(f.entry(), None);
        let outer = f.finish();
        assert_eq!(crate::verify::verify(&program), Ok(()));
        Sample { program, seen, hidden, pointed, set_hidden, through_pointer, outer, external }
    }

    #[test]
    fn effects_pass_through_calls() {
        let s = sample();
        let calls = CallGraph::new(&s.program);
        let effects = ProgramEffects::new(&s.program, &calls);
        let writes = &effects.function(s.set_hidden).writes;
        assert_eq!(writes.globals, BTreeSet::from([s.hidden]));
        assert!(!writes.memory);
        assert_eq!(effects.function(s.set_hidden).reads.globals, BTreeSet::from([s.seen]));
        assert!(effects.function(s.through_pointer).writes.memory);
        let writes = &effects.function(s.outer).writes;
        assert!(effects.touches_global(writes, s.hidden));
        assert!(effects.touches_global(writes, s.pointed));
        assert!(!effects.touches_global(writes, s.seen));
        assert!(writes.locals.is_empty());
    }

    #[test]
    fn outside_code_reaches_what_it_can_name_or_point_to() {
        let s = sample();
        let effects = ProgramEffects::new(&s.program, &CallGraph::new(&s.program));
        let writes = &effects.function(s.external).writes;
        assert!(effects.touches_global(writes, s.seen));
        assert!(effects.touches_global(writes, s.pointed));
        assert!(!effects.touches_global(writes, s.hidden));
    }

    #[test]
    fn a_call_may_change_what_is_pointed_to() {
        let s = sample();
        let calls = CallGraph::new(&s.program);
        let effects = ProgramEffects::new(&s.program, &calls);
        let function = &s.program.functions[s.outer];
        let body = function.body.as_ref().unwrap();
        let statements = &body.blocks[body.entry()].statements;
        let (a, b) = (LocalId::from_index(0), LocalId::from_index(1));
        let call = effects.statement(&s.program, &calls, &statements[1].kind);
        assert!(effects.touches_local(function, &call.writes, a));
        assert!(!effects.touches_local(function, &call.writes, b));
        let increment = effects.statement(&s.program, &calls, &statements[3].kind);
        assert_eq!(increment.writes.locals, BTreeSet::from([b]));
        assert_eq!(increment.reads.locals, BTreeSet::from([b]));
        let StatementKind::Assign { value, .. } = &statements[3].kind else { panic!() };
        assert!(effects.may_change(function, &increment.writes, value));
        assert!(!effects.may_change(function, &call.writes, value));
    }

    #[test]
    fn sites_of_locals() {
        let s = sample();
        let sites = LocalSites::new(&s.program.functions[s.outer]);
        let b = LocalId::from_index(1);
        let site = Site { block: BlockId::from_index(0), statement: 3 };
        assert_eq!(sites.definitions[b], [site]);
        assert_eq!(sites.uses[b], [site]);
        assert!(sites.uses[LocalId::from_index(0)].is_empty());
    }
}
