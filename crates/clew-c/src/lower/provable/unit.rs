//! The gate for the declarations of a unit: what is found is noted where it belongs.

use super::builtin::is_refused_word;
use super::pragma::Judgement;
use super::{Broken, Seen, any, attribute, large_number, look, pragma, union_rest};
use crate::ast::{Kind, Node};
use crate::lower::decl::{Unit, initializer};
use crate::type_text::{TypeText, TypeTextKind};
use crate::written::{Written, WrittenKind};
use clang_ast::Id as ClangId;
use clew_ir::{Cause, FunctionId, GlobalId, Span, Unprovable};
use rustc_hash::FxHashSet;

/// What is in doubt in a unit.
#[derive(Default)]
pub(in crate::lower) struct Doubts {
    /// Names of typedefs and tags that are refused.
    pub(super) types: FxHashSet<Box<str>>,
    /// Records that are refused.
    records: FxHashSet<ClangId>,
    /// Names of records and typedefs with volatile or atomic parts.
    pub(super) shared: FxHashSet<Box<str>>,
    shared_records: FxHashSet<ClangId>,
    /// Whether some record without a name has such parts.
    pub(super) has_unnamed_shared: bool,
    /// The names of all bit-fields.
    pub(super) bit_fields: FxHashSet<Box<str>>,
    /// What concerns more than one function.
    wide: Vec<Doubt>,
    /// The functions that the unit defines.
    defined: Vec<Defined>,
}

/// What concerns more than one function.
struct Doubt {
    found: Unprovable,
    /// Whether only functions with floating-point numbers are concerned.
    is_of_floats: bool,
    /// The file and the line: of what stands in a function, that function is concerned.
    place: Option<(Box<str>, u32)>,
}

struct Defined {
    id: FunctionId,
    has_floats: bool,
    file: Box<str>,
    first: u32,
    last: u32,
}

impl Doubts {
    /// Whether a type has a name that stands for something with volatile or atomic parts.
    pub(super) fn mentions_shared(&self, text: &str) -> bool {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        text.split(|c| !is_word(c)).any(|word| self.shared.contains(word))
    }
}

impl Unit<'_> {
    /// Notes what concerns all functions of the unit.
    pub(in crate::lower) fn refuse_all(&mut self, cause: Cause, span: Span) {
        let found = Unprovable::new(cause, span);
        self.doubts.wide.push(Doubt { found, is_of_floats: false, place: None });
    }

    /// Notes what the flags and the text of the unit say that the tree does not.
    pub(in crate::lower) fn note_written(&mut self, written: &Written) {
        for doubtful in &self.dialect.doubtful {
            let found = Unprovable::new(Cause::Flag, Span::NONE).named(&doubtful.flag);
            let is_of_floats = doubtful.is_of_floats;
            self.doubts.wide.push(Doubt { found, is_of_floats, place: None });
        }
        if !written.is_complete {
            self.refuse_all(Cause::Preprocessor, Span::NONE);
        }
        for word in &written.words {
            let (cause, is_of_floats) = match (word.kind, word.name.as_str()) {
                (WrittenKind::Attribute { has_arguments }, name)
                    if attribute::is_refused(name, has_arguments) =>
                {
                    (Cause::Attribute, false)
                }
                (WrittenKind::Pragma, text) => match pragma::judge(text, self.dialect.has_teams) {
                    Judgement::Harmless => continue,
                    Judgement::Floats => (Cause::Pragma, true),
                    Judgement::Refused => (Cause::Pragma, false),
                    Judgement::SharesNames => {
                        self.linker.has_shared_names = true;
                        continue;
                    }
                },
                (WrittenKind::Number, number) if large_number::is_large(number) => {
                    (Cause::LargeNumber, false)
                }
                (WrittenKind::Word, name) if is_refused_word(name) => (Cause::Builtin, false),
                _ => continue,
            };
            let found = Unprovable::new(cause, Span::NONE).named(&word.name);
            let place = Some((word.file.clone(), word.line));
            self.doubts.wide.push(Doubt { found, is_of_floats, place });
        }
    }

    /// Looks at a declaration outside of functions.
    pub(in crate::lower) fn judge_declaration(&mut self, node: &Node) {
        if self.files.is_library() {
            return;
        }
        let span = self.span(node);
        let is_system = self.is_system(span);
        match node.kind {
            Kind::RecordDecl => self.judge_record(node, is_system),
            Kind::TypedefDecl => self.note_typedef(node, is_system),
            _ => {
                let seen = look(self, node, is_system);
                for broken in seen.broken {
                    // The types of objects are seen where functions use them; what a list leaves open is not known.
                    let is_local = matches!(broken.cause, Cause::Type | Cause::UnionRest);
                    if !(is_system || is_local) {
                        let found = self.unprovable(broken);
                        self.doubts.wide.push(Doubt { found, is_of_floats: false, place: None });
                    }
                }
            }
        }
    }

    fn judge_record(&mut self, node: &Node, is_system: bool) {
        let seen = self.note_record(node, is_system);
        if !is_system {
            for broken in seen.broken.into_iter().filter(|it| it.cause != Cause::Type) {
                let found = self.unprovable(broken);
                self.doubts.wide.push(Doubt { found, is_of_floats: false, place: None });
            }
        }
    }

    /// Notes the names of a record that is in doubt, and of its bit-fields.
    fn note_record(&mut self, node: &Node, is_system: bool) -> Seen {
        for inner in node.children(Kind::RecordDecl) {
            self.note_record(inner, is_system);
        }
        let seen = look(self, node, is_system);
        let fields = node.children(Kind::FieldDecl);
        for field in fields.filter(|it| it.is_bit_field && !it.name().is_empty()) {
            self.doubts.bit_fields.insert(field.name().into());
        }
        let is_shared = self.has_shared_members(node);
        if is_shared {
            self.doubts.shared_records.extend(node.id);
            match node.name() {
                "" => self.doubts.has_unnamed_shared = true,
                name => drop(self.doubts.shared.insert(name.into())),
            }
        }
        if !seen.broken.is_empty() {
            self.doubts.records.extend(node.id);
            if !node.name().is_empty() {
                self.doubts.types.insert(node.name().into());
            }
        }
        seen
    }

    /// Notes the types that a function declares for itself.
    fn note_local_types(&mut self, node: &Node, is_system: bool) {
        for child in &node.inner {
            match child.kind {
                Kind::RecordDecl => drop(self.note_record(child, is_system)),
                Kind::TypedefDecl => self.note_typedef(child, is_system),
                _ => self.note_local_types(child, is_system),
            }
        }
    }

    /// Whether some member is volatile or atomic, or has such parts.
    fn has_shared_members(&self, node: &Node) -> bool {
        node.inner.iter().any(|child| match child.kind {
            Kind::FieldDecl => child.ty.as_ref().is_some_and(|ty| self.is_shared(ty.text())),
            Kind::RecordDecl => self.has_shared_members(child),
            _ => false,
        })
    }

    fn is_shared(&self, text: &str) -> bool {
        TypeText::parse(text).map_or(true, |it| self.has_shared_parts(&it))
    }

    fn has_shared_parts(&self, ty: &TypeText) -> bool {
        ty.is_volatile
            || match &ty.kind {
                TypeTextKind::Atomic(_) | TypeTextKind::Typeof { .. } => true,
                TypeTextKind::Array { element, .. } => self.has_shared_parts(element),
                TypeTextKind::Named(name) | TypeTextKind::Tag { name, .. } => {
                    self.doubts.shared.contains(name.as_str())
                }
                TypeTextKind::UnnamedTag { .. } => self.doubts.has_unnamed_shared,
                TypeTextKind::Builtin(_)
                | TypeTextKind::Pointer(_)
                | TypeTextKind::Function { .. }
                | TypeTextKind::Vector { .. }
                | TypeTextKind::Complex(_)
                | TypeTextKind::Other(_) => false,
            }
    }

    fn note_typedef(&mut self, node: &Node, is_system: bool) {
        let seen = look(self, node, is_system);
        let named = |it: &Node| {
            let decl = it.owned_tag_decl.as_ref().or(it.decl.as_ref()).map(|decl| decl.id);
            let inner = it.inner.iter().find_map(|it| it.decl.as_ref()).map(|decl| decl.id);
            decl.or(inner)
        };
        let record = node.inner.iter().find_map(named);
        let is_refused = record.is_some_and(|id| self.doubts.records.contains(&id));
        let is_shared = record.is_some_and(|id| self.doubts.shared_records.contains(&id));
        if is_refused || !seen.broken.is_empty() {
            self.doubts.types.insert(node.name().into());
        }
        if is_shared || node.ty.as_ref().is_some_and(|ty| self.is_shared(ty.text())) {
            self.doubts.shared.insert(node.name().into());
        }
    }

    /// Looks at a declaration of a function, with its body or without.
    pub(in crate::lower) fn judge_function(&mut self, id: FunctionId, node: &Node) {
        if self.files.is_library() {
            return;
        }
        let span = self.span(node);
        let is_system = self.is_system(span);
        let is_definition = node.children(Kind::CompoundStmt).next().is_some();
        self.note_local_types(node, is_system);
        let mut seen = look(self, node, is_system);
        if is_definition && self.is_read_differently(span) {
            let found = Unprovable::new(Cause::Preprocessor, span);
            self.linker.program.functions[id].facts.refuse(found);
        }
        for broken in std::mem::take(&mut seen.broken) {
            let found = self.unprovable(broken);
            self.linker.program.functions[id].facts.refuse(found);
        }
        if is_definition {
            self.note_defined(id, span, &seen);
        }
    }

    fn note_defined(&mut self, id: FunctionId, span: Span, seen: &Seen) {
        let sources = &self.linker.program.sources;
        let Some((file, first)) = sources.position(span) else { return };
        let last = file.line_column(span.end).line;
        let file = file.path.to_string_lossy().into();
        let has_floats = seen.has_floats;
        self.doubts.defined.push(Defined { id, has_floats, file, first: first.line, last });
    }

    fn unprovable(&mut self, broken: Broken) -> Unprovable {
        let span = self.range_span(&broken.range);
        let Broken { cause, name, reach, .. } = broken;
        Unprovable { reach, ..Unprovable::new(cause, span).named(&name) }
    }

    /// Whether an object's initial contents are the same for all compilers.
    pub(in crate::lower) fn judge_object(&mut self, node: &Node, id: GlobalId) {
        let is_open =
            initializer(node).is_some_and(|it| any(it, &|it| union_rest::sets_less(self, it)));
        if is_open && !self.files.is_library() {
            self.linker.program.doubtful.insert(id);
        }
    }

    /// Gives the functions of the unit the causes that concern more than one.
    pub(in crate::lower) fn spread_doubts(&mut self) {
        let Doubts { wide, defined, .. } = std::mem::take(&mut self.doubts);
        for doubt in &wide {
            let is_around = |it: &&Defined| {
                doubt.place.as_ref().is_some_and(|(file, line)| {
                    it.file == *file && (it.first..=it.last).contains(line)
                })
            };
            let mut concerned: Vec<&Defined> = defined.iter().filter(is_around).collect();
            let is_wide = concerned.is_empty();
            if is_wide {
                concerned = defined.iter().collect();
            }
            for function in concerned.into_iter().filter(|it| it.has_floats || !doubt.is_of_floats)
            {
                let mut found = doubt.found.clone();
                if found.span == Span::NONE && doubt.place.is_some() {
                    found.span = self.span_of_place(doubt, function);
                }
                self.linker.program.functions[function.id].facts.refuse(found);
            }
            if is_wide && !doubt.is_of_floats {
                let own = self.linker.program.globals.iter_enumerated();
                let own: Vec<GlobalId> = own
                    .filter(|(_, it)| it.unit == self.id && !it.is_system)
                    .map(|(id, _)| id)
                    .collect();
                self.linker.program.doubtful.extend(own);
            }
        }
    }

    /// Where the text is that a doubt is about.
    fn span_of_place(&self, doubt: &Doubt, function: &Defined) -> Span {
        let Some((file, line)) = &doubt.place else { return Span::NONE };
        let program = &self.linker.program;
        let found = program
            .sources
            .files
            .iter_enumerated()
            .find(|(_, it)| it.path.to_string_lossy() == **file);
        let Some((id, text)) = found else { return program.functions[function.id].span };
        let start = text.line_start(*line);
        Span { file: Some(id), start, end: start, expansion: None }
    }
}
