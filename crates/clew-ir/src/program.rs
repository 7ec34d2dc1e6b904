//! The program: functions, objects with static storage, types and sources.

use crate::body::Body;
use crate::expr::Expr;
use crate::facts::FunctionFacts;
use crate::ids::{FileId, FunctionId, GlobalId, IdVec, LocalId, TypeId, UnitId};
use crate::source::{SourceMap, Span};
use crate::types::{FunctionType, TypeTable};
use std::ops::Range;

/// A whole program: one or more translation units, linked.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The types of all units.
    pub types: TypeTable,
    /// Objects with static storage.
    pub globals: IdVec<GlobalId, Global>,
    /// Functions, defined or only declared.
    pub functions: IdVec<FunctionId, Function>,
    /// The source files.
    pub sources: SourceMap,
    /// Functions to run before `main` (GNU `constructor`), in order.
    pub constructors: Vec<FunctionId>,
    /// Functions to run after it (GNU `destructor`), in order.
    pub destructors: Vec<FunctionId>,
    /// Objects that code may change which C does not see: they have another name (`alias`) or are
    /// where the linker collects them (`section`, `used`).
    pub exposed: std::collections::BTreeSet<GlobalId>,
    /// Objects whose initial contents compilers may make otherwise.
    pub doubtful: std::collections::BTreeSet<GlobalId>,
    /// Whether there is code or data that the model does not have: assembly at file scope, which may change
    /// whatever it names, and definitions that are not understood.
    pub has_hidden_code: bool,
    /// What the user says of the inputs of functions, beside the sources.
    pub partitions: Vec<Partition>,
    /// The inline assembly that calls stand for.
    pub assembly: Vec<Assembly>,
}

/// Inline assembly. Nothing is known of what it does: in the program it is calls of functions without a
/// body, one for each output and at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assembly {
    /// The file where it is spelled, perhaps in a macro.
    pub file: FileId,
    /// From its keyword to its closing parenthesis.
    pub range: Range<u32>,
    /// The functions; the first is passed the inputs, and each returns an output.
    pub functions: Vec<FunctionId>,
    /// The calls as a statement of C that can stand in its place, on one line and without a semicolon.
    pub calls: String,
}

/// A part of the input domain of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct Partition {
    /// The function.
    pub function: FunctionId,
    /// What the user calls it.
    pub name: String,
    /// Where the user wrote it.
    pub span: Span,
    /// Predicates over the parameters, each pure: an input is in the part when one of them holds
    /// where the function is entered.
    pub terms: Vec<Expr>,
}

impl Program {
    /// The function with this name: the one with external linkage, else a defined static one.
    pub fn function(&self, name: &str) -> Option<FunctionId> {
        let named = || self.functions.iter_enumerated().filter(|(_, f)| f.name == name);
        named()
            .find(|(_, f)| f.linkage != Linkage::Internal)
            .or_else(|| named().find(|(_, f)| f.body.is_ok()))
            .map(|(id, _)| id)
    }

    /// Whether a function stands for inline assembly.
    pub fn is_assembly(&self, function: FunctionId) -> bool {
        self.assembly.iter().any(|it| it.functions.contains(&function))
    }

    /// The type of a function.
    pub fn function_type(&self, id: FunctionId) -> &FunctionType {
        let ty = self.functions[id].ty;
        self.types.function(ty).expect("a function should have a function type")
    }
}

/// Which declarations name the same thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// The same across units.
    External,
    /// The same across units, and gives way to a strong definition.
    Weak,
    /// This unit's own (`static`).
    Internal,
    /// No name to link by: static locals, string literals, compound literals.
    None,
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// The name in the source.
    pub name: String,
    /// Its function type.
    pub ty: TypeId,
    /// Linkage.
    pub linkage: Linkage,
    /// The unit that defines it, or the first to declare it.
    pub unit: UnitId,
    /// The parameters, in order: the first locals.
    pub params: Vec<LocalId>,
    /// Parameters, variables and temporaries.
    pub locals: IdVec<LocalId, Local>,
    /// The code, or why there is none.
    pub body: Result<Body, NoBody>,
    /// Whether it is declared not to return.
    pub is_noreturn: bool,
    /// What else its declarations say.
    pub facts: FunctionFacts,
    /// Whether it comes from a system header or from Clew's libc models, not from the user.
    pub is_system: bool,
    /// The declaration (of the definition, if there is one), from its first token to its last.
    pub span: Span,
}

impl Function {
    /// Makes this a name that need not stand for anything, or that others may give another meaning.
    pub fn be_weak(&mut self) {
        self.linkage = Linkage::Weak;
        self.facts.is_weak = true;
    }
}

/// Why a function has no code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoBody {
    /// It is declared, and no unit defines it.
    Declared,
    /// It uses something that is not supported.
    Unsupported(Unsupported),
}

/// A C feature that is not supported, and where it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The feature, as a noun: `inline assembly`.
    pub feature: String,
    /// Where it is used.
    pub span: Span,
}

/// A parameter, local variable or temporary.
#[derive(Clone, PartialEq, Debug)]
pub struct Local {
    /// The name in the source; for a temporary a name with a dot, unique in the function.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// What made it.
    pub kind: LocalKind,
    /// Whether some expression takes its address (arrays and records: also any use that is not
    /// a whole copy). Others live in registers.
    pub is_address_taken: bool,
    /// Alignment in bytes, which declarations may ask for more or less of than the type has; 0 is the type's.
    pub align: u64,
    /// The declaration.
    pub span: Span,
}

impl Local {
    /// The alignment of its object.
    pub fn alignment(&self, types: &TypeTable) -> u64 {
        if self.align == 0 { types.align(self.ty) } else { self.align }
    }
}

/// What made a local.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocalKind {
    /// A parameter.
    Parameter,
    /// A variable of the user's.
    Variable,
    /// A temporary of the lowering; assigned before it is read, on every path.
    Temporary,
}

/// An object with static storage.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// The name in the source; for string and compound literals a name with a dot.
    pub name: String,
    /// Its type, complete unless it is only declared.
    pub ty: TypeId,
    /// Linkage.
    pub linkage: Linkage,
    /// The unit that defines it, or the first to declare it.
    pub unit: UnitId,
    /// The initial contents; `None` when no unit defines the object.
    pub init: Option<Image>,
    /// Declared `const`, or a string literal: writing it is a fault.
    pub is_const: bool,
    /// What made it.
    pub kind: GlobalKind,
    /// The function whose static local (or literal) it is.
    pub function: Option<FunctionId>,
    /// Whether it comes from a system header or from Clew's libc models.
    pub is_system: bool,
    /// Alignment in bytes.
    pub align: u64,
    /// Where it is, if the program says so by a number: a register of a device. No unit defines it.
    pub address: Option<u64>,
    /// The declaration, or the first use of the address.
    pub span: Span,
}

/// What made a global.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GlobalKind {
    /// A variable, at file scope or a static local.
    Variable,
    /// A string literal.
    StringLiteral,
    /// A compound literal with static storage.
    CompoundLiteral,
}

/// The bytes of an initialised object, and the addresses to be put in them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Image {
    /// The bytes, as many as the object has (a flexible array's elements included).
    pub bytes: Vec<u8>,
    /// The addresses, by ascending offset.
    pub relocations: Vec<Relocation>,
}

/// Eight bytes of an image that hold an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Where in the image.
    pub offset: u64,
    /// What the address is of.
    pub target: RelocationTarget,
    /// Bytes to add.
    pub addend: i64,
}

/// What a relocation points to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RelocationTarget {
    /// An object.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// A label of a function (GNU label tables).
    Label(FunctionId, crate::ids::BlockId),
}
