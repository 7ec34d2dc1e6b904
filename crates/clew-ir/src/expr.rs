//! Pure, typed expressions and the places they read.
//!
//! An expression has no side effect: it can be evaluated twice, or never, and nothing changes but
//! the faults seen. Every load is an explicit [`ExprKind::Load`], every C conversion an explicit
//! [`ExprKind::Cast`].

use crate::ids::{BlockId, FunctionId, GlobalId, LocalId, TypeId};
use crate::source::Span;

/// An expression with its type and its source range.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// The C type of its value.
    pub ty: TypeId,
    /// Where the user wrote it.
    pub span: Span,
}

/// What an expression computes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ExprKind {
    /// A constant of scalar type: its bits, zero above the type's width. Floats as their IEEE
    /// (or 80-bit x87) encoding.
    Const(u128),
    /// The value stored in a place. The type is scalar, or an aggregate where the value is only
    /// moved: the right side of an assignment, a call's argument, a returned value.
    Load(Box<Place>),
    /// The address of a place that is no bit-field. Array-to-pointer decay is the address of the
    /// array, typed as pointer to its element.
    AddressOf(Box<Place>),
    /// The address of a function.
    FunctionAddress(FunctionId),
    /// The address of a label (GNU `&&label`).
    LabelAddress(BlockId),
    /// A unary operator; the operand has the result's type, but for `!`.
    Unary(UnaryOp, Box<Expr>),
    /// A binary operator; see [`BinaryOp`] for the types of its operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A conversion between scalar types; which one follows from the two types.
    Cast {
        /// The value converted.
        operand: Box<Expr>,
        /// Whether the user wrote no cast.
        implicit: bool,
    },
    /// A pure builtin.
    Intrinsic(Intrinsic, Vec<Expr>),
}

/// The unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-x`.
    Neg,
    /// `~x`.
    BitNot,
    /// `!x`: 1 when `x` compares equal to zero, else 0; type `int`, operand of any scalar type.
    LogicalNot,
}

/// The binary operators.
///
/// Arithmetic and bit operators: both operands have the result's type. Shifts: the left operand
/// has the result's type, the right one any integer type. Comparisons: both operands have the
/// same scalar type, the result is `int` 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
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
    /// Pointer plus integer (any integer type), scaled by the pointee's size.
    PtrAdd,
    /// Pointer minus integer, scaled.
    PtrSub,
    /// Difference of two pointers in elements, of type `long`.
    PtrDiff,
}

impl BinaryOp {
    /// Whether the result is a truth value.
    pub const fn is_comparison(self) -> bool {
        matches!(
            self,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge
        )
    }

    /// Whether this is `<<` or `>>`.
    pub const fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr)
    }

    /// Whether this is one of the pointer operators.
    pub const fn is_pointer(self) -> bool {
        matches!(self, BinaryOp::PtrAdd | BinaryOp::PtrSub | BinaryOp::PtrDiff)
    }

    /// The C spelling.
    pub const fn c_symbol(self) -> &'static str {
        match self {
            BinaryOp::Add | BinaryOp::PtrAdd => "+",
            BinaryOp::Sub | BinaryOp::PtrSub | BinaryOp::PtrDiff => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
        }
    }
}

/// Arithmetic whose overflow the `__builtin_*_overflow` family tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum OverflowOp {
    Add,
    Sub,
    Mul,
}

/// Pure builtins. The result type is that of the expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Intrinsic {
    /// Leading zeros of the operand's width; a fault-free 0 input gives the width.
    CountLeadingZeros,
    /// Trailing zeros; 0 input gives the width.
    CountTrailingZeros,
    /// One plus the index of the lowest set bit, or 0.
    FindFirstSet,
    /// Number of set bits.
    PopCount,
    /// Number of set bits modulo 2.
    Parity,
    /// Redundant sign bits below the top one.
    CountLeadingRedundantSignBits,
    /// Bytes reversed.
    ByteSwap,
    /// Bits reversed.
    BitReverse,
    /// Whether `a op b`, computed exactly on the operands' own types, does not fit `result`.
    Overflows {
        /// The arithmetic.
        op: OverflowOp,
        /// The integer type that has to hold the exact result.
        result: TypeId,
    },
    /// Absolute value of a float: the sign bit cleared.
    FloatAbs,
    /// The first operand with the sign of the second.
    CopySign,
    /// The sign bit of a float, 0 or 1.
    SignBit,
    /// Whether a float is NaN.
    IsNan,
    /// Whether a float is an infinity: 1, or -1 for the negative one when `signed` (GNU
    /// `__builtin_isinf_sign`).
    IsInf {
        /// Whether a negative infinity gives -1.
        signed: bool,
    },
    /// Whether a float is neither infinite nor NaN.
    IsFinite,
    /// Whether a float is normal: finite, not zero, not subnormal.
    IsNormal,
    /// Whether either of two floats is NaN.
    IsUnordered,
    /// `a < b || a > b` without a fault for NaN.
    IsLessGreater,
    /// Square root, correctly rounded.
    Sqrt,
    /// `a * b + c` with one rounding.
    FusedMultiplyAdd,
}

/// Where a value is stored: an lvalue.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The object it starts from.
    pub base: PlaceBase,
    /// The way from there to the part meant.
    pub path: Vec<Projection>,
    /// The type of the part.
    pub ty: TypeId,
    /// Whether the access is volatile.
    pub is_volatile: bool,
}

/// What a place starts from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PlaceBase {
    /// A local of the function.
    Local(LocalId),
    /// A global.
    Global(GlobalId),
    /// What a pointer points to; the pointee's type is that of the base.
    Deref(Box<Expr>),
}

/// One step into an object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Projection {
    /// The member at this position of [`crate::types::Record::fields`].
    Field(u32),
    /// The element at this index (any integer type).
    Index(Expr),
}

impl Expr {
    /// A constant; `bits` are cut to the width by the caller.
    pub fn constant(bits: u128, ty: TypeId, span: Span) -> Self {
        Self { kind: ExprKind::Const(bits), ty, span }
    }

    /// A load of a place.
    pub fn load(place: Place, span: Span) -> Self {
        Self { ty: place.ty, kind: ExprKind::Load(Box::new(place)), span }
    }

    /// The constant's bits, if this is one.
    pub fn as_const(&self) -> Option<u128> {
        match self.kind {
            ExprKind::Const(bits) => Some(bits),
            _ => None,
        }
    }

    /// Calls `visit` on this expression and all within, outermost first, those in places too.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Const(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(_) => {}
            ExprKind::Load(place) | ExprKind::AddressOf(place) => place.walk(visit),
            ExprKind::Unary(_, operand) | ExprKind::Cast { operand, .. } => operand.walk(visit),
            ExprKind::Binary(_, left, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            ExprKind::Intrinsic(_, operands) => {
                for operand in operands {
                    operand.walk(visit);
                }
            }
        }
    }
}

impl Place {
    /// A whole local.
    pub fn local(local: LocalId, ty: TypeId) -> Self {
        Self { base: PlaceBase::Local(local), path: Vec::new(), ty, is_volatile: false }
    }

    /// A whole global.
    pub fn global(global: GlobalId, ty: TypeId) -> Self {
        Self { base: PlaceBase::Global(global), path: Vec::new(), ty, is_volatile: false }
    }

    /// What `pointer` points to.
    pub fn deref(pointer: Expr, ty: TypeId) -> Self {
        Self { base: PlaceBase::Deref(Box::new(pointer)), path: Vec::new(), ty, is_volatile: false }
    }

    /// The local, if the place is one as a whole.
    pub fn as_local(&self) -> Option<LocalId> {
        match self.base {
            PlaceBase::Local(local) if self.path.is_empty() => Some(local),
            _ => None,
        }
    }

    /// Calls `visit` on all expressions within the place.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        if let PlaceBase::Deref(pointer) = &self.base {
            pointer.walk(visit);
        }
        for step in &self.path {
            if let Projection::Index(index) = step {
                index.walk(visit);
            }
        }
    }
}
