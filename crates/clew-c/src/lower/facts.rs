//! What declarations of functions say beside their types: qualifiers, attributes, names.

use super::access;
use super::decl::Unit;
use crate::ast::{Kind, Node};
use crate::type_text::{TypeText, TypeTextKind, TypeofOperand};
use clew_ir::{FunctionFacts, ParameterFacts};

/// What a declaration is to its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// A prototype, or less.
    Declaration,
    /// The definition: its names and lengths are those that the code knows.
    Definition,
}

/// What a declaration is to its function.
pub(crate) fn role(node: &Node) -> Role {
    match node.children(Kind::CompoundStmt).next() {
        Some(_) => Role::Definition,
        None => Role::Declaration,
    }
}

impl Unit<'_> {
    /// What one declaration of a function says.
    pub(crate) fn declared_facts(&mut self, node: &Node) -> FunctionFacts {
        let nodes: Vec<_> = node.children(Kind::ParmVarDecl).collect();
        let mut params: Vec<_> = nodes.iter().map(|param| self.parameter_facts(param)).collect();
        for attribute in node.children(Kind::NonNullAttr) {
            match self.nonnull_indices(attribute) {
                Some(Indices::All) => params.iter_mut().for_each(|it| it.is_nonnull = true),
                Some(Indices::Those(indices)) => {
                    for index in indices {
                        let param = index.checked_sub(1).and_then(|at| params.get_mut(at));
                        param.into_iter().for_each(|it| it.is_nonnull = true);
                    }
                }
                None => {}
            }
        }
        for (param, node) in params.iter_mut().zip(&nodes) {
            // Without indices the attribute means the pointers alone.
            param.is_nonnull &= parsed(node).is_some_and(|text| pointee(&text).is_some());
        }
        self.note_access(node, &mut params);
        let result = TypeText::parse(node.type_text()).ok();
        let returns_nonnull = matches!(
            result.map(|it| it.kind),
            Some(TypeTextKind::Function { result, .. }) if result.is_nonnull
        );
        FunctionFacts {
            params,
            returns_nonnull: returns_nonnull
                || node.children(Kind::ReturnsNonNullAttr).next().is_some(),
            is_weak: node.children(Kind::WeakAttr).next().is_some(),
            returns_twice: node.children(Kind::ReturnsTwiceAttr).next().is_some()
                || is_name_of_second_return(node.name()),
            has_alias: node.children(Kind::AliasAttr).next().is_some(),
            is_weakref: node.children(Kind::WeakRefAttr).next().is_some(),
            unprovable: Vec::new(),
            is_set_aside: false,
            promised: Vec::new(),
        }
    }

    fn parameter_facts(&mut self, param: &Node) -> ParameterFacts {
        let text = parsed(param);
        let is_pointee_const =
            text.as_ref().and_then(pointee).is_some_and(|target| self.is_const(target));
        let is_pointee_atomic =
            text.as_ref().and_then(pointee).is_some_and(|target| self.mentions_atomic(target));
        // What `_Nonnull` stands on is sugar, which the other text leaves out.
        let spelled = TypeText::parse(param.type_text()).ok();
        let has_attribute = param.children(Kind::NonNullAttr).next().is_some();
        ParameterFacts {
            name: param.name().to_owned(),
            is_pointee_const,
            is_pointee_atomic,
            is_restrict: text.is_some_and(|it| it.is_restrict),
            is_nonnull: has_attribute || spelled.is_some_and(|it| it.is_nonnull),
            length: param.id.and_then(|id| self.lengths.get(&id).copied()),
            is_string: false,
        }
    }

    /// Notes the lengths that `access` attributes tell.
    fn note_access(&mut self, node: &Node, params: &mut [ParameterFacts]) {
        let span = self.span(node);
        let sources = &self.linker.program.sources;
        let Some((file, _)) = sources.position(span).filter(|(file, _)| !file.is_system) else {
            return;
        };
        let rest = file.text().get(span.start as usize..).unwrap_or_default();
        let head = &rest[..rest.find(['{', ';']).unwrap_or(rest.len())];
        // Most declarations have nothing in parentheses but their parameters.
        if params.len() > 1 && head.matches('(').count() > 1 {
            let own = sources.files.iter().filter(|it| !it.is_system).map(|it| it.text());
            access::note_lengths(head, node.name(), own, params);
        }
    }

    /// Whether what a text names is `const`, through typedefs and for an array by its elements.
    fn is_const(&self, text: &TypeText) -> bool {
        text.is_const
            || match &text.kind {
                TypeTextKind::Named(name) => self.const_typedefs.contains(name.as_str()),
                TypeTextKind::Array { element, .. } => self.is_const(element),
                TypeTextKind::Atomic(inner)
                | TypeTextKind::Typeof { operand: TypeofOperand::Type(inner), is_unqual: false } => {
                    self.is_const(inner)
                }
                TypeTextKind::Builtin(_)
                | TypeTextKind::Tag { .. }
                | TypeTextKind::UnnamedTag { .. }
                | TypeTextKind::Pointer(_)
                | TypeTextKind::Function { .. }
                | TypeTextKind::Vector { .. }
                | TypeTextKind::Complex(_)
                | TypeTextKind::Typeof { .. }
                | TypeTextKind::Other(_) => false,
            }
    }

    /// Whether a type is `_Atomic`, or a pointer to one or an array of them, through typedefs.
    fn mentions_atomic(&self, text: &TypeText) -> bool {
        match &text.kind {
            TypeTextKind::Atomic(_) => true,
            TypeTextKind::Named(name) => self.atomic_typedefs.contains(name.as_str()),
            TypeTextKind::Pointer(inner) | TypeTextKind::Array { element: inner, .. } => {
                self.mentions_atomic(inner)
            }
            _ => false,
        }
    }

    /// Notes whether a typedef is one of something `const` or atomic. Those in blocks hide none here: the
    /// parameters of functions are declared at file scope.
    pub(crate) fn note_qualified_typedef(&mut self, node: &Node) {
        let Some(text) = parsed(node).filter(|_| self.scopes.is_file_scope()) else { return };
        if self.is_const(&text) {
            self.const_typedefs.insert(node.name().into());
        }
        if self.mentions_atomic(&text) {
            self.atomic_typedefs.insert(node.name().into());
        }
    }

    /// The parameters that a `nonnull` attribute means. clang's tree leaves them out: they are
    /// read where the attribute is spelled, or in the arguments of the macro that makes it.
    fn nonnull_indices(&mut self, attribute: &Node) -> Option<Indices> {
        let spelled = self.spelled_text(attribute)?;
        let span = self.span(attribute);
        let used = self.linker.program.sources.text(span).unwrap_or_default();
        indices(&spelled).or_else(|| indices_of_macro(&spelled, used))
    }
}

/// Whether compilers take a function of this name for one that returns twice, whatever is declared.
fn is_name_of_second_return(name: &str) -> bool {
    let bare = ["__x", "__", "_"].iter().find_map(|prefix| name.strip_prefix(prefix));
    matches!(bare.unwrap_or(name), "setjmp" | "sigsetjmp" | "savectx" | "vfork" | "getcontext")
}

/// The type of a node, its outermost typedefs resolved.
fn parsed(node: &Node) -> Option<TypeText> {
    let ty = node.ty.as_ref()?;
    TypeText::parse(ty.desugared_qual_type.as_ref().unwrap_or(&ty.qual_type)).ok()
}

fn pointee(text: &TypeText) -> Option<&TypeText> {
    match &text.kind {
        TypeTextKind::Pointer(target) => Some(target),
        _ => None,
    }
}

/// Which parameters an attribute means.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Indices {
    /// All that are pointers.
    All,
    /// Those at these positions, from 1.
    Those(Vec<usize>),
}

/// What stands behind the attribute's name.
fn attribute_arguments(text: &str) -> Option<&str> {
    let text = text.trim();
    let rest = ["__nonnull__", "nonnull"].iter().find_map(|name| text.strip_prefix(name))?;
    Some(rest.trim())
}

/// The indices in `nonnull(1, 3)`; all parameters for `nonnull` alone.
fn indices(text: &str) -> Option<Indices> {
    match attribute_arguments(text)? {
        "" => Some(Indices::All),
        arguments => numbers(arguments).map(Indices::Those),
    }
}

/// The indices in the use of a macro that hands all of its arguments to the attribute:
/// `NONNULL(1, 3)`, where the macro spells `nonnull(__VA_ARGS__)` or `nonnull params`.
fn indices_of_macro(spelled: &str, used: &str) -> Option<Indices> {
    let found = numbers(used.get(used.find('(')?..)?)?;
    // A macro is defined on one line: what is on two are tokens that do not stand together.
    let together = Some(spelled).filter(|it| !it.contains('\n'));
    let handed = together.and_then(attribute_arguments).map(|it| it.trim_matches(['(', ')', ' ']));
    match handed {
        // An argument of the macro has the end of the attribute.
        None | Some("__VA_ARGS__") => Some(Indices::Those(found)),
        Some(name) if is_word(name) && found.len() == 1 => Some(Indices::Those(found)),
        Some(_) => None,
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The numbers in parentheses, if there is nothing else: `(1, 3)`, `((1, 3))`.
fn numbers(text: &str) -> Option<Vec<usize>> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?.trim();
    if inner.starts_with('(') {
        return numbers(inner);
    }
    inner.split(',').map(|number| number.trim().parse().ok()).collect()
}

/// Adds what a further declaration says to what is known.
pub(crate) fn merge(known: &mut FunctionFacts, declared: FunctionFacts, role: Role) {
    known.returns_nonnull |= declared.returns_nonnull;
    known.is_weak |= declared.is_weak;
    known.returns_twice |= declared.returns_twice;
    known.has_alias |= declared.has_alias;
    known.is_weakref |= declared.is_weakref;
    if known.params.len() < declared.params.len() {
        known.params.resize_with(declared.params.len(), ParameterFacts::default);
    }
    for (known, declared) in known.params.iter_mut().zip(declared.params) {
        let is_better = |is_unknown: bool| role == Role::Definition || is_unknown;
        if is_better(known.name.is_empty()) && !declared.name.is_empty() {
            known.name = declared.name;
        }
        if is_better(known.length.is_none()) && declared.length.is_some() {
            known.length = declared.length;
        }
        known.is_pointee_const |= declared.is_pointee_const;
        known.is_pointee_atomic |= declared.is_pointee_atomic;
        known.is_restrict |= declared.is_restrict;
        known.is_nonnull |= declared.is_nonnull;
    }
}
