//! Operators.

/// What a term is made by.
///
/// `Not`, `And`, `Or` and `Xor` are the connectives on Booleans and the bitwise operators on
/// bit-vectors alike. What is not here is built from what is: subtraction is addition of the
/// negation, zero extension is concatenation with zeros, `<=` is the negation of `>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Op {
    /// A Boolean or bit-vector constant.
    Const,
    /// A free variable.
    Input,
    /// Negation of a Boolean, complement of a bit-vector.
    Not,
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Exclusive or.
    Xor,
    /// If the first (Boolean) then the second else the third; of any sort.
    Ite,
    /// Equality of two bit-vectors.
    Eq,
    /// Unsigned less than.
    Ult,
    /// Signed less than.
    Slt,
    /// Two's complement negation.
    Neg,
    /// Addition modulo 2^width.
    Add,
    /// Multiplication modulo 2^width.
    Mul,
    /// Unsigned division; by zero it is all ones.
    UDiv,
    /// Unsigned remainder; by zero it is the dividend.
    URem,
    /// Signed division towards zero, by zero as SMT-LIB defines it.
    SDiv,
    /// Signed remainder with the sign of the dividend.
    SRem,
    /// Shift left; by the width or more it is zero.
    Shl,
    /// Logical shift right; by the width or more it is zero.
    LShr,
    /// Arithmetic shift right; by the width or more it is the sign.
    AShr,
    /// The first operand above the second.
    Concat,
    /// Bits `high` down to `low`, both included.
    Extract,
    /// Extension to the term's width by copies of the sign.
    SignExtend,
    /// The element of an array at an index.
    Select,
    /// An array with one element replaced.
    Store,
    /// An array with the same element everywhere.
    ConstArray,
}

impl Op {
    /// Every operator.
    pub const ALL: [Op; 26] = [
        Op::Const,
        Op::Input,
        Op::Not,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Ite,
        Op::Eq,
        Op::Ult,
        Op::Slt,
        Op::Neg,
        Op::Add,
        Op::Mul,
        Op::UDiv,
        Op::URem,
        Op::SDiv,
        Op::SRem,
        Op::Shl,
        Op::LShr,
        Op::AShr,
        Op::Concat,
        Op::Extract,
        Op::SignExtend,
        Op::Select,
        Op::Store,
        Op::ConstArray,
    ];

    /// How many terms the operator takes.
    pub fn arity(self) -> usize {
        match self {
            Op::Const | Op::Input => 0,
            Op::Not | Op::Neg | Op::Extract | Op::SignExtend | Op::ConstArray => 1,
            Op::And
            | Op::Or
            | Op::Xor
            | Op::Eq
            | Op::Ult
            | Op::Slt
            | Op::Add
            | Op::Mul
            | Op::UDiv
            | Op::URem
            | Op::SDiv
            | Op::SRem
            | Op::Shl
            | Op::LShr
            | Op::AShr
            | Op::Concat
            | Op::Select => 2,
            Op::Ite | Op::Store => 3,
        }
    }

    /// Whether the two operands may be exchanged.
    pub fn is_commutative(self) -> bool {
        matches!(self, Op::And | Op::Or | Op::Xor | Op::Eq | Op::Add | Op::Mul)
    }
}
