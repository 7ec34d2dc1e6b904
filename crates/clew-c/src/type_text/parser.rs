//! The grammar of abstract declarators as clang prints them.

use super::words::{BuiltinWords, Qualifiers};
use super::{BuiltinType, LengthText, TagKind, TypeText, TypeTextKind, TypeofOperand, closing};

/// How deep declarators may nest; deeper text is refused rather than risking the stack.
const MAX_DEPTH: u32 = 256;

/// What the declarator adds to the type before it.
enum Modifier {
    Pointer(Qualifiers),
    Block,
    Array(LengthText),
    Function { params: Vec<TypeText>, is_variadic: bool, has_prototype: bool },
}

pub(super) struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    position: usize,
    depth: u32,
    /// What was passed over: attributes, and words that are no part of the type.
    pub(super) extras: Vec<String>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, bytes: text.as_bytes(), position: 0, depth: 0, extras: Vec::new() }
    }

    pub(super) fn at_end(&self) -> bool {
        self.position >= self.bytes.len()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    pub(super) fn skip_space(&mut self) {
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

    pub(super) fn unexpected(&self, expected: &str) -> String {
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
        let attribute = self.bare_attribute()?;
        self.extras.extend(attribute.map(str::to_owned));
        Ok(attribute)
    }

    fn bare_attribute(&mut self) -> Result<Option<&'a str>, String> {
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

    /// Notes a qualifier that is none of C's.
    fn note_qualifier(&mut self, word: &str) {
        let of_c = ["const", "volatile", "restrict", "_Nonnull"];
        if !of_c.contains(&word.trim_matches('_')) && !of_c.contains(&word) {
            self.extras.push(word.to_owned());
        }
    }

    fn enter(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("type nested too deeply".to_owned());
        }
        Ok(())
    }

    /// type-name: specifiers and an abstract declarator.
    pub(super) fn type_name(&mut self) -> Result<TypeText, String> {
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
            if qualifiers.take(word) {
                self.note_qualifier(word);
                continue;
            }
            if words.take(word) {
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
                        if let Some(TypeTextKind::Named(before)) = chosen.take() {
                            self.extras.push(before);
                        }
                        let name = self.last_of_scope(name)?;
                        chosen = Some(name);
                    }
                    // The same, after the type.
                    Some(_) | None => self.extras.push(name.to_owned()),
                },
            }
            debug_assert!(self.position > start, "each turn should read something");
        }
        // Names before builtin words were macros for attributes.
        let kind = if !words.is_empty() && matches!(chosen, None | Some(TypeTextKind::Named(_))) {
            if let Some(TypeTextKind::Named(name)) = chosen {
                self.extras.push(name);
            }
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
                Some(word) if qualifiers.take(word) => {
                    self.note_qualifier(word);
                    self.position += word.len();
                }
                // A macro that stood for attributes.
                Some(word) => {
                    self.extras.push(word.to_owned());
                    self.position += word.len();
                }
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
