//! Pieces of C that predicates are made of: operands, constants and casts.

use clew_ir::{FloatKind, ops};

/// A piece of C.
pub(crate) struct Piece {
    pub(crate) text: String,
    /// Whether it may stand as an operand of anything.
    is_primary: bool,
}

impl Piece {
    /// What may stand as an operand of anything.
    pub(crate) fn primary(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_primary: true }
    }

    /// What needs parentheses as an operand.
    pub(crate) fn compound(text: String) -> Self {
        Self { text, is_primary: false }
    }

    /// As an operand.
    pub(crate) fn in_parentheses(self) -> String {
        if self.is_primary { self.text } else { format!("({})", self.text) }
    }
}

/// A cast to the unsigned type of a width.
pub(crate) fn unsigned(bits: u32) -> &'static str {
    match bits {
        ..=32 => "(unsigned)",
        33..=64 => "(unsigned long)",
        _ => "(unsigned __int128)",
    }
}

/// An integer constant of a type.
pub(crate) fn integer(bits: u128, width: u32, signed: bool) -> Piece {
    let suffix = match (width, signed) {
        (..=31, _) | (32, true) => "",
        (32, false) => "u",
        (_, true) => "l",
        (_, false) => "ul",
    };
    let value = ops::int_value(bits, width, signed);
    if width > 64 {
        let (high, low) = (bits >> 64, bits & u128::from(u64::MAX));
        let ty = if signed { "(__int128)" } else { "" };
        return Piece::compound(format!("{ty}((unsigned __int128){high}ul << 64 | {low}ul)"));
    }
    if signed && width >= 32 && value == -1 << (width - 1) {
        return Piece::compound(format!("-{}{suffix} - 1", -(value + 1)));
    }
    let text = format!("{value}{suffix}");
    if value < 0 { Piece::compound(text) } else { Piece::primary(text) }
}

/// A float constant of a type, where C has one.
pub(crate) fn float(bits: u128, kind: FloatKind) -> Option<Piece> {
    let (value, suffix) = match kind {
        FloatKind::F32 => (f64::from(f32::from_bits(bits as u32)), "f"),
        FloatKind::F64 => (f64::from_bits(bits as u64), ""),
        FloatKind::X87 => return None,
    };
    if !value.is_finite() {
        return None;
    }
    // Decimal digits that are enough to come back to the same value.
    let text = format!("{value:e}{suffix}");
    Some(if value.is_sign_negative() { Piece::compound(text) } else { Piece::primary(text) })
}

/// What a float must be to fit an integer type.
pub(crate) fn range(kind: FloatKind, bits: u32, signed: bool) -> (String, String) {
    let suffix = match kind {
        FloatKind::F32 => "f",
        FloatKind::F64 => "",
        FloatKind::X87 => "l",
    };
    let exponent = bits - u32::from(signed);
    let low =
        if signed { format!(">= -0x1p{exponent}{suffix}") } else { format!("> -1.0{suffix}") };
    (low, format!("< 0x1p{exponent}{suffix}"))
}
