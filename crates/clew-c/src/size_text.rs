//! C expressions in the text of types.
//!
//! The size of a variable-length array and the operand of `typeof` reach us only as text within a
//! type: `int[n + 1]`, `typeof (s->next) *`. clang prints them from its AST, without implicit
//! conversions and with macros expanded, so a small grammar is enough. This is syntax only: what the
//! names mean and which conversions apply is for the lowering to say.

mod parser;

use crate::type_text::TypeText;
use clew_ir::expr::BinaryOp;
use clew_ir::types::FloatKind;
use parser::Parser;

/// An expression. Parentheses are not kept.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum SizeExpr {
    /// An integer constant, with its suffix.
    Int {
        /// The value.
        value: u128,
        /// Whether it has `U`.
        is_unsigned: bool,
        /// How many `L` it has.
        longs: u8,
    },
    /// A character constant.
    Char {
        /// The value.
        value: i64,
        /// The prefix that decides the type: empty (`int`), `L`, `u`, `U` or `u8`.
        prefix: String,
    },
    /// A floating constant.
    Float {
        /// The digits, for [`literal::float_bits`].
        digits: String,
        /// The type, from the suffix.
        kind: FloatKind,
    },
    /// A string literal, with quotes and prefix, for [`literal::string_units`].
    Str(String),
    /// A variable, function, enumerator or predefined name.
    Name(String),
    /// A prefix operator.
    Unary(PrefixOp, Box<SizeExpr>),
    /// `x++`, or `x--` when `decrement`.
    Postfix {
        /// What changes.
        operand: Box<SizeExpr>,
        /// Which of the two.
        decrement: bool,
    },
    /// An arithmetic operator or comparison; never one of the pointer operators of [`BinaryOp`].
    Binary(BinaryOp, Box<SizeExpr>, Box<SizeExpr>),
    /// `a && b`.
    LogicalAnd(Box<SizeExpr>, Box<SizeExpr>),
    /// `a || b`.
    LogicalOr(Box<SizeExpr>, Box<SizeExpr>),
    /// `a, b`.
    Comma(Box<SizeExpr>, Box<SizeExpr>),
    /// `target = value`, or `target op= value`.
    Assign {
        /// The operator of a compound assignment.
        op: Option<BinaryOp>,
        /// What is assigned to.
        target: Box<SizeExpr>,
        /// The right side.
        value: Box<SizeExpr>,
    },
    /// `condition ? then : otherwise`; without `then`, `condition ?: otherwise`.
    Conditional {
        /// The condition.
        condition: Box<SizeExpr>,
        /// The second operand.
        then: Option<Box<SizeExpr>>,
        /// The third operand.
        otherwise: Box<SizeExpr>,
    },
    /// A call.
    Call {
        /// What is called.
        callee: Box<SizeExpr>,
        /// The arguments.
        arguments: Vec<SizeExpr>,
    },
    /// `base.name` or `base->name`.
    Member {
        /// The left side.
        base: Box<SizeExpr>,
        /// The member.
        name: String,
        /// Whether it is `->`.
        is_arrow: bool,
    },
    /// `base[index]`.
    Index {
        /// The left side.
        base: Box<SizeExpr>,
        /// What stands in the brackets.
        index: Box<SizeExpr>,
    },
    /// `(type)operand`.
    Cast(TypeText, Box<SizeExpr>),
    /// `sizeof(type)`.
    SizeofType(TypeText),
    /// `sizeof operand`.
    SizeofExpr(Box<SizeExpr>),
    /// `_Alignof(type)`.
    AlignofType(TypeText),
    /// `__alignof operand`.
    AlignofExpr(Box<SizeExpr>),
    /// `__builtin_offsetof(type, path)`.
    OffsetOf {
        /// The record.
        ty: TypeText,
        /// The way to the member.
        path: Vec<OffsetStep>,
    },
    /// `__builtin_va_arg(list, type)`.
    VaArg(Box<SizeExpr>, TypeText),
}

/// One step of the path in `offsetof`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum OffsetStep {
    /// `.name`.
    Member(String),
    /// `[index]`.
    Index(SizeExpr),
}

/// The prefix operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrefixOp {
    /// `+x`.
    Plus,
    /// `-x`.
    Minus,
    /// `~x`.
    BitNot,
    /// `!x`.
    Not,
    /// `*x`.
    Deref,
    /// `&x`.
    AddressOf,
    /// `++x`.
    Increment,
    /// `--x`.
    Decrement,
}

impl SizeExpr {
    /// Parses an expression; `is_type` knows the typedef names.
    pub(crate) fn parse(text: &str, is_type: &dyn Fn(&str) -> bool) -> Result<SizeExpr, String> {
        let mut parser = Parser { text, position: 0, depth: 0, is_type };
        let parsed = parser.expression()?;
        parser.skip_space();
        if parser.rest().is_empty() {
            Ok(parsed)
        } else {
            Err(parser.unexpected("the end of the expression"))
        }
    }
}

#[cfg(test)]
mod tests;
