//! What calls do to the state.

use super::Entry;
use super::contents::Contents;
use super::library::{self, At, Effect};
use super::pointer::{Pointer, PointerSet};
use super::solve::{Solver, Targets};
use super::state::{State, outside};
use crate::body::{Builtin, Callee};
use crate::call_graph::can_call;
use crate::effects::Site;
use crate::expr::{Expr, Place};
use crate::ids::{FunctionId, RegionId, TypeId};
use crate::probe::is_label_marker;
use crate::regions::{Region, Regions};
use std::collections::BTreeSet;

/// A call that is executed.
#[derive(Clone, Copy)]
struct Call<'a> {
    caller: FunctionId,
    site: Site,
    dest: Option<&'a Place>,
    args: &'a [Expr],
}

impl State<'_> {
    /// The function whose code a region is.
    pub(super) fn function_of(&self, region: RegionId) -> Option<FunctionId> {
        match self.kind(region) {
            Some(Region::Function(function)) => Some(function),
            _ => None,
        }
    }

    /// The functions that a call may reach.
    pub(super) fn targets(&self, caller: FunctionId, callee: &Callee, entry: Entry) -> Targets {
        match callee {
            Callee::Direct(function) => {
                Targets { functions: BTreeSet::from([*function]), has_unknown: false }
            }
            Callee::Builtin(_) => Targets::default(),
            Callee::Indirect(address) => {
                let pointers = self.pointers(caller, address);
                let mut targets = Targets::default();
                for region in pointers.regions() {
                    match self.function_of(region) {
                        Some(function) => {
                            targets.functions.insert(function);
                        }
                        None if region == Regions::EXTERNAL => {
                            targets.has_unknown = true;
                            targets.functions.extend(self.known_outside(address.ty, entry));
                        }
                        // A call of what is no function is a fault.
                        None => {}
                    }
                }
                targets
            }
        }
    }

    /// The functions that a pointer of the world's may point to and that can be called through it:
    /// those whose address it has, and where it is an input, any that the search may choose.
    fn known_outside(&self, through: TypeId, entry: Entry) -> Vec<FunctionId> {
        let functions = self.program.functions.iter_enumerated();
        let found = functions.filter(|(id, function)| {
            let is_chosen = match entry {
                Entry::Unit(_) | Entry::Anyone => function.body.is_ok() && !function.is_system,
                Entry::Program(_) => false,
            };
            (is_chosen || self.is_escaped[self.regions.function(*id)])
                && can_call(&self.program.types, through, function.ty)
        });
        found.map(|(id, _)| id).collect()
    }

    /// Where an argument of a call may point to; nowhere when there is none.
    pub(super) fn argument(&self, caller: FunctionId, args: &[Expr], at: At) -> PointerSet {
        args.get(usize::from(at)).map_or_else(PointerSet::default, |arg| self.pointers(caller, arg))
    }

    /// All regions that can be reached from the arguments from a position on, the objects they
    /// point to among them. What is shared with the world leads to [`Region::External`] and no
    /// further.
    pub(super) fn reachable(&self, caller: FunctionId, args: &[Expr], from: At) -> Vec<RegionId> {
        let mut found = PointerSet::default();
        for arg in args.iter().skip(from.into()) {
            found.union_with(&self.value(caller, arg).all());
        }
        self.reachable_in(found.regions(), usize::MAX)
    }

    /// All regions that can be reached from some in so many steps, and those themselves.
    pub(super) fn reachable_in(
        &self,
        from: impl Iterator<Item = RegionId>,
        steps: usize,
    ) -> Vec<RegionId> {
        let mut seen: BTreeSet<RegionId> = from.collect();
        let mut work: Vec<(RegionId, usize)> = seen.iter().map(|region| (*region, 0)).collect();
        while let Some((region, depth)) = work.pop() {
            if depth == steps {
                continue;
            }
            for next in self.read(Pointer::anywhere(region), None).regions() {
                if seen.insert(next) {
                    work.push((next, depth + 1));
                }
            }
        }
        seen.into_iter().collect()
    }

    /// Whether a format may have `%n`: unless it is a literal without.
    pub(super) fn may_store_count(&self, format: &PointerSet) -> bool {
        format.regions().any(|region| match self.kind(region) {
            Some(Region::Global(global)) if self.is_constant(region) => {
                let image = self.program.globals[global].init.as_ref();
                image.is_none_or(|image| library::stores_count(&image.bytes))
            }
            _ => true,
        })
    }
}

impl Solver<'_> {
    pub(super) fn call(
        &mut self,
        caller: FunctionId,
        site: Site,
        dest: Option<&Place>,
        callee: &Callee,
        args: &[Expr],
    ) {
        let call = Call { caller, site, dest, args };
        if let Callee::Builtin(builtin) = callee {
            return self.builtin(call, *builtin);
        }
        let targets = self.state.targets(caller, callee, self.entry());
        if targets.has_unknown {
            self.note_call_outside();
            self.call_unknown(call);
        }
        for function in targets.functions {
            self.call_function(call, function);
        }
    }

    fn call_function(&mut self, call: Call<'_>, id: FunctionId) {
        let function = &self.state.program.functions[id];
        if function.body.is_ok() {
            return self.call_body(call, id);
        }
        if is_label_marker(function) {
            return;
        }
        match library::effects(function) {
            Some(effects) => effects.iter().for_each(|effect| self.apply(call, *effect)),
            None => {
                if self.is_unsupported(id) {
                    self.show_everything();
                }
                self.call_unknown(call);
            }
        }
    }

    fn call_body(&mut self, call: Call<'_>, id: FunctionId) {
        self.reach(id);
        let params = &self.state.program.functions[id].params;
        for (at, arg) in call.args.iter().enumerate() {
            let value = self.state.value(call.caller, arg);
            match (params.get(at), self.state.regions.arguments(id)) {
                (Some(param), _) => {
                    let region = self.state.regions.local(id, *param);
                    self.store(Pointer::start(region), &value);
                }
                (None, Some(arguments)) => self.store(Pointer::anywhere(arguments), &value),
                (None, None) => {}
            }
        }
        if let Some(dest) = call.dest {
            let size = self.state.program.types.size(dest.ty);
            let results = self.state.results(id);
            let value = self.state.read_part(Pointer::start(results), size);
            self.store_place(call.caller, dest, &value);
        }
    }

    /// A function that may do whatever the world can do.
    fn call_unknown(&mut self, call: Call<'_>) {
        self.show_globals();
        for arg in call.args {
            let value = self.state.value(call.caller, arg);
            self.escape_value(&value);
        }
        self.give(call, &outside());
    }

    /// A call returns pointers.
    fn give(&mut self, call: Call<'_>, pointers: &PointerSet) {
        let Some(dest) = call.dest else { return };
        let types = &self.state.program.types;
        let size = types.scalar(dest.ty).and_then(|_| types.size(dest.ty));
        self.store_place(call.caller, dest, &Contents::scalar(pointers.clone(), size));
    }

    fn fresh(&self, call: Call<'_>) -> PointerSet {
        let region = self.state.regions.allocation(call.caller, call.site);
        region.map_or_else(PointerSet::default, |region| PointerSet::one(Pointer::start(region)))
    }

    fn builtin(&mut self, call: Call<'_>, builtin: Builtin) {
        let argument = |solver: &Self, at| solver.state.argument(call.caller, call.args, at);
        match builtin {
            Builtin::Alloca => self.give(call, &self.fresh(call)),
            Builtin::VaStart => {
                let Some(arguments) = self.state.regions.arguments(call.caller) else { return };
                let value = Contents::scalar(PointerSet::one(Pointer::start(arguments)), None);
                self.store_all(&argument(self, 0), &value);
            }
            Builtin::VaArg { .. } => {
                let mut found = PointerSet::default();
                for list in argument(self, 0).iter() {
                    for arguments in self.state.read(Pointer::anywhere(list.region), None).iter() {
                        let all = Pointer::anywhere(arguments.region);
                        found.union_with(&self.state.read(all, None));
                    }
                }
                self.give(call, &found);
            }
            Builtin::VaCopy => {
                let (to, from) = (argument(self, 0), argument(self, 1));
                self.copy(&to, &from);
            }
            Builtin::StackSave
            | Builtin::StackRestore
            | Builtin::VaEnd
            | Builtin::SetJmp
            | Builtin::LongJmp
            | Builtin::Trap
            | Builtin::Synchronize => {}
        }
    }

    fn store_all(&mut self, to: &PointerSet, value: &Contents) {
        for pointer in to.iter() {
            self.store(pointer, value);
        }
    }

    /// What is behind one set of pointers may be stored behind another.
    fn copy(&mut self, to: &PointerSet, from: &PointerSet) {
        for pointer in from.iter() {
            let part = self.state.read_part(pointer, None);
            self.store_all(to, &part);
        }
    }

    fn apply(&mut self, call: Call<'_>, effect: Effect) {
        let argument = |solver: &Self, at| solver.state.argument(call.caller, call.args, at);
        match effect {
            Effect::Copies(to, from) => self.copy(&argument(self, to), &argument(self, from)),
            Effect::Shuffles(at) => {
                let all = argument(self, at).anywhere();
                self.copy(&all, &all);
            }
            Effect::Returns(at) => self.give(call, &argument(self, at)),
            Effect::ReturnsInto(at) => self.give(call, &argument(self, at).anywhere()),
            Effect::ReturnsFresh => self.give(call, &self.fresh(call)),
            Effect::ReturnsCopy(at) => {
                let fresh = self.fresh(call);
                self.copy(&fresh, &argument(self, at));
                self.give(call, &fresh);
            }
            Effect::ReturnsLibrary => {
                self.give(call, &PointerSet::one(Pointer::anywhere(Regions::LIBRARY)));
            }
            Effect::ReturnsDestructor => {
                let destructors = &self.state.program.destructors;
                let mut found = PointerSet::default();
                for &function in destructors {
                    found.insert(Pointer::start(self.state.regions.function(function)));
                }
                self.give(call, &found);
            }
            Effect::ReturnsOutside => self.give(call, &outside()),
            Effect::StoresInto(to, of) => {
                let value =
                    Contents::scalar(argument(self, of).anywhere(), self.state.pointer_size());
                self.store_all(&argument(self, to), &value);
            }
            Effect::StoresFresh(to) => {
                let value = Contents::scalar(self.fresh(call), self.state.pointer_size());
                self.store_all(&argument(self, to), &value);
            }
            Effect::Fills(at) => {
                let value = Contents::scalar(outside(), None);
                self.store_all(&argument(self, at), &value);
            }
            Effect::Tells(at) => {
                for pointer in argument(self, at).iter() {
                    let part = self.state.read_part(pointer, None);
                    self.escape_value(&part);
                }
            }
            Effect::Keeps(at) => {
                for region in argument(self, at).regions() {
                    self.escape(region);
                }
            }
            Effect::Calls(function, with) => self.call_back(call, function, with),
            Effect::Reads(_)
            | Effect::Writes(_)
            | Effect::Errno
            | Effect::Library
            | Effect::ReadsReachable(_)
            | Effect::WritesReachable(_)
            | Effect::Formats(_) => {}
        }
    }

    /// A library function calls back with pointers into what two of its arguments point to.
    fn call_back(&mut self, call: Call<'_>, function: At, with: [At; 2]) {
        let Some(address) = call.args.get(usize::from(function)) else { return };
        let callee = Callee::Indirect(address.clone());
        let targets = self.state.targets(call.caller, &callee, self.entry());
        let values = with.map(|at| self.state.argument(call.caller, call.args, at).anywhere());
        if targets.has_unknown {
            self.note_call_outside();
            self.call_back_unknown(&values);
        }
        for id in targets.functions {
            let target = &self.state.program.functions[id];
            if target.body.is_err() {
                if self.is_unsupported(id) {
                    self.show_everything();
                }
                self.call_back_unknown(&values);
                continue;
            }
            self.reach(id);
            for (param, value) in target.params.iter().zip(&values) {
                let region = self.state.regions.local(id, *param);
                let value = Contents::scalar(value.clone(), self.state.pointer_size());
                self.store(Pointer::start(region), &value);
            }
        }
    }

    /// Code outside is called back with these values.
    fn call_back_unknown(&mut self, values: &[PointerSet]) {
        self.show_globals();
        values.iter().flat_map(PointerSet::regions).for_each(|region| self.escape(region));
    }
}
