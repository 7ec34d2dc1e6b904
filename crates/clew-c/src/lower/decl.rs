//! The declarations of one translation unit.

use super::function::FunctionLowering;
use super::link::{Alias, Linker, Symbol, is_incomplete_array};
use super::order::open_orders;
use super::record::typedef_decl;
use super::scope::{Entity, Scopes};
use super::source::UnitFiles;
use super::types::{adjust_parameter, node_type};
use super::varying::varies;
use super::{Lowered, facts, static_init};
use crate::ast::{Kind, Node};
use crate::clang::BUILTIN_PREFIX;
use crate::dialect::Dialect;
use crate::lengths::Lengths;
use crate::pack::Packs;
use crate::texts::Differences;
use crate::type_text::{TypeText, TypeTextKind};
use clang_ast::Id as ClangId;
use clew_ir::{
    DataModel, Field, Function, FunctionFacts, FunctionId, FunctionType, Global, GlobalId,
    GlobalKind, IdVec, Image, Linkage, NoBody, RecordId, RecordKind, RelocationTarget, Span, Type,
    TypeId, TypeTable, UnitId, Unsupported,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The priority of constructors that say none.
const LAST_PRIORITY: u32 = 65_535;

/// One translation unit while it is lowered.
pub(crate) struct Unit<'l> {
    pub(crate) linker: &'l mut Linker,
    pub(crate) id: UnitId,
    files: UnitFiles,
    pub(crate) scopes: Scopes,
    /// What declarations of values stand for, by clang's id.
    pub(crate) entities: FxHashMap<ClangId, Entity>,
    /// The types of tag declarations.
    pub(crate) tags: FxHashMap<ClangId, TypeId>,
    /// The types of tags without a name, by file, line and column.
    pub(crate) unnamed_tags: FxHashMap<(Box<str>, u32, u32), TypeId>,
    /// Where members stand in their records.
    pub(crate) fields: FxHashMap<ClangId, (RecordId, u32)>,
    /// Functions and objects with internal linkage.
    internal: FxHashMap<Box<str>, Symbol>,
    /// String literals with equal contents share one object, as compilers do.
    pub(crate) strings: FxHashMap<(TypeId, Vec<u8>), GlobalId>,
    /// The types by which this unit declares objects, where another unit's may differ.
    pub(crate) global_views: FxHashMap<GlobalId, TypeId>,
    /// The alignment that declarations of functions ask for.
    pub(crate) function_aligns: FxHashMap<FunctionId, u64>,
    /// Typedefs at file scope of what is `const`.
    pub(crate) const_typedefs: FxHashSet<Box<str>>,
    /// Typedefs at file scope of what is `_Atomic`, or leads to it.
    pub(crate) atomic_typedefs: FxHashSet<Box<str>>,
    /// What array parameters are declared with.
    pub(crate) lengths: Lengths,
    /// Records under a pack pragma.
    pub(crate) packs: Packs,
    /// What flags and texts leave open.
    pub(crate) dialect: Dialect,
    /// Where other compilers read another text.
    differences: Differences,
    va_list: Option<TypeId>,
    next_literal: u32,
}

impl<'l> Unit<'l> {
    pub(crate) fn new(
        linker: &'l mut Linker,
        files: UnitFiles,
        lengths: Lengths,
        packs: Packs,
        dialect: Dialect,
        differences: Differences,
    ) -> Self {
        linker.owns_names |= dialect.owns_names;
        linker.has_shared_names |= dialect.shares_names;
        let id = linker.next_unit();
        Self {
            linker,
            id,
            files,
            scopes: Scopes::new(),
            entities: FxHashMap::default(),
            tags: FxHashMap::default(),
            unnamed_tags: FxHashMap::default(),
            fields: FxHashMap::default(),
            internal: FxHashMap::default(),
            strings: FxHashMap::default(),
            global_views: FxHashMap::default(),
            function_aligns: FxHashMap::default(),
            const_typedefs: FxHashSet::default(),
            atomic_typedefs: FxHashSet::default(),
            lengths,
            packs,
            dialect,
            differences,
            va_list: None,
            next_literal: 0,
        }
    }

    /// Lowers the whole unit.
    pub(crate) fn lower(mut self, root: &Node) {
        for node in &root.inner {
            self.top_level(node);
        }
    }

    fn top_level(&mut self, node: &Node) {
        if !node.is(Kind::FunctionDecl) {
            let span = self.span(node);
            // What all functions know is another thing for another compiler.
            self.dialect.layout_varies |= !self.is_system(span) && self.is_read_differently(span);
        }
        match node.kind {
            Kind::RecordDecl => self.record_decl(node),
            Kind::EnumDecl => self.enum_decl(node),
            Kind::TypedefDecl => typedef_decl(self, node),
            Kind::VarDecl => self.file_scope_variable(node),
            Kind::FileScopeAsmDecl => self.linker.program.has_hidden_code = true,
            Kind::FunctionDecl => self.function_decl(node),
            _ => {}
        }
    }

    /// The span of a node.
    pub(crate) fn span(&mut self, node: &Node) -> Span {
        self.files.span(&node.range, &mut self.linker.program.sources, &mut self.linker.files)
    }

    /// The text of a node's first token as it was spelled, also inside a macro's definition.
    pub(crate) fn spelled_token(&mut self, node: &Node) -> Option<String> {
        let span = self.files.spelled_token(
            &node.range.begin,
            &mut self.linker.program.sources,
            &mut self.linker.files,
        )?;
        self.linker.program.sources.text(span).map(str::to_owned)
    }

    /// The text of a node as it was spelled.
    pub(crate) fn spelled_text(&mut self, node: &Node) -> Option<String> {
        let span = self.spelled(node);
        self.linker.program.sources.text(span).map(str::to_owned)
    }

    /// Where a node is spelled: for what comes out of a macro, where the macro is defined.
    pub(crate) fn spelled(&mut self, node: &Node) -> Span {
        let span = self.span(node);
        let sources = &self.linker.program.sources;
        span.expansion.map_or(span, |expansion| {
            let spelled = sources.expansions[expansion];
            let (start, end) = (spelled.start, spelled.end);
            Span { file: Some(spelled.file), start, end, expansion: None }
        })
    }

    /// The places by which clang may name an unnamed tag: where it is declared, and where its
    /// declaration starts.
    pub(crate) fn presumed_places(&mut self, node: &Node) -> Vec<(String, u32, u32)> {
        let location = crate::ast::Range { begin: node.loc, end: node.loc };
        let spans = [location, node.range].map(|range| {
            self.files.span(&range, &mut self.linker.program.sources, &mut self.linker.files)
        });
        let sources = &self.linker.program.sources;
        let places = spans.iter().filter_map(|span| {
            let (_, at) = sources.position(*span)?;
            let name = self.files.told(span.file?)?;
            Some((name.to_owned(), at.line, at.column))
        });
        places.collect()
    }

    fn is_system(&self, span: Span) -> bool {
        span.file.is_none_or(|file| self.linker.program.sources.files[file].is_system)
    }

    /// The type of `va_list`: the System V array of one tag, or a pointer to the next argument.
    pub(crate) fn va_list_type(&mut self) -> TypeId {
        if let Some(ty) = self.va_list {
            return ty;
        }
        if self.linker.program.types.data_model() == DataModel::Ilp32 {
            return TypeTable::CHAR_POINTER;
        }
        let tag = self.new_record("__va_list_tag", RecordKind::Struct, Span::NONE);
        let types = &mut self.linker.program.types;
        if let Type::Record(id) = *types.get(tag) {
            let field =
                |name: &str, ty, offset| Field { name: name.to_owned(), ty, offset, bits: None };
            let record = &mut types.records[id];
            record.fields = vec![
                field("gp_offset", TypeTable::UNSIGNED_INT, 0),
                field("fp_offset", TypeTable::UNSIGNED_INT, 4),
                field("overflow_arg_area", TypeTable::VOID_POINTER, 8),
                field("reg_save_area", TypeTable::VOID_POINTER, 16),
            ];
            (record.size, record.align, record.is_complete) = (24, 8, true);
        }
        let ty = types.array_of(tag, 1);
        self.va_list = Some(ty);
        ty
    }

    /// Declares a function and, if this is its definition, lowers it.
    pub(crate) fn function_decl(&mut self, node: &Node) {
        let id = match self.declare_function(node) {
            Ok(id) => id,
            Err(unsupported) => {
                self.note_hidden(node);
                self.bind(node, Entity::Unsupported(unsupported));
                return;
            }
        };
        self.bind(node, Entity::Function(id));
        let Some(body) = node.children(Kind::CompoundStmt).next() else { return };
        let span = self.span(node);
        let linkage = self.linkage(node);
        if !self.linker.may_define_function(id, linkage, span, self.files.is_library()) {
            return;
        }
        let is_system = self.is_system(span);
        let function = &mut self.linker.program.functions[id];
        (function.span, function.linkage, function.unit) = (span, linkage, self.id);
        function.is_system = is_system;
        // While the body is lowered, the function may call itself.
        function.body = Err(NoBody::Declared);
        self.scopes.push();
        let lowered = FunctionLowering::lower(self, id, node, body);
        if !self.files.is_library() {
            let orders = open_orders(self, id, body);
            self.linker.orders.extend(orders);
            let varies = varies(self, node) || self.is_read_differently(span);
            self.linker.program.functions[id].facts.varies |= varies;
        }
        self.scopes.pop();
        let function = &mut self.linker.program.functions[id];
        match lowered {
            Ok(parts) => {
                function.params = parts.params;
                function.locals = parts.locals;
                function.body = Ok(parts.body);
            }
            Err(unsupported) => {
                function.params = Vec::new();
                function.locals = IdVec::new();
                function.body = Err(NoBody::Unsupported(unsupported));
            }
        }
    }

    fn declare_function(&mut self, node: &Node) -> Lowered<FunctionId> {
        let mut ty = node_type(self, node)?;
        if node.children(Kind::CompoundStmt).next().is_some() {
            ty = self.definition_type(node, ty)?;
        }
        let span = self.span(node);
        let linkage = self.linkage(node);
        let is_noreturn = is_noreturn_type(node.type_text())
            || node
                .inner
                .iter()
                .any(|a| matches!(a.kind, Kind::NoReturnAttr | Kind::C11NoReturnAttr));
        let symbol = linker_name(node).to_owned();
        // What stands for a builtin is the library's, under the library's name.
        let is_builtin = node.name().starts_with(BUILTIN_PREFIX);
        let declared = Function {
            name: if is_builtin { symbol.clone() } else { node.name().to_owned() },
            ty,
            linkage,
            unit: self.id,
            params: Vec::new(),
            locals: IdVec::new(),
            body: Err(NoBody::Declared),
            is_noreturn,
            facts: FunctionFacts::default(),
            is_system: is_builtin || self.is_system(span),
            span,
        };
        let known = self.internal.get(symbol.as_str()).copied();
        let id = match known {
            Some(Symbol::Function(id)) => id,
            _ if linkage == Linkage::Internal => {
                let id = self.linker.program.functions.push(declared);
                self.internal.insert(symbol.as_str().into(), Symbol::Function(id));
                id
            }
            _ => self.linker.external_function(&symbol, declared),
        };
        self.note_declarer(id, is_builtin || self.is_system(span));
        if let Ok(Some(align)) = self.alignment_attribute(node) {
            self.function_aligns.insert(id, align);
        }
        let function = &mut self.linker.program.functions[id];
        function.is_noreturn |= is_noreturn;
        if linkage == Linkage::Weak && function.body == Err(NoBody::Declared) {
            function.linkage = Linkage::Weak;
        }
        let facts = self.declared_facts(node);
        facts::merge(&mut self.linker.program.functions[id].facts, facts, facts::role(node));
        self.replace_vague_type(id, ty, node);
        self.function_attributes(node, id, &symbol)?;
        Ok(id)
    }

    /// Whether another compiler reads another text here.
    fn is_read_differently(&self, span: Span) -> bool {
        let sources = &self.linker.program.sources;
        let Some((file, first)) = sources.position(span) else { return false };
        let last = file.line_column(span.end).line;
        let text = sources.text(span).unwrap_or_default();
        // Of a call on several lines, compilers give different ones.
        if text.contains("__builtin_LINE") {
            return true;
        }
        self.differences.meet(&file.path.to_string_lossy(), first.line, last, text)
    }

    /// Notes who declares a function: the program, or the system for it.
    fn note_declarer(&mut self, id: FunctionId, is_system: bool) {
        let of = match is_system {
            _ if self.files.is_library() => return,
            true => &mut self.linker.of_system,
            false => &mut self.linker.of_program,
        };
        of.insert(id);
    }

    /// A definition or prototype tells more than `int f()`.
    fn replace_vague_type(&mut self, id: FunctionId, ty: TypeId, node: &Node) {
        let types = &self.linker.program.types;
        let known = self.linker.program.functions[id].ty;
        let is_vague = types.function(known).is_none_or(|function| !function.has_prototype);
        let is_definition = node.children(Kind::CompoundStmt).next().is_some();
        if is_vague || is_definition {
            self.linker.program.functions[id].ty = ty;
        }
    }

    /// The type of a definition, whose parameters are known even without a prototype (K&R).
    fn definition_type(&mut self, node: &Node, ty: TypeId) -> Lowered<TypeId> {
        let Some(function) = self.linker.program.types.function(ty).cloned() else {
            return Ok(ty);
        };
        if function.has_prototype {
            return Ok(ty);
        }
        let mut params = Vec::new();
        for param in node.children(Kind::ParmVarDecl) {
            let declared = node_type(self, param)?;
            let types = &mut self.linker.program.types;
            let adjusted = adjust_parameter(types, declared);
            params.push(default_promotion(types, adjusted));
        }
        let known = FunctionType { params, ..function };
        Ok(self.linker.program.types.intern(Type::Function(known)))
    }

    fn function_attributes(&mut self, node: &Node, id: FunctionId, symbol: &str) -> Lowered<()> {
        for attribute in &node.inner {
            match attribute.kind {
                Kind::AliasAttr => {
                    let target = self.alias_target(attribute);
                    // `weakref`: what has that name when the program is linked, if anything has.
                    let is_weak = node.children(Kind::WeakRefAttr).next().is_some();
                    let known = target.as_deref().and_then(|target| {
                        let internal = self.internal.get(target).copied();
                        internal.or_else(|| self.linker.symbol(target))
                    });
                    match (known, target) {
                        (Some(Symbol::Function(known)), _)
                            if self.linker.program.functions[known].body.is_ok() =>
                        {
                            self.linker.program.functions[known].facts.has_alias = true;
                            let source = self.linker.program.functions[known].clone();
                            let function = &mut self.linker.program.functions[id];
                            if is_weak {
                                function.be_weak();
                            }
                            function.facts.varies = source.facts.varies;
                            function.params = source.params;
                            function.locals = source.locals;
                            function.body = source.body;
                        }
                        (_, Some(target)) => {
                            self.linker.aliases.push(Alias { id, target, is_weak });
                        }
                        (_, None) => {
                            let span = self.span(attribute);
                            let feature = format!("alias attribute of `{symbol}`");
                            return Err(Unsupported { feature, span });
                        }
                    }
                }
                Kind::ConstructorAttr if node.children(Kind::CompoundStmt).next().is_some() => {
                    let priority = self.attribute_priority(attribute);
                    self.linker.constructors.push((priority, id));
                }
                Kind::DestructorAttr if node.children(Kind::CompoundStmt).next().is_some() => {
                    let priority = self.attribute_priority(attribute);
                    self.linker.destructors.push((priority, id));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The name in `alias("name")`; older clangs leave it out of the tree.
    fn alias_target(&mut self, attribute: &Node) -> Option<String> {
        if let Some(target) = &attribute.aliasee {
            return Some(target.to_string());
        }
        let text = self.spelled_text(attribute)?;
        let (_, after) = text.split_once('"')?;
        after.split_once('"').map(|(name, _)| name.to_owned())
    }

    /// The number in `constructor(101)`; those without one come last.
    fn attribute_priority(&mut self, attribute: &Node) -> u32 {
        let text = self.spelled_text(attribute).unwrap_or_default();
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(LAST_PRIORITY)
    }

    /// The linkage of a declaration at file scope (or an `extern` one in a block).
    pub(crate) fn linkage(&self, node: &Node) -> Linkage {
        let is_static = node.storage_class.as_deref() == Some("static");
        let weak = |node: &Node| node.children(Kind::WeakAttr).next().is_some();
        let is_inline_only =
            node.is(Kind::FunctionDecl) && node.inline && node.storage_class.is_none();
        if is_static || self.internal.contains_key(linker_name(node)) {
            Linkage::Internal
        } else if weak(node) || is_inline_only || (node.inline && self.is_gnu_inline(node)) {
            Linkage::Weak
        } else {
            Linkage::External
        }
    }

    /// An `extern inline` definition in a header may stand in several units.
    fn is_gnu_inline(&self, node: &Node) -> bool {
        node.storage_class.as_deref() == Some("extern")
    }

    fn file_scope_variable(&mut self, node: &Node) {
        match self.declare_global(node, None) {
            Ok(id) => {
                let is_collected = |it: &Node| it.is(Kind::SectionAttr) || it.is(Kind::UsedAttr);
                if node.inner.iter().any(is_collected) {
                    self.linker.program.exposed.insert(id);
                }
                self.bind(node, Entity::Global(id));
                self.note_view(node, id);
                if let Err(unsupported) = self.define_global(node, id) {
                    self.note_hidden(node);
                    self.bind(node, Entity::Unsupported(unsupported));
                }
                self.note_start_code(node, id);
            }
            Err(unsupported) => {
                self.note_hidden(node);
                self.bind(node, Entity::Unsupported(unsupported));
            }
        }
    }

    /// Notes a declaration that is not understood: a definition may change what others define, or tell
    /// others where it is.
    fn note_hidden(&mut self, node: &Node) {
        let is_definition = match node.kind {
            Kind::FunctionDecl => node.children(Kind::CompoundStmt).next().is_some(),
            _ => initializer(node).is_some(),
        };
        let span = self.span(node);
        self.linker.program.has_hidden_code |= is_definition && !self.is_system(span);
    }

    /// Notes the functions that an object names which lies where the start-up code looks for functions
    /// to call before `main`.
    fn note_start_code(&mut self, node: &Node, id: GlobalId) {
        let sections: Vec<String> = node
            .children(Kind::SectionAttr)
            .filter_map(|attribute| self.spelled_text(attribute))
            .collect();
        let is_start = |text: &String| {
            [".init_array", ".preinit_array", ".ctors"].iter().any(|name| text.contains(name))
        };
        let is_end = |text: &String| [".fini_array", ".dtors"].iter().any(|it| text.contains(it));
        self.linker.program.has_hidden_code |= sections.iter().any(is_end);
        if !sections.iter().any(is_start) {
            return;
        }
        let image = self.linker.program.globals[id].init.as_ref();
        let targets = image.into_iter().flat_map(|image| &image.relocations);
        let functions: Vec<FunctionId> = targets
            .filter_map(|relocation| match relocation.target {
                RelocationTarget::Function(function) => Some(function),
                RelocationTarget::Global(_) | RelocationTarget::Label(..) => None,
            })
            .collect();
        self.linker.constructors.extend(functions.into_iter().map(|id| (LAST_PRIORITY, id)));
    }

    /// Declares an object with static storage; `function` is set for one inside a function.
    pub(crate) fn declare_global(
        &mut self,
        node: &Node,
        function: Option<FunctionId>,
    ) -> Lowered<GlobalId> {
        let ty = node_type(self, node)?;
        let span = self.span(node);
        let is_static_local = function.is_some() && node.storage_class.as_deref() == Some("static");
        let linkage = if is_static_local { Linkage::None } else { self.linkage(node) };
        let align = self.object_align(node, ty)?;
        let declared = Global {
            name: node.name().to_owned(),
            ty,
            linkage,
            unit: self.id,
            init: None,
            is_const: is_const_object(node),
            kind: GlobalKind::Variable,
            function: function.filter(|_| is_static_local),
            is_system: self.is_system(span),
            align,
            address: None,
            span,
        };
        let symbol = linker_name(node).to_owned();
        if is_static_local {
            return Ok(self.linker.program.globals.push(declared));
        }
        if let Some(Symbol::Global(id)) = self.internal.get(symbol.as_str()).copied() {
            self.linker.complete_type(id, ty);
            return Ok(id);
        }
        if node.children(Kind::WeakRefAttr).next().is_some() {
            // It is another object, or none.
            return Err(Unsupported { feature: "`weakref` of an object".into(), span });
        }
        if linkage == Linkage::Internal {
            let id = self.linker.program.globals.push(declared);
            self.internal.insert(symbol.as_str().into(), Symbol::Global(id));
            return Ok(id);
        }
        if let Some(target) = node.children(Kind::AliasAttr).next() {
            let target = self.alias_target(target).unwrap_or_default();
            if linkage == Linkage::Weak {
                // Another file may have the object of this name.
                let feature = format!("weak alias of the object `{target}`");
                return Err(Unsupported { feature, span });
            }
            let known = self.internal.get(target.as_str()).copied();
            if let Some(Symbol::Global(id)) = known.or_else(|| self.linker.symbol(&target)) {
                self.linker.program.exposed.insert(id);
                self.linker.define_alias(&symbol, Symbol::Global(id));
                return Ok(id);
            }
            let feature = format!("alias to `{target}` before its definition");
            return Err(Unsupported { feature, span });
        }
        let id = self.linker.external_global(&symbol, declared);
        self.linker.program.globals[id].align = self.linker.program.globals[id].align.max(align);
        Ok(id)
    }

    /// Remembers the type this unit gives an object.
    pub(crate) fn note_view(&mut self, node: &Node, id: GlobalId) {
        if let Ok(ty) = node_type(self, node) {
            let is_vague = is_incomplete_array(&self.linker.program.types, ty);
            if !is_vague || !self.global_views.contains_key(&id) {
                self.global_views.insert(id, ty);
            }
        }
    }

    /// Gives an object its initial contents, if this declaration defines it.
    pub(crate) fn define_global(&mut self, node: &Node, id: GlobalId) -> Lowered<()> {
        let span = self.span(node);
        let is_extern = node.storage_class.as_deref() == Some("extern");
        let is_alias = node.children(Kind::AliasAttr).next().is_some();
        let Some(init) = initializer(node) else {
            if !is_extern && !is_alias {
                self.linker.add_tentative(id);
                let global = &mut self.linker.program.globals[id];
                (global.span, global.unit) = (span, self.id);
            }
            return Ok(());
        };
        let known = self.linker.program.globals[id].linkage;
        let linkage = if known == Linkage::None { known } else { self.linkage(node) };
        if !self.linker.may_define_global(id, linkage, span, self.files.is_library()) {
            return Ok(());
        }
        self.linker.program.globals[id].linkage = linkage;
        let ty = node_type(self, node)?;
        self.linker.complete_type(id, ty);
        let global = &mut self.linker.program.globals[id];
        (global.span, global.unit) = (span, self.id);
        // The initialiser may take the object's own address: its image exists before.
        let size = self.linker.program.types.size(ty).unwrap_or(0) as usize;
        global.init = Some(Image { bytes: vec![0; size], relocations: Vec::new() });
        let image = static_init::image(self, ty, init, None)?;
        self.linker.program.globals[id].init = Some(image);
        Ok(())
    }

    /// Makes a declaration known by id and by name.
    pub(crate) fn bind(&mut self, node: &Node, entity: Entity) {
        if let Some(id) = node.id {
            self.entities.insert(id, entity.clone());
        }
        self.scopes.declare_value(node.name(), entity);
    }

    /// The function that stands for a library function the user did not declare (a builtin's
    /// out-of-line form).
    pub(crate) fn library_function(&mut self, name: &str, ty: FunctionType) -> FunctionId {
        self.undeclared_function(name, ty, true)
    }

    /// A function that no declaration declares.
    pub(crate) fn undeclared_function(
        &mut self,
        name: &str,
        ty: FunctionType,
        is_system: bool,
    ) -> FunctionId {
        let ty = self.linker.program.types.intern(Type::Function(ty));
        let declared = Function {
            name: name.to_owned(),
            ty,
            linkage: Linkage::External,
            unit: self.id,
            params: Vec::new(),
            locals: IdVec::new(),
            body: Err(NoBody::Declared),
            is_noreturn: false,
            facts: FunctionFacts::default(),
            is_system,
            span: Span::NONE,
        };
        let id = self.linker.external_function(name, declared);
        self.linker.mark_used(Symbol::Function(id));
        self.note_declarer(id, is_system);
        id
    }

    /// An object without a name: a string or compound literal with static storage.
    pub(crate) fn literal(
        &mut self,
        kind: GlobalKind,
        ty: TypeId,
        image: Image,
        is_const: bool,
        span: Span,
    ) -> GlobalId {
        self.next_literal += 1;
        let prefix = match kind {
            GlobalKind::StringLiteral => "string",
            GlobalKind::CompoundLiteral | GlobalKind::Variable => "literal",
        };
        self.linker.program.globals.push(Global {
            name: format!("{prefix}.{}", self.next_literal),
            ty,
            linkage: Linkage::None,
            unit: self.id,
            init: Some(image),
            is_const,
            kind,
            function: None,
            is_system: self.is_system(span),
            align: self.linker.program.types.align(ty),
            address: None,
            span,
        })
    }
}

/// The name the linker sees: an `asm` label, else the declared name.
fn linker_name(node: &Node) -> &str {
    match &node.mangled_name {
        Some(name) => name.trim_start_matches('\u{1}'),
        None => node.name(),
    }
}

/// Whether a function type says that its functions do not return. clang writes what it says of the type
/// itself behind everything else; inside, it is said of parameters or of the result.
fn is_noreturn_type(text: &str) -> bool {
    // What is returned is a pointer, perhaps to such functions.
    if text.split_once('(').is_some_and(|(_, inside)| inside.starts_with('*')) {
        return false;
    }
    let mut rest = text;
    while let Some((before, attribute)) = rest.rsplit_once(" __attribute__((") {
        let Some(attribute) = attribute.strip_suffix("))").filter(|it| !it.contains(')')) else {
            return false;
        };
        if attribute == "noreturn" {
            return true;
        }
        rest = before;
    }
    false
}

/// The initialiser of a variable.
pub(crate) fn initializer(node: &Node) -> Option<&Node> {
    node.inner.iter().find(|child| !is_attribute(child))
}

/// Whether a child of a declaration is an attribute rather than an initialiser.
fn is_attribute(node: &Node) -> bool {
    node.ty.is_none()
}

/// Whether objects of this declared type are `const` as a whole.
fn is_const_object(node: &Node) -> bool {
    let Some(ty) = &node.ty else { return false };
    let text = ty.desugared_qual_type.as_ref().unwrap_or(&ty.qual_type);
    let Ok(mut parsed) = TypeText::parse(text) else { return false };
    while let TypeTextKind::Array { element, .. } = parsed.kind {
        parsed = *element;
    }
    parsed.is_const
}

/// The default argument promotions (C11 6.5.2.2).
pub(crate) fn default_promotion(types: &TypeTable, ty: TypeId) -> TypeId {
    match types.get(ty) {
        Type::Bool => TypeTable::INT,
        Type::Int(kind) if kind.bits(types.data_model()) < 32 => TypeTable::INT,
        Type::Float(clew_ir::FloatKind::F32) => TypeTable::DOUBLE,
        _ => ty,
    }
}
