//! The grammar of expressions as clang prints them.

use super::{OffsetStep, PrefixOp, SizeExpr};
use crate::literal;
use crate::type_text::{TypeText, closing, is_type_keyword};
use clew_ir::expr::BinaryOp;
use clew_ir::types::FloatKind;

/// How deep expressions may nest.
const MAX_DEPTH: u32 = 256;

/// The binary operators by precedence, loosest first. Longer spellings stand before their prefixes.
const BINARY: &[(&str, u8, Joint)] = &[
    ("||", 1, Joint::Or),
    ("&&", 2, Joint::And),
    ("|", 3, Joint::Op(BinaryOp::BitOr)),
    ("^", 4, Joint::Op(BinaryOp::BitXor)),
    ("&", 5, Joint::Op(BinaryOp::BitAnd)),
    ("==", 6, Joint::Op(BinaryOp::Eq)),
    ("!=", 6, Joint::Op(BinaryOp::Ne)),
    ("<<", 8, Joint::Op(BinaryOp::Shl)),
    (">>", 8, Joint::Op(BinaryOp::Shr)),
    ("<=", 7, Joint::Op(BinaryOp::Le)),
    (">=", 7, Joint::Op(BinaryOp::Ge)),
    ("<", 7, Joint::Op(BinaryOp::Lt)),
    (">", 7, Joint::Op(BinaryOp::Gt)),
    ("+", 9, Joint::Op(BinaryOp::Add)),
    ("-", 9, Joint::Op(BinaryOp::Sub)),
    ("*", 10, Joint::Op(BinaryOp::Mul)),
    ("/", 10, Joint::Op(BinaryOp::Div)),
    ("%", 10, Joint::Op(BinaryOp::Rem)),
];

/// The compound assignments.
const ASSIGNMENT: &[(&str, BinaryOp)] = &[
    ("<<=", BinaryOp::Shl),
    (">>=", BinaryOp::Shr),
    ("+=", BinaryOp::Add),
    ("-=", BinaryOp::Sub),
    ("*=", BinaryOp::Mul),
    ("/=", BinaryOp::Div),
    ("%=", BinaryOp::Rem),
    ("&=", BinaryOp::BitAnd),
    ("|=", BinaryOp::BitOr),
    ("^=", BinaryOp::BitXor),
];

/// The prefix operators; `++` before `+`.
pub(super) const PREFIX: &[(&str, PrefixOp)] = &[
    ("++", PrefixOp::Increment),
    ("--", PrefixOp::Decrement),
    ("+", PrefixOp::Plus),
    ("-", PrefixOp::Minus),
    ("~", PrefixOp::BitNot),
    ("!", PrefixOp::Not),
    ("*", PrefixOp::Deref),
    ("&", PrefixOp::AddressOf),
];

#[derive(Clone, Copy)]
enum Joint {
    Op(BinaryOp),
    And,
    Or,
}

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) position: usize,
    pub(super) depth: u32,
    pub(super) is_type: &'a dyn Fn(&str) -> bool,
}

impl<'a> Parser<'a> {
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    pub(super) fn skip_space(&mut self) {
        self.position = self.text.len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(token);
        if found {
            self.position += token.len();
        }
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(self.unexpected(&format!("`{token}`"))) }
    }

    pub(super) fn unexpected(&self, expected: &str) -> String {
        let rest: String = self.rest().chars().take(24).collect();
        if rest.is_empty() {
            format!("`{}`: expected {expected} at its end", self.text)
        } else {
            format!("`{}`: expected {expected} before `{rest}`", self.text)
        }
    }

    fn peek_word(&mut self) -> Option<&'a str> {
        self.skip_space();
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let rest = self.rest();
        let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
        word.starts_with(|c: char| !c.is_ascii_digit()).then_some(word)
    }

    /// `a, b`.
    pub(super) fn expression(&mut self) -> Result<SizeExpr, String> {
        let mut left = self.assignment()?;
        while self.eat(",") {
            left = SizeExpr::Comma(Box::new(left), Box::new(self.assignment()?));
        }
        Ok(left)
    }

    fn assignment(&mut self) -> Result<SizeExpr, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("expression nested too deeply".to_owned());
        }
        let target = self.conditional()?;
        self.skip_space();
        let compound = ASSIGNMENT.iter().find(|(token, _)| self.rest().starts_with(token));
        let op = match compound {
            Some((token, op)) => {
                self.position += token.len();
                Some(*op)
            }
            None if self.rest().starts_with('=') && !self.rest().starts_with("==") => {
                self.position += 1;
                None
            }
            None => {
                self.depth -= 1;
                return Ok(target);
            }
        };
        let value = Box::new(self.assignment()?);
        self.depth -= 1;
        Ok(SizeExpr::Assign { op, target: Box::new(target), value })
    }

    fn conditional(&mut self) -> Result<SizeExpr, String> {
        let condition = self.binary(1)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let then = if self.eat(":") {
            None
        } else {
            let then = self.expression()?;
            self.expect(":")?;
            Some(Box::new(then))
        };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("expression nested too deeply".to_owned());
        }
        let otherwise = Box::new(self.conditional()?);
        self.depth -= 1;
        Ok(SizeExpr::Conditional { condition: Box::new(condition), then, otherwise })
    }

    /// Operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: u8) -> Result<SizeExpr, String> {
        let mut left = self.prefix()?;
        while let Some((length, level, joint)) = self.binary_operator() {
            if level < least {
                break;
            }
            self.position += length;
            let right = Box::new(self.binary(level + 1)?);
            left = match joint {
                Joint::Op(op) => SizeExpr::Binary(op, Box::new(left), right),
                Joint::And => SizeExpr::LogicalAnd(Box::new(left), right),
                Joint::Or => SizeExpr::LogicalOr(Box::new(left), right),
            };
        }
        Ok(left)
    }

    /// The binary operator here: its length, its level and what it is.
    fn binary_operator(&mut self) -> Option<(usize, u8, Joint)> {
        self.skip_space();
        let rest = self.rest();
        if ASSIGNMENT.iter().any(|(token, _)| rest.starts_with(token)) {
            return None;
        }
        let (token, level, joint) = BINARY.iter().find(|(token, ..)| rest.starts_with(token))?;
        Some((token.len(), *level, *joint))
    }

    fn prefix(&mut self) -> Result<SizeExpr, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("expression nested too deeply".to_owned());
        }
        let parsed = self.prefix_inner();
        self.depth -= 1;
        parsed
    }

    fn prefix_inner(&mut self) -> Result<SizeExpr, String> {
        self.skip_space();
        if self.rest().starts_with("&&") {
            return Err(self.unexpected("an operand"));
        }
        if let Some((token, op)) = PREFIX.iter().find(|(token, _)| self.rest().starts_with(token)) {
            self.position += token.len();
            return Ok(SizeExpr::Unary(*op, Box::new(self.prefix()?)));
        }
        match self.peek_word() {
            Some("__extension__") => {
                self.position += "__extension__".len();
                return self.prefix();
            }
            Some("sizeof") => {
                self.position += "sizeof".len();
                return Ok(match self.parenthesized_type()? {
                    Some(ty) => SizeExpr::SizeofType(ty),
                    None => SizeExpr::SizeofExpr(Box::new(self.prefix()?)),
                });
            }
            Some(word @ ("_Alignof" | "alignof" | "__alignof" | "__alignof__")) => {
                self.position += word.len();
                return Ok(match self.parenthesized_type()? {
                    Some(ty) => SizeExpr::AlignofType(ty),
                    None => SizeExpr::AlignofExpr(Box::new(self.prefix()?)),
                });
            }
            _ => {}
        }
        if let Some(ty) = self.parenthesized_type()? {
            if self.eat("{") {
                return Err(format!("`{}`: a compound literal is not supported here", self.text));
            }
            return Ok(SizeExpr::Cast(ty, Box::new(self.prefix()?)));
        }
        self.postfix()
    }

    /// Takes `(type)` if that stands here.
    fn parenthesized_type(&mut self) -> Result<Option<TypeText>, String> {
        self.skip_space();
        if !self.rest().starts_with('(') {
            return Ok(None);
        }
        let open = self.position;
        self.position += 1;
        let is_type = match self.peek_word() {
            Some(word) => is_type_keyword(word) || (self.is_type)(word),
            None => self.rest().starts_with("(unnamed ") || self.rest().starts_with("(anonymous "),
        };
        if !is_type {
            self.position = open;
            return Ok(None);
        }
        let ty = self.type_until_parenthesis()?;
        Ok(Some(ty))
    }

    /// A type, and the parenthesis that closes the one around it.
    fn type_until_parenthesis(&mut self) -> Result<TypeText, String> {
        let end =
            closing(self.text, self.position, b'(', b')').ok_or_else(|| self.unexpected("`)`"))?;
        let ty = TypeText::parse(&self.text[self.position..end])?;
        self.position = end + 1;
        Ok(ty)
    }

    fn postfix(&mut self) -> Result<SizeExpr, String> {
        let mut left = self.primary()?;
        loop {
            left = if self.eat("++") {
                SizeExpr::Postfix { operand: Box::new(left), decrement: false }
            } else if self.eat("--") {
                SizeExpr::Postfix { operand: Box::new(left), decrement: true }
            } else if self.eat("->") {
                SizeExpr::Member { base: Box::new(left), name: self.name()?, is_arrow: true }
            } else if self.eat(".") {
                SizeExpr::Member { base: Box::new(left), name: self.name()?, is_arrow: false }
            } else if self.eat("[") {
                let index = Box::new(self.expression()?);
                self.expect("]")?;
                SizeExpr::Index { base: Box::new(left), index }
            } else if self.eat("(") {
                let arguments = self.arguments()?;
                SizeExpr::Call { callee: Box::new(left), arguments }
            } else {
                return Ok(left);
            };
        }
    }

    fn name(&mut self) -> Result<String, String> {
        let name = self.peek_word().ok_or_else(|| self.unexpected("a name"))?;
        self.position += name.len();
        Ok(name.to_owned())
    }

    fn arguments(&mut self) -> Result<Vec<SizeExpr>, String> {
        let mut arguments = Vec::new();
        if self.eat(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.assignment()?);
            if !self.eat(",") {
                self.expect(")")?;
                return Ok(arguments);
            }
        }
    }

    fn primary(&mut self) -> Result<SizeExpr, String> {
        self.skip_space();
        let rest = self.rest();
        if rest.starts_with(|c: char| c.is_ascii_digit())
            || (rest.starts_with('.') && rest[1..].starts_with(|c: char| c.is_ascii_digit()))
        {
            return self.number();
        }
        if let Some(quoted) = self.quoted()? {
            return Ok(quoted);
        }
        if self.eat("(") {
            if self.eat("{") {
                return Err(format!(
                    "`{}`: a statement expression is not supported here",
                    self.text
                ));
            }
            let inner = self.expression()?;
            self.expect(")")?;
            return Ok(inner);
        }
        match self.peek_word() {
            Some("__builtin_offsetof") => self.offset_of(),
            Some("__builtin_va_arg") => self.va_arg(),
            Some(word @ ("_Generic" | "__real__" | "__imag__" | "__real" | "__imag")) => {
                Err(format!("`{}`: `{word}` is not supported here", self.text))
            }
            Some(_) => Ok(SizeExpr::Name(self.name()?)),
            None => Err(self.unexpected("an operand")),
        }
    }

    /// A string or character literal, if one stands here.
    fn quoted(&mut self) -> Result<Option<SizeExpr>, String> {
        let rest = self.rest();
        let prefix = ["u8", "u", "U", "L", ""]
            .into_iter()
            .find(|prefix| {
                rest.strip_prefix(prefix).is_some_and(|after| after.starts_with(['"', '\'']))
            })
            .map(str::len);
        let Some(prefix) = prefix else { return Ok(None) };
        let bytes = rest.as_bytes();
        let quote = bytes[prefix];
        let mut end = prefix + 1;
        while let Some(&byte) = bytes.get(end) {
            end += 1;
            if byte == b'\\' || (byte == quote && quote == b'"' && bytes.get(end) == Some(&b'"')) {
                // An escape, or `""`: clang prints `"\x12""3"` where a digit follows a
                // hexadecimal escape.
                end += 1;
            } else if byte == quote {
                let text = &rest[..end];
                self.position += end;
                return Ok(Some(if quote == b'"' {
                    SizeExpr::Str(text.to_owned())
                } else {
                    let value = literal::char_text(text)?;
                    SizeExpr::Char { value, prefix: rest[..prefix].to_owned() }
                }));
            }
        }
        Err(self.unexpected("a closing quote"))
    }

    fn number(&mut self) -> Result<SizeExpr, String> {
        let bytes = self.rest().as_bytes();
        let is_hex = bytes.starts_with(b"0x") || bytes.starts_with(b"0X");
        let mut length = 0;
        while let Some(&byte) = bytes.get(length) {
            let signs_exponent = matches!(byte, b'+' | b'-')
                && length > 0
                && match bytes[length - 1] {
                    b'e' | b'E' => !is_hex,
                    b'p' | b'P' => true,
                    _ => false,
                };
            if !(byte.is_ascii_alphanumeric() || byte == b'.' || signs_exponent) {
                break;
            }
            length += 1;
        }
        let text = &self.rest()[..length];
        let parsed = if !is_hex && text.contains(['.', 'e', 'E']) {
            float_constant(text)
        } else {
            integer_constant(text)
        };
        let parsed = parsed.ok_or_else(|| self.unexpected("a number"))?;
        self.position += length;
        Ok(parsed)
    }

    /// `__builtin_offsetof(type, member.member[index])`.
    fn offset_of(&mut self) -> Result<SizeExpr, String> {
        let ty = self.type_argument("__builtin_offsetof")?;
        let mut path = vec![OffsetStep::Member(self.name()?)];
        loop {
            if self.eat(".") {
                path.push(OffsetStep::Member(self.name()?));
            } else if self.eat("[") {
                path.push(OffsetStep::Index(self.expression()?));
                self.expect("]")?;
            } else {
                self.expect(")")?;
                return Ok(SizeExpr::OffsetOf { ty, path });
            }
        }
    }

    /// A word, `(`, a type, and `,`.
    fn type_argument(&mut self, word: &str) -> Result<TypeText, String> {
        self.expect(word)?;
        self.expect("(")?;
        // The comma that ends the type stands outside all brackets.
        let start = self.position;
        let mut depth = 0_u32;
        for (offset, byte) in self.text.bytes().enumerate().skip(start) {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth = depth.saturating_sub(1),
                b',' if depth == 0 => {
                    self.position = offset + 1;
                    return TypeText::parse(&self.text[start..offset]);
                }
                _ => {}
            }
        }
        Err(self.unexpected("a type and `,`"))
    }

    fn va_arg(&mut self) -> Result<SizeExpr, String> {
        self.expect("__builtin_va_arg")?;
        self.expect("(")?;
        let list = Box::new(self.assignment()?);
        self.expect(",")?;
        let ty = self.type_until_parenthesis()?;
        Ok(SizeExpr::VaArg(list, ty))
    }
}

fn integer_constant(text: &str) -> Option<SizeExpr> {
    let digits_end = if text.starts_with("0x") || text.starts_with("0X") {
        2 + text[2..].bytes().take_while(u8::is_ascii_hexdigit).count()
    } else {
        text.bytes().take_while(u8::is_ascii_digit).count()
    };
    let (digits, suffix) = text.split_at(digits_end);
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u128::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    let (is_unsigned, longs) = match suffix.to_ascii_lowercase().as_str() {
        "" | "i32" => (false, 0),
        "u" | "ui32" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        _ => return None,
    };
    Some(SizeExpr::Int { value, is_unsigned, longs })
}

fn float_constant(text: &str) -> Option<SizeExpr> {
    let (digits, kind) = if let Some(digits) = text.strip_suffix(['f', 'F']) {
        (digits, FloatKind::F32)
    } else if let Some(digits) = text.strip_suffix(['l', 'L']) {
        (digits, FloatKind::X87)
    } else {
        (text, FloatKind::F64)
    };
    literal::float_bits(digits, kind).ok()?;
    Some(SizeExpr::Float { digits: digits.to_owned(), kind })
}
