//! The declarations of one translation unit.

use super::link::{Linker, Symbol};
use super::provable::Doubts;
use super::record::typedef_decl;
use super::scope::{Entity, Scopes};
use super::source::UnitFiles;
use crate::ast::{Kind, Node, Range};
use crate::dialect::Dialect;
use crate::hidden::HiddenValues;
use crate::lengths::Lengths;
use crate::pack::Packs;
use crate::texts::Differences;
use crate::written::Written;
use clang_ast::Id as ClangId;
use clew_ir::{
    DataModel, Field, FunctionId, GlobalId, Linkage, RecordId, RecordKind, Span, Type, TypeId,
    TypeTable, UnitId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The priority of constructors that say none.
pub(super) const LAST_PRIORITY: u32 = 65_535;

/// What is known of a unit besides its tree.
pub(crate) struct Facts {
    /// What array parameters are declared with.
    pub(crate) lengths: Lengths,
    /// Records under a pack pragma.
    pub(crate) packs: Packs,
    /// Values that the tree leaves out.
    pub(crate) hidden: HiddenValues,
    /// What flags and texts leave open.
    pub(crate) dialect: Dialect,
    /// Where the user's compiler reads another text.
    pub(crate) differences: Differences,
}

/// One translation unit while it is lowered.
pub(crate) struct Unit<'l> {
    pub(crate) linker: &'l mut Linker,
    pub(crate) id: UnitId,
    pub(super) files: UnitFiles,
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
    pub(super) internal: FxHashMap<Box<str>, Symbol>,
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
    /// Values that the tree leaves out.
    pub(super) hidden: HiddenValues,
    /// What the flags say.
    pub(crate) dialect: Dialect,
    /// What is in doubt for provers.
    pub(super) doubts: Doubts,
    /// Where other compilers read another text.
    pub(super) differences: Differences,
    va_list: Option<TypeId>,
    pub(super) next_literal: u32,
}

impl<'l> Unit<'l> {
    pub(crate) fn new(linker: &'l mut Linker, files: UnitFiles, facts: Facts) -> Self {
        let Facts { lengths, packs, hidden, dialect, differences } = facts;
        linker.owns_names |= dialect.owns_names;
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
            hidden,
            dialect,
            doubts: Doubts::default(),
            differences,
            va_list: None,
            next_literal: 0,
        }
    }

    /// Lowers the whole unit.
    pub(crate) fn lower(mut self, root: &Node, written: &Written) {
        self.note_written(written);
        for node in &root.inner {
            self.top_level(node);
        }
        self.spread_doubts();
    }

    fn top_level(&mut self, node: &Node) {
        if !node.is(Kind::FunctionDecl) {
            self.judge_declaration(node);
        }
        match node.kind {
            Kind::RecordDecl => self.record_decl(node),
            Kind::EnumDecl => self.enum_decl(node),
            Kind::TypedefDecl => typedef_decl(self, node),
            Kind::VarDecl => {
                self.file_scope_variable(node);
                self.note_other_object(node);
            }
            Kind::FileScopeAsmDecl => self.linker.program.has_hidden_code = true,
            Kind::FunctionDecl => self.function_decl(node),
            _ => {}
        }
    }

    /// Notes an object that files with other units see, and that the user's compiler may give another value.
    fn note_other_object(&mut self, node: &Node) {
        let span = self.span(node);
        self.linker.has_shared_names |=
            self.linkage(node) != Linkage::Internal && self.is_declared_differently(span);
    }

    /// The span of a node.
    pub(crate) fn span(&mut self, node: &Node) -> Span {
        self.range_span(&node.range)
    }

    /// The span of a range of the tree.
    pub(super) fn range_span(&mut self, range: &Range) -> Span {
        self.files.span(range, &mut self.linker.program.sources, &mut self.linker.files)
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

    pub(super) fn is_system(&self, span: Span) -> bool {
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
    pub(super) fn is_gnu_inline(&self, node: &Node) -> bool {
        node.storage_class.as_deref() == Some("extern")
    }

    /// Makes a declaration known by id and by name.
    pub(crate) fn bind(&mut self, node: &Node, entity: Entity) {
        if let Some(id) = node.id {
            self.entities.insert(id, entity.clone());
        }
        self.scopes.declare_value(node.name(), entity);
    }
}

/// The name the linker sees: an `asm` label, else the declared name.
pub(super) fn linker_name(node: &Node) -> &str {
    match &node.mangled_name {
        Some(name) => name.trim_start_matches('\u{1}'),
        None => node.name(),
    }
}

/// The initialiser of a variable.
pub(crate) fn initializer(node: &Node) -> Option<&Node> {
    node.inner.iter().find(|child| !is_attribute(child))
}

/// Whether a child of a declaration is an attribute rather than an initialiser.
fn is_attribute(node: &Node) -> bool {
    node.ty.is_none()
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
