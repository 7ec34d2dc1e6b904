//! Declarations of objects with static storage: their linkage, images and where they lie.

use super::decl::{LAST_PRIORITY, Unit, initializer, linker_name};
use super::link::{Symbol, is_incomplete_array};
use super::scope::Entity;
use super::types::node_type;
use super::{Lowered, static_init};
use crate::ast::{Kind, Node};
use crate::type_text::{TypeText, TypeTextKind};
use clew_ir::{
    FunctionId, Global, GlobalId, GlobalKind, Image, Linkage, RelocationTarget, Span, TypeId,
    Unsupported,
};

impl Unit<'_> {
    pub(super) fn file_scope_variable(&mut self, node: &Node) {
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
                self.judge_object(node, id);
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
    pub(super) fn note_hidden(&mut self, node: &Node) {
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
