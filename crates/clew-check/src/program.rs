//! The program, as the text gives it. Functions, globals and records keep their numbers.

mod walk;
mod written;

pub(crate) use walk::Root;
pub(crate) use written::Part;
pub use written::{Extent, Written};

use std::collections::BTreeMap;

/// A whole program.
#[derive(Default, Debug)]
pub(crate) struct Program {
    pub(crate) records: BTreeMap<usize, Record>,
    pub(crate) globals: BTreeMap<usize, Global>,
    pub(crate) functions: BTreeMap<usize, Function>,
    /// Whether code runs that the entry does not call: before `main`, behind it, or such as is no C.
    pub(crate) has_constructors: bool,
}

/// A C type. Enumerations are integers here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Void,
    Scalar(Scalar),
    Pointer(Box<Type>),
    /// `None`: of unknown length.
    Array(Box<Type>, Option<u64>),
    /// A variable-length array: the local holds the number of elements.
    Variable(Box<Type>, usize),
    Record(usize),
    Function,
    Opaque {
        size: u64,
        align: u64,
    },
}

/// A type that operators work on; pointers are unsigned integers of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scalar {
    /// `_Bool` has one bit.
    Int {
        bits: u32,
        signed: bool,
    },
    Float(Format),
}

/// A floating format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Format {
    F32,
    F64,
    /// 80 bits in 16 bytes.
    X87,
}

/// `int`: what comparisons give.
pub(crate) const INT: Scalar = Scalar::Int { bits: 32, signed: true };
/// `long`: what differences of pointers give.
pub(crate) const LONG: Scalar = Scalar::Int { bits: 64, signed: true };
/// How pointers compute.
pub(crate) const POINTER: Scalar = Scalar::Int { bits: 64, signed: false };

impl Scalar {
    /// Bits of a value.
    pub(crate) const fn bits(self) -> u32 {
        match self {
            Scalar::Int { bits, .. } => bits,
            Scalar::Float(Format::F32) => 32,
            Scalar::Float(Format::F64) => 64,
            Scalar::Float(Format::X87) => 80,
        }
    }

    /// Bytes in memory.
    pub(crate) const fn size(self) -> u64 {
        match self {
            Scalar::Float(Format::X87) => 16,
            Scalar::Int { .. } | Scalar::Float(Format::F32 | Format::F64) => {
                (self.bits() as u64).div_ceil(8)
            }
        }
    }

    /// Whether values are signed integers.
    pub(crate) const fn is_signed(self) -> bool {
        matches!(self, Scalar::Int { signed: true, .. })
    }
}

impl Type {
    /// The scalar that values of this type are.
    pub(crate) fn scalar(&self) -> Option<Scalar> {
        match self {
            Type::Scalar(scalar) => Some(*scalar),
            Type::Pointer(_) => Some(POINTER),
            Type::Void
            | Type::Array(..)
            | Type::Variable(..)
            | Type::Record(_)
            | Type::Function
            | Type::Opaque { .. } => None,
        }
    }

    pub(crate) const fn is_pointer(&self) -> bool {
        matches!(self, Type::Pointer(_))
    }
}

impl Program {
    /// Bytes of an object of this type; `None` where it is not a constant. `void` and functions
    /// have one, for the arithmetic of GNU C.
    pub(crate) fn size(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Void | Type::Function => Some(1),
            Type::Scalar(scalar) => Some(scalar.size()),
            Type::Pointer(_) => Some(8),
            Type::Array(element, length) => self.size(element)?.checked_mul((*length)?),
            Type::Variable(..) => None,
            Type::Record(number) => self.records.get(number)?.size,
            Type::Opaque { size, .. } => Some(*size),
        }
    }

    /// Notes which globals are written by their names.
    pub(crate) fn note_assigned(&mut self) {
        let mut assigned = std::collections::BTreeSet::new();
        for function in self.functions.values() {
            function.roots(&mut |root| {
                if let Root::Written(Place { base: Base::Global(number), .. }) = root {
                    assigned.insert(*number);
                }
            });
        }
        for (number, global) in &mut self.globals {
            global.is_assigned = assigned.contains(number);
        }
    }

    /// The function with this name that a certificate means: the one with a body.
    pub(crate) fn function_named(&self, name: &str) -> Option<usize> {
        let mut named = self.functions.iter().filter(|(_, it)| it.name == name && it.has_body());
        named.next().map(|(number, _)| *number)
    }
}

/// A struct or union; `size` is unknown for an incomplete one.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) is_union: bool,
    pub(crate) size: Option<u64>,
    pub(crate) fields: Vec<Field>,
}

/// A member.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) ty: Type,
    pub(crate) position: Position,
}

/// Where a member is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Position {
    /// At a byte.
    Byte(u64),
    /// A bit-field: from a bit of the record, little endian.
    Bits { offset: u64, width: u32 },
}

/// Which definitions of a name there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Linkage {
    External,
    /// Another definition may replace it; without one its address is null.
    Weak,
    Internal,
    None,
}

/// What made an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GlobalKind {
    Variable,
    /// Literals may share memory with each other.
    StringLiteral,
    CompoundLiteral,
}

/// An object with static storage.
#[derive(Debug)]
pub(crate) struct Global {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) linkage: Linkage,
    pub(crate) kind: GlobalKind,
    pub(crate) is_const: bool,
    /// Whether some statement writes it by its name.
    pub(crate) is_assigned: bool,
    pub(crate) align: u64,
    /// `None`: no unit defines it.
    pub(crate) image: Option<Image>,
    /// Where it is, if the program says so by a number.
    pub(crate) address: Option<u64>,
}

impl Global {
    /// Whether another file defines it, or may: then two names may mean one object.
    pub(crate) const fn is_elsewhere(&self) -> bool {
        self.image.is_none() || matches!(self.linkage, Linkage::Weak)
    }

    /// Whether it may share memory with another object that has static storage.
    pub(crate) fn may_overlap(&self, other: &Self) -> bool {
        self.address.is_some()
            || other.address.is_some()
            || self.is_elsewhere() && other.is_elsewhere()
            || self.is_literal() && other.may_be_constant()
            || self.may_be_constant() && other.is_literal()
    }

    /// Whether compilers may find that nothing changes it: then they let literals with the same bytes
    /// share its memory.
    fn may_be_constant(&self) -> bool {
        let is_own = matches!(self.linkage, Linkage::Internal | Linkage::None);
        self.is_const || self.is_literal() || (is_own && !self.is_assigned)
    }

    /// Whether it is a literal that may share memory with others.
    const fn is_literal(&self) -> bool {
        match self.kind {
            GlobalKind::Variable => false,
            GlobalKind::StringLiteral => true,
            GlobalKind::CompoundLiteral => self.is_const,
        }
    }
}

/// Initial contents.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) bytes: Vec<u8>,
    pub(crate) addresses: Vec<Relocation>,
}

/// Eight bytes that hold an address.
#[derive(Debug)]
pub(crate) struct Relocation {
    pub(crate) offset: u64,
    pub(crate) target: Target,
    pub(crate) addend: i64,
}

/// What an address in an image is of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    Global(usize),
    Function(usize),
    Label(usize, usize),
}

/// A function; without blocks when it has no body.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) linkage: Linkage,
    pub(crate) is_noreturn: bool,
    /// Whether the body is a model of a library function, not code of the program.
    pub(crate) is_model: bool,
    /// Whether the program takes its address somewhere: code outside may call it.
    pub(crate) is_address_taken: bool,
    /// Whether it comes from a header of the system, and has no body here.
    pub(crate) is_system: bool,
    /// Whether a call of it may return again later, as one of `setjmp` does.
    pub(crate) returns_twice: bool,
    /// Whether another function has the same address.
    pub(crate) has_alias: bool,
    /// Whether compilers make code of the body that does different things.
    pub(crate) is_unprovable: bool,
    pub(crate) is_opaque: bool,
    pub(crate) locals: Vec<Local>,
    pub(crate) blocks: Vec<Block>,
}

impl Function {
    pub(crate) fn has_body(&self) -> bool {
        !self.blocks.is_empty()
    }
}

/// A parameter, variable or temporary.
#[derive(Debug)]
pub(crate) struct Local {
    pub(crate) ty: Type,
    pub(crate) is_parameter: bool,
    /// Whether it is used by address or by parts.
    pub(crate) is_in_memory: bool,
    pub(crate) align: u64,
}

/// A basic block.
#[derive(Debug)]
pub(crate) struct Block {
    /// Where the user wrote the condition that it ends with.
    pub(crate) place: Option<Written>,
    /// Where the user wrote the arms of the `switch` that it ends with, the default last; none where
    /// that is not told.
    pub(crate) arms: Vec<Written>,
    /// From where to where its statements are written, by number; behind the last, what it ends with.
    pub(crate) parts: Vec<Part>,
    pub(crate) statements: Vec<Statement>,
    pub(crate) terminator: Terminator,
}

/// A statement.
#[derive(Debug)]
pub(crate) enum Statement {
    Set { place: Place, value: Expr },
    Call { dest: Option<Place>, callee: Callee, args: Vec<Expr> },
    Live(usize),
    Dead(usize),
    Zero(Place),
}

/// What is called.
#[derive(Debug)]
pub(crate) enum Callee {
    Direct(usize),
    Indirect(Expr),
    Builtin(Builtin),
}

/// Builtins with an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    Alloca,
    StackSave,
    StackRestore,
    VaStart,
    VaArg,
    VaCopy,
    VaEnd,
    SetJmp,
    LongJmp,
    Trap,
    Synchronize,
}

/// How a block ends.
#[derive(Debug)]
pub(crate) enum Terminator {
    Goto(usize),
    Branch { condition: Expr, then: usize, otherwise: usize },
    Switch { value: Expr, arms: Vec<Arm>, default: usize },
    IndirectGoto { address: Expr, targets: Vec<usize> },
    Return(Option<Expr>),
    Unreachable,
}

/// A `case`: from a lowest to a highest value.
#[derive(Debug)]
pub(crate) struct Arm {
    pub(crate) low: i128,
    pub(crate) high: i128,
    pub(crate) target: usize,
}

impl Terminator {
    /// The blocks that follow, in order.
    pub(crate) fn successors(&self) -> Vec<usize> {
        match self {
            Terminator::Goto(target) => vec![*target],
            Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Terminator::Switch { arms, default, .. } => {
                arms.iter().map(|arm| arm.target).chain([*default]).collect()
            }
            Terminator::IndirectGoto { targets, .. } => targets.clone(),
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        }
    }
}

/// A pure expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) ty: Type,
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Const(u128),
    Load(Box<Place>),
    AddressOf(Box<Place>),
    FunctionAddress(usize),
    LabelAddress(usize),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Cast(Box<Expr>),
    Intrinsic(Intrinsic, Vec<Expr>),
}

/// The unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unary {
    Neg,
    BitNot,
    Not,
}

/// The binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    PtrAdd,
    PtrSub,
    PtrDiff,
}

/// The pure builtins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Intrinsic {
    LeadingZeros,
    TrailingZeros,
    FindFirstSet,
    PopCount,
    Parity,
    RedundantSignBits,
    ByteSwap,
    BitReverse,
    /// Whether the exact result does not fit an integer type.
    Overflows(Arithmetic, Scalar),
    FloatAbs,
    CopySign,
    SignBit,
    IsNan,
    IsInf,
    /// -1 for the negative one.
    IsInfSign,
    IsFinite,
    IsNormal,
    IsUnordered,
    IsLessGreater,
    Sqrt,
    FusedMultiplyAdd,
}

impl Intrinsic {
    /// Whether compilers may call the library for it, which says by `errno` that it has no result.
    pub(crate) const fn may_set_errno(self) -> bool {
        matches!(self, Intrinsic::Sqrt | Intrinsic::FusedMultiplyAdd)
    }
}

/// What is tested for overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arithmetic {
    Add,
    Sub,
    Mul,
}

/// An lvalue.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) base: Base,
    pub(crate) path: Vec<Step>,
    pub(crate) ty: Type,
    pub(crate) is_volatile: bool,
}

impl Place {
    /// Whether it is a bit-field of a record.
    pub(crate) fn is_bit_field(&self, program: &Program) -> bool {
        let Some(Step::Field { record, field }) = self.path.last() else { return false };
        matches!(program.records[record].fields[*field].position, Position::Bits { .. })
    }
}

/// What a place starts from.
#[derive(Clone, Debug)]
pub(crate) enum Base {
    Local(usize),
    Global(usize),
    Deref(Box<Expr>),
}

/// A step into an object, with the type that it steps from.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// The member at a position of the record.
    Field { record: usize, field: usize },
    /// An element. `limit` is the number of elements that a subscript must stay below: none for
    /// the trailing array of a struct, members of unions and arrays of unknown length.
    Index { index: Expr, element: Type, limit: Option<u64> },
}
