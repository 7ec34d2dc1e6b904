//! Names in scope: tags, typedefs and, for sizes of variable-length arrays, values.

use super::Lowered;
use clew_ir::{FunctionId, GlobalId, LocalId, TypeId, Unsupported};
use rustc_hash::FxHashMap;

/// What a declared value name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Entity {
    /// A parameter or automatic variable.
    Local(LocalId),
    /// A variable-length array: the local points to it.
    VariableArray { pointer: LocalId, ty: TypeId },
    /// An object with static storage.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// An enumerator.
    EnumConstant { value: i128, ty: TypeId },
    /// Something whose declaration could not be lowered.
    Unsupported(Unsupported),
}

/// One level of scope.
#[derive(Default)]
struct Scope {
    tags: FxHashMap<Box<str>, TypeId>,
    typedefs: FxHashMap<Box<str>, Lowered<TypeId>>,
    /// The alignment that typedefs ask for; none where they ask for none.
    aligns: FxHashMap<Box<str>, Option<u64>>,
    values: FxHashMap<Box<str>, Entity>,
}

/// The scopes open at a point, and a cache of type texts that is valid there.
pub(crate) struct Scopes {
    levels: Vec<Scope>,
    /// Whether some typedef asks for an alignment.
    has_aligned_typedefs: bool,
    /// Type texts resolved so far. Cleared whenever a name may have changed its meaning.
    pub(crate) resolved: FxHashMap<Box<str>, TypeId>,
}

impl Scopes {
    pub(crate) fn new() -> Self {
        Self {
            levels: vec![Scope::default()],
            has_aligned_typedefs: false,
            resolved: FxHashMap::default(),
        }
    }

    pub(crate) fn push(&mut self) {
        self.levels.push(Scope::default());
    }

    pub(crate) fn pop(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        if !level.tags.is_empty() || !level.typedefs.is_empty() {
            self.resolved.clear();
        }
    }

    fn innermost(&mut self) -> &mut Scope {
        if self.levels.is_empty() {
            self.levels.push(Scope::default());
        }
        self.levels.last_mut().expect("there should be an innermost scope")
    }

    /// Whether names are declared at file scope now.
    pub(crate) fn is_file_scope(&self) -> bool {
        self.levels.len() <= 1
    }

    pub(crate) fn declare_tag(&mut self, name: &str, ty: TypeId) {
        if !self.is_file_scope() {
            self.resolved.clear();
        }
        self.innermost().tags.insert(name.into(), ty);
    }

    /// Declares a tag that was mentioned before any declaration of it.
    pub(crate) fn declare_tag_at_file_scope(&mut self, name: &str, ty: TypeId) {
        if let Some(file) = self.levels.first_mut() {
            file.tags.insert(name.into(), ty);
        }
    }

    pub(crate) fn declare_typedef(&mut self, name: &str, ty: Lowered<TypeId>) {
        if !self.is_file_scope() {
            self.resolved.clear();
        }
        self.innermost().typedefs.insert(name.into(), ty);
    }

    /// Notes the alignment of what a typedef names.
    pub(crate) fn align_typedef(&mut self, name: &str, align: Option<u64>) {
        self.has_aligned_typedefs |= align.is_some();
        if self.has_aligned_typedefs {
            self.innermost().aligns.insert(name.into(), align);
        }
    }

    pub(crate) const fn has_aligned_typedefs(&self) -> bool {
        self.has_aligned_typedefs
    }

    /// The alignment that the typedef of a name asks for.
    pub(crate) fn typedef_align(&self, name: &str) -> Option<u64> {
        self.levels.iter().rev().find_map(|level| level.aligns.get(name).copied()).flatten()
    }

    pub(crate) fn declare_value(&mut self, name: &str, entity: Entity) {
        self.innermost().values.insert(name.into(), entity);
    }

    pub(crate) fn tag(&self, name: &str) -> Option<TypeId> {
        self.levels.iter().rev().find_map(|level| level.tags.get(name).copied())
    }

    pub(crate) fn typedef(&self, name: &str) -> Option<&Lowered<TypeId>> {
        self.levels.iter().rev().find_map(|level| level.typedefs.get(name))
    }

    pub(crate) fn value(&self, name: &str) -> Option<&Entity> {
        self.levels.iter().rev().find_map(|level| level.values.get(name))
    }
}
