//! Scalars and strings as C literals.

use clew_ir::{BitRange, DataModel, FloatKind, IntKind, Type, TypeId, TypeTable};

/// A scalar that is no pointer.
pub(crate) fn scalar(types: &TypeTable, bits: u128, ty: TypeId) -> String {
    match types.get(ty) {
        Type::Float(kind) => float(*kind, bits),
        Type::Bool => u8::from(bits != 0).to_string(),
        Type::Int(IntKind::Char) => character(bits as u8),
        Type::Int(kind) => integer(types.data_model(), *kind, bits),
        Type::Enum(id) => {
            let enumeration = &types.enums[*id];
            let value = int_value(types.data_model(), enumeration.underlying, bits);
            let constant = enumeration.constants.iter().find(|(_, constant)| *constant == value);
            match constant {
                Some((name, _)) => name.clone(),
                None => integer(types.data_model(), enumeration.underlying, bits),
            }
        }
        _ => format!("{bits:#x}"),
    }
}

/// The value of a bit-field: what its bits mean in its declared type.
pub(crate) fn bit_field(types: &TypeTable, bits: u128, ty: TypeId, range: BitRange) -> String {
    let kind = match types.get(ty) {
        Type::Int(kind) => *kind,
        Type::Enum(id) => types.enums[*id].underlying,
        _ => return scalar(types, bits & 1, ty),
    };
    let unused = 128 - range.width.clamp(1, 128);
    let cut = bits << unused;
    let value = if kind.is_signed() { ((cut as i128) >> unused) as u128 } else { cut >> unused };
    let own_width = 128 - kind.bits(types.data_model());
    scalar(types, (value << own_width) >> own_width, ty)
}

/// The mathematical value of an integer's bits.
fn int_value(model: DataModel, kind: IntKind, bits: u128) -> i128 {
    let unused = 128 - kind.bits(model);
    if kind.is_signed() { ((bits << unused) as i128) >> unused } else { bits as i128 }
}

fn integer(model: DataModel, kind: IntKind, bits: u128) -> String {
    let value = int_value(model, kind, bits);
    let least = -(1i128 << (kind.bits(model) - 1).min(126));
    match kind {
        IntKind::Int if value == least => "INT_MIN".to_owned(),
        IntKind::Long if value == least => "LONG_MIN".to_owned(),
        IntKind::LongLong if value == least => "LLONG_MIN".to_owned(),
        IntKind::Int128 | IntKind::UnsignedInt128 => {
            let (high, low) = (bits >> 64, bits as u64);
            let whole = format!("((unsigned __int128){high:#x}ULL << 64 | {low:#x}ULL)");
            format!("({}){whole}", kind.c_name())
        }
        _ => format!("{value}{}", suffix(kind)),
    }
}

fn suffix(kind: IntKind) -> &'static str {
    match kind {
        IntKind::UnsignedInt => "U",
        IntKind::Long => "L",
        IntKind::UnsignedLong => "UL",
        IntKind::LongLong => "LL",
        IntKind::UnsignedLongLong => "ULL",
        _ => "",
    }
}

fn character(byte: u8) -> String {
    match byte {
        b'\'' => "'\\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        0 | b'\n' | b'\t' | b'\r' | b'\\' | b' '..=b'~' => format!("'{}'", escaped(byte)),
        _ => (byte as i8).to_string(),
    }
}

fn escaped(byte: u8) -> String {
    match byte {
        0 => "\\0".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\r' => "\\r".to_owned(),
        b'\\' => "\\\\".to_owned(),
        b'"' => "\\\"".to_owned(),
        // `??` could start a trigraph.
        b'?' => "\\?".to_owned(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    }
}

/// A string literal whose bytes are these and a null character.
pub(crate) fn string(bytes: &[u8]) -> String {
    let text: String = bytes
        .iter()
        .map(|byte| if *byte == 0 { "\\000".to_owned() } else { escaped(*byte) })
        .collect();
    format!("\"{text}\"")
}

/// The characters before the first null, when all are printable and only nulls follow it.
pub(crate) fn readable_string(bytes: &[u8]) -> Option<&[u8]> {
    terminated(bytes).filter(|text| text.iter().all(is_readable))
}

/// The same when at least half of the characters are printable.
pub(crate) fn mostly_readable_string(bytes: &[u8]) -> Option<&[u8]> {
    let readable = |text: &[u8]| text.iter().filter(|byte| is_readable(byte)).count();
    terminated(bytes).filter(|text| 2 * readable(text) >= text.len())
}

/// The characters before the first null, when only nulls follow it.
fn terminated(bytes: &[u8]) -> Option<&[u8]> {
    let end = bytes.iter().position(|byte| *byte == 0)?;
    let (text, rest) = bytes.split_at(end);
    rest.iter().all(|byte| *byte == 0).then_some(text)
}

fn is_readable(byte: &u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r')
}

/// Bytes as the elements of an initialiser.
pub(crate) fn bytes(bytes: &[u8]) -> String {
    let elements: Vec<String> = bytes.iter().map(u8::to_string).collect();
    elements.join(", ")
}

/// A floating constant that the compiler reads back to the same bits; a NaN of x87 is `NAN`.
fn float(kind: FloatKind, bits: u128) -> String {
    let (negative, is_nan, is_infinite) = match kind {
        FloatKind::F32 => {
            let value = f32::from_bits(bits as u32);
            (value.is_sign_negative(), value.is_nan(), value.is_infinite())
        }
        FloatKind::F64 => {
            let value = f64::from_bits(bits as u64);
            (value.is_sign_negative(), value.is_nan(), value.is_infinite())
        }
        FloatKind::X87 => {
            let (exponent, mantissa) = ((bits >> 64) as u16 & 0x7fff, bits as u64);
            let is_special = exponent == 0x7fff;
            let is_infinite = is_special && mantissa << 1 == 0;
            (bits >> 79 & 1 == 1, is_special && !is_infinite, is_infinite)
        }
    };
    match (is_nan, is_infinite, negative) {
        (true, ..) => not_a_number(kind, bits),
        (_, true, true) => "-INFINITY".to_owned(),
        (_, true, false) => "INFINITY".to_owned(),
        _ => finite(kind, bits),
    }
}

/// A NaN with its sign and payload: `-NAN`, `__builtin_nan("0x1")`, or a signaling `__builtin_nans`.
fn not_a_number(kind: FloatKind, bits: u128) -> String {
    let (mantissa, sign, suffix) = match kind {
        FloatKind::F32 => (23, bits >> 31 & 1, "f"),
        FloatKind::F64 => (52, bits >> 63 & 1, ""),
        FloatKind::X87 => return "NAN".to_owned(),
    };
    let sign = if sign == 1 { "-" } else { "" };
    let is_quiet = bits >> (mantissa - 1) & 1 == 1;
    match bits & ((1 << (mantissa - 1)) - 1) {
        0 => format!("{sign}NAN"),
        payload if is_quiet => format!("{sign}__builtin_nan{suffix}(\"{payload:#x}\")"),
        payload => format!("{sign}__builtin_nans{suffix}(\"{payload:#x}\")"),
    }
}

fn finite(kind: FloatKind, bits: u128) -> String {
    match kind {
        FloatKind::F32 => format!("{:?}f", f32::from_bits(bits as u32)),
        FloatKind::F64 => format!("{:?}", f64::from_bits(bits as u64)),
        FloatKind::X87 => {
            let sign = if bits >> 79 & 1 == 1 { "-" } else { "" };
            if bits as u64 == 0 {
                return format!("{sign}0.0L");
            }
            let biased = ((bits >> 64) as i32 & 0x7fff).max(1);
            format!("{sign}0x{:x}p{}L", bits as u64, biased - 16383 - 63)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_their_suffixes() {
        let types = TypeTable::new();
        let text = |value: i128, ty: TypeId, width: u32| {
            scalar(&types, value as u128 & (u128::MAX >> (128 - width)), ty)
        };
        assert_eq!(text(-5, TypeTable::INT, 32), "-5");
        assert_eq!(text(i32::MIN.into(), TypeTable::INT, 32), "INT_MIN");
        assert_eq!(text(i64::MIN.into(), TypeTable::LONG, 64), "LONG_MIN");
        assert_eq!(text(-1, TypeTable::UNSIGNED_INT, 32), "4294967295U");
        assert_eq!(text(7, TypeTable::UNSIGNED_LONG, 64), "7UL");
        assert_eq!(text('a' as i128, TypeTable::CHAR, 8), "'a'");
        assert_eq!(text(-1, TypeTable::CHAR, 8), "-1");
        assert_eq!(text(200, TypeTable::UNSIGNED_CHAR, 8), "200");
    }

    #[test]
    fn floats_read_back_exactly() {
        let types = TypeTable::new();
        let double = |value: f64| scalar(&types, value.to_bits().into(), TypeTable::DOUBLE);
        assert_eq!(double(0.1), "0.1");
        assert_eq!(double(-0.0), "-0.0");
        assert_eq!(double(f64::MIN_POSITIVE / 4.0), "5.562684646268003e-309");
        assert_eq!(double(f64::NEG_INFINITY), "-INFINITY");
        let nan = |bits: u64| scalar(&types, bits.into(), TypeTable::DOUBLE);
        assert_eq!(nan(0x7ff8_0000_0000_0000), "NAN");
        assert_eq!(nan(0xfff8_0000_0000_0000), "-NAN");
        assert_eq!(nan(0xfff8_0000_0000_0123), "-__builtin_nan(\"0x123\")");
        assert_eq!(nan(0x7ff0_0000_0000_0001), "__builtin_nans(\"0x1\")");
        assert_eq!(scalar(&types, 0xff80_0001, TypeTable::FLOAT), "-__builtin_nansf(\"0x1\")");
        let single = f32::from_bits(1);
        assert_eq!(scalar(&types, single.to_bits().into(), TypeTable::FLOAT), "1e-45f");
        let one = 0x3fff_u128 << 64 | 1 << 63;
        assert_eq!(scalar(&types, one, TypeTable::LONG_DOUBLE), "0x8000000000000000p-63L");
    }

    #[test]
    fn bit_fields_are_sign_extended_from_their_width() {
        let types = TypeTable::new();
        let range = BitRange { offset: 0, width: 3 };
        assert_eq!(bit_field(&types, 0b111, TypeTable::INT, range), "-1");
        assert_eq!(bit_field(&types, 0xffff_ffff, TypeTable::INT, range), "-1");
        assert_eq!(bit_field(&types, 0b111, TypeTable::UNSIGNED_INT, range), "7U");
    }

    #[test]
    fn strings_are_readable_or_not_strings() {
        assert_eq!(readable_string(b"ab\0\0"), Some(&b"ab"[..]));
        assert_eq!(readable_string(b"ab\0c"), None);
        assert_eq!(readable_string(b"ab"), None);
        assert_eq!(readable_string(b"\x01\0"), None);
        assert_eq!(mostly_readable_string(b"a\x01\0"), Some(&b"a\x01"[..]));
        assert_eq!(mostly_readable_string(b"\x02\x01b\0"), None);
        assert_eq!(string(b"a\"?\n"), "\"a\\\"\\?\\n\"");
    }
}
