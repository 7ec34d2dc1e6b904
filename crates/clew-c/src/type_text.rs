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

use clew_ir::types::{FloatKind, IntKind};

/// How deep declarators may nest; deeper text is refused rather than risking the stack.
const MAX_DEPTH: u32 = 256;

/// A type with its own (outermost) qualifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TypeText {
    /// The type without them.
    pub kind: TypeTextKind,
    /// Whether it is `const`. For an array this stands on the element.
    pub is_const: bool,
    /// Whether it is `volatile`.
    pub is_volatile: bool,
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

impl TypeText {
    /// Parses the text of a type.
    pub(crate) fn parse(text: &str) -> Result<TypeText, String> {
        let trimmed = text.trim();
        // `<builtin fn type>` and its like, and what clang 19 gives a node without a type.
        if trimmed.starts_with('<') || trimmed == "NULL TYPE" {
            return Ok(TypeTextKind::Other(trimmed.to_owned()).unqualified());
        }
        let mut parser = Parser::new(trimmed);
        let parsed = parser.type_name()?;
        parser.skip_space();
        if parser.at_end() { Ok(parsed) } else { Err(parser.unexpected("the end of the type")) }
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
        self
    }
}

impl TypeTextKind {
    fn unqualified(self) -> TypeText {
        TypeText { kind: self, is_const: false, is_volatile: false }
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

#[derive(Clone, Copy, Default)]
struct Qualifiers {
    is_const: bool,
    is_volatile: bool,
}

impl Qualifiers {
    /// Notes a word that may stand among qualifiers; `false` when it is none of them.
    fn take(&mut self, word: &str) -> bool {
        match word {
            "const" | "__const" | "__const__" => self.is_const = true,
            "volatile" | "__volatile" | "__volatile__" => self.is_volatile = true,
            "restrict" | "__restrict" | "__restrict__" | "_Nonnull" | "_Nullable"
            | "_Null_unspecified" | "_Nullable_result" | "__unaligned" | "__ptr32" | "__ptr64"
            | "__sptr" | "__uptr" | "__seg_gs" | "__seg_fs" => {}
            _ => return false,
        }
        true
    }
}

/// The words of a builtin type, in whatever order they came.
#[derive(Default)]
struct BuiltinWords {
    base: Option<String>,
    longs: u8,
    is_short: bool,
    is_signed: bool,
    is_unsigned: bool,
    is_complex: bool,
}

impl BuiltinWords {
    fn is_empty(&self) -> bool {
        self.base.is_none()
            && self.longs == 0
            && !(self.is_short || self.is_signed || self.is_unsigned || self.is_complex)
    }

    /// Takes a word; `false` when it is no part of a builtin type.
    fn take(&mut self, word: &str) -> bool {
        match word {
            "long" => self.longs = self.longs.saturating_add(1),
            "short" => self.is_short = true,
            "signed" | "__signed" | "__signed__" => self.is_signed = true,
            "unsigned" => self.is_unsigned = true,
            "_Complex" | "__complex__" | "__complex" => self.is_complex = true,
            "int" => {
                self.base.get_or_insert_with(|| word.to_owned());
            }
            "void"
            | "_Bool"
            | "char"
            | "float"
            | "double"
            | "__int128"
            | "_Float16"
            | "__fp16"
            | "half"
            | "__bf16"
            | "__float128"
            | "_Float128"
            | "_Float32"
            | "_Float64"
            | "_Float32x"
            | "_Float64x"
            | "__ibm128"
            | "_Accum"
            | "_Fract"
            | "_Sat"
            | "_Decimal32"
            | "_Decimal64"
            | "_Decimal128"
            | "__builtin_va_list_tag" => {
                self.base = Some(word.to_owned());
            }
            _ => return false,
        }
        true
    }

    fn finish(&self) -> Result<BuiltinType, String> {
        use IntKind::*;
        let unsigned = self.is_unsigned;
        let pick = |signed_kind, unsigned_kind| {
            BuiltinType::Int(if unsigned { unsigned_kind } else { signed_kind })
        };
        Ok(match self.base.as_deref() {
            Some("void") => BuiltinType::Void,
            Some("_Bool") => BuiltinType::Bool,
            Some("char") if self.is_signed => BuiltinType::Int(SignedChar),
            Some("char") => pick(Char, UnsignedChar),
            Some("__int128") => pick(Int128, UnsignedInt128),
            Some("float") => BuiltinType::Float(FloatKind::F32),
            Some("double") if self.longs > 0 => BuiltinType::Float(FloatKind::X87),
            Some("double") => BuiltinType::Float(FloatKind::F64),
            // `_Complex` alone is `_Complex double`.
            None if self.is_complex && self.longs == 0 && !self.is_short && !unsigned => {
                BuiltinType::Float(FloatKind::F64)
            }
            Some("int") | None => match (self.is_short, self.longs) {
                (true, _) => pick(Short, UnsignedShort),
                (false, 0) => pick(Int, UnsignedInt),
                (false, 1) => pick(Long, UnsignedLong),
                (false, 2) => pick(LongLong, UnsignedLongLong),
                (false, _) => return Err("more than two `long` in a type".to_owned()),
            },
            Some(other) => BuiltinType::Other(match (unsigned, self.longs) {
                (true, _) => format!("unsigned {other}"),
                (false, 0) => other.to_owned(),
                (false, _) => format!("long {other}"),
            }),
        })
    }
}

/// What the declarator adds to the type before it.
enum Modifier {
    Pointer(Qualifiers),
    Block,
    Array(LengthText),
    Function { params: Vec<TypeText>, is_variadic: bool, has_prototype: bool },
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    position: usize,
    depth: u32,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, bytes: text.as_bytes(), position: 0, depth: 0 }
    }

    fn at_end(&self) -> bool {
        self.position >= self.bytes.len()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.position += 1;
        }
    }

    /// Skips space and takes `token` if it stands there.
    fn eat(&mut self, token: &str) -> bool {
        self.skip_space();
        let found = self.bytes[self.position..].starts_with(token.as_bytes());
        if found {
            self.position += token.len();
        }
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(self.unexpected(&format!("`{token}`"))) }
    }

    fn unexpected(&self, expected: &str) -> String {
        let rest: String =
            self.text.get(self.position..).unwrap_or_default().chars().take(24).collect();
        if rest.is_empty() {
            format!("type `{}`: expected {expected} at its end", self.text)
        } else {
            format!("type `{}`: expected {expected} before `{rest}`", self.text)
        }
    }

    /// The identifier here, without taking it.
    fn peek_word(&mut self) -> Option<&'a str> {
        self.skip_space();
        let is_word = |byte: &u8| {
            byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'$' || *byte >= 0x80
        };
        let length = self.bytes[self.position..].iter().take_while(|byte| is_word(byte)).count();
        let word = self.text.get(self.position..self.position + length)?;
        let starts_well = word.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
        starts_well.then_some(word)
    }

    /// The text up to the parenthesis or bracket that closes the one just read; takes that too.
    /// Quoted characters and strings are passed over.
    fn balanced(&mut self, open: u8, close: u8) -> Result<&'a str, String> {
        let start = self.position;
        let end = closing(self.text, start, open, close)
            .ok_or_else(|| self.unexpected(&format!("`{}`", close as char)))?;
        self.position = end + 1;
        Ok(&self.text[start..end])
    }

    /// Takes an attribute (`__attribute__((…))`, `[[…]]`) and gives its text.
    fn attribute(&mut self) -> Result<Option<&'a str>, String> {
        match self.peek_word() {
            Some(word @ ("__attribute__" | "__attribute")) => {
                self.position += word.len();
                self.expect("(")?;
                return Ok(Some(self.balanced(b'(', b')')?));
            }
            Some(word @ ("__declspec" | "__ptrauth")) => {
                self.position += word.len();
                self.expect("(")?;
                return Ok(Some(self.balanced(b'(', b')')?));
            }
            _ => {}
        }
        if self.eat("[[") {
            let text = self.balanced(b'[', b']')?;
            self.expect("]")?;
            return Ok(Some(text));
        }
        Ok(None)
    }

    fn enter(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("type nested too deeply".to_owned());
        }
        Ok(())
    }

    /// type-name: specifiers and an abstract declarator.
    fn type_name(&mut self) -> Result<TypeText, String> {
        self.enter()?;
        let base = self.specifiers()?;
        let mut modifiers = Vec::new();
        self.declarator(&mut modifiers)?;
        self.depth -= 1;
        Ok(modifiers.into_iter().fold(base, apply))
    }

    /// What stands before the declarator.
    fn specifiers(&mut self) -> Result<TypeText, String> {
        let mut qualifiers = Qualifiers::default();
        let mut words = BuiltinWords::default();
        let mut chosen: Option<TypeTextKind> = None;
        let mut vector_count = None;
        loop {
            if let Some(attribute) = self.attribute()? {
                vector_count = vector_length(attribute).or(vector_count);
                continue;
            }
            let Some(word) = self.peek_word() else {
                // An unnamed tag without its keyword: `(unnamed struct at f.c:3:1)`.
                if chosen.is_none() && words.is_empty() && self.at_unnamed() {
                    chosen = Some(self.tag(None)?);
                    continue;
                }
                break;
            };
            let start = self.position;
            self.position += word.len();
            if qualifiers.take(word) || words.take(word) {
                continue;
            }
            match word {
                "struct" => chosen = Some(self.tag(Some(TagKind::Struct))?),
                "union" => chosen = Some(self.tag(Some(TagKind::Union))?),
                "enum" => chosen = Some(self.tag(Some(TagKind::Enum))?),
                "_Atomic" => {
                    if self.eat("(") {
                        let inner = self.type_name()?;
                        self.expect(")")?;
                        chosen = Some(TypeTextKind::Atomic(Box::new(inner)));
                    }
                }
                "typeof" | "__typeof__" | "__typeof" => chosen = Some(self.typeof_operand(false)?),
                "typeof_unqual" | "__typeof_unqual__" | "__typeof_unqual" => {
                    chosen = Some(self.typeof_operand(true)?);
                }
                "_BitInt" | "_ExtInt" => {
                    self.expect("(")?;
                    let bits = self.balanced(b'(', b')')?;
                    words.base = Some(format!("_BitInt({bits})"));
                }
                "__auto_type" | "auto" => chosen = Some(TypeTextKind::Other(word.to_owned())),
                name => match chosen {
                    // A macro that stood for attributes, before the type itself.
                    None | Some(TypeTextKind::Named(_)) if words.is_empty() => {
                        let name = self.last_of_scope(name)?;
                        chosen = Some(name);
                    }
                    // The same, after the type.
                    Some(_) | None => {}
                },
            }
            debug_assert!(self.position > start, "each turn should read something");
        }
        // Names before builtin words were macros for attributes.
        let kind = if !words.is_empty() && matches!(chosen, None | Some(TypeTextKind::Named(_))) {
            let builtin = words.finish()?;
            if words.is_complex {
                TypeTextKind::Complex(builtin)
            } else {
                TypeTextKind::Builtin(builtin)
            }
        } else {
            chosen.ok_or_else(|| self.unexpected("a type"))?
        };
        let kind = match vector_count {
            Some(count) => TypeTextKind::Vector { element: Box::new(kind.unqualified()), count },
            None => kind,
        };
        Ok(kind.unqualified().qualify(qualifiers))
    }

    /// A typedef name, or what follows `Scope::`.
    fn last_of_scope(&mut self, first: &'a str) -> Result<TypeTextKind, String> {
        let mut name = first;
        while self.bytes[self.position..].starts_with(b"::") {
            self.position += 2;
            if self.peek() == Some(b'(') {
                return self.tag(None);
            }
            name = self.peek_word().ok_or_else(|| self.unexpected("a name"))?;
            self.position += name.len();
        }
        Ok(TypeTextKind::Named(name.to_owned()))
    }

    fn at_unnamed(&mut self) -> bool {
        self.skip_space();
        let rest = &self.bytes[self.position..];
        rest.starts_with(b"(unnamed ") || rest.starts_with(b"(anonymous ")
    }

    /// What follows `struct`, `union` or `enum`: a name, or `(unnamed … at FILE:LINE:COLUMN)`,
    /// perhaps after `Scope::`.
    fn tag(&mut self, keyword: Option<TagKind>) -> Result<TypeTextKind, String> {
        while self.attribute()?.is_some() {}
        loop {
            if self.at_unnamed() {
                return self.unnamed_tag(keyword);
            }
            let Some(name) = self.peek_word() else { return Err(self.unexpected("a tag")) };
            self.position += name.len();
            if self.bytes[self.position..].starts_with(b"::") {
                self.position += 2;
                continue;
            }
            let kind = keyword.ok_or_else(|| self.unexpected("`struct`, `union` or `enum`"))?;
            return Ok(TypeTextKind::Tag { kind, name: name.to_owned() });
        }
    }

    fn unnamed_tag(&mut self, keyword: Option<TagKind>) -> Result<TypeTextKind, String> {
        self.expect("(")?;
        let word = self.peek_word().unwrap_or_default();
        self.position += word.len();
        let written = match self.peek_word() {
            Some("struct") => Some(TagKind::Struct),
            Some("union") => Some(TagKind::Union),
            Some("enum") => Some(TagKind::Enum),
            _ => None,
        };
        if written.is_some() {
            self.position += self.peek_word().unwrap_or_default().len();
        }
        let kind =
            keyword.or(written).ok_or_else(|| self.unexpected("`struct`, `union` or `enum`"))?;
        self.expect("at ")?;
        let start = self.position;
        // The file's name may hold anything: the place ends at the first `:LINE:COLUMN)`, unless
        // that is the `(unnamed at …)` of an enclosing type.
        for (offset, _) in self.text[start..].match_indices(')') {
            let Some((file, line, column)) = split_place(&self.text[start..start + offset]) else {
                continue;
            };
            self.position = start + offset + 1;
            if self.bytes[self.position..].starts_with(b"::") {
                self.position += 2;
                return self.tag(Some(kind));
            }
            return Ok(TypeTextKind::UnnamedTag { kind, file: file.to_owned(), line, column });
        }
        Err(self.unexpected("FILE:LINE:COLUMN"))
    }

    /// The operand of `typeof`: clang prints `typeof(TYPE)` and `typeof (EXPRESSION)`.
    fn typeof_operand(&mut self, is_unqual: bool) -> Result<TypeTextKind, String> {
        let is_type = self.peek() == Some(b'(');
        self.expect("(")?;
        let operand = if is_type {
            let inner = self.type_name()?;
            self.expect(")")?;
            TypeofOperand::Type(Box::new(inner))
        } else {
            TypeofOperand::Expr(self.balanced(b'(', b')')?.trim().to_owned())
        };
        Ok(TypeTextKind::Typeof { operand, is_unqual })
    }

    /// Attributes and qualifiers that say nothing about the type they follow, and calling
    /// conventions.
    fn qualifiers(&mut self) -> Result<Qualifiers, String> {
        let mut qualifiers = Qualifiers::default();
        loop {
            if self.attribute()?.is_some() {
                continue;
            }
            match self.peek_word() {
                Some(word) if qualifiers.take(word) => self.position += word.len(),
                // A macro that stood for attributes.
                Some(word) => self.position += word.len(),
                None => return Ok(qualifiers),
            }
        }
    }

    /// Adds what the abstract declarator says, the change nearest to the specifiers first.
    fn declarator(&mut self, modifiers: &mut Vec<Modifier>) -> Result<(), String> {
        self.enter()?;
        loop {
            if self.eat("*") {
                modifiers.push(Modifier::Pointer(self.qualifiers()?));
            } else if self.eat("^") {
                self.qualifiers()?;
                modifiers.push(Modifier::Block);
            } else {
                break;
            }
        }
        let mut inner = Vec::new();
        if self.at_group() {
            self.expect("(")?;
            self.qualifiers()?;
            self.declarator(&mut inner)?;
            self.expect(")")?;
        }
        let mut suffixes = Vec::new();
        loop {
            if self.eat("(") {
                suffixes.push(self.parameters()?);
            } else if self.attribute()?.is_some() {
                continue;
            } else if self.eat("[") {
                suffixes.push(Modifier::Array(self.array_length()?));
            } else {
                break;
            }
        }
        modifiers.extend(suffixes.into_iter().rev());
        modifiers.append(&mut inner);
        self.depth -= 1;
        Ok(())
    }

    /// Whether the parenthesis here groups a declarator rather than opening parameters.
    fn at_group(&mut self) -> bool {
        self.skip_space();
        if self.peek() != Some(b'(') || self.at_unnamed() {
            return false;
        }
        let saved = self.position;
        self.position += 1;
        while let Ok(Some(_)) = self.attribute() {}
        self.skip_space();
        let is_group = matches!(self.peek(), Some(b'*' | b'^' | b'[')) || {
            self.peek() == Some(b'(') && !self.at_unnamed()
        };
        self.position = saved;
        is_group
    }

    /// The parameters, after their opening parenthesis.
    fn parameters(&mut self) -> Result<Modifier, String> {
        let mut params = Vec::new();
        let mut is_variadic = false;
        if self.eat(")") {
            return Ok(Modifier::Function { params, is_variadic, has_prototype: false });
        }
        loop {
            if self.eat("...") {
                is_variadic = true;
                break;
            }
            params.push(self.type_name()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        if let [only] = params.as_slice()
            && only.kind == TypeTextKind::Builtin(BuiltinType::Void)
        {
            params.clear();
        }
        Ok(Modifier::Function { params, is_variadic, has_prototype: true })
    }

    /// What stands in array brackets, after the opening one.
    fn array_length(&mut self) -> Result<LengthText, String> {
        let mut text = self.balanced(b'[', b']')?.trim();
        let mut ignored = Qualifiers::default();
        while let Some((word, rest)) = text.split_once(' ').or(Some((text, ""))) {
            if word != "static" && !ignored.take(word) {
                break;
            }
            text = rest.trim_start();
        }
        Ok(match text {
            "" => LengthText::Unknown,
            "*" => LengthText::Star,
            _ => match text.parse() {
                Ok(number) => LengthText::Fixed(number),
                Err(_) => LengthText::Text(text.to_owned()),
            },
        })
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

/// Whether a word begins the name of a type whatever the typedefs are.
pub(crate) fn is_type_keyword(word: &str) -> bool {
    Qualifiers::default().take(word)
        || BuiltinWords::default().take(word)
        || matches!(
            word,
            "struct"
                | "union"
                | "enum"
                | "_Atomic"
                | "_BitInt"
                | "_ExtInt"
                | "typeof"
                | "__typeof__"
                | "__typeof"
                | "typeof_unqual"
                | "__typeof_unqual__"
                | "__typeof_unqual"
                | "__attribute__"
        )
}

fn apply(base: TypeText, modifier: Modifier) -> TypeText {
    match modifier {
        Modifier::Pointer(qualifiers) => {
            TypeTextKind::Pointer(Box::new(base)).unqualified().qualify(qualifiers)
        }
        Modifier::Block => TypeTextKind::Other("block pointer".to_owned()).unqualified(),
        Modifier::Array(length) => {
            TypeTextKind::Array { element: Box::new(base), length }.unqualified()
        }
        Modifier::Function { params, is_variadic, has_prototype } => {
            TypeTextKind::Function { result: Box::new(base), params, is_variadic, has_prototype }
                .unqualified()
        }
    }
}

/// The element count that `__attribute__((__vector_size__(4 * sizeof(int))))` or
/// `__attribute__((ext_vector_type(4)))` states.
fn vector_length(attribute: &str) -> Option<u64> {
    let inner = attribute.trim().trim_start_matches('(');
    let rest = inner
        .strip_prefix("__vector_size__(")
        .or_else(|| inner.strip_prefix("ext_vector_type("))?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    rest[..digits].parse().ok()
}

/// Splits `FILE:LINE:COLUMN`.
fn split_place(text: &str) -> Option<(&str, u32, u32)> {
    let (rest, column) = text.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some((file, line.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
mod tests;
