//! Writing terms as readable C.

use crate::bits;
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::Sort;

/// Deeper parts are written as `...`.
const MAX_DEPTH: u32 = 24;

/// How tightly the text of a term binds, as C's operators do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Ternary,
    LogicalOr,
    LogicalAnd,
    Or,
    Xor,
    And,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Primary,
}

/// A term as a C expression for people to read: names of inputs stand as they are, integers are
/// signed where the operator is, and parts too deep to be read are cut.
pub fn print_c(pool: &TermPool, term: TermId) -> String {
    Writer { pool, types: &|_| None }.write(term, false, 0).0
}

/// What is known of an input's type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputType {
    /// Its bits.
    pub bits: u32,
    /// Whether it is signed.
    pub is_signed: bool,
}

/// The same, with inputs of these types by name: what C converts by itself is not written, constants that are
/// compared with characters are characters, and constants stand on the right.
pub fn print_typed_c(
    pool: &TermPool,
    term: TermId,
    types: &dyn Fn(&str) -> Option<InputType>,
) -> String {
    Writer { pool, types }.write(term, false, 0).0
}

struct Writer<'a> {
    pool: &'a TermPool,
    types: &'a dyn Fn(&str) -> Option<InputType>,
}

type Text = (String, Binding);

impl Writer<'_> {
    fn operand(&self, term: TermId, unsigned: bool, depth: u32, least: Binding) -> String {
        let (text, binding) = self.write(term, unsigned, depth + 1);
        if binding < least { format!("({text})") } else { text }
    }

    fn binary(
        &self,
        args: &[TermId],
        sign: &str,
        unsigned: bool,
        depth: u32,
        own: Binding,
    ) -> Text {
        let left = self.operand(args[0], unsigned, depth, own);
        let tighter = if own == Binding::Primary { own } else { next(own) };
        let right = self.operand(args[1], unsigned, depth, tighter);
        (format!("{left} {sign} {right}"), own)
    }

    /// The type of an input, where it is known.
    fn type_of(&self, term: TermId) -> Option<InputType> {
        let input = self.pool.input_of(term)?;
        (self.types)(&self.pool.input_decl(input).name)
    }

    /// Whether a term is an input that C takes for a number of this sign without being told.
    fn is_plain(&self, term: TermId, unsigned: bool) -> bool {
        let width = self.pool.width(term);
        self.type_of(term).is_some_and(|it| it.bits == width && it.is_signed != unsigned)
    }

    /// Whether a term is a character: an input of a byte, or what C makes of one.
    fn is_character(&self, term: TermId) -> bool {
        let args = self.pool.args(term);
        let narrow = match self.pool.op(term) {
            Op::SignExtend => args[0],
            Op::Concat if self.pool.value(args[0]) == Some(0) => args[1],
            _ => term,
        };
        self.type_of(narrow).is_some_and(|it| it.bits == 8)
    }

    /// The character that a constant is where it is compared with one.
    fn character(&self, constant: TermId, with: TermId) -> Option<String> {
        let value = self.pool.value(constant)?;
        let byte = u8::try_from(value).ok().filter(|byte| (b' '..=b'~').contains(byte))?;
        let text = match byte {
            b'\'' | b'\\' => format!("'\\{}'", char::from(byte)),
            _ => format!("'{}'", char::from(byte)),
        };
        self.is_character(with).then_some(text)
    }

    /// A comparison: by `sign`, or by `flipped` with the sides exchanged. A constant stands on the right where
    /// types are known.
    fn comparison(
        &self,
        [left, right]: [TermId; 2],
        (sign, flipped): (&str, &str),
        unsigned: Option<bool>,
        (depth, own): (u32, Binding),
    ) -> Text {
        let side = |term: TermId, with: TermId, least| {
            self.character(term, with).unwrap_or_else(|| match unsigned {
                Some(true) => self.cast(term, true, depth),
                Some(false) | None => self.operand(term, false, depth, least),
            })
        };
        if let Some(text) = self.range_of_characters([left, right], sign) {
            return (text, own);
        }
        let (a, b) = (side(left, right, own), side(right, left, next(own)));
        let is_typed = self.type_of(right).is_some() || self.is_character(right);
        match self.pool.value(left).is_some() && is_typed {
            true => (format!("{b} {flipped} {a}"), own),
            false => (format!("{a} {sign} {b}"), own),
        }
    }

    /// A comparison with what is behind the last character of a kind: `c <= 'z'` for `c < '{'`.
    fn range_of_characters(&self, [left, right]: [TermId; 2], sign: &str) -> Option<String> {
        let (term, constant, sign) = match sign {
            "<" => (left, right, "<="),
            "<=" => (right, left, ">"),
            _ => return None,
        };
        let value = u8::try_from(self.pool.value(constant)?).ok()?;
        let last = value.checked_sub(1).filter(u8::is_ascii_alphanumeric)?;
        let is_behind = !value.is_ascii_alphanumeric() && self.is_character(term);
        let text = self.operand(term, false, 0, Binding::Relation);
        is_behind.then(|| format!("{text} {sign} '{}'", char::from(last)))
    }

    /// An operand of an operator whose meaning depends on the sign.
    fn cast(&self, term: TermId, unsigned: bool, depth: u32) -> String {
        let text = self.operand(term, unsigned, depth, Binding::Unary);
        if self.pool.value(term).is_some() || !unsigned || self.is_plain(term, true) {
            return text;
        }
        converted(text, type_name(self.pool.width(term), true))
    }

    fn signed_binary(
        &self,
        args: &[TermId],
        sign: &str,
        unsigned: bool,
        depth: u32,
        own: Binding,
    ) -> Text {
        let (left, right) =
            (self.cast(args[0], unsigned, depth), self.cast(args[1], unsigned, depth));
        (format!("{left} {sign} {right}"), own)
    }

    fn write(&self, term: TermId, unsigned: bool, depth: u32) -> Text {
        let pool = self.pool;
        let args = pool.args(term);
        if let Some(value) = pool.value(term) {
            return (self.constant(term, value, unsigned), Binding::Primary);
        }
        if depth > MAX_DEPTH {
            return ("...".to_owned(), Binding::Primary);
        }
        let boolean = pool.sort(term) == Sort::Bool;
        match pool.op(term) {
            Op::Const => unreachable!("a constant has a value"),
            Op::Input => {
                let input = pool.input_of(term).expect("an input should have its id");
                (pool.input_decl(input).name.clone(), Binding::Primary)
            }
            Op::Not if boolean => self.negation(args[0], depth),
            Op::Not => self.prefix("~", args[0], depth),
            Op::Neg => self.prefix("-", args[0], depth),
            Op::And if boolean => self.logical(args, "&&", depth, Binding::LogicalAnd),
            Op::Or if boolean => self.logical(args, "||", depth, Binding::LogicalOr),
            Op::Xor if boolean => self.binary(args, "!=", false, depth, Binding::Equality),
            Op::And => self.binary(args, "&", true, depth, Binding::And),
            Op::Or => self.binary(args, "|", true, depth, Binding::Or),
            Op::Xor => self.binary(args, "^", true, depth, Binding::Xor),
            Op::Ite => {
                let condition = self.operand(args[0], false, depth, Binding::LogicalOr);
                let yes = self.operand(args[1], unsigned, depth, Binding::LogicalOr);
                let no = self.operand(args[2], unsigned, depth, Binding::Ternary);
                (format!("{condition} ? {yes} : {no}"), Binding::Ternary)
            }
            Op::Eq | Op::Ult | Op::Slt => self.relation(term, depth),
            Op::Add => self.sum(args, depth),
            Op::Mul => self.binary(args, "*", false, depth, Binding::Product),
            Op::UDiv => self.signed_binary(args, "/", true, depth, Binding::Product),
            Op::URem => self.signed_binary(args, "%", true, depth, Binding::Product),
            Op::SDiv => self.signed_binary(args, "/", false, depth, Binding::Product),
            Op::SRem => self.signed_binary(args, "%", false, depth, Binding::Product),
            Op::Shl => self.binary(args, "<<", true, depth, Binding::Shift),
            Op::LShr => self.signed_binary(args, ">>", true, depth, Binding::Shift),
            Op::AShr => self.signed_binary(args, ">>", false, depth, Binding::Shift),
            Op::Concat => self.concat(term, unsigned, depth),
            Op::Extract => {
                let (high, low) = pool.extract_bounds(term).unwrap_or((0, 0));
                let inner = self.operand(args[0], true, depth, Binding::Shift);
                let shifted = if low == 0 { inner } else { format!("({inner} >> {low})") };
                let width = high - low + 1;
                if matches!(width, 8 | 16 | 32 | 64) {
                    return (format!("({}){shifted}", type_name(width, unsigned)), Binding::Unary);
                }
                (format!("{shifted} & {:#x}", bits::ones(width)), Binding::And)
            }
            Op::SignExtend if self.is_plain(args[0], false) => self.write(args[0], false, depth),
            Op::SignExtend => {
                let inner = self.operand(args[0], false, depth, Binding::Unary);
                (converted(inner, type_name(pool.width(args[0]), false)), Binding::Unary)
            }
            Op::Select => {
                let array = self.operand(args[0], false, depth, Binding::Primary);
                let index = self.write(args[1], true, depth + 1).0;
                (format!("{array}[{index}]"), Binding::Primary)
            }
            Op::Store => {
                let array = self.write(args[0], false, depth + 1).0;
                let index = self.write(args[1], true, depth + 1).0;
                let element = self.write(args[2], false, depth + 1).0;
                (format!("{{{array}, [{index}] = {element}}}"), Binding::Primary)
            }
            Op::ConstArray => {
                (format!("{{{} ...}}", self.write(args[0], false, depth + 1).0), Binding::Primary)
            }
        }
    }

    fn constant(&self, term: TermId, value: u128, unsigned: bool) -> String {
        let width = self.pool.width(term);
        // Some bits of a number have no sign.
        if !matches!(width, 8 | 16 | 32 | 64 | 128) || unsigned {
            return value.to_string();
        }
        bits::to_signed(width, value).to_string()
    }

    fn prefix(&self, sign: &str, arg: TermId, depth: u32) -> Text {
        (format!("{sign}{}", self.operand(arg, false, depth, Binding::Unary)), Binding::Unary)
    }

    /// `&&` and `||`, whose operands of the same kind need no parentheses.
    fn logical(&self, args: &[TermId], sign: &str, depth: u32, own: Binding) -> Text {
        let texts = [args[0], args[1]].map(|it| self.operand(it, false, depth, own));
        (format!("{} {sign} {}", texts[0], texts[1]), own)
    }

    fn relation(&self, term: TermId, depth: u32) -> Text {
        let args = self.pool.args(term);
        let sides = [args[0], args[1]];
        match self.pool.op(term) {
            Op::Ult => self.comparison(sides, ("<", ">"), Some(true), (depth, Binding::Relation)),
            Op::Slt => self.comparison(sides, ("<", ">"), Some(false), (depth, Binding::Relation)),
            _ => self.comparison(sides, ("==", "=="), None, (depth, Binding::Equality)),
        }
    }

    /// `!(b < a)` is written `a <= b`, `!(a || b)` as `!a && !b`.
    fn negation(&self, arg: TermId, depth: u32) -> Text {
        let args = self.pool.args(arg);
        let both = |sign: &str, own: Binding| {
            let side = |it: TermId| {
                let (text, binding) = self.negation(it, depth + 1);
                if binding < own { format!("({text})") } else { text }
            };
            (format!("{} {sign} {}", side(args[0]), side(args[1])), own)
        };
        match self.pool.op(arg) {
            Op::Eq => {
                let sides = [args[0], args[1]];
                self.comparison(sides, ("!=", "!="), None, (depth, Binding::Equality))
            }
            Op::Ult | Op::Slt => {
                let unsigned = self.pool.op(arg) == Op::Ult;
                let (sides, own) = ([args[1], args[0]], Binding::Relation);
                self.comparison(sides, ("<=", ">="), Some(unsigned), (depth, own))
            }
            Op::Or if depth <= MAX_DEPTH => both("&&", Binding::LogicalAnd),
            Op::And if depth <= MAX_DEPTH => both("||", Binding::LogicalOr),
            Op::Not => self.write(args[0], false, depth),
            _ => self.prefix("!", arg, depth),
        }
    }

    /// `a + -b` is written `a - b`.
    fn sum(&self, args: &[TermId], depth: u32) -> Text {
        let pool = self.pool;
        for (left, right) in [(args[0], args[1]), (args[1], args[0])] {
            if pool.op(right) == Op::Neg {
                return self.binary(&[left, pool.args(right)[0]], "-", false, depth, Binding::Sum);
            }
        }
        let width = pool.width(args[1]);
        if let Some(value) = pool.value(args[1])
            && bits::is_negative(width, value)
        {
            let left = self.operand(args[0], false, depth, Binding::Sum);
            return (format!("{left} - {}", bits::neg(width, value)), Binding::Sum);
        }
        self.binary(args, "+", false, depth, Binding::Sum)
    }

    fn concat(&self, term: TermId, unsigned: bool, depth: u32) -> Text {
        let pool = self.pool;
        let args = pool.args(term);
        let to = type_name(pool.width(term), unsigned);
        if pool.value(args[0]) == Some(0) {
            if self.is_plain(args[1], true) {
                return self.write(args[1], true, depth);
            }
            return (self.cast(args[1], true, depth), Binding::Unary);
        }
        let high = self.operand(args[0], true, depth, Binding::Unary);
        let below = pool.width(args[1]);
        if pool.value(args[1]) == Some(0) {
            return (format!("({to}){high} << {below}"), Binding::Shift);
        }
        let low = self.operand(args[1], true, depth, Binding::Xor);
        (format!("({to}){high} << {below} | {low}"), Binding::Or)
    }
}

/// An operand as a type, which is not told twice.
fn converted(operand: String, to: String) -> String {
    let cast = format!("({to})");
    if operand.starts_with(&cast) { operand } else { cast + &operand }
}

fn next(binding: Binding) -> Binding {
    match binding {
        Binding::Ternary => Binding::LogicalOr,
        Binding::LogicalOr => Binding::LogicalAnd,
        Binding::LogicalAnd => Binding::Or,
        Binding::Or => Binding::Xor,
        Binding::Xor => Binding::And,
        Binding::And => Binding::Equality,
        Binding::Equality => Binding::Relation,
        Binding::Relation => Binding::Shift,
        Binding::Shift => Binding::Sum,
        Binding::Sum => Binding::Product,
        Binding::Product => Binding::Unary,
        Binding::Unary | Binding::Primary => Binding::Primary,
    }
}

fn type_name(width: u32, unsigned: bool) -> String {
    let sign = if unsigned { "u" } else { "" };
    match width {
        8 | 16 | 32 | 64 => format!("{sign}int{width}_t"),
        128 if unsigned => "unsigned __int128".to_owned(),
        128 => "__int128".to_owned(),
        _ if unsigned => format!("unsigned _BitInt({width})"),
        _ => format!("_BitInt({width})"),
    }
}
