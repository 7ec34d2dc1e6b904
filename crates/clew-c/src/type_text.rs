//! The types that clang prints.
//!
//! clang's JSON AST gives a type only as text (`qualType`, `desugaredQualType`): an abstract
//! declarator such as `int (*(*)[3])(char, ...)`. This module parses that text; names are not
//! resolved here.
//!
//! Two names mean less than they seem to:
//! - `struct T` may be the unnamed struct of `typedef struct {…} T` (clang lends the typedef's name);
//! - `bool` is a typedef of the user before C23 and the builtin type from C23 on: it is parsed as
//!   [`TypeTextKind::Named`], and [`builtin_named`] says what it is when no typedef has that name.

mod parser;
mod words;

use clew_ir::types::{FloatKind, IntKind};
use parser::Parser;
use std::borrow::Cow;
use words::Qualifiers;

pub(crate) use words::is_type_keyword;

/// A type with its own (outermost) qualifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TypeText {
    /// The type without them.
    pub kind: TypeTextKind,
    /// Whether it is `const`. For an array this stands on the element.
    pub is_const: bool,
    /// Whether it is `volatile`.
    pub is_volatile: bool,
    /// Whether it is a pointer that is `restrict`.
    pub is_restrict: bool,
    /// Whether it is a pointer that is `_Nonnull`.
    pub is_nonnull: bool,
}

/// A parsed type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TypeTextKind {
    /// A builtin type.
    Builtin(BuiltinType),
    /// The name of a typedef.
    Named(String),
    /// `struct S`, `union U`, `enum E`.
    Tag {
        /// Which keyword.
        kind: TagKind,
        /// The tag, or the typedef name that clang lends to an unnamed type.
        name: String,
    },
    /// A struct, union or enum without a tag, known by where it stands.
    UnnamedTag {
        /// Which keyword.
        kind: TagKind,
        /// The (presumed) file as clang prints it.
        file: String,
        /// The line, from 1.
        line: u32,
        /// The column, from 1.
        column: u32,
    },
    /// A pointer.
    Pointer(Box<TypeText>),
    /// An array.
    Array {
        /// The element type.
        element: Box<TypeText>,
        /// What stands in the brackets.
        length: LengthText,
    },
    /// A function.
    Function {
        /// The type returned.
        result: Box<TypeText>,
        /// The declared parameters.
        params: Vec<TypeText>,
        /// Whether `...` follows.
        is_variadic: bool,
        /// `false` for `int ()`.
        has_prototype: bool,
    },
    /// A vector extension type.
    Vector {
        /// The element type.
        element: Box<TypeText>,
        /// How many elements.
        count: u64,
    },
    /// `_Complex` of this type (GNU C has integers too).
    Complex(BuiltinType),
    /// `_Atomic(T)`.
    Atomic(Box<TypeText>),
    /// `typeof`.
    Typeof {
        /// What it is applied to.
        operand: TypeofOperand,
        /// `typeof_unqual`: without qualifiers.
        is_unqual: bool,
    },
    /// What has no meaning here, such as `<builtin fn type>`; the text as printed.
    Other(String),
}

/// The operand of `typeof`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TypeofOperand {
    /// A type.
    Type(Box<TypeText>),
    /// An expression, as C text; see [`crate::size_text`].
    Expr(String),
}

/// The builtin types.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BuiltinType {
    /// `void`.
    Void,
    /// `_Bool`.
    Bool,
    /// An integer type.
    Int(IntKind),
    /// A floating type.
    Float(FloatKind),
    /// One without a counterpart in the program model: `_Float16`, `__float128`, `_BitInt(7)`, …
    Other(String),
}

/// The keyword of a tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TagKind {
    /// `struct`.
    Struct,
    /// `union`.
    Union,
    /// `enum`.
    Enum,
}

/// What stands between the brackets of an array type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum LengthText {
    /// A number.
    Fixed(u64),
    /// Nothing.
    Unknown,
    /// The size of a variable-length array, as C text; see [`crate::size_text`].
    Text(String),
    /// `[*]`, in a prototype.
    Star,
}

/// The text of a type without what newer versions of clang say of who counts its elements:
/// `int[] __counted_by(n)`. `lower/counted.rs` reads that.
fn without_counts(text: &str) -> Cow<'_, str> {
    let mut rest = Cow::Borrowed(text);
    while let Some(at) = ["__counted_by", "__sized_by"].iter().find_map(|word| rest.find(word)) {
        let end = rest[at..].find(')').map_or(rest.len(), |end| at + end + 1);
        rest = Cow::Owned(format!("{}{}", rest[..at].trim_end(), &rest[end..]));
    }
    rest
}

impl TypeText {
    /// Parses the text of a type.
    pub(crate) fn parse(text: &str) -> Result<TypeText, String> {
        Self::parse_with_extras(text).map(|(parsed, _)| parsed)
    }

    /// The same, with what else the text says: attributes, and words that are no part of the type.
    pub(crate) fn parse_with_extras(text: &str) -> Result<(TypeText, Vec<String>), String> {
        let uncounted = without_counts(text);
        let trimmed = uncounted.trim();
        // `<builtin fn type>` and its like, and what clang 19 gives a node without a type.
        if trimmed.starts_with('<') || trimmed == "NULL TYPE" {
            return Ok((TypeTextKind::Other(trimmed.to_owned()).unqualified(), Vec::new()));
        }
        let mut parser = Parser::new(trimmed);
        let parsed = parser.type_name()?;
        parser.skip_space();
        if parser.at_end() {
            Ok((parsed, parser.extras))
        } else {
            Err(parser.unexpected("the end of the type"))
        }
    }

    /// Whether it is volatile, or an array of what is.
    pub(crate) fn has_volatile_parts(&self) -> bool {
        match &self.kind {
            TypeTextKind::Array { element, .. } => element.has_volatile_parts(),
            _ => self.is_volatile,
        }
    }

    fn qualify(mut self, qualifiers: Qualifiers) -> TypeText {
        // Qualifiers of an array are those of its elements.
        if let TypeTextKind::Array { element, .. } = &mut self.kind {
            let inner =
                std::mem::replace(&mut **element, TypeTextKind::Other(String::new()).unqualified());
            **element = inner.qualify(qualifiers);
            return self;
        }
        self.is_const |= qualifiers.is_const;
        self.is_volatile |= qualifiers.is_volatile;
        self.is_restrict |= qualifiers.is_restrict;
        self.is_nonnull |= qualifiers.is_nonnull;
        self
    }
}

impl TypeTextKind {
    fn unqualified(self) -> TypeText {
        TypeText {
            kind: self,
            is_const: false,
            is_volatile: false,
            is_restrict: false,
            is_nonnull: false,
        }
    }
}

/// The builtin type that goes by a name which is no keyword in all versions of C.
pub(crate) fn builtin_named(name: &str) -> Option<BuiltinType> {
    match name {
        "bool" => Some(BuiltinType::Bool),
        "nullptr_t" => Some(BuiltinType::Other(name.to_owned())),
        _ => None,
    }
}

/// Where the parenthesis, bracket or brace opened just before `start` is closed. Quoted characters
/// and strings are passed over.
pub(crate) fn closing(text: &str, start: usize, open: u8, close: u8) -> Option<usize> {
    let mut depth = 1_u32;
    let mut quote = None;
    let mut bytes = text.bytes().enumerate().skip(start);
    while let Some((position, byte)) = bytes.next() {
        match quote {
            Some(_) if byte == b'\\' => {
                bytes.next();
            }
            Some(end) if byte == end => quote = None,
            Some(_) => {}
            None if byte == b'"' || byte == b'\'' => quote = Some(byte),
            None if byte == open => depth += 1,
            None if byte == close => {
                depth -= 1;
                if depth == 0 {
                    return Some(position);
                }
            }
            None => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;
