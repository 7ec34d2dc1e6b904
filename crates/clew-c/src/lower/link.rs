//! Linking: which declarations of several units name the same function or object.

use super::finish;
use super::provable::is_compiler_name;
use super::source::KnownFiles;
use crate::error::CError;
use clew_ir::points_to::{Edition, is_library_name, is_reserved_name};
use clew_ir::{
    ArrayLength, Cause, DataModel, ExprKind, Function, FunctionId, Global, GlobalId, Image,
    Linkage, NoBody, Place, PlaceBase, Program, RecordKind, Span, Type, TypeId, TypeTable, UnitId,
    Unprovable,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A linked name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Symbol {
    Function(FunctionId),
    Global(GlobalId),
}

/// A function that is another one, by its name.
pub(crate) struct Alias {
    pub(crate) id: FunctionId,
    pub(crate) target: String,
    /// Whether the other need not be there (`weakref`).
    pub(crate) is_weak: bool,
}

/// The functions that compilers put in calls of.
const COPIES: [&str; 4] = ["memcpy", "memmove", "memset", "memcmp"];

/// Whether the program has one of these itself that knows of more than its arguments.
fn acts_in_copy(function: &Function) -> bool {
    let Ok(body) = &function.body else { return false };
    if function.is_system || !COPIES.contains(&function.name.as_str()) {
        return false;
    }
    let is_global = |place: &Place| matches!(place.base, PlaceBase::Global(_));
    let statements = body.blocks.iter().flat_map(|block| &block.statements);
    let mut acts = statements.filter_map(|it| it.kind.written_place()).any(is_global);
    body.for_each_expr(&mut |expr| {
        if let ExprKind::Load(place) | ExprKind::AddressOf(place) = &expr.kind {
            acts |= is_global(place);
        }
    });
    acts
}

/// The program as it grows, and the names with external linkage.
pub(crate) struct Linker {
    pub(crate) program: Program,
    pub(crate) files: KnownFiles,
    symbols: FxHashMap<Box<str>, Symbol>,
    /// Objects declared at file scope without initialiser or `extern` (C11 6.9.2).
    tentative: FxHashSet<GlobalId>,
    /// What some unit refers to; headers declare much more.
    used: FxHashSet<Symbol>,
    /// Objects whose type was completed after their first use.
    completed: FxHashSet<GlobalId>,
    /// The records of all units, by where they are defined.
    pub(crate) records: FxHashMap<(clew_ir::FileId, u32, u32), TypeId>,
    /// The records of `_Complex` numbers and vectors, by element and count.
    pub(crate) parts: FxHashMap<(RecordKind, TypeId, u64), TypeId>,
    /// The objects at fixed addresses.
    pub(crate) fixed: BTreeMap<u64, GlobalId>,
    /// Records with volatile members.
    pub(crate) devices: FxHashSet<clew_ir::RecordId>,
    /// The assembly that calls stand for, by where it is spelled.
    pub(crate) assembly: FxHashMap<(clew_ir::FileId, u32), usize>,
    /// `alias` attributes whose target is not known yet.
    pub(crate) aliases: Vec<Alias>,
    pub(crate) constructors: Vec<(u32, FunctionId)>,
    pub(crate) destructors: Vec<(u32, FunctionId)>,
    /// Operands in an order that C leaves open.
    pub(crate) orders: Vec<clew_ir::order::OpenOrder>,
    /// Whether two names of the program's are one for the linker (`asm("name")`), which compilers that
    /// optimise do not see, or compilers call functions of the program where it does not.
    pub(crate) has_shared_names: bool,
    /// Whether the names of the C library are the program's own, unless a header of the system has them.
    pub(crate) owns_names: bool,
    /// Functions that a header of the system declares.
    pub(crate) of_system: FxHashSet<FunctionId>,
    /// Functions that the program declares, and the first edition of C that it does so in.
    pub(crate) of_program: FxHashMap<FunctionId, Edition>,
    /// Where functions are defined, and whether some definition is an inline one.
    definitions: FxHashMap<FunctionId, (bool, Vec<Span>)>,
    errors: Vec<CError>,
    units: u32,
}

impl Linker {
    /// Whether an object of a type is a device, or has one: some member of it is volatile.
    pub(crate) fn is_device(&self, ty: TypeId) -> bool {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Record(record) => self.devices.contains(record),
            Type::Array { element, .. } => self.is_device(*element),
            _ => false,
        }
    }

    pub(crate) fn new(model: DataModel) -> Self {
        Self {
            program: Program { types: TypeTable::for_model(model), ..Program::default() },
            files: KnownFiles::default(),
            symbols: FxHashMap::default(),
            tentative: FxHashSet::default(),
            used: FxHashSet::default(),
            completed: FxHashSet::default(),
            records: FxHashMap::default(),
            parts: FxHashMap::default(),
            fixed: BTreeMap::new(),
            devices: FxHashSet::default(),
            assembly: FxHashMap::default(),
            aliases: Vec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            orders: Vec::new(),
            has_shared_names: false,
            owns_names: false,
            of_system: FxHashSet::default(),
            of_program: FxHashMap::default(),
            definitions: FxHashMap::default(),
            errors: Vec::new(),
            units: 0,
        }
    }

    pub(crate) fn next_unit(&mut self) -> UnitId {
        self.units += 1;
        clew_ir::Id::from_index(self.units as usize - 1)
    }

    pub(crate) fn symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.get(name).copied()
    }

    pub(crate) fn define_alias(&mut self, name: &str, target: Symbol) {
        self.symbols.insert(name.into(), target);
    }

    /// The function with this linker name, declared now if it is new.
    pub(crate) fn external_function(&mut self, symbol: &str, declared: Function) -> FunctionId {
        if let Some(Symbol::Function(id)) = self.symbol(symbol) {
            let known = &self.program.functions[id];
            self.has_shared_names |=
                known.name != declared.name && !(known.is_system && declared.is_system);
            return id;
        }
        let id = self.program.functions.push(declared);
        self.symbols.insert(symbol.into(), Symbol::Function(id));
        id
    }

    /// The object with this linker name, declared now if it is new.
    pub(crate) fn external_global(&mut self, symbol: &str, declared: Global) -> GlobalId {
        if let Some(Symbol::Global(id)) = self.symbol(symbol) {
            self.complete_type(id, declared.ty);
            self.has_shared_names |= self.program.globals[id].name != declared.name;
            // A header may show others less than the definition allows.
            self.program.globals[id].is_const &= declared.is_const;
            return id;
        }
        let id = self.program.globals.push(declared);
        self.symbols.insert(symbol.into(), Symbol::Global(id));
        id
    }

    /// Completes the type of an array declared without its length. Otherwise an object keeps
    /// the type of its first declaration, so that what was lowered before stays right.
    pub(crate) fn complete_type(&mut self, id: GlobalId, ty: TypeId) {
        let known = self.program.globals[id].ty;
        if is_incomplete_array(&self.program.types, known) && known != ty {
            self.program.globals[id].ty = ty;
            self.completed.insert(id);
        }
    }

    /// Whether a definition of a function by a unit counts: the first strong one, or a weak one
    /// while there is no other. A second strong one is an error.
    pub(crate) fn may_define_function(
        &mut self,
        id: FunctionId,
        linkage: Linkage,
        span: Span,
        is_library: bool,
    ) -> bool {
        let known = &self.program.functions[id];
        if known.body == Err(NoBody::Declared) || linkage == Linkage::Internal {
            return true;
        }
        let clash = (known.name.clone(), known.span, span);
        self.may_replace(known.linkage, known.is_system, linkage, is_library, clash)
    }

    /// The same for an object with an initialiser.
    pub(crate) fn may_define_global(
        &mut self,
        id: GlobalId,
        linkage: Linkage,
        span: Span,
        is_library: bool,
    ) -> bool {
        let known = &self.program.globals[id];
        if known.init.is_none() {
            return !(is_library && self.tentative.contains(&id));
        }
        let clash = (known.name.clone(), known.span, span);
        self.may_replace(known.linkage, known.is_system, linkage, is_library, clash)
    }

    /// Whether a second definition takes the place of a first. The user's own version of a
    /// library's thing wins, as with a linker's archive; a strong one wins over a weak one; two
    /// strong ones clash.
    fn may_replace(
        &mut self,
        known: Linkage,
        known_is_system: bool,
        linkage: Linkage,
        is_library: bool,
        (name, first, second): (String, Span, Span),
    ) -> bool {
        if is_library && !known_is_system {
            return false;
        }
        match (known, linkage) {
            (Linkage::Weak, Linkage::External) => true,
            (_, Linkage::Weak) => false,
            _ => {
                self.duplicate(&name, first, second);
                false
            }
        }
    }

    fn duplicate(&mut self, name: &str, first: Span, second: Span) {
        let places =
            [first, second].iter().map(|span| self.program.sources.describe(*span)).collect();
        self.errors.push(CError::Link { message: format!("`{name}` is defined twice"), places });
    }

    pub(crate) fn add_tentative(&mut self, id: GlobalId) {
        self.tentative.insert(id);
    }

    /// The linker names that some unit uses and none defines, sorted.
    pub(crate) fn undefined_symbols(&self) -> Vec<String> {
        let is_undefined =
            |symbol: &Symbol| self.used.contains(symbol) && self.is_undefined(*symbol);
        let undefined = self.symbols.iter().filter(|(_, symbol)| is_undefined(symbol));
        let mut names: Vec<_> = undefined.map(|(name, _)| name.to_string()).collect();
        names.sort_unstable();
        names
    }

    fn is_undefined(&self, symbol: Symbol) -> bool {
        match symbol {
            Symbol::Function(id) => self.program.functions[id].body == Err(NoBody::Declared),
            Symbol::Global(id) => {
                self.program.globals[id].init.is_none() && !self.tentative.contains(&id)
            }
        }
    }

    /// Notes that something refers to a name.
    pub(crate) fn mark_used(&mut self, symbol: Symbol) {
        self.used.insert(symbol);
    }

    /// Ends linking: tentative definitions become definitions, aliases get their code.
    pub(crate) fn finish(mut self) -> Result<Program, CError> {
        let mut tentative: Vec<_> = std::mem::take(&mut self.tentative).into_iter().collect();
        tentative.sort_unstable();
        for id in tentative {
            let global = &mut self.program.globals[id];
            if global.init.is_none() {
                if let Type::Array { element, length: ArrayLength::Unknown } =
                    *self.program.types.get(global.ty)
                {
                    global.ty = self.program.types.array_of(element, 1);
                    self.completed.insert(id);
                }
                let size = self.program.types.size(global.ty).unwrap_or(0);
                global.init =
                    Some(Image { bytes: vec![0; size as usize], relocations: Vec::new() });
            }
        }
        self.note_own_names();
        self.note_inline_definitions();
        clew_ir::order::note_open_orders(&mut self.program, &self.orders);
        self.resolve_aliases();
        finish::retype_globals(&mut self.program, &self.completed);
        self.constructors.sort_by_key(|(priority, _)| *priority);
        self.destructors.sort_by_key(|(priority, _)| std::cmp::Reverse(*priority));
        self.program.constructors = self.constructors.iter().map(|(_, id)| *id).collect();
        self.program.destructors = self.destructors.iter().map(|(_, id)| *id).collect();
        match self.errors.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(self.program),
        }
    }

    /// Notes functions that are not what their names say: those of the library's that the program declares
    /// by itself, where C does not reserve the name; and all code where names are mixed up.
    fn note_own_names(&mut self) {
        // Without the library, compilers still call these for initialisers, assignments and loops.
        self.has_shared_names |= self.owns_names && self.program.functions.iter().any(acts_in_copy);
        for id in self.program.functions.ids().collect::<Vec<_>>() {
            let function = &self.program.functions[id];
            let (is_own, is_code) =
                (self.is_own_name(id), function.body.is_ok() && !function.is_system);
            let span = function.span;
            let facts = &mut self.program.functions[id].facts;
            if is_own {
                facts.refuse(Unprovable::of_calls(Cause::LibraryName, span));
            }
            if is_code && self.has_shared_names {
                facts.refuse(Unprovable::new(Cause::SharedName, span));
            }
        }
    }

    /// Whether a function of the program only has a name of the library's, or of a test tool's.
    fn is_own_name(&self, id: FunctionId) -> bool {
        let function = &self.program.functions[id];
        let name = function.name.as_str();
        let Some(edition) = self.of_program.get(&id).filter(|_| !self.of_system.contains(&id))
        else {
            return false;
        };
        if name.starts_with("__") {
            return false;
        }
        // Compilers take calls for those of the library, whatever the definition does.
        let is_public = matches!(function.linkage, Linkage::External | Linkage::Weak);
        if function.body.is_ok() && !function.is_system {
            return is_public && !self.owns_names && is_compiler_name(name);
        }
        if clew_ir::OF_HARNESSES.iter().any(|it| name.starts_with(it)) {
            return true;
        }
        let is_of_library = function.is_system || is_library_name(name);
        is_of_library && (self.owns_names || !is_reserved_name(name, *edition))
    }

    /// Notes the definition of a function by a unit.
    pub(crate) fn note_definition(&mut self, id: FunctionId, is_inline: bool, span: Span) {
        let (has_inline, places) = self.definitions.entry(id).or_default();
        *has_inline |= is_inline;
        if !places.contains(&span) {
            places.push(span);
        }
    }

    /// Notes functions of which a call may run one definition or another: an inline definition does not keep
    /// other files from having their own.
    fn note_inline_definitions(&mut self) {
        for (id, (has_inline, places)) in &self.definitions {
            if let (true, [_, second, ..]) = (*has_inline, &places[..]) {
                let found = Unprovable::new(Cause::Definitions, *second);
                self.program.functions[*id].facts.refuse(found);
            }
        }
    }

    fn resolve_aliases(&mut self) {
        for Alias { id: alias, target, is_weak } in std::mem::take(&mut self.aliases) {
            if is_weak {
                self.program.functions[alias].be_weak();
            }
            let Some(Symbol::Function(target_id)) = self.symbol(&target) else {
                if is_weak {
                    continue;
                }
                let span = self.program.functions[alias].span;
                let places = vec![self.program.sources.describe(span)];
                let message = format!("alias to `{target}`, which is not defined");
                self.errors.push(CError::Link { message, places });
                continue;
            };
            self.program.functions[target_id].facts.has_alias = true;
            let target = self.program.functions[target_id].clone();
            let function = &mut self.program.functions[alias];
            function.facts.unprovable = target.facts.unprovable;
            function.params = target.params;
            function.locals = target.locals;
            function.body = target.body;
        }
    }
}

pub(crate) fn is_incomplete_array(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Array { length: ArrayLength::Unknown, .. })
}
