//! Declarations of functions: their types, attributes and names, and whether their bodies are lowered.

use super::decl::{LAST_PRIORITY, Unit, default_promotion, linker_name};
use super::function::FunctionLowering;
use super::link::{Alias, Symbol};
use super::order::open_orders;
use super::scope::Entity;
use super::types::{adjust_parameter, node_type};
use super::{Lowered, facts};
use crate::ast::{DeclRef, Kind, Node};
use clew_ir::{
    Function, FunctionFacts, FunctionId, FunctionType, IdVec, Linkage, NoBody, Span, Type, TypeId,
    Unsupported,
};
use std::path::Path;

impl Unit<'_> {
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
        let Some(body) = node.children(Kind::CompoundStmt).next() else {
            return self.judge_function(id, node);
        };
        let span = self.span(node);
        let linkage = self.linkage(node);
        if !self.files.is_library() {
            self.linker.note_definition(id, node.inline && linkage == Linkage::Weak, span);
        }
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
        self.judge_function(id, node);
        if !self.files.is_library() {
            let orders = open_orders(self, id, body);
            self.linker.orders.extend(orders);
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
        let declared = Function {
            name: node.name().to_owned(),
            ty,
            linkage,
            unit: self.id,
            params: Vec::new(),
            locals: IdVec::new(),
            body: Err(NoBody::Declared),
            is_noreturn,
            facts: FunctionFacts::default(),
            is_system: self.is_system(span),
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
        let is_of_system = self.is_system(span) && !node.is_implicit;
        self.note_declarer(id, is_of_system || self.is_of_harness(span));
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

    /// Whether a function that stands here may be another one for the user's compiler.
    pub(super) fn is_read_differently(&self, span: Span) -> bool {
        let at = self.lines(span);
        at.is_some_and(|(file, first, last)| self.differences.concern(file, first, last))
    }

    /// Whether a declaration that stands here is another one for the user's compiler.
    pub(super) fn is_declared_differently(&self, span: Span) -> bool {
        let at = self.lines(span);
        at.is_some_and(|(file, first, last)| self.differences.change(file, first, last))
    }

    /// The file and the first and last line of a span.
    fn lines(&self, span: Span) -> Option<(&Path, u32, u32)> {
        let (file, first) = self.linker.program.sources.position(span)?;
        Some((&file.path, first.line, file.line_column(span.end).line))
    }

    /// Notes who declares a function: the program, or the system for it.
    pub(super) fn note_declarer(&mut self, id: FunctionId, is_system: bool) {
        if self.files.is_library() {
            return;
        }
        if is_system {
            self.linker.of_system.insert(id);
        } else {
            let edition = self.dialect.edition.unwrap_or_default();
            let known = self.linker.of_program.entry(id).or_insert(edition);
            *known = edition.min(*known);
        }
    }

    /// Whether a place is in a header of a test harness that Clew knows.
    fn is_of_harness(&self, span: Span) -> bool {
        let Some((file, _)) = self.linker.program.sources.position(span) else { return false };
        ["clew.h", "crest.h", "klee/klee.h"].iter().any(|it| file.path.ends_with(it))
    }

    /// Whether a declaration is that of a function of the system's that does not return.
    pub(super) fn is_ending_function(&self, decl: &DeclRef) -> bool {
        match self.entities.get(&decl.id) {
            Some(Entity::Function(id)) => {
                let function = &self.linker.program.functions[*id];
                function.is_noreturn && self.linker.of_system.contains(id)
            }
            _ => false,
        }
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
                            function.facts.unprovable = source.facts.unprovable;
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
    pub(super) fn alias_target(&mut self, attribute: &Node) -> Option<String> {
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
        if !is_system {
            self.note_declarer(id, false);
        }
        id
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
