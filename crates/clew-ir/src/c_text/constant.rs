//! Constants as C.

use crate::ids::TypeId;
use crate::ops;
use crate::types::{FloatKind, IntKind, Scalar, Type, TypeTable};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::X87DoubleExtended;
use std::fmt::Write;

/// A constant of type `ty`. When it stands beside a value that was implicitly converted from
/// another type, `beside` is that type: a `char` is compared with a character constant, an
/// enumeration with its enumerators.
pub(super) fn constant(
    types: &TypeTable,
    bits: u128,
    ty: TypeId,
    beside: Option<TypeId>,
) -> String {
    let Some(scalar) = types.scalar(ty) else { return format!("{bits:#x}") };
    let (width, signed) = match scalar {
        Scalar::Float(kind) => return float(kind, bits),
        Scalar::Int { bits, signed } => (bits, signed),
    };
    if types.is_pointer(ty) {
        return match bits {
            0 => "0".to_owned(),
            _ => format!("({}){bits:#x}", super::type_text(types, ty)),
        };
    }
    let value = ops::int_value(bits, width, signed);
    let shown = beside.unwrap_or(ty);
    match types.get(shown) {
        Type::Enum(id) => {
            let constants = &types.enums[*id].constants;
            if let Some((name, _)) = constants.iter().find(|(_, constant)| *constant == value) {
                return name.clone();
            }
        }
        Type::Int(IntKind::Char) => {
            if let Some(text) = u8::try_from(value).ok().and_then(character) {
                return text;
            }
        }
        _ => {}
    }
    if signed {
        let suffix = if i32::try_from(value).is_ok() { "" } else { "L" };
        format!("{value}{suffix}")
    } else {
        let value = value as u128;
        let suffix = match value {
            0..=0x7fff_ffff => "",
            0..=0xffff_ffff if width <= 32 => "u",
            _ => "UL",
        };
        format!("{value}{suffix}")
    }
}

/// A character constant, for characters that read better that way.
fn character(byte: u8) -> Option<String> {
    Some(match byte {
        b'\'' => "'\\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        0 | b'\n' | b'\t' | b'\r' | b'\\' | b' '..=b'~' => format!("'{}'", escaped(byte)),
        _ => return None,
    })
}

/// One byte within a string literal.
fn escaped(byte: u8) -> String {
    match byte {
        0 => "\\0".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\r' => "\\r".to_owned(),
        b'\\' => "\\\\".to_owned(),
        b'"' => "\\\"".to_owned(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    }
}

/// A string literal of these bytes, without its final null character.
pub(super) fn string(bytes: &[u8]) -> String {
    let bytes = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    let mut text = String::from("\"");
    for (at, &byte) in bytes.iter().enumerate() {
        let digit_follows = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        match byte {
            0 if digit_follows => text.push_str("\\000"),
            _ => text.push_str(&escaped(byte)),
        }
    }
    text.push('"');
    text
}

fn float(kind: FloatKind, bits: u128) -> String {
    let suffix = match kind {
        FloatKind::F32 => "f",
        FloatKind::F64 => "",
        FloatKind::X87 => "l",
    };
    let (text, is_special) = match kind {
        FloatKind::F32 => {
            let value = f32::from_bits(bits as u32);
            (format!("{value:?}"), !value.is_finite())
        }
        FloatKind::F64 => {
            let value = f64::from_bits(bits as u64);
            (format!("{value:?}"), !value.is_finite())
        }
        FloatKind::X87 => {
            let value = X87DoubleExtended::from_bits(bits);
            (format!("{value}"), !value.is_finite())
        }
    };
    if is_special {
        let mut special = String::new();
        if text.starts_with('-') {
            special.push('-');
        }
        if text.to_ascii_lowercase().contains("inf") {
            write!(special, "__builtin_inf{suffix}()").expect("writing to a string");
        } else {
            write!(special, "__builtin_nan{suffix}(\"\")").expect("writing to a string");
        }
        return special;
    }
    let point = if text.contains(['.', 'e', 'E']) { "" } else { ".0" };
    let suffix = if kind == FloatKind::X87 { "L" } else { suffix };
    format!("{text}{point}{suffix}")
}
