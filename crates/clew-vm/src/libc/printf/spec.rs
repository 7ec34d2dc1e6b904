//! Reading a format.

use clew_ir::DataModel;

/// How a float is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FloatStyle {
    /// `%f`.
    Fixed,
    /// `%e`.
    Exponent,
    /// `%g`.
    General,
    /// `%a`.
    Hexadecimal,
}

/// The base of an unsigned integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Base {
    /// `%u`.
    Decimal,
    /// `%o`.
    Octal,
    /// `%x`.
    LowerHexadecimal,
    /// `%X`.
    UpperHexadecimal,
}

/// What is converted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conversion {
    /// `%d`, `%i`.
    Signed,
    /// `%u`, `%o`, `%x`, `%X`.
    Unsigned(Base),
    /// `%p`.
    Pointer,
    /// `%f`, `%e`, `%g`, `%a` and their capitals.
    Float {
        /// Which.
        style: FloatStyle,
        /// Whether letters are capitals.
        is_upper: bool,
    },
    /// `%c`.
    Char,
    /// `%s`.
    Text,
    /// `%m`.
    ErrorText,
    /// `%n`.
    StoreLength,
    /// `%%` with flags.
    Percent,
}

/// A length modifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Length {
    /// None.
    Int,
    /// `hh`.
    Char,
    /// `h`.
    Short,
    /// `l`, `z`, `t`; also `ll`, `q` and `j` where `long` has as many bits.
    Long,
    /// `L`; for integers `ll`.
    LongDouble,
}

impl Length {
    /// The size of the integer meant.
    pub(super) fn bytes(self, model: DataModel) -> usize {
        match self {
            Length::Char => 1,
            Length::Short => 2,
            Length::Int => 4,
            Length::Long => model.pointer_size() as usize,
            Length::LongDouble => 8,
        }
    }
}

/// A width or precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    /// Not given.
    Absent,
    /// A number.
    Given(i32),
    /// `*`: the argument at this position, counted from 0.
    Argument(usize),
}

/// The types of arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Argument {
    /// `int`, and what is promoted to it.
    Int,
    /// Integers of 64 bits.
    Long,
    /// A pointer.
    Pointer,
    /// `double`.
    Double,
    /// `long double`.
    LongDouble,
}

/// One conversion specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Spec {
    pub(super) left: bool,
    pub(super) zero: bool,
    pub(super) plus: bool,
    pub(super) space: bool,
    pub(super) alternate: bool,
    pub(super) width: Count,
    pub(super) precision: Count,
    pub(super) length: Length,
    pub(super) conversion: Conversion,
    /// The argument converted, counted from 0.
    pub(super) argument: Option<usize>,
}

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece<'a> {
    /// Copied as it is.
    Text(&'a [u8]),
    /// Converted.
    Spec(Spec),
}

/// Splits a format. What is no conversion specification is text, as glibc prints it.
pub(super) fn parse(format: &[u8]) -> Vec<Piece<'_>> {
    let mut parser = Parser { format, position: 0, next_argument: 0 };
    let mut pieces = Vec::new();
    let mut text_start = 0;
    while parser.position < format.len() {
        if format[parser.position] != b'%' {
            parser.position += 1;
            continue;
        }
        let start = parser.position;
        if text_start < start {
            pieces.push(Piece::Text(&format[text_start..start]));
        }
        parser.position += 1;
        match parser.spec() {
            Some(spec) => pieces.push(Piece::Spec(spec)),
            None => pieces.push(Piece::Text(&format[start..parser.position])),
        }
        text_start = parser.position;
    }
    if text_start < format.len() {
        pieces.push(Piece::Text(&format[text_start..]));
    }
    pieces
}

/// The types of all arguments, by position. One that no conversion uses is taken as an `int`.
pub(super) fn argument_kinds(model: DataModel, pieces: &[Piece<'_>]) -> Vec<Argument> {
    let mut kinds = Vec::new();
    let mut note = |index: usize, kind: Argument| {
        if kinds.len() <= index {
            kinds.resize(index + 1, Argument::Int);
        }
        kinds[index] = kind;
    };
    for piece in pieces {
        let Piece::Spec(spec) = piece else { continue };
        for count in [spec.width, spec.precision] {
            if let Count::Argument(index) = count {
                note(index, Argument::Int);
            }
        }
        if let Some(index) = spec.argument {
            note(index, argument_kind(model, spec));
        }
    }
    kinds
}

fn argument_kind(model: DataModel, spec: &Spec) -> Argument {
    match spec.conversion {
        Conversion::Signed | Conversion::Unsigned(_) => match spec.length.bytes(model) {
            8 => Argument::Long,
            _ => Argument::Int,
        },
        Conversion::Float { .. } => match spec.length {
            Length::LongDouble => Argument::LongDouble,
            _ => Argument::Double,
        },
        Conversion::Char | Conversion::Percent | Conversion::ErrorText => Argument::Int,
        Conversion::Pointer | Conversion::Text | Conversion::StoreLength => Argument::Pointer,
    }
}

struct Parser<'a> {
    format: &'a [u8],
    position: usize,
    next_argument: usize,
}

impl Parser<'_> {
    fn peek(&self) -> u8 {
        self.format.get(self.position).copied().unwrap_or(0)
    }

    fn accept(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == byte;
        if is_there {
            self.position += 1;
        }
        is_there
    }

    /// A decimal number, if one stands here; too large ones are cut to the largest `int`.
    fn number(&mut self) -> Option<i32> {
        let start = self.position;
        let mut value = 0i32;
        while self.peek().is_ascii_digit() {
            let digit = i32::from(self.peek() - b'0');
            value = value.saturating_mul(10).saturating_add(digit);
            self.position += 1;
        }
        (self.position > start).then_some(value)
    }

    /// `n$`, counted from 0.
    fn explicit_position(&mut self) -> Option<usize> {
        /// More arguments than any call has.
        const MOST: i32 = 4096;
        let start = self.position;
        match self.number() {
            Some(number) if (1..=MOST).contains(&number) && self.accept(b'$') => {
                Some(number as usize - 1)
            }
            _ => {
                self.position = start;
                None
            }
        }
    }

    fn take_argument(&mut self) -> usize {
        self.next_argument += 1;
        self.next_argument - 1
    }

    /// What follows a `*`.
    fn star(&mut self) -> Count {
        match self.explicit_position() {
            Some(position) => Count::Argument(position),
            None => Count::Argument(self.take_argument()),
        }
    }

    /// A specification behind its `%`.
    fn spec(&mut self) -> Option<Spec> {
        let explicit = self.explicit_position();
        let mut spec = Spec {
            left: false,
            zero: false,
            plus: false,
            space: false,
            alternate: false,
            width: Count::Absent,
            precision: Count::Absent,
            length: Length::Int,
            conversion: Conversion::Percent,
            argument: None,
        };
        loop {
            match self.peek() {
                b'-' => spec.left = true,
                b'0' => spec.zero = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternate = true,
                b'\'' | b'I' => {}
                _ => break,
            }
            self.position += 1;
        }
        if self.accept(b'*') {
            spec.width = self.star();
        } else if let Some(width) = self.number() {
            spec.width = Count::Given(width);
        }
        if self.accept(b'.') {
            spec.precision = if self.accept(b'*') {
                self.star()
            } else {
                Count::Given(self.number().unwrap_or(0))
            };
        }
        spec.length = self.length();
        let letter = self.peek();
        if self.position < self.format.len() {
            self.position += 1;
        }
        let (conversion, length) = conversion(letter, spec.length)?;
        spec.conversion = conversion;
        spec.length = length;
        if !matches!(conversion, Conversion::Percent | Conversion::ErrorText) {
            spec.argument = Some(explicit.unwrap_or_else(|| self.take_argument()));
        }
        Some(spec)
    }

    fn length(&mut self) -> Length {
        if self.accept(b'h') {
            return if self.accept(b'h') { Length::Char } else { Length::Short };
        }
        if self.accept(b'l') {
            // For floats `ll` means `long double`.
            return if self.accept(b'l') { Length::LongDouble } else { Length::Long };
        }
        if self.accept(b'L') || self.accept(b'q') || self.accept(b'j') {
            return Length::LongDouble;
        }
        for letter in [b'z', b'Z', b't'] {
            if self.accept(letter) {
                return Length::Long;
            }
        }
        Length::Int
    }
}

/// What a conversion letter means, and the length it implies.
fn conversion(letter: u8, length: Length) -> Option<(Conversion, Length)> {
    let float = |style| Conversion::Float { style, is_upper: letter.is_ascii_uppercase() };
    let conversion = match letter {
        b'd' | b'i' => Conversion::Signed,
        b'u' => Conversion::Unsigned(Base::Decimal),
        b'o' => Conversion::Unsigned(Base::Octal),
        b'x' => Conversion::Unsigned(Base::LowerHexadecimal),
        b'X' => Conversion::Unsigned(Base::UpperHexadecimal),
        b'f' | b'F' => float(FloatStyle::Fixed),
        b'e' | b'E' => float(FloatStyle::Exponent),
        b'g' | b'G' => float(FloatStyle::General),
        b'a' | b'A' => float(FloatStyle::Hexadecimal),
        b'c' => Conversion::Char,
        b's' => Conversion::Text,
        b'C' => return Some((Conversion::Char, Length::Long)),
        b'S' => return Some((Conversion::Text, Length::Long)),
        b'p' => Conversion::Pointer,
        b'n' => Conversion::StoreLength,
        b'm' => Conversion::ErrorText,
        b'%' => Conversion::Percent,
        _ => return None,
    };
    Some((conversion, length))
}
